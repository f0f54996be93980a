// glint play: people and programs at one board.
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <random>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/files/opened.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/options/values.hpp"
#include "interpreter/cli/table/table.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Play : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, a script, or a record (.json) to continue");
    arguments.texts("--seat", seats_, "SEAT=BOT",
                    "who plays a seat: " + forms() + " (human); * is every seat not named; may be repeated");
    values_.declare(arguments);
    arguments.text("--save", save_, "FILE", "save the game in this new file after every move");
    arguments.flag("--unsaved", unsaved_, "do not save the game");
    arguments.flag("--quiet", quiet_, "do not draw the board after every move");
    arguments.flag("--vars", asked_.variables, "list all variables, also those that the script does not show");
    arguments.flag("--light", asked_.light, "show what the script leaves to the players to find: beams and moves");
    arguments.flag("--clock", clock_, "run the game's clock even against bots");
    arguments.number("--threads", threads_, 1, kMostThreads, "number of threads for mcts, one search tree each (1)");
    arguments.number("--max-plies", max_plies_, 0, 1'000'000'000, "stop as unfinished after N plies (2000)");
    where_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    const bool goes_on = std::filesystem::path(game_).extension() == ".json";
    return goes_on ? go_on(console) : begin(console);
  }

 private:
  /// A new game.
  int begin(Console& console) {
    const Game game = load_game(game_, common_, console);
    judge_ = values_.take(seats_, game, game_, console);
    const std::vector<std::string> names = read_seats(game, seats_, "human", true);
    std::ostream& talk = talk_of(names, console);
    if (!common_.seed) {
      common_.seed = has_people(names) ? std::random_device{}() : 1;
      if (has_people(names))
        talk << "seed " << *common_.seed << " (--seed " << *common_.seed << " repeats the draws of chance)\n";
    }
    Position position = load_position(game, common_, where_, console);
    Record record = record_of(game, game_, *common_.seed);
    if (where_.at) record.position = begin_text(game, console);
    record.moves = split_moves(where_.after.value_or(""));
    SavedGame saved;
    if (save_)
      saved = SavedGame::in_new_file(*save_);
    else if (console.in_is_terminal && has_people(names) && !unsaved_)
      saved = SavedGame::in_free_file(game.id());
    if (saved.is_saved()) talk << "The game is saved in " << lang::escaped(saved.path()) << " after every move.\n";
    return play(Session(std::move(position), std::move(record)), names, std::move(saved), talk, console);
  }

  /// A game that was left, from its record.
  int go_on(Console& console) {
    if (where_.at || where_.after || !where_.draws.empty() || common_.seed)
      stop(kUsage, "a record already says how its game began", "leave out --at, --after, --draw and --seed");
    const auto [record, game] = open_record(game_, std::nullopt, common_, console);
    std::vector<Error> warnings;
    const Result<Replayed> replayed = replay(game, record);
    if (!replayed) stop(kUsage, of_record(replayed.errors(), game_));
    for (const Error& warning : replayed->warnings) console.report(warning);
    if (!replayed->legal())
      stop(kNo,
           "the record cannot be continued: move " + std::to_string(replayed->plies + 1) +
               " is illegal: " + replayed->error->message,
           "`glint replay` checks a record");
    Result<Session> session = Session::resume(game, record, warnings);
    if (!session) stop(kUsage, of_record(session.errors(), game_));
    for (const Error& warning : warnings) console.report(warning);
    common_.seed = record.seed;
    std::vector<std::string> before = recorded_seats(game, record);
    std::vector<std::string> all = before;  // --values may be for a bot of the record
    all.insert(all.end(), seats_.begin(), seats_.end());
    judge_ = values_.take(all, game, record.game, console);
    seats_.assign(all.begin() + static_cast<std::ptrdiff_t>(before.size()), all.end());
    std::vector<std::string> names = read_seats(game, seats_, "", true);  // those of the record where nothing is said
    try {
      const std::vector<std::string> recorded = read_seats(game, before, "human", true, "seats");
      for (std::size_t seat = 0; seat < names.size(); ++seat)
        if (names[seat].empty()) names[seat] = recorded[seat];
    } catch (const Stop& stopped) {
      stop(kUsage, of_record(stopped.errors, game_));
    }
    std::ostream& talk = talk_of(names, console);
    // A record that is finished, or that loses something here, stays as it is.
    const bool stays = session->over() || !warnings.empty() || replayed->warnings.size() > 0;
    SavedGame saved;
    if (save_)
      saved = SavedGame::in_new_file(*save_);
    else if (!unsaved_ && (has_people(names) || !common_.json))
      saved = stays ? SavedGame::in_free_file(without_ending(game_)) : SavedGame::in_place(game_);
    talk << game.title() << ", after " << lang::counted(record.moves.size(), "move");
    if (saved.is_saved())
      talk << (stays ? "; changes are saved in " : "; saved in ") << lang::escaped(saved.path()) << " after every move";
    talk << ".\n";
    return play(std::move(*session), names, std::move(saved), talk, console);
  }

  int play(Session session, const std::vector<std::string>& names, SavedGame saved, std::ostream& talk,
           Console& console) const {
    saved.look_in(common_.paths);
    const bool all_people = std::count(names.begin(), names.end(), "human") == static_cast<int>(names.size());
    const auto info = session.position().game().clock();
    if (info && !session.has_clock() && (all_people || (clock_ && has_people(names)))) session.start_clock(*info);
    Table table(console, talk, std::move(session), names, std::move(saved), {*common_.seed, threads_, asked_, judge_});
    table.draws_boards = !common_.json && !quiet_;
    return table.play(max_plies_, common_.json);
  }

  static bool has_people(const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "human") != names.end();
  }

  /// With --json the record goes to stdout and the talk with people to stderr; without people there is no talk.
  std::ostream& talk_of(const std::vector<std::string>& names, Console& console) {
    return !common_.json ? console.out : has_people(names) ? console.err : silence_;
  }

  /// The programs of the record.
  static std::vector<std::string> recorded_seats(const Game& game, const Record& record) {
    std::vector<std::string> seats;
    const std::vector<std::string> players = game.players();
    for (const auto& [player, program] : record.seats)
      if (std::find(players.begin(), players.end(), player) != players.end()) seats.push_back(player + "=" + program);
    return seats;
  }

  static std::string without_ending(const std::string& path) {
    return std::filesystem::path(path).replace_extension().string();
  }

  static std::string forms() {
    std::string list = "human";
    for (const PlayerInfo& each : player_infos()) list += "; " + each.forms;
    return list + "; learned, learned:3, learned:200ms, best, best:200ms";
  }

  /// The text of the position that --at gives, before the moves of --after.
  std::string begin_text(const Game& game, Console& console) const {
    if (*where_.at == "-") stop(kUsage, "`play` reads moves from the input: put the position into a file");
    PositionOptions begin = where_;
    begin.after.reset();
    return load_position(game, common_, begin, console).text();
  }

  std::vector<std::string> seats_;
  ValuesOption values_;
  JudgeMaker judge_;
  std::optional<std::string> save_;
  bool quiet_ = false, clock_ = false, unsaved_ = false;
  view::Asked asked_;
  std::ostream silence_{nullptr};
  int max_plies_ = 2000, threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_play() { return std::make_unique<Play>(); }

}  // namespace glint::cli
