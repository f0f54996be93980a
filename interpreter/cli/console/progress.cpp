#include "interpreter/cli/console/progress.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "interpreter/cli/console/safe_output.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

Progress::Progress(Console& console, std::string label, std::string unit, std::uint64_t total,
                   std::uint64_t done_before)
    : console_(console), label_(std::move(label)), unit_(std::move(unit)), total_(total), before_(done_before) {}

namespace {

void clear_line(Console& console) { SafeOutput::behind(console.err) << "\r\x1b[K" << std::flush; }

}  // namespace

void Progress::hide() {
  if (is_drawn_) clear_line(console_);
  is_drawn_ = false;
}

void Progress::show(std::uint64_t done) {
  if (!console_.err_is_terminal) return;
  const double time = console_.seconds();
  constexpr double kBetween = 0.2;
  if (time - shown_ < kBetween) return;
  shown_ = time;
  constexpr std::uint64_t kWidth = 24;
  const std::uint64_t full = total_ == 0 ? kWidth : std::min(kWidth, done * kWidth / total_);
  std::string line = label_ + (label_.empty() ? "" : "  ") + "[" + std::string(full, '#') +
                     std::string(kWidth - full, '.') + "] " + grouped(done) + " of " + grouped(total_) + " " + unit_;
  const double seconds = time - begin_;
  if (done > before_ && done < total_)
    line += ", " + duration_text(seconds * static_cast<double>(total_ - done) / static_cast<double>(done - before_)) +
            " left";
  clear_line(console_);
  console_.err << line << std::flush;
  is_drawn_ = true;
}

void show_search(Console& console, const SearchProgress& progress) {
  if (!console.err_is_terminal) return;
  clear_line(console);
  console.err << grouped(progress.positions) << " positions, " << lang::counted(progress.depth, "move") << " deep";
  if (progress.games > 0) console.err << "; " << progress.games << " random games";
  console.err << std::flush;
}

void hide_search(Console& console) {
  if (console.err_is_terminal) clear_line(console);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

}  // namespace glint::cli
