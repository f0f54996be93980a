#include "interpreter/cli/manual/manual.hpp"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

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

}  // namespace glint::cli
