#include "interpreter/lab/study/counted_game.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/record/record.hpp"
#include "lang/source/text.hpp"

namespace glint {

// ---- restrictions

Restrictor::Restrictor(const Program& program, const std::vector<Restriction>& without) : program_(program), without_(without) {
  if (!without.empty()) after_.emplace(program);
}

bool Restrictor::restricts(int seat) const {
  return std::any_of(without_.begin(), without_.end(), [&](const Restriction& one) { return one.seat < 0 || one.seat == seat; });
}

const std::vector<std::uint64_t>& Restrictor::allowed(Machine& machine, std::uint64_t count) {
  machine.store(state_);
  allowed_.clear();
  for (std::uint64_t move = 0; move < count; ++move)
    if (allows(machine, move)) allowed_.push_back(move);
  return allowed_;
}

/// True if this listed move is allowed in the position, which is also in `state_`.
bool Restrictor::allows(Machine& machine, std::uint64_t move) {
  const int seat = machine.to_move();
  for (const Restriction& one : without_) {
    if (one.seat >= 0 && one.seat != seat) continue;
    if (one.kind == Restriction::Kind::move) {
      if (machine.last_listed().move_of(move) == one.number) return false;
      continue;
    }
    after_->load(state_);
    const std::uint64_t before = pieces_after(one.number);
    // A choice made together is carried out later: here it is judged as if it were carried out now, by itself.
    machine.node().together ? after_->apply_alone(machine, move) : after_->apply_listed(machine, move);
    if (pieces_after(one.number) > before) return false;
  }
  return true;
}

/// The number of pieces of this kind on the board of `after_`.
std::uint64_t Restrictor::pieces_after(int kind) const {
  std::uint64_t count = 0;
  for (int cell = 0; cell < program_.geometry.cells; ++cell)
    for (int level = after_->position().height(cell); level-- > 0;)
      count += program_.key(after_->position().key_at(cell, level)).kind == kind;
  return count;
}

// ---- a game

CountedGame::CountedGame(const Game& game, const StudyPlan& plan, Profile* profile)
    : program_(game.program()),
      plan_(plan),
      player_(game, plan, profile),
      restrictor_(program_, plan.without),
      judge_(program_, plan),
      sampler_(program_),
      counter_(program_),
      empty_tally_(program_),
      is_seeded_(follows_from_seed(plan)) {}

std::optional<Error> CountedGame::play(std::uint64_t number, const std::string* before) {
  if (auto error = begin(number, before)) return error;
  while (is_playing()) {
    if (auto error = ply()) return error;
    if (moves_.size() % 512 > 0) continue;
    if (auto error = stopped(program_)) return error;  // each decision may be too short to be stopped
  }
  if (const Record* const record = player_.record(); record && !record->out_of_time.empty())
    if (auto error = player_.step([&](Position& position) {
          position = asked_as(position, record->out_of_time);
          return position.forfeit();
        }))
      return error;
  if (before_ && (is_seeded_ ? said_.move > 0 : !before_->empty())) return unlike("the game has ended");
  end();
  return std::nullopt;
}

std::optional<Error> CountedGame::begin(std::uint64_t number, const std::string* before) {
  tally_ = empty_tally_;
  number_ = number;
  first_ = -1;
  moves_.clear();
  guesses_.clear();
  before_ = before && !plan_.records ? std::optional<std::string_view>(*before) : std::nullopt;
  if (auto error = player_.begin(number, !before)) return error;
  judge_.begin(player_.seed());
  sampler_.begin(player_.seed());
  counter_.begin();
  return before && is_seeded_ ? listen() : std::nullopt;
}

bool CountedGame::is_playing() {
  const Record* const record = player_.record();
  const std::size_t most = record ? record->moves.size() : static_cast<std::size_t>(plan_.max_plies);
  return !player_.machine().is_over() && moves_.size() < most;
}

std::optional<Error> CountedGame::ply() {
  Machine& machine = player_.machine();
  if (before_ && !is_seeded_) {
    if (auto error = listen()) return error;
  } else if (before_ && said_.move-- == 0) {
    return unlike("the game goes on");
  }
  if (auto error = judge_.look(machine, before_ ? &said_.leader : nullptr)) return error;
  sampler_.look(machine);
  const std::string* const recorded = player_.record() ? &player_.record()->moves[moves_.size()] : nullptr;
  // The picks of a listed move are all known; its text may name only a part of them.
  const std::optional<std::uint64_t> listed = recorded ? player_.listed(*recorded) : std::nullopt;
  const int unlisted = recorded && !listed ? read_recorded(*recorded) : -1;
  const Result<std::uint64_t> count = player_.list();
  if (!count) return count.errors()[0];
  if (moves_.empty() && !machine.node().together) first_ = machine.to_move();
  choices_ = *count;
  const Result<std::uint64_t> move = recorded ? listed.value_or(*count) : choose(*count);
  if (!move) return move.errors()[0];
  if (!player_.is_random() && !recorded) count_choice(machine.to_move());
  const int chosen = recorded && !listed ? std::max(unlisted, 0) : machine.listed_choices(*move, picked_);
  counter_.add(machine, static_cast<std::size_t>(chosen), picked_, *count, choices_, tally_);
  moves_.push_back(*move);
  if (recorded) return player_.step([&](Position& position) { return position.play(*recorded); });
  return player_.step(*move);
}

int CountedGame::read_recorded(const std::string& text) {
  Machine& machine = player_.machine();
  machine.store(state_);
  for (auto& [move, choices] : read_moves(program_, machine.node().moves, machine.to_move(), lang::trimmed(text))) {
    const Machine::Status status = machine.apply(move, choices, false);
    machine.load(state_);
    if (status == Machine::Status::failed) continue;
    picked_ = std::move(choices);
    return move;  // the first reading that the rules allow is played
  }
  return -1;
}

Result<std::uint64_t> CountedGame::choose(std::uint64_t count) {
  Machine& machine = player_.machine();
  const std::vector<std::uint64_t>* only = nullptr;
  std::vector<std::uint64_t> begins;
  if (plan_.opening && moves_.empty()) {
    std::vector<Choice> picked;
    for (std::uint64_t move = 0; move < count; ++move) {
      const auto chosen = static_cast<std::size_t>(machine.listed_choices(move, picked));
      if (opening_of(program_, chosen, picked) == *plan_.opening) begins.push_back(move);
    }
    if (!begins.empty()) only = &begins;
  }
  if (!only && restrictor_.restricts(machine.to_move())) {
    only = &restrictor_.allowed(machine, count);
    if (only->empty()) {
      ++tally_.choices.forced;
      only = nullptr;
    } else {
      choices_ = only->size();
    }
  }
  if (!before_ || is_seeded_) return player_.choose(count, only);
  const std::uint64_t move = player_.is_random() ? *player_.choose(count, only) : said_.move;
  const bool is_there = move < count && (!only || std::binary_search(only->begin(), only->end(), move));
  if (is_there && move == said_.move) return move;
  return unlike("there is no move " + std::to_string(said_.move) + " to choose");
}

std::optional<Error> CountedGame::listen() {
  std::string_view& text = *before_;
  const auto take = [&](auto& number) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return problem == std::errc();
  };
  const auto skip = [&](char mark) {
    const bool is_there = text.starts_with(mark);
    text.remove_prefix(is_there);
    return is_there;
  };
  said_ = {};
  if (text.empty()) return unlike("the game goes on");
  bool is_read = take(said_.move);
  said_.guessed = skip('?');
  if (skip('@')) is_read = take(said_.leader) && is_read && plan_.playouts > 0 && said_.leader >= 0 &&
                               said_.leader < static_cast<int>(program_.rules.players.size());
  if (!is_read || skip(' ') == text.empty()) return unlike("it cannot be read");
  return std::nullopt;
}

Error CountedGame::unlike(const std::string& what) const {
  Error error;
  error.message =
      "what the study has kept of a game is not as it goes: at ply " + std::to_string(moves_.size() + 1) + " " + what;
  return error;
}

std::string CountedGame::said() const {
  if (is_seeded_) return std::to_string(moves_.size());
  std::string text;
  for (std::size_t ply = 0; ply < moves_.size(); ++ply) {
    if (ply > 0) text += ' ';
    text += std::to_string(moves_[ply]);
    if (!guesses_.empty() && guesses_[ply]) text += '?';
    if (plan_.playouts == 0 || judge_.leaders().size() <= ply || judge_.leaders()[ply] < 0) continue;
    text += '@';
    text += std::to_string(judge_.leaders()[ply]);
  }
  return text;
}

/// Counts a choice of the player at this seat, and whether it was a guess.
void CountedGame::count_choice(int seat) {
  const std::size_t player = plan_.player_at(static_cast<std::size_t>(seat), number_);
  ++tally_.choices.chosen_by_players[player];
  guesses_.push_back(before_ ? said_.guessed : player_.guessed(seat));
  tally_.choices.guessed_by_players[player] += guesses_.back();
}

void CountedGame::end() {
  Machine& machine = player_.machine();
  const int plies = counter_.plies();
  tally_.games = 1;
  counter_.count(tally_, machine.is_over());
  sampler_.count(tally_);
  tally_.checksum = checksum_of(machine, player_.seed(), counter_.trail(), plies);
  if (!machine.is_over()) {
    tally_.endings.unfinished = 1;
    return;
  }
  const Outcome outcome = outcome_of(machine);
  count_outcome(outcome);
  const auto value_of = [](const Histogram& one) { return one.empty() ? 0 : one.begin()->first; };  // of this game alone
  if (!tally_.course.lead_changes.empty())
    tally_.course.dramatic = {value_of(tally_.course.lead_changes), value_of(tally_.course.behind), number_, true};
  if (!tally_.course.settled.empty())
    tally_.course.turning = {value_of(tally_.course.settled), value_of(tally_.course.behind), number_, true};
  if (number_ >= StudyTally::kKept) return;
  const std::vector<std::uint64_t> endings = endings_of(tally_);
  const auto ending = std::find(endings.begin(), endings.end(), std::uint64_t{1}) - endings.begin();
  std::vector<std::int64_t> scores = outcome.scores;
  scores.resize(tally_.endings.scores.size());
  tally_.endings.ends = {{number_, plies, static_cast<std::uint64_t>(ending), std::move(scores)}};
}

void CountedGame::count_outcome(const Outcome& outcome) {
  const int plies = counter_.plies();
  ++tally_.course.lengths[plies];
  tally_.course.shortest = tally_.course.longest = {plies, 0, number_, true};
  for (std::size_t p = 0; p < outcome.scores.size() && p < tally_.endings.scores.size(); ++p)
    ++tally_.endings.scores[p][outcome.scores[p]];
  int winner = outcome.victor();
  if (outcome.kind == OutcomeKind::win) {
    winner = std::max(0, winner);  // a team's wins count as the first player's
  } else if (outcome.kind == OutcomeKind::loss) {
    tally_.endings.losses = 1;
  } else if (outcome.kind == OutcomeKind::score && outcome.scores.size() < 2) {
    tally_.endings.scored = 1;
    return;
  } else {
    tally_.endings.ties = winner < 0;
  }
  if (winner >= 0) count_winner(winner);
  judge_.count(winner, tally_);
}

void CountedGame::count_winner(int winner) {
  const auto seat = static_cast<std::size_t>(winner);
  ++tally_.endings.wins[seat];
  ++tally_.endings.wins_of_players[plan_.player_at(seat, number_)];
  counter_.count_won(winner, first_, tally_);
  sampler_.count_won(winner, first_, tally_);
  if (first_ < 0 || plan_.players.size() < 2 || program_.rules.team) return;
  tally_.endings.begun = 1;
  tally_.endings.begun_won = winner == first_;
}

Result<std::vector<std::int64_t>> first_moves_of(const Game& game, const StudyPlan& plan) {
  GamePlayer player(game, plan, nullptr);
  if (auto error = player.begin(0, false)) return *error;
  Machine& machine = player.machine();
  std::set<std::int64_t> keys;
  if (machine.is_over() || machine.node().together) return std::vector<std::int64_t>();
  const Result<std::uint64_t> count = player.list();
  if (!count) return count.errors();
  std::vector<Choice> picked;
  for (std::uint64_t move = 0; move < *count; ++move)
    keys.insert(opening_of(game.program(), static_cast<std::size_t>(machine.listed_choices(move, picked)), picked));
  return std::vector<std::int64_t>(keys.begin(), keys.end());
}

}  // namespace glint
