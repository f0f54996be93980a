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
  const bool takes_value = option.get_items_expected_max() > 0;
  if (takes_value) argument.value = argument.name.empty() ? option.get_name(true) : option.get_type_name();
  argument.help = option.get_description();
  argument.required = option.get_required();
  argument.repeats =
      takes_value && (argument.name.empty() ? option.get_items_expected_max() > 1
                                            : option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll);
  return argument;
}

ManualPage page_of(const CLI::App& app) {
  ManualPage page;
  page.name = app.get_name();
  if (app.get_parent()) page.group = app.get_group().substr(0, app.get_group().find(' '));
  page.summary = app.get_description();
  page.examples = with_comments_aligned(app.get_footer());
  for (const bool operands : {false, true})
    for (const CLI::Option* option : app.get_options())
      if (option->nonpositional() != operands) page.arguments.push_back(argument_of(*option));
  return page;
}

/// A text as `man` prints it: `-` can be copied into a command, and nothing is read as a request.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    if (c == '-')
      out += "\\-";
    else if (c == '\\')
      out += "\\e";
    else
      out += c;
  }
  return out;
}

/// A sentence in which what is in backticks is bold.
std::string prose(std::string_view text) {
  std::string out;
  bool is_code = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t tick = std::min(text.find('`', at), text.size());
    const std::string part = escaped(text.substr(at, tick - at));
    out += is_code ? "\\fB" + part + "\\fR" : part;
    is_code = !is_code;
    at = tick + 1;
  }
  return out;
}

/// `\fB--seat\fR \fISEAT=BOT\fR`
std::string heading_of(const ManualArgument& argument) {
  const std::string value = argument.value.empty() ? "" : "\\fI" + escaped(argument.value) + "\\fR";
  if (argument.name.empty()) return value + (argument.repeats ? " ..." : "");
  return "\\fB" + escaped(argument.name) + "\\fR" + (value.empty() ? "" : " " + value);
}

std::string synopsis_of(const ManualPage& page) {
  std::string text = "\\fBglint " + escaped(page.name) + "\\fR";
  for (const ManualArgument& argument : page.arguments)
    if (argument.required && !argument.name.empty()) text += " " + heading_of(argument);
  text += " [\\fIOPTION\\fR ...]";
  for (const ManualArgument& argument : page.arguments) {
    if (!argument.name.empty()) continue;
    text += " " + std::string(argument.required ? "" : "[") + heading_of(argument) + (argument.required ? "" : "]");
  }
  return text;
}

/// Lines as they are, in a fixed width.
std::string verbatim(const std::string& lines) {
  std::string text = ".nf\n";
  for (const std::string_view line : lang::lines_of(lines)) text += escaped(line) + "\n";
  return text + ".fi\n";
}

/// Whether a paragraph begins here: `Next: ...`, `Measures: ...`.
bool begins_paragraph(std::string_view line) {
  const std::size_t word = line.find_first_of(" :");
  return word != std::string_view::npos && line[word] == ':' && line[0] >= 'A' && line[0] <= 'Z';
}

/// Commands and tables, which are indented, and sentences between them: what the answer means and what comes next.
std::string examples_section(const std::string& examples) {
  std::string text = ".SH EXAMPLES\n", table;
  bool in_prose = false;
  const auto end_table = [&] {
    if (!table.empty()) text += verbatim(table);
    table.clear();
  };
  for (const std::string_view line : lang::lines_of(examples)) {
    const bool is_table = line.starts_with("  ");
    if (is_table) {
      table += std::string(line.substr(2)) + "\n";
    } else if (!line.empty()) {
      end_table();
      text += (in_prose && !begins_paragraph(line) ? "" : ".PP\n") + prose(line) + "\n";
    }
    in_prose = !is_table && !line.empty();
  }
  end_table();
  return text;
}

std::string arguments_section(const ManualPage& page) {
  std::string operands, options;
  for (const ManualArgument& argument : page.arguments) {
    std::string& section = argument.name.empty() ? operands : options;
    section += ".TP\n" + heading_of(argument) + "\n" + prose(argument.help) + "\n";
  }
  return (operands.empty() ? "" : ".SH OPERANDS\n" + operands) + ".SH OPTIONS\n" + options;
}

std::string commands_section(const std::vector<ManualPage>& pages) {
  std::string text = ".SH COMMANDS\n", group;
  for (const ManualPage& page : pages) {
    if (page.group.empty()) continue;
    if (page.group != group) text += ".SS " + page.group + "\n";
    group = page.group;
    text += ".TP\n\\fB" + escaped(page.name) + "\\fR\n" + prose(page.summary) + "\n";
  }
  return text;
}

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n"
    ".TP\n0\nsuccess\n"
    ".TP\n1\nthe check failed: a wrong script, test, move or record, or games that differ\n"
    ".TP\n2\nbad usage, or an unreadable file\n";

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

std::string man_name(const ManualPage& page) { return page.group.empty() ? page.name : "glint-" + page.name; }

std::string man_page(const std::vector<ManualPage>& pages, const ManualPage& page, const std::string& version) {
  const bool is_all = page.group.empty();
  std::string title = man_name(page);
  for (char& c : title)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  std::string summary = page.summary;
  if (is_all) {  // a sentence; what a page is about is not
    summary[0] = static_cast<char>(summary[0] - 'A' + 'a');
    summary.pop_back();
  }
  std::string text = ".\\\" Made by `glint --man " + page.name + "`.\n";
  text += ".TH " + title + " 1 \"\" \"glint " + version + "\" \"Glint\"\n";
  text += ".SH NAME\n" + escaped(man_name(page)) + " \\- " + prose(summary) + "\n";
  if (is_all) {
    text += ".SH SYNOPSIS\n\\fBglint\\fR \\fICOMMAND\\fR ...\n";
    text +=
        ".SH DESCRIPTION\nGlint is a small language for beam games, games of light and mirrors, and the engine that "
        "runs them. A script is a text file. Each command has a page of its own, such as \\fBglint\\-play\\fR(1); "
        "\\fBglint\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR prints the same in short.\n";
    text += commands_section(pages);
  } else {
    text += ".SH SYNOPSIS\n" + synopsis_of(page) + "\n" + examples_section(page.examples);
  }
  text += arguments_section(page);
  text += kExitStatus;
  text += ".SH SEE ALSO\n";
  std::string others;
  for (const ManualPage& other : pages) {
    if (&other == &page || (!is_all && other.group != page.group && !other.group.empty())) continue;
    others += (others.empty() ? "" : ",\n") + ("\\fB" + escaped(man_name(other)) + "\\fR(1)");
  }
  return text + others + "\n";
}

}  // namespace glint::cli
