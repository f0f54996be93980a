// Speech: expressions of checked rules as English. `noun` says what a value is, `clause` that a condition holds,
// `one_of` and `all_of` which cells or values a set has.
//
// Not every expression makes a sentence that anybody would want to read. Then the script's own text stands there,
// marked as code, and `gave_up` says so. The player who decides is "you".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/describe/phrase.hpp"
#include "interpreter/describe/scope.hpp"
#include "interpreter/describe/set_words.hpp"
#include "interpreter/program/program.hpp"

namespace glint::describe {

/// "red", "3", "your opponent": a value of this type.
std::string value_words(const rules::Rules& rules, const rules::Type& type, std::int64_t number);
/// "a number from 1 to 3", "red, yellow, green or blue", "a direction".
std::string any_value(const rules::Rules& rules, const rules::Type& type);

/// What sentences have named, which the sheet must then define.
struct Mentions {
  std::vector<bool> lets, variables;   // by number
  bool visits = false, exits = false;  // the words "visit" and "exit"
};

class Speech {
 public:
  /// Everything is said with these values of options.
  Speech(const Program& program, std::vector<std::int64_t> options);

  /// The body that is being told.
  Scope& scope() { return scope_; }
  const Mentions& mentions() const { return mentions_; }

  std::string noun(const rules::Expr& expr);
  std::string clause(const rules::Expr& expr, bool is_denied = false);
  std::string one_of(const rules::Expr& set);
  std::string all_of(const rules::Expr& set);
  /// "your pyramids", for a set's name as a part of a sentence: as `all_of`, or by name where the set has one.
  std::string place(const rules::Expr& set);
  /// What stands on cells: "the pyramid on *top*", "all your discs".
  std::string pieces_on(const rules::Expr& cells);
  std::string text_with_holes(const rules::Text& text);
  std::string result(const rules::Result& result);
  /// The script's own text.
  std::string source(const lang::Span& span);
  /// "your life", "the life of x": what belongs to something.
  std::string belonging(const std::string& what, const std::string& owner) const;
  /// "each disc *d* next to *at*": of a set, one after the other; the local is its name.
  std::string each_of(const rules::Expr& set, int local);
  /// "there is a disc *d* next to *at*": a clause that names the one that is there.
  std::string there_is(const rules::Expr& set, int local);
  /// "toward ne", "the way it faces".
  std::string toward(const rules::Expr& directions);

  /// The name of a variable, which is then among those that are named.
  std::string variable(int ref);

  /// Whether something had to be told as the script has it, since this was last asked.
  bool gave_up() { return std::exchange(gave_up_, false); }

 private:
  /// Some parts of a sentence are worded twice, to choose between two forms, so expressions that are nested very deep would
  /// take time without end. After this many parts the rest of a sheet has the script's text.
  /// Counts a part. False: there were too many.
  bool spend_part() { return ++parts_ <= kMostParts; }
  static constexpr std::uint64_t kMostParts = 300'000;

  std::string say(const rules::Expr& expr);
  std::string say_clause(const rules::Expr& expr, bool is_denied);
  std::string compare(const rules::Expr& expr, bool is_denied);
  std::string at_least(const rules::Expr& what, const rules::Expr& bound, bool is_strict, bool is_upper);
  std::string fold_clause(const rules::Expr& expr, bool is_denied);
  std::string called(const rules::Expr& expr);
  std::string turned(const rules::Expr& expr);
  std::string trace(const rules::Expr& expr);
  std::string from_cells(const rules::Expr& cells);
  SetWords set_words(const rules::Expr& set);
  SetWords of_space(const rules::Expr& set);
  SetWords meant(const rules::Expr& set, int local);
  std::string visits(const rules::Expr& all, int local, const rules::Expr* where, bool is_one = false);
  std::string gathered(const rules::Expr& set);
  std::optional<std::string> member_of(const rules::Expr& expr, int local) const;
  std::string joined_clauses(const rules::Expr& expr, bool is_denied);
  std::optional<std::string> joined_moves(const std::vector<const rules::Expr*>& parts, bool is_denied, bool all_hold);
  std::string elements(const rules::Expr& set, std::string_view last);
  std::string owner_of_kind(const rules::Expr& owner);
  /// "the direction the lamp faces".
  std::string faced(const rules::Expr& facing) { return "the direction " + say(facing.kids[0]) + " faces"; }

  const Program& program_;
  const rules::Rules& rules_;
  Scope scope_;
  Mentions mentions_;
  bool gave_up_ = false;
  int subject_ = -1;  // the local that a clause is about
  std::uint64_t parts_ = 0;
};

}  // namespace glint::describe
