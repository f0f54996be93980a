#include "interpreter/report/study.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/report/document.hpp"
#include "interpreter/view/svg/plots.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/source/text.hpp"

namespace glint::report {
namespace {

using Look = Column::Look;

/// True if games of the same number follow from the same seed and have the same seats.
bool have_the_same_games(const StudyPlan& one, const StudyPlan& other) {
  return !one.records && !other.records && one.seed == other.seed && one.rotates == other.rotates &&
         one.players.size() == other.players.size();
}

std::vector<ComparedMeasure> compared(const std::vector<Variation>& variations, std::size_t base) {
  const StudyPlan& plan = variations[base].part.header.plan;
  std::vector<ComparedStudy> studies;
  for (const Variation& one : variations)
    studies.push_back({measures_of(one.game, one.part.header.plan, one.part.tally),
                       have_the_same_games(one.part.header.plan, plan) ? &one.log : nullptr,
                       looks_apart(one.part.header.plan.looks)});
  return compare(studies, base);
}

/// "51.2 (48.1 .. 54.3)".
Value cell(const ComparedMeasure& measure, std::size_t i) {
  if (!measure.values[i]) return {"-"};
  const Measure& value = *measure.values[i];
  return {plain_text(value, value.value) + " (" + interval_text(value) + ")", {}, 0, measure.against[i] && measure.against[i]->differs()};
}

/// "+3.1 (-0.8 .. 7.0) min 5.6": the difference, and the smallest one that would have been marked.
Value difference_cell(const ComparedMeasure& measure, std::size_t i) {
  if (!measure.against[i]) return {"-"};
  const Comparison& one = *measure.against[i];
  if (one.is_empty) return {"the same"};
  const auto text = [&](double value) { return plain_text(*measure.values[i], value); };
  return {(one.value > 0 ? "+" : "") + text(one.value) + " (" + text(one.difference.low) + " .. " +
              text(one.difference.high) + ") " + (one.smallest ? "min " + text(*one.smallest) : "never"),
          {}, 0, one.differs()};
}

/// The tests of the differences, in sentences.
std::vector<std::string> tested_lines(const std::vector<ComparedMeasure>& measures) {
  std::size_t paired = 0, all = 0, few = 0, constant = 0;
  for (const ComparedMeasure& measure : measures)
    for (const auto& one : measure.against) {
      if (!one) continue;
      ++all;
      paired += one->is_paired;
      few += one->count < Comparison::kFewest;
      constant += one->is_constant;
    }
  std::vector<std::string> lines = {paired == all ? "Compared game by game (same seeds)"
                                    : paired == 0 ? "Not compared game by game, as seats or numbers of games differ"
                                                  : "Compared game by game where seats and numbers of games agree"};
  if (few > 0) lines[0] += "; nothing is marked with fewer than " + std::to_string(Comparison::kFewest) + " games";
  if (constant > 0)
    lines.push_back("If a difference is the same in all games, p is from the sign test, which asks whether games are alike, not "
        "how large the average is");
  return lines;
}

/// "length is +2.0 (95 % confidence interval 0.2 to 3.5)"; the interval is named in the first of several.
std::string change_text(const ComparedMeasure& measure, std::size_t study, bool is_first, const char* verb = " ") {
  const Measure& value = *measure.values[study];
  const Comparison& one = *measure.against[study];
  const std::string what = measure.id + verb + (one.value > 0 ? "+" : "") + plain_text(value, one.value) +
                           (value.is_percent ? " points" : "");
  const std::string range = plain_text(value, one.difference.low) + " to " + plain_text(value, one.difference.high);
  return is_first ? with_interval(what, range) : what + " (" + range + ")";
}

/// In which measures a study surely differs from the base.
std::string verdict(const std::vector<Variation>& variations, const std::vector<ComparedMeasure>& measures,
                    std::size_t base, std::size_t i) {
  constexpr std::size_t kMostNamed = 3;  // the others are counted
  const std::uint64_t games = variations[i].part.tally.games, base_games = variations[base].part.tally.games;
  std::vector<const ComparedMeasure*> differing;
  const ComparedMeasure* headline = nullptr;
  for (const ComparedMeasure& one : measures) {
    if (!one.against[i] || one.against[i]->is_empty) continue;
    if (one.against[i]->differs() && !one.against[i]->repeats) differing.push_back(&one);
    const Measure& value = *one.values[i];
    if (headline == nullptr &&
        (one.id == "first_player_advantage" || one.id == "length" || (value.seat >= 0 && value.form == Measure::Form::mean)))
      headline = &one;
  }
  const std::string from = " from `" + variations[base].label + "` in " + (games == base_games ? grouped_count(games, "game") + " each"
                                                : grouped(games) + " and " + grouped_count(base_games, "game"));
  std::string text = "`" + variations[i].label + "` ";
  if (const auto few = std::min(games, base_games); differing.empty() && few < Comparison::kFewest)
    return text + "may differ from `" + variations[base].label + "`, or not: " + grouped_count(few, "game") +
           (few == 1 ? " is" : " are") + " too few to say.";
  if (differing.empty()) {
    text += "shows no clear difference" + from;
    if (headline != nullptr) text += "; the difference in " + change_text(*headline, i, true, " is ");
  } else {
    // A piece or a move is judged first by who wins with it.
    const auto wins = std::find_if(measures.begin(), measures.end(), [&](const ComparedMeasure& one) {
      return one.against[i] && one.values[i]->seat >= 0 && one.values[i]->form == Measure::Form::share;
    });
    const bool is_first = variations[i].part.header.plan.without.empty() || wins == measures.end() || wins->against[i]->differs();
    if (!is_first)
      text += "shows no clear difference in who wins, " +
              (wins->against[i]->is_empty ? wins->id + " the same in all games" : change_text(*wins, i, true)) +
              ", but ";
    text += "differs" + from + ": ";
    const std::size_t named = std::min(kMostNamed, differing.size());
    for (std::size_t m = 0; m < named; ++m) text += (m == 0 ? "" : ", ") + change_text(*differing[m], i, m == 0);
    if (const std::size_t others = differing.size() - named; others > 0)
      text += ", and " + lang::counted(others, "other measure");
  }
  for (const Restriction& gone : variations[i].part.header.plan.without)
    for (const Group& one : groups_of(variations[base].game, variations[base].part.tally, gone.kind == Restriction::Kind::move ? Grouping::moves : Grouping::pieces))
      if (static_cast<int>(one.number) == gone.number && one.each)
        text += "; where all have " + one.name + ", each one more than another player goes with " + value_text(*one.each, one.each->value) +
                " (" + range_text(*one.each) + ") of a win";
  return text + ".";
}

/// The titles of their games, each once.
std::string titles_text(const std::vector<Variation>& variations) {
  std::vector<std::string> titles;
  for (const Variation& one : variations)
    if (std::find(titles.begin(), titles.end(), one.game.title()) == titles.end()) titles.push_back(one.game.title());
  return lang::joined(titles);
}

/// "seed 1; all seats: random"; without the players if these are not the same.
std::string played_text(const std::vector<Variation>& variations) {
  const std::string players = players_text(variations[0].game, variations[0].part.header.plan);
  const bool same = std::all_of(variations.begin(), variations.end(), [&](const Variation& one) {
    return players_text(one.game, one.part.header.plan) == players;
  });
  return "seed " + std::to_string(variations[0].part.header.plan.seed) + (same ? "; " + players : "");
}

Figures plots(const std::vector<Variation>& variations, const std::vector<ComparedMeasure>& measures) {
  Figures figures;
  for (const ComparedMeasure& measure : measures) {
    std::vector<view::Estimate> estimates;
    std::string unit;
    for (std::size_t i = 0; i < variations.size(); ++i) {
      if (!measure.values[i]) continue;
      const Measure& value = *measure.values[i];
      if (value.is_percent && value.shift == 0) unit = " %";
      estimates.push_back(estimate_of(variations[i].label, value, measure.against[i] && measure.against[i]->differs()));
    }
    if (!estimates.empty()) figures.push_back({measure.id, [=] { return view::estimates_svg(estimates, unit); }});
  }
  return figures;
}

std::vector<Part> parts_of(const std::vector<Variation>& variations, const std::vector<ComparedMeasure>& measures, std::size_t base) {
  const std::string& label = variations[base].label;
  Table all, differences;
  all.row();
  all.add({"", "", Look::word}, {"games"});
  for (const Variation& one : variations) all.add({"", one.label, Look::word}, {grouped(one.part.tally.games)});
  std::vector<std::string> same;
  for (const ComparedMeasure& measure : measures) {
    std::string unit;
    for (const auto& value : measure.values)
      if (value) unit = value->unit();
    const std::string title = measure.id + (unit.empty() ? "" : "," + unit);
    all.row();
    all.add({}, {title});
    for (std::size_t i = 0; i < variations.size(); ++i) all.add({}, cell(measure, i));
    const auto& against = measure.against;
    if (std::any_of(against.begin(), against.end(), [](const auto& one) { return one && !one->is_empty; })) {
      differences.row();
      differences.add({"", "", Look::word}, {title});
      for (std::size_t i = 0; i < variations.size(); ++i)
        if (i != base) differences.add({"", variations[i].label, Look::word}, difference_cell(measure, i));
    } else if (std::any_of(against.begin(), against.end(), [](const auto& one) { return one.has_value(); })) {
      same.push_back(measure.id);
    }
  }
  std::string brackets = "In brackets: 95 % confidence intervals" + looks_text(variations[base].part.header.plan);
  if (!differences.rows.empty())
    brackets += ". * differs from `" + label + "`: p < 0.05 after Holm's correction for " + lang::counted(asked_in(measures), "comparison");
  std::vector<std::string> tested = tested_lines(measures);
  if (!same.empty()) tested.insert(tested.begin(), "The same in all games: " + lang::joined(same));
  return {{"", "Side by side", std::move(all), kPeople},
          {"", "", Sentences{{brackets}}, kPeople},
          {"", "Difference from `" + label + "`", std::move(differences), kPeople,
           "; min: the smallest difference that 4 in 5 such studies would mark"},
          {"", "", Sentences{tested}, kPeople}};
}

Json json_of(const std::vector<Variation>& variations, const std::vector<ComparedMeasure>& measures) {
  return view::list_of(measures, [&](const ComparedMeasure& measure) {
    Json values = Json::array();
    for (std::size_t i = 0; i < variations.size(); ++i) {
      Json json = {{"label", variations[i].label}};
      if (const auto& value = measure.values[i]) json.update(estimate_json(*value));
      if (const auto& one = measure.against[i])
        json.update({{"difference", {{"value", one->value}, {"low", one->difference.low}, {"high", one->difference.high}}},
                     {"smallest", view::json_of(one->smallest)},
                     {"paired", one->is_paired},
                     {"constant", one->is_constant},
                     {"corrected", one->is_asked()},
                     {"p", one->p},
                     {"corrected_p", one->corrected_p},
                     {"differs", one->differs()}});
      values.push_back(std::move(json));
    }
    return Json{{"id", measure.id}, {"values", values}};
  });
}

}  // namespace

Json comparison_json(const std::vector<Variation>& variations, std::size_t base) {
  return json_of(variations, compared(variations, base));
}

Document comparison_document(const std::vector<Variation>& variations, std::size_t base,
                             std::function<ShownGames(std::size_t)> play_again) {
  const std::vector<ComparedMeasure> measures = compared(variations, base);
  std::vector<std::string> verdicts, forced, played;
  for (std::size_t i = 0; i < variations.size(); ++i) {
    const auto& [label, game, part, log] = variations[i];
    if (i != base) verdicts.push_back(verdict(variations, measures, base, i));
    if (part.tally.choices.forced > 0) forced.push_back("`" + label + "`: " + forced_text(part.tally));
    std::vector<std::string> lines = played_lines(game, part);
    lines[0] = "`" + label + "`: " + lines[0];
    played.insert(played.end(), lines.begin(), lines.end());
  }
  const std::string titles = titles_text(variations);
  Document document{titles, "studies side by side", {}};
  std::vector<Part>& parts = document.parts;
  document.data("base", variations[base].label);
  parts.push_back({"", "", Sentences{{titles + ", " + played_text(variations)}}, kTerminal});
  parts.push_back({"verdict", "", Sentences{verdicts, Sentences::Look::verdict}});
  parts.push_back({"", "", Figures{{"", [&variations, base, play_again = std::move(play_again)] {
                     std::string boards;
                     std::vector<Panel> games, maps;
                     for (std::size_t i = 0; i < variations.size(); ++i) {
                       const auto& [label, game, part, log] = variations[i];
                       const std::string heading = "<h3>" + view::escape(label) + "</h3>\n";
                       const ShownGames shown = play_again(i);
                       boards += "<div>" + heading + lead_of(game, shown) + "</div>\n";
                       games.push_back({label, heading + shown.games});
                       maps.push_back({label, heading + html_of(heat_maps(game, part.tally))});
                     }
                     return "<div class=\"row boards\">\n" + boards + "</div>\n<h2>Games worth watching</h2>\n" +
                            tabs("games", games, base, "games") + "<h2>Heat maps</h2>\n" +
                            tabs("maps", maps, base, "games");
                   }}}, kPage});
  for (Part& part : parts_of(variations, measures, base)) parts.push_back(std::move(part));
  parts.push_back({"", "", Sentences{forced}, kPeople});
  parts.push_back({"", "Plots", plots(variations, measures), kPage});
  parts.push_back({"", "How this was played", Sentences{played}, kPage});
  document.data("comparison", json_of(variations, measures));
  document.data("studies", view::list_of(variations, [](const Variation& one) {
                  const StudyExtras extras{coverage_of(one.game, one.part.tally)};
                  return Json{{"label", one.label}, {"study", json_of(study_document(one.game, one.part, extras))}};
                }));
  return document;
}

}  // namespace glint::report
