#include "interpreter/machine/draws.hpp"

#include <algorithm>

#include "interpreter/machine/limits.hpp"

namespace glint {

bool Draws::find(Drawing& drawing) const {
  const DrawNode& draw = program_.draws[request_.node];
  drawing.node = &draw;
  drawing.from = frame_ + request_.set;
  drawing.words = request_.words;
  if (draw.form == DrawNode::Form::bag) {
    for (std::int64_t i = 0; i < draw.values; ++i) drawing.size += drawing.from[i];
    return drawing.size > 0;
  }
  drawing.size = set_size(drawing.from, drawing.words);
  if (draw.form == DrawNode::Form::one) return drawing.size > 0;
  drawing.number = frame_[request_.number];
  return static_cast<std::int64_t>(drawing.number) >= 0 && drawing.number <= drawing.size;
}

/// If several are drawn from a set, chance is asked about each element.
Word* Draws::room_for(const Drawing& drawing) {
  const bool is_bag = drawing.node->form == DrawNode::Form::bag, is_some = drawing.node->form == DrawNode::Form::some;
  fuel_.use(kDrawCost + (is_bag ? drawing.node->values : is_some ? 64 * drawing.words : drawing.words) / 16);
  const auto width = drawing.node->form == DrawNode::Form::some ? static_cast<std::size_t>(drawing.words) : 1;
  if (drawn_.size() < width) drawn_.resize(width);
  return drawn_.data();
}

void Draws::take(const Drawing& drawing) {
  const DrawNode& draw = *drawing.node;
  if (draw.bag >= 0) --frame_[request_.set + static_cast<Slot>(static_cast<std::int64_t>(drawn_[0]) - draw.first)];
  const int width = draw.form == DrawNode::Form::some ? drawing.words : 1;
  std::copy_n(drawn_.begin(), width, frame_ + draw.target);
}

bool Draws::make(Random& random) {
  const DrawNode& draw = program_.draws[request_.node];
  if (draw.form == DrawNode::Form::bag) {  // the same in short
    Word* const from = frame_ + request_.set;
    std::uint64_t size = 0;
    for (std::int64_t i = 0; i < draw.values; ++i) size += from[i];
    if (size == 0) return false;
    fuel_.use(kDrawCost + draw.values / 16);
    const std::int64_t value = value_in_bag(from, draw.values, random.below(size));
    --from[value];
    frame_[draw.target] = static_cast<Word>(draw.first + value);
    return true;
  }
  Drawing drawing;
  if (!find(drawing)) return false;
  take_at_random(drawing, random, room_for(drawing));
  take(drawing);
  return true;
}

}  // namespace glint
