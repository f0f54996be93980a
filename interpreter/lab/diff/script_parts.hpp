// A declaration taken apart for comparing: statements, fields, cases, labels, each by its words.
#pragma once

#include <string>
#include <vector>

#include "lang/source/source.hpp"
#include "lang/syntax/tree.hpp"

namespace glint {

/// The words of a piece of source, without comments, and with one blank in the place of any space between two of them.
/// A drawing keeps its lines.
std::string plain_words(std::string_view source);
/// The words alone, without layout and semicolons, for comparing.
std::string words_alone(std::string_view source);
/// The source as it is laid out, without comments and common indentation.
std::string plain_lines(std::string_view source);

struct ScriptPart {
  std::string what;  // "the requirement \"...\"", "the pick of `at`"
  std::string text;
  std::string words;  // how it is compared
  int depth = 0;      // braces around it
  lang::Span span;

  bool operator==(const ScriptPart& other) const { return depth == other.depth && words == other.words; }
};

/// The span of a declaration, without the `replace` of a variant. (It does not cover the default that a variant sets
/// for an option: values of options are compared by themselves.)
lang::Span span_of(const lang::Sources& sources, const tree::Decl& decl);

/// All parts of a declaration; together they have all of its words but braces and semicolons.
std::vector<ScriptPart> parts_of(const lang::Sources& sources, const tree::Decl& decl);

}  // namespace glint
