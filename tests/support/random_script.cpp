#include "tests/support/random_script.hpp"

#include <algorithm>
#include <vector>

namespace glint::test {

namespace {

const char* const kHead = R"(game "Made up"
use square
players sun, moon
type hue = {red "r", green "g" "green", blue "b"}
board square(3, 3)
beam { colour: set of hue; power: clamped 0..3 = 1 }
piece stone of player {
  tone: hue
  when beam comes { from ahead e -> stops; otherwise -> turns 1 { beam.colour ^= {tone}; beam.power += 1 } }
  look "{owner:1}{tone:1}"
}
piece lamp { facing: direction; emits facing { beam.colour = {red} }; look "L{facing}" }

var marks: set of cell = a1 | b2
var number: clamped 0..4 = 2
var tally[hue]: clamped 0..9 = 1
var wind: direction = ne
var moods: set of hue = {green}

let lit = beams.cells
let shown[c: cell]: set of hue = union v in beams.visits where v.cell == c : v.colour
let crowd = count(stone)
let near(c: cell): set of cell = (c + around) - marks

do mark(c: cell) { marks ^= c; require count(marks) <= 6   "too many marks with {c}" }
do blow(p: player) { for one in stone of p { tally[one.tone] += 1 } }

move tiny "tiny {spot}" {
  pick spot in marks & empty   "{spot} will not do"
  put stone(tone = red) on spot
  number -= 1
}
)";

const char* const kTail = R"(
move rest "rest" { number += 1; wind += 3 }

setup {
  put stone(owner = sun, tone = red) on a1 | c2
  put stone(owner = moon, tone = blue) on b3
  put lamp(facing = e) on a3
}
)";

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  std::string move(const std::string& name) {
    cells_.clear();
    ways_.clear();
    hues_.clear();
    numbers_.clear();
    holes_.clear();
    body_.clear();
    const int steps = 2 + below(6);
    int picks = 0;
    for (int i = 0; i < steps; ++i) {
      const int kind = below(8);
      if (picks < 3 && (i == 0 || kind < 3)) {
        pick();
        ++picks;
      } else if (kind < 5) {
        body_ += "  require " + condition(2) + message() + "\n";
      } else {
        body_ += "  " + effect(2) + "\n";
      }
    }
    // The notation may show the picks in any order.
    for (std::size_t i = holes_.size(); i > 1; --i) std::swap(holes_[i - 1], holes_[random_.below(i)]);
    std::string notation = name;
    for (const std::string& hole : holes_) notation += " {" + hole + "}";
    return "move " + name + " \"" + notation + "\" {\n" + body_ + "}\n";
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }
  const std::string& one_of(const std::vector<std::string>& words) { return words[random_.below(words.size())]; }
  std::string fresh(const std::string& stem) { return stem + std::to_string(++names_); }

  std::string cell() { return cells_.empty() || below(6) == 0 ? one_of({"a1", "b2", "c2"}) : one_of(cells_); }
  std::string way() { return ways_.empty() || below(4) == 0 ? one_of({"e", "sw", "n", "wind"}) : one_of(ways_); }
  std::string hue() { return hues_.empty() || below(4) == 0 ? one_of({"red", "green", "blue"}) : one_of(hues_); }
  std::string number() {
    return numbers_.empty() || below(3) == 0 ? one_of({"1", "2", "number", "crowd", "tally[red]"}) : one_of(numbers_);
  }
  /// A number that is not the same in every position, so that comparing it is no mistake.
  std::string reading() {
    return numbers_.empty() || below(3) == 0 ? one_of({"number", "crowd", "tally[red]"}) : one_of(numbers_);
  }
  std::string message() { return below(2) == 0 ? "" : "   \"no: {count(marks)}\""; }

  /// A set of cells.
  std::string cells(int depth) {
    switch (below(depth > 0 ? 21 : 13)) {
      case 0:
        return "empty";
      case 1:
        return "stone";
      case 2:
        return "(stone of me)";
      case 3:
        return "(stone of opponent)";
      case 4:
        return "marks";
      case 5:
        return "cells";
      case 6:
        return "(" + cell() + " + around)";
      case 7:
        return "(" + cell() + " + " + way() + ")";
      case 8:
        return "slide(" + cell() + ", around, empty)";
      case 9:
        return "near(" + cell() + ")";
      case 10:
        return "lit";
      case 11:
        return "lamp";
      case 12:
        return "{one in stone where one.tone == " + hue() + "}";
      case 13:
        return "(" + cells(depth - 1) + " & " + cells(depth - 1) + ")";
      case 14:
        return "(" + cells(depth - 1) + " | " + cells(depth - 1) + ")";
      case 15:
        return "(" + cells(depth - 1) + " - " + cells(depth - 1) + ")";
      case 16:
        return "hit(" + cells(depth - 1) + ", " + way() + ", empty)";
      case 17:
        return "trace(" + cells(depth - 1) + ").hits";
      case 18:
        return "trace(" + cell() + ", " + way() + ", colour = {" + hue() + "}).cells";
      case 19:
        return "steps(" + cell() + ", around, " + number() + ", " + cells(depth - 1) + ")";
      default: {
        const std::string name = fresh("each");
        return "{" + name + " in " + cells(depth - 1) + " where shown[" + name + "] " + one_of({"==", "!="}) + " {" +
               hue() + "}}";
      }
    }
  }

  std::string condition(int depth) {
    switch (below(depth > 0 ? 16 : 10)) {
      case 0:
        return cell() + " in " + cells(depth);
      case 1:
        return cell() + " != " + cell();
      case 2:
        return cells(depth) + " meets " + cells(depth);
      case 3:
        return "count(" + cells(depth) + ") " + one_of({"<", ">=", "!="}) + " " + number();
      case 4:
        return reading() + " " + one_of({"<=", ">", "=="}) + " " + number();
      case 5:
        return way() + " " + one_of({"==", "!="}) + " " + way();
      case 6:
        return hue() + " in moods";
      case 7:
        return "odd(" + number() + ")";
      case 8:
        return cell() + ".x <= " + number();
      case 9:
        return "shown[" + cell() + "] meets {" + hue() + ", " + hue() + "}";
      case 10:
        return "not (" + condition(depth - 1) + ")";
      case 11:
        return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
      case 12:
        return "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
      case 13:
        return cells(depth - 1) + " within " + cells(depth - 1);
      case 14:
        return "can tiny";
      default: {
        const std::string name = fresh("each");
        const std::string set = cells(depth - 1);
        cells_.push_back(name);
        const std::string inner = condition(depth - 1);
        cells_.pop_back();
        return "(" + one_of({"any", "all", "no"}) + " " + name + " in " + set + " : " + inner + ")";
      }
    }
  }

  void pick() {
    switch (below(6)) {
      case 0: {
        const std::string name = fresh("way");
        body_ += "  pick " + name + " in " + one_of({"direction", "{e, sw, n}"}) + "\n";
        ways_.push_back(name);
        holes_.push_back(name);
        return;
      }
      case 1: {
        const std::string name = fresh("tint");
        body_ += "  pick " + name + " in " + one_of({"hue", "moods", "hue - moods", "shown[" + cell() + "]"}) + "\n";
        hues_.push_back(name);
        holes_.push_back(name);
        return;
      }
      case 2: {
        const std::string name = fresh("num");
        body_ += "  pick " + name + " in " + one_of({"1..3", "0..number", "number..3"}) + "\n";
        numbers_.push_back(name);
        holes_.push_back(name);
        return;
      }
      default: {
        const std::string name = fresh("at");
        body_ += "  pick " + name + " in " + cells(2);
        if (below(2) == 0) body_ += "   \"not {" + name + "}\"";
        body_ += "\n";
        cells_.push_back(name);
        holes_.push_back(name);
      }
    }
  }

  std::string effect(int depth) {
    switch (below(depth > 0 ? 18 : 12)) {
      case 0:
        return "put stone(tone = " + hue() + ") on " + cell();
      case 1:
        return "put lamp(facing = " + way() + ") on " + cells(0);
      case 2:
        return "remove " + cells(1);
      case 3:
        return "marks " + one_of({"|=", "&=", "^=", "-="}) + " " + cells(1);
      case 4:
        return "number " + one_of({"+=", "-=", "="}) + " " + number();
      case 5:
        return "move " + cell() + " to " + cell();
      case 6:
        return "swap " + cell() + ", " + cell();
      case 7:
        return "tally[" + hue() + "] += " + number();
      case 8:
        return "mark(" + cell() + ")";
      case 9:
        return "blow(" + one_of({"me", "opponent"}) + ")";
      case 10:
        return "moods " + one_of({"|=", "^=", "-="}) + " {" + hue() + "}";
      case 11:
        return "wind = " + way();
      case 12:
        return "if " + condition(1) + " { " + effect(depth - 1) + "; " + effect(depth - 1) + " } else { " +
               effect(depth - 1) + " }";
      case 13:
        return "if " + condition(1) + " { require " + condition(1) + " }";
      case 14: {
        const std::string name = fresh("each");
        const std::string head = "for " + name + " in " + cells(1) + (below(3) == 0 ? " while " + condition(0) : "");
        cells_.push_back(name);
        const std::string inner = effect(depth - 1);
        cells_.pop_back();
        return head + " { " + inner + " }";
      }
      case 15:
        return "for l in lamp & " + cells(1) + " { l.facing " + one_of({"+= 1", "= wind", "-= 2"}) + " }";
      case 16:
        return "while " + condition(1) + " at most " + one_of({"2", "1 + number"}) + " { " + effect(depth - 1) + " }";
      default:
        return "for l in stone & " + cells(1) + " { l.tone = " + hue() + "; require " + condition(1) + " }";
    }
  }

  Random& random_;
  std::vector<std::string> cells_, ways_, hues_, numbers_, holes_;
  std::string body_;
  int names_ = 0;
};

}  // namespace

std::string random_script(Random& random) {
  Maker maker(random);
  std::string script = kHead;
  const int moves = 1 + static_cast<int>(random.below(3));
  std::string choice = "rest or tiny";
  for (int i = 0; i < moves; ++i) {
    const std::string name = "made" + std::to_string(i);
    script += maker.move(name);
    choice = name + " or " + choice;
  }
  script += kTail;
  // Play waits in one place, or in several, inside loops of all kinds.
  switch (random.below(4)) {
    case 0:
      return script + "play { repeat { turn of each player { choose " + choice + " } } }\n";
    case 1:
      return script + "play { draw number in 1..3; repeat until number == 0 { turn of sun { choose " + choice +
             " }; turn of moon { choose tiny else { choose rest } } } }\n";
    case 2:
      return script + "play { repeat { for round in 0..2 { turn of sun + round { choose " + choice +
             " } }; for h in hue { turn of moon { choose " + choice + " } }; turn of sun { choose rest } } }\n";
    default:
      return script + "play { repeat { for spot in {a1, b2, c3} { if spot in marks { turn of sun { choose " + choice +
             " } } else { turn of moon { choose rest } } }; turn of sun { choose rest } } }\n";
  }
}

}  // namespace glint::test
