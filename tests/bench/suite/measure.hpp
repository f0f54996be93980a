// How the suite takes time, and what it makes of what it took.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace glint::bench {

/// Seconds that this thread has computed: what others do on the machine meanwhile counts little. Where the system does
/// not tell, it is the time of day.
double cpu_seconds();
/// Seconds of the time of day, for several threads at once.
double wall_seconds();

/// Does something again and again for about so long, and at least once; the clock is asked rarely. Answers seconds
/// each.
double seconds_each(double seconds, const std::function<void()>& once);

/// Plies and games a second, of play that answers how many plies its game has.
struct Pace {
  double plies = 0, games = 0;
};
Pace pace_of(double seconds, const std::function<int()>& play);

double median(std::vector<double> values);

/// Makes something when it is first asked for: what is not measured costs nothing.
template <class Make>
auto lazily(Make make) {
  using Thing = decltype(make());
  auto kept = std::make_shared<std::unique_ptr<Thing>>();
  return [kept, make = std::move(make)]() -> Thing& {
    if (!*kept) *kept = std::unique_ptr<Thing>(new Thing(make()));
    return **kept;
  };
}

/// Does not return while it might be that nobody needs this value.
void keep(std::uint64_t value);

}  // namespace glint::bench
