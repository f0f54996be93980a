#include "interpreter/cli/support/study_run.hpp"
#include "interpreter/cli/support/moves_to_error.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "interpreter/cli/support/progress.hpp"
#include "interpreter/cli/support/threads.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Random games are so short that threads take several at a time.
constexpr std::uint64_t kChunk = 32;

std::uint64_t chunk_of(const StudyPlan& plan) { return plan.judge == 0 && all_random(plan) ? kChunk : 1; }

/// What threads share. Chunks of games are given out and counted in order, so the tally always holds the first games of
/// the part and no others.
class Board {
 public:
  Board(const Game& game, StudyPart& part, const StudyRun& run, Console& console)
      : game_(game),
        part_(part),
        run_(run),
        chunk_(chunk_of(part.header.plan)),
        progress_(console, run.label, "games", part.size(), part.done),
        next_(part.done),
        counted_(part.done) {
    if (!run.until) return;
    // A continued study checks at the same numbers of games as one run would; it may have stopped at the last one.
    for (next_look_ = first_look(); next_look_ < counted_;) next_look_ = look_after(next_look_);
    stopped_ = counted_ == next_look_ && is_known();
  }

  void work() {
    StudyPlayer player(game_, part_.header.plan);
    const std::uint64_t size = part_.size();
    while (!stopped_.load(std::memory_order_relaxed)) {
      const std::uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
      if (begin >= size) return;
      const std::uint64_t end = std::min(size, begin + chunk_);
      StudyTally tally(game_.program());
      std::optional<Error> error;
      for (std::uint64_t i = begin; i < end && !error; ++i)
        if ((error = player.play(part_.number(i), tally)))
          add_help(*error, "this is in game " + std::to_string(part_.number(i)) + " of the study");
      hand_in(begin, end, std::move(tally), std::move(error));
    }
  }

  std::optional<Error> finish() {
    if (!error_) write();
    return error_ ? std::optional(with_moves(game_, *error_)) : std::nullopt;
  }

 private:
  struct Chunk {
    std::uint64_t end = 0;
    StudyTally tally;
    std::optional<Error> error;
  };

  /// The number of games at which `--until` is checked first; after that, whenever a tenth more are counted. So a study
  /// always stops at the same game, whatever the number of threads.
  std::uint64_t first_look() const { return next_multiple(100); }
  std::uint64_t look_after(std::uint64_t games) const { return next_multiple(games + games / 10 + 1); }
  std::uint64_t next_multiple(std::uint64_t games) const { return (games + chunk_ - 1) / chunk_ * chunk_; }

  void hand_in(std::uint64_t begin, std::uint64_t end, StudyTally tally, std::optional<Error> error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.emplace(begin, Chunk{end, std::move(tally), std::move(error)});
    while (!stopped_ && !waiting_.empty() && waiting_.begin()->first == counted_) {
      Chunk& first = waiting_.begin()->second;
      if (first.error) {
        error_ = std::move(first.error);
        stopped_ = true;
        break;
      }
      part_.tally.add(first.tally);
      part_.done = counted_ = first.end;
      waiting_.erase(waiting_.begin());
      if (run_.until && counted_ >= next_look_) {
        stopped_ = is_known();
        next_look_ = look_after(counted_);
      }
    }
    progress_.show(counted_);
    if (Clock::now() - written_ <= std::chrono::seconds(2)) return;
    try {
      write();
    } catch (...) {
      stopped_ = true;  // further games could not be saved
      throw;
    }
  }

  bool is_known() const { return cli::is_known(*run_.until, game_, part_); }

  void write() {
    written_ = Clock::now();
    if (run_.file != nullptr) run_.file->replace(write_part(part_));
  }

  const Game& game_;
  StudyPart& part_;
  const StudyRun& run_;
  const std::uint64_t chunk_;
  Progress progress_;
  std::atomic<std::uint64_t> next_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::map<std::uint64_t, Chunk> waiting_;  // played, but a chunk before them is not
  std::uint64_t counted_;
  std::uint64_t next_look_ = 0;
  Clock::time_point written_ = Clock::now();
  std::optional<Error> error_;
};

}  // namespace

bool is_known(const Until& until, const Game& game, const StudyPart& part) {
  for (const Measure& measure : measures_of(game, part.header.plan, part.tally))
    if (measure.id == until.measure) {
      const double width = measure.interval.high - measure.interval.low;
      return measure.count >= 2 && width > 0 && width / 2 <= until.reach;
    }
  return false;
}

std::optional<Error> run_study(const Game& game, StudyPart& part, const StudyRun& run, Console& console) {
  Board board(game, part, run, console);
  on_threads(run.threads, [&](int) { board.work(); });
  return board.finish();
}

int all_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads); }

Until read_until(const std::string& text) {
  const auto wrong = [&]() {
    stop(kUsage, "--until takes a measure and how well it is to be known; found `" + text + "`",
         "for example `first_advantage within 2%`, or `length within 0.5`");
  };
  const std::string within = " within ";
  const std::size_t at = text.find(within);
  if (at == std::string::npos) wrong();
  Until until;
  until.measure = text.substr(0, at);
  std::string number = text.substr(at + within.size());
  const bool percent = !number.empty() && number.back() == '%';
  if (percent) number.pop_back();
  while (!number.empty() && number.back() == ' ') number.pop_back();
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), until.reach);
  if (error != std::errc() || end != number.data() + number.size() || !(until.reach > 0)) wrong();
  if (percent) until.reach /= 100;
  return until;
}

void check_until(const Until& until, const Game& game, const StudyPlan& plan) {
  // To find the measures of a study, compute them from a tally with one of everything.
  StudyTally tally(game.program());
  tally.games = tally.begun = 1;
  const bool alone = game.is_team() || game.players().size() < 2;
  if (alone) tally.wins[0] = 1;
  for (Histogram& scores : tally.scores) scores[0] = 1;
  tally.lengths[1] = 1;
  for (Moments* moments : {&tally.branching, &tally.filled}) moments->add(0);
  if (has_leaders(game.program(), plan))
    for (Moments* moments : {&tally.lead_changes, &tally.behind, &tally.settled}) moments->add(0);
  if (game.has_beams())
    for (Moments* moments : {&tally.beams, &tally.lit}) moments->add(0);
  std::vector<std::string> known;
  for (const Measure& measure : measures_of(game, plan, tally)) known.push_back(measure.id);
  if (std::find(known.begin(), known.end(), until.measure) != known.end()) return;
  stop(kUsage, "--until: a study of this game has no measure `" + until.measure + "`",
       did_you_mean(until.measure, known, "there are: " + lang::joined(known)));
}

}  // namespace glint::cli
