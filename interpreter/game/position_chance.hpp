// Chance as a position meets it: what it was told, else as its seed has it, else play waits.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

/// Draws by what the position was told, else by its seed; writes down what was drawn.
class PositionChance : public Chance {
 public:
  /// What the draw at which play waits is to be.
  struct Chosen {
    std::optional<std::uint64_t> number;
    std::string_view text;
  };

  /// Without a log nothing is written down; where draws are fixed, the log says which of them are used up.
  PositionChance(const Program& program, const Settings& fixed, bool first, bool waits, std::uint64_t& random,
                 Settings* log, std::vector<std::uint64_t>* line = nullptr)
      : program_(program), fixed_(fixed), first_(first), waits_(waits), random_(random), log_(log), line_(line) {}

  void choose(const Chosen& chosen) { chosen_ = &chosen; }
  std::string refusal() const override { return refusal_; }
  Answer draw(const Drawing& drawing, Word* into) override;

 private:
  Answer take(const Drawing& drawing, Word* into);
  const std::string* next_fixed(const std::string& name) const;
  Answer by_text(const Drawing& drawing, std::string_view text, Word* into);

  const Program& program_;
  const Settings& fixed_;
  const bool first_, waits_;
  std::uint64_t& random_;
  Settings* const log_;
  std::vector<std::uint64_t>* const line_;  // see PositionAccess::line
  const Chosen* chosen_ = nullptr;
  std::string refusal_;
};

}  // namespace glint
