// Sets of cells and pieces in words, before they are put together to a phrase: "your" + "empty" + "cell" + " next to x".
#pragma once

#include <string>
#include <vector>

namespace glint::describe {

/// A set in words, in parts: "your" + "empty" + "cell" + " next to x". `place`: how one says that something is in it,
/// if the set has a name or is a list ("in *west*", "on a1 or f6"); else empty.
struct SetWords {
  std::string owner, adjective;
  std::vector<std::string> heads = {"cell"};
  std::string of = {};              // whose pieces, where that is no name: " of *x*'s owner"
  std::string name;                 // of the one that is meant, behind the heads: "pyramids *x*"
  std::string after;                // " next to *at*"
  std::vector<std::string> inside;  // "in *west*", "on a1 or f6": each holds
  std::string where;                // a clause about the one that is meant
  std::string place;
  bool is_list = false;               // `place` names its cells one by one
  bool is_pieces = false;             // the heads are kinds of pieces
  std::vector<SetWords> others = {};  // further alternatives

  bool is_named() const {
    return !place.empty() && adjective.empty() && after.empty() && inside.empty() && where.empty() && others.empty() &&
           !is_pieces;
  }
};

/// The set with this name.
SetWords named(std::string name);
/// These cells, one by one: "a1 or f6".
SetWords listed_cells(const std::vector<std::string>& cells);
/// A set that has a name becomes cells in it, to which more can be added.
void restrict_to_place(SetWords& set);
/// What is in both sets, and what is in one or the other.
SetWords both(SetWords a, SetWords b);
SetWords either(SetWords a, SetWords b);

/// "your empty cell next to *x*", and "your empty cells next to *x*".
std::string singular(const SetWords& set);
std::string plural_of(const SetWords& set);
/// What comes after "is" or after a noun: "in *west*", "on a1 or f6".
std::string inside(const SetWords& set);
/// "you have at least 2 pyramids", "there are at least 2 cells".
std::string has(const SetWords& set, const std::string& number, bool is_many);
/// "there is a pyramid next to *x*"; denied: "there is no ...".
std::string there_is_any(const SetWords& set, bool is_denied);

}  // namespace glint::describe
