// A position of the engine's, for the naive tracer. Benchmarks use this too, so nothing here is of Catch2's.
#pragma once

#include "interpreter/program/program.hpp"
#include "tests/support/naive_tracer.hpp"

namespace glint::test {

inline naive::Piece piece_of(const Key& key) { return {key.kind, key.owner, key.values}; }
/// The top pieces in a State.
naive::Board board_of(const Program& program, const Word* state);
/// Takes over what the variables of a State are.
void read_variables(const Program& program, const Word* state, naive::Tracer& tracer);

}  // namespace glint::test
