// What a body may read, by its place. Lets and effects may read anything and remember it; their callers are checked
// for it.
#include "lang/check/body.hpp"

namespace glint::lang::checking {

std::string name_of(Place place) {
  switch (place) {
    case Place::constant:
      return "a constant";
    case Place::board:
      return "a board";
    case Place::beams:
      return "what beams do";
    case Place::look:
      return "a look";
    case Place::let:
      return "a `let`";
    case Place::effect:
      return "a named effect";
    case Place::move:
      return "a move";
    case Place::setup:
      return "`setup`";
    case Place::play:
      return "`play`";
    case Place::rule:
      return "a rule for all players";
    case Place::clock:
      return "the clock";
    case Place::test:
      return "a test";
  }
  return {};
}

bool Body::read_state(const Span& span, const std::string& what) {
  switch (place_) {
    case Place::constant:
    case Place::board:
    case Place::clock:
      context_.report.error(Code::G0307, span,
                            what + " changes during play, and here only what never changes can stand",
                            "not a constant");
      return false;
    case Place::look:
      context_.report.error(Code::G0407, span, "how a piece looks may not depend on " + what).help =
          "it may depend on the piece's fields, on options and on constants";
      return false;
    default:
      reads_.state = true;
      return true;
  }
}

bool Body::read_beams(const Span& span, const std::string& what) {
  if (place_ == Place::beams || place_ == Place::look) {
    context_.report.error(Code::G0407, span, "beams feed " + what + ", so what beams do may not read it");
    return false;
  }
  if (!read_state(span, what)) return false;
  reads_.beams = true;
  return true;
}

bool Body::read_me(const Span& span, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    context_.report.error(Code::G0403, span, quote(what) + " has no meaning in " + name_of(place_) + why);
    return false;
  };
  switch (place_) {
    case Place::let:
    case Place::effect:
    case Place::move:
    case Place::test:
    case Place::clock:
      break;
    case Place::play:
      if (!in_turn_) return refuse(" outside of a turn");
      break;
    case Place::rule:
      return refuse(", as nobody is to move");
    case Place::setup:
      return refuse(", as nobody is to move yet");
    case Place::constant:
    case Place::board:
    case Place::beams:
    case Place::look:
      return refuse("");
  }
  reads_.me = true;
  if (place_ != Place::clock) reads_.state = true;
  return true;
}

bool Body::use_flags(const std::string& name, const Span& span, bool me, bool beams, bool state) {
  if (beams && !read_beams(span, quote(name))) return false;
  if (state && !read_state(span, quote(name))) return false;
  if (!me) return true;
  switch (place_) {
    case Place::let:
    case Place::effect:
    case Place::move:
    case Place::test:
    case Place::clock:
      break;
    case Place::play:
      if (in_turn_) break;
      [[fallthrough]];
    default:
      context_.report.error(Code::G0403, span,
                            quote(name) + " asks who is to move, which is not known in " + name_of(place_) +
                                (place_ == Place::play ? " outside of a turn" : ""));
      return false;
  }
  reads_.me = true;
  return true;
}

}  // namespace glint::lang::checking
