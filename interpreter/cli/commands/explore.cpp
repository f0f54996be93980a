// glint explore: makes variants of a game, and finds those that are most as wanted.
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/exploring/explore_host.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/explore_report.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/program/program.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// Makes the folder of --out, before the work that leads to what is written there.
void make_folder(const std::string& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (!fs::is_directory(folder, problem)) stop(kUsage, "--out: `" + folder + "` is not a folder, and cannot be made");
  if (!fs::is_empty(folder, problem) && !problem)
    stop(kUsage, "--out: there is already something in `" + folder + "`", "name a new folder, or an empty one");
  check_replaceable(folder + "/found.json");
}

/// A script of one's own lies beside its variants, which are of it, with what it uses from its folder and those below.
void write_parent(const VariedParent& parent, const fs::path& folder) {
  const lang::Sources& sources = *parent.game().program().sources;
  const auto whole = [&](std::uint32_t file) { return fs::absolute(sources.file(file).name).lexically_normal(); };
  for (std::uint32_t file = 0; file < sources.size(); ++file) {
    const auto& [name, text] = sources.file(file);
    const std::optional<lang::SourceFile> bundled = bundled_file(fs::path(name).stem().string());
    const fs::path within = whole(file).lexically_relative(whole(0).parent_path());
    if ((bundled && bundled->name == name) || within.empty() || *within.begin() == "..") continue;
    std::error_code problem;  // writing tells it
    fs::create_directories((folder / within).parent_path(), problem);
    create_file((folder / within).string(), text);
  }
}

class Explore : public GameCommand {
 public:
  Description description() const override {
    std::string kinds;
    for (const lang::MutationKind kind : lang::mutation_kinds())
      kinds += std::string("  ") + lang::name_of(kind) +
               std::string(14 - std::string(lang::name_of(kind)).size(), ' ') + lang::meaning_of(kind) + "\n";
    return {
        "explore", "make variants of a game, and find those that come closest to your goals",
        "  glint explore laser_lawn --want 'first_player_advantage within 3%' --want 'length 20..60' --budget 2000\n"
        "  glint explore laser_lawn --want 'drama at least 10%' --vary optics --vary light --budget 1000    # only "
        "beams\n"
        "  glint explore laser_lawn --want 'drama at least 10%' --budget 20000 --out found --html found.html\n"
        "Each variant is a short script. Broken ones are rejected, with the reason; the others race for the "
        "budget,\n"
        "and the finalists play again. A want is `MEASURE within W`, `within W of V`, `at least V`, `at most V`, or\n"
        "`LOW..HIGH`, by the measures of `glint study`. `weight N` after it makes it count more.\n"
        "What may change (--vary, --fix): a declaration, such as `place` or `piece emitter`, or a kind of change:\n" +
            kinds +
            "Next: `glint play FOLDER/NAME.glint` plays what was found, `glint diff GAME FOLDER/NAME.glint` explains "
            "it."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.texts("--want", wants_, "'MEASURE ...'",
                    "what a good game is like; may be repeated (first_player_advantage within 3%)");
    arguments.texts("--vary", plan_.may.vary, "WHAT", "change only this; may be repeated (everything)");
    arguments.texts("--fix", plan_.may.fix, "WHAT", "never change this; may be repeated");
    arguments.budget(seconds_,
                     "how many games to play, at least " + std::to_string(ExplorePlan::kFewestGames) +
                         " (10000); or about how long: 30s, 5m, 1h",
                     &budget_, 1, static_cast<int>(ExplorePlan::kMostGames));
    arguments.number("--candidates", candidates_, 1, static_cast<int>(ExplorePlan::kMostCandidates),
                     "number of variants to look at (one for each 160 games)");
    arguments.number("--keep", keep_, 0, static_cast<int>(ExplorePlan::kMostKept),
                     "number of finalists (one for each 2000 games, 3 to 8)");
    arguments.text("--bot", bot_, "BOT", "which bot plays (greedy)");
    arguments.number("--max-plies", plan_.max_plies, 1, StudyPlan::kMostPlies,
                     "stop a game as unfinished after N plies (400)");
    arguments.text("--out", out_, "FOLDER", "write the best scripts to this folder, which must be new or empty, and found.json with the results");
    arguments.text("--html", html_, "FILE", "also write a gallery of what was found, as one HTML page");
    arguments.number("--threads", threads_, 1, kMostThreads,
                     "number of threads; does not change the result (one per core)");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    check_output(html_, "--html", Output::page, common_.json);
    if (out_ == "-") stop(kUsage, "`-` is the standard output, and --out takes a folder", "for a folder of this name write `./-`");
    const Game game = load_game(game_, common_, console);
    const VariedParent parent(game, name_in_variants(game), read_settings(common_.settings, "--set"));
    const int threads = threads_ > 0 ? threads_ : all_threads();
    ThreadedHost host(parent.game(), parent.of(), common_.paths, threads, console);
    read_plan(parent);
    if (seconds_ > 0) {
      plan_.games = games_in_time(game, host, console);
      console.err << "--budget " << plan_.games << " is about what that time allows\n";
      check(parent);
    }
    if (out_) make_folder(*out_);
    const Exploration found = explore(parent, plan_, host);
    const ExploreReport explored{parent, plan_, found, out_.value_or(""), threads};
    const report::Document document = explore_document(explored, host);
    report_document(console, document, {common_.json, html_});
    if (out_) write_found(explored, document);
    return kDone;
  }

 private:
  /// How variants call their game; a script of one's own is copied under this name. Bundled names go before others in
  /// every `of`.
  std::string name_in_variants(const Game& game) const {
    const std::optional<lang::SourceFile> namesake = bundled_script(game.id());
    if (namesake && namesake->text != game.program().sources->file(0).text)
      stop(kUsage, "a variant of `" + game.id() + "` is one of the bundled game, not of `" + input_name(game_) + "`",
           "give the script another name");
    return game.id();
  }

  void read_plan(const VariedParent& parent) {
    if (wants_.empty()) wants_ = {"first_player_advantage within 3%"};
    for (const std::string& text : wants_) {
      Result<Want> want = read_want(text);
      if (!want) stop(kUsage, "--want: " + want.errors()[0].message, want.errors()[0].help);
      plan_.wants.push_back(std::move(*want));
    }
    plan_.seed = common_.seed.value_or(1);
    plan_.kept = static_cast<std::size_t>(keep_);
    if (bot_) plan_.racer = *bot_;
    plan_.candidates = static_cast<std::size_t>(candidates_);
    plan_.games = seconds_ > 0 ? ExplorePlan::kMostGames : static_cast<std::uint64_t>(budget_);
    check(parent);
  }
  void check(const VariedParent& parent) const {
    if (auto error = check_plan(plan_, parent)) stop(kUsage, {plain_error(error->message, error->help)});
  }

  /// How many games fit into the time, as quick as those of the game itself are in a twentieth of it, or one of them.
  /// Variants are built, too, which is left some room.
  std::uint64_t games_in_time(const Game& game, ThreadedHost& host, Console& console) const {
    StudyPlan plan;
    plan.players.assign(game.players().size(), plan_.racer);
    plan.games = StudyPlan::kMostGames;
    plan.max_plies = plan_.max_plies;
    plan.covered = 0;
    const double begin = console.seconds();
    std::uint64_t played = 0;
    for (; console.seconds() - begin < seconds_ / 20; played = 2 * played + 1)
      if (const auto error = host.play({{&game, game.id(), plan, played, 2 * played + 1}})[0].error) stop(kNo, {*error});
    const double seconds = console.seconds() - begin;
    const double games = 0.8 * (seconds_ - seconds) * static_cast<double>(played) / seconds;
    return static_cast<std::uint64_t>(std::clamp<double>(games, 0, ExplorePlan::kMostGames));
  }

  void write_found(const ExploreReport& explored, const report::Document& document) const {
    if (!bundled_script(explored.parent.of())) write_parent(explored.parent, *out_);
    for (const Finalist& one : explored.found.finalists)
      if (const Explored& candidate = explored.found.candidates[one.number]; one.number != 0)
        create_file(*out_ + "/" + candidate.name + ".glint", candidate.script);
    create_file(*out_ + "/found.json", json_text(report::json_of(document)));
  }

  std::vector<std::string> wants_;
  std::optional<std::string> bot_, out_, html_;
  double seconds_ = 0;
  int budget_ = 10'000, candidates_ = 0, keep_ = 0, threads_ = 0;
  ExplorePlan plan_;
};

}  // namespace

std::unique_ptr<Command> make_explore() { return std::make_unique<Explore>(); }

}  // namespace glint::cli
