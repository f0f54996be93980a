#include "beams_boosters_barriers.hpp"

#include <algorithm>
#include <cstdlib>

namespace glint::oracle::bbb {

namespace {

using Reason = std::optional<std::string>;

bool is_generator(const std::string& form) { return form[0] == 'M'; }
bool is_barrier(const std::string& form) { return form[0] == 'R'; }
bool is_booster(const std::string& form) { return form[0] == 'S'; }
bool is_triple(const std::string& form) { return form.size() == 2 && form[1] == '3'; }

// "rotate ... by 60 degrees": that many times clockwise round the clock's six hours.
Hour turned(Hour hour, int times) { return (hour + 2 * times + 23) % 12 + 1; }

// "a diagonal beam that enters one is turned to the mirrored diagonal": left and right are exchanged.
Hour mirrored(Hour hour) { return 12 - hour; }

int height(Cell cell) { return std::abs(cell.up); }
int side_of(Cell cell) { return cell.up < 0 ? kSouth : kNorth; }

bool contains(const std::vector<Hour>& list, Hour hour) {
  return std::find(list.begin(), list.end(), hour) != list.end();
}

const Piece* piece_on(const Position& position, Cell cell) {
  auto found = position.pieces.find(cell);
  return found == position.pieces.end() ? nullptr : &found->second;
}

// A cell of some territory or the midline.
bool is_whole(const Options& options, Cell cell) {
  bool row_fits = (cell.column + cell.up) % 2 != 0;  // odd columns have cells at 0, 2, 4, ..., even ones at 1, 3, ...
  return cell.column >= 1 && cell.column <= options.columns && row_fits && height(cell) <= options.depth;
}

// The one way to write the orientation that a triple star has when one of its arms points to `hour`.
Hour written(const Options& options, const std::string& form, Hour hour) {
  if (options.triple != Triple::star || !is_triple(form)) return hour;
  return hour == 10 || hour == 2 || hour == 6 ? 10 : 12;
}

// "a barrier resists with 1 + boosters each time a beam crosses one of the cell's edges that an arm points at, from
// either side"
int resistance_of_edge(const Position& position, Cell from, Hour way) {
  if (position.options.barrier != Resists::edges) return 0;
  int resistance = 0;
  const Piece* near = piece_on(position, from);
  if (near && is_barrier(near->form) && contains(arms(position.options, *near), way)) {
    resistance += strength(position, from);
  }
  Cell beyond = next_of(from, way);
  const Piece* far = piece_on(position, beyond);
  if (far && is_barrier(far->form) && contains(arms(position.options, *far), turned(way, 3))) {
    resistance += strength(position, beyond);
  }
  return resistance;
}

// "`cell`: any crossing beam, once": when it enters.
int resistance_of_cell(const Position& position, Cell cell) {
  if (position.options.barrier != Resists::cell) return 0;
  const Piece* piece = piece_on(position, cell);
  return piece && is_barrier(piece->form) ? strength(position, cell) : 0;
}

// "`place` an own unplaced piece on an empty cell of the own territory; no generator next to any generator." Of the
// facing nothing is asked here.
Reason fault_of_placement(const Position& position, int player, const std::string& form, Cell cell) {
  auto left = position.supply[static_cast<std::size_t>(player)].find(form);
  if (left == position.supply[static_cast<std::size_t>(player)].end()) return "no such piece";
  if (left->second == 0) return "no " + form + " is left";
  if (piece_on(position, cell)) return label(cell) + " is taken";
  if (is_generator(form)) {
    for (Hour way : hours()) {
      const Piece* beside = piece_on(position, next_of(cell, way));
      if (beside && is_generator(beside->form)) return "a generator stands beside " + label(cell);
    }
  }
  return std::nullopt;
}

// "`rotate` an own generator or barrier", "Who rotated on the previous turn must place now, unless all own pieces are
// placed."
Reason fault_of_rotation(const Position& position, int player, Cell cell) {
  const Piece* piece = piece_on(position, cell);
  if (!piece || piece->owner != player || is_booster(piece->form)) return "nothing to rotate on " + label(cell);
  if (position.rotated[static_cast<std::size_t>(player)] && !all_placed(position, player)) {
    return "after a rotation comes a placement";
  }
  return std::nullopt;
}

std::vector<std::string> placements(const Position& position, int player) {
  std::vector<std::string> list;
  for (const std::string& form : forms(position.options)) {
    for (Cell cell : territory(position.options, player)) {
      if (fault_of_placement(position, player, form, cell)) continue;
      std::string text = "P " + form + " " + own_label(cell);
      if (is_booster(form)) list.push_back(text);
      for (Hour facing : facings(position.options, form)) list.push_back(text + " " + std::to_string(facing));
    }
  }
  return list;
}

std::vector<std::string> rotations(const Position& position, int player) {
  std::vector<std::string> list;
  for (Cell cell : territory(position.options, player)) {
    if (fault_of_rotation(position, player, cell)) continue;
    list.push_back("R " + own_label(cell) + " L");
    list.push_back("R " + own_label(cell) + " R");
  }
  return list;
}

// "While something can be placed there is no passing. Who has nothing left to place is `permitted to perform rotations`:
// may_pass (default), or must_turn; a player with nothing to do passes."
std::vector<std::string> choices(const Position& position, int player) {
  std::vector<std::string> list = placements(position, player);
  bool places = !list.empty();
  for (const std::string& text : rotations(position, player)) list.push_back(text);
  if (list.empty() || (!places && position.options.idle == Idle::may_pass)) list.push_back("pass");
  return list;
}

// "`10:00` reads as `10`"
Hour hour_of(const std::string& word) {
  for (Hour hour : hours()) {
    if (word == std::to_string(hour) || word == std::to_string(hour) + ":00") return hour;
  }
  return 0;
}

// A move as it is carried out.
struct Deed {
  enum class Kind { place, rotate, pass };

  Kind kind = Kind::pass;
  Cell cell;
  Piece piece;    // to be placed
  int times = 0;  // of 60 degrees clockwise
};

Reason read_placement(const Position& position, int player, const std::vector<std::string>& words, Deed& deed) {
  if (words.size() < 3) return "a placement is `P`, a piece, a cell and an hour";
  const std::string& form = words[1];
  std::optional<Cell> cell = find_own(position.options, player, words[2]);
  if (!cell) return "no such cell";
  if (Reason fault = fault_of_placement(position, player, form, *cell)) return fault;
  Hour facing = 0;
  if (is_booster(form)) {
    if (words.size() != 3) return "a booster faces nowhere";
  } else {
    if (words.size() != 4) return "it must face some hour";
    facing = hour_of(words[3]);
    if (!contains(facings(position.options, form), facing)) return "it does not face " + words[3];
  }
  deed = {Deed::Kind::place, *cell, {form, facing, player}, 0};
  return std::nullopt;
}

Reason read_rotation(const Position& position, int player, const std::vector<std::string>& words, Deed& deed) {
  if (words.size() != 3 || (words[2] != "L" && words[2] != "R")) return "a rotation is `R`, a cell, and `L` or `R`";
  std::optional<Cell> cell = find_own(position.options, player, words[1]);
  if (!cell) return "no such cell";
  if (Reason fault = fault_of_rotation(position, player, *cell)) return fault;
  deed = {Deed::Kind::rotate, *cell, {}, words[2] == "R" ? 1 : -1};
  return std::nullopt;
}

// The move that a player's text means in this position, or why it is not legal.
Reason read_move(const Position& position, int player, const std::string& text, Deed& deed) {
  std::vector<std::string> words = words_of(text);
  if (words[0] == "P") return read_placement(position, player, words, deed);
  if (words[0] == "R") return read_rotation(position, player, words, deed);
  if (text != "pass") return "not a move";
  if (choices(position, player).back() != "pass") return "there is something to do";
  deed = {};
  return std::nullopt;
}

void carry_out(Position& position, int player, const Deed& deed) {
  if (deed.kind == Deed::Kind::place) {
    position.pieces[deed.cell] = deed.piece;
    position.supply[static_cast<std::size_t>(player)].at(deed.piece.form) -= 1;
  }
  if (deed.kind == Deed::Kind::rotate) {
    Piece& piece = position.pieces.at(deed.cell);
    piece.facing = written(position.options, piece.form, turned(piece.facing, deed.times));
  }
  position.rotated[static_cast<std::size_t>(player)] = deed.kind == Deed::Kind::rotate;
}

// "After the turn in which the last piece of all is placed, each player makes one more rotation (or passes, with
// nothing to turn), and the game ends." With all placed nothing but rotations and passes is there to choose.
void close_turn(Position& position, int choices_made) {
  if (position.choices_left) {
    *position.choices_left -= choices_made;
  } else if (all_placed(position, kSouth) && all_placed(position, kNorth)) {
    position.choices_left = 2;
  }
}

}  // namespace

std::vector<Cell> board_cells(const Options& options) {
  std::vector<Cell> cells;
  for (int column = 0; column <= options.columns + 1; ++column) {
    for (int up = -options.depth; up <= options.depth; ++up) {
      Cell cell = {column, up};
      if (is_whole(options, cell) || is_half(options, cell)) cells.push_back(cell);
    }
  }
  return cells;
}

std::vector<Cell> territory(const Options& options, int player) {
  std::vector<Cell> cells;
  for (Cell cell : board_cells(options)) {
    if (!is_neutral(cell) && !is_half(options, cell) && side_of(cell) == player) cells.push_back(cell);
  }
  return cells;
}

bool is_neutral(Cell cell) { return cell.up == 0; }

// Columns 0 and C + 1 have the cells of an even column, as C is odd.
bool is_half(const Options& options, Cell cell) {
  bool beside = cell.column == 0 || cell.column == options.columns + 1;
  return beside && cell.up % 2 != 0 && height(cell) <= options.depth;
}

std::string own_label(Cell cell) {
  if (is_neutral(cell)) return "N" + std::to_string(cell.column);
  return static_cast<char>('A' + height(cell) - 1) + std::to_string(cell.column);
}

std::string label(Cell cell) {
  if (is_neutral(cell)) return own_label(cell);
  return (side_of(cell) == kSouth ? "south " : "north ") + own_label(cell);
}

std::optional<Cell> find_own(const Options& options, int player, const std::string& text) {
  for (Cell cell : territory(options, player)) {
    if (own_label(cell) == text) return cell;
  }
  return std::nullopt;
}

Cell next_of(Cell cell, Hour way) {
  switch (way) {
    case 12:
      return {cell.column, cell.up + 2};
    case 2:
      return {cell.column + 1, cell.up + 1};
    case 4:
      return {cell.column + 1, cell.up - 1};
    case 6:
      return {cell.column, cell.up - 2};
    case 8:
      return {cell.column - 1, cell.up - 1};
    default:
      return {cell.column - 1, cell.up + 1};  // 10
  }
}

const std::vector<Hour>& hours() {
  static const std::vector<Hour> kHours = {12, 2, 4, 6, 8, 10};
  return kHours;
}

std::vector<std::string> forms(const Options& options) {
  std::vector<std::string> list = {"M1", "M2V", "M2Y", "R1", "R2V", "R2Y", "S"};
  // "`option triples`: on, off"
  if (options.triples) list.insert(list.end(), {"M3", "R3"});
  return list;
}

// "generators M1 x3, M2V, M2Y, M3; barriers R1 x3, R2V, R2Y, R3; boosters S x4"
int supplied(const std::string& form) {
  if (form == "M1" || form == "R1") return 3;
  return form == "S" ? 4 : 1;
}

std::vector<Hour> facings(const Options& options, const std::string& form) {
  std::vector<Hour> list;
  if (is_booster(form)) return list;
  for (Hour hour : hours()) {
    if (written(options, form, hour) == hour) list.push_back(hour);
  }
  return list;
}

// "12 is away from the mover's own rear; for the far player the clock is turned half round, not mirrored"
Hour on_board(int player, Hour hour) { return player == kSouth ? hour : turned(hour, 3); }

// "Arms, clockwise from the furthest left, which is the piece's orientation: 1: 0; 2V: 0, 60; 2Y: 0, 120; 3: 0, 60, 120
// (`option triple`: `fan`, or `star`: 0, 120, 240 ...)"
std::vector<Hour> arms(const Options& options, const Piece& piece) {
  std::string many = piece.form.substr(1);
  std::vector<int> notches;
  if (many == "1") notches = {0};
  if (many == "2V") notches = {0, 1};
  if (many == "2Y") notches = {0, 2};
  if (many == "3") notches = options.triple == Triple::fan ? std::vector<int>{0, 1, 2} : std::vector<int>{0, 2, 4};
  std::vector<Hour> list;
  for (int notch : notches) list.push_back(on_board(piece.owner, turned(piece.facing, notch)));
  return list;
}

// "Boosters count in the three cells to the rear of the piece, as its owner sees it."
int strength(const Position& position, Cell cell) {
  int power = 1;
  for (Hour behind : {4, 6, 8}) {
    const Piece* piece = piece_on(position, next_of(cell, on_board(position.pieces.at(cell).owner, behind)));
    if (piece && is_booster(piece->form)) power += 1;
  }
  return power;
}

Beam trace(const Position& position, Cell source, Hour arm) {
  const Options& options = position.options;
  Beam beam;
  beam.source = label(source);
  beam.owner = position.pieces.at(source).owner;
  beam.arm = arm;
  // "A generator shines along each arm with power 1 + boosters"
  int power = strength(position, source);
  Cell at = source;
  Hour way = arm;
  while (true) {
    int across = std::max(0, power - resistance_of_edge(position, at, way));
    beam.path.push_back({label(at), way, power, across});
    beam.end_cell = label(at);
    power = across;
    // "Power stops at 0: the beam ends there."
    if (power == 0) {
      beam.end = End::stopped;
      return beam;
    }
    at = next_of(at, way);
    // "a beam that leaves a territory's last cells rearward has exited there"
    if (height(at) > options.depth) {
      beam.end = End::rear;
      beam.rear_of = side_of(at);
      beam.power = power;
      return beam;
    }
    if (is_half(options, at)) way = mirrored(way);
    power = std::max(0, power - resistance_of_cell(position, at));
    if (power == 0) {
      beam.end = End::stopped;
      beam.end_cell = label(at);
      return beam;
    }
  }
}

std::vector<Beam> beams(const Position& position) {
  std::vector<Beam> list;
  for (const auto& [cell, piece] : position.pieces) {
    if (!is_generator(piece.form)) continue;
    for (Hour arm : arms(position.options, piece)) list.push_back(trace(position, cell, arm));
  }
  return list;
}

// "A point for every own beam that crosses the opponent's rear with power >= 1."
int score(const Position& position, int player) {
  int points = 0;
  for (const Beam& beam : beams(position)) {
    if (beam.owner == player && beam.end == End::rear && beam.rear_of == 1 - player && beam.power >= 1) points += 1;
  }
  return points;
}

Position start(const Options& options, int starter) {
  Position position;
  position.options = options;
  position.mover = options.play == Play::alternating ? starter : kSouth;
  for (std::map<std::string, int>& own : position.supply) {
    for (const std::string& form : forms(options)) own[form] = supplied(form);
  }
  return position;
}

std::vector<std::string> moves(const Position& position) {
  if (over(position)) return {};
  return choices(position, position.mover);
}

Reason play(Position& position, const std::string& move) {
  if (over(position)) return "the game is over";
  Deed deed;
  if (Reason fault = read_move(position, position.mover, move, deed)) return fault;
  if (position.options.play == Play::alternating) {
    carry_out(position, position.mover, deed);
    position.mover = 1 - position.mover;
    close_turn(position, 1);
  } else if (position.mover == kSouth) {
    position.chosen = move;
    position.mover = kNorth;
  } else {
    // "both choose in secret, legality judged on the position before, both are carried out": what South chose is read
    // again on that position, before anything is done.
    Deed souths;
    read_move(position, kSouth, *position.chosen, souths);
    carry_out(position, kSouth, souths);
    carry_out(position, kNorth, deed);
    position.chosen.reset();
    position.mover = kSouth;
    close_turn(position, 2);
  }
  return std::nullopt;
}

// "A piece that can no longer be placed anywhere counts as placed"
bool all_placed(const Position& position, int player) {
  for (const std::string& form : forms(position.options)) {
    for (Cell cell : territory(position.options, player)) {
      if (!fault_of_placement(position, player, form, cell)) return false;
    }
  }
  return true;
}

bool over(const Position& position) { return position.choices_left && *position.choices_left == 0; }

Result result(const Position& position) {
  if (!over(position)) return {};
  int south = score(position, kSouth);
  int north = score(position, kNorth);
  // "Equal scores are a draw."
  if (south == north) return tied();
  return won_by(south > north ? kSouth : kNorth);
}

Options random_options(SplitMix& random) {
  Options options;
  options.columns = 5 + 2 * static_cast<int>(random.below(5));
  options.depth = 4 + static_cast<int>(random.below(9));
  options.triple = random.below(2) == 0 ? Triple::fan : Triple::star;
  options.barrier = random.below(2) == 0 ? Resists::edges : Resists::cell;
  options.triples = random.below(4) != 0;
  options.play = random.below(2) == 0 ? Play::simultaneous : Play::alternating;
  options.idle = random.below(2) == 0 ? Idle::may_pass : Idle::must_turn;
  return options;
}

std::vector<std::string> play_randomly(Position& position, int plies, SplitMix& random) {
  std::vector<std::string> played;
  while (!over(position) && static_cast<int>(played.size()) < plies) {
    std::string move = random.one_of(moves(position));
    play(position, move);
    played.push_back(move);
  }
  return played;
}

Position random_position(const Options& options, SplitMix& random) {
  Position position = start(options, static_cast<int>(random.below(2)));
  play_randomly(position, static_cast<int>(random.below(80)), random);
  return position;
}

Position random_setup(const Options& options, SplitMix& random) {
  Position position = start(options, static_cast<int>(random.below(2)));
  for (int player : {kSouth, kNorth}) {
    std::size_t own = static_cast<std::size_t>(player);
    std::size_t tries = random.below(40);
    for (std::size_t i = 0; i < tries; ++i) {
      Position alone = position;
      if (options.play == Play::simultaneous) {
        // Nobody sees what the other one places.
        for (Cell cell : territory(options, 1 - player)) alone.pieces.erase(cell);
      }
      const std::string form = random.one_of(forms(options));
      // Half of them near the midline, where the two sides meet.
      int deepest = random.below(2) == 0 ? 2 : options.depth;
      const Cell cell = random.one_of(territory(options, player));
      if (height(cell) > deepest) continue;
      if (fault_of_placement(alone, player, form, cell)) continue;
      Piece piece = {form, 0, player};
      if (!is_booster(form)) piece.facing = random.one_of(facings(options, form));
      carry_out(position, player, {Deed::Kind::place, cell, piece, 0});
    }
    position.rotated[own] = !rotations(position, player).empty() && random.below(2) == 0;
  }
  close_turn(position, 0);
  return position;
}

}  // namespace glint::oracle::bbb
