// glint study: plays many games and measures what they show about the rules.
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/sweep.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/cli/report/ladder.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/study_plan.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/lab/study/questions.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Study : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, a script, or a study file (.json)");
    arguments.number("--games", games_,
                     "number of games (1000; with --until at most 1000000; on each rung of --ladder 200)");
    options_.declare(arguments);
    arguments.texts(
        "--sweep", swept_, "OPTION=VALUES",
        "study each of these values (5,7,9 or 3..6; just OPTION: all of them); repeated: every combination");
    arguments.text("--until", until_, "'MEASURE within W'",
                   "stop when the 95 % interval is this narrow: 'first_player_advantage within 2%'");
    arguments.texts("--without", without_, "piece:X|move:Y",
                    "study play without this piece or move, first for all seats, then for each alone (move:Y@SEAT: only this one)");
    arguments.flag("--coverage", coverage_,
                   "report which lines of the rules ran, in all games (else in the first 10)");
    arguments.text("--out", out_, "FILE",
                   "save the games in this file, and resume from it if it exists; F.json is F.0.json, F.1.json ... for "
                   "the rungs of --ladder");
    arguments.text("--html", html_, "FILE", "also write the report as one HTML page with plots");
    arguments.text("--show", show_, "N|NAME",
                   "replay one game of the study: its number from 0, or " + lang::joined(names_of_chosen_games()));
    arguments.text("--save", save_, "FILE", "with --show: save that game as a record in this new file");
    arguments.text("--records", records_, "FOLDER",
                   "beside the bots' games those of people, whose records are in this folder");
    arguments.flag("--ladder", ladder_,
                   "play mcts against itself with half the effort, then double both, and again");
    arguments.flag("--strong", strong_, "ask better bots, too: against these, in all seats, and how much is luck");
    arguments.flag("--openings", openings_, "compare first moves, each in games of the same seeds");
    arguments.number("--doublings", doublings_, 1, 40, "with --ladder: at most N doublings (8)");
    values_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    has_deadline_ = static_cast<bool>(common_.limits.stop);
    if (!show_ && save_) stop(kUsage, "--save needs --show: which game?", "for example --show 0");
    if (show_ && ladder_) stop(kUsage, "--show and --ladder exclude each other");
    const char* const more = strong_ ? "--strong" : openings_ ? "--openings" : nullptr;
    if (more && (show_ || ladder_))
      stop(kUsage, std::string(more) + " and " + (show_ ? "--show" : "--ladder") + " exclude each other");
    if (records_ && (show_ || ladder_ || more || out_ || until_ || coverage_ || !swept_.empty() || !without_.empty()))
      stop(kUsage, "--records goes with the options of bots, --games, --set, --json and --html alone");
    check_output(html_, "--html", Output::page, common_.json);
    check_apart(out_, html_, "--out and --html");
    // No script begins with a brace.
    const bool is_study = game_ == "-" ? console.in.peek() == '{' : std::filesystem::path(game_).extension() == ".json";
    const StopsWork stops(common_.limits);
    if (is_study) return report_file(console);
    const Game game = load_game(game_, common_, console);
    std::vector<std::string>& seats = options_.seats;
    values_.is_quiet = lang::joined(seats).find("=best") == std::string::npos;
    if (strong_) seats.push_back("*=best");  // its values
    learned_ = values_.take(seats, game, game_, console);
    if (strong_) seats.pop_back();
    const auto plays_by_values = [](const std::string& seat) { return is_learned(seat.substr(seat.find('=') + 1)); };
    if (std::any_of(seats.begin(), seats.end(), plays_by_values) && (out_ || !swept_.empty()))
      stop(kUsage, "a bot that plays by learned values cannot be in a study with --out or --sweep",
           "files of studies do not keep the values, and other options need other values");
    if (ladder_) return climb_ladder(game, console);
    std::vector<Variation> variations = swept_.empty() ? restricted(game) : swept(game);
    std::optional<PeoplesGames> people;
    if (records_) {
      people = read_people(*records_, game, console);
      variations[0].label = "bots";
      variations.push_back(variation(game, "people"));
      variations[1].part.header.plan = people->plan(variations[0].part.header.plan);
    }
    const bool several = variations.size() > 1;
    if (const char* const one = out_ ? "--out" : coverage_ ? "--coverage" : show_ ? "--show" : more; several && one)
      stop(kUsage, std::string(one) + " takes one study, and this makes " + std::to_string(variations.size()),
           swept_.empty() ? "say which seat to restrict: --without move:NAME@SEAT"
                          : "give one value with --set instead");
    if (show_) {
      if (out_ || html_ || coverage_)
        stop(kUsage, "--show shows one game: leave out --out, --html and --coverage");
      if (!is_chosen_by_name(*show_, variations[0].part.header.plan))
        return print_result(variations[0].game, variations[0].part, console);
    }
    StudyRun run;
    run.threads = options_.threads();
    if (until_) {
      run.until = read_until(*until_);
      for (Variation& one : variations) {
        if (const auto error = check_want(*run.until, one.game, one.part.header.plan))
          stop(kUsage, "--until: " + error->message, error->help);
        one.part.header.plan.looks = StudyLooks(one.part.header.plan).count();
      }
    }
    for (Variation& one : variations) {
      if (out_) {
        check_replaceable(*out_);
        run.file = *out_;
        if (has_content(*out_)) go_on(*out_, one.part, console);
      }
      if (several) {
        run.label = one.label;
        run.log = &one.log;
      }
      if (auto error = run_study(one.game, one.part, run, console)) stop(kNo, {*error});
      if (run.until && !is_known(*run.until, one.game, one.part.header.plan, one.part.tally))
        console.err << "note: " << (several ? one.label + ": " : "") << "after " << grouped(one.part.tally.games)
                    << " games `" << run.until->measure << "` is still less precise than --until asks for\n";
    }
    if (several) {
      const std::size_t base = base_of(game, variations);
      const ReportForms forms{common_.json, html_, coverage_, run.threads};
      report_variations(console, variations, base, forms, people ? &*people : nullptr);
      return kDone;
    }
    return print_result(variations[0].game, variations[0].part, console);
  }

 private:
  // ---- single games, and ladders ----

  /// The game that `--show` names, or the report.
  int print_result(const Game& game, const StudyPart& part, Console& console) const {
    if (show_) {
      show_study_game(console, game, part, *show_, {common_.json, save_});
      return kDone;
    }
    const ReportForms forms{common_.json, html_, coverage_, options_.threads()};
    Asked asked;
    const Result<std::vector<Question>> questions =
        questions_of(game, part.header, {strong_, values_.proven, openings_}, asked);
    if (!questions) stop(questions.errors()[0].code.empty() ? kUsage : kNo, questions.errors());
    for (const Question& one : *questions) {
      StudyPart its;
      its.header = one.header;
      GameLog log;
      const StudyRun run{.threads = forms.threads, .label = one.label, .log = one.is_logged ? &log : nullptr};
      if (auto error = run_study(game, its, run, console)) stop(kNo, {*error});
      one.take(its.tally, log);
    }
    report_document(console, study_report(game, part, forms, std::move(asked)), forms);
    return kDone;
  }

  /// Reports a saved study, or shows a game of it: the file says which games were played.
  int report_file(Console& console) const {
    if (games_ || until_ || out_ || records_ || ladder_ || strong_ || openings_ || (show_ && (html_ || coverage_)) ||
        options_.rotates || options_.evaluation || options_.max_plies != 2000 || common_.seed ||
        !common_.settings.empty() || !options_.seats.empty() || !swept_.empty() || !without_.empty() ||
        !options_.draws.empty())
      stop(kUsage, "a study file says what was played: only --json, --path, --limit, --threads, --html and --coverage go with it",
           "with --show: --json, --path, --limit and --save");
    auto [game, part] = open_study(game_, common_.paths, common_.limits, console);
    std::uint64_t& games = part.header.plan.games;
    const std::uint64_t planned = std::exchange(games, part.games.size());
    if (!show_ || is_chosen_by_name(*show_, part.header.plan)) {
      if (const std::uint64_t plies = plies_by_seed(part); !has_deadline_ && plies > kMostUnasked)
        stop(kUsage, "to count the games of this study again may take minutes: they have " + grouped(plies) + " plies",
             "say how long it may take: `--limit seconds=600`");
      // An error of the file has no code.
      if (auto error = run_study(game, part, {options_.threads()}, console))
        stop(error->code.empty() ? kUsage : kNo, {*error});
    }
    if (!show_ && games < planned)
      console.err << "note: only " << grouped(games) << " of " << grouped(planned)
                  << " games were played: the command that wrote this file resumes it\n";
    games = planned;
    return print_result(game, part, console);
  }

  int climb_ladder(const Game& game, Console& console) const {
    if (until_ || options_.rotates || coverage_ || options_.evaluation || !swept_.empty() || !without_.empty())
      stop(kUsage,
           "--ladder is a separate kind of study: leave out --until, --rotate, --coverage, --evaluate, "
           "--sweep and --without");
    climb(console, game, header_of(game, game_, read_plan(game)),
          {doublings_, options_.threads(), common_.json, html_, out_});
    return kDone;
  }

  // ---- what is studied ----

  Variation variation(const Game& game, std::string label, std::vector<Restriction> without = {}) const {
    Variation one{std::move(label), game, {}};
    StudyPlan plan = read_plan(game);
    plan.without = std::move(without);
    one.part.header = header_of(game, game_, plan);
    return one;
  }

  /// The game as it is, and each restriction of `--without`. One that names no seat is studied for all seats together
  /// and for each seat alone.
  std::vector<Variation> restricted(const Game& game) const {
    std::vector<Variation> all;
    const auto add = [&](const Restriction& restriction) {
      all.push_back(variation(game, {}, {restriction}));
      all.back().label = "without " + all.back().part.header.without[0];
    };
    // For files and single games, a restriction of one seat is a study by itself, without a comparison.
    const bool single = without_.size() == 1 && (out_ || show_) && without_[0].find('@') != std::string::npos;
    if (!single) all.push_back(variation(game, "as it is"));
    for (const std::string& text : without_) {
      Restriction one = read_without(text, game);
      add(one);
      if (one.seat >= 0 || game.is_team() || game.players().size() < 2) continue;
      for (std::size_t seat = 0; seat < game.players().size(); ++seat) {
        one.seat = static_cast<int>(seat);
        add(one);
      }
    }
    return all;
  }

  /// All combinations of the values that are given for options.
  std::vector<Variation> swept(const Game& game) const {
    if (!without_.empty()) stop(kUsage, "--sweep and --without exclude each other");
    std::vector<Variation> variations;
    for (const Settings& settings : swept_settings(game, swept_, read_settings(common_.settings, "--set"))) {
      std::string label = lang::joined(settings, " ", [](const auto& each) { return each.first + "=" + each.second; });
      const Result<Game> built = built_with(game, settings);
      if (!built) stop(kNo, built.errors());
      variations.push_back(variation(*built, std::move(label)));
    }
    return variations;
  }

  /// The study with which the others are compared: the one with default options, else the first.
  static std::size_t base_of(const Game& game, const std::vector<Variation>& variations) {
    const Settings options = header_of(game, "", {}).options;
    const auto base = std::find_if(variations.begin(), variations.end(), [&](const Variation& one) {
      return one.part.header.without.empty() && one.part.header.options == options;
    });
    return base == variations.end() ? 0 : static_cast<std::size_t>(base - variations.begin());
  }

  StudyPlan read_plan(const Game& game) const {
    StudyPlan plan = options_.plan(game, common_, games_.value_or(until_ ? 1'000'000 : ladder_ ? 200 : 1000),
                                   ladder_ ? "mcts:16" : "random");
    if (coverage_) plan.covered = plan.games;
    plan.learned = learned_;
    plan.note = values_.passed_over;
    return plan;
  }

  /// Plies of random games that a stranger's file may ask for.
  static constexpr std::uint64_t kMostUnasked = 20'000'000;

  std::vector<std::string> swept_, without_;
  std::optional<std::uint64_t> games_;
  std::optional<std::string> until_, out_, html_, show_, save_, records_;
  bool coverage_ = false, ladder_ = false, strong_ = false, openings_ = false, has_deadline_ = false;
  int doublings_ = 8;
  StudyOptions options_;
  ValuesOption values_;
  JudgeMaker learned_;
};

}  // namespace

std::unique_ptr<Command> make_study() { return std::make_unique<Study>(); }

}  // namespace glint::cli
