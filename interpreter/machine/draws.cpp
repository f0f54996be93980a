// Draws that running code waits for: what can be drawn, and putting what was drawn in its place.
#include <algorithm>

#include "interpreter/machine/chance.hpp"
#include "interpreter/machine/interpreter.hpp"

namespace glint {

/// Fills in what can be drawn; false if that is too little, or too few.
bool Interpreter::find_drawing(Drawing& drawing) const {
  const DrawNode& draw = program_.draws[draw_.node];
  drawing.node = &draw;
  drawing.from = frame_ + draw_.set;
  drawing.words = draw_.words;
  if (draw.form == DrawNode::Form::bag) {
    for (std::int64_t i = 0; i < draw.values; ++i) drawing.size += drawing.from[i];
    return drawing.size > 0;
  }
  drawing.size = set_size(drawing.from, drawing.words);
  if (draw.form == DrawNode::Form::one) return drawing.size > 0;
  drawing.number = frame_[draw_.number];
  return static_cast<std::int64_t>(drawing.number) >= 0 && drawing.number <= drawing.size;
}

/// Where what is drawn can be written; counts the work of the draw. Of a set from which several are drawn, chance is
/// asked about each element.
Word* Interpreter::room_for_draw(const Drawing& drawing) {
  const bool is_bag = drawing.node->form == DrawNode::Form::bag, is_some = drawing.node->form == DrawNode::Form::some;
  fuel_.use(kDrawCost + (is_bag ? drawing.node->values : is_some ? 64 * drawing.words : drawing.words) / 16);
  const auto width = drawing.node->form == DrawNode::Form::some ? static_cast<std::size_t>(drawing.words) : 1;
  if (drawn_.size() < width) drawn_.resize(width);
  return drawn_.data();
}

/// Puts what was drawn there in its place, and out of its bag.
void Interpreter::take_drawn(const Drawing& drawing) {
  const DrawNode& draw = *drawing.node;
  if (draw.bag >= 0) --frame_[draw_.set + static_cast<Slot>(static_cast<std::int64_t>(drawn_[0]) - draw.first)];
  const int width = draw.form == DrawNode::Form::some ? drawing.words : 1;
  std::copy_n(drawn_.begin(), width, frame_ + draw.target);
}

/// Makes the draw that the code waits for. False: there is not enough to draw from.
bool Interpreter::draw_at_random(Random& random) {
  const DrawNode& draw = program_.draws[draw_.node];
  if (draw.form == DrawNode::Form::bag) {  // the same in short
    Word* const from = frame_ + draw_.set;
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
  if (!find_drawing(drawing)) return false;
  take_at_random(drawing, random, room_for_draw(drawing));
  take_drawn(drawing);
  return true;
}

}  // namespace glint
