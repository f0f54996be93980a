#include "interpreter/cli/exploring/explore_host.hpp"

#include <algorithm>
#include <mutex>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/study/study.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

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
                           Console& console)
    : parent_(parent),
      of_(std::move(of)),
      paths_(std::move(paths)),
      threads_(threads),
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
  Error error = plain_error("the exploration was stopped", "with a smaller --budget it ends sooner");
  error.code = lang::code_name(lang::Code::G0614);
  stop(kNo, {error});
}

std::vector<PlayedGames> ThreadedHost::play(const std::vector<Games>& games) {
  struct Chunk {
    std::size_t of = 0;
    std::uint64_t begin = 0, end = 0;
  };
  std::vector<PlayedGames> all(games.size());
  std::vector<Chunk> chunks;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    all[i].tally = StudyTally(games[i].game->program());
    const std::uint64_t size = chunk_of(games[i].plan);
    for (std::uint64_t begin = games[i].begin; begin < games[i].end; begin += size)
      chunks.push_back({i, begin, std::min(games[i].end, begin + size)});
    total += games[i].end - games[i].begin;
  }

  // Tallies are whole numbers, so their order does not matter; of errors the first one counts.
  std::vector<std::uint64_t> error_at(games.size(), UINT64_MAX);
  std::mutex mutex;
  std::uint64_t done = 0;
  bool is_stopped = false;
  Progress progress(console_, label_, "games", total, 0);
  NumberQueue queue(chunks.size());
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
        error->message = lang::presentable(error->message);  // in one line of the report
        mine.error = std::move(error);
      }
      mine.tally.add(tally);
      done += chunk.end - chunk.begin;
      progress.show(done);
    }
  });
  if (is_stopped) end_stopped();
  return all;
}

}  // namespace glint::cli
