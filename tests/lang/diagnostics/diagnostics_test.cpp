// The rendering of diagnostics, their order, and the nearest right name.
#include "lang/diagnostics/diagnostic.hpp"

#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "tests/catch.hpp"

namespace {

using namespace glint::lang;

Diagnostic at(Span span, std::string message, std::string label = "") {
  Diagnostic diagnostic;
  diagnostic.code = Code::G0101;
  diagnostic.message = std::move(message);
  diagnostic.primary = {span, std::move(label)};
  return diagnostic;
}

}  // namespace

TEST_CASE("render: the place, the line, the words", "[diagnostics]") {
  Sources sources;
  sources.add({"games/duel.glint", "one\n\n  place mirorr at c3\n"});
  CHECK(render(at({0, 13, 19}, "unknown name `mirorr`", "did you mean `mirror`?"), sources) ==
        "error[G0101]: unknown name `mirorr`\n"
        "  --> games/duel.glint:3:9\n"
        "   |\n"
        " 3 |   place mirorr at c3\n"
        "   |         ^^^^^^ did you mean `mirror`?\n");
  // A place between two characters, and the end of the text, still have a caret.
  Diagnostic warning = at({0, 13, 13}, "here");
  warning.severity = Severity::warning;
  warning.help = "do that";
  CHECK(render(warning, sources) ==
        "warning[G0101]: here\n"
        "  --> games/duel.glint:3:9\n"
        "   |\n"
        " 3 |   place mirorr at c3\n"
        "   |         ^\n"
        "   = help: do that\n");
  CHECK(render(at({0, 26, 26}, "end"), sources) ==
        "error[G0101]: end\n"
        "  --> games/duel.glint:4:1\n"
        "   |\n"
        " 4 |\n"
        "   | ^\n");
}

TEST_CASE("render: other labels, in this file and another", "[diagnostics]") {
  Sources sources;
  sources.add({"a", "let x = 1\nlet y = 2\nlet z = 3\nlet x = 4\n"});
  sources.add({"b", "let x = 5\n"});
  Diagnostic diagnostic = at({0, 34, 35}, "`x` twice");
  diagnostic.others = {{{0, 4, 5}, "here"}, {{1, 4, 5}, "and there"}};
  CHECK(render(diagnostic, sources) ==
        "error[G0101]: `x` twice\n"
        "  --> a:4:5\n"
        "   |\n"
        " 1 | let x = 1\n"
        "   |     - here\n"
        "..\n"
        " 4 | let x = 4\n"
        "   |     ^\n"
        "  --> b:1:5\n"
        "   |\n"
        " 1 | let x = 5\n"
        "   |     - and there\n");
}

TEST_CASE("render: two marks in a line stand one under the other", "[diagnostics]") {
  Sources sources;
  sources.add({"a", "f(x, x)\n"});
  Diagnostic diagnostic = at({0, 5, 6}, "twice", "again");
  diagnostic.others = {{{0, 2, 3}, "first"}};
  CHECK(render(diagnostic, sources) ==
        "error[G0101]: twice\n"
        "  --> a:1:6\n"
        "   |\n"
        " 1 | f(x, x)\n"
        "   |   - first\n"
        "   |      ^ again\n");
}

TEST_CASE("render: tabs and letters of several bytes keep the carets in place", "[diagnostics]") {
  Sources sources;
  sources.add({"a",
               "\tgr\xC3\xB6\xC3\x9F"
               "er \tx y\n"});
  CHECK(render(at({0, 11, 12}, "m"), sources) ==
        "error[G0101]: m\n"
        "  --> a:1:10\n"
        "   |\n"
        " 1 |     gr\xC3\xB6\xC3\x9F"
        "er  x y\n"
        "   |             ^\n");
}

TEST_CASE("render: what a terminal must not be sent is replaced", "[diagnostics]") {
  Sources sources;
  sources.add({"a", "x \x1B[31m \xFF \xC3 y\r\n"});
  const std::string text = render(at({0, 0, 1}, "m"), sources);
  CHECK(text.find(" 1 | x ?[31m ? ? y\n") != std::string::npos);
}

TEST_CASE("render: a long line is cut around the mark", "[diagnostics]") {
  Sources sources;
  sources.add({"a", std::string(200, 'a') + "BCD" + std::string(200, 'e') + "\n"});
  CHECK(render(at({0, 200, 203}, "m"), sources) ==
        "error[G0101]: m\n"
        "  --> a:1:201\n"
        "   |\n"
        " 1 | ..." +
            std::string(36, 'a') + "BCD" + std::string(71, 'e') +
            "...\n"
            "   | " +
            std::string(39, ' ') + "^^^\n");
  // Near the start nothing is cut there, and a mark that goes on beyond what is shown ends with it.
  CHECK(render(at({0, 2, 400}, "m"), sources)
            .find("\n 1 | " + std::string(110, 'a') + "...\n   |   " + std::string(108, '^') + "\n") !=
        std::string::npos);
}

TEST_CASE("render: a span over several lines", "[diagnostics]") {
  Sources sources;
  sources.add({"a", "if x {\n  b\n\n  c\n}\nend\n"});
  CHECK(render(at({0, 3, 10}, "m", "all this"), sources) ==
        "error[G0101]: m\n"
        "  --> a:1:4\n"
        "   |\n"
        " 1 | if x {\n"
        "   |    ^^^...\n"
        " 2 |   b\n"
        "   |   ^ all this\n");
  // A longer one is marked where it begins.
  CHECK(render(at({0, 3, 17}, "m"), sources) ==
        "error[G0101]: m\n"
        "  --> a:1:4\n"
        "   |\n"
        " 1 | if x {\n"
        "   |    ^^^...\n"
        " 2 |   b\n"
        "   |   ^...\n");
}

TEST_CASE("render: colours only where they are asked for", "[diagnostics]") {
  Sources sources;
  sources.add({"a", "x\n"});
  Diagnostic diagnostic = at({0, 0, 1}, "m");
  diagnostic.help = "h";
  CHECK(render(diagnostic, sources).find('\x1B') == std::string::npos);
  const std::string coloured = render(diagnostic, sources, {.colour = true});
  CHECK(coloured.find("\x1B[1;31merror[G0101]\x1B[0m") == 0);
  CHECK(coloured.find("\x1B[1;31m^\x1B[0m") != std::string::npos);
  std::string plain;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1B')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  }
  CHECK(plain == render(diagnostic, sources));
}

TEST_CASE("render: without a place there is no source", "[diagnostics]") {
  const Sources sources;
  CHECK(render(at({0, 0, 0}, "no such file"), sources) == "error[G0101]: no such file\n");
}

TEST_CASE("diagnostics are sorted by place, and told once", "[diagnostics]") {
  Diagnostic other_code = at({0, 5, 6}, "a");
  other_code.code = Code::G0102;
  std::vector<Diagnostic> all = {at({1, 0, 1}, "file b"), at({0, 5, 6}, "a"), at({0, 2, 3}, "early"),
                                 at({0, 5, 6}, "b"),      other_code,         at({0, 5, 6}, "a"),
                                 at({0, 5, 7}, "a")};
  sort_diagnostics(all);
  std::string order;
  for (const Diagnostic& one : all) order += one.message + "/" + std::string(code_name(one.code)) + " ";
  CHECK(order == "early/G0101 a/G0101 b/G0101 a/G0102 a/G0101 file b/G0101 ");
}

TEST_CASE("nearest: case first, then edits, and nothing that is far", "[diagnostics]") {
  const std::vector<std::string> names = {"mirror", "emitter", "Stone", "me", "placed", "place"};
  // A name as long as a script would be compared with each other one: product of lengths.
  CHECK(nearest(std::string(500'000, 'a'), {std::string(400'000, 'a')}).empty());
  CHECK(nearest(std::string(200, 'a'), {std::string(199, 'a')}) == std::string(199, 'a'));
  CHECK(nearest(std::string(201, 'a'), {std::string(200, 'a')}).empty());
  CHECK(nearest("mirorr", names) == "mirror");
  CHECK(nearest("emiter", names) == "emitter");
  CHECK(nearest("stone", names) == "Stone");
  CHECK(nearest("MIRROR", names) == "mirror");
  CHECK(nearest("plac", names) == "place");
  CHECK(nearest("palce", names) == "place");
  CHECK(nearest("em", names) == "me");
  CHECK(nearest("xyz", names).empty());
  CHECK(nearest("q", {"p", "r"}).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest("place", {}).empty());
  CHECK(nearest("stone", {"stony", "STONE"}) == "STONE");
}

TEST_CASE("every code has a name and a summary of its own", "[diagnostics]") {
  std::set<std::string_view> names;
  std::set<std::string_view> summaries;
  for (const Code code : all_codes()) {
    INFO(code_name(code));
    CHECK(code_name(code).size() == 5);
    CHECK(code_name(code).front() == 'G');
    CHECK_FALSE(code_summary(code).empty());
    CHECK(code_summary(code).back() != '.');
    names.insert(code_name(code));
    summaries.insert(code_summary(code));
  }
  CHECK(names.size() == all_codes().size());
  CHECK(summaries.size() == all_codes().size());
  CHECK(code_name(Code::G0103) == "G0103");
}

TEST_CASE("codes: they are listed in their order, each once", "[diagnostics]") {
  const std::string_view codes[] = {
#define GLINT_CODE(code, summary) #code,
#include "lang/diagnostics/codes.def"
#undef GLINT_CODE
  };
  for (std::size_t i = 1; i < std::size(codes); ++i) {
    INFO(codes[i - 1] << ", " << codes[i]);
    CHECK(codes[i - 1] < codes[i]);
  }
}
