// Every diagnostic of `check`, as its receiver reads it: tests/golden/errors/GXXXX.glint is a script with that mistake, and
// GXXXX.txt the rendered text. A code without a script fails, and so does a script without its code. The codes of later
// stages (G05xx and on) are in tests/interpreter/game/golden_test.cpp.
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

std::string rendered(const std::string& name, std::vector<Diagnostic>& diagnostics) {
  const auto text = read(kFolder / (name + ".glint"));
  REQUIRE(text.has_value());
  Sources sources;
  Folders loader;
  const std::uint32_t file = sources.add({name + ".glint", *text});
  diagnostics = check(sources, file, loader).diagnostics;
  return render(diagnostics, sources);
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
    if (entry.path().extension() != ".glint" || name == "several") continue;
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

TEST_CASE("messages of check are sentences in lower case without a full stop") {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".glint" || (name != "several" && !is_of_check(name))) continue;
    INFO(name);
    std::vector<Diagnostic> diagnostics;
    rendered(name, diagnostics);
    for (const Diagnostic& each : diagnostics) glint::golden::check_sentence(each.message);
  }
}
