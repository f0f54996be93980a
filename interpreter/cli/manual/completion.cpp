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

/// Which operand is being typed is not counted: all operands of a command are offered the same, but for one that names
/// nothing.
const ManualArgument* first_operand(const ManualPage& page) {
  for (const ManualArgument& argument : page.arguments)
    if (argument.name.empty()) return &argument;
  return nullptr;
}

// Each script asks the command what may stand there, and takes what it does not answer itself, the names of files, from
// the shell.

// bash takes `--svg=FILE` for three words.
constexpr std::string_view kBash = R"(# Completion of glint for bash, made by `glint --completion bash`.
_glint() {
  local word=${COMP_WORDS[COMP_CWORD]} name help
  [[ $word != = ]] || word=''
  COMPREPLY=()
  while IFS=$'\t' read -r name help; do
    case $name in
      :scripts) compopt -o filenames
        while IFS= read -r name; do
          [[ ! -d $name && $name != *.glint && $name != *.json ]] || COMPREPLY+=("$name")
        done < <(compgen -f -- "$word") ;;
      :files) compopt -o filenames
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word") ;;
      :folders) compopt -o filenames
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -d -- "$word") ;;
      *) COMPREPLY+=("$name") ;;
    esac
  done < <("${COMP_WORDS[0]}" --offers "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _glint glint
)";

constexpr std::string_view kZsh = R"zsh(#compdef glint
# Completion of glint for zsh, made by `glint --completion zsh`.
_glint() {
  local name help
  local -a offers
  while IFS=$'\t' read -r name help; do
    case $name in
      :scripts) _files -g '*.(glint|json)(-.)' ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *) offers+=("${name//:/\\:}${help:+:$help}") ;;
    esac
  done < <($words[1] --offers "${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'glint' offers
}
# Loaded by name, or sourced.
if [[ $funcstack[1] == _glint ]]; then _glint "$@"; else compdef _glint glint; fi
)zsh";

constexpr std::string_view kFish = R"(# Completion of glint for fish, made by `glint --completion fish`.
function __glint_offers
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    test -n "$word"; or set word ''
    for offer in ($words[1] --offers $words[2..-1] $word 2>/dev/null)
        switch $offer
            case :scripts
                __fish_complete_suffix .glint
            case :files
                __fish_complete_path $word
            case :folders
                __fish_complete_directories $word
            case '*'
                echo $offer
        end
    end
end
complete -c glint -f -a '(__glint_offers)'
)";

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> all = {"bash", "zsh", "fish"};
  return all;
}

std::string_view completion(const std::string& shell) {
  return shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish;
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
