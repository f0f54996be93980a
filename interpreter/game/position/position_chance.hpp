// The chance of a position: fixed draws first, then its seed or waiting.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/interpreter.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// The memory of a game: its draws and, in games with secrets, its moves. Each is a word, kPastDraw plus the
/// number of the draw or kPastMove plus the move; then the number of words that follow; then the outcome, or the picks in
/// order, as in a State.
inline constexpr Word kPastDraw = 0, kPastMove = Word{1} << 32;

void add_draw(const Program& program, const Drawing& drawing, const Word* drawn, std::vector<Word>& past);

/// The draws of a past from this word on, by name and printed.
Settings draws_of(const Program& program, const std::vector<Word>& past, std::size_t from = 0);

/// The cost of a draw, in words, and of each word of a drawn set: about the length of its text in a record.
inline constexpr std::int64_t kWordsOfDraw = 16, kWordsOfDrawnSet = 32;

/// The error that this past and the positions that `seen` compares have more words than `--limit words` allows, if so.
std::optional<Failure> too_long(const Program& program, const std::vector<Word>& past,
                                const std::vector<std::uint64_t>& history);

/// Draws fixed values if there are any, else waits or draws by the seed; adds what was drawn to a past.
class PositionChance : public Chance {
 public:
  /// The outcome chosen for the draw at which play waits.
  struct Chosen {
    std::optional<std::uint64_t> number;
    std::string_view text;
  };

  /// The past may be null, unless draws are fixed: it tells which of them are used.
  PositionChance(const Program& program, const Settings& fixed, bool first, bool waits, std::uint64_t& random,
                 std::vector<Word>* past)
      : program_(program), fixed_(fixed), first_(first), waits_(waits), random_(random), past_(past) {}

  void choose(const Chosen& chosen) { chosen_ = &chosen; }
  /// The past was changed, other than by draws: what is used of the fixed values is counted again.
  void past_changed();
  std::string refusal() const override { return refusal_; }
  Answer draw(const Drawing& drawing, Word* into) override;

 private:
  /// The values that are fixed for one name, in their order; the past has the first `used` of them.
  struct Fixed {
    std::vector<const std::string*> values;
    std::size_t used = 0;
  };

  Answer take(const Drawing& drawing, Word* into);
  const std::string* next_fixed(const std::string& name);
  Answer by_text(const Drawing& drawing, std::string_view text, Word* into);

  const Program& program_;
  const Settings& fixed_;
  const bool first_, waits_;
  std::uint64_t& random_;
  std::vector<Word>* const past_;
  const Chosen* chosen_ = nullptr;
  std::map<std::string_view, Fixed> by_name_;  // filled at the first draw; many draws may be fixed
  std::size_t counted_ = 0;                    // how much of the past is counted in by_name_
  std::string refusal_;
};

}  // namespace glint
