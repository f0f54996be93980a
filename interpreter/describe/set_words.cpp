#include "interpreter/describe/set_words.hpp"

#include <utility>

#include "interpreter/describe/phrase.hpp"

namespace glint::describe {

SetWords named(std::string name) {
  SetWords words;
  words.place = std::move(name);
  return words;
}

SetWords listed_cells(const std::vector<std::string>& cells) {
  SetWords words = named(listed(cells, "or"));
  words.is_list = true;
  return words;
}

std::string inside(const SetWords& set) { return (set.is_list ? "on " : "in ") + set.place; }

namespace {

/// What stands behind the heads of a set.
std::string behind(const SetWords& set) {
  std::string words = set.of + (set.name.empty() ? "" : " " + set.name) + set.after;
  std::vector<std::string> inside_of = set.inside;
  if (!set.place.empty()) inside_of.push_back(inside(set));
  if (!inside_of.empty()) words += (set.after.empty() ? " " : ", ") + listed(inside_of);
  if (!set.where.empty()) words += (inside_of.empty() && set.after.empty() ? " where " : ", where ") + set.where;
  return words;
}

}  // namespace

std::string singular(const SetWords& set) {
  std::string words = set.owner.empty() ? "" : set.owner + " ";
  if (!set.adjective.empty()) words += set.adjective + " ";
  words += listed(set.heads, "or") + behind(set);
  for (const SetWords& other : set.others)
    words += ", or " + (other.owner.empty() ? with_article(singular(other)) : "one of " + plural_of(other));
  return words;
}

std::string plural_of(const SetWords& set) {
  std::string words = set.owner.empty() ? "" : set.owner + " ";
  if (!set.adjective.empty()) words += set.adjective + " ";
  std::vector<std::string> heads;
  for (const std::string& head : set.heads) heads.push_back(plural(head));
  words += listed(heads, "and") + behind(set);
  for (const SetWords& other : set.others) words += "; and " + plural_of(other);
  return words;
}

void restrict_to_place(SetWords& set) {
  if (set.place.empty()) return;
  set.inside.insert(set.inside.begin(), inside(set));
  set.place.clear();
  set.is_list = false;
}

SetWords both(SetWords a, SetWords b) {
  if (!a.is_pieces && b.is_pieces) std::swap(a, b);
  if (a.others.empty() && b.others.empty()) {
    const bool same = a.heads == b.heads && a.owner == b.owner && a.of == b.of;
    if ((!b.is_pieces || same) && (a.where.empty() || b.where.empty()) &&
        (a.after.empty() || b.after.empty() || (!a.is_pieces && !b.is_pieces))) {
      restrict_to_place(a);
      restrict_to_place(b);
      if (!b.adjective.empty() && a.adjective != b.adjective)
        a.adjective += (a.adjective.empty() ? "" : " ") + b.adjective;
      if (!a.after.empty() && !b.after.empty())
        a.after += ", and also" + b.after;
      else if (a.after.empty())
        a.after = b.after;
      if (a.name.empty()) a.name = b.name;
      if (a.where.empty()) a.where = b.where;
      a.inside.insert(a.inside.end(), b.inside.begin(), b.inside.end());
      return a;
    }
  }
  restrict_to_place(a);
  a.after += " that is also " + (b.owner.empty() ? with_article(singular(b)) : "one of " + plural_of(b));
  return a;
}

SetWords either(SetWords a, SetWords b) {
  if (a.others.empty() && b.others.empty()) {
    const auto is_bare = [](const SetWords& set) {
      return set.after.empty() && set.inside.empty() && set.where.empty() && set.place.empty();
    };
    if (a.is_pieces && b.is_pieces && a.owner == b.owner && a.of == b.of && is_bare(a) && is_bare(b)) {
      a.heads.insert(a.heads.end(), b.heads.begin(), b.heads.end());
      return a;
    }
    if (a.is_named() && b.is_named()) {
      a.is_list = a.is_list && b.is_list;
      std::string first = a.place;
      if (a.is_list && first.rfind(" or ") != std::string::npos) first.replace(first.rfind(" or "), 4, ", ");
      a.place = first + " or " + b.place;
      return a;
    }
  }
  std::vector<SetWords> more = std::move(b.others);
  b.others.clear();
  a.others.push_back(std::move(b));
  a.others.insert(a.others.end(), more.begin(), more.end());
  return a;
}

std::string has(const SetWords& set, const std::string& number, bool is_many) {
  SetWords rest = set;
  rest.owner.clear();
  const std::string what = is_many ? plural_of(rest) : singular(rest);
  if (set.owner == "your") return "you have " + number + " " + what;
  if (!set.owner.empty()) return set.owner.substr(0, set.owner.rfind("'s")) + " has " + number + " " + what;
  return (is_many ? "there are " : "there is ") + number + " " + what;
}

std::string there_is_any(const SetWords& set, bool is_denied) {
  if (is_denied) return has(set, "no", false);
  SetWords rest = set;
  rest.owner.clear();
  return has(set, with_article(singular(rest)).starts_with("an ") ? "an" : "a", false);
}

}  // namespace glint::describe
