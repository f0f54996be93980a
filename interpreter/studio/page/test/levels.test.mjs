// Puzzles: levels as a list, of which each is drawn alone; a solution that is gone through on the board; teams; and the board of a variant
// that is cleared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { cell, choose, has, open, quit, says, until, violations, write } from "./browser.mjs";
import { Desk, module as moduleAt, root, skip } from "./desk.mjs";

after(quit);

const puzzle = `game "Steps"
use square
players solver
board square(4, 3)
beam { }
piece lamp { facing: direction; emits facing; look ">{facing}" }
piece wall { when beam comes -> stops; look "#" }
piece target { look "o" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
setup {
  put lamp(facing = e) on a1
  put target on d3
}
move place "{at} {line}" {
  pick at in empty
  pick line in {rising, falling}
  put mirror(line = line) on at
}
play { turn of solver { choose place }
  turn of solver { choose place }
  end : solver loses
}
end when target within beams.cells : solver wins
`;
const levels = puzzle
  .replace("board square", 'option level: 1..2 = 1   "level"\n\nboard square')
  .replace("  put lamp(facing = e) on a1\n  put target on d3\n", "  if level == 1 {\n    put lamp(facing = e) on a1\n    put target on d3\n  } else {\n    put lamp(facing = e) on a1\n    put target on d3\n  }\n");

async function begin(text) {
  const given = Object.assign({}, ...(await Promise.all(["branches", "placing", "ranks", "solutions", "syntax"].map((name) => moduleAt(`drawing/${name}`)))));
  const desk = await new Desk().begin();
  desk.write(text);
  const where = { options: {} };
  const declarations = async () => (await desk.ask("glint/syntax")).declarations;
  const make = async (edits, wanted = {}) => {
    const { taken, text: now } = await desk.ask("glint/try", { ...where, edits, ...wanted });
    assert.notEqual(taken, null, `${desk.text}\n${JSON.stringify(edits)}`);
    desk.write(now ?? given.applied(desk.text, edits[taken]));
    return desk.text;
  };
  const placer = async (label) => {
    const palette = await desk.ask("glint/palette", where);
    return new given.Placer({ text: desk.text, declarations: await declarations(), palette, options: where.options, cell: palette.cells.findIndex((each) => each.cell === label) });
  };
  const put = async (label, ...pieces) => make((await placer(label)).candidates(pieces), { cell: label, pieces });
  const pieces = async (options) => Object.fromEntries((await desk.ask("glint/palette", { options })).cells.filter((each) => each.pieces.length).map((each) => [each.cell, each.pieces.join()]));
  return { given, desk, where, declarations, make, placer, put, pieces };
}

test("a puzzle gets levels: each begins as a copy of the one that is shown, and what is drawn is of that one alone", { skip }, async () => {
  const { given, desk, where, declarations, make, put, placer, pieces } = await begin(puzzle);
  const add = async () => make([given.addingLevel(desk.text, await declarations(), where.options)]);
  assert.equal(await add(), levels);
  where.options = { level: "2" };
  await put("b2", "wall");
  assert.equal(desk.text, levels.replace("d3\n  }\n}", "d3\n    put wall on b2\n  }\n}"));
  await put("d3");
  await put("c3", "target");
  const [one, two] = [{ a1: "lamp(facing = e)", d3: "target" }, { a1: "lamp(facing = e)", b2: "wall", c3: "target" }];
  assert.deepEqual(await pieces({ level: "1" }), one);
  assert.deepEqual(await pieces({ level: "2" }), two);
  await add(); // a copy of the second
  assert.match(desk.text, /option level: 1\.\.3 = 1/);
  where.options = { level: "3" };
  assert.deepEqual(await pieces({ level: "3" }), two);
  await make((await placer("a1")).cleared());
  assert.deepEqual(await pieces({ level: "3" }), {});
  await put("a3", "wall");
  where.options = {};
  await put("a1", "lamp(facing = n)");
  assert.deepEqual(await pieces({ level: "1" }), { ...one, a1: "lamp(facing = n)" });
  assert.deepEqual(await pieces({ level: "2" }), two);
  assert.deepEqual(await pieces({ level: "3" }), { a3: "wall" });
});

test("levels of a position that is drawn, and of a set-up in one line", { skip }, async () => {
  for (const text of [readFileSync(join(root, "examples/templates/puzzle.glint"), "utf8"), puzzle.replace(/setup \{[^]*?\n\}/, "setup { put lamp(facing = e) on a1; put target on d3 }")]) {
    const { given, desk, where, declarations, make, put, pieces } = await begin(text);
    const before = await pieces({});
    await make([given.addingLevel(desk.text, await declarations(), {})]);
    where.options = { level: "2" };
    await put("b1", "wall");
    assert.deepEqual(await pieces({ level: "1" }), before);
    assert.equal(Object.keys(await pieces({ level: "2" })).length, Object.keys(before).length + 1, desk.text);
  }
});

test("levels change places and leave, and the tests that name them go along", { skip }, async () => {
  const three = levels
    .replace("1..2 = 1", "1..3 = 2")
    .replace("  } else {\n", "  } else if level == 2 {\n    // the second\n    put wall on b2\n  } else {\n")
    .concat('\ntest "one" with level = 1 {\n  expect moves > 0\n}\n\n// Of the third.\ntest "three" with level = 3 {\n  expect wall == {}\n}\n');
  const { given, desk, declarations, make, pieces } = await begin(three);
  const boards = async () => Promise.all([...Array(Number(/1\.\.(\d)/.exec(desk.text)?.[1] ?? 0))].map((_, i) => pieces({ level: String(i + 1) })));
  const pass = async () => assert.ok((await desk.ask("glint/test")).tests.every(({ passed }) => passed), desk.text);
  const [one, two] = [{ a1: "lamp(facing = e)", d3: "target" }, { b2: "wall" }];
  assert.deepEqual(await boards(), [one, two, one]);
  await pass();
  await make([given.swapping(desk.text, await declarations(), 2, 3)]);
  assert.deepEqual(await boards(), [one, one, two]);
  assert.match(desk.text, /"three" with level = 2/);
  await pass();
  assert.deepEqual(given.swapping(desk.text, await declarations(), 3, 4), []);
  // The one in the middle leaves, with its test; what is played at first stays in range.
  const before = desk.text;
  await make([given.removing(desk.text, await declarations(), 2)]);
  assert.deepEqual(await boards(), [one, two]);
  assert.match(desk.text, /option level: 1\.\.2 = 2 /);
  assert.ok(!/three|Of the third/.test(desk.text), desk.text);
  await pass();
  desk.write(before);
  await make([given.removing(desk.text, await declarations(), 3)]);
  assert.deepEqual(await boards(), [one, one]);
  desk.write(before);
  await make([given.removing(desk.text, await declarations(), 1)]);
  assert.deepEqual(await boards(), [one, two]);
  assert.match(desk.text, /"three" with level = 1/);
  assert.ok(!/"one"/.test(desk.text));
  await pass();
  // Of two the other stays, as a set-up without levels.
  await make([given.removing(desk.text, await declarations(), 1)]);
  assert.ok(!/level/.test(desk.text), desk.text);
  assert.match(desk.text, /setup \{\n  \/\/ the second\n  put wall on b2\n\}/);
  assert.deepEqual(await pieces({}), two);
  // Where the script asks for the level elsewhere, its numbers are the author's.
  desk.write(three.replace("end when target", "end when level == 2 : solver loses\nend when target"));
  assert.equal(given.hasRanks(desk.text, await declarations()), false);
  assert.deepEqual(given.removing(desk.text, await declarations(), 2), []);
});

test("a puzzle's other solutions: each is right, none is shown twice, and what has no spare moves comes first", { skip }, async () => {
  const { given, desk } = await begin(puzzle.replace("put lamp(facing = e) on a1", "put lamp(facing = e) on a1; put wall on d2"));
  const solve = async (moves) => await desk.ask("glint/solve", { moves });
  const asked = { listed: async (moves) => (await desk.ask("glint/moves", { moves })).moves.map(({ move }) => move), solved: async (moves) => (await solve(moves)).moves };
  const { count, moves } = await solve([]);
  assert.ok(count === 2 && moves.length === 2, JSON.stringify(moves));
  const solutions = new given.Solutions(asked);
  const known = [moves];
  for (let found = await solutions.another(known, 60_000); found.moves; found = await solutions.another(known, 60_000)) known.push(found.moves);
  assert.ok(known.length > count, JSON.stringify(known)); // in another order, too
  assert.equal(new Set(known.map(String)).size, known.length);
  for (const each of known) assert.equal((await solve(each)).moves?.length, 0, String(each));
  assert.equal(new Set(known.slice(0, count).map((each) => [...each].sort().join())).size, count, JSON.stringify(known));
  assert.deepEqual(await new given.Solutions(asked, () => 0).another(known, 1), { isSure: true }); // there is none besides
  let now = 0;
  assert.equal((await new given.Solutions(asked, () => ++now).another([moves], 0)).isSure, false);
});

test("the board of a variant is cleared by what the variant adds, and drawn anew; what else its game sets up stays", { skip }, async () => {
  const { desk, put, placer, make, pieces } = await begin('variant "More" of amazons\n');
  assert.ok(Object.keys(await pieces({})).length);
  await make((await placer("a1")).cleared());
  assert.equal(desk.text, 'variant "More" of amazons\n\nextend setup { remove cells - empty }\n');
  assert.deepEqual(await pieces({}), {});
  await put("b2", "amazon(owner = white)");
  assert.deepEqual(await pieces({}), { b2: "amazon(owner = white)" });
  await make((await placer("a1")).cleared());
  assert.deepEqual(await pieces({}), {});
});

const script = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? JSON.parse(localStorage.getItem("glint.studio.last") ?? "{}").text);

test("a solution is a branch of the moves, gone through on the board; levels are a list, each with what the solver says", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Mirror Maze");
  await write(page, puzzle);
  await has(page, "#title", "Steps");
  await page.click("#tab-draw");
  await page.click("#solve");
  await says(page, "#solved", /The shortest takes 1 move\./, 60_000);
  await page.click("#show-solution");
  await says(page, "#toast", /^The first move of a shortest solution is on the board\.$/);
  await page.waitForSelector("#panel-play:not([hidden])");
  await has(page, "#state", "solver wins");
  await page.waitForSelector('[aria-label^="d1, mirror"]');
  await says(page, "#solution-at", /^Move 1 of 1: d1 /);
  // Back to drawing: the board is the one that begins.
  await page.click("#tab-draw");
  await page.waitForSelector('[aria-label^="d1, empty"], [aria-label^="d1, lit"]');
  await page.click("#add-level");
  await page.waitForSelector("#level-2");
  assert.equal(await until(() => script(page), (text) => text === levels), levels);
  await page.waitForSelector("#level-2[aria-pressed=true]"); // whoever draws on does not spoil the first
  await says(page, "#level-copy", /^Level 2 is drawn now\. It begins as a copy of level 1, and what you change is of level 2 alone\.$/);
  await page.click("#draw-kind-wall");
  await page.waitForSelector("#draw-kind-wall[aria-pressed=true]");
  await cell(page, "d2").click();
  const walled = levels.replace("d3\n  }\n}", "d3\n    put wall on d2\n  }\n}");
  assert.equal(await until(() => script(page), (text) => text === walled), walled);
  await page.waitForSelector('[aria-label^="d2, wall"]');
  await page.waitForSelector("#level-copy", { state: "detached" });
  await says(page, "#solved", /solution/, 60_000);
  await page.click("#solve-all");
  await says(page, "#solved-1", /The shortest takes 1 move\./, 60_000);
  await says(page, "#solved-2", /The shortest takes 2 moves\./, 60_000);
  assert.deepEqual(await violations(page), []);
  // A solution of two moves: the first is on the board at once, and a button goes on to the next.
  await page.click("#show-solution");
  await says(page, "#solution-at", /^Move 1 of 2: /);
  assert.equal(await page.evaluate(() => document.activeElement.id), "solution-next");
  await page.keyboard.press("Enter");
  await has(page, "#state", "solver wins");
  await says(page, "#solution-at", /^Move 2 of 2: /);
  assert.equal(await page.evaluate(() => document.activeElement.id), "solution-next");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await says(page, "#solution-at", /^The board before its 2 moves$/);
  await page.click("#solution-next");
  await says(page, "#solution-at", /^Move 1 of 2: /);
  // It has the only main action meanwhile.
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("draw")).backgroundColor), "rgba(0, 0, 0, 0)");
  // The other ways, one after the other.
  await page.click("#solution-another");
  await says(page, "#solution h2", /^Solution 2 of \d+$/, 60_000);
  await says(page, "#solution-at", /^Move 1 of 2: /);
  await page.click("#solution-end");
  await page.waitForSelector("#solution > *", { state: "detached" });
  await page.click("#tab-draw");
  await page.click("#level-earlier");
  await page.waitForSelector("#level-1[aria-pressed=true]"); // the one that is drawn stays so
  await page.waitForSelector('[aria-label^="d2, wall"]');
  await page.click("#level-2");
  await page.waitForSelector('[aria-label^="d2, empty"]');
  await page.click("#level-remove");
  await says(page, "#toast", /^Level 2 is gone/);
  await page.waitForSelector('[aria-label^="d2, wall"]');
  await page.waitForSelector("ol.levels", { state: "detached" });
  assert.equal(await script(page), puzzle.replace("d3\n}", "d3\n  put wall on d2\n}").replace("solver\nboard", "solver\n\nboard"));
  await page.click("#draw-undo");
  await page.waitForSelector("#level-2");
  await done();
});

test("puzzles of a team are solved, too; the board of a variant is cleared in one step", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Mirror Maze");
  await write(page, puzzle.replace("players solver", "players ann, ben as team").replaceAll("turn of solver", "turn of ann").replaceAll("solver", "team"));
  await has(page, "#title", "Steps");
  await page.click("#tab-draw");
  await page.click("#solve");
  await says(page, "#solved", /The shortest takes 1 move\./, 60_000);
  await page.click("#variant");
  await has(page, "#title", "My Steps");
  await page.click("#tab-draw");
  await page.waitForSelector("#draw-clear");
  await page.click("#draw-clear");
  await says(page, "#toast", /The board is empty/);
  assert.match(await script(page), /\nextend setup \{ remove cells - empty \}\n/);
  await page.waitForSelector('[role=gridcell][aria-label^="a1, empty"]');
  await page.click("#draw-undo");
  await page.waitForSelector('[role=gridcell][aria-label^="a1, lamp"]');
  await done();
});
