// What players may not know yet: choices that wait for others, hidden variables, and light that they find themselves. A test
// for each way in which one of them leaked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { blank, built, cell, choose, counts, has, open, quit, says, type, violations, write } from "./browser.mjs";

after(quit);

const shows = (page, text) => has(page, "#state", text);
const saved = async (page, id) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
  const path = join(built, `secret_${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
};
const settled = (page) => page.waitForSelector("#table[aria-busy=false]");
/// Somebody takes the seat.
const handOver = async (page, player) => {
  await has(page, "#curtain-text", `Hand over to ${player}. Only ${player} may look now.`);
  await page.click("#curtain-open");
  await shows(page, `${player} to move`);
};
const isCurtainDown = (page) => page.locator("#curtain").isVisible();

/// Both bid at once, and no variable is hidden. No number of the tests stands in the script, or in a list.
const bids = `game "Sealed"
use square
players sun, moon
option way: {sealed, open} = sealed "whether both bid at once"
board grid(2, 1)
piece coin of player { look "{owner:1}" }
var price[player]: 0..900 = 0
move bid "bid {offered}" { pick offered in 0..900; require offered != 7 * 95 + 1 "odd"; price[me] = offered }
play {
  for spot in {a1, b1} {
    if way == sealed { together { choose bid } } else { turn of each player { choose bid } }
    if price[sun] > price[moon] { put coin(owner = sun) on spot }
  }
  end : score
}
score p = count(coin of p)
`;

/// Where a word stands in what the page shows, says, has in its fields, or keeps.
const placesOf = (page, word) =>
  page.evaluate((given) => {
    const places = [];
    const look = (element) => {
      if (element.localName === "script" || element.id === "editor") return;
      const isDrawn = element.namespaceURI.endsWith("svg"); // its numbers are places in the picture
      for (const { name, value } of element.attributes) if (value.includes(given) && (!isDrawn || name.startsWith("aria"))) places.push(`${element.localName}#${element.id} ${name}`);
      if (element.value?.includes?.(given)) places.push(`${element.localName}#${element.id}`);
      for (const child of element.childNodes)
        if (child.nodeType === Node.ELEMENT_NODE) look(child);
        else if (child.textContent.includes(given)) places.push(`${element.localName}#${element.id}: ${child.textContent}`);
    };
    look(document.body);
    // When something was kept is a long number, which may have the word in it by chance.
    for (const [key, value] of Object.entries(localStorage)) if (value.replace(/"time":\d+/g, "").includes(given)) places.push(`kept as ${key}`);
    return places;
  }, word);
const isNowhere = async (page, ...words) => {
  for (const word of words) assert.deepEqual(await placesOf(page, word), [], word);
};

async function sealed(page) {
  await shows(page, "to move");
  await blank(page);
  await write(page, bids);
  await has(page, "#title", "Sealed");
  await shows(page, "sun to move");
}

test("where a choice waits for others a curtain falls, and nothing that its player did is left", async () => {
  const { page, done } = await open(undefined, { permissions: ["clipboard-read", "clipboard-write"] });
  await sealed(page);
  assert.ok(!(await isCurtainDown(page)), "nothing is hidden yet");
  await type(page, "bid 666"); // is refused
  await has(page, "#refusal", "odd");
  await page.click("#hint");
  await page.waitForFunction(() => /^Hint: /.test(document.getElementById("toast").textContent));
  await page.locator("polygon[role=gridcell]").first().press("w");
  await has(page, "#panel-why", "a1");
  await page.click("#tab-play");
  await type(page, "bid 737");
  await has(page, "#curtain-text", "Hand over to moon. Only moon may look now.");
  assert.ok(await page.locator("main").evaluate((main) => main.inert));
  assert.deepEqual(await violations(page), []);
  assert.ok(!(await page.locator("#toast").isVisible()));
  await isNowhere(page, "737", "666", "Hint: ", "a1 cannot");
  await handOver(page, "moon");
  await isNowhere(page, "737", "666", "Hint: ");
  assert.equal(await page.locator("#panel-why").textContent(), "");
  assert.match(await page.locator("ol.line").textContent(), /1\. sun has chosen/);
  await has(page, "#facts", "chosen by sun?");
  // The browser's own undo in the field has nothing.
  await page.focus("#move");
  for (let i = 0; i < 3; ++i) await page.keyboard.press("Control+z");
  assert.equal(await page.inputValue("#move"), "");
  // A note would be read by the next player.
  assert.equal(await page.locator("#note").count(), 0);
  // What a bot expects tells of it.
  await page.check("#evaluate");
  await has(page, "#panel-play", "This is shown when all have chosen.");
  // Neither undo nor redo, copies, records or tests say it.
  await page.click("#undo");
  await shows(page, "sun to move");
  await isNowhere(page, "737", "666");
  await page.click("#redo");
  await handOver(page, "moon");
  await isNowhere(page, "737", "666");
  await page.click("#copy-moves");
  await has(page, "#toast", "The moves are copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "");
  assert.doesNotMatch(readFileSync(await saved(page, "#save-game"), "utf8"), /737/);
  await page.click("#tab-tests");
  assert.ok(await page.locator("#make-test").isDisabled());
  await page.click(".menu summary");
  await page.click("#share");
  await has(page, "#toast", "The link is copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(undefined, { hash: `#${link.split("#")[1]}` });
  await shows(other.page, "sun to move");
  assert.equal(await other.page.locator("ol.line").count(), 0);
  await other.done();
  // What the second player has tried is not for the first one, either.
  await type(page, "bid 666");
  await has(page, "#refusal", "odd");
  await type(page, "bid 838");
  await shows(page, "sun to move · move 3");
  assert.ok(!(await isCurtainDown(page)), "both have chosen");
  await isNowhere(page, "666");
  await page.click("#tab-play");
  assert.match(await page.locator("ol.line").textContent(), /1\. bid 737.*2\. bid 838/);
  await page.waitForFunction(() => document.querySelector("#evaluated")?.textContent.includes("searched"), undefined, { timeout: 30_000 });
  await done();
});

test("what waits cannot be seen by other options, another text, or other seats", async () => {
  const { page, done } = await open();
  await sealed(page);
  // A hint that comes too late is for nobody.
  await page.evaluate(() => {
    window.hints = 0;
    const [toast, state, curtain] = ["toast", "state", "curtain"].map((id) => document.getElementById(id));
    const isLate = () => /^Hint: /.test(toast.textContent) && (!curtain.hidden || /^moon/.test(state.textContent));
    new MutationObserver(() => (window.hints += isLate() ? 1 : 0)).observe(toast, { childList: true });
  });
  await page.click("#hint");
  await type(page, "bid 737");
  await handOver(page, "moon");
  await page.waitForTimeout(1500);
  assert.equal(await page.evaluate(() => window.hints), 0);
  assert.equal(await page.inputValue("#move"), "");
  // A program in one's own seat, or in all, makes nobody see more.
  const seats = page.locator("#panel-play label:not([for]) select");
  await seats.nth(0).selectOption("random");
  await settled(page);
  await has(page, "#facts", "chosen by sun?");
  await seats.nth(0).selectOption("");
  await settled(page);
  await page.click("#tab-options");
  await page.selectOption("#option-way", "open");
  await has(page, "#toast", "chosen again");
  await shows(page, "sun to move");
  await isNowhere(page, "737");
  assert.ok(await page.locator("#redo").isDisabled());
  await page.selectOption("#option-way", "sealed");
  await settled(page);
  await type(page, "bid 737");
  await handOver(page, "moon");
  await write(page, bids.replace("together { choose bid }", "turn of each player { choose bid }"));
  await shows(page, "sun to move");
  await isNowhere(page, "737");
  await done();
});

test("a choice that was made before, in an earlier game or before it was taken back, is as secret as another one", async () => {
  const { page, done } = await open();
  await sealed(page);
  const here = page.locator("#panel-play button[aria-current=step]");
  const waits = async () => {
    await type(page, "bid 737");
    await handOver(page, "moon");
    await page.click("#tab-play");
    assert.equal(await here.textContent(), "1. sun has chosen");
    assert.deepEqual((await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")))).moves, []);
    await type(page, "bid 838");
    await shows(page, "sun to move · move 3");
  };
  await waits();
  await page.click("#again");
  await shows(page, "sun to move");
  await waits();
  await page.click("#undo");
  await handOver(page, "moon");
  await page.click("#undo");
  await shows(page, "sun to move");
  await waits();
  // Each game has it once, now that all know it.
  for (const move of ["1. bid 737", "2. bid 838"]) assert.equal(await page.locator("#panel-play ol.line button", { hasText: move }).count(), 2, move);
  await done();
});

test("an exported game has the curtain, and keeps no choice that waits", async () => {
  const { page, done } = await open();
  await sealed(page);
  await page.click(".menu summary");
  const path = await saved(page, "#export");
  await done();
  const game = await open(path, { offline: true });
  await shows(game.page, "sun to move");
  await type(game.page, "bid 737");
  await has(game.page, "#curtain-text", "Hand over to moon");
  await isNowhere(game.page, "737");
  await game.page.click("#curtain-open");
  await type(game.page, "bid 838");
  await shows(game.page, "sun to move · move 3");
  await type(game.page, "bid 525");
  await handOver(game.page, "moon");
  await isNowhere(game.page, "525");
  await game.page.click("#tab-play");
  await game.page.selectOption("#clock", "15");
  await counts(game.page, "sun 15:00");
  await game.page.reload();
  await shows(game.page, "sun to move · move 3");
  await has(game.page, "#clocks", "sun 1"); // the clock that was chosen goes on
  assert.equal(await game.page.locator("#clock").inputValue(), "15");
  await game.page.selectOption("#clock", "");
  assert.match(await game.page.locator("ol.line").textContent(), /bid 737.*bid 838/);
  // Who plays is kept, too.
  const moon = game.page.locator("#panel-play label:not([for]) select").nth(1);
  await moon.selectOption("random");
  await type(game.page, "bid 111");
  await game.page.waitForFunction(() => /tie|wins|won|move 5/i.test(document.querySelector("#table[aria-busy=false] #state, #state").textContent));
  await game.page.reload();
  await game.page.waitForSelector("body[data-ready]");
  assert.equal(await moon.inputValue(), "random");
  await game.done();
});

test("Beams, Boosters, and Barriers: one page for two, and a bot's choice is as secret", async () => {
  const { page, done } = await open();
  await choose(page, "Beams, Boosters, and Barriers");
  const mover = () => page.locator("#state").textContent().then((text) => text.split(" ")[0]);
  const [one, move] = [await mover(), await page.locator("#moves option").first().getAttribute("value")];
  await type(page, move);
  await has(page, "#curtain", "Hand over to ");
  await page.click("#curtain-open");
  await has(page, "ol.line", `${one} has chosen`);
  await has(page, "#facts", `chosen by ${one}?`);
  assert.ok(!(await page.locator("#panel-play, #spoken, #facts, #refusal").allTextContents()).join().includes(move));
  const other = await page.locator("#moves option").nth(1).getAttribute("value");
  await type(page, other);
  await has(page, "ol.line", move);
  await has(page, "ol.line", other);
  // Against a bot nobody hands anything over.
  await page.click("#again");
  await shows(page, `${one} to move`);
  await page.locator("#panel-play label:not([for])", { hasText: one }).locator("select").selectOption("random");
  await has(page, "ol.line", `${one} has chosen`);
  await has(page, "#facts", `chosen by ${one}?`);
  assert.ok(!(await isCurtainDown(page)));
  await done();
});

const purses = (seers) => `game "Purses"
use square
players sun, moon
board square(2, 1)
piece coin of player { look "{owner:1}" }
var purse[p: player]: 0..900 = 600 seen by ${seers}
move bid "bid {offered}" { pick offered in 0..500; require offered <= 400 "too much"; purse[me] = max(0, purse[me] - offered) }
play { for round in 1..2 { turn of each player { choose bid } }; end : tie }
`;

test("a curtain hides what one player may not see of the other, also from keys and screen readers; after the end all is open", async () => {
  const { page, done } = await open();
  await blank(page);
  await write(page, purses("p"));
  await has(page, "#curtain", "Hand over to sun. Only sun may look now.");
  assert.ok(await page.locator("main").evaluate((main) => main.inert));
  assert.deepEqual(await violations(page), []);
  await isNowhere(page, "purse[sun]600", "bid 1");
  await page.keyboard.press("Enter");
  await has(page, "#facts", "purse[sun]600");
  await says(page, "#facts", /purse\[moon\]\?/);
  await page.check("#everything");
  await says(page, "#facts", /purse\[moon\]\?/);
  await type(page, "bid 477"); // is refused
  await has(page, "#refusal", "too much");
  await type(page, "bid 381");
  await has(page, "#curtain", "Hand over to moon");
  assert.doesNotMatch(await page.locator("main").textContent(), /219/);
  await isNowhere(page, "477");
  await page.click("#curtain-open");
  await has(page, "#facts", "purse[moon]600");
  await says(page, "#facts", /purse\[sun\]\?/);
  assert.ok(!(await page.locator("main").evaluate((main) => main.inert)));
  // Programs in all seats open nothing while a person has played.
  const seats = page.locator("#panel-play label:not([for]) select");
  await seats.nth(1).selectOption("greedy");
  await has(page, "#curtain", "Hand over to sun");
  await says(page, "#facts", /purse\[sun\]\?/);
  await page.click("#curtain-open");
  await has(page, "#facts", "purse[sun]219");
  await seats.nth(1).selectOption("");
  await type(page, "bid 0");
  await handOver(page, "moon");
  await type(page, "bid 0");
  await shows(page, "tie");
  await says(page, "#facts", /purse\[sun\]219.*purse\[moon\]\d+/);
  assert.ok(!(await isCurtainDown(page)));
  // What nobody sees needs no curtain, and stays hidden all the same.
  await write(page, purses("{}"));
  await shows(page, "tie");
  await page.click("#again");
  await shows(page, "sun to move");
  assert.ok(!(await isCurtainDown(page)));
  await says(page, "#facts", /purse\[sun\]\?.*purse\[moon\]\?/);
  await done();
});

test("a game that was begun again leaves the secrets of the one before to those who played it", async () => {
  const { page, done } = await open();
  await blank(page);
  await write(page, purses("p"));
  await handOver(page, "sun");
  await page.click("#tab-play");
  await type(page, "bid 381");
  await handOver(page, "moon");
  // Programs play the next game to its end, and then one of them goes on with this one.
  const seats = page.locator("#panel-play label:not([for]) select");
  await seats.nth(0).selectOption("random");
  await page.click("#again");
  await shows(page, "moon to move · move 2");
  assert.ok(!(await isCurtainDown(page)), "one person hands nothing over");
  await seats.nth(1).selectOption("random");
  await shows(page, "tie");
  await seats.nth(0).selectOption("");
  await settled(page);
  await page.locator("#panel-play ol.line button", { hasText: "1. bid 381" }).click();
  await has(page, "#curtain", "Hand over to sun");
  await says(page, "#facts", /purse\[sun\]\?/);
  await done();
});

test("a reload forgets neither the programs nor who has sat where", async () => {
  const { page, done } = await open(undefined, { own: true });
  await blank(page);
  await write(page, purses("p"));
  await handOver(page, "sun");
  await page.click("#tab-play");
  const seats = page.locator("#panel-play label:not([for]) select");
  await seats.nth(1).selectOption("random");
  await type(page, "bid 381");
  await shows(page, "sun to move · move 3");
  await page.reload();
  await shows(page, "sun to move · move 3");
  assert.equal(await seats.nth(1).inputValue(), "random");
  assert.ok(!(await isCurtainDown(page)), "one person hands nothing over");
  await says(page, "#facts", /purse\[sun\]219.*purse\[moon\]\?/);
  // A program goes on for sun, who has sat here: moon still takes the seat from somebody else.
  await seats.nth(1).selectOption("");
  await handOver(page, "sun");
  await seats.nth(0).selectOption("random");
  await has(page, "#curtain", "Hand over to moon");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await has(page, "#curtain", "Hand over to moon");
  await done();
});

const hands = `game "Hands"
use square
players sun, moon
board square(2, 1)
piece coin of player { look "{owner:1}" }
var hand[p: player]: 0..660 = 0 seen by p
move pass "pass" { require on }
play {
  for p in player { draw high in 0..60; draw low in 0..60; hand[p] = high * 10 + low }
  repeat { turn of each player { choose pass } }
}
`;

test("whoever begins a game of hidden hands again gets others: the old ones have been seen", async () => {
  const { page, done } = await open(undefined, { own: true });
  await blank(page);
  await write(page, hands);
  await handOver(page, "sun");
  const hand = () => page.locator("#facts").textContent();
  assert.match(await hand(), /hand\[sun\]\d+hand\[moon\]\?/);
  // Chance draws the seed of the page; by that seed another page deals the same.
  const again = async (chance) => {
    await page.evaluate((number) => void (Math.random = () => number), chance);
    await page.click("#again");
    await handOver(page, "sun");
    return hand();
  };
  const dealt = [];
  for (const chance of [0.1, 0.2, 0.3]) dealt.push(await again(chance));
  for (const each of dealt) assert.match(each, /hand\[sun\]\d+hand\[moon\]\?/);
  assert.ok(new Set(dealt).size > 1, dealt.join());
  for (const [i, each] of dealt.entries()) {
    const link = { name: "hands", text: hands, seed: 1 + Math.floor((i + 1) * 0.1 * 1e6) };
    const other = await open(undefined, { hash: `#0${Buffer.from(JSON.stringify(link)).toString("base64url")}` });
    await handOver(other.page, "sun");
    assert.equal(await other.page.locator("#facts").textContent(), each);
    await other.done();
  }
  await done();
});

const claimed = ({ page }) => page.locator("#move").inputValue();
const white = ["D1 e green", "A1 se blue", "G1 ne red"]; // D4 is white

test("Laser Lawn: the light is for the players to find; it is shown with why when a claim is judged, and after the end", async () => {
  const { page, done } = await open();
  await shows(page, "moon to move");
  const lit = () => page.locator("[role=gridcell][aria-label*='lit: ']").count();
  const seen = async () => (await page.locator("#moves option").evaluateAll((all) => all.map(({ value }) => value))).filter((move) => /by/.test(move));
  await page.check("#evaluate");
  await has(page, "#panel-play", "The players find the light themselves");
  for (const [i, move] of white.entries()) {
    await type(page, move);
    await shows(page, `move ${i + 2}`);
  }
  assert.equal(await lit(), 0);
  assert.deepEqual(await seen(), []);
  assert.ok(await page.locator("#hint").isDisabled());
  await cell(page, "D4").press("w");
  await has(page, "#panel-why", "for the players to find");
  assert.doesNotMatch(await page.locator("#panel-why").textContent(), /white|green/);
  await page.click("#tab-play");
  // It is offered in words; then what is claimed is put together at the board, and no more is told of it.
  await page.getByRole("button", { name: "challenge", exact: true }).click();
  await has(page, "#facts", "SPACE by EMITTERS");
  assert.deepEqual(await seen(), []);
  assert.ok(await page.locator("#found").isHidden());
  const claim = page.locator("#choosing").getByRole("button");
  await cell(page, "D4").click();
  await claim.getByText("by", { exact: true }).click();
  for (const lamp of ["D1", "A1", "B2"]) await cell(page, lamp).click();
  await claim.getByText("Back", { exact: true }).click();
  await cell(page, "G1").press("Enter");
  assert.equal(await page.locator("#move").inputValue(), "D4 by D1 A1 G1");
  await claim.getByText("Play D4 by D1 A1 G1", { exact: true }).click();
  await shows(page, "move 6");
  await has(page, "#facts", "moon: 2 lives"); // moon began, and placed the third
  await says(page, "#found", /The light on D4 when it was claimed.*green.*blue.*red/s);
  assert.ok((await page.locator("#found svg").count()) === 1);
  assert.deepEqual(await violations(page), []);
  assert.equal(await lit(), 0, "the board has no light");
  await says(page, "#spoken", /D4/);
  // Until the next move of a person; and it is there again when one goes back.
  await type(page, "B1 e red");
  await shows(page, "move 7");
  assert.ok(await page.locator("#found").isHidden());
  await page.click("#undo");
  await shows(page, "move 6");
  await says(page, "#found", /The light on D4/);
  // What was claimed stands: one may look back, but neither take it back nor play something else.
  assert.ok(await page.locator("#undo").isDisabled());
  await page.keyboard.press("Alt+ArrowLeft");
  await settled(page);
  await shows(page, "move 6");
  await page.locator("ol.line button", { hasText: "G1 ne red" }).click();
  await shows(page, "move 4 · looking back");
  assert.equal(await page.locator("#choosing button").count(), 0);
  await type(page, "B1 e red");
  await has(page, "#refusal", "`challenge` was said after this, and stands.");
  await page.click("#redo");
  await shows(page, "move 5 · looking back");
  // Who asks for everything sees everything, and may try other moves.
  await page.check("#everything");
  await page.waitForSelector("[role=gridcell][aria-label*='lit: ']");
  assert.deepEqual(await seen(), ["D4 by A1 D1 G1"]);
  await has(page, "#evaluated", "bot");
  await page.uncheck("#everything");
  await settled(page);
  assert.equal(await lit(), 0);
  // With one life it is the end, and all is open.
  await page.click("#tab-options");
  await page.selectOption("#option-lives", "1");
  await settled(page);
  await type(page, "D4 by D1 A1 G1");
  await shows(page, "sun wins");
  assert.ok((await lit()) > 0);
  await says(page, "#found", /The light on D4/);
  await done();
});

test("Laser Lawn: a claim in one line is put together by keys alone, also in an exported game", async () => {
  const { page, done } = await open();
  await shows(page, "moon to move");
  await page.click(".menu summary");
  const path = await saved(page, "#export");
  const game = await open(path, { offline: true });
  for (const each of [{ page }, game]) {
    for (const [i, move] of white.entries()) {
      await type(each.page, move);
      await shows(each.page, `move ${i + 2}`);
    }
    const button = (text) => each.page.locator("#choosing").getByRole("button", { name: text, exact: true });
    await button("challenge … by …").press("Enter");
    assert.equal(await claimed(each), "challenge");
    await cell(each.page, "A1").press("Enter");
    await button("by").press("Enter");
    for (let i = 0; i < 3; ++i) await button("Back").press("Enter"); // to begin with: another move could be picked again
    assert.equal(await claimed(each), "");
    assert.equal(await button("challenge … by …").count(), 1);
    await button("challenge … by …").press("Enter");
    await cell(each.page, "D4").press("Enter");
    await button("by").press("Enter");
    for (const lamp of ["D1", "A1", "G1"]) await cell(each.page, lamp).press("Enter");
    await button("Play challenge D4 by D1 A1 G1").press("Enter");
    await shows(each.page, "move 5");
    await has(each.page, "#facts", "moon: 2 lives");
    assert.ok(await each.page.locator("#undo").isDisabled());
  }
  await done();
  await game.done();
});

test("an exported Laser Lawn: a claim of a bot is shown with why, and the game's clock has two minutes more after `challenge`", async () => {
  const { page, done } = await open();
  await shows(page, "moon to move");
  await page.click(".menu summary");
  const path = await saved(page, "#export");
  await done();
  const game = await open(path, { offline: true });
  await shows(game.page, "moon to move");
  await game.page.clock.install();
  await game.page.selectOption("#clock", "game");
  await counts(game.page, "moon turn 2:00, 5:00");
  for (const [i, move] of white.entries()) {
    await type(game.page, move);
    await shows(game.page, `move ${i + 2}`);
  }
  await counts(game.page, "sun turn 2:00, 5:00");
  await game.page.clock.runFor(130_000);
  await counts(game.page, "sun turn 0:00, 4:50");
  await game.page.getByRole("button", { name: "challenge", exact: true }).click();
  await shows(game.page, "move 5");
  await counts(game.page, "sun turn 0:00, 6:50");
  await game.page.clock.runFor(350_000);
  await counts(game.page, "sun turn 0:00, 1:00");
  await type(game.page, "D4 by D1 A1");
  await shows(game.page, "move 6");
  await has(game.page, "#facts", "sun: 2 lives");
  await says(game.page, "#found", /The light on D4 when it was claimed/);
  // Time that is up ends the game by itself.
  await game.page.clock.runFor(61_000);
  await shows(game.page, "sun has run out of time: moon wins");
  await game.page.waitForSelector("[role=gridcell][aria-label*='lit: ']");
  await game.done();
});
