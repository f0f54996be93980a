#include "tests/bench/suite/measure.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

namespace glint::bench {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
#endif
  return wall_seconds();
}

double seconds_each(double seconds, const std::function<void()>& once) {
  const double start = cpu_seconds();
  double elapsed = 0;
  std::uint64_t done = 0;
  for (std::uint64_t batch = 1; done == 0 || elapsed < seconds;) {
    for (std::uint64_t i = 0; i < batch; ++i) once();
    done += batch;
    elapsed = cpu_seconds() - start;
    if (elapsed < seconds / 16) batch *= 2;
  }
  return elapsed / static_cast<double>(done);
}

Pace pace_of(double seconds, const std::function<int()>& play) {
  std::int64_t plies = 0, games = 0;
  const double each = seconds_each(seconds, [&] {
    plies += play();
    ++games;
  });
  const double all = each * static_cast<double>(games);
  return {static_cast<double>(plies) / all, static_cast<double>(games) / all};
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void keep(std::uint64_t value) {
  [[maybe_unused]] static volatile std::uint64_t kept;
  kept = value;
}

}  // namespace glint::bench
