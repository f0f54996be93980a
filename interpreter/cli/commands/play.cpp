// glint play: people and programs at one board.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/threads.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/cli/table/human.hpp"
#include "interpreter/cli/table/session.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {
namespace {

class Play : public GameCommand {
 public:
  Description description() const override {
    return {"play", "play in the terminal; an illegal move says which rule forbids it",
            "  glint play {game}    # people at one keyboard\n"
            "  glint play {game} --seat {player}=greedy    # against the computer\n"
            "  glint play {game} --seat '*=random' --seed 7    # watch; the same seed gives the same game\n"
            "  glint play {game} --seat '*=random' --json    # only the record\n"
            "  glint play {game} --seat '*=mcts:1000' --threads 4    # four trees of 250 iterations at once\n"
            "Behind a program's move stands what it expects, if it says so: (0 %) a loss, (100 %) a win."};
  }

  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.texts("--seat", seats_, "P=PLAYER",
                    "who plays for player P, * for all: " + forms() + "; people where not given; may be repeated");
    arguments.flag("--quiet", quiet_, "do not draw the board after every move");
    arguments.flag("--clock", clock_,
                   "count people's time though not all players are people, where the game has a clock");
    arguments.number("--threads", threads_, 1, kMostThreads, "number of threads that mcts searches on, a tree each (1)");
    arguments.number("--max-plies", max_plies_, 0, 1'000'000'000, "end the run after so many decisions (2000)");
    where_.declare(arguments);
    common_.declare(arguments);
  }

  int run(Console& console) override {
    const Game game = load_game(game_, common_, console);
    const std::vector<std::string> names = read_seats(game, seats_, "human", true);
    const bool people = std::find(names.begin(), names.end(), "human") != names.end();
    // With --json the record goes to stdout and the talk with people to stderr; without people there is no talk.
    std::ostream silence(nullptr);
    std::ostream& talk = !common_.json ? console.out : people ? console.err : silence;
    if (!common_.seed) {
      common_.seed = people ? std::random_device{}() : 1;
      if (people)
        talk << "seed " << *common_.seed << " (--seed " << *common_.seed << " plays the same chances again)\n";
    }
    Position position = load_position(game, common_, where_, console);
    Record record = record_of(game, game_, *common_.seed);
    if (where_.at) record.position = begin_text(game, console);
    record.moves = split_moves(where_.after.value_or(""));
    Table table(console, talk, Session(std::move(position), std::move(record)), names, *common_.seed,
                threads_);
    table.draws_boards = !common_.json && !quiet_;
    const bool all_people = std::count(names.begin(), names.end(), "human") == static_cast<int>(names.size());
    if (const auto info = game.clock(); info && (all_people || (clock_ && people))) table.session.start_clock(*info);
    return table.play(max_plies_, common_.json);
  }

 private:
  /// One game while it is played.
  struct Table {
    Table(Console& its_console, std::ostream& its_talk, Session its_session, std::vector<std::string> its_names,
          std::uint64_t seed, int threads)
        : console(its_console),
          talk(its_talk),
          session(std::move(its_session)),
          names(std::move(its_names)),
          human(console, talk),
          players(session.position().game().players()) {
      Random seeds(seed);
      for (const std::string& name : names) {
        const std::uint64_t its_seed = seeds.next();
        programs.push_back(nullptr);
        if (name == "human") continue;
        Result<std::unique_ptr<Player>> player = make_player(name, its_seed, session.position().game(), workers(threads));
        if (!player) stop(kUsage, player.errors());
        programs.back() = std::move(*player);
      }
      people = static_cast<int>(std::count(programs.begin(), programs.end(), nullptr));
      choices.resize(programs.size());
    }

    /// The threads that programs may search on.
    static Workers workers(int threads) {
      return {threads, [](int parts, const std::function<void(int)>& part) {
                NumberQueue queue(static_cast<std::uint64_t>(parts));
                on_threads(parts, [&](int) {
                  while (const auto number = queue.take()) part(static_cast<int>(*number));
                });
              }};
    }

    int play(int max_plies, bool json) {
      draw();
      int status = kDone;
      bool leaves = false;
      while (!session.over() && !leaves && session.plies() < max_plies) {
        const int player = session.position().to_move();
        if (programs[static_cast<std::size_t>(player)]) {
          let_program_move(player);
        } else {
          leaves = !let_person_move(player, status);
        }
      }
      const bool capped = !session.over() && !leaves;
      if (session.over()) {
        talk << "The game is over: " << session.position().outcome_text() << ".\n";
      } else if (capped) {
        talk << "Ended after " << session.plies() << " plies.\n";
      }
      print_guesses();
      if (json) console.out << write_record(session.record(capped));
      return status;
    }

    void let_program_move(int player) {
      Player& program = *programs[static_cast<std::size_t>(player)];
      Result<std::uint64_t> choice = program.choose(session.position());
      if (!choice) stop(kNo, choice.errors());
      if (auto error = session.play_listed(*choice)) stop(kNo, {*error});
      Choices& its = choices[static_cast<std::size_t>(player)];
      ++its.all;
      its.guessed += program.guessed();
      announce(player, note_of(program));
    }

    /// A note on the move that the program chose last: the result that it expects, from 0 % (a loss) to 100 % (a win).
    /// In games with secrets people do not see it, as it depends on what only the program may know.
    std::string note_of(const Player& program) const {
      if (program.guessed()) return "  (at random)";
      if (!program.value() || (people > 0 && session.position().game().has_secrets())) return "";
      return "  (" + std::to_string(std::lround(100 * *program.value())) + " %)";
    }

    /// Reports how many moves of each program were guesses.
    void print_guesses() {
      for (std::size_t player = 0; player < choices.size(); ++player)
        if (const Choices& its = choices[player]; its.guessed > 0)
          talk << names[player] << ", " << players[player] << ", chose " << its.guessed << " of " << its.all
               << (its.all == 1 ? " move" : " moves") << " at random: it found no position that fits what it sees.\n";
    }

    /// False if the person leaves the game.
    bool let_person_move(int player, int& status) {
      Stopwatch real;
      Stopwatch& stopwatch = console.stopwatch ? *console.stopwatch : real;
      const double begin = stopwatch.seconds();
      const Human::Answer answer = human.decide(session, viewer());
      const double seconds = stopwatch.seconds() - begin;
      switch (answer) {
        case Human::Answer::quit:
          return false;
        case Human::Answer::end_of_input:
          console.report(plain_error("the input ended before the game was over", "`quit` ends a game early"));
          status = kNo;  // nobody is left to finish the game
          return false;
        case Human::Answer::undo:
          take_back();
          return true;
        case Human::Answer::moved:
          break;
      }
      if (!session.spend(player, seconds)) {  // the move came too late
        if (auto error = session.out_of_time()) stop(kNo, {*error});
        talk << players[static_cast<std::size_t>(player)] << " is out of time.\n";
        return true;
      }
      announce(player);
      return true;
    }

    /// Goes back to the last decision of a person.
    void take_back() {
      if (!session.undo()) {
        talk << "There is nothing to take back.\n";
        return;
      }
      while (programs[static_cast<std::size_t>(session.position().to_move())] && session.undo()) {
      }
      unshown = secret_plies();
      draw();
    }

    /// Prints the ply that was just made. Choices that people make together are shown when all have chosen.
    void announce(int player, const std::string& note = "") {
      made.resize(static_cast<std::size_t>(session.plies()) - 1);
      made.push_back({player, note});
      if (secret_plies() > 0) {
        unshown = secret_plies();
        // Others share this screen, so the typed choice is removed from it.
        if (people > 1 && console.style.colour && !programs[static_cast<std::size_t>(player)]) talk << "\x1b[1A\x1b[2K";
        talk << session.plies() << ". " << players[static_cast<std::size_t>(player)] << " has chosen.\n";
        return;
      }
      for (int late = unshown; late >= 0; --late) print_ply(session.plies() - late);
      unshown = 0;
      draw();
    }

    /// How many of the last plies were chosen together and are not shown yet.
    int secret_plies() const {
      return people == 0 ? 0 : std::min(static_cast<int>(session.position().chosen().size()), session.plies());
    }

    void print_ply(int ply) {
      const auto last = static_cast<std::size_t>(session.plies() - ply);
      const Made& its = made[static_cast<std::size_t>(ply) - 1];
      talk << ply << ". " << players[static_cast<std::size_t>(its.player)] << ": "
           << session.moves()[session.moves().size() - 1 - last] << its.note << '\n';
    }

    /// The player for whom the board is drawn: the only person, or of several the one to move.
    int viewer() const {
      if (people == 0) return -1;
      const auto is_person = [&](std::size_t player) { return !programs[player]; };
      if (people == 1) {
        for (std::size_t player = 0; player < programs.size(); ++player)
          if (is_person(player)) return static_cast<int>(player);
      }
      const int mover = session.position().to_move();
      return mover >= 0 && is_person(static_cast<std::size_t>(mover)) ? mover : kNobody;
    }

    void draw() {
      if (!draws_boards) return;
      talk << '\n';
      print_board(talk, session.position(), console.style, viewer());
      talk << '\n';
    }

    Console& console;
    std::ostream& talk;
    Session session;
    std::vector<std::string> names;  // by player: "human", or the specification of a program
    Human human;
    std::vector<std::string> players;
    std::vector<std::unique_ptr<Player>> programs;  // by player; null for a person
    struct Made {
      int player = 0;
      std::string note;
    };
    std::vector<Made> made;  // by ply
    struct Choices {
      int all = 0, guessed = 0;
    };
    std::vector<Choices> choices;  // by player: those of programs
    int people = 0;
    int unshown = 0;  // how many of the last plies are still secret
    bool draws_boards = true;
  };

  static std::string forms() {
    std::string list = "human";
    for (const PlayerInfo& each : player_infos()) list += "; " + each.forms;
    return list;
  }

  /// The text of the position that --at gives, before the moves of --after.
  std::string begin_text(const Game& game, Console& console) const {
    if (*where_.at == "-") stop(kUsage, "play reads moves from the input: give the position in a file");
    PositionOptions begin = where_;
    begin.after.reset();
    return load_position(game, common_, begin, console).text();
  }

  std::vector<std::string> seats_;
  bool quiet_ = false, clock_ = false;
  int max_plies_ = 2000, threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_play() { return std::make_unique<Play>(); }

}  // namespace glint::cli
