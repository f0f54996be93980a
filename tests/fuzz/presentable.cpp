#include "lang/diagnostics/presentable.hpp"

#include "tests/fuzz/targets.hpp"

namespace glint::fuzz {

void must_be_presentable(std::string_view printed) {
  const std::string_view whole = printed;
  while (!printed.empty()) {
    const std::size_t bytes = lang::utf8_length(printed);
    must(bytes > 0, "printed bytes that are not UTF-8:", whole);
    const std::string_view one = printed.substr(0, bytes);
    must(one == "\n" || !lang::is_control(one), "printed what a terminal obeys:", whole);
    printed.remove_prefix(bytes);
  }
}

}  // namespace glint::fuzz
