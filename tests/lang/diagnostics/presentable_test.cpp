// Words of others in our sentences: nothing that a terminal obeys, nothing without end.
#include "lang/diagnostics/presentable.hpp"

#include "lang/diagnostics/diagnostic.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint::lang;

std::string render_one(const std::string& text, std::uint32_t begin, std::uint32_t end, const std::string& message) {
  Sources sources;
  const std::uint32_t file = sources.add({"a\x1b.glint", text});
  Diagnostic diagnostic;
  diagnostic.message = message;
  diagnostic.primary = {{file, begin, end}, ""};
  return render(diagnostic, sources);
}

}  // namespace

TEST_CASE("presentable: control characters and broken bytes are written out") {
  CHECK(escaped("a\x1b[0m\n\t\x7f") == "a\\x1b[0m\\n\\t\\x7f");
  CHECK(escaped("\xff\xc3") == "\\xff\\xc3");
  CHECK(escaped("gr\u00fcn \u2192 \U0001F4A3") == "gr\u00fcn \u2192 \U0001F4A3");
  CHECK(escaped("\u202e\u0085\ufeff") == "\\u202e\\u0085\\ufeff");
  CHECK(escaped("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half of a surrogate pair
  CHECK(escaped("\xc0\x80") == "\\xc0\\x80");           // an overlong zero
}

TEST_CASE("presentable: long words lose their middle, and only once") {
  const std::string text = "no file `" + std::string(200, 'a') + "/name.glint` here";
  const std::string once = presentable(text);
  CHECK(once.size() == 80 + std::string("no file `` here").size());
  CHECK(once.find("aaa...") != std::string::npos);
  CHECK(once.find("/name.glint` here") != std::string::npos);
  CHECK(presentable(once) == once);
  CHECK(presentable("short `words` stay") == "short `words` stay");
  CHECK(presentable(std::string(5000000, 'x')).size() == 80);
  std::string words;
  for (int i = 0; i < 100000; ++i) words += "word ";
  CHECK(presentable(words).size() == 2000);
  const std::string noise(1000, '\x01');
  CHECK(presentable(noise).size() <= 80);
  CHECK(presentable(presentable(noise)) == presentable(noise));
}

TEST_CASE("presentable: a very long line is shown around the mark") {
  std::string text = std::string(500000, 'a') + "MARK" + std::string(500000, 'b');
  CHECK(render_one(text, 500000, 500004, "m") == "error[G0101]: m\n  --> a\\x1b.glint:1:500001\n   |\n 1 | ..." +
                                                     std::string(36, 'a') + "MARK" + std::string(70, 'b') +
                                                     "...\n   |    " + std::string(36, ' ') + "^^^^\n");
  // A code point is not cut in two, and each is one column.
  text.clear();
  for (int i = 0; i < 3000; ++i) text += "\u00fc";
  const std::string shown = render_one(text, 5000, 5002, "m");
  CHECK(shown.find('?') == std::string::npos);
  CHECK(shown.find(":2501\n") != std::string::npos);
}

TEST_CASE("presentable: a marked line keeps its columns where a terminal would lose them") {
  CHECK(render_one("a\x1b\u202e\xff_b", 6, 7, "m `\x1b`") ==
        "error[G0101]: m `\\x1b`\n  --> a\\x1b.glint:1:5\n   |\n 1 | a???_b\n   |     ^\n");
}
