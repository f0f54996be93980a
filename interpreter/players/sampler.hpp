// Samples positions that fit everything that one seat has seen in a game with secrets, for players that must not peek.
//
// The game is played again from its start, with the same moves and new draws. Whenever play waits for a player, the
// seat must see what it saw then. Choices of others that are not yet carried out are left out. So it reads nothing
// hidden: only the moves of the true game, and the seat's view of each position. README.md explains the method
// ("Possible positions").
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/views.hpp"
#include "lang/source/stop.hpp"

namespace glint {

class Sampler {
 public:
  /// For the player to move in this position, whose line must be known (PositionView::line). Throws lang::Stopped.
  explicit Sampler(const Position& position);

  /// Continues with a later position of the same game for the same seat, and keeps its knowledge of earlier draws.
  /// False: the game or the seat is another one. Throws lang::Stopped.
  bool follow(const Position& position);
  /// Finds a State in which play waits for the seat's choice, or for the first of the choices made together with it.
  /// False if it found none that fits. Throws lang::Stopped.
  bool sample(Random& random, std::vector<Word>& state);

 private:
  /// A draw of the line: the part to which it belongs, and its number there.
  struct Place {
    std::size_t part = 0, number = 0;
    auto operator<=>(const Place&) const = default;
  };
  /// A draw that gives this.
  struct Given {
    Place place;
    Word value = 0;
  };
  /// The seat's knowledge of a draw, whatever the other draws gave.
  struct Draw {
    const DrawNode* node = nullptr;
    bool is_seen = false;
    std::vector<Word> values;  // the values that it may have given; for subsets, their elements
  };
  /// The part of the game up to a wait: a move (none at the start), then draws.
  struct Part {
    int move = -1;
    std::vector<Choice> choices;
    std::vector<Word> after;  // the true State, of which only the seat's view is read
    std::vector<Draw> draws;  // those met so far
    std::vector<Word> first;  // a State at the first of them: the seat's view of it is the same in all games that fit
  };
  /// The move of a part could not be made without an earlier draw that gave this value in one of the places.
  struct Owed {
    std::size_t part = 0;
    Word value = 0;
    std::vector<Place> places;
  };
  class Dealer;

  void read(const Position& position);
  /// Null: the last game had no such draw.
  const Draw* draw_at(Place place) const {
    const std::vector<Draw>& draws = parts_[place.part].draws;
    return place.number < draws.size() ? &draws[place.number] : nullptr;
  }
  std::uint64_t ways_here() const;
  bool walk(int steps, Random& random, std::vector<Word>& state);
  bool play_part(std::size_t number, Random& random, std::vector<Word>& state);
  bool play_until(std::size_t end, Random& random, std::vector<Word>& state);
  bool plan(std::size_t end, Random& random, const Given* tried);
  Draw learn_draw(const Part& part, const Drawing& drawing);
  bool draw_one(Place place, const Drawing& drawing, Random& random, Word* into);
  bool draw_some(Place place, const Drawing& drawing, Random& random, Word* into);
  void keep_back(Place place);
  void learn_owed(std::size_t part, Random& random);
  bool is_one_source(const DrawNode& one, const DrawNode& other) const;

  const Game game_;
  const Program& program_;
  const int seat_;
  Machine machine_;
  const View view_;
  std::vector<Part> parts_;
  lang::StopCheck stop_{program_.limits.stop};
  std::vector<Owed> owed_;
  std::set<std::pair<const DrawNode*, const DrawNode*>> links_;  // pairs: the other cannot take the same
  std::set<std::size_t> asked_;                                  // parts whose moves `learn_owed` has examined

  std::vector<Given> found_;                                     // all draws of the last game that `walk` reached
  bool is_there_ = false;                                        // it fits
  std::vector<Word> reached_;                                    // where it ended

  // The values of one try.
  std::vector<Given> given_, taken_;
  bool refused_move_ = false;  // the try ended at the move of a part
  std::size_t at_ = 0;         // the part at which it ended
  bool goes_on_ = false;       // also if the seat sees something else than it saw then
  std::int64_t off_ = 0;       // the number of differences in the seat's view, over all parts
  std::vector<Word> at_draw_, now_, value_, kept_;
  std::vector<std::uint64_t> weights_;
};

}  // namespace glint
