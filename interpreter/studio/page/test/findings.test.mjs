// What bots find out: a verdict for every kind of game, studies side by side, what a piece is worth, and better variants.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, has, open, quit, says, violations, write } from "./browser.mjs";

after(quit);

const study = async (page) => {
  await page.click("#tab-study");
  await page.selectOption("#study-games", "100");
  await page.click("#study-start");
};

/// Whoever is `first` wins at once; `luck`: how many of two cells win.
const game = (players, play, end) => `game "Plain"
use square
players ${players}
board grid(3, 1)
piece stone { look "s" }
move take "take {at}" { pick at in empty; put stone on at }
play { ${play} }
${end}
`;
const kinds = {
  "whoever begins": [game("ann, bob", "repeat { turn of each player { choose take } }", "end when count(stone) == 3 : ann wins"), /Whoever begins is favoured/],
  "chosen together": [game("ann, bob", "repeat { together { choose take } }", "end when count(stone) >= 1 : bob wins"), /The seat of bob is favoured: bob wins 100 %/],
  "a puzzle": [game("ann", "repeat { turn of each player { choose take else { end : ann loses } } }", "end when a1 in stone : ann wins"), /The players (nearly always|often) win: in \d+ %/],
  "a score": [game("ann", "repeat { turn of each player { choose take else { end : score } } }", "score p = count(stone)"), /The players reach 3/],
};

test("games of every kind have a verdict in one sentence, and a length", async () => {
  const { page, done } = await open(undefined, { own: true });
  for (const [name, [text, sentence]] of Object.entries(kinds)) {
    await write(page, text);
    await has(page, "#problems", "No mistakes");
    await study(page);
    await says(page, "#study-favoured", sentence, 60_000).catch((error) => assert.fail(`${name}: ${error.message}`));
    await says(page, "#study-length", /A game has .* moves on average; at 20 seconds a move that is \d+ minutes: not too long for 30 minutes/);
  }
  await done();
});

test("games chosen together: Beams, Boosters, and Barriers says who wins how often", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Beams, Boosters, and Barriers");
  await study(page);
  await says(page, "#study-favoured", /(clearly favoured|is favoured): (south|north) wins \d+ %, (south|north) wins \d+ %/, 90_000);
  await done();
});

test("a game with and without its options, side by side with the same seeds; what a move is worth", async () => {
  const { page, done } = await open(undefined, { own: true });
  const text = `game "Two Ways"
use square
players ann, bob
option quick: {yes, no} = yes
board grid(3, 1)
piece stone of player { look "{owner:1}" }
move win "win" { require quick == yes "not now"; end : me wins }
move slow "slow {at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose win or slow else { end : tie } } } }
`;
  await write(page, text);
  await has(page, "#problems", "No mistakes");
  await page.click("#tab-study");
  await page.selectOption("#study-games", "100");
  assert.ok(await page.locator("#study-both").isDisabled());
  await page.click("#tab-options");
  await page.selectOption("#option-quick", "no");
  await page.click("#tab-study");
  await page.click("#study-both");
  await says(page, "#panel-study .verdict", /^(?!So far).*ann wins less often.*there are more ties \(.*100\.0 %\)/i, 60_000);
  assert.equal(await page.locator("#panel-study [aria-label='Side by side'] th[scope=col]").count(), 3);
  assert.deepEqual(await violations(page), []);
  await page.click("#tab-options");
  await page.selectOption("#option-quick", "yes");
  await page.click("#tab-study");
  await page.selectOption("#study-without", "move:win");
  await page.click("#study-worth");
  await says(page, "#panel-study .verdict", /^Win is worth \d+ points in a hundred/, 60_000);
  await done();
});

test("better variants are looked for in the background; each opens, plays and is compared, and the game stays", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "The Beam");
  await page.click("#tab-study");
  await page.selectOption("#search-minutes", "1");
  await page.uncheck("#wish-fair");
  await page.uncheck("#wish-ties");
  await page.fill("#wish-length", "12");
  assert.deepEqual(await violations(page), []);
  await page.click("#search-start");
  await says(page, "#search-state", /\d+ variants play 12 games each/, 60_000);
  // Meanwhile the game goes on.
  await page.click("#tab-play");
  await page.fill("#move", await page.locator("#moves option").first().getAttribute("value"));
  await page.press("#move", "Enter");
  await has(page, "#state", "move 2");
  await page.click("#tab-study");
  await page.waitForSelector("#search-gallery", { timeout: 150_000 });
  await says(page, "#search-state", /comes? closer to what you want|No variant came closer/);
  await page.click("#search-gallery");
  await has(page, "#dialog", "Variants of The Beam");
  await page.locator("#dialog").getByRole("button", { name: "Open" }).first().click();
  await has(page, "#title", "The Beam ");
  await has(page, "#problems", "No mistakes");
  await done();
});
