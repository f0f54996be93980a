// A person at the terminal: the prompt, typed moves, and typed commands.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/support/console.hpp"
#include "interpreter/cli/table/session.hpp"

namespace glint::cli {

class Human {
 public:
  enum class Answer { moved, undo, quit, end_of_input };

  /// Prints on `talk`.
  Human(Console& console, std::ostream& talk) : console_(console), talk_(talk) {}

  /// Asks until a move has been played, or the person gives a command that the caller must carry out. `viewer`: see
  /// view::scene_of.
  Answer decide(Session& session, int viewer);

 private:
  void help(const Position& position);
  void list_moves(const Position& position, const std::string& beginning);
  void why(const Position& position, const std::string& cell, int viewer);
  void save(const Session& session, const std::string& file);

  Console& console_;
  std::ostream& talk_;
  bool greeted_ = false;
  std::optional<Error> refusal_;
};

}  // namespace glint::cli
