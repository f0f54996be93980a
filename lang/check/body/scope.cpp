// The scope of a body: its locals, from their binding to the end of their block, and the things that it may read, by its
// place. Lets and effects may read anything; their reads are noted, and checked at each call.
#include "lang/check/body/scope.hpp"

#include "lang/check/body/expressions.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {
namespace {

/// The ways to speak of players in a rule in which nobody is to move.
std::string help_for_nobody(Place place, const rules::Rules& rules) {
  if (place != Place::rule) return "";
  if (rules.players.size() == 1) return "name the player: `end when ... : " + rules.players[0].name + " wins`";
  return "name the player: `end for p in player when ... : p wins`, `all p in player : ...`; for the player who has just "
         "moved, end the move with `end when ... : me wins`";
}

}  // namespace

Scope::Scope(Context& in, Place at, int kind) : Scope(in, at) {
  Type here = plain(Base::cell);
  if (kind >= 0) here.stands = rules::KindMask{1} << kind;
  frame.locals.push_back({"here", here, {}});
  facts.set(0, here.stands);
  has_here = true;
  piece = kind;
}

const int* Scope::find_local(const std::string& name) const {
  const auto found = visible.find(name);
  return found == visible.end() ? nullptr : &found->second;
}

void Scope::show(const std::string& name, int slot) {
  if (visible.emplace(name, slot).second) bound.push_back(name);
}

void Scope::leave(std::size_t mark) {
  for (; bound.size() > mark; bound.pop_back()) visible.erase(bound.back());
}

int Scope::bind(const tree::Name& name, const std::optional<Type>& type) {
  bool good = true;
  if (const int* other = find_local(name.text)) {
    Diagnostic& error = context.report.error(Code::G0203, name.span, "a second " + marked(name.text) + " here");
    if (*other >= 0) error.others.push_back({entry_of(frame.locals, *other).span, "declared here"});
    good = false;
  } else if (Namespace::is_builtin(name.text)) {
    good = context.names.may_be_declared(name);
  } else if (context.script.is_own(name.span)) {
    // In a library a local may hide a name of the game; in the script itself that would be misleading.
    good = context.names.may_be_declared(name);
    if (good) {
      const Global* global = context.names.find(name.text);
      const auto& values = context.names.values_of(name.text);
      if (global != nullptr) {
        context.report.error(Code::G0203, name.span, marked(name.text) + " is declared already",
                             {.others = {{global->decl->name.span, "declared here"}}});
      } else if (!values.empty()) {
        Diagnostic& error =
            context.report.error(Code::G0203, name.span,
                                 marked(name.text) + " is " + with_article("value") + " of " +
                                     marked(type_name(element(values.front().type), rules)) + " already");
        if (values.front().span.end != 0) error.others.push_back({values.front().span, "declared here"});
      }
      good = global == nullptr && values.empty();
    }
  }
  if (frame.locals.size() >= kMostLocals) {
    context.report.error(Code::G0412, name.span, "more than " + std::to_string(kMostLocals) + " names in one body");
    good = false;
  }
  if (!good || !type) {
    show(name.text, -1);
    return -1;
  }
  const int slot = static_cast<int>(frame.locals.size());
  frame.locals.push_back({name.text, *type, name.span});
  show(name.text, slot);
  facts.set(slot, type->stands);
  return slot;
}

int Scope::bind_hidden(const Type& type, const Span& span) {
  frame.locals.push_back({std::string(), type, span});
  return static_cast<int>(frame.locals.size()) - 1;
}

void Scope::call_here(const tree::Name& name, rules::KindMask stands) {
  // Bound like any other name, so that it is refused if it is taken, but with the slot of `here`.
  const int slot = bind(name, plain(Base::cell));
  if (slot < 0) return;
  frame.locals.pop_back();
  visible[name.text] = 0;
  facts.set(0, stands);
}

bool Scope::parameters(const std::vector<tree::Param>& params) {
  bool good = true;
  for (const tree::Param& param : params) {
    std::optional<Type> type = type_of(context, param.type, param.name.text);
    const std::size_t before = frame.locals.size();
    bind(param.name, type);
    // A wrong parameter keeps its slot, so that the others keep theirs.
    if (frame.locals.size() != before) continue;
    bind_hidden(type.value_or(Type{}), param.name.span);
    good = false;
  }
  frame.params = static_cast<int>(frame.locals.size()) - (has_here ? 1 : 0);
  return good;
}

Expr Scope::local(int slot, const Span& span) {
  Expr expr = about(slot, node(Op::local, entry_of(frame.locals, slot).type, span));
  expr.type.stands = facts.at(slot);
  return expr;
}

std::optional<FactKey> Scope::fact_key(const Expr& expr) {
  if (expr.op == Op::local) return expr.ref;
  if (expr.op == Op::set && expr.kids.size() == 1) return fact_key(expr.kids.front());
  const bool by_numbers = expr.op == Op::cell_at && expr.kids[0].op == Op::constant && expr.kids[1].op == Op::constant;
  if (expr.op != Op::label && !by_numbers) return std::nullopt;
  const std::string name =
      by_numbers ? std::to_string(expr.kids[0].number) + "," + std::to_string(expr.kids[1].number) : expr.text;
  const auto next = -1 - static_cast<FactKey>(label_keys.size());
  return label_keys.emplace(name, next).first->second;
}

void Scope::add_loss(Diagnostic& error, FactKey key) const {
  const auto where = facts.lost_at(key);
  if (!where) return;
  // An effect further down comes before it in a loop: it is that of the round before.
  const bool in_round_before = where->file == error.primary.span.file && where->begin > error.primary.span.begin;
  error.others.push_back(
      {*where, in_round_before ? "an earlier round of the loop has done this: the piece there is not known"
                               : "after this, the piece there is not known"});
}

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
