// What may happen in a game's `play`, for players who cannot play everything: as far as the rules and options alone say
// it.
#pragma once

#include "interpreter/program/program.hpp"

namespace glint {

struct PlayFacts {
  bool has_together = false;  // choices made in secret
  std::string draws_later;    // what chance may decide behind the first choice; empty: nothing
};

PlayFacts play_facts(const Program& program);

}  // namespace glint
