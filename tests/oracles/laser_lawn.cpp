#include "laser_lawn.hpp"

#include <cstdlib>
#include <sstream>
#include <tuple>
#include <utility>

namespace glint::oracle::laser_lawn {

namespace {

const Colors kWhite = {Color::red, Color::green, Color::blue};

// "rows A (top) to G of 4, 5, 6, 7, 6, 5, 4" on side 4.
int row_count(int side) { return 2 * side - 1; }
int row_length(int side, int row) { return 2 * side - 1 - std::abs(row - (side - 1)); }

bool on_board(int side, Cell cell) {
  return cell.row >= 0 && cell.row < row_count(side) && cell.column >= 0 && cell.column < row_length(side, cell.row);
}

Way turned(Way way) { return ((way % kWays) + kWays) % kWays; }

std::optional<int> index_of(const std::vector<std::string>& names, const std::string& name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

// A beam that arrives travelling `way` with `colors` at an emitter. False: it ends there; else it leaves as changed.
bool react(const Emitter& met, Mirror mirror, Way& way, Colors& colors) {
  if (way == met.facing) {
    // "goes on straight, colours become the union of both"
    colors.insert(met.color);
    return true;
  }
  if (way == turned(met.facing + 3)) {
    // "the beam ends, and does not colour this space"
    return false;
  }
  // "mirrored across the emitter's axis: 2f - d", or "leaves along f"
  way = mirror == Mirror::specular ? turned(2 * met.facing - way) : met.facing;
  // "added if the beam lacked it and removed if it had it"
  if (colors.count(met.color) != 0) {
    colors.erase(met.color);
  } else {
    colors.insert(met.color);
  }
  return true;
}

// The colours that a beam gives a space: those with which it leaves it, each time that it does.
Colors given(const Beam& beam, const std::string& space) {
  Colors colors;
  for (const Leaving& leaving : beam.path) {
    if (leaving.cell == space) colors.insert(leaving.colors.begin(), leaving.colors.end());
  }
  return colors;
}

// "was met, straight through counts too, by the beam of a named emitter before that beam first gave the space a colour".
// The first leaving is from the source, so every later leaving of the newest emitter's space follows a meeting; a meeting
// in the very space that is claimed comes before the beam leaves it. A pass without colour gives nothing.
// "adds (as a mirror, the newest must have added its own colour to that beam there, and the beam gives the space that
// colour": `added` is that colour.
bool met_before_giving(const Beam& beam, const std::string& newest, const std::string& space, const Color* added) {
  bool met = false;
  for (std::size_t i = 0; i < beam.path.size(); ++i) {
    if (i > 0 && beam.path[i].cell == newest)
      met = met || !added || (beam.path[i].colors.count(*added) != 0 && beam.path[i - 1].colors.count(*added) == 0);
    if (beam.path[i].cell == space && !beam.path[i].colors.empty())
      return met && (!added || given(beam, space).count(*added) != 0);
  }
  return false;
}

// "on an empty space, any facing, such that the new emitter's own beam, traced with it on the board, goes over at
// least one empty space (whatever colours it has there)"
std::optional<std::string> fault_of_placement(const Position& position, Cell cell, Way facing) {
  if (position.emitters.count(cell) != 0) return label(cell) + " is not empty";
  Position after = position;
  after.emitters[cell] = {facing, position.named, position.mover};
  for (const Leaving& leaving : trace(after, cell).path) {
    if (after.emitters.count(*find_cell(position.options.side, leaving.cell)) == 0) return std::nullopt;
  }
  return "its beam goes over no empty space";
}

std::vector<std::pair<Cell, Way>> placements(const Position& position) {
  std::vector<std::pair<Cell, Way>> found;
  for (Cell cell : board_cells(position.options.side)) {
    for (Way facing = 0; facing < kWays; ++facing) {
      if (!fault_of_placement(position, cell, facing)) found.emplace_back(cell, facing);
    }
  }
  return found;
}

std::optional<std::string> play_placement(Position& position, const std::vector<std::string>& words) {
  if (words.size() != 3) return "a placement is a space, a facing and a colour";
  std::optional<Cell> cell = find_cell(position.options.side, words[0]);
  if (!cell) return "no such space";
  std::optional<int> facing = index_of(way_names(), words[1]);
  if (!facing) return "no such facing";
  std::optional<int> next = index_of(color_names(), words[2]);
  if (!next) return "no such colour";
  if (std::optional<std::string> fault = fault_of_placement(position, *cell, *facing)) return fault;

  // "place: the named colour ... Then name the opponent's colour."
  position.emitters[*cell] = {*facing, position.named, position.mover};
  position.order.push_back(*cell);
  position.named = static_cast<Color>(*next);
  position.mover = 1 - position.mover;
  position.challengeable = true;
  return std::nullopt;
}

std::optional<std::string> play_challenge(Position& position, const std::vector<std::string>& words) {
  if (words.size() < 4 || words[2] != "by") return "a challenge is a space, `by` and at least one emitter";
  std::optional<Cell> space = find_cell(position.options.side, words[1]);
  if (!space) return "no such space";
  std::set<Cell> claimed;
  for (std::size_t i = 3; i < words.size(); ++i) {
    std::optional<Cell> cell = find_cell(position.options.side, words[i]);
    if (!cell) return "no such space";
    if (position.emitters.count(*cell) == 0) return "no emitter on " + words[i];
    if (!claimed.insert(*cell).second) return words[i] + " is named twice";
  }
  // "answers the opponent's placement just made"
  if (!position.challengeable) return "there is no placement to challenge";

  int challenger = position.mover;
  int opponent = 1 - challenger;
  position.challengeable = false;
  if (!fault_of_claim(position, *space, claimed)) {
    // "Right: the opponent loses a life, the placement is taken back, and the opponent must place again, in the same
    // named colour": the colour of the emitter taken back.
    position.lives[opponent] -= 1;
    Cell newest = position.order.back();
    position.named = position.emitters.at(newest).color;
    position.emitters.erase(newest);
    position.order.pop_back();
    position.mover = opponent;
  } else {
    // "Wrong: the challenger loses a life and must place now (or yield, if no placement is left)."
    position.lives[challenger] -= 1;
  }
  return std::nullopt;
}

std::optional<std::string> play_yield(Position& position) {
  // "With no placement left a player may still challenge the placement just made, or yields"
  if (!placements(position).empty()) return "a placement is left";
  position.yielded = true;
  return std::nullopt;
}

}  // namespace

std::vector<Cell> board_cells(int side) {
  std::vector<Cell> cells;
  for (int row = 0; row < row_count(side); ++row) {
    for (int column = 0; column < row_length(side, row); ++column) cells.push_back({row, column});
  }
  return cells;
}

std::vector<std::string> board_labels(int side) {
  std::vector<std::string> labels;
  for (Cell cell : board_cells(side)) labels.push_back(label(cell));
  return labels;
}

std::string label(Cell cell) { return static_cast<char>('A' + cell.row) + std::to_string(cell.column + 1); }

std::optional<Cell> find_cell(int side, const std::string& text) {
  for (Cell cell : board_cells(side)) {
    if (label(cell) == text) return cell;
  }
  return std::nullopt;
}

// Columns count from the left end of their own row. Up to the middle row each row starts half a space further left
// than the one above it, below the middle half a space further right.
std::optional<Cell> neighbor(int side, Cell cell, Way way) {
  int middle = side - 1;
  bool upper = cell.row <= middle;  // the row above is the shorter one
  bool lower = cell.row >= middle;  // the row below is the shorter one
  Cell next = cell;
  switch (way) {
    case 0:
      next = {cell.row, cell.column + 1};
      break;
    case 1:
      next = {cell.row - 1, upper ? cell.column : cell.column + 1};
      break;
    case 2:
      next = {cell.row - 1, upper ? cell.column - 1 : cell.column};
      break;
    case 3:
      next = {cell.row, cell.column - 1};
      break;
    case 4:
      next = {cell.row + 1, lower ? cell.column - 1 : cell.column};
      break;
    case 5:
      next = {cell.row + 1, lower ? cell.column : cell.column + 1};
      break;
    default:
      return std::nullopt;
  }
  if (!on_board(side, next)) return std::nullopt;
  return next;
}

const std::vector<std::string>& way_names() {
  static const std::vector<std::string> names = {"e", "ne", "nw", "w", "sw", "se"};
  return names;
}

const std::vector<std::string>& color_names() {
  static const std::vector<std::string> names = {"red", "green", "blue"};
  return names;
}

std::string color_name(Color color) { return color_names()[static_cast<std::size_t>(color)]; }

Beam trace(const Position& position, Cell source) {
  const Emitter& emitter = position.emitters.at(source);
  Cell here = source;
  Way way = emitter.facing;
  Colors colors = {emitter.color};
  std::set<std::tuple<Cell, Way, Colors>> left_before;
  Beam beam;
  while (true) {
    // "A beam that would leave a space in a (direction, colours) in which it has left it before has been round
    // already: it ends."
    if (!left_before.insert({here, way, colors}).second) {
      beam.end = End::looped;
      beam.end_cell = label(here);
      return beam;
    }
    beam.path.push_back({label(here), way_names()[static_cast<std::size_t>(way)], colors});

    std::optional<Cell> next = neighbor(position.options.side, here, way);
    if (!next) {
      beam.end = End::left_board;
      beam.end_cell = label(here);
      return beam;
    }
    here = *next;
    // "every emitter that a beam arrives at acts on it, whichever was placed first, its own source too"
    auto met = position.emitters.find(here);
    if (met != position.emitters.end() && !react(met->second, position.options.mirror, way, colors)) {
      beam.end = End::stopped;
      beam.end_cell = label(here);
      return beam;
    }
  }
}

Light light(const Position& position) {
  Light light;
  for (const std::string& space : board_labels(position.options.side)) light.cells[space] = {};
  for (const auto& [cell, emitter] : position.emitters) {
    Beam beam = trace(position, cell);
    // "A beam colours each space that it *leaves*, with the colours it leaves it with"
    for (const Leaving& leaving : beam.path) {
      light.cells[leaving.cell].insert(leaving.colors.begin(), leaving.colors.end());
    }
    light.beams[label(cell)] = beam;
  }
  return light;
}

Position start(const Options& options, int starter) {
  Position position;
  position.options = options;
  position.mover = starter;
  position.named = Color::red;  // "Red is named first."
  position.lives = {options.lives, options.lives};
  return position;
}

std::vector<std::string> moves(const Position& position) {
  std::vector<std::string> list;
  if (result(position).kind != Result::Kind::none) return list;

  std::vector<std::pair<Cell, Way>> places = placements(position);
  for (auto [cell, facing] : places) {
    for (const std::string& next : color_names()) {
      list.push_back(label(cell) + " " + way_names()[static_cast<std::size_t>(facing)] + " " + next);
    }
  }
  // "Listing moves offers, for each white space where it would be upheld, the claim with all emitters that light it, and
  // the newest"
  if (position.challengeable) {
    Light lit = light(position);
    for (Cell space : board_cells(position.options.side)) {
      if (lit.cells[label(space)] != kWhite) continue;
      std::set<Cell> all;
      std::string claim = "challenge " + label(space) + " by";
      for (const auto& [cell, emitter] : position.emitters) {  // in board order: by row, then from the left
        if (given(lit.beams[label(cell)], label(space)).empty() && cell != position.order.back()) continue;
        all.insert(cell);
        claim += " " + label(cell);
      }
      if (!fault_of_claim(position, space, all)) list.push_back(claim);
    }
  }
  if (places.empty()) list.push_back("yield");
  return list;
}

std::optional<std::string> play(Position& position, const std::string& move) {
  if (result(position).kind != Result::Kind::none) return "the game is over";
  std::vector<std::string> words = words_of(move);
  if (words[0] == "challenge") return play_challenge(position, words);
  if (move == "yield") return play_yield(position);
  return play_placement(position, words);
}

std::optional<std::string> fault_of_claim(const Position& position, Cell space, const std::set<Cell>& claimed) {
  std::string name = label(space);
  // "the space shows all three colours"
  if (light(position).cells.at(name) != kWhite) return name + " is not white";
  // "the newest one always among them"
  Cell newest = position.order.back();
  if (claimed.count(newest) == 0) return label(newest) + ", the newest, is not named";
  // "the beams of the named emitters alone (all others still acting as mirrors; an emitter lights its own space too)
  // give all three there; each named emitter but the newest gives at least one"
  Colors together;
  bool has_part = false;
  const Color* added = position.options.part == Part::adds ? &position.emitters.at(newest).color : nullptr;
  for (Cell cell : claimed) {
    Beam beam = trace(position, cell);
    Colors own = given(beam, name);
    if (own.empty() && cell != newest) return label(cell) + " gives it no colour";
    // "the newest either gives one itself, or was met"
    if (cell == newest ? !own.empty() : met_before_giving(beam, label(newest), name, added)) has_part = true;
    together.insert(own.begin(), own.end());
  }
  if (together != kWhite) return "they do not give it all three colours";
  if (!has_part) return "the newest emitter has no part in it";
  return std::nullopt;
}

Result result(const Position& position) {
  // "out of lives loses"
  for (int player : {kSun, kMoon}) {
    if (position.lives[player] <= 0) return won_by(1 - player);
  }
  if (!position.yielded) return {};
  // "a yield ends the game: more lives wins, and at equal lives the one who placed the newest emitter still on the
  // board"
  if (position.lives[kSun] > position.lives[kMoon]) return won_by(kSun);
  if (position.lives[kMoon] > position.lives[kSun]) return won_by(kMoon);
  return won_by(position.emitters.at(position.order.back()).owner);
}

Position random_position(const Options& options, int count, std::mt19937_64& random) {
  auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  Position position = start(options, static_cast<int>(below(2)));
  std::vector<Cell> empty = board_cells(options.side);
  for (int i = 0; i < count && !empty.empty(); ++i) {
    std::size_t pick = below(empty.size());
    Cell cell = empty[pick];
    empty.erase(empty.begin() + static_cast<std::ptrdiff_t>(pick));
    position.emitters[cell] = {static_cast<Way>(below(kWays)), static_cast<Color>(below(3)), position.mover};
    position.order.push_back(cell);
    position.mover = 1 - position.mover;
    position.challengeable = true;
  }
  position.named = static_cast<Color>(below(3));
  return position;
}

}  // namespace glint::oracle::laser_lawn
