// One text, said to the engine and to an oracle.
#pragma once

#include <string>

#include "tests/oracles/moves.hpp"
#include "tests/support/loading.hpp"

namespace glint::test {

/// Plays a text, which may be anything, on copies of both. Either both accept it, and `same(position, naive)` compares
/// the results; or both refuse it, and nothing changes.
template <typename Naive, typename Same>
void both_judge(const Position& position, const Naive& naive, const std::string& move, const Same& same) {
  INFO(position.text());
  INFO(move);
  Position engine = position;
  Naive other = naive;
  const auto error = engine.play(move);
  const auto reason = play(other, move);
  INFO("engine: " << (error ? error->message : "legal") << "; naively: " << reason.value_or("legal"));
  REQUIRE(error.has_value() == reason.has_value());
  if (error) {
    REQUIRE(error->code == "G0601");
    REQUIRE(engine.text() == position.text());
    REQUIRE(engine.hash() == position.hash());
  } else {
    same(engine, other);
  }
}

}  // namespace glint::test
