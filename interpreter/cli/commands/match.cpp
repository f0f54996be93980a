// glint match: games of a bot against another one, or against a program that speaks UCI or GTP.
#include <algorithm>
#include <memory>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/engines/engine.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/learn/match.hpp"

namespace glint::cli {
namespace {

class MatchCommand : public GameCommand {
 public:
  Description description() const override {
    return {"match", "how strong a bot is against another program",
            "  glint match laser_lawn --seat '*=mcts:500' --against mcts:100    # another bot\n"
            "  glint match othello.glint --seat '*=best:100ms' --against 'gtp-rhino --level=3' --engine othello.gtp\n"
            "  glint match laser_lawn --seat sun=greedy --against random    # in one seat only\n"
            "Each opening, a few random plies, is played in all seats of `--seat`, one after the other. At the end are the\n"
            "games won and drawn, and the 95 % confidence interval of the points (a draw is half a point).\n"
            "With --engine the opponent is a command of the shell that speaks UCI or GTP; FILE says how. It plays games of\n"
            "two players who take turns and see everything. A game of 400 plies is a draw.\n"
            "Next: `glint learn GAME` learns a value for a stronger bot."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script, of two players");
    arguments.texts("--seat", seats_, "SEAT=BOT", "a bot, and the seat in which it plays; *: in both by turns");
    arguments.required("--seat");
    arguments.text("--against", against_, "BOT|COMMAND", "the opponent: another bot, or with --engine a command");
    arguments.required("--against");
    arguments.text("--engine", engine_, "FILE", "a table: the opponent's protocol, and how it writes moves");
    arguments.text("--go", go_, "TEXT", "what a UCI engine may spend: 'depth 6', 'movetime 100' (as the table says)");
    arguments.number("--patience", patience_, 0.1, 86'400, "seconds that an engine may take to answer (60)");
    arguments.number("--games", games_, 1, 1'000'000, "number of games (40)");
    arguments.number("--opening", opening_, 0, 1000, "random plies at the beginning (4)");
    values_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    const Game game = load_game(game_, common_, console);
    if (game.players().size() != 2 || game.is_team()) stop(kUsage, "a match needs a game of two opponents");
    const Contestant opponent = opponent_in(game, console);
    std::vector<std::string> all = seats_;
    if (!engine_) all.push_back("*=" + *against_);
    judge_ = values_.take(all, game, game_, console);
    if (!engine_) {
      other_ = read_seats(game, {all.back()}, "", false, "--against")[0];
      all.pop_back();
    }
    const std::vector<std::string> bots = read_seats(game, all, "", false);
    MatchPlan plan{"", engine_ ? *against_ : other_, static_cast<std::uint64_t>(games_), common_.seed.value_or(1), opening_, 400, {}};
    for (int seat = 0; seat < 2; ++seat)
      if (!bots[static_cast<std::size_t>(seat)].empty()) plan.seats.push_back(seat);
    for (const std::string& bot : bots)
      if (plan.learned.find(bot) == std::string::npos) plan.learned += (plan.learned.empty() ? "" : ", ") + bot;
    const auto own = [&](std::uint64_t seed, int seat) { return bot_of(bots[static_cast<std::size_t>(seat)], seed, game); };
    Progress progress(console, "", "games", plan.games);
    const Result<Match> match = play_match(game, own, opponent, plan, [&](std::uint64_t done) { progress.show(done); });
    if (!match) stop(kNo, match.errors());
    if (common_.json)
      console.out << json_text(json_of(*match));
    else
      print_matches({*match}, console);
    return kDone;
  }

 private:
  Contestant opponent_in(const Game& game, Console& console) {
    if (!engine_) {
      if (go_) stop(kUsage, "--go is for an engine, and --engine gives none");
      return [&, game](std::uint64_t seed, int) { return bot_of(other_, seed, game); };
    }
    if (cannot_play({"alphabeta", {1, 0}}, game))
      stop(kUsage, "engines play games whose players take turns and see everything, without chance after the first choice");
    EngineTable table = read_engine_table(read_input(*engine_, Input::engine, console), *engine_);
    if (go_) table.go = *go_;
    const auto engine = std::make_shared<Engine>(*against_, std::move(table), patience_, common_.limits.stop);
    return [engine](std::uint64_t, int seat) { return engine->begin(seat); };
  }

  Result<std::unique_ptr<Player>> bot_of(const std::string& spec, std::uint64_t seed, const Game& game) const {
    return make_player(spec, seed, game, {}, is_learned(spec) ? judge_ : JudgeMaker{});
  }

  std::vector<std::string> seats_;
  std::optional<std::string> against_, engine_, go_;
  ValuesOption values_;
  JudgeMaker judge_;
  std::string other_;
  double patience_ = 60;
  int games_ = 40, opening_ = 4;
};

}  // namespace

std::unique_ptr<Command> make_match() { return std::make_unique<MatchCommand>(); }

}  // namespace glint::cli
