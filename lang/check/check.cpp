#include "lang/check/check.hpp"

#include <algorithm>

#include "lang/check/checker.hpp"

namespace glint::lang {

Checked check(Sources& sources, std::uint32_t file, Loader& loader) {
  Checked result;
  checking::Checker checker(sources, loader, result.diagnostics);
  checker.run(file);
  const bool wrong = std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                                 [](const Diagnostic& each) { return each.severity == Severity::error; });
  sort_diagnostics(result.diagnostics);
  if (!wrong) result.rules = std::move(checker.rules);
  return result;
}

}  // namespace glint::lang
