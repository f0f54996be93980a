// The engine of an exported game: what one needs to play it. The linker leaves out the rest.
#include "interpreter/game/loading/load.hpp"
#include "interpreter/studio/engine/engine.hpp"

namespace glint {

/// Every document finds what comes with Glint.
desk::Server& engine_server() {
  static desk::Server one = desk::Server::for_play([](const std::string&) { return bundled_loader(nullptr); }, send_to_page);
  return one;
}

}  // namespace glint
