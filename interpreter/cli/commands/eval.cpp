// glint eval: the value of an expression in a position.
#include <glint/evaluate.hpp>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"

namespace glint::cli {
namespace {

class Eval : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.one("EXPRESSION", expression_, "an expression of the language, in quotes");
    where_.declare(arguments);
    arguments.text("--as", as_, "PLAYER", "only if this player may know the value");
    arguments.flag("--board", board_, "also draw the board, marking the cells of the value with `#`");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    const int viewer = viewer_of(game, as_);
    const Result<Expression> expression = read_expression(game, expression_, common_.paths);
    if (!expression) stop(kUsage, expression.errors());
    const Position position = load_position(game, common_, where_, console);
    const Result<Value> value = expression->value(position, viewer);
    if (!value) stop(kNo, value.errors());
    if (board_ && !value->of_cells) stop(kUsage, "--board draws cells, and the value is " + value->text);
    if (board_) check_drawable(game);
    if (common_.json) {
      Json json = {{"value", json_of(*value)}};
      if (board_) json["board"] = draw_cells(game, value->cells);
      console.out << json_text(json);
    } else {
      console.out << value->text << '\n';
      if (board_) console.out << '\n' << draw_cells(game, value->cells);
    }
    return kDone;
  }

 private:
  static Json json_of(const Value& value) {
    switch (value.kind) {
      case Value::Kind::flag:
        return value.number != 0;
      case Value::Kind::number:
        return value.number;
      case Value::Kind::name:
        return value.text;
      case Value::Kind::set:
        break;
    }
    return list_of(value.elements, [&](const std::string& element) {
      return value.of_numbers ? Json(static_cast<std::int64_t>(std::stoll(element))) : Json(element);
    });
  }

  std::string expression_;
  std::optional<std::string> as_;
  bool board_ = false;
};

}  // namespace

std::unique_ptr<Command> make_eval() { return std::make_unique<Eval>(); }

}  // namespace glint::cli
