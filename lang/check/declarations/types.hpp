// Types: checking them as written, and naming them in messages.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/context.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::checking {

class Body;

inline Type element(Type type) {
  type.is_set = false;
  return type;
}
inline Type set_of(Type type) {
  type.is_set = true;
  type.clamped = false;
  return type;
}
inline Type plain(rules::Base base) {
  Type type;
  type.base = base;
  return type;
}
inline Type number_type(std::int64_t lo, std::int64_t hi) {
  Type type;
  type.lo = lo;
  type.hi = hi;
  return type;
}
inline bool same_base(const Type& a, const Type& b) { return a.base == b.base && a.enumeration == b.enumeration; }
inline bool is(const Type& type, rules::Base base) { return type.base == base && !type.is_set; }
/// The subset that contains all values of both; 0: none is known.
inline std::uint16_t common_subset(const Type& a, const Type& b) { return a.subset == b.subset ? a.subset : 0; }
inline Type unclamped(Type type) {
  type.clamped = false;
  return type;
}
/// True if the type is cyclic: after the last value comes the first.
inline bool cyclic(const Type& type) {
  return is(type, rules::Base::player) || is(type, rules::Base::direction) || is(type, rules::Base::axis);
}

/// The built-in types.
inline constexpr std::pair<const char*, rules::Base> kTypeWords[] = {
    {"player", rules::Base::player},       {"cell", rules::Base::cell}, {"edge", rules::Base::edge},
    {"direction", rules::Base::direction}, {"axis", rules::Base::axis}, {"flag", rules::Base::flag}};
/// The built-in type with this name; notes in Rules if it is the type of edges.
std::optional<Type> type_named(std::string_view name, rules::Rules& rules);

/// The type that is written; nothing, after a report, if it is no type. Declares values that are listed in it, for the
/// enumeration `owner`.
std::optional<Type> type_of(Context& context, const tree::TypeExpr& type, const std::string& owner);
std::optional<Type> type_of(Context& context, const std::vector<tree::TypeExpr>& type, const std::string& owner);

/// The values of an expression that lists them, or of a subset that does, as bits; nothing if they are computed.
std::optional<std::uint64_t> listed_values(const rules::Expr& expr);
std::optional<std::uint64_t> values_of_subset(const Type& type, const rules::Rules& rules);
/// True if the type is written as some of the values of another type: `{n, s} of direction`.
bool is_subset(const tree::TypeExpr& type, const Context& context);

/// A type as a script writes it: `0..5`, `set of hue`, `cell`, `clamped 0..4`.
std::string type_name(const Type& type, const rules::Rules& rules);
/// "a set of `hue`"
std::string phrase(const Type& type, const rules::Rules& rules);
/// The most elements that a set of this type can have.
std::int64_t size_of(const Type& type, const Context& context);
/// The names of the values of `player`, `direction` or `axis`, if it has any.
std::optional<std::vector<std::string>> names_of_values(const Type& type, const rules::Rules& rules);

/// The names of the fields of a kind.
std::vector<std::string> field_names(const rules::Kind& kind, const rules::Rules& rules);
/// The field of beams with this name, or -1.
int beam_field(const std::string& name, const rules::Rules& rules);
/// The field with this name that all of these kinds have, or -1.
int field_of(rules::KindMask kinds, const std::string& name, const rules::Rules& rules);
rules::KindMask emitters(const rules::Rules& rules);
/// "`disc` or `ring`"
std::string kinds_in(rules::KindMask kinds, const rules::Rules& rules);

}  // namespace glint::lang::checking
