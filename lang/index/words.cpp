#include "lang/index/words.hpp"

#include <algorithm>

#include "lang/source/text.hpp"

namespace glint::lang {

namespace {

constexpr Word kWords[] = {
#define WORD(name, place, form, doc) {name, WordPlace::place, form, doc},
#include "lang/grammar/words.def"
};

}  // namespace

std::span<const Word> words() { return kWords; }

const Word* word_named(std::string_view name) {
  const auto found = std::find_if(std::begin(kWords), std::end(kWords), [&](const Word& word) { return word.name == name; });
  return found == std::end(kWords) ? nullptr : found;
}

const Word* word_named(std::string_view name, WordPlace place) {
  const auto found = std::find_if(std::begin(kWords), std::end(kWords),
                                  [&](const Word& word) { return word.name == name && word.place == place; });
  return found == std::end(kWords) ? nullptr : found;
}

std::string unfit_as_name(std::string_view text) {
  const std::string name = marked(text);
  if (!is_name_like(text))
    return name + " is not a name: names are letters, digits and `_`, and do not begin with a digit";
  // A word that only stands inside of a form, as `at` and `left`, is a good name.
  const bool is_word = std::any_of(std::begin(kWords), std::end(kWords), [&](const Word& word) {
    return word.name == text && word.place != WordPlace::member && word.place < WordPlace::piece;
  });
  return is_word ? name + " is a word of the language: choose another name" : std::string();
}

}  // namespace glint::lang
