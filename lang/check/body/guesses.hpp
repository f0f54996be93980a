// What people call values, functions and members who know other languages, and how it is written here. The grammar has a
// table of its own: lang/parse/guesses.def.
#pragma once

#include <string>
#include <string_view>

#include "lang/check/body/body.hpp"

namespace glint::lang::checking {

/// The player that other languages call so: `me`, `opponent`; empty: none.
std::string_view player_of_other_languages(std::string_view name);
/// Help for a value of other languages where any value is expected, or one of this type; empty: it is none.
std::string value_of_other_languages(std::string_view name, const Type* wanted);
/// Help for a name that nothing here has, at this place; empty: there is none.
std::string instead_of_name(std::string_view name, Place place);
/// Help for what a function of other languages does; empty: there is none.
std::string instead_of_function(std::string_view name);
/// Help for a member that sets of this type are given elsewhere; empty: there is none.
std::string instead_of_member_of_set(std::string_view name, const Type& type);

}  // namespace glint::lang::checking
