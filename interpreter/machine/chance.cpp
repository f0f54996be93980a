#include "interpreter/machine/chance.hpp"

#include <algorithm>

#include "interpreter/machine/ledger.hpp"
#include "interpreter/machine/limits.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

/// Rare, because n is far below 2^64.
std::uint64_t Random::below_again(Wide product, std::uint64_t n) {
  const std::uint64_t threshold = (0 - n) % n;
  while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(next()) * n;
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t seed_of_game(std::uint64_t series, std::uint64_t game) {
  return Random(series + game * 0x9E3779B97F4A7C15u).next();
}

namespace {

using Form = DrawNode::Form;

constexpr std::uint64_t kMost = std::uint64_t{1} << 60;

/// The number of subsets with `number` elements; nothing if it is more than kMost.
std::optional<std::uint64_t> subsets(std::uint64_t size, std::uint64_t number) {
  if (number > size) return 0;
  number = std::min(number, size - number);
  __extension__ using Wide = unsigned __int128;
  Wide count = 1;
  for (std::uint64_t i = 1; i <= number; ++i) {
    count = count * (size - number + i) / i;  // the number of subsets of i elements, so always whole
    if (count > kMost) return std::nullopt;
  }
  return static_cast<std::uint64_t>(count);
}

/// The number of the k-th value that the bag still holds, counted from 0 for the first that it may hold.
std::int64_t nth_left(const Drawing& drawing, std::uint64_t k) {
  for (std::int64_t i = 0; i < drawing.node->values; ++i)
    if (drawing.from[i] != 0 && k-- == 0) return i;
  return -1;
}

std::string print_one(const Program& program, const DrawNode& node, std::int64_t value) {
  rules::Type type = node.type;
  type.is_set = false;
  const auto slot = static_cast<Word>(value);
  return print_slots(program, type, &slot);
}

/// The single values that may be drawn.
std::vector<std::int64_t> values_of(const Drawing& drawing) {
  std::vector<std::int64_t> values;
  if (drawing.node->form == Form::bag) {
    for (std::int64_t i = 0; i < drawing.node->values; ++i)
      if (drawing.from[i] != 0) values.push_back(drawing.node->first + i);
    return values;
  }
  for (const int value : each_bit(drawing.from, drawing.words)) values.push_back(value);
  return values;
}

/// The parts of a set as it prints: `a1 b1`, `{red, green}`.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  text = lang::trimmed(text, " ");
  const bool braces = text.size() >= 2 && text.front() == '{' && text.back() == '}';
  if (braces) text = lang::trimmed(text.substr(1, text.size() - 2), " ");
  if (text == "none") return parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(braces ? ',' : ' '), text.size());
    parts.push_back(lang::trimmed(text.substr(0, end), " "));
    text = lang::trimmed(text.substr(std::min(end + 1, text.size())), " ");
  }
  return parts;
}

}  // namespace

std::optional<std::uint64_t> outcomes(const Drawing& drawing) {
  switch (drawing.node->form) {
    case Form::one: return drawing.size;
    case Form::some: return subsets(drawing.size, drawing.number);
    case Form::bag:
      return static_cast<std::uint64_t>(std::count_if(drawing.from, drawing.from + drawing.node->values,
                                                      [](Word left) { return left != 0; }));
  }
  return 0;
}

std::uint64_t total_weight(const Drawing& drawing) {
  return drawing.node->form == Form::some ? outcomes(drawing).value_or(0) : drawing.size;
}

void take_outcome(const Drawing& drawing, std::uint64_t k, Word* into) {
  switch (drawing.node->form) {
    case Form::one: into[0] = nth_element(drawing.from, k); return;
    case Form::bag: into[0] = static_cast<Word>(drawing.node->first + nth_left(drawing, k)); return;
    case Form::some: break;
  }
  std::fill(into, into + drawing.words, 0);
  std::uint64_t needed = drawing.number, left = drawing.size;
  for (const int element : each_bit(drawing.from, drawing.words)) {
    if (needed == 0) return;
    --left;
    // Subsets with this element come before those without it.
    const std::uint64_t with = k == 0 ? 1 : subsets(left, needed - 1).value_or(kMost);
    if (k >= with) {
      k -= with;
      continue;
    }
    add_bit(into, element);
    --needed;
  }
}

void each_outcome(const Drawing& drawing, std::uint64_t count, const std::function<bool(const Word*, std::uint64_t)>& what) {
  if (drawing.node->form != Form::some) {
    for (const std::int64_t each : values_of(drawing)) {
      const auto value = static_cast<Word>(each);
      if (!what(&value, drawing.node->form == Form::bag ? drawing.from[each - drawing.node->first] : 1)) return;
    }
    return;
  }
  std::vector<Word> value(static_cast<std::size_t>(drawing.words));
  for (std::uint64_t k = 0; k < count; ++k) {
    take_outcome(drawing, k, value.data());
    if (!what(value.data(), 1)) return;
  }
}

void take_at_random(const Drawing& drawing, Random& random, Word* into) {
  switch (drawing.node->form) {
    case Form::one: into[0] = nth_element(drawing.from, random.below(drawing.size)); return;
    case Form::bag:
      into[0] = static_cast<Word>(drawing.node->first +
                                  value_in_bag(drawing.from, drawing.node->values, random.below(drawing.size)));
      return;
    case Form::some: break;
  }
  // Each element in turn is taken with the probability needed / left, so all subsets are equally likely.
  std::uint64_t left = drawing.size, needed = drawing.number;
  std::fill(into, into + drawing.words, 0);
  for (const int element : each_bit(drawing.from, drawing.words)) {
    if (needed == 0) return;
    if (random.below(left--) >= needed) continue;
    add_bit(into, element);
    --needed;
  }
}

/// True if this text names a value. An edge may be named from either side.
static bool is_called(const Program& program, const DrawNode& node, std::int64_t value, std::string_view text) {
  if (node.type.base == rules::Base::cell) return program.geometry.info[value].label == text;  // no copy of each label
  if (print_one(program, node, value) == text) return true;
  if (node.type.base != rules::Base::edge) return false;
  const Geometry& geometry = program.geometry;
  const Geometry::Edge& edge = geometry.edges[value];
  const int other = geometry.next_to(edge.cell, edge.way);
  return other >= 0 && text == geometry.side_name(other, geometry.opposite(edge.way));
}

bool take_by_text(const Program& program, const Drawing& drawing, std::string_view text, Word* into) {
  const std::vector<std::int64_t> values = values_of(drawing);
  const auto find = [&](std::string_view part) -> std::int64_t {
    for (const std::int64_t value : values)
      if (is_called(program, *drawing.node, value, part)) return value;
    return -1;
  };
  if (drawing.node->form != Form::some) {
    const std::int64_t value = find(text);
    if (value >= 0) into[0] = static_cast<Word>(value);
    return value >= 0;
  }
  std::fill(into, into + drawing.words, 0);
  if (!each_named(parts_of(text), find, [into](std::int64_t value) { add_bit(into, value); })) return false;
  return set_size(into, drawing.words) == drawing.number;
}

std::string possible(const Program& program, const Drawing& drawing) {
  const std::vector<std::int64_t> values = values_of(drawing);
  constexpr std::size_t kMostNamed = 12;
  const bool several = drawing.node->form == Form::some;
  std::string text = several ? std::to_string(drawing.number) + " of " : "";
  const std::size_t named = std::min(values.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) {
    const bool last = i + 1 == values.size();
    if (i > 0) text += last ? (several ? " and " : " or ") : ", ";
    text += print_one(program, *drawing.node, values[i]);
  }
  return named == values.size() ? text : text + ", ... (" + std::to_string(values.size()) + " in all)";
}

std::string cannot_be_drawn(const Program& program, const Drawing& drawing, std::string_view text) {
  return lang::marked(drawing.node->name) + " cannot be drawn as " + lang::marked(text) + ": it may be " +
         possible(program, drawing);
}

bool reads_as_drawn(const Program& program, const DrawNode& node, std::string_view text) {
  rules::Type element = node.type;
  element.is_set = false;
  const std::int64_t first = domain_first(element), size = program.values_of(element);
  const auto is_value = [&](std::string_view part) {
    for (std::int64_t value = first; value < first + size; ++value)
      if (is_called(program, node, value, part)) return true;
    return false;
  };
  if (!node.type.is_set) return is_value(text);
  const auto find = [&](std::string_view part) { return is_value(part) ? 0 : -1; };
  return each_named(parts_of(text), find, [](std::int64_t) {});
}

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
