#include "tests/fuzz/played.hpp"

#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

namespace {

constexpr int kPlies = 4;
constexpr std::uint64_t kSolved = 20;

void look_at(const Position& position, bool is_plain) {
  const view::Scene scene = view::scene_of(position);
  must_be_presentable(view::svg(scene));
  must_be_presentable(view::picture(scene, {.utf8 = true}));
  const std::string text = position.text();
  const auto read = position.game().read(text);
  if (!is_plain) return;
  must(read.ok(), "what is printed is not read:", text);
  must(read->text() == text && read->state() == position.state(), "what is printed is read as something else:", text);
}

}  // namespace

void play_some(const Game& game, bool is_plain) {
  Random random(game.rules_hash());
  StartOptions options;
  options.seed = random.next();
  Result<Position> position = game.start(options);
  if (!position) return must_be_presentable(position.error_text());
  look_at(*position, is_plain);
  (void)solve(*position, {.limit = kSolved});
  for (int ply = 0; ply < kPlies && !position->over(); ++ply) {
    const Result<std::uint64_t> count = position->count_moves();
    if (!count) return must_be_presentable(count.error_text());
    const std::uint64_t choice = random.below(*count);
    const Result<std::string> move = position->move(choice);
    const Position before = *position;
    const std::uint64_t hash = before.hash();
    const auto error = position->play_listed(choice);
    must(before.hash() == hash, "a move changed a copy");
    if (error) return must_be_presentable(error->rendered);
    if (!move) continue;
    Position other = before;
    const auto refused = other.play(*move);
    if (!is_plain) continue;
    must(!refused, "a listed move is refused:", *move);
    must(other.state() == position->state(), "a move by its text leads elsewhere:", *move);
  }
  look_at(*position, is_plain);
}

}  // namespace glint::fuzz
