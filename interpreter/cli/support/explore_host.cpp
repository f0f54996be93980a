#include "interpreter/cli/support/explore_host.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <sstream>

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/progress.hpp"
#include "interpreter/cli/support/threads.hpp"
#include "interpreter/lab/explore/allotment.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::string_view kBegin = "@ ";
constexpr std::string_view kError = "error ";

std::string whole_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Reads entries: `@ KEY SIZE`, then as many bytes and a line break. Answers where the last whole one ends.
std::size_t read_entries(const std::string& text, std::map<std::string, std::string>& into) {
  std::size_t at = 0;
  while (text.compare(at, kBegin.size(), kBegin) == 0) {
    const std::size_t line = text.find('\n', at);
    if (line == std::string::npos) break;
    const std::size_t blank = text.rfind(' ', line);
    const std::string digits = text.substr(blank + 1, line - blank - 1);
    if (digits.empty() || digits.size() > 12 || digits.find_first_not_of("0123456789") != std::string::npos) break;
    const std::size_t size = std::stoull(digits);
    if (line + 1 + size + 1 > text.size() || text[line + 1 + size] != '\n') break;
    into[text.substr(at + kBegin.size(), blank - at - kBegin.size())] = text.substr(line + 1, size);
    at = line + 1 + size + 1;
  }
  return at;
}

/// What was played, as a text without line breaks.
std::string key_of(const Games& games) {
  const StudyPlan& plan = games.plan;
  return games.name + " " + lang::hexadecimal(games.game->rules_hash()) + " " + lang::joined(plan.players, ",") +
         (plan.rotates ? " rotating" : "") + " seed " + std::to_string(plan.seed) + " plies " +
         std::to_string(plan.max_plies) + " games " + std::to_string(games.begin) + " to " + std::to_string(games.end);
}

StudyPart part_of(const Games& games) {
  StudyPart part;
  StudyPlan plan = games.plan;
  plan.games = games.end - games.begin;
  part.header = header_of(*games.game, games.name, plan);
  part.done = plan.games;
  return part;
}

std::string text_of(const Games& games, const PlayedGames& played) {
  if (played.error) return std::string(kError) + played.error->code + " " + played.error->message;
  StudyPart part = part_of(games);
  part.tally = played.tally;
  return write_part(part);
}

/// Nothing if the text is not of these games; then they are played again.
std::optional<PlayedGames> read_played(const Games& games, const std::string& text) {
  PlayedGames played;
  if (text.compare(0, kError.size(), kError) == 0) {
    Error error;
    error.code = text.substr(kError.size(), 5);
    error.message = text.substr(std::min(text.size(), kError.size() + 6));
    played.error = std::move(error);
    return played;
  }
  Result<StudyPart> part = read_part(text, "games");
  if (!part || !difference(part->header, part_of(games).header).empty()) return std::nullopt;
  if (part->tally.games != games.end - games.begin) return std::nullopt;
  played.tally = std::move(part->tally);
  return played;
}

/// Finds the parent under the name by which its variants call it.
class ParentLoader : public lang::Loader {
 public:
  ParentLoader(const Game& parent, const std::string& of, const std::vector<std::string>& paths)
      : parent_(parent.program().sources->file(0)), of_(of), files_(parent_.name, paths) {}
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    return files_.find(name, as_parent(user));
  }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    if (name == of_) return parent_;
    return files_.find_game(name, as_parent(user));
  }
  std::vector<std::string> names() const override { return files_.names(); }
  std::vector<std::string> game_names() const override { return files_.game_names(); }

 private:
  /// Variants have no place of their own yet: they find what their parent finds.
  const lang::SourceFile& as_parent(const lang::SourceFile& user) const {
    return user.name.find('/') == std::string::npos ? parent_ : user;
  }

  const lang::SourceFile& parent_;
  const std::string& of_;
  FolderLoader files_;
};

/// Slow bots play few games at a time, so that threads end together.
std::uint64_t chunk_of(const StudyPlan& plan) {
  std::uint64_t chunk = 32;
  for (const std::string& player : plan.players) {
    const Result<PlayerSpec> spec = read_player_spec(player);
    if (!spec || spec->name == "random") continue;
    chunk = std::min<std::uint64_t>(chunk, spec->name == "greedy" ? 8 : 2);
  }
  return chunk;
}

}  // namespace

GamesFile::GamesFile(std::string path) : path_(std::move(path)) {
  const std::string text = whole_file(path_);
  // No link that lies there is followed, and nothing is cut off that was never written here.
  if (std::filesystem::is_symlink(path_) || (!text.empty() && !text.starts_with(kBegin.substr(0, text.size()))))
    stop(kUsage, "`" + path_ + "` already exists, and does not hold explored games, so nothing is added to it",
         "move it away, or name another folder with --out");
  const std::size_t whole = read_entries(text, known_);
  for (const auto& [key, value] : known_) written_[key] = true;
  if (whole < text.size()) std::filesystem::resize_file(path_, whole);
  file_.open(path_, std::ios::binary | std::ios::app);
  if (!file_) stop(kUsage, "`" + path_ + "` cannot be written");
}

void GamesFile::read_also(const std::string& path) {
  if (!exists(path)) stop(kUsage, "`" + path + "` is missing: was something explored in this folder?");
  read_entries(whole_file(path), known_);
}

const std::string* GamesFile::find(const std::string& key) const {
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

void GamesFile::add(const std::string& key, const std::string& text) {
  if (!written_.emplace(key, true).second) return;
  known_[key] = text;
  file_ << kBegin << key << ' ' << text.size() << '\n' << text << '\n' << std::flush;
  if (!file_) stop(kUsage, "`" + path_ + "` cannot be written");
}

ThreadedHost::ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths,
                           const HostOptions& options, GamesFile* file, Console& console)
    : parent_(parent),
      of_(std::move(of)),
      paths_(std::move(paths)),
      options_(options),
      file_(file),
      console_(console) {}

Result<Game> ThreadedHost::build(const std::string& script, const std::string& name) {
  ParentLoader loader(parent_, of_, paths_);
  return Game::from_text(script, name + ".glint", {}, &loader, parent_.program().limits);
}

void ThreadedHost::each(std::size_t count, const std::function<void(std::size_t)>& work) {
  NumberQueue queue(count);
  on_threads(std::min(options_.threads, static_cast<int>(std::max<std::size_t>(1, count))), [&](int) {
    while (const auto i = queue.take()) work(*i);
  });
  const std::function<bool()>& stops = parent_.program().limits.stop;
  if (stops && stops()) end_stopped();  // what was stopped looks like a failure of its script
}

void ThreadedHost::end_stopped() const {
  Error error = plain_error("the exploration was stopped",
                            file_ ? "the games that were played are kept: run the command again to resume"
                                  : "with --out its games are kept, and it can be resumed");
  error.code = lang::code_name(lang::Code::G0614);
  stop(kNo, {error});
}

bool ThreadedHost::is_late() { return options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline; }

std::vector<PlayedGames> ThreadedHost::play(const std::vector<Games>& games) {
  struct Chunk {
    std::size_t of = 0;
    std::uint64_t begin = 0, end = 0;
  };
  std::vector<PlayedGames> all(games.size());
  std::vector<std::string> keys(games.size());
  std::vector<std::size_t> waiting(games.size(), 0);  // chunks that are not played
  std::vector<Chunk> chunks;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    keys[i] = key_of(games[i]);
    const std::string* known = file_ ? file_->find(keys[i]) : nullptr;
    if (known != nullptr) {
      if (std::optional<PlayedGames> played = read_played(games[i], *known)) {
        all[i] = std::move(*played);
        continue;
      }
    }
    all[i].tally = StudyTally(games[i].game->program());
    const std::uint64_t size = chunk_of(games[i].plan);
    for (std::uint64_t begin = games[i].begin; begin < games[i].end; begin += size) {
      chunks.push_back({i, begin, std::min(games[i].end, begin + size)});
      ++waiting[i];
    }
    total += games[i].end - games[i].begin;
  }

  // Tallies are whole numbers, so their order does not matter; of errors the first one counts.
  std::vector<std::uint64_t> error_at(games.size(), UINT64_MAX);
  std::mutex mutex;
  std::size_t written = 0;
  std::uint64_t done = 0;
  bool is_stopped = false;
  const auto write = [&] {
    for (; written < games.size() && waiting[written] == 0; ++written)
      if (file_) file_->add(keys[written], text_of(games[written], all[written]));
  };
  Progress progress(console_, label_, "games", total, 0);
  NumberQueue queue(chunks.size());
  write();
  on_threads(std::min(options_.threads, static_cast<int>(std::max<std::size_t>(1, chunks.size()))), [&](int) {
    while (const auto number = queue.take()) {
      const Chunk& chunk = chunks[*number];
      StudyPlayer player(*games[chunk.of].game, games[chunk.of].plan);
      StudyTally tally(games[chunk.of].game->program());
      std::optional<Error> error;
      std::uint64_t game = chunk.begin;
      for (; game < chunk.end && !error; ++game) error = player.play(game, tally);
      const std::lock_guard<std::mutex> lock(mutex);
      if (error && error->code == lang::code_name(lang::Code::G0614)) {
        queue.fail(*number, *error);
        is_stopped = true;
        continue;
      }
      PlayedGames& mine = all[chunk.of];
      if (error && game < error_at[chunk.of]) {
        error_at[chunk.of] = game;
        mine.error = std::move(error);
      }
      mine.tally.add(tally);
      --waiting[chunk.of];
      done += chunk.end - chunk.begin;
      progress.show(done);
      write();
    }
  });
  if (is_stopped) end_stopped();
  return all;
}

namespace {

/// What games of bots cost, in microseconds of one core (2 GHz), from games of the bundled scripts.
class Costs {
 public:
  Costs(const Game& game, const ExplorePlan& plan)
      : game_(game), max_plies_(plan.max_plies), random_(sample("random", 16)), greedy_(sample("greedy", 4)) {}

  double of(const std::string& bot) const {
    constexpr double kPly = 6, kTried = 1.3, kThought = 2;  // a ply; a move that is tried; a ply of a game in the head
    const Result<PlayerSpec> spec = read_player_spec(bot);
    if (!spec || spec->name == "random") return kPly * random_.plies;
    if (spec->name == "greedy") return kPly * greedy_.plies + kTried * greedy_.moves;
    const auto number = static_cast<double>(std::max<std::uint64_t>(1, spec->budget.number));
    if (spec->name == "mcts")
      return number * greedy_.plies * (20 + kThought * std::min(random_.plies, 60.0)) + kTried * greedy_.moves;
    const double choices = std::max(1.0, greedy_.moves / greedy_.plies);
    return kTried * greedy_.plies * std::pow(choices, 0.7 * std::min(number, 6.0));
  }

 private:
  struct Sample {
    double plies = 1, moves = 1;  // of a game: moves that were to be chosen from, at all plies together
  };
  Sample sample(const std::string& bot, std::uint64_t games) const {
    StudyPlan study;
    study.players.assign(game_.players().size(), bot);
    study.max_plies = max_plies_;
    study.covered = 0;
    StudyPlayer player(game_, study);
    StudyTally tally(game_.program());
    for (std::uint64_t i = 0; i < games; ++i)
      if (player.play(i, tally)) break;
    const double played = std::max<double>(1, static_cast<double>(tally.games));
    Sample found;
    found.plies = std::max(1.0, static_cast<double>(tally.plies) / played);
    for (const std::uint64_t count : tally.choices_at) found.moves += static_cast<double>(count) / played;
    return found;
  }

  const Game& game_;
  const int max_plies_;
  const Sample random_, greedy_;
};

}  // namespace

std::optional<double> share_time(const Game& game, ExplorePlan& plan, double seconds) {
  // To check and build a variant three times, to run the game's tests with it, to search for a difference.
  constexpr double kVariant = 40'000, kCores = 2, kStrongerPart = 0.25;
  const Costs costs(game, plan);
  const double racer = costs.of(plan.racer), random = costs.of("random");
  const double match = 1.5 * costs.of(plan.stronger) + 0.5 * racer;  // one game of each of the two series
  const double time = kCores * 1e6 * seconds;
  const auto cost_of = [&](std::uint64_t games) {
    plan.games = games;
    plan.strong_games = std::nullopt;
    const auto finalists = static_cast<double>(allotment_of(plan).kept + 1);
    const auto most = static_cast<std::uint64_t>(kStrongerPart * time / match / finalists);
    const std::uint64_t stronger = std::min(allotment_of(plan).stronger, most);
    constexpr std::uint64_t kFewest = 4;  // fewer say nothing
    plan.strong_games = stronger < kFewest ? 0 : stronger;
    const Allotment shares = allotment_of(plan);
    const auto variants = static_cast<double>(shares.candidates + 1);
    const auto raced = static_cast<double>(shares.heats + shares.final + shares.parent) +
                       static_cast<double>(shares.fresh) * finalists + variants * ExplorePlan::kRacerGames;
    return raced * racer + variants * (kVariant + ExplorePlan::kRandomGames * random) +
           static_cast<double>(shares.stronger) * finalists * match;
  };
  std::uint64_t fits = ExplorePlan::kFewestGames, too_many = ExplorePlan::kMostGames;
  if (const double least = cost_of(fits); least > time) return least / kCores / 1e6;
  while (too_many - fits > 1 + fits / 1000) {
    const std::uint64_t middle = fits + (too_many - fits) / 2;
    (cost_of(middle) <= time ? fits : too_many) = middle;
  }
  cost_of(fits);
  return std::nullopt;
}

}  // namespace glint::cli
