#include "lang/mutate/mutate.hpp"

#include <algorithm>

#include "lang/check/script/variants.hpp"
#include "lang/mutate/finder.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::lang {

namespace {

constexpr struct {
  const char *name, *meaning;
} kKinds[] = {
#define GLINT_MUTATION(name, text, meaning) {text, meaning},
#include "lang/mutate/kinds.def"
};

}  // namespace

const char* name_of(MutationKind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }

const char* meaning_of(MutationKind kind) { return kKinds[static_cast<std::size_t>(kind)].meaning; }

std::vector<MutationKind> mutation_kinds() {
  return {
#define GLINT_MUTATION(name, ...) MutationKind::name,
#include "lang/mutate/kinds.def"
  };
}

std::vector<Mutation> mutations_of(const Sources& sources, const Checked& game) {
  mutating::Finder finder(sources, game);
  mutating::find_options(finder);
  mutating::find_numbers(finder);
  mutating::find_values(finder);
  mutating::find_optics(finder);
  mutating::find_light(finder);
  mutating::find_requirements(finder);
  mutating::find_moves(finder);
  mutating::find_ends(finder);
  mutating::find_board(finder);
  mutating::find_turns(finder);
  return std::move(finder.found);
}

bool can_combine(const Mutation& one, const Mutation& other) {
  for (const Edit& mine : one.edits) {
    for (const Edit& theirs : other.edits)
      if (mine.decl == theirs.decl && mine.span.begin <= theirs.span.end && theirs.span.begin <= mine.span.end)
        return false;
    if (std::find(other.removed.begin(), other.removed.end(), mine.decl) != other.removed.end()) return false;
  }
  for (const Edit& theirs : other.edits)
    if (std::find(one.removed.begin(), one.removed.end(), theirs.decl) != one.removed.end()) return false;
  for (const std::size_t decl : one.removed)
    if (std::find(other.removed.begin(), other.removed.end(), decl) != other.removed.end()) return false;
  // Two additions may have the same new name, because both were chosen for the game alone.
  return one.added.empty() || other.added.empty();
}

namespace mutating {
Finder::Finder(const Sources& sources, const Checked& game) : sources(sources), game(game), rules(*game.rules) {
  const auto note = [&](const rules::Expr& whole) {
    rules::walk(whole, [&](const rules::Expr& expr) {
      checked_[{expr.span.file, expr.span.begin, expr.span.end}] = &expr;
    });
  };
  rules::for_each_play_expr(rules, note);
  rules::for_each_beam_expr(rules, note);
  rules::for_each_expr(rules.setup.body, note);
  for (const rules::Variable& variable : rules.variables) note(variable.initial);
  for (const rules::Expr& argument : rules.board.arguments) note(argument);
  for (const rules::Cells& cells : rules.board.cells) {
    for (const rules::Expr* expr : {&cells.x_lo, &cells.x_hi, &cells.y_lo, &cells.y_hi}) note(*expr);
    if (cells.where) note(*cells.where);
  }
  for (const auto& let : rules.board.lets) note(let.second);
  for (const tree::Decl& decl : decls()) {
    words_.push_back(code_words(sources.text(decl.span)));
    std::sort(words_.back().begin(), words_.back().end());
  }
  find_played();
}

void Finder::find_played() {
  using tree::DeclKind;
  is_played_.resize(decls().size());
  std::vector<std::size_t> users;  // users whose words must still be searched
  for (std::size_t i = 0; i < decls().size(); ++i) {
    const DeclKind kind = decls()[i].kind;
    is_played_[i] = kind != DeclKind::let;
    if (kind != DeclKind::let && kind != DeclKind::heuristic && kind != DeclKind::invariant && kind != DeclKind::test)
      users.push_back(i);
  }
  while (!users.empty()) {
    const std::size_t user = users.back();
    users.pop_back();
    for (std::size_t i = 0; i < decls().size(); ++i) {
      if (is_played_[i] || uses_of(decls()[i].name.text, user) == 0) continue;
      is_played_[i] = true;
      users.push_back(i);
    }
  }
}

const rules::Expr* Finder::checked(const Span& span) const {
  const auto at = checked_.find({span.file, span.begin, span.end});
  return at == checked_.end() ? nullptr : at->second;
}

bool Finder::is_mentioned(std::string_view word) const {
  for (std::size_t i = 1; i < decls().size(); ++i)
    if (decls()[i].kind != tree::DeclKind::test && uses_of(word, i) > 0) return true;
  return false;
}

std::size_t Finder::uses_of(std::string_view word, std::size_t decl) const {
  const auto [first, last] = std::equal_range(words_[decl].begin(), words_[decl].end(), word);
  return static_cast<std::size_t>(last - first);
}

std::string Finder::free_name(const std::string& wanted) const {
  const auto is_taken = [&](const std::string& name) {
    if (is_mentioned(name)) return true;
    for (std::uint32_t file = 0; file < sources.size(); ++file) {
      const std::vector<std::string> words = code_words(sources.file(file).text);
      for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i] == name && is_among(words[i - 1], "let optic board lattice type do")) return true;
    }
    return false;
  };
  std::string name = wanted;
  for (int i = 2; is_taken(name); ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

std::string Finder::called(const tree::Decl& decl) const {
  if (decl.kind == tree::DeclKind::piece || decl.kind == tree::DeclKind::optic) return marked(decl.name.text);
  if (decl.kind == tree::DeclKind::effect) return marked(decl.name.text);
  return marked(checking::named_by(decl));
}

std::uint32_t Finder::line_begin(std::uint32_t byte, std::uint32_t file) const {
  return static_cast<std::uint32_t>(lang::line_begin(sources.file(file).text, byte));
}

Span Finder::with_lines(const Span& span) const {
  const std::string& all = sources.file(span.file).text;
  std::uint32_t begin = span.begin, end = span.end;
  while (begin > 0 && (all[begin - 1] == ' ' || all[begin - 1] == '\t')) --begin;
  while (end < all.size() && (all[end] == ' ' || all[end] == '\t' || all[end] == ';')) ++end;
  if (all.compare(end, 2, "//") == 0)
    while (end < all.size() && all[end] != '\n') ++end;
  const bool begins_line = begin == 0 || all[begin - 1] == '\n', ends_line = end >= all.size() || all[end] == '\n';
  if (begins_line && ends_line) return {span.file, begin, std::min<std::uint32_t>(end + 1, all.size())};
  return {span.file, span.begin, all.compare(end, 2, "//") == 0 ? span.end : end};
}

void Finder::edit(MutationKind kind, std::size_t decl, const Span& span, std::string text,
                  const std::string& sentence) {
  Mutation& made = add(kind, checking::named_by(decls()[decl]), sentence);
  made.edits.push_back({decl, span, std::move(text)});
}

Mutation& Finder::add(MutationKind kind, std::string target, const std::string& sentence) {
  Mutation made;
  made.kind = kind;
  made.target = std::move(target);
  // Parts of the script in it may have stood on several lines.
  for (const char c : sentence) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_blank || !made.sentence.ends_with(' ')) made.sentence += is_blank ? ' ' : c;
  }
  found.push_back(std::move(made));
  return found.back();
}

}  // namespace mutating
}  // namespace glint::lang
