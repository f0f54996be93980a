// What bots find out: a verdict for every kind of game, studies side by side, what a piece is worth, and better variants.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, has, open, openMine, quit, says, until, violations, write } from "./browser.mjs";

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

test("better bots are asked, too, and first moves compared; where that cannot be, the page says why", async () => {
  const { page, done } = await open(undefined, { own: true });
  // Who thinks takes 3 each time, so better bots always tie.
  await write(
    page,
    `game "Six"
use square
players ann, bob
board grid(1, 1)
var points[player]: 0..9 = 0
move gain "take {k}" { pick k in 1..3; points[me] += k }
play { turn of ann { choose gain }; turn of bob { choose gain }; end : score }
score p = points[p]
`,
  );
  await has(page, "#problems", "No mistakes");
  await page.click("#tab-study");
  await page.check("#study-strong");
  await page.check("#study-openings");
  assert.deepEqual(await violations(page), []);
  await study(page);
  await says(page, "#study-better", /^Better bots find something else\. With mcts:100 in all seats: No game has a winner/, 90_000);
  assert.match(await page.locator("#study-first-moves").textContent(), /gain with k = 3/);
  assert.equal(await page.locator("#study-first-moves tr").count(), 4);
  await write(page, kinds["chosen together"][0]);
  await has(page, "#problems", "No mistakes");
  await study(page);
  await says(page, "#study-better", /^With mcts:100 in all seats: bob wins all/, 90_000);
  await says(page, "#study-refused", /^The study is without first moves\. First moves are compared of players who move in turn/);
  await page.waitForSelector("#study-start:enabled", { timeout: 90_000 });
  await says(page, "#spoken", /^The study is without first moves\..*With mcts:100 in all seats: .*The seat of bob is favoured/);
  // The next game is not asked what this one was.
  await choose(page, "Laser Lawn");
  await page.click("#tab-study");
  assert.equal(await page.locator("#study-strong:checked, #study-openings:checked").count(), 0);
  await done();
});

test("games chosen together: Beams, Boosters, and Barriers says who wins how often", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Beams, Boosters, and Barriers");
  await study(page);
  await says(page, "#study-favoured", /(clearly favoured( yet)?|is favoured): (south|north) wins \d+ %, (south|north) wins \d+ %/, 90_000);
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
  await says(page, "#panel-study .verdict", /^With your options: Hardly any game has a winner: /, 60_000); // who is favoured comes first
  await says(page, "#panel-study [aria-label='Side by side']", /What is different: .*ann wins less often.*there are more ties \(.*100\.0 %\)/i, 60_000);
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

test("whoever has changed a number of a game in a form studies the copy beside the game that comes with Glint", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Beams, Boosters, and Barriers");
  await page.click("#tab-study");
  assert.ok(await page.locator("#study-both").isDisabled());
  await page.click("#tab-options");
  await page.click("#options-rules");
  await page.selectOption("#rule-let-stock-0", "2"); // one piece less of each kind
  await has(page, "#toast", "You change a copy");
  await page.click("#tab-study");
  await page.selectOption("#study-games", "100");
  await page.click("#study-both");
  await says(page, "#panel-study .verdict", /^This one: .*south wins \d+ %/i, 120_000);
  await says(page, "#panel-study", /The original: .*south wins \d+ %.*What is different: .*shorter/);
  await done();
});

test("the door to change leads to the numbers of the rules, and nothing is changed unasked", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-change");
  await page.click('.card[data-title="Beams, Boosters, and Barriers"]');
  await has(page, "#title", "My Beams, Boosters, and Barriers");
  await says(page, "#toast", /^(?!.*begins with)/);
  await page.fill("#option-depth", "7");
  await page.press("#option-depth", "Tab");
  await page.click("#variant-of-options");
  await page.waitForFunction(() => /^option depth = 7/m.test(JSON.parse(localStorage.getItem("glint.studio.last")).text));
  await page.click("#options-rules");
  await page.selectOption("#rule-let-stock-0", "2");
  await page.waitForFunction(() => /if form_number == 0 then 2/.test(JSON.parse(localStorage.getItem("glint.studio.last")).text));
  const text = await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).text);
  assert.match(text, /^game "My Beams, Boosters, and Barriers"/m);
  assert.match(text, /^option depth: 4\.\.12 = 7 /m);
  assert.ok(await page.locator("#rule-forms").evaluate((form) => form.getBoundingClientRect().top < innerHeight / 2));
  await page.reload();
  await has(page, "#title", "My Beams, Boosters, and Barriers");
  const both = async () => {
    await page.click("#tab-study");
    await says(page, "#study-both", /^Study the original and this variant$/);
  };
  await both();
  // Also after the copy was saved as a file, and when it is opened again.
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  await file.delete();
  await page.click("#tab-play");
  await both();
  const name = await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).own);
  await choose(page, "The Beam");
  await openMine(page, name);
  await has(page, "#title", "My Beams, Boosters, and Barriers");
  await both();
  await done();
});

test("sentences of the author that a number makes untrue stand beside its form; the copy is compared with the game that it is of", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-change");
  await page.click('.card[data-title="Beams, Boosters, and Barriers"]');
  await has(page, "#title", "My Beams, Boosters, and Barriers");
  await page.click("#tab-options");
  await page.click("#options-rules");
  await page.waitForSelector("#rule-limit-booster");
  assert.equal(await page.locator("[id^=told-]").count(), 0, "nothing was changed");
  await page.fill("#rule-limit-booster", "3");
  await page.press("#rule-limit-booster", "Enter");
  await says(page, "#told-rule-limit-booster", /^This was 4\. Sentences of the author still speak of it, and may no longer be true:.*six generators, six barriers and four boosters.*Each player has four\..*a player has only four boosters/);
  assert.equal(await page.locator("[id^=told-]:not(button)").count(), 1, "of this number alone");
  assert.deepEqual(await violations(page), []);
  const [first] = await page.locator("#told-rule-limit-booster button").all();
  await first.click();
  await page.waitForSelector("#text:not([hidden])");
  assert.match(await until(() => page.locator(".cm-activeLine").textContent(), (line) => /sixteen/.test(line)), /sixteen pieces/);
  await page.click("#close-text");
  await page.click("#tab-changes");
  await says(page, "#parent-text", /^[^]*game "Beams, Boosters, and Barriers"/);
  await page.click("#diff-parent");
  await says(page, "#panel-changes", /Only before legal|No difference was found|Play differs/, 120_000);
  // The number as it was: the sentences are true again.
  await page.click("#tab-draw");
  await page.fill("#rule-limit-booster", "4");
  await page.press("#rule-limit-booster", "Enter");
  await page.waitForSelector("#told-rule-limit-booster", { state: "detached" });
  await done();
});

test("a variant of one's own game becomes a copy beside it, and undo takes all of that back; a variant of a variant stays one", async () => {
  const { page, done } = await open(undefined, { own: true });
  const plain = game("ann, bob", "repeat { turn of each player { choose take } }", "end when count(stone) == many : ann wins").replace("board", "option many: 1..3 = 3\nboard");
  const put = (name, text) => page.setInputFiles("#file", { name: `${name}.glint`, mimeType: "text/plain", buffer: Buffer.from(text) });
  await put("plain_game", plain);
  await has(page, "#title", "Plain");
  const variant = 'variant "Quick" of plain_game\n// for children\noption many = 2\n';
  await put("quick", variant);
  await has(page, "#title", "Quick");
  const text = () => page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).text);
  const numbers = async () => {
    await page.click("#tab-options");
    await page.click("#options-rules");
    await page.waitForSelector("#rule-forms[open]");
    await page.waitForSelector("#draw-look"); // the board is there
  };
  await numbers();
  await has(page, "#toast", "a copy of the whole game now");
  await page.waitForFunction(() => /^game "Quick"[^]*= 2\n[^]*\/\/ for children\n$/m.test(JSON.parse(localStorage.getItem("glint.studio.last")).text));
  const study = async (pattern) => {
    await page.click("#tab-study");
    await says(page, "#study-both", pattern);
  };
  await study(/^Study the original/);
  await page.click("#tab-draw");
  await page.click("#draw-undo");
  await page.waitForFunction(() => /^variant/.test(JSON.parse(localStorage.getItem("glint.studio.last")).text));
  assert.equal(await text(), variant);
  await page.click("#tab-changes");
  await page.click("#diff-opened");
  await says(page, "#panel-changes", /The rules are the same/);
  await put("quicker", 'variant "Quicker" of quick\noption many = 1\n');
  await has(page, "#title", "Quicker");
  await numbers();
  assert.match(await text(), /^variant "Quicker"/);
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

test("studies side by side can be stopped, and begun again", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Laser Lawn");
  await page.click("#tab-options");
  await page.selectOption("#option-mirror", "guide");
  await page.click("#tab-study");
  await page.selectOption("#study-games", "10000");
  for (let i = 0; i < 2; ++i) {
    await page.click("#study-both");
    await page.click("#compare-stop", { timeout: 5000 });
    await page.waitForSelector("#compare-stop", { state: "hidden" });
    await page.waitForSelector("#study-both:enabled");
  }
  await done();
});

test("a search goes on in the background when another game is opened; one that is stopped shows what it has found", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "The Beam");
  await page.click("#tab-study");
  await page.click("#search-start");
  await says(page, "#search-state", /variants play/, 60_000);
  await choose(page, "Laser Lawn");
  await page.click("#tab-study");
  await says(page, "[aria-label='Variants that were found']", /^Variants of The Beam\d+ variants play/);
  // No other search begins meanwhile, also from a finding.
  assert.ok(await page.locator("#search-start").isDisabled());
  await page.click("#search-stop");
  await page.waitForSelector("#search-start:enabled");
  await says(page, "[aria-label='Variants that were found']", /^Variants of The Beam/);
  await choose(page, "Boundary");
  await page.click("#tab-study");
  assert.equal(await page.locator("#search-state").count(), 0);
  await done();
});

test("better variants of an example: the example becomes a game of one's own, by which they find it; after one the next is opened", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Corner to Corner");
  await page.click("#tab-study");
  await page.check("#vary-board");
  await page.check("#vary-moves");
  await page.check("#vary-ends");
  await page.click("#search-start");
  await page.waitForSelector("#search-best li", { timeout: 100_000 });
  await page.click("#search-stop");
  await page.click("#search-gallery");
  await page.waitForSelector("#dialog [aria-label^='A board of'] svg");
  assert.doesNotMatch(await page.locator("#dialog").textContent(), /undefined/);
  const many = await page.locator("#dialog").getByRole("button", { name: "Play" }).count();
  await page.locator("#dialog").getByRole("button", { name: "Play" }).first().click();
  await has(page, "#state", "to move");
  await has(page, "#problems", "No mistakes");
  // The others are still at hand, until another search begins.
  const first = await page.locator("#title").textContent();
  await page.click("#tab-study");
  await says(page, "[aria-label='Variants that were found']", /^A search has found variants of Corner to Corner\.Show them again$/);
  assert.deepEqual(await violations(page), []);
  await page.click("#search-gallery");
  await page.waitForSelector("#dialog [aria-label^='A board of'] svg");
  assert.equal(await page.locator("#dialog").getByRole("button", { name: "Open" }).count(), many);
  await page.locator("#dialog").getByRole("button", { name: "Open" }).last().click();
  await has(page, "#state", "to move");
  await has(page, "#problems", "No mistakes");
  if (many > 1) assert.notEqual(await until(() => page.locator("#title").textContent(), (now) => now !== first), first);
  await page.click("#tab-study");
  await page.click("#search-start");
  await says(page, "#search-state", /variant/i);
  assert.equal(await page.locator("#search-gallery").count(), 0);
  await done();
});

test("a gallery of one's own game, open or not: boards are drawn, a variant is played and compared", async () => {
  const { page, done } = await open(undefined, { own: true });
  const parent = game("ann, bob", "repeat { turn of each player { choose take } }", "end when count(stone) == 3 : ann wins");
  const script = 'variant "Plain 1" of plain\nreplace end when count(stone) == 2 : bob wins\n';
  const one = (name, text, more) => ({ name, what: "as it is", script: text, loss: { value: 0, low: 0, high: 0 }, measures: {}, game: null, ...more });
  const found = { title: "Plain", wanted: ["nobody is favoured"], verdict: ["One."], finalists: [one("plain", parent, { is_parent: true }), one("plain_001", script, { is_parent: false, rank: 1 })] };
  const gallery = async () => {
    await page.setInputFiles("#file", { name: "found.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(found)) });
    await page.waitForSelector("#dialog [aria-label='A board of Plain 1'] svg");
    await says(page, "#dialog section", /Rank 1 in fresh games\./);
  };
  await gallery();
  await page.locator("#dialog").getByRole("button", { name: "Play" }).click();
  await has(page, "#title", "Plain 1");
  await has(page, "#problems", "No mistakes");
  await openMine(page, "plain");
  await has(page, "#title", "Plain");
  await gallery();
  await page.locator("#dialog").getByRole("button", { name: "Compare" }).click();
  await has(page, "#title", "Plain 1");
  await says(page, "#diff-play", /Play differs after/);
  await done();
});
