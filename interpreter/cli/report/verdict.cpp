#include "interpreter/cli/report/verdict.hpp"

#include <algorithm>

#include "interpreter/cli/report/page.hpp"
#include "interpreter/lab/study/verdict.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// A sentence names this many measures that differ, and counts the others.
constexpr std::size_t kMostNamed = 3;

/// "length is +2.0 (95 % confidence interval 0.2 to 3.5)"; the interval is named in the first of several.
std::string change_text(const ComparedMeasure& measure, std::size_t study, bool is_first, const char* verb = " ") {
  const Measure& value = *measure.values[study];
  const Comparison& one = *measure.against[study];
  const std::string what = measure.id + verb + (one.value > 0 ? "+" : "") + plain_text(value, one.value) +
                           (value.is_percent ? " points" : "");
  const std::string range = plain_text(value, one.difference.low) + " to " + plain_text(value, one.difference.high);
  return is_first ? with_interval(what, range) : what + " (" + range + ")";
}

}  // namespace

std::vector<std::string> comparison_verdicts(const std::vector<Variation>& variations,
                                             const std::vector<ComparedMeasure>& measures, std::size_t base) {
  std::vector<std::string> sentences;
  const std::uint64_t base_games = variations[base].part.tally.games;
  for (std::size_t i = 0; i < variations.size(); ++i) {
    if (i == base) continue;
    std::vector<const ComparedMeasure*> differing;
    const ComparedMeasure* headline = nullptr;
    for (const ComparedMeasure& one : measures) {
      if (!one.against[i] || one.against[i]->is_empty) continue;
      if (one.against[i]->differs() && !one.against[i]->repeats) differing.push_back(&one);
      if (headline == nullptr &&
          (one.id == "first_player_advantage" || one.id == "length" || one.id.rfind("score", 0) == 0))
        headline = &one;
    }
    const std::uint64_t games = variations[i].part.tally.games;
    const std::string played = "in " + (games == base_games ? games_text(games) + " each"
                                                             : grouped(games) + " and " + games_text(base_games));
    std::string text = "`" + variations[i].label + "` ";
    const std::string from = " from `" + variations[base].label + "` ";
    if (differing.empty()) {
      text += "shows no clear difference" + from + played;
      if (headline != nullptr) text += "; the difference in " + change_text(*headline, i, true, " is ");
    } else {
      text += "differs" + from + played + ": ";
      const std::size_t named = std::min(kMostNamed, differing.size());
      for (std::size_t m = 0; m < named; ++m)
        text += (m == 0 ? "" : ", ") + change_text(*differing[m], i, m == 0);
      if (const std::size_t others = differing.size() - named; others > 0)
        text += ", and " + lang::counted(others, "other measure");
    }
    sentences.push_back(text + ".");
  }
  return sentences;
}

std::string ladder_verdict(const Depth& depth, const std::string& bot, std::uint64_t games) {
  const int n = depth.doublings;
  std::string text = "From " + bot + ", ";
  if (n == 0)
    text += "no doubling of effort wins three games in four";
  else
    text += std::string(depth.is_open ? "at least " : "") + std::to_string(n) +
            (n == 1 ? " doubling of effort wins" : " doublings of effort in a row each win") + " three games in four";
  const std::string low = std::to_string(depth.low);
  if (depth.high == depth.low)
    text += " (with 95 % confidence)";
  else
    text = with_interval(text, (depth.high ? low + " to " + std::to_string(*depth.high) : low + " or more") + " doublings");
  return text + ", in " + games_text(games) + " for each doubling.";
}

std::string verdict_html(const std::vector<std::string>& sentences) {
  std::string html;
  for (const std::string& sentence : sentences) html += "<p class=\"verdict\">" + with_code(sentence) + "</p>\n";
  return html;
}

}  // namespace glint::cli
