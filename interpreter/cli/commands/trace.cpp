// glint trace: beams step by step, and where the light of a cell comes from.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::cli {
namespace {

class Trace : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    where_.declare(arguments);
    arguments.text("--source", source_, "CELL", "only the beams that start here");
    arguments.text("--why", why_, "CELL", "explain what lights this cell");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    check_drawable(game);
    const Position position = load_position(game, common_, where_, console);
    for (const auto& beams : {position.beams(), position.followed_beams()})
      if (!beams) stop(kNo, beams.errors());
    view::Scene scene = view::scene_of(position, -1, {.light = true});
    if (source_) keep_source(find_cell(game, *source_), scene);
    return why_ ? explain(find_cell(game, *why_), scene, console) : follow(scene, console);
  }

 private:
  static void keep_source(int cell, view::Scene& scene) {
    std::erase_if(scene.beams, [&](const Beam& beam) { return beam.source != cell; });
    if (scene.beams.empty()) {
      stop(kNo, "no beam starts at `" + scene.label(cell) + "`");
    }
  }

  int follow(const view::Scene& scene, Console& console) const {
    if (common_.json) {
      console.out << json_text(Json{{"beams", beams_json(scene)}, {"light", light_json(scene)}});
      return kDone;
    }
    for (const Beam& beam : scene.beams) console.out << view::steps_of(beam, scene);
    if (scene.beams.empty()) console.out << "there are no beams\n";
    return kDone;
  }

  int explain(int cell, view::Scene& scene, Console& console) const {
    const std::vector<std::string> lines = view::explain_light(cell, scene);
    if (!common_.json) {
      for (const std::string& line : lines) console.out << line << '\n';
      return kDone;
    }
    const auto light = view::light_of(scene)[static_cast<std::size_t>(cell)];
    const std::string label = scene.label(cell);
    Json shown = Json::object();
    if (light) shown[label] = json_of(*light, scene);
    view::Scene alone = scene;
    std::erase_if(scene.beams, [&](const Beam& beam) {
      alone.beams = {beam};
      return view::approaches_to(cell, alone).empty();
    });
    console.out << json_text(Json{{"beams", beams_json(scene)}, {"light", shown}, {"cell", label}, {"why", lines}});
    return kDone;
  }

  std::optional<std::string> source_, why_;
};

}  // namespace

std::unique_ptr<Command> make_trace() { return std::make_unique<Trace>(); }

}  // namespace glint::cli
