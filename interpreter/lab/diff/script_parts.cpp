#include "interpreter/lab/diff/script_parts.hpp"

#include <algorithm>

#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using lang::Span;
using tree::Decl;
using tree::DeclKind;
using tree::Stmt;
using tree::StmtKind;

/// A token as it is compared: a drawing without the indentation of its rows.
std::string written(const lang::Token& token) {
  if (token.kind != lang::Token::Kind::drawing) return std::string(token.text);
  return lang::joined(lang::lines_of(token.text), "\n", [](std::string_view row) {
    row.remove_prefix(std::min(row.find_first_not_of(" \t"), row.size()));
    return row.substr(0, row.find_last_not_of(" \t\r") + 1);
  });
}

/// A child of a declaration or statement: where it is, what it is called, what is in it.
struct Child {
  Span span;
  std::string what;
  std::vector<Child> inside = {};
};

/// The words for statements; the name stands between both texts, if there are two.
struct StatementWords {
  StmtKind kind;
  const char *before, *after;
};
constexpr StatementWords kStatements[] = {
    {StmtKind::pick, "the pick of `", "`"},        {StmtKind::draw, "the draw of `", "`"},
    {StmtKind::call, "a call of `", "`"},          {StmtKind::let, "`let ", "`"},
    {StmtKind::require, "a requirement", nullptr}, {StmtKind::offer, "an offer", nullptr},
    {StmtKind::require_most, "a requirement", nullptr}, {StmtKind::offer_once, "an offer", nullptr},
    {StmtKind::choose, "a choice", nullptr},       {StmtKind::end, "an end", nullptr},
    {StmtKind::if_, "a block", nullptr},           {StmtKind::for_, "a block", nullptr},
    {StmtKind::while_, "a block", nullptr},        {StmtKind::repeat, "a block", nullptr},
    {StmtKind::turn, "a block", nullptr},          {StmtKind::together, "a block", nullptr}};

std::string what_of(const lang::Sources& sources, const Stmt& statement) {
  if ((statement.kind == StmtKind::require || statement.kind == StmtKind::require_most) && statement.message)
    return "the requirement " + plain_words(sources.text(statement.message->span));
  for (const StatementWords& words : kStatements)
    if (words.kind == statement.kind) return words.before + (words.after ? statement.name.text + words.after : "");
  return "a statement";
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

/// The tree has only the text of a `label` or `look`: extends its span to the keyword before it.
Span from_line(const lang::Sources& sources, const Decl& decl, Span span) {
  const std::string& text = sources.file(span.file).text;
  while (span.begin > decl.span.begin && std::string_view("\n;{").find(text[span.begin - 1]) == std::string_view::npos)
    --span.begin;
  return span;
}

std::vector<Child> children_of(const lang::Sources& sources, const Decl& decl) {
  std::vector<Child> children = children_of(sources, body_of(decl));
  const auto cases = [&](const std::vector<tree::Case>& all) {
    for (const tree::Case& each : all) children.push_back({each.span, "a case"});
  };
  for (const tree::FieldDecl& field : fields_of(decl)) {
    Span span = field.name.span;
    for (const tree::TypeExpr& type : field.type) span.end = std::max(span.end, type.span.end);
    for (const tree::Expr& initial : field.initial) span.end = std::max(span.end, initial.span.end);
    children.push_back({span, "the field `" + field.name.text + "`"});
  }
  cases(cases_of(decl));
  if (const auto* piece = decl.get_if<tree::PieceDecl>()) {
    if (piece->emits) children.push_back({piece->emits->span, "its `emits`"});
    cases(piece->crosses.cases);
    for (const auto& [when, look] : piece->looks)
      children.push_back({from_line(sources, decl, look.span), "a look with a condition"});
    if (piece->look) children.push_back({from_line(sources, decl, piece->look->span), "its look"});
  }
  if (const auto* board = decl.get_if<tree::BoardDecl>()) {
    for (const tree::LabelDecl& label : board->labels)
      children.push_back({from_line(sources, decl, label.text.span), "a label"});
    for (const tree::CellsDecl& cells : board->cells) children.push_back({cells.span, "its cells"});
    if (!board->wraps.empty()) {
      Span span = from_line(sources, decl, board->wraps.front().span);
      span.end = board->wraps.back().span.end + 1;  // with the parenthesis
      children.push_back({span, "its `wraps`"});
    }
  }
  for (const Decl& each : decls_of(decl)) children.push_back({each.span, "`let " + each.name.text + "`"});
  return children;
}

class Taker {
 public:
  explicit Taker(const lang::Sources& sources) : sources_(sources) {}

  void take(const Span& span, const std::string& what, std::vector<Child> children, int depth) {
    // Children can lie outside of their parent (in another file), or within a sibling: those are not parts of it.
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
      add(gap, !first && begins_with_else(gap) ? "`else`" : what, depth);
      first = false;
      take(child.span, child.what, child.inside, depth + 1);
      gap.begin = child.span.end;
    }
    gap.end = span.end;
    add(gap, first ? what : "its end", depth);
  }

  std::vector<ScriptPart> parts;

 private:
  bool begins_with_else(const Span& gap) const {
    lang::Lexer lexer(sources_.text(gap));
    auto word = lexer.next_code();
    while (word && (word->text == "}" || word->text == ";")) word = lexer.next_code();
    return word && word->text == "else";
  }

  /// Adds a part without the braces and semicolons around it.
  void add(Span span, const std::string& what, int depth) {
    const std::string_view source = sources_.text(span);
    std::size_t begin = source.size(), end = 0, open = 0;
    for (lang::Lexer lexer(source); const auto word = lexer.next_code();) {
      const bool closes = word->text == "}", is_edge = closes || word->text == "{" || word->text == ";";
      if (word->text == "{") ++open;
      if (is_edge && begin == source.size()) continue;
      begin = std::min(begin, word->begin);
      // The closing brace of a set belongs to the part.
      if (!is_edge || (closes && open > 0)) end = word->end();
      if (closes && open > 0) --open;
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
  std::size_t last = 0;
  for (lang::Lexer lexer(source); const auto word = lexer.next_code();) {
    if (word->begin > last && !plain.empty()) plain += ' ';
    plain += written(*word);
    last = word->end();
  }
  return plain;
}

std::string words_alone(std::string_view source) {
  std::string alone;
  for (lang::Lexer lexer(source); const auto word = lexer.next_code();)
    if (word->text != ";") alone += written(*word) + '\n';
  return alone;
}

std::string plain_lines(std::string_view source) {
  // Comments go, with the space before them; so do lines that hold only comments.
  std::string plain;
  std::size_t last = 0;
  for (lang::Lexer lexer(source); const auto word = lexer.next_code();) {
    const std::string_view room = source.substr(last, word->begin - last);
    const std::size_t line = room.rfind('\n');
    if (line != std::string_view::npos && room.find('\n') < line && room.find("//") == std::string_view::npos) {
      plain += "\n";  // blank lines
    }
    if (line != std::string_view::npos)
      plain += std::string(room.substr(line));
    else if (!plain.empty())
      plain += room;
    plain += word->text;
    last = word->end();
  }
  std::size_t common = std::string::npos;
  for (std::size_t at = plain.find('\n'); at != std::string::npos; at = plain.find('\n', at + 1)) {
    const std::size_t first = plain.find_first_not_of(" \t", at + 1);
    if (first != std::string::npos && plain[first] != '\n') common = std::min(common, first - at - 1);
  }
  if (common == std::string::npos || common == 0) return plain;
  return lang::joined(lang::split(plain, "\n"), "\n", [&](std::string_view line) {
    return line.substr(line.data() == plain.data() ? 0 : std::min(common, line.size()));
  });
}

lang::Span span_of(const lang::Sources& sources, const Decl& decl) {
  Span span = decl.span;
  lang::Lexer lexer(sources.text(span));
  const auto change = lexer.next_code(), first = lexer.next_code();
  if (change && first && change->text == "replace") span.begin += static_cast<std::uint32_t>(first->begin);
  return span;
}

std::vector<ScriptPart> parts_of(const lang::Sources& sources, const Decl& decl) {
  Taker taker(sources);
  const std::vector<Child> children = children_of(sources, decl);
  taker.take(span_of(sources, decl), children.empty() ? "it" : "its head", children, 0);
  for (const Span& extension : decl.extensions) taker.take(extension, "an extension", children, 0);
  return std::move(taker.parts);
}

}  // namespace glint
