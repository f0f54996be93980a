// Calls that the package has as the Python package has them: chance that waits, the clock, games as data, bots, the lab.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Game, GlintError, IllegalMove, ScriptError, bots, compare, diff, explore, glint, ladder, play, restore, root, solve, study, withoutGlint } from "./support.mjs";

const lawn = () => Game.load("laser_lawn", { side: 4 });
const example = (name, options = {}) => Game.fromText(readFileSync(join(root, "examples", name), "utf8"), { file: name.split("/").at(-1), options });
const dice = `game "Dice"
use square
players sun, moon
board grid(2, 2)
clock { turn 1:00; out: opponent wins }
piece stone { look "o" }
var die: 1..6 = 1
var bag: set of 1..3 = {1, 2, 3}
var last: 1..3 = 1
var takes: flag = off
move place "{at}" { pick at in empty; put stone on at; takes = off }
move take "take" { takes = on }
play {
  repeat {
    turn of each player {
      choose place or take
      if takes { draw last in bag; bag -= {last} } else { draw die in 1..6 }
    }
  }
}
end when die == 6 : sun wins
`;

test("what is known of a game", async () => {
  const game = await Game.load("steady_light");
  assert.equal(game.variantOf, "laser_lawn");
  assert.equal(game.hasBeams, true);
  assert.match((await lawn()).doc, /^Two players place lasers/);
  assert.equal((await lawn()).variantOf, "");
  assert.deepEqual([(await Game.load("the_beam")).isTeam, game.isTeam], [true, false]);
  assert.ok((await lawn()).equals(await lawn()) && !game.equals(await lawn()));
});

test("play waits for chance, and goes on with what is drawn", async () => {
  const game = await Game.fromText(dice);
  const position = game.start({ waitAtDraws: true });
  assert.equal(position.atDraw, null);
  assert.throws(() => position.draw(1), (error) => error instanceof IllegalMove && error.code === "G0608");
  position.push("a1");
  assert.deepEqual([position.atDraw, position.toMove, position.over, position.count, position.moves], ["die", null, false, 0, []]);
  assert.deepEqual(position.outcomes, Object.fromEntries([1, 2, 3, 4, 5, 6].map((value) => [value, 1 / 6])));
  for (const wrong of [7, "sun", ""]) assert.throws(() => position.draw(wrong), IllegalMove);
  assert.throws(() => position.push("a2"), IllegalMove);
  assert.equal(position.atDraw, "die"); // as it was
  position.draw(4);
  assert.deepEqual([position.atDraw, position.toMove, position.variables.die, position.history], [null, "moon", "4", ["a1"]]);
  assert.deepEqual(position.outcomes, {});
  position.push("take");
  assert.deepEqual([position.atDraw, Object.keys(position.outcomes)], ["last", ["1", "2", "3"]]);
  position.draw(2);
  position.push("take");
  assert.deepEqual(position.outcomes, { 1: 0.5, 3: 0.5 });
  assert.equal(position.pop(), "take");
  assert.equal(position.pop(), "2");
  assert.equal(position.atDraw, "last");
  position.draw(1);
  const again = await restore(JSON.parse(JSON.stringify(position.saved)));
  assert.ok(again.equals(position));
  assert.equal(again.pop(), "1");
  assert.equal(again.atDraw, "last");
  position.push("b1");
  position.draw(6);
  assert.ok(position.over);
  // Draws that are fixed are not waited for, and others follow the seed without the wish.
  assert.equal(game.start({ waitAtDraws: true, draws: { die: [2] } }).copy().atDraw, null);
  const lucky = game.start({ draws: { die: 2 } });
  lucky.push("a1");
  assert.deepEqual([lucky.atDraw, lucky.variables.die], [null, "2"]);
});

test("a player runs out of time", async () => {
  const game = await Game.fromText(dice);
  const position = game.start({ draws: { die: [1, 1] } });
  position.push("a1");
  const before = String(position);
  position.forfeit();
  assert.deepEqual([position.over, position.outcome.winner, position.toMove, position.moves], [true, "sun", null, []]);
  assert.throws(() => position.push("a2"), (error) => error instanceof IllegalMove && error.code === "G0607");
  assert.equal(position.why("a2").code, "G0607");
  assert.throws(() => position.forfeit(), GlintError);
  assert.deepEqual(position.copy().outcome, position.outcome);
  assert.deepEqual((await restore(structuredClone(position.saved))).outcome, position.outcome);
  assert.equal(position.seenBy("moon").outcome.winner, "sun");
  assert.equal(position.pop(), "");
  assert.deepEqual([String(position), position.over, position.history], [before, false, ["a1"]]);
  assert.throws(() => lawnless.start().forfeit(), GlintError); // a game without a clock
});
const lawnless = await Game.fromText(dice.replace(/clock .*\n/, ""));

test("games and positions as data", async () => {
  const script = readFileSync(join(root, "examples/hex.glint"), "utf8");
  for (const game of [await lawn(), await Game.fromText(script, { file: "hex.glint", options: { size: 4 } })]) {
    const again = await restore(JSON.parse(JSON.stringify(game.saved)));
    assert.ok(again.equals(game));
    assert.deepEqual(again.options, game.options);
    const position = game.start({ seed: 3 });
    for (const move of [5, 2, 9]) position.push(move);
    const other = await restore(structuredClone(position.saved));
    assert.ok(other.equals(position));
    assert.deepEqual([other.history, other.draws], [position.history, position.draws]);
    const read = game.read(String(position));
    assert.ok((await restore(read.saved)).equals(position));
  }
  await assert.rejects(restore({ name: "laser_lwn", options: {} }), GlintError);
});

test("a move by its number asks for no other", async () => {
  const game = await lawn();
  const position = game.start();
  const { request } = game.core;
  let listed = 0;
  game.core.request = function (method, fields) {
    const answer = request.call(this, method, fields);
    listed += answer.moves?.length ?? 0;
    return answer;
  };
  try {
    for (let ply = 0; ply < 10; ++ply) position.push(ply);
    assert.equal(listed, 10);
    assert.equal(position.count, position.moves.length);
  } finally {
    delete game.core.request;
  }
  const other = game.start();
  for (let ply = 0; ply < 10; ++ply) other.push(other.moves[ply]);
  assert.deepEqual(other.history, position.history);
});

test("answers cannot be changed, as they are given again", async () => {
  const position = (await lawn()).start();
  position.push(0);
  for (const change of [
    () => (position.light.A1 = {}),
    () => (position.board.to_move = "star"),
    () => position.board.cells[0].pieces.push({}),
    () => position.parts[0].picks.pop(),
    () => (position.game.options[0].value = "9"),
    () => (position.seenBy(null).beams.length = 0),
  ])
    assert.throws(change, TypeError);
});

test("bots: their names, and those of one's own that play one game", async () => {
  const known = await bots();
  assert.ok(["random", "greedy", "mcts", "alphabeta"].every((name) => known[name].length > 10));
  const game = await lawn();
  const seeds = [];
  const made = { forGame: (seed) => (seeds.push(seed), { choose: (here) => (seed + here.history.length) % here.count }) };
  const one = await play(game, made, { seed: 5, maxPlies: 4 });
  assert.deepEqual([seeds, one.history.length], [[5, 6], 4]);
  assert.deepEqual((await play(game, made, { seed: 5, maxPlies: 4 })).history, one.history);
  assert.equal((await play(game, { sun: { choose: () => 0 }, "*": "random" }, { maxPlies: 3 })).history.length, 3);
  const position = game.start();
  const random = position.playout({ seed: 2 });
  assert.ok(random.plies > 0 && game.players.includes(random.outcome.winner));
  assert.deepEqual(position.playout({ seed: 2 }), random);
  assert.deepEqual(position.playout({ maxPlies: 1 }), { outcome: null, plies: 1 });
  assert.deepEqual(position.history, []);
});

test("puzzles are solved", async () => {
  const knight = await example("puzzles/knight.glint");
  const { count, complete, positions, moves } = await solve(knight);
  assert.ok(count > 0 && complete && positions > count);
  const position = knight.start();
  for (const move of moves) position.push(move);
  assert.equal(position.outcome.kind, "win");
  position.pop();
  const last = await solve(position);
  assert.ok(last.count >= 1 && last.moves.length === 1);
  await assert.rejects(solve(await lawn()), (error) => error instanceof GlintError && error.code === "G0613");
});

test("studies: what is left out, better bots, first moves", async () => {
  const game = await lawn();
  const usual = await study(game, { games: 30 });
  const without = await study(game, { games: 30, without: "move:challenge" });
  const chosen = ({ moves }) => moves.find(({ name }) => name === "challenge")?.chosen ?? 0;
  assert.ok(chosen(usual) > 0);
  assert.equal(chosen(without), 0);
  await assert.rejects(study(game, { games: 3, without: ["move:chalenge"] }), GlintError);
  const hex = await example("hex.glint", { size: 3 });
  const asked = await study(hex, { games: 4, openings: true });
  assert.ok(asked.openings.length > 3);
  assert.deepEqual(usual.openings, []);
});

test("studies side by side", async () => {
  const games = [await Game.load("laser_lawn"), await Game.load("steady_light")];
  const compared = await compare(games, { games: 60 });
  assert.deepEqual(compared.labels, ["laser_lawn", "steady_light"]);
  const { values } = compared.measures.find(({ id }) => id === "length");
  assert.equal(values[1].value, (await study(games[1], { games: 60 })).measures.find(({ id }) => id === "length").value);
  const { low, high, value } = values[1].difference;
  assert.ok(low < value && value < high && Math.abs(value - (values[1].value - values[0].value)) < 1e-9);
  assert.equal(values[1].differs, values[1].corrected_p < 0.05);
  assert.ok(values[1].paired); // game by game
  assert.equal((await compared.studies[1].replay(3)).game, games[1]);
  assert.ok(compared.measures.every((one) => one.values[0].difference === undefined));
  const named = await compare({ a: games[0], b: games[0] }, { games: 20 });
  assert.ok(named.measures.every((one) => one.values[1].difference.value === 0 && !one.values[1].differs));
  assert.deepEqual((await compare(games[0], { games: 3, bots: ["random", "greedy"] })).labels, ["random", "greedy"]);
  await assert.rejects(compare(games[0]), RangeError);
  const failing = 'game "Fails"\nuse square\nplayers sun, moon\nboard grid(1, 1)\nvar most: 0..3 = 3\nmove add "add" { most += 1 }\nplay { repeat { turn of each player { choose add } } }\n';
  const fails = await Game.fromText(failing, { file: "fails.glint" });
  await assert.rejects(compare([games[0], fails], { games: 2 }), ({ place }) => place.file === "fails.glint" && place.line === 6);
});

test("comparisons are those of the command, game by game", { skip: withoutGlint }, async () => {
  const parts = [];
  const games = [await Game.load("laser_lawn"), await Game.load("steady_light"), await Game.load("laser_lawn", { side: 3 })];
  const mine = await compare(games, { games: 40, seed: 5, onPart: (studies) => parts.push(studies.length) });
  assert.deepEqual(mine.labels, ["laser_lawn", "steady_light", "laser_lawn side=3"]);
  assert.ok(parts.length > 2 && parts.every((count) => count === 3));
  const words = ["compare", "laser_lawn", "steady_light", "--games", "40", "--seed", "5", "--json"];
  const theirs = JSON.parse(execFileSync(glint, words, { encoding: "utf8", cwd: root })).comparison;
  const two = await compare(games.slice(0, 2), { games: 40, seed: 5 });
  assert.equal(JSON.stringify(two.measures.map(({ values }) => values.map(({ label, ...rest }) => rest))), JSON.stringify(theirs.map(({ values }) => values.map(({ label, ...rest }) => rest))));
  await assert.rejects(compare(games, { games: 4000, onPart: () => { throw new Error("enough"); } }), /enough/);
  await assert.rejects(compare(games, { games: 0 }), RangeError);
});

const wants = ["length 6..12", "first_player_advantage within 3%"];
test("variants that are as wanted, those of the command", { skip: withoutGlint, timeout: 300_000 }, async () => {
  const notes = [];
  const hex = await example("hex.glint", { size: 3 });
  const found = await explore(hex, { wants, budget: 700, candidates: 5, keep: 2, onNote: (what) => notes.push(what) });
  const words = ["explore", "examples/hex.glint", "--set", "size=3", ...wants.flatMap((each) => ["--want", each]), "--budget", "700", "--candidates", "5", "--keep", "2", "--json"];
  const theirs = JSON.parse(execFileSync(glint, words, { encoding: "utf8", cwd: root }));
  const names = theirs.finalists.map(({ name }) => name);
  assert.deepEqual(found.found.name, names);
  assert.deepEqual(found.found.loss, theirs.finalists.map(({ loss }) => loss.value));
  assert.deepEqual(found.found.length_high, theirs.finalists.map(({ measures }) => measures.length.high));
  assert.deepEqual(found.leftOut.reason, theirs.left_out.map(({ why }) => why));
  assert.deepEqual(found.stages.games, theirs.stages.map(({ games }) => games));
  for (const { name, script } of theirs.finalists) assert.equal(found.scripts[name] ?? "", script);
  assert.ok(notes.some((what) => what.startsWith("random games: ")), notes.join("; "));
  const [one] = Object.keys(found.scripts);
  assert.equal((await found.load(one)).variantOf, "hex");
  assert.throws(() => found.load("hex_999"), RangeError);
});

test("an exploration is stopped, and says what is wrong", { timeout: 300_000 }, async () => {
  const game = await Game.load("laser_lawn");
  const ends = new AbortController();
  const begun = performance.now();
  await assert.rejects(explore(game, { budget: 1_000_000, candidates: 3, onNote: () => ends.abort(), signal: ends.signal }), { name: "AbortError" });
  await assert.rejects(explore(game, { budget: 1_000_000, candidates: 3, onNote: () => { throw new Error("enough"); } }), /enough/);
  assert.ok(performance.now() - begun < 60_000);
  await assert.rejects(explore(game, { signal: AbortSignal.abort() }), { name: "AbortError" });
  // Also while the engine is unpacked, and while the thread starts.
  const early = new AbortController();
  const beginning = explore(game, { budget: 1_000_000, candidates: 3, signal: early.signal });
  early.abort();
  await assert.rejects(beginning, { name: "AbortError" });
  await assert.rejects(explore(game, { wants: "length" }), /does not say what is wanted/);
  await assert.rejects(explore(game, { budget: 5 }), /are too few/);
  await assert.rejects(explore(game, { budget: 0.5 }), RangeError);
  const other = await Game.fromText((await example("hex.glint")).source.text, { file: "boundary.glint" });
  await assert.rejects(explore(other), /is one of the bundled game/);
});

test("a ladder has the numbers of the command", { skip: withoutGlint }, async () => {
  const hex = await example("hex.glint", { size: 3 });
  const rungs = [];
  const mine = await ladder(hex, { games: 20, doublings: 2, onRung: (rung) => rungs.push(rung.bot) });
  const said = execFileSync(glint, ["study", "examples/hex.glint", "--set", "size=3", "--games", "20", "--ladder", "--doublings", "2", "--json"], { encoding: "utf8", cwd: root });
  const theirs = JSON.parse(said);
  assert.deepEqual(rungs, ["mcts:32", "mcts:64"]);
  const close = (one, other) => Math.abs(one - other) < 1e-9;
  assert.ok(close(mine.againstRandom.low, theirs.against_random.low));
  for (const [i, rung] of mine.rungs.entries()) {
    const { bot, won, lost, low, high, wins_three_in_four: wins } = theirs.rungs[i];
    assert.deepEqual([rung.bot, rung.won, rung.lost, rung.winsThreeInFour], [bot, won, lost, wins]);
    assert.ok(close(rung.low, low) && close(rung.high, high));
  }
  await assert.rejects(ladder(await Game.load("the_beam")), /has no ladder/);
});

test("a difference is told while it is looked for", async () => {
  const parts = [];
  await diff(await Game.load("glass"), { limit: 3000, games: 2, onPart: (part) => parts.push(part.old) });
  assert.ok(parts.length > 0 && parts.every((old) => old === "The Beam"));
});

test("a study of bots of one's own has the numbers of the Python package", async () => {
  const hex = await example("hex.glint", { size: 3 });
  const first = () => 0;
  const third = { choose: (position) => position.moves[Math.min(2, position.count - 1)] };
  const one = await study(hex, { games: 6, bots: first });
  assert.deepEqual([one.checksum, one.lengths], ["18f2834e4f7d49b2", [[7, 6]]]);
  assert.deepEqual((await one.replay(2)).history, ["A1", "A2", "A3", "B1", "B2", "B3", "C1"]);
  assert.deepEqual(one.plan.seats, [{ seat: "red", bot: "first" }, { seat: "blue", bot: "first" }]);
  const both = await study(hex, { games: 6, bots: { red: first, blue: third }, rotates: true });
  assert.deepEqual([both.checksum, both.lengths], ["a90889a0aa30b28f", [[5, 3], [9, 3]]]);
  assert.equal(both.measures.find(({ id }) => id === "bot.1").value, 0.5);
  assert.deepEqual((await both.replay(1)).history, ["A3", "A1", "B2", "A2", "C1"]);
  // Chance follows the seeds of the study.
  const beam = await study(await Game.load("the_beam"), { games: 3, bots: (here) => here.count >> 1 });
  assert.deepEqual([beam.checksum, beam.plies], ["5e93951fe1aa6902", 72]);
  const middle = async (here) => (here.count - 1) >> 1;
  const lawns = await study(await Game.load("laser_lawn", { side: 3 }), { games: 4, bots: middle });
  assert.deepEqual([lawns.checksum, lawns.plies], ["f9e368b72ff0ce0e", 88]);
  const last = await lawns.replay(3);
  assert.deepEqual(last.history.slice(0, 3), ["C3 sw blue", "C2 ne green", "C4 sw blue"]);
  assert.ok(last.over && (await restore(JSON.parse(JSON.stringify(last.saved)))).equals(last));
});

test("own bots of a study play beside those of Glint, see no more than their players, and may not be asked further", async () => {
  const game = await lawn();
  const seeds = [];
  const made = { name: "mine", forGame: (seed) => (seeds.push(seed), (here) => (here.push(0), here.pop(), seed % here.count)) };
  const mixed = () => study(game, { games: 3, bots: { sun: made, moon: "greedy" }, rotates: true, maxPlies: 9 });
  const one = await mixed();
  assert.equal(new Set(seeds).size, 3);
  assert.deepEqual(JSON.parse(JSON.stringify(await mixed())), JSON.parse(JSON.stringify(one)));
  assert.deepEqual(one.plan.seats.map(({ bot }) => bot), ["mine", "greedy"]);
  assert.equal((await one.replay(0)).history.length, 9);
  assert.deepEqual((await study(game, { games: 1, bots: { sun: Object.assign(() => 0, {}), moon: "random" }, maxPlies: 2 })).games, 1);
  const seen = [];
  const hidden = await Game.fromText(dice.replace("var last", "var card: 1..6 = 1 seen by sun\nvar last"));
  await study(hidden, { games: 1, bots: (here) => (seen.push(here.constructor.name, here.player), 0), maxPlies: 2 });
  assert.deepEqual(seen, ["View", "sun", "View", "moon"]);
  for (const more of [{ strong: true }, { openings: true }, { playouts: 3 }, { until: "length within 1" }, { without: "move:challenge" }])
    await assert.rejects(study(game, { games: 2, bots: made, ...more }), RangeError);
  await assert.rejects(study(game, { games: 1, bots: () => "Z9 e red" }), IllegalMove);
  await assert.rejects(study(game, { games: 1, bots: () => 1e6 }), RangeError);
  await assert.rejects(study(game, { games: 2, bots: made, signal: AbortSignal.abort() }), { name: "AbortError" });
  const compared = await compare(game, { games: 2, bots: [made, "random"], maxPlies: 6 });
  assert.deepEqual(compared.labels, ["mine", "random"]);
});

test("a study ends when enough is known, as by `glint study --until`", async () => {
  const game = await Game.load("laser_lawn", { side: 3 });
  const found = await study(game, { until: "length within 2" });
  assert.deepEqual([found.games, found.of, found.plies, found.checksum, found.plan.looks, found.percent], [128, 128, 2680, "70f065837260689b", 87, 100]);
  for (const wrong of ["length", "length within 0", "length 3..4", "length within 0.0%"]) await assert.rejects(study(game, { until: wrong }), RangeError);
  await assert.rejects(study(game, { until: "lengthh within 2" }), GlintError);
});

test("a game of a study is played again, and random games say who leads", async () => {
  const game = await Game.load("laser_lawn", { side: 3 });
  const found = await study(game, { games: 10 });
  const third = await found.replay(3);
  assert.deepEqual(third.history.slice(0, 2).concat(third.history.at(-1), third.history.length), ["D2 ne red", "B2 se blue", "yield", 18]);
  assert.deepEqual(third.draws, { mover: "sun" });
  assert.ok(third.over);
  assert.deepEqual(Object.keys(found).includes("replay"), false);
  for (const wrong of [10, -1, 0.5]) await assert.rejects(found.replay(wrong), RangeError);
  const judged = await study(game, { games: 2, playouts: 4 });
  assert.equal(judged.plan.evaluate, 4);
  assert.equal((await study(game, { games: 2 })).plan.evaluate, 0);
});

test("who wins with perfect play", async () => {
  const hex = await example("hex.glint", { size: 3 });
  const { line, ...value } = await solve(hex, { value: true });
  assert.deepEqual(value, { decided: true, winner: "blue", by: null, plies: 10, positions: 7457, depth: 10 });
  assert.deepEqual(line, ["B1", "swap", "A3", "C2", "B3", "C3", "C1", "B2", "A1", "B1"]);
  const position = hex.start();
  for (const move of line) position.push(move);
  assert.equal(position.outcome.winner, "blue");
  position.pop();
  assert.equal((await solve(position, { value: true })).plies, 1);
  await assert.rejects(solve(await Game.load("the_beam"), { value: true }), GlintError);
});

test("what a script thinks of a position, and pictures of characters", async () => {
  const boundary = (await Game.load("boundary")).start();
  const mine = boundary.game.players.map((player) => boundary.heuristic(player));
  assert.deepEqual(mine, [-30, -30]);
  assert.throws(() => boundary.heuristic("star"), GlintError);
  assert.equal((await example("hex.glint")).start().heuristic("red"), null);
  assert.equal(boundary.seenBy(boundary.toMove).heuristic, undefined);
  const position = (await Game.load("laser_lawn", { side: 2 })).start();
  position.push("B2 ne red");
  assert.equal(position.picture({ width: 40, utf8: false }), small);
  assert.equal(position.picture(), small);
  const [fine, plain] = [true, false].map((utf8) => position.picture({ utf8, light: true }));
  assert.ok(fine !== plain && /^[ -~\n]+$/.test(plain), "beams are drawn");
  assert.throws(() => position.picture({ width: 0 }), RangeError);
  assert.deepEqual(position.game.directions, ["e", "se", "sw", "w", "nw", "ne"]);
  const { A1, A2 } = position.game.places;
  assert.ok(A1[0] < A2[0] && A1[1] === A2[1]);
});
const small = `A         A1      A2

B     B1    B2:rne    B3

C         C1      C2
`;

test("only what a script names is read, however much there is beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "glint-"));
  try {
    const put = (name, text) => (mkdirSync(join(folder, dirname(name)), { recursive: true }), writeFileSync(join(folder, name), text));
    for (let number = 0; number < 6000; ++number) writeFileSync(join(folder, `a${number}.txt`), "");
    put("square.glint", "this is no library"); // the bundled one goes before it
    put("z/once.glint", "library once\nlet once(n: 0..9) = n\n");
    put("z/deep/twice.glint", 'library twice\nuse "once"\nlet twice(n: 0..9) = once(n) + n\n');
    put("z/deep/once.glint", "library once\nlet once(n: 0..9) = n\n");
    put("game.glint", dice.replace("use square\n", 'use square\nuse "z/deep/twice"\n').replace("grid(2, 2)", "grid(twice(1), 2)"));
    const game = await Game.fromFile(join(folder, "game.glint"));
    assert.equal(game.cells.length, 4);
    assert.deepEqual(Object.keys(game.saved.more.files).sort(), ["z/deep/once", "z/deep/twice"]);
    put("plain.glint", dice); // its text names no file
    assert.deepEqual((await Game.fromFile(join(folder, "plain.glint"))).saved.more.files, {});
    put("lost.glint", dice.replace("use square\n", 'use square\nuse "z/nowhere"\n'));
    await assert.rejects(Game.fromFile(join(folder, "lost.glint")), { code: "G0202" });
    put("z/outside.glint", dice.replace("use square\n", 'use square\nuse "../game"\n'));
    await assert.rejects(Game.fromFile(join(folder, "z/outside.glint")), { code: "G0202" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a script in a file finds what it names in its folder and below", async () => {
  const folder = mkdtempSync(join(tmpdir(), "glint-"));
  try {
    mkdirSync(join(folder, "tools"));
    const put = (name, text) => writeFileSync(join(folder, name), text);
    put("dice.glint", dice.replace("use square\n", 'use square\nuse "tools/twice"\n').replace("grid(2, 2)", "grid(twice(1), 2)"));
    put("tools/twice.glint", "library twice\nuse once\nlet twice(n: 0..9) = once(n) + n\n");
    put("tools/once.glint", "library once\nlet once(n: 0..9) = n\n");
    put("other.glint", "this is no script");
    put("wide.glint", 'variant "Wide" of "dice.glint"\nreplace board grid(twice(2), 2)\n');
    const game = await Game.fromFile(join(folder, "dice.glint"));
    assert.deepEqual([game.id, game.title, game.cells.length], ["dice", "Dice", 4]);
    const wide = await Game.fromFile(pathToFileURL(join(folder, "wide.glint")));
    assert.deepEqual([wide.title, wide.cells.length], ["Wide", 8]);
    assert.deepEqual(Object.keys(game.saved.more.files).sort(), ["tools/once", "tools/twice"]);
    assert.equal((await study(wide, { games: 2, maxPlies: 3 })).games, 2); // in the other engine, too
    rmSync(folder, { recursive: true });
    assert.equal((await restore(game.saved)).title, "Dice"); // it needs no files
    await assert.rejects(Game.fromFile(join(folder, "dice.glint")), { code: "ENOENT" });
    assert.equal((await Game.fromFile(join(root, "examples/hex.glint"), { size: 3 })).cells.length, 9);
    await assert.rejects(Game.fromFile(join(root, "examples/hex.glint"), { size: 99 }), ScriptError);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
