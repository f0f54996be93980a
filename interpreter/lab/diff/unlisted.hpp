// Moves that are accepted without being listed: `offer` narrows what is listed, not what is legal.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/game/position/position_view.hpp"

namespace glint {

/// Finds such moves of one game as texts. They are listed by the same game without its `offer`s; whether they are
/// really legal, only playing them tells.
class Unlisted {
 public:
  explicit Unlisted(const Game& game);

  /// No move of the game can be accepted without being listed.
  bool is_empty() const { return !offers_any_; }
  /// Adds those that can be chosen in this State, each text once. If there are more than `most`, some of them, spread
  /// over all; `salt` decides which.
  void add_texts(const std::vector<Word>& state, const std::vector<std::uint64_t>& history, std::uint64_t salt,
                 std::size_t most, std::vector<std::string>& texts);

  /// What of them is never tried, in words.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// So far all that can be found were returned, in each State that was asked for.
  bool is_whole() const { return is_whole_; }

 private:
  struct List {
    explicit List(const Game& game, Position position) : machine(game.program()), position(std::move(position)) {}
    Machine machine;
    Position position;  // for texts
  };

  bool add_list(const Game& game);
  std::optional<std::vector<std::string>> texts_of(List& list, const std::vector<Word>& state,
                                                   const std::vector<std::uint64_t>& history, std::uint64_t salt,
                                                   std::size_t most);

  std::list<List> lists_;     // the game itself, then without `offer`
  std::vector<bool> offers_;  // by move: it has an `offer`
  bool offers_any_ = false, is_whole_ = true;
  std::vector<std::string> left_out_;
};

}  // namespace glint
