#include "interpreter/players/sampler.hpp"

#include <algorithm>

#include "interpreter/machine/step_chance.hpp"

namespace glint {

namespace {

using Status = Machine::Status;

/// Repeats the draws of a line.
class LineChance : public Chance {
 public:
  explicit LineChance(const std::vector<Word>& line) : line_(line) {}

  Answer draw(const Drawing&, Word* into) override {
    if (at_ >= line_.size() || line_[at_] >= kPastMove) return Answer::waits;
    std::copy_n(line_.begin() + static_cast<std::ptrdiff_t>(at_) + 2, line_[at_ + 1], into);
    at_ += 2 + line_[at_ + 1];
    return Answer::drawn;
  }
  bool at_move() const { return at_ < line_.size() && line_[at_] >= kPastMove; }
  int move() const { return static_cast<int>(line_[at_] - kPastMove); }
  /// Takes the picks of the move from the line.
  const Word* take_picks() {
    const Word* const picks = line_.data() + at_ + 2;
    at_ += 2 + line_[at_ + 1];
    return picks;
  }

 private:
  const std::vector<Word>& line_;
  std::size_t at_ = 0;
};

}  // namespace

Sampler::Sampler(const Position& position)
    : program_(position.game().program()), machine_(program_), view_(program_, position.to_move()) {
  read(position);
}

void Sampler::read(const Position& position) {
  LineChance line(*PositionView(position).line());
  Part part;
  Status status = machine_.begin(line);
  while (true) {
    machine_.store(part.after);
    parts_.push_back(part);
    if (status != Status::waiting || !line.at_move()) break;
    part.move = line.move();
    const Word* pick = line.take_picks();
    part.choices.clear();
    for (const PickInfo& info : program_.moves[static_cast<std::size_t>(part.move)].picks) {
      const int words = program_.set_words(info.type);
      Choice choice;
      if (info.some_of) {
        choice.mode = Choice::Mode::set;
        choice.set.assign(pick, pick + words);
      } else {
        choice.number = *pick;
      }
      part.choices.push_back(std::move(choice));
      pick += words;
    }
    status = machine_.apply(part.move, part.choices, false);
    if (status == Status::done) status = machine_.resume(line);
    stop_.after(1 + static_cast<std::int64_t>(part.after.size()) / 16);
  }
  for (int player = 0; player < static_cast<int>(program_.rules.players.size()); ++player)
    if (machine_.pending().move_of(player) >= 0) parts_.pop_back();
}

bool Sampler::sample(Random& random, std::vector<Word>& state) {
  constexpr int kTimes = 300;
  for (int time = 0; time < kTimes; ++time) {
    std::size_t done = 0;
    while (done < parts_.size() && find_part(parts_[done], random, state)) ++done;
    if (done == parts_.size()) return true;
  }
  return false;
}

/// Plays a part from this State again and again until it ends as the seat saw it; false if it never does.
bool Sampler::find_part(Part& part, Random& random, std::vector<Word>& state) {
  constexpr int kTimes = 100, kKinds = 3;
  for (int kind = 0; kind < kKinds; ++kind) {
    const int strictness = (part.strictness + kind) % kKinds;
    for (int time = 0; time < kTimes; ++time) {
      if (play_part(part, random, strictness, state)) {
        part.strictness = strictness;
        return true;
      }
      if (!drew_) return false;  // without chance it would end the same again
    }
  }
  return false;
}

/// Several draws together hardly ever give what was seen. So each draw may be repeated by itself until it fits,
/// assuming that what the seat sees only grows or only shrinks in this part: sets (strictness 1), or all variables (2).
/// If the assumption is wrong, fewer positions are found. Either way nothing is read that the seat does not see.
bool Sampler::play_part(const Part& part, Random& random, int strictness, std::vector<Word>& state) {
  drew_ = false;
  // Each try has its own fuel, so fuel does not bound all of them. To draw from many elements takes longer than to copy them.
  const auto words = static_cast<std::int64_t>(part.after.size());
  stop_.after(1 + words / 16);
  StepChance waits;
  Status status = Status::done;
  if (part.move < 0) {
    status = machine_.begin(waits);
  } else {
    machine_.load(state);
    status = machine_.apply(part.move, part.choices, false);
    if (status == Status::done) status = machine_.resume(waits);
  }
  if (status == Status::drawing) machine_.store(first_);
  while (status == Status::drawing) {
    drew_ = true;
    machine_.store(at_draw_);
    const int times = strictness == 0 ? 1 : 400;
    bool fits = false;
    for (int time = 0; time < times && !fits; ++time) {
      machine_.load(at_draw_);
      stop_.after(1 + words);
      StepChance draws(random);
      status = machine_.resume(draws);
      if (status != Status::drawing && status != Status::waiting) break;
      machine_.store(now_);
      fits = strictness == 0 || view_.is_between(first_, now_, part.after, strictness == 2);
    }
    if (!fits) return false;
  }
  if (status != Status::waiting) {
    machine_.forget_all();
    return false;
  }
  machine_.store(now_);
  if (!view_.is_same(now_, part.after)) return false;
  state = now_;
  return true;
}

}  // namespace glint
