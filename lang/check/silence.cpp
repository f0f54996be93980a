// What is not said after a mistake that takes the ground from under other checks: a syntax error swallows a declaration
// or a statement, and then names are unknown, picks are not shown and ways round have no choice only because of it.
// "Each mistake once" needs both: names that the swallowed text may have declared are silent from the start (`lost`),
// and what was found to be missing where something was lost is taken back at the end.
#include <algorithm>
#include <cctype>

#include "lang/check/checker.hpp"

namespace glint::lang::checking {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The words of a piece of a script, without comments and texts.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text[i] == '"') {
      const std::size_t end = text.find_first_of("\"\n", i + 1);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else if (is_word(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_word(text[end])) ++end;
      words.emplace_back(text.substr(i, end - i));
      i = end;
    } else {
      ++i;
    }
  }
  return words;
}

bool inside(const Span& inner, const Span& outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

/// Errors that say that something is missing, or not known: true only of what is whole.
bool misses_something(Code code) {
  switch (code) {
    case Code::G0201:
    case Code::G0206:
    case Code::G0209:
    case Code::G0302:
    case Code::G0306:
    case Code::G0308:
    case Code::G0405:
    case Code::G0406:
    case Code::G0408:
    case Code::G0409:
    case Code::G0410:
    case Code::G0411:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Checker::note_lost(const Loaded& loaded) {
  const std::string_view text = sources.file(loaded.file.file).text;
  for (const Span& lost : loaded.file.lost) {
    const std::vector<std::string> words = words_of(text.substr(lost.begin, lost.end - lost.begin));
    lost_names_.insert(words.begin(), words.end());
    const tree::Decl* around = nullptr;
    for (const tree::Decl& decl : loaded.file.decls) {
      if (inside(lost, decl.span)) around = &decl;
    }
    if (around != nullptr) {
      broken_.push_back(around->span);
      // Its fields may be what others read.
      if (around->kind == tree::DeclKind::piece) lost_pieces_ = true;
      if (around->kind == tree::DeclKind::beam) lost_names_.insert("beam");
      if (around->kind == tree::DeclKind::board || around->kind == tree::DeclKind::lattice) lost_space_ = true;
      continue;
    }
    const std::string first = words.empty() ? std::string() : words.front();
    static const std::set<std::string> kNameless{"game",      "setup", "play", "end",      "score",
                                                 "heuristic", "clock", "test", "invariant"};
    if (kNameless.count(first) != 0) continue;
    lost_declaration_ = true;
    static const std::set<std::string> kNaming{"use", "library", "option", "type", "var", "let", "do", "move", "optic"};
    if (kNaming.count(first) != 0) continue;
    // A word that begins no declaration may be a misspelt one.
    lost_pieces_ = true;
    if (first != "piece") lost_names_.insert("beam");
    if (first != "piece" && first != "beam" && first != "players") lost_space_ = true;
  }
}

/// Takes back what was said only because something else is wrong that was told.
void Checker::silence() {
  const bool without_players = !library && players_ == nullptr;
  const bool unknown_names = lost_declaration_ || misses_library_ || lost_space_ || without_players;
  const auto broken = [&](const Span& span) {
    return std::any_of(broken_.begin(), broken_.end(), [&](const Span& each) { return inside(span, each); });
  };
  const auto follows = [&](const Diagnostic& each) {
    if (!misses_something(each.code) || each.primary.span == missing_at_) return false;
    const bool suggests = each.primary.text.rfind("did you mean", 0) == 0;
    if (broken(each.primary.span)) return true;
    const bool about_broken =
        std::any_of(each.others.begin(), each.others.end(), [&](const Label& label) { return broken(label.span); });
    switch (each.code) {
      case Code::G0201:
        return !suggests && unknown_names;
      case Code::G0206:
        return about_broken || (lost_pieces_ && !suggests);
      case Code::G0306:
        return lost_pieces_;
      case Code::G0209:
      case Code::G0406:
        return lost_declaration_;
      default:
        return about_broken;
    }
  };
  report.list.erase(std::remove_if(report.list.begin(), report.list.end(), follows), report.list.end());
}

}  // namespace glint::lang::checking
