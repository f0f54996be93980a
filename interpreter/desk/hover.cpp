// The text of a hover about constants, pieces and boards.
#include <algorithm>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using lang::SymbolKind;

constexpr std::size_t kMostDrawn = 400;   // cells of a board that is drawn as text
constexpr std::size_t kMostLooks = 12;    // of a piece
constexpr std::size_t kLongestValue = 40;

/// "= 4", "18 cells"; nothing of a long text.
std::string in_words(const Value& value) {
  if (value.kind == Value::Kind::set && value.of_cells) return lang::counted(value.cells.size(), "cell");
  return value.text.size() > kLongestValue ? lang::counted(value.elements.size(), "element") : "= " + value.text;
}

/// The looks of pieces of a kind, each once.
std::string looks_of(const Program& program, const std::string& name) {
  std::vector<std::string> looks;
  for (std::size_t i = 1; i < program.pieces.keys.size(); ++i) {
    const Key& key = program.pieces.keys[i];
    if (program.rules.kinds[static_cast<std::size_t>(key.kind)].name != name || !program.is_possible(key)) continue;
    if (!key.glyph.empty() && std::find(looks.begin(), looks.end(), key.glyph) == looks.end()) looks.push_back(key.glyph);
  }
  const std::size_t more = looks.size() - std::min(looks.size(), kMostLooks);
  looks.resize(looks.size() - more);
  return lang::joined(looks, "  ") + (more > 0 ? "  ... (" + std::to_string(more) + " more)" : "");
}

/// The drawn board in a position's text: everything before its variables.
std::string board_of(const Game& game) {
  if (game.cells().size() > kMostDrawn) return {};
  const Result<Position> start = game.start({.first_draws = true});
  if (!start) return {};
  const std::string text = start->text();
  std::string board;
  for (const std::string_view line : lang::lines_of(text)) {
    if (is_setting(line)) break;
    board += std::string(line) + "\n";
  }
  return board;
}

/// The let of this name that a file declares, among the rules.
std::optional<std::size_t> let_of(const Program& program, const lang::Symbol& symbol) {
  const std::vector<rules::Let>& lets = program.rules.lets;
  for (std::size_t i = 0; i < lets.size(); ++i)
    if (lets[i].name == symbol.name && lets[i].span.file == symbol.at.file) return i;
  return std::nullopt;
}

}  // namespace

std::pair<std::string, std::string> Desk::Analysis::shown(const lang::Symbol& symbol) const {
  if (!game_) return {};
  const Program& program = game_->program();
  if (symbol.kind == SymbolKind::option)
    for (const OptionInfo& option : game_->options())
      if (option.name == symbol.name) return {"= " + option.value, {}};
  if (symbol.kind == SymbolKind::piece) return {{}, looks_of(program, symbol.name)};
  if (symbol.kind == SymbolKind::board) return {lang::counted(game_->cells().size(), "cell"), board_of(*game_)};
  if (symbol.kind != SymbolKind::let) return {};
  const auto let = let_of(program, symbol);
  const std::optional<Value> value = let ? constant_of(*game_, *let) : std::nullopt;
  if (!value) return {};
  const bool is_drawn = value->of_cells && game_->cells().size() <= kMostDrawn;
  return {in_words(*value), is_drawn ? draw_cells(*game_, value->cells) : ""};
}

}  // namespace glint::desk
