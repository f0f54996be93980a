#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void position(std::string_view bytes) {
  Result<Position> position = scribbles().read(bytes);
  if (!position) {
    must(position.errors().size() == 1, "not one error but several");
    return must_be_presentable(position.error_text());
  }
  const std::string printed = position->text();
  must_be_presentable(printed);
  const Result<Position> again = scribbles().read(printed);
  must(again && again->text() == printed, "not read as it was printed:", printed);
  must(again->hash() == position->hash(), "read with another hash:", printed);
  Random random(position->hash());
  for (int ply = 0; ply < 3 && !position->over(); ++ply) {
    const Result<std::uint64_t> count = position->count_moves();
    if (!count || position->play_listed(random.below(*count))) return;
  }
}

}  // namespace glint::fuzz
