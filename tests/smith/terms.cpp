// What can be said of a position: values of each type, sets of cells, conditions.
#include "tests/smith/writer.hpp"

namespace glint::smith {

std::string Writer::cell() { return from(scope_.cells, world_.labels); }
std::string Writer::way() { return from(scope_.ways, world_.ways); }
std::string Writer::line() { return from(scope_.lines, world_.lines); }
std::string Writer::hue() { return from(scope_.hues, world_.hues); }
std::string Writer::player() {
  Names others = world_.players;
  if (may_.me) others.insert(others.begin(), "me");
  return from(scope_.players, others);
}
std::string Writer::number() { return from(scope_.numbers, {"1", "2", "0", "3"}); }

/// A number that is not the same in every position, so that comparing it is no mistake.
std::string Writer::reading() { return from(scope_.numbers, {say({"count(", owned(any_kind()), ")"})}); }

std::string Writer::shades() {
  switch (below(world_.tables.empty() ? 4 : 5)) {
    case 0:
      return "{" + hue() + "}";
    case 1:
      return from(scope_.shades, {"hue"});
    case 2:
      return "(hue - {" + hue() + "})";
    case 3:
      return say({"(", from(scope_.shades, {"hue"}), " | {", hue(), "})"});
    default:
      return say({one_of(world_.tables), "[", cell(), "]"});
  }
}

std::string Writer::ways() { return below(2) == 0 ? "around" : below(2) == 0 ? way() : "{" + way() + ", " + world_.ways[1] + "}"; }

std::string Writer::edges() {
  switch (below(4)) {
    case 0:
      return say({"edge(", cell(), ", ", way(), ")"});
    case 1:
      return from(scope_.edges, {"border"});
    case 2:
      return say({"((edges & edge(", cells(0), ", ", way(), ")) - border)"});
    default:
      return "(border & edge(" + cells(0) + ", around))";
  }
}

/// Pieces of a kind, mostly all.
std::string Writer::owned(const Kind& kind) {
  if (kind.owned == Owned::no || below(2) == 0) return kind.name;
  return "(" + kind.name + " of " + player() + ")";
}

std::string Writer::trace() {
  switch (below(4)) {
    case 0:
      return "beams";
    case 1:
      return say({"trace(", cell(), ", ", way(), (world_.colour ? ", colour = " + shades() : ""), ")"});
    case 2:
      return say({"trace(edge(", cell(), ", ", way(), "), ", way(), (world_.power ? ", power = 2" : ""), ")"});
    default:
      return say({"trace(", cells(0), ")"});
  }
}

std::string Writer::light_cells(int depth) {
  const std::string path = trace();
  switch (below(world_.soaks ? 7 : 6)) {
    case 0:
      return path + ".cells";
    case 1:
      return path + ".hits";
    case 2:
      return path + ".looped";
    case 3:
      return path + ".source";
    case 4: {
      const std::string seen = fresh("seen");
      return "(union " + seen + " in " + path + ".visits where " + seen + ".way == " + way() + " : " + seen + ".cell)";
    }
    case 5: {
      const std::string seen = fresh("seen");
      return "(union " + seen + " in " + path + ".visits where " + seen + ".cell in " + cells(depth - 1) + " : " + seen + ".route)";
    }
    default:
      return path + ".soaked";
  }
}

/// The last argument of what walls may stop, or nothing.
std::string Writer::walls() { return rarely(3) ? ", " + edges() : ""; }

std::string Writer::cells(int depth) {
  switch (below(depth > 0 ? 24 : 11)) {
    case 0:
      return "empty";
    case 1:
      if (rarely(3)) return say({one_of({"(crew of ", "((crew - a1) of "}), player(), ")"});
      return owned(any_kind());
    case 2:
      return from(scope_.sets, {"cells"});
    case 3:
      return cell();
    case 4:
      return "cells";
    case 5:
      return "(" + cell() + " + around)";
    case 6:
      return say({"(", cell(), " + ", way(), ")"});
    case 7:
      return say({"(", cell(), " - ", way(), ")"});
    case 8:
      return "slide(" + cell() + ", around, empty)";
    case 9:
      if (!world_.neighbours.empty()) return say({one_of(world_.neighbours), "(", cell(), ")"});
      return say({"ray(", cell(), ", ", way(), ")"});
    case 10:
      return below(2) == 0 ? say({"between(", cell(), ", ", cell(), ")"}) : "steps(" + cell() + ", around, 2, empty)";
    case 11:
    case 12:
      return say({"(", cells(depth - 1), " & ", cells(depth - 1), ")"});
    case 13:
      return say({"(", cells(depth - 1), " | ", cells(depth - 1), ")"});
    case 14:
      return say({"(", cells(depth - 1), " - ", cells(depth - 1), ")"});
    case 15:
      return say({"(", cells(depth - 1), " ^ ", cells(depth - 1), ")"});
    case 16:
      return say({"hit(", cells(depth - 1), ", ", ways(), ", empty", walls(), ")"});
    case 17:
      return say({"steps(", cell(), ", ", ways(), ", ", number(), ", ", cells(depth - 1), walls(), ")"});
    case 18: {
      const std::string line = one_of({"slide(", "last("});
      return say({line, cells(depth - 1), ", ", ways(), ", ", cells(depth - 1), walls(), ")"});
    }
    case 19: {
      const std::string name = fresh("each");
      const std::string set = cells(depth - 1);
      scope_.cells.push_back(name);
      const std::string inner = condition(depth - 1);
      scope_.cells.pop_back();
      return "{" + name + " in " + set + " where " + inner + "}";
    }
    case 20: {
      const Kind& kind = any_kind();
      if (kind.fields.empty()) return kind.name;
      const std::string name = fresh("one");
      const Field& field = kind.fields[static_cast<std::size_t>(below(static_cast<int>(kind.fields.size())))];
      const std::string of = owned(kind);
      return "{" + name + " in " + of + " where " + name + "." + field.name + " == " + value(field.type, 0) + "}";
    }
    case 21: {
      const std::string name = fresh("far");
      const std::string first = cells(0);
      return say({"(reach ", name, " in ", first, " : ", name, " + ", ways(), " & ", cells(depth - 1), ")"});
    }
    default:
      return may_.light && world_.beams ? light_cells(depth) : "(cells - " + cells(depth - 1) + ")";
  }
}

std::string Writer::condition(int depth) {
  switch (below(depth > 0 ? 21 : 12)) {
    case 0:
      return say({cell(), " in ", cells(depth)});
    case 1:
      return say({cell(), " != ", cell()});
    case 2:
      return say({cells(depth), " meets ", cells(depth)});
    case 3:
      return say({"count(", cells(depth), ") ", one_of({"<", ">=", "!="}), " ", number()});
    case 4:
      if (below(3) == 2) return say({"(", reading(), one_of({" + 1) / 2", " - 2) mod 3", " * 3) mod 2"}), one_of({" == 1", " > 0"})});
      return say({reading(), " ", one_of({"<=", ">", "=="}), " ", number()});
    case 5:
      return say({way(), " ", one_of({"==", "!="}), " ", way()});
    case 6:
      return say({hue(), " in ", shades()});
    case 7:
      return "odd(" + number() + ")";
    case 8:
      return say({cell(), ".x <= ", number()});
    case 9:
      return say({shades(), " meets ", shades()});
    case 10:
      return say({edges(), " meets ", edges()});
    case 11:
      if (world_.tests.empty()) return say({cell(), " in ", cells(depth)});
      return say({one_of(world_.tests), "(", cell(), ")"});
    case 12:
      return "not (" + condition(depth - 1) + ")";
    case 13:
      return say({"(", condition(depth - 1), " and ", condition(depth - 1), ")"});
    case 14:
      return say({"(", condition(depth - 1), " or ", condition(depth - 1), ")"});
    case 15:
      return say({cells(depth - 1), " within ", cells(depth - 1)});
    case 16:
      return may_.can ? "can rest" : say({"count(", cells(depth - 1), ") > 0"});
    case 17: {
      const Kind& kind = any_kind();
      const std::string name = fresh("one");
      const std::string of = owned(kind);
      if (kind.fields.empty()) return "(count " + name + " in " + of + " : " + name + ".y > 1) < 2";
      const Field& field = kind.fields.front();
      return say({"(", one_of({"any", "all", "no"}), " ", name, " in ", of, " : ", name, ".", field.name, " == ", value(field.type, 0), ")"});
    }
    case 18: {
      const Kind& kind = any_kind();
      if (!world_.stacks) return say({"count(", owned(kind), ") == ", number()});
      const std::string name = fresh("part");
      return say({"(count ", name, " in stacked ", kind.name, " : ", name, ".level == ", number(), ") > ", number()});
    }
    case 19: {
      const std::string name = fresh("one");
      return say({"(", one_of({"any", "all", "no"}), " ", name, " in pieces & ", cells(0), " : ", name, ".kind ", one_of({"==", "!="}),
                  " ", any_kind().name, ")"});
    }
    default: {
      const std::string name = fresh("each");
      const std::string set = cells(depth - 1);
      scope_.cells.push_back(name);
      const std::string inner = condition(depth - 1);
      scope_.cells.pop_back();
      return "(" + one_of({"any", "all", "no"}) + " " + name + " in " + set + " : " + inner + ")";
    }
  }
}

std::string Writer::value(Type type, int depth) {
  switch (type) {
    case Type::hue:
      return hue();
    case Type::way:
      return way();
    case Type::slant:  // a subset
      return one_of({world_.ways[0], world_.ways[2]});
    case Type::line:
      return line();
    case Type::level:
      return one_of({"0", "1", "2"});
    case Type::number:
      return number();
    case Type::player:
      return player();
    case Type::cell:
      return cell();
    case Type::cells:
      return cells(depth);
    case Type::hues:
      return shades();
    case Type::edges:
      return edges();
  }
  return "";
}

}  // namespace glint::smith
