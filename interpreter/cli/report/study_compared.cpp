// Several studies side by side, as a table and as JSON.
#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/report/verdict.hpp"
#include "interpreter/lab/study/comparison.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kColumn = 22;  // characters
constexpr std::size_t kColumnsApart = 4;

/// "51.2 (48.1 .. 54.3) *".
std::string cell_text(const ComparedMeasure& measure, std::size_t i) {
  if (!measure.values[i]) return "-";
  const Measure& value = *measure.values[i];
  return plain_text(value, value.value) + " (" + interval_text(value) + ")" +
         (measure.against[i] && measure.against[i]->differs() ? " *" : "");
}

/// "+3.1 (-0.8 .. 7.0) min 5.6": the difference, and the smallest one that would have been marked.
std::string difference_text(const ComparedMeasure& measure, std::size_t i) {
  if (!measure.against[i]) return "-";
  const Comparison& one = *measure.against[i];
  if (one.is_empty) return "the same";
  const Measure& value = *measure.values[i];
  return (one.value > 0 ? "+" : "") + plain_text(value, one.value) + " (" + plain_text(value, one.difference.low) +
         " .. " + plain_text(value, one.difference.high) + ") " +
         (one.smallest ? "min " + plain_text(value, *one.smallest) : "never") + (one.differs() ? " *" : "");
}

/// Whether games of the same number follow from the same seed and have the same seats.
bool have_the_same_games(const StudyPlan& one, const StudyPlan& other) {
  return one.seed == other.seed && one.players.size() == other.players.size() && one.rotates == other.rotates;
}

/// How the differences were tested, as a sentence.
std::string tested_text(const std::vector<ComparedMeasure>& measures) {
  std::size_t paired = 0, all = 0, few = 0, constant = 0;
  for (const ComparedMeasure& measure : measures)
    for (const auto& one : measure.against) {
      if (!one) continue;
      ++all;
      paired += one->is_paired;
      few += one->count < Comparison::kFewest;
      constant += one->is_constant;
    }
  std::string text = paired == all ? "Compared game by game (same seeds)"
                     : paired == 0 ? "Not compared game by game, as seats or numbers of games differ"
                                   : "Compared game by game where seats and numbers of games agree";
  if (few > 0) text += "; nothing is marked with fewer than " + std::to_string(Comparison::kFewest) + " games";
  if (constant > 0)
    text +=
        "\nIf a difference is the same in all games, p is from the sign test, which asks whether games are alike, not "
        "how large the average is";
  return text;
}

}  // namespace

std::vector<ComparedMeasure> compared(const std::vector<Variation>& variations, std::size_t base) {
  const StudyPlan& plan = variations[base].part.header.plan;
  std::vector<ComparedStudy> studies;
  for (const Variation& one : variations)
    studies.push_back({measures_of(one.game, one.part.header.plan, one.part.tally),
                       have_the_same_games(one.part.header.plan, plan) ? &one.log : nullptr});
  return compare(studies, base);
}

std::string titles_text(const std::vector<Variation>& variations) {
  std::vector<std::string> titles;
  for (const Variation& one : variations)
    if (std::find(titles.begin(), titles.end(), one.game.title()) == titles.end()) titles.push_back(one.game.title());
  return lang::joined(titles);
}

std::string played_text(const std::vector<Variation>& variations) {
  const std::string players = players_text(variations[0].game, variations[0].part.header.plan);
  const bool same = std::all_of(variations.begin(), variations.end(), [&](const Variation& one) {
    return players_text(one.game, one.part.header.plan) == players;
  });
  return "seed " + std::to_string(variations[0].part.header.plan.seed) + (same ? "; " + players : "");
}

void print_variations(std::ostream& out, const std::vector<Variation>& variations, std::size_t base) {
  out << titles_text(variations) << ", " << played_text(variations) << "\n\n";
  for (const std::string& sentence : comparison_verdicts(variations, compared(variations, base), base))
    out << sentence << '\n';
  print_comparison(out, variations, base);
  for (const Variation& one : variations)
    if (one.part.tally.choices.forced > 0) out << one.label << ": " << forced_text(one.part.tally) << '\n';
}

void print_comparison(std::ostream& out, const std::vector<Variation>& variations, std::size_t base) {
  const std::vector<ComparedMeasure> measures = compared(variations, base);
  std::size_t names = view::width_of("games") + 1, column = kColumn;
  std::vector<std::string> titles;
  for (const ComparedMeasure& measure : measures) {
    std::string unit;
    for (const auto& value : measure.values)
      if (value) unit = value->unit();
    titles.push_back(measure.id + (unit.empty() ? "" : "," + unit));
    names = std::max(names, view::width_of(titles.back()) + 2);
  }
  std::vector<std::size_t> all(variations.size()), others;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = i;
    column = std::max(column, view::width_of(variations[i].label) + 2);
    if (i != base) others.push_back(i);
    for (const ComparedMeasure& measure : measures)
      column = std::max({column, view::width_of(cell_text(measure, i)) + 2,
                         i == base ? 0 : view::width_of(difference_text(measure, i)) + 2});
  }
  const auto table = [&](const std::vector<std::size_t>& shown, const std::vector<std::size_t>& rows, bool with_games,
                         const auto& text_of_cell) {
    for (std::size_t begin = 0; begin < shown.size(); begin += kColumnsApart) {
      const std::size_t end = std::min(shown.size(), begin + kColumnsApart);
      const auto row = [&](const std::string& name, const auto& text_of_column) {
        std::string line = padded(name, names);
        for (std::size_t i = begin; i < end; ++i) line += padded(text_of_column(shown[i]), column);
        out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
      };
      out << '\n';
      row("", [&](std::size_t i) { return variations[i].label; });
      if (with_games) row("games", [&](std::size_t i) { return grouped(variations[i].part.tally.games); });
      for (const std::size_t m : rows)
        row(titles[m], [&](std::size_t i) { return text_of_cell(measures[m], i); });
    }
  };
  std::vector<std::size_t> every(measures.size()), differing;
  std::vector<std::string> same;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    every[m] = m;
    const auto& against = measures[m].against;
    if (std::any_of(against.begin(), against.end(), [](const auto& one) { return one && !one->is_empty; }))
      differing.push_back(m);
    else if (std::any_of(against.begin(), against.end(), [](const auto& one) { return one.has_value(); }))
      same.push_back(measures[m].id);
  }
  table(all, every, true, cell_text);
  out << "\nIn brackets: 95 % confidence intervals" << looks_text(variations[base].part.header.plan);
  if (!differing.empty()) {
    out << ". * differs from `" << variations[base].label << "`: p < 0.05 after Holm's correction for "
        << lang::counted(asked_in(measures), "comparison") << "\n\nDifference from `" << variations[base].label
        << "`; min: the smallest difference that 4 in 5 such studies would mark\n";
    table(others, differing, false, difference_text);
  } else {
    out << '\n';
  }
  if (!same.empty()) out << "\nThe same in all games: " << lang::joined(same) << '\n';
  out << '\n' << tested_text(measures) << '\n';
}

Json variations_json(const std::vector<Variation>& variations, std::size_t base) {
  const Json studies = list_of(variations, [](const Variation& one) {
    const Json study = study_json(one.game, one.part, coverage_of(one.game, one.part.tally));
    return Json{{"label", one.label}, {"study", study}};
  });
  Json json = {{"base", variations[base].label}};
  json["verdict"] = Json(comparison_verdicts(variations, compared(variations, base), base));
  json.update({{"comparison", comparison_json(variations, base)}, {"studies", studies}});
  return json;
}

Json comparison_json(const std::vector<Variation>& variations, std::size_t base) {
  return list_of(compared(variations, base), [&](const ComparedMeasure& measure) {
    Json values = Json::array();
    for (std::size_t i = 0; i < variations.size(); ++i) {
      Json json = {{"label", variations[i].label}};
      if (const auto& value = measure.values[i])
        json.update({{"value", value->value},
                     {"low", value->interval.low},
                     {"high", value->interval.high},
                     {"of", value->count}});
      if (const auto& against = measure.against[i]) {
        const Interval& difference = against->difference;
        json["difference"] = Json{{"value", against->value}, {"low", difference.low}, {"high", difference.high}};
        json.update({{"smallest", json_of(against->smallest)}, {"paired", against->is_paired}});
        json["constant"] = against->is_constant;
        json["corrected"] = against->is_asked();
        json.update({{"p", against->p}, {"corrected_p", against->corrected_p}, {"differs", against->differs()}});
      }
      values.push_back(json);
    }
    return Json{{"id", measure.id}, {"values", values}};
  });
}

}  // namespace glint::cli
