// glint explain: what an error means, with a script that has it and the same script fixed. The pages are lang/errors/.
#include <algorithm>
#include <array>
#include <cctype>
#include <ostream>
#include <sstream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// By the digit after G0; lang/errors/README.md has the same headings.
constexpr std::array<std::string_view, 7> kGroups = {
    "Syntax", "Names", "Types and values", "Structure and bounds", "Board, options and variants", "Play",
    "Positions and files"};

std::string_view group_of(lang::Code code) { return kGroups.at(static_cast<std::size_t>(code_name(code)[2] - '1')); }

/// The codes by their numbers.
std::vector<lang::Code> sorted_codes() {
  std::vector<lang::Code> codes = lang::all_codes();
  std::sort(codes.begin(), codes.end(), [](lang::Code a, lang::Code b) { return code_name(a) < code_name(b); });
  return codes;
}

lang::Code code_of(const std::string& given) {
  std::string name = given;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> names;
  for (const lang::Code code : sorted_codes()) {
    if (code_name(code) == name) return code;
    names.emplace_back(code_name(code));
  }
  stop(kUsage, "there is no error `" + given + "`", did_you_mean(name, names, "`glint explain` lists them"));
}

/// Prints a page of lang/errors: its paragraphs wrapped, its scripts indented by four blanks, line by line.
void print_page(std::string_view page, std::size_t columns, std::ostream& out) {
  std::vector<std::string> words;  // words of the paragraph so far
  const auto print_paragraph = [&] {
    if (words.empty()) return;
    for (const std::string& line : lang::wrapped(words, " ", columns, view::width_of)) out << line << '\n';
    words.clear();
  };
  bool in_script = false;
  for (const std::string_view line : lang::lines_of(page)) {
    if (line.starts_with("```")) {
      in_script = !in_script;
    } else if (in_script) {
      out << (line.empty() ? "" : "    ") << line << '\n';
    } else if (line.empty()) {
      print_paragraph();
      out << '\n';
    } else {
      std::istringstream in{std::string(line.substr(line.starts_with("# ") ? 2 : 0))};
      for (std::string word; in >> word;) words.push_back(word);
    }
  }
  print_paragraph();
}

class Explain : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.any("CODE", names_, "error codes, as `check` prints them; lists all if none is given");
    arguments.flag("--json", json_, "answer in JSON");
  }

  int run(Console& console) override {
    std::vector<lang::Code> codes;
    for (const std::string& name : names_) codes.push_back(code_of(name));
    if (json_) print_json(codes, console.out);
    else if (codes.empty()) print_index(console.out);
    for (std::size_t i = 0; i < codes.size() && !json_; ++i) {
      if (i > 0) console.out << '\n';
      print_page(bundled_error_page(code_name(codes[i])), static_cast<std::size_t>(console.style.columns), console.out);
    }
    return kDone;
  }

 private:
  static void print_index(std::ostream& out) {
    std::string_view group;
    for (const lang::Code code : sorted_codes()) {
      if (group_of(code) != group) out << (group.empty() ? "" : "\n") << group_of(code) << '\n';
      group = group_of(code);
      out << "  " << code_name(code) << "  " << code_summary(code) << '\n';
    }
  }

  /// `page` is Markdown, and left out of the list of all.
  static void print_json(const std::vector<lang::Code>& codes, std::ostream& out) {
    const auto json_of_code = [&](lang::Code code) {
      Json json = {{"code", code_name(code)}, {"group", group_of(code)}, {"summary", code_summary(code)}};
      if (!codes.empty()) json["page"] = bundled_error_page(code_name(code));
      return json;
    };
    out << json_text(Json{{"errors", list_of(codes.empty() ? sorted_codes() : codes, json_of_code)}});
  }

  bool json_ = false;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Command> make_explain() { return std::make_unique<Explain>(); }

}  // namespace glint::cli
