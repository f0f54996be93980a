// <glint-board> in Chromium, in a page that only imports it: pointer, keyboard, what a screen reader is told, bots, scripts
// of one's own, secrets, events.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closePages, pageWith } from "./pages.mjs";
import { madeScript, Random } from "./made_games.mjs";
import { Game } from "./support.mjs";

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

test("names and numbers in attributes that are wrong", async () => {
  for (const [attributes, said] of [
    [`bots="mon=random"`, /no player `mon`; its players are sun, moon/],
    [`bots="random"`, /`bots` has `random`, and should have NAME=VALUE/],
    [`options="side"`, /`options` has `side`, and should have NAME=VALUE/],
    [`options="sid=4"`, /no option `sid`/],
    [`options="side=99"`, /side.*99/],
    [`seed="one"`, /`seed` is a whole number, found `one`/],
    [`as="star"`, /no player `star`/],
    [`bots="*=rndom"`, /no bot `rndom`/],
  ]) {
    const { page, done } = await pageWith(markup(`game="laser_lawn" ${attributes}`));
    await page.waitForFunction(() => window.heard?.some(([name]) => name === "error"), undefined, { timeout: 60_000 });
    assert.match((await events(page)).find(([name]) => name === "error")[1], said, attributes);
    assert.match(await page.locator("#state").textContent(), said, attributes);
    await done();
  }
  // The game stands before a move that is none.
  const begun = await open(`game="laser_lawn" moves="A1 e red; A1 e red; G4 w red" seed="2"`);
  assert.match((await events(begun.page)).find(([name]) => name === "error")[1], /^`A1 e red` is not legal: /);
  assert.deepEqual(await begun.page.evaluate(() => document.querySelector("glint-board").moves), ["A1 e red"]);
  assert.equal(await begun.page.evaluate(() => document.querySelector("glint-board").play("G4 w red")), true);
  await begun.done();
  // Also if they come later; and what is mended goes on.
  const { page, done } = await open(`game="laser_lawn"`);
  for (const [name, value] of [["as", "star"], ["bots", "mon=random"]]) {
    await page.evaluate((given) => document.querySelector("glint-board").setAttribute(...given), [name, value]);
    await state(page, "no player");
    await page.evaluate((given) => document.querySelector("glint-board").removeAttribute(given), name);
    await state(page, "to move");
  }
  assert.equal(await page.evaluate(() => document.querySelector("glint-board").play("A1 e")), false);
  assert.match(await page.locator("#refusal").textContent(), /`\{next\}` is missing/);
  assert.equal(await page.evaluate(() => document.querySelector("glint-board").play("A1 e red")), true);
  await done();
});

test("an element that is taken out of the page leaves no thread behind", async () => {
  const { page, done } = await open(`game="laser_lawn"`);
  assert.equal(page.workers().length, 1);
  await page.evaluate(() => document.querySelector("glint-board").remove());
  await page.waitForTimeout(100);
  assert.equal(page.workers().length, 0);
  // While its script is on the way, and while the engine is; in the page it then shows a game.
  await page.route("**/slow.glint", async (route) => {
    await new Promise((later) => setTimeout(later, 300));
    await route.fulfill({ body: `game "Slow"\nuse square\nplayers sun\nboard grid(1, 1)\nmove wait "wait" { end : tie }\nplay { turn of sun { choose wait } }\n` });
  });
  for (const source of [`src="/slow.glint"`, `game="the_beam"`]) {
    await page.evaluate((given) => {
      document.body.insertAdjacentHTML("beforeend", `<glint-board ${given}></glint-board>`);
      document.querySelector("glint-board").remove();
    }, source);
    await page.waitForTimeout(1000);
    assert.equal(page.workers().length, 0, source);
  }
  await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", `<glint-board src="/slow.glint"></glint-board>`));
  await state(page, "to move");
  assert.equal(page.workers().length, 1);
  await done();
});

test("where an engine fails, another one goes on", async () => {
  const { page, done } = await pageWith(`<script>
  window.threads = [];
  window.Worker = class extends Worker { constructor(...given) { super(...given); window.threads.push(this); } };
</script>${markup(`game="laser_lawn" bots="moon=random"`)}`);
  await page.waitForSelector("glint-board[data-ready]", { timeout: 60_000 });
  const fail = () => page.evaluate(() => window.threads.splice(0).forEach((thread) => thread.onerror(new ErrorEvent("error"))));
  const settled = (count) => page.waitForFunction((given) => {
    const board = document.querySelector("glint-board");
    return board.moves.length === given && board.shadowRoot.querySelector("#state").textContent.startsWith("sun to move");
  }, count, { timeout: 30_000 });
  await settled(1); // moon begins
  await fail(); // while nothing is asked
  await page.evaluate(() => document.querySelector("glint-board").restart());
  await settled(1);
  for (const [move, count] of [["A1 e red", 3], ["G4 w red", 5]]) {
    const played = page.evaluate((given) => {
      const made = document.querySelector("glint-board").play(given);
      window.threads.splice(0).forEach((thread) => thread.onerror(new ErrorEvent("error"))); // while it is asked
      return made;
    }, move);
    assert.equal(await played, true);
    await settled(count);
  }
  // One that fails each time is an error, which is told.
  await page.evaluate(() => {
    window.Worker = class { postMessage() { setTimeout(() => this.onerror(new ErrorEvent("error"))); } terminate() {} };
  });
  await fail();
  await page.evaluate(() => document.querySelector("glint-board").undo());
  await state(page, "the engine failed");
  await done();
});

test("a view holds nothing that is hidden from the one who looks", async () => {
  const random = new Random(2);
  const html = async (script, attributes) => {
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
  // Five made-up games. Two people at one page see what all see, and one who looks sees no more than her view: seeds that
  // differ in what is hidden from them show the same.
  let known;
  let [count, own] = [0, 0];
  while (count < 5) {
    const script = madeScript(random);
    const game = await Game.fromText(script);
    if (game.players.length !== 2) continue;
    const seeds = [...Array(12).keys()].map((seed) => game.start({ seed }));
    for (const player of [null, "sun"]) {
      const [first, ...others] = seeds;
      const alike = others.findIndex((one) => first.seenBy(player).equals(one.seenBy(player)) && !first.equals(one));
      if (alike < 0 || first.toMove !== "sun") break;
      const as = player === null ? "" : `as="${player}" `;
      assert.equal(await html(script, `${as}seed="0"`), await html(script, `${as}seed="${alike + 1}"`), script);
      if (player === null) ++count;
      else ++own;
    }
    if (game.title === "Hands") known ??= script;
  }
  assert.ok(own > 0 && known);
  // The person at the page sees her own hand.
  assert.notEqual(await html(known, `as="sun" seed="1"`), await html(known, `as="sun" seed="2"`));
  assert.match(await html(known, `as="sun" seed="1"`), /hand\[sun\]<\/dt><dd>\{?\d/);
  assert.match(await html(known, `as="sun" seed="1"`), /hand\[moon\]<\/dt><dd>\?/);
});

test("axe-core finds nothing wrong", async () => {
  const { page, done } = await open(`game="boundary"`);
  assert.deepEqual(await page.axe(), []);
  await done();
});
