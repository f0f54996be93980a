#include "interpreter/machine/interpreter.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/program/print.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

Interpreter::Interpreter(const Program& program)
    : program_(program), words_(program.words()), board_(program), space_(program.geometry),
      kept_(program.forget_ways, words_), ledger_(program.ledger_forms, program.geometry),
      beams_(program, board_.frame(), fuel_, *this, program.limits.beams), light_(program, board_.frame(), fuel_, beams_),
      hypothetical_(program, board_.frame(), fuel_, beams_.kernel(), *this),
      caches_beams_(beams_.depends_on_pieces() || hypothetical_.depends_on_pieces()),
      is_flat_(board_.is_flat() && !caches_beams_) {
  calls_.reserve(64);
}

bool Interpreter::load(std::span<const Word> state) {
  refuel();
  if (!board_.load(state)) return false;
  forget_all();
  return true;
}

void Interpreter::forget_all() {
  kept_.forget_all();
  beams_.forget_all();
  hypothetical_.forget_all();
  board_.fill_planes();
}

// ---- errors ----

Failure stopped_failure(const Program& program) {
  lang::Diagnostic stopped = lang::stopped();
  const auto most = program.work.most(program.code_spans);
  if (most) stopped.message += "; most of the work was done here";
  return {stopped.code, most ? most->span : stopped.primary.span, std::move(stopped.message)};
}

std::string in_words(std::int64_t count, const std::string& one) {
  constexpr std::int64_t kMillion = 1'000'000;
  if (count != 0 && count % kMillion == 0) return std::to_string(count / kMillion) + " million " + one + "s";
  return lang::counted(static_cast<std::uint64_t>(count), one);
}

void Interpreter::fail(lang::Code code, lang::Span span, std::string message) {
  failure_ = {code, span, std::move(message)};
  needs_place_ = false;
}

Interpreter::Status Interpreter::error(const Instruction* at, lang::Code code, std::string message) {
  const auto index = static_cast<std::size_t>(at - program_.code.data());
  fail(code, program_.code_spans[index], std::move(message));
  return Status::error;
}

/// Takes the next portion of fuel, for the instruction here. False: none is left, or the work was stopped.
bool Interpreter::take_portion(const Instruction* at) {
  note_portion(at);
  return fuel_.next_portion();
}

/// `at`: where the code stood; none outside of it.
Interpreter::Status Interpreter::out_of_fuel(const Instruction* at) {
  if (fuel_.is_stopped()) {
    if (at) note_portion(at);
    failure_ = stopped_failure(program_);
    needs_place_ = false;
    return Status::error;
  }
  const bool is_shared = spent_ + tank_ == most_;
  const std::string text =
      (is_shared ? "the moves of a game together take more than " + in_words(program_.limits.game, "step")
                  : "one decision takes more than " + in_words(program_.limits.steps, "step")) +
      " to compute";
  if (at) return error(at, lang::Code::G0605, text + "; it was stopped here");
  fail(lang::Code::G0605, program_.rules.board.span, text);
  return Status::error;
}

Interpreter::Status Interpreter::out_of_range(const Instruction* at) {
  const auto number = [this](Slot slot) { return std::to_string(static_cast<std::int64_t>(frame_[slot])); };
  return error(at, lang::Code::G0602, "this becomes " + number(at->a) + ", outside its range " + number(at->b) + ".." + number(at->c));
}

Interpreter::Status Interpreter::too_high(const Instruction* at, int cell) {
  return error(
      at, lang::Code::G0606,
      "no more than " + std::to_string(program_.layout.stack) + " pieces fit on " + program_.geometry.info[cell].label);
}

std::string Interpreter::message(const Message& message) const {
  if (!message.text) return message.fallback;
  constexpr std::size_t kMost = 1'000'000, kMostOfHole = 200'000;  // bytes
  constexpr std::size_t kUnasked = 50'000;                         // that take less than a millisecond
  std::string text;
  std::size_t hole = 0, asked = 0;
  for (const rules::TextPart& part : message.text->parts) {
    if (text.size() > kMost) return text + "...";
    if (text.size() - asked > kUnasked && program_.limits.stop) {
      asked = text.size();
      if (program_.limits.stop()) return text + "...";  // what called for it is asked, too, and ends with an error
    }
    text += part.literal;
    if (!part.hole) continue;
    const Message::Hole& one = message.holes[hole++];
    text += cut(print_slots(program_, one.type, &frame_[one.slot], to_move(), kMostOfHole), part.width);
  }
  return text;
}

Interpreter::Status Interpreter::not_there(const Instruction* at, int cell) {
  std::string kinds;
  for (std::size_t k = 0; k < program_.rules.kinds.size(); ++k)
    if (has_bit(frame_ + at->b, k)) kinds += (kinds.empty() ? "`" : " or `") + program_.rules.kinds[k].name + "`";
  return error(at, lang::Code::G0612,
               "these simultaneous choices exclude each other: this needs a " + kinds + " on " +
                   program_.geometry.info[cell].label + ", and another choice has taken it away");
}

// ---- moves ----

Interpreter::Status Interpreter::run_move(int move, const std::vector<Choice>* choices, bool quiet) {
  const Restored quietly(quiet_, quiet);
  const MoveCode& code = program_.moves[move];
  if (!choices) return run_effects(code.quick.of(frame_[Layout::kMe]));
  const Restored chosen(choices_, choices);
  applying_ = move;
  return run_effects(code.run);
}

Interpreter::Status Interpreter::run_effects(int entry) {
  const Restored moving(moving_, true);
  return run(entry);
}

Interpreter::Status Interpreter::run_on_at_random(int entry, RandomPlay& play) {
  const Restored playing(random_play_, &play);
  const Restored quietly(quiet_, false), moving(moving_, false);
  const Status status = run(entry);
  listing_ = -1;
  return status;
}

void Interpreter::back_to_choice(const RandomPlay& play) {
  unwind();
  go_on_with(play.fuel_at_choice);
  if (play.history) play.history->pop_back();
}

/// Random play takes the `else` of a choice.
bool Interpreter::goes_on_without_move() {
  go_on_with(random_play_->fuel_before_list);
  quiet_ = random_play_->is_arriving = false;
  return ++random_play_->passes <= kMostPasses;
}

Interpreter::Status Interpreter::going_round() {
  fail(lang::Code::G0603, node().span, "this loop never reaches a choice that has a move");
  return Status::error;
}

void Interpreter::end_game(OutcomeKind kind, int winner) {
  frame_[Layout::kNode] = Layout::kOver;
  frame_[Layout::kOutcome] = static_cast<Word>(kind) | static_cast<Word>(winner + 1) << 8;
  // Made equal for all ends: the last node and player no longer matter.
  frame_[Layout::kMe] = 0;
  std::fill(frame_ + program_.layout.pending, frame_ + program_.layout.size, 0);
}

// ---- the board and its listener ----

inline void Interpreter::changed(int cell, int key_before, int key_after, Word forget) {
  kept_.changed(cell, forget);
  if (caches_beams_) changed_for_beams(cell, key_before, key_after);
}

void Interpreter::changed_for_beams(int cell, int key_before, int key_after) {
  beams_.piece_changed(cell, key_before, key_after);
  hypothetical_.pieces_changed(cell / 64, bit_in_word(cell));
}

void Interpreter::filled(int word, Word cells) {
  kept_.forget(program_.forget_pieces);
  if (!caches_beams_) return;
  beams_.pieces_changed(word, cells);
  hypothetical_.pieces_changed(word, cells);
}

// Only here are the board's functions instantiated for their listener.
bool Interpreter::put(int cell, int key) {
  if (!is_flat_) return put_anywhere(cell, key);
  board_.put_flat(cell, key, kept_);
  return true;
}
[[gnu::noinline]] bool Interpreter::put_anywhere(int cell, int key) { return board_.put(cell, key, *this); }
void Interpreter::remove_top(int cell) { board_.remove_top(cell, *this); }
/// Does nothing where there is no piece, or both cells are the same.
bool Interpreter::move(int from, int to) {
  if (!is_flat_) return move_anywhere(from, to);
  board_.move_flat(from, to, kept_);
  return true;
}
[[gnu::noinline]] bool Interpreter::move_anywhere(int from, int to) {
  const int key = top_key(from);
  if (key == 0 || from == to) return true;
  remove_top(from);
  return put(to, key);
}
void Interpreter::put_all(const Word* cells, int key) { board_.put_all(cells, key, *this); }
void Interpreter::take_out(int cell, int level) { board_.take_out(cell, level, *this); }
void Interpreter::set_field(int cell, int field, std::int64_t value) { board_.set_field(cell, field, value, *this); }
void Interpreter::set_owner(int cell, int owner) { board_.set_owner(cell, owner, *this); }

void Interpreter::clear(int cell) {
  while (top_key(cell)) remove_top(cell);
}

// ---- beams: code that they need, and code that needs them ----

std::vector<Word> Interpreter::emitters() const {
  std::vector<Word> cells(static_cast<std::size_t>(words_), 0);
  beams_.emitters(cells.data());
  return cells;
}

/// Code may read the board, so the piece must stand there.
bool Interpreter::meets_with(int cell, int key, const Word* target, bool& meets) {
  const int depth = undo_.depth();
  save(depth);
  put(cell, key);
  const bool is_fine = beams_.kernel().emitter_meets(cell, target, meets);
  restore(depth);
  return is_fine;
}

bool Interpreter::run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) {
  const Reactions& reactions = program_.reactions;
  frame_[reactions.here] = static_cast<Word>(meeting.cell);
  frame_[reactions.way] = static_cast<Word>(meeting.way);
  if (meeting.edge >= 0) frame_[reactions.edge] = static_cast<Word>(meeting.edge);
  for (std::size_t f = 0; f < program_.payload_fields.size(); ++f)
    frame_[reactions.payload + f] = static_cast<Word>(program_.payload_fields[f].value_of(meeting.payload));
  return run_for_ways(code, ways);
}

bool Interpreter::run_for_ways(int code, std::vector<Reactions::Way>& ways) {
  ways.clear();
  const Restored emitting(emitted_, &ways);
  return run(code) == Status::done;
}

bool Interpreter::sides_of(int cell, Word& sides) {
  const int key = top_key(cell);
  sides = 0;
  const int code = key ? program_.reactions.sides_code[program_.key(key).kind] : -1;
  if (code < 0) return true;
  frame_[program_.reactions.here] = static_cast<Word>(cell);
  if (run(code) != Status::done) return false;
  sides = frame_[program_.reactions.sides_set];
  return true;
}

bool Interpreter::run_emission(int key, int cell, std::vector<Reactions::Way>& ways) {
  frame_[program_.reactions.here] = static_cast<Word>(cell);
  return run_for_ways(program_.reactions.emit_code[program_.key(key).kind], ways);
}

/// Adds a way on of the reaction or emission that runs now. False: what the beam carries leaves its range.
bool Interpreter::emit_way(const Instruction& at) {
  const Word* f = frame_;
  const std::int64_t number = payload_of(program_, f + at.b);
  if (number < 0) return false;
  const auto payload = static_cast<std::uint32_t>(number);
  const auto add = [&](std::int32_t cell, Word way) {
    emitted_->push_back({cell, static_cast<std::uint16_t>(way), 0, payload});
  };
  if (at.op != Opcode::emit_start)
    add(at.n ? static_cast<std::int32_t>(f[at.c]) : -1, f[at.a]);
  else
    for (const int way : each_bit(f[at.a])) add(-1, static_cast<Word>(way));
  return true;
}

/// Values computed from this beam are kept until a cell changes that it leaves or meets.
bool Interpreter::trace_from(const Instruction& at, const Instruction& more) {
  if (!beams_.trace_from(at, more)) return false;
  const Trace& trace = beams_.trace(frame_[at.a]);
  if (kept_.follows_ways())
    for (std::size_t i = 0; i < trace.cells.size(); ++i) kept_.add_way(i, trace.cells[i] | trace.hits[i]);
  return true;
}

void Interpreter::unwind() { undo_.unwind(); }

std::int64_t Interpreter::too_many() {
  fail(lang::Code::G0605, node().span, "more than 2^60 moves can be chosen here");
  return -1;
}

}  // namespace glint
