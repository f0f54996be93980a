// Reading, the pass before checking: parses the script and everything that it uses, and applies a variant to its game.
// The result is one list of declarations, without variants.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "lang/check/script/silence.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang {
class Trees;
}

namespace glint::lang::checking {

struct Script {
  std::uint32_t file = 0;             // the file to check
  std::set<std::uint32_t> own_files;  // that file and its base games; all others are libraries
  std::deque<tree::File> files;  // the script (for a variant, the changed game), then libraries; empty for a variant
                                 // whose game cannot be read: nothing can then be checked
  const tree::Decl* header = nullptr;
  bool is_library = false;         // a library is checked by itself
  bool has_syntax_errors = false;  // in one of its own files
  std::string variant_of;          // the game's file without folder and ending, or empty
  /// The declarations that a variant removed or changed, by name: the place, and the words of the change.
  std::map<std::string, Label> gone, replaced;

  bool is_own(const Span& span) const { return own_files.count(span.file) != 0; }
};

/// Parses the file, its base games, and libraries, and adds them to `sources`. `trees`: of files parsed before, or null.
Script read_script(Sources& sources, Loader& loader, std::uint32_t file, Report& report, Silence& silence,
                   StopCheck& stop, Trees* trees);

}  // namespace glint::lang::checking
