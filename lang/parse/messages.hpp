// The messages for rules of the grammar that fail in a `must`, one for each such rule. A rule without one does not
// compile.
#pragma once

#include "lang/grammar/variants.hpp"
#include "lang/parse/reading.hpp"

namespace glint::lang::parsing {

template <typename Rule>
inline constexpr Message message_of{};

// clang-format off
#define GLINT_MESSAGE(rule, number, words, ...)                       \
  template <> inline constexpr Message message_of<grammar::rule> = { \
      .code = Code::number, .text = words __VA_OPT__(,) __VA_ARGS__};

/// The words that begin each of these, a blank before each.
namespace words {
inline constexpr const char* kDeclarations =
#define DECLARATION_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
inline constexpr const char* kRules =
#define RULE_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
inline constexpr const char* kStatements =
#define STATEMENT_WORD(name, ...) " " name
#include "lang/grammar/words.def"
    ;
}  // namespace words

// ---- tokens ----
GLINT_MESSAGE(escaped, G0106, "expected `\"`, `\\`, `n`, `{` or `}` after `\\` in a text",
              .help = "write `\\\\` for a backslash")
GLINT_MESSAGE(hole_expression, G0101, "expected a value in the braces of a text",
              .help = "write `\\{` for a plain brace")
GLINT_MESSAGE(wide, G0101, "expected a number of characters after `:`")
GLINT_MESSAGE(hole_close, G0102, "expected `}` to close the placeholder{after}", .opener = '{')
GLINT_MESSAGE(text_close, G0102, "the text that begins here is not closed on its line", .help = "close it with `\"`",
              .opener = '"')
GLINT_MESSAGE(raw_close, G0102, "the drawing that begins here is not closed", .help = "close it with `\"\"\"`",
              .opener = '"')

// ---- expressions ----
GLINT_MESSAGE(paren_inner, G0101, "expected an expression after `(`", .place = Place::operand)
GLINT_MESSAGE(paren_close, G0102, "expected `)`{after}", .place = Place::condition_end, .opener = '(')
GLINT_MESSAGE(domain, G0101, "expected a set{after}", .place = Place::operand)
GLINT_MESSAGE(where_condition, G0101, "expected a condition after `where`", .place = Place::operand)
GLINT_MESSAGE(set_close, G0102, "expected `,` or `}`{after}", .place = Place::argument_end, .opener = '{')
GLINT_MESSAGE(list_close, G0102, "expected `,` or `]`{after}", .place = Place::argument_end, .opener = '[')
GLINT_MESSAGE(argument, G0101, "expected a value{after}", .place = Place::operand)
GLINT_MESSAGE(arguments_close, G0102, "expected `,` or `)`{after}", .place = Place::argument_end, .opener = '(')
GLINT_MESSAGE(subscript_inner, G0101, "expected a value after `[`", .place = Place::operand)
GLINT_MESSAGE(subscript_close, G0102, "expected `]`{after}", .place = Place::argument_end, .opener = '[')
GLINT_MESSAGE(fold_colon, G0101, "expected `where` or `:`{after}", .place = Place::condition_end, .words = "where")
GLINT_MESSAGE(fold_body, G0101, "expected an expression after `:`", .place = Place::operand)
GLINT_MESSAGE(fold_else_word, G0101, "expected `else`{after}", .place = Place::else_word,
              .help = "`min` and `max` over a set end with `else` and the value for when it is empty",
              .words = "else")
GLINT_MESSAGE(the_else_word, G0101, "expected `where` or `else`{after}", .place = Place::else_word,
              .help = "`the x in SET` ends with `else` and the value for when there is none", .words = "where else")
GLINT_MESSAGE(else_value, G0101, "expected an expression after `else`", .place = Place::operand)
GLINT_MESSAGE(if_condition, G0101, "expected a condition after `if`", .place = Place::operand)
GLINT_MESSAGE(if_then_word, G0101, "expected `then`{after}", .place = Place::condition_end, .words = "then")
GLINT_MESSAGE(if_then, G0101, "expected an expression after `then`", .place = Place::operand)
GLINT_MESSAGE(if_else_word, G0101, "expected `else`{after}", .place = Place::else_word, .help = "an `if` with a value needs an `else`",
              .words = "else")
GLINT_MESSAGE(member_word, G0101, "expected the name of a field or member after `.`")
GLINT_MESSAGE(of_whom, G0101, "expected an owner after `of`")
GLINT_MESSAGE(next_operand, G0101, "expected an expression{after}", .place = Place::operand)

// ---- types ----
GLINT_MESSAGE(declared_type, G0101, "expected a type{after}", .place = Place::type)
GLINT_MESSAGE(next_value, G0101, "expected the name of a value{after}")
GLINT_MESSAGE(type_colon, G0101, "expected `:` and a type{after}", .place = Place::colon,
              .help = "a type is a range `0..9`, `flag`, `player`, `cell`, `set of cell` or one of your own")
GLINT_MESSAGE(option_colon, G0101, "expected `:` and a type{after}, or `=` and a new default in a variant", .place = Place::colon,
              .help = "a type is a range `0..9`, `flag`, `player`, `cell`, `set of cell` or one of your own")
GLINT_MESSAGE(parameter_name, G0101, "expected the name of a parameter{after}")
GLINT_MESSAGE(keys_close, G0102, "expected `,` or `]`{after}", .opener = '[')

// ---- an expression by itself ----
GLINT_MESSAGE(lone_value, G0101, "expected an expression", .place = Place::operand, .starts_line = true)
GLINT_MESSAGE(lone_end, G0101, "expected an operator or the end of the expression{after}")

// ---- items and blocks ----
GLINT_MESSAGE(item_end, G0101, "expected a new line or `;`{after}", .place = Place::end_of_item)
GLINT_MESSAGE(block_close, G0102, "expected `}` to close {declaration}",
              .help = "add `}` where it should end; indentation that does not match the braces often shows the place",
              .opener = '{', .starts_line = true)
GLINT_MESSAGE(statement, G0101, "expected a statement", .place = Place::statement, .words = words::kStatements, .unknown = "statement", .misplaced = words::kDeclarations,
              .misplaced_help = "this begins a declaration: close the braces above first", .starts_line = true)
GLINT_MESSAGE(update, G0101, "expected a change of the beam", .help = "such as `beam.power -= 1`",
              .starts_line = true)

// ---- statements ----
GLINT_MESSAGE(condition, G0101, "expected a condition{after}", .place = Place::operand)
GLINT_MESSAGE(value, G0101, "expected a value{after}", .place = Place::operand,
              .help = "write a number, a name, a set in braces, or an expression of these")
GLINT_MESSAGE(pick_name, G0101, "expected a name after `pick`", .place = Place::name)
GLINT_MESSAGE(required_in, G0101, "expected `in`{after}", .place = Place::in_word, .words = "in")
GLINT_MESSAGE(require_condition, G0101, "expected a condition after `require`", .place = Place::operand)
GLINT_MESSAGE(offer_condition, G0101, "expected a condition, `nothing` or `unseen` after `offer`", .place = Place::operand)
GLINT_MESSAGE(most_value, G0101, "expected a number{after}", .place = Place::operand)
GLINT_MESSAGE(once_by, G0101, "expected `by` after `offer once`", .help = "`offer once by A, B`: of choices with the same A and B one is listed", .words = "by")
GLINT_MESSAGE(once_value, G0101, "expected a value{after}", .place = Place::operand)
GLINT_MESSAGE(let_name, G0101, "expected a name after `let`", .place = Place::name)
GLINT_MESSAGE(required_equals, G0101, "expected `=`{after}", .place = Place::equals)
GLINT_MESSAGE(put_kind, G0101, "expected the name of a piece after `put`")
GLINT_MESSAGE(put_on, G0101, "expected `on`{after}", .place = Place::put_on,
              .help = "write the cell after `on` and fields in parentheses: `put disc(owner = me) on a1`",
              .words = "on")
GLINT_MESSAGE(put_place, G0101, "expected a set of cells after `on`", .place = Place::operand)
GLINT_MESSAGE(remove_what, G0101, "expected a set of cells after `remove`", .place = Place::operand)
GLINT_MESSAGE(move_from, G0101, "expected a cell after `move`", .place = Place::operand)
GLINT_MESSAGE(move_to_word, G0101, "expected `to`{after}", .place = Place::move_to, .words = "to")
GLINT_MESSAGE(swap_one, G0101, "expected a cell after `swap`", .place = Place::operand)
GLINT_MESSAGE(swap_comma, G0101, "expected `,` and another cell{after}")
GLINT_MESSAGE(swap_other, G0101, "expected a cell after `,`", .place = Place::operand)
GLINT_MESSAGE(if_block, G0101, "expected `{` to open the block of `if`", .place = Place::block)
GLINT_MESSAGE(else_block, G0101, "expected `{` to open the block of `else`", .place = Place::block)
GLINT_MESSAGE(for_name, G0101, "expected a name after `for`", .place = Place::name)
GLINT_MESSAGE(for_block, G0101, "expected `{` to open the block of `for`", .place = Place::block, .words = "where while")
GLINT_MESSAGE(while_condition, G0101, "expected a condition after `while`", .place = Place::operand)
GLINT_MESSAGE(at_most, G0101, "expected `at most` and a number{after}", .place = Place::block,
              .help = "every loop has a limit: `while COND at most 20 { ... }`", .words = "at")
GLINT_MESSAGE(most_rounds, G0101, "expected a number after `at most`", .place = Place::operand)
GLINT_MESSAGE(while_block, G0101, "expected `{` to open the block of `while`", .place = Place::block)
GLINT_MESSAGE(wins_or_loses, G0101, "expected `wins` or `loses`{after}", .place = Place::result,
              .help = "a result is `p wins`, `p loses`, `tie` or `score`", .words = "wins loses")
GLINT_MESSAGE(the_result, G0101, "expected a result{after}", .place = Place::result,
              .help = "a result is `p wins`, `p loses`, `tie` or `score`")
GLINT_MESSAGE(result_colon, G0101, "expected `:` and a result{after}", .place = Place::before_result,
              .help = "a result is `p wins`, `p loses`, `tie` or `score`", .misplaced = "if",
              .misplaced_help = "write `end when COND : RESULT`")
GLINT_MESSAGE(turn_of, G0101, "expected `of` after `turn`", .help = "write `turn of p` or `turn of each player`",
              .words = "of")
GLINT_MESSAGE(turn_player, G0101, "expected a player or `each player` after `of`", .place = Place::operand)
GLINT_MESSAGE(turn_block, G0101, "expected `{` to open the block of `turn`", .place = Place::block)
GLINT_MESSAGE(move_name, G0101, "expected the name of a move{after}", .place = Place::move_name)
GLINT_MESSAGE(together_block, G0101, "expected `{` to open the block of `together`", .place = Place::block,
              .help = "as in `together { choose a or b }`")
GLINT_MESSAGE(repeat_block, G0101, "expected `{` to open the block of `repeat`", .place = Place::block, .words = "until")
GLINT_MESSAGE(draw_name, G0101, "expected a name after `draw`", .help = "as in `draw x in 1..6`")
GLINT_MESSAGE(draw_in, G0101, "expected `in` and a set{after}",
              .help = "`from` takes one out of a bag; a test fixes a draw with `draw x = VALUE`", .words = "in from")
GLINT_MESSAGE(draw_bag, G0101, "expected the name of a bag after `from`", .help = "`draw x in SET` draws one of a set")
GLINT_MESSAGE(played_text, G0101, "expected the text of a move in quotes{after}")
GLINT_MESSAGE(perft_count, G0101, "expected a number{after}", .place = Place::operand,
              .help = "`expect perft(N) == M`: there are M sequences of N moves")
GLINT_MESSAGE(expect_condition, G0101, "expected a condition, `illegal`, `result` or `map` after `expect`", .place = Place::operand)
GLINT_MESSAGE(drawing, G0101, "expected a drawn position in `\"\"\"` after `map`")

// ---- what beams do ----
GLINT_MESSAGE(outcome, G0101, "expected what the beam does{after}", .place = Place::outcome,
              .help = "`straight`, `stops`, `reflects across A`, `turns N`, `leaves D`, `to C` or an optic with "
                      "parentheses",
              .words = "straight stops reflects turns leaves to")
GLINT_MESSAGE(end_name, G0101, "expected the name of an end after `as`")
GLINT_MESSAGE(across_word, G0101, "expected `across` after `reflects`", .words = "across")
GLINT_MESSAGE(axis_value, G0101, "expected an axis or a direction after `across`", .place = Place::operand)
GLINT_MESSAGE(turn_amount, G0101, "expected a number of steps after `turns`", .place = Place::operand)
GLINT_MESSAGE(leave_direction, G0101, "expected a direction after `leaves`", .place = Place::operand)
GLINT_MESSAGE(to_cell, G0101, "expected a cell after `to`", .place = Place::operand)
GLINT_MESSAGE(going_direction, G0101, "expected a direction after `going`", .place = Place::operand)
GLINT_MESSAGE(case_side, G0101, "expected `behind`, `ahead`, `left`, `right` or `aside` after `from`", .help = "sides are as the piece sees them; `if beam.way == D` asks for a direction of the board",
              .words = "behind ahead left right aside")
GLINT_MESSAGE(arrow, G0101, "expected `->` and what the beam does{after}", .place = Place::arrow)
GLINT_MESSAGE(case_, G0101, "expected a case of how a beam comes", .place = Place::case_,
              .help = "a case begins with `from`, `if` or `otherwise`", .words = "from if otherwise",
              .starts_line = true)
GLINT_MESSAGE(cases_block, G0101, "expected `->` and what the beam does, or `{` to open the cases{after}", .place = Place::arrow)

// ---- beams and pieces ----
GLINT_MESSAGE(beam_item, G0101, "expected what a beam carries: `name: type`, or `ends {...}`", .place = Place::beam_item, .words = "ends",
              .starts_line = true)
GLINT_MESSAGE(beam_braces, G0101, "expected `{` to open what a beam carries")
GLINT_MESSAGE(ends_open, G0101, "expected `{` after `ends`")
GLINT_MESSAGE(beam_end, G0101, "expected the name of an end{after}")
GLINT_MESSAGE(ends_close, G0101, "expected `,` or `}`{after}")
GLINT_MESSAGE(emits_where, G0101, "expected a direction after `emits`", .place = Place::operand)
GLINT_MESSAGE(beam_word, G0101, "expected `beam` after `when`", .words = "beam")
GLINT_MESSAGE(comes_word, G0101, "expected `comes` or `crosses` after `beam`", .words = "comes crosses")
GLINT_MESSAGE(crossed_sides, G0101, "expected a direction, or several, after `crosses`")
GLINT_MESSAGE(what_acts, G0101, "expected `enters` or `crosses` after `beam`", .words = "enters crosses")
GLINT_MESSAGE(acting_name, G0101, "expected a name for the cell or edge{after}")
GLINT_MESSAGE(look_text, G0101, "expected a text in quotes after `look`", .help = "such as `look \"{facing}\"`",
              .words = "when")
GLINT_MESSAGE(piece_item, G0101, "expected a part of a piece", .place = Place::piece_item,
              .help = "a field `name: type`, `emits`, `when beam comes`, `when beam crosses` or `look`",
              .words = "emits when look",
              .starts_line = true)
GLINT_MESSAGE(piece_name, G0101, "expected a name after `piece`")
GLINT_MESSAGE(owner_of_piece, G0101, "expected `player` after `of`, or an owner computed from the fields", .place = Place::operand,
              .words = "player")
GLINT_MESSAGE(piece_braces, G0101, "expected `{` to open the body of {declaration}", .place = Place::piece_head)
GLINT_MESSAGE(optic_name, G0101, "expected a name after `optic`")

// ---- boards ----
GLINT_MESSAGE(step_open, G0101, "expected `(` and two numbers{after}")
GLINT_MESSAGE(step_number, G0101, "expected a whole number{after}")
GLINT_MESSAGE(step_comma, G0101, "expected `,`{after}")
GLINT_MESSAGE(step_close, G0101, "expected `)`{after}")
GLINT_MESSAGE(axis_name, G0101, "expected the name of an axis{after}")
GLINT_MESSAGE(drawn_at, G0101, "expected `at` after `drawn`", .words = "at")
GLINT_MESSAGE(drawn_value, G0101, "expected an expression{after}")
GLINT_MESSAGE(lattice_item, G0101, "expected a part of a lattice",
              .help = "a direction `name = (x, y)`, `axis` or `drawn at`", .words = "axis drawn",
              .starts_line = true)
GLINT_MESSAGE(lattice_name, G0101, "expected a name after `lattice`")
GLINT_MESSAGE(lattice_braces, G0101, "expected `{` to open the body of {declaration}")
GLINT_MESSAGE(cells_name, G0101, "expected the name of a coordinate{after}", .help = "such as `cells x in 1..8, y in 1..8`")
GLINT_MESSAGE(cells_comma, G0101, "expected `,` and the other coordinate{after}")
GLINT_MESSAGE(label_text, G0101, "expected a text in quotes{after}", .help = "such as `label \"{letter(y)}{x}\"`",
              .words = "where")
GLINT_MESSAGE(board_item, G0101, "expected a part of a board",
              .help = "`cells`, `label`, `wraps` or `let`", .words = "cells label wraps let", .starts_line = true)
GLINT_MESSAGE(stack_of, G0101, "expected `of` after `stacks`", .words = "of")
GLINT_MESSAGE(stack_size, G0101, "expected a number after `of`")
GLINT_MESSAGE(board_on, G0101, "expected `on` and a lattice{after}", .words = "on")
GLINT_MESSAGE(board_lattice, G0101, "expected the name of a lattice after `on`")
GLINT_MESSAGE(board_braces, G0101, "expected `{` to open the body of the board", .words = "stacks")
GLINT_MESSAGE(board_name, G0101, "expected the name of a board after `board`",
              .help = "write `board name(...)` for one of a library, or `board on LATTICE { ... }`")

// ---- declarations ----
GLINT_MESSAGE(declaration, G0101, "expected a declaration", .place = Place::declaration,
              .help = "a declaration begins with a word such as `option`, `piece`, `let`, `move`, `play` or `test`",
              .words = words::kDeclarations, .unknown = "declaration", .misplaced = words::kStatements,
              .misplaced_help = "this begins a statement, which belongs in the braces of a declaration",
              .starts_line = true)
GLINT_MESSAGE(game_title, G0101, "expected the game's name in quotes after `game`")
GLINT_MESSAGE(variant_title, G0101, "expected the variant's name in quotes after `variant`")
GLINT_MESSAGE(variant_of, G0101, "expected `of` and the game that it varies{after}", .words = "of")
GLINT_MESSAGE(variant_base, G0101, "expected a game{after}",
              .help = "the name of a bundled game or variant, or a path in quotes")
GLINT_MESSAGE(combined_base, G0101, "expected a variant{after}",
              .help = "the name of a bundled variant of the game, or a path in quotes")
GLINT_MESSAGE(extended, G0101, "expected what to extend: a `piece`, a `type`, the `beam` or the `setup`",
              .help = "such as `extend piece lamp { worth: 1..3 = 1 }`; `after MOVE { ... }` adds to a move, and `replace` "
                      "changes anything else",
              .words = "piece type beam setup")
GLINT_MESSAGE(replaced, G0101, "expected the declaration that replaces one of the game", .place = Place::replaced,
              .help = "such as `replace move place \"{at}\" { ... }`; `use` and `test` replace nothing",
              .words = words::kRules)
GLINT_MESSAGE(removed, G0101, "expected what to remove from the game", .place = Place::removed,
              .help = "its word and name, as `remove move place`, or its word alone, as `remove clock`",
              .words = words::kRules)
GLINT_MESSAGE(removed_name, G0101, "expected the name of what to remove{after}")
GLINT_MESSAGE(library_name, G0101, "expected a name after `library`")
GLINT_MESSAGE(used, G0101, "expected a library{after}", .help = "a name such as `hex`, or a path in quotes")
GLINT_MESSAGE(needed, G0101, "expected `beam` or `type` after `needs`", .words = "beam type")
GLINT_MESSAGE(player_name, G0101, "expected the name of a player{after}", .help = "each player has a name: `players one, two`")
GLINT_MESSAGE(team_word, G0101, "expected `team` after `as`", .words = "team")
GLINT_MESSAGE(option_name, G0101, "expected a name after `option`")
GLINT_MESSAGE(option_equals, G0101, "expected `=` and the default of {declaration}{after}", .place = Place::equals)
GLINT_MESSAGE(type_name, G0101, "expected a name after `type`")
GLINT_MESSAGE(type_equals, G0101, "expected `=` and the values of {declaration}{after}", .place = Place::equals)
GLINT_MESSAGE(seen_by_word, G0101, "expected `by` after `seen`", .words = "by")
GLINT_MESSAGE(seen_seats, G0101, "expected the players who see it after `seen by`")
GLINT_MESSAGE(var_name, G0101, "expected a name after `var`")
GLINT_MESSAGE(var_equals, G0101, "expected `=` and what {declaration} begins with{after}", .place = Place::equals)
GLINT_MESSAGE(bag_name, G0101, "expected a name after `bag`")
GLINT_MESSAGE(no_bag_key, G0101, "expected `[`{after}",
              .help = "say what is in the bag, and how many of each: `bag cards[number: 1..6] = 4`")
GLINT_MESSAGE(bag_equals, G0101, "expected `=` and how many of each are in {declaration}{after}", .place = Place::equals)
GLINT_MESSAGE(effect_name, G0101, "expected a name after `do`")
GLINT_MESSAGE(declared_block, G0101, "expected `{` to open the body of {declaration}", .place = Place::block)
GLINT_MESSAGE(new_move, G0101, "expected a name after `move`", .help = "a move has a name before its text: `move fly \"...\" { ... }`")
GLINT_MESSAGE(notation, G0101, "expected the notation of {declaration} in quotes{after}", .place = Place::notation,
              .help = "such as `move place \"{at}\" { ... }`; `move NAME = a or b` is a name for several")
GLINT_MESSAGE(grouped_move, G0101, "expected the name of a move{after}", .place = Place::move_name)

// ---- the course of a game ----
GLINT_MESSAGE(beside_move, G0101, "expected the name of a move{after}")
GLINT_MESSAGE(after_name, G0101, "expected the name of a move after `after`", .place = Place::name,
              .help = "`after place { ... }` adds lines to the move `place`, `after move { ... }` to every move")
GLINT_MESSAGE(after_block, G0101, "expected `{` to open the lines that are added{after}", .place = Place::block)
GLINT_MESSAGE(setup_block, G0101, "expected `{` after `setup`", .place = Place::block)
GLINT_MESSAGE(play_block, G0101, "expected `{` after `play`", .place = Place::block)
GLINT_MESSAGE(end_for_in, G0101, "expected `in player`{after}", .place = Place::in_word, .words = "in")
GLINT_MESSAGE(end_for_player, G0101, "expected `player` after `in`", .place = Place::in_word, .words = "player")
GLINT_MESSAGE(end_when, G0101, "expected `when` and a condition{after}", .place = Place::before_result, .words = "when for", .misplaced = "if",
              .misplaced_help = "write `end when COND : RESULT`")
GLINT_MESSAGE(shown, G0101, "expected a text to show{after}",
              .help = "write `show \"{points[sun]} points\"`, `show cells SET \"name\" as \"~\"` or `show edges SET \"name\"`",
              .words = "cells edges lines beams for when no")
GLINT_MESSAGE(shown_kind, G0101, "expected the name of a piece after `as`",
              .help = "the piece that is drawn beside the text: `show \"{left} left\" as lamp(colour = red)`")
GLINT_MESSAGE(each_type, G0101, "expected `player` or a type after `in`",
              .help = "`show for h in hue \"...\"` shows a line for each value of the type")
GLINT_MESSAGE(ground_cells, G0101, "expected what is shown{after}",
              .help = "a set of cells or edges: `show cells water as \"~\"`, `show edges fences \"fence\"`")
GLINT_MESSAGE(ground_called, G0101, "expected a name in quotes, or `as` and a sign{after}",
              .help = "write `show cells water \"the pond\" as \"~\"`, or `show edges fences \"fence\" in brown`",
              .words = "as")
GLINT_MESSAGE(ground_sign, G0101, "expected a sign in quotes after `as`")
GLINT_MESSAGE(ground_colour, G0101, "expected a colour after `in`", .help = "such as `blue`, `green` or `grey`")
GLINT_MESSAGE(ground_owner, G0101, "expected a player after `of`")
GLINT_MESSAGE(shown_expression, G0101, "expected what follows the beams to show{after}",
              .help = "a `let` that follows beams, or a trace: `show beams trace(edge(a1, w), e)`")
GLINT_MESSAGE(scored_player, G0101, "expected a name for the player{after}", .place = Place::name)
GLINT_MESSAGE(a_time, G0101, "expected a time such as `2:00`{after}")
GLINT_MESSAGE(clock_item, G0101, "expected a part of the clock",
              .help = "`turn 2:00`, `reserve 5:00`, `game 20:00`, `MOVE adds 2:00` or `out: RESULT`",
              .words = "turn reserve game out", .starts_line = true)
GLINT_MESSAGE(clock_braces, G0101, "expected `{` to open the clock", .place = Place::block, .words = "when")
GLINT_MESSAGE(test_title, G0101, "expected a title in quotes after `test`")
GLINT_MESSAGE(setting_name, G0101, "expected the name of an option{after}")
GLINT_MESSAGE(test_block, G0101, "expected `{` to open the body of the test", .place = Place::block, .words = "with")

#undef GLINT_MESSAGE
// clang-format on

}  // namespace glint::lang::parsing
