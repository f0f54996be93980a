// The package against the command: the same documents and pictures, byte for byte.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Random } from "./made_games.mjs";
import { Game, Served, glint, root, scale, study, withoutGlint } from "./support.mjs";

const skip = withoutGlint;
const command = (...words) => execFileSync(glint, words, { encoding: "utf8", cwd: root, maxBuffer: 1 << 28 });
/// Where the command begins, some plies into a random game, and the same position of the package.
async function somewhere(name, load, random) {
  const position = (await load()).start({ seed: 7 });
  for (let ply = 0; ply < 6 && !position.over; ++ply) position.push(random.below(position.moves.length));
  return { position, words: [name, "--seed", "7", "--after", position.history.join("; ")] };
}
const every = Math.max(1, Math.round(1 / Math.max(scale, 0.1)));
const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".glint")).sort().filter((_, i) => i % every === 0);
const games = [
  ...Game.bundled.games.map((name) => [name, () => Game.load(name)]),
  ...examples.map((name) => [join("examples", name), () => Game.fromText(readFileSync(join(root, "examples", name), "utf8"), { file: name })]),
];

test("positions, pictures and lists of moves are those of the command", { skip, timeout: 600_000 }, async () => {
  const random = new Random(3);
  for (const [name, load] of games) {
    const { position, words } = await somewhere(name, load, random);
    assert.equal(String(position), command("show", ...words, "--text"), name);
    assert.equal(position.svg(), command("show", ...words, "--svg", "-"), name);
    assert.equal(position.svg({ light: true }), command("show", ...words, "--light", "--svg", "-"), name);
    const shown = JSON.parse(command("show", ...words, "--json"));
    for (const field of ["to_move", "result", "score", "cells", "notes"]) assert.deepEqual(position.board[field], shown[field], `${name}, ${field}`);
    const traced = JSON.parse(command("trace", ...words, "--json"));
    assert.deepEqual(position.beams, traced.beams, name);
    assert.deepEqual(position.light, traced.light, name);
    if (!position.over) assert.deepEqual(position.moves, JSON.parse(command("moves", ...words, "--json")).moves.map((each) => each.move ?? each), name);
  }
});

test("studies have the numbers of the command", { skip }, async () => {
  for (const name of ["the_beam", "boundary"]) {
    const theirs = JSON.parse(command("study", name, "--games", "20", "--seed", "3", "--json"));
    const mine = await study(await Game.load(name), { games: 20, seed: 3 });
    assert.equal(mine.checksum, theirs.checksum ?? theirs.studies?.[0].checksum, name);
  }
});

test("the package and `glint serve` give the same answers", { skip, timeout: 600_000 }, async () => {
  const served = new Served();
  try {
    const random = new Random(4);
    for (const name of [...Game.bundled.games, ...Game.bundled.variants.filter((_, i) => i % 4 === 0)]) {
      const game = await Game.load(name);
      const position = game.start({ seed: 7 });
      for (let ply = 0; ply < 4 && !position.over; ++ply) position.push(random.below(position.moves.length));
      const where = { game: name, seed: 7, moves: position.history };
      const [as] = game.players;
      for (const [method, fields] of [
        ["glint/show", {}],
        ["glint/show", { as }],
        ["glint/moves", { most: 300 }],
        ["glint/trace", {}],
        ["glint/why", { cell: game.cells[0] }],
        ["glint/eval", { expression: "count(empty)" }],
        ["glint/advice", { bot: "mcts:20" }],
      ]) {
        const theirs = JSON.parse(`{${await served.ask(method, { ...where, ...fields })}}`);
        let mine;
        try {
          mine = { result: game.core.request(method, { ...where, ...fields }) };
        } catch (error) {
          mine = { error: error.message };
        }
        assert.equal(JSON.stringify(mine), JSON.stringify(theirs.error ? { error: theirs.error.message } : theirs), `${name}, ${method}`);
      }
    }
  } finally {
    assert.equal(await served.end(), 0);
  }
});
