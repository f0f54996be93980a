#include "interpreter/lab/study/study_file.hpp"

#include "interpreter/lab/study/measures.hpp"
#include "interpreter/lab/study/study_check.hpp"

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void study(std::string_view bytes) {
  must_be_presentable(read_part(bytes, "fuzz.json").error_text());
  // Behind the checksum, which no fuzzer guesses.
  const Result<StudyPart> part = read_part(with_checksum(std::string(bytes)), "fuzz.json");
  if (!part) return must_be_presentable(part.error_text());
  const std::string written = write_part(*part);
  const Result<StudyPart> again = read_part(written, "again.json");
  must(again.ok(), "not read as it was written:", written);
  must(again->tally == part->tally && write_part(*again) == written, "read as another study than was written");
  if (const std::string wrong = misfit_of(*part, scribbles()); !wrong.empty()) return must_be_presentable(wrong);
  StudyTally both = part->tally;
  both.add(again->tally);
  must_be_presentable(difference(part->header, again->header));
  const std::vector<CoveredLine> lines = coverage_of(scribbles(), both);
  for (const StudyTally* tally : {&part->tally, &static_cast<const StudyTally&>(both)}) {
    for (const Measure& measure : measures_of(scribbles(), part->header.plan, *tally))
      must_be_presentable(value_text(measure, measure.value) + interval_text(measure));
    for (const std::string& finding : findings_of(scribbles(), part->header.plan, *tally, lines))
      must_be_presentable(finding);
  }
}

}  // namespace glint::fuzz
