// <glint-board> in Chromium, in a page that only imports it: pointer, keyboard, what a screen reader is told, bots, scripts
// of one's own, secrets, events.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closePages, pageWith } from "./pages.mjs";
import { madeScript, Random } from "./made_games.mjs";

after(closePages);

const cell = (page, label) => page.locator(`[role=gridcell][aria-label^="${label},"]`);
const events = (page) => page.evaluate(() => window.heard);
const markup = (attributes, inside = "") => `<script type="module">
  window.heard = [];
  for (const name of ["ready", "move", "end", "error"]) addEventListener(name, (event) => event.target?.localName === "glint-board" && window.heard.push([name, event.detail ?? null]), true);
  await import("/node_modules/@glint/engine/build/javascript/board.js");
  document.querySelector("glint-board").dataset.seen = "yes";
</script>
<h1>A page of one's own</h1>
<glint-board ${attributes}>${inside}</glint-board>`;
const open = async (attributes, inside) => {
  const { page, wrong, done } = await pageWith(markup(attributes, inside));
  await page.waitForSelector("glint-board[data-ready]", { timeout: 60_000 });
  return { page, wrong, done };
};
const state = (page, words) => page.waitForFunction((given) => document.querySelector("glint-board").shadowRoot.querySelector("#state").textContent.includes(given), words, { timeout: 20_000 });
const moves = (page, count) => page.waitForFunction((given) => document.querySelector("glint-board").moves.length >= given, count, { timeout: 30_000 });

const small = `game "Small"
use square
players sun, moon
board grid(2, 1)
beam { }
piece stone { look "o" }
move place "{at}" { pick at in empty  "{at} is taken"; put stone on at }
play { repeat { turn of each player { choose place } } }
end when empty == {} : moon wins
`;

test("a game is shown, and played by pointer and by keyboard", async () => {
  const { page, done } = await open(`game="laser_lawn" options="side=4" seed="1"`);
  const first = await page.locator("#state").textContent();
  assert.match(first, /to move/);
  assert.equal(await page.locator("[role=gridcell]").count(), 37);
  await cell(page, "A1").click();
  await page.getByRole("button", { name: "e", exact: true }).click();
  await page.getByRole("button", { name: "red", exact: true }).click();
  await moves(page, 1);
  assert.deepEqual(await page.evaluate(() => document.querySelector("glint-board").moves), ["A1 e red"]);
  await page.waitForFunction((before) => document.querySelector("glint-board").shadowRoot.querySelector("#state").textContent !== before, first);
  // Why a cell cannot be picked.
  await cell(page, "A1").click();
  await page.waitForFunction(() => document.querySelector("glint-board").shadowRoot.querySelector("#refusal").textContent.includes("already stands"));
  // By keyboard alone: to a cell, Enter, then buttons.
  await cell(page, "A1").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#choosing button").first().focus();
  await page.keyboard.press("Enter");
  await moves(page, 2);
  const [, second] = await page.evaluate(() => document.querySelector("glint-board").moves);
  assert.match(second, /^A2 /);
  // What a screen reader is told of the move, and of the cell.
  await page.waitForFunction(() => /plays A2/.test(document.querySelector("glint-board").shadowRoot.querySelector("#spoken").textContent));
  assert.match(await cell(page, "A1").getAttribute("aria-label"), /emitter/);
  assert.equal(await page.locator("#board svg.cells").getAttribute("role"), "grid");
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelector("glint-board").moves.length === 1);
  await done();
});

test("events tell of moves and of the end", async () => {
  const { page, done } = await open("", `<script type="text/glint">${small}</script>`);
  await cell(page, "a1").click();
  await moves(page, 1);
  await state(page, "moon to move");
  await page.evaluate(() => document.querySelector("glint-board").play("b1"));
  await state(page, "moon wins");
  assert.deepEqual(await events(page), [
    ["ready", null],
    ["move", { move: "a1", player: "sun", moves: ["a1"] }],
    ["move", { move: "b1", player: "moon", moves: ["a1", "b1"] }],
    ["end", { kind: "win", winner: "moon", scores: [], text: "moon wins" }],
  ]);
  await page.evaluate(() => document.querySelector("glint-board").restart());
  await state(page, "sun to move");
  await done();
});

test("bots answer, and play by themselves", async () => {
  const { page, done } = await open(`game="laser_lawn" options="side=3" bots="*=random"`);
  await moves(page, 3);
  await done();
  const other = await open(`bots="moon=mcts:20"`, `<script type="text/glint">${small.replace("grid(2, 1)", "grid(3, 2)")}</script>`);
  await cell(other.page, "a1").click();
  await moves(other.page, 2);
  await state(other.page, "sun to move");
  assert.deepEqual((await events(other.page)).filter(([name]) => name === "move").map(([, { player }]) => player), ["sun", "moon"]);
  // Taking back takes the bot's move too.
  await other.page.locator("#undo").click();
  await other.page.waitForFunction(() => document.querySelector("glint-board").moves.length === 0);
  await other.done();
});

test("what is wrong is said, and told by an event", async () => {
  const { page, done } = await pageWith(markup(`game="laser_lwn"`));
  await page.waitForFunction(() => window.heard?.some(([name]) => name === "error"), undefined, { timeout: 60_000 });
  assert.match(await page.locator("#state").textContent(), /laser_lwn/);
  await page.evaluate(() => document.querySelector("glint-board").setAttribute("game", "the_beam"));
  await state(page, "to move");
  await done();
});

test("a view holds nothing that is hidden from the one who looks", async () => {
  const random = new Random(2);
  let script;
  do script = madeScript(random);
  while (!script.includes('game "Hands"') || !script.includes("players sun, moon\n"));
  const html = async (attributes) => {
    const { page, done } = await open(attributes, `<script type="text/glint">${script}</script>`);
    await state(page, "to move");
    await page.waitForTimeout(300);
    const text = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("glint-board");
      for (const style of shadowRoot.querySelectorAll("style")) style.remove();
      return shadowRoot.innerHTML;
    });
    await done();
    return text;
  };
  // Two people at one page see what all see; the seeds deal other hands.
  assert.equal(await html(`seed="1"`), await html(`seed="2"`));
  // The person at the page sees her own hand.
  assert.notEqual(await html(`as="sun" seed="1"`), await html(`as="sun" seed="2"`));
  assert.match(await html(`as="sun" seed="1"`), /hand\[sun\]<\/dt><dd>\{?\d/);
  assert.match(await html(`as="sun" seed="1"`), /hand\[moon\]<\/dt><dd>\?/);
});

test("axe-core finds nothing wrong", async () => {
  const { page, done } = await open(`game="boundary"`);
  assert.deepEqual(await page.axe(), []);
  await done();
});
