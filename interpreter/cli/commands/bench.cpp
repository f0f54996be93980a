// glint bench: how fast the engine plays a game on this machine.
#include "interpreter/measure/bench.hpp"

#include <cstdio>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Bench : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.number("--seconds", seconds_, 0.01, 86400, "seconds to measure (3)");
    arguments.number("--games", games_, "play exactly N games");
    arguments.number("--threads", threads_, 1, kMostThreads, "number of threads; does not change the games (1)");
    arguments.flag("--profile", profile_, "report the share of time of each line of the script");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000'000, "stop a game as unfinished after N plies (2000)");
    arguments.texts("--draw", where_.draws, "NAME=VALUE",
                    "fix a chance draw; NAME=A,B fixes successive draws; may be repeated");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    if (games_ && seconds_ > 0) stop(kUsage, "`--games` and `--seconds` exclude each other");
    if (games_ == std::uint64_t{0}) stop(kUsage, "--games takes a whole number from 1, found `0`");
    if (seconds_ <= 0) seconds_ = 3;
    const Game game = load_game(game_, common_, console);
    const StartOptions options = start_options(game, common_, where_);
    if (const Result<Position> start = game.start(options); !start) stop(kNo, start.errors());

    std::vector<std::unique_ptr<BenchPlayer>> players;
    for (int i = 0; i < threads_; ++i) players.push_back(std::make_unique<BenchPlayer>(game, options, max_plies_));
    if (profile_)
      for (const auto& player : players) player->profile();
    const double seconds = play(game, players, console);
    BenchTally tally;
    for (const auto& player : players) tally.add(player->tally());
    const std::vector<ProfileLine> lines = profile_ ? profile_of(players) : std::vector<ProfileLine>{};
    if (common_.json) {
      Json answer = json(tally, seconds);
      if (profile_) answer["profile"] = json(lines);
      console.out << json_text(answer);
    } else {
      print(tally, game, seconds, console.out);
      if (profile_) print(lines, console.out);
    }
    return kDone;
  }

 private:
  using Players = std::vector<std::unique_ptr<BenchPlayer>>;

  /// Runs all players at once, each on the next free number, until the time is over or all games that were asked for
  /// are played. Answers how many seconds it took.
  double play(const Game& game, const Players& players, const Console& console) const {
    NumberQueue numbers(games_.value_or(UINT64_MAX));
    const double begun = console.seconds();
    on_threads(threads_, [&](int thread) {
      while (const auto number = numbers.take()) {
        if (auto error = players[static_cast<std::size_t>(thread)]->play(*number))
          return numbers.fail(*number, *std::move(error));
        if (!games_ && console.seconds() - begun >= seconds_) return;
      }
    });
    const double elapsed = console.seconds() - begun;
    if (numbers.error()) stop(kNo, {with_moves(game, *numbers.error())});
    return elapsed;
  }

  static std::vector<ProfileLine> profile_of(const Players& players) {
    Profile all = *players[0]->profiled();
    for (std::size_t i = 1; i < players.size(); ++i) all.add(*players[i]->profiled());
    return all.lines();
  }

  static Json json(const std::vector<ProfileLine>& lines) {
    return list_of(lines, [](const ProfileLine& line) {
      Json row = Json::object();
      row["file"] = line.file.empty() ? Json() : Json(line.file);
      row["line"] = line.file.empty() ? Json() : Json(line.line);
      row.update({{"share", line.share}, {"runs", line.runs}, {"text", line.text}});
      return row;
    });
  }

  /// Leaves out lines that take hardly any time.
  static void print(const std::vector<ProfileLine>& lines, std::ostream& out) {
    constexpr double kLeast = 0.002;
    out << "\n  share         runs  line\n";
    std::size_t left_out = 0;
    double rest = 0;
    char text[40];
    for (const ProfileLine& line : lines) {
      if (line.share < kLeast && !line.file.empty()) {
        ++left_out;
        rest += line.share;
        continue;
      }
      std::snprintf(text, sizeof text, "%5.1f %% %12llu  ", 100 * line.share,
                    static_cast<unsigned long long>(line.runs));
      if (line.file.empty())
        out << std::string(text, 7) << std::string(15, ' ') << "outside the script: drawing moves, saving positions\n";
      else
        out << text << line.file << ':' << line.line << "  " << line.text << '\n';
    }
    if (left_out == 0) return;
    std::snprintf(text, sizeof text, "%5.1f %%", 100 * rest);
    out << text << std::string(15, ' ') << lang::counted(left_out, "more line") << '\n';
  }

  static double rate(std::uint64_t count, double seconds) {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0.0;
  }

  Json json(const BenchTally& tally, double seconds) const {
    return {{"games_per_second", rate(tally.games, seconds)},
            {"plies_per_second", rate(tally.plies, seconds)},
            {"games", tally.games},
            {"plies", tally.plies},
            {"unfinished", tally.unfinished},
            {"checksum", lang::hexadecimal(tally.checksum)},
            {"threads", threads_},
            {"seconds", seconds}};
  }

  void print(const BenchTally& tally, const Game& game, double seconds, std::ostream& out) const {
    const auto line = [&](const char* name, double rate, const std::string& how) {
      char text[64];
      std::snprintf(text, sizeof text, "%-11s %14.0f  ", name, rate);
      out << text << how << '\n';
    };
    out << game.title() << ", " << (threads_ == 1 ? "one thread" : std::to_string(threads_) + " threads") << ", seed "
        << common_.seed.value_or(1) << ", ";
    if (profile_) out << "profiled (slower), ";
    if (games_)
      out << lang::counted(*games_, "game") << '\n';
    else
      out << "about " << seconds_ << " s\n";
    line("games/s", rate(tally.games, seconds), "random games to their end; each legal move is equally likely");
    line("plies/s", rate(tally.plies, seconds), "moves of single players in these games");
    char text[160];
    std::snprintf(text, sizeof text, "%llu games, %.1f plies each on average, %llu unfinished after %d plies\n",
                  static_cast<unsigned long long>(tally.games), rate(tally.plies, static_cast<double>(tally.games)),
                  static_cast<unsigned long long>(tally.unfinished), max_plies_);
    out << text;
    if (!games_) return;  // their number depends on speed, and so does their sum
    out << "checksum " << lang::hexadecimal(tally.checksum)
        << ", the same for this seed on every machine and any number of threads\n";
  }

  double seconds_ = 0;  // 3 by default
  std::optional<std::uint64_t> games_;
  int threads_ = 1, max_plies_ = 2000;
  bool profile_ = false;
};

}  // namespace

std::unique_ptr<Command> make_bench() { return std::make_unique<Bench>(); }

}  // namespace glint::cli
