#include "interpreter/cli/exploring/explore_host.hpp"

#include <algorithm>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/threads/threads.hpp"
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
  /// Variants have no place of their own yet, so they find the same files as their parent.
  const lang::SourceFile& as_parent(const lang::SourceFile& user) const {
    return user.name.find('/') == std::string::npos ? parent_ : user;
  }

  const lang::SourceFile& parent_;
  const std::string& of_;
  FolderLoader files_;
};

}  // namespace

ThreadedHost::ThreadedHost(const Game& parent, std::string of, std::vector<std::string> paths, int threads,
                           Console& console)
    : parent_(parent), of_(std::move(of)), paths_(std::move(paths)), threads_(threads), console_(console) {}

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
  if (stops && stops()) end_stopped();  // a stopped run looks like a failure of its script
}

void ThreadedHost::end_stopped() const {
  Error error = plain_error("the exploration was stopped", "with a smaller --budget it ends sooner");
  error.code = lang::code_name(lang::Code::G0614);
  stop(kNo, {error});
}

std::vector<PlayedGames> ThreadedHost::play(const std::vector<Games>& games) {
  std::uint64_t total = 0;
  for (const Games& one : games) total += one.end - one.begin;
  Progress progress(console_, label_, "games", total, 0);
  progress_ = &progress;
  std::vector<PlayedGames> all = ExploreHost::play(games);
  for (PlayedGames& one : all)
    if (one.error) one.error->message = lang::presentable(one.error->message);  // in one line of the report
  return all;
}

void ThreadedHost::played(std::uint64_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_->show(done);
}

}  // namespace glint::cli
