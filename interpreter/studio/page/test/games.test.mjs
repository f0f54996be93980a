// The four games: a variant of each, each as an exported page, and whole games by keyboard alone, with what is announced.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { built, choose, dots, has, open, patient, quit, root, says, type, violations, write } from "./browser.mjs";

after(quit);

const games = [
  ["laser_lawn", "Laser Lawn"],
  ["boundary", "Boundary"],
  ["the_beam", "The Beam"],
  ["beams_boosters_barriers", "Beams, Boosters, and Barriers"],
];
const shows = (page, text) => has(page, "#state", text);
const settled = (page) => page.waitForSelector("#table[aria-busy=false]", { timeout: 30_000 });
const first = (page) => page.locator("#moves option").first().getAttribute("value");
const isOver = (page) => page.evaluate(() => document.getElementById("state").classList.contains("over"));
const plies = (page) => page.locator("ol.line li").count();

/// The part of a link that holds the script and the position.
async function linked(page) {
  await page.click(".menu summary");
  await page.click("#share");
  await has(page, "#toast", "The link is copied");
  return (await page.evaluate(() => navigator.clipboard.readText())).split("#")[1];
}

/// Another value of the option in `option NAME = VALUE   // of DOMAIN, else INITIAL: ...`.
function otherValue(line) {
  const [, value, domain, initial] = /= (\S+) +\/\/ of (.*?), else (\w+)/.exec(line);
  const values = domain.replace(/[{}]/g, "").split(/, |\.\./);
  return line.replace(`= ${value}`, `= ${values.find((each) => each !== initial)}`);
}

/// Plays a whole game by touch, and begins another.
async function byFinger(page) {
  for (let played = 0; !(await isOver(page)); ++played) {
    assert.ok(played < 200, "the game ends");
    const choices = page.locator("polygon.can, #choosing .buttons button:not(:text-is('Back'))");
    await choices.nth((played * 7) % (await choices.count())).tap();
    await settled(page);
  }
  assert.ok((await plies(page)) > 5);
  assert.doesNotMatch(await page.locator("#state").textContent(), /to move/);
  await page.locator("#again").tap();
  await shows(page, "to move");
}

for (const [name, title] of games)
  test(`${title}: a variant is made and played, says what it changes, and is exported to a page that plays without a network`, { skip: name !== "beams_boosters_barriers" && patient }, async () => {
    const { page, done } = await open(undefined, { permissions: ["clipboard-read", "clipboard-write"] });
    await choose(page, title);
    const whole = await linked(page);
    assert.ok(whole.length <= 9000, `the game in a link: ${whole.length} characters`);
    await page.click("#variant");
    await has(page, "#title", `My ${title}`);
    const text = await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).text);
    const line = text.split("\n").find((each) => each.startsWith("// option "));
    assert.doesNotMatch(text, /^option /m, "nothing that nobody has asked for");
    // Another value, and what is left when the samples were thrown away.
    await has(page, "#problems", "No mistakes");
    assert.ok((await linked(page)).length <= 400, "with all samples");
    await write(page, text.replace(line, otherValue(line).replace("// ", "")).replace(/^\/\/(?!\/).*\n+/gm, ""));
    await has(page, "#problems", "No mistakes");
    await shows(page, "to move");
    await type(page, await first(page));
    await shows(page, "move 2");
    const link = await linked(page);
    assert.ok(link.length <= 700, `the variant and a position in a link: ${link.length} characters`);
    // A player has names of its own for cells; they are picked on the board all the same.
    if (name === "beams_boosters_barriers") {
      assert.ok((await page.locator("polygon.can").count()) > 20, "cells can be picked");
      await page.waitForSelector("#facts img[alt^='north: ']"); // what is left, as pieces
    }
    if (name === "laser_lawn") assert.equal(await page.locator("polygon[role=gridcell]").count(), 7);
    await page.click("#tab-changes");
    await page.click("#diff-parent");
    await page.waitForSelector("#diff-play", { timeout: 30_000 });
    // Whether there is a clock changes nothing in play.
    const changes = name === "the_beam" ? /No difference was found in \d+ positions/ : /The board before.*The board now/s;
    await says(page, "#panel-changes", changes);
    await page.click(".menu summary");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
    const path = join(built, "exported.html");
    await download.saveAs(path);
    await says(page, "#toast", /without a network\.$/);
    await done();

    const size = gzipSync(readFileSync(path)).length;
    assert.ok(size <= 890_000, `${size} bytes compressed`);
    const game = await open(path, { offline: true, hasTouch: true, viewport: { width: 390, height: 800 } });
    await has(game.page, "#title", `My ${title}`);
    await shows(game.page, "to move");
    if (name === "the_beam") await byFinger(game.page);
    // A finger, too, begins a move.
    const before = await game.page.evaluate(() => document.getElementById("choosing").textContent);
    await game.page.locator("polygon.can, #choosing .buttons button").first().tap();
    await game.page.waitForFunction(
      (known) => document.querySelector("polygon.chosen, ol.line li") || document.getElementById("choosing").textContent !== known,
      before,
    );
    const seats = game.page.locator("#panel-play label:not([for]) select");
    for (let i = 0; i < (await seats.count()); ++i) await seats.nth(i).selectOption("random");
    await game.page.waitForFunction(() => document.querySelectorAll("ol.line li").length >= 2, undefined, { timeout: 30_000 });
    // What is below the board does not move up under a finger while programs play.
    const rises = await game.page.evaluate(async (most) => {
      const place = () => document.getElementById("tabs").getBoundingClientRect().top + scrollY;
      const isOver = () => document.getElementById("state").classList.contains("over");
      let rises = 0;
      for (let last = place(), end = performance.now() + most; !isOver() && performance.now() < end; last = place()) {
        await new Promise(requestAnimationFrame);
        if (!isOver() && place() < last) rises += 1;
      }
      return rises;
    }, 2000);
    assert.equal(rises, 0, "the tabs stay where they are");
    // Who gets the page reads how the game is played. By key, as the game goes on: a click is lost if its button moves meanwhile.
    await game.page.getByRole("tab", { name: "Rules" }).press("Enter");
    await game.page.locator(".sheet-place h2", { hasText: "Moves" }).waitFor();
    assert.ok(await game.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the page");
    assert.deepEqual(await violations(game.page), []);
    await game.done();
  });

test("a bot of each strength makes a move", { timeout: 120_000 }, async () => {
  const { page, done } = await open();
  await write(page, dots.replace("use lamps\n", "").replace("grid(twice(1), 1)", "grid(4, 2)"));
  await has(page, "#title", "Two Dots");
  await settled(page);
  const seats = page.locator("#panel-play label:not([for]) select");
  const programs = (await seats.first().locator("option").evaluateAll((all) => all.map(({ value }) => value))).filter(Boolean);
  assert.deepEqual(programs, ["random", "greedy", "mcts:30", "mcts:300", "mcts:3000", "alphabeta:3"]);
  for (const [before, program] of programs.entries()) {
    const player = /^(.*) to move/.exec(await page.locator("#state").textContent())[1];
    const seat = page.locator("#panel-play label:not([for])", { hasText: player }).locator("select");
    await seat.selectOption(program);
    await page.waitForFunction((count) => document.querySelectorAll("ol.line li").length > count, before, { timeout: 60_000 });
    await settled(page);
    await seat.selectOption("");
    assert.equal(await plies(page), before + 1, program);
  }
  await done();
});

/// Keeps all that a screen reader would say.
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    const place = document.getElementById("spoken");
    new MutationObserver(() => window.heard.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });
  });

for (const [name, title] of games.filter(([name]) => name !== "boundary"))
  test(`${title}: a whole game by keyboard alone, and each move is announced`, { timeout: 240_000, skip: name !== "laser_lawn" && patient }, async () => {
    const { page, done } = await open();
    await choose(page, title);
    await page.check("#everything"); // Laser Lawn leaves its light to the players
    await listen(page);
    let state = 1;
    const below = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
    let played = 0;
    while (!(await isOver(page))) {
      if (await page.locator("#curtain").isVisible()) {
        await page.keyboard.press("Enter");
        await settled(page);
      }
      await page.keyboard.press("Alt+b");
      const onCell = await page.evaluate(() => document.activeElement.getAttribute("role") === "gridcell");
      if (onCell) {
        for (let i = below(9); i >= 0; --i) await page.keyboard.press("n");
        assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /can be picked/);
      } else {
        const many = await page.locator("#choosing button:not(:text-is('Back'))").count();
        assert.ok(many > 0, "there is something to choose");
        for (let i = below(many); i > 0; --i) await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await settled(page);
      const now = await plies(page);
      if (now > played) {
        const last = await page.evaluate(() => window.heard.at(-1));
        assert.match(last, /plays |has chosen/, `after move ${now}`);
      }
      played = now;
      assert.ok(played < 300, "the game ends");
    }
    const heard = (await page.evaluate(() => window.heard)).join("\n");
    assert.match(heard, /lit now: /);
    const over = await page.locator("#state").textContent();
    assert.ok(heard.includes(over.split(" · ")[0]), `the result is announced: ${over}`);
    await done();
  });

test("Boundary: a game of 2010 by keyboard alone, typed as it was written down", { timeout: 240_000, skip: patient }, async () => {
  const { moves, result } = JSON.parse(readFileSync(join(root, "games/records/boundary_2010_01_31.json"), "utf8"));
  const { page, done } = await open();
  await choose(page, "Boundary");
  await listen(page);
  for (const [i, move] of moves.entries()) {
    await page.keyboard.press("Alt+m");
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await shows(page, i + 1 < moves.length ? `move ${i + 2}` : result);
    assert.ok((await page.evaluate(() => window.heard.at(-1))).includes(`plays ${move}`), move);
  }
  // By cells: the last move is taken back, and another is picked.
  await page.keyboard.press("Alt+ArrowLeft");
  await shows(page, `move ${moves.length}`);
  const before = await page.locator("#refusal, #choosing").allTextContents();
  await page.keyboard.press("Alt+b");
  await page.keyboard.press("Enter");
  await page.waitForFunction((known) => [...document.querySelectorAll("#refusal, #choosing")].map((each) => each.textContent).join() !== known, before.join());
  await page.keyboard.press("Escape");
  await done();
});
