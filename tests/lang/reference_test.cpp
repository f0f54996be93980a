// The samples of the language reference (lang/reference/, in the order of lang/README.md): each is checked, and the tests in
// it are run.
//
//     ```glint               begins with `game`, `variant` or `library`: a complete file; else declarations that are appended
//                            to the last complete file above, or on the pages before
//     ```glint-error CODE    a complete file that contains exactly this mistake

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "lang/check/check.hpp"
#include "lang/parse/parse.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace lang = glint::lang;

std::optional<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The library, as it lies in stdlib/, and the games of the reference itself.
class LibraryLoader : public lang::Loader {
 public:
  LibraryLoader();
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
    auto text = read_file(glint::test::source_folder() + "/stdlib/" + std::string(name) + ".glint");
    if (!text) return std::nullopt;
    return lang::SourceFile{"<std>/" + std::string(name) + ".glint", *std::move(text)};
  }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    return games_.find(name, user);
  }

 private:
  lang::MemoryLoader games_;
};

/// A name as files have it: "Last Light" is last_light.
std::string file_name(std::string title) {
  for (char& c : title) c = c == ' ' ? '_' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return title;
}

struct Sample {
  std::string page;   // path in the repository
  int line = 0;       // of its fence in the page
  std::string text;   // a whole file
  std::string wrong;  // the code that must be found, or empty
};

bool is_whole(const std::string& sample) {
  std::istringstream lines(sample);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.rfind("//", 0) == 0) continue;
    return line.rfind("game ", 0) == 0 || line.rfind("variant ", 0) == 0 || line.rfind("library ", 0) == 0;
  }
  return false;
}

std::string page_text(const std::string& page) {
  const auto text = read_file(glint::test::source_folder() + "/" + page);
  INFO(page);
  REQUIRE(text);
  return *text;
}

/// The pages of the reference, in the order of its index.
std::vector<std::string> pages_of_reference() {
  const std::string whole = page_text("lang/README.md"), link = "](reference/";
  const std::string index = whole.substr(std::min(whole.size(), whole.find("\n## Reference\n")));
  std::vector<std::string> pages;
  for (std::size_t at = 0; (at = index.find(link, at)) != std::string::npos;) {
    at += 2;
    pages.push_back("lang/" + index.substr(at, index.find(')', at) - at));
  }
  return pages;
}

/// `last_whole`: the last complete file of the pages before, and then of this one.
void read_samples(const std::string& page, std::string& last_whole, std::vector<Sample>& samples) {
  const std::string fence = "```", error_mark = "glint-error ";
  std::string body;
  std::optional<std::string> open;  // the word after the fence that is open
  int line_number = 0, opened_at = 0;
  std::istringstream lines(page_text(page));
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    if (line.rfind(fence, 0) != 0) {
      if (open) body += line + "\n";
    } else if (!open) {
      open = line.substr(fence.size());
      opened_at = line_number;
      body.clear();
    } else {
      if (open->rfind(error_mark, 0) == 0) {
        samples.push_back({page, opened_at, body, open->substr(error_mark.size())});
      } else if (*open == "glint" && is_whole(body)) {
        last_whole = body;
        samples.push_back({page, opened_at, body, ""});
      } else if (*open == "glint") {
        samples.push_back({page, opened_at, last_whole + "\n" + body, ""});
      }
      open.reset();
    }
  }
  REQUIRE_FALSE(open);
}

std::vector<Sample> samples_of_reference() {
  std::vector<Sample> samples;
  std::string last_whole;
  for (const std::string& page : pages_of_reference()) read_samples(page, last_whole, samples);
  return samples;
}

LibraryLoader::LibraryLoader() {
  for (const Sample& sample : samples_of_reference()) {
    // The header of a game, or of a variant, which may be combined with others.
    const std::size_t header = std::min(sample.text.find("game \""), sample.text.find("variant \""));
    if (header == std::string::npos) continue;
    const std::size_t begin = sample.text.find('"', header) + 1;
    games_.add(file_name(sample.text.substr(begin, sample.text.find('"', begin) - begin)), sample.text);
  }
}

}  // namespace

TEST_CASE("reference: every sample checks, or has exactly the mistake that it shows") {
  const auto samples = samples_of_reference();
  int right = 0, wrong = 0;
  for (const Sample& sample : samples) {
    CAPTURE(sample.page, sample.line);
    ++(sample.wrong.empty() ? right : wrong);
    lang::Sources sources;
    const std::uint32_t file = sources.add({sample.page, sample.text});
    LibraryLoader loader;
    const lang::Checked checked = lang::check(sources, file, loader);
    INFO(lang::render(checked.diagnostics, sources));
    if (sample.wrong.empty()) {
      // A sample may declare a move without adding it to the `play` of the file above it.
      CHECK(std::all_of(checked.diagnostics.begin(), checked.diagnostics.end(), [](const lang::Diagnostic& one) {
        return one.severity == lang::Severity::warning && one.message.starts_with("no `choose` offers ");
      }));
      CHECK(checked.rules.has_value());
    } else {
      REQUIRE(checked.diagnostics.size() == 1);
      CHECK(lang::code_name(checked.diagnostics.front().code) == sample.wrong);
    }
  }
  CHECK(right >= 30);
  CHECK(wrong >= 8);
}

TEST_CASE("reference: its index lists every page once") {
  std::vector<std::string> listed = pages_of_reference(), there;
  std::sort(listed.begin(), listed.end());
  for (const auto& entry : std::filesystem::directory_iterator(glint::test::source_folder() + "/lang/reference"))
    if (entry.path().extension() == ".md") there.push_back("lang/reference/" + entry.path().filename().string());
  std::sort(there.begin(), there.end());
  CHECK(listed == there);
}

TEST_CASE("reference: the tests in the samples pass") {
  int tests = 0;
  for (const Sample& sample : samples_of_reference()) {
    if (!sample.wrong.empty() || sample.text.find("\nlibrary ") != std::string::npos) continue;
    CAPTURE(sample.page, sample.line);
    LibraryLoader loader;
    const auto game = glint::Game::from_text(sample.text, sample.page, {}, &loader);
    INFO(game.error_text());
    REQUIRE(game.ok());
    for (const glint::TestReport& report : glint::run_tests(*game)) {
      ++tests;
      INFO(report.title << "\n" << report.failure);
      CHECK(report.passed);
    }
  }
  CHECK(tests >= 8);
}

TEST_CASE("reference: every code that it names exists, and every library is in its table") {
  const std::string text = page_text("lang/reference/libraries.md");
  for (const char* name : {"hex", "square", "optics", "light", "hours", "geometry"}) {
    CAPTURE(name);
    CHECK(text.find(std::string("| `") + name + "` |") != std::string::npos);
  }
  for (const Sample& sample : samples_of_reference()) {
    if (sample.wrong.empty()) continue;
    bool known = false;
    for (const lang::Code code : lang::all_codes()) known = known || lang::code_name(code) == sample.wrong;
    CAPTURE(sample.wrong);
    CHECK(known);
  }
}

TEST_CASE("reference: the table of the libraries' names has all of them, and no others") {
  const std::string text = page_text("lang/reference/libraries.md");
  const std::size_t section = text.find("## Names that libraries bring");
  REQUIRE(section != std::string::npos);
  for (const std::string& name : std::vector<std::string>{"hex", "square", "optics", "light", "hours", "geometry"}) {
    // What its rows say in backticks, and in quotes.
    std::string rows;
    std::istringstream lines(text.substr(section));
    for (std::string line; std::getline(lines, line);) {
      const std::string head = "| `" + name + "` |";
      if (line.rfind(head, 0) == 0) rows += line.substr(head.size()) + "\n";
    }
    for (std::size_t at = 0; (at = rows.find("\\|", at)) != std::string::npos;) rows.erase(at, 1);
    std::set<std::string> written;
    for (std::size_t at = 0; (at = rows.find('`', at)) != std::string::npos;) {
      const std::size_t end = rows.find('`', at + 1);
      written.insert(rows.substr(at + 1, end - at - 1));
      at = end + 1;
    }

    lang::Sources sources;
    const auto library = read_file(glint::test::source_folder() + "/stdlib/" + name + ".glint");
    REQUIRE(library);
    const lang::Parsed parsed = lang::parse(sources, sources.add({name, *library}));
    std::set<std::string> declared;
    std::string signs;
    for (const glint::tree::Decl& decl : parsed.file.decls) {
      if (decl.kind == glint::tree::DeclKind::library || decl.kind == glint::tree::DeclKind::needs) continue;
      declared.insert(decl.name.text);
      const auto value = [&](const glint::tree::EnumValue& each) {
        declared.insert(each.name.text);
        std::string entry = "`" + each.name.text + "`";
        for (const std::string& spelling : each.spellings) entry += " \"" + spelling + "\"";
        CAPTURE(entry);
        CHECK(rows.find(entry) != std::string::npos);
      };
      std::string directions;
      const auto* lattice = decl.get_if<glint::tree::LatticeDecl>();
      for (const auto& direction : lattice ? lattice->directions : std::vector<glint::tree::DirectionDecl>{}) {
        declared.insert(direction.name.text);
        directions += (directions.empty() ? "directions `" : ", `") + direction.name.text + "`";
      }
      CHECK(rows.find(directions) != std::string::npos);
      if (lattice)
        for (const auto& axis : lattice->axes) value(axis);
      if (const auto* type = type_of(decl))
        for (const auto& each : type->values) value(each);
      for (const auto& param : params_of(decl)) CHECK(rows.find(param.name.text) != std::string::npos);
    }
    CAPTURE(name);
    CHECK(written == declared);
  }
}
