// The facts about one document as it is now: its files, its errors, and its names and their uses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/loader.hpp>
#include "interpreter/desk/desk.hpp"
#include "interpreter/desk/playing.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/lab/search/play_checking.hpp"
#include "lang/index/words.hpp"
#include "lang/rules/rules.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::desk {

// Files as an editor sees them: open documents replace their files; then come the host's files, then open documents
// that are no files yet, in the folder of their user.

/// `texts` are the open documents, by name, and must outlive this.
class OpenFirst : public lang::Loader {
 public:
  OpenFirst(const std::map<std::string, std::string>& texts, std::unique_ptr<lang::Loader> files)
      : texts_(texts), files_(std::move(files)) {}

  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    const auto found = as_open(files_->find(name, user));
    return found ? found : beside(name, user);
  }
  std::vector<std::string> names() const override { return files_->names(); }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    const auto found = as_open(files_->find_game(name, user));
    return found ? found : beside(name, user);
  }
  std::vector<std::string> game_names() const override { return files_->game_names(); }

 private:
  std::optional<lang::SourceFile> as_open(std::optional<lang::SourceFile> found) const {
    if (!found) return found;
    const auto open = texts_.find(found->name);
    if (open != texts_.end()) found->text = open->second;
    return found;
  }

  /// The open document `NAME.glint` in the folder of `user`.
  std::optional<lang::SourceFile> beside(std::string_view name, const lang::SourceFile& user) const {
    const std::size_t folder = user.name.rfind('/');
    std::string wanted = folder == std::string::npos ? "" : user.name.substr(0, folder + 1);
    wanted.append(name).append(".glint");
    const auto open = texts_.find(wanted);
    if (open == texts_.end() || wanted == user.name) return std::nullopt;
    return lang::SourceFile{open->first, open->second};
  }

  const std::map<std::string, std::string>& texts_;
  const std::unique_ptr<lang::Loader> files_;
};

struct Desk::Analysis {
  /// `texts` are the open documents; other files come from `files`.
  Analysis(const std::string& document, std::string text, const std::map<std::string, std::string>& texts,
           std::unique_ptr<lang::Loader> files, const Limits& limits, lang::Trees& trees);

  std::shared_ptr<lang::Sources> sources;  // file 0 is the document
  std::vector<lang::Diagnostic> diagnostics;
  /// The trees of the files, as far as the files could be read.
  const tree::File& file(std::size_t number) const { return parsed_[number]->file; }
  std::size_t file_count() const { return parsed_.size(); }
  /// The names and their uses, indexed on demand, because errors, which come first after every key, need no index.
  const lang::Index& index() const;

  /// The value of a symbol, and a picture of it; empty if it has none. See Hover.
  std::pair<std::string, std::string> shown(const lang::Symbol& symbol) const;
  /// True if this file is one of its parts; and if it names files that were not found.
  bool uses(const std::string& file) const;
  bool misses_files() const;
  /// Its game with these options. It keeps the game with the defaults, and the last game with other options.
  Result<Game> game(const Settings& options);
  /// The position reached last, because the next one is often only one move further.
  std::optional<std::pair<Where, Reached>> reached;

  /// The errors of its game before the first move.
  const std::vector<Error>& wrong_at_start();

  /// Slower checks, one at a time: whether there are more, the next one, and the results so far. They first try other
  /// values of options, then take a short look at play.
  bool has_more_checks();
  bool check_further();
  const std::vector<Error>& found_further() const { return found_further_; }

  Range range(const lang::Span& span) const;
  /// The words of these lines and columns; a file that is not among the sources: none.
  lang::Span span_of(const Error& error) const;
  /// The place where the document shows an error at `at` with labels at `others`. For an error in a library or base
  /// game, this is its cause in the document: a change of something that the error names, else the name of that file.
  Range shown_at(const lang::Span& at, const std::vector<lang::Label>& others) const;
  /// The end of the document's first line.
  std::uint32_t first_line_end() const;
  /// "move", "piece"; for a header "game", "variant" or "library".
  std::string kind_of(const lang::Symbol& symbol) const;
  /// The declaration of a symbol, on one line or a few; only the first line of a longer text.
  static constexpr std::size_t kFewLines = 6, kOneLine = 1, kManyLines = 40;
  std::string declaration(const lang::Symbol& symbol, std::size_t most_lines = kFewLines) const;

  std::size_t error_count() const {
    return static_cast<std::size_t>(std::count_if(diagnostics.begin(), diagnostics.end(), [](const lang::Diagnostic& each) {
      return each.severity == lang::Severity::error;
    }));
  }
  /// Its errors. A library has one, too, although it is no game.
  std::vector<Error> errors() const;

 private:
  bool try_option();
  bool look_at_play();
  void add_further(Error error);
  std::optional<Game> build(const std::vector<std::int64_t>& options, std::vector<lang::Diagnostic>& wrong) const;

  mutable std::optional<lang::Index> index_;
  std::vector<std::shared_ptr<const lang::Parsed>> parsed_;
  std::optional<rules::Rules> rules_;  // of a script without errors
  std::shared_ptr<const tree::File> script_;
  Limits limits_;
  std::optional<Game> game_;  // with the defaults
  std::optional<std::vector<Error>> wrong_at_start_;
  std::optional<std::vector<OptionTrial>> trials_;  // checks still to be done, the next one last
  std::unique_ptr<PlayChecking> play_;  // the look at play, while it continues
  bool is_play_checked_ = false;
  std::vector<Error> found_further_;
  std::optional<std::pair<Settings, Result<Game>>> other_;
};

/// The word around or before a place of a text; empty: none.
std::string_view word_at(std::string_view text, std::uint32_t at);

// The kind of a place in a script, found from the text before it, also in a script with syntax errors.

/// The surroundings of a place: the blocks around it, and the text before it on its line.
struct TextPlace {
  std::vector<std::string> blocks;  // by the first words of the lines that open them, the outermost block first
  std::string outermost;            // all words of the line that opens the outermost block
  std::string line;                 // the part of the line before the word
  bool in_text = false, in_comment = false;
  std::size_t text_begin = 0;  // after the opening quotes of a text that is not closed yet
};

TextPlace text_place(std::string_view text, std::size_t at);

/// The words of a line, without signs between them.
std::vector<std::string> words_of(const std::string& line);

/// The first word of the header, if the header is before this place; else empty.
std::string header_before(std::string_view text, std::size_t at);

}  // namespace glint::desk
