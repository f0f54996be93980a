// Errors that are left out because they only follow from another one. A syntax error swallows a declaration or a
// statement, and only therefore names are unknown, picks are not shown, or loops have no choice.
//
// There are two steps. Errors about names that the swallowed text may have declared are never made (`lost`). Errors
// about missing things are removed at the end (`take_back`), if something was lost at their place. If any error was
// left out, the rest of the script must not be taken for correct.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

// The list of diagnostics, and words for their texts.

/// "`a`, `b` or `c`"
inline std::string listed(const std::vector<std::string>& names, std::string_view last = "or") {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " " + std::string(last) + " " : ", ";
    text += marked(names[i]);
  }
  return text;
}

inline bool inside(const Span& inner, const Span& outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

/// "there is `a`", "there are `a` and `b`"
inline std::string there_are(const std::vector<std::string>& names) {
  return (names.size() == 1 ? "there is " : "there are ") + listed(names, "and");
}

/// "no arguments", "one argument", "3 arguments"
inline std::string counted_in_words(std::size_t count, const std::string& noun) {
  if (count == 0) return "no " + noun + "s";
  return count == 1 ? "one " + noun : counted(count, noun);
}

/// The limits: errors that are kept; errors that a user sees; errors that may suggest a name.
inline constexpr std::size_t kMostErrors = 1000;
inline constexpr std::size_t kMostShown = 100;
inline constexpr std::size_t kMostSuggestions = 200;

/// The parts of an error besides its message.
struct More {
  std::string label{};  // under the marked words
  std::string meant{};  // the name that was probably meant, of `nearest`; or empty
  std::string help{};   // what to do
  std::vector<Label> others{};
  std::vector<Mend> mends{};
};

/// The diagnostics of one load.
class Report {
 public:
  explicit Report(std::vector<Diagnostic>& list) : list_(list) {}

  const std::vector<Diagnostic>& list() const { return list_; }
  /// The number of errors after the last one that is kept.
  std::size_t dropped() const { return dropped_; }
  /// Changes the entries of the list from this one on.
  void amend(std::size_t from, auto change) {
    for (; from < list_.size(); ++from) change(list_[from]);
  }
  void add(std::vector<Diagnostic> more) {
    list_.insert(list_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  /// Removes all but these.
  void keep(std::vector<Diagnostic> kept) { list_ = std::move(kept); }

  /// The reference holds until the next call.
  Diagnostic& error(Code code, const Span& at, std::string message, More more = {}) {
    if (list_.size() >= kMostErrors) {
      ++dropped_;
      return unread_;
    }
    list_.push_back({code,
                     Severity::error,
                     std::move(message),
                     {at, std::move(more.label)},
                     std::move(more.others),
                     std::move(more.help),
                     std::move(more.meant),
                     std::move(more.mends)});
    return list_.back();
  }
  /// An error, for the end of a function without a result, ...
  void say(Code code, const Span& at, std::string message, More more = {}) {
    error(code, at, std::move(message), std::move(more));
  }
  /// ... instead of a value, ...
  std::nullopt_t refuse(Code code, const Span& at, std::string message, More more = {}) {
    error(code, at, std::move(message), std::move(more));
    return std::nullopt;
  }
  /// ... and instead of success.
  bool deny(Code code, const Span& at, std::string message, More more = {}) {
    error(code, at, std::move(message), std::move(more));
    return false;
  }

 private:
  std::vector<Diagnostic>& list_;
  Diagnostic unread_;  // for errors that are dropped
  std::size_t dropped_ = 0;
};

class Context;
struct Parts;
struct Script;

class Silence {
 public:
  explicit Silence(const Sources& sources) : sources_(sources) {}

  // ---- what is lost
  /// Notes what syntax errors swallowed in this file.
  void note_lost(const tree::File& file);
  void lose(const std::string& name) { names_.insert(name); }
  void lose_pieces() { pieces_ = true; }
  /// The board has errors, so its labels and directions are not known.
  void lose_space() { space_ = true; }
  /// A library was not found. It may have declared any name.
  void miss_library() { library_ = true; }
  /// Always keeps the error at this place, which says that the game has no players or no board.
  void keep_error_at(const Span& at) { kept_at_ = at; }

  // ---- errors to leave out
  /// True if a lost declaration may have declared the name. The caller then leaves out an error, which is noted.
  bool lost(const std::string& name) const {
    const bool found = names_.count(name) != 0;
    passed_over_ = passed_over_ || found;
    return found;
  }
  /// True if a syntax error took a part of the declaration here. The caller then leaves out an error.
  bool is_broken(const Span& declaration) const {
    const bool found = std::find(broken_.begin(), broken_.end(), declaration) != broken_.end();
    passed_over_ = passed_over_ || found;
    return found;
  }
  /// True if syntax errors took parts of tests, and nothing else.
  bool lost_only_tests() const { return tests_ && !besides_tests_; }
  /// True if directions and labels of the board are lost.
  bool space_is_lost() const { return space_; }
  bool misses_library() const { return library_; }
  /// True if an error was left out that may be one of the game itself, not only of a test.
  bool hides_errors() const { return passed_over_ || space_ || library_; }

  /// Removes errors that only follow from others, unless that would leave none.
  void take_back(Report& report, const Script& script, const Parts& parts);

 private:
  const Sources& sources_;
  std::set<std::string> names_;
  std::vector<Span> broken_;  // declarations that lost a part to a syntax error
  bool tests_ = false, besides_tests_ = false;  // what syntax errors took: of tests, of anything else
  bool declaration_ = false;  // a whole one with an unknown name was lost
  bool nameless_ = false;     // such a one, and nothing shows which name it declares
  bool pieces_ = false;       // kinds, or fields of them, were lost
  bool space_ = false;
  bool library_ = false;
  Span kept_at_;
  mutable bool passed_over_ = false;
};

/// True if all errors are in tests. Marks those tests in the rules, so that the game can be played without them.
bool only_tests_are_wrong(Context& context);

}  // namespace glint::lang::checking
