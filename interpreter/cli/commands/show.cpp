// glint show: a position, with its beams.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Show : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    where_.declare(arguments);
    arguments.text("--svg", svg_, "FILE", "draw it as SVG; - prints the SVG");
    arguments.text("--as", as_, "PLAYER", "show only what this player may see; hidden values are `?`");
    arguments.flag("--vars", asked_.variables, "list all variables, also those that the script does not show");
    arguments.flag("--light", asked_.light, "draw the beams that the script leaves to the players to find");
    arguments.flag("--key", key_, "say what the codes on the board mean, and mark the last move (with --svg, too)");
    arguments.flag("--text", text_, "print the position as text for --at");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    if (svg_ && *svg_ == "-" && (common_.json || text_)) {
      stop(kUsage, std::string("`--svg -` and `") + (text_ ? "--text" : "--json") + "` would both be printed",
           "give --svg a file");
    }
    const Game game = load_game(game_, common_, console);
    if (svg_ || !text_) check_drawable(game);
    const Position position = load_position(game, common_, where_, console);
    const int viewer = viewer_of(game, as_);
    if (text_ || common_.json)
      if (const std::optional<Error> error = view::text_too_long(position)) stop(kNo, {*error});
    if (text_ && !common_.json) console.out << position.text_for(viewer);
    if (text_ && !svg_ && !common_.json) return kDone;
    view::Scene scene = view::scene_of(position, viewer, common_.json ? view::Asked{true, true} : asked_);
    if (key_ && !common_.json) mark_last(position, scene, console);
    if (svg_) write_output(*svg_, Output::picture, view::svg(scene), console);
    if (common_.json) {
      console.out << json_text(json_of(position, scene, viewer));
    } else if (!text_ && !svg_) {
      console.out << game.title() << "\n\n";
      print_scene(console.out, scene, console.style, key_);
    }
    // The parts left out of the picture, and why.
    if (!scene.errors.empty()) stop(kNo, scene.errors);
    return kDone;
  }

 private:
  std::optional<std::string> svg_, as_;
  /// Marks the last of the moves of `--after`, or all that were chosen together. Possible secrets are not shown.
  void mark_last(const Position& position, view::Scene& scene, Console& console) const {
    std::vector<std::string> moves = split_moves(where_.after.value_or(""));
    if (moves.empty() || where_.at == "-" || position.game().has_secrets() || !position.chosen().empty()) return;
    PositionOptions where = where_;
    std::string words;
    while (true) {
      const std::string move = moves.back();
      moves.pop_back();
      where.after = lang::joined(moves, ";");
      const Position before = load_position(position.game(), common_, where, console);
      const int mover = before.to_move();
      words = (mover < 0 ? "" : scene.players[static_cast<std::size_t>(mover)] + ": ") + move +
              (words.empty() ? "" : "; ") + words;
      if (moves.empty() || before.chosen().empty()) return view::mark_last(words, before, scene);
    }
  }

  bool text_ = false, key_ = false;
  view::Asked asked_;
};

}  // namespace

std::unique_ptr<Command> make_show() { return std::make_unique<Show>(); }

}  // namespace glint::cli
