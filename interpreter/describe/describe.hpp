// The rule sheet of a game: what a player must know who has never seen it. No files, threads or clocks, so a page in a
// browser can show it as well as a command.
//
//     const describe::Sheet sheet = describe::describe(game, base ? &*base : nullptr);
//     out << describe::markdown(sheet);
//
// The author's doc comments lead, each in its place. Beside them stands what is certainly right and short: pictures,
// beams as the engine has measured them, notation with examples, options. Rules without a comment, and what defines
// them, are quoted in the script's own lines. No rule is put into other words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/glint.hpp>

namespace glint::describe {

/// A paragraph, or with a sign ("-", "1.") an item of a list; with marks (see phrase.hpp).
struct Line {
  std::string text;
  std::string sign = {};
};

/// A picture, and its caption, with marks.
struct Figure {
  std::string svg;  // a whole <svg> element; may be empty
  std::string caption;
};

/// A move, a piece, an option ... or, without a name, a part of a section.
struct Entry {
  std::string id;                   // "move place"; the same in the sheet of a variant
  std::string name = {};            // as the script has it, with blanks; may be empty
  std::string note = {};            // beside the name, with marks: how a move is written, the values of an option
  std::vector<Line> doc = {};       // the author's words
  std::vector<std::string> lines = {};  // what is made from the rules, with marks
  std::string script = {};          // the script's own lines
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
  std::vector<Line> doc;
  std::vector<Section> sections;
};

/// How much is drawn.
struct Pictures {
  bool characters = true;  // boards as text
  bool svg = true;
  /// For people at a table: all forms of a piece, beams as they come to it, and nothing about the picture in text.
  bool on_paper = false;
};

/// The sheet of a game with its options. `base`: of a variant, the game that it varies; then the sheet says first what
/// is different.
Sheet describe(const Game& game, const Game* base = nullptr, const Pictures& pictures = {});
/// The game that a variant varies, from the scripts that it was made of; nothing if it is none, or its base needs
/// libraries that `loader` does not find.
std::optional<Game> base_of(const Game& game, lang::Loader* loader = nullptr);

/// As Markdown, in lines of any length.
std::string markdown(const Sheet& sheet);
/// As HTML, to stand between <body> and </body>; its classes are those of `sheet_style` (sheet.css). On paper the
/// script's lines are left out unless they are unfolded.
std::string html(const Sheet& sheet);
std::string sheet_style();

}  // namespace glint::describe
