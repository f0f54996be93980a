// What is left unsaid after a mistake that leaves other checks without ground: a syntax error swallows a declaration or
// a statement, and then names are unknown, picks are not shown and loops have no choice only because of it.
//
// "Each mistake once" takes two steps. Names that the swallowed text may have declared are silent from the start
// (`lost`), and errors that say that something is missing where something was lost are taken back at the end
// (`take_back`). While anything was left unsaid, nobody may conclude that a script has no further errors.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lang/check/script/report.hpp"
#include "lang/source/source.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

class Context;
struct Parts;
struct Script;

class Silence {
 public:
  explicit Silence(const Sources& sources) : sources_(sources) {}

  // ---- what goes missing
  /// Whatever syntax errors swallowed in this file.
  void note_lost(const tree::File& file);
  void lose(const std::string& name) { names_.insert(name); }
  void lose_pieces() { pieces_ = true; }
  /// The board is wrong, so that its labels and directions are not known.
  void lose_space() { space_ = true; }
  /// A library was not found. It may have had any name.
  void miss_library() { library_ = true; }
  /// The error at this place, which says that the game has no players or no board, always stays.
  void keep_error_at(const Span& at) { kept_at_ = at; }

  // ---- what to say nothing about
  /// A name that a lost declaration may have made. To ask is to leave an error unsaid.
  bool lost(const std::string& name) const {
    const bool found = names_.count(name) != 0;
    passed_over_ = passed_over_ || found;
    return found;
  }
  /// Names that may be directions or labels of the lost board.
  bool space_is_lost() const { return space_; }
  bool misses_library() const { return library_; }
  /// Was an error left unsaid that may be one of the game itself, not only of a test?
  bool hides_errors() const { return passed_over_ || space_ || library_; }

  /// Takes errors back that only follow from others; unless that would leave none.
  void take_back(Report& report, const Script& script, const Parts& parts);

 private:
  const Sources& sources_;
  std::set<std::string> names_;
  std::vector<Span> broken_;  // declarations that lost a part to a syntax error
  bool declaration_ = false;  // a whole one was lost, and it may have had any name
  bool pieces_ = false;       // kinds, or fields of them, were lost
  bool space_ = false;
  bool library_ = false;
  Span kept_at_;
  mutable bool passed_over_ = false;
};

/// Is there no error but in tests? Those tests are marked in the rules, so that the game can be played without them.
bool only_tests_are_wrong(Context& context);

}  // namespace glint::lang::checking
