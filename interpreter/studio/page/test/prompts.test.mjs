// What is asked of players, and how a game ends and begins again.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { built, cell, choose, counts, has, open, quit, says, type, violations, write } from "./browser.mjs";

after(quit);

const shows = (page, text) => has(page, "#state", text);
const first = (page) => page.locator("#moves option").first().getAttribute("value");

const small = `game "Small"
use square
players ann, bob
option size: 2..4 = 2
board grid(size, 1)
type hue = {red, green, blue}
piece stone { tint: hue; look "{tint:1}" }
/// Put a stone on a free cell, in any colour.
///
/// A second paragraph.
move put_stone "{at} {colour}" {
  pick at in empty
  pick colour in hue
  put stone(tint = colour) on at
}
move give_up "give up" { end : opponent wins }
play { repeat { turn of each player { choose put_stone or give_up } } }
/// When the row is full, ann has won.
end when empty == {} : ann wins
`;

test("a move is asked for in the author's words; colours have their spot, directions are arrows on the board", async () => {
  const { page, done } = await open();
  await shows(page, "moon to move");
  await says(page, "#choosing", /^Place.*click a cell with a dotted edge/i);
  await says(page, "#choosing", /Place an emitter of the colour that was named for you on an empty space/);
  await cell(page, "D4").click();
  await says(page, "#choosing", /Place D4.*Facing: click an arrow/);
  assert.equal(await page.locator("#board .aims g").count(), 6);
  assert.deepEqual(await violations(page), []);
  // The neighbour's cell aims, and is not picked instead.
  const [here, there] = await Promise.all(["D4", "D5"].map((label) => cell(page, label).boundingBox()));
  await page.mouse.click(there.x + there.width / 2, there.y + there.height / 2);
  await says(page, "#choosing", /Place D4 e.*Then name your opponent's colour: red, green or blue/);
  assert.ok(there.x > here.x);
  assert.equal(await page.locator("#board .aims").count(), 0);
  assert.equal(await page.locator("#choosing :is(.spot, img.piece)").count(), 3);
  await page.locator("#choosing").getByRole("button", { name: "green", exact: true }).click();
  await shows(page, "move 2");
  await has(page, "#panel-play ol.line", "D4 e green");
  // The same by keys: buttons with the names of the directions.
  await cell(page, "A1").press("Enter");
  await page.locator("#choosing").getByRole("button", { name: "e", exact: true }).press("Enter");
  await page.locator("#choosing").getByRole("button", { name: "Back", exact: true }).press("Enter");
  await says(page, "#choosing", /Place A1.*click an arrow/);
  await page.keyboard.press("Escape");
  await done();
});

test("directions are arrows on the board, also where another move could be meant; nothing asked is out of reach", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-invent");
  await page.click("[data-script=game]");
  await page.click("#tab-play");
  await shows(page, "sun to move");
  await type(page, "lamp a3 e");
  await shows(page, "move 2");
  await cell(page, "e3").click();
  await says(page, "#choosing", /facing.*line/i);
  const arrows = await page.locator("#board .aims g").count();
  assert.ok(arrows >= 3, String(arrows));
  const isSeen = await page.locator("#choosing").getByRole("button", { name: "/", exact: true }).evaluate((button) => button.getBoundingClientRect().bottom <= document.querySelector("#asked").getBoundingClientRect().bottom);
  assert.ok(isSeen, "all choices of two moves fit at 1440 x 900");
  await page.locator("#board .aims g").first().click();
  await shows(page, "move 3");
  await done();
});

test("choices stand under the names of their moves, and one comment is shown for one move", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Beams, Boosters, and Barriers");
  await says(page, "#choosing", /Place booster: click a cell with a dotted edge.*Place generator, form.*M1.*Place barrier, form.*R1/s);
  await write(page, small);
  await has(page, "#title", "Small");
  await shows(page, "ann to move");
  await cell(page, "a1").click();
  await says(page, "#choosing", /Put stone a1.*Put a stone on a free cell, in any colour\./);
  await says(page, "#choosing", /Put a stone on a free cell, in any colour\./);
  assert.doesNotMatch(await page.locator("#choosing").textContent(), /second paragraph/);
  await done();
});

test("the end says which rule it was, in the author's words; the old game stays as a branch, and is gone back to", async () => {
  const { page, done } = await open(undefined, { own: true });
  await write(page, small);
  await shows(page, "ann to move");
  await type(page, "a1 red");
  await shows(page, "bob to move");
  await type(page, "b1 blue");
  await shows(page, "ann wins");
  await says(page, "#choosing", /When the row is full, ann has won\./);
  await says(page, "#spoken", /ann wins.*When the row is full/);
  await page.click("#play-again");
  await shows(page, "ann to move");
  await has(page, "#panel-play ol.line", "A new game: no move yet.");
  await has(page, "#panel-play .branch", "1. a1 red");
  // A second click does no harm, and Redo leads back.
  await page.click("#again");
  await page.click("#again");
  await has(page, "#panel-play .branch", "2. b1 blue");
  await type(page, "give up");
  await shows(page, "bob wins");
  await says(page, "#choosing", /The last move, give up, ended the game\./);
  await has(page, "#panel-play .branch", "An earlier game");
  await page.locator("#panel-play .branch button", { hasText: "2. b1 blue" }).click();
  await shows(page, "ann wins");
  await page.click("#undo");
  await shows(page, "bob to move");
  await page.click("#redo");
  await shows(page, "ann wins");
  await done();
});

test("an end among the turns is said as others are, also in an exported game", async () => {
  const { page, done } = await open(undefined, { own: true });
  await write(page, small.replace("choose put_stone or give_up }", "choose put_stone or give_up }\n/// Who fills the row wins it.\nend when empty == {} : ann wins").replace(/\n\/\/\/ When the row is full[^]*/, "\n"));
  const playsOut = async (where) => {
    await shows(where, "ann to move");
    await type(where, "a1 red");
    await shows(where, "bob to move");
    await type(where, "b1 blue");
    await shows(where, "ann wins");
    await says(where, "#choosing", /^Who fills the row wins it\./);
    await where.click("#again");
    await shows(where, "ann to move");
    await type(where, "give up");
    await shows(where, "bob wins");
    await says(where, "#choosing", /^The last move, give up, ended the game\./);
  };
  await playsOut(page);
  await page.click(".menu summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  const path = join(built, `ended_${download.suggestedFilename()}`);
  await download.saveAs(path);
  await done();
  const exported = await open(path, { offline: true });
  await playsOut(exported.page);
  await exported.done();
});

test("a game that began again may be played otherwise, also where something was said that stands; chance is drawn again", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "moon to move");
  for (const [i, move] of ["D1 e green", "A1 se blue", "G1 ne red"].entries()) {
    await type(page, move);
    await shows(page, `move ${i + 2}`);
  }
  await type(page, "challenge");
  await shows(page, "move 5");
  await page.click("#again");
  await shows(page, "moon to move");
  await type(page, "D1 e green");
  await shows(page, "move 2");
  await type(page, "B1 e red");
  await shows(page, "move 3");
  // In the earlier game it stands as before.
  await page.locator("#panel-play .branch button", { hasText: "challenge" }).click();
  await shows(page, "move 5");
  assert.ok(await page.locator("#undo").isDisabled());
  // Other chance: the earlier game comes back with its own.
  await page.locator("#panel-play button", { hasText: "Draw again" }).click();
  await page.waitForFunction(() => /A new game: no move yet/.test(document.querySelector("#panel-play ol.line").textContent));
  await page.locator("#panel-play .branch button", { hasText: "B1 e red" }).click();
  await shows(page, "· move 3");
  assert.equal(await page.locator("#refusal").textContent(), "");
  await done();
});

test("nothing moves under the pointer while moves are played", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "moon to move");
  await type(page, await first(page));
  await shows(page, "move 2");
  const places = () => page.evaluate(() => ["undo", "redo", "again", "board"].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)).join());
  const before = await places();
  for (let i = 3; i < 6; ++i) {
    await cell(page, `${"DEF"[i - 3]}2`).click();
    assert.equal(await places(), before, "while one picks");
    await page.keyboard.press("Escape");
    await type(page, await first(page));
    await shows(page, `move ${i}`);
    assert.equal(await places(), before, `after ${i - 1} moves`);
  }
  await done();
});

test("a link to play has the position, the bots and the clock", async () => {
  const { page, done } = await open(undefined, { own: true, permissions: ["clipboard-read", "clipboard-write"] });
  await shows(page, "moon to move");
  await type(page, await first(page));
  await shows(page, "sun to move");
  await page.selectOption("#clock", "15");
  await page.locator("#panel-play label select").nth(1).selectOption("greedy"); // moon
  await page.click("#play-link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await has(page, "#panel-play", "links to it open only where the same file is");
  await done();
  const other = await open(undefined, { hash: `#${link.split("#")[1]}` });
  await says(other.page, "#state", /^sun to move.* · move 2/);
  await counts(other.page, "15:00");
  const seats = await other.page.locator("#panel-play label:not([for]) select").evaluateAll((all) => all.map((one) => one.value));
  assert.deepEqual(seats, ["", "greedy"]);
  await type(other.page, await first(other.page));
  await says(other.page, "#state", /^sun to move.* · move 4/); // the bot has answered
  await other.done();
});

test("a finger that stays on a cell asks about it, and does not pick it", async () => {
  const { page, done } = await open(undefined, { own: true, hasTouch: true });
  await shows(page, "moon to move");
  const box = await cell(page, "C3").boundingBox();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerType: "touch", pointerId: 2, bubbles: true, isPrimary: true };
  const send = (kind) => cell(page, "C3").evaluate((polygon, [name, init]) => polygon.dispatchEvent(new PointerEvent(name, init)), [kind, at]);
  await send("pointerdown");
  await page.waitForTimeout(700);
  await send("pointerup");
  await cell(page, "C3").evaluate((polygon) => polygon.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await has(page, "#panel-why h2", "C3");
  assert.equal(await page.locator("polygon.chosen").count(), 0);
  await done();
});

test("the win is said in the author's words or in those of a form, and never as code", async () => {
  const { page, done } = await open(undefined, { own: true });
  const script = (end) => `game "Said"
use square
players ann, bob
board grid(2, 1)
piece stone of player { look "{owner:1}" }
move put_stone "{at}" { pick at in empty; put stone on at }
play { repeat { turn of each player { choose put_stone } } }
${end}
`;
  const over = async (end) => {
    await write(page, script(end));
    await has(page, "#title", "Said");
    await page.click("#tab-play");
    await shows(page, "ann to move");
    await type(page, "a1");
    await page.waitForSelector("#play-again");
    const words = await page.locator("#choosing .ending").innerText();
    await page.click("#play-again");
    await shows(page, "ann to move");
    return words.replace(/\s*Play again$/, "");
  };
  assert.equal(await over("/// One stone is enough.\nend for p in player when count(stone of p) >= 1 : p wins"), "One stone is enough.");
  assert.equal(await over("end for p in player when count(stone of p) >= 1 : p wins"), "A player who has 1 stone on the board wins.");
  assert.equal(await over("end when a1 in stone and not (b1 in stone) : ann wins"), "");
  assert.deepEqual(await violations(page), []);
  await done();
});

test("where a cell may begin one of two moves, both are named; a refusal is not said any more after another tab", async () => {
  const { page, done } = await open(undefined, { own: true });
  await write(page, `game "Two"
use square
players ann, bob
board grid(3, 1)
piece stone { look "o" }
setup { put stone on a1 }
move put_stone "put {at}" { pick at in empty; put stone on at }
move take_stone "take {at}" { pick at in stone; remove at }
play { repeat { turn of each player { choose put_stone or take_stone } } }
end when empty == {} : ann wins
`);
  await has(page, "#title", "Two");
  await page.click("#tab-play");
  await shows(page, "ann to move");
  await says(page, "#choosing", /^Put stone or take stone: click a cell with a dotted edge/);
  await page.fill("#move", "put a1");
  await page.press("#move", "Enter");
  await says(page, "#refusal", /put a1/);
  await page.click("#tab-options");
  await says(page, "#refusal", /^$/);
  await page.click("#tab-play");
  await says(page, "#refusal", /^$/);
  await done();
});
