// The namespace of a load: declared names, bare names of values, labels of cells, and reserved words. It makes errors
// about names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/check/script/script.hpp"
#include "lang/rules/rules.hpp"

namespace glint::lang::checking {

/// The form of the labels of a board's cells, from their templates: letters, numbers and the text between them. It
/// distinguishes a label such as C4 in a script from a misspelt name.
class LabelPattern {
 public:
  enum class Hole { none, upper, lower, number };
  struct Part {
    std::string literal;  // before the hole
    Hole hole = Hole::none;
    std::int64_t lo = 0, hi = 0;  // the range of the hole's number
  };

  /// One of the forms of labels.
  struct Form {
    std::string prefix;  // "north ": comes before the label when another player writes it
    std::vector<Part> parts;
  };

  void add(std::string prefix, std::vector<Part> parts) { forms_.push_back({std::move(prefix), std::move(parts)}); }

  /// True if it has the form of a label, on a board of any size. (Without a prefix.)
  bool looks_like(std::string_view text) const { return matches(text, false); }
  /// True if it could be a label of this board.
  bool could_be(std::string_view text) const { return matches(text, true); }
  /// "A1"
  std::string example() const;
  const std::vector<Form>& forms() const { return forms_; }

 private:
  bool matches(std::string_view text, bool within_bounds) const;

  std::vector<Form> forms_;
};

/// 1 is a, 26 is z, 27 is aa, as on spreadsheets.
std::string letters(std::int64_t number, bool upper);

using rules::Type;

/// The things that a declared name can mean.
enum class Sort { option, type, lattice, board, kind, optic, variable, let, effect, move, group };

/// The progress of its check; a `broken` one cannot be used.
enum class Progress { waiting, busy, done, broken };

/// A declared name.
struct Global {
  Sort sort{};
  const tree::Decl* decl = nullptr;
  std::uint32_t file = 0;
  Progress progress = Progress::waiting;
  int index = -1;  // in the list of its sort in Rules; -1: not there yet
  Type type;       // of options, variables, lets; the type that a type names; the cells of a kind
  // The effects of its calls.
  bool reads_me = false;
  std::uint64_t changes = 0;                // kinds that it only puts: see check/body/scope.hpp
  std::vector<std::uint64_t> leaves;        // by parameter, the kinds of which one stands there afterwards; 0: any kind
  std::vector<int> moves;   // of a group: each once
  bool is_unclear = false;  // of a move: its notation is wrong, so it is not compared with others
};

/// A value with a bare name, such as `red`.
struct Value {
  Type type;
  std::int64_t index = 0;
  Span span;  // where it was declared; empty for `on` and `off`
};

class Namespace {
 public:
  Namespace(Report& report, Silence& silence, const Script& script)
      : report_(report), silence_(silence), script_(script) {}

  // ---- declarations
  /// Adds a name, or reports that it is taken.
  void declare(Sort sort, const tree::Decl& decl, std::uint32_t file);
  Global* find(const std::string& name);
  /// All declared names.
  const std::map<std::string, Global>& globals() const { return globals_; }
  /// The declarations of the script itself, in the order of the text.
  const std::vector<std::pair<std::string, const tree::Decl*>>& own() const { return own_; }
  /// The declaration of a kind of piece.
  const tree::Decl& decl_of(const rules::Kind& kind) const { return *globals_.at(kind.name).decl; }

  // ---- values
  void add_value(const std::string& name, const Value& value) { values_[name].push_back(value); }
  const std::vector<Value>& values_of(const std::string& name) const;
  /// The value of `name` if a `type` is expected, or null.
  const Value* value_for(const std::string& name, const Type& type) const;

  /// The form of the labels of the board's cells.
  const LabelPattern& labels() const { return labels_; }
  void add_labels(std::string prefix, std::vector<LabelPattern::Part> parts) {
    labels_.add(std::move(prefix), std::move(parts));
  }
  void forget_labels() { labels_ = LabelPattern(); }

  // ---- errors
  /// Words that mean the same in every script: `cells`, `count`, ...
  static bool is_builtin(std::string_view name);
  /// True if the script declares this word of the language; this was reported, and the word has lost its meaning there.
  bool is_misdeclared(const std::string& name, const Span& span) const {
    return script_.is_own(span) && misdeclared_.count(name) != 0;
  }
  /// Reports a new name that is a word of the language.
  bool is_free_word(const tree::Name& name);
  /// Reports a new name that already has a meaning: a direction, a label, a word of the language.
  bool may_be_declared(const tree::Name& name);
  /// Reports an unknown name, with the nearest of `names`; or nothing, if it may have been lost (see Silence).
  Diagnostic* unknown(const tree::Name& name, const std::string& what, const std::vector<std::string>& names);
  /// True if the name at this place was reported in this way.
  bool is_unknown(const Span& at) const { return std::find(unknown_.begin(), unknown_.end(), at) != unknown_.end(); }
  /// Notes that a library needs this name of its game.
  void need(std::uint32_t library, const std::string& name) { needed_[library].insert(name); }
  /// Reports a name that a library needs and the game does not have.
  bool report_needed(const std::string& name, const Span& span);

  // ---- suggestions; none after very many errors
  std::vector<std::string> names_of(const std::set<Sort>& sorts) const;  // without sorts: of all values
  std::vector<std::string> names_of_bags() const;

 private:
  Report& report_;
  Silence& silence_;
  const Script& script_;
  std::map<std::string, Global> globals_;
  std::set<std::string> misdeclared_;  // words of the language
  std::map<std::string, std::vector<Value>> values_;
  std::vector<std::pair<std::string, const tree::Decl*>> own_;
  std::map<std::uint32_t, std::set<std::string>> needed_;  // by library
  LabelPattern labels_;
  std::vector<Span> unknown_;           // names that nothing has
  std::map<std::string, Span> directions_declared_;  // the first declarations of names that are directions
  std::optional<Span> label_declared_;  // the first declared name that is a label
};

}  // namespace glint::lang::checking
