#include "interpreter/cli/console/interrupt.hpp"

#include <signal.h>

#include <atomic>
#include <iterator>
#include <utility>

namespace glint::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
constexpr std::size_t kCount = std::size(kSignals);

std::atomic<int> stopped_by = 0;  // the signal; 0: none
static_assert(std::atomic<int>::is_always_lock_free);
struct sigaction before[kCount];

/// The next of these signals ends the process.
extern "C" void stop_by_signal(int number) {
  stopped_by = number;
  for (const int each : kSignals) signal(each, SIG_DFL);
}

}  // namespace

StopsWork::StopsWork(Limits& limits) {
  stopped_by = 0;
  limits.stop = [deadline = std::move(limits.stop)] { return is_stopped() || (deadline && deadline()); };
  struct sigaction action {};  // reading from a terminal or pipe ends, too
  action.sa_handler = stop_by_signal;
  for (std::size_t i = 0; i < kCount; ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

StopsWork::~StopsWork() {
  for (std::size_t i = 0; i < kCount; ++i) sigaction(kSignals[i], &before[i], nullptr);
}

bool is_stopped() { return stopped_by.load(std::memory_order_relaxed) != 0; }

void end_as_stopped() {
  const int number = stopped_by;
  if (number == 0) return;
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace glint::cli
