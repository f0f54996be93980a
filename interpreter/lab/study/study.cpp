#include "interpreter/lab/study/study.hpp"

#include <algorithm>

#include "interpreter/game/access.hpp"
#include "interpreter/measure/coverage.hpp"

namespace glint {
namespace {

constexpr std::int64_t kMillion = 1'000'000;

/// As long as it lives, a machine tells a profile what it runs.
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
  Watched& operator=(const Watched&) = delete;

 private:
  Machine& machine_;
  Profile* const profile_;
};

}  // namespace

bool all_random(const StudyPlan& plan) {
  return std::all_of(plan.players.begin(), plan.players.end(), [](const std::string& one) { return one == "random"; });
}

bool tells_leads(const Program& program, const StudyPlan& plan) {
  if (program.rules.team || program.rules.players.size() < 2) return false;
  return plan.judge > 0 || program.heuristic_code >= 0 || program.score_code >= 0;
}

struct StudyPlayer::Covering {
  Covering(const Game& its_game, const StudyPlan& plan)
      : game(its_game), lines(game.program()), profile(game.program()), player(game, plan, &profile) {}

  const Game game;
  const CoveredLines lines;
  Profile profile;
  StudyPlayer player;            // of random games
  std::optional<Position> twin;  // plays what others have chosen; no position in a game that is not looked at
};

StudyPlayer::StudyPlayer(const Game& game, const StudyPlan& plan, Profile* profile)
    : game_(game),
      program_(game_.program()),
      plan_(plan),
      profile_(profile),
      is_random_(all_random(plan)),
      leads_(tells_leads(program_, plan)),
      picks_(picks_with_values(program_)),
      machine_(program_),
      random_(1),
      empty_tally_(program_) {
  if (!plan.without.empty() || plan.judge > 0) second_ = std::make_unique<Machine>(program_);
}

StudyPlayer::~StudyPlayer() = default;

std::optional<Error> StudyPlayer::play(std::uint64_t number, StudyTally& tally) {
  const bool is_covered = !profile_ && number < plan_.covered && begin_covering();
  was_covered_ = is_covered && is_random_ && play_covered(number);
  if (!was_covered_) {
    if (auto error = play_game(number, is_covered && !is_random_)) return error;
    if (covering_) covering_->twin.reset();
  }
  tally.add(game_tally_);
  return std::nullopt;
}

bool StudyPlayer::begin_covering() {
  if (!covering_) {
    const Result<Game> written = built_for_coverage(game_);
    if (!written) return false;
    covering_ = std::make_unique<Covering>(*written, plan_);
  }
  covering_->profile.clear();
  covering_->twin.reset();
  return true;
}

void StudyPlayer::add_covered() {
  game_tally_.covered = 1;
  covering_->lines.add(covering_->profile, game_tally_.rules);
}

/// The same random game, by code as it is written. False where that is too much work for one decision: then it is
/// played as others are.
bool StudyPlayer::play_covered(std::uint64_t number) {
  StudyPlayer& player = covering_->player;
  if (player.play_game(number, false)) return false;
  game_tally_ = player.game_tally_;
  add_covered();
  return true;
}

std::optional<Position> StudyPlayer::position() const {
  if (was_covered_) return covering_->player.position();
  if (position_) return position_;
  StartOptions options;
  options.draws = plan_.draws;
  Result<Position> position = game_.start(options);  // any one, to be overwritten
  if (!position) return std::nullopt;
  machine_.store(PositionAccess::state(*position));
  return *position;
}

std::optional<Error> StudyPlayer::play_game(std::uint64_t number, bool is_covered) {
  game_tally_ = empty_tally_;
  number_ = number;
  seed_ = seed_of_game(plan_.seed, number);
  if (auto error = begin(seed_, is_covered)) return error;
  is_move_seen_.assign(program_.rules.moves.size(), false);
  leaders_.clear();
  ply_ = 0;
  first_ = -1;
  trail_ = {};
  choices_ = 0;
  filled_ = beams_ = lit_ = 0;
  while (!machine_.is_over() && ply_ < plan_.max_plies) {
    look();
    const std::int64_t count = [&] {
      const Watched watched(machine_, profile_);
      return machine_.list();
    }();
    if (count <= 0) {
      if (count == 0) machine_.set_failure(lang::Code::G0603, machine_.node().span, "nothing can be chosen here");
      return failure();
    }
    if (ply_ == 0 && !machine_.node().together) first_ = machine_.to_move();
    trail_.add(static_cast<std::uint64_t>(count));
    const Result<std::uint64_t> move = choose(static_cast<std::uint64_t>(count));
    if (!move) return move.errors()[0];
    if (!is_random_) count_choice(machine_.to_move());
    take_note(*move);
    if (auto error = step(*move)) return error;
    ++ply_;
  }
  finish(number);
  if (is_covered && covering_->twin) add_covered();
  return std::nullopt;
}

std::optional<Error> StudyPlayer::begin(std::uint64_t seed, bool is_covered) {
  random_ = Random(seed);
  if (is_random_) {
    chance_ = std::make_unique<SeriesChance>(program_, plan_.draws, random_);
    history_.clear();
    machine_.set_history(program_.uses_seen ? &history_ : nullptr);
    const Watched watched(machine_, profile_);
    if (machine_.begin(*chance_) == Machine::Status::error) return failure();
    return std::nullopt;
  }
  seats_.clear();
  for (std::size_t seat = 0; seat < plan_.players.size(); ++seat) {
    Result<std::unique_ptr<Player>> player = make_player(plan_.players[player_at(seat)], mixed(seed + seat), game_);
    if (!player) return player.errors()[0];
    seats_.push_back(std::move(*player));
  }
  StartOptions options;
  options.seed = seed;
  options.draws = plan_.draws;
  Result<Position> start = game_.start(options);
  if (!start) return start.errors()[0];
  position_ = std::move(*start);
  if (is_covered) {
    start = PositionAccess::start(covering_->game, options, &covering_->profile);
    if (start) covering_->twin = std::move(*start);
  }
  machine_.load(position_->state());
  return std::nullopt;
}

std::optional<Error> StudyPlayer::step(std::uint64_t move) {
  if (is_random_) {
    const Watched watched(machine_, profile_);
    Machine::Status status = machine_.apply_listed(machine_, move);
    if (status == Machine::Status::done) status = machine_.resume(*chance_);
    if (status == Machine::Status::error || status == Machine::Status::failed) return failure();
    return std::nullopt;
  }
  if (auto error = position_->play_listed(move)) return error;
  // Moves have the same numbers however a game is built. Where it is too much work for one decision, nothing is told.
  if (covering_ && covering_->twin && covering_->twin->play_listed(move)) covering_->twin.reset();
  machine_.set_past(program_.uses_seen ? &PositionAccess::history(*position_) : nullptr);
  machine_.load(position_->state());
  return std::nullopt;
}

/// What there is to be seen in a position where somebody is to choose.
void StudyPlayer::look() {
  if (leads_) leaders_.push_back(leader());
  // Every kSampled-th position, another one to begin with in each game.
  if ((static_cast<std::uint64_t>(ply_) + number_) % StudyTally::kSampled != 0) return;
  ++game_tally_.samples;
  std::vector<std::uint64_t> stands(game_tally_.pieces.size());
  for (int cell = 0; cell < program_.geometry.cells; ++cell) {
    const int height = machine_.height(cell);
    if (height == 0) continue;
    ++filled_;
    ++game_tally_.cells_filled[static_cast<std::size_t>(cell)];
    for (int level = 0; level < height; ++level) {
      const Key& key = program_.key(machine_.key_at(cell, level));
      ++stands[pieces_at(program_, key.kind, key.owner)];
    }
  }
  for (std::size_t i = 0; i < stands.size(); ++i) {
    game_tally_.pieces[i] += stands[i];
    game_tally_.pieces_seen[i] += stands[i] > 0;
  }
  if (!game_.has_beams()) return;
  std::int64_t beams = 0;
  std::vector<Word> lit(static_cast<std::size_t>(program_.words()));
  const std::vector<Word> emitters = machine_.emitters();
  for (std::size_t i = 0; i < emitters.size(); ++i)
    for (Word rest = emitters[i]; rest; rest &= rest - 1) {
      machine_.refuel();
      const Trace* trace = machine_.kept_trace(static_cast<int>(i * 64) + __builtin_ctzll(rest), false);
      if (!trace) return;  // beams that the rules never ask for may be in error; then nothing is told of them
      ++beams;
      for (std::size_t w = 0; w < lit.size(); ++w) lit[w] |= trace->cells[w];
    }
  beams_ += beams;
  for (std::size_t w = 0; w < lit.size(); ++w)
    for (Word rest = lit[w]; rest; rest &= rest - 1, ++lit_)
      ++game_tally_.cells_lit[w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))];
}

/// Who is ahead of all others, or -1.
int StudyPlayer::leader() {
  const std::size_t players = program_.rules.players.size();
  std::vector<std::int64_t> worth(players);
  if (plan_.judge > 0) {
    Random random(mixed(seed_ ^ static_cast<std::uint64_t>(ply_)));
    machine_.store(state_);
    for (int i = 0; i < plan_.judge; ++i) {
      second_->set_history(nullptr);
      second_->load(state_);
      if (run_playout(*second_, random, plan_.max_plies).status != Machine::Status::over) continue;
      if (const int winner = outcome_of(*second_).victor(); winner >= 0) ++worth[static_cast<std::size_t>(winner)];
    }
  } else {
    for (std::size_t p = 0; p < players; ++p) {
      const std::optional<std::int64_t> value = heuristic_of(machine_, static_cast<int>(p));
      if (!value) return -1;
      worth[p] = *value;
    }
  }
  const auto best = std::max_element(worth.begin(), worth.end());
  return std::count(worth.begin(), worth.end(), *best) == 1 ? static_cast<int>(best - worth.begin()) : -1;
}

// ---- choosing ----

/// Who sits at this seat in this game, by the place in the plan.
std::size_t StudyPlayer::player_at(std::size_t seat) const {
  const std::size_t seats = plan_.players.size();
  return (seat + (plan_.rotates ? static_cast<std::size_t>(number_ % seats) : 0)) % seats;
}

bool StudyPlayer::is_restricted(int seat) const {
  return std::any_of(plan_.without.begin(), plan_.without.end(),
                     [&](const Restriction& one) { return one.seat < 0 || one.seat == seat; });
}

/// How many pieces of this kind stand in the second machine's position.
std::uint64_t StudyPlayer::stand(int kind) const {
  std::uint64_t count = 0;
  for (int cell = 0; cell < program_.geometry.cells; ++cell)
    for (int level = second_->height(cell); level-- > 0;)
      count += program_.key(second_->key_at(cell, level)).kind == kind;
  return count;
}

/// Whether no restriction of who is to move bars the listed move; the position is in `state_`.
bool StudyPlayer::is_allowed(std::uint64_t move) {
  const int seat = machine_.to_move();
  for (const Restriction& one : plan_.without) {
    if (one.seat >= 0 && one.seat != seat) continue;
    if (one.kind == Restriction::Kind::move) {
      if (machine_.choose_listed(move) == one.number) return false;
      continue;
    }
    second_->set_past(nullptr);
    second_->load(state_);
    const std::uint64_t before = stand(one.number);
    // What is chosen together is carried out later: here it is weighed as if it were carried out alone.
    if (machine_.node().together) {
      const int chosen = machine_.choose_listed(move);
      second_->choices() = machine_.choices();
      second_->apply_alone(chosen);
    } else {
      second_->apply_listed(machine_, move);
    }
    if (stand(one.number) > before) return false;
  }
  return true;
}

Result<std::uint64_t> StudyPlayer::choose(std::uint64_t count) {
  const int seat = machine_.to_move();
  Player* player = is_random_ ? nullptr : seats_[static_cast<std::size_t>(seat)].get();
  if (!is_restricted(seat)) return player ? player->choose(*position_) : Result<std::uint64_t>(random_.below(count));
  machine_.store(state_);
  if (!player) {
    constexpr int kTries = 16;  // most moves are allowed, as a rule
    for (int i = 0; i < kTries; ++i)
      if (const std::uint64_t move = random_.below(count); is_allowed(move)) return move;
  }
  allowed_.clear();
  for (std::uint64_t move = 0; move < count; ++move)
    if (is_allowed(move)) allowed_.push_back(move);
  if (allowed_.empty()) {
    ++game_tally_.forced;
    return player ? player->choose(*position_) : Result<std::uint64_t>(random_.below(count));
  }
  if (!player) return allowed_[random_.below(allowed_.size())];
  return player->choose(*position_, &allowed_);
}

/// Counts that the player at this seat has chosen, and whether it knew what it did.
void StudyPlayer::count_choice(int seat) {
  const std::size_t player = player_at(static_cast<std::size_t>(seat));
  ++game_tally_.chosen_by_players[player];
  game_tally_.guessed_by_players[player] += seats_[static_cast<std::size_t>(seat)]->guessed();
}

/// Counts what is about to be played.
void StudyPlayer::take_note(std::uint64_t move) {
  StudyTally& tally = game_tally_;
  counts_.assign(program_.rules.moves.size(), 0);
  machine_.count_by_move(counts_);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    count += counts_[i];
    tally.moves_possible[i] += counts_[i] > 0;
  }
  count = std::min(count, static_cast<std::uint64_t>(Moments::kMost));  // sums are to fit
  choices_ += count;
  const std::size_t at = std::min<std::size_t>(static_cast<std::size_t>(ply_), kMostPliesApart - 1);
  if (static_cast<std::size_t>(ply_) < kMostPliesApart) {
    if (tally.reached_at.size() <= at) {
      tally.reached_at.resize(at + 1);
      tally.choices_at.resize(at + 1);
    }
    ++tally.reached_at[at];
    tally.choices_at[at] += count;
  }
  const auto chosen = static_cast<std::size_t>(machine_.choose_listed(move));
  ++tally.moves_played[chosen];
  if (!is_move_seen_[chosen]) {
    is_move_seen_[chosen] = true;
    ++tally.moves_games[chosen];
  }
  const MoveCode& code = program_.moves[chosen];
  for (std::size_t i = 0; i < code.picks.size(); ++i) {
    const Choice& choice = machine_.choices()[i];
    const rules::Type& type = code.picks[i].type;
    if (choice.mode == Choice::Mode::value && !type.is_set && type.base == rules::Base::cell)
      ++tally.cells_picked[choice.number];
  }
  for (std::size_t v = 0; v < picks_.size(); ++v) {
    const ValuedPick& pick = picks_[v];
    if (static_cast<std::size_t>(pick.move) != chosen) continue;
    const Choice& choice = machine_.choices()[static_cast<std::size_t>(pick.pick)];
    const std::int64_t value = static_cast<std::int64_t>(choice.number) - pick.first;
    if (choice.mode == Choice::Mode::value && value >= 0 && value < pick.values)
      ++tally.values[v][static_cast<std::size_t>(value)];
  }
}

// ---- the end ----

void StudyPlayer::finish(std::uint64_t number) {
  StudyTally& tally = game_tally_;
  tally.games = 1;
  tally.plies = static_cast<std::uint64_t>(ply_);
  tally.checksum = checksum_of(machine_, seed_, trail_, ply_);
  if (ply_ > 0) tally.branching.add(static_cast<std::int64_t>(choices_ * 1000 / static_cast<std::uint64_t>(ply_)));
  if (const auto samples = static_cast<std::int64_t>(tally.samples); samples > 0) {
    tally.filled.add(filled_ * 1000 / samples);
    if (game_.has_beams()) {
      tally.beams.add(beams_ * 1000 / samples);
      tally.lit.add(lit_ * 1000 / samples);
    }
  }
  const bool is_over = machine_.is_over();
  const Outcome outcome = outcome_of(machine_);
  if (!is_over) {
    tally.capped = 1;
    return;
  }
  ++tally.lengths[ply_];
  tally.shortest = tally.longest = {ply_, number, true};
  for (std::size_t p = 0; p < outcome.scores.size() && p < tally.scores.size(); ++p)
    ++tally.scores[p][outcome.scores[p]];
  int winner = -1;
  switch (outcome.kind) {
    case OutcomeKind::win:
      winner = std::max(0, outcome.winner);
      break;
    case OutcomeKind::score:
      if (outcome.scores.size() < 2) {
        tally.scored = 1;
        return;
      }
      winner = outcome.highest();
      tally.ties = winner < 0;
      break;
    case OutcomeKind::loss:
      tally.losses = 1;
      break;
    default:
      tally.ties = 1;
  }
  if (winner >= 0) {
    ++tally.wins[static_cast<std::size_t>(winner)];
    ++tally.wins_of_players[player_at(static_cast<std::size_t>(winner))];
    if (first_ >= 0 && plan_.players.size() > 1 && !program_.rules.team) {
      tally.begun = 1;
      tally.begun_won = winner == first_;
    }
  }
  if (leads_) tell_lead(winner);
}

void StudyPlayer::tell_lead(int winner) {
  std::int64_t changes = 0;
  int last = -1;
  for (const int leader : leaders_) {
    if (leader < 0 || leader == last) continue;
    changes += last >= 0;
    last = leader;
  }
  game_tally_.lead_changes.add(changes);
  if (winner < 0 || leaders_.empty()) return;
  const auto positions = static_cast<std::int64_t>(leaders_.size());
  std::int64_t behind = 0;
  std::int64_t settled = positions;  // the first position from which on the winner leads for good
  for (const int leader : leaders_) behind += leader >= 0 && leader != winner;
  while (settled > 0 && leaders_[static_cast<std::size_t>(settled) - 1] == winner) --settled;
  game_tally_.behind.add(behind * kMillion / positions);
  game_tally_.settled.add(settled * kMillion / positions);
}

Error StudyPlayer::failure() const {
  Error error = to_error(program_, machine_.failure());
  return error;
}

}  // namespace glint
