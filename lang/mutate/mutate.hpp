// Small changes of a checked game, each written as a variant: the entry point of this folder.
//
//     const lang::Checked game = lang::check(sources, file, loader);
//     const std::vector<lang::Mutation> all = lang::mutations_of(sources, game);
//     const std::string script = lang::variant_script(sources, game, {"laser_lawn", "A Small Lawn"}, {&all[0]});
//
// A mutation is a list of edits: changes of the game's declarations (its own, not those of libraries), added lines, and
// removed declarations. It follows the types: a direction replaces a direction, a number stays within its domain. So
// nearly all check, but only `check` can tell. Mutations of one game are always found in the same order. Mutations
// whose edits do not touch each other can be combined.
//
// The script restates a declaration with its changes (`replace move place ...`), as a person would, but without its
// comments, which may no longer be true.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/source/source.hpp"

namespace glint::lang {

enum class MutationKind : std::uint8_t {
#define GLINT_MUTATION(name, ...) name,
#include "lang/mutate/kinds.def"
};
/// The name of a kind: "optics".
const char* name_of(MutationKind kind);
/// The change, in words.
const char* meaning_of(MutationKind kind);
/// In the order of kinds.def.
std::vector<MutationKind> mutation_kinds();

/// Another text for a part of a declaration.
struct Edit {
  std::size_t decl = 0;  // in Checked::script
  Span span;             // empty (begin == end): an insertion
  std::string text;
};

struct Mutation {
  MutationKind kind{};
  /// The changed part, as `remove` names it: "option side", "piece emitter", "play"; for an addition, the part beside
  /// which it goes.
  std::string target;
  /// One or two sentences for designers about the difference.
  std::string sentence;
  std::vector<Edit> edits;
  std::vector<std::size_t> removed;  // declarations, by index in Checked::script
  std::vector<std::string> added;    // declarations
};

/// All mutations of a game, or of a variant. The game must have no errors.
std::vector<Mutation> mutations_of(const Sources& sources, const Checked& game);

/// True if both can be made together: their edits do not touch, and they add different things.
bool can_combine(const Mutation& one, const Mutation& other);

/// The game of a variant, and its title.
struct VariantHead {
  std::string of;  // a name, or a path, as scripts write it after `of`
  std::string title;
};
/// The script of a variant with these mutations, which can be combined, in the one layout of scripts.
std::string variant_script(const Sources& sources, const Checked& game, const VariantHead& head,
                           const std::vector<const Mutation*>& mutations);

}  // namespace glint::lang
