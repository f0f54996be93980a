// What moves do, and how play goes on.
#include <algorithm>

#include "tests/smith/writer.hpp"

namespace glint::smith {

/// A pick, and the hole that shows it in the notation.
std::string Writer::pick(std::string& hole) {
  std::string text;
  const std::string name = fresh("pick");
  hole = "{" + name + "}";
  switch (below(9)) {
    case 0:
    case 1:
    case 2:
    case 3:
      text = say({"  pick ", name, " in ", cells(2), below(2) == 0 ? "" : "   \"not {" + name + "}\"", "\n"});
      scope_.cells.push_back(name);
      return text;
    case 4:
      text = say({"  pick ", name, " in ", one_of({"direction", "{" + world_.ways[0] + ", " + world_.ways[2] + "}"}), "\n"});
      scope_.ways.push_back(name);
      return text;
    case 5:
      text = say({"  pick ", name, " in ", shades(), "\n"});
      scope_.hues.push_back(name);
      return text;
    case 6:
      text = say({"  pick ", name, " in ", one_of({"0..3", "0..number", "number..4"}), "\n"});
      scope_.numbers.push_back(name);
      return text;
    case 7: {
      const std::string set = cells(1);
      text = say({"  pick ", name, " in some of ", set, "\n  offer ", name, " == ", set, "\n"});
      hole = "<" + hole + ">";
      scope_.sets.push_back(name);
      return text;
    }
    default:
      text = say({"  pick ", name, " in ", edges(), "\n"});
      scope_.edges.push_back(name);
      return text;
  }
}

/// A loop with picks; one may take the place of a pick of a cell before it, if there is one.
std::string Writer::rounds(const std::string& cell_before, std::string& hole) {
  const Scope outside = scope_;
  const bool stops = below(3) != 0;
  std::string text =
      say({"  while ", condition(1), stops ? " or stop" : "", " at most ", one_of({"2", "3", "1"}), " {\n"});
  const bool is_anew = !cell_before.empty() && below(2) == 0;
  const std::string name = is_anew ? cell_before : fresh("pick");
  if (below(3) == 0) text += say({"    ", effect(1), "\n"});
  text += say({"    pick ", name, " in ", cells(1), "\n"});
  if (!is_anew) scope_.cells.push_back(name);
  hole = "{/{" + name + "}...}";
  if (below(2) == 0) text += say({"    require ", condition(1), "\n"});
  if (below(3) != 0) text += say({"    ", effect(1), "\n"});
  scope_ = outside;
  return text + "  }\n";
}

std::string Writer::put(const std::string& owner) {
  if (!world_.mates.empty() && rarely(3))
    return say({"next = ", one_of(world_.mates), "; put next(owner = ", owner.empty() ? player() : owner, ") on ", cells(below(2)),
                world_.stacks ? " & empty" : ""});
  const Kind& kind = any_kind();
  Names given;
  if (kind.owned == Owned::yes && (!may_.me || below(2) != 0)) given.push_back("owner = " + (owner.empty() ? player() : owner));
  for (const Field& field : kind.fields)
    if (field.type != Type::level || below(2) != 0) given.push_back(say({field.name, " = ", value(field.type, 0)}));
  std::string text = "put " + kind.name;
  for (std::size_t i = 0; i < given.size(); ++i) text += (i == 0 ? "(" : ", ") + given[i];
  if (!given.empty()) text += ")";
  // On a full stack nothing can be put: that is tried too, but seldom.
  if (world_.stacks && !rarely(12)) return say({text, " on ", cells(below(2)), " & empty"});
  return say({text, " on ", cells(below(2))});
}

std::string Writer::assignment() {
  const Variable* chosen = &world_.variables[static_cast<std::size_t>(below(static_cast<int>(world_.variables.size())))];
  if (chosen->hidden && !may_.hidden) chosen = &world_.variables[0];
  std::string name = chosen->name;
  if (chosen->index == Type::hue) name += "[" + hue() + "]";
  if (chosen->index == Type::player) name += "[" + player() + "]";
  switch (chosen->type) {
    case Type::number:
      return say({name, one_of({" += ", " -= ", " = "}), chosen->index == Type::number ? one_of({"1", "2"}) : number()});
    case Type::cells:
      return say({name, one_of({" |= ", " &= ", " ^= ", " -= "}), cells(1)});
    case Type::hues:
      return say({name, one_of({" |= ", " ^= ", " -= "}), "{", hue(), "}"});
    case Type::way:
      return below(2) == 0 ? name + " -= 3" : say({name, " = ", way()});
    case Type::slant:
      return say({name, " = ", one_of({world_.ways[0], world_.ways[2]})});
    case Type::edges:
      return say({name, one_of({" |= ", " ^= ", " -= "}), edges()});
    case Type::player:
      return name + " += 1";
    default:
      return say({name, " = ", cell()});
  }
}

/// Something for each piece of a kind in some cells.
std::string Writer::for_kind(int depth) {
  const Kind& kind = any_kind();
  const std::string name = fresh("one");
  std::string text = say({"for ", name, " in ", kind.name, " & ", cells(1), " { "});
  if (kind.fields.empty() || rarely(4)) {
    if (kind.owned == Owned::yes) return text + name + ".owner += 1 }";
    scope_.cells.push_back(name);
    text += effect(depth - 1);
    scope_.cells.pop_back();
    return text + " }";
  }
  const Field& field = kind.fields[static_cast<std::size_t>(below(static_cast<int>(kind.fields.size())))];
  text += say({name, ".", field.name, field.type == Type::way && below(2) == 0 ? " += 1" : " = " + value(field.type, 0)});
  if (requires_ && rarely(3)) text += "; require " + condition(1);
  return text + " }";
}

std::string Writer::effect(int depth) {
  switch (below(depth > 0 ? 15 : 9)) {
    case 0:
    case 1:
      return put("");
    case 2:
      return "remove " + cells(1);
    case 3:
    case 4:
      return assignment();
    case 5: {
      const std::string to = below(2) == 0 ? cell() : say({cell(), " + ", way()});
      const std::string moved = say({"move ", cell(), " to ", to});
      return world_.stacks && !rarely(12) ? say({"if ", to, " meets empty { ", moved, " }"}) : moved;
    }
    case 6:
      return say({"swap ", cell(), ", ", cell()});
    case 7:
      if (world_.effects.empty() || !requires_) return assignment();
      return say({one_of(world_.effects), "(", cell(), ")"});
    case 8:
      return for_kind(0);
    case 9:
      return say({"if ", condition(1), " { ", effect(depth - 1), "; ", effect(depth - 1), " } else { ", effect(depth - 1), " }"});
    case 10:
      if (!requires_) return "remove " + cells(1);
      return say({"if ", condition(1), " { require ", condition(1), " }"});
    case 11: {
      const std::string name = fresh("each");
      const std::string head = say({"for ", name, " in ", cells(1), rarely(3) ? " while " + condition(0) : ""});
      scope_.cells.push_back(name);
      const std::string inner = effect(depth - 1);
      scope_.cells.pop_back();
      return head + " { " + inner + " }";
    }
    case 12:
      return say({"while ", condition(1), " at most ", one_of({"2", "1 + number"}), " { ", effect(depth - 1), " }"});
    case 13:
      return for_kind(depth);
    default: {
      const std::string name = fresh("kept");
      const std::string text = say({"if ", condition(0), " { let ", name, " = ", cells(1), "; "});
      scope_.sets.push_back(name);
      const std::string inner = effect(depth - 1);
      scope_.sets.pop_back();
      return text + inner + " }";
    }
  }
}

std::string Writer::move(const std::string& name, const std::string& beside) {
  const Scope outside = scope_;
  may_ = {};
  may_.light = world_.beams;
  may_.me = true;
  may_.can = name != "rest";
  std::string body;
  Names holes;
  int picks = 0;
  for (int left = 1 + below(6); left > 0; --left) {
    const int kind = below(8);
    if (picks < 3 && (picks == 0 || kind < 3)) {
      std::string hole;
      body += pick(hole);
      holes.push_back(hole);
      ++picks;
    } else if (kind < 5) {
      body += say({"  require ", condition(2), below(2) == 0 ? "" : "   \"no: {count(empty)}\"", "\n"});
    } else {
      body += say({"  ", effect(2), "\n"});
    }
  }
  if (rarely(4)) {
    std::string before, hole;
    for (const std::string& each : holes)
      if (const std::string name = each.substr(1, each.size() - 2);
          std::count(scope_.cells.begin(), scope_.cells.end(), name) != 0)
        before = name;
    body += rounds(before, hole);
    holes.push_back(hole);
    if (below(2) == 0) body += say({"  require ", condition(1), "\n"});
  }
  if (rarely(5)) {
    body += say({"  require most (", number(), ")", below(2) == 0 ? "" : ", (" + number() + ")"});
    body += below(2) == 0 ? "\n" : "   \"less than the most\"\n";
  }
  if (rarely(5)) {
    const std::string what = below(2) == 0 || scope_.cells.empty() ? cells(1) : one_of(scope_.cells);
    body += say({"  offer once by ", what, below(2) == 0 ? "" : ", " + number(), "\n"});
  }
  if (rarely(9)) body += "  offer unseen\n";
  // Behind the last pick and requirement what is hidden may be read.
  requires_ = false;
  may_.hidden = true;
  for (const Variable& variable : world_.variables) {
    if (!variable.hidden || variable.index == Type::hue) continue;
    const std::string read = variable.index == Type::player ? variable.name + "[me]" : variable.name;
    if (variable.type == Type::number) scope_.numbers.push_back(read);
    if (variable.type == Type::cells) scope_.sets.push_back(read);
    if (variable.type == Type::cell) scope_.cells.push_back(read);
  }
  may_.can = false;
  for (int left = 1 + below(2); left > 0; --left) body += say({"  ", effect(1), "\n"});
  if (rarely(8)) body += say({"  end when ", condition(1), " : tie\n"});
  requires_ = true;
  // The notation may show the picks in any order.
  for (std::size_t i = holes.size(); i > 1; --i) std::swap(holes[i - 1], holes[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  std::string notation = name;
  for (const std::string& hole : holes) notation += " " + hole;
  scope_ = outside;
  may_ = {};
  return say({"move ", name, " \"", notation, "\"", beside.empty() ? "" : " beside " + beside, " {\n", body, "}\n"});
}

/// What may be chosen depends on the hand; what comes of it on all that was dealt, and with some hands it is an error.
std::string Writer::dealt_move(const std::string& name) {
  std::string body = say({"  pick much in 0..3\n  require much <= hand[me]", one_of({"", "   \"there are {hand[me]}\""}), "\n"});
  for (int left = 1 + below(3); left > 0; --left) {
    body += "  " + one_of({"hand[me] -= much", "number += much", "behind[me] = much", "deck = much", "hand[me + 1] = much",
                           "cache ^= {" + one_of(world_.labels) + "}", "if hand[me + 1] > much { number += 1 }",
                           "if deck > 2 { number -= 1 }", "if count(cache & empty) > 1 { number = 0 } else { cache = {} }",
                           "behind[me] = hand[me + 1]", "if much > 1 { hand[me + 1] -= 1 }", "if deck + much > 6 { end : tie }"}) + "\n";
  }
  return say({"move ", name, " \"", name, " {much}\" {\n", body, "}\n"});
}

std::string Writer::moves() {
  // It can always be played, so that play never waits for somebody who has nothing to choose.
  std::string text = "move rest \"rest\" { number += 1 }\n";
  for (int left = 1 + below(3); left > 0; --left) {
    const std::string name = fresh("made");
    text += move(name, "");
    choices_.push_back(name);
  }
  if (wishes_.dealt) {
    text += dealt_move("deal");
    choices_.push_back("deal");
  }
  if (rarely(4)) text += move(fresh("added"), choices_.front());
  if (choices_.size() > 1 && rarely(3)) {
    text += say({"move both = ", choices_[0], " or ", choices_[1], "\n"});
    choices_ = {"both"};
  }
  if (rarely(4)) {
    may_ = {};
    may_.light = world_.beams;
    may_.me = true;
    requires_ = false;
    text += say({"after ", one_of({"rest", choices_[0], "move"}), " { ", effect(1), " }\n"});
    requires_ = true;
    may_ = {};
  }
  return text;
}

/// Somebody chooses, in one of several ways.
std::string Writer::turns(const std::string& choice) {
  const std::string& first = world_.players.front();
  const std::string& last = world_.players.back();
  const bool together = !world_.alone && wishes_.together != Wishes::Some::never;
  if (together && (wishes_.together == Wishes::Some::always || rarely(4))) {
    // Who can do none of these is passed over, and may rest.
    if (rarely(3)) return say({"together { choose ", choices_[0], " else { } }; turn of ", first, " { choose rest }"});
    return say({"together { choose ", choice, " }"});
  }
  switch (below(5)) {
    case 0:
      return say({"turn of each player { choose ", choice, " }"});
    case 1:
      return say({"turn of ", first, " { choose ", choices_[0], " else { choose rest } }; turn of ", last, " { choose ", choice, " }"});
    case 2:
      return say({"for round in 0..2 { turn of ", first, " + round { choose ", choice, " } }"});
    case 3:
      return say({"for h in hue { if h in ", shades(), " { turn of ", last, " { choose ", choice, " } } }; turn of ", first, " { choose rest }"});
    default:
      return say({"for spot in {", world_.labels[0], ", ", world_.labels[3], "} { if spot in ", cells(0), " { turn of ", last, " { choose ", choice, "; number -= 1 } } }; turn of ", first, " { choose ", choice, " }"});
  }
}

std::string Writer::play() {
  may_ = {};
  may_.light = world_.beams;
  requires_ = false;
  std::string choice;
  for (const std::string& name : choices_) choice += name + " or ";
  choice += "rest";
  std::string text = "play {\n";
  const bool chance = wishes_.chance != Wishes::Some::never;
  const bool surely = wishes_.chance == Wishes::Some::always;
  if (wishes_.dealt) text += "  for p in player { draw card in 0..3; hand[p] = card }\n  draw deck in 0..5\n  draw cache in 2 of cells\n";
  if (chance && (surely || rarely(3))) text += say({"  draw number in ", one_of({"1..3", "{0, 2}"}), "\n"});
  if (chance && rarely(3)) text += say({"  draw lots in 2 of cells\n  ", put(world_.players.front()), "\n  remove lots\n"});
  text += say({"  repeat", (rarely(3) ? " until " + condition(1) : ""), " {\n"});
  if (chance && (surely || rarely(4))) text += "    draw number in 1..3\n";
  if (chance && rarely(4)) {
    bag_ = true;
    text += "    if count(pouch) == 0 { pouch[red] += 2; pouch[" + world_.hues.back() + "] += 1 }\n    draw shade from pouch\n";
    scope_.hues.push_back("shade");
  }
  if (wishes_.dealt && rarely(3)) text += say({"    ", one_of({"draw deck in 0..5", "draw fresh in 0..3; hand[sun] = fresh"}), "\n"});
  text += say({"    ", turns(choice), "\n"});
  if (below(2) != 0) text += say({"    ", effect(1), "\n"});
  text += "  }\n}\n";
  if (bag_) {
    scope_.hues.pop_back();
    text = "bag pouch[kept: hue] = if kept == red then 2 else 1\n" + text;
  }
  requires_ = true;
  return text;
}

std::string Writer::ends() {
  may_ = {};
  may_.light = world_.beams;
  std::string text;
  const bool scored = below(3) != 0;
  if (rarely(3)) text += say({"end when count(", owned(any_kind()), ") > ", std::to_string(3 + below(4)), " : ", scored ? "score" : "tie", "\n"});
  if (!world_.alone && rarely(3)) {
    scope_.players.push_back("p");
    text += say({"end for p in player when ", condition(1), " : p wins\n"});
    scope_.players.pop_back();
  }
  if (rarely(4) && !world_.secrets) text += "end when seen >= 3 : tie\n";
  if (scored) {
    scope_.players.push_back("p");
    text += say({"score p = count(stone of p) + ", reading(), "\n"});
    if (rarely(3)) text += say({"heuristic p = count(", cells(1), ") - (max c in stone of p : c.x else 0) - (min c in stone of p : c.y else 9)\n"});
    scope_.players.pop_back();
  }
  if (rarely(4))
    text += say({"show \"{count(", cells(1), ")} of {number}\"\nshow for p in player when number > 0 \"{p} has {number}\"\n"});
  if (rarely(6)) text += say({"show cells ", cells(1), " as \"~\" in blue\nshow when number > 2 no beams\n"});
  if (rarely(6))
    text += say({"show for p in player when number > 0 edges ", edges(), " \"side {number} of {p}\" as \"+\" of p\n"});
  return text;
}

/// Promises that hold for a while at least; in most games nothing is promised.
std::string Writer::invariants() {
  may_ = {};
  may_.light = world_.beams;
  if (!rarely(4)) return "";
  return say({"invariant count(", owned(any_kind()), ") < ", one_of({"4", "3", "6"}), " or ", condition(1), "   \"broken\"\n"});
}

}  // namespace glint::smith
