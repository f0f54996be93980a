// The engine of the studio: everything that an editor and a designer ask for.
#include "interpreter/game/loading/load.hpp"
#include "interpreter/studio/engine/engine.hpp"

namespace glint {

/// Every document finds what comes with Glint.
desk::Server& engine_server() {
  static desk::Server one([](const std::string&) { return bundled_loader(nullptr); }, send_to_page);
  return one;
}

}  // namespace glint
