// Positions of a document that is being written: the place that a request means, its position, and the document's tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/desk/desk.hpp"

namespace glint::desk {

// A script to begin with: a variant of a game, with samples of everything that it may change. It is the template
// examples/templates/variant.glint, filled in.
struct NewVariant {
  std::string path;          // its file name; the loader finds the base game from there
  std::string title;         // "My Lawn"
  std::string of;            // the base game: the name of a script that comes with Glint or is beside it,
  bool is_path = false;      // or the path of a script, from the new script's folder
  Settings options = {};     // values that it gives to options; none: one option, if there is one, gets another default
  bool has_command = true;   // whether it says how the command plays it
};

/// The text of a variant of `game`, or the reason why there is none. Every sample in it was checked, alone and together
/// with those before it, and its tests pass.
Result<std::string> new_variant(const NewVariant& wanted, const Game& game, lang::Loader& loader,
                                const Limits& limits = {});

/// The template of a new script, "game" or "variant"; empty: there is none, as in an engine that only plays.
std::string_view script_template(std::string_view name);

/// A position of the document's game.
struct Where {
  Settings options;                // other options have their defaults
  Settings draws;                  // fixed, as StartOptions::draws
  std::uint64_t seed = 1;          // of all other draws
  bool waits = false;              // or play waits at each draw, as with StartOptions::wait_at_draws
  std::string at;                  // the text of the first position; empty: the start
  std::string test;                // or the title of a test: the position at its end
  std::vector<std::string> moves;  // played from there
  bool operator==(const Where&) const = default;
};

/// The position reached there. After a change, a game may refuse a move that it accepted before; the position before it
/// is then the result.
struct Reached {
  std::optional<Game> game;          // nothing: the document has errors, or is no game
  std::optional<Position> position;  // nothing: it cannot begin
  std::optional<Position> before;    // the position before the last of the moves, if it was played
  std::size_t played = 0;            // moves
  std::vector<std::pair<int, std::string>> plies;  // for each move: the mover (-1: nobody), and its name in the script
  std::optional<Error> refused;      // why the next move was not played
  std::vector<Error> errors;         // why there is no position
};

/// The options among these that a game has.
Settings options_of(const Game& game, Settings options);

/// A test that the document declares.
struct TestPlace {
  std::string title;
  Range at, whole;  // the test's first word; the declaration
};

/// A test that was run. The position where it failed or ended.
struct Tested {
  TestPlace test;
  bool passed = false;
  std::string failure;        // as `glint test` prints it
  std::vector<Error> errors;  // the same as data, the failure first
  std::optional<Position> position;
};

/// The game of a document with these options; or the errors of the document, or of the options.
Result<Game> game_of(Desk& desk, const std::string& document, const Settings& options = {});
Reached reach(Desk& desk, const std::string& document, const Where& where);
/// The game, or variant, of which a document is a variant, with those of the options that it has.
Result<Game> base_of(Desk& desk, const std::string& document, const Settings& options = {});
/// The game of a text in this file (such as a document before the last changes) with its files; options as above.
Result<Game> game_of_text(const Desk& desk, const std::string& document, const std::string& text,
                          const Settings& options, const std::string& file);
/// A variant of the game of a document, to be placed beside it. `wanted.path`: only the file's name.
Result<std::string> new_variant(Desk& desk, const std::string& document, NewVariant wanted);
/// The tests that the document itself declares, even if it has errors.
std::vector<TestPlace> tests_of(Desk& desk, const std::string& document);
/// The errors of the document. A document whose only errors are in tests has a game, and its other tests run.
std::vector<Error> errors_of(Desk& desk, const std::string& document);
/// Runs the tests with these titles, or all. Runs none if the document has no game.
std::vector<Tested> run_tests(Desk& desk, const std::string& document, const std::vector<std::string>& titles = {});

}  // namespace glint::desk
