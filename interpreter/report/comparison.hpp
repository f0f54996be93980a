// The report of several studies side by side.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "interpreter/lab/study/comparison.hpp"
#include "interpreter/report/study.hpp"

namespace glint::report {

/// One of several studies that are reported together.
struct Variation {
  std::string label;  // "columns=5", "without move:place@north"
  Game game;
  StudyPart part;
  GameLog log = {};  // of its games, for comparisons
};

/// The comparison for programs: a list with an object for each measure. `base`: the one with which the others are compared.
Json comparison_json(const std::vector<Variation>& variations, std::size_t base);

/// The whole report; it refers to the variations. `play_again`: the games of a variation, for a page.
Document comparison_document(const std::vector<Variation>& variations, std::size_t base, std::function<ShownGames(std::size_t)> play_again);

}  // namespace glint::report
