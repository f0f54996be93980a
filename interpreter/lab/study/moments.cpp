#include "interpreter/lab/study/moments.hpp"

#include <cmath>

namespace glint {

std::string to_text(Int128 number) {
  if (number == 0) return "0";
  // Built up as a negative number, as the lowest one has no positive counterpart.
  const bool negative = number < 0;
  if (!negative) number = -number;
  std::string digits;
  for (; number != 0; number /= 10) digits += static_cast<char>('0' - static_cast<int>(number % 10));
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Int128> int128_of(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  constexpr Int128 kLowest = static_cast<Int128>(1) << 126;  // below the limit of the type; sums stay far smaller
  Int128 number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || number < -kLowest / 10) return std::nullopt;
    number = number * 10 - (digit - '0');
  }
  return negative ? number : -number;
}

double Moments::mean() const { return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count); }

double Moments::variance() const {
  if (count < 2) return 0;
  // n * squares - sum * sum is exact as long as it fits; beyond that, floating-point numbers must do.
  const auto n = static_cast<double>(count);
  const double squared = std::fabs(static_cast<double>(sum)) * std::fabs(static_cast<double>(sum));
  constexpr double kFits = 1e37;
  double spread = 0;
  if (squared < kFits && n * static_cast<double>(squares) < kFits)
    spread = static_cast<double>(static_cast<Int128>(count) * squares - sum * sum);
  else
    spread = n * static_cast<double>(squares) - squared;
  return std::max(0.0, spread / (n * (n - 1)));
}

std::int64_t quantile(const Histogram& histogram, double share) {
  std::uint64_t all = 0;
  for (const auto& [value, times] : histogram) all += times;
  const double wanted = share * static_cast<double>(all);
  std::uint64_t so_far = 0;
  for (const auto& [value, times] : histogram) {
    so_far += times;
    if (static_cast<double>(so_far) >= wanted) return value;
  }
  return histogram.empty() ? 0 : histogram.rbegin()->first;
}

}  // namespace glint
