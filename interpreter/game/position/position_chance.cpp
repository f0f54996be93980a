#include "interpreter/game/position/position_chance.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/position/past.hpp"
#include "lang/source/text.hpp"

namespace glint {

Chance::Answer PositionChance::draw(const Drawing& drawing, Word* into) {
  const Answer answer = take(drawing, into);
  if (answer == Answer::drawn && past_) add_draw(program_, drawing, into, *past_);
  return answer;
}

Chance::Answer PositionChance::take(const Drawing& drawing, Word* into) {
  if (chosen_) {
    const Chosen& chosen = *std::exchange(chosen_, nullptr);
    if (!chosen.number) return by_text(drawing, chosen.text, into);
    take_outcome(drawing, *chosen.number, into);
    return Answer::drawn;
  }
  if (const std::string* fixed = next_fixed(drawing.node->name)) return by_text(drawing, *fixed, into);
  if (waits_) return Answer::waits;
  if (first_) {
    take_outcome(drawing, 0, into);
    return Answer::drawn;
  }
  Random random(random_);
  take_at_random(drawing, random, into);
  random_ = random.next();
  return Answer::drawn;
}

/// The first value given for this name that is not yet used.
const std::string* PositionChance::next_fixed(const std::string& name) {
  if (fixed_.empty()) return nullptr;
  if (by_name_.empty())
    for (const auto& fixed : fixed_) by_name_[fixed.first].values.push_back(&fixed.second);
  for (; counted_ < past_->size(); counted_ += 2 + (*past_)[counted_ + 1]) {
    if ((*past_)[counted_] >= kPastMove) continue;
    const auto drawn = by_name_.find(program_.draws[(*past_)[counted_] - kPastDraw].name);
    if (drawn != by_name_.end()) ++drawn->second.used;
  }
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || found->second.used >= found->second.values.size()) return nullptr;
  return found->second.values[found->second.used];
}

void PositionChance::past_changed() {
  counted_ = 0;
  for (auto& [name, fixed] : by_name_) fixed.used = 0;
}

Chance::Answer PositionChance::by_text(const Drawing& drawing, std::string_view text, Word* into) {
  if (take_by_text(program_, drawing, text, into)) return Answer::drawn;
  refusal_ = cannot_be_drawn(program_, drawing, text);
  return Answer::refused;
}

std::vector<std::string> split_draws(const Game& game, const std::string& name, const std::string& text) {
  std::vector<std::string> parts;
  for (const std::string_view part : lang::split(text, ",")) parts.emplace_back(lang::trimmed(part, " "));
  if (parts.size() == 1) return {text};
  const Program& program = game.program();
  bool several = false;
  for (const DrawNode& draw : program.draws) {
    if (draw.name != name) continue;
    if (reads_as_drawn(program, draw, text)) return {text};
    several = several || std::all_of(parts.begin(), parts.end(),
                                     [&](const std::string& part) { return reads_as_drawn(program, draw, part); });
  }
  return several ? parts : std::vector<std::string>{text};
}

}  // namespace glint
