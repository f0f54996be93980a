// What the package answers: games, positions, errors, bots, and what designers ask.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Game, GlintError, IllegalMove, RuleError, ScriptError, check, describe, diff, installed, play, root, study, testsOf } from "./support.mjs";

const lawn = () => Game.load("laser_lawn", { side: 4 });
const small = `game "Small"
use square
players sun, moon
board grid(3, 3)
piece stone { look "o" }
move place "{at}" { pick at in empty  "{at} is taken"; put stone on at }
play { repeat { turn of each player { choose place else { end : tie } } } }
test "two stones" { play "a1", "b1"; expect count(stone) == 2 }
`;

test("a game: what is known of it", async () => {
  const game = await lawn();
  assert.equal(game.title, "Laser Lawn");
  assert.equal(game.id, "laser_lawn");
  assert.deepEqual(game.players, ["sun", "moon"]);
  assert.equal(game.hasSecrets, false);
  assert.equal(game.options.find(({ name }) => name === "side").value, "4");
  assert.equal(game.cells.length, 37);
  assert.ok(Game.bundled.games.includes("boundary") && Game.bundled.variants.includes("steady_light"));
  for (const name of [...Game.bundled.games, ...Game.bundled.variants]) assert.equal((await Game.load(name)).id, name);
});

test("moves are made and taken back", async () => {
  const position = (await lawn()).start({ draws: { mover: "sun" } });
  assert.equal(position.toMove, "sun");
  assert.equal(position.moves.length, 540);
  assert.deepEqual(position.moves.slice(0, 3), ["A1 e red", "A1 e green", "A1 e blue"]);
  assert.equal(position.notations[0], "{at} {facing} {next}");
  const before = String(position);
  position.push("C4 ne blue");
  position.push(position.moves.indexOf("D5 w red"));
  assert.deepEqual(position.history, ["C4 ne blue", "D5 w red"]);
  assert.equal(position.lastMove, "place");
  assert.equal(position.pop(), "D5 w red");
  assert.equal(position.toMove, "moon");
  assert.equal(position.pop(), "C4 ne blue");
  assert.equal(String(position), before);
  assert.throws(() => position.pop(), RangeError);
  assert.throws(() => position.push(540), RangeError);
  assert.throws(() => position.push(-1), RangeError);
  assert.deepEqual([...position], position.moves);
});

test("what is to be seen", async () => {
  const game = await lawn();
  const position = game.start({ draws: { mover: "sun" } });
  position.push("C4 ne blue");
  position.push("D5 w red");
  assert.deepEqual(position.pieces.C4, [
    { kind: "emitter", owner: null, glyph: "rne", fields: { colour: "red", facing: "ne" }, emits: [{ way: "ne", payload: { colour: ["red"] } }] },
  ]);
  assert.deepEqual(position.beams[0].path.map(({ cell }) => cell), ["C4", "B4", "A4"]);
  assert.equal(position.beams[0].end.kind, "left");
  assert.equal(position.trace("B4").why[0], "B4 shows red, by the beam of C4.");
  assert.deepEqual(position.light.B4, { colour: ["red"] });
  assert.equal(position.eval("count(empty)"), 35);
  assert.equal(position.eval("D5 in emitter"), true);
  assert.deepEqual(position.eval("emitter"), ["C4", "D5"]);
  assert.equal(position.eval("me"), position.toMove);
  assert.throws(() => position.eval("count("), GlintError);
  assert.throws(() => position.trace("zz"), GlintError);
  assert.match(position.svg(), /^<svg/);
  assert.notEqual(position.svg(), position.svg({ light: true }));
  assert.deepEqual(position.draws, { mover: "sun" });
  const again = game.read(String(position));
  assert.ok(again.equals(position));
  assert.ok(!again.equals(game.start()));
  const other = await Game.fromText(small + "// another script\n");
  assert.ok(!other.start().equals((await Game.fromText(small)).start()));
  assert.ok((await Game.fromText(small)).start().equals((await Game.fromText(small)).start()));
  const copy = position.copy();
  copy.pop();
  assert.equal(position.history.length, 2);
});

test("why a move is illegal, with code, place and help", async () => {
  const position = (await lawn()).start({ draws: { mover: "sun" } });
  position.push("C4 ne blue");
  const why = position.why("C4 e red");
  assert.equal(why.message, "`C4 e red` is not legal: an emitter already stands on C4");
  assert.equal(position.why("C5 e red"), null);
  assert.throws(() => position.push("C4 e red"), (error) => {
    assert.ok(error instanceof IllegalMove && error instanceof GlintError && error instanceof Error);
    assert.equal(error.code, "G0601");
    assert.equal(error.message, why.message);
    assert.equal(error.place.file, "games/laser_lawn.glint");
    assert.match(readFileSync(join(root, error.place.file), "utf8").split("\n")[error.place.line - 1], /already stands/);
    return true;
  });
  assert.deepEqual(position.history, ["C4 ne blue"]);
});

test("scripts and options that are wrong", async () => {
  await assert.rejects(Game.load("laser_lwn"), (error) => error.help === "did you mean `laser_lawn`?");
  await assert.rejects(Game.load("laser_lawn", { side: 99 }), ScriptError);
  await assert.rejects(Game.load("laser_lawn", { width: 3 }), ScriptError);
  await assert.rejects(Game.fromText(small.replace("stone on", "ston on")), (error) => {
    assert.ok(error instanceof ScriptError);
    assert.deepEqual([error.code, error.place.file, error.place.line], ["G0201", "script.glint", 6]);
    return true;
  });
  const game = await Game.fromText(small);
  assert.throws(() => game.read("nonsense"), GlintError);
  assert.throws(() => game.start().seenBy("star"), GlintError);
  const fails = await Game.fromText(`game "Fails"\nuse square\nplayers sun, moon\nboard grid(1, 1)\nvar most: 0..3 = 3\nmove add "add" { most += 1 }\nplay { repeat { turn of each player { choose add } } }\n`);
  assert.throws(() => fails.start().push("add"), RuleError);
});

test("a script finds the files that are given with it", async () => {
  const files = { lamps: "library lamps\nlet twice(n: 0..9) = n + n\n" };
  const text = small.replace("use square\n", "use square\nuse lamps\n").replace("grid(3, 3)", "grid(twice(1), 3)");
  assert.equal((await Game.fromText(text, { files })).cells.length, 6);
  await assert.rejects(Game.fromText(text), ScriptError);
  const variant = `variant "Own" of "small.glint"\nextend piece stone { hot: flag = off }\n`;
  assert.equal((await Game.fromText(variant, { files: { "small.glint": small }, file: "own.glint" })).title, "Own");
});

test("a game ends, with an outcome", async () => {
  const end = await play(await Game.fromText(small), "random", { seed: 3 });
  assert.ok(end.over);
  assert.deepEqual(end.outcome, { kind: "tie", winner: null, scores: [], text: "tie" });
  assert.equal(end.toMove, null);
  assert.equal(end.history.length, 9);
  assert.throws(() => end.push("a1"), (error) => error instanceof IllegalMove && error.code === "G0607");
  assert.deepEqual(end.moves, []);
  const beam = await play(await Game.load("the_beam"), "random", { seed: 2 });
  assert.equal(beam.outcome.kind, "score");
  assert.deepEqual(beam.outcome.scores, [beam.score]); // of the team
  assert.equal(beam.outcome.winner, null);
  const lawn = await play(await Game.load("laser_lawn", { side: 3 }), "random", { seed: 2 });
  assert.ok(lawn.game.players.includes(lawn.outcome.winner));
});

test("bots: of Glint by name, and one's own", async () => {
  const game = await lawn();
  const position = game.start();
  const chosen = position.choose("mcts:50", { seed: 1 });
  assert.ok(position.moves.includes(chosen.move) && chosen.value > 0 && chosen.value < 1);
  assert.deepEqual(position.choose("mcts:50", { seed: 1 }), chosen);
  assert.throws(() => position.choose("mcst"), GlintError);
  assert.throws(() => position.choose("perfect:x"), GlintError);
  const first = (here) => {
    here.push(here.moves[0]); // on a copy
    return 0;
  };
  const played = await play(game, { sun: first, "*": "greedy" }, { seed: 1, maxPlies: 4 });
  assert.equal(played.history.length, 4);
  assert.deepEqual((await play(game, "random", { seed: 5, maxPlies: 6 })).history, (await play(game, "random", { seed: 5, maxPlies: 6 })).history);
});

test("names and numbers that are wrong", async () => {
  const game = await lawn();
  for (const wrong of [{ sn: "random" }, { sun: "random", Moon: "greedy" }]) await assert.rejects(play(game, wrong), /the game has no player/);
  for (const wrong of [{ seed: NaN }, { seed: 1.5 }, { seed: -1 }, { maxPlies: NaN }, { maxPlies: 0 }]) await assert.rejects(play(game, "random", wrong), RangeError);
  for (const seed of [NaN, -1, 0.5, "1"]) assert.throws(() => game.start({ seed }), RangeError);
  await assert.rejects(study(game, { games: NaN }), RangeError);
  await assert.rejects(study(game, { games: 1, bots: { sn: "random" } }), GlintError);
  await assert.rejects(study(game, { games: 1, bots: "rndom" }), /there is no bot `rndom`/);
  await assert.rejects(diff(await Game.load("glass"), { limit: NaN }), RangeError);
  const position = game.start();
  assert.throws(() => position.push(NaN), RangeError);
  assert.throws(() => position.choose("mcts:10", { seed: NaN }), RangeError);
  assert.throws(() => position.choose("mcts:10", { seconds: NaN }), GlintError);
  assert.ok(position.moves.includes(position.choose("mcts:1000000000", { seconds: 0.05 }).move));
});

test("a check does not wait for the studies of others", () => {
  // In a process of its own, which can be ended.
  const script = `import { Game, check, study } from ${JSON.stringify(pathToFileURL(join(installed, "index.js")).href)};
    const stop = new AbortController();
    const game = await Game.load("boundary");
    await study(game, { games: 1 }); // so that the engine is there
    const running = study(game, { games: 10_000_000, signal: stop.signal });
    await new Promise((done) => setTimeout(done, 200));
    console.log((await check("game")).length > 0);
    stop.abort(new Error("enough"));
    await running.catch((error) => console.log(error.message));`;
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 60_000 }), "true\nenough\n");
});

test("what a page's own function throws is its own, and the engine goes on", async () => {
  const game = await Game.fromText(small);
  const throws = study(game, { games: 2000, onPart: () => { throw new Error("mine"); } });
  await assert.rejects(throws, /^Error: mine$/);
  assert.equal((await study(game, { games: 3 })).games, 3);
});

test("an engine that has failed says so, and the next game has another one", async () => {
  const game = await Game.fromText(small);
  const position = game.start();
  game.core.engine.receive = () => {
    throw new Error("unreachable");
  };
  assert.throws(() => position.push("a1"), /the engine has failed: Error: unreachable/);
  for (const ask of [() => position.push("a1"), () => game.start(), () => game.core.work()])
    assert.throws(ask, (error) => error instanceof GlintError && /has failed/.test(error.message) && /load the game again/.test(error.help));
  const again = await Game.fromText(small);
  const other = again.start();
  other.push("a1");
  assert.deepEqual(other.history, ["a1"]);
});

test("check: what is wrong, with edits that mend it", async () => {
  assert.deepEqual(await check(small), []);
  const broken = small.replace("stone on", "ston on");
  const [found, ...more] = await check(broken, { file: "small.glint" });
  assert.deepEqual(more, []);
  assert.deepEqual([found.code, found.message.includes("ston"), found.file, found.line, found.column, found.isWarning], ["G0201", true, "small.glint", 6, 60, false]);
  assert.equal(found.mends[0].apply(broken), small);
});

test("what designers ask: tests, a study, what a variant changes, the rule sheet", async () => {
  const game = await Game.fromText(small);
  assert.deepEqual(await testsOf(game), [{ title: "two stones", passed: true, failure: "" }]);
  const parts = [];
  const studied = await study(game, { games: 2000, seed: 2, onPart: (part) => parts.push(part.games) });
  assert.equal(studied.games, 2000);
  assert.equal(studied.measures.find(({ id }) => id === "length").value, 9);
  assert.ok(parts.length > 2 && parts.every((games, i) => i === 0 || games > parts[i - 1]));
  await assert.rejects(study(game, { bots: { star: "random" } }), GlintError);
  const stop = new AbortController();
  const stopped = study(game, { games: 1_000_000, onPart: () => stop.abort(new Error("enough")), signal: stop.signal });
  await assert.rejects(stopped, /enough/);
  assert.equal((await study(game, { games: 3 })).games, 3); // it goes on after that
  const changed = await diff(await Game.load("glass"), { limit: 2000, games: 2 });
  assert.deepEqual([changed.old, changed.new, changed.identical], ["The Beam", "Glass", false]);
  assert.match((await describe(game)).text, /^# Small/);
  assert.ok((await describe(game, "html")).style);
});
