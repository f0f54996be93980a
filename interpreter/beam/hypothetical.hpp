// Hypothetical beams: would the beams of a piece leave one of these cells, if it were put on a cell?
//
// Rules ask this for many pieces and cells at once, and mostly ask the same questions after each move. So an answer is
// cached until a cell that it depends on changes. The piece is really put on the board only if reactions are code,
// which may read it (Trial).
//
// An answer is for a cell and a class of keys whose beams go the same ways (Reactions::path_class); it is numbered
// cell * width + class, with width a power of two, and answers are sets by this number. For each cell there is the set
// of answers that depend on it: a change on a cell makes all of those invalid at once.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/beam/kernel.hpp"

namespace glint {

class Hypothetical {
 public:
  /// Puts a piece on the board for as long as one question takes.
  class Trial {
   public:
    /// Finds out whether, with a piece of this key on `cell`, its beams leave a cell of `target`. False: the script is
    /// in error.
    virtual bool meets_with(int cell, int key, const Word* target, bool& meets) = 0;

   protected:
    ~Trial() = default;
  };

  /// `frame`: where instructions read their operands and write results. All outlive it.
  Hypothetical(const Program& program, Word* frame, Fuel& fuel, Kernel& kernel, Trial& trial);

  // -- what changes
  /// If false, no answer is cached, and changes need not be reported.
  bool depends_on_pieces() const { return width_ > 0; }
  /// The top pieces of these cells, of word `word` of a set.
  void pieces_changed(int word, Word cells) {
    changed_[word] |= cells;
    touched_[word] |= cells;
  }
  /// The State is another one.
  void forget_all();

  // -- undo: see Undo. Only cells that have changed since then are saved, to be changed back.
  std::size_t saved_words() const { return touched_.size(); }
  void save_into(Word* saved);
  void restore_from(const Word* saved);
  void drop_saved(const Word* saved);

  // -- instructions: see program/instructions.def. False: the script is in error, or there is no fuel left.
  bool would_meet(const Instruction& at, const Instruction& more);
  /// `any_will_do`: one pair is enough.
  bool would_meet_all(const Instruction& at, const Instruction& more, bool any_will_do);

 private:
  /// The pieces of a question, and the target of their beams.
  struct Question {
    const Word* target;
    bool without_cell;    // the target is the set of empty cells, which then lacks the piece's own cell
    int first_key;        // of value 0
    std::int32_t stride;  // the distance from one value's key to that of the next
    Word values;          // those of the question
    bool is_cached;       // answers are cached
    bool is_run;          // answers are cached, and the classes of these values' keys are consecutive
  };
  std::size_t answer_of(int cell, std::size_t key) const {
    return static_cast<std::size_t>(cell) * width_ + program_.reactions.path_class[key];
  }
  Question question(const Instruction& at, const Instruction& more, bool without_cell);
  void refresh();
  void cache(std::size_t answer, bool meets, const Word* looked_at);
  void cache_of_word(std::size_t word, int bit, bool meets, Word looked_at);
  void find_runs(std::int32_t stride);
  bool ask(const Question& question, int cell, int value, bool& meets);
  bool ask_all(const Question& question, int cell, Word& found);
  Word known_of(const Question& question, int cell, Word& found) const;
  bool ask_pairs(const Question& question, int shift, const Word* cells, Word* pairs, bool any_will_do);

  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Kernel& kernel_;
  Trial& trial_;
  const std::size_t words_;
  const bool is_static_;
  const bool goes_along_;            // beams may be followed by Along
  const std::size_t width_;          // answers of one cell; 0: none are cached
  std::vector<Word> known_, meets_;  // sets of answers: the valid ones; those that are yes
  std::vector<Word> reads_;          // by answer, as a set: the cells that it depends on
  std::vector<Word> readers_;        // by cell, as a set: the answers that depend on it
  std::vector<Word> changed_;        // cells that changed since the last refresh
  std::vector<Word> touched_;        // cells that changed since the innermost save
  /// For each key, the number of keys from it on, in steps of run_stride_, that have consecutive classes.
  std::vector<std::uint8_t> runs_;
  std::int32_t run_stride_ = 0;
  /// Steps that spread the bits of a set of cells, so that neighbours lie width_ apart.
  struct Spread {
    int by;
    Word mask;
  };
  std::vector<Spread> spread_;
  std::vector<Word> open_;               // answers of the question that are not known
  std::vector<Word> target_, looked_at_;
};

}  // namespace glint
