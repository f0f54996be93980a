// The outcomes of a draw: how many there are, their weights, and taking one by its number, at random, or by its text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

/// A draw in a position: what can be drawn is in the machine's frame.
struct Drawing {
  const DrawNode* node = nullptr;
  const Word* from = nullptr;  // the set; for a bag: how many elements of each value are left
  int words = 0;               // of the set
  std::uint64_t size = 0;      // elements of the set, or of the bag
  std::uint64_t number = 1;    // number of elements to draw
};

/// The number of outcomes, values or subsets; nothing if it is more than 2^60.
std::optional<std::uint64_t> outcomes(const Drawing& drawing);
/// The weights of all outcomes together: the probability of each is its weight divided by this.
std::uint64_t total_weight(const Drawing& drawing);

/// The value, as a number from 0, of a bag's element of rank `rank`, from the numbers of elements left of each value.
inline std::int64_t value_in_bag(const Word* from, std::int64_t values, std::uint64_t rank) {
  std::uint64_t left = 0;
  std::int64_t before = 0;  // values whose elements all come before it; counted to the end, without jumps
  for (std::int64_t i = 0; i < values; ++i) {
    left += from[i];
    before += left <= rank;
  }
  return before;
}

/// Writes the k-th outcome in the form of a State. Values are in the order of their type; subsets are ordered by their
/// first element, then by their second, and so on.
void take_outcome(const Drawing& drawing, std::uint64_t k, Word* into);
/// Calls `what` with each of the `count` outcomes and its weight, in order, while `what` returns true.
void each_outcome(const Drawing& drawing, std::uint64_t count, const std::function<bool(const Word*, std::uint64_t)>& what);
/// Takes one at random, with probability by weight.
void take_at_random(const Drawing& drawing, Random& random, Word* into);
/// Takes the outcome with this text (a set in any order); false if there is none.
bool take_by_text(const Program& program, const Drawing& drawing, std::string_view text, Word* into);

/// The possible outcomes in words: "1, 2 or 3", "3 of a1, b1, c1 and d1".
std::string possible(const Program& program, const Drawing& drawing);

/// The reason why this text cannot be the outcome.
std::string cannot_be_drawn(const Program& program, const Drawing& drawing, std::string_view text);

/// True if this text is a value that this draw could have in some position.
bool reads_as_drawn(const Program& program, const DrawNode& node, std::string_view text);

/// The part that decides draws of chance.
class Chance {
 public:
  virtual ~Chance() = default;
  enum class Answer {
    drawn,
    waits,    // play must wait here
    refused,  // the chosen outcome is impossible: see `refusal`
  };
  /// Writes the outcome in the form of a State.
  virtual Answer draw(const Drawing& drawing, Word* into) = 0;
  /// The generator of all draws, if nobody needs to know of each draw: random play may then use it directly. Else null.
  virtual Random* generator() { return nullptr; }
  virtual std::string refusal() const { return {}; }
};

/// The draw that running code waits for: finds what can be drawn, and puts the result in its place.
class Draws {
 public:
  /// A draw in the form that code has for it: slots of the frame.
  struct Request {
    int node = -1;  // in Program::draws
    Slot set = 0;
    int words = 0;
    Slot number = 0;
  };
  /// All outlive it.
  Draws(const Program& program, Word* frame, Fuel& fuel) : program_(program), frame_(frame), fuel_(fuel) {}

  void ask(const Request& request) { request_ = request; }
  /// The draw for which the code waits, when a run ends with RunStatus::drawing.
  const Request& request() const { return request_; }
  /// Fills in what can be drawn; false if the bag or set has too few elements.
  bool find(Drawing& drawing) const;
  /// The slots for the result of the draw; counts its work.
  Word* room_for(const Drawing& drawing);
  /// Puts the drawn value in its place, and removes it from its bag.
  void take(const Drawing& drawing);
  /// Makes the draw that the code waits for. False: too little is left to draw from.
  bool make(Random& random);

 private:
  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Request request_;
  std::vector<Word> drawn_;
};

}  // namespace glint
