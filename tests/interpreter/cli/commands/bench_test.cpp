// glint bench: what it says of how it measures.
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {

TEST_CASE("bench: it says how many games it plays, and whether their lines are timed") {
  const Answer plain = glint({"bench", "boundary", "--games", "1", "--max-plies", "1"});
  CHECK(plain.status == 0);
  CHECK(plain.out.find("one thread, seed 1, 1 game\n") != std::string::npos);
  for (const char* const line : {"\ngames/s ", "\nplies/s ",
                                 "\n1 games, 1.0 plies each on average, 1 unfinished after 1 plies\n",
                                 " 1 unfinished after 1 plies\nchecksum "})
    CHECK(plain.out.find(line) != std::string::npos);
  const Answer profiled = glint({"bench", "boundary", "--games", "2", "--max-plies", "1", "--profile"});
  CHECK(profiled.status == 0);
  CHECK(profiled.out.find("one thread, seed 1, profiled (slower), 2 games\n") != std::string::npos);
}

}  // namespace glint::cli
