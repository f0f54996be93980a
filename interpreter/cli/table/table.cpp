#include "interpreter/cli/table/table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/cli/threads/threads.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

std::ptrdiff_t count_people(const std::vector<std::string>& names) {
  return std::count(names.begin(), names.end(), "human");
}

bool plays_by_time(const std::string& name) {
  const Result<PlayerSpec> spec = read_player_spec(name);
  return spec && spec->budget.seconds > 0;
}

/// True if players make choices at the same time.
bool chooses_together(const Program& program) {
  return std::any_of(program.nodes.begin(), program.nodes.end(), [](const Node& node) { return node.together; });
}

}  // namespace

Table::Table(Console& console, std::ostream& talk, Session session, std::vector<std::string> names, SavedGame saved,
             Search search)
    : console_(console),
      talk_(talk),
      session_(std::move(session)),
      names_(std::move(names)),
      players_(session_.position().game().players()),
      saved_(std::move(saved)),
      human_(console, talk,
             {&saved_, search.seed, workers(search.threads),
              count_people(names_) > 1 && (session_.position().game().has_secrets() ||
                                           chooses_together(session_.position().game().program())),
              search.asked}),
      people_(static_cast<int>(count_people(names_))) {
  Random seeds(search.seed);
  for (const std::string& name : names_) {
    const std::uint64_t its_seed = seeds.next();
    programs_.push_back(nullptr);
    if (name == "human") continue;
    Result<std::unique_ptr<Player>> player =
        make_player(name, its_seed, session_.position().game(), workers(search.threads),
                    is_learned(name) ? search.learned : JudgeMaker{});
    if (!player) stop(kUsage, player.errors());
    programs_.back() = std::move(*player);
  }
  choices_.resize(programs_.size());
}

/// The threads that programs may search on.
Workers Table::workers(int threads) {
  return {threads, [](int parts, const std::function<void(int)>& part) {
            NumberQueue queue(static_cast<std::uint64_t>(parts));
            on_threads(parts, [&](int) {
              while (const auto number = queue.take()) part(static_cast<int>(*number));
            });
          }};
}

int Table::play(int max_plies, bool json) {
  const int begun = session_.plies();
  const bool began_over = session_.over();
  hand_over();
  draw();
  int status = kDone;
  bool leaves = false;
  while (!leaves && session_.plies() - begun < max_plies) {
    if (session_.over()) {
      talk_ << "The game is over: " << session_.position().outcome_text() << ".\n";
      if (!began_over || people_ == 0) break;  // a finished game is opened to look at it
      leaves = !let_person_look(status);
      continue;
    }
    const int player = session_.position().to_move();
    leaves = !(is_program(player) ? let_program_move(player) : let_person_move(player, status));
  }
  const bool unfinished = !session_.over() && !leaves;
  if (unfinished) talk_ << "Ended after " << session_.plies() << " plies.\n";
  print_guesses();
  print_efforts();
  talk_ << saved_.farewell();
  if (json) console_.out << write_record(record(unfinished));
  if (!saved_.failure().empty()) {
    std::vector<Error> errors = saved_.failure();
    add_help(errors.front(), "the last moves of this game are not saved");
    stop(kUsage, std::move(errors));
  }
  return status;
}

bool Table::let_program_move(int player) {
  Player& program = *programs_[static_cast<std::size_t>(player)];
  const double begin = console_.seconds();
  Result<std::uint64_t> choice = program.choose(session_.position());
  if (!choice) {
    if (is_stopped()) {
      talk_ << '\n';  // behind ^C
      return false;
    }
    std::vector<Error> errors = choice.errors();
    const auto seat = static_cast<std::size_t>(player);
    if (errors.front().code != lang::code_name(lang::Code::G0614))
      add_help(errors.front(), "`" + names_[seat] + "`, which plays " + players_[seat] +
                                   ", met this while it tried moves; `--seat " + players_[seat] +
                                   "=human` plays without it");
    stop(kNo, std::move(errors));
  }
  if (auto error = session_.play_listed(*choice)) stop(kNo, {*error});
  Choices& its = choices_[static_cast<std::size_t>(player)];
  ++its.all;
  its.guessed += program.guessed();
  its.seconds += console_.seconds() - begin;
  save();
  announce(player, note_of(program));
  return true;
}

/// A note on the move that the program chose last: the result that it expects, from 0 % (a loss) to 100 % (a win). In
/// games with secrets people do not see it, because it may depend on the program's secrets.
std::string Table::note_of(const Player& program) const {
  if (program.guessed()) return "  (at random)";
  const Game game = session_.position().game();
  if (!program.value() || (people_ > 0 && (game.has_secrets() || human_.must_find(session_.position())))) return "";
  return "  (" + std::to_string(std::lround(100 * *program.value())) + " %)";
}

/// Reports how many moves of each program were guesses.
void Table::print_guesses() const {
  for (std::size_t player = 0; player < choices_.size(); ++player)
    if (const Choices& its = choices_[player]; its.guessed > 0)
      talk_ << names_[player] << ", " << players_[player] << ", chose " << its.guessed << " of "
            << lang::counted(its.all, "move") << " at random: it found no position consistent with what it has seen.\n";
}

/// Reports how far programs have looked ahead. Speed is shown only for bots that play by time: everything else is the
/// same on every machine.
void Table::print_efforts() const {
  for (std::size_t player = 0; player < choices_.size(); ++player) {
    const Effort effort = programs_[player] ? programs_[player]->effort() : Effort{};
    if (effort.searches == 0) continue;
    const std::uint64_t tenths = (10 * effort.depths + effort.searches / 2) / effort.searches;
    talk_ << names_[player] << ", " << players_[player] << ", looked " << tenths / 10 << "." << tenths % 10
          << " plies ahead: " << effort.nodes / effort.searches << " positions a move";
    if (plays_by_time(names_[player]) && choices_[player].seconds > 0)
      talk_ << ", " << std::llround(static_cast<double>(effort.nodes) / choices_[player].seconds / 1000)
            << " thousand a second";
    talk_ << ".\n";
  }
}

bool Table::let_person_move(int player, int& status) {
  const double begin = console_.seconds();
  const auto taken = [&] { return thought_ + console_.seconds() - begin; };
  const Human::Answer answer = human_.decide(session_, viewer(), taken);
  const double seconds = taken();
  thought_ = 0;
  if (answer == Human::Answer::late) {
    run_out(player, seconds);
    return true;
  }
  if (answer != Human::Answer::moved) {
    const int plies = session_.plies();
    const bool goes_on = carry_out(answer, status);
    const bool was_undone = answer == Human::Answer::undo && session_.plies() < plies;
    if (!was_undone && answer != Human::Answer::changed) thought_ = seconds;
    return goes_on;
  }
  if (session_.spend(player, seconds)) {
    save();
    announce(player);
  } else {  // the move came too late
    run_out(player, std::nullopt);
  }
  return true;
}

void Table::run_out(int player, std::optional<double> seconds) {
  if (auto error = session_.out_of_time(seconds)) stop(kNo, {*error});
  save();
  talk_ << players_[static_cast<std::size_t>(player)] << " is out of time.\n";
}

bool Table::let_person_look(int& status) {
  return carry_out(human_.decide(session_, viewer(), [] { return 0.0; }), status);
}

bool Table::carry_out(Human::Answer answer, int& status) {
  switch (answer) {
    case Human::Answer::end_of_input:
      // Ctrl-D is another way to say quit, and so is Ctrl-C.
      if (console_.in_is_terminal || session_.over() || is_stopped()) return false;
      console_.report(plain_error("the input ended before the game was over", "`quit` ends a game early"));
      status = kNo;  // nobody is left to finish the game
      return false;
    case Human::Answer::undo:
      take_back();
      return true;
    case Human::Answer::changed:
      remarks_.clear();
      unshown_ = secret_plies();
      save();
      hand_over();
      draw();
      return true;
    case Human::Answer::annotated:
      save();
      return true;
    case Human::Answer::quit:
    case Human::Answer::moved:
    case Human::Answer::late:
      break;
  }
  return false;
}

/// Goes back to the last decision of a person.
void Table::take_back() {
  int left = session_.plies() - 1;
  while (left > 0 && is_program(session_.mover(left + 1))) --left;
  if (left >= 0 && human_.stands(session_, left)) return;
  if (!session_.undo()) {
    talk_ << "There is no move to take back.\n";
    return;
  }
  while (is_program(session_.position().to_move()) && session_.undo()) {
  }
  unshown_ = secret_plies();
  save();
  hand_over();
  draw();
}

/// Prints the ply that was just made. Choices that people make together are shown when all have chosen.
void Table::announce(int player, const std::string& note) {
  remarks_[session_.plies()] = note;
  std::string news;
  const bool is_secret = secret_plies() > 0;
  if (is_secret) {
    unshown_ = secret_plies();
    news = std::to_string(session_.plies()) + ". " + players_[static_cast<std::size_t>(player)] + " has chosen.\n";
  } else {
    for (int late = unshown_; late >= 0; --late) news += ply_text(session_.plies() - late);
    unshown_ = 0;
  }
  news_ += news;
  const bool is_handed = hand_over();
  if (!is_handed) talk_ << news;
  if (!is_program(session_.position().to_move())) news_.clear();
  if (!is_secret) explain_found();
  if (!is_secret || is_handed) draw();
}

/// After a move that people must find: the things that could be found when it was made, and the reasons.
void Table::explain_found() {
  if (!draws_boards || people_ == 0 || unseen_notations(session_.position().game()).empty()) return;
  const std::vector<int> cells = found_cells(session_.before(), session_.move(session_.plies()));
  if (cells.empty()) return;
  const view::Scene scene = view::scene_of(session_.before(), viewer(), {.light = true});
  print_scene(talk_, scene, console_.style);
  for (const int cell : cells)
    for (const std::string& line : view::explain_light(cell, scene)) talk_ << line << '\n';
}

/// If people who may not see the same share a terminal, clears it before another person looks; that person first takes
/// the seat. True: it did, and has printed the news since that person's last turn.
bool Table::hand_over() {
  const Position& position = session_.position();
  const int mover = position.to_move();
  const int before = std::exchange(seer_, session_.over() ? kNobody : is_program(mover) ? seer_ : mover);
  if (people_ < 2 || !console_.in_is_terminal || seer_ == before || seer_ == kNobody) return false;
  const auto clear = [&] {
    talk_ << std::flush;
    if (before >= 0) SafeOutput::behind(talk_) << "\x1b[2J\x1b[3J\x1b[H";  // what scrolled away, too
    talk_ << news_;
  };
  const bool has_secrets = tells_players_apart(position.game());
  if (!has_secrets && !chooses_together(position.game().program())) return false;
  clear();
  if (!has_secrets && secret_plies() == 0) return true;  // both have chosen, and their choices are printed
  const bool is_taken = human_.take_seat(players_[static_cast<std::size_t>(mover)]);
  if (is_taken && before >= 0) clear();
  draws_boards = draws_boards && is_taken;
  return true;
}

/// The number of last plies that were chosen together and are not shown yet.
int Table::secret_plies() const {
  return people_ == 0 ? 0 : std::min(static_cast<int>(session_.position().chosen().size()), session_.plies());
}

std::string Table::ply_text(int ply) const {
  const auto remark = remarks_.find(ply);
  return std::to_string(ply) + ". " + players_[static_cast<std::size_t>(session_.mover(ply))] + ": " +
         session_.move(ply) + (remark == remarks_.end() ? "" : remark->second) + "\n";
}

/// The player for whom the board is drawn: the only person, or of several the one to move. After the end it is for all.
int Table::viewer() const {
  if (people_ == 0 || session_.over()) return -1;
  if (people_ == 1) {
    for (std::size_t player = 0; player < programs_.size(); ++player)
      if (!programs_[player]) return static_cast<int>(player);
  }
  const int mover = session_.position().to_move();
  return mover >= 0 && !is_program(mover) ? mover : kNobody;
}

void Table::draw() {
  if (!draws_boards || (people_ > 0 && is_program(session_.position().to_move()))) return;
  print_table(talk_, session_.position(), console_, viewer(), human_.asked());
  if (!session_.note().empty()) talk_ << "note: " << lang::escaped(session_.note()) << '\n';
}

void Table::save() {
  if (saved_.is_saved()) saved_.write(record(false), talk_);
}

/// The game so far, and the programs that play it.
Record Table::record(bool unfinished) const {
  Record record = session_.record(unfinished);
  record.seats.clear();
  for (std::size_t player = 0; player < names_.size(); ++player)
    if (names_[player] != "human") record.seats.emplace_back(players_[player], names_[player]);
  return record;
}

}  // namespace glint::cli
