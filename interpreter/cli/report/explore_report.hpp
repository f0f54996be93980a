// The report of `glint explore`: for the terminal, as JSON, and as one HTML page with a gallery.
#pragma once

#include <string>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/lab/explore/explore.hpp"

namespace glint::cli {

/// What was explored, and where its results are.
struct ExploreReport {
  const VariedParent& parent;
  const ExplorePlan& plan;
  const Exploration& found;
  std::string folder;  // of --out; empty without it
  std::string studio;  // where the studio is; empty if it is not said
};

inline constexpr const char* kLossMeaning =
    "The loss says how far a game is from what is wanted: 0 means that all wants are met, and 1 is the worst.";

/// The finding in sentences, the best first: what comes closest, and whether it led the race, too.
std::vector<std::string> explore_verdict(const ExploreReport& report);
/// A warning that the game itself would be thrown out, were it a variant; empty if all is well.
std::string explore_warning(const ExploreReport& report);
/// The measures that are wanted, of the fresh games of a finalist, with intervals that hold together with all others.
std::vector<Measure> wanted_measures(const ExploreReport& report, const StudyTally& tally);
/// "3 same script, 1 breaks": why candidates were left out at a stage; empty for none.
std::string reasons_text(const ExploreReport& report, std::size_t stage);
/// All games that were played.
std::uint64_t games_played(const Exploration& found);

void print_exploration(const ExploreReport& report, Console& console);
/// `host` builds the finalists again, for their representative games.
Json exploration_json(const ExploreReport& report, ExploreHost& host);

}  // namespace glint::cli
