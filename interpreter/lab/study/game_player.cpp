#include "interpreter/lab/study/game_player.hpp"

#include <algorithm>

#include "interpreter/game/record/record.hpp"
#include "interpreter/machine/profile.hpp"

namespace glint {
namespace {

/// While this object lives, a machine records the code that it runs in a profile.
class Watched {
 public:
  Watched(Machine& machine, Profile* profile) : machine_(machine), profile_(profile) {
    if (!profile_) return;
    profile_->start();
    machine_.set_profile(profile_);
  }
  ~Watched() {
    if (!profile_) return;
    profile_->stop();
    machine_.set_profile(nullptr);
  }
  Watched(const Watched&) = delete;

 private:
  Machine& machine_;
  Profile* const profile_;
};

/// Notes what is drawn.
class NotedChance : public SeriesChance {
 public:
  NotedChance(const Program& program, const Settings& fixed, Random& random, std::vector<Word>& noted)
      : SeriesChance(program, fixed, random), program_(program), noted_(noted) {}
  Answer draw(const Drawing& drawing, Word* into) override {
    const Answer answer = SeriesChance::draw(drawing, into);
    if (answer == Answer::drawn) add_draw(program_, drawing, into, noted_);
    return answer;
  }
  Random* generator() override { return nullptr; }

 private:
  const Program& program_;
  std::vector<Word>& noted_;
};

}  // namespace

std::uint64_t StudyPlan::chance_seed(std::uint64_t game) const {
  if (!pairs_chance && !opening) return seed_of_game(seed, game);
  return seed_of_game(mixed(seed), pairs_chance ? game / 2 : game);
}

GamePlayer::GamePlayer(const Game& game, const StudyPlan& plan, Profile* profile) : game_(game),
      program_(game_.program()),
      plan_(plan),
      profile_(profile),
      is_random_(all_random(plan)),
      machine_(program_),
      random_(1),
      chance_random_(1) {}

std::optional<Error> GamePlayer::begin(std::uint64_t number, bool has_players) {
  record_ = plan_.records ? &(*plan_.records)[static_cast<std::size_t>(number)] : nullptr;
  seed_ = record_ ? record_->seed : seed_of_game(plan_.seed, number);
  return is_random_ ? begin_random(number) : begin_seated(number, has_players);
}

std::optional<Error> GamePlayer::begin_random(std::uint64_t number) {
  random_ = Random(seed_);
  chance_random_ = Random(plan_.chance_seed(number));
  Random& draws = plan_.pairs_chance || plan_.opening ? chance_random_ : random_;
  noted_.clear();
  if (notes_draws_)
    chance_ = std::make_unique<NotedChance>(program_, plan_.draws, draws, noted_);
  else
    chance_ = std::make_unique<SeriesChance>(program_, plan_.draws, draws);
  history_.clear();
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
  const Watched watched(machine_, profile_);
  if (machine_.begin(*chance_) == Machine::Status::error) return to_error(program_, machine_.failure());
  return std::nullopt;
}

std::optional<Error> GamePlayer::begin_seated(std::uint64_t number, bool has_players) {
  seats_.clear();
  for (std::size_t seat = 0; has_players && !record_ && seat < plan_.players.size(); ++seat) {
    const std::size_t index = plan_.player_at(seat, number);
    const std::string& spec = plan_.players[index];
    const std::uint64_t seed = mixed(seed_ + seat);
    auto player = Result<std::unique_ptr<Player>>(plan_.guest ? plan_.guest(index, seed) : nullptr);
    if (!*player) player = make_player(spec, seed, game_, {}, is_learned(spec) ? plan_.learned : JudgeMaker{});
    if (!player) return player.errors()[0];
    seats_.push_back(std::move(*player));
  }
  StartOptions options;
  options.seed = record_ ? seed_ : plan_.chance_seed(number);
  options.draws = record_ ? record_->draws : plan_.draws;
  Result<Position> start = start_recorded(game_, options, profile_);
  if (!start) return start.errors()[0];
  position_ = std::move(*start);
  machine_.load(position_->state());
  return std::nullopt;
}

Result<std::uint64_t> GamePlayer::list() {
  if (profile_) machine_.forget_all();  // lines that a watcher has run are recorded again when rules run them
  const Watched watched(machine_, is_random_ ? profile_ : nullptr);  // a Position has recorded it
  const std::int64_t count = machine_.list();
  if (count == 0) machine_.fail_without_moves();
  if (count <= 0) return to_error(program_, machine_.failure());
  return static_cast<std::uint64_t>(count);
}

std::optional<std::uint64_t> GamePlayer::listed(const std::string& text) const {
  Result<std::vector<std::string>> moves = position_->moves();
  if (!moves) return std::nullopt;
  const auto at = std::find(moves->begin(), moves->end(), text);
  return at == moves->end() ? std::nullopt : std::optional<std::uint64_t>(at - moves->begin());
}

Result<std::uint64_t> GamePlayer::choose(std::uint64_t count, const std::vector<std::uint64_t>* only) {
  if (!is_random_) return seats_[static_cast<std::size_t>(machine_.to_move())]->choose(*position_, only);
  return only ? (*only)[random_.below(only->size())] : random_.below(count);
}

std::optional<Error> GamePlayer::step(std::uint64_t move) {
  if (is_random_) {
    if (profile_) machine_.forget_all();
    const Watched watched(machine_, profile_);
    Machine::Status status = machine_.apply_listed(machine_, move);
    if (status == Machine::Status::done) status = machine_.resume(*chance_);
    if (status == Machine::Status::error || status == Machine::Status::failed)
      return to_error(program_, machine_.failure());
    if (const auto failure = too_long(program_, noted_, history_)) return to_error(program_, *failure);
    return std::nullopt;
  }
  return step([move](Position& position) { return position.play_listed(move); });
}

std::optional<Error> GamePlayer::step(const std::function<std::optional<Error>(Position&)>& recorded) {
  if (auto error = recorded(*position_)) return error;
  machine_.set_past(program_.uses_seen ? &PositionView(*position_).history() : nullptr);
  machine_.load(position_->state());
  return std::nullopt;
}

}  // namespace glint
