#include "lang/index/words.hpp"

#include <algorithm>

namespace glint::lang {

namespace {

constexpr Word kWords[] = {
#define WORD(name, place, form, doc) {name, WordPlace::place, form, doc},
#include "lang/index/words.def"
#undef WORD
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

}  // namespace glint::lang
