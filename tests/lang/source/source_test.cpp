// Places in a text: lines from 1, columns in code points, however long the line is.
#include "lang/source/source.hpp"

#include <string>

#include "tests/catch.hpp"

using namespace glint::lang;

TEST_CASE("source: the line and column of each byte, beside a plain count", "[source]") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += i % 7 == 3 ? "\n" : "ab";
    text += i % 3 == 0 ? "\xc3\xa9" : i % 3 == 1 ? "\xe2\x86\x92 " : "\xf0\x9f\x94\xa6";  // of two, three and four bytes
  }
  Sources sources;
  const std::uint32_t file = sources.add({"a.glint", text});
  std::uint32_t line = 1, column = 1;
  for (std::uint32_t at = 0; at <= text.size(); ++at) {
    const bool continues = at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    const LineColumn found = sources.locate(file, at);
    INFO(at);
    CHECK(found.line == line);
    if (!continues) CHECK(found.column == column);
    if (at == text.size()) break;
    const bool ends = at + 1 == text.size() || (static_cast<unsigned char>(text[at + 1]) & 0xC0) != 0x80;
    if (text[at] == '\n') ++line, column = 1;
    else if (ends) ++column;
  }
}
