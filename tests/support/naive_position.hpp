// A position of the engine's, for the naive tracer. Benchmarks use this too, so nothing here is of Catch2's.
#pragma once

#include "interpreter/machine/machine.hpp"
#include "tests/support/naive_tracer.hpp"

namespace glint::test {

inline naive::Piece piece_of(const Key& key) { return {key.kind, key.owner, key.values}; }
/// The top pieces in the State that is loaded.
naive::Board board_of(const Machine& machine);
/// Takes over what the variables of a position are.
void read_variables(const Machine& machine, naive::Tracer& tracer);

}  // namespace glint::test
