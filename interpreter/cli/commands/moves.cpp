// glint moves: the legal moves of a position, in the game's notation.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"
#include "lang/source/stop.hpp"

namespace glint::cli {
namespace {

constexpr std::uint64_t kMostListed = 5'000'000;

class Moves : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    where_.declare(arguments);
    arguments.text("--as", as_, "PLAYER", "as this player; in a game with secrets, only on their turn");
    arguments.flag("--count", count_, "print only their number");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    const Position position = load_position(game, common_, where_, console);
    const int viewer = viewer_of(game, as_);
    if (viewer >= 0 && !position.over() && position.to_move() != viewer) {
      const std::string mover = game.players()[static_cast<std::size_t>(position.to_move())];
      stop(kNo, mover + " is to move, and " + *as_ + " has no move to choose",
           game.has_secrets() ? "the legal moves of " + mover + " could reveal hidden information" : "");
    }
    std::uint64_t count = 0;
    if (!position.over()) {
      const Result<std::uint64_t> counted = position.count_moves();
      if (!counted) stop(kNo, counted.errors());
      count = *counted;
    }
    if (count_) {
      console.out << (common_.json ? json_text(Json{{"count", count}}) : std::to_string(count) + "\n");
      return kDone;
    }
    if (count > kMostListed)
      stop(kNo, "there are " + std::to_string(count) + " moves, too many to list", "`--count` prints their number");
    std::vector<std::string> moves;
    if (!position.over()) {
      Result<std::vector<std::string>> listed = position.moves();
      if (!listed) stop(kNo, listed.errors());
      moves = std::move(*listed);
    }
    if (common_.json) {
      console.out << json_text(Json{{"moves", moves}});
    } else {
      lang::StopCheck asks(common_.limits.stop);
      for (const std::string& move : moves) {
        asks.after();
        console.out << move << '\n';
      }
    }
    return kDone;
  }

 private:
  std::optional<std::string> as_;
  bool count_ = false;
};

}  // namespace

std::unique_ptr<Command> make_moves() { return std::make_unique<Moves>(); }

}  // namespace glint::cli
