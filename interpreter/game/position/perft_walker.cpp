#include "interpreter/game/position/perft_walker.hpp"

#include "interpreter/game/loading/errors.hpp"

namespace glint {

PerftWalker::PerftWalker(const Position& origin, Profile* profile)
    : program_(origin.game().program()), machine_(program_) {
  machine_.set_profile(profile);
  std::vector<Word>* const past = PositionView(origin).has_fixed_draws() ? &past_ : nullptr;
  chance_ = std::make_unique<PositionChance>(PositionView(origin).chance_of(random_, past));
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
  machine_.list_ahead(true);
}

PerftWalker::~PerftWalker() = default;

void PerftWalker::go_to(const PerftLine& line) {
  machine_.load(line.state);
  machine_.forget_all();  // after an error, kept values may be wrong
  history_ = line.history;
  past_ = line.past;
  chance_->past_changed();
  random_ = line.random;
  level_ = 0;
}

PerftLine PerftWalker::here() const {
  PerftLine line{{}, history_, past_, random_};
  machine_.store(line.state);
  return line;
}

std::optional<Error> PerftWalker::count_children(std::uint64_t& count) {
  if (!machine_.is_at_draw()) {
    const Result<std::uint64_t> moves = list_moves(machine_);
    if (!moves) return moves.errors()[0];
    count = *moves;
    return std::nullopt;
  }
  const auto drawing = machine_.drawing();
  if (!drawing) return failure();
  const auto ways = outcomes(*drawing);
  if (!ways) return too_many_outcomes(program_, *drawing);
  count = *ways;
  return std::nullopt;
}

void PerftWalker::descend() {
  if (levels_.size() == static_cast<std::size_t>(level_)) levels_.emplace_back();
  ++level_;
  level().at_draw = machine_.is_at_draw();
  level().random = random_;
  level().history = history_.size();
  level().past = past_.size();
  machine_.swap_listing(level().listing);
  machine_.mark(level_ - 1);
}

std::optional<Error> PerftWalker::play(std::uint64_t child) {
  Machine::Status status = Machine::Status::done;
  const PositionChance::Chosen chosen{child, {}};
  if (level().at_draw) {
    chance_->choose(chosen);
  } else {
    machine_.swap_listing(level().listing);
    status = machine_.apply_listed(machine_, child);
    machine_.swap_listing(level().listing);
  }
  if (status == Machine::Status::done) status = machine_.resume(*chance_);
  if (status == Machine::Status::error || status == Machine::Status::failed) return failure();
  if (const auto longer = too_long(program_, past_, history_)) return to_error(program_, *longer);
  return std::nullopt;
}

void PerftWalker::back() {
  machine_.go_back(level_ - 1);
  machine_.mark(level_ - 1);
  random_ = level().random;
  history_.resize(level().history);
  past_.resize(level().past);
  chance_->past_changed();
}

Error PerftWalker::failure() const { return to_error(program_, machine_.failure()); }

}  // namespace glint
