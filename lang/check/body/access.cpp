// What a body may read, by its place. Lets and effects may read anything; what they read is noted, and checked where
// they are called.
#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

std::string name_of(Place place) {
  // In the order of Place.
  static constexpr const char* kNames[] = {
      "a constant", "a board", "what beams do",          "a look",    "a `let`", "a named effect", "a move",
      "`setup`",    "`play`",  "a rule for all players", "the clock", "a test"};
  return kNames[static_cast<std::size_t>(place)];
}

bool Body::read_state(const Span& span, const std::string& what) {
  switch (place_) {
    case Place::constant:
    case Place::board:
    case Place::clock:
      return context_.report.deny(Code::G0307, span,
                                  what + " changes during play, and a constant is needed here",
                                  {.label = "not a constant",
                                   .help = "for a value that follows the position, write `let name = ...`"});
    case Place::look:
      return context_.report.deny(Code::G0407, span, "how a piece looks may not depend on " + what,
                                  {.help = "it may depend on the piece's fields, on options and on constants"});
    default:
      reads_.state = true;
      return true;
  }
}

bool Body::read_beams(const Span& span, const std::string& what) {
  if (place_ == Place::beams || place_ == Place::look)
    return context_.report.deny(Code::G0407, span, what + " is computed from the beams, so a beam reaction cannot read it",
                                {.help = "beam reactions may read pieces, options and variables"});
  if (!read_state(span, what)) return false;
  reads_.beams = true;
  return true;
}

bool Body::knows_me() const {
  switch (place_) {
    case Place::let:
    case Place::effect:
    case Place::move:
    case Place::test:
    case Place::clock:
      return true;
    case Place::play:
      return in_turn_;
    default:
      return false;
  }
}

namespace {

/// How a rule that nobody is to move in speaks of players.
std::string help_for_nobody(Place place, const rules::Rules& rules) {
  if (place != Place::rule) return "";
  if (rules.players.size() == 1) return "name the player: `end when ... : " + rules.players[0].name + " wins`";
  return "name the player: `end for p in player when ... : p wins`, `all p in player : ...`; for the player who has just "
         "moved, end the move with `end when ... : me wins`";
}

}  // namespace

bool Body::read_me(const Span& span, const std::string& what) {
  if (!knows_me())
    return context_.report.deny(Code::G0403, span,
                                quote(what) + " is not defined in " + name_of(place_) +
                                    (place_ == Place::play    ? " outside of a turn"
                                     : place_ == Place::rule  ? ": no player is to move there"
                                     : place_ == Place::setup ? ": no player is to move yet"
                                                              : ""),
                                {.help = help_for_nobody(place_, rules_)});
  reads_.me = true;
  if (place_ != Place::clock) reads_.state = true;
  return true;
}

bool Body::use_flags(const std::string& name, const Span& span, bool me, bool beams, bool state) {
  if (beams && !read_beams(span, quote(name))) return false;
  if (state && !read_state(span, quote(name))) return false;
  if (!me) return true;
  if (!knows_me())
    return context_.report.deny(Code::G0403, span,
                                quote(name) + " needs a player to move, and there is none in " + name_of(place_) +
                                    (place_ == Place::play ? " outside of a turn" : ""),
                                {.help = help_for_nobody(place_, rules_)});
  reads_.me = true;
  return true;
}

}  // namespace glint::lang::checking
