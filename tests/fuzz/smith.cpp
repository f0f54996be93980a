#include "tests/smith/smith.hpp"

#include <glint/glint.hpp>

#include "lang/source/source.hpp"
#include "tests/fuzz/played.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void smith(std::string_view bytes) {
  // A byte for each choice: hardly any has more than a few outcomes. The first says which of the two scripts is tried.
  const bool is_variant = !bytes.empty() && bytes[0] % 2 != 0;
  glint::smith::Tape::Choices choices;
  for (const char byte : bytes.substr(bytes.empty() ? 0 : 1)) choices.push_back(static_cast<unsigned char>(byte));
  glint::smith::Tape tape(choices);
  const glint::smith::Script made = glint::smith::script(tape);
  lang::MemoryLoader loader;
  loader.add("smith", made.game);
  const std::string& text = is_variant ? made.variant : made.game;
  const Result<Game> game = Game::from_text(text, "made.glint", {}, &loader, kSmall);
  if (game) return play_some(*game, true);
  // What is too large is no find: small limits are there to be met.
  const std::string& code = game.errors()[0].code;
  must(code == "G0412" || code == "G0503" || code == "G0504" || code == "G0605",
       "a script made up does not check:", text);
}

}  // namespace glint::fuzz
