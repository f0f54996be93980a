// The state of the grammar pass: the nodes found, where it failed, and the errors in the words of a designer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostics/diagnostic.hpp"
#include "lang/parse/expected.hpp"
#include "lang/parse/guesses.hpp"
#include "lang/parse/nodes.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang::parsing {

/// The message for a rule that fails in a `must`. In `text`, {after} becomes " after `the token before`", and
/// {declaration} becomes "move `place`" or "`setup`". The token that was found is added.
struct Message {
  Code code = Code::G0101;
  Place place = Place::any;  // the guesses that concern it
  char opener = 0;           // the bracket or quote that is not closed
  bool starts_line =
      false;               // the expected text may begin a line; otherwise a line that is too short is wrong at its end
  const char* words = "";  // the words allowed here, separated by blanks: for "did you mean"
  const char* unknown = "";         // "declaration": an unknown word is "unknown declaration `pice`"
  const char* misplaced = "";       // words that belong elsewhere
  const char* misplaced_help = "";  // where they belong
  const char* text = nullptr;
  const char* help = "";
};

class Listener;

class Reading {
 public:
  Reading(std::string_view text, std::uint32_t file, StopCheck& the_stop) : stop(the_stop), text_(text), file_(file) {}

  StopCheck& stop;
  Listener* listener = nullptr;  // notes the rules that are tried; null: nobody asks
  bool is_trial = false;         // from a text with a word that may have been meant: its errors are not shown

  Nodes nodes;
  std::uint32_t failed_at = 0;  // the place where the last rule with a message did not match
  std::uint32_t item_at = 0;    // the start of the innermost declaration, statement or part being read
  int nesting = 0;

  /// Drops the nodes of a rule that did not match: all but the first `mark`. Usually there are none.
  void forget_from(std::size_t mark) {
    if (nodes.size() > mark) nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(mark), nodes.end());
  }
  /// A declaration, or an attempt at one, begins here.
  void begin_declaration(std::uint32_t at);
  /// Notes that the text between these bytes was skipped, as part of a broken item.
  void skip(std::uint32_t begin, std::uint32_t end) { lost_.push_back({file_, begin, end}); }
  /// Notes that the rest of the file was not read.
  void give_up() { skip(declared_at_, static_cast<std::uint32_t>(text_.size())); }

  /// The place of the last error: the text after it may be correct.
  std::uint32_t refused_at() const { return refused_at_; }
  /// Reports that a `must` failed at `failed_at`. False if too many errors were found to continue.
  bool refuse(const Message& message);
  void report_too_deep(std::uint32_t at);

  std::vector<Diagnostic> take_diagnostics() { return std::move(diagnostics_); }
  std::vector<Span> take_lost() { return std::move(lost_); }

 private:
  Diagnostic expected(const Message& message) const;
  Message of_open_text(const Message& message) const;
  std::uint32_t blamed(const Message& message) const;
  std::string fill_in(std::string_view text) const;
  std::optional<std::uint32_t> opener(char bracket) const;
  bool follows(const Message& message) const;
  bool reads_with(std::string_view word, std::uint32_t at, std::uint32_t length) const;

  std::string_view text_;
  std::uint32_t file_;
  std::uint32_t refused_at_ = 0;
  std::uint32_t last_failure_ = 0;
  std::uint32_t declared_at_ = 0;  // the beginning of the present declaration, and of the one before it
  std::uint32_t declared_before_ = 0;
  std::optional<std::uint32_t> broken_declaration_;  // the beginning of the declaration with the last error
  std::vector<Span> lost_;
  std::vector<Diagnostic> diagnostics_;
};

/// Reads a file (parse.cpp).
void read(std::string_view text, Reading& reading);

// Notes what the grammar tries at one place of a text. Private to this folder.
class Listener {
 public:
  Listener(std::uint32_t at, Expected& expected) : at_(at), expected_(expected) {}

  /// The note of a rule about everything that is tried inside it.
  struct Sense {
    NameUse use = NameUse::none;
    WordGroup group = WordGroup::none;
    bool is_aside = false;  // the text is not what may stand there
    constexpr bool says_something() const { return is_aside || use != NameUse::none || group != WordGroup::none; }
  };
  void open(Sense sense, std::uint32_t begin);
  void close(Sense sense);

  /// True if attempts from here are to be noted.
  bool hears(std::uint32_t begin) const { return begin == at_ && aside_ == 0; }
  // `nodes`: those that were found before this place, and those that are open here.
  void word(std::string_view text, const Nodes& nodes);
  void name(const Nodes& nodes);
  void text_close(const Nodes& nodes);

 private:
  struct OpenGroup {
    WordGroup group{};
    std::uint32_t begin = 0;
  };

  const std::uint32_t at_;
  Expected& expected_;
  int aside_ = 0;
  std::vector<NameUse> uses_;
  std::vector<OpenGroup> groups_;
};

}  // namespace glint::lang::parsing
