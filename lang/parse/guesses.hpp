// Habits from other languages or from plain English, with the help for each: one table for the parser and the
// checker. Private to lang/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"

namespace glint::lang::parsing {

/// The places in the grammar where something else was expected. messages.txt says which message belongs to which place.
enum class Place : std::uint64_t {
  any = 0,
  declaration = 1 << 0,     // the first word of a declaration
  replaced = 1 << 1,        // what a variant replaces
  removed = 1 << 2,         // what a variant removes
  statement = 1 << 3,       // the first word of a statement
  end_of_item = 1 << 4,     // a declaration or statement is complete
  condition_end = 1 << 5,   // a condition in the middle of something is complete
  operand = 1 << 6,         // a value, set or condition
  argument_end = 1 << 7,    // `,` or a closing bracket
  in_word = 1 << 8,         // `in`
  equals = 1 << 9,          // `=`
  colon = 1 << 10,          // `:` and a type
  type = 1 << 11,           // a type
  else_word = 1 << 12,      // `else` of a value
  block = 1 << 13,          // `{` of a statement's or test's block
  put_on = 1 << 14,         // `on` of a `put`
  move_to = 1 << 15,        // `to` of a `move`
  move_name = 1 << 16,      // the name of a move, after `choose`
  before_result = 1 << 17,  // `when` and a condition, or the `:` before a result
  notation = 1 << 18,       // the notation of a move
  result = 1 << 19,         // a result
  arrow = 1 << 20,          // `->`
  case_ = 1 << 21,          // the first part of a case: the way in which a beam comes
  outcome = 1 << 22,        // what a beam does
  piece_head = 1 << 23,     // `{` of a piece
  piece_item = 1 << 24,     // a part of a piece
  beam_item = 1 << 25,      // what a beam carries
  name = 1 << 26,           // a new name
  // Names that the checker does not know.
  call = 1 << 27,   // a function
  value = 1 << 28,  // a value of whatever type
  flag = 1 << 29,   // a value of this type
  direction = 1 << 30,
  player = std::uint64_t{1} << 31,
  player_name = std::uint64_t{1} << 32,  // `me` or `opponent`
  in_piece = std::uint64_t{1} << 33,     // a name in a reaction or optic
  in_test = std::uint64_t{1} << 34,
  in_rule = std::uint64_t{1} << 35,  // elsewhere
  unknown = std::uint64_t{1} << 36,  // anywhere
  member_of_set = std::uint64_t{1} << 37,
  member_of_cells = std::uint64_t{1} << 38,
};
/// One of several places.
constexpr Place operator|(Place a, Place b) {
  return static_cast<Place>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b));
}
/// The places that are in both.
constexpr Place operator&(Place a, Place b) {
  return static_cast<Place>(static_cast<std::uint64_t>(a) & static_cast<std::uint64_t>(b));
}

/// The text found there.
struct Found {
  std::string_view text;  // the whole script
  std::uint32_t at = 0;   // where it stands
  Place place = Place::any;
  std::uint32_t item = 0;         // the start of the unreadable statement or declaration
  std::uint32_t declaration = 0;  // the start of the declaration around it
};

/// Help for the text found, if its meaning is known; else empty.
std::string help_for(const Found& found);
/// The rewriting of the text found, if the table has one: which bytes become which text.
struct Rewritten {
  std::size_t begin = 0, end = 0;
  std::string text;
};
std::optional<Rewritten> rewritten(const Found& found);
/// The edits that fix the error at a place of a file, the likeliest first: an operator of another language, a word with
/// another name here, a `not` after its condition. An editor tries each before it offers it. (mends.cpp)
std::vector<Mend> mends_for(const Found& found, std::uint32_t file);
/// Help for anything else at this place, if there is any; else empty.
std::string help_at(const Found& found);
/// Help for a name that the checker does not know, at one of these places; empty if there is none.
std::string help_for_name(std::string_view name, Place places);

}  // namespace glint::lang::parsing
