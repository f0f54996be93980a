#include "interpreter/cli/support/examples.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/support/files.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using Placeholders = std::map<std::string, std::string>;

/// Adds two random moves, and a cell that is lit after them; false if none is.
bool add_moves(const Game& game, std::uint64_t seed, Placeholders& words) {
  Result<Position> position = game.start();
  if (!position) return false;
  Random random(seed);
  std::vector<std::string> moves;
  for (int ply = 0; ply < 2 && !position->over(); ++ply) {
    const Result<std::uint64_t> count = position->count_moves();
    if (!count || *count == 0) return false;
    const Result<std::string> move = position->move(random.below(*count));
    if (!move || position->play(*move)) return false;
    moves.push_back(*move);
  }
  words["moves"] = lang::joined(moves, "; ");
  const view::Scene scene = view::scene_of(*position);
  const auto light = view::light_of(scene);
  const auto lit = std::find_if(light.begin(), light.end(), [](const auto& payload) { return payload.has_value(); });
  if (lit == light.end()) return false;
  const std::string& label = scene.cells[static_cast<std::size_t>(lit - light.begin())].label;
  words["cell"] = label.find(' ') == std::string::npos ? label : "'" + label + "'";
  return true;
}

Placeholders words_of_bundle() {
  Placeholders words = {{"game", "GAME"},     {"lit", "GAME"},        {"moves", "MOVE; MOVE"}, {"cell", "CELL"},
                 {"player", "PLAYER"}, {"library", "LIBRARY"}, {"option", "OPTION"},    {"move", "MOVE"}};
  for (const std::string& name : Game::bundled_names()) {
    const Result<Game> game = Game::bundled(name);
    if (!game) continue;
    if (words["game"] == "GAME") {
      words["game"] = name;
      words["player"] = game->players().front();
    }
    if (!game->has_beams()) continue;
    words["lit"] = name;
    if (!game->options().empty()) words["option"] = game->options().front().name;
    if (!game->program().rules.moves.empty()) words["move"] = game->program().rules.moves.front().name;
    constexpr std::uint64_t kMostTries = 20;  // two pieces that send out no beams may come first
    for (std::uint64_t seed = 1; seed <= kMostTries && !add_moves(*game, seed, words);) ++seed;
    break;
  }
  if (!bundled_libraries().empty()) words["library"] = bundled_libraries().front();
  return words;
}

/// Aligns the comments of all lines in one column.
std::string align_comments(const std::string& text) {
  constexpr std::string_view kMark = "    # ";
  std::vector<std::pair<std::string, std::string>> lines;
  std::size_t widest = 0;
  for (const std::string_view line : lang::lines_of(text)) {
    const std::size_t mark = std::min(line.find(kMark), line.size());
    std::string command(line.substr(0, mark));
    while (!command.empty() && command.back() == ' ') command.pop_back();
    if (mark < line.size()) widest = std::max(widest, command.size());
    lines.emplace_back(command, mark < line.size() ? line.substr(mark + kMark.size()) : "");
  }
  return lang::joined(lines, "\n", [widest](const auto& line) {
    const auto& [command, comment] = line;
    return command + (comment.empty() ? "" : std::string(widest - command.size() + 2, ' ') + "# " + comment);
  });
}

}  // namespace

std::string fill_examples(const std::string& text) {
  const Placeholders words = words_of_bundle();
  std::string filled;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t close = text[i] == '{' ? text.find('}', i) : std::string::npos;
    const auto word = close == std::string::npos ? words.end() : words.find(text.substr(i + 1, close - i - 1));
    if (word == words.end()) {
      filled += text[i++];
    } else {
      filled += word->second;
      i = close + 1;
    }
  }
  return align_comments(filled);
}

}  // namespace glint::cli
