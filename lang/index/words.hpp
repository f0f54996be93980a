// The words of the language, each with its meaning in one sentence: the checker uses them to refuse names, and editors
// show them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace glint::lang {

/// The places where a word can begin something: `piece` is an item of a piece, `optic` a case of a reaction, `way` an
/// outcome. An operation stands between operands, and a part inside some other form.
enum class WordPlace : std::uint8_t { value, fold, operation, type, statement, test, declaration, member, piece, optic, way, part };

struct Word {
  std::string_view name;
  WordPlace place{};
  std::string_view form;  // its form: "count(SET)"
  std::string_view doc;
};

std::span<const Word> words();
/// Null if the language has no such word. A word with several meanings: the one at this place, or the first.
const Word* word_named(std::string_view name);
const Word* word_named(std::string_view name, WordPlace place);

/// The reason why this text should not be a new name; empty: it can be one. Besides texts that can be no name, these
/// are words that begin or join something. A script could use some of them, but `move move "..."` is hard to read.
std::string unfit_as_name(std::string_view text);

}  // namespace glint::lang
