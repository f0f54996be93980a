// PEGTL's own check of the grammar: no rule can go round without reading anything.
#include <tao/pegtl/contrib/analyze.hpp>

#include "lang/grammar/variants.hpp"
#include "tests/catch.hpp"

TEST_CASE("grammar: no rule recurses or repeats without progress", "[parse]") {
  CHECK(tao::pegtl::analyze<glint::lang::grammar::file>() == 0);
}
