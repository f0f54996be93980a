// What a finding leads to: an edit that is tried, studied beside the game before it, and undone; another study; a search. And the forms
// of turns and ends, by mouse and keyboard; one main action in each view.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { blank, cell, choose, has, open, openTab, patient, quit, says, until, violations, write } from "./browser.mjs";
import { module } from "./desk.mjs";

after(quit);

const script = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? JSON.parse(localStorage.getItem("glint.studio.last") ?? "{}").text);
async function contains(page, pattern) {
  assert.match(await until(() => script(page), (text) => pattern.test(text)), pattern);
}
const unfair = `game "First Come"
use square
players ann, bob
board grid(3, 1)
piece stone of player { look "{owner:1}" }
move take "take {at}" { pick at in empty; put stone on at }
move wait "wait" { require count(stone) == 1 "not now" }
play { repeat { turn of each player { choose take or wait else { end : tie } } } }
end when count(stone) == 3 : ann wins
`;
async function study(page, text) {
  await write(page, text);
  await has(page, "#problems", "No mistakes");
  await page.click("#close-text");
  await page.click("#tab-study");
  await page.selectOption("#study-games", "100");
  await page.click("#study-start");
  await page.waitForSelector("#study-start:enabled", { timeout: 60_000 });
}

test("a finding leads to an edit that is tried, studied beside the game before, and undone", async () => {
  const { page, done } = await open(undefined, { own: true });
  await study(page, unfair);
  await says(page, "#study-card", /it is not fair/);
  assert.equal(await page.locator("#study-card code").count(), 0); // no commands of a terminal
  await page.getByRole("button", { name: "Try: The players move: all at the same time" }).click();
  await contains(page, /for each_round in 1\.\.30 \{ together \{ choose take or wait else \{ \} \} \}/);
  await says(page, "#study-tried", /^Tried: The players move: all at the same time/);
  assert.deepEqual(await violations(page), []);
  await page.click("#tried-undo");
  await contains(page, /repeat \{ turn of each player \{ choose take or wait else/);
  assert.equal(await page.locator("#tried-undo").count(), 0);
  await page.getByRole("button", { name: "Try: Moves in a turn: 2" }).click();
  await contains(page, /for each_move in 1\.\.2/);
  await page.waitForSelector("#table[aria-busy=false]");
  await page.keyboard.press("Enter"); // it has the focus: study both
  await says(page, "#panel-study .verdict", /^Now: /, 60_000);
  await says(page, "#panel-study [aria-label='Side by side']", /Before: .*What is different: .*100 of 100 games of each/, 60_000);
  await page.click("#tried-undo");
  await contains(page, /turn of each player \{ choose take or wait else/);
  await done();
});

test("a finding leads to better bots, to more games, and to what a move is worth, which may go then", { skip: patient }, async () => {
  const { page, done } = await open(undefined, { own: true });
  await study(page, unfair);
  await page.getByRole("button", { name: "Ask better bots" }).click();
  assert.ok(await page.locator("#study-strong").isChecked());
  await page.waitForSelector("#study-better", { timeout: 90_000 });
  await page.click("#study-stop").catch(() => {}); // it may have ended
  await page.selectOption("#study-without", "move:wait");
  await page.click("#study-worth");
  await page.click("#study-take", { timeout: 60_000 });
  await contains(page, /choose take else \{ end : tie \}/);
  assert.doesNotMatch(await script(page), /move wait/);
  await page.click("#tried-undo");
  await contains(page, /move wait "wait"/);
  await done();
});

test("the engine's commands are read as they are written, and every one has a button", async () => {
  const { whereTo } = await module("leading");
  for (const [command, lead] of [
    ["glint explore laser_lawn --set side=2 --want 'first_player_advantage within 3%'", { does: "improve", fault: "fair" }],
    ["glint explore \"my game\" --want 'wins.sun within 3% of 50%'", { does: "improve", fault: "fair" }],
    ["glint explore x --want 'ties at most 10%'", { does: "improve", fault: "ties" }],
    ["glint explore x --want 'unfinished at most 1%'", { does: "improve", fault: "ends" }],
    ["glint explore x --want 'leader_wins.25 at most 70%'", { does: "improve", fault: "lively" }],
    ["glint explore x --want 'effective_branching at least 3'", { does: "improve", fault: "choice" }],
    ["glint study x --seat ann=greedy --until 'first_player_advantage within 3%'", { does: "more" }],
    ["glint study x --strong", { does: "strong" }],
    ["glint study x --seat '*=greedy' --strong", { does: "ladder" }],
    ["glint explore x --want 'length at most 20'", undefined],
    ["glint study x --openings", { does: "openings" }],
    ["glint study x --ladder", { does: "ladder" }],
    ["glint study x --without move:take", { does: "worth", part: "move:take" }],
  ])
    assert.deepEqual(whereTo(command, 2), lead, command);
  assert.deepEqual(whereTo("glint explore x --want 'wins within 3%'", 1), { does: "improve", fault: "hard" });
  assert.equal(whereTo("glint play x", 2), undefined);
});

test("side by side, who is favoured is said first; measures are called in words", async () => {
  const { measureWords, variantWords } = await module("verdicts");
  const answer = (value) => ({ games: 1000, measures: [{ id: "first_player_advantage", value, low: value - 0.05, high: value + 0.05, text: String(value), interval: "" }] });
  const [first, second, third] = variantWords(2, ["The original", "This one"])([answer(0.3), answer(-0.3)]);
  assert.match(first, /^This one: Whoever moves second is favoured\./);
  assert.match(second, /^The original: Whoever begins is favoured\./);
  assert.match(third, /^What is different: beginning is worth less/);
  assert.deepEqual(["first_player_advantage", "wins.red_side", "score.sun", "forced_plies"].map(measureWords), ["advantage of who begins", "red side wins", "score, sun", "forced plies"]);
});

test("one's own game is drawn first, and each view has one main action at most", async () => {
  const { page, done } = await open(undefined, { own: true });
  const mains = () =>
    page.evaluate(() => {
      const accent = getComputedStyle(Object.assign(document.body.appendChild(document.createElement("button")), { className: "main" })).backgroundColor;
      document.body.lastElementChild.remove();
      return [...document.querySelectorAll("button")].filter((each) => each.checkVisibility() && getComputedStyle(each).backgroundColor === accent).map((each) => each.id || each.textContent);
    });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const isOwn of [false, true]) {
      if (isOwn) await blank(page).then(() => write(page, unfair)).then(() => has(page, "#problems", "No mistakes")).then(() => page.click("#close-text"));
      else await choose(page, "Laser Lawn");
      for (const tab of ["play", "draw", "rules", "options", "study", "tests", "changes", "learn"]) {
        await openTab(page, tab);
        if (tab === "draw") await page.waitForSelector("#panel-draw .drawn-tiles button");
        const found = await mains();
        assert.ok(found.length <= 1, `${width}, ${tab}: ${found}`);
        if (tab === "play") assert.deepEqual(found, [isOwn ? "draw" : "variant"]);
      }
      // The labels of what is ticked are large enough for a finger.
      await openTab(page, "study");
      const low = await page.evaluate(() => [...document.querySelectorAll("#panel-study label.check")].filter((each) => each.offsetHeight < 44).map(({ textContent }) => textContent));
      assert.deepEqual(low, []);
    }
    await openTab(page, "play");
    await page.click("#draw");
    await page.waitForSelector("#panel-draw:not([hidden]) .drawn-tiles button");
  }
  await done();
});

test("the order of turns and the ends as forms: by mouse and keyboard, undone, refused where the game would be over", async () => {
  const { page, done } = await open(undefined, { own: true });
  await blank(page);
  await write(page, unfair.replace(/end when.*\n/, ""));
  await has(page, "#problems", "No mistakes");
  await page.click("#close-text");
  await page.click("#draw");
  await page.click("#rule-forms summary");
  await page.selectOption("#turn-first", "bob");
  await contains(page, /players bob, ann/);
  await page.selectOption("#turn-stuck", "opponent wins");
  await contains(page, /else \{ end : opponent wins \}/);
  await page.selectOption("#turn-pass", "yes");
  await contains(page, /choose take or wait or pass else/);
  // By keys alone.
  await page.focus("#turn-moves");
  await page.keyboard.press("2");
  await contains(page, /for each_move in 1\.\.2/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "turn-moves");
  await page.focus("#new-rules summary");
  await page.keyboard.press("Enter");
  await page.focus("#add-goal-row");
  await page.keyboard.press("Enter");
  await contains(page, /\/\/\/ A player who has 3 stones in a row wins\.\nend for p in player when any c in stone of p : any way in direction : all k in 1\.\.2 : steps\(c, way, k, stone of p\) meets stone of p : p wins/);
  await page.waitForSelector("#goal-0-sort:focus");
  await page.fill("#goal-0-number", "2");
  await page.keyboard.press("Tab");
  await contains(page, /\/\/\/ A player who has 2 stones in a row wins\.\nend .* all k in 1\.\.1 /);
  assert.equal(await page.locator("#rule-forms textarea").count(), 2); // what the game is about, and how it goes; no code
  assert.deepEqual(await violations(page), []);
  await page.selectOption("#goal-0-sort", "many");
  await contains(page, /\/\/\/ A player who has 2 stones on the board wins\.\nend for p in player when count\(stone of p\) >= 2 : p wins/);
  await page.selectOption("#goal-0-result", "p loses");
  await contains(page, /count\(stone of p\) >= 2 : p loses/);
  // An end that is there before the first move is no end.
  await page.selectOption("#goal-0-sort", "none");
  await says(page, ".drawn-refusal", /would be over before its first move/);
  await contains(page, /count\(stone of p\) >= 2 : p loses/);
  await page.click("#goal-0-without");
  await until(() => script(page), (text) => !/\nend for/.test(text));
  assert.doesNotMatch(await script(page), /\nend for|2 stones/);
  await page.click("#add-goal-count");
  await contains(page, /\/\/\/ Points: how many stones there are\.\nscore p = count\(stone of p\)/);
  // What is played then is what was chosen.
  await page.click("#tab-play");
  await has(page, "#state", "bob to move");
  await cell(page, "a1").click();
  await has(page, "#state", "bob to move");
  await done();
});

test("a refusal leaves the palette where it is", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Mirror Maze");
  await page.click("#tab-draw");
  await page.click("#draw-kind-mirror");
  // The first mirror lies across, so that it does something.
  await page.waitForSelector('#draw-new-line-rising[aria-pressed="true"]');
  await blank(page);
  await write(page, unfair);
  await has(page, "#problems", "No mistakes");
  await page.click("#close-text");
  await page.click("#draw");
  await page.waitForSelector("#draw-kind-stone");
  const top = () => page.locator("#draw-kind-stone").evaluate((each) => each.getBoundingClientRect().top);
  const before = await top();
  await page.click("#draw-clear");
  await says(page, ".drawn-refusal", /empty already/);
  assert.equal(await top(), before);
  await done();
});
