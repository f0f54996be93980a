// The trees of texts that were parsed before, for whoever checks the same files again and again while one of them is
// written: only what has changed is parsed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "lang/parse/parse.hpp"

namespace glint::lang {

class Trees {
 public:
  /// As `parse`. Spans have the number of the file, so a text that has another number than before is parsed again.
  std::shared_ptr<const Parsed> parsed(const Sources& sources, std::uint32_t file, StopCheck& stop);

 private:
  struct Entry {
    std::string text;
    std::shared_ptr<const Parsed> parsed;
  };
  /// A script and all that it uses has fewer files.
  static constexpr std::size_t kMostEntries = 1000;

  std::map<std::pair<std::string, std::uint32_t>, Entry> entries_;  // by name and number of the file
};

}  // namespace glint::lang
