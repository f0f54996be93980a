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
    case Code::G0414:
      return true;
    default:
      return false;
  }
}

/// A test and nothing behind it? Then no line of it begins with a word.
bool is_one_test(std::string_view text) {
  if (text.substr(0, 4) != "test") return false;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos;) {
    ++at;
    if (at < text.size() && is_word(text[at])) return false;
  }
  return true;
}

}  // namespace

void Checker::note_lost(const Loaded& loaded) {
  for (const Span& lost : loaded.file.lost) {
    const std::string_view swallowed = sources.text(lost);
    const std::vector<std::string> words = words_of(swallowed);
    const tree::Decl* around = nullptr;
    for (const tree::Decl& decl : loaded.file.decls) {
      if (inside(lost, decl.span)) around = &decl;
    }
    if (around != nullptr) {
      broken_.push_back(around->span);
      // What a test names nobody else knows.
      if (around->kind == tree::DeclKind::test) continue;
      lost_names_.insert(words.begin(), words.end());
      // Its fields may be what others read.
      if (around->kind == tree::DeclKind::piece) lost_pieces_ = true;
      if (around->kind == tree::DeclKind::beam) lost_names_.insert("beam");
      if (around->kind == tree::DeclKind::board || around->kind == tree::DeclKind::lattice) lost_space_ = true;
      continue;
    }
    if (is_one_test(swallowed)) continue;
    lost_names_.insert(words.begin(), words.end());
    const std::string first = words.empty() ? std::string() : words.front();
    static const std::set<std::string> kNameless{"game",      "setup", "play", "end",      "score",
                                                 "heuristic", "clock", "test", "invariant",
                                                 "variant",   "show"};
    if (kNameless.count(first) != 0) continue;
    lost_declaration_ = true;
    static const std::set<std::string> kNaming{"use", "library", "option", "type", "var", "bag",
                                              "let", "do",      "move",   "optic"};
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
  const bool any_name = lost_declaration_ || misses_library_ || without_players;
  const auto broken = [&](const Span& span) {
    return std::any_of(broken_.begin(), broken_.end(), [&](const Span& each) { return inside(span, each); });
  };
  // The very mistake for which the board is not known.
  const auto of_space = [&](const Span& span) {
    return std::any_of(files_.begin(), files_.end(), [&](const Loaded& loaded) {
      return std::any_of(loaded.file.decls.begin(), loaded.file.decls.end(), [&](const tree::Decl& decl) {
        using tree::DeclKind;
        const bool space =
            decl.kind == DeclKind::board || decl.kind == DeclKind::use_board || decl.kind == DeclKind::lattice;
        return space && inside(span, decl.span);
      });
    });
  };
  const auto follows = [&](const Diagnostic& each) {
    if (!misses_something(each.code) || each.primary.span == missing_at_) return false;
    const bool suggests = each.primary.text.rfind("did you mean", 0) == 0;
    if (broken(each.primary.span)) return true;
    const bool about_broken =
        std::any_of(each.others.begin(), each.others.end(), [&](const Label& label) { return broken(label.span); });
    switch (each.code) {
      case Code::G0201:
        return !suggests && (any_name || (lost_space_ && !of_space(each.primary.span)));
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
  std::vector<Diagnostic> kept;
  for (const Diagnostic& each : report.list) {
    if (!follows(each))
      kept.push_back(each);
    else if (!in_test(each.primary.span))
      passed_over_ = true;
  }
  // What nothing else explains is said.
  if (!kept.empty()) report.list = std::move(kept);
}

bool Checker::in_test(const Span& span) const {
  return std::any_of(tests_.begin(), tests_.end(), [&](const tree::Decl* decl) { return inside(span, decl->span); });
}

bool Checker::only_tests_are_wrong() {
  const bool wrong = std::any_of(report.list.begin(), report.list.end(),
                                 [](const Diagnostic& each) { return each.severity == Severity::error; });
  if (!wrong) return true;
  // What was left unsaid may be wrong in the game itself.
  if (passed_over_ || lost_space_ || misses_library_) return false;
  // Where tests stand: those that were read, and those that a syntax error swallowed.
  std::vector<Span> places;
  for (const tree::Decl* decl : tests_) places.push_back(decl->span);
  for (const Loaded& loaded : files_) {
    for (const Span& lost : loaded.file.lost) {
      if (in_test(lost)) continue;
      if (lost.file != main_file_ || !is_one_test(sources.text(lost))) return false;
      places.push_back(lost);
    }
  }
  std::map<std::uint32_t, std::string> mistakes;  // by where the test begins
  for (const Diagnostic& each : report.list) {
    if (each.severity != Severity::error) continue;
    const auto place = std::find_if(places.begin(), places.end(), [&](const Span& one) {
      const Span& at = each.primary.span;
      return one.file == at.file && one.begin <= at.begin && at.begin <= one.end;
    });
    if (place == places.end()) return false;
    mistakes[place->begin] += render(each, sources);
  }
  for (const auto& [begin, text] : mistakes) {
    const auto same = std::find_if(rules.tests.begin(), rules.tests.end(),
                                   [begin = begin](const rules::Test& test) { return test.span.begin == begin; });
    if (same != rules.tests.end()) {
      same->mistakes = text;
      same->body.clear();
      same->with.clear();
      continue;
    }
    rules::Test unread;
    unread.title = "a test that cannot be read";
    unread.span = {main_file_, begin, begin + 4};
    unread.mistakes = text;
    rules.tests.push_back(std::move(unread));
  }
  return true;
}

}  // namespace glint::lang::checking
