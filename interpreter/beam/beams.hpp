// The beams of the position as it is: for each emitter a cached trace, followed again only after a change on its way.
//
// Beams owns the traces and the kernel that fills them. Report changes of the board, and of variables that beams read,
// here. A trace is followed again only when it is needed, because an undo often reverses changes before that. Undo
// saves and restores which traces are valid, not the traces. A trace followed again since the save is valid for the
// saved position only if nothing on its way has changed since then.
//
// Cached traces are numbered by the emitter's cell. After them come buffers for traces that code makes itself (of
// single beams, or of several emitters). The number of a trace or buffer is its *handle*. The last trace stays empty.
//
// Instructions read their operands from the frame, and write their results there: see program/instructions.def. An
// instruction answers false if the script is in error (Cases::fail), or if no fuel is left.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/beam/kernel.hpp"
#include "interpreter/beam/trace.hpp"

namespace glint {

/// The traces of all handles (see Beams), in blocks. A block is made when one of its traces is first filled: on a large
/// board most cells never have an emitter, and making a trace for each cell would take too long between two questions
/// whether to stop.
class Traces {
 public:
  static constexpr std::size_t kBlock = 64;

  explicit Traces(std::size_t size)
      : size_(size), made_((size + kBlock - 1) / kBlock), blocks_(made_.size(), none().data()) {}

  std::size_t size() const { return size_; }
  /// The trace of a handle; an empty trace if it was never filled.
  const Trace& operator[](std::size_t handle) const { return blocks_[handle / kBlock][handle % kBlock]; }
  /// The trace of a handle, to be filled.
  Trace& made(std::size_t handle) {
    const std::size_t block = handle / kBlock;
    if (!made_[block]) make(block);
    return made_[block][handle % kBlock];
  }

  /// Calls `what(handle, trace)` for all traces that may have been filled, until one answer is false. True if none was.
  bool each_made(const auto& what) {
    for (std::size_t block = 0; block < made_.size(); ++block)
      for (std::size_t i = 0; made_[block] && i < size_of(block); ++i)
        if (!what(block * kBlock + i, made_[block][i])) return false;
    return true;
  }

 private:
  static const std::array<Trace, kBlock>& none() {
    static const std::array<Trace, kBlock> empty;
    return empty;
  }
  std::size_t size_of(std::size_t block) const { return std::min(kBlock, size_ - block * kBlock); }
  void make(std::size_t block) {
    made_[block] = std::make_unique<Trace[]>(size_of(block));
    blocks_[block] = made_[block].get();
  }

  const std::size_t size_;
  std::vector<std::unique_ptr<Trace[]>> made_;
  std::vector<const Trace*> blocks_;  // the same, or `none`
};

/// The most beams of one picture that code follows one by one; more are an error of the script (G0605).
inline constexpr std::size_t kMostFollowed = 2'000;

class Beams : private SegmentBudget {
 public:
  /// Like the kernel's; instructions write into the frame. `most_segments`: in all traces.
  Beams(const Program& program, Word* frame, Fuel& fuel, Cases& cases, std::int64_t most_segments = Limits().beams);

  // -- what changes
  /// If false, pieces change nothing that is cached here, and changes of pieces need not be reported.
  bool depends_on_pieces() const { return has_emitters_ || program_.reactions.goes_by_steps; }
  /// The key of the top piece of a cell has changed.
  void piece_changed(int cell, int key_before, int key_after) {
    const unsigned effect = effects_[key_before] | effects_[key_after];
    if (effect == 0) return;
    if (effect & Reactions::kSites) forget_sites();
    if (!has_emitters_) return;
    if (effect & Reactions::kAllBeams) forget_traces();
    if (effect & kSource) {
      valid_[static_cast<std::size_t>(cell) / 64] &= ~bit_in_word(cell);
      add_bit(sources_since_.data(), cell);
    }
    if (!(effect & kOnWay)) return;
    add_bit(changed_.data(), cell);
    has_changed_ = true;
  }
  /// Pieces of any key were put on these cells, of word `word` of a set.
  void pieces_changed(int word, Word cells) {
    forget_sites();
    if (!has_emitters_) return;
    if (any_stirs_) forget_traces();
    changed_[word] |= cells;
    has_changed_ = true;
  }
  /// A variable that reactions read has changed, so any trace may go another way.
  void variable_changed() {
    forget_sites();
    forget_traces();
  }
  /// The State is another one.
  void forget_all();

  // -- undo: see Undo. Saves which traces are valid, which were followed again since, and the changes since.
  std::size_t saved_words() const { return 1 + (has_emitters_ ? 4 * valid_.size() : 0); }
  void save_into(Word* saved);
  void restore_from(const Word* saved);
  void drop_saved(const Word* saved);

  // -- traces
  /// The cells of pieces that emit, into `cells`.
  void emitters(Word* cells) const;
  /// The valid trace of the emitter on a cell; null: the script is in error.
  const Trace* trace_of(int cell, bool with_segments = true);
  /// A valid trace with the cells that it lights by a field, if light is cached.
  const Trace* lit_trace_of(int cell, int field) {
    const Trace& trace = traces_[cell];
    return is_valid(cell) && trace.is_lit && trace.lit_field == field ? &trace : light_trace(cell, field);
  }
  /// True if the trace of a cell is valid, as far as is known before changes are examined.
  bool is_valid(int cell) const { return !has_changed_ && has_bit(valid_.data(), cell); }
  /// On boards of one word: the emitters whose cached traces are valid now.
  Word valid_now() {
    if (has_changed_) refresh();
    return valid_[0];
  }
  /// On boards of one word: the emitters that were followed again since this was called last.
  Word take_retraced() { return std::exchange(newly_traced_, 0); }
  const Trace& trace(Word handle) const { return traces_[handle]; }
  /// Makes sure that the trace has its segments.
  bool tell_segments(Word handle);
  /// A beam that code has followed by itself, `trace(x, d)`.
  struct Followed {
    Word from = 0;  // a cell, or an edge
    bool over_edge = false;
    int way = 0;
    std::int64_t payload = 0;
    Trace trace;
  };
  /// From now on, adds each such beam once to this list; null: stops adding. More than kMostFollowed are an error.
  void record(std::vector<Followed>* followed) { followed_ = followed; }
  Kernel& kernel() { return kernel_; }

  // -- instructions
  /// A kept trace has the answer; without one, beams are followed only until one leaves a cell of the target.
  bool meets(int cell, const Word* target, bool& meets) {
    if (has_changed_) refresh();
    if (!has_bit(valid_.data(), cell)) return kernel_.emitter_meets(cell, target, meets);
    meets = leaves_one_of(static_cast<std::size_t>(cell), target);
    return true;
  }
  bool trace_one(const Instruction& at);
  bool trace_cells(const Instruction& at, TraceSet Trace::*cells);
  bool trace_ends(const Instruction& at);
  bool trace_keep(const Instruction& at);
  bool trace_from(const Instruction& at, const Instruction& more);
  bool trace_copy(const Instruction& at);
  void handle_cells(const Instruction& at, TraceSet Trace::*cells);
  bool handle_ends(const Instruction& at);

 private:
  void refresh();
  bool is_touched(int source, const Word* changed) const;
  void forget_sites() {
    kernel_.sites_changed();
    sites_since_ = 1;
  }
  void forget_traces() {
    std::fill(valid_.begin(), valid_.end(), 0);
    std::fill(since_.begin(), since_.end(), ~Word{0});
  }
  const Trace* light_trace(int cell, int field);
  /// True if a beam of a valid trace leaves a cell of the target.
  bool leaves_one_of(std::size_t source, const Word* target) const {
    if (valid_.size() == 1) return (cells_left_[source] & *target) != 0;
    return have_common(traces_[source].cells.data(), target, static_cast<int>(valid_.size()));
  }
  bool each_trace(const Instruction& at, bool with_segments, auto&& begin, auto&& with);
  Trace& buffer(const Instruction& at, std::uint32_t number);
  std::int64_t recount(std::int64_t room, const Trace& now) override;
  bool drop_invalid(const Trace& now);

  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Cases& cases_;
  const bool has_emitters_;
  const std::size_t first_buffer_;  // its handle: one for each cell before it, where there are emitters
  bool has_changed_ = false;
  std::vector<Word> changed_;  // cells that changed since the last refresh
  std::vector<Word> valid_;    // emitters whose traces are valid unless changed_ says otherwise
  // Since the innermost save: the traces that were followed again; the cells where an emitting piece changed; the cells
  // where a piece that acts on beams changed (all, if all beams may have changed); whether acting sites may have.
  std::vector<Word> retraced_, sources_since_, since_;
  Word sites_since_ = 0;
  /// The effects of changing such a piece, by key, as in Reactions::stirs. kOnWay: beams that leave or reach its cell;
  /// kSource: its own.
  static constexpr std::uint8_t kOnWay = 4, kSource = 8;
  std::vector<std::uint8_t> effects_;
  bool any_stirs_ = false;  // the change of some key affects all beams
  Traces traces_;           // by handle
  // For boards of one word, because all traces are often visited: the cells that each one leaves; those that it leaves
  // or meets.
  std::array<Word, 64> cells_left_{}, cells_touched_{};
  Word newly_traced_ = 0;
  std::vector<Word> sources_;
  std::vector<Followed>* followed_ = nullptr;
  Kernel kernel_;
};

}  // namespace glint
