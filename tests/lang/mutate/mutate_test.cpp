// Mutations: each kind by its script, and that nearly all of them check, on every bundled game, variant and some
// examples.
#include "lang/mutate/mutate.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "interpreter/game/loading/load.hpp"
#include "lang/format/format.hpp"
#include "tests/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/scale.hpp"

namespace {

using namespace glint;

struct Parent {
  lang::Sources sources;
  lang::Checked checked;
  std::unique_ptr<lang::Loader> loader = bundled_loader(nullptr);

  explicit Parent(const std::string& text) {
    checked = lang::check(sources, sources.add({"parent.glint", text}), *loader);
    REQUIRE(checked.rules);
  }
  std::vector<lang::Mutation> mutations() const { return lang::mutations_of(sources, checked); }
};

std::string file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(test::source_folder() + "/" + path).rdbuf();
  REQUIRE(!text.str().empty());
  return text.str();
}

/// The script's parent as variants name it, by a loader that knows it.
class ParentLoader : public lang::Loader {
 public:
  explicit ParentLoader(std::string text) : text_(std::move(text)), bundled_(bundled_loader(nullptr)) {}
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    return bundled_->find(name, user);
  }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    if (name == "parent") return lang::SourceFile{"parent.glint", text_};
    return bundled_->find_game(name, user);
  }

 private:
  std::string text_;
  std::unique_ptr<lang::Loader> bundled_;
};

/// A game with something for each kind.
const char* const kGame = R"(/// Lamps on a small board.
game "Lamps"
use square, optics
players sun, moon
option size: 3..5 = 4   "squares along each side"
type hue = {red, green}
board square(4, 4)
beam { colour: set of hue; power: clamped 0..9 = 3 }
piece lamp of player {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  // A comment, which may no longer be true.
  when beam comes {
    from behind -> straight { beam.colour |= {colour} }
    otherwise   -> stops
  }
  look "{owner:1}{facing}"
}
let most = 6
let first_way = n
var mover: player = sun
move place "{at} {way}" {
  pick at in empty   "{at} is taken"
  pick way in direction
  require count(lamp) < most and at + way != {}   "no room"
  put lamp(facing = way, colour = red) on at
  mover = opponent
}
move take "take {at}" {
  pick at in lamp of me
  require count(lamp) >= 2
  remove at
  mover = opponent
}
setup { put lamp(owner = sun, facing = first_way, colour = red) on b2 }
play {
  draw mover in player
  repeat { turn of mover { choose place or take } }
}
end for p in player when count(lamp of p) >= 4 : p wins
end when count(lamp) >= 10 : tie
score p = count(lamp of p)
test "it begins" { expect count(lamp) == 1 }
)";

/// The scripts of this kind, without their first lines.
std::vector<std::string> scripts(const Parent& parent, lang::MutationKind kind) {
  std::vector<std::string> all;
  for (const lang::Mutation& one : parent.mutations())
    if (one.kind == kind)
      all.push_back(lang::variant_script(parent.sources, parent.checked, {"parent", "Other"}, {&one}));
  return all;
}

void check_has(lang::MutationKind kind, const std::string& script) {
  const Parent parent(kGame);
  const std::vector<std::string> all = scripts(parent, kind);
  std::string list;
  for (const std::string& each : all) list += each + "----\n";
  INFO(list);
  CHECK(std::count(all.begin(), all.end(), script) == 1);
}

}  // namespace

TEST_CASE("mutate: an option has another value") {
  check_has(lang::MutationKind::options, R"(/// The option `size` is 5 instead of 4: squares along each side.
variant "Other" of parent

option size = 5
)");
}

TEST_CASE("mutate: a number is another, within what it is compared with") {
  check_has(lang::MutationKind::numbers, R"(/// `most` is 12 instead of 6.
variant "Other" of parent

replace let most = 12
)");
}

TEST_CASE("mutate: a number with which a let is called stays within what the let takes") {
  std::string text = kGame;
  const std::string asked = "require count(lamp) >= 2";
  text.replace(text.find(asked), asked.size(), "require some(2)");
  const Parent parent(text + "let some(least: 1..2) = count(lamp) >= least\n");
  std::set<std::string> calls;
  for (const std::string& script : scripts(parent, lang::MutationKind::numbers))
    if (const std::size_t at = script.find("some("); at != std::string::npos && script[at + 5] != 'l')
      calls.insert(script.substr(at, script.find(')', at) + 1 - at));
  CHECK(calls == std::set<std::string>{"some(1)"});
}

TEST_CASE("mutate: a change is told by its line, and by its declaration where the line does not name it") {
  const Parent parent(kGame);
  std::set<std::string> sentences;
  std::string list;
  for (const lang::Mutation& one : parent.mutations())
    if (sentences.insert(one.sentence).second) list += one.sentence + "\n";
  INFO(list);
  CHECK(sentences.count("`end when count(lamp) >= 9 : tie` instead of `end when count(lamp) >= 10 : tie`.") == 1);
  CHECK(sentences.count("In `move take`: `require count(lamp) >= 3` instead of `require count(lamp) >= 2`.") == 1);
}

TEST_CASE("mutate: what only bots look at is no rule, so it stays as it is") {
  const std::string with_lets = std::string(kGame) +
                                "let worth = 7\nlet ahead(p: player) = worth * count(lamp of p)\n"
                                "let few = 2\nmove skip \"skip\" { require count(lamp) > few   \"too few\" }\n"
                                "heuristic p = ahead(p) + few\ninvariant count(lamp) < 100 * worth   \"too many\"\n";
  const Parent parent(with_lets);
  std::string targets;
  for (const lang::Mutation& one : parent.mutations())
    if (one.kind == lang::MutationKind::numbers || one.kind == lang::MutationKind::values) targets += one.target + "\n";
  INFO(targets);
  CHECK(targets.find("let worth") == std::string::npos);
  CHECK(targets.find("let ahead") == std::string::npos);
  CHECK(targets.find("let few") != std::string::npos);  // a move asks for it, too
}

TEST_CASE("mutate: a direction stands in the place of another") {
  check_has(lang::MutationKind::values, R"(/// `first_way` is s instead of n.
variant "Other" of parent

replace let first_way = s
)");
}

TEST_CASE("mutate: a beam goes on in another way, and the declaration is restated without comments") {
  check_has(lang::MutationKind::optics,
            R"(/// At a piece `lamp` any other beam is reflected, as by a mirror that lies along `facing`. In Lamps it is stopped.
variant "Other" of parent

replace piece lamp of player {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  when beam comes {
    from behind -> straight { beam.colour |= {colour} }
    otherwise   -> reflects across facing
  }
  look "{owner:1}{facing}"
}
)");
}

TEST_CASE("mutate: texts stay as they are where comments are left out, whatever is in them") {
  for (const std::string look : {R"("lamp")", R"("lamps")", R"("//")", R"("a\"//")", R"("\\")"}) {
    std::string game = kGame;
    const std::string old = R"("{owner:1}{facing}")";
    game.replace(game.find(old), old.size(), look + "   // as \"printed\"");
    const Parent parent(game);
    const std::vector<std::string> all = scripts(parent, lang::MutationKind::optics);
    REQUIRE(!all.empty());
    for (const std::string& script : all) {
      INFO(script);
      CHECK(script.find("\n  look " + look + "\n}\n") != std::string::npos);
    }
  }
}

TEST_CASE("mutate: a beam keeps what it carries") {
  check_has(lang::MutationKind::light,
            R"(/// At a piece `lamp` a beam from behind keeps its colour. In Lamps it gains `{colour}` in its colour.
variant "Other" of parent

replace piece lamp of player {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  when beam comes {
    from behind -> straight
    otherwise   -> stops
  }
  look "{owner:1}{facing}"
}
)");
}

TEST_CASE("mutate: a requirement is weaker, or there is one more") {
  check_has(lang::MutationKind::requirements,
            R"(/// The move `place` requires only `count(lamp) < most`, no longer `at + way != {}`.
variant "Other" of parent

replace move place "{at} {way}" {
  pick at in empty             "{at} is taken"
  pick way in direction
  require count(lamp) < most   "no room"
  put lamp(facing = way, colour = red) on at
  mover = opponent
}
)");
  check_has(lang::MutationKind::requirements,
            R"(/// The move `place` may not put a `lamp` next to another one (of any player).
variant "Other" of parent

replace move place "{at} {way}" {
  pick at in empty                                "{at} is taken"
  require not (at + around meets lamp)            "a piece `lamp` stands next to {at}"
  pick way in direction
  require count(lamp) < most and at + way != {}   "no room"
  put lamp(facing = way, colour = red) on at
  mover = opponent
}
)");
}

TEST_CASE("mutate: a move is left out, or one more may be chosen") {
  check_has(lang::MutationKind::moves, R"(/// There is no move `take`.
variant "Other" of parent

remove move take

replace play {
  draw mover in player
  repeat { turn of mover { choose place } }
}
)");
  check_has(lang::MutationKind::moves,
            R"(/// Instead of the move `place`, a player may move a `lamp` of their own to an empty cell beside it.
variant "Other" of parent

move step "step {from} {to}" beside place {
  pick from in lamp of me
  pick to in from + around & empty
  move from to to
}
)");
}

TEST_CASE("mutate: an end is left out, or means another result") {
  check_has(lang::MutationKind::ends, R"(/// The game no longer ends when `count(lamp) >= 10`.
variant "Other" of parent

replace end for p in player when count(lamp of p) >= 4 : p wins
)");
  check_has(lang::MutationKind::ends, R"(/// When `count(lamp of p) >= 4`, the result is `p loses`, not `p wins`.
variant "Other" of parent

remove end
end for p in player when count(lamp of p) >= 4 : p loses
end when count(lamp) >= 10 : tie
)");
}

TEST_CASE("mutate: the board wraps round") {
  check_has(lang::MutationKind::board, R"(/// The board is a tube: its left and its right side are joined.
variant "Other" of parent

replace board on square8 {
  cells x in 1..4, y in 1..4
  wraps (4, 0)
  label "{lower(x)}{y}"
}
)");
}

TEST_CASE("mutate: a turn has two decisions") {
  check_has(lang::MutationKind::turns, R"(/// A turn has two decisions instead of one: `choose place or take`, twice.
variant "Other" of parent

replace play {
  draw mover in player
  repeat { turn of mover { choose place or take; choose place or take } }
}
)");
}

TEST_CASE("mutate: two mutations of one declaration make one variant") {
  const Parent parent(kGame);
  const std::vector<lang::Mutation> all = parent.mutations();
  const auto find = [&](const std::string& sentence) -> const lang::Mutation& {
    for (const lang::Mutation& one : all)
      if (one.sentence == sentence) return one;
    FAIL("there is no mutation: " << sentence);
    return all.front();
  };
  const lang::Mutation& stops = find("At a piece `lamp` any other beam goes straight on. In Lamps it is stopped.");
  const lang::Mutation& keeps =
      find("At a piece `lamp` a beam from behind keeps its colour. In Lamps it gains `{colour}` in its colour.");
  const lang::Mutation& most = find("`most` is 7 instead of 6.");
  REQUIRE(lang::can_combine(stops, keeps));
  CHECK(!lang::can_combine(stops, stops));
  CHECK(!lang::can_combine(most, find("`most` is 5 instead of 6.")));
  CHECK(
      lang::variant_script(parent.sources, parent.checked, {"parent", "Both"}, {&stops, &keeps}) ==
      R"(/// At a piece `lamp` any other beam goes straight on. In Lamps it is stopped. At a piece `lamp` a beam from behind
/// keeps its colour. In Lamps it gains `{colour}` in its colour.
variant "Both" of parent

replace piece lamp of player {
  colour: hue
  facing: direction
  emits facing { beam.colour = {colour} }
  when beam comes {
    from behind -> straight
    otherwise   -> straight
  }
  look "{owner:1}{facing}"
}
)");
}

TEST_CASE("mutate: every kind has a line on the page") {
  const std::string page = file("interpreter/lab/explore/README.md");
  for (const lang::MutationKind kind : lang::mutation_kinds()) {
    const std::string line = "| `" + std::string(lang::name_of(kind)) + "` | " + lang::meaning_of(kind) + " |";
    INFO(line);
    CHECK(page.find(line) != std::string::npos);
  }
}

// All of them were counted once: see the page. Each run of this test takes others than the last only if they change.
TEST_CASE("mutate: 95 of 100 mutations check, of the bundled games, variants and three examples") {
  std::vector<std::string> paths = {"examples/laser_chess.glint", "examples/othello.glint", "examples/konane.glint"};
  for (const std::string& name : Game::bundled_names()) paths.push_back("games/" + name + ".glint");
  for (const std::string& name : Game::bundled_variants()) paths.push_back("games/variants/" + name + ".glint");
  constexpr std::size_t kOfEach = 16;
  int all = 0, good = 0;
  std::string wrong;
  for (const std::string& path : paths) {
    if (!test::sampled(std::hash<std::string>()(path))) continue;
    const std::string text = file(path);
    const Parent parent(text);
    ParentLoader loader(text);
    const std::vector<lang::Mutation> mutations = parent.mutations();
    CHECK(mutations.size() >= kOfEach);
    for (std::size_t i = 0; i < kOfEach; ++i) {
      const lang::Mutation& one = mutations[i * mutations.size() / kOfEach];
      const std::string script = lang::variant_script(parent.sources, parent.checked, {"parent", "Other"}, {&one});
      lang::Sources sources;
      const std::uint32_t number = sources.add({"other.glint", script});
      const lang::Checked checked = lang::check(sources, number, loader);
      ++all;
      good += checked.rules.has_value();
      if (!checked.rules) wrong += path + ": " + checked.diagnostics[0].message + "\n" + script + "\n";
      CHECK(lang::format(sources, number).text == script);
    }
  }
  INFO(wrong);
  CHECK(100 * good >= 95 * all);
}
