// The options that say what the games of a study are; `study` and `compare` have them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/cli/options/game.hpp"
#include "interpreter/lab/study/plan.hpp"

namespace glint::cli {

/// A restriction of `--without`; anything else is wrong usage.
Restriction read_without(const std::string& text, const Game& game);

struct StudyOptions {
  void declare(Arguments& arguments);
  /// Seats that none of them names are `absent`. An error in them is wrong usage.
  StudyPlan plan(const Game& game, const CommonOptions& common, std::uint64_t games,
                 const std::string& absent = "random") const;
  int threads() const;
  /// The number N of `--evaluate playouts:N`; 0 without it.
  int playouts() const;

  std::vector<std::string> seats, draws;
  std::optional<std::string> evaluation;
  bool rotates = false;
  int max_plies = 2000, asked_threads = 0;
};

}  // namespace glint::cli
