// A person at the terminal: the prompt, typed moves, and typed commands.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/table/session.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/view/scene/scene.hpp"

namespace glint::cli {

// The lines that a person types: read plainly from any stream, or at the process's terminal with editing, history and
// completion, if Glint was built with libedit.
class Lines {
 public:
  /// The texts that can replace a line that has been begun.
  using Complete = std::function<std::vector<std::string>(const std::string& begun)>;

  /// A prompt that tells how much time is left. When no time is left, it no longer waits for the line.
  struct Asking {
    std::function<std::string()> prompt;
    std::function<bool()> is_late = nullptr;  // null: there is no clock
  };

  virtual ~Lines() = default;
  /// The next line after a prompt; nothing at the end of the input, or when it is late. Plain reading waits.
  virtual std::optional<std::string> read(const Asking& asking) = 0;
  std::optional<std::string> read(const std::string& prompt) { return read(Asking{[&] { return prompt; }}); }
  /// Keeps a line for the history.
  virtual void remember(const std::string& line) = 0;
};

/// Prints prompts on `talk`. Lines are edited if `console.edits_lines` and `talk` is its output.
std::unique_ptr<Lines> make_lines(Console& console, std::ostream& talk, Lines::Complete complete);

/// True if this Glint was built with libedit.
bool can_edit_lines();

/// The common beginning of all these texts.
std::string common_beginning(const std::vector<std::string>& texts);

class Human {
 public:
  /// moved: a move was played. changed: the session is at another position. annotated: only the record has changed.
  /// late: the time was up before a line was typed.
  enum class Answer { moved, changed, annotated, undo, quit, end_of_input, late };

  /// The things that typed commands need besides the game.
  struct Aids {
    const SavedGame* saved = nullptr;
    std::uint64_t seed = 1;  // of programs that people may ask for a hint
    Workers workers = {};
    /// One person must not see another person's lines in the history.
    bool keeps_secrets = false;
    view::Asked asked = {};
  };

  /// Prints on `talk`.
  Human(Console& console, std::ostream& talk, Aids aids);

  /// Asks until a move has been played, or the person gives a command that the caller must carry out. When the game is
  /// over there are only commands. `viewer`: see view::scene_of. `taken`: the seconds that this decision has taken so far.
  Answer decide(Session& session, int viewer, const std::function<double()>& taken);
  /// Waits until the player who may see the secrets sits at the terminal. False: somebody leaves instead.
  bool take_seat(const std::string& player);
  /// The parts that people see although the script hides them; the command `light` changes it.
  view::Asked asked() const { return aids_.asked; }
  /// True if people have something to find here, and have not asked to see it. Then no list, hint or estimate shows it.
  bool must_find(const Position& position) const;
  /// True, with a message, if a return to this ply would take back a move that cannot be taken back. A player who has
  /// asked for the light may go back.
  bool stands(const Session& session, int left) const;

 private:
  /// Carries out a command that changes nothing; false if it is not one.
  bool answer(const Session& session, const std::string& word, const std::string& rest, int viewer);
  std::string prompt(const Session& session, double taken) const;
  std::optional<std::string> next_line(const Session& session, const std::function<double()>& taken);
  /// Prints the answer to a typed line, indented, and at a terminal broken between its words.
  void say(const std::string& text);
  void help(const Position& position);
  void show_light(const Position& position, int viewer);
  void tell_of_light();
  void list_moves(const Position& position, const std::string& beginning);
  /// After a line that is not a move: the moves that begin with it, if there are any.
  void tell_how_to_go_on(const Position& position, const std::string& begun);
  void print_pages(const std::vector<std::string>& lines);
  void why(const Position& position, const std::string& cell, int viewer);
  void save(const Session& session, const std::string& file);
  void tell_errors(const std::vector<Error>& errors);
  void list_branches(const Session& session);
  bool go(Session& session, const std::string& number);
  void advise(const Position& position, const std::string& program, bool evaluates);

  Console& console_;
  std::ostream& talk_;
  Aids aids_;
  const Session* session_ = nullptr;  // while a line is read, for its completion
  std::unique_ptr<Lines> lines_;
  std::optional<std::string> typed_ahead_;  // the place where a list continues on the next line
  bool greeted_ = false;
  std::optional<Error> refusal_;
};

/// The texts that can replace a line that has been begun: commands, and listed moves up to the end of the line's last
/// word. `all`: includes moves of `offer unseen`.
std::vector<std::string> completions(const Position& position, const std::string& begun, bool all = true);

}  // namespace glint::cli
