#include "interpreter/players/exact/exact_values.hpp"

#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/methods.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using rules::Expr;
using rules::Op;

/// Bytes for positions whose moves have not been tried, for each position of the limit.
constexpr std::uint64_t kWaitingEach = 200, kWaitingBytes = 1'000'000'000;
/// Positions before the first look back; the next one comes when there are a quarter more.
constexpr std::uint64_t kFirstLook = 1000;
constexpr std::uint32_t kMostLayers = 0x7FFE;

int count_seen(const Expr& expr) {
  int count = 0;
  rules::walk(expr, [&](const Expr& each) { count += each.op == Op::seen; });
  return count;
}

/// The number of parts of a condition that hold only if a position has come up before.
int repetitions(const Expr& condition) {
  const auto is_number = [](const Expr& expr) { return expr.op == Op::constant && expr.number >= 2; };
  const std::vector<Expr>& kids = condition.kids;
  switch (condition.op) {
    case Op::and_:
      return repetitions(kids[0]) + repetitions(kids[1]);
    case Op::equal:
      return kids[0].op == Op::seen && is_number(kids[1]);
    case Op::less_equal:
      return kids[1].op == Op::seen && is_number(kids[0]);
    default:
      return 0;
  }
}

/// True if the rules ask about the past only to end a repeating game in a tie. Such a rule changes no value: whoever
/// can win does so without coming back to a position, and a game that never ends is worth as much as a tie.
bool asks_for_ties_alone(const rules::Rules& rules) {
  for (const rules::Variable& variable : rules.variables)
    if (variable.is_uncounted) return false;  // then positions that count as the same may differ
  int all = 0, ties = 0;
  rules::for_each_play_expr(rules, [&](const Expr& expr) { all += count_seen(expr); });
  if (rules.judging.heuristic) all -= count_seen(rules.judging.heuristic->value);
  for (const rules::EndRule& rule : rules.judging.ends)
    if (rule.result.kind == rules::ResultKind::tie) ties += repetitions(rule.when);
  return all == ties;
}

}  // namespace

std::optional<Error> ExactValues::refusal(const Position& position, const std::string& name) {
  const Game game = position.game();
  const auto refuse = [&](const std::string& why, const std::string& help) {
    return plain_error(lang::Code::G0613, lang::marked(name) + " cannot solve this game: " + why, help);
  };
  if (game.is_team() || game.players().size() == 1)
    return refuse("it has one side, and an exact value is one between two",
                  "`glint solve GAME` looks for the solutions of a puzzle");
  if (const auto why = cannot_search(game, name)) return refuse(*why, "`glint study GAME` plays it with bots");
  if (game.program().uses_seen && !asks_for_ties_alone(game.program().rules))
    return refuse("its rules use `seen`, so a position's value depends on those before it",
                  "`end when seen == 3 : tie` alone may use it, without `uncounted` variables");
  if (position.at_draw()) return refuse("play waits for chance here", "draw first");
  if (position.over()) return refuse("it is over here", "begin with an earlier position");
  return std::nullopt;
}

ExactValues::ExactValues(const Position& start, const ExactOptions& options)
    : StateMoves(start),
      options_(options),
      seen_(std::min(options.limit, SolveOptions::kMost), options.store),
      waiting_(start.state(), options.store ? UINT64_MAX : 2 * std::max(kWaitingBytes, kWaitingEach * options.limit),
               options.store),
      followers_(options.store) {}

std::optional<Error> ExactValues::run() {
  try {
    const std::optional<Error> error = go();
    if (!error || !stopped(program_)) return error;
  } catch (const lang::Stopped&) {
  }
  end_ = End::stopped;
  return std::nullopt;
}

std::optional<Error> ExactValues::go() {
  if (options_.symmetries) find_images(true);
  if (seen_.size() > 0) {
    go_on();
  } else {
    follow(start_.state(), true);
    layer_end_ = waiting_.pushed();
    look_ = kFirstLook;
  }
  for (;; ++layer_, layer_end_ = waiting_.pushed()) {
    while (waiting_.taken() < layer_end_ && end_ == End::none) {
      if (options_.store && options_.store->is_due()) note();
      const std::uint64_t taken = waiting_.taken();
      const std::uint32_t number = waiting_.pop(before_);
      if (!matters(number)) continue;
      if (auto error = expand(number)) return error;
      if (end_ != End::none) waiting_.put_back(taken);
    }
    if (layer_ == kMostLayers) end_ = End::limit;
    searched_ = layer_ + (end_ == End::none ? 1 : 0);
    const bool is_all = waiting_.empty() && end_ == End::none;
    if (!is_all && end_ == End::none && (options_.is_whole || seen_.size() < look_)) continue;
    if (options_.store) note();  // work that can be repeated when it goes back over positions
    go_back(false);
    if (is_all) go_back(true);
    is_whole_ = is_all;
    is_decided_ = is_all || is_settled(0);
    if (is_decided_ || end_ != End::none) return std::nullopt;
    find_what_matters();
    look_ = seen_.size() + seen_.size() / 4;
  }
}

void ExactValues::note() {
  std::uint64_t* numbers = &options_.store->state[SearchStore::kArrays];
  for (const std::uint64_t each :
       {waiting_.taken(), layer_end_, std::uint64_t{layer_}, look_, std::uint64_t{is_uneven_}})
    *numbers++ = each;
  options_.store->note();
}

/// Continues from the saved progress. The sizes of the arrays, without the latest additions. A position that was left
/// out, and that only since was reached in another way, has a later layer than it can have: it is left out again.
void ExactValues::go_on() {
  const std::uint64_t* const numbers = &options_.store->state[SearchStore::kArrays];
  waiting_.put_back(numbers[0]);
  layer_end_ = numbers[1];
  layer_ = searched_ = static_cast<std::uint32_t>(numbers[2]);
  look_ = numbers[3];
  is_uneven_ = numbers[4] != 0;
  std::vector<bool> is_next(seen_.size());  // whether it waits for the next layer
  while (!waiting_.empty()) {
    stop_.after(1);
    const bool is_after = waiting_.taken() >= layer_end_;
    is_next[waiting_.pop(before_)] = is_after;
  }
  waiting_.put_back(numbers[0]);
  for (std::uint32_t i = 0; i < seen_.size(); ++i) {
    stop_.after(1);
    seen_.put_back(i);
    const std::uint32_t latest = layer_ + (is_next[i] ? 1 : 0);
    if (layer_of(i) > latest) seen_.entry(i).parent = kSpare | latest << 16 | value_of(i).plies;
  }
}

/// Tries each move of the position in `before_`.
std::optional<Error> ExactValues::expand(std::uint32_t number) {
  const Result<std::uint64_t> moves = list();
  if (!moves) return moves.errors()[0];
  if (options_.store && seen_.size() + *moves > options_.limit) {  // then nothing is half done when it continues
    end_ = End::limit;
    return std::nullopt;
  }
  const Word mover = before_[Layout::kMe];
  std::size_t count = 0;
  found_.clear();
  is_same_mover_.clear();
  for (std::uint64_t i = 0; i < *moves; ++i) {
    stop_.after(1 + static_cast<std::int64_t>(before_.size() / 256));  // to list and to make simple moves needs no fuel
    if (auto error = make(i)) return error;
    if (player_.is_over()) {
      const Result<ExactValue> value = value_at_end(outcome_of(player_), static_cast<int>(mover));
      if (!value) return value.errors()[0];
      const bool wins = !options_.is_whole && value->value == ExactValue::kWin;
      if (wins) {
        found_.clear();
        count = 0;
      }
      const auto [added, end] = seen_.add(PositionHash(std::vector<Word>{~Word{0}, static_cast<Word>(value->value)}), 0,
                                          static_cast<std::uint32_t>(value->value));
      if (added == SeenPositions::Added::full) end_ = End::limit;
      if (end_ != End::none) return std::nullopt;
      found_.push_back(Follower{end} << 1 | 1);
      if (wins) break;
      continue;
    }
    if (after_.size() == count) after_.emplace_back();
    player_.store(after_[count++]);
    is_same_mover_.push_back(player_.frame()[Layout::kMe] == mover);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!follow(after_[i], is_same_mover_[i])) return std::nullopt;
  followers_.add(number, found_);
  if (options_.progress && (number & 0xFF) == 0) options_.progress({layer_, seen_.size(), 0});
  return std::nullopt;
}

/// Notes that this position follows. False: there is no room for it.
bool ExactValues::follow(const std::vector<Word>& state, bool same_mover) {
  const std::uint32_t layer = seen_.size() == 0 ? 0 : layer_ + 1;
  const auto [added, number] = seen_.add(hash_of(state), layer << 16 | ExactValue::kNever, 0);
  bool has_room = added != SeenPositions::Added::full;
  if (added == SeenPositions::Added::now) {
    has_room = waiting_.push(number, state);
  } else if (has_room) {
    is_uneven_ = is_uneven_ || layer_of(number) != layer;
    if (!matters(number)) {
      std::uint32_t& parent = seen_.entry(number).parent;
      parent &= ~kSpare;
      if (!is_settled(number)) {  // it was left out, or its followers were: now it is reached in another way
        parent = layer << 16 | value_of(number).plies;
        has_room = waiting_.push(number, state);
        is_uneven_ = true;
      }
    }
  }
  if (!has_room) end_ = End::limit;
  found_.push_back(Follower{number} << 1 | (same_mover ? 1 : 0));
  return has_room;
}

/// The value of an end.
Result<ExactValue> ExactValues::value_at_end(const Outcome& outcome, int player) const {
  if (outcome.kind == OutcomeKind::win)
    return ExactValue{outcome.winner == player ? ExactValue::kWin : -ExactValue::kWin, 0};
  if (outcome.kind != OutcomeKind::score) return ExactValue{0, 0};
  if (outcome.scores.size() != 2) return to_error(program_, player_.failure());
  const std::int64_t difference = outcome.scores[0] - outcome.scores[1];
  if (std::abs(difference) >= ExactValue::kWin)
    return plain_error(lang::Code::G0613,
                       "scores differ by " + std::to_string(difference) + ", more than exact values can hold");
  return ExactValue{static_cast<std::int32_t>(player == 0 ? difference : -difference), 0};
}

/// Gives each position the best value of those that follow it. The plies of a position worth nothing are counted only
/// when no value changes any more (`of_ties`), because a near tie may turn out to be wrong, but a near win cannot.
void ExactValues::go_back(bool of_ties) {
  bool has_changed = true;
  while (std::exchange(has_changed, false))
    followers_.each(true, [&](std::uint32_t number, const std::vector<Follower>& all) {
      stop_.after(1);
      ExactValue best{-ExactValue::kWin, 0};
      for (const Follower each : all) {
        const ExactValue value = value_of(static_cast<std::uint32_t>(each >> 1)).before((each & 1) != 0);
        if (value.is_better_than(best)) best = value;
      }
      if (best.value == 0 && !of_ties) best.plies = ExactValue::kNever;
      if (best == value_of(number)) return;
      std::uint32_t& parent = seen_.entry(number).parent;
      parent = (parent & ~0xFFFFu) | best.plies;
      seen_.entry(number).move = static_cast<std::uint32_t>(best.value);
      has_changed = is_uneven_;
    });
}

/// True if a win or loss was found, and no quicker way to it can be found any more: of all positions that may come
/// before it the moves were tried.
bool ExactValues::is_settled(std::uint32_t number) const {
  const ExactValue value = value_of(number);
  return std::abs(value.value) == ExactValue::kWin && layer_of(number) + value.plies <= searched_;
}

/// Marks the positions that can follow the start without passing a settled position.
void ExactValues::find_what_matters() {
  for (std::uint32_t i = 1; i < seen_.size(); ++i) {
    stop_.after(1);
    seen_.entry(i).parent |= kSpare;
  }
  bool again = true;
  while (std::exchange(again, false))
    followers_.each(false, [&](std::uint32_t number, const std::vector<Follower>& all) {
      stop_.after(1);
      if (!matters(number) || is_settled(number)) return;
      for (const Follower each : all) {
        const auto after = static_cast<std::uint32_t>(each >> 1);
        again = again || (!matters(after) && after <= number);
        seen_.entry(after).parent &= ~kSpare;
      }
    });
}

std::optional<ExactValue> ExactValues::known(const Position& position, int player) {
  if (position.over()) {
    const Result<ExactValue> value = value_at_end(position.outcome(), player);
    return value ? std::optional(*value) : std::nullopt;
  }
  const auto number = seen_.find(hash_of(position.state()));
  if (!number || !(is_settled(*number) || (is_whole_ && matters(*number)))) return std::nullopt;
  const ExactValue value = value_of(*number);
  return ExactValue{position.to_move() == player ? value.value : -value.value, value.plies};
}

Result<std::optional<ExactValues::Best>> ExactValues::best(const Position& position,
                                                           const std::vector<std::uint64_t>* only) {
  before_ = position.state();
  lister_.load(before_);
  const Result<std::uint64_t> moves = list_moves(lister_);
  if (!moves) return moves.errors();
  const Word mover = before_[Layout::kMe];
  std::optional<Best> best;
  std::vector<Word> after;
  for (std::uint64_t i = 0; i < (only ? only->size() : *moves); ++i) {
    const std::uint64_t move = only ? (*only)[i] : i;
    if (auto error = make(move)) return *error;
    ExactValue value;
    if (player_.is_over()) {
      const Result<ExactValue> at_end = value_at_end(outcome_of(player_), static_cast<int>(mover));
      if (!at_end) return at_end.errors();
      value = at_end->before(true);
    } else {
      player_.store(after);
      const auto number = seen_.find(hash_of(after));
      if (!number) continue;
      value = value_of(*number).before(after[Layout::kMe] == mover);
    }
    if (!best || value.is_better_than(best->value)) best = Best{move, value};
  }
  return best;
}

// ---- perfect play

std::string PerfectPlay::text() const {
  if (!is_decided) return "not decided";
  if (moves.empty() && !result.empty()) return result;  // it is over
  const std::string in_plies = plies ? lang::counted(*plies, "ply", "plies") : "";
  if (!winner.empty())
    return winner + " wins with perfect play, " + (by ? "by " + std::to_string(*by) + ", " : "") + "in " + in_plies;
  return plies ? "a tie with perfect play, after " + in_plies + " at the soonest"
               : "nobody wins with perfect play, and the game never ends";
}

Result<PerfectPlay> perfect_play(ExactValues& values, Position position) {
  PerfectPlay play;
  const std::vector<std::string> players = position.game().players();
  if (const auto value = values.known(position, 0)) {
    play.is_decided = true;
    if (value->value != 0) play.winner = players[value->value > 0 ? 0 : 1];
    if (value->value != 0 && std::abs(value->value) != ExactValue::kWin) play.by = std::abs(value->value);
    if (value->plies != ExactValue::kNever) play.plies = value->plies;
  }
  std::set<std::uint64_t> hashes;  // a line that returns continues for ever
  while (!position.over() && values.known(position, 0) && hashes.insert(position.hash()).second) {
    const auto best = values.best(position);
    const Result<std::string> move = best ? position.move((*best)->move) : Result<std::string>(best.errors());
    // The value is known, also where there is no time left for a whole line.
    if (!move && move.errors()[0].code == lang::code_name(lang::Code::G0614)) break;
    if (!move) return move.errors();
    play.moves.push_back(*move);
    if (const auto failed = position.play_listed((*best)->move)) return *failed;
  }
  play.result = position.outcome_text();
  return play;
}

namespace {

class PerfectPlayer : public Player {
 public:
  explicit PerfectPlayer(std::uint64_t limit) : limit_(limit) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>* only) override {
    if (!values_ || !values_->known(position, position.to_move())) {
      if (auto error = ExactValues::refusal(position, "perfect")) return *error;
      values_ = std::make_unique<ExactValues>(position, ExactOptions{limit_, false, false, {}});
      if (auto error = values_->run()) return *error;
      effort_ = {effort_.nodes + values_->positions(), effort_.searches + 1, effort_.depths + values_->depth()};
      if (values_->was_stopped()) return stopped_error(position.game().program());
      if (!values_->is_decided())
        return plain_error("`perfect` has not solved this position within " + std::to_string(limit_) + " positions",
                           "`perfect:N` searches N; `alphabeta` plays without");
    }
    const Result<std::optional<ExactValues::Best>> best = values_->best(position, only);
    if (!best) return best.errors();
    value_ = !*best || (*best)->value.value == 0 ? 0.5 : (*best)->value.value > 0 ? 1 : 0;
    return *best ? (*best)->move : only ? only->front() : 0;
  }
  std::optional<double> value() const override { return value_; }
  Effort effort() const override { return effort_; }

 private:
  const std::uint64_t limit_;
  std::unique_ptr<ExactValues> values_;
  std::optional<double> value_;
  Effort effort_;
};

}  // namespace

std::unique_ptr<Player> make_perfect_player(const Budget& budget, std::uint64_t, Means) {
  return std::make_unique<PerfectPlayer>(budget.number);
}

}  // namespace glint
