// The things that a body may read, by its place. Lets and effects may read anything; what they read is noted, and
// checked where they are called.
#include "lang/check/body/scope.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {

std::string name_of(Place place) {
  // In the order of Place.
  static constexpr const char* kNames[] = {
      "a constant", "a board", "what beams do",          "a look",    "a `let`", "a named effect", "a move",
      "`setup`",    "`play`",  "a rule for all players", "the clock", "a test"};
  return kNames[static_cast<std::size_t>(place)];
}

bool Scope::read_state(const Span& span, const std::string& what) {
  switch (place) {
    case Place::constant:
    case Place::board:
    case Place::clock:
      return context.report.deny(
          Code::G0307, span, what + " changes during play; this must be a constant",
          {.label = "not a constant", .help = "for a value that follows the position, write `let name = ...`"});
    case Place::look:
      return context.report.deny(Code::G0407, span, "how a piece looks may not depend on " + what,
                                 {.help = "it may depend on the piece's fields, on options and on constants"});
    default:
      reads.state = true;
      return true;
  }
}

bool Scope::read_beams(const Span& span, const std::string& what) {
  if (place == Place::beams || place == Place::look)
    return context.report.deny(Code::G0407, span,
                               what + " is computed from the beams, so a beam reaction cannot read it",
                               {.help = "beam reactions may read pieces, options and variables"});
  if (!read_state(span, what)) return false;
  reads.beams = true;
  return true;
}

bool Scope::knows_me() const {
  if (place == Place::play) return in_turn;
  return equals_any(place, {Place::let, Place::effect, Place::move, Place::test, Place::clock});
}

namespace {

/// The ways to speak of players in a rule in which nobody is to move.
std::string help_for_nobody(Place place, const rules::Rules& rules) {
  if (place != Place::rule) return "";
  if (rules.players.size() == 1) return "name the player: `end when ... : " + rules.players[0].name + " wins`";
  return "name the player: `end for p in player when ... : p wins`, `all p in player : ...`; for the player who has just "
         "moved, end the move with `end when ... : me wins`";
}

}  // namespace

bool Scope::read_me(const Span& span, const std::string& what) {
  if (!knows_me())
    return context.report.deny(Code::G0403, span,
                               marked(what) + " is not defined in " + name_of(place) +
                                   (place == Place::play    ? " outside of a turn"
                                    : place == Place::rule  ? ": no player is to move there"
                                    : place == Place::setup ? ": no player is to move yet"
                                                            : ""),
                               {.help = help_for_nobody(place, rules)});
  reads.me = true;
  if (place != Place::clock) reads.state = true;
  return true;
}

bool Scope::use_flags(const std::string& name, const Span& span, bool me, bool beams, bool state) {
  if (beams && !read_beams(span, marked(name))) return false;
  if (state && !read_state(span, marked(name))) return false;
  if (!me) return true;
  if (!knows_me())
    return context.report.deny(Code::G0403, span,
                               marked(name) + " needs a player to move, and there is none in " + name_of(place) +
                                   (place == Place::play ? " outside of a turn" : ""),
                               {.help = help_for_nobody(place, rules)});
  reads.me = true;
  return true;
}

}  // namespace glint::lang::checking
