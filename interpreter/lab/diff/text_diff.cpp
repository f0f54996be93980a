// The changes of the text: by declaration, and by line within a changed one.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <dtl/dtl.hpp>

#include "glint/diff.hpp"
#include "interpreter/program/program.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint {

namespace {

using tree::Decl;
using tree::DeclKind;

/// A longest common subsequence of two lists, as pairs of indices in ascending order: the O(NP) comparison of Wu, Manber,
/// Myers and Miller (1990). If the lists' sizes multiply to more than 4,000,000, it is empty.
template <typename T>
std::vector<std::pair<std::size_t, std::size_t>> common(const std::vector<T>& a, const std::vector<T>& b) {
  constexpr std::size_t kMost = 4'000'000;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (a.empty() || b.size() > kMost / a.size()) return pairs;
  dtl::Diff<T> diff(a, b);
  diff.compose();
  for (const auto& [element, where] : diff.getSes().getSequence())
    if (where.type == dtl::SES_COMMON)
      pairs.emplace_back(static_cast<std::size_t>(where.beforeIdx) - 1, static_cast<std::size_t>(where.afterIdx) - 1);
  return pairs;
}

/// A line of a script, from its first word to its last: equal to another if the words are, whatever is between them.
struct Row {
  lang::Span at;
  std::string words = {};

  bool operator==(const Row& other) const { return words == other.words; }
};

/// Adds the lines of a piece of source that have words outside of comments.
void add_rows(const lang::Sources& sources, const lang::Span& span, std::vector<Row>& rows) {
  const std::string_view source = sources.text(span);
  std::size_t last = std::string_view::npos;
  for (lang::Lexer lexer(source); const auto token = lexer.next_code();)
    for (const std::string_view row : lang::split(token->text, "\n")) {  // a drawing has several
      const std::string_view word = lang::trimmed(row);
      const auto begin = static_cast<std::size_t>(word.data() - source.data());
      if (word.empty()) continue;
      if (last == std::string_view::npos || source.substr(last, begin - last).find('\n') != std::string_view::npos)
        rows.push_back({{span.file, span.begin + static_cast<std::uint32_t>(begin), 0}});
      last = begin + word.size();
      rows.back().at.end = span.begin + static_cast<std::uint32_t>(last);
      if (word != ";") rows.back().words.append(word).append("\n");
    }
}

/// Some lines as they are laid out, without the indentation that all have.
ScriptText text_of(const lang::Sources& sources, const std::vector<Row>& rows, std::size_t begin, std::size_t end) {
  ScriptText made;
  const auto indent_of = [&](const Row& row) {
    const std::string& text = sources.file(row.at.file).text;
    const std::size_t line = lang::line_begin(text, row.at.begin);
    return text.find_first_not_of(" \t", line) - line;
  };
  std::size_t least = SIZE_MAX;
  for (std::size_t i = begin; i < end; ++i) least = std::min(least, indent_of(rows[i]));
  for (std::size_t i = begin; i < end; ++i) {
    const lang::Span& at = rows[i].at;
    made.text += (i > begin ? "\n" : "") + std::string(indent_of(rows[i]) - least, ' ') + std::string(sources.text(at));
    if (at.file == rows[begin].at.file) made.end_line = static_cast<int>(sources.locate(at.file, at.begin).line);
    if (i > begin) continue;
    made.file = sources.file(at.file).name;
    made.line = made.end_line;
  }
  return made;
}

/// A declaration of a game, in the form that is compared.
struct Unit {
  std::string kind, name, library;
  std::string key;  // declarations with the same key are compared
  std::string words;
  std::vector<Row> rows;  // none of `use`
  const Decl* decl = nullptr;
  bool is_listed = false;  // there may be several with this key, without names
};

/// Everything that a game's script declares, and the libraries that it uses.
class Script {
 public:
  explicit Script(const Game& game) : sources(*game.program().sources) {
    const Program& program = game.program();
    if (!program.script) return;
    add(program.script->decls, "");
    for (std::uint32_t file = 0; file < sources.size(); ++file) {
      lang::Parsed parsed = lang::parse(sources, file);
      if (parsed.file.decls.empty() || parsed.file.decls.front().kind != DeclKind::library) continue;
      libraries_.push_back(std::make_unique<tree::File>(std::move(parsed.file)));
      add(libraries_.back()->decls, libraries_.back()->decls.front().name.text);
    }
  }

  const lang::Sources& sources;
  std::vector<Unit> units;

 private:
  void add(const std::vector<Decl>& decls, const std::string& library) {
    for (const Decl& decl : decls) {
      if (const auto* use = decl.get_if<tree::UseDecl>()) {
        for (const tree::Name& name : use->names) add_use(decl, name.text, library);
        for (const tree::Text& text : use->paths) add_use(decl, std::string(sources.text(text.span)), library);
        continue;
      }
      Unit unit;
      unit.kind = tree::words_of(decl.kind);
      if (unit.kind.empty()) continue;  // the name of the game, and tests
      unit.library = library;
      unit.is_listed = tree::is_listed(decl.kind);
      if (tree::has_name(decl)) unit.name = decl.name.text;
      if (decl.kind == DeclKind::after) unit.name = moves_after(decl);
      unit.key = library + "/" + (unit.name.empty() ? unit.kind : "=" + unit.name);
      unit.decl = &decl;
      add_rows(sources, span_of(decl), unit.rows);
      for (const lang::Span& extension : decl.extensions) add_rows(sources, extension, unit.rows);
      for (const Row& row : unit.rows) unit.words += row.words;
      units.push_back(std::move(unit));
    }
  }
  /// The span of a declaration, without the `replace` of a variant. (It does not cover the default that a variant sets
  /// for an option: values of options are compared by themselves.)
  lang::Span span_of(const Decl& decl) const {
    lang::Span span = decl.span;
    lang::Lexer lexer(sources.text(span));
    const auto change = lexer.next_code(), first = lexer.next_code();
    if (change && first && change->text == "replace") span.begin += static_cast<std::uint32_t>(first->begin);
    return span;
  }
  /// "place or challenge", or "move" for every move.
  static std::string moves_after(const Decl& decl) {
    std::string moves;
    for (const tree::Name& name : names_of(decl)) moves += (moves.empty() ? "" : " or ") + name.text;
    return moves.empty() ? "move" : moves;
  }
  void add_use(const Decl& decl, const std::string& name, const std::string& library) {
    units.push_back({"use", name, library, library + "/use " + name, "use " + name, {}, &decl, false});
  }

  std::vector<std::unique_ptr<tree::File>> libraries_;
};

ScriptText whole(const Script& script, const Unit& unit) {
  if (!unit.rows.empty()) return text_of(script.sources, unit.rows, 0, unit.rows.size());
  const lang::Span& at = unit.decl->span;
  const int line = static_cast<int>(script.sources.locate(at.file, at.begin).line);
  return {unit.words, script.sources.file(at.file).name, line, line};
}

/// The lines in which two declarations with the same key differ; those of one part are in one file.
std::vector<PartChange> changed_parts(const Script& before, const std::vector<Row>& a, const Script& now,
                                      const std::vector<Row>& b) {
  std::vector<PartChange> changes;
  const auto end_of = [](const std::vector<Row>& rows, std::size_t begin, std::size_t end) {
    std::size_t at = begin;
    while (at < end && rows[at].at.file == rows[begin].at.file) ++at;
    return at;
  };
  std::size_t i = 0, j = 0;
  auto same = common(a, b);
  same.emplace_back(a.size(), b.size());
  for (const auto& [same_i, same_j] : same) {
    while (i < same_i || j < same_j) {
      const std::size_t end_i = end_of(a, i, same_i), end_j = end_of(b, j, same_j);
      changes.push_back({text_of(before.sources, a, i, end_i), text_of(now.sources, b, j, end_j)});
      i = end_i;
      j = end_j;
    }
    i = same_i + 1;
    j = same_j + 1;
  }
  return changes;
}

class TextComparison {
 public:
  TextComparison(const Game& old_game, const Game& new_game)
      : old_game_(old_game), new_game_(new_game), before_(old_game), now_(new_game) {}

  TextDiff run() {
    match_same();
    match_keys();
    for (std::size_t i = 0; i < before_.units.size(); ++i) {
      const Unit& unit = before_.units[i];
      if (partner_[i] == kNone)
        diff_.removed.push_back({unit.kind, unit.name, unit.library, whole(before_, unit), {}, {}});
      else if (unit.words != now_.units[partner_[i]].words)
        add_change(unit, now_.units[partner_[i]]);
    }
    for (std::size_t j = 0; j < now_.units.size(); ++j) {
      const Unit& unit = now_.units[j];
      if (!taken_[j]) diff_.added.push_back({unit.kind, unit.name, unit.library, {}, whole(now_, unit), {}});
    }
    compare_options();
    diff_.is_identical = old_game_.program().script && new_game_.program().script && same_options_ && diff_.same();
    for (std::size_t i = 0; i < partner_.size(); ++i) diff_.is_identical = diff_.is_identical && partner_[i] == i;
    return std::move(diff_);
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  /// Pairs declarations of a list that are equal, wherever they stand, before others are taken for changed ones.
  void match_same() {
    partner_.assign(before_.units.size(), kNone);
    taken_.assign(now_.units.size(), false);
    pair_up([](const Unit& a, const Unit& b) { return a.key == b.key && a.words == b.words; });
  }
  void match_keys() {
    const auto text_of = [](const Unit& unit, const Script& script) {
      const auto* invariant = unit.decl->get_if<tree::InvariantDecl>();
      return invariant && invariant->text ? script.sources.text(invariant->text->span) : std::string_view();
    };
    pair_up([&](const Unit& a, const Unit& b) {
      return a.is_listed && a.key == b.key && !text_of(a, before_).empty() && text_of(a, before_) == text_of(b, now_);
    });
    // An option that becomes a constant counts as removed, the constant as added.
    pair_up([](const Unit& a, const Unit& b) { return a.key == b.key && a.kind == b.kind; });
  }
  void pair_up(const std::function<bool(const Unit&, const Unit&)>& are_one) {
    for (std::size_t i = 0; i < before_.units.size(); ++i) {
      if (partner_[i] != kNone) continue;
      for (std::size_t j = 0; j < now_.units.size(); ++j) {
        if (taken_[j] || !are_one(before_.units[i], now_.units[j])) continue;
        partner_[i] = j;
        taken_[j] = true;
        break;
      }
    }
  }

  void add_change(const Unit& before, const Unit& now) {
    diff_.changed.push_back({before.kind, before.name, before.library, whole(before_, before), whole(now_, now),
                             changed_parts(before_, before.rows, now_, now.rows)});
  }

  void compare_options() {
    const std::vector<OptionInfo> before = old_game_.options(), now = new_game_.options();
    same_options_ = before.size() == now.size();
    for (const OptionInfo& a : before)
      for (const OptionInfo& b : now) {
        if (a.name != b.name || a.value == b.value) continue;
        diff_.options.push_back({a.name, a.value, b.value});
        same_options_ = false;
      }
  }

  const Game &old_game_, &new_game_;
  Script before_, now_;
  std::vector<std::size_t> partner_;  // by old declaration: the new one
  std::vector<bool> taken_;           // by new declaration: it has a partner
  bool same_options_ = true;
  TextDiff diff_;
};

}  // namespace

TextDiff diff_text(const Game& old_game, const Game& new_game) { return TextComparison(old_game, new_game).run(); }

}  // namespace glint
