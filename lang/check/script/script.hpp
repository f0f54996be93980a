// Reading, the pass before checking: the script and all that it uses, parsed, and a variant applied to its game. What
// comes out is one list of declarations in which variants no longer exist.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "lang/check/script/silence.hpp"

namespace glint::lang::checking {

struct Script {
  std::uint32_t file = 0;             // the file that is checked
  std::set<std::uint32_t> own_files;  // that file, and the games that it is a variant of; all others are libraries
  std::deque<tree::File> files;  // the script (of a variant the game, changed), then libraries; empty for a variant
                                 // whose game cannot be read: then there is nothing to check
  const tree::Decl* header = nullptr;
  bool is_library = false;         // a library given by itself
  bool has_syntax_errors = false;  // in one of its own files
  std::string variant_of;          // the game's file without folder and ending, or empty
  /// What a variant took away or changed, by name: where, and in which words.
  std::map<std::string, Label> gone, replaced;

  bool is_own(const Span& span) const { return own_files.count(span.file) != 0; }
};

/// Parses the file, the games that it is a variant of, and libraries, which are added to `sources`.
Script read_script(Sources& sources, Loader& loader, std::uint32_t file, Report& report, Silence& silence);

}  // namespace glint::lang::checking
