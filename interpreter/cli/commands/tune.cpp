// glint tune: which bot plays a game best, by a tournament; `best` is that bot from then on.
#include <memory>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/learn/match.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

class Tune : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a game of two players: bundled, a variant, or a script");
    arguments.texts("--bot", bots_, "BOT", "a bot that takes part; may be repeated (mcts, alphabeta, learned, at 50ms)");
    arguments.number("--games", games_, 2, 1'000'000, "the most games of a match (60)");
    arguments.budget(seconds_, "play for so long, all matches together: 30s, 5m, 1h");
    arguments.text("-o,--out", out_, "FILE", "write the bot into this file (GAME.best)");
    values_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    const Game game = load_game(game_, common_, console);
    if (game.players().size() != 2 || game.is_team()) stop(kUsage, "a match needs a game of two opponents");
    const std::string out = out_ ? *out_ : beside(game_, "best");
    check_output(out, "--out", Output::best, false);
    check_replaceable(out);
    std::vector<std::string> bots = bots_, seats;
    if (bots.empty()) {
      bots = {"mcts:50ms"};
      const bool has_turns = !cannot_play({"alphabeta", {1, 0}}, game);
      if (has_turns) bots.push_back("alphabeta:50ms");
      if (has_turns && values_.are_there(game_)) bots.push_back("learned:50ms");
    }
    for (const std::string& bot : bots) seats.push_back("*=" + bot);
    const JudgeMaker judge = values_.take(seats, game, game_, console);  // `best` becomes another bot
    for (std::size_t i = 0; i < bots.size(); ++i) bots[i] = read_seats(game, {seats[i]}, "", false, "--bot")[0];
    std::string best = bots[0], text;
    std::vector<Match> matches;
    const double begin = console.seconds();
    for (std::size_t i = 1; i < bots.size(); ++i) {
      const MatchPlan plan{bots[i], best, static_cast<std::uint64_t>(games_), common_.seed.value_or(1) + i, 4, 400, 8};
      Progress progress(console, bots[i] + " against " + best, "games", plan.games);
      const double share = seconds_ * static_cast<double>(i) / static_cast<double>(bots.size() - 1);
      matches.push_back({plan.learned, plan.other, 0, 0, 0});
      const Result<Match> match = play_match(game, judge, plan, [&](const Match& so_far) {
        progress.show(so_far.games);
        matches.back() = so_far;
        return seconds_ == 0 || so_far.games % 2 == 1 || console.seconds() - begin < share;  // both have had both seats
      });
      if (!match && !common_.json) print_matches(matches, console);  // also if it was stopped
      if (!match) stop(kNo, match.errors());
      if (2 * match->won + match->drawn > match->games) best = bots[i];
    }
    best = best.substr(0, best.find(':'));
    for (const Match& each : matches) text += line_of(each);
    replace_file(out, head_of_best(game) + best + "\n" + text);
    if (common_.json) {
      const Json played = list_of(matches, [](const Match& each) { return json_of(each); });
      console.out << json_text(Json{{"best", best}, {"out", out}, {"matches", played}});
    } else {
      print_matches(matches, console);
      console.out << "best: " << best << (matches.empty() ? ", as no other bot took part" : "") << "\nwritten to " << lang::escaped(out) << '\n';
    }
    return kDone;
  }

 private:
  std::vector<std::string> bots_;
  std::optional<std::string> out_;
  ValuesOption values_;
  double seconds_ = 0;
  int games_ = 60;
};

}  // namespace

std::unique_ptr<Command> make_tune() { return std::make_unique<Tune>(); }

}  // namespace glint::cli
