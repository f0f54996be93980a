#include "interpreter/cli/exploring/explore_host.hpp"

#include <algorithm>
#include <mutex>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/lab/study/study_check.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// An error of play as an entry: `error CHECKSUM CODE MESSAGE`.
constexpr std::string_view kError = "error ";

std::string error_text(const std::string& told) {
  lang::Fnv hash;
  hash.bytes(told);
  return std::string(kError) + lang::hexadecimal(hash.value()) + " " + told;
}

/// Nothing if the text is none: it was damaged, or is none of those that are written.
std::optional<Error> read_error(std::string_view text) {
  constexpr std::size_t kDigits = 16, kCode = 5;
  const std::size_t head = kError.size() + kDigits + 1;
  if (text.size() < head + kCode + 1) return std::nullopt;
  Error error;
  error.code = text.substr(head, kCode);
  error.message = text.substr(head + kCode + 1);
  if (text != error_text(error.code + " " + error.message) || error.message != lang::presentable(error.message) ||
      error.code == lang::code_name(lang::Code::G0614))
    return std::nullopt;
  return error;
}

/// What was played, as a text without tabs and line breaks.
std::string key_of(const Games& games) {
  const StudyPlan& plan = games.plan;
  return lang::escaped(games.name) + " " + lang::hexadecimal(games.game->rules_hash()) + " " +
         lang::joined(plan.players, ",") + " seed " + std::to_string(plan.seed) + " plies " +
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
  if (played.error) return error_text(played.error->code + " " + played.error->message);
  StudyPart part = part_of(games);
  part.tally = played.tally;
  std::string text = write_part(part);
  text.pop_back();  // its line break
  return text;
}

/// Nothing if the text is not of these games; then they are played again.
std::optional<PlayedGames> read_played(const Games& games, const std::string& text) {
  PlayedGames played;
  if (text.compare(0, kError.size(), kError) == 0) {
    played.error = read_error(text);
    if (!played.error) return std::nullopt;
    played.tally = StudyTally(games.game->program());
    return played;
  }
  Result<StudyPart> part = read_part(text + "\n", "games");
  if (!part || !difference(part->header, part_of(games).header).empty()) return std::nullopt;
  if (part->tally.games != games.end - games.begin || !misfit_of(*part, *games.game).empty())
    return std::nullopt;
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

ThreadedHost::ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths, int threads,
                           GamesFile* file, Console& console)
    : parent_(parent),
      of_(std::move(of)),
      paths_(std::move(paths)),
      threads_(threads),
      file_(file),
      console_(console) {}

Result<Game> ThreadedHost::build(const std::string& script, const std::string& name) {
  ParentLoader loader(parent_, of_, paths_);
  return Game::from_text(script, name + ".glint", {}, &loader, parent_.program().limits);
}

void ThreadedHost::each(std::size_t count, const std::function<void(std::size_t)>& work) {
  NumberQueue queue(count);
  on_threads(std::min(threads_, static_cast<int>(std::max<std::size_t>(1, count))), [&](int) {
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
      file_->forget(keys[i]);
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
  on_threads(std::min(threads_, static_cast<int>(std::max<std::size_t>(1, chunks.size()))), [&](int) {
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
        error->message = lang::presentable(error->message);  // in one line, as the file keeps it
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

}  // namespace glint::cli
