// glint learn: learns the worth of positions of a game, from games that it plays against itself.
#include <memory>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/learn/as_script.hpp"
#include "interpreter/learn/match.hpp"
#include "interpreter/learn/self_play.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// While it learns, values are tried so often, the last time in the end: one ply ahead, by this bot and by themselves.
constexpr int kTrials = 4;
constexpr const char *kTried = "learned:1", *kTrier = "mcts:100";

/// The thinking time of both players of a match for a move, if learning has a time, too.
constexpr const char* kMoment = "20ms";

class Learn : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.text("-o,--out", out_, "FILE", "write the values into this file");
    arguments.required("--out");
    arguments.number("--games", games_, 0, 1'000'000'000, "how many games to learn from (10000)");
    arguments.budget(seconds_, "learn for so long: 30s, 5m, 1h; the matches come after it");
    arguments.text("--resume", before_, "FILE", "go on from these values; with --games 0 they stay as they are");
    arguments.flag("--as-script", as_script_,
                   "also print the values as a `heuristic` of the ten terms that matter most");
    arguments.number("--matches", matches_, 0, 10'000, "games of each match at the end; 0: no matches (40)");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (games_ == 0 && !before_) stop(kUsage, "--games takes a whole number from 1, or with --resume 0");
    if (games_ >= 0 && seconds_ > 0) stop(kUsage, "--games and --budget exclude each other");
    const Game game = load_game(game_, common_, console);
    if (const auto error = cannot_play({"learned", {1, 0}}, game)) stop(kUsage, {*error});
    check_output(out_, "--out", Output::values, false);
    check_replaceable(*out_);
    std::optional<LearnedValues> before;
    if (before_) before = read_learned(*before_, game, console);
    const std::uint64_t seed = common_.seed.value_or(before ? before->seed : 1);
    Learning learning(game, seed, before ? &*before : nullptr);
    learn(learning, console);
    LearnedValues learned{learning.values(), learning.games(), seed, {}};
    bool was_stopped = stopped(game.program()).has_value();
    if (before && games_ == 0)
      learned.matches = before->matches;
    else if (!was_stopped)
      was_stopped = !play_matches(learned, learning.branching(), console);
    replace_file(*out_, to_text(learned));
    const Result<std::string> script = as_script_ && !was_stopped ? as_script(learned) : std::string();
    if (!script) stop(kNo, script.errors());
    report(learned, was_stopped, *script, console);
    return kDone;
  }

 private:
  /// Until the games are played, the time is over, or the host stops.
  void learn(Learning& learning, Console& console) {
    const double begin = console.seconds();
    const std::uint64_t first = learning.games();
    const std::uint64_t games = first + (games_ >= 0 ? static_cast<std::uint64_t>(games_) : 10'000);
    const auto done = [&] {
      return seconds_ > 0 ? (console.seconds() - begin) / seconds_
                          : static_cast<double>(learning.games() - first) / static_cast<double>(games - first);
    };
    last_ = judge_by(std::make_shared<const Values>(learning.values()));
    last_games_ = first;
    int trials = 0;
    Progress progress(console, "", seconds_ > 0 ? "seconds" : "games",
                      seconds_ > 0 ? static_cast<std::uint64_t>(seconds_) : games);
    while (done() < 1) {
      if (const auto error = learning.play()) {
        if (error->code == lang::code_name(lang::Code::G0614)) return;
        stop(kNo, {*error});
      }
      progress.show(seconds_ > 0 ? static_cast<std::uint64_t>(console.seconds() - begin) : learning.games());
      if (done() * kTrials < trials + 1) continue;
      trials = static_cast<int>(done() * kTrials);
      progress.hide();
      try_out(learning, console);
    }
  }

  /// Tells how strong the values are so far: a few games, which cost little beside the matches at the end.
  void try_out(const Learning& learning, Console& console) {
    const auto games = static_cast<std::uint64_t>(matches_ / 2);
    if (games == 0) return;
    const auto values = std::make_shared<const Values>(learning.values());
    const Game& game = values->terms->game();
    const Result<std::unique_ptr<Player>> before = make_player(kTried, 1, game, {}, last_);
    if (!before) return;
    MatchPlan plan{kTried, kTrier, games, learning.seed()};
    const Result<Match> bot = play_match(game, judge_by(values), plan);
    plan.other = "itself";
    plan.opponent = before->get();
    const Result<Match> own = play_match(game, judge_by(values), plan);
    if (!bot || !own) return;  // learning, or the matches, will meet it, too
    if (!common_.json)
      console.out << "after " << grouped(learning.games()) << " games, one ply ahead: won " << bot->won << ", drew "
                  << bot->drawn << " of " << games << " against " << kTrier << "; won " << own->won << ", drew "
                  << own->drawn << " against itself after " << grouped(last_games_) << std::endl;
    trials_.push_back(Json{{"games", learning.games()}, {"matches", {json_of(*bot), json_of(*own)}}});
    last_ = judge_by(values);
    last_games_ = learning.games();
  }

  /// False: the host has stopped.
  bool play_matches(LearnedValues& learned, double branching, Console& console) const {
    if (matches_ == 0) return true;
    const JudgeMaker judge = judge_by(std::make_shared<const Values>(learned.values));
    const auto games = static_cast<std::uint64_t>(matches_);
    for (const MatchPlan& plan : gate_of(seconds_ > 0 ? kMoment : "", branching, games, learned.seed)) {
      Progress progress(console, "against " + plan.other, "games", games);
      const Result<Match> match = play_match(learned.values.terms->game(), judge, plan, [&](const Match& so_far) {
        progress.show(so_far.games);
        return true;
      });
      if (!match) learned.matches.clear();  // one alone proves nothing
      if (!match && match.errors()[0].code == lang::code_name(lang::Code::G0614)) return false;
      if (!match) stop(kNo, match.errors());
      learned.matches.push_back(*match);
    }
    return true;
  }

  void report(const LearnedValues& learned, bool was_stopped, const std::string& script, Console& console) const {
    const Terms& terms = *learned.values.terms;
    if (common_.json) {
      const Json matches = list_of(learned.matches, [](const Match& each) { return json_of(each); });
      console.out << json_text(Json{{"out", *out_}, {"games", learned.games}, {"seed", learned.seed},
                                    {"patterns", terms.patterns(0).size()}, {"weights", terms.weights()},
                                    {"symmetries", terms.symmetries().size()}, {"trials", trials_},
                                    {"matches", matches}, {"gain", learned.passed()}, {"stopped", was_stopped},
                                    {"script", script}});
      return;
    }
    console.out << grouped_count(learned.games, "game") << (was_stopped ? " (stopped)" : "") << ", "
                << terms.patterns(0).size() << " patterns, " << lang::counted(terms.symmetries().size(), "symmetry", "symmetries")
                << '\n';
    print_matches(learned.matches, console);
    const std::string use = *out_ == beside(game_, "values") ? "" : "with --values " + lang::escaped(*out_) + ", ";
    console.out << (learned.matches.empty() ? "not tested: `best` does not use these values"
                    : learned.passed()      ? "a gain: " + use + "`best` uses these values"
                                            : "no gain: `best` does not use these values")
                << "\nwritten to " << lang::escaped(*out_) << '\n'
                << (script.empty() ? "" : "\n") << script;
  }

  std::optional<std::string> out_, before_;
  double seconds_ = 0;
  bool as_script_ = false;
  int games_ = -1, matches_ = 40;
  JudgeMaker last_;               // by the values at the last trial,
  std::uint64_t last_games_ = 0;  // after so many games
  std::vector<Json> trials_;
};

}  // namespace

std::unique_ptr<Command> make_learn() { return std::make_unique<Learn>(); }

}  // namespace glint::cli
