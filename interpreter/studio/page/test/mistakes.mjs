// What newcomers to the language write by mistake: each is one line of a game that is right, written as they would. The test
// (mending.test.mjs) clicks the mends that the page offers, and no more than three lead to a game without errors.

export const right = `game "Stones"
use square
players ann, bob
board grid(5, 5)
piece stone of player { look "{owner:1}" }
move go "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose go } } }
end when empty == {} : tie
`;

const instead = (line, mistake) => {
  if (!right.includes(line)) throw new Error(`no line ${line}`);
  return right.replace(line, mistake);
};
const at = 'pick at in empty; put stone on at';

export const mistakes = {
  "a board of 5x5": instead("board grid(5, 5)", "board 5x5"),
  "a board of 5x5 without a library": instead("use square\n", "").replace("board grid(5, 5)", "board 5x5"),
  "sizes without parentheses": instead("board grid(5, 5)", "board grid 5 5"),
  "a board without its library": instead("use square\n", ""),
  "a grid without the word board": instead("board grid(5, 5)", "grid 5x5"),
  "a column of a cell": instead("empty == {}", "any c in cells : column(c) == 6"),
  "a column of a cell, behind a dot": instead("empty == {}", "any c in cells : c.column == 6"),
  "a column by its number": instead("empty == {}", "empty == column(1)"),
  "a number of players": instead("players ann, bob", "players: 2"),
  "players with a colon": instead("players ann, bob", "players: ann and bob"),
  "a title without quotes": instead('game "Stones"', "game Stones"),
  "no title": instead('game "Stones"\n', ""),
  "win when": instead("end when empty == {} : tie", "win when empty == {}"),
  "a draw": instead(": tie", ": draw"),
  "an end without a result": instead(" : tie", ""),
  "end if": instead("end when", "end if"),
  "place at": instead(at, "pick at in empty; place stone at at"),
  "pick from": instead(at, "pick at from empty; put stone on at"),
  "one equals sign": instead("empty == {}", "empty = {}"),
  "each player": instead("turn of each player", "each player"),
  "a missing brace": instead("} } }", "} }"),
  "a letter too many": instead("in empty;", "in emptyy;"),
  "a colour at the piece": instead("piece stone of player {", "piece stone color red of player {"),
  "a piece without a body": instead('piece stone of player { look "{owner:1}" }', "piece stone of player"),
  "a look without quotes": instead('look "{owner:1}"', "look s"),
  "a move without its text": instead('move go "{at}" {', "move go {"),
  "a misspelt library": instead("use square", "use squares"),
  "no players": instead("players ann, bob\n", ""),
  "no board": instead("board grid(5, 5)\n", ""),
  "nothing but a board": 'game "Stones"\nuse square\nplayers ann, bob\nboard grid(5, 5)\n',
};
