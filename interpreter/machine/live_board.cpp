#include "interpreter/machine/live_board.hpp"

namespace glint {

LiveBoard::LiveBoard(const Program& program, Fuel& fuel, Cases& cases)
    : program_(program),
      board_(program),
      kept_(program.kept.forget_ways, program.words()),
      beams_(program, board_.frame(), fuel, cases, program.limits.beams),
      hypothetical_(program, board_.frame(), fuel, beams_.kernel(), *this),
      caches_beams_(beams_.depends_on_pieces() || hypothetical_.depends_on_pieces()),
      is_flat_(board_.is_flat() && !caches_beams_) {}

bool LiveBoard::load(std::span<const Word> state) {
  if (!board_.load(state)) return false;
  forget_all();
  return true;
}

void LiveBoard::forget_all() {
  kept_.forget_all();
  beams_.forget_all();
  hypothetical_.forget_all();
  board_.fill_planes();
}

// ---- the board and its listener ----

inline void LiveBoard::changed(int cell, int key_before, int key_after, Word forget) {
  kept_.changed(cell, forget);
  if (caches_beams_) changed_for_beams(cell, key_before, key_after);
}

void LiveBoard::changed_for_beams(int cell, int key_before, int key_after) {
  beams_.piece_changed(cell, key_before, key_after);
  hypothetical_.pieces_changed(cell / 64, bit_in_word(cell));
}

void LiveBoard::filled(int word, Word cells) {
  kept_.forget(program_.kept.forget_pieces);
  if (!caches_beams_) return;
  beams_.pieces_changed(word, cells);
  hypothetical_.pieces_changed(word, cells);
}

// Only here are the board's functions instantiated for their listener.
bool LiveBoard::put(int cell, int key) {
  if (!is_flat_) return put_anywhere(cell, key);
  board_.put_flat(cell, key, kept_);
  return true;
}
[[gnu::noinline]] bool LiveBoard::put_anywhere(int cell, int key) { return board_.put(cell, key, *this); }
void LiveBoard::remove_top(int cell) { board_.remove_top(cell, *this); }
bool LiveBoard::move(int from, int to) {
  if (!is_flat_) return move_anywhere(from, to);
  board_.move_flat(from, to, kept_);
  return true;
}
[[gnu::noinline]] bool LiveBoard::move_anywhere(int from, int to) {
  const int key = top_key(from);
  if (key == 0 || from == to) return true;
  remove_top(from);
  return put(to, key);
}
void LiveBoard::put_all(const Word* cells, int key) { board_.put_all(cells, key, *this); }
void LiveBoard::take_out(int cell, int level) { board_.take_out(cell, level, *this); }
void LiveBoard::set_field(int cell, int field, std::int64_t value) { board_.set_field(cell, field, value, *this); }
void LiveBoard::set_owner(int cell, int owner) { board_.set_owner(cell, owner, *this); }

void LiveBoard::clear(int cell) {
  while (top_key(cell)) remove_top(cell);
}

std::int64_t LiveBoard::part_of(const rules::Expr& part, int cell) const {
  switch (part.op) {
    case rules::Op::x_of:
      return program_.geometry.info[cell].x;
    case rules::Op::y_of:
      return program_.geometry.info[cell].y;
    case rules::Op::field:
      return program_.pieces.fields[part.ref].value[top_key(cell)];
    default:
      return 0;
  }
}

// ---- beams ----

std::vector<Word> LiveBoard::emitters() const {
  std::vector<Word> cells(static_cast<std::size_t>(program_.words()), 0);
  beams_.emitters(cells.data());
  return cells;
}

/// Code may read the board, so the piece must stand there.
bool LiveBoard::meets_with(int cell, int key, const Word* target, bool& meets) {
  const int depth = undo_.depth();
  undo_.save(depth);
  put(cell, key);
  const bool is_fine = beams_.kernel().emitter_meets(cell, target, meets);
  undo_.restore(depth);
  return is_fine;
}

bool LiveBoard::trace_from(const Instruction& at, const Instruction& more) {
  if (!beams_.trace_from(at, more)) return false;
  const Trace& trace = beams_.trace(board_.frame()[at.a]);
  if (kept_.follows_ways())
    for (std::size_t i = 0; i < trace.cells.size(); ++i) kept_.add_way(i, trace.cells[i] | trace.hits[i]);
  return true;
}

}  // namespace glint
