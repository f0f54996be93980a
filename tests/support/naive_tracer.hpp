// Beams followed the plain way: one cell at a time, every reaction worked out from the checked rules when it is met. No
// tables, no bitsets, no code. Written from the language reference; it serves to check the kernel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "glint/glint.hpp"
#include "lang/rules/rules.hpp"
#include "tests/support/naive_path.hpp"

namespace glint::naive {

/// The top piece of a cell. Fields are in the kind's order; a set's value has bit v for element v.
struct Piece {
  int kind = -1;  // -1: the cell is empty
  int owner = -1;
  std::vector<std::int64_t> fields;
};
using Board = std::vector<Piece>;  // by cell

/// Values of the variables that reactions read: [variable][index], numbers (sets of small types as bits) and sets of
/// cells or edges.
struct Variables {
  std::map<int, std::vector<std::int64_t>> numbers;
  std::map<int, std::vector<std::set<int>>> sets;
};

class Tracer {
 public:
  Tracer(const rules::Rules& rules, std::vector<std::int64_t> options, const std::vector<CellInfo>& cells);
  virtual ~Tracer() = default;

  Path from_emitter(const Board& board, int cell) const;
  /// One beam that starts in `cell`, from no emitter.
  Path from(const Board& board, int cell, int way, const Payload& payload) const;
  /// One beam that comes over the side of `cell` against which it travels in direction `way`, to `cell`.
  Path into(const Board& board, int cell, int way, const Payload& payload) const;
  /// What reactions read besides the board.
  Variables variables;
  /// A number for the side of a cell, the same from both of its sides.
  int edge(int cell, int way) const;
  bool emits(const Piece& piece) const;
  bool reacts(const Piece& piece) const;

  /// The tops of a position, read off its public face.
  Board board_of(const Position& position) const;
  /// As the API prints what a beam carries.
  std::vector<std::string> payload_text(const Payload& payload) const;

 protected:
  struct Beam {
    int way = 0;
    Payload payload;
    int before = -1;  // its last visit
  };
  struct Scope {
    const Piece* piece = nullptr;
    const Beam* beam = nullptr;
    std::vector<std::int64_t> locals;  // the first is `here`
    const Board* board = nullptr;
  };
  /// What an expression is: a number (of a set of a small type, bits), or a set of cells or edges.
  virtual std::int64_t value(const rules::Expr& expr, const Scope& scope) const;
  virtual std::set<int> members(const rules::Expr& expr, const Scope& scope) const;
  /// The cell one step on, over what the board wraps; -1: none.
  int neighbour(int cell, int way) const;
  int around(std::int64_t way) const;

  const rules::Rules& rules_;
  std::vector<std::int64_t> options_;
  const std::vector<CellInfo>& cells_;

 private:
  struct Onward {
    int cell = 0;
    Beam beam;
    bool stops = false;
    int end_name = -1;
    bool jumps = false;
  };
  struct Walk {
    Path path;
    std::set<std::tuple<int, int, Payload>> left;
    std::vector<std::set<int>> terrain;  // where it acts now, in the order of the rules
  };
  Walk begin(const Board& board) const;

  void follow(const Board& board, Walk& walk, int cell, const Beam& beam, int step) const;
  /// Over the edge from `cell` (-1: from outside) to `next` (-1: off the board), of whose three parts `part` comes
  /// next; `alone`: no other branch has come of this crossing.
  void cross(const Board& board, Walk& walk, int cell, int next, const Beam& beam, int step, int part,
             bool alone) const;
  void arrive(const Board& board, Walk& walk, int cell, const Beam& beam, int step, bool alone) const;
  std::optional<std::vector<Onward>> side(const Board& board, Walk& walk, int cell, int toward, const Beam& beam) const;
  std::optional<std::vector<Onward>> terrain(const Board& board, const Walk& walk, int here, int edge,
                                             const Beam& beam) const;
  std::vector<Onward> decide(const rules::Optic& optic, const Scope& scope) const;
  bool fits(const rules::Case& one, const Scope& scope) const;
  Payload updated(const std::vector<rules::PayloadUpdate>& updates, const Scope& scope) const;
  std::vector<std::int64_t> elements(const rules::Expr& set, const Scope& scope) const;
  std::vector<int> ways(const rules::Expr& expr, const Scope& scope) const;  // a direction, or several
  std::set<int> places(const rules::Expr& expr, const Scope& scope) const;   // a cell, or several
  std::int64_t fold(const rules::Expr& expr, const Scope& scope) const;
  std::size_t index(const rules::Expr& variable, const Scope& scope) const;
  std::int64_t first_value(int beam_field) const;
  std::int64_t element(const rules::Type& type, const std::string& text) const;

  std::shared_ptr<const std::map<std::pair<int, int>, int>> by_place_;
};

}  // namespace glint::naive
