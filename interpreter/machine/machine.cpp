#include "interpreter/machine/machine.hpp"

#include <algorithm>

namespace glint {

namespace {

/// Invariants hold in the last position, too, whatever ended the game: a move, `play`, or an `end` rule.
Machine::Status tested_at_end(Machine& machine, Machine::Status status) {
  if (status != Machine::Status::over) return status;
  const int code = machine.program().entries.invariants;
  if (code < 0 || machine.program().code.instructions[code].op == Opcode::ret) return status;  // most games have none
  return machine.run_aside(code) == Machine::Status::error ? Machine::Status::error : status;
}

}  // namespace

Machine::Machine(const Program& program) : Interpreter(program) {
  std::size_t picks = 0;
  for (const MoveCode& move : program.moves) picks = std::max(picks, move.picks.size());
  picked_.resize(picks);
}

Machine::Status Machine::begin(Chance& chance) {
  pieces().board().clear_state();
  outdate();
  forget_all();
  fuel().refill();
  const Status status = run(program().entries.setup);
  if (status != Status::done) return tested_at_end(*this, status);
  return go_on(run(program().entries.play), chance);
}

Machine::Status Machine::resume(Chance& chance) {
  if (is_over()) return Status::over;
  if (is_at_draw()) {
    fuel().refill();
    return go_on(run(program().draws[frame_[Layout::kNode] - Layout::kDraw].begin), chance);
  }
  if (node().together) {
    Status status = next_seat();
    fuel().refill();
    if (status == Status::done) status = carry_out();
    if (status != Status::done) return tested_at_end(*this, status);
  }
  return go_on(run(node().resume), chance);
}

Machine::Status Machine::settle(Chance& chance) {
  if (is_over() || is_at_draw()) return resume(chance);
  fuel().refill();
  outdate();
  return go_on(Status::waiting, chance);
}

std::optional<Drawing> Machine::drawing() {
  fuel().refill();
  Drawing drawing;
  if (run(program().draws[frame_[Layout::kNode] - Layout::kDraw].begin) != Status::drawing || !prepare(drawing))
    return std::nullopt;
  return drawing;
}

/// Fills in the possible draws; false if there are too few.
bool Machine::prepare(Drawing& drawing) {
  if (draws().find(drawing)) return true;
  const DrawNode& draw = *drawing.node;
  const auto refuse = [&](lang::Code code, std::string message) {
    failures().fail(code, draw.span, std::move(message));
    return false;
  };
  if (draw.form == DrawNode::Form::bag)
    return refuse(lang::Code::G0610, "the bag `" + program().rules.variables[draw.bag].name + "` is empty, and `" +
                                         draw.name + "` cannot be drawn from it");
  if (draw.form == DrawNode::Form::one)
    return refuse(lang::Code::G0608, "there is nothing to draw `" + draw.name + "` from");
  const auto number = static_cast<std::int64_t>(drawing.number);
  return refuse(lang::Code::G0611,
                number < 0 ? "`" + draw.name + "` cannot draw " + std::to_string(number) + " values"
                           : "`" + draw.name + "` draws " + std::to_string(number) + " values, and there " +
                                 (drawing.size == 1 ? "is" : "are") + " only " + std::to_string(drawing.size));
}

/// Makes the draw that the code waits for. Status drawing: play waits for chance.
Machine::Status Machine::draw(Chance& chance) {
  Drawing drawing;
  if (!prepare(drawing)) return Status::error;
  switch (chance.draw(drawing, draws().room_for(drawing))) {
    case Chance::Answer::drawn: break;
    case Chance::Answer::waits:
      frame_[Layout::kNode] = Layout::kDraw + static_cast<Word>(draws().request().node);
      return Status::drawing;
    case Chance::Answer::refused:
      return failures().fail(lang::Code::G0608, drawing.node->span, chance.refusal());
  }
  draws().take(drawing);
  return Status::done;
}

Machine::Status Machine::go_on(Status status, Chance& chance) {
  int passes = 0;
  while (true) {
    while (status == Status::drawing) {
      status = draw(chance);
      if (status != Status::done) return status;
      status = run(program().draws[draws().request().node].resume);
    }
    if (status != Status::waiting) return tested_at_end(*this, status == Status::done ? Status::over : status);
    bool nothing_listed = false;
    status = arrive(nothing_listed);
    if (!nothing_listed) return status;
    if (++passes > kMostPasses) return failures().going_round(node().span);
    status = run(node().otherwise);
  }
}

Machine::Status Machine::play_on(RandomPlay& play, Chance& chance) {
  play.history = history_;
  play.draws = chance.generator();
  Status status = run_on_at_random(node().drawn, play);
  while (status == Status::drawing) {
    status = draw(chance);
    if (status != Status::done) return status;
    status = run_on_at_random(program().draws[draws().request().node].resume, play);
  }
  outdate();
  if (status == Status::done || status == Status::over) return tested_at_end(*this, Status::over);
  if (status == Status::waiting && !node().runs_on) return go_on(status, chance);
  if (!play.is_arriving || status != Status::error || fuel().has_used_shared()) return status;
  // Not every error here is an error of the game: plain play finds out, from the choice that random play reached.
  pieces().undo().unwind();
  fuel().refill(play.fuel_at_choice);
  if (history_) history_->pop_back();
  return go_on(Status::waiting, chance);
}

/// Play has reached a choice: tests ends and invariants.
Machine::Status Machine::arrive(bool& nothing_listed) {
  if (history_) history_->push_back(counted_hash());
  const Word at = frame_[Layout::kNode];
  const auto run_rules = [this](int code) {  // most games have no invariants, many no ends
    return program().code.instructions[code].op == Opcode::ret ? Status::done : run(code);
  };
  Status status = run_rules(program().entries.ends);
  if (status == Status::error) return status;
  const bool over = status == Status::over;
  status = run_rules(program().entries.invariants);
  if (status == Status::error) return status;
  if (over) return Status::over;
  const Node& node = program().nodes[at];
  if (node.together) {
    status = next_seat();
    if (status == Status::done) status = tested_at_end(*this, carry_out());  // in a position read, some had chosen
    if (status != Status::done) return status;
    nothing_listed = true;
    return Status::waiting;
  }
  if (node.otherwise < 0) return Status::waiting;
  if (lists_ahead_) {
    // Lists all moves, with all the work that this may take. If it fails, it will fail again when moves are needed.
    const std::int64_t fuel_left = fuel().left();
    fuel().refill();
    const std::int64_t count = list_all();
    fuel().refill(fuel_left);
    if (count >= 0) {
      if (count > 0) listing_here_ = ledger().number();
      nothing_listed = count == 0;
      return Status::waiting;
    }
  }
  const Listed listed = any_listed();
  nothing_listed = listed == Listed::nothing;
  return listed == Listed::error ? Status::error : Status::waiting;
}

/// Lists until a move of this choice can be made.
Interpreter::Listed Machine::any_listed() {
  for (const int move : node().moves)
    if (const Listed listed = can(move, to_move()); listed != Listed::nothing) return listed;
  return Listed::nothing;
}

Machine::Status Machine::apply(int move, const std::vector<Choice>& choices, bool want_reason) {
  fuel().refill();
  outdate();
  if (node().together) return choose_in_secret(move, &choices, want_reason);
  store(before_);
  const Status status = tested_at_end(*this, run_move(move, &choices, !want_reason));
  if (status == Status::failed || status == Status::error) {
    pieces().board().load(before_);
    forget_all();
  }
  return status;
}

Machine::Status Machine::forfeit() {
  if (program().entries.clock_out < 0 || is_over())
    return Status::failed;  // see Position::forfeit for a clock that is off
  outdate();
  return run(program().entries.clock_out);
}

// ---- moves that were listed ----

std::int64_t Machine::list() {
  if (listing_here_ == ledger().number()) return listed();
  fuel().refill();
  return list_all();
}

int Machine::listed_run(std::uint64_t k, Word* picks) {
  const auto [move, count] = taken_apart(*this, k);
  for (std::size_t i = 0; i < count; ++i)
    if (!picked_[i].some_of) picks[picked_[i].pick] = picked_[i].number;
  return move;
}

int Machine::listed_choices(std::uint64_t k, std::vector<Choice>& choices) {
  const auto [move, count] = taken_apart(*this, k);
  choices.resize(program().moves[move].picks.size());
  if (program().moves[move].loop.rounds >= 0)
    std::fill(choices.begin(), choices.end(), Choice());  // not all are picked
  for (std::size_t i = 0; i < count; ++i) {
    Choice& choice = choices[picked_[i].pick];
    choice.part = nullptr;
    choice.mode = picked_[i].some_of ? Choice::Mode::offered : Choice::Mode::value;
    choice.number = picked_[i].number;
  }
  return move;
}

int Machine::take_listed(const Machine& lister, std::uint64_t k) {
  const auto [move, count] = taken_apart(lister, k);
  for (std::size_t i = 0; i < count; ++i) frame_[picked_[i].target] = picked_[i].number;
  fuel().refill();
  outdate();
  return move;
}

Machine::Status Machine::apply_listed(const Machine& lister, std::uint64_t k) {
  const int move = take_listed(lister, k);
  if (!node().together) return tested_at_end(*this, run_move(move, nullptr, true));
  if (!program().moves[move].is_sure) return choose_in_secret(move, nullptr, false);
  Interpreter::pending().keep(to_move(), move, true);  // cannot fail
  return Status::done;
}

}  // namespace glint
