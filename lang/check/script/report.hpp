// The list of diagnostics, and words for their texts.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {

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

/// The most errors that are kept; that a user sees; and that may suggest a name.
inline constexpr std::size_t kMostErrors = 1000;
inline constexpr std::size_t kMostShown = 100;
inline constexpr std::size_t kMostSuggestions = 200;

/// The further parts of an error, besides its message.
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
  template <class Change>
  void amend(std::size_t from, Change change) {
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

}  // namespace glint::lang::checking
