#include "interpreter/cli/manual/completion.hpp"

#include <algorithm>
#include <string_view>

#include <glint/glint.hpp>
#include "interpreter/cli/files/files.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using Pages = std::vector<ManualPage>;
using Words = std::vector<std::string>;

/// What may stand for a value: words, and files of some kind.
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

Words names_of(const Pages& pages) {
  Words names;
  for (const ManualPage& page : pages) names.push_back(page.name);
  return names;
}

Offer offer_of(const ManualArgument& argument, const Pages& pages) {
  const std::string& value = argument.value;
  Offer offer;
  if (value == "GAME" || value == "OLD" || value == "NEW" || value == "SCRIPT") {
    offer.words = bundled_scripts();
    offer.files = Offer::Files::scripts;
  } else if (value == "FILE" || value == "RECORD") {
    offer.files = Offer::Files::all;
  } else if (value == "FOLDER") {
    offer.files = Offer::Files::folders;
  } else if (value == "COMMAND") {
    offer.words = names_of(pages);
  } else if (value == "CODE") {
    for (const lang::Code code : lang::all_codes()) offer.words.emplace_back(code_name(code));
    std::sort(offer.words.begin(), offer.words.end());
  } else if (lists_words(value)) {
    for (const std::string_view word : lang::split(value, "|")) offer.words.emplace_back(word);
  }
  return offer;
}

/// The offer for what is no option, by its number; the last operand may be repeated.
std::vector<const ManualArgument*> operands_of(const ManualPage& page) {
  std::vector<const ManualArgument*> operands;
  for (const ManualArgument& argument : page.arguments)
    if (argument.name.empty()) operands.push_back(&argument);
  return operands;
}

std::string with_backslashes(std::string_view text, std::string_view before) {
  std::string out;
  for (const char c : text) {
    if (before.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// A word in single quotes for a POSIX shell.
std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// bash

std::string bash_offer(const Offer& offer) {
  std::string text;
  if (!offer.words.empty()) text += "words=" + shell_word(lang::joined(offer.words, " ")) + " ";
  if (offer.files == Offer::Files::scripts) text += "files=scripts ";
  if (offer.files == Offer::Files::all) text += "files=all ";
  if (offer.files == Offer::Files::folders) text += "files=folders ";
  return text.empty() ? ":" : text.substr(0, text.size() - 1);
}

/// Which operand is being typed is not counted: all operands of a command are offered the same, but for one that names
/// nothing.
std::string bash(const Pages& pages) {
  std::string values, options, operands;
  for (const ManualPage& page : pages) {
    const std::string command = page.group.empty() ? "" : page.name;
    Words names;
    for (const ManualArgument& argument : page.arguments) {
      if (argument.name.empty()) continue;
      names.push_back(argument.name);
      if (argument.value.empty()) continue;
      values += "    " + shell_word(command + " " + argument.name) + ") " + bash_offer(offer_of(argument, pages)) + " ;;\n";
    }
    options += "      " + shell_word(command) + ") words=" + shell_word(lang::joined(names, " ")) + " ;;\n";
    if (page.group.empty()) continue;
    const auto all = operands_of(page);
    if (!all.empty()) operands += "      " + page.name + ") " + bash_offer(offer_of(*all.front(), pages)) + " ;;\n";
  }
  Words commands = names_of(pages);
  commands.erase(commands.begin());
  return R"(# Completion of glint for bash, made by `glint --completion bash`.
_glint() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' files='' name
  # bash takes `--svg=FILE` for three words.
  [[ $word != = ]] || word=''
  [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
  ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}
  [[ $command != -* ]] || command=''
  COMPREPLY=()
  case "$command $before" in
)" + values +
         R"(    *) if [[ $word == -* ]]; then case $command in
)" + options +
         R"(      esac; elif ((COMP_CWORD == 1)); then words=)" + shell_word(lang::joined(commands, " ")) + R"(
      else case $command in
)" + operands +
         R"(      esac; fi ;;
  esac
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -W "$words" -- "$word")
  [[ -n $files ]] || return 0
  compopt -o filenames
  case $files in
    scripts) while IFS= read -r name; do
      [[ ! -d $name && $name != *.glint && $name != *.json ]] || COMPREPLY+=("$name")
    done < <(compgen -f -- "$word") ;;
    all) while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word") ;;
    folders) while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -d -- "$word") ;;
  esac
}
complete -F _glint glint
)";
}

// zsh

std::string zsh_action(const Offer& offer) {
  std::string words = offer.words.empty() ? "" : "(" + lang::joined(offer.words, " ") + ")";
  switch (offer.files) {
    case Offer::Files::none:
      return words.empty() ? " " : words;
    case Offer::Files::scripts:
      return "_glint_scripts";
    case Offer::Files::all:
      return "_files";
    case Offer::Files::folders:
      return "_files -/";
  }
  return " ";
}

/// One argument as `_arguments` takes it.
std::string zsh_spec(const ManualArgument& argument, std::size_t operand, const Pages& pages) {
  const std::string after = argument.value.empty() ? ""
                                                   : ":" + with_backslashes(argument.value, ":\\") + ":" +
                                                         zsh_action(offer_of(argument, pages));
  if (argument.name.empty()) return shell_word((argument.repeats ? "*" : std::to_string(operand)) + after);
  return shell_word((argument.repeats ? "*" : "") + argument.name + (argument.value.empty() ? "" : "=") + "[" +
                with_backslashes(argument.help, "[]\\") + "]" + after);
}

std::string zsh(const Pages& pages) {
  std::string commands, cases, own;
  for (const ManualPage& page : pages) {
    std::string specs;
    std::size_t operand = 0;
    for (const ManualArgument& argument : page.arguments)
      specs += " \\\n          " + zsh_spec(argument, argument.name.empty() ? ++operand : 0, pages);
    if (page.group.empty()) {
      own = specs;
      continue;
    }
    commands += "    " + shell_word(with_backslashes(page.name, ":") + ":" + page.summary) + "\n";
    cases += "        " + page.name + ") _arguments" + specs + " ;;\n";
  }
  return R"zsh(#compdef glint
# Completion of glint for zsh, made by `glint --completion zsh`.
_glint_scripts() {
  _alternative )zsh" +
         shell_word("games:bundled game:(" + lang::joined(bundled_scripts(), " ") + ")") + R"zsh( \
    'files:script or record:_files -g "*.(glint|json)(-.)"'
}
_glint() {
  local state line curcontext=$curcontext
  local -a commands=(
)zsh" + commands +
         R"zsh(  )
  _arguments -C)zsh" +
         own + R"zsh( \
          '1: :->command' '*:: :->argument'
  case $state in
    command) _describe 'command of glint' commands ;;
    argument)
      case $words[1] in
)zsh" + cases +
         R"zsh(      esac ;;
  esac
}
# Loaded by name, or sourced.
if [[ $funcstack[1] == _glint ]]; then _glint "$@"; else compdef _glint glint; fi
)zsh";
}

// fish

std::string fish_quoted(std::string_view text) { return "'" + with_backslashes(text, "'\\") + "'"; }

/// The switches of `complete` that say what is offered.
std::string fish_values(const Offer& offer) {
  switch (offer.files) {
    case Offer::Files::none:
      return offer.words.empty() ? " -f" : " -f -a " + fish_quoted(lang::joined(offer.words, " "));
    case Offer::Files::scripts:
      return " -f -a '(__glint_scripts)'";
    case Offer::Files::all:
      return " -F";
    case Offer::Files::folders:
      return " -f -a '(__fish_complete_directories)'";
  }
  return "";
}

std::string fish(const Pages& pages) {
  std::string text =
      "# Completion of glint for fish, made by `glint --completion fish`.\n"
      "function __glint_command\n"
      "    set -l words (commandline -opc)\n"
      "    test (count $words) -gt 1; and echo $words[2]\n"
      "end\n"
      "function __glint_is\n"
      "    test \"$argv[1]\" = (__glint_command | string collect -a)\n"
      "end\n"
      "function __glint_scripts\n"
      "    string join \\n " +
      lang::joined(bundled_scripts(), " ") +
      "\n"
      "    __fish_complete_suffix .glint\n"
      "end\n"
      "complete -c glint -f\n";
  for (const ManualPage& page : pages) {
    const std::string when = " -n " + fish_quoted("__glint_is '" + (page.group.empty() ? "" : page.name) + "'");
    if (!page.group.empty())
      text += "complete -c glint -n " + fish_quoted("__glint_is ''") + " -a " + page.name + " -d " +
              fish_quoted(page.summary) + "\n";
    const auto operands = operands_of(page);
    for (const ManualArgument& argument : page.arguments) {
      const Offer offer = offer_of(argument, pages);
      if (!argument.name.empty()) {
        text += "complete -c glint" + when + " -l " + argument.name.substr(2) +
                (argument.value.empty() ? "" : " -r" + fish_values(offer)) + " -d " + fish_quoted(argument.help) + "\n";
      } else if (&argument == operands.front()) {
        text += "complete -c glint" + when + fish_values(offer) + "\n";
      }
    }
  }
  return text;
}

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> all = {"bash", "zsh", "fish"};
  return all;
}

std::string completion(const Pages& pages, const std::string& shell) {
  return shell == "bash" ? bash(pages) : shell == "zsh" ? zsh(pages) : fish(pages);
}

}  // namespace glint::cli
