// A budget of time, as a number of games.
#pragma once

#include <optional>

#include "interpreter/lab/explore/explore.hpp"

namespace glint::cli {

/// Shares out a time: sets the numbers of games, of all stages and of stronger bots. They follow from the work in a few
/// games, counted and not timed, for a machine of two ordinary cores. So a time means the same games everywhere. They
/// should take four fifths of the time, since this is only an estimate, and the time must hold.
/// Answers the time that the smallest exploration would take, if it is more than this one.
std::optional<double> share_time(const Game& game, ExplorePlan& plan, double seconds);

}  // namespace glint::cli
