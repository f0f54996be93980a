// Every diagnostic, as its receiver reads it: tests/golden/errors/GXXXX.glint is a script with that mistake, and
// GXXXX.txt the rendered text. A code without a script fails, and so does a script without its code.
//
// GLINT_REWRITE_GOLDEN=1 writes the texts anew; read the difference before you commit it.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;
using namespace glint::lang;

const fs::path kFolder = fs::path(GLINT_SOURCE_DIR) / "tests" / "golden" / "errors";

std::optional<std::string> read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The folder of the golden files, then the library; both without the machine's paths in their names.
class Folders : public Loader {
 public:
  std::optional<SourceFile> find(std::string_view name, const SourceFile&) override {
    const std::string file = std::string(name) + ".glint";
    if (auto text = read(kFolder / file)) return SourceFile{file, std::move(*text)};
    if (auto text = read(fs::path(GLINT_SOURCE_DIR) / "stdlib" / file))
      return SourceFile{"<std>/" + file, std::move(*text)};
    return std::nullopt;
  }
};

/// What a stage has to say about a script. Later stages add theirs here, and their codes below.
using Stage = std::function<std::vector<Diagnostic>(Sources&, std::uint32_t file)>;

std::vector<Diagnostic> checked(Sources& sources, std::uint32_t file) {
  Folders loader;
  return check(sources, file, loader).diagnostics;
}

/// Which stage finds a code, by the two digits behind the G.
Stage stage_of(std::string_view code) {
  const std::string_view group = code.substr(0, 3);
  if (group == "G01" || group == "G02" || group == "G03" || group == "G04") return checked;
  return nullptr;
}

std::string rendered(const std::string& name, const Stage& stage, std::vector<Diagnostic>& diagnostics) {
  const auto text = read(kFolder / (name + ".glint"));
  REQUIRE(text.has_value());
  Sources sources;
  const std::uint32_t file = sources.add({name + ".glint", *text});
  diagnostics = stage(sources, file);
  return render(diagnostics, sources);
}

void compare(const std::string& name, const std::string& text) {
  const fs::path path = kFolder / (name + ".txt");
  if (std::getenv("GLINT_REWRITE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  const auto golden = read(path);
  REQUIRE(golden.has_value());
  CHECK(text == *golden);
}

}  // namespace

TEST_CASE("every diagnostic code has a script that shows it, rendered as recorded") {
  for (const Code code : all_codes()) {
    const std::string name(code_name(code));
    if (name >= "G05") continue;  // found by building and play: tests/interpreter/golden_test.cpp
    INFO(name);
    const Stage stage = stage_of(name);
    CHECK(stage != nullptr);
    const bool there = fs::exists(kFolder / (name + ".glint"));
    CHECK(there);
    if (!stage || !there) continue;
    std::vector<Diagnostic> diagnostics;
    const std::string text = rendered(name, stage, diagnostics);
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
  const std::string text = rendered("several", checked, diagnostics);
  CHECK(diagnostics.size() >= 8);
  for (std::size_t i = 1; i < diagnostics.size(); ++i)
    CHECK_FALSE(diagnostics[i].primary.span == diagnostics[i - 1].primary.span);
  compare("several", text);
}

TEST_CASE("messages are sentences in lower case without a full stop") {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".glint") continue;
    const std::string name = entry.path().stem().string();
    const Stage stage = name == "several" ? Stage(checked) : stage_of(name);
    if (!stage) continue;
    std::vector<Diagnostic> diagnostics;
    rendered(name, stage, diagnostics);
    for (const Diagnostic& each : diagnostics) {
      INFO(name << ": " << each.message);
      REQUIRE_FALSE(each.message.empty());
      CHECK_FALSE((each.message.front() >= 'A' && each.message.front() <= 'Z'));
      CHECK(each.message.back() != '.');
    }
  }
}
