#include <glint/glint.hpp>

#include "tests/dump/dump.hpp"
#include "tests/fuzz/played.hpp"
#include "tests/fuzz/script.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void play(std::string_view bytes) {
  Files files(bytes);
  const Result<Game> game = Game::from_text(files.script, kScript, {}, &files.others, kSmall);
  if (!game) return must_be_presentable(game.error_text());
  play_some(*game, false);
  for (const TestReport& report : run_tests(*game)) must_be_presentable(report.failure);
  (void)dump(*game);
  (void)plans_of(*game);
}

}  // namespace glint::fuzz
