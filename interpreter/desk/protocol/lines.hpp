// Places in a text as the Language Server Protocol counts them: lines from 0, and in a line the units of UTF-16.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace glint::desk {

struct LinePlace {
  std::uint32_t line = 0, character = 0;
};

/// The lines of one text; it must outlive this. Lines end with \n, \r\n or \r.
class Lines {
 public:
  explicit Lines(std::string_view text);

  /// The byte at a position. Beyond the end of a line it is that end, and beyond the last line the end of the text;
  /// within a character it is the beginning of that.
  std::uint32_t byte(const LinePlace& place) const;
  LinePlace place(std::uint32_t byte) const;
  /// The byte at a line and a column in characters, both from 1, as errors count them (lang/source/source.hpp).
  std::uint32_t byte_of(int line, int column) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size()); }

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  /// A place within a long line, so that nobody counts from its beginning.
  struct Mark {
    std::uint32_t byte, units;  // units: of its line, before it
  };
  std::vector<Mark> marks_;  // by byte
};

}  // namespace glint::desk
