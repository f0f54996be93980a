// The grammar's readings at a place of a text, even if the text before it is incomplete: the words that may stand
// there, and the meaning of a name there. Editors use it for their offers; the errors of `parse` come from the same
// rules. The text after the place does not matter.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/parse/nodes.hpp"

namespace glint::lang {

/// The use of a name at a place, by the rule that reads it (parse.cpp:use_of).
enum class NameUse : std::uint8_t {
  none,
  made,      // a new name: for a declaration, a pick, a loop
  value,     // begins an expression; or a type, if one is open
  member,    // after a dot
  target,    // begins the target of an assignment
  effect,    // is called as a statement
  argument,  // names an argument: a field of a piece that is put
  piece,
  move,      // or a group of moves
  player,
  option,
  board,
  lattice,
  optic,
  bag,
  drawn,     // a name that chance sets
  beam_end,
  colour,
  library,
  game,      // or a variant
  removed,   // a declaration of the game, of the kind named before it
};

/// The sort of construct that a word belongs to.
enum class WordGroup : std::uint8_t { none, declaration, statement, piece, beam, lattice, board, clock, optic, way, type, value, operation };

struct Expected {
  /// A construct that began before the place and is not complete.
  struct Open {
    parsing::Kind kind{};
    std::uint32_t begin = 0;
  };
  using OpenNodes = std::vector<Open>;  // the outermost first
  struct Word {
    std::string_view text;
    WordGroup group{};    // the innermost construct that is open where the word may stand
    bool begins = false;  // whether the word would be its first one
    OpenNodes open;  // constructs that begin before the word
  };
  struct Name {
    NameUse use{};
    OpenNodes open;  // including those that begin with the name
  };
  std::vector<Word> words;  // each comes once in each group
  std::vector<Name> names;  // each use once
  bool in_text = false;  // the place is in a text without placeholders

  bool empty() const { return words.empty() && names.empty() && !in_text; }
  const Name* name(NameUse use) const;
};

/// Never throws. A comment is not text: ask only for other places.
Expected expected_at(std::string_view text, std::uint32_t at);

}  // namespace glint::lang
