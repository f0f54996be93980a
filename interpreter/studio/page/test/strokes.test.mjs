// Gestures on the board that is drawn: a piece is dragged to another cell, a stroke paints many, walls are put by clicks on edges; by
// mouse, touch and keys. Each is one edit of the script.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, choose, has, open, quit, says, until, violations, write } from "./browser.mjs";
import { Desk, module as moduleAt, skip } from "./desk.mjs";

after(quit);

const maze = `game "Little Maze"
use square
players solver
board square(4, 3)
beam { }
piece lamp { facing: direction; emits facing; look ">{facing}" }
piece wall { when beam comes -> stops; look "#" }
let goal: set of cell = d3
let fence: set of edge = {}
when beam crosses x in fence -> stops
show edges fence "fence"
setup {
  put lamp(facing = e) on a1
  put wall on d3
}
move place "{at}" { pick at in empty; put wall on at }
play { repeat { turn of solver { choose place else { end : solver loses } } } }
end when goal within beams.cells : solver wins
`;

const script = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? JSON.parse(localStorage.getItem("glint.studio.last") ?? "{}").text);
const is = async (page, text) => assert.equal(await until(() => script(page), (now) => now === text), text);
async function begin(page) {
  await choose(page, "Mirror Maze");
  await write(page, maze);
  await has(page, "#title", "Little Maze");
  await page.click("#tab-draw");
  await page.waitForSelector("#draw-kind-wall");
}
/// Where on the screen a cell is, or a place beside its middle, in halves of it.
async function at(page, label, dx = 0, dy = 0) {
  const { x, y, width, height } = await cell(page, label).boundingBox();
  return [x + (width * (1 + dx)) / 2, y + (height * (1 + dy)) / 2];
}
async function drag(page, ...labels) {
  const [first, ...others] = await Promise.all(labels.map((label) => at(page, label)));
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const place of others) await page.mouse.move(...place, { steps: 3 });
  await page.mouse.up();
}

test("by mouse: a piece is dragged, a stroke puts, takes away and paints; each is one undo, and a click stays a click", async () => {
  const { page, done } = await open(undefined, { own: true });
  await begin(page);
  await drag(page, "a1", "b1", "b2");
  await is(page, maze.replace("on a1", "on b2"));
  await page.waitForSelector('[aria-label^="b2, lamp"]');
  await page.click("#draw-undo");
  await is(page, maze);
  await page.waitForSelector('polygon.drawn-movable[aria-label^="a1, lamp"]');
  // Dropped outside, it goes back.
  await page.mouse.move(...(await at(page, "a1")));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, "b1")), { steps: 3 });
  assert.equal(await page.locator(".drawn-ghost").count(), 1, "it is seen under the pointer");
  await page.mouse.move(2, 2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await page.locator(".drawn-ghost").count(), 0);
  // A stroke of walls, over one that is there; then the first click still only looks or puts.
  await page.click("#draw-kind-wall");
  await drag(page, "b3", "c3", "d3", "d2");
  await is(page, maze.replace("wall on d3", "wall on d3 | b3 | c3 | d2"));
  await page.waitForSelector('[aria-label^="d2, wall"]');
  await cell(page, "b2").click();
  await is(page, maze.replace("wall on d3", "wall on d3 | b3 | c3 | d2 | b2"));
  await page.waitForSelector('[aria-label^="b2, wall"]');
  await page.click("#draw-remove");
  await drag(page, "b2", "b3", "c3");
  await is(page, maze.replace("wall on d3", "wall on d3 | d2"));
  await page.click("#draw-zone-goal");
  await drag(page, "a2", "b2", "c2");
  await is(page, maze.replace("wall on d3", "wall on d3 | d2").replace("cell = d3", "cell = d3 | a2 | b2 | c2"));
  await page.waitForFunction(() => document.querySelector("#draw-zone-goal[aria-pressed=true]"));
  await drag(page, "c2", "d2", "d3");
  await is(page, maze.replace("wall on d3", "wall on d3 | d2").replace("cell = d3", "cell = a2 | b2"));
  await page.click("#draw-undo");
  await is(page, maze.replace("wall on d3", "wall on d3 | d2").replace("cell = d3", "cell = d3 | a2 | b2 | c2"));
  assert.deepEqual(await violations(page), []);
  await done();
});

test("walls by clicks on the edges of cells, seen before; in the middle of a cell its sides are buttons", async () => {
  const { page, done } = await open(undefined, { own: true });
  await begin(page);
  await page.click("#draw-wall-fence");
  await page.mouse.move(...(await at(page, "a1", 0.85, 0)));
  await page.waitForSelector("#board .drawn-edge", { state: "attached" });
  await page.mouse.click(...(await at(page, "a1", 0.85, 0)));
  await is(page, maze.replace("= {}", "= edge(a1, e)"));
  await says(page, "#toast", /^a1, e: fence$/);
  await page.mouse.click(...(await at(page, "b2", 0, -0.9)));
  await is(page, maze.replace("= {}", "= edge(a1, e) | edge(b2, n)"));
  // The same edge from its other side.
  await page.mouse.click(...(await at(page, "b1", -0.85, 0)));
  await is(page, maze.replace("= {}", "= edge(b2, n)"));
  await says(page, "#toast", /^b1, w: no fence any more$/);
  await cell(page, "b2").click();
  await page.waitForSelector('#side-fence-n[aria-pressed="true"]');
  assert.deepEqual(await violations(page), []);
  // By keys: with Shift, an arrow is the side.
  await cell(page, "b2").focus();
  await page.keyboard.press("Shift+ArrowUp");
  await is(page, maze);
  await page.keyboard.press("Shift+ArrowRight");
  await is(page, maze.replace("= {}", "= edge(b2, e)"));
  await done();
});

test("by keys: G takes a piece in hand, Enter puts it down, Escape leaves it; Shift and an arrow go on with a stroke", async () => {
  const { page, done } = await open(undefined, { own: true });
  await begin(page);
  await cell(page, "a1").focus();
  await page.keyboard.press("g");
  await says(page, "#toast", /^In hand\./);
  assert.equal(await page.locator("polygon.drawn-held").getAttribute("data-cell"), await cell(page, "a1").getAttribute("data-cell"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await is(page, maze.replace("on a1", "on b2"));
  await page.waitForSelector('[aria-label^="b2, lamp"]');
  await page.waitForSelector("polygon.drawn-movable[aria-label^='b2']");
  await page.keyboard.press("g");
  await page.keyboard.press("Escape");
  await says(page, "#toast", /stays where it was/);
  assert.equal(await page.locator("polygon.drawn-held").count(), 0);
  await page.keyboard.press("Control+z");
  await is(page, maze);
  await page.click("#draw-kind-wall");
  await cell(page, "b3").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await is(page, maze.replace("wall on d3", "wall on d3 | b3 | c3"));
  await page.keyboard.press("Shift+ArrowDown");
  await is(page, maze.replace("wall on d3", "wall on d3 | b3 | c3 | c2"));
  await done();
});

test("by touch, on a phone: a piece is dragged, a stroke paints, an edge is tapped; the page does not scroll meanwhile", async () => {
  const { page, done } = await open(undefined, { own: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.setViewportSize({ width: 1100, height: 900 });
  await begin(page);
  await page.click("#close-text");
  await page.setViewportSize({ width: 390, height: 844 });
  const finger = await page.context().newCDPSession(page);
  const swipe = async (...labels) => {
    await page.locator("#board").scrollIntoViewIfNeeded();
    const places = await Promise.all(labels.map((label) => at(page, label)));
    const points = places.flatMap(([x, y], i) => (i ? [1, 2, 3, 4].map((k) => [places[i - 1][0] + ((x - places[i - 1][0]) * k) / 4, places[i - 1][1] + ((y - places[i - 1][1]) * k) / 4]) : [[x, y]]));
    const scrolled = await page.evaluate(() => scrollY);
    for (const [i, [x, y]] of points.entries()) await finger.send("Input.dispatchTouchEvent", { type: i ? "touchMove" : "touchStart", touchPoints: [{ x, y }] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.equal(await page.evaluate(() => scrollY), scrolled, "it did not scroll");
  };
  await page.waitForSelector("polygon.drawn-movable[aria-label^='a1']");
  await swipe("a1", "a2", "a3");
  await is(page, maze.replace("on a1", "on a3"));
  await page.locator("#draw-kind-wall").tap();
  await page.waitForSelector("#draw-kind-wall[aria-pressed=true]");
  await swipe("b1", "c1", "c2");
  await is(page, maze.replace("on a1", "on a3").replace("wall on d3", "wall on d3 | b1 | c1 | c2"));
  await page.locator("#draw-wall-fence").tap();
  await page.waitForSelector("#draw-wall-fence[aria-pressed=true]");
  await page.locator("#board").scrollIntoViewIfNeeded();
  await page.touchscreen.tap(...(await at(page, "b2", 0, -0.8)));
  await is(page, maze.replace("on a1", "on a3").replace("wall on d3", "wall on d3 | b1 | c1 | c2").replace("= {}", "= edge(b2, n)"));
  await done();
});

test("what is dragged where it may not be stays, and that is said; so does what the script works out", async () => {
  const { page, done } = await open(undefined, { own: true });
  await begin(page);
  const worked = maze.replace("  put wall on d3\n", "  put wall on d3\n  for c in rank(2) { put wall on c }\n");
  await write(page, worked);
  await page.waitForSelector('[aria-label^="b2, wall"]');
  await page.waitForSelector("polygon.drawn-movable[aria-label^='b2']");
  await drag(page, "b2", "b1");
  await says(page, ".drawn-refusal", /works out what stands there/);
  await is(page, worked);
  await page.click("#draw-remove");
  await drag(page, "c2", "d2", "d3");
  await says(page, ".drawn-refusal", /2 of these cells stay/);
  await is(page, worked.replace("  put wall on d3\n", ""));
  await done();
});

test("several cells as one edit, without a browser: stacks, drawn boards, fields; the smallest edit of one line", { skip }, async () => {
  const given = Object.assign({}, ...(await Promise.all(["several", "hands", "syntax"].map((name) => moduleAt(`drawing/${name}`)))));
  const desk = await new Desk().begin();
  const make = async (text, plans) => {
    for (const plan of plans) {
      const outcome = await given.stepped({ request: (method, params) => desk.ask(method, params) }, (each) => (desk.write(each), {}), text, plan);
      if (outcome.made && !outcome.refused.length) return outcome.text;
    }
    return undefined;
  };
  const stacked = maze.replace("square(4, 3)", "square(4, 3) stacks of 2");
  assert.equal(await make(stacked, given.movingPlans("d3", "a1", "wall")), stacked.replace("put wall on d3", "put wall on a1"));
  assert.equal(await make(maze, given.movingPlans("a1", "d3", "lamp(facing = e)")), maze.replace("on a1", "on d3").replace("\n  put wall on d3", ""));
  const drawn = maze.replace("board square(4, 3)", 'board on square4 {\n  cells """\n    . . . #\n    . . . .\n    > . . .\n  """\n  label "{lower(x)}{y}"\n}').replace("put lamp(facing = e) on a1", 'put lamp(facing = e) on drawn(">")').replace("put wall on d3", 'put wall on drawn("#")');
  assert.equal(await make(drawn, given.movingPlans("d3", "b2", "wall")), drawn.replace(". . . #\n    . . . .", ". . . .\n    . # . ."));
});
