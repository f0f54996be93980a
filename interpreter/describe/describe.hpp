// The rule sheet of a game: what a player must know who has never seen it, made from the script's doc comments and from
// its checked rules. No files, threads or clocks, so a page in a browser can show it as well as a command.
//
//     const describe::Sheet sheet = describe::describe(game, base ? &*base : nullptr);
//     out << describe::markdown(sheet);
//
// Sentences are made from the rules as they are with the game's options: what another value would change stands with
// the option. What is too intricate for a sentence is told in the script's own words, marked as code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>

namespace glint::describe {

/// A sentence, with marks (see phrase.hpp). Lines of a greater depth belong to the last one of a smaller depth.
struct Line {
  int depth = 0;
  std::string text;
  std::string message = {};  // for an illegal move, if the text quotes one: it is no rule
  bool operator==(const Line&) const = default;
};

/// A picture, and the same in words.
struct Figure {
  std::string svg;      // a whole <svg> element
  std::string caption;  // with marks
};

/// A move, a piece, a word of the rules ... or, without a name, a paragraph of its own.
struct Entry {
  std::string id;                   // "move place"; the same in the sheet of a variant
  std::string name;                 // as the script has it, with blanks; may be empty
  std::string of = {};              // what a definition is about, with marks: "of *p*"
  std::string note;                 // beside the name, with marks: how a move is written, the values of an option
  std::vector<std::string> doc;     // paragraphs of the doc comment, with marks
  std::vector<Line> lines;          // one below the other
  bool in_order = false;            // they are steps, one after the other
  std::string aside = {};           // said after the lines, with marks: what bots and lists of moves make of a move
  std::string drawing = {};         // a board in characters
  std::string board = {};           // the same as a picture: a whole <svg> element
  std::vector<Figure> looks = {};   // what a piece looks like
  std::string optics_head = {};     // what is shown of a piece's optics, with marks
  std::vector<Figure> optics = {};  // what it does to a beam that comes in each direction
};

struct Section {
  std::string id, heading;
  std::vector<Entry> entries;
};

struct Sheet {
  std::string title;
  std::vector<std::string> doc;  // paragraphs, with marks
  std::vector<Section> sections;
  std::vector<std::string> terms;  // names that entries define
};

/// How much is drawn.
struct Pictures {
  bool characters = true;  // boards as text
  bool svg = true;
};

/// The sheet of a game with its options. `base`: of a variant, the game that it varies; then the sheet says first what
/// is different.
Sheet describe(const Game& game, const Game* base = nullptr, const Pictures& pictures = {});
/// The game that a variant varies, from the scripts that it was made of; nothing if it is none, or its base needs
/// libraries that `loader` does not find.
std::optional<Game> base_of(const Game& game, lang::Loader* loader = nullptr);

/// As Markdown, in lines of any length.
std::string markdown(const Sheet& sheet);
/// As HTML, to stand between <body> and </body>; its classes are those of `kSheetStyle`.
std::string html(const Sheet& sheet);
extern const char* const kSheetStyle;

}  // namespace glint::describe
