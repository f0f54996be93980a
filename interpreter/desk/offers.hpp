// The offers at a place: the words and names that the grammar can read there (lang/parse/expected.hpp) and the checker
// allows.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/desk/analysis.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/index/words.hpp"
#include "lang/parse/expected.hpp"

namespace glint::desk {

/// The entry of a word that the grammar can read, depending on its context. Null: there is none.
const lang::Word* entry_of(const lang::Expected::Word& word);

class Offers {
 public:
  /// `begin` is the first place of the word that is being written; `labels` are the labels of the board's cells.
  Offers(const Desk::Analysis& known, const std::string& text, std::size_t begin, const std::vector<std::string>& labels);

  std::vector<Completion> take() { return std::move(all_); }
  bool empty() const { return all_.empty(); }

  // ---- single ones; each name once
  void add(const std::string& name, std::string kind, std::string detail, std::string doc = {});
  void add(const lang::Symbol& symbol);
  void add(const lang::Word& word, bool is_form);

  // ---- words that the grammar can read
  /// Words that begin something if `begins`, else words that continue the text before.
  void words(const lang::Expected& expected, bool begins);
  /// Behind `replace`, `remove`, `extend`: the kinds of declarations that can be changed.
  void kinds_of_base(const lang::Expected& expected);

  // ---- names
  void kind(lang::SymbolKind kind);
  void files(const std::vector<std::string>& names, const std::string& kind, const std::string& form);
  /// After `x.`: the members of `x`, if the checker knows it; else all possible members.
  void members(const std::optional<std::vector<std::string>>& known, bool of_beam);
  /// The names that a variant's game declares with these words: "move", "piece".
  void names_of_base(const std::string& words);
  /// The values of this option, as far as the script lists them. False: it does not.
  bool option_values(const std::string& option);
  /// The nearest first.
  void locals();
  void values();
  /// The picks of the move around the place.
  void picks_around();
  void types();
  void bags();
  void drawn();
  void targets(bool in_update);
  /// The fields of a kind of piece, and the owner.
  void arguments_of(const std::string& kind);

  /// Names of these kinds are offered here with their arguments.
  void calls(std::initializer_list<lang::SymbolKind> kinds);

  /// Sorts: first offers that fit the place, then sets if one value is wanted, words and functions, then all others.
  void rank(const lang::Wanted& wanted);

  const std::string& header() const { return header_; }

 private:
  void symbols(auto wanted) {
    for (const lang::Symbol& symbol : known_.index().symbols)
      if (wanted(symbol)) add(symbol);
  }
  void place(lang::WordPlace place);
  void numbers(const std::string& domain, const std::string& doc);
  void picks_below();
  bool is_made_here(const lang::Symbol& symbol) const;
  bool is_of_board(const lang::Symbol& symbol);
  void picks_of_moves(const std::vector<std::string>& names);
  bool may_begin(const lang::Expected::Word& word) const;
  std::vector<const tree::Decl*> base() const;

  const Desk::Analysis& known_;
  const std::string& text_;
  const std::size_t begin_;
  const std::vector<std::string>& labels_;
  const std::string header_;
  bool is_type_ = false;  // a type may stand there, so no other value fits
  bool next_is_bracket_ = false;
  bool is_last_ = false;  // the rest of the line is empty, so a whole form has room
  std::optional<std::set<std::string>> lattices_;  // labels of the board; empty: not known
  std::vector<Completion> all_;
  std::set<std::string> seen_;
};

// Edits for a word or sign that is missing, written twice, or in the wrong order. The text does not tell which case it
// is, so each edit is tried. The edits that leave fewer errors of syntax are candidates.

/// Longer texts are not parsed repeatedly.
constexpr std::size_t kLongestParsed = 30'000;  // bytes

/// True if the text has a syntax error there.
bool is_of_syntax(const lang::Diagnostic& one);

/// The number of syntax errors in a text.
std::size_t syntax_errors_in(const std::string& text);

/// Edits for a missing or extra word at a syntax error; each of them leaves fewer syntax errors.
std::vector<lang::Mend> missing_at(const lang::Diagnostic& diagnostic, const std::string& text);

}  // namespace glint::desk
