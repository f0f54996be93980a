// The words that expressions and declarations know by themselves, each with what it is in one sentence; for editors.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace glint::lang {

/// Where a word can begin something.
enum class WordPlace : std::uint8_t { value, type, statement, declaration, test };

struct Word {
  std::string_view name;
  WordPlace place{};
  std::string_view form;  // how it is written: "count(SET)"
  std::string_view doc;
};

const std::vector<Word>& words();
/// Null if the language has no such word.
const Word* word_named(std::string_view name);

}  // namespace glint::lang
