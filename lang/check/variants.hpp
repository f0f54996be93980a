// What a file says that it is, and what its declarations are called when a variant changes them.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

bool is_header(tree::DeclKind kind);
bool is_variant(const tree::File& file);

/// A declaration in the words of a script: "move `place`", "`play`", "invariant "no piece is lost"".
std::string called(const tree::Decl& decl);

/// Is `declared` what `named` (which a variant replaces, removes or sets) speaks of? What has a name is called by it,
/// an invariant by its text if that is given; a word alone means all that it stands for.
bool speaks_of(const tree::Decl& named, const tree::Decl& declared);

/// All names that a declaration brings: its own, and those of values, fields, ends, players.
std::vector<std::string> names_brought(const tree::Decl& decl);

}  // namespace glint::lang::checking
