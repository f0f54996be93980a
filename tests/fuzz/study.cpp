#include "interpreter/lab/study/study_file.hpp"

#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study.hpp"

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/checked_study.hpp"

namespace glint::fuzz {

void study(std::string_view bytes) {
  must_be_presentable(read_part(bytes, "fuzz.json").error_text());
  // Behind the checksum, which no fuzzer guesses.
  const Result<StudyPart> part = read_part(with_checksum(std::string(bytes)), "fuzz.json");
  if (!part) return must_be_presentable(part.error_text());
  const std::string written = write_part(*part);
  const Result<StudyPart> again = read_part(written, "again.json");
  must(again.ok(), "not read as it was written:", written);
  must(again->games == part->games && write_part(*again) == written, "read as another study than was written");
  must_be_presentable(difference(header_of(scribbles(), "scribbles.glint", part->header.plan), part->header));
  if (part->header.seats != scribbles().players() || plies_by_seed(*part) > 1000) return;
  // What is said of games is counted, or refused in words.
  StudyPlan plan = part->header.plan;
  plan.playouts = std::min(plan.playouts, 1);
  StudyPlayer player(scribbles(), plan);
  StudyTally tally(scribbles().program());
  for (std::size_t number = 0; number < part->games.size() && number < 20; ++number)
    if (const auto error = player.play(number, tally, &part->games[number])) {
      must_be_presentable(error->message);
      break;
    } else {
      must(player.said() == part->games[number] || player.said().size() < part->games[number].size(),
           "it went otherwise");
    }
  const std::vector<CoveredLine> lines = coverage_of(scribbles(), tally);
  for (const Measure& measure : measures_of(scribbles(), plan, tally))
    must_be_presentable(value_text(measure, measure.value) + interval_text(measure));
  for (const std::string& finding : findings_of(scribbles(), plan, tally, lines)) must_be_presentable(finding);
}

}  // namespace glint::fuzz
