#include "interpreter/game/record/record.hpp"

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void record(std::string_view bytes) {
  const Result<Record> record = read_record(bytes, "fuzz.json");
  if (!record) return must_be_presentable(record.error_text());
  const std::string written = write_record(*record);
  const Result<Record> again = read_record(written, "again.json");
  must(again.ok(), "not read as it was written:", written);
  must(write_record(*again) == written, "read as another record than was written:", written);
  const Result<Replayed> replayed = replay(scribbles(), *record);
  if (!replayed) return must_be_presentable(replayed.error_text());
  must(replayed->plies <= static_cast<int>(record->moves.size()), "more plies than moves");
  if (replayed->error) must_be_presentable(replayed->error->message);
  for (const Error& warning : replayed->warnings) must_be_presentable(warning.message);
}

}  // namespace glint::fuzz
