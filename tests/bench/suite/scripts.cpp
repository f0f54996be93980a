// From text to Program, and how large a State is.
#include <algorithm>

#include "tests/bench/suite/games.hpp"
#include "tests/bench/suite/measure.hpp"
#include "tests/bench/suite/suite.hpp"

namespace glint::bench {

Table scripts() {
  Table table{.id = "scripts",
              .title = "check and build",
              .note = "From the text of a script to a game that is ready to begin; of a variant, with its game's.",
              .columns = {{"ms", -3}, {"lines", 0}, {"bytes", 0}, {"State bytes", 0}},
              .ratios = {},
              .rows = {}};
  std::vector<std::string> paths;
  for (const char* folder : {"games", "games/variants", "examples", "examples/puzzles"})
    for (const std::string& path : scripts_in(folder)) paths.push_back(path);
  for (const std::string& path : paths) {
    const bool is_game = path.find('/') == path.rfind('/') && path.rfind("games/", 0) == 0;
    Row row{.name = path.substr(0, path.size() - 6), .measure = [=](double seconds) {
              const std::string text = read_script(path);
              double slots = 0;
              const double each = seconds_each(seconds, [&] {
                const Result<Game> game = Game::from_text(text, path);
                if (!game) give_up(game.error_text());
                slots = static_cast<double>(game->program().layout.size);
              });
              return Values{1e3 * each, static_cast<double>(std::count(text.begin(), text.end(), '\n')),
                            static_cast<double>(text.size()), 8 * slots};
            }};
    if (path.rfind("games/", 0) == 0) row.goals.push_back({.column = "ms", .value = 6, .at_most = true});
    if (is_game) row.goals.push_back({.column = "State bytes", .value = 512, .at_most = true});
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace glint::bench
