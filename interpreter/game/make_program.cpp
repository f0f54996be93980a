#include "interpreter/game/make_program.hpp"

#include <utility>

#include "interpreter/machine/tabulate.hpp"

namespace glint {

Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options) {
  Built built = build(rules, std::move(sources), std::move(id), options);
  if (!built.program) return built;
  if (const auto failure = tabulate(*built.program)) {
    lang::Diagnostic& diagnostic = built.diagnostics.emplace_back();
    diagnostic.code = failure->code;
    diagnostic.message = failure->message;
    diagnostic.primary = {failure->span, {}};
    built.program.reset();
  }
  return built;
}

}  // namespace glint
