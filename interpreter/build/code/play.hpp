// The play block, with its waits.
//
// Play waits inside of its blocks and loops, so its names and iterators are in the State, from Layout::play on. A value
// that no later line reads must not stay there: positions from which the game goes on alike must be equal, for `seen`
// and all that compares positions. So a name is cleared at the end of its block, and before a wait if nothing reads it
// after that.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "interpreter/build/code/compiler.hpp"

namespace glint::compiling {

class PlayCompiler {
 public:
  PlayCompiler(Program& program, CodeWriter& code) : program_(program), code_(code) {}

  /// Gives play's names and iterators their slots, from Layout::play on; answers the end of these.
  Slot reserve();
  void compile_setup();
  /// Compiles the play block. The compiler calls `block` and `statement` for blocks and statements in it.
  void compile();

  /// Compiles the statements of a block in `play`, and clears their names at its end.
  void block(const Block& statements);
  /// Compiles a statement that waits, or a loop around one; false for other statements.
  bool statement(const Stmt& stmt);

 private:
  using At = Assembler::At;

  void add_slots(Slot slot, const Type& type);
  void reserve_iterators(const Stmt& stmt, Slot& next);
  void first_values(const rules::Variable& variable, Slot base);
  void draw(const Stmt& stmt);
  void turn(const Stmt& stmt);
  void choose(const Stmt& stmt);
  void together(const Stmt& stmt);
  void repeat(const Stmt& stmt);
  void loop(const Stmt& stmt);
  void forget(Slot first, int count);
  void forget_local(int ref);
  void forget_dead_at(const Stmt& wait);
  void number_statements(const Block& statements);
  bool is_read_in(int ref, const Stmt& first, const Stmt& last) const;
  bool is_read_after(std::size_t binding, int ref, const Stmt& wait) const;

  Program& program_;
  CodeWriter& code_;
  LocalSlots names_;                       // of the play block
  std::map<const Stmt*, Slot> iterators_;  // of loops, and of turns of each player
  struct Place {  // in a block that is being compiled
    const Block* statements;
    std::size_t at;
    std::vector<int> names;  // that the statements before `at` bind
  };
  std::vector<Place> blocks_;  // the outermost first
  struct Numbers {  // of a statement, and of the last one in it
    int first, last;
  };
  std::unordered_map<const Stmt*, Numbers> numbers_;  // in the order of the text
  std::vector<std::vector<int>> readers_;             // by local: the numbers of the statements that read it
};

}  // namespace glint::compiling
