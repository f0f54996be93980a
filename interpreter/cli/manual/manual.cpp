#include "interpreter/cli/manual/manual.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <glint/glint.hpp>
#include "interpreter/cli/files/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using Words = std::vector<std::string>;

/// `all|seed` names all words that may be given; `piece:X|move:Y` and `N|NAME` do not.
bool lists_words(std::string_view value) {
  return value.find('|') != std::string_view::npos &&
         std::all_of(value.begin(), value.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '|'; });
}

/// The words that can stand for `GAME`, `FILE` and so on, and the line that lets the shell add files.
std::pair<Words, std::string_view> offer_of(const std::string& value) {
  Words words;
  if (value == "GAME" || value == "OLD" || value == "NEW" || value == "SCRIPT")
    return {bundled_scripts(), ":scripts\n"};
  if (value == "FILE" || value == "RECORD") return {words, ":files\n"};
  if (value == "FOLDER") return {words, ":folders\n"};
  if (value == "CODE") {
    for (const lang::Code code : lang::all_codes()) words.emplace_back(code_name(code));
    std::sort(words.begin(), words.end());
  } else if (lists_words(value)) {
    for (const std::string_view word : lang::split(value, "|")) words.emplace_back(word);
  }
  return {words, ""};
}

}  // namespace

std::string with_comments_aligned(const std::string& examples) {
  constexpr std::string_view kMark = "    # ";
  const auto command_of = [&](std::string_view line) {
    const std::string_view command = line.substr(0, line.find(kMark));
    return command.substr(0, command.find_last_not_of(' ') + 1);
  };
  const auto lines = lang::lines_of(examples);
  std::size_t widest = 0;
  for (const std::string_view line : lines)
    if (line.find(kMark) != std::string_view::npos) widest = std::max(widest, command_of(line).size());
  return lang::joined(lines, "\n", [&](std::string_view line) {
    const std::string command(command_of(line));
    const std::size_t mark = line.find(kMark);
    if (mark == std::string_view::npos) return command;
    return command + std::string(widest - command.size() + 2, ' ') + "# " +
           std::string(line.substr(mark + kMark.size()));
  });
}

std::string offers(const CLI::App& app, const std::vector<std::string>& words) {
  Words given;
  for (const std::string& word : words)
    if (word != "=") given.push_back(word);
  if (words.empty() || words.back() == "=") given.emplace_back();
  const std::string& typed = given.back();
  const auto named =
      app.get_subcommands([&](const CLI::App* one) { return given.size() > 1 && one->get_name() == given.front(); });
  std::string text;
  const auto add = [&](const std::string& name, const std::string& help) {
    if (name.starts_with(typed)) text += name + (help.empty() ? "" : "\t" + help) + "\n";
  };

  // The operand being typed is not counted: all operands of a command get the same offers, except one that names
  // nothing.
  const CLI::Option *operand = nullptr, *before = nullptr;
  std::vector<std::pair<std::string, std::string>> options;
  for (const CLI::Option* option : (named.empty() ? &app : named.front())->get_options()) {
    if (!option->nonpositional()) {
      if (!operand) operand = option;
      continue;
    }
    const Words& names = option->get_lnames();
    options.emplace_back(names.empty() ? "-" + option->get_snames().front() : "--" + names.front(),
                         option->get_description());
    const bool is_before = given.size() > 1 && options.back().first == given[given.size() - 2];
    if (is_before && option->get_items_expected_max() > 0) before = option;
  }
  if (!before && typed.starts_with("-")) {
    for (const auto& [name, help] : options) add(name, help);
  } else if (!before && given.size() == 1) {
    for (const CLI::App* command : app.get_subcommands({})) add(command->get_name(), command->get_description());
  } else if (before || operand) {
    const auto [offered, files] = offer_of(before ? before->get_type_name() : operand->get_name(true));
    for (const std::string& word : offered) add(word, "");
    text += files;
  }
  return text;
}

}  // namespace glint::cli
