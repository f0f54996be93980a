// A report as a document: sentences, tables and figures under headings. It is made once, by the file for its subject
// (study.hpp), and then written in three forms: for a terminal (`print`), as a page, and as JSON (`json_of`).
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "interpreter/view/json/json.hpp"
#include "interpreter/view/terminal/terminal.hpp"

namespace glint::report {

using view::Json;

/// The places where a part of a document, or a column of a table, is shown, as a sum of these.
enum Forms : unsigned { kTerminal = 1, kPage = 2, kPeople = 3, kJson = 4, kEverywhere = 7 };

/// A value in a table: a text for people, and data for programs.
struct Value {
  std::string text;
  Json data = {};
  double bar = 0;          // the filled part of a bar, from 0 to 1
  bool is_marked = false;  // stands out: in a terminal by a star
};

struct Column {
  enum class Look { number, word, note, bar };  // numbers are aligned to the right, notes are faint on pages

  std::string id;  // the key of its data in the object of each row; empty: left out of JSON
  std::string title;
  Look look = Look::number;
  unsigned forms = kEverywhere;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;

  void row() { rows.emplace_back(); }
  /// The next value of the row begun last. The columns are those of the first row.
  Table& add(Column column, Value value) {
    if (rows.size() == 1) columns.push_back(std::move(column));
    rows.back().push_back(std::move(value));
    return *this;
  }
  /// A value that only programs see.
  Table& data(std::string id, Json data) { return add({std::move(id), {}, {}, kJson}, {{}, std::move(data)}); }
};

struct Sentences {
  enum class Look { plain, verdict, list };  // a verdict comes first on a page; a list is indented

  std::vector<std::string> lines;  // text in backticks is code
  Look look = Look::plain;
};

/// A picture: a board with numbers, a plot. It is drawn when the document is written, with everything that it refers
/// to.
struct Figure {
  std::string title;                                                     // on a page
  std::function<std::string()> page;                                     // SVG or HTML; empty: left out
  std::function<std::string(const view::TerminalStyle&)> terminal = {};  // lines of text; empty: left out
};
using Figures = std::vector<Figure>;

struct Part {
  std::string id;     // its key in JSON; empty: left out
  std::string title;  // a heading; empty: it belongs to the part before
  std::variant<Sentences, Table, Figures, Json> what;
  unsigned forms = kEverywhere;
  std::string about = {};  // follows the heading
};

/// It may refer to the games and counts from which it was made; they must outlive it.
struct Document {
  std::string title, subtitle;  // of the page; the subtitle is only in the title of its window
  std::vector<Part> parts;

  /// Data that people see in another form, or not at all.
  void data(std::string id, Json data) { parts.push_back({std::move(id), {}, std::move(data), kJson}); }
};

/// The document as lines of text. A table that is too wide is split into several, each with the first column.
void print(std::ostream& out, const Document& document, const view::TerminalStyle& style);

/// The text filled up to this width with blanks after it; with `right`, before it.
std::string padded(std::string text, std::size_t width, bool right = false);
/// An object with a member for each part that has an id: a list of texts, a list with an object for each row, or data.
Json json_of(const Document& document);

// Documents as HTML pages, and common parts of all pages. Pages have no scripts, and open without a network.

/// The whole page.
std::string page_of(const Document& document);

// -- for pages that are not documents, and for figures
/// Figures in a row, with their titles.
std::string html_of(const Figures& figures);
/// `style`: rules of this page alone.
std::string page_head(const std::string& title, const std::string& style = "");
inline constexpr const char* kPageTail = "</body>\n</html>\n";

/// Panels, of which the reader sees one at a time, chosen by its button: without scripts, by mouse or arrow keys. The
/// name distinguishes the groups of a page.
struct Panel {
  std::string button, body;  // the body as HTML
};
std::string tabs(const std::string& name, const std::vector<Panel>& panels, std::size_t chosen, const std::string& kind = "");

/// A sentence as HTML; text in backticks becomes code.
std::string with_code(const std::string& sentence);

}  // namespace glint::report
