// The author's desk: it takes unfinished scripts, and answers everything that an editor shows about them. One service
// for all hosts: `glint lsp`, and the studio in the browser. playing.hpp has the questions about a document's games. No
// files, threads, clocks or globals: the host brings the files of libraries and games by a Loader, and may stop long
// work by Limits::stop.
//
// Places are bytes in the text of a document. A document is named by its path, or by any name that the host gives it;
// its diagnostics use the same file name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glint/limits.hpp>
#include "lang/check/check.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/format/format.hpp"
#include "lang/index/index.hpp"
#include "lang/parse/parse.hpp"

namespace glint::desk {

/// Part of the text of a file, in bytes: of a document, or of a library.
struct Range {
  std::string file;
  std::uint32_t begin = 0, end = 0;
  bool operator==(const Range&) const = default;
};

struct Related {
  Range at;
  std::string text;
};

/// An error or warning, with all notes about it.
struct Finding {
  std::string code;
  bool is_warning = false;
  Range at;
  std::string message;
  std::string help;  // or empty
  std::vector<Related> related;
  std::string replacement;  // possible meanings of the marked words: "did you mean `x`?"; or empty
};

/// The meaning of a name.
struct Meaning {
  std::string declaration;  // as in the script; only the first few lines of a longer text
  std::string kind;         // "piece", "option"; "word of the language"
  std::string doc;
  std::string value;        // for an option, or a constant let: "= 4", "18 cells"; or empty
  std::string picture;      // lines with a piece's look, the board at the start, or a constant set of cells; or empty
};

/// The facts about the name at a place: each of its meanings, because `red` may be a player and a colour.
struct Hover {
  Range at;
  std::vector<Meaning> meanings;  // at least one
};

struct Completion {
  std::string name;
  std::string kind;
  std::string detail;    // one line: its declaration, or its form
  bool is_form = false;  // the detail shows how it is written, "piece NAME { ... }": words in capitals are to be filled in
  std::string doc;       // sentences about it; or empty
  std::vector<std::string> parameters;  // the function or move that is called here with arguments
  std::optional<Range> replaces = {};   // the text that it replaces; by default the word at the place
};

/// A declaration, with those in it.
struct Outline {
  std::string name, kind;
  Range at, whole;
  std::vector<Outline> inside;
};

/// A name in the text, for colours.
struct NamedPlace {
  Range at;
  lang::SymbolKind kind{};
};

struct Edit {
  Range at;
  std::string text;
};

/// An edit that fixes an error: after it the error is gone, and no new one has come.
struct Fix {
  std::string title;  // "write `lamp`"
  std::string code;   // of the error
  Range at;           // the error
  Edit edit;
  bool is_preferred = false;
};

/// A name at a place, with all places of the same name, or the reason why it cannot be renamed.
struct Renamable {
  Range at;  // the place of the name; without a file if there is no name
  std::vector<Range> places;
  std::string refusal;
};

/// The edits of a rename, or the reason against it.
struct Renamed {
  std::vector<Edit> edits;
  std::string refusal;
};

/// True if the file of this name comes with Glint, so that it cannot be changed.
bool is_bundled(const std::string& file);

class Desk {
 public:
  /// The host's way to find the libraries and games of a document. Open documents are found before these.
  using Files = std::function<std::unique_ptr<lang::Loader>(const std::string& document)>;

  explicit Desk(Files files, const Limits& limits = {});
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // ---- documents
  /// Opens a document, or gives it another text.
  void open(const std::string& document, std::string text);
  /// Replaces the bytes begin..end. False, and nothing changes, if there are no such bytes or no such document.
  bool change(const std::string& document, std::uint32_t begin, std::uint32_t end, std::string_view text);
  void close(const std::string& document);
  /// Null if it is not open.
  const std::string* text(const std::string& document) const;
  std::vector<std::string> documents() const;
  /// The text of a file in an answer about this document: of another document, or of a library. It is valid until a
  /// document changes. Null if there is no such file.
  const std::string* text_of(const std::string& document, const std::string& file);

  /// A file that is not open has changed, appeared, or disappeared.
  void forget(const std::string& file);
  /// The open documents whose answers may have changed since the last call: those changed, and those that use a changed
  /// file.
  std::vector<std::string> take_changed();
  /// Forgets results that `Limits::stop` has cut short; they are computed again on demand.
  void forget_stopped();

  // ---- what answers are made from
  /// The facts about a document (analysis.hpp); null if it is not open.
  struct Analysis;
  Analysis* analysis(const std::string& document);
  /// The analysis of its document after these edits.
  Analysis edited(const Analysis& before, const std::vector<Edit>& edits);
  /// The files that a document finds: open documents before those of the host.
  std::unique_ptr<lang::Loader> files_of(const std::string& document) const;
  const Limits& limits() const { return limits_; }

  // ---- answers; of a document that is not open they are empty
  /// The findings of `glint check` in this document: with the default options and before any move is played, and what
  /// slower checks have found so far.
  std::vector<Finding> findings(const std::string& document);
  /// Slower checks, which build the game with other values of its options, and then look at its play for rules that fail.
  /// `check_further` does a part, within some milliseconds for a script of the usual size, and says whether it has found
  /// anything.
  bool has_more_checks(const std::string& document);
  bool check_further(const std::string& document);
  /// Throws lang::Stopped.
  std::optional<Hover> hover(const std::string& document, std::uint32_t at);
  /// The declarations of the name here: several, if the name of a value has several meanings.
  std::vector<Range> definition(const std::string& document, std::uint32_t at);
  /// All places that name it, and its declaration: in the files of this document, and in other open documents that use
  /// the file with the declaration.
  std::vector<Range> references(const std::string& document, std::uint32_t at);
  /// Says if the thing named here can be renamed.
  Renamable renamable(const std::string& document, std::uint32_t at);
  /// Gives a new name to the thing named here, in all open documents and files of the script that can be changed.
  Renamed rename(const std::string& document, std::uint32_t at, const std::string& name);
  std::vector<Outline> outline(const std::string& document);
  /// The texts that may be written at this place, the most fitting first.
  std::vector<Completion> completion(const std::string& document, std::uint32_t at);
  /// Every name in its text that a script declares, with the kind of thing that it names, in order.
  std::vector<NamedPlace> names(const std::string& document);
  /// The fixes for the errors in this part of the text.
  std::vector<Fix> fixes(const std::string& document, std::uint32_t begin, std::uint32_t end);
  /// One edit of the whole, or of the lines in the range; none if the layout is right already, or if there are errors.
  std::vector<Edit> format(const std::string& document, lang::LineRange range = {});

 private:
  /// Keeps the labels of its cells for completion, if it has a board now.
  void keep_labels(const std::string& document);
  /// The checker's knowledge of the name at a place. Texts of more than some thousand lines are not searched for it.
  std::optional<lang::Wanted> wanted_at(const std::string& document, std::uint32_t begin, std::uint32_t end);
  /// Forgets what is known of all documents that use this file.
  void changed(const std::string& file);

  Files files_;
  Limits limits_;
  lang::Trees trees_;
  std::set<std::string> changed_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::unique_ptr<Analysis>> analyses_;  // analyses of documents as they are now
  std::map<std::string, std::vector<std::string>> labels_;     // labels of cells, while a document last had a board
};

}  // namespace glint::desk
