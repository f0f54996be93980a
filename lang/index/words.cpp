#include "lang/index/words.hpp"

#include <algorithm>

namespace glint::lang {

const std::vector<Word>& words() {
  static const std::vector<Word> all = {
#define WORD(name, place, form, doc) {name, WordPlace::place, form, doc},
#include "lang/index/words.def"
#undef WORD
  };
  return all;
}

const Word* word_named(std::string_view name) {
  const auto found = std::find_if(words().begin(), words().end(), [&](const Word& word) { return word.name == name; });
  return found == words().end() ? nullptr : &*found;
}

}  // namespace glint::lang
