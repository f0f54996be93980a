// A bar on stderr for what takes long, where that is a terminal: how much is done, and how long the rest will take.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "interpreter/cli/support/console.hpp"

namespace glint::cli {

class Progress {
 public:
  /// `unit` is what is counted: "games". `label` stands before the bar, and may be empty.
  Progress(Console& console, std::string label, std::string unit, std::uint64_t total, std::uint64_t done_before = 0);
  /// Takes the bar away.
  ~Progress();
  /// By one thread at a time. It is redrawn a few times a second.
  void show(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  Console& console_;
  const std::string label_, unit_;
  const std::uint64_t total_, before_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  bool is_drawn_ = false;
};

/// How far a search has come that nobody knows the length of, on stderr where that is a terminal; and away with it.
void show_search(Console& console, std::uint64_t positions, std::uint64_t depth, std::uint64_t games);
void hide_search(Console& console);

/// "4 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);
/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace glint::cli
