// Every form of the language, as the parser reads it: a line of script beside its tree (tests/support/dump_tree.hpp).
#include "lang/parse/parse.hpp"

#include <string>

#include "tests/support/dump_tree.hpp"
#include "tests/catch.hpp"

namespace {

using namespace glint;
using namespace glint::lang;

struct Reading {
  Sources sources;
  Parsed parsed;
  explicit Reading(const std::string& text) : parsed(parse(sources, sources.add({"t.glint", text}))) {}
  std::string errors() const { return render(parsed.diagnostics, sources); }
  std::string_view words(const Span& span) const { return sources.text(span); }
};

/// The tree of a declaration, behind a header.
std::string declaration(const std::string& text) {
  const Reading reading("game \"G\"\n" + text + "\n");
  INFO(text);
  INFO(reading.errors());
  REQUIRE(reading.parsed.diagnostics.empty());
  REQUIRE(reading.parsed.file.decls.size() == 2);
  return tree::dump(reading.parsed.file.decls[1]);
}

/// The tree of an expression.
std::string expression(const std::string& text) {
  const std::string tree = declaration("let v = " + text);
  return tree.substr(7, tree.size() - 8);  // without `(let v ` and `)`
}

/// The trees of statements, one after the other.
std::string statements(const std::string& text) {
  const std::string tree = declaration("do f {\n" + text + "\n}");
  return tree == "(do f)" ? "" : tree.substr(12, tree.size() - 14);  // without `(do f (body ` and `))`
}

std::string type(const std::string& text) {
  const std::string tree = declaration("type t = " + text);
  return tree.substr(8, tree.size() - 9);
}

}  // namespace

TEST_CASE("parse: operands", "[parse]") {
  CHECK(expression("12") == "12");
  CHECK(expression("C4") == "C4");
  CHECK(expression("_x9") == "_x9");
  CHECK(expression("(a)") == "a");
  CHECK(expression("c.owner") == "(. c owner)");
  CHECK(expression("c.cell.x") == "(. (. c cell) x)");
  CHECK(expression("life[me]") == "(index life me)");
  CHECK(expression("life[p + 1].index") == "(. (index life (+ p 1)) index)");
  CHECK(expression("f()") == "(call f)");
  CHECK(expression("f(a, b + 1)") == "(call f a (+ b 1))");
  CHECK(expression("trace(c, d, power = 3, hue = {red})") == "(call trace c d (= power 3) (= hue (set red)))");
  CHECK(expression("trace(a).cells") == "(. (call trace a) cells)");
  CHECK(expression("trace(a).upto(c)") == "(call (call trace a) upto c)");
  CHECK(expression("(a | b).x") == "(. (| a b) x)");
  CHECK(expression("f(a == b)") == "(call f (== a b))");
}

TEST_CASE("parse: sets", "[parse]") {
  CHECK(expression("{}") == "(set)");
  CHECK(expression("{ }") == "(set)");
  CHECK(expression("{a}") == "(set a)");
  CHECK(expression("{a, b + 1, {c}}") == "(set a (+ b 1) (set c))");
  CHECK(expression("{x in S}") == "(those x S)");
  CHECK(expression("{x in S where x.size > 2}") == "(those x S (> (. x size) 2))");
  CHECK(expression("{c in cells where if p == q then c.y < 0 else c.y > 0}") ==
        "(those c cells (if (== p q) (< (. c y) 0) (> (. c y) 0)))");
  // Only a name and `in` make a comprehension.
  CHECK(expression("{x.y in S}") == "(set (in (. x y) S))");
}

TEST_CASE("parse: operators bind as the reference says", "[parse]") {
  CHECK(expression("a or b and c") == "(or a (and b c))");
  CHECK(expression("a and b or c and d") == "(or (and a b) (and c d))");
  CHECK(expression("not a and b") == "(and (not a) b)");
  CHECK(expression("not a == b") == "(not (== a b))");
  CHECK(expression("not not a") == "(not (not a))");
  CHECK(expression("a and not b or c") == "(or (and a (not b)) c)");
  CHECK(expression("a == b and c != d") == "(and (== a b) (!= c d))");
  CHECK(expression("a < b") == "(< a b)");
  CHECK(expression("a <= b or a >= b or a > b") == "(or (or (<= a b) (>= a b)) (> a b))");
  CHECK(expression("a in b & c") == "(in a (& b c))");
  CHECK(expression("a meets b | c") == "(meets a (| b c))");
  CHECK(expression("a | b within c ^ d") == "(within (| a b) (^ c d))");
  CHECK(expression("a | b ^ c & d") == "(| a (^ b (& c d)))");
  CHECK(expression("a & b ^ c | d") == "(| (^ (& a b) c) d)");
  CHECK(expression("a & b + c") == "(& a (+ b c))");
  CHECK(expression("a - b - c") == "(- (- a b) c)");
  CHECK(expression("a + b * c - d") == "(- (+ a (* b c)) d)");
  CHECK(expression("-a * b") == "(* (neg a) b)");
  CHECK(expression("a * -b") == "(* a (neg b))");
  CHECK(expression("a - -b") == "(- a (neg b))");
  CHECK(expression("not -a < b") == "(not (< (neg a) b))");
  CHECK(expression("-x.y") == "(neg (. x y))");
  CHECK(expression("-far..far") == "(.. (neg far) far)");
  CHECK(expression("a + 1..b * 2") == "(.. (+ a 1) (* b 2))");
  CHECK(expression("x in 1..3") == "(in x (.. 1 3))");
  CHECK(expression("S & 1..3") == "(& S (.. 1 3))");
  CHECK(expression("slide(a, d, t) - base(b) & c") == "(& (- (call slide a d t) (call base b)) c)");
  CHECK(expression("(a + b) * c") == "(* (+ a b) c)");
  CHECK(expression("a+b-c*d==e&f|g^h") == "(== (- (+ a b) (* c d)) (| (& e f) (^ g h)))");
}

TEST_CASE("parse: of, stacked, can", "[parse]") {
  CHECK(expression("stone of me") == "(of stone me)");
  CHECK(expression("pyramid of me & S") == "(& (of pyramid me) S)");
  CHECK(expression("(a | b) of p.owner") == "(of (| a b) (. p owner))");
  CHECK(expression("K of base(top.owner) + 1") == "(+ (of K (call base (. top owner))) 1)");
  CHECK(expression("count(stone of p)") == "(call count (of stone p))");
  CHECK(expression("-count(K of p)") == "(neg (call count (of K p)))");
  CHECK(expression("stacked K") == "(stacked K)");
  CHECK(expression("stacked K of p & S") == "(& (stacked (of K p)) S)");
  CHECK(expression("stacked (a | b) of p") == "(stacked (of (| a b) p))");
  CHECK(expression("can place") == "(can place)");
  CHECK(expression("not can place of p") == "(not (can place p))");
  CHECK(expression("not (can place or can tilt)") == "(not (or (can place) (can tilt)))");
}

TEST_CASE("parse: if and folds reach as far right as they can", "[parse]") {
  CHECK(expression("if a then b else c") == "(if a b c)");
  CHECK(expression("if a then b else if c then d else e + 1") == "(if a b (if c d (+ e 1)))");
  CHECK(expression("1 + if a then b else c") == "(+ 1 (if a b c))");
  CHECK(expression("any x in S : x in T") == "(fold any x S (in x T))");
  CHECK(expression("all x in S where x.a : x.b") == "(fold all x S (where (. x a)) (. x b))");
  CHECK(expression("no p in player : can place of p") == "(fold no p player (can place p))");
  CHECK(expression("count x in S : a or b") == "(fold count x S (or a b))");
  CHECK(expression("sum d in S & disc : d.colour.index + 1") == "(fold sum d (& S disc) (+ (. (. d colour) index) 1))");
  CHECK(expression("union v in beams.visits : v.colour") == "(fold union v (. beams visits) (. v colour))");
  CHECK(expression("min x in S : x.size else 3") == "(fold min x S (. x size) (else 3))");
  CHECK(expression("max x in S where a : x.size else 0") == "(fold max x S (where a) (. x size) (else 0))");
  CHECK(expression("if a then min x in S : x else 1 else 2") == "(if a (fold min x S x (else 1)) 2)");
  CHECK(expression("if a then sum x in S : x else 2") == "(if a (fold sum x S x) 2)");
  CHECK(expression("(union x in S : f(x)) == hue") == "(== (fold union x S (call f x)) hue)");
  CHECK(expression("a and any x in S : b and c") == "(and a (fold any x S (and b c)))");
  CHECK(expression("any x in S : all y in T : x == y") == "(fold any x S (fold all y T (== x y)))");
}

TEST_CASE("parse: a word is a keyword only where its form begins", "[parse]") {
  CHECK(expression("min + max - count") == "(- (+ min max) count)");
  CHECK(expression("count(min(a, b))") == "(call count (call min a b))");
  CHECK(expression("any in S") == "(in any S)");
  CHECK(expression("can in stacked") == "(in can stacked)");
  CHECK(expression("stacked(x)") == "(call stacked x)");
  CHECK(expression("pick + require * piece") == "(+ pick (* require piece))");
  CHECK(expression("behind | ahead | otherwise") == "(| (| behind ahead) otherwise)");
  CHECK(expression("inner + iffy + ofx + notable") == "(+ (+ (+ inner iffy) ofx) notable)");
  CHECK(expression("x.of + x.in") == "(+ (. x of) (. x in))");
  CHECK(statements("end = 3; for.x = 4; if_ = 5; play[me] += 1") ==
        "(assign = end 3) (assign = (. for x) 4) (assign = if_ 5) (assign += (index play me) 1)");
  CHECK(statements("put(a); turn(b); map()") == "(call put (args a)) (call turn (args b)) (call map)");
  CHECK(statements("require(a) \"m\"; remove(b); if(a) { }") == "(require a (message \"m\")) (remove b) (if a)");
  CHECK(declaration("var score[player]: 0..9 = 0") == "(var score (index player) (.. 0 9) 0)");
  CHECK(declaration("option play: {on, off} = on \"p\"") == "(option play (enum on off) on (text \"p\"))");
}

TEST_CASE("parse: types", "[parse]") {
  CHECK(type("1..3") == "(.. 1 3)");
  CHECK(type("-side..side") == "(.. (neg side) side)");
  CHECK(type("hue") == "hue");
  CHECK(type("generator | wall") == "(| generator wall)");
  CHECK(type("set of cell") == "(set-of cell)");
  CHECK(type("set of set of 1..3") == "(set-of (set-of (.. 1 3)))");
  CHECK(type("clamped 0..4") == "(clamped (.. 0 4))");
  CHECK(type("clamped -2..4") == "(clamped (.. (neg 2) 4))");
  CHECK(type("{red}") == "(enum red)");
  CHECK(type("{red, green}") == "(enum red green)");
  CHECK(type("{left \"L\", ten \"10\" \"10:00\"}") == R"((enum (left "L") (ten "10" "10:00")))");
  CHECK(type(R"({rising "/", falling "\"})") == R"((enum (rising "/") (falling "\\")))");
  CHECK(type(R"({falling "\", rising "/"})") == R"((enum (falling "\\") (rising "/")))");
  CHECK(type(R"({falling "\\"})") == R"((enum (falling "\\")))");
  CHECK(type("{9, 5, 7}") == "(set 9 5 7)");
  CHECK(type("{c in cells where c.x > 1}") == "(those c cells (> (. c x) 1))");
}

TEST_CASE("parse: texts", "[parse]") {
  const auto message = [](const std::string& text) {
    const std::string tree = statements("require a " + text);
    return tree.substr(20, tree.size() - 22);  // without `(require a (message ` and `))`
  };
  CHECK(message(R"("plain")") == R"("plain")");
  CHECK(message(R"("")") == R"("")");
  CHECK(message(R"("a \"b\" \\ \n \{c\}")") == R"("a \"b\" \\ \n {c}")");
  CHECK(message(R"("to {at}, {x.y + 1}!")") == R"((text "to " at ", " (+ (. x y) 1) "!"))");
  CHECK(message(R"("{at}{form:2}")") == R"((text at (hole form 2)))");
  CHECK(message(R"("{ sum x in S : x : 3 }")") == R"((text (hole (fold sum x S x) 3)))");
  CHECK(message("\"gr\xC3\xB6\xC3\x9F"
                "er // not a comment\"") ==
        "\"gr\xC3\xB6\xC3\x9F"
        "er // not a comment\"");
  // What is played has no holes.
  CHECK(statements(R"(play "{a} \{b\} \\")") == R"((play "{a} {b} \\"))");
  CHECK(statements("map \"\"\"\n a . \"b\" \\ {c}\n\"\"\"") == R"((map "\n a . \"b\" \\ {c}\n"))");
}

TEST_CASE("parse: statements", "[parse]") {
  CHECK(statements("pick x in S") == "(pick x S)");
  CHECK(statements("pick x in S \"no {x}\"") == "(pick x S (message (text \"no \" x)))");
  CHECK(statements("pick x in some of S") == "(pick x some-of S)");
  CHECK(statements("pick x in some") == "(pick x some)");
  CHECK(statements("require a \"m\"") == "(require a (message \"m\"))");
  CHECK(statements("offer a == b") == "(offer (== a b))");
  CHECK(statements("offer nothing") == "(offer)");
  CHECK(statements("offer unseen") == "(offer some-of)");
  CHECK(statements("let x = 1") == "(let x 1)");
  CHECK(statements("let x: set of cell = {}") == "(let x (set-of cell) (set))");
  CHECK(statements("x = 1; x += 2; x -= 3; x |= a; x &= b; x ^= c") ==
        "(assign = x 1) (assign += x 2) (assign -= x 3) (assign |= x a) (assign &= x b) (assign ^= x c)");
  CHECK(statements("life[p].x = y") == "(assign = (. (index life p) x) y)");
  CHECK(statements("put stone on a1 | b2") == "(put stone (| a1 b2))");
  CHECK(statements("put K(a = 1, owner = p) on S") == "(put K (args (= a 1) (= owner p)) S)");
  CHECK(statements("remove stacked K & S") == "(remove (& (stacked K) S))");
  CHECK(statements("move a to b + n") == "(move a (+ b n))");
  CHECK(statements("swap a, b") == "(swap a b)");
  CHECK(statements("if a { x() }") == "(if a (body (call x)))");
  CHECK(statements("if a { x() } else { y() }") == "(if a (body (call x)) (else (call y)))");
  CHECK(statements("if a { x() } else if b { y() } else { z() }") ==
        "(if a (body (call x)) (else (if b (body (call y)) (else (call z)))))");
  CHECK(statements("if a in {b, c} { }") == "(if (in a (set b c)))");
  CHECK(statements("for x in 1..3 { f(x) }") == "(for x (.. 1 3) (body (call f (args x))))");
  CHECK(statements("for x in S while life[me] > 0 { f() }") == "(for x S (> (index life me) 0) (body (call f)))");
  CHECK(statements("end : p + 1 wins") == "(end (wins (+ p 1)))");
  CHECK(statements("end when a == b : tie") == "(end (== a b) tie)");
  CHECK(statements("end when any p in player : a : score") == "(end (fold any p player a) score)");
  CHECK(statements("end : score.x wins; end : tie") == "(end (wins (. score x))) (end tie)");
  CHECK(statements("") == "");
}

TEST_CASE("parse: statements of play and of tests", "[parse]") {
  CHECK(statements("turn of p + 1 { choose a }") == "(turn (+ p 1) (body (choose a)))");
  CHECK(statements("turn of each player { choose a or b or c }") == "(turn each-player (body (choose a b c)))");
  CHECK(statements("choose a or b else { end : tie }") == "(choose a b (else (end tie)))");
  CHECK(statements("repeat { }") == "(repeat)");
  CHECK(statements("repeat until a and b { x() }") == "(repeat (and a b) (body (call x)))");
  CHECK(statements("draw x in player") == "(draw x player)");
  CHECK(statements("draw x = red") == "(fix-draw x red)");
  CHECK(statements("play \"a1\", \"b 2\"") == "(play \"a1\" \"b 2\")");
  CHECK(statements("expect moves == 42") == "(expect (== moves 42))");
  CHECK(statements("expect score(p) == 1") == "(expect (== (call score p) 1))");
  CHECK(statements("expect illegal \"x\"") == "(expect-illegal \"x\")");
  CHECK(statements("expect illegal \"x\" because \"why\"") == "(expect-illegal \"x\" \"why\")");
  CHECK(statements("expect result : red wins") == "(expect-result (wins red))");
  CHECK(statements("expect result: tie") == "(expect-result tie)");
}

TEST_CASE("parse: what goes on over lines, and what ends with one", "[parse]") {
  CHECK(statements("x = a\n  + b\ny = 1") == "(assign = x (+ a b)) (assign = y 1)");
  CHECK(statements("x = a +\n  b") == "(assign = x (+ a b))");
  CHECK(statements("x =\n  a\n    and b\n or\n c") == "(assign = x (or (and a b) c))");
  CHECK(statements("x = if a\n then b\n else c") == "(assign = x (if a b c))");
  CHECK(statements("x = any y\n in S\n where a\n : b") == "(assign = x (fold any y S (where a) b))");
  CHECK(statements("x = f(\n  a,\n  b\n)") == "(assign = x (call f a b))");
  CHECK(statements("x = {\n  a,\n  b\n}") == "(assign = x (set a b))");
  CHECK(statements("x = (\n a\n)") == "(assign = x a)");
  CHECK(statements("x = a\n- b") == "(assign = x (- a b))");
  CHECK(statements("pick x in S\n  \"message\"\npick y in T") == "(pick x S (message \"message\")) (pick y T)");
  CHECK(statements("pick x in S   // why\n\n  \"message\"") == "(pick x S (message \"message\"))");
  CHECK(statements("if a\n{\nx()\n}\nelse\n{\ny()\n}") == "(if a (body (call x)) (else (call y)))");
  CHECK(statements("choose a\n or b\n else { }") == "(choose a b (else))");
  CHECK(statements("play \"a\",\n \"b\"") == "(play \"a\" \"b\")");
  CHECK(statements("a(); b()\nc();;\n;d()") == "(call a) (call b) (call c) (call d)");
  CHECK(statements("a() // one\r\nb()\r\n") == "(call a) (call b)");
  CHECK(statements("x = a // + c\n  + b") == "(assign = x (+ a b))");
  // A parenthesis or bracket in the next line begins nothing that could go on.
  CHECK_FALSE(Reading("game \"G\"\ndo f {\n  x = a\n  (b)\n}\n").parsed.diagnostics.empty());
  CHECK_FALSE(Reading("game \"G\"\ndo f {\n  x = f (b)\n}\n").parsed.diagnostics.empty());
}

TEST_CASE("parse: declarations", "[parse]") {
  CHECK(declaration("use hex, optics, \"lib/own\"") == "(use hex optics \"lib/own\")");
  CHECK(declaration("needs beam { power: 0..9 }") == "(needs (beam (field power (.. 0 9))))");
  CHECK(declaration("needs type hue = {red, green}") == "(needs (type hue (enum red green)))");
  CHECK(declaration("players red, green") == "(players red green)");
  CHECK(declaration("players a, b as team") == "(players a b as-team)");
  CHECK(declaration("option side: 3..6 = 4   \"what\"") == "(option side (.. 3 6) 4 (text \"what\"))");
  CHECK(declaration("option side: 3..6 = 4") == "(option side (.. 3 6) 4)");
  CHECK(declaration("beam { }") == "(beam)");
  CHECK(declaration("beam { colour: set of hue; power: 0..4 = 1; ends {zapped, lost} }") ==
        "(beam zapped lost (field colour (set-of hue)) (field power (.. 0 4) (= 1)))");
  CHECK(declaration("var life[player]: 0..5 = lives") == "(var life (index player) (.. 0 5) lives)");
  CHECK(declaration("let a = b") == "(let a b)");
  CHECK(declaration("let f(p: player, c: generator | wall): flag = a") ==
        "(let f (params (p player) (c (| generator wall))) flag a)");
  CHECK(declaration("let t[c: cell]: set of hue = {}") == "(let t (table (c cell)) (set-of hue) (set))");
  CHECK(declaration("let t[c: hue] = [1,\n 2 + 3]") == "(let t (table (c hue)) (list 1 (+ 2 3)))");
  CHECK(declaration("do f(top: pyramid) { }") == "(do f (params (top pyramid)))");
  CHECK(declaration("do fire { x() }") == "(do fire (body (call x)))");
  CHECK(declaration("move m \"{a}-{b}\" { }") == "(move m (text (text a \"-\" b)))");
  CHECK(declaration("setup { a() }") == "(setup (body (call a)))");
  CHECK(declaration("play { a() }") == "(play (body (call a)))");
  CHECK(declaration("end when a : tie") == "(end a tie)");
  CHECK(declaration("end for p in player when won(p) : p wins") == "(end p (call won p) (wins p))");
  CHECK(declaration("score p = life[p]") == "(score p (index life p))");
  CHECK(declaration("heuristic p = -life[p]") == "(heuristic p (neg (index life p)))");
  CHECK(declaration("invariant a == 1 \"always {a}\"") == "(invariant (== a 1) (text (text \"always \" a)))");
  CHECK(declaration("show \"now {a}\"") == "(show (text (text \"now \" a)))");
  CHECK(declaration("show for p in player when a\n  \"{p}\"") == "(show p a (text (text p)))");
  CHECK(declaration("show for p in player for h in hue \"{h}\"\n  as lamp(colour = h)").find("(each h ") !=
        std::string::npos);
  CHECK(declaration("show lines border \"rim\" in red").find("(lines border)") != std::string::npos);
  CHECK(declaration("clock { turn 2:00; reserve 5:30; game 20:00; challenge adds 2:00; out: opponent wins }") ==
        "(clock (times turn 120 reserve 330 game 1200 (adds challenge 120) (out (wins opponent))))");
  CHECK(declaration("clock when clock == on { game adds 0:10\n out: score }") ==
        "(clock (== clock on) (times (adds game 10) (out score)))");
  CHECK(declaration("var hand[p: player]: 0..3 = 1 seen by {p}") ==
        "(var hand (index-name p) (index player) (.. 0 3) 1 (seen-by (set p)))");
  CHECK(declaration("var deck: flag = off\n  seen by nobody") == "(var deck flag off (seen-by nobody))");
  CHECK(declaration("play { together { choose a or b else { } } }") ==
        "(play (body (together (body (choose a b (else))))))");
  CHECK(declaration("test \"t {x}\" { }") == "(test (text \"t {x}\"))");
  CHECK(declaration("test \"t\" with a = 1, b = on { x() }") ==
        "(test (args (= a 1) (= b on)) (text \"t\") (body (call x)))");
}

TEST_CASE("parse: lattices and boards", "[parse]") {
  CHECK(declaration(
            "lattice l {\n e = (1, 0); w = (-1, 0)\n axis level \"-\", falling \"\\\"\n drawn at (2 * x + y, -y)\n}") ==
        R"((lattice l (+ (* 2 x) y) (neg y) (e 1 0) (w -1 0) (axis (level "-") (falling "\\"))))");
  CHECK(declaration("board hexagon(side)") == "(use-board hexagon (args side))");
  CHECK(declaration("board square(6, 6) stacks of 3") == "(use-board square (args 6 6) (stacks 3))");
  CHECK(declaration("board plain") == "(use-board plain)");
  CHECK(declaration(
            "board hex(side: 2..9) on pointy {\n let far = side - 1\n cells x in -far..far, y in 0..far where x > y\n"
            " label \"{letter(y)}{x}\"\n}") ==
        "(board hex (params (side (.. 2 9))) (on pointy) (cells x (.. (neg far) far) y (.. 0 far) (where (> x y))) "
        "(label (text (call letter y) x)) (let far (- side 1)))");
  CHECK(declaration("board small on flat { cells x in 1..2, y in 1..2 }") ==
        "(board small (on flat) (cells x (.. 1 2) y (.. 1 2)))");
  CHECK(declaration("board on flat stacks of 2 { cells x in 1..2, y in 1..2\n cells x in 4..4, y in 1..1 }") ==
        "(board inline (on flat) (stacks 2) (cells x (.. 1 2) y (.. 1 2)) (cells x (.. 4 4) y (.. 1 1)))");
}

TEST_CASE("parse: drawn boards, and boards that wrap", "[parse]") {
  CHECK(declaration("board on b { cells \"\"\"\n. _\n\"\"\"; wraps (w, 0), (0, 2 * h); label \"{x}\" }") ==
        "(board inline (on b) (cells \"\\n. _\\n\") (label (text x)) (wraps w 0 0 (* 2 h)))");
  CHECK(expression("drawn(\"~#\") | drawn( \"\\\\\" )") == "(| (drawn \"~#\") (drawn \"\\\"))");
  CHECK(expression("drawn") == "drawn");  // a name like any other
  CHECK(expression("drawn(3)") == "(call drawn 3)");
  CHECK(expression("reach x in s where a : x + d") == "(fold reach x s (where a) (+ x d))");
  CHECK(expression("reach") == "reach");
  CHECK(expression("the x in s where a else b | c") == "(the x s a (else (| b c)))");
  CHECK(expression("the") == "the");
}

TEST_CASE("parse: where, behind every set that a name goes through", "[parse]") {
  for (const auto& [one, other] : {std::pair<std::string, std::string>{"for x in s where a { }", "for x in {x in s where a} { }"},
                                   {"for x in s where a while b { }", "for x in {x in s where a} while b { }"},
                                   {"pick x in s where a == b", "pick x in {x in s where a == b}"},
                                   {"pick x in s\n where a \"no\"", "pick x in {x in s where a} \"no\""}})
    CHECK(statements(one) == statements(other));
}

TEST_CASE("parse: pieces and optics", "[parse]") {
  CHECK(declaration("piece stone of player { look \"*\" }") == "(piece stone of-player (look \"*\"))");
  CHECK(declaration("piece p { colour: hue; facing: direction }") ==
        "(piece p (field colour hue) (field facing direction))");
  CHECK(declaration("piece p { look: hue; emits: hue; when: hue }") ==
        "(piece p (field look hue) (field emits hue) (field when hue))");
  CHECK(declaration("piece p { emits facing }") == "(piece p (emits facing))");
  CHECK(declaration("piece p { emits {a, b} { beam.colour = {c}; beam.power = 2 } }") ==
        "(piece p (emits (set a b) (updates (assign = (. beam colour) (set c)) (assign = (. beam power) 2))))");
  CHECK(declaration("piece p { when beam comes { } }") == "(piece p (cases))");
  for (const auto& [one, other] : {std::pair<std::string, std::string>{"-> stops", "{ otherwise -> stops }"},
                                   {"-> turns 1 { beam.x = 1 },\n turns -1", "{ otherwise -> turns 1 { beam.x = 1 }, turns -1 }"},
                                   {"->\n mirrors(line)", "{ otherwise -> mirrors(line) }"}}) {
    CHECK(declaration("piece p { when beam comes " + one + "; look \"p\" }") ==
          declaration("piece p { when beam comes " + other + "; look \"p\" }"));
    CHECK(declaration("optic o " + one) == declaration("optic o " + other));
    CHECK(declaration("optic o(line: axis) " + one) == declaration("optic o(line: axis) " + other));
    CHECK(declaration("when beam crosses x in a - b " + one) == declaration("when beam crosses x in a - b " + other));
    CHECK(declaration("when beam enters c in a " + one) == declaration("when beam enters c in a " + other));
  }

  const auto cases = [](const std::string& text) {
    const std::string tree = declaration("optic o(line: axis) { " + text + " }");
    return tree.substr(37, tree.size() - 39);  // without `(optic o (params (line axis)) (cases ` and `))`
  };
  CHECK(cases("otherwise -> straight") == "(otherwise (straight))");
  CHECK(cases("otherwise -> stops; if a -> stops as lost") == "(otherwise (stops)) (case (if a) (stops lost))");
  CHECK(cases("from behind -> straight\nfrom ahead f -> straight") ==
        "(case (behind) (straight)) (case (ahead f) (straight))");
  CHECK(cases("from left -> straight; from right -> straight") == "(case (left) (straight)) (case (right) (straight))");
  CHECK(cases("from aside if a - 1 == b -> stops") == "(case (aside) (if (== (- a 1) b)) (stops))");
  CHECK(cases("from aside f + 1 if a -> stops") == "(case (aside (+ f 1)) (if a) (stops))");
  CHECK(cases("otherwise -> reflects across line") == "(otherwise (reflects line))");
  CHECK(cases("otherwise -> turns -1, turns 1,\n straight") == "(otherwise (turns (neg 1)) (turns 1) (straight))");
  CHECK(cases("otherwise -> leaves d { beam.power -= 1 }, mirrors(line)") ==
        "(otherwise (leaves d (updates (assign -= (. beam power) 1))) (optic mirrors line))");
  CHECK(cases("otherwise -> to exit; otherwise -> to a going n + 1") ==
        "(otherwise (to exit)) (otherwise (to a (+ n 1)))");
}

TEST_CASE("parse: doc comments belong to the declaration below", "[parse]") {
  const Reading reading(
      "/// The game.\n///  Indented.\ngame \"G\"\n\n// not this\n/// one\n///two   \nlet a = b\n/// lost\n\nlet c = d\n"
      "let e = f /// behind\nlet g = h\n/// of x\nboard on flat {\n  /// inner\n  let k = 1\n}\n");
  REQUIRE(reading.errors().empty());
  const auto& decls = reading.parsed.file.decls;
  REQUIRE(decls.size() == 6);
  CHECK(reading.parsed.file.doc == "The game.\n Indented.");
  CHECK(decls[0].doc == reading.parsed.file.doc);
  CHECK(decls[1].doc == "one\ntwo");
  CHECK(decls[2].doc.empty());
  CHECK(decls[4].doc.empty());
  CHECK(decls[5].doc == "of x");
  const auto& lets = decls[5].as<tree::BoardDecl>().lets;
  REQUIRE(lets.size() == 1);
  CHECK(lets[0].doc == "inner");
}

TEST_CASE("parse: spans hold the words and nothing beside", "[parse]") {
  const Reading reading(
      "game \"G\"\n"
      "let v  =  a + (b  *  f( c )) .. t[ d ].x   // behind\n"
      "move m \"{ at:2 }x\" {\n"
      "  pick x in  S \n  \"why\"  \n"
      "  if a { y() } else if b { } \n"
      "}\n"
      "piece p { when beam comes { from ahead -> straight { beam.x = 1 } , stops  } }\n");
  REQUIRE(reading.errors().empty());
  const auto& decls = reading.parsed.file.decls;
  REQUIRE(decls.size() == 4);

  const tree::Decl& let = decls[1];
  CHECK(reading.words(let.span) == "let v  =  a + (b  *  f( c )) .. t[ d ].x");
  CHECK(reading.words(let.head) == "let v");
  CHECK(reading.words(let.name.span) == "v");
  const tree::Expr& range = let.as<tree::LetDecl>().value;
  CHECK(reading.words(range.span) == "a + (b  *  f( c )) .. t[ d ].x");
  CHECK(reading.words(range.op_span) == "..");
  CHECK(reading.words(range.kids[0].span) == "a + (b  *  f( c ))");
  CHECK(reading.words(range.kids[0].op_span) == "+");
  CHECK(reading.words(range.kids[0].kids[1].span) == "(b  *  f( c ))");
  CHECK(reading.words(range.kids[0].kids[1].kids[1].span) == "f( c )");
  CHECK(reading.words(range.kids[1].span) == "t[ d ].x");
  CHECK(reading.words(range.kids[1].name.span) == "x");
  CHECK(reading.words(range.kids[1].kids[0].span) == "t[ d ]");

  const tree::Decl& move = decls[2];
  CHECK(reading.words(move.head) == "move m");
  const auto& [notation, beside, body] = move.as<tree::MoveDecl>();
  CHECK(reading.words(notation.span) == "\"{ at:2 }x\"");
  REQUIRE(notation.parts.size() == 2);
  CHECK(reading.words(notation.parts[0].span) == " at:2 ");
  CHECK(reading.words(notation.parts[0].hole[0].span) == "at");
  CHECK(reading.words(notation.parts[1].span) == "x");
  REQUIRE(body.size() == 2);
  CHECK(reading.words(body[0].span) == "pick x in  S \n  \"why\"");
  CHECK(reading.words(body[0].message->span) == "\"why\"");
  CHECK(reading.words(body[1].span) == "if a { y() } else if b { }");
  CHECK(reading.words(body[1].other[0].span) == "if b { }");

  const tree::Decl& piece = decls[3];
  CHECK(reading.words(piece.head) == "piece p");
  REQUIRE(piece.as<tree::PieceDecl>().comes);
  const auto& [cases, cases_span] = *piece.as<tree::PieceDecl>().comes;
  CHECK(reading.words(cases_span) == "{ from ahead -> straight { beam.x = 1 } , stops  }");
  REQUIRE(cases.size() == 1);
  CHECK(reading.words(cases[0].span) == "from ahead -> straight { beam.x = 1 } , stops");
  CHECK(reading.words(cases[0].outcomes[0].span) == "straight { beam.x = 1 }");
  CHECK(reading.words(cases[0].outcomes[1].span) == "stops");
}

TEST_CASE("parse: the tree is made in parts, too, between which it may be stopped", "[parse][stop]") {
  constexpr int kLets = 200, kOperands = 51;
  std::string text = "game \"G\"\n";
  for (int i = 0; i < kLets; ++i) {
    text += "let v" + std::to_string(i) + " = 0";
    for (int k = 1; k < kOperands; ++k) text += " + 1";
    text += "\n";
  }
  Sources sources;
  const std::uint32_t file = sources.add({"t.glint", text});
  std::uint64_t asked = 0;
  StopCheck counts([&asked] { return ++asked > 1'000'000; });
  parsing::outline(sources.file(file).text, file, counts);
  const std::uint64_t of_outline = asked;
  CHECK(parse(sources, file, counts).diagnostics.empty());
  // The second pass asks after each few hundred operands.
  CHECK(asked >= 2 * of_outline + kLets * kOperands / 1000);
  for (std::uint64_t at = of_outline; at < asked - of_outline; at += 3) {
    std::uint64_t times = 0;
    StopCheck stops([&times, at] { return times++ >= at; });
    CHECK_THROWS_AS(parse(sources, file, stops), Stopped);
    CHECK(times == at + 1);
  }
}
