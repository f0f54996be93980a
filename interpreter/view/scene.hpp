// A Scene is all that a picture needs, taken out of a Position once. Pictures read nothing else, so they can be tried
// on scenes made by hand, and no view can show what a position does not tell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/view/colour.hpp"

namespace glint::view {

/// What beams carry: a printed text for each beam field.
using Payload = std::vector<std::string>;

/// What a beam field may hold.
struct BeamField {
  std::string name;
  bool is_set = false, is_number = false;
  std::vector<std::string> values;  // in the order of their type; none for numbers
};

struct Scene {
  std::string title;
  std::string status;  // "north to move", "south wins"
  std::vector<std::string> players;
  int to_move = -1;
  std::vector<CellInfo> cells;
  std::vector<DirectionInfo> directions;
  std::vector<BeamField> beam_fields;
  std::vector<std::vector<PieceInfo>> pieces;  // by cell, bottom to top
  std::vector<Beam> beams;
  std::vector<std::pair<std::string, std::string>> variables;
};

/// `viewer`: what this player may see, where `?` stands for the rest; kNobody: what all see; -1: everything.
Scene scene_of(const Position& position, int viewer = -1);
/// "north to move", "south wins".
std::string status_of(const Position& position);

/// One field of a payload taken apart: a number, or the words of a set (or a single value), none for an empty set.
struct Carried {
  std::optional<std::int64_t> number;
  std::vector<std::string> words;
};
Carried take_apart(std::string_view printed);
std::string put_together(const Carried& carried);  // "red, blue", "3", ""

/// Light joins sets, in the order of their types, and takes the largest number.
Payload join(const Payload& a, const Payload& b, const Scene& scene);
/// What a payload holds, in words: "red and blue", "no colour", "power 3".
std::string describe(const Payload& payload, const std::vector<BeamField>& fields);
/// What changed between two payloads, in words: "gains green", "loses red and gains blue", "power falls from 3 to 1".
/// Empty when nothing did.
std::string describe_change(const Payload& before, const Payload& after, const std::vector<BeamField>& fields);
/// "red, green and blue".
std::string list_words(const std::vector<std::string>& words);

/// A piece in words: "a green lamp facing w", "a wall of north with size 2".
std::string describe(const PieceInfo& piece, const Scene& scene);

/// Calls with every beam and branch, a beam before its branches.
void each_beam(const std::vector<Beam>& beams, const std::function<void(const Beam&)>& visit);

/// What every cell shows: nothing where no beam leaves it.
std::vector<std::optional<Payload>> light_of(const Scene& scene);

std::optional<Rgb> colour_of(const Payload& payload);
/// The colour of a piece: that of a field whose value names one, else its owner's; nothing for a plain piece.
std::optional<Rgb> colour_of(const PieceInfo& piece, const Scene& scene);
Rgb colour_of_player(int player, const Scene& scene);
/// Do the beams here carry colours? Then one without is dark; else all are alike.
bool has_colours(const Scene& scene);

}  // namespace glint::view
