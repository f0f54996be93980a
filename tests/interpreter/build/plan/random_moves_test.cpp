// Moves of up to four picks made up at random, with requirements about any of them, and sets that depend on those
// before: played as they are planned, and as they are written. smith/ makes whole games; here only what a plan is made
// of is random.
#include <string>
#include <vector>

#include "tests/support/same_play.hpp"

namespace {

using namespace glint;

class RandomMoves {
 public:
  explicit RandomMoves(std::uint64_t seed) : random_(seed) {}

  std::string script() {
    std::string text = "game \"Random moves\"\nuse square\nplayers sun, moon\nboard " +
                       one_of({"grid(3, 2)", "grid(3, 3)", "grid(4, 3)", "grid(4, 4)", "grid(9, 8)"}) + R"(
piece stone of player { look "o{owner:1}" }
piece tree { size: 1..3; look "t{size}" }
var marks: set of cell = {}
var lead: player = sun
let low(c: cell): set of cell = {t in tree where t.size <= c.x}
let size_of(c: cell): 0..3 = if c in tree then c.size else 0
setup {
  put stone(owner = sun) on a1 | b2
  put stone(owner = moon) on c1
  put tree(size = 1) on a2
  put tree(size = 3) on c2
}
)";
    const std::uint64_t moves = 1 + random_.below(2);
    std::string names;
    for (std::uint64_t i = 0; i < moves; ++i) {
      const std::string name = "m" + std::to_string(i);
      text += move(name);
      names += name + " or ";
    }
    return text + "move rest \"rest\" { }\nplay { repeat { turn of each player { choose " + names +
           "rest } } }\nend when count(empty) < 1 : tie\n";
  }

 private:
  bool chance(std::uint64_t percent) { return random_.below(100) < percent; }
  std::string one_of(const std::vector<std::string>& all) { return all[random_.below(all.size())]; }
  std::string a_cell() { return one_of(cells_); }

  std::string plain_set() {
    std::vector<std::string> sets = {"cells", "empty", "stone", "stone of me", "stone of opponent", "tree",
                                     "tree | stone", "file(1)", "rank(2)", "file(2) | file(3)", "marks",
                                     "{t in tree where t.size > 1}", "{q in cells where odd(q.x)}"};
    if (!cells_.empty()) {
      const std::string c = a_cell();
      for (const std::string& more : {"(" + c + " + around)", "(" + c + " + e)", "(" + c + " + {n, s})",
                                      "slide(" + c + ", around, empty)", "hit(" + c + ", around, empty)",
                                      "steps(" + c + ", around, 2, empty)", "steps(" + c + ", {n, e}, 2, cells)",
                                      "low(" + c + ")", "{t in tree where t.size < " + c + ".x}",
                                      "{q in cells where q.x == " + c + ".x}"})
        sets.push_back(more);
    }
    return one_of(sets);
  }
  std::string set(int depth) {
    if (depth <= 0 || chance(30)) return plain_set();
    if (chance(20))
      return "(if " + condition(depth - 1) + " then " + set(depth - 1) + " else " + set(depth - 1) + ")";
    return "(" + set(depth - 1) + one_of({" & ", " & ", " | ", " - "}) + set(depth - 1) + ")";
  }

  std::string condition(int depth) {
    if (cells_.empty()) return one_of({"lead == me", "count(tree) > 2", "marks meets empty"});
    const std::string c = a_cell(), d = a_cell();
    std::string one;
    if (chance(35)) {
      one = c + " in " + set(depth - 1);
    } else {
      one = one_of({c + ".x > 2", "odd(" + c + ".x + " + c + ".y)", c + ".x == " + d + ".y", "lead == me",
                    c + " != " + d, "(" + c + " + n) meets " + set(depth - 1),
                    "(" + c + " + around) meets " + set(depth - 1),
                    "count((" + c + " + around) & " + set(depth - 1) + ") < 2", "size_of(" + c + ") > 1",
                    "distance(" + c + ", " + d + ") < 3", "count(" + set(depth - 1) + ") > 1",
                    set(depth - 1) + " meets " + set(depth - 1)});
    }
    if (depth > 0 && chance(15)) return "not (" + condition(depth - 1) + ")";
    if (depth > 0 && chance(30)) return "(" + one + one_of({" and ", " or "}) + condition(depth - 1) + ")";
    return one;
  }

  /// Cells that depend on a pick before.
  std::string away() {
    const std::string last = cells_.back(), first = cells_.front();
    return one_of({"", "", "(stone | tree) & ", "empty & "}) +
           one_of({"(" + last + " + around)", "(" + first + " + around)", "(" + last + " + {n, e})",
                   "(" + last + " + e)", "slide(" + last + ", around, empty)", "steps(" + last + ", around, 2, empty)",
                   "steps(" + first + ", {n, e, s}, 1, cells)", "(" + last + " + around | " + first + " + around)"}) +
           (chance(30) ? " & " + set(2) : chance(30) ? " - " + set(1) : "");
  }

  std::string move(const std::string& name) {
    cells_.clear();
    std::string body, picks;
    const auto line = [&](const std::string& text) { body += "  " + text + "\n"; };
    const std::uint64_t count = 1 + random_.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string cell(1, static_cast<char>('a' + i));
      line("pick " + cell + " in " + (cells_.empty() || chance(30) ? set(2) : away()));
      cells_.push_back(cell);
      picks += " {" + cell + "}";
      if (chance(25))
        line("require " + condition(2));
      else if (chance(10))
        line("if " + condition(1) + " { require " + condition(1) + " } else { require " + condition(1) + " }");
      else if (chance(10))
        line(chance(50) ? "put stone on " + cell + " & empty" : "marks = marks | " + cell);
    }
    if (chance(15)) {
      line("pick z in 1..3");
      line("require z <= " + a_cell() + ".x or " + condition(1));
      picks += " {z}";
    } else if (chance(15)) {
      line("pick z in " + one_of({"direction", "{n, e}"}));
      line("require (" + a_cell() + " + z) meets " + set(1));
      picks += " {z}";
    }
    for (std::uint64_t i = random_.below(3); i > 0; --i) line("require " + condition(2));
    line(one_of({"put stone on " + cells_.back() + " & empty", "put tree(size = 2) on " + cells_.front() + " & empty",
                 "remove " + cells_.back() + " & (tree | stone)", "marks = " + set(1), "lead = me"}));
    if (chance(30)) line("require " + condition(2));
    return "move " + name + " \"" + name + picks + "\" {\n" + body + "}\n";
  }

  Random random_;
  std::vector<std::string> cells_;  // picks so far
};

void hold(std::uint64_t from, std::uint64_t to) {
  std::uint64_t positions = 0;
  for (std::uint64_t seed = from; seed < to; ++seed) {
    const std::string text = RandomMoves(seed).script();
    INFO("seed " << seed << "\n" << text);
    const Game game = test::script(text);
    positions += static_cast<std::uint64_t>(test::same_play(game, 10, seed));
    const auto one = static_cast<Lowering>(seed % std::size(kLowerings));
    positions += static_cast<std::uint64_t>(test::same_play(game, 10, seed + 1, Lowerings().add(one)));
  }
  CHECK(positions > (to - from) * 15);
}

}  // namespace

TEST_CASE("plan: moves made up at random, as they are planned and as they are written", "[plan][oracle]") {
  hold(200, 200 + test::scaled<std::uint64_t>(300));
}

TEST_CASE("oracle: moves made up at random, at length", "[.slow][smith][oracle]") { hold(1'000, 21'000); }
