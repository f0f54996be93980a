// A record from a file, and the game that it is of.
#pragma once

#include <optional>
#include <string>

#include "interpreter/cli/options/game.hpp"
#include "interpreter/game/record/record.hpp"

namespace glint::cli {

struct Opened {
  Record record;
  Game game;
};

/// Reads a record and loads its game, or `script`. --seed and --set override the record. An option of the record that
/// the game no longer has is left out, with a warning. Any mistake in it is wrong usage.
Opened open_record(const std::string& path, const std::optional<std::string>& script, const CommonOptions& common,
                   Console& console);

/// Errors about what a record says, with the record's name. Errors in a script keep their own place.
std::vector<Error> of_record(std::vector<Error> errors, const std::string& path);

}  // namespace glint::cli
