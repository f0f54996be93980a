// Text to syntax tree. The only user of PEGTL is parse.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/nodes.hpp"
#include "lang/source/stop.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang {

struct Parsed {
  tree::File file;
  std::vector<Diagnostic> diagnostics;  // G01xx; the tree has all declarations that could be read
};

/// Parses a whole file. After an error it continues at the next declaration, so that it reports several errors. Never
/// throws for a bad script, except Stopped: text that is not UTF-8, too long or too deeply nested is a diagnostic.
Parsed parse(const Sources& sources, std::uint32_t file, StopCheck& stop);
Parsed parse(const Sources& sources, std::uint32_t file);

namespace parsing {

/// The first of the two steps of `parse`: what the grammar recognises in a text.
struct Outline {
  Nodes nodes;  // of all declarations that could be read
  std::vector<Diagnostic> diagnostics;
  std::vector<Span> lost;  // see tree::File
  bool is_text = true;     // false: it is not UTF-8, or too long, and nothing was read
};
Outline outline(std::string_view text, std::uint32_t file, StopCheck& stop);

}  // namespace parsing

struct ParsedExpression {
  std::optional<tree::Expr> expression;  // present when there are no errors
  std::vector<Diagnostic> diagnostics;
};

/// Parses a file that is one expression and nothing else.
ParsedExpression parse_expression(const Sources& sources, std::uint32_t file, StopCheck& stop);
ParsedExpression parse_expression(const Sources& sources, std::uint32_t file);

/// The trees of texts that were parsed before, for hosts that check the same files repeatedly while one of them is
/// written: only changed files are parsed.
class Trees {
 public:
  /// Like `parse`. Spans have the number of the file, so a text with a new number is parsed again.
  std::shared_ptr<const Parsed> parsed(const Sources& sources, std::uint32_t file, StopCheck& stop);

 private:
  struct Entry {
    std::string text;
    std::shared_ptr<const Parsed> parsed;
  };
  /// Entries that are kept: more than a script with all its libraries has files.
  static constexpr std::size_t kMostEntries = 1000;

  std::map<std::pair<std::string, std::uint32_t>, Entry> entries_;  // by name and number of the file
};

}  // namespace glint::lang
