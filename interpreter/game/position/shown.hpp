// What people who play are shown of the moves: not those that they are to find themselves (`offer unseen`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

/// Whether players are to find something in this position: beams that pictures leave out, or such moves.
bool must_find(const Position& position);
/// The notations of such moves.
std::vector<std::string> unseen_notations(const Game& game);
/// Numbers of listed moves, in runs: the first of each, and how many. With `all` these are all of them.
Result<std::vector<std::pair<std::uint64_t, std::uint64_t>>> shown_runs(const Position& position, bool all);
/// The texts of those.
Result<std::vector<std::string>> shown_moves(const Position& position, bool all);
/// The cells that the next move picks one by one, if it is one of those that are to be found.
std::vector<int> found_cells(const Position& position, std::string_view move);

}  // namespace glint
