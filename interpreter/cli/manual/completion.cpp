#include "interpreter/cli/manual/manual.hpp"

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
