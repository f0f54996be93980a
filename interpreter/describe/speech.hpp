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

#include "interpreter/describe/fold.hpp"
#include "interpreter/describe/phrase.hpp"
#include "interpreter/describe/set_words.hpp"
#include "interpreter/program/program.hpp"

namespace glint::describe {

/// Phrases for the locals of a body: parameters, picks, lets, loops.
using Scope = std::vector<std::string>;

class Speech {
 public:
  explicit Speech(const Program& program);

  /// Everything is said with these values of options.
  const Known& known() const { return known_; }
  void set_options(std::vector<std::int64_t> options) { known_.options = std::move(options); }

  // ---- the body that is being told
  /// How the locals of a frame are called, from now on. Returns the scope before.
  Scope enter(const rules::Frame& frame);
  void enter(Scope scope) { scope_ = std::move(scope); }
  const Scope& scope() const { return scope_; }
  void name_local(int local, std::string phrase);
  std::string local(int ref) const;
  /// A parameter whose value is known; nothing: it is a name again.
  void know(int local, const rules::Expr* value);

  // ---- expressions
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
  /// "red", "3", "your opponent": a value of this type.
  std::string value(const rules::Type& type, std::int64_t number) const;
  /// "a number from 1 to 3", "red, yellow, green or blue", "a direction".
  std::string any_value(const rules::Type& type) const;
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
  /// What was named, by let and by variable.
  const std::vector<bool>& named_lets() const { return lets_; }
  const std::vector<bool>& named_variables() const { return variables_; }
  void forget_named();
  /// Whether the words "visit" and "exit" were used, which the sheet must then define.
  bool named_visits() const { return named_visits_; }
  bool named_exits() const { return named_exits_; }

 private:
  static bool is_space(const rules::Type& type) {
    return type.base == rules::Base::cell || type.base == rules::Base::place || type.base == rules::Base::edge;
  }
  /// Some parts of a sentence are worded twice, to choose between two forms, so expressions that are nested very deep would
  /// take time without end. After this many parts the rest of a sheet has the script's text.
  bool is_tired() { return ++parts_ > kMostParts; }
  static constexpr std::uint64_t kMostParts = 300'000;

  rules::Expr fold(const rules::Expr& expr) const { return folded(expr, known_); }
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
  /// A field of a piece that is called `facing`, and "the direction the lamp faces".
  bool is_facing(const rules::Expr& expr) const;
  std::string faced(const rules::Expr& facing) { return "the direction " + say(facing.kids[0]) + " faces"; }
  bool is_me(const rules::Expr& expr) const;
  bool is_opponent(const rules::Expr& expr) const;

  const Program& program_;
  const rules::Rules& rules_;
  Known known_;
  Scope scope_;
  std::vector<bool> lets_, variables_;
  bool gave_up_ = false, named_visits_ = false, named_exits_ = false;
  int subject_ = -1;  // the local that a clause is about
  std::uint64_t parts_ = 0;
};

}  // namespace glint::describe
