// The pages of errors, lang/errors: there is one for each code; its broken script has that error, and its mended one has
// none. `glint explain` prints them.
//
//     ```glint-error      the broken script
//     ```glint            the same script, mended
//     ```glint FILE       a file that lies beside both
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/desk/desk.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/script_steps.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

fs::path pages() { return fs::path(test::source_folder()) / "lang" / "errors"; }

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const lang::Code code : lang::all_codes()) names.emplace_back(lang::code_name(code));
  std::sort(names.begin(), names.end());
  return names;
}

struct Page {
  std::string text, broken, mended;
  std::vector<std::pair<std::string, std::string>> beside;  // names of files, their texts
};

Page page_of(const std::string& name) {
  Page page{read_file((pages() / (name + ".md")).string()), {}, {}, {}};
  std::istringstream in(page.text);
  std::string* open = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (open != nullptr && line == "```") open = nullptr;
    else if (open != nullptr) *open += line + '\n';
    else if (line == "```glint-error") open = &page.broken;
    else if (line == "```glint") open = &page.mended;
    else if (line.rfind("```glint ", 0) == 0) open = &page.beside.emplace_back(line.substr(9), "").second;
  }
  INFO(name << ": the page is missing, or has not both scripts");
  CHECK_FALSE(page.broken.empty());
  CHECK_FALSE(page.mended.empty());
  return page;
}

/// A script of a page, in a file of a folder of its own, with what lies beside it.
struct Script {
  Script(const std::string& code, const Page& page, const std::string& script) : name(code), text(script) {
    for (const auto& [file, content] : page.beside) folder.write(file, content);
    path = folder.write(name + ".glint", text);
  }

  /// The codes of what `check` finds, warnings too.
  std::vector<std::string> checked() const {
    std::vector<std::string> codes;
    const auto json = glint({"check", path, "--json"}).json();
    for (const auto& each : json.at("diagnostics")) codes.push_back(each["code"]);
    return codes;
  }
  /// The codes of what an editor shows of it, once all slower checks are made.
  std::vector<std::string> shown() const {
    desk::Desk desk([](const std::string& document) -> std::unique_ptr<lang::Loader> {
      return std::make_unique<FolderLoader>(document, std::vector<std::string>{});
    });
    desk.open(path, text);
    while (desk.has_more_checks(path)) desk.check_further(path);
    std::vector<std::string> codes;
    for (const desk::Finding& each : desk.findings(path)) codes.push_back(each.code);
    return codes;
  }
  /// The codes of what its first lines lead to.
  std::vector<std::string> played() const {
    std::vector<std::string> codes;
    FolderLoader loader(path, {});
    for (const Error& each : test::errors_of_steps(name, text, loader)) codes.push_back(each.code);
    return codes;
  }
  bool has_steps() const { return text.rfind("//! ", 0) == 0; }

  Folder folder;
  std::string name, text, path;
};

/// A title, then paragraphs and scripts, as `glint explain` prints them.
std::string printed(const std::string& line) { return line.empty() ? "\n" : "    " + line + "\n"; }

}  // namespace

TEST_CASE("pages of errors: each code has one, called by its summary, and none is left of a code that is gone") {
  for (const lang::Code code : lang::all_codes()) {
    const std::string name(lang::code_name(code));
    INFO(name);
    const std::string text = read_file((pages() / (name + ".md")).string());
    CHECK(text.substr(0, text.find('\n')) == "# " + name + ": " + std::string(lang::code_summary(code)));
  }
  const std::vector<std::string> names = all_names();
  for (const auto& entry : fs::directory_iterator(pages())) {
    INFO(entry.path().string());
    const std::string name = entry.path().stem().string();
    CHECK((name == "README" || std::count(names.begin(), names.end(), name) == 1));
  }
}

TEST_CASE("pages of errors: an editor shows what `check` finds, also what it finds by playing") {
  for (const std::string& name : all_names()) {
    INFO(name);
    const Page page = page_of(name);
    const Script script(name, page, page.broken);
    std::vector<std::string> checked = script.checked(), shown = script.shown();
    std::sort(checked.begin(), checked.end());
    std::sort(shown.begin(), shown.end());
    CHECK(shown == checked);
  }
}

TEST_CASE("pages of errors: the index has all of them, in order, under the headings of `glint explain`") {
  const std::string text = read_file((pages() / "README.md").string());
  const std::string rest = text.substr(text.find("\n## "));
  std::istringstream index(glint({"explain"}).out);
  std::size_t at = 0;
  int codes = 0;
  for (std::string line; std::getline(index, line);) {
    if (line.empty()) continue;
    const std::string name = line.substr(0, 2) == "  " ? line.substr(2, 5) : "";
    codes += !name.empty();
    const std::string expected =
        name.empty() ? "\n## " + line + "\n" : "\n| [" + name + "](" + name + ".md) | " + line.substr(9) + " |\n";
    INFO(expected);
    at = rest.find(expected, at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(codes == static_cast<int>(lang::all_codes().size()));
  CHECK(std::count(rest.begin(), rest.end(), '[') == codes);
}

TEST_CASE("pages of errors: a broken script has the error of its page, and no other") {
  for (const std::string& name : all_names()) {
    INFO(name);
    const Page page = page_of(name);
    const Script script(name, page, page.broken);
    const std::vector<std::string> codes = script.has_steps() ? script.played() : script.checked();
    CHECK_FALSE(codes.empty());
    for (const std::string& code : codes) CHECK(code == name);
  }
}

TEST_CASE("pages of errors: a mended script has none, neither in what is done with it nor under `check`") {
  for (const std::string& name : all_names()) {
    INFO(name);
    const Page page = page_of(name);
    const Script script(name, page, page.mended);
    for (const std::string& code : script.checked()) CHECK(code == "");
    if (script.has_steps())
      for (const std::string& code : script.played()) CHECK(code == "");
    CHECK(page.mended != page.broken);
    if (page.mended.find("\ntest ") != std::string::npos) CHECK(glint({"test", script.path}).status == kDone);
  }
}

TEST_CASE("glint explain prints the page of a code: text wrapped, scripts as they are") {
  for (const std::string& name : all_names()) {
    INFO(name);
    const Page page = page_of(name);
    const Answer answer = at_terminal({"explain", name}, "", 60);
    CHECK(answer.status == kDone);
    CHECK(answer.out.rfind(name + ": ", 0) == 0);
    CHECK(answer.out.find("```") == std::string::npos);
    std::istringstream out(answer.out);
    for (std::string line; std::getline(out, line);) CHECK((line.size() <= 60 || line.rfind("    ", 0) == 0));
    if (name == "G0104") continue;  // its script has what no terminal should get
    for (const std::string& script : {page.broken, page.mended}) {
      std::string expected;
      std::istringstream lines(script);
      for (std::string line; std::getline(lines, line);) expected += printed(line);
      CHECK(answer.out.find("\n\n" + expected) != std::string::npos);
    }
  }
  CHECK(glint({"explain", "G0104"}).out.find("    let lamps_each = 3   // \\x1b[32mchanged") != std::string::npos);
  // A paragraph is one, however its lines are broken in the page.
  CHECK(glint({"explain", "G0403"}).out.find("the other\none. A rule") == std::string::npos);
}

TEST_CASE("glint explain: codes in any case, several, none that exist, and as data") {
  CHECK(glint({"explain", "g0403"}).out == glint({"explain", "G0403"}).out);
  CHECK(glint({"explain", "G0403", "G0601"}).out ==
        glint({"explain", "G0403"}).out + "\n" + glint({"explain", "G0601"}).out);
  const Answer none = glint({"explain", "G0403", "mirror"});
  CHECK(none.status == kUsage);
  CHECK(none.out.empty());
  CHECK(none.err == "error: there is no error `mirror`\n  help: `glint explain` lists them\n");
  CHECK(glint({"explain", "G04403"}).err.find("did you mean `G0403`?") != std::string::npos);
  CHECK(glint({"explain", "G04\x1b"}).err.find('\x1b') == std::string::npos);

  const auto all = glint({"explain", "--json"}).json();
  REQUIRE(all["errors"].size() == lang::all_codes().size());
  CHECK(all["errors"][0]["code"] == "G0101");
  CHECK(all["errors"][0]["group"] == "Syntax");
  const auto one = glint({"explain", "G0403", "--json"}).json();
  REQUIRE(one["errors"].size() == 1);
  CHECK(one["errors"][0]["summary"] == lang::code_summary(lang::Code::G0403));
  CHECK(one["errors"][0]["page"] == page_of("G0403").text);
}

TEST_CASE("an error at a terminal names the command that explains it, once") {
  const Folder folder;
  const std::string path = folder.write("lamps.glint", "library lamps\nlet a = b\nlet c = d\n");
  for (const bool is_terminal : {false, true}) {
    std::istringstream in;
    std::ostringstream out, err;
    Console console{in, out, err};
    console.err_is_terminal = is_terminal;
    CHECK(run({"check", path}, console) == kNo);
    const std::string text = err.str();
    const std::size_t hint = text.find("`glint explain G0201` says more\n");
    INFO(text);
    CHECK((hint != std::string::npos) == is_terminal);
    CHECK(text.find("glint explain", hint == std::string::npos ? hint : hint + 9) == std::string::npos);
  }
}

}  // namespace glint::cli
