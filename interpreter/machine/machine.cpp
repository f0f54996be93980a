// States, stepping, the ledger of listed moves.
#include "interpreter/machine/machine.hpp"

#include <algorithm>
#include <cstring>

#include "interpreter/program/print.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

Machine::Machine(const Program& program)
    : program_(program), words_(program.words()), cells_(program.geometry.cells), frame_(program.initial_frame),
      fuel_(kFuel), beams_(program, frame_.data(), fuel_, *this), light_(program, frame_.data(), fuel_, beams_),
      hypothetical_(program, frame_.data(), beams_.kernel(), *this) {
  const auto words = static_cast<std::size_t>(words_);
  on_ways_.assign(words, 0);
  saved_width_ = program.layout.end + words + beams_.saved_words() + hypothetical_.saved_words();
  scratch_.assign(std::max(words * static_cast<std::size_t>(program.layout.stack),
                           static_cast<std::size_t>(program.geometry.edge_words)), 0);
  line_ = front_ = scratch_;
  calls_.reserve(64);
  std::size_t picks = 0;
  for (const MoveCode& move : program.moves) picks = std::max(picks, move.picks.size());
  choices_.resize(picks);
  picked_.resize(picks);
}

// ---- States ----

void Machine::load(const std::vector<Word>& state) {
  fuel_ = kFuel;
  if (std::memcmp(state.data(), frame_.data(), state.size() * sizeof(Word)) == 0) return;
  is_listed_ = false;
  std::copy(state.begin(), state.end(), frame_.begin());
  forget_all();
}

void Machine::store(std::vector<Word>& state) const {
  state.assign(frame_.begin(), frame_.begin() + program_.layout.size);
}

void Machine::forget_all() {
  kept_ = 0;
  recomputed_ = ~Word{0};
  beams_.forget_all();
  hypothetical_.forget_all();
  fill_planes();
}

std::uint64_t Machine::hash() const {
  // SplitMix64's mixer over the State's words, each with its place.
  std::uint64_t h = 0x9E3779B97F4A7C15u;
  for (Slot i = 0; i < program_.layout.size; ++i) {
    std::uint64_t z = frame_[i] + 0x9E3779B97F4A7C15u * (i + 1) + h;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    h = z ^ (z >> 31);
  }
  return h;
}

void Machine::fail(lang::Code code, lang::Span span, std::string message) {
  failure_ = {code, span, std::move(message)};
}

Machine::Status Machine::error(const Instruction* at, lang::Code code, std::string message) {
  const auto index = static_cast<std::size_t>(at - program_.code.data());
  fail(code, program_.code_spans[index], std::move(message));
  return Status::error;
}

/// `at`: where the code stood; none outside of it.
Machine::Status Machine::out_of_fuel(const Instruction* at) {
  const std::string text = "one decision takes more than " + std::to_string(kFuel / 1'000'000) + " million steps to work out";
  if (at) return error(at, lang::Code::G0605, text + "; this is where it was given up");
  fail(lang::Code::G0605, program_.rules.board.span, text);
  return Status::error;
}

Machine::Status Machine::out_of_range(const Instruction* at) {
  const auto number = [this](Slot slot) { return std::to_string(static_cast<std::int64_t>(frame_[slot])); };
  return error(at, lang::Code::G0602, number(at->a) + " is not in " + number(at->b) + ".." + number(at->c));
}

Machine::Status Machine::too_high(const Instruction* at, int cell) {
  return error(at, lang::Code::G0606, "no more than " + std::to_string(program_.layout.stack) + " pieces fit on " +
                                          program_.geometry.info[static_cast<std::size_t>(cell)].label);
}

std::string Machine::message(const Message& message) const {
  if (!message.text) return message.fallback;
  std::string text;
  std::size_t hole = 0;
  for (const rules::TextPart& part : message.text->parts) {
    text += part.literal;
    if (!part.hole) continue;
    const Message::Hole& one = message.holes[hole++];
    text += cut(print_slots(program_, one.type, &frame_[one.slot], to_move()), part.width);
  }
  return text;
}

// ---- stepping ----

Machine::Status Machine::begin(Chance& chance) {
  std::fill(frame_.begin(), frame_.begin() + program_.layout.size, 0);
  is_listed_ = false;
  forget_all();
  fuel_ = kFuel;
  const Status status = run(program_.setup_code);
  if (status != Status::done) return status;
  return go_on(run(program_.play_code), chance);
}

Machine::Status Machine::resume(Chance& chance) {
  if (is_over()) return Status::over;
  if (is_at_draw()) {
    fuel_ = kFuel;
    return go_on(run(program_.draws[frame_[Layout::kNode] - Layout::kDraw].begin), chance);
  }
  if (node().together) {
    Status status = next_seat(to_move() + 1);
    if (status == Status::done) status = carry_out();
    if (status != Status::done) return status;
  }
  return go_on(run(node().resume), chance);
}

std::optional<Drawing> Machine::drawing() {
  fuel_ = kFuel;
  Drawing drawing;
  if (run(program_.draws[frame_[Layout::kNode] - Layout::kDraw].begin) != Status::drawing || !prepare(drawing))
    return std::nullopt;
  return drawing;
}

/// What there is to draw from; false when that is too little.
bool Machine::prepare(Drawing& drawing) {
  const DrawNode& draw = program_.draws[static_cast<std::size_t>(drawing_)];
  drawing.node = &draw;
  drawing.from = &frame_[draw_set_];
  drawing.words = draw_words_;
  const auto refuse = [&](lang::Code code, std::string message) {
    fail(code, draw.span, std::move(message));
    return false;
  };
  if (draw.form == DrawNode::Form::bag) {
    for (std::int64_t i = 0; i < draw.values; ++i) drawing.size += drawing.from[i];
    if (drawing.size > 0) return true;
    return refuse(lang::Code::G0610, "the bag `" + program_.rules.variables[static_cast<std::size_t>(draw.bag)].name +
                                         "` is empty, and `" + draw.name + "` is to be drawn from it");
  }
  for (int i = 0; i < drawing.words; ++i) drawing.size += static_cast<std::uint64_t>(popcount(drawing.from[i]));
  if (draw.form == DrawNode::Form::one) {
    if (drawing.size > 0) return true;
    return refuse(lang::Code::G0608, "there is nothing to draw `" + draw.name + "` from");
  }
  const auto number = static_cast<std::int64_t>(frame_[draw_number_]);
  drawing.number = static_cast<std::uint64_t>(number);
  if (number >= 0 && drawing.number <= drawing.size) return true;
  return refuse(lang::Code::G0611,
                number < 0 ? "fewer than none, " + std::to_string(number) + ", cannot be drawn for `" + draw.name + "`"
                           : std::to_string(number) + " are to be drawn for `" + draw.name + "`, and there " +
                                 (drawing.size == 1 ? "is" : "are") + " only " + std::to_string(drawing.size));
}

Machine::Status Machine::go_on(Status status, Chance& chance) {
  constexpr int kMaxPasses = 100'000;
  int passes = 0;
  while (true) {
    if (status == Status::drawing) {
      Drawing drawing;
      if (!prepare(drawing)) return Status::error;
      const DrawNode& draw = *drawing.node;
      const auto width = static_cast<std::size_t>(draw.form == DrawNode::Form::some ? drawing.words : 1);
      if (drawn_.size() < width) drawn_.resize(width);
      switch (chance.draw(drawing, drawn_.data())) {
        case Chance::Answer::drawn: break;
        case Chance::Answer::waits:
          frame_[Layout::kNode] = Layout::kDraw + static_cast<Word>(drawing_);
          return Status::drawing;
        case Chance::Answer::refused:
          fail(lang::Code::G0608, draw.span, chance.refusal());
          return Status::error;
      }
      if (draw.bag >= 0) --frame_[draw_set_ + static_cast<Slot>(static_cast<std::int64_t>(drawn_[0]) - draw.first)];
      std::copy_n(drawn_.begin(), width, frame_.begin() + draw.target);
      status = run(draw.resume);
      continue;
    }
    if (status != Status::waiting) return status == Status::done ? Status::over : status;
    bool nothing_listed = false;
    status = arrive(nothing_listed);
    if (!nothing_listed) return status;
    if (++passes > kMaxPasses) {
      fail(lang::Code::G0603, node().span, "play goes round and round here, and nothing can ever be chosen");
      return Status::error;
    }
    status = run(node().otherwise);
  }
}

/// Play has come to a choice: ends and invariants are tested.
Machine::Status Machine::arrive(bool& nothing_listed) {
  if (history_) history_->push_back(hash());
  const Word at = frame_[Layout::kNode];
  const auto run_rules = [this](int code) {  // most games have no invariants, many no ends
    return program_.code[static_cast<std::size_t>(code)].op == Opcode::ret ? Status::done : run(code);
  };
  Status status = run_rules(program_.ends_code);
  if (status == Status::error) return status;
  const bool over = status == Status::over;
  status = run_rules(program_.invariants_code);
  if (status == Status::error) return status;
  if (over) return Status::over;
  const Node& node = program_.nodes[at];
  if (node.together) {
    status = next_seat(0);
    if (status != Status::done) return status;
    forget_choices();
    nothing_listed = true;
    return Status::waiting;
  }
  if (node.otherwise < 0) return Status::waiting;
  if (lists_ahead_) {
    // The whole list, with all the work that it may take. Where it is in error, so it will be when it is asked for.
    const std::int64_t fuel = fuel_;
    fuel_ = kFuel;
    const std::int64_t count = list_all();
    fuel_ = fuel;
    if (count >= 0) {
      is_listed_ = count > 0;
      nothing_listed = count == 0;
      return Status::waiting;
    }
  }
  for (const int move : node.moves) {
    const Listed listed = anything_listed(move);
    if (listed == Listed::something) return Status::waiting;
    if (listed == Listed::error) return Status::error;
  }
  nothing_listed = true;
  return Status::waiting;
}

Machine::Status Machine::run_move(int move, bool listed) {
  applying_ = move;
  moving_ = true;
  const MoveCode& code = program_.moves[static_cast<std::size_t>(move)];
  const Status status = run(listed ? code.quick.of(frame_[Layout::kMe]) : code.run);
  moving_ = false;
  return status;
}

Machine::Status Machine::apply(int move, bool want_reason) {
  fuel_ = kFuel;
  is_listed_ = false;
  if (node().together) return choose_in_secret(move, want_reason);
  undo_.assign(frame_.begin(), frame_.begin() + program_.layout.size);
  quiet_ = !want_reason;
  const Status status = run_move(move);
  quiet_ = false;
  if (status == Status::failed || status == Status::error) {
    std::copy(undo_.begin(), undo_.end(), frame_.begin());
    forget_all();
  }
  return status;
}

Machine::Status Machine::forfeit() {
  if (program_.clock_out_code < 0 || is_over()) return Status::failed;  // see Position::forfeit for a clock that is off
  return run(program_.clock_out_code);
}

void Machine::end_game(OutcomeKind kind, int winner) {
  frame_[Layout::kNode] = Layout::kOver;
  frame_[Layout::kOutcome] = static_cast<Word>(kind) | static_cast<Word>(winner + 1) << 8;
  // Canonical: where play stood, and whose turn it was, no longer matters.
  frame_[Layout::kMe] = 0;
  std::fill(frame_.begin() + program_.layout.pending, frame_.begin() + program_.layout.size, 0);
}

// ---- undo while listing ----

void Machine::save(int depth) {
  const auto level = static_cast<std::size_t>(depth_base_ + depth);
  depth_ = depth + 1;
  const std::size_t width = saved_width_;
  if (saved_.size() < (level + 1) * width) {
    saved_.resize((level + 1) * width);
    saved_masks_.resize(level + 1);
  }
  Word* into = &saved_[level * width];
  std::memcpy(into, frame_.data(), program_.layout.end * sizeof(Word));
  saved_masks_[level] = {kept_, recomputed_};
  recomputed_ = 0;
  Word* const masks = into + program_.layout.end;
  if (program_.forget_ways) std::copy(on_ways_.begin(), on_ways_.end(), masks);
  beams_.save_into(masks + words_);
  hypothetical_.save_into(masks + words_ + beams_.saved_words());
}

void Machine::restore(int depth) {
  depth_ = depth;
  const auto level = static_cast<std::size_t>(depth_base_ + depth);
  const std::size_t width = saved_width_;
  const Word* from = &saved_[level * width];
  std::memcpy(frame_.data(), from, program_.layout.end * sizeof(Word));
  // What was worked out in the hypothetical is lost; what was kept before it and not touched since is right again.
  kept_ = saved_masks_[level].kept & ~recomputed_;
  recomputed_ |= saved_masks_[level].recomputed;
  const Word* const masks = from + program_.layout.end;
  if (program_.forget_ways) std::copy_n(masks, words_, on_ways_.begin());
  beams_.restore_from(masks + words_);
  hypothetical_.restore_from(masks + words_ + beams_.saved_words());
}

/// Takes away marks down to this level: what was worked out, and changed, before each of them was set belongs to what is
/// below it.
void Machine::unmark(int level) {
  for (; depth_base_ > level; --depth_base_) {
    const auto above = static_cast<std::size_t>(depth_base_ - 1);
    recomputed_ |= saved_masks_[above].recomputed;
    const Word* const masks = &saved_[above * saved_width_] + program_.layout.end + words_;
    beams_.drop_saved(masks);
    hypothetical_.drop_saved(masks + beams_.saved_words());
  }
}

/// What is tried out from here on is kept above this level.
void Machine::mark(int level) {
  unmark(level);
  depth_base_ = level;
  save(0);
  depth_base_ = level + 1;
  depth_ = 0;
}

void Machine::go_back(int level) {
  unmark(level + 1);
  depth_base_ = level;
  is_listed_ = false;
  restore(0);
}

// ---- beams ----

std::vector<Word> Machine::emitters() const {
  std::vector<Word> cells(static_cast<std::size_t>(words_), 0);
  beams_.emitters(cells.data());
  return cells;
}

/// Code may look at the board, so the piece must stand there.
bool Machine::meets_with(int cell, int key, const Word* target, bool& meets) {
  const int depth = depth_;
  save(depth);
  put(cell, key);
  const bool is_fine = beams_.kernel().emitter_meets(cell, target, meets);
  restore(depth);
  return is_fine;
}

bool Machine::run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) {
  const Reactions& reactions = program_.reactions;
  frame_[reactions.here] = static_cast<Word>(meeting.cell);
  frame_[reactions.way] = static_cast<Word>(meeting.way);
  if (meeting.edge >= 0) frame_[reactions.edge] = static_cast<Word>(meeting.edge);
  for (std::size_t f = 0; f < program_.payload_fields.size(); ++f) {
    const PayloadField& field = program_.payload_fields[f];
    frame_[reactions.payload + f] = static_cast<Word>(meeting.payload / field.stride % field.size + field.lo);
  }
  auto* before = emitted_;
  ways.clear();
  emitted_ = &ways;
  const Status status = run(code);
  emitted_ = before;
  return status == Status::done;
}

bool Machine::sides_of(int cell, Word& sides) {
  const int key = top_key(cell);
  sides = 0;
  const int code = key ? program_.reactions.sides_code[static_cast<std::size_t>(program_.key(key).kind)] : -1;
  if (code < 0) return true;
  frame_[program_.reactions.here] = static_cast<Word>(cell);
  if (run(code) != Status::done) return false;
  sides = frame_[program_.reactions.sides_set];
  return true;
}

bool Machine::run_emission(int key, int cell, std::vector<Reactions::Way>& ways) {
  frame_[program_.reactions.here] = static_cast<Word>(cell);
  auto* before = emitted_;
  ways.clear();
  emitted_ = &ways;
  const Status status = run(program_.reactions.emit_code[static_cast<std::size_t>(program_.key(key).kind)]);
  emitted_ = before;
  return status == Status::done;
}

}  // namespace glint
