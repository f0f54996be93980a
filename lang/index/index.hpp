// Names and their uses: every declaration in the files of a script, and every place that names one. It is made from
// trees, before any check, so even a script with mistakes has one. Editors use it: hover, definitions, renaming,
// outlines.
//
// A bare name means what the language says: a local, a field of the piece around it, a declaration, a value. The
// meaning of a value's name may depend on the expected type (`red` may be a player and a colour): it then has several
// meanings here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::lang {

enum class SymbolKind : std::uint8_t {
  game,  // or variant, or library
  player,
  option,
  type,
  value,  // of an enumeration
  lattice,
  direction,
  axis,
  board,
  piece,
  field,       // of a piece
  beam_field,  // `beam.colour`
  beam_end,    // `stops as lost`
  optic,
  variable,  // or a bag
  let,
  effect,
  move,
  test,
  rule,   // a declaration without a name: `setup`, `end`, `score`, ...
  local,  // a parameter, pick, `let`, `draw`, or the name of a loop
};

/// A word for a kind: "option", "piece".
std::string_view word_of(SymbolKind kind);

/// Something that has a name, or a declaration without one.
struct Symbol {
  SymbolKind kind{};
  std::string name;  // "setup" of a declaration without a name, the title of a test
  Span at;           // its name in the declaration; without a name, the declaration's first word
  Span whole;        // the whole declaration, statement or field
  Span scope;        // for a local: where it can be named
  std::string doc;   // its `///` lines
  int parent = -1;   // the declaration that holds it, among the symbols
  int replaced = -1; // for `replace`: the declaration that it replaces, among the symbols
};

/// A place that names symbols: one, or all that a value may mean. A header names the file of its game, and a `use` the
/// files of libraries: both mean the symbols of the headers there.
struct Mention {
  Span at;
  std::vector<int> symbols;
};

struct Index {
  std::vector<Symbol> symbols;    // in the order of files and text
  std::vector<Mention> mentions;  // sorted by file and place; declarations are among them

  /// The name at a place of a file, or just before it; null: none.
  const Mention* at(std::uint32_t file, std::uint32_t offset) const;
  /// All places that name this symbol, alone or among others.
  std::vector<const Mention*> of(int symbol) const;
};

/// The index of a script, its base games and libraries. A name means its declaration in the earliest of these files.
Index index_of(const std::vector<const tree::File*>& files, const Sources& sources);

}  // namespace glint::lang
