// Writes scripts: each choice comes from a tape, and what is written is well formed and checks whatever is chosen. First
// the world (board, kinds of pieces, variables, lets), then what may be said about it, then moves and play.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tests/smith/smith.hpp"
#include "tests/smith/tape.hpp"

namespace glint::smith {

using Names = std::vector<std::string>;

/// A type, as far as values of it are written here.
enum class Type { hue, way, slant, line, level, number, player, cell, cells, hues, edges };

struct Field {
  std::string name;
  Type type;
};

enum class Owned { no, yes, by_field };

struct Kind {
  std::string name;
  Owned owned = Owned::no;
  std::vector<Field> fields;
};

struct Variable {
  std::string name;
  Type type;
  Type index = Type::number;  // hue, player: a table; number: one value
  bool hidden = false;
};

struct World {
  Names labels, ways, lines, hues;
  bool stacks = false, beams = false, power = false, colour = false, soaks = false, secrets = false, alone = false;
  Names players;
  std::vector<Kind> kinds;
  Names mates;         // kinds without fields that are put alike, if there are several
  std::vector<Variable> variables;
  Names tables;        // from a cell to a set of hues
  Names neighbours;    // functions from a cell to a set of cells
  Names tests;         // functions from a cell to a flag
  Names effects;       // of one cell
};

/// What may be named here, by type. Names come last to first out of their blocks.
struct Scope {
  Names cells, ways, lines, hues, numbers, players, edges, sets, shades;
};

/// What may be read here.
struct May {
  bool light = false;   // what beams do
  bool me = false;
  bool hidden = false;  // variables that not every player sees
  bool can = false;
};

/// The parts one behind the other. As a list in braces its parts are made in this order, whatever the compiler.
inline std::string say(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

class Writer {
 public:
  Writer(Tape& tape, const Wishes& wishes) : tape_(tape), wishes_(wishes) {}

  Script script();

 private:
  // What the script declares.
  std::string board();
  std::string kinds();
  std::string kind(const std::string& name, bool emits);
  std::string groups();
  std::string terrain();
  std::string cases(const Kind* kind, const std::string& here);
  std::string outcome(const Kind* kind);
  std::string updates();
  std::string variables();
  std::string dealt();
  std::string lets();
  void named(int form, const std::string& name);
  std::string effects();
  std::string setup();

  // What can be said.
  std::string cell();
  std::string way();
  std::string line();
  std::string hue();
  std::string player();
  std::string number();
  std::string reading();
  std::string shades();
  std::string ways();
  std::string edges();
  std::string walls();
  std::string owned(const Kind& kind);
  std::string trace();
  std::string light_cells(int depth);
  std::string cells(int depth);
  std::string condition(int depth);
  std::string value(Type type, int depth);
  const Kind& any_kind() { return world_.kinds[static_cast<std::size_t>(below(static_cast<int>(world_.kinds.size())))]; }

  // What moves do.
  std::string pick(std::string& hole);
  std::string rounds(const std::string& cell_before, std::string& hole);
  std::string effect(int depth);
  std::string put(const std::string& owner);
  std::string assignment();
  std::string for_kind(int depth);
  std::string move(const std::string& name, const std::string& beside);
  std::string dealt_move(const std::string& name);
  std::string moves();
  std::string play();
  std::string turns(const std::string& choice);
  std::string ends();
  std::string invariants();
  std::string variant();

  int below(int n) { return tape_.below(n); }
  bool rarely(int n) { return tape_.rarely(n); }
  const std::string& one_of(const Names& words) { return tape_.one_of(words); }
  std::string fresh(const std::string& stem) { return stem + std::to_string(++names_); }
  /// A name of this pool mostly, else one of these.
  std::string from(const Names& pool, const Names& others) { return pool.empty() || below(4) == 3 ? one_of(others) : one_of(pool); }

  Tape& tape_;
  const Wishes& wishes_;
  World world_;
  Scope scope_;
  May may_;
  std::vector<std::pair<int, std::string>> light_lets_;  // lets that read beams, with their forms: not for optics
  Names choices_;           // moves that may be chosen
  bool requires_ = true;    // whether an effect may still be refused
  bool bag_ = false;
  int names_ = 0;
};

}  // namespace glint::smith
