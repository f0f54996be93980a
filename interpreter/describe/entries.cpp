#include "interpreter/describe/entries.hpp"

#include <utility>

#include "interpreter/describe/phrase.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::describe {

Doc doc_of(const std::string& comment) {
  Doc doc;
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) doc.paragraphs.push_back(from_comment(paragraph));
    paragraph.clear();
  };
  if (comment.empty()) return doc;
  for (const std::string_view line : lang::lines_of(comment)) {
    if (line.starts_with("    ")) {
      flush();
      doc.drawing += std::string(line.substr(4)) + "\n";
    } else if (lang::trimmed(line).empty()) {
      flush();
      if (!doc.drawing.empty()) doc.drawing += "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(lang::trimmed(line));
    }
  }
  flush();
  doc.drawing = std::string(lang::trimmed(doc.drawing, "\n"));
  return doc;
}

std::map<std::string, std::string> docs_by_name(const Program& program) {
  std::map<std::string, std::string> docs;
  if (!program.script) return docs;
  for (const tree::Decl& decl : program.script->decls)
    if (!decl.doc.empty() && !decl.name.text.empty()) docs.emplace(decl.name.text, decl.doc);
  return docs;
}

Entry made_entry(const std::string& kind, const std::string& name, const std::string& doc) {
  Entry entry;
  entry.id = kind + " " + name;
  entry.name = spoken(name);
  Doc told = doc_of(doc);
  entry.doc = std::move(told.paragraphs);
  entry.drawing = std::move(told.drawing);
  return entry;
}

void add(Entry& entry, int depth, std::string text) {
  entry.lines.push_back({depth, sentence(capital(std::move(text)))});
}

}  // namespace glint::describe
