// Phrases: pieces of English with marks, and the little grammar that sentences share. A mark says what a word is, so
// that Markdown, HTML and JSON can each show it in their own way: a term that the sheet defines, a value that a player
// picks, or script text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glint::describe {

/// What a marked part of a phrase is. `plain`: nothing is marked.
enum class Mark : char { plain = 'p', term = 't', pick = 'k', code = 'c', strong = 's' };

/// A part of a phrase, taken apart.
struct Run {
  Mark mark = Mark::plain;
  std::string text;
};

/// A name of the script as a word of English: underscores are blanks.
std::string spoken(std::string_view name);
/// Marked text.
std::string term(std::string_view name);
std::string pick(std::string_view name);
std::string code(std::string_view text);
std::string strong(std::string_view text);
/// The parts of a phrase, in order.
std::vector<Run> runs(std::string_view phrase);
/// The phrase without marks: for lengths and JSON.
std::string unmarked(std::string_view phrase);
/// Whether the whole phrase is one marked word.
bool is_one_mark(std::string_view phrase);

/// A text of a doc comment as a phrase: what is in backquotes is script text.
std::string from_comment(std::string_view text);

/// "a, b and c".
std::string listed(const std::vector<std::string>& parts, std::string_view last = "and");
/// "an empty cell".
std::string with_article(std::string_view words);
/// "pyramids", "boxes", "ponies".
std::string plural(std::string_view word);
/// "stone" for 1, "stones" for others; "no" for 0.
std::string number_of(std::int64_t count, const std::string& word);
/// With a capital at its beginning, if it begins with a plain letter.
std::string capital(std::string phrase);
/// Ended with a full stop, unless it ends a sentence already.
std::string sentence(std::string phrase);
/// A rule's message, which follows the rule: ` (if not: “too near”)`; empty if it has none.
std::string quoted_refusal(const std::string& message);

}  // namespace glint::describe
