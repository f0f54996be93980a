// glint dump: the compiled program, readable.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"

namespace glint::cli {
namespace {

class Dump : public GameCommand {
 public:
  Description description() const override {
    return {"dump", "print the compiled program",
            "  glint dump laser_lawn           # tables and code, readable\n"
            "  glint dump laser_lawn --plan    # how legal moves are searched, in words\n"
            "Next: `glint bench GAME --profile` shows which lines take the time."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.flag("--plan", plan_,
                   "print how the legal moves are searched, in words: `each` tries one value after the other, `all` finds "
                   "those that fit at once");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    const std::string text = plan_ ? game.plan() : game.dump();
    if (common_.json)
      console.out << json_text(Json{{"game", game.id()}, {plan_ ? "plan" : "program", text}});
    else
      console.out << text;
    return kDone;
  }

 private:
  bool plan_ = false;
};

}  // namespace

std::unique_ptr<Command> make_dump() { return std::make_unique<Dump>(); }

}  // namespace glint::cli
