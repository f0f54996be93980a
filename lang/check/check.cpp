#include "lang/check/check.hpp"

#include "lang/check/checker.hpp"

namespace glint::lang {
namespace {

/// Of very many errors the first, and how many more there are.
void shorten(std::vector<Diagnostic>& diagnostics, std::size_t dropped) {
  if (diagnostics.size() <= checking::kMostShown) return;
  const std::size_t more = diagnostics.size() - (checking::kMostShown - 1) + dropped;
  diagnostics.resize(checking::kMostShown);
  Diagnostic& last = diagnostics.back();
  const Span at = last.primary.span;
  last = Diagnostic();
  last.code = Code::G0412;
  last.message = "and " + std::to_string(more) + (dropped > 0 ? " or more" : "") + " other errors from here on";
  last.primary.span = at;
  last.help = "mend the first ones, and check again";
}

}  // namespace

Checked check(Sources& sources, std::uint32_t file, Loader& loader) {
  Checked result;
  checking::Checker checker(sources, loader, result.diagnostics);
  checker.run(file);
  sort_diagnostics(result.diagnostics);
  const bool playable = checker.only_tests_are_wrong();
  shorten(result.diagnostics, checker.report.dropped);
  if (playable) result.rules = std::move(checker.rules);
  result.script = checker.take_script();
  return result;
}

}  // namespace glint::lang
