// glint compare: several games, variants or bots side by side, in games that begin alike.

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/study_plan.hpp"
#include "interpreter/cli/studies/study_run.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

class Compare : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.some("GAME", games_, "bundled games or variants, or scripts; the others are compared with the first");
    arguments.number("--games", count_, "number of games of each (1000)");
    arguments.texts("--by", by_, "BOT|SEAT=BOT",
                    "which bot plays, in all seats or in one; repeated: a study of each game with each");
    options_.declare(arguments);
    arguments.text("--html", html_, "FILE", "also write the table as an HTML page with plots");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    check_output(html_, "--html", Output::page, common_.json);
    std::vector<Variation> variations = read(console);
    if (variations.size() < 2)
      stop(kUsage, "there is nothing to compare: one game and one bot",
           "name another game, or several bots: --by random --by greedy");
    for (Variation& one : variations) {
      StudyRun run;
      run.threads = options_.threads();
      run.label = one.label;
      run.log = &one.log;
      if (auto error = run_study(one.game, one.part, run, console)) stop(kNo, {*error});
    }
    report_variations(console, variations, 0, {common_.json, html_, false, options_.threads()});
    return kDone;
  }

 private:
  /// Each game with each player.
  std::vector<Variation> read(Console& console) const {
    std::vector<Variation> all;
    SharedSettings settings(common_.settings);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (std::size_t before = 0; before < i; ++before)
        if (games_[before] == games_[i]) stop(kUsage, "`" + games_[i] + "` is given twice");
      const Game game = load_game(games_[i], settings, {}, common_, console);
      std::vector<std::string> players = by_;
      if (players.empty()) players.emplace_back();
      for (const std::string& player : players) {
        StudyOptions options = options_;
        // The player of one seat stands beside --seat; the player of all seats is `*` there.
        if (!player.empty()) options.seats.push_back(player.find('=') == std::string::npos ? "*=" + player : player);
        const StudyPlan plan = options.plan(game, common_, count_.value_or(1000));
        std::string label = games_.size() > 1 ? lang::escaped(games_[i]) : "";
        if (!player.empty()) label += (label.empty() ? "" : ", ") + player;
        for (const Variation& other : all)
          if (other.label == label) stop(kUsage, "--by: `" + player + "` is given twice");
        all.push_back({std::move(label), game, {}});
        all.back().part.header = header_of(game, games_[i], plan);
      }
    }
    if (const auto wrong = settings.left_over()) stop(kUsage, {*wrong});
    return all;
  }

  std::vector<std::string> games_, by_;
  std::optional<std::uint64_t> count_;
  std::optional<std::string> html_;
  StudyOptions options_;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace glint::cli
