// What chance may decide at a draw: how many outcomes there are, what each weighs, and how one is taken, by its number,
// at random, or by its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interpreter/program/program.hpp"

namespace glint {

/// A draw as it stands: what there is to draw from lies in the machine's frame.
struct Drawing {
  const DrawNode* node = nullptr;
  const Word* from = nullptr;  // the set; of a bag: how many are left of each value
  int words = 0;               // of the set
  std::uint64_t size = 0;      // elements of the set; what is left in the bag
  std::uint64_t number = 1;    // how many elements are drawn
};

/// How many outcomes there are: the values, or the subsets; nothing where these are more than 2^60.
std::optional<std::uint64_t> outcomes(const Drawing& drawing);
/// What the k-th outcome weighs: its probability is this out of `total_weight`.
std::uint64_t weight(const Drawing& drawing, std::uint64_t k);
std::uint64_t total_weight(const Drawing& drawing);

/// Writes the k-th outcome as it stands in a State. They go in the order of their type; subsets in that of their first
/// element, then of their second, and so on.
void take_outcome(const Drawing& drawing, std::uint64_t k, Word* into);
/// One at random, each as likely as it weighs.
void take_at_random(const Drawing& drawing, Random& random, Word* into);
/// The one that prints like this (a set in any order); false when there is none.
bool take_by_text(const Program& program, const Drawing& drawing, std::string_view text, Word* into);

/// What can be drawn, in words: "1, 2 or 3", "3 of a1, b1, c1 and d1".
std::string possible(const Program& program, const Drawing& drawing);

/// Why this text cannot be what is drawn.
std::string cannot_be_drawn(const Program& program, const Drawing& drawing, std::string_view text);

/// Does this text say a value that a draw like this could ever take, whatever there is to draw from?
bool reads_as_drawn(const Program& program, const DrawNode& node, std::string_view text);

/// Who decides what chance draws.
class Chance {
 public:
  virtual ~Chance() = default;
  enum class Answer {
    drawn,
    waits,    // play is to wait here
    refused,  // what was to be drawn cannot be: `refusal` says it
  };
  /// Writes what is drawn as it stands in a State.
  virtual Answer draw(const Drawing& drawing, Word* into) = 0;
  virtual std::string refusal() const { return {}; }
};

}  // namespace glint
