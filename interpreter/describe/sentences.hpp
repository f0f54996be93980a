// Statements as sentences: what happens in a move, at the start, in the course of play. One sentence for each
// statement, in the order of the script, as lines with a depth. They are written to the player who decides.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/speech.hpp"

namespace glint::describe {

class Sentences {
 public:
  explicit Sentences(const Program& program, Speech& speech) : rules_(program.rules), speech_(speech) {}

  /// The body of a move, of `setup` or of `play`.
  std::vector<Line> of(const rules::Frame& frame, const rules::Block& block);
  /// When lists of moves, and therefore bots, include the move described last; empty: whenever it is allowed.
  const std::string& aside() const { return aside_; }

 private:
  void tell(const rules::Block& block, int depth);
  void tell(const rules::Stmt& stmt, int depth);
  void tell_inner(const rules::Block& block, int depth);
  bool unrolled(const rules::Stmt& stmt, int depth);
  void call(const rules::Stmt& stmt, int depth);
  void branch(const rules::Stmt& stmt, int depth);
  void choose(const rules::Stmt& stmt, int depth);
  std::string none_of(const std::vector<int>& moves) const;
  bool is_single(const rules::Expr& set, bool look_at_variables = true) const;
  bool holds_one_at_most(int variable) const;
  std::string picked(const rules::Stmt& stmt);
  std::vector<std::string> values_of(const rules::Stmt& stmt);
  std::string assigned(const std::string& target, const rules::Stmt& stmt, const rules::Type& type);
  std::string put(const rules::Stmt& stmt);
  std::string drawn(const rules::Stmt& stmt);
  void say_refusal(int depth, const std::string& text, const rules::Stmt& stmt);
  void say(int depth, std::string text) { lines_.push_back({depth, sentence(capital(std::move(text)))}); }

  const rules::Rules& rules_;
  Speech& speech_;
  std::vector<Line> lines_;
  std::vector<std::string> offers_;
  std::string aside_;
  std::string ways_;          // which ways of making a move are one
  std::set<int> next_picks_;  // picks of rounds, each of which replaces the one before
  bool has_ended_ = false;  // the last sentence ends the game in any case
  int calls_ = 0;
  bool is_unrolling_ = false;  // one loop at a time
};

}  // namespace glint::describe
