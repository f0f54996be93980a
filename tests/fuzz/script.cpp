// Any bytes as a script: the result must be a game or a list of errors. A small script that checks is built, shown and
// played for a few plies. Text after a line `//! game` is another file, of which the script may be a variant; after
// more of these lines stand variants a, b, c, which it may combine.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <glint/glint.hpp>
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/source/source.hpp"

namespace {

constexpr std::size_t kMostBytes = 20'000, kMostCells = 200;
constexpr int kPlies = 4;
constexpr std::uint64_t kSolved = 50;
constexpr std::string_view kNextFile = "\n//! game\n";

void look_at(const glint::Position& position) {
  const glint::view::Scene scene = glint::view::scene_of(position);
  glint::view::svg(scene);
  glint::view::picture(scene, {});
  // Two looks joined may be a third, so that the text reads back as something else; but it must not crash.
  (void)position.game().read(position.text());
}

void play(const glint::Game& game) {
  glint::Random random(game.rules_hash());
  glint::StartOptions options;
  options.seed = random.next();
  glint::Result<glint::Position> position = game.start(options);
  if (!position) return;
  look_at(*position);
  (void)glint::solve(*position, {.limit = kSolved});
  for (int ply = 0; ply < kPlies && !position->over(); ++ply) {
    const glint::Result<std::uint64_t> count = position->count_moves();
    if (!count) return;
    const std::uint64_t choice = random.below(*count);
    const glint::Result<std::string> move = position->move(choice);
    glint::Position other = *position;
    if (move) (void)other.play(*move);
    if (position->play_listed(choice)) return;
  }
  look_at(*position);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMostBytes) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find(kNextFile);
  glint::lang::MemoryLoader files;
  files.add("fuzz.glint", std::string(text.substr(0, cut)));
  std::size_t begin = cut;
  for (const char* name : {"other", "a", "b", "c"}) {
    if (begin == std::string_view::npos) break;
    begin += kNextFile.size();
    const std::size_t end = text.find(kNextFile, begin);
    files.add(name, std::string(text.substr(begin, end == std::string_view::npos ? end : end - begin)));
    begin = end;
  }
  const glint::Result<glint::Game> game = glint::Game::from_text(text.substr(0, cut), "fuzz.glint", {}, &files);
  if (!game) {
    (void)game.error_text();
  } else if (game->cells().size() <= kMostCells) {
    play(*game);
  }
  return 0;
}
