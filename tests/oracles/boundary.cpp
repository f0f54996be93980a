#include "boundary.hpp"

namespace glint::oracle::boundary {

namespace {

using Reason = std::optional<std::string>;

struct Step {
  Square from;
  Square to;
};

bool on_board(Square square) { return square.file >= 0 && square.file < 6 && square.rank >= 0 && square.rank < 6; }

// "Two worlds: files a-c and d-f."
int world(Square square) { return square.file < 3 ? 0 : 1; }

const Square kA1 = {0, 0};
const Square kA6 = {0, 5};
const Square kF1 = {5, 0};
const Square kF6 = {5, 5};

// A player's two base corners are where that player's trees stand at the start.
bool is_base(Square square, int player) {
  return player == kRed ? square == kA1 || square == kF6 : square == kF1 || square == kA6;
}

const Piece* top_piece(const Board& board, Square square) {
  auto stack = board.find(square);
  return stack == board.end() ? nullptr : &stack->second.back();
}

// Only the top piece moves.
void carry(Board& board, Step step) {
  Piece piece = board.at(step.from).back();
  board.at(step.from).pop_back();
  if (board.at(step.from).empty()) board.erase(step.from);
  board[step.to].push_back(piece);
}

// The squares of a straight line in one of the eight directions after `from`, up to and with `to`.
std::optional<std::vector<Square>> line(Step step) {
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      if (dx == 0 && dy == 0) continue;
      std::vector<Square> walked;
      for (Square at = {step.from.file + dx, step.from.rank + dy}; on_board(at); at = {at.file + dx, at.rank + dy}) {
        walked.push_back(at);
        if (at == step.to) return walked;
      }
    }
  }
  return std::nullopt;
}

// "No jumping": every square of the line but the last is empty.
bool jumps(const Board& board, const std::vector<Square>& walked) {
  for (std::size_t i = 0; i + 1 < walked.size(); ++i) {
    if (top_piece(board, walked[i])) return true;
  }
  return false;
}

// "an own stone goes n >= 1 squares straight inside its world"
Reason fault_of_stone(const Board& board, int mover, Step step) {
  const Piece* stone = top_piece(board, step.from);
  if (!stone || !stone->is_stone() || stone->owner != mover) return "no own stone on " + label(step.from);
  if (world(step.from) != world(step.to)) return "a stone stays in its world";
  std::optional<std::vector<Square>> walked = line(step);
  if (!walked) return "a stone goes in a straight line";
  if (jumps(board, *walked)) return "a stone does not jump";
  // "One piece to a square" and "Neither stones nor pyramids stop on the opponent's two base corners."
  if (top_piece(board, step.to)) return label(step.to) + " is taken";
  if (is_base(step.to, 1 - mover)) return label(step.to) + " is the opponent's base";
  return std::nullopt;
}

// A pyramid's way of exactly `distance` squares.
Reason fault_of_pyramid(const Board& board, int mover, Step step, int distance, bool may_cross, Stacks stacks) {
  const Piece* pyramid = top_piece(board, step.from);
  if (!pyramid || pyramid->is_stone() || pyramid->owner != mover) return "no own pyramid on " + label(step.from);
  if (!may_cross && world(step.from) != world(step.to)) return "a pyramid alone stays in its world";
  std::optional<std::vector<Square>> walked = line(step);
  if (!walked) return "a pyramid goes in a straight line";
  if (static_cast<int>(walked->size()) != distance) return "it goes " + std::to_string(distance) + " squares";
  if (jumps(board, *walked)) return "a pyramid does not jump";
  if (is_base(step.to, 1 - mover)) return label(step.to) + " is the opponent's base";
  // "One piece to a square, except that on the two own base corners a pyramid may land on a strictly larger own one."
  if (const Piece* below = top_piece(board, step.to)) {
    // "own_tree, only on a pyramid of the same colour"
    bool fits = is_base(step.to, mover) && !below->is_stone() && below->owner == mover && below->size > pyramid->size &&
                (stacks == Stacks::own_corners || below->tree == pyramid->tree);
    if (!fits) return label(step.to) + " is taken";
  }
  return std::nullopt;
}

// "After a turn at least two of the mover's own pyramids are in each world, stacked ones counted", or two of any owner.
Reason fault_of_balance(const Board& board, int mover, Balance balance) {
  int count[2] = {0, 0};
  for (const auto& [square, stack] : board) {
    for (const Piece& piece : stack) {
      if (!piece.is_stone() && (balance == Balance::all || piece.owner == mover)) count[world(square)] += 1;
    }
  }
  if (count[0] < 2 || count[1] < 2) return "each world keeps two pyramids";
  return std::nullopt;
}

// "A pyramid alone moves exactly its size (1, 2, 3) in a straight line inside its world."
Reason fault_of_alone(const Position& position, Step step, Board& after) {
  const Piece* pyramid = top_piece(position.board, step.from);
  int size = pyramid ? pyramid->size : 0;
  if (Reason fault = fault_of_pyramid(position.board, position.mover, step, size, false, position.options.stacks)) return fault;
  after = position.board;
  carry(after, step);
  return fault_of_balance(after, position.mover, position.options.balance);
}

// "then an own top pyramid that stands in that world goes exactly n squares, in any direction, and may cross. The
// stone's old square is free, its new one blocks. n need not be the pyramid's size." `moved` has the stone moved.
Reason fault_of_second(const Position& position, const Board& moved, Step stone, Step pyramid, Board& after) {
  if (world(pyramid.from) != world(stone.from)) return "the pyramid is not in the stone's world";
  int distance = static_cast<int>(line(stone)->size());
  if (Reason fault = fault_of_pyramid(moved, position.mover, pyramid, distance, true, position.options.stacks)) return fault;
  after = moved;
  carry(after, pyramid);
  return fault_of_balance(after, position.mover, position.options.balance);
}

// "Or a stone and then a pyramid"
Reason fault_of_pair(const Position& position, Step stone, Step pyramid, Board& after) {
  if (Reason fault = fault_of_stone(position.board, position.mover, stone)) return fault;
  Board moved = position.board;
  carry(moved, stone);
  return fault_of_second(position, moved, stone, pyramid, after);
}

// "whose two trees stand in each other's places, each whole, of one colour, small on medium on large"
bool trees_exchanged(const Board& board, int player) {
  auto stands = [&](Square square, Tree tree) {
    auto stack = board.find(square);
    std::vector<Piece> whole = {{player, 3, tree}, {player, 2, tree}, {player, 1, tree}};
    return stack != board.end() && stack->second == whole;
  };
  if (player == kRed) return stands(kA1, Tree::yellow) && stands(kF6, Tree::red);
  return stands(kF1, Tree::blue) && stands(kA6, Tree::green);
}

// Every way to be over but that of having no legal turn.
Result settled(const Position& position) {
  if (position.resigned) return won_by(1 - position.mover);
  for (int player : {kRed, kGreen}) {
    if (trees_exchanged(position.board, player)) return won_by(player);
  }
  // "the third time that a position comes up with the same player to move"
  auto times = position.times.find({position.board, position.mover});
  if (times != position.times.end() && times->second >= 3) return tied();
  return {};
}

void note(Position& position) {
  if (position.options.repetition == Repetition::tie) position.times[{position.board, position.mover}] += 1;
}

std::string text_of(Step step) { return "(" + label(step.from) + "-" + label(step.to) + ")"; }

// "(c3-a3)(a1-c3)" as its one or two steps; nothing where the text is not in the notation.
std::optional<std::vector<Step>> parse(const std::string& move) {
  std::vector<Step> steps;
  if (move.empty() || move.size() > 14 || move.size() % 7 != 0) return std::nullopt;
  for (std::size_t i = 0; i < move.size(); i += 7) {
    if (move[i] != '(' || move[i + 3] != '-' || move[i + 6] != ')') return std::nullopt;
    std::optional<Square> from = find_square(move.substr(i + 1, 2));
    std::optional<Square> to = find_square(move.substr(i + 4, 2));
    if (!from || !to) return std::nullopt;
    steps.push_back({*from, *to});
  }
  return steps;
}

}  // namespace

std::vector<Square> board_squares() {
  std::vector<Square> squares;
  for (int rank = 0; rank < 6; ++rank) {
    for (int file = 0; file < 6; ++file) squares.push_back({file, rank});
  }
  return squares;
}

std::vector<std::string> board_labels() {
  std::vector<std::string> labels;
  for (Square square : board_squares()) labels.push_back(label(square));
  return labels;
}

std::string label(Square square) {
  return {static_cast<char>('a' + square.file), static_cast<char>('1' + square.rank)};
}

std::optional<Square> find_square(const std::string& text) {
  for (Square square : board_squares()) {
    if (label(square) == text) return square;
  }
  return std::nullopt;
}

Position start(const Options& options) {
  Position position;
  position.options = options;
  // "A tree is a stack, small on medium on large"
  auto plant = [&](Square square, int owner, Tree tree) {
    for (int size : {3, 2, 1}) position.board[square].push_back({owner, size, tree});
  };
  plant(kA1, kRed, Tree::red);
  plant(kF6, kRed, Tree::yellow);
  plant(kF1, kGreen, Tree::green);
  plant(kA6, kGreen, Tree::blue);
  for (const char* square : {"c3", "d4"}) position.board[*find_square(square)] = {{kRed, 0, Tree::red}};
  for (const char* square : {"d3", "c4"}) position.board[*find_square(square)] = {{kGreen, 0, Tree::green}};
  position.mover = kRed;  // "Red moves first"
  note(position);
  return position;
}

std::vector<std::string> moves(const Position& position) {
  std::vector<std::string> list;
  if (settled(position).kind != Result::Kind::none) return list;
  Board after;
  std::vector<Square> squares = board_squares();
  auto own = [&](Square square) {
    const Piece* piece = top_piece(position.board, square);
    return piece && piece->owner == position.mover;
  };
  for (Square from : squares) {
    if (!own(from)) continue;
    for (Square to : squares) {
      if (!fault_of_alone(position, {from, to}, after)) list.push_back(text_of({from, to}));
    }
  }
  for (Square from : squares) {
    if (!own(from)) continue;
    for (Square to : squares) {
      Step stone = {from, to};
      if (fault_of_stone(position.board, position.mover, stone)) continue;
      Board moved = position.board;
      carry(moved, stone);
      for (Square second_from : squares) {
        if (!own(second_from)) continue;
        for (Square second_to : squares) {
          Step pyramid = {second_from, second_to};
          if (fault_of_second(position, moved, stone, pyramid, after)) continue;
          list.push_back(text_of(stone) + text_of(pyramid));
        }
      }
    }
  }
  return list;
}

Reason play(Position& position, const std::string& move) {
  if (settled(position).kind != Result::Kind::none) return "the game is over";
  if (move == "resign") {
    if (result(position).kind != Result::Kind::none) return "the game is over";
    position.resigned = true;
    return std::nullopt;
  }
  std::optional<std::vector<Step>> steps = parse(move);
  if (!steps) return "not a turn in the notation";
  Board after;
  Reason fault = steps->size() == 1 ? fault_of_alone(position, (*steps)[0], after)
                                    : fault_of_pair(position, (*steps)[0], (*steps)[1], after);
  if (fault) return fault;
  position.board = after;
  position.mover = 1 - position.mover;
  note(position);
  return std::nullopt;
}

Result result(const Position& position) {
  Result so_far = settled(position);
  if (so_far.kind != Result::Kind::none) return so_far;
  // "A player to move who has no legal turn loses."
  if (moves(position).empty()) return won_by(1 - position.mover);
  return {};
}

}  // namespace glint::oracle::boundary
