// The world of a script: board, kinds of pieces and their optics, terrain, variables, lets, effects, the first position.
#include "tests/smith/writer.hpp"

namespace glint::smith {

namespace {

const Names kSquare4 = {"e", "s", "w", "n"};
const Names kSquare8 = {"e", "se", "s", "sw", "w", "nw", "n", "ne"};
const Names kPointy = {"e", "se", "sw", "w", "nw", "ne"};
const Names kFlat = {"n", "ne", "se", "s", "sw", "nw"};
const Names kLines4 = {"level", "falling", "upright", "rising"};
const Names kLines8 = {"level", "ese", "falling", "sse", "upright", "ssw", "rising", "wsw"};
const Names kLinesPointy = {"level", "ese", "falling", "upright", "rising", "wsw"};
const Names kLinesFlat = {"upright", "nne", "rising", "level", "falling", "sse"};

std::string label(int x, int y) { return std::string(1, static_cast<char>('a' + x)) + std::to_string(y + 1); }

}  // namespace

std::string Writer::board() {
  const int form = below(7);
  const int wide = 3 + below(2) + (wishes_.large ? 19 : 0), high = 2 + below(2) + (wishes_.large ? 1 : 0);
  world_.stacks = rarely(4);
  const std::string stacked = world_.stacks ? " stacks of 2" : "";
  const bool eight = form == 1 || form == 4, pointy = form == 2, flat = form == 3;
  world_.ways = pointy ? kPointy : flat ? kFlat : eight ? kSquare8 : kSquare4;
  world_.lines = pointy ? kLinesPointy : flat ? kLinesFlat : eight ? kLines8 : kLines4;
  const std::string size = say({std::to_string(wide), ", ", std::to_string(high)});
  const bool plain = form < 2;
  const int hole = plain ? 0 : below(wide * high);  // 0: none
  for (int y = 0; y < high; ++y)
    for (int x = 0; x < wide; ++x)
      if (hole == 0 || y * wide + x != hole) world_.labels.push_back(label(x, flat ? 2 * y + x % 2 : y));
  if (plain) return say({"board ", form == 0 ? "grid(" : "square(", size, ")", stacked, "\n"});
  const std::string lattice = pointy ? "pointy" : flat ? "flat" : eight ? "square8" : "square4";
  std::string where = flat ? "not odd(x + y)" : "";
  if (hole != 0) {
    const int x = hole % wide, y = flat ? 2 * (hole / wide) + x % 2 : hole / wide;
    where += say({where.empty() ? "" : " and ", "not (x == ", std::to_string(x), " and y == ", std::to_string(y), ")"});
  }
  const int top = flat ? 2 * high - 1 : high - 1;
  std::string text = say({"board on ", lattice, stacked, " {\n  cells x in 0..", std::to_string(wide - 1), ", y in 0..",
                          std::to_string(top), where.empty() ? "" : " where " + where, "\n"});
  if (form >= 5) text += say({"  wraps (", std::to_string(wide), ", 0)", form == 6 ? ", (0, " + std::to_string(high) + ")" : "", "\n"});
  return text + "  label \"{lower(x + 1)}{y + 1}\"\n}\n";
}

std::string Writer::kinds() {
  std::string text;
  world_.beams = below(4) != 0;
  if (world_.beams) {
    world_.colour = below(2) != 0;
    world_.power = below(2) != 0;
    world_.soaks = rarely(3);
    text += say({"beam {", world_.colour ? " colour: set of hue;" : "", world_.power ? " power: clamped 0..3 = 2;" : "",
                 world_.soaks ? " ends {soaked}" : "", " }\n"});
  }
  Kind stone{"stone", Owned::yes, {}};
  if (below(2) != 0) stone.fields.push_back({"tone", Type::hue});
  world_.kinds.push_back(stone);
  Names written = {kind("stone", false)};
  if (world_.beams) {
    world_.kinds.push_back({"lamp", rarely(3) ? Owned::yes : Owned::no, {{"facing", Type::way}}});
    if (rarely(3)) world_.kinds.back().fields.push_back({"tone", Type::hue});
    written.push_back(kind("lamp", true));
  }
  for (const char* name : {"glass", "block"}) {
    if (below(3) == 0) break;
    Kind made{name, static_cast<Owned>(below(3)), {}};
    if (made.owned == Owned::by_field || rarely(3)) made.fields.push_back({"tone", Type::hue});
    if (below(2) != 0) made.fields.push_back({"line", Type::line});
    if (rarely(3)) made.fields.push_back({"facing", Type::way});
    if (rarely(3)) made.fields.push_back({"height", Type::level});
    if (rarely(3)) made.fields.push_back({"lean", Type::slant});
    world_.kinds.push_back(made);
    written.push_back(kind(name, false));
  }
  for (const std::string& one : written) text += one;
  return text;
}

std::string Writer::kind(const std::string& name, bool emits) {
  const Kind made = world_.kinds.back();
  std::string text = say({"piece ", name, made.owned == Owned::yes ? " of player" : made.owned == Owned::by_field ? " of bearer(tone)" : "", " {\n"});
  std::string look = std::string(1, static_cast<char>(name[0] - 'a' + 'A'));
  if (made.owned == Owned::yes) look += "{owner:1}";
  const Scope outside = scope_;
  for (const Field& field : made.fields) {
    const bool level = field.type == Type::level;
    text += say({"  ", field.name, ": ", field.type == Type::hue ? "hue" : field.type == Type::way ? "direction" : field.type == Type::slant ? "slant" : level ? "0..2 = 1" : "axis", "\n"});
    look += "{" + field.name + "}";
    (field.type == Type::hue ? scope_.hues : field.type == Type::way || field.type == Type::slant ? scope_.ways : level ? scope_.numbers : scope_.lines).push_back(field.name);
  }
  scope_.cells.push_back("here");
  if (emits) {
    text += below(3) != 0 ? "  emits facing" : below(2) == 0 ? "  emits {facing, " + world_.ways[1] + "}" : "  emits if " + condition(0) + " then {} else {facing}";
    text += say({updates(), "\n"});
  }
  if (world_.beams) {
    if (emits ? rarely(3) : below(4) != 0) text += "  when beam comes " + cases(&made, "");
    if (rarely(6)) text += say({"  when beam crosses ", way(), " ", cases(nullptr, "")});
  }
  scope_ = outside;
  for (const Field& field : made.fields)
    if (field.type == Type::hue) text += "  look when " + field.name + " == green \"" + look + "!\"\n";
  return text + "  look \"" + look + "\"\n}\n";
}

/// What beams are told at a piece with these fields, or at a cell or edge.
std::string Writer::cases(const Kind* kind, const std::string& here) {
  const Scope outside = scope_;
  if (!here.empty()) scope_.cells.push_back(here);
  scope_.ways.push_back("beam.way");
  if (world_.power) scope_.numbers.push_back("beam.power");
  if (world_.colour) scope_.shades.push_back("beam.colour");
  bool faces = false;
  for (const Field& field : kind ? kind->fields : std::vector<Field>{}) faces = faces || field.name == "facing";
  std::string text;
  if (below(2) == 0) {
    text = say({"-> ", outcome(kind), "\n"});
  } else {
    text = "{\n";
    for (int left = 1 + below(2); left > 0; --left) {
      const int form = below(3);
      text += "    ";
      if (form > 0) text += say({"from ", one_of({"ahead", "behind", "left", "right", "aside"}), faces ? "" : " " + world_.ways[static_cast<std::size_t>(below(static_cast<int>(world_.ways.size())))]});
      if (form != 1) text += say({form == 0 ? "if " : " if ", condition(1)});
      text += say({" -> ", outcome(kind), "\n"});
    }
    if (below(2) != 0) text += say({"    otherwise -> ", outcome(kind), "\n"});
    text += "  }\n";
  }
  scope_ = outside;
  return text;
}

std::string Writer::outcome(const Kind* kind) {
  Names ways_on = {"straight", "stops", "turns 1", "turns -1"};
  if (world_.soaks) ways_on.push_back("stops as soaked");
  switch (below(9)) {
    case 0:
      return "stops";
    case 1:
      return "straight" + updates();
    case 2:
      return say({"reflects across ", line(), updates()});
    case 3:
      return say({"turns ", one_of({"1", "2", "-1"}), updates()});
    case 4:
      return say({"leaves ", way(), updates()});
    case 5:
      return say({"straight", updates(), ", turns ", one_of({"1", "-1"}), updates()});
    case 6:
      return say({"leaves ", way(), updates(), ", reflects across ", line()});
    case 7:
      return kind ? say({"to ", one_of(world_.labels), " going ", way()}) : "stops";
    default:
      return world_.soaks ? "stops as soaked" : "straight" + updates();
  }
}

std::string Writer::updates() {
  Names made;
  if (world_.power && below(3) == 2) made.push_back(say({"beam.power ", one_of({"-= 1", "+= 1", "= 1"})}));
  if (world_.colour && below(3) == 2) made.push_back(say({"beam.colour ", one_of({"|=", "&=", "^=", "="}), " {", hue(), "}"}));
  if (made.empty()) return "";
  std::string text = " { ";
  for (std::size_t i = 0; i < made.size(); ++i) text += (i > 0 ? "; " : "") + made[i];
  return text + " }";
}

/// Groups of kinds, types of kinds, and a table of numbers.
std::string Writer::groups() {
  std::string all, owned;
  for (const Kind& kind : world_.kinds) {
    all += (all.empty() ? "" : " | ") + kind.name;
    if (kind.owned != Owned::no) owned += (owned.empty() ? "" : " | ") + kind.name;
    if (kind.owned == Owned::yes && kind.fields.empty()) world_.mates.push_back(kind.name);
  }
  const auto type = [](const std::string& kinds) {
    std::string values = "{";
    for (const char sign : kinds) values += sign == '|' ? ',' : sign;
    return values + "}\n";
  };
  std::string text = say({"let pieces = ", all, "\nlet crew = ", owned, "\nlet dose[grade: 0..3] = [2, 0, 1, 3]\n"});
  scope_.numbers.push_back("dose[3]");
  scope_.numbers.push_back("(the grade in 0..3 where dose[grade] == count(crew) else 2)");
  if (world_.mates.size() < 2) world_.mates.clear();
  // Two types with the same kinds would leave open which is meant.
  if (world_.mates.empty() || world_.kinds.size() > 2) text += say({"type sort = ", type(all)});
  if (!world_.mates.empty())
    text += say({"type mate = ", type(world_.mates[0] + "|" + world_.mates[1]), "var next: mate = ", world_.mates[0], "\n"});
  return text;
}

/// Cells and edges that act on beams by themselves.
std::string Writer::terrain() {
  std::string text;
  if (!world_.beams) return text;
  if (rarely(4)) text += say({"when beam enters spot in ", from(scope_.sets, {world_.labels[0] + " | " + world_.labels[2]}), " ", cases(nullptr, "spot")});
  if (rarely(4)) text += say({"when beam crosses side in ", from(scope_.edges, {"border"}), " ", cases(nullptr, "")});
  return text;
}

std::string Writer::variables() {
  struct Form {
    const char* name;
    const char* declared;
    Type type, index;
    const char* used;  // as a value; null: with an index
  };
  static const Form kForms[] = {
      {"number", ": clamped 0..4 = 2", Type::number, Type::number, "number"},
      {"marks", ": set of cell = {}", Type::cells, Type::number, "marks"},
      {"tally", "[hue]: clamped 0..9 = 1", Type::number, Type::hue, "tally[red]"},
      {"points", "[p: player]: clamped 0..9 = 0", Type::number, Type::player, "points[sun]"},
      {"moods", ": set of hue = {red}", Type::hues, Type::number, "moods"},
      {"wind", ": direction = ", Type::way, Type::number, "wind"},
      {"doors", ": set of edge = {}", Type::edges, Type::number, "doors"},
      {"mover", ": player = sun", Type::player, Type::number, "mover"},
      {"tilt", ": slant = ", Type::slant, Type::number, "tilt"},
      {"target", ": cell = ", Type::cell, Type::number, "target"},
  };
  std::string text;
  for (const Form& form : kForms) {
    const bool needed = form.type == Type::number && form.index == Type::number;
    if (!needed && below(2) == 0) continue;
    const bool hidden = world_.secrets && rarely(3) && !needed;
    const std::string seers = form.index == Type::player ? one_of({"p", "player - {p}", "{}"}) : one_of({"{}", "sun"});
    text += say({"var ", form.name, form.declared, form.type == Type::way || form.type == Type::slant ? world_.ways[0] : form.type == Type::cell ? world_.labels[1] : "",
                 hidden ? " seen by " + seers : "", form.index == Type::hue ? " uncounted" : "",
                 form.index == Type::player ? " \"point|points\"" : form.type == Type::cells ? " \"marks\"" : "", "\n"});
    world_.variables.push_back({form.name, form.type, form.index, hidden});
    if (hidden) continue;
    Names& pool = form.type == Type::number   ? scope_.numbers
                  : form.type == Type::cells  ? scope_.sets
                  : form.type == Type::hues   ? scope_.shades
                  : form.type == Type::way || form.type == Type::slant ? scope_.ways
                  : form.type == Type::edges  ? scope_.edges
                  : form.type == Type::player ? scope_.players
                                              : scope_.cells;
    pool.push_back(form.used);
  }
  return text;
}

/// What chance deals, by `play`; only `dealt_move` uses it.
std::string Writer::dealt() {
  if (!wishes_.dealt) return "";
  return say({"var hand[p: player]: 0..3 = 0 seen by p \"hand\"\nvar behind[p: player]: 0..3 = 0 seen by player - {p}\n",
              "var deck: 0..5 = 0 seen by ", one_of({"{}", "sun"}), "\nvar cache: set of cell = {} seen by ", one_of({"{}", "sun"}), "\n"});
}

std::string Writer::lets() {
  std::string text;
  const May outside = may_;
  for (int left = below(4); left > 0; --left) {
    may_ = {};
    may_.light = world_.beams && below(2) != 0;
    const std::string name = fresh("let");
    const std::string at = fresh("at");
    const int form = below(5);
    if (form != 0 && form != 4) scope_.cells.push_back(at);
    switch (form) {
      case 0:
        text += say({"let ", name, ": set of cell = ", cells(2), "\n"});
        break;
      case 1:
        text += say({"let ", name, "[", at, ": cell]: set of hue = ", below(2) == 0 ? shades() : say({"if ", condition(1), " then {} else {", hue(), "}"}), "\n"});
        break;
      case 2:
        text += say({"let ", name, "(", at, ": cell): set of cell = ", cells(2), "\n"});
        break;
      case 3:
        text += say({"let ", name, "(", at, ": cell): flag = ", condition(2), "\n"});
        break;
      default:
        text += say({"let ", name, " = ", below(2) == 0 ? "count(" + cells(2) + ")" : say({"if ", condition(1), " then ", number(), " else ", reading()}), "\n"});
    }
    if (form != 0 && form != 4) scope_.cells.pop_back();
    if (may_.light) {
      light_lets_.push_back({form, name});
    } else {
      named(form, name);
    }
  }
  may_ = outside;
  return text;
}

/// What a let of this form may be used as from here on.
void Writer::named(int form, const std::string& name) {
  switch (form) {
    case 0:
      scope_.sets.push_back(name);
      break;
    case 1:
      world_.tables.push_back(name);
      break;
    case 2:
      world_.neighbours.push_back(name);
      break;
    case 3:
      world_.tests.push_back(name);
      break;
    default:
      scope_.numbers.push_back(name);
  }
}

std::string Writer::effects() {
  std::string text;
  for (int left = below(3); left > 0; --left) {
    const std::string name = fresh("act");
    const std::string at = fresh("at");
    may_ = {};
    may_.light = world_.beams;
    scope_.cells.push_back(at);
    text += say({"do ", name, "(", at, ": cell) {\n  ", effect(2), "\n"});
    if (rarely(3)) text += say({"  require ", condition(1), "   \"not at {", at, "}\"\n"});
    text += "}\n";
    scope_.cells.pop_back();
    world_.effects.push_back(name);
  }
  may_ = {};
  return text;
}

std::string Writer::setup() {
  std::string text = "setup {\n";
  requires_ = false;
  may_ = {};
  for (int left = 1 + below(4); left > 0; --left) text += say({"  ", put(one_of(world_.players)), "\n"});
  requires_ = true;
  return text + "}\n";
}

}  // namespace glint::smith
