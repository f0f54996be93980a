// Every diagnostic of `check`, as its receiver reads it: tests/golden/errors/GXXXX.glint is a script with that mistake, and
// GXXXX.txt the rendered text. A code without a script fails, and so does a script without its code. The codes of later
// stages (G05xx and on) are in tests/interpreter/game/golden_test.cpp.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "tests/golden/golden.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace fs = std::filesystem;
using namespace glint::lang;
using glint::golden::compare;
using glint::golden::kFolder;
using glint::golden::read;

/// The folder of the golden files, then the library; both without the machine's paths in their names.
class Folders : public Loader {
 public:
  std::optional<SourceFile> find(std::string_view name, const SourceFile&) override {
    const std::string file = std::string(name) + ".glint";
    if (auto text = read(kFolder / file)) return SourceFile{file, std::move(*text)};
    if (auto text = read(fs::path(glint::test::source_folder()) / "stdlib" / file))
      return SourceFile{"<std>/" + file, std::move(*text)};
    return std::nullopt;
  }
};

/// Codes that `check` finds, by the digits behind the G.
bool is_of_check(std::string_view code) { return code >= "G01" && code < "G05"; }

/// Scripts with more mistakes than one.
bool shows_several(const std::string& name) {
  return name == "several" || name.starts_with("conflicts") || name.starts_with("slips");
}

std::string rendered(const SourceFile& script, std::vector<Diagnostic>& diagnostics) {
  Sources sources;
  Folders loader;
  const std::uint32_t file = sources.add(script);
  diagnostics = check(sources, file, loader).diagnostics;
  return render(diagnostics, sources);
}
std::string rendered(const std::string& name, std::vector<Diagnostic>& diagnostics) {
  const auto text = read(kFolder / (name + ".glint"));
  REQUIRE(text.has_value());
  return rendered({name + ".glint", *text}, diagnostics);
}

}  // namespace

TEST_CASE("every code of check has a script that shows it, rendered as recorded") {
  for (const Code code : all_codes()) {
    const std::string name(code_name(code));
    if (!is_of_check(name)) continue;
    INFO(name);
    std::vector<Diagnostic> diagnostics;
    const std::string text = rendered(name, diagnostics);
    // One mistake, one message, and the message that the file is named after.
    CHECK(diagnostics.size() == 1);
    if (!diagnostics.empty()) CHECK(code_name(diagnostics.front().code) == name);
    compare(name, text);
  }
}

TEST_CASE("no golden script is left of a code that is gone") {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".glint" || shows_several(name)) continue;
    INFO(name);
    bool known = false;
    for (const Code code : all_codes()) known = known || code_name(code) == name;
    CHECK(known);
  }
}

TEST_CASE("a script with many mistakes is told each of them once") {
  std::vector<Diagnostic> diagnostics;
  const std::string text = rendered("several", diagnostics);
  CHECK(diagnostics.size() >= 8);
  for (std::size_t i = 1; i < diagnostics.size(); ++i)
    CHECK_FALSE(diagnostics[i].primary.span == diagnostics[i - 1].primary.span);
  compare("several", text);
}

TEST_CASE("what is written or meant as in other languages is told once, with what to write here") {
  std::vector<Diagnostic> diagnostics;
  for (const char* script : {"slips", "slips_from_elsewhere", "slips_of_labels", "slips_of_meaning", "slips_of_place"}) {
    INFO(script);
    compare(script, rendered(script, diagnostics));
    for (const Diagnostic& each : diagnostics) {
      INFO(each.message);
      CHECK_FALSE(each.help.empty());
    }
  }
}

TEST_CASE("mistakes in zones, loops, and conditions of players and looks, and kinds are reported where they are") {
  std::vector<Diagnostic> diagnostics;
  for (const char* script : {"slips_of_zones", "slips_of_marks", "slips_of_loops", "slips_of_players", "slips_of_kinds"}) {
    INFO(script);
    compare(script, rendered(script, diagnostics));
    CHECK(diagnostics.size() >= 3);
  }
}

TEST_CASE("whatever two variants change both, the error shows both places and says what settles it") {
  std::vector<Diagnostic> diagnostics;
  const std::string text = rendered("conflicts", diagnostics);
  for (const Diagnostic& each : diagnostics) {
    INFO(each.message);
    CHECK(each.code == Code::G0514);
    REQUIRE(each.others.size() == 2);
    CHECK(each.others[0].span.file != each.others[1].span.file);
    CHECK(each.help.starts_with("choose in this variant: `"));
  }
  CHECK(diagnostics.size() == 15);
  compare("conflicts", text);
  const std::string header = *read(kFolder / "conflicts.glint");
  const std::string settled =
      "option size = 7\n"
      "replace type hue = {black, white, grey, red}\n"
      "replace piece stone of player { colour: hue = black; worth: 1..3 = 1; look \"{owner:1}\" }\n"
      "remove piece mirror\n"
      "remove setup\n"
      "replace move place \"{at}\" { pick at in empty; put stone on at }\n"
      "replace move pass \"pass\" { require not can place }\n"
      "replace move any_move = pass or place\n"
      "replace after place { last = {} }\n"
      "replace play { repeat { turn of each player { choose any_move else { end : tie } } } }\n"
      "replace end when count(stone) == 9 : tie\n"
      "remove score\n"
      "replace invariant count(last) <= 9 \"few stones are last\"\n"
      "remove clock\n"
      "replace move hop \"hop {at}\" beside place { pick at in stone; remove at }\n";
  CHECK(rendered(SourceFile{"settled.glint", header + settled}, diagnostics).empty());
}

TEST_CASE("what one variant uses and another takes away is told with both places") {
  std::vector<Diagnostic> diagnostics;
  const std::string text = rendered("conflicts_of_use", diagnostics);
  CHECK(diagnostics.size() == 5);
  for (const Diagnostic& each : diagnostics) {
    INFO(each.message);
    CHECK(std::any_of(each.others.begin(), each.others.end(),
                      [&](const Label& label) { return label.span.file != each.primary.span.file; }));
  }
  compare("conflicts_of_use", text);
}

TEST_CASE("messages of check are sentences in lower case without a full stop") {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".glint" || (!shows_several(name) && !is_of_check(name))) continue;
    INFO(name);
    std::vector<Diagnostic> diagnostics;
    rendered(name, diagnostics);
    for (const Diagnostic& each : diagnostics) glint::golden::check_sentence(each.message);
  }
}
