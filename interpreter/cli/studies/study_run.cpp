#include "interpreter/cli/studies/study_run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/studies/study_plan.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// The state that threads share. Chunks of games are given out and counted in order, so the tally always holds the
/// first games of the study and no others.
class Board {
 public:
  Board(const Game& game, StudyPart& part, const StudyRun& run, Console& console)
      : game_(game),
        part_(part),
        run_(run),
        console_(console),
        chunk_(StudyLooks::chunk_of(part.header.plan)),
        looks_(part.header.plan),
        progress_(console, run.label, "games", part.header.plan.games),
        keeps_(!run.file.empty() || !follows_from_seed(part.header.plan)),
        kept_(std::exchange(part.games, {})),
        result_(std::exchange(part.checksum, 0)),
        saved_(kept_.size()) {
    part.tally = StudyTally(game.program());
    if (run.log) *run.log = empty_log();
  }

  void work() {
    StudyPlayer player(game_, part_.header.plan);
    const std::uint64_t size = part_.header.plan.games;
    while (!stopped_.load(std::memory_order_relaxed)) {
      const std::uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
      if (begin >= size) return;
      const std::uint64_t end = std::min(size, begin + chunk_);
      Chunk chunk{end, StudyTally(game_.program()), run_.log ? empty_log() : GameLog(), {}, 0, std::nullopt};
      for (std::uint64_t i = begin; i < end && !chunk.error; ++i) {
        const bool is_kept = i < kept_.size();
        chunk.error = player.play(i, chunk.tally, is_kept ? &kept_[static_cast<std::size_t>(i)] : nullptr);
        if (chunk.error) {
          if (chunk.error->code != lang::code_name(lang::Code::G0614))
            add_help(*chunk.error, "this is in game " + std::to_string(i) + " of the study");
          break;
        }
        if (run_.log) chunk.log.add(player.counted());
        if (keeps_) chunk.games.push_back(player.said());
        if (is_kept) chunk.result += player.counted().checksum;
      }
      hand_in(begin, std::move(chunk));
    }
  }

  std::optional<Error> finish() {
    if (error_ && error_->code == lang::code_name(lang::Code::G0614)) {
      write();
      if (!run_.file.empty())
        add_help(*error_, lang::counted(saved_, "game") + (saved_ == 1 ? " is" : " are") + " saved: run the command again to resume");
      else if (run_.log == nullptr && kept_.empty())  // several studies are not saved
        add_help(*error_, "with --out FILE a study saves its games, and resumes from them");
    }
    if (error_) return with_moves(game_, *error_);
    // The study is whole, though it might have had more games; so says its file.
    if (run_.until && stopped_) {
      StudyPlan& plan = part_.header.plan;
      if (plan.covered == plan.games) plan.covered = counted_;
      plan.games = counted_;
    }
    write();
    if (is_full_)
      console_.err << "note: `" << run_.file << "` has only the first " << grouped_count(saved_, "game")
                   << ": with all it would be too large to be read again\n";
    return std::nullopt;
  }

 private:
  struct Chunk {
    std::uint64_t end = 0;
    StudyTally tally;
    GameLog log;
    std::vector<std::string> games;
    std::uint64_t result = 0;  // the checksum of those that were kept
    std::optional<Error> error;
  };

  GameLog empty_log() const { return GameLog(measures_in(game_, part_.header.plan)); }

  void hand_in(std::uint64_t begin, Chunk chunk) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.emplace(begin, std::move(chunk));
    while (!stopped_ && !waiting_.empty() && waiting_.begin()->first == counted_) {
      Chunk& first = waiting_.begin()->second;
      if (first.error) {
        error_ = std::move(first.error);
        stopped_ = true;
        break;
      }
      part_.tally.add(first.tally);
      part_.checksum = part_.tally.checksum;
      std::move(first.games.begin(), first.games.end(), std::back_inserter(part_.games));
      result_ -= first.result;
      if (run_.log) run_.log->add(first.log);
      counted_ = first.end;
      waiting_.erase(waiting_.begin());
      if (counted_ >= kept_.size() && result_ != 0) {
        error_ = plain_error("the games that the study has kept do not go as they went when it was saved",
                             "another version of Glint may have played them");
        stopped_ = true;
        break;
      }
      // A study looks at its results at the same games as in one run, but not before the end of its kept games.
      if (run_.until && counted_ >= looks_.next()) {
        stopped_ = counted_ >= kept_.size() && is_known();
        looks_.go_on();
      }
    }
    progress_.show(counted_);
    if (error_ || Clock::now() - written_ <= pause_) return;
    try {
      write();
    } catch (...) {
      stopped_ = true;  // further games could not be saved
      throw;
    }
  }

  bool is_known() const { return glint::is_known(*run_.until, game_, part_.header.plan, part_.tally); }

  void write() {
    const Clock::time_point begin = written_ = Clock::now();
    if (run_.file.empty() || is_full_ || counted_ < kept_.size()) return;  // the file has more
    const std::string text = write_part(part_);
    is_full_ = text.size() > run_.most;
    if (is_full_) return;
    try {
      replace_file(run_.file, text);
      saved_ = counted_;
      written_ = Clock::now();
      pause_ = std::max(pause_, 10 * (written_ - begin));
    } catch (Stop& stopped) {
      if (saved_ > 0)
        stopped.errors.front().help = "it still has the first " + lang::counted(saved_, "game") + ": run the command again to resume";
      throw;
    }
  }

  const Game& game_;
  StudyPart& part_;
  const StudyRun& run_;
  Console& console_;
  const std::uint64_t chunk_;
  StudyLooks looks_;
  Progress progress_;
  const bool keeps_;                     // games, as they go to a file, or cannot be played again
  const std::vector<std::string> kept_;  // the first games, as the file has them
  std::uint64_t result_;                 // their checksum, less that of those that were counted again
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::map<std::uint64_t, Chunk> waiting_;  // played, but a chunk before them is not
  std::uint64_t counted_ = 0, saved_;
  bool is_full_ = false;  // the file
  Clock::time_point written_ = Clock::now();
  Clock::duration pause_ = std::chrono::seconds(2);  // before it is written again
  std::optional<Error> error_;
};

}  // namespace

std::optional<Error> run_study(const Game& game, StudyPart& part, const StudyRun& run, Console& console) {
  Board board(game, part, run, console);
  on_threads(run.threads, [&](int) { board.work(); });
  return board.finish();
}

int all_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads); }

Want read_until(const std::string& text) {
  Result<Want> want = read_want(text);
  if (!want || want->low != -want->high || !(want->high > 0))
    stop(kUsage, "--until takes a measure and the width of its interval; found `" + text + "`",
         "for example `first_player_advantage within 2%`, or `length within 0.5`");
  return std::move(*want);
}

// ---- from a file

OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console) {
  Result<StudyPart> part = read_part(read_input(path, Input::study, console), input_name(path));
  if (!part) stop(kUsage, part.errors());
  check_folders(paths);
  StudyHeader& header = part->header;
  const std::string meant = "if the script has been moved, name its folder with `--path FOLDER`";
  Game game = load_game(named_script(header.game, path, "study", paths, meant), header.options, paths, console, limits);
  for (const std::string& one : header.without) header.plan.without.push_back(read_without(one, game));
  const StudyHeader now = header_of(game, header.game, header.plan);
  std::string other = changed_since(now, header);
  if (other.empty()) other = difference(now, header);
  if (!other.empty()) stop(kNo, "this is not the game that was studied: " + other, meant);
  return {std::move(game), std::move(*part)};
}

void go_on(const std::string& path, StudyPart& part, Console& console) {
  Result<StudyPart> before = read_part(read_input(path, Input::study, console), path);
  const std::string again = "remove the file to start again";
  if (!before) {
    std::vector<Error> errors = before.errors();
    errors.front().help = "give --out another file";
    stop(kUsage, std::move(errors));
  }
  StudyPlan &mine = part.header.plan, &plan = before->header.plan;
  if (plan.games > mine.games)
    stop(kUsage, "`" + path + "` is a study of " + grouped(plan.games) + " games, more than --games asks for",
         "a study can be made longer, not shorter: name another file with --out");
  // Games follow from their numbers, so a longer study begins with those of a shorter one.
  if (plan.covered == plan.games && mine.covered == mine.games) plan.covered = mine.covered;
  plan.games = mine.games;
  // Looks at results count even if the study continues without looking.
  plan.looks = mine.looks = std::max(plan.looks, mine.looks);
  if (const std::string changed = changed_since(part.header, before->header); !changed.empty())
    stop(kUsage, "`" + path + "` already exists: " + changed, again);
  if (const std::string other = difference(part.header, before->header); !other.empty())
    stop(kUsage, "`" + path + "` already exists, and belongs to another study: " + other,
         "name another file with --out, or remove that one");
  part.games = std::move(before->games);
  part.checksum = before->checksum;
}

PeoplesGames read_people(const std::string& folder, const Game& game, Console& console) {
  namespace fs = std::filesystem;
  std::error_code problem;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    if (at->path().extension() == ".json") files.push_back(at->path());
  if (problem) stop(kUsage, "--records: the folder `" + folder + "` cannot be read: " + reason(problem.value()));
  std::sort(files.begin(), files.end());
  PeoplesGames people;
  for (const fs::path& file : files) {
    try {
      people.add(game, file.filename().string(), read_input(file.string(), Input::record, console));
    } catch (const Stop& one) {
      people.left_out.emplace(one.errors.front().message, file.filename().string());
    }
    if (auto error = stopped(game.program())) stop(kNo, {*error});
  }
  if (!people.files.empty()) return people;
  std::vector<Error> errors = {plain_error("no record (*.json) in `" + folder + "` can be counted",
                                           "--set gives the game the options with which people played")};
  for (const auto& [why, file] : people.left_out) errors.push_back(plain_error(file + ": " + why));
  stop(kNo, std::move(errors));
}

void StudyOptions::declare(Arguments& arguments) {
  arguments.texts("--seat", seats, "SEAT=BOT", "which bot plays a seat (random); * is every seat not named; may be repeated");
  arguments.flag("--rotate", rotates, "move the bots one seat on after each game");
  arguments.text("--evaluate", evaluation, "playouts:N",
                 "judge who leads by N random games from each position (by the script's `heuristic` or `score`)");
  arguments.number("--threads", asked_threads, 1, kMostThreads, "number of threads; does not change the result (one per core)");
  arguments.number("--max-plies", max_plies, 1, StudyPlan::kMostPlies, "stop a game as unfinished after N plies (2000)");
  arguments.texts("--draw", draws, "NAME=VALUE", "fix a chance draw; NAME=A,B fixes successive draws; may be repeated");
}

StudyPlan StudyOptions::plan(const Game& game, const CommonOptions& common, std::uint64_t games, const std::string& absent) const {
  StudyPlan plan;
  plan.players = read_seats(game, seats, absent, false);
  plan.rotates = rotates;
  plan.seed = common.seed.value_or(1);
  plan.games = games;
  if (plan.games < 1 || plan.games > StudyPlan::kMostGames)
    stop(kUsage, "--games takes a whole number from 1 to 1000000000000, found `" + std::to_string(plan.games) + "`");
  plan.max_plies = max_plies;
  PositionOptions where;
  where.draws = draws;
  plan.draws = start_options(game, common, where).draws;
  plan.playouts = playouts();
  if (rotates && game.players().size() < 2) stop(kUsage, "--rotate needs at least two seats, and this game has one");
  return plan;
}

int StudyOptions::playouts() const {
  if (!evaluation) return 0;
  const std::string_view kind = "playouts:";
  const bool is_kind = evaluation->starts_with(kind);
  const auto number = is_kind ? whole_number(std::string_view(*evaluation).substr(kind.size())) : std::nullopt;
  if (!number || *number < 1 || *number > StudyPlan::kMostPlayouts)
    stop(kUsage, "--evaluate takes `playouts:N`, with N from 1 to " + std::to_string(StudyPlan::kMostPlayouts) +
                     "; found `" + *evaluation + "`",
         "for example --evaluate playouts:20");
  return static_cast<int>(*number);
}

Restriction read_without(const std::string& text, const Game& game) {
  const Result<Restriction> read = read_restriction(text, game);
  if (!read) stop(kUsage, "--without: " + read.errors()[0].message, read.errors()[0].help);
  return *read;
}

int StudyOptions::threads() const { return asked_threads > 0 ? asked_threads : all_threads(); }

}  // namespace glint::cli
