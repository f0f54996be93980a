// The order of turns, ends and scores as forms: without a browser, with the command's language server. Each choice of each form of the
// scripts that come with Glint is tried: the script has no error, the form says then what was chosen, and the way back gives the
// text back.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Desk, module, root, skip } from "./desk.mjs";

const scripts = ["games", "examples", "examples/puzzles", "examples/templates"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".glint"))
    .map((name) => join(root, folder, name)),
);
const base = (play, more = "", players = "ann, bob") => `game "Small"
use square
players ${players}
board square(4, 4)
let home: set of cell = a1 | a2
var life[player]: 0..9 = 3   "lives"
var turns: 0..60 = 0
piece stone of player { worth: 0..3 = 1; look "{owner:1}" }
piece buoy { look "o" }
piece lamp of player { facing: direction; emits facing; look ">" }
beam { }
move place "{at}" { pick at in empty; put stone on at }
move other "other {at}" { pick at in empty; put buoy on at }

${play}

${more}`;

async function tried(desk, text) {
  const { taken } = await desk.ask("glint/try", { edits: [[[0, desk.text.length, text]]] });
  return taken !== null;
}
const declarationsOf = async (desk) => (await desk.ask("glint/syntax")).declarations;

test("the order of turns: who begins, in turn or together, rounds, moves in a turn, passing, who cannot move", { skip }, async () => {
  const { turnForms } = await module("drawing/turns");
  const { applied } = await module("drawing/syntax");
  const desk = await new Desk().begin();
  /// Chooses in the form; the `play` then, and what else has changed.
  const choose = async (id, value) => {
    const form = turnForms(desk.text, await declarationsOf(desk)).find((each) => each.id === id);
    assert.ok(form, `${id} in ${desk.text}`);
    const text = applied(desk.text, form.edits(value));
    assert.ok(await tried(desk, text), text);
    desk.write(text);
    assert.equal(turnForms(text, await declarationsOf(desk)).find((each) => each.id === id).now, value, text);
    return /play [^]*?(?=\n\n|\n$|$)/.exec(text)[0];
  };
  desk.write(base("play { repeat { turn of each player { choose place or other else { end : tie } } } }"));
  const first = desk.text;
  await choose("turn-first", "bob");
  assert.match(desk.text, /^players bob, ann$/m);
  await choose("turn-first", "ann");
  assert.equal(desk.text, first);
  assert.equal(await choose("turn-moves", "2"), "play { repeat { turn of each player { for each_move in 1..2 { choose place or other else { end : tie } } } } }");
  await choose("turn-moves", "3");
  assert.equal(await choose("turn-stuck", "opponent wins"), "play { repeat { turn of each player { for each_move in 1..3 { choose place or other else { end : opponent wins } } } } }");
  await choose("turn-stuck", "tie");
  await choose("turn-moves", "1");
  assert.equal(desk.text.replaceAll(/\s+/g, " "), first.replaceAll(/\s+/g, " "));
  assert.match(await choose("turn-pass", "yes"), /choose place or other or pass else/);
  assert.match(desk.text, /\nmove pass "pass" \{ \}\n/);
  await choose("turn-pass", "no");
  assert.doesNotMatch(desk.text, /pass/);
  assert.equal(await choose("turn-way", "together"), "play { for each_round in 1..30 { together { choose place or other else { } } } }");
  await choose("turn-way", "turn");
  assert.match(await choose("turn-rounds", "10"), /^play \{ for each_round in 1\.\.10 \{ turn of each player/);
  assert.match(await choose("turn-rounds", ""), /^play \{ repeat \{ turn of each player/);
  // Words for people go with their player.
  const { playersIn } = await module("drawing/turns");
  const named = 'players sun "the Sun, our star", moon "Moon"';
  assert.deepEqual(playersIn(named, [{ node: "players", at: [0, named.length] }]).map(({ name, at }) => [name, named.slice(...at)]), [["sun", 'sun "the Sun, our star"'], ["moon", 'moon "Moon"']]);
  // Over lines, with an end among the turns, and a score that decides after the last round.
  desk.write(base("play {\n  repeat {\n    turn of each player {\n      choose place\n      end when empty == {} : me wins\n    }\n  }\n}", "score p = count(stone of p)\n"));
  assert.equal(await choose("turn-moves", "2"), "play {\n  repeat {\n    turn of each player {\n      for each_move in 1..2 {\n        choose place\n        end when empty == {} : me wins\n      }\n    }\n  }\n}");
  assert.match(await choose("turn-rounds", "5"), /for each_round in 1\.\.5 \{[^]*\n  \}\n  end : score\n\}/);
  assert.match(await choose("turn-stuck", "score"), /choose place else \{ end : score \}/);
  // One player, and a team.
  desk.write(base("play { repeat { turn of ann { choose other } } }", "", "ann"));
  assert.match(await choose("turn-stuck", "ann loses"), /choose other else \{ end : ann loses \}/);
  assert.match(await choose("turn-rounds", "6"), /for each_round in 1\.\.6 \{.*; end : ann loses \}/);
  assert.deepEqual(turnForms(desk.text, await declarationsOf(desk)).map(({ id }) => id), ["turn-rounds", "turn-moves", "turn-pass", "turn-stuck"]);
  // What a form cannot say it does not show.
  desk.write(base("play { turn of ann { choose place }; repeat { turn of bob { choose place else { choose other else { end : tie } } }; turn of ann { choose other } } }"));
  assert.deepEqual(turnForms(desk.text, await declarationsOf(desk)), []);
});

test("each choice of the order of turns, in every script", { skip, timeout: 300_000 }, async () => {
  const { turnForms } = await module("drawing/turns");
  const { applied } = await module("drawing/syntax");
  const desk = await new Desk().begin();
  const refused = [];
  let many = 0;
  for (const path of scripts) {
    const text = readFileSync(path, "utf8");
    desk.write(text);
    for (const form of turnForms(text, await declarationsOf(desk))) {
      assert.deepEqual(form.edits(form.now).length ? applied(text, form.edits(form.now)) : text, text, `${path} ${form.id}: the value that it has`);
      for (const [value] of form.choices) {
        if (value === form.now || !value) continue;
        ++many;
        const after = applied(text, form.edits(value));
        if (!(await tried(desk, after))) {
          refused.push(`${path.slice(root.length + 1)} ${form.id} ${value}`);
          continue;
        }
        desk.write(after);
        const there = turnForms(after, await declarationsOf(desk)).find(({ id }) => id === form.id);
        assert.equal(there?.now, value, `${path} ${form.id}`);
        desk.write(text);
      }
    }
  }
  assert.ok(many > 250, String(many));
  // The page says so, and leaves the script as it is.
  assert.ok(refused.length < many / 12, `${refused.length} of ${many}:\n${refused.join("\n")}`);
});

test("ends and scores: added, changed, taken away, in sentences", { skip }, async () => {
  const goals = await module("drawing/goals");
  const { applied } = await module("drawing/syntax");
  const desk = await new Desk().begin();
  for (const players of ["ann, bob", "ann", "ann, bob as team", "ann, bob, cleo"]) {
    const who = players.includes(",") ? "each player" : "ann";
    const begin = base(`play { repeat { turn of ${who} { choose place or other } } }`, "", players).replace("piece stone of player", players.includes("team") ? "piece stone" : "piece stone of player").replace('look "{owner:1}"', players.includes("team") ? 'look "s"' : 'look "{owner:1}"');
    desk.write(begin);
    for (const isScore of [false, true]) {
      let declarations = await declarationsOf(desk);
      let places = goals.placesIn(desk.text, declarations, ["home"]);
      const sorts = isScore ? goals.scoreSorts(places) : goals.endSorts(places);
      assert.ok(sorts.length >= 4 - Number(isScore), `${players}: ${sorts.map(({ id }) => id)}`);
      for (const { id } of sorts)
        for (const result of isScore ? [""] : goals.resultsOf(places, id, false).map(([value]) => value)) {
          desk.write(begin);
          declarations = await declarationsOf(desk);
          places = goals.placesIn(begin, declarations, ["home"]);
          const goal = { ...goals.fresh(places, id, false), result };
          const after = applied(begin, goals.adding(begin, declarations, goal, places, isScore));
          assert.ok(await tried(desk, after), after);
          desk.write(after);
          const [known, ...others] = goals.goalsIn(after, await declarationsOf(desk), places);
          assert.equal(others.length, 0);
          assert.deepEqual({ ...known, node: 0, condition: 0 }, { ...goal, node: 0, condition: 0, zone: /\[zone\]/.test(goals.sortOf(id).words) ? goal.zone : "", field: /\[(field|variable)\]/.test(goals.sortOf(id).words) ? goal.field : "", number: known.number, kind: goal.kind }, after);
          // Another number or kind, as the form changes it; then it goes, and nothing else of the text has moved.
          const next = { ...goal, number: goal.number + 1 };
          const changed = applied(after, goals.changing(after, known, next, places));
          assert.ok(await tried(desk, changed), changed);
          desk.write(changed);
          const [again] = goals.goalsIn(changed, await declarationsOf(desk), places);
          assert.ok(again, changed);
          if (/\[number\]/.test(goals.sortOf(id).words)) assert.equal(again.number, goal.number + 1);
          if (id === "row") assert.match(changed, /\/\/\/ .*4 stones in a row/);
          assert.equal(applied(changed, goals.without(changed, again)).trimEnd(), begin.trimEnd());
        }
    }
  }
  // As authors write them.
  for (const [text, sort, number] of [
    ["end for p in player when count( stone of p )  >= 7 : p loses", "many", 7],
    ["end for p in player when stone of p meets home : p wins", "reach", 1],
    ["end when empty == {} : tie", "full", 1],
    ["end for p in player when any c in stone of p : any way in direction : all k in 1..3 : steps(c, way, k, stone of p) meets stone of p : p wins", "row", 4],
    ["score p = sum c in stone of p : c.worth", "sum", 1],
    ["end for p in player when life[p] == 0 : p + 1 wins", "owns", 0],
    ["end for p in player when life[p] >= 9 : p wins", "gains", 9],
    ["end when turns == 60 : tie", "is", 60],
    ["end when seen >= 3 : tie", "again", 3],
    ["end when seen == 3 : tie", "repeated", 3],
    ["end for p in player when count(stone of p) == 4 : p wins", "exact", 4],
    ["score p = life[p]", "own", 1],
  ]) {
    desk.write(base("play { repeat { turn of each player { choose place or other } } }", text));
    const declarations = await declarationsOf(desk);
    const [known] = goals.goalsIn(desk.text, declarations, goals.placesIn(desk.text, declarations, ["home"]));
    assert.deepEqual([known?.sort, known?.number], [sort, number], text);
  }
});

test("how a game goes, in sentences: every script, with each move that its turns ask for, and no code but between quotes", { skip }, async () => {
  const { goingOf, stepsOfMove } = await module("drawing/going");
  const { found, textAt } = await module("drawing/syntax");
  const desk = await new Desk().begin();
  const lines = (steps, depth = 0) => steps.flatMap(({ words, steps: inner }) => ["  ".repeat(depth) + words, ...lines(inner, depth + 1)]);
  const goes = async (text, options) => {
    desk.write(text);
    return lines(goingOf(text, await declarationsOf(desk), options)).join("\n");
  };
  for (const path of scripts) {
    const text = readFileSync(path, "utf8");
    const said = await goes(text);
    const plays = (await declarationsOf(desk)).filter(({ node, change }) => node === "play" && !change);
    assert.equal(said === "", !plays.length, path);
    assert.doesNotMatch(said.replace(/“[^”]*”/g, ""), /[{}[\]|=]|undefined/, path);
    for (const move of (await declarationsOf(desk)).filter(({ node, change }) => node === "move" && !change)) {
      const does = lines(stepsOfMove(text, await declarationsOf(desk), move)).join("\n");
      assert.doesNotMatch(does.replace(/“[^”]*”/g, ""), /[{}[\]|=]|undefined/, `${path}: ${move.name}`);
      for (const pick of found(move.parts.filter(({ node }) => node === "pick"), "pick")) assert.ok(does.includes(`Choose “${pick.name.replaceAll("_", " ")}”`), `${path}: ${does}`);
    }
    if (/\bif\b/.test(textAt(text, plays[0]?.at ?? [0, 0]))) continue; // an option may leave some out
    for (const choose of found(plays, "choose"))
      for (const move of /^choose\s+(\w+(?:\s+or\s+\w+)*)/.exec(textAt(text, choose.at))[1].split(/\s+or\s+/)) assert.ok(said.includes(`“${move.replaceAll("_", " ")}”`), `${path}: ${move} in\n${said}`);
  }
  const text = (name) => readFileSync(join(root, `${name}.glint`), "utf8");
  assert.equal(
    await goes(text("examples/othello")),
    `Again and again, until the game ends:
  Each player in turn: the move “place”.
    Who cannot make it:
      If the other player can make the move “place”:
        The move “pass”.
      Else:
        The game ends, and the scores decide.`,
  );
  const does = async (path, name) => {
    desk.write(text(path));
    const declarations = await declarationsOf(desk);
    return lines(stepsOfMove(desk.text, declarations, declarations.find((each) => each.node === "move" && each.name === name)));
  };
  assert.deepEqual(await does("examples/amazons", "shoot"), [
    "Choose “from”: an amazon of one's own. Not allowed: none of your amazons is on it.",
    "Choose “to”. Not allowed: an amazon cannot move from “from” to it.",
    "What stands on “from” goes to “to”.",
    "Choose “at”. Not allowed: an arrow from “to” cannot reach it.",
    "A fire is put on “at”.",
  ]);
  assert.deepEqual((await does("examples/laser_chess", "trade")).slice(-1), ["“at” and “other” change places."]);
  // What follows an `if` with an `else` in a first block belongs to that block.
  assert.equal(
    await goes(base("play {\n repeat {\n if turns > 3 {\n if turns > 5 { end : tie } else { turns += 1 }\n turns += 2\n } else { turns += 3 }\n turn of each player { choose place }\n }\n }")),
    `Again and again, until the game ends:
  If turns is more than 3:
    If turns is more than 5:
      The game ends, and it is a tie.
    Else:
      “turns” rises by 1.
    “turns” rises by 2.
  Else:
    “turns” rises by 3.
  Each player in turn: the move “place”.`,
  );
  // As the options are set.
  assert.match(await goes(text("games/beams_boosters_barriers"), { play: "alternating" }), /^Chance chooses “mover”: one of the players\.\nAgain and again, until “all placed”:\n  Mover is to move: one of the moves “place”, “rotate” or “pass”\.\n  “mover” is the next player then\.\n2 times:/);
  assert.match(await goes(text("games/beams_boosters_barriers"), { play: "simultaneous" }), /^Again and again, until “all placed”:\n  All players at the same time/);
  assert.match(await goes(text("examples/mirror_maze"), { supply: "7" }), /^7 times:/);
  assert.match(await goes(text("examples/lines_of_action"), { stuck: "passes" }), /Who cannot make it: the move “pass”\.$/);
});
