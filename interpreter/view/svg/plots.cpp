#include "interpreter/view/svg/plots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "interpreter/view/scene/geometry.hpp"
#include "interpreter/program/values.hpp"
#include "interpreter/view/svg/text.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/source/text.hpp"

namespace glint::view {
namespace {

constexpr Rgb kTone = {0.24, 0.42, 0.60}, kMarked = {0.78, 0.33, 0.20}, kGrid = {0.86, 0.84, 0.80};
constexpr double kWidth = 400;  // about that of a phone, so that letters stay readable there
const char* const kSmall = "font-size=\"11\" fill=\"#7a756b\"";
const char* const kWords = "font-size=\"13\" fill=\"#33302e\"";

class Plot {
 public:
  /// `name`: all that is shown, for people who do not see it.
  Plot(double width, double height, const std::string& name) {
    out_ << "<svg class=\"plot\" width=\"" << number(width) << "\" height=\"" << number(height) << "\" viewBox=\"0 0 "
         << number(width) << ' ' << number(height) << "\" role=\"img\" aria-label=\"" << escape(name) << "\">\n";
  }
  void line(Point from, Point to, Rgb colour, double width, double opacity = 1) {
    line_to(out_, from, to, "stroke=\"" + hex(colour) + "\" stroke-width=\"" + number(width) + '"' +
                                (opacity < 1 ? " stroke-opacity=\"" + number(opacity) + '"' : ""));
  }
  void text(Point at, const std::string& words, const std::string& attributes, const char* anchor = "start") {
    text_to(out_, at, words, attributes + " text-anchor=\"" + anchor + "\"");
  }
  Markup& out() { return out_; }
  std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  Markup out_;
};

/// About five round numbers from `low` to `high`.
std::vector<double> ticks(double low, double high) {
  const double span = std::max(high - low, 1e-9), raw = span / 5;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double step = power * (raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10);
  std::vector<double> found;
  for (double at = std::ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step)
    found.push_back(std::fabs(at) < step * 1e-6 ? 0 : at);
  return found;
}

std::string digits(double value, int precision) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", precision, value);
  return text;
}

/// " (12.5 %)"
std::string share_text(std::uint64_t part, std::uint64_t all) {
  return " (" + digits(all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all), 3) + " %)";
}

std::string cut_to(const std::string& text, std::size_t most) {
  return width_of(text) <= most ? text : cut(text, static_cast<int>(most) - 2) + "..";
}

}  // namespace

std::string estimates_svg(const std::vector<Estimate>& estimates, double low, double high, const std::string& unit) {
  if (estimates.empty()) return "";
  constexpr double kRow = 36, kSide = 22;
  const double bottom = kRow * static_cast<double>(estimates.size()) + 4;
  Plot plot(kWidth, bottom + 20, lang::joined(estimates, "; ", [](const Estimate& one) { return one.label + ": " + one.text; }));
  const auto across = [&](double value) {
    return kSide + (std::clamp(value, low, high) - low) / (high - low) * (kWidth - 2 * kSide);
  };
  for (const double tick : ticks(low, high))
    plot.text({across(tick), bottom + 15}, digits(tick, 6) + unit, kSmall, "middle");
  double y = 26;  // the name and the numbers stand above the bar
  for (const Estimate& one : estimates) {
    const Rgb colour = one.is_marked ? kMarked : kTone;
    plot.text({2, y - 10}, cut_to(one.label, 32), kWords);
    for (const double tick : ticks(low, high)) plot.line({across(tick), y - 6}, {across(tick), y + 7}, kGrid, 1);
    plot.line({across(one.low), y}, {across(one.high), y}, colour, 7, 0.5);
    circle_to(plot.out(), {across(one.value), y}, 4.5,
              "fill=\"" + hex(colour) + "\"><title>" + escape(one.label + ": " + one.text) + "</title></circle>\n");
    plot.text({kWidth - 2, y - 10}, one.text, kSmall, "end");
    y += kRow;
  }
  return plot.finish();
}

std::string estimates_svg(const std::vector<Estimate>& estimates, const std::string& unit) {
  double low = estimates[0].low, high = estimates[0].high;
  for (const Estimate& one : estimates) {
    low = std::min(low, one.low);
    high = std::max(high, one.high);
  }
  const double room = std::max((high - low) * 0.08, 1e-6);
  return estimates_svg(estimates, low - room, high + room, unit);
}

std::string histogram_svg(const std::map<std::int64_t, std::uint64_t>& counts, const std::string& axis) {
  if (counts.empty()) return "";
  constexpr double kHeight = 180, kLeft = 54, kRight = 14, kBottom = 40, kTop = 14;
  constexpr std::uint64_t kMostBars = 60;
  const std::int64_t low = counts.begin()->first, high = counts.rbegin()->first;
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const std::uint64_t wide = span == 0 ? UINT64_MAX / kMostBars : (span + kMostBars - 1) / kMostBars;
  // Values may be as far apart as numbers can be. The last bar may reach past the largest.
  const auto value_at = [&](std::uint64_t far) {
    const std::uint64_t most = INT64_MAX;
    const std::uint64_t room = most - static_cast<std::uint64_t>(low);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + std::min(far, room));
  };
  std::vector<std::uint64_t> bars(span == 0 ? kMostBars + 1 : static_cast<std::size_t>((span + wide - 1) / wide));
  std::uint64_t all = 0;
  for (const auto& [value, times] : counts) {
    bars[static_cast<std::size_t>((static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(low)) / wide)] +=
        times;
    all += times;
  }
  const auto most = static_cast<double>(*std::max_element(bars.begin(), bars.end()));
  const double step = std::min(40.0, (kWidth - kLeft - kRight) / static_cast<double>(bars.size()));
  Plot plot(std::max(300.0, kLeft + kRight + step * static_cast<double>(bars.size())), kHeight,
            axis + ": " + std::to_string(low) + " to " + std::to_string(high) + ", " + std::to_string(all) + " in all");
  const double ground = kHeight - kBottom, right = kLeft + step * static_cast<double>(bars.size());
  for (const double tick : ticks(0, most)) {
    if (tick != std::floor(tick)) continue;  // games are counted
    const double y = ground - tick / most * (ground - kTop);
    plot.line({kLeft, y}, {right, y}, kGrid, 1);
    plot.text({kLeft - 6, y + 4}, digits(tick, 6), kSmall, "end");
  }
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::string from = std::to_string(value_at(i * wide));
    const std::string label = wide == 1 ? from : from + " to " + std::to_string(value_at(std::min(i * wide, UINT64_MAX - wide) + wide - 1));
    const double height = static_cast<double>(bars[i]) / most * (ground - kTop);
    plot.out() << "<rect x=\"" << number(kLeft + step * static_cast<double>(i)) << "\" y=\"" << number(ground - height)
               << "\" width=\"" << number(std::max(1.0, step - 1.5)) << "\" height=\"" << number(height) << "\" fill=\""
               << hex(kTone) << "\"><title>" << escape(label + ": " + std::to_string(bars[i]) + share_text(bars[i], all))
               << "</title></rect>\n";
  }
  plot.line({kLeft, ground}, {right, ground}, kPlain, 1);
  const std::size_t every = std::max<std::size_t>(1, bars.size() / 8);
  for (std::size_t i = 0; i < bars.size(); i += every)
    plot.text({kLeft + step * (static_cast<double>(i) + 0.5), ground + 15},
              std::to_string(value_at(i * wide)), kSmall, "middle");
  plot.text({kLeft, kHeight - 6}, axis, kSmall);
  return plot.finish();
}

std::string heat_svg(const Game& game, const std::vector<std::uint64_t>& counts, std::uint64_t all, Rgb tone) {
  constexpr std::size_t kMostCells = 4000;
  const std::uint64_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  if (most == 0 || counts.size() > kMostCells) return "";
  const double pitch = counts.size() > 400 ? 14 : counts.size() > 120 ? 26 : 40;
  const Layout layout = lay_out(game.cells(), game.directions(), pitch);
  constexpr double kMargin = 6, kScale = 36;
  const double width = layout.high.x - layout.low.x + 2 * kMargin, bottom = layout.high.y - layout.low.y + 2 * kMargin;
  const auto darkest = static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  Plot plot(std::max(width, 220.0), bottom + kScale, "a board; most often " + game.cells()[darkest].label + share_text(most, all));
  const auto opacity = [](double share) { return "\" fill-opacity=\"" + digits(0.08 + 0.92 * share, 2); };
  const std::string points = pairs(layout.outline, 0.96);
  // Labels have the colour of the page's text until the cell hides the page.
  const bool is_bright = brightness(tone) > 0.5;
  const auto ink = [&](double share) { return share < 0.7 ? "#33302e" : is_bright ? "#1a1917" : "#ffffff"; };
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const Point at = layout.middles[cell] - layout.low + Point{kMargin, kMargin};
    const double share = static_cast<double>(counts[cell]) / static_cast<double>(most);
    plot.out() << "<polygon transform=\"translate(" << pair(at) << ")\" points=\"" << points << "\" fill=\""
               << hex(tone) << opacity(share) << "\"><title>" << escape(game.cells()[cell].label) << ": "
               << std::to_string(counts[cell]) << share_text(counts[cell], all) << "</title></polygon>\n";
    if (pitch >= 40)
      plot.text(at + Point{0, 3.5}, game.cells()[cell].label,
                std::string("font-size=\"10\" pointer-events=\"none\" fill=\"") +
                       ink(share) + "\"",
                "middle");
  }
  // The scale.
  for (int i = 0; i <= 4; ++i)
    plot.out() << "<rect x=\"" << number(kMargin + 18 * i) << "\" y=\"" << number(bottom + 10)
               << "\" width=\"18\" height=\"10\" fill=\"" << hex(tone) << opacity(i / 4.0) << "\"/>\n";
  plot.text({kMargin + 98, bottom + 19}, "never to " + digits(100 * static_cast<double>(most) / static_cast<double>(std::max<std::uint64_t>(all, 1)), 3) + " %", kSmall);
  return plot.finish();
}

}  // namespace glint::view
