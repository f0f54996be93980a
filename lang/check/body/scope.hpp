// The state of a script's body: its locals, the facts about them, and what it may read at its place.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lang/check/context.hpp"
#include "lang/rules/rules.hpp"

namespace glint::lang::checking {

// Facts: which kinds of piece may stand at a cell that has a name.
//
// A fact comes from the binding of a name, a test, or an effect; after a named effect, the facts about its parameters
// hold. Any other effect on the board makes the checker forget it. Only an effect that puts pieces of the kinds known
// there, and does nothing else, keeps it. The place of the effect is kept for the error message.

/// The changes of the board by a part of the script: the kinds that it puts, if it does nothing else; 0: none.
using BoardChanges = rules::KindMask;
inline constexpr BoardChanges kAnyChange = ~BoardChanges{0};

/// The subject of a fact: a local (its slot, from 0) or a cell named by its label (a number below 0).
using FactKey = int;

class Facts {
 public:
  /// A limit, because facts are copied at every branch. No script written by people needs more.
  static constexpr std::size_t kMostFacts = 500;

  rules::KindMask at(FactKey key) const {
    const auto found = known_.find(key);
    return found == known_.end() ? 0 : found->second;
  }

  /// Now only kinds in `kinds` stand at `key`.
  void set(FactKey key, rules::KindMask kinds) {
    if (kinds == 0 || (known_.size() >= kMostFacts && known_.count(key) == 0)) return;
    known_[key] = kinds;
    lost_.erase(key);
  }

  /// A test has succeeded: one of `kinds` stands there, and it is one of the kinds known before. A contradiction does
  /// not matter, because the code after it never runs.
  void narrow(FactKey key, rules::KindMask kinds) {
    const rules::KindMask both = at(key) & kinds;
    set(key, both != 0 ? both : kinds);
  }

  /// The effect at `where` changed the board, so only facts that survive this effect hold.
  void forget(const lang::Span& where, BoardChanges changes = kAnyChange) {
    if (lost_.size() > kMostFacts) lost_.clear();
    std::erase_if(known_, [&](const auto& fact) {
      const bool holds = changes != kAnyChange && (changes & ~fact.second) == 0;
      if (!holds) lost_[fact.first] = where;
      return !holds;
    });
  }

  /// The place of the effect that made the checker forget the fact about `key`.
  std::optional<lang::Span> lost_at(FactKey key) const {
    const auto found = lost_.find(key);
    if (found == lost_.end()) return std::nullopt;
    return found->second;
  }

  /// After two branches: keeps the facts that hold in both.
  void join(const Facts& other) {
    for (auto it = known_.begin(); it != known_.end();) {
      const rules::KindMask theirs = other.at(it->first);
      if (theirs == 0) {
        if (const auto where = other.lost_at(it->first)) lost_[it->first] = *where;
        it = known_.erase(it);
      } else {
        it->second |= theirs;
        ++it;
      }
    }
    for (const auto& [key, where] : other.lost_)
      if (known_.count(key) == 0) lost_[key] = where;
  }

 private:
  std::map<FactKey, rules::KindMask> known_;
  std::map<FactKey, lang::Span> lost_;
};

using rules::Base;
using rules::Expr;
using rules::Op;

/// The place of a body, which decides what the body may read and which statements it may contain.
enum class Place {
  constant,  // domains of options, first values: options and numbers only
  board,     // formulas of boards and lattices
  beams,     // emits, reactions, optics
  look,
  let,
  effect,
  move,
  setup,
  play,
  rule,  // end, score, heuristic, invariant, show
  clock,
  test,
};

/// The reads of a body, direct or by calls.
struct Reads {
  bool me = false;     // the player to move
  bool beams = false;  // a trace
  bool state = false;  // anything except the board and options
};

/// "a move", "setup"
std::string name_of(Place place);

/// The state that the checkers of expressions and statements share about one body.
struct Scope {
  Scope(Context& in, Place at) : context(in), rules(in.rules), place(at) {}
  /// Local 0 is `here`, the cell where pieces and optics act. The fields of `kind` (-1: none) are bare names.
  Scope(Context& in, Place at, int kind);
  Scope(const Scope&) = delete;

  // ---- names (scope.cpp)
  /// Binds a name to a new local. Returns -1 if that fails; errors about the name are then silent.
  int bind(const tree::Name& name, const std::optional<Type>& type);
  int bind_hidden(const Type& type, const Span& span);
  /// Another name for local 0, the cell where beams are met.
  void call_here(const tree::Name& name, rules::KindMask stands);
  /// Binds parameters; false if one of them is wrong: there can then be no calls.
  bool parameters(const std::vector<tree::Param>& params);
  /// `leave` ends the scope of the names that were bound since `mark`.
  std::size_t mark() const { return bound.size(); }
  void leave(std::size_t mark);
  Expr local(int slot, const Span& span);
  Expr label(std::string text, const Span& span);
  /// Makes a name visible; slot -1: its binding was wrong, so errors about it are silent.
  void show(const std::string& name, int slot);
  const int* find_local(const std::string& name) const;
  /// The type of the local, option, variable, let or type of this name; nothing if there is none.
  std::optional<Type> type_of_value(const tree::Name& name) const;
  /// True if its value may be cells with pieces, or name a kind.
  bool names_pieces(const tree::Name& name) const;
  /// The declaration of this name, checked and of one of these sorts; null after a report.
  Global* declared(const tree::Name& name, const std::set<Sort>& sorts, const std::string& what);
  /// The move of this name, or the moves of the group; empty if there is neither.
  std::vector<int> moves_named(const tree::Name& name);
  /// These moves, and those beside them: the moves that may be chosen where this name is listed.
  std::vector<int> moves_chosen(const tree::Name& name);
  /// Adds the moves that stand beside the one of this name, and the moves beside these.
  void add_beside(const std::string& name, std::vector<int>& moves);
  bool has_players() const { return !rules.players.empty(); }
  bool has_opponent() const { return rules.players.size() == 2 && !rules::has_absent_players(rules); }
  bool score_declared() const;

  // ---- facts (scope.cpp, expressions.cpp)
  std::optional<FactKey> fact_key(const Expr& expr);
  /// Learns the facts that hold if `condition` is `truth`.
  void learn(const Expr& condition, bool truth);
  /// The board is changed here; with `by`, only by putting these kinds.
  void changed(const Span& span, BoardChanges by = kAnyChange);
  /// Shows in an error the effect that made the checker forget the fact about `key`, if any.
  void add_loss(Diagnostic& error, FactKey key) const;

  // ---- what may be read here (scope.cpp)
  bool knows_me() const;
  bool read_state(const Span& span, const std::string& what);
  bool read_beams(const Span& span, const std::string& what);
  bool read_me(const Span& span, const std::string& what);
  bool use_flags(const std::string& name, const Span& span, bool me, bool beams, bool state);

  struct Pick {
    std::string name;
    int local = -1;
    Type type;  // with the kinds that were known to stand there when it was picked
    Span span;
    bool some_of = false;
    bool repeated = false;  // it is picked in each round of a loop
  };

  Context& context;
  rules::Rules& rules;
  const Place place;
  rules::Frame frame;        // the names that were bound
  int piece = -1;            // the kind whose fields are bare names, read at local 0
  bool has_here = false;     // local 0 is `here`
  bool has_payload = false;  // `beam.x` may be read
  bool in_turn = false;
  Reads reads;
  BoardChanges changes = 0;
  bool unsure = false;  // a condition was wrong, so facts may be missing
  int wrong_tests = 0;  // how many wrong conditions enclose the expression being checked
  Facts facts;
  std::vector<Pick> picks;
  std::set<std::string> reported;             // unknown names
  std::vector<std::string> bound;             // the visible names, in the order of binding
  std::map<std::string, int> visible;         // and their locals
  std::map<std::string, FactKey> label_keys;  // cells that facts are about
  const tree::Expr* compared_with = nullptr;  // the right side of an `in`: listed numbers may be of any size there
};

}  // namespace glint::lang::checking
