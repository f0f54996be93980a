#include <glint/evaluate.hpp>

#include "tests/fuzz/scribbles.hpp"
#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void asked(std::string_view bytes) {
  const auto expression = Expression::read(scribbles(), bytes);
  if (!expression) return must_be_presentable(expression.error_text());
  for (const Position& each : scribbled()) {
    const auto value = expression->value(each);
    must_be_presentable(value ? value->text : value.error_text());
  }
}

}  // namespace glint::fuzz
