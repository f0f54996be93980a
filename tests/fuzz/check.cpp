#include "lang/check/check.hpp"

#include "tests/fuzz/script.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

namespace {

/// More would be the same again, but slower.
constexpr std::int64_t kWork = 50'000;

/// What a script can do without the bundled library of this name, in a tenth of the text.
constexpr std::string_view kSquares = R"(library square
lattice square4 { e = (1, 0); s = (0, -1); w = (-1, 0); n = (0, 1)
  axis level "-", falling "\", upright "|", rising "/"
  drawn at (x, -y) }
board square(width: 1..9, height: 1..9) on square4 { cells x in 1..width, y in 1..height; label "{lower(x)}{y}" }
board grid(width: 1..9, height: 1..9) on square4 { cells x in 1..width, y in 1..height; label "{lower(x)}{y}" }
)";

}  // namespace

void check(std::string_view bytes) {
  Files files(bytes);
  files.others.add("square", std::string(kSquares));
  lang::Sources sources;
  const std::uint32_t file = sources.add({kScript, files.script});
  const lang::Checked checked = lang::check(sources, file, files.others, kWork);
  must(checked.rules.has_value() || !checked.diagnostics.empty(), "neither rules nor an error");
  const auto is_within = [&](const lang::Span& span) {
    return span.file < sources.size() && span.begin <= span.end && span.end <= sources.file(span.file).text.size();
  };
  for (const lang::Diagnostic& each : checked.diagnostics) {
    must(is_within(each.primary.span), "an error outside of its file:", each.message);
    for (const lang::Label& other : each.others)
      must(is_within(other.span), "a label outside of its file:", other.text);
  }
  must_be_presentable(lang::render(checked.diagnostics, sources));
}

}  // namespace glint::fuzz
