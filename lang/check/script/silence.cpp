#include "lang/check/script/silence.hpp"

#include "lang/check/context.hpp"
#include "lang/source/lexer.hpp"

namespace glint::lang::checking {
namespace {

/// True if the error says that something is missing or unknown. That is certain only if nothing was lost.
bool misses_something(Code code) {
  constexpr Code kCodes[] = {Code::G0201, Code::G0206, Code::G0209, Code::G0302, Code::G0306, Code::G0308, Code::G0405,
                             Code::G0406, Code::G0408, Code::G0409, Code::G0410, Code::G0411, Code::G0414, Code::G0422};
  return std::find(std::begin(kCodes), std::end(kCodes), code) != std::end(kCodes);
}

/// True if it is a test and nothing after it: then no other line begins with a word.
bool is_one_test(std::string_view text) {
  if (text.substr(0, 4) != "test") return false;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos;) {
    ++at;
    if (at < text.size() && is_in_name(text[at])) return false;
  }
  return true;
}

/// True if the text of a declaration shows no name: one or two words must come before the first sign (`let west = `),
/// and the last of them must not be the word of a declaration.
bool shows_no_name(std::string_view text, const std::set<std::string>& naming) {
  std::size_t at = 0;
  std::string last;
  for (int words = 0; at < text.size() && begins_name(text[at]); ++words) {
    const std::size_t begin = at;
    while (at < text.size() && is_in_name(text[at])) ++at;
    last = text.substr(begin, at - begin);
    if (words == 2 && last != "of" && last != "beside") return true;
    if (words == 2) break;
    while (at < text.size() && text[at] == ' ') ++at;
  }
  return last.empty() || last == "piece" || naming.count(last) != 0;
}

bool in_test(const Span& span, const Parts& parts) {
  return std::any_of(parts.tests.begin(), parts.tests.end(),
                     [&](const tree::Decl* decl) { return inside(span, decl->span); });
}

/// True if the place lies in a board or lattice: an error there may be the reason why the board is not known.
bool in_space(const Span& span, const Script& script) {
  using tree::DeclKind;
  for (const tree::File& file : script.files)
    for (const tree::Decl& decl : file.decls) {
      const bool space =
          decl.kind == DeclKind::board || decl.kind == DeclKind::use_board || decl.kind == DeclKind::lattice;
      if (space && inside(span, decl.span)) return true;
    }
  return false;
}

}  // namespace

void Silence::note_lost(const tree::File& file) {
  for (const Span& lost : file.lost) {
    const std::string_view swallowed = sources_.text(lost);
    const std::vector<std::string> words = code_words(swallowed);
    const tree::Decl* around = nullptr;
    for (const tree::Decl& decl : file.decls)
      if (inside(lost, decl.span)) around = &decl;
    if (around != nullptr) {
      broken_.push_back(around->span);
      // No declaration can use what a test names.
      const bool in_test = around->kind == tree::DeclKind::test;
      (in_test ? tests_ : besides_tests_) = true;
      if (in_test) continue;
      names_.insert(words.begin(), words.end());
      // Its fields may be what others read.
      if (around->kind == tree::DeclKind::piece) pieces_ = true;
      if (around->kind == tree::DeclKind::beam) names_.insert("beam");
      if (around->kind == tree::DeclKind::board || around->kind == tree::DeclKind::lattice) space_ = true;
      continue;
    }
    const bool is_test = is_one_test(swallowed);
    (is_test ? tests_ : besides_tests_) = true;
    if (is_test) continue;
    names_.insert(words.begin(), words.end());
    const std::string first = words.empty() ? std::string() : words.front();
    static const std::set<std::string> kNameless{"game",  "setup", "play", "end",       "score",   "heuristic",
                                                 "after", "clock", "test", "invariant", "variant", "show"};
    if (kNameless.count(first) != 0) continue;
    declaration_ = true;
    static const std::set<std::string> kNaming{"use", "library", "option", "type", "var",
                                               "bag", "let",     "do",     "move", "optic"};
    nameless_ = nameless_ || shows_no_name(swallowed, kNaming);
    if (kNaming.count(first) != 0) continue;
    // A word that begins no declaration may be a misspelt one.
    pieces_ = true;
    if (first != "piece") names_.insert("beam");
    if (first != "piece" && first != "beam" && first != "players") space_ = true;
  }
}

void Silence::take_back(Report& report, const Script& script, const Parts& parts) {
  const bool without_players = !script.is_library && parts.players == nullptr;
  const bool any_name = declaration_ || library_ || without_players;
  const auto broken = [&](const Span& span) {
    return std::any_of(broken_.begin(), broken_.end(), [&](const Span& each) { return inside(span, each); });
  };
  const auto follows = [&](const Diagnostic& each) {
    if (!misses_something(each.code) || each.primary.span == kept_at_) return false;
    const bool suggests = !each.meant.empty();
    if (broken(each.primary.span)) return true;
    const bool about_broken =
        std::any_of(each.others.begin(), each.others.end(), [&](const Label& label) { return broken(label.span); });
    switch (each.code) {
      case Code::G0201:
        // A near name is more likely the right one, unless nothing says which name is lost.
        return nameless_ || (!suggests && (any_name || (space_ && !in_space(each.primary.span, script))));
      case Code::G0206:
        return about_broken || (pieces_ && !suggests);
      case Code::G0306:
        return pieces_;
      case Code::G0209:
      case Code::G0406:
        return declaration_;
      default:
        return about_broken;
    }
  };
  std::vector<Diagnostic> kept;
  for (const Diagnostic& each : report.list()) {
    if (!follows(each))
      kept.push_back(each);
    else if (!in_test(each.primary.span, parts))
      passed_over_ = true;
  }
  // If no error is left, there is none from which these could follow.
  if (!kept.empty()) report.keep(std::move(kept));
}

bool only_tests_are_wrong(Context& context) {
  const std::vector<Diagnostic>& list = context.report.list();
  std::vector<rules::Test>& tests = context.rules.tests;
  const bool wrong =
      std::any_of(list.begin(), list.end(), [](const Diagnostic& each) { return each.severity == Severity::error; });
  if (!wrong) return true;
  // A game that lacks a part is no game; where syntax errors may have taken the part, nothing else says that it lacks.
  const Parts& parts = context.parts;
  const bool is_whole = parts.players != nullptr && parts.board != nullptr && parts.play != nullptr;
  if (!context.script.is_library && !is_whole) return false;
  // An error that was left out may be one of the game itself.
  if (context.silence.hides_errors()) return false;
  // The places of tests: those that were read, and those that a syntax error swallowed.
  std::vector<Span> places;
  for (const tree::Decl* decl : context.parts.tests) places.push_back(decl->span);
  for (const tree::File& file : context.script.files) {
    for (const Span& lost : file.lost) {
      if (in_test(lost, context.parts)) continue;
      if (lost.file != context.script.file || !is_one_test(context.sources.text(lost))) return false;
      places.push_back(lost);
    }
  }
  std::map<std::uint32_t, std::string> mistakes;  // by where the test begins
  for (const Diagnostic& each : list) {
    if (each.severity != Severity::error) continue;
    const auto place = std::find_if(places.begin(), places.end(), [&](const Span& one) {
      const Span& at = each.primary.span;
      return one.file == at.file && one.begin <= at.begin && at.begin <= one.end;
    });
    if (place == places.end()) return false;
    mistakes[place->begin] += render(each, context.sources);
  }
  for (const auto& [begin, text] : mistakes) {
    const auto same = std::find_if(tests.begin(), tests.end(),
                                   [begin = begin](const rules::Test& test) { return test.span.begin == begin; });
    if (same != tests.end()) {
      same->mistakes = text;
      same->body.clear();
      same->with.clear();
      continue;
    }
    rules::Test unread;
    unread.title = "a test that cannot be read";
    unread.span = {context.script.file, begin, begin + 4};
    unread.mistakes = text;
    tests.push_back(std::move(unread));
  }
  return true;
}

}  // namespace glint::lang::checking
