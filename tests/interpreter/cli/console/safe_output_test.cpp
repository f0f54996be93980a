// What a terminal would obey does not reach it, wherever it comes from.
#include <sstream>

#include <nlohmann/json.hpp>

#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/view/json/json.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

/// What passes of a text that is written in parts of this size.
std::string passed(const std::string& text, std::size_t part, bool has_colours = false) {
  std::ostringstream sink;
  {
    SafeOutput out(sink, has_colours);
    for (std::size_t at = 0; at < text.size(); at += part) out << text.substr(at, part);
  }
  return sink.str();
}

/// Whether a terminal would show all of it: line breaks apart, no control characters.
bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = lang::utf8_length(text);
    if (length == 0 || (lang::is_control(text.substr(0, length)) && text[0] != '\n' && text[0] != '\t')) return false;
    text.remove_prefix(length);
  }
  return true;
}

const std::string kEvil = "\x1b[2J\xC2\x9B" "31m\r\xE2\x80\xAE\xE2\x81\xA6\xD8\x9C\xEF\xBF\xBE\x7F\xFF";

}  // namespace

TEST_CASE("safe output: the same text passes in parts of any size", "[cli]") {
  const std::string text = "a\tb\n\xE2\x94\x80 \xC3\xA9 " + kEvil + " \x1b[38;5;7mx\x1b[0m\x1b[31\x1b[1;2;3;4;5;6;7;8;9m";
  for (std::size_t part = 1; part < text.size(); ++part) {
    CHECK(passed(text, part) ==
          "a\tb\n\xE2\x94\x80 \xC3\xA9 \\x1b[2J\\u009b31m\\r\\u202e\\u2066\\u061c\\ufffe\\x7f\\xff "
          "\\x1b[38;5;7mx\\x1b[0m\\x1b[31\\x1b[1;2;3;4;5;6;7;8;9m");
    // Colours where there are some, but nothing else.
    CHECK(passed(text, part, true) ==
          "a\tb\n\xE2\x94\x80 \xC3\xA9 \\x1b[2J\\u009b31m\\r\\u202e\\u2066\\u061c\\ufffe\\x7f\\xff "
          "\x1b[38;5;7mx\x1b[0m\\x1b[31\\x1b[1;2;3;4;5;6;7;8;9m");
  }
  CHECK(passed("\xE2\x94", 1) == "\\xe2\\x94");
  CHECK(passed("\x1b[3", 1, true) == "\\x1b[3");
  std::ostringstream sink;
  SafeOutput out(sink, false);
  SafeOutput::behind(out) << "\r\x1b[K";
  out << "\r" << std::flush;
  CHECK(sink.str() == "\r\x1b[K\\r");
}

TEST_CASE("safe output: JSON, pages and pictures hold escapes", "[cli]") {
  CHECK(view::json_text("x\xC2\x9B\xE2\x80\xAE\x7F\n") == "\"x\\u009b\\u202e\\u007f\\n\"\n");
  CHECK(view::escape("<\xEF\xBF\xBE\xE2\x80\xAE\xFF\n&") == "&lt;\\ufffe\\u202e\\xff &amp;");
}

TEST_CASE("cli: names of files, and texts of scripts and records, do no harm to a terminal", "[cli]") {
  const Folder folder;
  const std::string named = folder.write("a\x1b[31m\xC2\x9B\nerror: b.glint", kLamps), out = folder / "o\x1b\n.json",
                    page = folder / "o\xE2\x80\xAE\n.html";
  const std::string broken = folder.write("c\x1b\n.glint", "game \"x\n");
  const std::string evil = folder.write("evil.glint", "game \"" + kEvil + "\"\n");
  const std::string lines = folder.write("lines.glint", R"(game "A\nerror: zz"
use square
players solo
option size: 1..2 = 1 "a\nwarning: b"
board grid(1, 1)
move rest "rest" { require size > 0 "x\nerror: zz" }
play { turn of solo { choose rest }
  end : tie }
test "t\nall tests passed" { expect 1 == 2 }
)");
  const std::string record = folder.write("r.json", R"({"glint": 1, "game": "nowhere.glint", "moves": ["\u001b[2J\u009b"],
    "notes": [{"line": 0, "at": 0, "text": "\u202e\u001b"}]})");
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"check", named}, {"test", named}, {"list", named}, {"show", named},
        {"moves", named, "--draw", "mover=near"}, {"study", named, "--games", "4", "--out", out},
        {"study", named, "--games", "4", "--html", page}, {"study", named, "--games", "4", "--html", "-"},
        {"study", named, "--games", "4", "--json"}, {"check", broken}, {"check", broken, "--json"}, {"check", evil},
        {"show", evil, "--svg", "-"}, {"check", lines}, {"test", lines}, {"list", lines}, {"show", lines},
        {"study", lines, "--games", "2"}, {"diff", named, lines}, {"replay", record}, {"replay", record, "--game", named},
        {"play", record, "--json"}, {"check", "nothing\x1b[31m\n"}, {"show", lines, "--svg", "x\x1b/y"},
        {"eval", lines, "\x1b[31m\xC2\x9B"}, {"show", lines, "--as", "\xE2\x80\xAE"}, {"\x1b]0;x"}}) {
    const Answer answer = glint(line);
    INFO(line[0] << " " << (line.size() > 1 ? line[1] : ""));
    CHECK(is_plain(answer.out));
    CHECK(is_plain(answer.err));
    for (const std::string& text : {answer.out, answer.err})
      for (const char* begin : {"\nerror: b", "\nerror: zz", "\nwarning: b", "\nall tests"})
        CHECK(text.find(begin) == std::string::npos);
    if (line.back() == "--json" && answer.status == 0) CHECK(nlohmann::json::accept(answer.out));
  }
  CHECK(is_plain(read_file(page)));
}

}  // namespace glint::cli
