#include "interpreter/cli/manual/manual.hpp"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>
#include <glint/glint.hpp>
#include "interpreter/cli/files/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

ManualArgument argument_of(const CLI::Option& option) {
  ManualArgument argument;
  if (option.nonpositional())
    argument.name =
        option.get_lnames().empty() ? "-" + option.get_snames().front() : "--" + option.get_lnames().front();
  if (option.get_items_expected_max() > 0)
    argument.value = argument.name.empty() ? option.get_name(true) : option.get_type_name();
  argument.help = option.get_description();
  return argument;
}

ManualPage page_of(const CLI::App& app) {
  ManualPage page{app.get_name(), app.get_description(), {}};
  for (const bool operands : {false, true})
    for (const CLI::Option* option : app.get_options())
      if (option->nonpositional() != operands) page.arguments.push_back(argument_of(*option));
  return page;
}

using Pages = std::vector<ManualPage>;
using Words = std::vector<std::string>;

/// The possible values: words, and files of some kind.
struct Offer {
  enum class Files { none, scripts, all, folders };
  Words words;
  Files files = Files::none;
};

/// `all|seed` names all words that may be given; `piece:X|move:Y` and `N|NAME` do not.
bool lists_words(std::string_view value) {
  return value.find('|') != std::string_view::npos &&
         std::all_of(value.begin(), value.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '|'; });
}

Offer offer_of(const ManualArgument& argument) {
  const std::string& value = argument.value;
  Offer offer;
  if (value == "GAME" || value == "OLD" || value == "NEW" || value == "SCRIPT") {
    offer.words = bundled_scripts();
    offer.files = Offer::Files::scripts;
  } else if (value == "FILE" || value == "RECORD") {
    offer.files = Offer::Files::all;
  } else if (value == "FOLDER") {
    offer.files = Offer::Files::folders;
  } else if (value == "CODE") {
    for (const lang::Code code : lang::all_codes()) offer.words.emplace_back(code_name(code));
    std::sort(offer.words.begin(), offer.words.end());
  } else if (lists_words(value)) {
    for (const std::string_view word : lang::split(value, "|")) offer.words.emplace_back(word);
  }
  return offer;
}

/// The operand being typed is not counted: all operands of a command get the same offers, except one that names
/// nothing.
const ManualArgument* first_operand(const ManualPage& page) {
  for (const ManualArgument& argument : page.arguments)
    if (argument.name.empty()) return &argument;
  return nullptr;
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

std::vector<ManualPage> manual_of(const CLI::App& app) {
  std::vector<ManualPage> pages = {page_of(app)};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    pages.push_back(page_of(*command));
  return pages;
}

std::string offers(const Pages& pages, const std::vector<std::string>& words) {
  Words given;
  for (const std::string& word : words)
    if (word != "=") given.push_back(word);
  if (words.empty() || words.back() == "=") given.emplace_back();
  const std::string& typed = given.back();
  const auto page = std::find_if(pages.begin() + 1, pages.end(), [&](const ManualPage& one) {
    return given.size() > 1 && one.name == given.front();
  });
  const ManualPage& command = page == pages.end() ? pages.front() : *page;
  std::string text;
  const auto add = [&](const std::string& name, const std::string& help) {
    if (name.starts_with(typed)) text += name + (help.empty() ? "" : "\t" + help) + "\n";
  };

  const ManualArgument* value = first_operand(command);
  bool is_value = false;
  for (const ManualArgument& argument : command.arguments)
    if (given.size() > 1 && !argument.value.empty() && argument.name == given[given.size() - 2]) {
      value = &argument;
      is_value = true;
    }
  if (!is_value && typed.starts_with("-")) {
    for (const ManualArgument& argument : command.arguments)
      if (!argument.name.empty()) add(argument.name, argument.help);
  } else if (!is_value && given.size() == 1) {
    for (std::size_t i = 1; i < pages.size(); ++i) add(pages[i].name, pages[i].summary);
  } else if (value) {
    const Offer offer = offer_of(*value);
    for (const std::string& word : offer.words) add(word, "");
    constexpr std::string_view kFiles[] = {"", ":scripts\n", ":files\n", ":folders\n"};
    text += kFiles[static_cast<std::size_t>(offer.files)];
  }
  return text;
}

}  // namespace glint::cli
