// glint describe: the rule sheet of a game.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/program/program.hpp"

namespace glint::cli {
namespace {

class Describe : public GameCommand {
 public:
  Description description() const override {
    return {"describe", "print the rule sheet of a game, to read before playing it",
            "  glint describe {game}    # as Markdown\n"
            "  glint describe {game} > rules.md    # into a file"};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    FolderLoader loader(game.program().sources->file(0).name, common_.paths);
    const std::optional<Game> base = describe::base_of(game, &loader);
    console.out << describe::markdown(describe::describe(game, base ? &*base : nullptr));
    return kDone;
  }
};

}  // namespace

std::unique_ptr<Command> make_describe() { return std::make_unique<Describe>(); }

}  // namespace glint::cli
