// The call around a place, also in a script that cannot be read yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "interpreter/desk/analysis.hpp"

namespace glint::desk {

struct Call {
  std::string name;       // of what is called
  std::string before;     // the word before the name, as in `put NAME(`; or empty
  std::uint32_t open = 0; // where its bracket is
  std::size_t number = 0; // of the argument around the place, from 0
  std::string argument;   // what is before the place of this argument
};

/// The innermost call whose bracket is open at this place. Nothing in a text or a comment, and none that an earlier
/// declaration has left open.
std::optional<Call> call_at(std::string_view text, std::uint32_t at);

/// The declaration of a symbol; null if it has none of its own.
const tree::Decl* declared_by(const Desk::Analysis& known, const lang::Symbol& symbol);

/// Whether a name of this sort is called with arguments.
bool is_called(lang::SymbolKind kind);

}  // namespace glint::desk
