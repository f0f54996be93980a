// A progress bar for long work, if stderr is a terminal: how much is done, and how long the rest will take.
#pragma once

#include <cstdint>
#include <string>

#include <glint/search_progress.hpp>
#include "interpreter/cli/console/console.hpp"
#include "interpreter/lab/study/measures.hpp"

namespace glint::cli {

class Progress {
 public:
  /// `unit`: the things that are counted, such as "games". `label` comes before the bar and may be empty.
  Progress(Console& console, std::string label, std::string unit, std::uint64_t total, std::uint64_t done_before = 0);
  ~Progress() { hide(); }
  /// Redraws the bar, at most a few times a second. Call it from one thread at a time.
  void show(std::uint64_t done);
  /// Removes the bar until it is shown again, so that lines can be printed between.
  void hide();

 private:
  Console& console_;
  const std::string label_, unit_;
  const std::uint64_t total_, before_;
  const double begin_ = console_.seconds();
  double shown_ = begin_;
  bool is_drawn_ = false;
};

/// Shows the progress of a search of unknown length, if stderr is a terminal, and removes it afterwards.
void show_search(Console& console, const SearchProgress& progress);
void hide_search(Console& console);

/// "4 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace glint::cli
