// The running script, as beams need it: its code for what they meet, and a place for its errors.
//
// This is all that the tracing kernel knows of the machine. Each call runs code or reports an error, so the cost of a
// virtual call does not matter. The kernel has direct access to the data that it reads at each step (the frame, the
// fuel).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/beam/trace.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

/// A reaction with more ways on is an error of the script (G0605).
inline constexpr std::size_t kMostWays = 4096;

/// A beam comes to something that acts on it.
struct Meeting {
  int cell = 0;  // the place; at an edge, the cell that the beam comes from
  int way = 0;
  std::int64_t payload = 0;
  int edge = -1;  // the edge that acts; -1: none does
};

class Cases {
 public:
  /// Runs the table of cases that begins at `code`: the ways on, into `ways`. False: the script is in error.
  virtual bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) = 0;
  /// The beams that a piece of this key sends out from `cell`, into `ways`. False: the script is in error.
  virtual bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) = 0;
  /// The sides of its cell at which the piece there acts on beams that cross them, as a set of directions. False: the
  /// script is in error.
  virtual bool sides_of(int cell, Word& sides) = 0;
  /// Computes the cells or edges that act by themselves now, into the slots of `acting`. False: the script is in error.
  virtual bool find_acting(const Reactions::Acting& acting) = 0;

  /// A part has used up a portion of fuel, and goes on with the next.
  virtual void portion_taken() {}
  /// The script is in error.
  virtual void fail(lang::Code code, lang::Span span, std::string message) = 0;
  /// The script is in error, as one decision has taken too much work (G0605).
  virtual void run_out_of_fuel() = 0;

 protected:
  ~Cases() = default;
};

}  // namespace glint
