// Entries of a sheet, as they are begun and continued.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/program/program.hpp"

namespace glint::describe {

/// A doc comment: paragraphs, and what is indented by four blanks, as a drawing.
struct Doc {
  std::vector<std::string> paragraphs;  // with marks
  std::string drawing;
};
Doc doc_of(const std::string& comment);
/// The doc comments of a script's declarations that rules do not keep, by name: pieces, types, effects.
std::map<std::string, std::string> docs_by_name(const Program& program);

/// An entry without lines. `kind` and `name` make its id, "piece lamp"; `doc`: its comment.
Entry made_entry(const std::string& kind, const std::string& name, const std::string& doc);
/// Adds a line: a sentence, with its capital and full stop set.
void add(Entry& entry, int depth, std::string text);

}  // namespace glint::describe
