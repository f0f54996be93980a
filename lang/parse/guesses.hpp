// What people write who know other languages, or plain English, at a place of the grammar, and the help for it. All such
// help that the parser gives is here. Private to this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace glint::lang::parsing {

/// Where in the grammar something else was expected. The messages (messages.hpp) say which of them is which.
enum class Place : std::uint32_t {
  any = 0,
  declaration = 1 << 0,    // the first word of a declaration
  statement = 1 << 1,      // the first word of a statement
  end_of_item = 1 << 2,    // a declaration or statement is complete
  condition_end = 1 << 3,  // a condition in the middle of something is complete
  operand = 1 << 4,        // a value, set or condition
  argument_end = 1 << 5,   // `,` or a closing bracket
  in_word = 1 << 6,        // `in`
  equals = 1 << 7,         // `=`
  else_word = 1 << 8,      // `else` of a value
  block = 1 << 9,          // `{` of a statement's or test's block
  put_on = 1 << 10,        // `on` of a `put`
  move_to = 1 << 11,       // `to` of a `move`
  move_name = 1 << 12,     // the name of a move, after `choose`
  notation = 1 << 13,      // the notation of a move
  result = 1 << 14,        // a result, and what stands before it
  arrow = 1 << 15,         // `->`
  outcome = 1 << 16,       // what a beam does
  piece_head = 1 << 17,    // `{` of a piece
  piece_item = 1 << 18,    // a part of a piece
  name = 1 << 19,          // a new name
};
/// One of several places.
constexpr Place operator|(Place a, Place b) {
  return static_cast<Place>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// What was found there.
struct Found {
  std::string_view text;  // the whole script
  std::uint32_t at = 0;   // where it stands
  Place place = Place::any;
  std::uint32_t item = 0;         // where the statement or declaration begins that could not be read
  std::uint32_t declaration = 0;  // where the declaration around it begins
};

/// Help for what was found, if it is known what was meant; else empty.
std::string help_for(const Found& found);
/// Help for anything else at this place, if there is any; else empty.
std::string help_at(const Found& found);

}  // namespace glint::lang::parsing
