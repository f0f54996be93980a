// glint match: how strong a bot is against another one, or against a program that speaks UCI or GTP.
#include <algorithm>
#include <memory>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/matches/engine.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/learn/match.hpp"

namespace glint::cli {
namespace {

class PlayMatch : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a game of two players: bundled, a variant, or a script");
    arguments.text("--seat", seat_, "SEAT=BOT", "the bot, and its seat; * is both, by turns");
    arguments.required("--seat");
    arguments.text("--against", against_, "BOT", "another bot, or with --engine a command of the shell");
    arguments.required("--against");
    arguments.text("--engine", engine_, "FILE", "a table: the opponent's protocol, and how it writes moves");
    arguments.text("--go", go_, "TEXT", "what a UCI engine may spend: 'depth 6' (of the table, or the bot's time)");
    arguments.number("--patience", patience_, 0.01, 86'400, "seconds that an engine may take to answer (60)");
    arguments.number("--games", games_, 1, 1'000'000, "the most games (40)");
    arguments.number("--lead", lead_, 0, 1'000'000, "end at a lead of this many won games; 0: play them all (0)");
    arguments.number("--opening", opening_, 0, 1'000, "random plies at the beginning (4)");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000'000, "a game of so many plies is a tie (400)");
    arguments.text("-o,--out", out_, "NAME", "write a record of each game: NAME-1.json, NAME-2.json, ...");
    values_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (go_ && !engine_) stop(kUsage, "--go is for an engine, and --engine gives none");
    const Game game = load_game(game_, common_, console);
    MatchPlan plan = read_plan(game, console);
    for (std::uint64_t number = 0; out_ && number < plan.games; ++number) check_new(file_of(number));
    const std::unique_ptr<Engine> engine = engine_ ? start(game, plan, console) : nullptr;
    plan.opponent = engine.get();
    std::optional<Record> record;  // the record of the present game
    const auto keep = [&](std::uint64_t number) {
      if (!out_ || !record) return;
      const Result<Replayed> end = replay(game, *record);
      if (end && end->finished()) record->result = end->position.outcome_text();
      create_file(file_of(number), write_record(*record));
    };
    plan.hears = [&](std::uint64_t number, std::uint64_t seed, int player, const std::string& move) {
      if (!record) {
        record = record_of(game, game_, seed);
        const auto seat = static_cast<std::size_t>(plan.seats[number % plan.seats.size()]);
        record->seats = {{game.players()[seat], plan.learned}};
        if (!engine) record->seats.emplace_back(game.players()[1 - seat], plan.other);
      }
      record->moves.push_back(move);
      if (engine) engine->hear(player, move);
    };
    Match match{plan.learned, plan.other, 0, 0, 0};
    std::optional<Stop> failed;  // also by the engine
    try {
      Progress progress(console, plan.learned + " against " + plan.other, "games", plan.games);
      const Result<Match> played = play_match(game, judge_, plan, [&](const Match& so_far) {
        keep(match.games);
        record.reset();
        match = so_far;
        progress.show(match.games);
        if (engine && !plan.is_over(match)) engine->begin();
        return true;
      });
      if (!played) stop(kNo, played.errors());
    } catch (const Stop& stopped) {
      failed = stopped;
      keep(match.games);
    }
    if (!common_.json && match.games > 0) print_matches({match}, console);
    if (!common_.json && failed) throw *failed;
    if (!common_.json) return kDone;
    return print_json(console, [&](Json& json) {
      json = json_of(match);
      if (failed) throw *failed;
    });
  }

 private:
  /// Where the record of a game is kept.
  std::string file_of(std::uint64_t number) const { return *out_ + "-" + std::to_string(number + 1) + ".json"; }

  /// Who plays whom, in which seats.
  MatchPlan read_plan(const Game& game, Console& console) {
    if (game.players().size() != 2 || game.is_team()) stop(kUsage, "a match needs a game of two opponents");
    std::vector<std::string> texts = {*seat_};
    if (!engine_) texts.push_back("*=" + *against_);
    judge_ = values_.take(texts, game, game_, console);
    MatchPlan plan{"",       *against_,  static_cast<std::uint64_t>(games_), common_.seed.value_or(1),
                   opening_, max_plies_, static_cast<std::uint64_t>(lead_),  {}};
    if (!engine_) plan.other = read_seats(game, {texts[1]}, "", false, "--against")[0];
    const std::vector<std::string> bots = read_seats(game, {texts[0]}, "", false);
    for (const int seat : {0, 1})
      if (!bots[static_cast<std::size_t>(seat)].empty()) plan.seats.push_back(seat);
    plan.learned = bots[static_cast<std::size_t>(plan.seats[0])];
    return plan;
  }

  /// Starts the engine.
  std::unique_ptr<Engine> start(const Game& game, const MatchPlan& plan, Console& console) const {
    if (cannot_play({"alphabeta", {1, 0}}, game))
      stop(kUsage, "engines play games whose players take turns and see everything; chance may only begin them");
    const double seconds = read_player_spec(plan.learned)->budget.seconds;
    const auto time = std::to_string(seconds > 0 ? std::max(1, static_cast<int>(1000 * seconds + 0.5)) : 100);
    const std::string table = read_input(*engine_, Input::engine, console);
    auto engine = std::make_unique<Engine>(*against_, table, input_name(*engine_), go_.value_or(""), "movetime " + time,
                                           patience_, common_.limits.stop);
    engine->greet();
    return engine;
  }

  std::optional<std::string> seat_, against_, engine_, go_, out_;
  ValuesOption values_;
  JudgeMaker judge_;
  double patience_ = 60;
  int games_ = 40, lead_ = 0, opening_ = 4, max_plies_ = 400;
};

}  // namespace

std::unique_ptr<Command> make_match() { return std::make_unique<PlayMatch>(); }

}  // namespace glint::cli
