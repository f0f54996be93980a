// Every error that is found after `check`, as its receiver reads it: when a game is built (G05xx), while it runs
// (G06xx), of positions (G07xx). The scripts are in tests/golden/errors beside those of `check`; their first lines say what
// is done with them (tests/support/script_steps.hpp).
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/source.hpp"
#include "tests/golden/golden.hpp"
#include "tests/support/script_steps.hpp"

namespace {

using namespace glint;
using golden::kFolder;

/// The games that the scripts are variants of.
class Folder : public lang::Loader {
 public:
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
    const std::string file = std::string(name) + ".glint";
    auto text = golden::read(kFolder / file);
    return text ? std::optional(lang::SourceFile{file, std::move(*text)}) : std::nullopt;
  }
};

}  // namespace

TEST_CASE("every code behind check has a script that shows it, rendered as recorded") {
  for (const lang::Code code : lang::all_codes()) {
    const std::string name(lang::code_name(code));
    if (name < "G05") continue;  // tests/lang/diagnostics/golden_test.cpp
    INFO(name);
    const auto script = golden::read(kFolder / (name + ".glint"));
    CHECK(script.has_value());
    if (!script) continue;
    Folder folder;
    const std::vector<Error> errors = test::errors_of_steps(name, *script, folder);
    CHECK(errors.size() == 1);
    if (errors.empty()) continue;
    CHECK(errors[0].code == name);
    golden::check_sentence(errors[0].message);
    golden::compare(name, errors[0].rendered);
  }
}

TEST_CASE("every diagnostic code there is has its script and its text") {
  for (const lang::Code code : lang::all_codes()) {
    INFO(lang::code_name(code));
    CHECK(std::filesystem::exists(kFolder / (std::string(lang::code_name(code)) + ".glint")));
    CHECK(std::filesystem::exists(kFolder / (std::string(lang::code_name(code)) + ".txt")));
  }
}
