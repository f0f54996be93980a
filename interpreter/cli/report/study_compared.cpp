// Several studies side by side, as a table and as JSON.
#include "interpreter/cli/report/study_report.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/support/progress.hpp"
#include "interpreter/lab/study/comparison.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kColumn = 22;  // characters
constexpr std::size_t kColumnsApart = 4;

/// "51.2 % (48.1 .. 54.3) *".
std::string cell_text(const ComparedMeasure& measure, std::size_t i) {
  if (!measure.values[i]) return "-";
  const Measure& value = *measure.values[i];
  return plain_text(value, value.value) + " (" + interval_text(value) + ")" +
         (measure.against[i] && measure.against[i]->differs() ? " *" : "");
}

}  // namespace

std::vector<ComparedMeasure> compared(const std::vector<Variation>& variations, std::size_t base) {
  std::vector<std::vector<Measure>> measures;
  for (const Variation& one : variations)
    measures.push_back(measures_of(one.game, one.part.header.plan, one.part.tally));
  return compare(measures, base);
}

void print_variations(std::ostream& out, const std::vector<Variation>& variations, std::size_t base) {
  const StudyPart& part = variations[base].part;
  out << variations[base].game.title() << ", seed " << part.header.plan.seed << "; "
      << players_text(variations[base].game, part.header.plan) << '\n';
  print_comparison(out, variations, base);
  for (const Variation& one : variations)
    if (one.part.tally.forced > 0) out << one.label << ": " << forced_text(one.part.tally) << '\n';
}

void print_comparison(std::ostream& out, const std::vector<Variation>& variations, std::size_t base) {
  const std::vector<ComparedMeasure> measures = compared(variations, base);
  std::size_t names = view::width_of("games") + 1, column = kColumn;
  std::vector<std::string> titles;
  for (const ComparedMeasure& measure : measures) {
    std::string unit;
    for (const auto& value : measure.values)
      if (value) unit = value->unit();
    titles.push_back(measure.title + (unit.empty() ? "" : "," + unit));
    names = std::max(names, view::width_of(titles.back()) + 2);
    for (std::size_t i = 0; i < variations.size(); ++i)
      column = std::max(column, view::width_of(cell_text(measure, i)) + 2);
  }
  for (const Variation& one : variations) column = std::max(column, view::width_of(one.label) + 2);
  for (std::size_t begin = 0; begin < variations.size(); begin += kColumnsApart) {
    const std::size_t end = std::min(variations.size(), begin + kColumnsApart);
    const auto row = [&](const std::string& name, const auto& text_of_column) {
      std::string line = padded(name, names);
      for (std::size_t i = begin; i < end; ++i) line += padded(text_of_column(i), column);
      out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    };
    out << '\n';
    row("", [&](std::size_t i) { return variations[i].label; });
    row("games", [&](std::size_t i) { return grouped(variations[i].part.tally.games); });
    for (std::size_t m = 0; m < measures.size(); ++m)
      row(titles[m], [&](std::size_t i) { return cell_text(measures[m], i); });
  }
  std::size_t asked = 0;
  for (const ComparedMeasure& measure : measures)
    asked += static_cast<std::size_t>(
        std::count_if(measure.against.begin(), measure.against.end(), [](const auto& one) { return one.has_value(); }));
  out << "\nIn brackets: between what it lies in 95 of 100 studies. * differs from `" << variations[base].label
      << "`: p < 0.05, by Holm, among " << asked << " comparisons\n";
}

Json variations_json(const std::vector<Variation>& variations, std::size_t base) {
  const Json studies = Json::array(variations, [](const Variation& one) {
    const Json study = study_json(one.game, one.part, coverage_of(one.game, one.part.tally));
    return Json::object().set("label", one.label).set("study", study);
  });
  Json json = Json::object().set("base", variations[base].label);
  return json.set("comparison", comparison_json(variations, base)).set("studies", studies);
}

Json comparison_json(const std::vector<Variation>& variations, std::size_t base) {
  return Json::array(compared(variations, base), [&](const ComparedMeasure& measure) {
    Json values = Json::array();
    for (std::size_t i = 0; i < variations.size(); ++i) {
      Json json = Json::object().set("label", variations[i].label);
      if (const auto& value = measure.values[i])
        json.set("value", value->value).set("low", low_of(*value)).set("high", high_of(*value)).set("of", value->count);
      if (const auto& against = measure.against[i]) {
        const Interval& difference = against->difference;
        json.set("difference", Json::object().set("low", difference.low).set("high", difference.high));
        json.set("p", against->p).set("corrected_p", against->corrected_p).set("differs", against->differs());
      }
      values.push(json);
    }
    return Json::object().set("id", measure.id).set("title", measure.title).set("values", values);
  });
}

}  // namespace glint::cli
