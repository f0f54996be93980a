// The view for people who play: it leaves out moves that they must find themselves (`offer unseen`). If players see a
// position differently, it shows each player no more than that player's own view.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>

namespace glint {

/// True if players must find something in this position: beams that pictures leave out, or moves that lists leave out.
bool must_find(const Position& position);
/// True if the move of this name cannot be taken back, in a game with moves to find: it is one of those, or consists of
/// words that no list has. Such a move is a claim, or announces one, and its light is shown.
bool binds(const Game& game, std::string_view move);
/// The notations of moves that are to be found.
std::vector<std::string> unseen_notations(const Game& game);
/// True if a move that is not listed may be accepted (`offer`).
bool may_be_unlisted(const Program& program, int move);
/// Playable moves that consist of words alone, also unlisted ones: a player says `challenge` before naming anything.
/// `all`: includes moves to find.
std::vector<std::string> said_moves(const Position& position, bool all);
/// Numbers of listed moves, in runs: the first of each, and how many. With `all` these are all of them.
Result<std::vector<std::pair<std::uint64_t, std::uint64_t>>> shown_runs(const Position& position, bool all);
/// The texts of those.
Result<std::vector<std::string>> shown_moves(const Position& position, bool all);
/// The cells that the next move picks one by one, if it is a move that players must find.
std::vector<int> found_cells(const Position& position, std::string_view move);

/// True if there is a variable that some players see and others do not.
bool tells_players_apart(const Game& game);
/// True if people at one screen must hand it over here: for such a variable, or for a choice that waits for those of
/// others.
bool keeps_apart(const Position& position);

}  // namespace glint
