// The rule sheet of a game: everything that a new player must know. No files, threads or clocks, so a page in a browser
// can show it as well as a command.
//
//     const describe::Sheet sheet = describe::describe(game, base ? &*base : nullptr);
//     out << describe::markdown(sheet);
//
// The author's doc comments lead, each in its place. Beside them stand short facts that are certainly right: pictures,
// beams as the engine has measured them, notation with examples, options. Rules without a comment, and the declarations
// that they use, are quoted in the script's own lines. No rule is put into other words.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::describe {

/// A paragraph, or with a sign ("-", "1.") an item of a list; with marks (see below).
struct Line {
  std::string text;
  std::string sign = {};
};

/// A picture, and its caption, with marks.
struct Figure {
  std::string svg;  // a whole <svg> element, or empty
  std::string caption;
};

/// A move, a piece, an option ... or, without a name, a part of a section.
struct Entry {
  std::string id;                   // "move place"; the same in the sheet of a variant
  std::string name = {};            // the script's lines, with blanks; may be empty
  std::string note = {};            // beside the name, with marks: how a move is written, the values of an option
  std::vector<Line> doc = {};       // the author's words
  std::vector<std::string> lines = {};  // the text made from the rules, with marks
  std::string script = {};          // the script's own lines
  std::string drawing = {};         // a board in characters
  std::string board = {};           // the same as a picture: a whole <svg> element
  std::vector<Figure> looks = {};   // what a piece looks like
  std::string optics_head = {};     // the text about a piece's optics, with marks
  std::vector<Figure> optics = {};  // its effect on a beam that comes in each direction
};

struct Section {
  std::string id, heading;
  std::vector<Entry> entries;
};

struct Sheet {
  std::string title;
  std::vector<Line> doc;
  std::vector<Section> sections;
};

/// The number of pictures drawn.
struct Pictures {
  bool characters = true;  // boards as text
  bool svg = true;
  /// For people at a table: all forms of a piece, beams from each side, and no text about the picture.
  bool on_paper = false;
};

/// The sheet of a game with its options. `base`: for a variant, the game that it varies; then the sheet first says what
/// is different.
Sheet describe(const Game& game, const Game* base = nullptr, const Pictures& pictures = {});
/// The game that a variant varies, found in the scripts of the variant; nothing if it is no variant, or if its base
/// needs libraries that `loader` does not find.
std::optional<Game> base_of(const Game& game, lang::Loader* loader = nullptr);

/// As Markdown, in lines of any length.
std::string markdown(const Sheet& sheet);
/// As HTML, to stand between <body> and </body>; its classes are those of `sheet_style` (sheet.css). On paper the
/// script's lines are left out, unless the reader unfolds them first.
std::string html(const Sheet& sheet);
std::string sheet_style();

// Pictures for a sheet: the board at the start, the looks of pieces, and a piece's effect on beams. The engine finds
// the effect: a piece is put on a board alone, and a beam is sent to it from each direction.

/// Examples from play: the same few random games are always played, for an example of each move and of each kind of
/// piece as it really stands on the board.
struct Samples {
  std::map<std::string, MoveParts> moves;  // by the script's name
  std::vector<std::set<int>> keys;  // by kind: keys of pieces that stood on the board
  std::vector<bool> ways;              // by direction: a piece sends a beam this way, or rules follow one
};

/// `start`: where the games begin. For boards that are too large to play quickly, the examples come from the start.
Samples samples_of(const Position& start);

/// A piece alone, as an SVG, with what a viewer sees of its light (-1: all). `start`: any position of its game.
std::string picture_of_piece(const Position& start, int key, int viewer);

class Drawings {
 public:
  /// `start`: a position of the game; its pieces do not matter. Without SVG figures have captions only.
  Drawings(const Position& start, const Samples& samples, const Pictures& pictures)
      : start_(start), program_(start.game().program()), samples_(samples), pictures_(pictures) {}

  /// The pieces of a kind that lie beside the board at the start (`show "3" as lamp(...)`), with their numbers: those of
  /// one player, if all have as many. If the script shows none, a few pieces, which show as many owners and values of
  /// fields as they can; directions do not count.
  std::vector<Figure> looks(std::size_t kind) const;
  /// The effect of a piece of this kind on beams: a figure for each direction in which one comes. Empty if it has no
  /// effect; else `head` introduces the figures. On paper: a figure for each outcome, and for each form of the piece.
  std::vector<Figure> optics(std::size_t kind, std::string& head) const;

 private:
  /// The fate of beams that come to a piece in these directions.
  struct Fate {
    std::vector<std::string> ways;
    std::string outcome, svg, light;  // the beam that is drawn, in words
  };
  /// A cell, and its neighbours after it.
  std::vector<int> star() const;
  std::vector<Figure> stock(std::size_t kind) const;
  /// The first cell of a scene alone, and the piece there in words.
  Figure look_of(view::Scene scene) const;
  std::vector<Fate> fates_of(const std::vector<int>& star, int key, std::vector<std::int64_t> carried) const;
  std::vector<Reactions::Way> emitted(int key, int cell) const;
  std::vector<std::int64_t> payloads() const;
  std::vector<int> examples_of(std::size_t kind) const;
  PieceInfo piece_of(int key) const { return PositionView(start_).with_only({0}, key).pieces(0).front(); }

  const Position& start_;
  const Program& program_;
  const Samples& samples_;
  const Pictures pictures_;
};

// Phrases: pieces of English with marks. A mark says what a word is, so that Markdown, HTML and JSON can each show it
// in their own way: a value that a player picks, script text, or a word to find.

/// The kind of a marked part of a phrase. `plain`: it is not marked.
enum class Mark : char { plain = 'p', pick = 'k', code = 'c', strong = 's' };

/// A part of a phrase, taken apart.
struct Run {
  Mark mark = Mark::plain;
  std::string text;
};

/// Marked text.
std::string pick(std::string_view name);
std::string code(std::string_view text);
std::string strong(std::string_view text);
/// The parts of a phrase, in order.
std::vector<Run> runs(std::string_view phrase);
/// The phrase without marks: for lengths and JSON.
std::string unmarked(std::string_view phrase);
/// A text of a doc comment as a phrase: text in backquotes is script text.
std::string from_comment(std::string_view text);
/// With a capital at its start, if it starts with a plain letter.
std::string capital(std::string phrase);
/// The text with a full stop, unless it ends a sentence already.
std::string sentence(std::string phrase);

// Doc comments as parts of a sheet: paragraphs, lists and drawings.

/// A doc comment. A blank line ends a paragraph. Lines that begin with `- `, or with `1. ` and then the numbers that
/// follow, are items of a list. Lines indented by four blanks are a drawing; in sheets with pictures, a drawing that
/// can be read as a board of the game becomes a picture.
struct Comment {
  std::vector<Line> lines;
  std::string drawing;
};
Comment read_comment(const std::string& comment);

}  // namespace glint::describe
