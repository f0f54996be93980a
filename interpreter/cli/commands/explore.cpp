// glint explore: makes variants of a game, and finds those that best fit the wants.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/exploring/explore_host.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/played_again.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/report/document.hpp"
#include "interpreter/report/study.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// Makes the folder of --out before the work whose results go there.
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

// ---- the report as a document: for the terminal, as JSON, and as a page with a gallery ----

/// The exploration, and the place of its results.
struct ExploreReport {
  const VariedParent& parent;
  const ExplorePlan& plan;
  const Exploration& found;
  std::string folder;  // the folder of --out; empty without it
  int threads = 1;     // to play the games again that a page shows
};

using report::Sentences;
using view::escape;
using Look = report::Column::Look;

std::string loss_text(double loss) { return number_text(loss, 3); }

const Finalist* parent_of(const Exploration& found) {
  for (const Finalist& one : found.finalists)
    if (one.number == 0) return &one;
  return nullptr;
}

/// The measures that are wanted, each once, of the fresh games of a finalist: those that it has, with intervals that
/// hold together with all others.
std::vector<std::pair<std::string, std::optional<Measure>>> wanted_measures(const ExploreReport& explored,
                                                                            const StudyTally& tally) {
  std::vector<std::pair<std::string, std::optional<Measure>>> measures;
  const std::vector<MeasureKind> kinds = measures_in(explored.parent.game(), explored.found.fresh_plan);
  for (const Want& want : explored.plan.wants)
    for (const MeasureKind& kind : kinds)
      if (kind.id == want.measure &&
          std::none_of(measures.begin(), measures.end(), [&](const auto& one) { return one.first == kind.id; }))
        measures.emplace_back(kind.id, measure_of(kind, tally, static_cast<double>(explored.found.fresh_looks)));
  return measures;
}

// ---- sentences

/// A warning that the game itself would be thrown out, were it a variant; empty if all is well.
std::string warning_of(const ExploreReport& explored) {
  const Exploration& found = explored.found;
  const std::string title = explored.parent.game().title();
  std::optional<Rejection> fault = found.parent_fault;
  std::string players = "random players";
  if (const Finalist* parent = parent_of(found); !fault && parent != nullptr) {
    fault = fault_of(explored.parent.game(), found.fresh_plan, parent->fresh);
    players = explored.plan.racer;
  }
  if (!fault) return "";
  return title + " itself would be left out, were it a variant (" + name_of(fault->reason) + "): with " + players +
         ", " + fault->why + ". So the results for its variants may mean little" +
         (fault->reason == Reason::never_ends ? "; try a larger --max-plies." : ".");
}

/// The number of games that would decide whether a finalist is as wanted, if its averages stay: an interval narrows
/// with the square root of their number.
std::string needed_text(const ExploreReport& explored, const Finalist& one) {
  constexpr double kMost = 1e6;
  double times = 1;
  for (const auto& [id, measure] : wanted_measures(explored, one.fresh))
    for (const Want& want : explored.plan.wants) {
      if (want.measure != id || !measure) continue;
      if (measure->interval.low >= want.low && measure->interval.high <= want.high) continue;
      const double low = (measure->value - measure->interval.low) / std::max(1e-9, measure->value - want.low);
      const double high = (measure->interval.high - measure->value) / std::max(1e-9, want.high - measure->value);
      times = std::max(times, std::max(low, high) * std::max(low, high));
    }
  const double games = times * static_cast<double>(explored.plan.games);
  return games > kMost ? "its averages are too near the bounds for games to decide it"
                       : "a budget of about " + grouped(static_cast<std::uint64_t>(std::ceil(games / 1000)) * 1000) +
                             " games would decide it";
}

/// The finding, the best first: the variant that comes closest, and whether it also led the race.
std::vector<std::string> verdict_of(const ExploreReport& explored) {
  const Exploration& found = explored.found;
  const std::string title = explored.parent.game().title();
  std::vector<const Finalist*> all;
  for (const Finalist& one : found.finalists)
    if (one.number != 0) all.push_back(&one);
  if (all.empty())
    return {"None of " + lang::counted(found.candidates.size() - 1, "variant") + " of " + title +
            " remained: the table says why."};
  const Finalist& best = *all.front();
  const std::string name = lang::marked(found.candidates[best.number].name);
  std::string first = best.loss.high == 0 ? name + " meets all wants, with 95 % confidence"
                      : best.loss.value > 0
                          ? name + " comes closest to what is wanted: its loss is " + loss_text(best.loss.value) +
                                " (at most " + loss_text(best.loss.high) + ")"
                          : name + " is as wanted on average, but that is not decided (loss at most " +
                                loss_text(best.loss.high) + "): " + needed_text(explored, best);
  if (const Finalist* parent = parent_of(found)) {
    first += ". " + title + " itself has a loss of " + loss_text(parent->loss.value);
    first += best.loss.high < parent->loss.low      ? ", which is more with 95 % confidence"
             : best.loss.value < parent->loss.value ? "; these games do not show that the difference is real"
                                                    : ", so no variant comes closer than the game itself";
  }
  std::vector<std::string> sentences = {first + "."};
  const Finalist& raced = **std::min_element(
      all.begin(), all.end(), [](const Finalist* a, const Finalist* b) { return a->race_rank < b->race_rank; });
  if (raced.loss.value > best.loss.value)
    sentences.push_back("The ranking flips with fresh games: `" + found.candidates[raced.number].name +
                        "` led the race and is now number " + std::to_string(raced.rank) +
                        (best.loss.high < raced.loss.low ? ", worse with 95 % confidence."
                                                         : "; these games do not show that the difference is real."));
  else if (all.size() > 1)
    sentences.push_back(raced.number == best.number ? "It led the race, too."
                                                    : "In the race it was number " + std::to_string(best.race_rank) + ".");
  return sentences;
}

/// The meaning of a loss; and the number of single changes tried, unless all were.
std::vector<std::string> notes_of(const ExploreReport& explored) {
  std::vector<std::string> notes = {
      "The loss says how far a game is from what is wanted: 0 means that all wants are met, and 1 is the worst."};
  const std::vector<std::size_t> allowed = explored.parent.allowed(explored.plan.may);
  std::set<std::size_t> tried;
  for (const Explored& one : explored.found.candidates) tried.insert(one.made.begin(), one.made.end());
  if (tried.size() < allowed.size())
    notes.push_back(grouped(tried.size()) + " of " + grouped(allowed.size()) +
                    " single changes that may be made were tried.");
  return notes;
}

/// The first broken variants, each with the reason. Variants that were only outranked are not listed.
std::vector<std::string> broken_lines(const Exploration& found) {
  constexpr std::size_t kMost = 10;
  std::vector<std::string> lines;
  std::size_t broken = 0;
  for (const Explored& one : found.candidates)
    if (one.gone && one.gone->reason != Reason::outranked && ++broken <= kMost)
      lines.push_back(one.name + ": " + one.what + " (" + name_of(one.gone->reason) +
                      (one.gone->why.empty() ? ")" : ": " + one.gone->why + ")"));
  if (broken > kMost) lines.push_back("and " + grouped(broken - kMost) + " more: --html FILE and --json list them all");
  return lines;
}

// ---- tables

report::Table stages_table(const Exploration& found) {
  report::Table table;
  for (std::size_t i = 0; i < found.stages.size(); ++i) {
    const auto& [name, came, left, games] = found.stages[i];
    std::map<Reason, std::uint64_t> counts;
    for (const Explored& one : found.candidates)
      if (one.gone && one.gone_at == i) ++counts[one.gone->reason];
    Json reasons = Json::object();
    for (const auto& [reason, count] : counts) reasons[name_of(reason)] = count;
    table.row();
    table.add({"name", "", Look::word}, {name, name});
    table.add({"entered", "entered"}, {grouped(came), static_cast<std::uint64_t>(came)});
    table.add({"remained", "remained"}, {grouped(left), static_cast<std::uint64_t>(left)});
    table.add({"games", "games"}, {grouped(games), games});
    table.add({"left_out", "left out", Look::note},
              {lang::joined(counts, ", ",
                            [](const auto& each) { return std::to_string(each.second) + " " + name_of(each.first); }),
               reasons});
  }
  return table;
}

report::Table left_out_table(const Exploration& found) {
  report::Table table;
  for (const Explored& one : found.candidates) {
    if (!one.gone) continue;
    table.row();
    table.add({"name", "", Look::word}, {one.name, one.name});
    table.add({"reason", "", Look::word}, {name_of(one.gone->reason), name_of(one.gone->reason)});
    table.add({"what", "", Look::note}, {one.what, one.what});
    table.add({"why", "", Look::note}, {one.gone->why, one.gone->why});
  }
  return table;
}

Result<Game> game_of(const ExploreReport& explored, const Finalist& one, ExploreHost& host) {
  const Explored& candidate = explored.found.candidates[one.number];
  return one.number == 0 ? Result<Game>(explored.parent.game()) : host.build(candidate.script, candidate.name);
}

/// The representative one of its fresh games, with a few moments evenly spread, the last one among them; null if no
/// game has ended.
Json game_json(const ExploreReport& explored, const Finalist& one, ExploreHost& host) {
  constexpr std::size_t kMoments = 6;
  const std::optional<GameEnd> usual = representative(one.fresh);
  const Result<Game> game = game_of(explored, one, host);
  if (!usual || !game) return {};
  const auto played =
      play_again(*game, explored.found.candidates[one.number].name, explored.found.fresh_plan, usual->game);
  if (!played) return {};
  Record begin = played->record;
  const std::vector<std::string> moves = std::exchange(begin.moves, {});
  Result<Replayed> at = replay(*game, begin);
  Json moments = Json::array();
  for (std::size_t ply = 1; at && ply <= moves.size(); ++ply) {
    if (at->position.play(moves[ply - 1])) return {};
    if (ply * kMoments / moves.size() == (ply - 1) * kMoments / moves.size()) continue;
    moments.push_back(Json{{"ply", static_cast<std::uint64_t>(ply)}, {"position", at->position.text()}});
  }
  return Json{{"number", usual->game}, {"moves", moves}, {"moments", moments}};
}

report::Table finalists_table(const ExploreReport& explored, ExploreHost& host) {
  report::Table table;
  for (const Finalist& one : explored.found.finalists) {
    const Explored& candidate = explored.found.candidates[one.number];
    const bool is_parent = one.number == 0;
    const auto& [held, of] = std::pair(candidate.tests.held, candidate.tests.of);
    table.row();
    table.add({"name", "", Look::word}, {is_parent ? explored.parent.game().title() + " itself"
                                                   : std::to_string(one.rank) + ". " + candidate.name,
                                         candidate.name});
    table.data("is_parent", is_parent);
    table.add({"loss", "loss"},
              {loss_text(one.loss.value), {{"value", one.loss.value}, {"low", one.loss.low}, {"high", one.loss.high}}});
    Json measures = Json::object();
    for (const auto& [id, measure] : wanted_measures(explored, one.fresh)) {
      table.add({"", id}, {measure ? report::estimate_text(*measure) : "-"});
      if (measure) measures[id] = report::estimate_json(*measure);
    }
    table.data("measures", measures).data("rank", static_cast<std::uint64_t>(one.rank));
    table.add({"race_rank", "in the race"},
              {is_parent ? "-" : std::to_string(one.race_rank), static_cast<std::uint64_t>(one.race_rank)});
    table.add({"tests_held", "tests that hold"},
              {of > 0 ? std::to_string(held) + " of " + std::to_string(of) : "-", static_cast<std::uint64_t>(held)});
    table.data("tests", static_cast<std::uint64_t>(of));
    table.add({"what", "what changes", Look::word, report::kTerminal | report::kJson},
              {candidate.what, candidate.what});
    table.data("script", candidate.script).data("game", game_json(explored, one, host));
  }
  return table;
}

// ---- the gallery

/// The shell commands for a variant.
std::string commands_for(const ExploreReport& explored, const Explored& candidate) {
  const std::string folder = explored.folder.empty() ? "" : explored.folder + "/", &of = explored.parent.of();
  const std::string path = escape(folder + candidate.name + ".glint");
  const bool is_bundled = bundled_script(of).has_value();  // a game of one's own lies beside its variants
  return "<pre>glint play " + path + "\nglint diff " + escape(is_bundled ? of : folder + of + ".glint") + " " +
                     path + "\nglint study " + path + " --seat '*=" + escape(explored.plan.racer) +
                     "' --games 1000</pre>\n";
}

std::string gallery(const ExploreReport& explored, ExploreHost& host) {
  std::string html = "<style>pre { background: var(--code); padding: 8px 12px; white-space: pre-wrap; "
                     "overflow-wrap: anywhere; font-size: 13px; }</style>\n";
  for (const Finalist& one : explored.found.finalists) {
    const Explored& candidate = explored.found.candidates[one.number];
    const Result<Game> game = game_of(explored, one, host);
    if (one.number == 0 || !game) continue;
    StudyPart part;
    part.header = header_of(*game, candidate.name, explored.found.fresh_plan);
    part.header.plan.games = one.fresh.games;
    part.tally = one.fresh;
    const report::ShownGames shown = shown_games(*game, part, {candidate.name + "-", explored.threads, 1});
    html += "<h2>" + std::to_string(one.rank) + ". " + escape(candidate.name) + "</h2>\n<p>" +
            report::with_code(candidate.what) + "</p>\n<div class=\"row boards\">\n<div>" + shown.lead +
            "</div>\n<div>" + commands_for(explored, candidate) + "<pre>" + view::escape_lines(candidate.script) +
            "</pre>\n</div>\n</div>\n<details><summary>A representative game</summary>\n" + shown.games +
            "</details>\n";
  }
  return html;
}

/// The document refers to both, and `host` builds the finalists again, for their games.
report::Document explore_document(const ExploreReport& explored, ExploreHost& host) {
  const auto& [parent, plan, found, folder, threads] = explored;
  std::uint64_t games = 0;
  for (const StageCount& stage : found.stages) games += stage.games;
  const std::string title = parent.game().title(), warning = warning_of(explored);
  std::vector<std::string> head = {
      title + ": " + lang::counted(found.candidates.size() - 1, "variant") + ", " + grouped(games) + " games, seed " +
          std::to_string(plan.seed),
      "wanted: " + lang::joined(plan.wants, "; ", [](const Want& want) { return want.text; })};
  if (!warning.empty()) head.push_back("warning: " + warning);
  std::vector<std::string> last = {
      "In brackets: 95 % confidence intervals. All of them hold at once in 95 of 100 explorations."};
  if (!folder.empty()) last.push_back("The scripts are in `" + folder + "`, and found.json, which the studio opens.");

  report::Document document{title, "variants", {}};
  std::vector<report::Part>& parts = document.parts;
  document.data("game", parent.game().id());
  document.data("title", title);
  document.data("seed", plan.seed);
  document.data("wanted", list_of(plan.wants, [](const Want& want) { return Json(want.text); }));
  document.data("budget", plan.games);
  document.data("games", games);
  document.data("bot", plan.racer);
  document.data("warning", warning);
  parts.push_back({"", "", Sentences{head}, report::kPeople});
  parts.push_back({"verdict", "", Sentences{verdict_of(explored), Sentences::Look::verdict}});
  parts.push_back({"", "", Sentences{notes_of(explored)}, report::kPeople});
  parts.push_back({"stages", "Stages", stages_table(found)});
  parts.push_back(
      {"", "Left out, for example", Sentences{broken_lines(found), Sentences::Look::list}, report::kTerminal});
  parts.push_back({"finalists", "The best variants", finalists_table(explored, host), report::kEverywhere,
                   ", by fresh games of " + plan.racer});
  parts.push_back({"", "", Sentences{last}, report::kPeople});
  parts.push_back(
      {"", "", report::Figures{{"", [&explored, &host] { return gallery(explored, host); }}}, report::kPage});
  parts.push_back({"left_out", "Variants that were left out", left_out_table(found), report::kPage | report::kJson});
  return document;
}

// ---- the command ----

class Explore : public GameCommand {
 public:
  void complete(std::string& examples) const override {
    std::string kinds;
    for (const lang::MutationKind kind : lang::mutation_kinds())
      kinds += std::string("  ") + lang::name_of(kind) +
               std::string(14 - std::string(lang::name_of(kind)).size(), ' ') + lang::meaning_of(kind) + "\n";
    const std::string hole = "{kinds}\n";
    examples.replace(examples.find(hole), hole.size(), kinds);
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
    arguments.text("--bot", bot_, "BOT", "which bot plays (greedy); best: what suits the rules");
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
  /// The name of their game in variants; a script of one's own is copied under this name. Bundled names go before
  /// others in every `of`.
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
    // Learned values are for the rules of one game, and each variant has its own.
    if (plan_.racer == "best" || plan_.racer.starts_with("best:")) plan_.racer.replace(0, 4, fitting_bot(parent.game()));
    plan_.candidates = static_cast<std::size_t>(candidates_);
    plan_.games = seconds_ > 0 ? ExplorePlan::kMostGames : static_cast<std::uint64_t>(budget_);
    check(parent);
  }
  void check(const VariedParent& parent) const {
    if (auto error = check_plan(plan_, parent)) stop(kUsage, {plain_error(error->message, error->help)});
  }

  /// The number of games that fit into the time, by the speed of the game's own in a twentieth of it, or of one.
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
