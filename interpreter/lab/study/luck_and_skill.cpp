// Luck and skill on the card: what thinking is worth, how good the bots are, and how much of who wins chance decides.
#include <algorithm>
#include <cmath>
#include <map>

#include "interpreter/lab/study/card.hpp"

namespace glint {
namespace {

using Level = CardLine::Level;

// Bounds: of games won against a weaker bot; of the variance that is luck; of the width of its interval.
constexpr double kPays = 0.7, kLuck = 0.5, kVague = 0.5;

}  // namespace

void add_skill(std::vector<CardLine>& lines, const Game& game, const Asked& asked, bool is_random, bool is_gross,
               const StudyCommand& study) {
  if (!asked.stronger)
    return lines.push_back(
        {"bots", is_random ? Level::open : Level::note,
         is_random ? "all bots play at random, which is the weakest play: better bots may change these answers"
                   : "how good these bots are is not measured, nor how much skill and luck the game has",
         study("--strong")});
  if (const std::string reason = no_ladder(game); !reason.empty())
    lines.push_back({"bots", Level::note, "what thinking is worth is not measured: " + reason, ""});
  const std::string& bot = asked.stronger->bot;
  const auto of_games = [](const Rung& one) {
    return " wins " + stated(one.share, one.interval) + " of " + grouped(one.games) + " games against ";
  };
  if (const auto& match = asked.stronger->match) {
    const bool helps = match->interval.low > 0.5, is_useless = match->interval.high < kPays && !helps;
    lines.push_back({"skill",
                     is_useless ? Level::problem
                     : helps    ? Level::fine
                                : Level::open,
                     (is_useless ? "thinking does not help: "
                      : helps    ? "thinking helps: "
                                 : "whether thinking helps is not decided: ") +
                         bot + of_games(*match) + (is_random ? "random bots (any move)" : "the bots of this study") +
                         (!is_useless ? ""
                          : is_gross  ? ". The seat decides"
                                      : ". Luck decides, or there is nothing to decide"),
                     study("--ladder")});
  }
  if (const auto& doubling = asked.stronger->doubling) {  // says nothing where one seat wins always, or nobody does
    const bool changes = doubling->interval.high >= kPays;
    const bool is_settled =
        std::any_of(asked.stronger->measures.begin(), asked.stronger->measures.end(), [](const Measure& one) {
          return one.hits == one.count && one.form == Measure::Form::share && (one.seat >= 0 || one.id == "ties");
        });
    if (is_settled && !changes) return;
    lines.push_back({"bots", changes ? Level::open : Level::note,
                     asked.stronger->doubled + of_games(*doubling) + bot +
                         (changes ? ": so still better bots may change these answers"
                                  : ": so twice the effort would change little"),
                     study("--ladder")});
  }
}

void add_luck(std::vector<CardLine>& lines, const Game& game, const Asked& asked, bool is_random,
              const StudyCommand& study) {
  if (!asked.luck) return;
  const auto& [low, high] = asked.luck->interval;
  const bool is_much = low > kLuck, is_vague = high - low > kVague;
  const std::string what =
      is_vague   ? "how much is luck is not decided: chance alone decides " + range_text(*asked.luck) + " %"
      : low <= 0 ? "luck decides at most " + percent_text(high)
      : asked.luck->value == 1 ? "chance decides all (at least " + percent_text(low) + ")"
                               : "chance alone decides at least " + stated(*asked.luck);
  lines.push_back({"luck",
                   is_much        ? Level::problem
                   : is_vague     ? Level::open
                   : high < kLuck ? Level::fine
                                  : Level::note,
                   (is_much ? "much is luck: " : "") + what + " of who wins, in " +
                       grouped_count(asked.luck->count, "pair") +
                       " of games of these bots with the same chance and other choices" +
                       (is_much ? ". Try to let chance come before the choice, or to have less of it" : ""),
                   // What bots choose at random is chance, too.
                   !asked.stronger              ? study("--strong")
                   : is_random                  ? study("--seat '*=greedy' --strong")
                   : game.players().size() == 2 ? study("--ladder")
                                                : ""});
}

std::optional<Measure> luck_of(const std::vector<double>& results) {
  Counted same{0, results.size() / 2};  // pairs
  std::map<double, double> counts;
  for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
    same.hits += results[i] == results[i + 1];
    counts[results[i]] += 1;
    counts[results[i + 1]] += 1;
  }
  double by_chance = 0;
  for (const auto& [result, count] : counts) by_chance += std::pow(count / static_cast<double>(2 * same.count), 2);
  std::optional<Measure> luck = share_of(same, 1);
  if (!luck || by_chance == 1) return std::nullopt;
  for (double* const each : {&luck->value, &luck->interval.low, &luck->interval.high})
    *each = std::max(0.0, (*each - by_chance) / (1 - by_chance));
  return luck;
}

}  // namespace glint
