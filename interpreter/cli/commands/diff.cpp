// glint diff: what a change of rules changes, in the text and in play.
#include <algorithm>
#include <ostream>
#include <sstream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/diff.hpp"
#include "interpreter/game/record/record.hpp"

namespace glint::cli {
namespace {

class Diff : public Command {
 public:
  Description description() const override {
    return {"diff", "compare two games: their text, and how play differs",
            "  glint diff laser_lawn laser_lawn --new-set mirror=guide    # one option changed\n"
            "  glint diff the_beam glass    # a game and its variant\n"
            "  glint diff before.glint after.glint --games 1000    # two versions of a file, searched longer\n"
            "  glint diff boundary boundary --new-set balance=all --json    # as data\n"
            "  glint diff examples/hex.glint examples/hex.glint --set size=3 --new-set pie=off --value    # who wins "
            "then?\n"
            "Next: `glint compare OLD NEW` measures what it does to the balance; of options `glint study GAME --sweep OPTION`."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("OLD", old_, "a script, or a bundled game or variant");
    arguments.one("NEW", new_, "the same; repeat OLD if only options differ");
    arguments.texts("--new-set", new_settings_, "OPTION=VALUE", "set an option of NEW only; may be repeated");
    arguments.number("--depth", depth_, 0, 1'000'000, "search sequences of at most N moves (no limit)");
    arguments.number("--games", games_, 0, 1'000'000'000, "random games to play after that search (200)");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000, "stop a game as unfinished after N plies (300)");
    arguments.flag("--value", value_,
                   "also where perfect play ends otherwise, in all positions of both (as it is, of small games only)");
    arguments.text("-o,--out", out_, "FILE",
                   "with --value: write the moves to the nearest such position, and perfect play of NEW from there");
    common_.declare(arguments, &limit_, 1'000'000'000,
                    "pairs of positions to search, nearest to the start first (60000); positions of each game for "
                    "--value (5000000)");
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (out_ && !value_) stop(kUsage, "--out needs --value");
    if (out_) check_replaceable(*out_);
    if (old_ == "-" && new_ == "-") stop(kUsage, "OLD and NEW cannot both be read from the input", "name a file for one of them");
    SharedSettings settings(common_.settings);
    const Compared before{old_, load("OLD", old_, settings, {}, console)};
    std::ostringstream repeated;
    Console quiet{console.in, console.out, repeated};
    const Compared now{
        new_, load("NEW", new_, settings, read_settings(new_settings_, "--new-set"), new_ == old_ ? quiet : console)};
    if (const auto wrong = settings.left_over()) stop(kUsage, {*wrong});

    Differences all;
    all.text = diff_text(before.game, now.game);
    // Equal rules play the same, so they need no search, unless the command line asks for one.
    if (!all.text.is_identical || depth_ >= 0 || limit_ > 0 || games_ >= 0) look_at_play(before, now, all, console);
    const bool differs = all.play && !all.play->same;
    if (value_ || differs) look_at_values(before, now, all, console);
    if (common_.json)
      console.out << json_text(json_of(before, now, all));
    else
      print_differences(before, now, all, console);
    return differs ? kNo : kDone;
  }

 private:
  Game load(const std::string& role, const std::string& name, SharedSettings& settings, const Settings& own,
            Console& console) const {
    try {
      return load_game(name, settings, own, common_, console);
    } catch (Stop& stopped) {
      stopped.errors.push_back(plain_error("nothing was compared; the error is in " + role + ", `" + name + "`"));
      throw;
    }
  }

  void look_at_play(const Compared& before, const Compared& now, Differences& all, Console& console) const {
    DiffOptions options;
    if (depth_ >= 0) options.depth = static_cast<std::uint64_t>(depth_);
    if (limit_ > 0) options.limit = static_cast<std::uint64_t>(limit_);
    if (max_plies_ > 0) options.plies = max_plies_;
    if (games_ >= 0) {
      // If a number of games is given, all of them are played.
      options.games = static_cast<std::uint64_t>(games_);
      options.game_positions =
          std::max(options.game_positions, options.games * static_cast<std::uint64_t>(options.plies));
    }
    options.seed = common_.seed.value_or(1);
    options.text = &all.text;
    options.progress = [&console](const SearchProgress& progress) { show_search(console, progress); };
    all.play = diffed(before, now, options);
    // That only one of them has scores, or who sees what, says little about the rest of play, so look further.
    if (all.play->difference && all.play->witness.empty() && is_of_the_start(*all.play->difference, before, now)) {
      options.beyond_start = true;
      all.later = diffed(before, now, options);
    }
    hide_search(console);
  }

  /// Of small games always: of others it may take long.
  void look_at_values(const Compared& before, const Compared& now, Differences& all, Console& console) const {
    constexpr std::uint64_t kSmall = 20'000, kMost = 5'000'000;
    const std::uint64_t limit = !value_ ? kSmall : limit_ > 0 ? static_cast<std::uint64_t>(limit_) : kMost;
    const std::uint64_t seed = common_.seed.value_or(1);
    const Result<ValueDiff> found = diff_values(
        before.game, now.game, seed, limit, [&](const SearchProgress& progress) { show_search(console, progress); });
    hide_search(console);
    const bool is_refused = !found && found.errors()[0].code == lang::code_name(lang::Code::G0613);
    if (!found && (value_ || !is_refused)) stop(is_refused ? kUsage : kNo, found.errors());
    if (!found || (!value_ && !found->is_decided())) return;
    all.values = *found;
    if (!out_ || !found->is_decided()) return;
    const PerfectPlay& play = found->moves ? found->there_now : found->now;
    Record record = record_of(now.game, now.name, seed);
    record.draws = now.game.start({seed})->draws();
    if (found->moves) record.moves = *found->moves;
    record.moves.insert(record.moves.end(), play.moves.begin(), play.moves.end());
    record.result = play.result;
    replace_file(*out_, write_record(record));
  }

  static bool is_of_the_start(const Difference& difference, const Compared& before, const Compared& now) {
    const bool only_one_scores = before.game.start()->score(0).has_value() != now.game.start()->score(0).has_value();
    const std::vector<std::string> kinds = difference.kinds();
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const std::string& kind) { return kind == "sees" || (kind == "score" && only_one_scores); });
  }

  static PlayDiff diffed(const Compared& before, const Compared& now, const DiffOptions& options) {
    Result<PlayDiff> play = diff_play(before.game, now.game, options);
    if (!play) stop(kNo, play.errors());
    return std::move(*play);
  }

  std::string old_, new_;
  std::vector<std::string> new_settings_;
  std::optional<std::string> out_;
  bool value_ = false;
  int depth_ = -1, limit_ = 0, games_ = -1, max_plies_ = 0;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_diff() { return std::make_unique<Diff>(); }

}  // namespace glint::cli
