#include "lang/check/body/guesses.hpp"

#include <span>

#include "lang/parse/tokens.hpp"

namespace glint::lang::checking {
namespace {

using parsing::is_among;

/// Names with blanks between them, and the help for each.
struct Guess {
  std::string_view names, help;
};

std::string help_of(std::span<const Guess> guesses, std::string_view name) {
  for (const Guess& guess : guesses)
    if (is_among(name, guess.names)) return std::string(guess.help);
  return {};
}

constexpr std::string_view kCount = "`count(SET)` is the number of elements of a set";
constexpr std::string_view kFold =
    "`any x in SET : COND`, `all x in SET : COND` and `no x in SET : COND` test the elements of a set";
constexpr std::string_view kNear = "`x + around` are the neighbours of x, `x + n` is the one in direction n";
constexpr std::string_view kChance = "chance is a statement of `play`: `draw x in SET`";
constexpr std::string_view kWhole = "numbers are whole, and a division leaves out the remainder";
constexpr std::string_view kWhichPiece = "the name of a piece is the set of its cells: `CELL in KIND` is whether one is there";
constexpr std::string_view kFree = "`CELL in empty` is whether a cell is free, `SET == {}` whether a set is empty";
constexpr std::string_view kLit = "`beams.cells` are the cells with beams: `CELL in beams.cells`";
constexpr std::string_view kTurn = "`me` is the player whose turn it is";
constexpr std::string_view kResultInTest =
    "`expect result : RESULT` tests how the game ended, where a result is `p wins`, `p loses`, `tie` or `score`";
constexpr std::string_view kResult =
    "`end when COND : RESULT` ends the game, where a result is `p wins`, `p loses`, `tie` or `score`";

constexpr Guess kFunctions[] = {
    {"abs", "the absolute value of x is `max(x, -x)`"},
    {"range", "`a..b` are the numbers from a to b, both included"},
    {"len length size", kCount},
    {"any all some every exists forall", kFold},
    {"neighbours neighbors adjacent", kNear},
    {"random rand randint choice shuffle dice roll", kChance},
    {"floor round int", kWhole},
    {"owner", "the owner of the piece on a cell is its member: `CELL.owner`"},
    {"piece piece_at what who occupant on", kWhichPiece},
    {"is_empty isempty isEmpty free", kFree},
    {"contains has includes", "`x in SET` is whether a set contains x"},
    {"is_lit isLit lit", kLit},
    {"opposite", "`opposite(DIRECTION)` is in the library `geometry`: `use geometry`"},
};

constexpr Guess kNames[] = {
    {"turn current current_player mover to_move whose_turn active self this", kTurn},
    {"board grid all everything", "`cells` are all cells of the board"},
    {"pieces occupied", "`cells - empty` are the cells with pieces"},
    {"neighbours neighbors adjacent", kNear},
    {"light lit illuminated", kLit},
    {"dark unlit", "`cells - beams.cells` are the cells without beams"},
    {"random", kChance},
    {"players", "`player` stands for all players, as in `for p in player`"},
    {"infinity inf infinite unlimited max_int", "every number has a range with two ends, as in `0..99`"},
    {"repetition repeated repetitions", "`seen` is how often the position has come up: `seen == 3`"},
    {"stalemate stuck no_moves", "`choose m else { end : RESULT }` says what happens if no move is legal"},
};

constexpr Guess kNamesOfPieces[] = {
    {"self this", "`here` is the cell of the piece"},
};

constexpr Guess kNamesOfTests[] = {
    {"result winner won loser lost tie draw win lose end ended over finished gameover game_over", kResultInTest},
    {"legal illegal possible allowed",
     "`play \"...\"` tests that a move is legal, `expect illegal \"...\"` that it is not"},
};

constexpr Guess kNamesElsewhere[] = {
    {"result winner won loser lost tie win lose ended gameover game_over", kResult},
};

}  // namespace

std::string_view player_of_other_languages(std::string_view name) {
  if (is_among(name, "self this current mine mover active I")) return "me";
  return is_among(name, "enemy other foe rival they them") ? "opponent" : "";
}

std::string value_of_other_languages(std::string_view name, const Type* wanted) {
  if (is_among(name, "null NULL nil None none nothing undefined"))
    return "what may be nothing is a set, as in `var x: set of cell = {}`, which `x == {}` tests";
  if (wanted != nullptr && wanted->base == Base::direction && is_among(name, "left right clockwise counterclockwise"))
    return "directions follow one another around: `d + 1` is the next one after d, `d - 1` the one before";
  if (wanted != nullptr && wanted->base == Base::player && is_among(name, "next previous following"))
    return "`p + 1` is the player after p, `p - 1` the one before";
  if (wanted != nullptr && wanted->base == Base::player && name == "owner")
    return "the owner of a piece is a member of its cell, `CELL.owner`; `KIND of PLAYER` are the pieces of a player";
  if (wanted != nullptr && wanted->base != Base::flag) return {};
  if (is_among(name, "true True TRUE yes")) return "write `on`";
  return is_among(name, "false False FALSE no") ? "write `off`" : "";
}

std::string instead_of_name(std::string_view name, Place place) {
  const std::span<const Guess> own = place == Place::test    ? std::span<const Guess>(kNamesOfTests)
                                     : place == Place::beams ? std::span<const Guess>(kNamesOfPieces)
                                                             : kNamesElsewhere;
  if (std::string help = help_of(own, name); !help.empty()) return help;
  return help_of(kNames, name);
}

std::string instead_of_function(std::string_view name) { return help_of(kFunctions, name); }

std::string instead_of_member_of_set(std::string_view name, const Type& type) {
  if (is_among(name, "count length size len number")) return std::string(kCount);
  if (is_among(name, "empty is_empty isEmpty")) return "`SET == {}` is whether a set is empty";
  if (is_among(name, "contains has includes")) return "`x in SET` is whether a set contains x";
  if (is_among(name, "first any random")) return "a set has no order; " + std::string(kFold);
  if (name == "owner" && type.base == Base::cell) return "`KIND of PLAYER` are the pieces of a player, as in `stone of me`";
  return {};
}

}  // namespace glint::lang::checking
