// The hash that files keep, against values that its authors publish.
#include "lang/source/fnv.hpp"

#include "tests/catch.hpp"

namespace {

using glint::lang::Fnv;

std::uint64_t hash_of(std::string_view text) {
  Fnv hash;
  hash.bytes(text);
  return hash.value();
}

TEST_CASE("fnv: published values, and numbers by their bytes", "[source]") {
  CHECK(hash_of("") == 0xCBF29CE484222325u);
  CHECK(hash_of("a") == 0xAF63DC4C8601EC8Cu);
  CHECK(hash_of("foobar") == 0x85944171F73967E8u);
  Fnv number, separated;
  number.number(0x6162);
  CHECK(number.value() == hash_of(std::string_view("ba\0\0\0\0\0\0", 8)));
  separated.symbol(0x100);
  CHECK(separated.value() != hash_of(std::string_view("\0", 1)));
}

}  // namespace
