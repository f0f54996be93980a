// What right statements, optics and choices come to mean: facts, requirements, ways through `play`, tables of reactions.
#include <string>

#include "tests/lang/check/checked_script.hpp"
#include "tests/support/dump_rules.hpp"

namespace {

using namespace glint;
using namespace glint::lang;
using namespace glint::lang::testing;

}  // namespace

TEST_CASE("check: lets know what they read, and stand behind what they call") {
  const Loaded loaded = game(R"(
let all_of(p: player): set of cell = mine(p) | third
let mine(p: player): set of cell = stone of p
let third = rank(3)
let rank(row: 1..9): set of cell = {c in cells where c.y == row}
let ours = stone of me
let shining[c: cell]: flag = c in beams.cells
)");
  const rules::Rules& rules = loaded.rules();
  CHECK_FALSE(let_of(rules, "third").reads_state);
  CHECK_FALSE(let_of(rules, "rank").reads_state);
  CHECK(let_of(rules, "all_of").reads_state);
  CHECK_FALSE(let_of(rules, "all_of").reads_me);
  CHECK(let_of(rules, "ours").reads_me);
  CHECK(let_of(rules, "shining").reads_beams);
  CHECK(let_of(rules, "shining").form == rules::LetForm::table);
  const std::size_t all = static_cast<std::size_t>(&let_of(rules, "all_of") - rules.lets.data());
  const std::size_t rank = static_cast<std::size_t>(&let_of(rules, "rank") - rules.lets.data());
  const std::size_t third = static_cast<std::size_t>(&let_of(rules, "third") - rules.lets.data());
  CHECK(rank < third);
  CHECK(third < all);
}

TEST_CASE("check: a field is read only where something with that field is known to stand") {
  // Known from the domain.
  CHECK(codes_of_let("count d in disc & empty : d.worth == 2").empty());
  CHECK(codes_of_let("count d in disc - a1 : d.worth == 2").empty());
  CHECK(codes_of_let("count d in disc | lamp : d.tint == red").empty());
  CHECK(codes_of_let("count d in {c in cells where c in disc} : d.worth == 2").empty());
  CHECK(codes_of_let("count d in {c in disc where c.worth == 1} : d.worth == 2").empty());
  CHECK(codes_of_let("count d in cells : d.worth == 2") == "G0306");
  CHECK(codes_of_let("count d in disc | lamp : d.worth == 2") == "G0206");
  CHECK(codes_of_let("count d in disc | cells : d.worth == 2") == "G0306");
  CHECK(codes_of_let("count x in stone : x.owner == red").empty());
  CHECK(codes_of_let("count x in stone | disc : x.owner == red") == "G0206");
  // Known from a test.
  CHECK(codes_of_let("count c in cells : c in disc and c.worth == 2").empty());
  CHECK(codes_of_let("count c in cells where c in disc : c.worth == 2").empty());
  CHECK(codes_of_let("count c in cells : not (c in disc) or c.worth == 2").empty());
  CHECK(codes_of_let("count c in cells : if c in disc then c.worth == 2 else off").empty());
  CHECK(codes_of_let("count c in cells : if not (c in disc) then off else c.worth == 2").empty());
  CHECK(codes_of_let("a1 in disc and a1.worth == 2").empty());
  // A comparison tells it, too.
  CHECK(codes_of_let("disc == a1 and a1.worth == 2").empty());
  CHECK(codes_of_let("a1 | b1 == disc and a1.worth == b1.worth").empty());
  CHECK(codes_of_let("{a1, b1} within disc and a1.worth == b1.worth").empty());
  CHECK(codes_of_let("not (disc != a1) and a1.worth == 2").empty());
  CHECK(codes_of_let("disc | lamp == a1 and a1.tint == red").empty());
  CHECK(codes_of_let("count d in disc : d == a1 and a1.worth == 2").empty());
  CHECK(codes_of_let("disc | lamp == a1 and a1.worth == 2") == "G0206");
  CHECK(codes_of_let("disc != a1 and a1.worth == 2") == "G0306");
  CHECK(codes_of_let("disc == a1 or a1.worth == 2") == "G0306");
  CHECK(codes_of_let("disc | empty == a1 and a1.worth == 2") == "G0306");
  CHECK(codes_of_let("disc == a1 - b1 and a1.worth == 2") == "G0306");
  CHECK(codes_of_let("disc within a1 and a1.worth == 2") == "G0306");
  CHECK(codes_of_let("count c in cells : c in disc or c.worth == 2") == "G0306");
  CHECK(codes_of_let("count c in cells : if c in disc then off else c.worth == 2") == "G0306");
  CHECK(codes_of_let("(count c in cells : c in disc and c.worth == 2) == 1 or a1.worth == 1") == "G0306");
  CHECK(codes_of_let("a1 in disc and b1.worth == 2") == "G0306");
}

TEST_CASE("check: after a condition with a mistake nothing is missing that it may have told") {
  for (const std::string start : {"require at in dics\n", "require at in dics \"not there\"\n", "if at in dics {\n"}) {
    const std::string end = start.ends_with("{\n") ? "\n}" : "";
    INFO(start);
    CHECK(codes_of_move(start + "  life[me] = at.worth" + end) == "G0201");
    CHECK(codes_of_move(start + "  life[me] = 1" + end + "\n  life[me] = at.worth") == (end.empty() ? "G0201" : "G0201 G0306"));
  }
  CHECK(codes_of_let("count c in cells : c in dics and c.worth == 2") == "G0201");
  CHECK(codes_of_let("count c in cells : if c in dics then c.worth == 2 else off") == "G0201");
}

TEST_CASE("check: effects make what was known forgotten") {
  CHECK(codes_of_move("require at in disc\n  life[me] = at.worth").empty());
  CHECK(codes_of_move("life[me] = at.worth") == "G0306");
  CHECK(codes_of_move("offer at in disc\n  life[me] = at.worth") == "G0306");
  CHECK(codes_of_move("require at in disc\n  remove a1\n  life[me] = at.worth") == "G0306");
  CHECK(codes_of_move("require at in disc\n  remove a1\n  require at in disc\n  life[me] = at.worth").empty());
  CHECK(codes_of_move("require at in disc\n  life[me] = 2\n  life[me] = at.worth").empty());
  CHECK(codes_of_move("put disc(worth = 2, tint = red) on at\n  life[me] = at.worth").empty());
  CHECK(codes_of_move("put stone on at\n  life[at.owner] = 1").empty());
  // Whose a piece is changes where it is kept, and not where its fields tell it.
  const std::string banner = "piece banner of (if up == on then red else green) { up: flag = on; look \"{up}\" }";
  CHECK(codes_of_move("put stone on at\n  at.owner = green\n  put banner on at", banner).empty());
  CHECK(codes_of_move("put banner on at\n  at.owner = green", banner) == "G0415");
  CHECK(codes_of_move("put disc(worth = 1, tint = red) on at\n  at.owner = green") == "G0206");
  CHECK(codes_of_move("require at in disc\n  put stone on a1\n  life[me] = at.worth") == "G0306");
  // What moves is known where it comes to stand.
  CHECK(codes_of_move("require at in disc\n  move at to b1\n  life[me] = b1.worth").empty());
  CHECK(codes_of_move("require at in disc\n  move at to b1\n  life[me] = at.worth") == "G0306");
  // Through a named effect.
  const std::string effects = "do clear(c: cell) { remove c }\ndo count_up { life[red] = 4 }\n";
  CHECK(codes_of_move("require at in disc\n  clear(a1)\n  life[me] = at.worth", effects) == "G0306");
  CHECK(codes_of_move("require at in disc\n  count_up()\n  life[me] = at.worth", effects).empty());
  // Branches: what both know.
  CHECK(codes_of_move("require at in disc\n  if life[me] == 1 { remove a1 }\n  life[me] = at.worth") == "G0306");
  CHECK(codes_of_move("require at in disc\n  if life[me] == 1 { life[me] = 2 }\n  life[me] = at.worth").empty());
  CHECK(codes_of_move("if at in disc { life[me] = at.worth } else { life[me] = 1 }").empty());
  CHECK(codes_of_move("if at in disc { life[me] = 1 } else { life[me] = at.worth }") == "G0306");
  // Loops: a later round sees what an earlier one did.
  CHECK(codes_of_move("for d in disc { life[me] = d.worth; remove d }").empty());
  CHECK(codes_of_move("for d in disc { life[me] = d.worth; remove a1 }") == "G0306");
  CHECK(codes_of_move("for d in disc { remove d; life[me] = d.worth }") == "G0306");
  CHECK(codes_of_move("require at in disc\n  for d in stone { life[me] = at.worth; remove d }") == "G0306");
  CHECK(codes_of_move("for d in disc { if d in disc { life[me] = d.worth }; remove a1 }").empty());
  const auto lost_by = [](const std::string& body) {
    const Loaded loaded = game("move try \"try {at}\" {\n  pick at in cells\n" + body + "\n}");
    for (const Diagnostic& each : loaded.checked.diagnostics)
      if (each.code == Code::G0306 && each.others.size() == 1) return each.others[0].text;
    return std::string();
  };
  CHECK(lost_by("require at in disc\n  remove a1\n  life[me] = at.worth") ==
        "after this, the piece there is not known");
  CHECK(lost_by("for d in disc { life[me] = d.worth; remove a1 }") ==
        "an earlier round of the loop has done this: the piece there is not known");
}

TEST_CASE("check: parameters that are kinds are promises of the caller") {
  const std::string lets = "let value(d: disc | lamp): hue = d.tint\nlet worth[d: disc]: 1..4 = d.worth\n";
  CHECK(codes_of_let("count d in disc : value(d) == red and worth[d] == 2", lets).empty());
  CHECK(codes_of_let("count c in cells : value(c) == red", lets) == "G0306");
  CHECK(codes_of_let("count x in stone : value(x) == red", lets) == "G0306");
  CHECK(codes_of_let("count d in lamp : worth[d] == 2", lets) == "G0306");
}

TEST_CASE("check: statements") {
  const Loaded loaded = game(R"(
do strike(p: player, by: 1..2) { life[p] -= by; mover += 1 }
move take "take {at} {next} {some.x}" {
  pick at in disc               "no disc is on {at}"
  pick next in direction
  pick some in at + next & empty
  require life[me] > 0          "you have {life[me]} left"
  let far = distance(at, some)
  at.worth = far
  put stone on some
  swap at, some
  for d in disc & a1 while life[me] < 3 { strike(opponent, 1) }
  remove stacked disc & some
  last |= some
  end when life[opponent] == 0 : me wins
}
)");
  const rules::Rules& rules = loaded.rules();
  const rules::Move& take = rules.moves[1];
  CHECK(take.name == "take");
  CHECK(rules::dump(take.body, take.frame, rules) ==
        "pick at (kind disc) \"no disc is on {at}\"\n"
        "pick next (all direction)\n"
        "pick some (intersect (step (set at) (set next)) empty)\n"
        "require (less 0 (variable life me)) \"you have {(variable life me)} left\"\n"
        "let far (distance at some)\n"
        "assign_field worth = far at\n"
        "put stone (set some) me\n"
        "swap at some\n"
        "for d (intersect (kind disc) (set a1)) (less (variable life me) 3) {\n"
        "  call strike (cycle me 1) 1\n"
        "}\n"
        "remove (at_cells (stacked disc) (set some))\n"
        "assign last |= (set some)\n"
        "end (equal (variable life (cycle me 1)) 0) : me wins\n");
  const rules::Effect& strike = rules.effects.front();
  CHECK(rules::dump(strike.body, strike.frame, rules) ==
        "assign life -= by p\n"
        "assign mover = (cycle (variable mover) 1)\n");
  REQUIRE(take.notation.parts.size() >= 3);
  CHECK(take.notation.parts[2].hole->op == rules::Op::x_of);
  // Each local has a slot of its own.
  CHECK(take.frame.locals.size() == 5);
}

TEST_CASE("check: what a notation lacks of a loop's picks is told as it should be written") {
  const std::string body = " { while on or stop at most 3 { pick c in cells; put stone(owner = me) on c } }";
  const auto first = [&](const std::string& notation) {
    const Loaded loaded = game("move m \"" + notation + "\"" + body);
    INFO(loaded.told());
    REQUIRE_FALSE(loaded.checked.diagnostics.empty());
    return loaded.checked.diagnostics[0];
  };
  CHECK(first("m x{c}").help == "write what stands once for each round as `{m x{c}...}`");
  const Diagnostic bare = first("m {c...}");
  CHECK(bare.help == "write `{{c}...}`");
  REQUIRE(bare.mends.size() == 1);
  CHECK(game("move m \"m {{c}...}\"" + body).codes().empty());
}

TEST_CASE("check: where statements may stand") {
  CHECK(game("setup { require on }").codes() == "G0402");
  CHECK(game("do f { pick c in cells }").codes() == "G0402");
  CHECK(game("move m \"{c}\" { if on { pick c in cells } }").codes() == "G0402");
  CHECK(game("do f { offer nothing }").codes() == "G0402");
  CHECK(game("do f { offer unseen }").codes() == "G0402");
  CHECK(game("do f { draw mover in player }").codes() == "G0402");
  CHECK(game("setup { put stone on a1 }").codes() == "G0302");
  CHECK(game("setup { put stone(owner = red) on a1 }").codes().empty());
  CHECK(game("do f { put stone on a1 }\nsetup { f() }").codes() == "G0403");
  CHECK(game("", "repeat { choose step }").codes() == "G0402");
  CHECK(game("", "turn of me { choose step }").codes() == "G0403");
  CHECK(game("test \"t\" { play \"a1\"; draw mover = red }",
             "draw mover in player; repeat { turn of mover { choose step } }")
            .codes() == "G0402");
}

TEST_CASE("check: choices made together") {
  const auto codes = [](const std::string& play) { return game("", play).codes(); };
  CHECK(codes("repeat { together { choose step } }").empty());
  CHECK(codes("together { choose step else { } }; end : tie").empty());
  CHECK(codes("repeat { together { choose step else { } } }") == "G0406");
  CHECK(codes("together { }") == "G0421");
  CHECK(codes("together { choose step; choose step }") == "G0421");
  CHECK(codes("together { if on { choose step } }") == "G0421");
  CHECK(codes("together { choose step else { end : tie } }") == "G0421");
  CHECK(codes("turn of red { together { choose step } }") == "G0402");
  CHECK(codes("together { choose stp }") == "G0201");
  CHECK(game("setup { together { choose step } }").codes() == "G0402");
  CHECK(game("var together: flag = off\nlet seen_by = together").codes().empty());
}

TEST_CASE("check: every way round passes a choice") {
  const auto codes = [](const std::string& play) { return game("", play).codes(); };
  CHECK(codes("repeat { turn of mover { choose step } }").empty());
  CHECK(codes("repeat { turn of mover { choose step else { end : tie } } }").empty());
  CHECK(codes("repeat { turn of mover { choose step else { } } }") == "G0406");
  CHECK(codes("repeat { if life[red] > 1 { turn of red { choose step } } else { end : tie } }").empty());
  CHECK(codes("repeat { if life[red] > 1 { turn of red { choose step } } }") == "G0406");
  CHECK(codes("repeat { for round in 1..3 { turn of red { choose step } } }").empty());
  CHECK(codes("repeat { for round in 1..3 { mover += 1 } }") == "G0406");
  CHECK(codes("repeat until life[red] == 0 { turn of red { choose step } }\nend : tie").empty());
  CHECK(codes("repeat { repeat until life[red] == 0 { turn of red { choose step } } }") == "G0406");
  CHECK(codes("for c in stone { turn of red { choose step } }\nend : tie") == "G0307");
}

TEST_CASE("check: notations name one run") {
  const auto codes = [](const std::string& move) { return game(move).codes(); };
  CHECK(codes("move m \"{at.x} {d.worth}\" { pick at in cells; pick d in disc }").empty());
  CHECK(codes("move m \"{at.x},{at.y}\" { pick at in cells }") == "G0408");
  CHECK(codes("move m \"m\" { pick at in cells }") == "G0408");
  // Texts that could be read in two ways.
  const auto numbers = [&](const std::string& notation, const std::string& range) {
    return codes("move m \"" + notation + "\" { pick q in " + range + "; pick r in " + range + " }");
  };
  CHECK(numbers("{q}{r}", "1..20") == "G0411");
  CHECK(numbers("{q}{r}", "1..9").empty());
  CHECK(numbers("{q} {r}", "1..20").empty());
  CHECK(numbers("{q}-{r}", "-20..20").empty());
  CHECK(codes("move m \"{c}{d}\" { pick c in cells; pick d in cells }").empty());
  CHECK(codes("move m \"{c}{num}\" { pick c in cells; pick num in 1..20 }").empty());
  CHECK(codes("move m \"{d}{tone}\" { pick d in direction; pick tone in hue }").empty());
  CHECK(codes("move m \"{by} or {at}\" { pick by in some of disc; offer by == disc; pick at in cells }").empty());
  CHECK(codes("move m \"{by} {at}\" { pick by in some of disc; offer by == disc; pick at in cells }").empty());
  CHECK(codes("move m \"m {a1}\" { }") == "G0409");
  CHECK(codes("move m \"m {by}\" { pick by in some of disc; offer by == disc }").empty());
  CHECK(codes("move m \"m {by}\" { pick by in some of disc; offer disc == by }").empty());
  CHECK(codes("move m \"m {by}\" { pick by in some of disc; offer by == by - a1 }") == "G0410");
  CHECK(codes("move m \"m {by}\" { pick by in some of disc }") == "G0410");

  const auto chosen = [](const std::string& moves) {
    return game(moves, "repeat { turn of mover { choose first_move or second_move } }").codes();
  };
  CHECK(chosen("move first_move \"a {at}\" { pick at in disc }\nmove second_move \"b {at}\" { pick at in disc }")
            .empty());
  CHECK(chosen("move first_move \"{at}\" { pick at in disc }\nmove second_move \"{way}\" { pick way in direction }")
            .empty());
  CHECK(chosen("move first_move \"{at}\" { pick at in disc }\nmove second_move \"{to}\" { pick to in empty }") ==
        "G0411");
}

TEST_CASE("check: tables of reactions") {
  const Loaded loaded = game(R"(
optic half(line: axis) { otherwise -> straight, reflects across line { beam.power -= 1 } }
piece mirror {
  line: axis; facing: direction
  when beam comes {
    from behind e          -> half(line)
    from aside             -> reflects across facing
    from ahead if beam.power > 1 -> leaves facing + 1 { beam.colour |= {red} }
    if beam.colour meets {blue} and beam.way == n -> to b2 going s
    otherwise              -> stops as lost
  }
  look "{line}{facing:1}"
}
)");
  const rules::Rules& rules = loaded.rules();
  REQUIRE(rules.beams.optics.size() == 2);
  CHECK(rules.beams.optics[0].name == "half");
  REQUIRE(rules.beams.optics[0].cases.size() == 1);
  CHECK(rules.beams.optics[0].cases[0].outcomes.size() == 2);
  CHECK(rules.beams.optics[0].cases[0].outcomes[1].updates.front().op == rules::AssignOp::subtract);
  const rules::Optic& own = rules.beams.optics[1];
  REQUIRE(own.cases.size() == 5);
  CHECK(own.cases[0].relative_to->op == rules::Op::constant);
  CHECK(own.cases[0].outcomes[0].ref == 0);
  CHECK(own.cases[1].relative_to->op == rules::Op::field);
  CHECK(own.cases[1].outcomes[0].exprs[0].op == rules::Op::axis_of);
  CHECK(own.cases[2].condition.has_value());
  CHECK(rules::dump(own.cases[2].outcomes[0].exprs[0], own.frame, rules) == "(cycle (field facing here) 1)");
  CHECK(rules::dump(*own.cases[3].condition, own.frame, rules) ==
        "(and (meets (payload colour) (set blue)) (equal way n))");
  CHECK(own.cases[3].outcomes[0].exprs.size() == 2);
  CHECK(own.cases[4].outcomes[0].ref == 0);
  CHECK(rules.kinds.back().reaction == 1);

  CHECK(game("piece wall { when beam comes { from behind -> stops } }").codes() == "G0405");
  CHECK(game("piece wall { when beam comes { if here in stone -> stops } }").codes() == "");
  CHECK(game("piece wall { when beam comes { if here in beams.cells -> stops } }").codes() == "G0407");
  CHECK(game("piece wall { when beam comes { if seen > 1 -> stops } }").codes() == "G0407");
  CHECK(game("piece wall { when beam comes { if me == red -> stops } }").codes() == "G0403");
  CHECK(game("let dark = cells - beams.cells\npiece wall { when beam comes { if here in dark -> stops } }").codes() ==
        "G0407");
  CHECK(
      game(
          "let edge_row = {c in cells where c.y == 1}\npiece wall { when beam comes { if here in edge_row -> stops } }")
          .codes()
          .empty());
  CHECK(game("optic a() { otherwise -> b() }\noptic b() { otherwise -> a() }").codes() == "G0401");
  CHECK(game("test \"t\" { for q in cells { expect q in cells } }").codes() == "G0402");
}
