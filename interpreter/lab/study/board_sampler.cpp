#include "interpreter/lab/study/board_sampler.hpp"

namespace glint {

void BoardSampler::begin(std::uint64_t game) {
  next_ = game;
  samples_ = filled_ = beams_ = lit_ = 0;
}

void BoardSampler::look(Machine& machine, StudyTally& tally) {
  if (next_++ % StudyTally::kSampled != 0) return;
  ++samples_;
  ++tally.samples;
  count_pieces(machine, tally);
  if (!program_.reactions.emitter_sets.empty()) count_light(machine, tally);
}

void BoardSampler::count_pieces(const Machine& machine, StudyTally& tally) {
  std::vector<std::uint64_t> found(tally.pieces.size());
  for (int cell = 0; cell < program_.geometry.cells; ++cell) {
    const int height = machine.height(cell);
    if (height == 0) continue;
    ++filled_;
    ++tally.cells_filled[static_cast<std::size_t>(cell)];
    for (int level = 0; level < height; ++level) {
      const Key& key = program_.key(machine.key_at(cell, level));
      ++found[pieces_at(program_, key.kind, key.owner)];
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    tally.pieces[i] += found[i];
    tally.pieces_seen[i] += found[i] > 0;
  }
}

/// Nothing is counted where a beam is in error: the rules may never ask for it.
void BoardSampler::count_light(Machine& machine, StudyTally& tally) {
  std::int64_t beams = 0;
  std::vector<Word> lit(static_cast<std::size_t>(program_.words()));
  const std::vector<Word> emitters = machine.emitters();
  for (const int cell : each_bit(emitters)) {
    machine.refuel();
    const Trace* trace = machine.beams().trace_of(cell, false);
    if (!trace) return;
    ++beams;
    for (std::size_t w = 0; w < lit.size(); ++w) lit[w] |= trace->cells[w];
  }
  beams_ += beams;
  for (const int cell : each_bit(lit)) {
    ++lit_;
    ++tally.cells_lit[static_cast<std::size_t>(cell)];
  }
}

void BoardSampler::count(StudyTally& tally) const {
  if (samples_ == 0) return;
  tally.filled.add(filled_ * 1000 / samples_);
  if (program_.reactions.emitter_sets.empty()) return;
  tally.beams.add(beams_ * 1000 / samples_);
  tally.lit.add(lit_ * 1000 / samples_);
}

}  // namespace glint
