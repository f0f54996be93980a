#include "interpreter/beam/kernel.hpp"

namespace glint {

Kernel::Kernel(const Program& program, const Word* frame, Fuel& fuel, Cases& cases, SegmentBudget& budget)
    : program_(program),
      frame_(frame),
      fuel_(fuel),
      cases_(cases),
      budget_(budget),
      steps_(program.reactions.goes_by_steps),
      is_unsplit_(!program.reactions.unsplit.on.empty()),
      lights_(lights_of(program)),
      walk_(program.geometry.ray.empty() ? Walk::steps
            : program.words() == 1       ? Walk::word
                                         : Walk::rays),
      seeks_lone_(steps_ && walk_ == Walk::word && program.lowered.unsplit),
      stops_(static_cast<std::size_t>(program.words())),
      optical_(stops_),
      mask_(stops_),
      reacting_(program, cases),
      acting_(program, frame, fuel, cases, reacting_),
      seen_(program, steps_ && walk_ != Walk::steps) {}

/// Collects the things that act on beams now. False, here and below: the script is in error.
bool Kernel::gather(int source) {
  const int words = walk_ == Walk::word ? 1 : program_.words();
  for (int i = 0; i < words; ++i) {
    Word stops = 0;
    for (const Slot set : program_.reactions.optical_sets) stops |= frame_[set + static_cast<Slot>(i)];
    optical_[i] = stops;
    stops_[i] = stops;
  }
  work_.clear();
  if (!seen_.begin(fuel_)) return false;
  if (!steps_) {
    // The source counts as a meeting, so that a beam that comes back to it is noticed.
    add_bit(stops_.data(), source);
    return true;
  }
  if (!acting_.refresh()) return false;
  for (int i = 0; i < words; ++i) stops_[i] |= acting_.cells()[i];
  return true;
}

/// The ways on from a cell with an optical piece; null: the script is in error.
const std::vector<Reactions::Way>* Kernel::react(int cell, int way, std::int64_t payload) {
  const int key = key_on(cell);
  return reacting_.ways(static_cast<std::size_t>(key), program_.reactions.code[program_.key(key).kind],
                        {cell, way, payload});
}

bool Kernel::start(int cell) {
  const int key = key_on(cell);
  const Reactions& reactions = program_.reactions;
  if (key == 0 || reactions.emit_code[program_.key(key).kind] < 0) return true;
  const std::vector<Reactions::Way>* ways = &ways_;
  if (reactions.emission_is_static)
    ways = &reactions.emissions[key];
  else if (!cases_.run_emission(key, cell, ways_)) return false;
  push_ways(*ways, cell, 0, -1, [](int) {});
  return true;
}

bool Kernel::trace_emitter(int cell, Trace& trace) {
  trace.clear(program_.words());
  if (const auto alone = emit_unsplit(cell, trace, false)) return *alone && tell_segments(trace);
  return follow_emitter(cell, trace);
}

bool Kernel::trace_cells(int cell, Trace& trace) {
  trace.clear(program_.words());
  if (steps_) return follow_emitter(cell, trace);
  const int field = program_.traces.lit_field;
  const bool with_light = field >= 0 && walk_ != Walk::steps && program_.words() <= kMostLitWords;
  if (const auto alone = emit_unsplit(cell, trace, with_light)) return *alone;
  if (with_light)
    trace.begin_lit(field, static_cast<std::size_t>(program_.payloads.fields[field].bits() * program_.words()));
  trace.has_segments = program_.traces.tells_segments;
  return follow_emitter(cell, trace);
}

/// The trace has been begun, and its flags tell what to fill in.
bool Kernel::follow_emitter(int cell, Trace& trace) {
  if (!gather(cell) || !start(cell)) return false;
  if (!work_.empty()) add_bit(trace.sources.data(), cell);
  return follow_all(trace, cell);
}

bool Kernel::trace_from(int cell, int way, std::int64_t payload, Trace& trace, bool with_segments) {
  trace.clear(program_.words());
  if (!with_segments && seeks_lone_)
    if (const auto alone = follow_alone(trace, {-1, cell, way, payload, false})) return *alone;
  if (const auto alone = start_unsplit(cell, way, payload, false, trace)) return *alone && tell_segments(trace);
  if (!gather(cell)) return false;
  add_bit(trace.sources.data(), cell);
  work_.push_back({cell, way, static_cast<std::int32_t>(payload), 0, -1, false});
  return follow_all(trace, cell);
}

/// A beam leaves its source and the next cell, unless something acts there. This answers most questions.
Kernel::First Kernel::first_step(int cell, int key, const Word* target, Word* looked_at) const {
  const Reactions& reactions = program_.reactions;
  const std::vector<Reactions::Way>& ways = reactions.emissions[key];
  if (ways.empty()) return First::misses;
  if (has_bit(target, cell)) return First::meets;
  bool goes_on = false;
  for (const Reactions::Way& way : ways) {
    const int next = program_.geometry.next_to(cell, way.way);
    if (next < 0) continue;
    if (looked_at) add_bit(looked_at, next);
    if (!has_bit(target, next)) {
      goes_on = true;
      continue;
    }
    const int there = top_key(next);
    if (!there || !reactions.optical_key[there]) return First::meets;
    goes_on = true;
  }
  return goes_on ? First::unknown : First::misses;
}

bool Kernel::emitter_meets(int cell, const Word* target, bool& meets) {
  if (steps_) {
    if (!trace_emitter(cell, whole_)) return false;
    meets = have_common(whole_.cells.data(), target, program_.words());
    return true;
  }
  if (program_.reactions.emission_is_static) {
    const First first = first_step(cell, top_key(cell), target, nullptr);
    meets = first == First::meets;
    if (first != First::unknown) return true;
  }
  return gather(cell) && start(cell) && seek(target, nullptr, meets);
}

bool Kernel::would_meet(int cell, int key, const Word* target, bool& meets, Word* looked_at) {
  add_bit(looked_at, cell);
  const First first = first_step(cell, key, target, looked_at);
  meets = first == First::meets;
  if (first != First::unknown) return true;
  if (!gather(cell)) return false;
  if (program_.reactions.optical_key[key])
    add_bit(optical_.data(), cell);
  else
    optical_[cell / 64] &= ~bit_in_word(cell);
  added_cell_ = cell;
  added_key_ = key;
  const bool is_fine = start(cell) && seek(target, looked_at, meets);
  added_cell_ = -1;
  return is_fine;
}

}  // namespace glint
