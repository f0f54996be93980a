// What a game at the board has besides moves: clocks, a graph of who is ahead, records; and the author's own files, and the
// help.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { blank, built, choose, counts, dots, has, lamps, open, openMine, openScript, quit, root, says, type, violations, write } from "./browser.mjs";

after(quit);

const shows = (page, text) => has(page, "#state", text);
const first = (page) => page.locator("#moves option").first().getAttribute("value");
const saved = async (page, id) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
  const path = join(built, `saved_${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
};

test("the game's own clock runs, ends the game when the time is up, and is in the record; undo gives the time back", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "moon to move");
  await page.clock.install();
  await page.selectOption("#clock", "game");
  await counts(page, "moon turn 2:00, 5:00");
  await page.clock.runFor(150_000);
  await counts(page, "moon turn 0:00, 4:30");
  const move = await first(page);
  await type(page, move);
  await shows(page, "· move 2");
  await counts(page, "moon 4:30");
  await page.clock.runFor(430_000);
  await shows(page, "sun has run out of time: moon wins");
  const path = await saved(page, "#save-game");
  const record = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(record.out_of_time, "sun");
  assert.equal(record.result, "moon wins");
  assert.equal(record.times.length, 2);
  assert.ok(record.times[0] >= 150 && record.times[1] >= 420, JSON.stringify(record.times));
  await page.click("#undo");
  await shows(page, "moon to move");
  await counts(page, "moon turn 2:00, 5:00");
  // A record that is loaded has its clock again, and who ran out of time.
  await page.click("#again");
  await page.selectOption("#clock", "");
  await page.setInputFiles("#load-game", path);
  await shows(page, "sun has run out of time: moon wins");
  await page.click("#undo");
  await counts(page, "moon turn 2:00, 5:00");
  await page.click("#redo");
  await counts(page, "moon 4:30");
  await page.clock.runFor(1000);
  // The script's rule says who wins, also with the page's own minutes; they are no part of a record.
  await page.click("#again");
  await shows(page, "moon to move");
  await page.selectOption("#clock", "5");
  await counts(page, "moon 5:00");
  await page.clock.runFor(301_000);
  await shows(page, "moon has run out of time: sun wins");
  const other = JSON.parse(readFileSync(await saved(page, "#save-game"), "utf8"));
  assert.deepEqual([other.result, other.out_of_time, other.times], [null, undefined, undefined]);
  await done();
});

test("a game without a clock gets one; when the time is up, play stops", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Boundary");
  await page.clock.install();
  await page.selectOption("#clock", "5");
  await counts(page, "5:00");
  await page.clock.runFor(301_000);
  await shows(page, "has lost on time");
  await type(page, await first(page));
  await has(page, "#refusal", "take a move back, or begin again");
  await page.click("#again");
  await counts(page, "5:00");
  await done();
});

test("a bot says who is ahead after each move, in a graph and as a table", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  for (const number of [2, 3]) {
    await type(page, await first(page));
    await shows(page, `move ${number}`);
  }
  await page.check("#everything"); // Laser Lawn leaves its light to the players
  await page.check("#evaluate");
  await page.waitForFunction(() => /searched 100 games/.test(document.getElementById("evaluated")?.textContent ?? ""), undefined, { timeout: 60_000 });
  assert.equal(await page.locator("#panel-play .plot circle").count(), 3);
  assert.match(await page.locator("#panel-play .plot").getAttribute("aria-label"), /^sun has \d+ % after move 2$/);
  assert.deepEqual(await violations(page), []);
  await page.locator("#panel-play .plot circle").first().click();
  await shows(page, "moon to move");
  await done();
});

test("a record keeps branches, notes and bots, and is loaded with them", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  const moves = await page.locator("#moves option").evaluateAll((all) => all.slice(0, 3).map((one) => one.value));
  await type(page, moves[0]);
  await shows(page, "move 2");
  await page.click("#undo");
  await shows(page, "moon to move");
  await type(page, moves[1]);
  await shows(page, "move 2");
  await page.fill("#note", "better");
  await page.press("#note", "Enter");
  await page.locator("#panel-play select").nth(1).selectOption("greedy");
  const path = await saved(page, "#save-game");
  const record = JSON.parse(readFileSync(path, "utf8"));
  assert.deepEqual(record.moves, [moves[1]]);
  assert.deepEqual(record.branches, [{ from: 0, at: 0, moves: [moves[0]] }]);
  assert.deepEqual(record.notes, [{ line: 0, at: 1, text: "better" }]);
  assert.deepEqual(record.seats, { moon: "greedy" });
  await page.click("#again");
  await page.waitForFunction(() => document.getElementById("note").value === "");
  await page.setInputFiles("#load-game", path);
  await page.waitForFunction(() => document.getElementById("note").value === "better");
  await has(page, "#panel-play .branch", moves[0]);
  // Who plays is taken from it, also a bot that is not in the list.
  await has(page, "#state", "sun to move");
  const seats = () => page.locator("#panel-play label select").evaluateAll((all) => all.map((one) => one.value));
  const isRecord = async (change) => {
    await page.setInputFiles("#load-game", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...record, ...change })) });
  };
  await page.waitForFunction(() => document.querySelectorAll("#panel-play label select")[1]?.value === "greedy");
  assert.deepEqual((await seats()).slice(0, 2), ["", "greedy"]);
  await isRecord({ seats: { sun: "mcts:7" } });
  await shows(page, "· move 3");
  assert.deepEqual((await seats()).slice(0, 2), ["mcts:7", ""]);
  // A record of a game that has no clock, or is over, may say that somebody ran out of time.
  await choose(page, "Boundary");
  await isRecord({ moves: [], branches: [], notes: [], seats: {}, out_of_time: "red", times: [3] });
  await has(page, "#refusal", "red cannot have run out of time");
  await shows(page, "red to move");
  assert.equal(await page.inputValue("#clock"), "");
  await done();
});

test("a bot that cannot play a game is not offered; one that has too much to do plays within seconds", async () => {
  const { page, done } = await open();
  await choose(page, "The Beam");
  const option = page.locator("#panel-play select").nth(1).locator("option[value='alphabeta:3']");
  assert.ok(await option.evaluate((each) => each.disabled));
  assert.match(await option.getAttribute("title"), /its players are a team/);
  // A record may name it all the same: then a person plays.
  const record = { glint: 1, game: "the_beam", moves: [], seats: { one: "alphabeta:3", two: "alphabeta:3" } };
  await page.setInputFiles("#load-game", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(record)) });
  await has(page, "#refusal", "alphabeta:3 cannot play here");
  assert.doesNotMatch(await page.locator("#state").textContent(), /thinking/);
  await choose(page, "Half-Silvered");
  await page.setInputFiles("#load-game", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...record, seats: { moon: "mcts:1000000000" } })) });
  await shows(page, "sun to move");
  await done();
});

test("while the script has errors, the last board stays, and whatever needs a game says so", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nnonsense");
  await shows(page, "The script has errors. This is the board before them.");
  await page.locator("polygon[role=gridcell]").first().click();
  await has(page, "#refusal", "The script has errors");
  assert.ok(await page.locator("#hint").isDisabled());
  await page.click("#tab-study");
  assert.ok(await page.locator("#study-start").isDisabled());
  await page.click("#tab-changes");
  await page.click("#diff-opened");
  await page.waitForSelector("#panel-changes .bad");
  await page.click("#tab-tests");
  await page.click("#run-tests");
  await page.waitForSelector("#panel-tests .bad");
  await page.click(".menu summary");
  await page.click("#export");
  await has(page, "#toast", "no game to export");
  // Of another script nothing is left.
  await blank(page);
  await has(page, "#title", "No game yet");
  assert.equal(await page.locator("polygon[role=gridcell]").count(), 0);
  // A board that is too large to be drawn.
  await write(page, 'game "Large"\nuse square\nplayers ann\nboard square(160, 160)\nmove go "{at}" { pick at in cells }\nplay { repeat { turn of each player { choose go } } }\n');
  await shows(page, "is not drawn");
  await has(page, "#title", "Large");
  await done();
});

test("a script uses the author's own library; a link and an exported page have it with them", async () => {
  const { page, done } = await open(undefined, { own: true, permissions: ["clipboard-read", "clipboard-write"] });
  await shows(page, "to move");
  const keep = async (name) => {
    await page.click(".menu summary");
    await page.click("#save-as");
    assert.equal(await page.inputValue("#own-name"), name);
    await page.press("#own-name", "Enter");
    await has(page, "#toast", `Kept as ${name}`);
  };
  await blank(page);
  await write(page, lamps);
  await keep("lamps");
  await blank(page);
  await write(page, dots);
  await shows(page, "ann to move");
  const cells = (number) => page.waitForFunction((many) => document.querySelectorAll("polygon[role=gridcell]").length === many, number);
  await cells(2);
  await page.click(".menu summary");
  await page.click("#share");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.click(".menu summary");
  const path = await saved(page, "#export");
  await keep("my_game");
  // The library is changed, and the game follows.
  await openMine(page, "lamps");
  await write(page, lamps.replace("n + n", "n + n + 1"));
  await has(page, "#problems", "No mistakes");
  await openMine(page, "my_game");
  await cells(3);
  await page.reload();
  await cells(3);
  // A variant of one's own game.
  await page.click("#variant");
  await has(page, "#title", "My Two Dots");
  await page.click("#tab-changes");
  await page.click("#diff-parent");
  await page.waitForFunction(() => /no difference|same/i.test(document.querySelector("#panel-changes [role=group]").textContent), undefined, { timeout: 30_000 });
  await done();
  const other = await open(undefined, { hash: `#${link.split("#")[1]}` });
  await shows(other.page, "ann to move");
  await other.done();
  const game = await open(path, { offline: true });
  await shows(game.page, "ann to move");
  await game.done();
});

test("a game that is opened again has its clock, as it has its bots", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "moon to move");
  await page.selectOption("#clock", "45");
  await counts(page, "moon 45:00");
  await page.reload();
  await has(page, "#clocks", "moon 4");
  assert.equal(await page.locator("#clock").inputValue(), "45");
  await page.click("#home");
  await page.click('.card[data-title="The Beam"]');
  await has(page, "#title", "The Beam");
  await page.waitForFunction(() => document.querySelector("#clock")?.value === "");
  await page.click("#home");
  await page.click('.card[data-title="Laser Lawn"]');
  await has(page, "#clocks", "moon 4");
  await done();
});

test("several files are opened at once", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "to move");
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.setInputFiles("#file", [file("lamps.glint", lamps), file("dots.glint", dots)]);
  await has(page, "#title", "Two Dots");
  await page.click("#home");
  await page.click("#mine");
  assert.deepEqual(await page.locator("[data-own]").evaluateAll((cards) => cards.map((card) => card.dataset.own).sort()), ["dots", "lamps"]);
  await done();
});

test("the help says of each command where it is in the page, or why it is left out", async () => {
  const { page, done } = await open();
  await page.click("#help");
  const rows = await page.locator("#help-commands tr th[scope=row]").allTextContents();
  const commands = readdirSync(join(root, "interpreter/cli/commands")).filter((name) => name.endsWith(".cpp")).map((name) => `glint ${name.slice(0, -4)}`);
  assert.deepEqual([...rows].sort(), commands.sort());
  assert.deepEqual(await violations(page), []);
  await done();
});
