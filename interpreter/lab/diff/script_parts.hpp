// A declaration taken apart for comparing: statements, fields, cases, labels, each by its words.
#pragma once

#include <string>
#include <vector>

#include "lang/source/source.hpp"
#include "lang/syntax/tree.hpp"

namespace glint {

/// The words of a piece of source: without comments, one blank where there is room between two of them. A drawing over
/// several lines keeps its lines.
std::string plain_words(std::string_view source);
/// The words alone, without what is between statements: equal where only the layout differs.
std::string words_alone(std::string_view source);
/// The same as it was laid out: lines without comments, the common indentation gone.
std::string plain_lines(std::string_view source);

struct ScriptPart {
  std::string what;  // "the requirement \"...\"", "the pick of `at`"
  std::string text;
  std::string words;  // how it is compared
  int depth = 0;      // braces around it
  lang::Span span;

  bool operator==(const ScriptPart& other) const { return depth == other.depth && words == other.words; }
};

/// Where it is, without the `replace` of a variant. (The default that a variant sets is not there: what an option is
/// set to is compared by its value.)
lang::Span span_of(const lang::Sources& sources, const tree::Decl& decl);

/// Together all words of the declaration but its braces and semicolons.
std::vector<ScriptPart> parts_of(const lang::Sources& sources, const tree::Decl& decl);

}  // namespace glint
