// What the fuzzers try: functions of any bytes. Whatever these are, there is an answer, or errors that a person can
// read; and what is answered is true to itself. The tests try them, too, with the bytes in corpus/.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace glint::fuzz {

/// What must not be. A target throws it.
struct Find : std::logic_error {
  using std::logic_error::logic_error;
};

/// `seen`: the text that shows it. Put together only where it is wanted, as most tries are over in microseconds.
inline void must(bool holds, std::string_view otherwise, std::string_view seen = {}) {
  if (!holds) throw Find(std::string(otherwise) + "\n" + std::string(seen));
}

void check(std::string_view bytes);     // a script is read and checked
void play(std::string_view bytes);      // it is built and played, too
void smith(std::string_view bytes);     // choices for tests/smith, whose scripts always check: built and played
void position(std::string_view bytes);  // a position of a game with looks and variables of every sort
void notation(std::string_view bytes);  // a move of such a game, a draw, a cell
void asked(std::string_view bytes);     // an expression about its positions, as `glint eval` takes it
void record(std::string_view bytes);    // a record of play: read, written, replayed
void study(std::string_view bytes);     // the file of a study: read, written, added to itself, measured
void command(std::string_view bytes);   // a line for the command `glint`, in a folder made for it

/// TARGET(name, is_text): those whose bytes are words are changed word by word, too.
#define GLINT_FUZZ_TARGETS(TARGET) \
  TARGET(check, true)              \
  TARGET(play, true)               \
  TARGET(smith, false)             \
  TARGET(position, true)           \
  TARGET(notation, true)           \
  TARGET(asked, true)              \
  TARGET(record, true)             \
  TARGET(study, true)              \
  TARGET(command, true)

/// What is printed of a stranger's words: UTF-8, with nothing that a terminal would obey but line breaks.
void must_be_presentable(std::string_view printed);

}  // namespace glint::fuzz
