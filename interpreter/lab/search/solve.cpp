// Solving: visits all positions that can be reached, breadth first, so the first way to a position is a shortest one.
#include "interpreter/lab/search/solve.hpp"

#include <algorithm>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/players/exact/packed_queue.hpp"
#include "interpreter/players/exact/seen_positions.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

Error unsolvable(const std::string& message, const std::string& help) {
  return plain_error(lang::Code::G0613, message, help);
}

/// Moves to try for each position of the limit. Many moves may lead to few positions, so work has a limit, too.
constexpr std::uint64_t kTriedEach = 1000;

/// Words of a State that are loaded, stored and packed in about a microsecond.
constexpr std::size_t kWordsAtOnce = 16;

/// The reason why this game or position cannot be searched.
std::optional<Error> refusal(const Position& position) {
  const Game game = position.game();
  const std::size_t players = game.players().size();
  if (players > 1 && !game.is_team())
    return unsolvable("`solve` is for one player or a team, and this game has " + std::to_string(players) + " sides",
                      "`players ... as team` makes them one side");
  if (game.has_secrets())
    return unsolvable("`solve` sees everything, and this game has secrets", "leave out `seen by`");
  if (game.program().uses_seen)
    return unsolvable("`solve` searches each position once, but this game's rules use `seen`, which depends on earlier positions",
                      "remove the rules that use `seen`");
  if (position.at_draw()) return unsolvable("play waits for chance here", "draw first");
  return std::nullopt;
}

class Search {
 public:
  Search(const Position& start, const SolveOptions& options, const std::function<bool()>& is_late)
      : start_(start.detach()),
        program_(start_.game().program()),
        options_(options),
        is_late_(is_late),
        lister_(program_),
        player_(program_),
        limit_(std::min(options.limit, SolveOptions::kMost)),
        seen_(limit_),
        waiting_(start.state(), options.waiting_bytes) {
    start_ = PositionView(start_).guessing();  // draws that were fixed must not decide here
  }

  std::optional<Error> run() {
    state_ = start_.state();
    player_.load(state_);
    if (auto error = visit(0, 0)) return error;
    std::uint32_t layer_end = seen_.size();
    while (!waiting_.empty() && !stopped_) {
      parent_ = waiting_.pop(before_);
      if (parent_ >= layer_end) {
        ++plies_;
        layer_end = seen_.size();
      }
      if (auto error = expand()) return error;
    }
    if (!stopped_ && seen_.size() > layer_end) ++plies_;
    return std::nullopt;
  }

  Result<Solved> result() {
    Solved solved;
    const std::vector<std::uint32_t>& ends = wins_.empty() ? best_ends_ : wins_;
    solved.count = ends.size();
    if (wins_.empty()) solved.best = best_;
    solved.ends = ends_;
    solved.complete = !stopped_;
    solved.positions = seen_.size();
    solved.plies = plies_;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < ends.size() && i < options_.max_returned && bytes < options_.returned_bytes; ++i) {
      Solution solution{{}, start_};
      if (auto error = replay(ends[i], solution)) return *error;
      bytes += sizeof(Solution) + sizeof(Word) * state_.size();
      for (const std::string& move : solution.moves) bytes += sizeof move + move.capacity();
      stop_.after(static_cast<std::int64_t>((1 + state_.size() / kWordsAtOnce) * (1 + solution.moves.size())));
      solved.solutions.push_back(std::move(solution));
    }
    return solved;
  }

 private:
  /// Makes each move of the position in `before_`.
  std::optional<Error> expand() {
    lister_.load(before_);
    const Result<std::uint64_t> moves = list_moves(lister_);
    if (!moves) return error(lister_.failure());
    if (*moves > UINT32_MAX)
      return error({lang::Code::G0605, lister_.node().span,
                    std::to_string(*moves) + " moves can be chosen here, more than `solve` can try"});
    for (std::uint64_t i = 0; i < *moves && !stopped_; ++i) {
      stop_.after(1 + static_cast<std::int64_t>(before_.size() / kWordsAtOnce));  // moves of simple rules take no fuel
      if (++tried_ > kTriedEach * limit_ || (is_late_ && is_late_())) {
        stopped_ = true;
        break;
      }
      player_.load(before_);
      Machine::Status status = player_.apply_listed(lister_, i);
      if (status == Machine::Status::done) status = player_.resume(chance_);
      if (status == Machine::Status::error || status == Machine::Status::failed) return error(player_.failure(), i);
      if (status == Machine::Status::drawing) {
        const DrawNode& draw = program_.draws[player_.frame()[Layout::kNode] - Layout::kDraw];
        return error({lang::Code::G0613, draw.span,
                      "`solve` cannot search a game in which chance decides after the first move; here it decides `" + draw.name +
                          "`"},
                     i);
      }
      player_.store(state_);
      if (auto failed = visit(parent_, static_cast<std::uint32_t>(i))) return failed;
    }
    return std::nullopt;
  }

  /// Adds the position in `state_`, if it is new. `player_` has it loaded; this move leads there.
  std::optional<Error> visit(std::uint32_t parent, std::uint32_t move) {
    switch (seen_.add(state_, parent, move)) {
      case SeenPositions::Added::before:
        return std::nullopt;
      case SeenPositions::Added::full:
        stopped_ = true;
        return std::nullopt;
      case SeenPositions::Added::now:
        break;
    }
    const std::uint32_t number = seen_.size() - 1;
    if (!player_.is_over()) {
      if (!waiting_.push(number, state_)) stopped_ = true;
      return std::nullopt;
    }
    ++ends_;
    const auto kind = static_cast<OutcomeKind>(state_[Layout::kOutcome] & 0xFF);
    if (kind == OutcomeKind::win) {
      wins_.push_back(number);
      if (wins_.size() >= options_.max_solutions) stopped_ = true;
    }
    if (kind != OutcomeKind::score || !wins_.empty()) return std::nullopt;
    const std::optional<std::int64_t> score = score_of(player_, 0);
    if (!score) return error(player_.failure(), move);
    if (best_ && *score < *best_) return std::nullopt;
    if (best_ && *score > *best_) best_ends_.clear();
    best_ = score;
    best_ends_.push_back(number);
    return std::nullopt;
  }

  /// Plays from the start to this position, and adds the texts of the moves to the solution.
  std::optional<Error> replay(std::uint32_t number, Solution& solution) const {
    for (const std::uint32_t move : seen_.way_to(number)) {
      const Result<std::string> text = solution.position.move(move);
      if (!text) return text.errors()[0];
      solution.moves.push_back(*text);
      if (auto error = solution.position.play_listed(move)) return error;
    }
    return std::nullopt;
  }

  /// An error at `parent_`, or after a move from there, with the moves that lead to it.
  Error error(const Failure& failure, std::optional<std::uint64_t> move = std::nullopt) const {
    lang::Diagnostic diagnostic;
    diagnostic.code = failure.code;
    diagnostic.message = failure.message;
    diagnostic.primary = {failure.span, {}};
    Solution way{{}, start_};
    if (!replay(parent_, way)) {
      if (move)
        if (const Result<std::string> last = way.position.move(*move)) way.moves.push_back(*last);
      if (diagnostic.code == lang::Code::G0613) diagnostic.help = "draw before the first choice only";
      if (!way.moves.empty())
        diagnostic.help += (diagnostic.help.empty() ? "" : "; ") + std::string("the moves that lead here: ") +
                           lang::joined(way.moves, "; ");
    }
    return to_error(*program_.sources, diagnostic);
  }

  Position start_;
  const Program& program_;
  const SolveOptions options_;
  const std::function<bool()>& is_late_;
  Machine lister_, player_;
  StepChance chance_;
  const std::uint64_t limit_;
  std::uint64_t tried_ = 0;  // moves
  lang::StopCheck stop_{program_.limits.stop};
  SeenPositions seen_;
  PackedQueue waiting_;
  std::vector<Word> before_, state_;  // a position, and the one after a move
  std::uint32_t parent_ = 0;          // the number of `before_`
  bool stopped_ = false;              // by a limit, or because enough was found
  std::uint64_t plies_ = 0, ends_ = 0;
  std::vector<std::uint32_t> wins_, best_ends_;
  std::optional<std::int64_t> best_;
};

}  // namespace

Result<Solved> solve(const Position& position, const SolveOptions& options) {
  return solve_until({}, position, options);
}

Result<Solved> solve_until(const std::function<bool()>& is_late, const Position& position, const SolveOptions& options) {
  if (auto error = refusal(position)) return *error;
  try {
    Search search(position, options, is_late);
    if (auto error = search.run()) return *error;
    return search.result();
  } catch (const lang::Stopped&) {
    return stopped_error(position.game().program());
  }
}

}  // namespace glint
