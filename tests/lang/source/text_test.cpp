// Texts put together, and taken apart.
#include "lang/source/text.hpp"

#include "tests/catch.hpp"

namespace {

using namespace glint::lang;
using Pieces = std::vector<std::string_view>;

TEST_CASE("text: joined and split", "[text]") {
  CHECK(joined({}).empty());
  CHECK(joined({"a"}) == "a");
  CHECK(joined({"a", "", "b"}, "; ") == "a; ; b");
  CHECK(joined(std::vector<int>{1, 2}, "+", [](int each) { return std::to_string(each); }) == "1+2");
  CHECK(split("", ",") == Pieces{""});
  CHECK(split("a,b,", ",") == Pieces{"a", "b", ""});
  CHECK(split("a, b,c", ", ") == Pieces{"a", "b,c"});
  CHECK(lines_of("").empty());
  CHECK(lines_of("a\n\nb") == Pieces{"a", "", "b"});
  CHECK(lines_of("a\n\n") == Pieces{"a", ""});
}

TEST_CASE("text: trimmed, counted, hexadecimal, quoted", "[text]") {
  CHECK(trimmed(" \t\r\n").empty());
  CHECK(trimmed(" a b\n") == "a b");
  CHECK(trimmed("\ra ", " ") == "\ra");
  CHECK(counted(1, "move") == "1 move");
  CHECK(counted(0, "move") == "0 moves");
  CHECK(hexadecimal(0xabc) == "0000000000000abc");
  CHECK(quoted("say \"a\\b\"") == "\"say \\\"a\\\\b\\\"\"");
}

}  // namespace
