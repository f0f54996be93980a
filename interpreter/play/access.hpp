// What the engine's own rooms may do with a Position and a Game behind their public faces.
#pragma once

#include "glint/glint.hpp"
#include "interpreter/build/program.hpp"
#include "interpreter/play/machine.hpp"

namespace glint {

struct PositionAccess {
  /// The position's machine with its State loaded.
  static Machine& machine(const Position& position);
  static std::vector<Word>& state(Position& position) { return position.state_; }
  static std::vector<std::uint64_t>& history(Position& position) { return position.history_; }
  /// Takes the machine's State back into the position.
  static void keep(Position& position);
  static Position make(std::shared_ptr<const Program> program, const StartOptions& options);
  /// Applies the choices set in the machine as `move` and goes on to the next wait; the position has not changed when that
  /// fails.
  static std::optional<Error> apply(Position& position, int move, bool want_reason);
  static std::optional<Error> begin(Position& position);
  static void share(Position& position, std::shared_ptr<Machine> machine) { position.machine_ = std::move(machine); }
};

/// A failure as the user sees it, with its place in the script.
Error to_error(const Program& program, const Failure& failure);
Error to_error(const lang::Sources& sources, const lang::Diagnostic& diagnostic);
Error plain_error(lang::Code code, std::string message, std::string help = {});

}  // namespace glint
