// glint watch: after each save, what became of a script.
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/interrupt.hpp"
#include "interpreter/cli/support/safe_output.hpp"
#include "interpreter/cli/watch/round.hpp"
#include "interpreter/cli/watch/watched_files.hpp"

namespace glint::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kLongestRound = 20;  // seconds

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  return text;
}

class Watch : public GameCommand {
 public:
  Description description() const override {
    return {"watch", "check, test and play a script after each save, and show what changed",
            "  glint watch my_game.glint    # on one screen, until Ctrl-C\n"
            "  glint watch my_game.glint --games 1000    # more random games each time\n"
            "  glint watch games/{game}.glint --once    # only one round, without waiting\n"
            "Next: `glint study FILE` measures how it plays, `glint describe FILE` prints its rules."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("FILE", game_, "a script");
    arguments.number("--games", games_, 0, 1'000'000, "random games after each save (200)");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000, "stop a game as unfinished after N plies (500)");
    arguments.flag("--once", once_, "run only one round; the status is 1 if the script has errors, or a test or game fails");
    // The common options without --json: a screen that is drawn again and again is for people.
    arguments.texts("--set", common_.settings, "OPTION=VALUE", "set an option of the game; may be repeated");
    arguments.texts("--path", common_.paths, "FOLDER",
                    "also look for games and libraries in this folder; may be repeated");
    arguments.number("--seed", common_.seed, "seed for chance (1)");
    arguments.limits(common_.limits, nullptr, 0, {});
  }

  int run(Console& console) override {
    if (game_ == "-")
      stop(kUsage, "`watch` needs a file, and `-` is standard input",
           "save the script in a file, and watch that");
    if (!exists(game_) && bundled_file(game_))
      stop(kUsage, "`" + game_ + "` is built into glint and never changes",
           "watch a script of your own: `glint new my_game --of " + game_ + "` writes one");
    if (exists(game_) && !std::filesystem::is_regular_file(game_) && !std::filesystem::is_directory(game_))
      stop(kUsage, "`" + game_ + "` is not a regular file", "`watch` needs a file that is saved again and again");
    read_input(game_, Input::script, console);  // ends here if it cannot be read
    check_folders(common_.paths);
    read_settings(common_.settings, "--set");
    const StopsWork stops(common_.limits);
    WatchedFiles files(game_, common_.paths);
    files.look();
    const Limits limits = limits_of_rounds(files);
    std::optional<Round> good;  // the last one whose game could be played
    while (!is_ended()) {
      Round round = look(files, limits, good ? &*good : nullptr, console);
      if (once_) return status_of(round);
      // A round that another save has cut short is no measure for the next one.
      if (round.game && !(round.is_cut && files.differ())) good = std::move(round);
      if (!wait(files)) break;
    }
    return kDone;
  }

 private:
  bool is_ended() const { return common_.limits.stop && common_.limits.stop(); }

  static int status_of(const Round& round) {
    const bool is_fine = round.game && round.wrong() == 0 && round.failed_tests() == 0;
    return is_fine && !(round.games && round.games->error) && !round.is_cut ? kDone : kNo;
  }

  /// Waits for the next save, and until the files stay as they are: an editor may write them in parts. False: the user
  /// has ended it.
  bool wait(WatchedFiles& files) const {
    bool changed = false;
    while (!is_ended()) {
      std::this_thread::sleep_for(kBetweenLooks);
      if (files.look())
        changed = true;
      else if (changed)
        return true;
    }
    return false;
  }

  Round look(WatchedFiles& files, const Limits& limits, const Round* before, Console& console) const {
    const std::optional<std::string>& text = files.script();
    if (!text || text->empty()) {
      show({game_ + "   " + time_of_day(), "",
            !text ? "the file is gone; waiting for it" : "the file is empty; waiting for it"},
           console);
      return {};
    }
    show({game_ + "   " + time_of_day(), "", "at work ..."}, console, true);
    RoundOptions options;
    options.games = static_cast<std::uint64_t>(games_);
    options.max_plies = max_plies_;
    options.seed = common_.seed.value_or(1);
    options.settings = read_settings(common_.settings, "--set");
    begin_round();
    Round round = examine(*text, game_, files, limits, options, before);
    round.cut_by = round_->cut_by;
    const std::size_t lines = console.lines > 0 ? static_cast<std::size_t>(console.lines) - 1 : 200;
    const auto columns = static_cast<std::size_t>(console.style.columns);
    show(page_of(round, before, game_, time_of_day(), columns, lines), console);
    return round;
  }

  void begin_round() const {
    round_->stopped = false;
    round_->end = once_ ? Clock::time_point::max() : Clock::now() + std::chrono::seconds(kLongestRound);
    round_->next_look = Clock::now() + kBetweenLooks;
  }
  /// A round ends when the user ends the command; if it is not the only one, also when the script is saved again, and
  /// after some time. The games of all rounds have these limits, as one may be compared with the next.
  Limits limits_of_rounds(WatchedFiles& files) const {
    Limits limits = common_.limits;
    limits.stop = [round = round_, outer = common_.limits.stop, &files, waits = !once_] {
      const auto now = Clock::now();
      if (round->stopped) return true;
      const auto cut = [&](bool is_so, Round::Cut by) {
        if (round->stopped || !is_so) return;
        round->stopped = true;
        round->cut_by = by;
      };
      cut(outer && outer(), Round::Cut::user);
      cut(now >= round->end, Round::Cut::time);
      if (!round->stopped && waits && now >= round->next_look) {
        round->next_look = now + kBetweenLooks;
        cut(files.differ(), Round::Cut::change);
      }
      return round->stopped;
    };
    return limits;
  }

  /// At a terminal a page takes the place of the one before; elsewhere it follows it.
  void show(const std::vector<std::string>& lines, Console& console, bool passing = false) const {
    const bool is_screen = console.lines > 0 && !once_;
    if (passing && !is_screen) return;
    if (is_screen) SafeOutput::behind(console.out) << "\x1b[H\x1b[2J";
    for (const std::string& line : lines) console.out << line << '\n';
    if (!is_screen && !once_) console.out << '\n';
    console.out.flush();
  }

  struct Under {
    Clock::time_point end, next_look;
    bool stopped = false;
    Round::Cut cut_by = Round::Cut::user;
  };
  const std::shared_ptr<Under> round_ = std::make_shared<Under>();
  int games_ = 200, max_plies_ = 500;
  bool once_ = false;
};

}  // namespace

std::unique_ptr<Command> make_watch() { return std::make_unique<Watch>(); }

}  // namespace glint::cli
