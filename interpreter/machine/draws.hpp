// The draw that running code waits for: what can be drawn, and putting what was drawn in its place.
#pragma once

#include <vector>

#include "interpreter/beam/fuel.hpp"
#include "interpreter/machine/chance.hpp"
#include "interpreter/program/program.hpp"

namespace glint {

class Draws {
 public:
  /// A draw, as the code asks for it: slots of the frame.
  struct Request {
    int node = -1;  // in Program::draws
    Slot set = 0;
    int words = 0;
    Slot number = 0;
  };
  /// All outlive it.
  Draws(const Program& program, Word* frame, Fuel& fuel) : program_(program), frame_(frame), fuel_(fuel) {}

  void ask(const Request& request) { request_ = request; }
  /// The one that the code waits for, when a run ends with RunStatus::drawing.
  const Request& request() const { return request_; }
  /// Fills in what can be drawn; false if that is too little, or too few.
  bool find(Drawing& drawing) const;
  /// Where what is drawn can be written; counts the work of the draw.
  Word* room_for(const Drawing& drawing);
  /// Puts what was drawn there in its place, and out of its bag.
  void take(const Drawing& drawing);
  /// Makes the draw that the code waits for. False: there is not enough to draw from.
  bool make(Random& random);

 private:
  const Program& program_;
  Word* const frame_;
  Fuel& fuel_;
  Request request_;
  std::vector<Word> drawn_;
};

}  // namespace glint
