#include "the_beam.hpp"

namespace glint::oracle::the_beam {

namespace {

using Reason = std::optional<std::string>;

const std::vector<Disc> kDiscs = {Disc::yellow, Disc::blue, Disc::green, Disc::red};

bool on_board(Square square) {
  return square.column >= 1 && square.column <= kSize && square.row >= 1 && square.row <= kSize;
}

Square next_of(Square square, Way way) {
  switch (way) {
    case Way::up:
      return {square.column, square.row + 1};
    case Way::right:
      return {square.column + 1, square.row};
    case Way::down:
      return {square.column, square.row - 1};
    case Way::left:
      return {square.column - 1, square.row};
  }
  return square;
}

// "Mirrors bounce by 90 degrees": "/" from the bottom left to the top right, "\" from the top left.
Way bounced(Way way, Mirror mirror) {
  bool rising = mirror == Mirror::rising;
  switch (way) {
    case Way::up:
      return rising ? Way::right : Way::left;
    case Way::right:
      return rising ? Way::up : Way::down;
    case Way::down:
      return rising ? Way::left : Way::right;
    case Way::left:
      return rising ? Way::down : Way::up;
  }
  return way;
}

// "A barrier on the bottom edge of each disc's square ... stops a beam from either side."
bool barred(const Position& position, Square from, Way way) {
  if (way == Way::up) return position.barriers.count(next_of(from, way)) != 0;
  if (way == Way::down) return position.barriers.count(from) != 0;
  return false;
}

bool is_digit_of_board(const std::string& word) { return word.size() == 1 && word[0] >= '1' && word[0] <= '6'; }

// "place on a square with neither disc nor mirror ... 12 mirrors in all"
Reason fault_of_placing(const Position& position, Square square) {
  if (static_cast<int>(position.mirrors.size()) >= kMirrors) return "all mirrors are on the board";
  if (position.discs.count(square) != 0) return "a disc is on " + label(square);
  if (position.mirrors.count(square) != 0) return "a mirror is on " + label(square);
  return std::nullopt;
}

Reason fault_of_touching(const Position& position, Square square) {
  if (position.mirrors.count(square) == 0) return "no mirror is on " + label(square);
  return std::nullopt;
}

// The actions on the row allocated; without any, the player passes.
std::vector<std::string> actions(const Position& position) {
  std::vector<std::string> list;
  for (int column = 1; column <= kSize; ++column) {
    Square square = {column, position.row};
    std::string number = std::to_string(column);
    if (!fault_of_placing(position, square)) {
      list.push_back("place " + number + " /");
      list.push_back("place " + number + " \\");
    }
    if (!fault_of_touching(position, square)) {
      list.push_back("turn " + number);
      list.push_back("remove " + number);
    }
  }
  return list;
}

// "Task 4 fires": what the beam meets is collected, and the round is over.
void fire(Position& position) {
  Beam beam = trace(position, position.column);
  for (Square square : beam.met) {
    position.points += worth(position.discs.at(square));
    position.discs.erase(square);
  }
  position.fired = beam;
  position.left = position.right = position.row = position.column = 0;
  if (position.round == kRounds) {
    position.step = Step::over;
  } else {
    position.round += 1;
    position.step = Step::reveal;
  }
}

Reason allocate(Position& position, const std::vector<std::string>& words) {
  if (words.size() != 2 || words[0] != "mirror" || !is_digit_of_board(words[1])) return "not an allocation";
  int row = words[1][0] - '0';
  if (row != position.left && row != position.right) return "no card shows " + words[1];
  // "which card is the mirror's row ...; the other is the beam's column"
  position.row = row;
  position.column = row == position.left ? position.right : position.left;
  position.step = Step::mirror;
  return std::nullopt;
}

Reason act(Position& position, const std::vector<std::string>& words) {
  if (words.size() == 1 && words[0] == "pass") {
    if (!actions(position).empty()) return "there is something to do";
    fire(position);
    return std::nullopt;
  }
  if (words.size() < 2 || !is_digit_of_board(words[1])) return "not an action";
  Square square = {words[1][0] - '0', position.row};
  if (words[0] == "place" && words.size() == 3 && (words[2] == "/" || words[2] == "\\")) {
    if (Reason fault = fault_of_placing(position, square)) return fault;
    position.mirrors[square] = words[2] == "/" ? Mirror::rising : Mirror::falling;
  } else if (words[0] == "turn" && words.size() == 2) {
    if (Reason fault = fault_of_touching(position, square)) return fault;
    Mirror& mirror = position.mirrors.at(square);
    mirror = mirror == Mirror::rising ? Mirror::falling : Mirror::rising;
  } else if (words[0] == "remove" && words.size() == 2) {
    if (Reason fault = fault_of_touching(position, square)) return fault;
    position.mirrors.erase(square);
  } else {
    return "not an action";
  }
  fire(position);
  return std::nullopt;
}

}  // namespace

std::vector<Square> board_squares() {
  std::vector<Square> squares;
  for (int row = 1; row <= kSize; ++row) {
    for (int column = 1; column <= kSize; ++column) squares.push_back({column, row});
  }
  return squares;
}

std::string label(Square square) { return std::to_string(square.column) + "," + std::to_string(square.row); }

int worth(Disc disc) { return static_cast<int>(disc) + 1; }

int home_row(Disc disc) { return static_cast<int>(disc) + 3; }

std::string disc_name(Disc disc) {
  static const std::vector<std::string> kNames = {"yellow", "blue", "green", "red"};
  return kNames[static_cast<std::size_t>(disc)];
}

Beam trace(const Position& position, int column) {
  Beam beam;
  Square at = {column, 1};  // "from below that column, upward": nothing bars the way into row 1
  Way way = Way::up;
  while (true) {
    // "discs are collected and the beam goes on"
    if (position.discs.count(at) != 0) beam.met.push_back(at);
    auto mirror = position.mirrors.find(at);
    if (mirror != position.mirrors.end()) way = bounced(way, mirror->second);
    beam.path.push_back({at, way});
    // "a barrier or the edge ends it"
    if (barred(position, at, way)) {
      beam.end = End::barrier;
      return beam;
    }
    at = next_of(at, way);
    if (!on_board(at)) {
      beam.end = End::edge;
      return beam;
    }
  }
}

Position start(const Columns& columns) {
  Position position;
  for (const auto& [disc, chosen] : columns) {
    for (int column : chosen) {
      position.discs[{column, home_row(disc)}] = disc;
      position.barriers.insert({column, home_row(disc)});
    }
  }
  // "24 cards, four each of 1-6"
  for (int number = 1; number <= kSize; ++number) position.cards[static_cast<std::size_t>(number)] = 4;
  return position;
}

Reason reveal(Position& position, int left, int right) {
  if (position.step != Step::reveal) return "no cards are to be turned over";
  auto cards = position.cards;
  for (int number : {left, right}) {
    if (number < 1 || number > kSize) return "no such card";
    cards[static_cast<std::size_t>(number)] -= 1;
    if (cards[static_cast<std::size_t>(number)] < 0) return "all cards of this number are out";
  }
  position.cards = cards;
  position.left = left;
  position.right = right;
  position.step = Step::allocate;
  return std::nullopt;
}

int player_with(int task, int round) {
  // "Players 1-4 hold tasks 1-4 in round one; each moves on by one task a round."
  int rounds_gone = round - 1;
  return (task - 1 - rounds_gone % kPlayers + kPlayers) % kPlayers;
}

int to_move(const Position& position) {
  if (position.step == Step::allocate) return player_with(2, position.round);
  if (position.step == Step::mirror) return player_with(3, position.round);
  return -1;
}

std::vector<std::string> moves(const Position& position) {
  std::vector<std::string> list;
  if (position.step == Step::allocate) {
    list.push_back("mirror " + std::to_string(position.left));
    // "one choice when they are equal"
    if (position.right != position.left) list.push_back("mirror " + std::to_string(position.right));
  }
  if (position.step == Step::mirror) {
    list = actions(position);
    if (list.empty()) list.push_back("pass");
  }
  return list;
}

Reason play(Position& position, const std::string& move) {
  if (over(position)) return "the game is over";
  if (position.step == Step::reveal) return "cards are to be turned over first";
  std::vector<std::string> words = words_of(move);
  return position.step == Step::allocate ? allocate(position, words) : act(position, words);
}

bool over(const Position& position) { return position.step == Step::over; }

Columns random_columns(SplitMix& random) {
  Columns columns;
  for (Disc disc : kDiscs) {
    while (columns[disc].size() < 3) columns[disc].insert(1 + static_cast<int>(random.below(kSize)));
  }
  return columns;
}

void random_reveal(Position& position, SplitMix& random) {
  std::vector<int> deck;
  for (int number = 1; number <= kSize; ++number) {
    deck.insert(deck.end(), static_cast<std::size_t>(position.cards[static_cast<std::size_t>(number)]), number);
  }
  std::size_t first = random.below(deck.size());
  int left = deck[first];
  deck.erase(deck.begin() + static_cast<std::ptrdiff_t>(first));
  int right = random.one_of(deck);
  reveal(position, left, right);
}

std::vector<std::string> play_randomly(Position& position, int decisions, SplitMix& random) {
  std::vector<std::string> played;
  while (!over(position)) {
    if (position.step == Step::reveal) random_reveal(position, random);
    if (static_cast<int>(played.size()) == decisions) break;
    std::string move = random.one_of(moves(position));
    play(position, move);
    played.push_back(move);
  }
  return played;
}

Position random_position(SplitMix& random) {
  Position position = start(random_columns(random));
  play_randomly(position, static_cast<int>(random.below(2 * kRounds)), random);
  return position;
}

}  // namespace glint::oracle::the_beam
