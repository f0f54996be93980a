// What `glint bench` does, as a WebAssembly module, so that both can be measured side by side: page/test/speed.mjs.
//
//     take(bytes)            memory for a name of this length
//     set_up(at, bytes)      sets up the bundled game with the name there; false: there is none
//     play(from, games)      plays random games, numbered from `from`; the plies of all games since `set_up`, -1: an error
//     checksum()             of all games since `set_up`, as `glint bench` prints it
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "interpreter/measure/bench.hpp"

#define GLINT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
std::unique_ptr<glint::BenchPlayer> player;
constexpr int kMaxPlies = 2000;  // the default of `glint bench`
}  // namespace

GLINT_EXPORT(take) char* take(std::size_t bytes) { return static_cast<char*>(std::malloc(bytes)); }

GLINT_EXPORT(set_up) bool set_up(char* at, std::size_t bytes) {
  const std::string name(at, bytes);
  std::free(at);
  const auto game = glint::Game::bundled(name);
  if (!game) return false;
  player = std::make_unique<glint::BenchPlayer>(*game, glint::StartOptions{}, kMaxPlies);
  return true;
}

GLINT_EXPORT(play) double play(int from, int games) {
  for (int number = from; number < from + games; ++number)
    if (player->play(static_cast<std::uint64_t>(number))) return -1;
  return static_cast<double>(player->tally().plies);
}

GLINT_EXPORT(checksum) std::uint64_t checksum() { return player->tally().checksum; }
