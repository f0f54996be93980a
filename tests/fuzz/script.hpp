// Scripts as fuzzers have them: several files in one text.
#pragma once

#include <string>
#include <string_view>

#include "lang/source/source.hpp"

namespace glint::fuzz {

/// The name of the file that comes first.
inline constexpr const char* kScript = "fuzz.glint";

/// Text after a line `//! game` is another file, `other`, of which the first may be a variant; after more of these
/// lines stand variants a, b, c, which it may combine.
struct Files {
  explicit Files(std::string_view bytes) {
    constexpr std::string_view kNext = "\n//! game\n";
    std::size_t begin = bytes.find(kNext);
    script = bytes.substr(0, begin);
    for (const char* name : {"other", "a", "b", "c"}) {
      if (begin == std::string_view::npos) break;
      begin += kNext.size();
      const std::size_t end = bytes.find(kNext, begin);
      others.add(name, std::string(bytes.substr(begin, end == std::string_view::npos ? end : end - begin)));
      begin = end;
    }
  }

  std::string script;
  lang::MemoryLoader others;
};

}  // namespace glint::fuzz
