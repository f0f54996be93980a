// What the checking of one load shares: the files, the names of its one namespace, and the Rules being made.
//
// Declarations are checked when somebody first needs them (`demand`), and a game's own ones in any case. So the parts
// of a library that nobody uses are never looked at, cycles show themselves as a demand for what is still being
// checked, and lists such as Rules::lets come out in an order in which each calls only earlier ones. Bodies
// (expressions and statements) are checked by the class Body.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/check/label_pattern.hpp"
#include "lang/check/report.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::lang::checking {

using rules::Type;

class Body;

/// What a declared name can be.
enum class Sort { option, type, lattice, board, kind, optic, variable, let, effect, move, group };

enum class Progress { waiting, busy, done, broken };

/// A declared name.
struct Global {
  Sort sort{};
  const tree::Decl* decl = nullptr;
  std::uint32_t file = 0;
  Progress progress = Progress::waiting;
  int index = -1;  // in the list of its sort in Rules, once it is there
  Type type;       // of options, variables, lets; what a type names; the cells of a kind
  // Effects: what a call of them does to the caller.
  bool reads_me = false;
  bool changes_board = false;
  std::vector<int> moves;  // of a group: each once
};

/// A value that a bare name can mean, such as `red`.
struct Value {
  Type type;
  std::int64_t index = 0;
  Span span;  // where it was declared; empty for `on` and `off`
};

/// A name that a `draw` fills, for tests that fix it.
struct Drawn {
  Type type;
  int variable = -1;  // or a local of play
  int local = -1;
};

/// Limits that keep the checking of any script short; each has its error.
inline constexpr std::size_t kMostKinds = 64;
inline constexpr std::size_t kMostLocals = 1000;
inline constexpr std::size_t kMostPlayers = 64;
inline constexpr std::size_t kMostDirections = 64;
inline constexpr std::size_t kMostFields = 64;  // of a kind, or of beams
inline constexpr std::size_t kMostEnumerations = 1000;
inline constexpr std::size_t kMostOptions = 256;
inline constexpr int kMostDepth = 800;

class Checker {
 public:
  Checker(Sources& sources, Loader& loader, std::vector<Diagnostic>& diagnostics);

  /// Parses, loads and checks everything; `rules` is good when there are no errors.
  void run(std::uint32_t file);
  /// Is there no error but in tests? Those with errors are marked in `rules`, so that the game can be played without.
  bool only_tests_are_wrong();
  /// The script's declarations, those of its game with it. The last thing to ask for.
  tree::File take_script();

  Report report;
  Sources& sources;
  rules::Rules rules;
  bool library = false;  // a library given by itself

  // names.cpp: the namespace
  Global* find(const std::string& name);
  const std::vector<Value>& values_of(const std::string& name) const;
  void add_value(const std::string& name, const Value& value);
  /// The value that `name` means for somebody who expects a `type`, or null.
  const Value* value_for(const std::string& name, const Type& type) const;
  /// Is this a name that a declaration lost to a syntax error may have made? Then nothing is said about it.
  bool lost(const std::string& name) const {
    const bool found = lost_names_.count(name) != 0;
    passed_over_ = passed_over_ || found;
    return found;
  }
  /// Nor about names that may be directions or labels of a board that is wrong.
  bool space_is_lost() const { return lost_space_; }
  /// Reports an unknown name with the nearest of `names`. One that is like none of them is passed over in silence
  /// where a library is missing that may have had it.
  Diagnostic* unknown(const tree::Name& name, const std::string& what, const std::vector<std::string>& names);
  std::vector<std::string> names_of(const std::set<Sort>& sorts) const;
  std::vector<std::string> names_of_bags() const;
  /// The values of `player`, `direction`, `axis`: what a name can be where one of them is expected.
  std::optional<std::vector<std::string>> names_of_values(const Type& type) const;
  /// Names that belong to everybody: `cells`, `count`, ...
  static bool is_builtin(std::string_view name);
  /// Reports a new name that means something else already: a direction, a label, a word of the language.
  bool may_be_declared(const tree::Name& name);
  /// In the script itself, or in the game that it is a variant of? Else it is in a library.
  bool in_own_file(const Span& span) const { return own_files_.count(span.file) != 0; }
  /// Tells of a name that a library needs from the game, and that the game does not have.
  bool tell_needed(const std::string& name, const Span& span);

  // demand.cpp: checking on demand
  /// Checks what a name stands for unless that was done; false when it cannot be used.
  bool demand(const std::string& name, Global& global, const Span& use);
  int depth = 0;  // of everything under way, so that no script can exhaust the stack

  // types.cpp
  std::optional<Type> type_of(const tree::TypeExpr& type, Body& body, const std::string& owner);
  std::optional<Type> type_of(const std::vector<tree::TypeExpr>& type, Body& body, const std::string& owner);
  std::string name_of(const Type& type) const;
  std::string phrase(const Type& type) const;  // "a set of `hue`"
  /// At most so many values has a set of this type.
  std::int64_t size_of(const Type& type) const;
  std::string kinds_in(rules::KindMask kinds) const;
  std::size_t direction_count() const { return rules.lattice.directions.size(); }
  bool has_lattice() const { return has_lattice_; }
  bool has_players() const { return !rules.players.empty(); }
  int beam_field(const std::string& name) const;
  /// The field of this name that all of these kinds have, or -1.
  int field_of(rules::KindMask kinds, const std::string& name) const;
  rules::KindMask emitters() const;
  /// Is there a `score`, be it right or wrong?
  bool has_score() const { return score_ != nullptr || lost("score"); }
  const LabelPattern& labels() const { return labels_; }
  const tree::Decl* kind_decl(int kind) const { return kind_decls_[static_cast<std::size_t>(kind)]; }

  /// What `draw` fills, by name; known once play is checked.
  std::map<std::string, Drawn> draws;
  bool draws_unknown = false;  // `play` was not checked, so nobody knows

 private:
  struct Loaded {
    tree::File file;
    bool has_syntax_errors = false;
  };

  // libraries.cpp
  void load(std::uint32_t file);
  void load_used(const Loaded& loaded);

  // variants.cpp
  tree::File applied(tree::File variant);
  std::optional<tree::File> base_of(const tree::Decl& header);
  void change(std::vector<tree::Decl>& base, std::vector<Span>& changed, const tree::Decl& change);
  bool is_new(const std::vector<tree::Decl>& base, const std::vector<Span>& changed, const tree::Decl& added);
  void note_gone(const tree::Decl& old, const tree::Decl* now, const Span& at);
  void tell_changes();

  // silence.cpp
  void note_lost(const Loaded& loaded);
  void silence();
  bool in_test(const Span& span) const;

  // names.cpp
  void collect();
  void collect(const tree::Decl& decl, std::uint32_t file, bool main);
  void declare(Sort sort, const tree::Decl& decl, std::uint32_t file);
  void single(const tree::Decl*& slot, const tree::Decl& decl, const std::string& what);

  // declarations.cpp
  void check_players();
  void check_option(const std::string& name, Global& global);
  void check_type(const std::string& name, Global& global);
  void check_variable(Global& global);
  void check_variable_start(Global& global);
  void check_seen(const tree::Decl& decl, std::size_t slot, std::uint32_t file);
  void check_let(Global& global);
  void check_effect(Global& global);
  void check_end(const tree::Decl& decl);
  std::optional<rules::PerPlayer> check_per_player(const tree::Decl* decl);
  void check_invariant(const tree::Decl& decl);
  void check_show(const tree::Decl& decl);
  void check_clock();
  bool add_enumeration(const std::string& name, const std::vector<tree::EnumValue>& values, const Span& span,
                       Type& type);

  // boards.cpp
  void check_space();
  bool read_lattice(const tree::Decl& decl, rules::Lattice& lattice);
  void check_lattice(const tree::Decl& decl, rules::Lattice& lattice);
  void check_board(const tree::Decl& decl, rules::Board& board, const tree::Decl* use);
  void check_label(const tree::LabelDecl& decl, Body& body, rules::Board& board);
  const tree::Decl* lattice_of(const tree::Decl& board);
  void name_directions(const rules::Lattice& lattice, const Span& span);

  // beams.cpp
  void check_beam();
  void check_kind(Global& global);
  void check_kind_body(Global& global);
  void check_optic(Global& global);
  void check_terrain(const tree::Decl& decl);
  rules::Optic table_of(const std::vector<tree::Case>& cases, Span span, Body& body);
  int add_table(rules::Optic table);
  void check_cases(const std::vector<tree::Case>& source, Body& body, std::vector<rules::Case>& cases);
  bool check_outcome(const tree::Outcome& outcome, Body& body, rules::Outcome& result);
  bool check_update(const tree::Stmt& update, Body& body, rules::PayloadUpdate& result);

  // moves.cpp
  void reserve_move(const std::string& name, Global& global);
  void check_move(const std::string& name, Global& global);
  void check_group(Global& global);
  void check_notation(const tree::Decl& decl, Body& body, rules::Move& move);
  void check_separable(const rules::Move& move);

  // play.cpp
  void check_setup();
  void check_play();
  void check_test(const tree::Decl& decl);
  void check_choices_differ(const rules::Block& block);

  // secrets.cpp
  void check_secrets();

  void check_own();
  void check_waiting();
  void check_missing();
  /// What is right but hardly meant; only of scripts without errors.
  void warn();

  Loader& loader_;
  std::uint32_t main_file_ = 0;
  std::set<std::uint32_t> own_files_;  // the script, and the games that it is a variant of
  std::vector<std::string> variants_;  // the names of these files, down to the one that is being read
  std::string base_;                   // what the script is a variant of: the file's name without folder and ending
  bool baseless_ = false;              // there is no game to be a variant of
  /// What variants took away or changed, by name: where, and in which words.
  std::map<std::string, Label> gone_, replaced_;
  std::deque<Loaded> files_;
  std::map<std::string, std::uint32_t> loaded_names_;
  std::map<std::string, Global> globals_;
  std::map<std::string, std::vector<Value>> values_;
  std::set<std::string> lost_names_;
  std::vector<Span> broken_;       // declarations that lost a part to a syntax error
  bool lost_declaration_ = false;  // a whole one was lost, and it may have had any name
  bool lost_pieces_ = false;       // kinds, or fields of them, were lost
  Span missing_at_;                // where it was said that the game has no players or no board
  mutable bool passed_over_ = false;  // was something left unsaid, outside of tests perhaps?
  bool main_has_syntax_errors_ = false;
  bool misses_library_ = false;  // one that is used was not found, and it may have had any name

  // What a game has once.
  const tree::Decl* header_ = nullptr;
  const tree::Decl* players_ = nullptr;
  const tree::Decl* board_ = nullptr;
  const tree::Decl* setup_ = nullptr;
  const tree::Decl* play_ = nullptr;
  const tree::Decl* score_ = nullptr;
  const tree::Decl* heuristic_ = nullptr;
  const tree::Decl* clock_ = nullptr;
  std::vector<const tree::Decl*> beams_;  // one, but for the needs of libraries
  std::vector<const tree::Decl*> ends_, invariants_, tests_, terrain_, shows_;
  std::vector<std::pair<std::string, const tree::Decl*>> own_;  // names of the file itself, in order
  std::map<std::uint32_t, std::set<std::string>> needed_;       // what each library needs

  LabelPattern labels_;
  bool has_lattice_ = false;
  bool lost_space_ = false;  // the board is wrong, so that its labels and directions are not known
  std::set<std::pair<int, int>> differing_told_;
  std::set<int> unclear_moves_;  // by number: something in their notation is wrong, so that it is compared with nothing
  std::vector<const tree::Decl*> kind_decls_;
  std::deque<Global*> waiting_;  // bodies of kinds and first values of variables, to be checked later
  std::vector<std::pair<const std::string*, Span>> chain_;  // what is under way, for cycles
};

}  // namespace glint::lang::checking
