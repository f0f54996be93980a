// The changes of the text: by declaration, and by part within a changed one.
#include <algorithm>
#include <functional>
#include <utility>

#include <dtl/dtl.hpp>

#include "glint/diff.hpp"
#include "interpreter/lab/diff/script_parts.hpp"
#include "interpreter/program/program.hpp"
#include "lang/parse/parse.hpp"
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

/// A declaration of a game, as it is compared.
struct Unit {
  std::string kind, name, library;
  std::string key;  // declarations with the same key are compared
  std::string words;
  const Decl* decl = nullptr;
  lang::Span span;
  bool is_listed = false;  // there may be several with this key, without names
};

/// All that a game's script declares, and the libraries that it uses.
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
        for (const tree::Text& text : use->paths) add_use(decl, plain_words(sources.text(text.span)), library);
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
      unit.span = span_of(sources, decl);
      unit.words = words_alone(sources.text(unit.span));
      for (const lang::Span& extension : decl.extensions) unit.words += words_alone(sources.text(extension));
      units.push_back(std::move(unit));
    }
  }
  /// "place or challenge", or "move" for every move.
  static std::string moves_after(const Decl& decl) {
    std::string moves;
    for (const tree::Name& name : names_of(decl)) moves += (moves.empty() ? "" : " or ") + name.text;
    return moves.empty() ? "move" : moves;
  }
  void add_use(const Decl& decl, const std::string& name, const std::string& library) {
    units.push_back({"use", name, library, library + "/use " + name, "use " + name, nullptr, decl.span, false});
  }

  std::vector<std::unique_ptr<tree::File>> libraries_;
};

ScriptText text_at(const lang::Sources& sources, const lang::Span& span, std::string text) {
  return {std::move(text), sources.file(span.file).name, static_cast<int>(sources.locate(span.file, span.begin).line),
          static_cast<int>(sources.locate(span.file, span.end).line)};
}

ScriptText whole(const Script& script, const Unit& unit) {
  if (unit.decl == nullptr) return text_at(script.sources, unit.span, unit.words);
  std::string text = plain_lines(script.sources.text(unit.span));
  for (const lang::Span& extension : unit.decl->extensions) text += "\n" + plain_lines(script.sources.text(extension));
  return text_at(script.sources, unit.span, std::move(text));
}

/// The parts in which two declarations with the same key differ.
std::vector<PartChange> changed_parts(const Script& before, const Unit& old_unit, const Script& now,
                                      const Unit& new_unit) {
  std::vector<ScriptPart> a = parts_of(before.sources, *old_unit.decl), b = parts_of(now.sources, *new_unit.decl);
  // Where only one of them has parts inside, the other is what this one's head was, or is now.
  if (a.size() != b.size())
    for (std::vector<ScriptPart>* one : {&a, &b})
      if (one->size() == 1 && (*one)[0].what == "it") (*one)[0].what = "its head";
  std::vector<PartChange> changes;
  const auto text = [](const Script& script, const ScriptPart& part) {
    return text_at(script.sources, part.span, part.text);
  };
  // Between equal parts: two parts of the same description are one that changed; the others are paired in order.
  const auto between = [&](std::size_t a_begin, std::size_t a_end, std::size_t b_begin, std::size_t b_end) {
    std::vector<std::size_t> partner(a_end - a_begin, b_end);
    std::vector<bool> taken(b_end - b_begin, false);
    for (std::size_t i = a_begin; i < a_end; ++i)
      for (std::size_t j = b_begin; j < b_end && partner[i - a_begin] == b_end; ++j) {
        if (taken[j - b_begin] || a[i].what != b[j].what) continue;
        partner[i - a_begin] = j;
        taken[j - b_begin] = true;
      }
    if (a_end - a_begin == 1 && b_end - b_begin == 1 && !taken[0]) {  // one replaces the other
      partner[0] = b_begin;
      taken[0] = true;
    }
    for (std::size_t i = a_begin; i < a_end; ++i) {
      PartChange change{a[i].what, text(before, a[i]), {}};
      if (const std::size_t j = partner[i - a_begin]; j != b_end) change.now = text(now, b[j]);
      changes.push_back(std::move(change));
    }
    for (std::size_t j = b_begin; j < b_end; ++j)
      if (!taken[j - b_begin]) changes.push_back({b[j].what, {}, text(now, b[j])});
  };
  std::size_t i = 0, j = 0;
  for (const auto& [same_i, same_j] : common(a, b)) {
    between(i, same_i, j, same_j);
    i = same_i + 1;
    j = same_j + 1;
  }
  between(i, a.size(), j, b.size());
  // A part that is gone from one place and new at another was moved.
  for (PartChange& gone : changes) {
    const auto is_it = [&](const PartChange& one) {
      return one.before.text.empty() && one.what == gone.what && one.now.text == gone.before.text;
    };
    if (gone.before.text.empty() || !gone.now.text.empty()) continue;
    if (const auto fresh = std::find_if(changes.begin(), changes.end(), is_it); fresh != changes.end())
      gone.now = std::exchange(fresh->now, {});
  }
  std::erase_if(changes, [](const PartChange& one) { return one.before.text.empty() && one.now.text.empty(); });
  return changes;
}

class Comparison {
 public:
  Comparison(const Game& old_game, const Game& new_game)
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
      const auto* invariant = unit.decl ? unit.decl->get_if<tree::InvariantDecl>() : nullptr;
      return invariant && invariant->text ? words_alone(script.sources.text(invariant->text->span)) : std::string();
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
    DeclarationChange change{before.kind, before.name, before.library, whole(before_, before), whole(now_, now), {}};
    if (before.decl && now.decl) change.parts = changed_parts(before_, before, now_, now);
    diff_.changed.push_back(std::move(change));
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

TextDiff diff_text(const Game& old_game, const Game& new_game) { return Comparison(old_game, new_game).run(); }

}  // namespace glint
