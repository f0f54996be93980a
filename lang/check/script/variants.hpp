// Variants: a game and its changes become one list of declarations, which is then checked like any game.
//
// A change names its declaration by name, if it has one (all names in a file are different), else by keyword (`play`).
// Replaced declarations keep their place in the list, so that options, moves and pieces keep their order. Tests of the
// game are left out, because the variant may behave differently.
//
// Each declaration remembers the changes that were made to it. So two variants of one game are combined declaration by
// declaration: by comparing the changes that each made and the other did not.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lang/check/script/namespace.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang::checking {

/// A change of one declaration by a variant.
struct ChangeMade {
  tree::Change change{};
  Span at;  // its head in the variant, which identifies it

  bool operator==(const ChangeMade& other) const { return at == other.at; }
};

/// A declaration of a game or of one of its variants, and its changes.
struct VariedDecl {
  tree::Decl decl;                     // its last version as added, replaced or set, without its extensions
  Span origin;                         // where it was added
  bool is_gone = false;                // removed; it stays in the list, for variants that are combined with this one
  std::vector<ChangeMade> changes;     // oldest first
  std::vector<tree::Decl> extensions;  // of `decl`, oldest first
};

/// A game with the changes of variants.
struct VariedGame {
  std::uint32_t game = 0;  // the file of the game itself
  std::vector<VariedDecl> decls;
  std::vector<Span> lost;  // see tree::File
};

/// Two changes that cannot both be made: of one declaration, or two additions of one name.
struct Conflict {
  std::size_t one = 0, other = 0;  // indices of the declarations: the same one, or two with one name
  ChangeMade first, second;
  Span at;  // the variant after `with` that made the second change
};

bool is_header(tree::DeclKind kind);
bool is_variant(const tree::File& file);

// ---- variants.cpp
/// The game as its file has it.
VariedGame game_to_vary(tree::File game);
/// Makes the changes of the variant, which may settle conflicts; settled ones are erased. Spans point to the original
/// text. Names that the variant removes or changes are noted in `script`.
void apply_changes(VariedGame& game, const tree::File& variant, std::vector<Conflict>& conflicts, Script& script,
                   Report& report, const Silence& silence, StopCheck& stop);
/// The declarations after the variant's header, as if its author had copied the game and changed the copy.
tree::File as_file(VariedGame game, const tree::File& variant, Report& report, Silence& silence);
/// Adds the place of a change to errors that it causes: to errors about missing names in any file; to errors about
/// changed names only in the text of the game, which was correct before.
void show_changes(Report& report, const Script& script, Namespace& names, const Sources& sources);
/// "replace", "set"
std::string verb_of(tree::Change change);
/// A declaration as errors name it: "move `place`", "`play`", "invariant "no piece is lost"".
std::string called(const tree::Decl& decl);
/// A declaration as `remove` names it: "move place", "play", "after place or pass", "invariant "no piece is lost"".
std::string named_by(const tree::Decl& decl);

// ---- combining.cpp
/// Adds what the other game, a variant of the same one, has changed. `at`: the variant after `with`.
void combine(VariedGame& game, const VariedGame& other, const Span& at, const Sources& sources,
             std::vector<Conflict>& conflicts);
void report_conflicts(const VariedGame& game, const std::vector<Conflict>& conflicts, const Sources& sources,
                      Report& report);

// ---- extending.cpp
/// Adds fields, cases, values, ends or statements to a declaration of the same kind, or reports why it cannot.
void extend(tree::Decl& decl, const tree::Decl& extension, Report& report, Silence& silence);
/// The places where two extensions of one declaration both add a part that it can have only once.
std::optional<std::pair<Span, Span>> clash_of(const tree::Decl& one, const tree::Decl& other);

}  // namespace glint::lang::checking
