// Searches play for errors of a script, and shows one by a short line of moves, written as a test.
#include "glint/invariants.hpp"

#include <algorithm>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/search/error_search.hpp"
#include "interpreter/lab/search/play_checking.hpp"
#include "interpreter/lab/search/shorter.hpp"
#include "interpreter/lab/search/written_test.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using lang::Code;

/// Random games stop early if they take more work than this for each ply that one may have; a few long games do not.
constexpr std::uint64_t kWorkPerPly = 8;
/// The work of one part of the search.
constexpr std::uint64_t kPart = 500;
/// Outcomes of draws that a report keeps. A position that waits at draws gets new fuel after each, so a script can draw
/// without end.
constexpr std::size_t kMostReported = 1000;

/// A line as a test writes it: the outcomes of draws, in order by name. Other draws take their first value.
struct Line {
  Settings draws;
  std::vector<std::string> moves;
};

struct Breach {
  Error error;
  std::size_t moves = 0;  // made before the error
};

/// The move or draw is refused, and the script is not in error. Throws lang::Stopped.
bool is_refusal(const Error& error) {
  throw_if_stopped(error);
  return error.code == lang::code_name(Code::G0601) || error.code == lang::code_name(Code::G0607) ||
         error.code == lang::code_name(Code::G0608);
}

bool same(const Error& a, const Error& b) { return a.code == b.code && a.file == b.file && a.line == b.line; }

/// Begins a game as a test does. That takes a microsecond for every few draws of the line, to copy them twice.
Result<Position> begin(const Game& game, const Line& line, lang::StopCheck& stop) {
  stop.after(1 + static_cast<std::int64_t>(line.draws.size() / 2));
  StartOptions options;
  options.first_draws = true;
  options.draws = line.draws;
  return game.start(options);
}

/// Counts a move of a line, which may take no fuel: its State is loaded, stored and hashed.
void count_move(const Position& position, lang::StopCheck& stop) {
  stop.after(1 + static_cast<std::int64_t>(position.state().size() / 64));
}

/// Plays lines as a test would.
class Trial {
 public:
  explicit Trial(const Game& game) : game_(game), stop_(game.program().limits.stop) {}

  /// The first error in the line; also nothing if one of its moves cannot be made.
  std::optional<Breach> breach(const Line& line) {
    const Result<Position> start = begin(game_, line, stop_);
    if (!start) return is_refusal(start.errors()[0]) ? std::nullopt : std::optional(Breach{start.errors()[0], 0});
    Position position = *start;
    for (std::size_t i = 0;; ++i) {
      ++work_;
      count_move(position, stop_);
      if (position.over()) return std::nullopt;
      const Result<std::uint64_t> listed = position.count_moves();
      if (!listed) {
        throw_if_stopped(listed.errors()[0]);
        return Breach{listed.errors()[0], i};
      }
      if (i == line.moves.size()) return std::nullopt;
      if (const auto error = position.play(line.moves[i]))
        return is_refusal(*error) ? std::nullopt : std::optional(Breach{*error, i + 1});
    }
  }

  /// The position after this many moves of a line; nothing if one cannot be made.
  std::optional<Position> position(const Line& line, std::size_t moves) {
    Result<Position> start = begin(game_, line, stop_);
    if (!start) return std::nullopt;
    for (std::size_t i = 0; i < moves; ++i)
      if (!play(*start, line.moves[i])) return std::nullopt;
    return *start;
  }

  /// Plays one more move; false if it cannot be made.
  bool play(Position& position, const std::string& move) {
    count_move(position, stop_);
    return !position.play(move);
  }

  std::uint64_t work() const { return work_; }
  void add_work(std::uint64_t work) { work_ += work; }

 private:
  const Game game_;
  lang::StopCheck stop_;
  std::uint64_t work_ = 0;
};

Settings draws_after(const Position& position, std::size_t past) {
  return draws_of(position.game().program(), PositionView(position).past(), past);
}

/// Appends a way, as texts, to the line. The position, where the way begins, waits at draws.
bool add_way(Position position, const std::vector<std::uint32_t>& way, Line& line) {
  line.draws = position.draws();
  for (const std::uint32_t step : way) {
    if (position.at_draw()) {
      const std::size_t before = PositionView(position).past().size();
      if (!position.draw(step)) {
        line.draws.push_back(draws_after(position, before).front());
        continue;
      }
      const Result<std::string> outcome = PositionView(position).outcome(step);
      if (!outcome) return false;
      line.draws.emplace_back(position.draw_name(), *outcome);
      return true;
    }
    const Result<std::string> text = position.move(step);
    if (!text) return false;
    line.moves.push_back(*text);
    if (position.play_listed(step)) return true;
  }
  return true;
}

std::optional<Line> line_of(const Game& game, const RandomLine& played) {
  lang::StopCheck stop(game.program().limits.stop);
  Line line{draws_of(game.program(), played.draws), {}};
  Result<Position> position = begin(game, line, stop);
  if (!position) return line;
  for (const std::uint64_t move : played.moves) {
    count_move(*position, stop);
    const Result<std::string> text = position->move(move);
    if (!text) return std::nullopt;
    line.moves.push_back(*text);
    if (position->play_listed(move)) break;
  }
  return line;
}

// ---- shorter lines ----

class Shortening {
 public:
  Shortening(Trial& trial, Line& line, Breach& breach, std::uint64_t work)
      : trial_(trial), line_(line), breach_(breach), work_(work), until_(trial.work() + work) {}

  void moves() {
    cut();
    cut_loops();
    leave_out(line_.moves);
    for (std::size_t back = 2; back <= line_.moves.size() && has_work();) {
      const bool shorter = shorten_end(back);
      if (shorter) leave_out(line_.moves);
      back = shorter ? 2 : back + back / 4 + 1;
    }
  }
  void draws() { leave_out(line_.draws); }

 private:
  bool has_work() const { return trial_.work() < until_; }

  void cut() { line_.moves.resize(std::min(line_.moves.size(), breach_.moves)); }

  /// Leaves out loops, which lead back to where they began, if the error remains without them.
  void cut_loops() {
    std::vector<std::uint64_t> spots;  // the hashes before each of these moves
    Line kept{line_.draws, {}};
    std::optional<Position> position = trial_.position(line_, 0);
    for (std::size_t i = 0; position && i < line_.moves.size(); ++i) {
      spots.erase(std::find(spots.begin(), spots.end(), position->hash()), spots.end());
      kept.moves.resize(spots.size());
      spots.push_back(position->hash());
      kept.moves.push_back(line_.moves[i]);
      if (!trial_.play(*position, line_.moves[i])) break;
    }
    std::swap(line_, kept);
    if (!still_breaks()) std::swap(line_, kept);
  }

  bool still_breaks() {
    auto breach = trial_.breach(line_);
    if (!breach || !same(breach->error, breach_.error)) return false;
    breach_ = std::move(*breach);
    cut();
    return true;
  }

  /// Removes everything that this part of the line does not need.
  template <class T>
  void leave_out(std::vector<T>& part) {
    const auto take = [&](std::vector<T> shorter) {
      const Line whole = line_;
      part = std::move(shorter);
      if (still_breaks()) return true;
      line_ = whole;
      return false;
    };
    glint::leave_out(part, true, take, [&] { return has_work(); });
  }

  /// Searches for a shorter end of the line, from the position this many moves before its end.
  bool shorten_end(std::size_t back) {
    const std::size_t kept = line_.moves.size() - back;
    auto from = trial_.position(line_, kept);  // it is not over, because the line continues
    if (!from) return false;
    *from = PositionView(*from).guessing();
    from->wait_at_draws(true);
    const std::uint64_t most = work_ / 20;
    ErrorSearch search(*from, {back - 1, most, most}, PlayCheckOptions().slow);
    const auto found = search.run();
    trial_.add_work(search.work());
    if (!found) return false;
    Line shorter{{}, {line_.moves.begin(), line_.moves.begin() + static_cast<std::ptrdiff_t>(kept)}};
    if (!add_way(*from, found->way, shorter) || shorter.moves.size() >= line_.moves.size()) return false;
    std::swap(line_, shorter);
    if (still_breaks()) return true;
    std::swap(line_, shorter);
    return false;
  }

  Trial& trial_;
  Line& line_;
  Breach& breach_;
  const std::uint64_t work_, until_;
};

// ---- the test ----

std::string title_of(const Error& error) {
  std::string title = error.code == lang::code_name(Code::G0604) ? "the invariant holds: " : "no error of the rules: ";
  for (const char c : error.message) title += c == '\n' ? ' ' : c;
  return title;
}

/// True if this test, appended to the script, fails with that error.
bool is_shown(const Game& game, const std::string& test, const Error& error, const PlayCheckOptions& options) {
  const lang::SourceFile& script = game.program().sources->file(0);
  const std::string added = "\n" + test;
  const Result<Game> with = options.with_text
                                ? options.with_text(added)
                                : Game::from_text(script.text + added, script.name, {}, nullptr, game.program().limits);
  if (!with) return false;
  const std::vector<TestReport> reports = run_tests(*with);
  return std::any_of(reports.begin(), reports.end(), [&](const TestReport& report) {
    return report.title == title_of(error) && !report.passed && report.failure.find(error.message) != std::string::npos;
  });
}

/// The draws of the line, in order, up to its end, the first error, or kMostReported draws. A game that is replayed by
/// a seed also needs the draws that a test leaves at their first value.
Settings all_draws(const Game& game, const Line& line) {
  StartOptions waiting;
  waiting.wait_at_draws = true;
  Result<Position> position = game.start(waiting);
  Settings left = line.draws, all;
  lang::StopCheck stop(game.program().limits.stop);
  for (std::size_t move = 0; position;) {
    count_move(*position, stop);
    if (all.size() >= kMostReported) return all;
    if (!position->at_draw()) {
      if (move == line.moves.size() || position->over() || position->play(line.moves[move++])) break;
      continue;
    }
    const std::string name = position->draw_name();
    const auto given = std::find_if(left.begin(), left.end(), [&](const auto& one) { return one.first == name; });
    if (given != left.end()) {
      all.push_back(*given);
      left.erase(given);
    } else {
      const Result<std::string> outcome = PositionView(*position).outcome(0);
      if (!outcome) break;
      all.emplace_back(name, *outcome);
    }
    if (position->draw(std::string_view(all.back().second))) break;
  }
  all.insert(all.end(), left.begin(), left.end());
  return all;
}

BrokenRule report_of(const Game& game, Trial& trial, Line line, Breach breach, const PlayCheckOptions& options) {
  Shortening(trial, line, breach, options.shortening).draws();
  BrokenRule broken;
  broken.error = breach.error;
  broken.test = written_test(game, title_of(breach.error), line.draws, line.moves);
  if (!is_shown(game, broken.test, broken.error, options)) broken.test.clear();
  broken.draws = all_draws(game, line);
  broken.moves = std::move(line.moves);
  return broken;
}

/// Reports a failure that was found by move numbers, even if the moves as texts do not repeat it.
BrokenRule report_of(const Game& game, Trial& trial, std::optional<Line> line, const Failure& failure,
                     const PlayCheckOptions& options) {
  if (auto breach = line ? trial.breach(*line) : std::nullopt)
    return report_of(game, trial, std::move(*line), std::move(*breach), options);
  BrokenRule broken;
  broken.error = to_error(game.program(), failure);
  if (line) broken.moves = std::move(line->moves);
  if (line) broken.draws = std::move(line->draws);
  return broken;
}

}  // namespace

PlayChecking::PlayChecking(const Game& game, PlayCheckOptions options)
    : game_(game),
      options_(std::move(options)),
      most_work_(kWorkPerPly * static_cast<std::uint64_t>(std::max(options_.plies, 0)) *
                 std::min<std::uint64_t>(options_.games, 1'000'000'000)) {
  check_.invariants = game.program().rules.invariants.size();
}

bool PlayChecking::advance() {
  if (stage_ == Stage::done) return false;
  if (!start_) {
    StartOptions waiting;
    waiting.wait_at_draws = true;
    const Result<Position> start = game_.start(waiting);
    if (!start) return fail_at_start(start.errors()[0]);
    start_ = *start;
  }
  if (stage_ == Stage::games)
    play();
  else if (!search())
    return true;
  const bool is_done = check_.broken || check_.complete || check_.games >= options_.games || work_ >= most_work_;
  stage_ = is_done ? Stage::done : Stage::games;
  return !is_done;
}

bool PlayChecking::fail_at_start(const Error& error) {
  throw_if_stopped(error);
  Trial trial(game_);
  check_.broken = report_of(game_, trial, Line{}, Breach{error, 0}, options_);
  check_.broken->shortest = true;
  stage_ = Stage::done;
  return false;
}

void PlayChecking::report(const SearchProgress& now) {
  progress_ = now;
  if (options_.progress) options_.progress(now);
}

/// False: it goes on.
bool PlayChecking::search() {
  std::unique_ptr<ErrorSearch> search = std::move(search_);  // one that was stopped is not used again
  if (!search)
    search = std::make_unique<ErrorSearch>(
        *start_, SearchLimits{UINT64_MAX, options_.limit, options_.limit * options_.moves_each}, options_.slow,
        [this](const SearchProgress& now) { report(now); });
  if (search->advance(search->work() + kPart)) {
    search_ = std::move(search);
    return false;
  }
  std::optional<BrokenRule> broken;
  if (const auto& found = search->found()) {
    Trial trial(game_);
    Line line;
    broken = report_of(game_, trial, add_way(*start_, found->way, line) ? std::optional(line) : std::nullopt,
                       found->failure, options_);
    broken->shortest = found->shortest;
  }
  check_.positions = search->layers().positions();
  check_.depth = search->layers().depth();
  check_.complete = search->layers().is_complete();
  check_.broken = std::move(broken);
  return true;
}

void PlayChecking::play() {
  if (!machine_) machine_ = std::make_unique<Machine>(game_.program());
  std::unique_ptr<Machine> machine = std::move(machine_);  // one that was stopped is not used again
  const RandomLine played = random_line(*machine, *start_, seed_of_game(options_.seed, check_.games), options_.plies,
                                        most_work_ - work_, options_.slow);
  std::optional<BrokenRule> broken;
  if (played.failure) {
    Trial trial(game_);
    auto line = line_of(game_, played);
    if (auto breach = line ? trial.breach(*line) : std::nullopt)
      Shortening(trial, *line, *breach, options_.shortening).moves();
    broken = report_of(game_, trial, line, *played.failure, options_);
    // If the search visited all shorter lines without an error, this one is the shortest.
    const std::size_t moves = broken->moves.size();
    broken->shortest = moves == 0 || (check_.depth && moves <= *check_.depth + 1);
  }
  check_.broken = std::move(broken);
  progress_.games = ++check_.games;
  work_ += played.work;
  check_.plies = std::max<std::uint64_t>(check_.plies, played.moves.size());
  machine_ = std::move(machine);
  report(progress_);
}

PlayCheck check_play(const Game& game, const PlayCheckOptions& options) {
  PlayChecking checking(game, options);
  try {
    while (checking.advance()) {
    }
    if (!stopped(game.program())) return checking.found();
  } catch (const lang::Stopped&) {
  }
  PlayCheck check = checking.found();
  check.broken = BrokenRule();
  check.broken->error = stopped_error(game.program());
  return check;
}

}  // namespace glint
