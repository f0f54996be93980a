#include "interpreter/lab/diff/script_parts.hpp"

#include <algorithm>

namespace glint {

namespace {

using lang::Span;
using tree::Decl;
using tree::DeclKind;
using tree::Stmt;
using tree::StmtKind;

/// Words of a source one by one. A text in quotes is one; so is a drawing.
class Words {
 public:
  explicit Words(std::string_view source) : source_(source) {}

  /// The next one, and where it begins; empty at the end. `spaced`: there was room before it.
  std::string_view next(bool& spaced) {
    spaced = false;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at_;
      } else if (source_.substr(at_, 2) == "//") {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else {
        break;
      }
      spaced = true;
    }
    begin_ = at_;
    if (at_ == source_.size()) return {};
    if (source_.substr(at_, 3) == "\"\"\"") {
      const std::size_t close = source_.find("\"\"\"", at_ + 3);
      at_ = close == std::string_view::npos ? source_.size() : close + 3;
    } else if (source_.substr(at_, 3) == "\"\\\"" && is_lone(at_ + 3)) {
      at_ += 3;
    } else if (source_[at_] == '"') {
      for (++at_; at_ < source_.size() && source_[at_] != '"' && source_[at_] != '\n'; ++at_)
        if (source_[at_] == '\\' && at_ + 1 < source_.size()) ++at_;
      at_ = std::min(at_ + 1, source_.size());
    } else if (is_letter(source_[at_])) {
      while (at_ < source_.size() && is_letter(source_[at_])) ++at_;
    } else {
      ++at_;
    }
    return source_.substr(begin_, at_ - begin_);
  }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return at_; }

 private:
  static bool is_letter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  /// Is a backslash in quotes that ends here one by itself? See grammar::lone_backslash.
  bool is_lone(std::size_t at) const {
    while (at < source_.size() && (source_[at] == ' ' || source_[at] == '\t')) ++at;
    return at == source_.size() || source_.substr(at, 2) == "//" ||
           std::string_view(",;}\n").find(source_[at]) != std::string_view::npos;
  }

  std::string_view source_;
  std::size_t at_ = 0, begin_ = 0;
};

/// The rows of a drawing, whatever they are indented by.
std::string rows_of(std::string_view drawing) {
  std::string rows;
  for (std::size_t begin = 0; begin < drawing.size();) {
    const std::size_t end = std::min(drawing.find('\n', begin), drawing.size());
    std::string_view row = drawing.substr(begin, end - begin);
    while (!row.empty() && (row.front() == ' ' || row.front() == '\t')) row.remove_prefix(1);
    while (!row.empty() && (row.back() == ' ' || row.back() == '\t' || row.back() == '\r')) row.remove_suffix(1);
    rows += (begin > 0 ? "\n" : "") + std::string(row);
    begin = end + 1;
  }
  return rows;
}

bool is_drawing(std::string_view word) { return word.size() >= 6 && word.substr(0, 3) == "\"\"\""; }

/// A child of a declaration or statement: where it is, what it is called, what is in it.
struct Child {
  Span span;
  std::string what;
  std::vector<Child> inside = {};
};

std::string quoted(const std::string& name) { return "`" + name + "`"; }

std::string what_of(const lang::Sources& sources, const Stmt& statement) {
  const std::string message =
      statement.message ? " " + plain_words(sources.text(statement.message->span)) : std::string();
  switch (statement.kind) {
    case StmtKind::pick:
      return "the pick of " + quoted(statement.name.text);
    case StmtKind::require:
      return message.empty() ? "a requirement" : "the requirement" + message;
    case StmtKind::offer:
      return "an offer";
    case StmtKind::let:
      return "`let " + statement.name.text + "`";
    case StmtKind::draw:
      return "the draw of " + quoted(statement.name.text);
    case StmtKind::choose:
      return "a choice";
    case StmtKind::end:
      return "an end";
    case StmtKind::call:
      return "a call of " + quoted(statement.name.text);
    case StmtKind::if_:
    case StmtKind::for_:
    case StmtKind::repeat:
    case StmtKind::turn:
    case StmtKind::together:
      return "a block";
    default:
      return "a statement";
  }
}

std::vector<Child> children_of(const lang::Sources& sources, const tree::Block& block);

Child child_of(const lang::Sources& sources, const Stmt& statement) {
  Child child{statement.span, what_of(sources, statement), children_of(sources, statement.body)};
  for (Child& each : children_of(sources, statement.other)) child.inside.push_back(std::move(each));
  return child;
}

std::vector<Child> children_of(const lang::Sources& sources, const tree::Block& block) {
  std::vector<Child> children;
  for (const Stmt& statement : block) children.push_back(child_of(sources, statement));
  return children;
}

/// From the word that begins it, where a tree has only the text: `label`, `look`.
Span from_line(const lang::Sources& sources, const Decl& decl, Span span) {
  const std::string& text = sources.file(span.file).text;
  while (span.begin > decl.span.begin && std::string_view("\n;{").find(text[span.begin - 1]) == std::string_view::npos)
    --span.begin;
  return span;
}

std::vector<Child> children_of(const lang::Sources& sources, const Decl& decl) {
  std::vector<Child> children = children_of(sources, decl.body);
  const auto cases = [&](const std::vector<tree::Case>& all) {
    for (const tree::Case& each : all) children.push_back({each.span, "a case"});
  };
  for (const tree::FieldDecl& field : decl.fields) {
    Span span = field.name.span;
    for (const tree::TypeExpr& type : field.type) span.end = std::max(span.end, type.span.end);
    for (const tree::Expr& initial : field.initial) span.end = std::max(span.end, initial.span.end);
    children.push_back({span, "the field " + quoted(field.name.text)});
  }
  if (decl.emits) children.push_back({decl.emits->span, "what it sends out"});
  cases(decl.cases);
  cases(decl.sides_cases);
  if (decl.look) children.push_back({from_line(sources, decl, decl.look->span), "its look"});
  for (const tree::LabelDecl& label : decl.labels)
    children.push_back({from_line(sources, decl, label.text.span), "a label"});
  for (const tree::CellsDecl& cells : decl.cells) children.push_back({cells.span, "its cells"});
  for (const Decl& each : decl.decls) children.push_back({each.span, "`let " + each.name.text + "`"});
  return children;
}

class Taker {
 public:
  explicit Taker(const lang::Sources& sources) : sources_(sources) {}

  void take(const Span& span, const std::string& what, std::vector<Child> children, int depth) {
    // What a tree has elsewhere, or within a sibling, is not gone over here.
    children.erase(std::remove_if(children.begin(), children.end(),
                                  [&](const Child& child) {
                                    return child.span.file != span.file || child.span.begin < span.begin ||
                                           child.span.end > span.end;
                                  }),
                   children.end());
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return a.span.begin < b.span.begin; });
    Span gap = span;
    bool first = true;
    for (const Child& child : children) {
      if (child.span.begin < gap.begin) continue;
      gap.end = child.span.begin;
      add(gap, first ? what : "`else`", depth);
      first = false;
      take(child.span, child.what, child.inside, depth + 1);
      gap.begin = child.span.end;
    }
    gap.end = span.end;
    add(gap, first ? what : "its end", depth);
  }

  std::vector<ScriptPart> parts;

 private:
  /// Without the braces and semicolons around it.
  void add(Span span, const std::string& what, int depth) {
    const std::string_view source = sources_.text(span);
    Words words(source);
    bool spaced = false;
    std::size_t begin = source.size(), end = 0, open = 0;
    for (std::string_view word = words.next(spaced); !word.empty(); word = words.next(spaced)) {
      const bool is_edge = word == "{" || word == "}" || word == ";";
      if (word == "{") ++open;
      if (is_edge && begin == source.size()) continue;
      begin = std::min(begin, words.begin());
      // A set closes its own brace.
      if (!is_edge || (word == "}" && open > 0)) end = words.end();
      if (word == "}" && open > 0) --open;
    }
    if (begin >= end) return;
    span.end = span.begin + static_cast<std::uint32_t>(end);
    span.begin += static_cast<std::uint32_t>(begin);
    parts.push_back({what, plain_words(sources_.text(span)), words_alone(sources_.text(span)), depth, span});
  }

  const lang::Sources& sources_;
};

}  // namespace

std::string plain_words(std::string_view source) {
  std::string plain;
  Words words(source);
  bool spaced = false;
  for (std::string_view word = words.next(spaced); !word.empty(); word = words.next(spaced)) {
    if (spaced && !plain.empty()) plain += ' ';
    plain += is_drawing(word) ? rows_of(word) : std::string(word);
  }
  return plain;
}

std::string words_alone(std::string_view source) {
  std::string alone;
  Words words(source);
  bool spaced = false;
  for (std::string_view word = words.next(spaced); !word.empty(); word = words.next(spaced))
    if (word != ";") alone += (is_drawing(word) ? rows_of(word) : std::string(word)) + '\n';
  return alone;
}

std::string plain_lines(std::string_view source) {
  // Comments go, with what is before them; lines that have nothing else go whole.
  std::string plain;
  Words words(source);
  bool spaced = false;
  std::size_t last = 0;
  for (std::string_view word = words.next(spaced); !word.empty(); word = words.next(spaced)) {
    const std::string_view room = source.substr(last, words.begin() - last);
    const std::size_t line = room.rfind('\n');
    if (line != std::string_view::npos && room.find('\n') < line && room.find("//") == std::string_view::npos) {
      plain += "\n";  // blank lines
    }
    if (line != std::string_view::npos)
      plain += std::string(room.substr(line));
    else if (!plain.empty())
      plain += room;
    plain += word;
    last = words.end();
  }
  std::size_t common = std::string::npos;
  for (std::size_t at = plain.find('\n'); at != std::string::npos; at = plain.find('\n', at + 1)) {
    const std::size_t first = plain.find_first_not_of(" \t", at + 1);
    if (first != std::string::npos && plain[first] != '\n') common = std::min(common, first - at - 1);
  }
  if (common == std::string::npos || common == 0) return plain;
  std::string out;
  for (std::size_t begin = 0; begin <= plain.size();) {
    const std::size_t end = std::min(plain.find('\n', begin), plain.size());
    if (begin > 0) out += '\n';
    const std::size_t skip = begin == 0 ? 0 : std::min(common, end - begin);
    out += plain.substr(begin + skip, end - begin - skip);
    begin = end + 1;
  }
  return out;
}

lang::Span span_of(const lang::Sources& sources, const Decl& decl) {
  Span span = decl.span;
  Words words(sources.text(span));
  bool spaced = false;
  if (words.next(spaced) != "replace") return span;
  words.next(spaced);
  span.begin += static_cast<std::uint32_t>(words.begin());
  return span;
}

std::vector<ScriptPart> parts_of(const lang::Sources& sources, const Decl& decl) {
  Taker taker(sources);
  const std::vector<Child> children = children_of(sources, decl);
  taker.take(span_of(sources, decl), children.empty() ? "it" : "its head", children, 0);
  return std::move(taker.parts);
}

}  // namespace glint
