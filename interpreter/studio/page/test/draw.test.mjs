// The board is drawn by mouse, touch and keyboard; the script has what was drawn, and one undo takes both back. The inspector, the rules
// as a form, puzzles; widths, themes, axe-core.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, choose, has, open, quit, says, until, violations, write } from "./browser.mjs";

after(quit);

const maze = `game "Little Maze"
use square
players solver
option supply: 1..3 = 1   "mirrors to set up"
board square(4, 3)
beam { ends {hit} }
piece lamp { facing: direction; emits facing; look ">{facing}" }
piece wall { when beam comes -> stops; look "#" }
piece target { when beam comes -> stops as hit; look "o" }
piece mirror { line: axis; when beam comes -> reflects across line; look "{line}" }
setup {
  put lamp(facing = e) on a1
  put target on d3
}
move place "{at} {line}" {
  pick at in empty
  pick line in {rising, falling}
  put mirror(line = line) on at
}
play { for each_mirror in 1..supply { turn of solver { choose place } }
  end : solver loses
}
end when target within beams.hit : solver wins
`;

/// The text of the script, as it is kept.
const script = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? JSON.parse(localStorage.getItem("glint.studio.last") ?? "{}").text);
/// Waits until the script has these words.
async function contains(page, pattern) {
  assert.match(await until(() => script(page), (text) => pattern.test(text)), pattern);
}
async function lacks(page, pattern) {
  assert.doesNotMatch(await until(() => script(page), (text) => !pattern.test(text)), pattern);
}
async function draw(page) {
  await page.click("#tab-draw");
  await page.waitForSelector("#panel-draw .drawn-tiles button", { timeout: 30_000 });
}
async function small(page) {
  await choose(page, "Mirror Maze");
  await write(page, maze);
  await has(page, "#title", "Little Maze");
  await draw(page);
  await page.waitForSelector("#draw-kind-target");
}

test("by mouse: placed, turned, taken away, undone; what is written by hand is on the board", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.click("#draw-kind-wall");
  await cell(page, "b2").click();
  await contains(page, /put wall on b2\n/);
  await cell(page, "c2").click();
  await contains(page, /put wall on b2 \| c2\n/);
  await has(page, '[aria-label^="c2, wall"]', "");
  await cell(page, "c2").click(); // once more takes it away
  await contains(page, /put wall on b2\n/);
  await page.click("#draw-undo");
  await contains(page, /put wall on b2 \| c2\n/);
  await page.click("#draw-redo");
  await contains(page, /put wall on b2\n/);
  await page.click("#draw-look");
  await cell(page, "a1").click();
  await says(page, "#drawn-cell h3", /Cell a1/);
  await page.click("#drawn-turn");
  await contains(page, /put lamp\(facing = se\) on a1/);
  await page.click("#draw-cell-facing-n");
  await contains(page, /put lamp\(facing = n\) on a1/);
  await page.click("#draw-remove");
  await cell(page, "a1").click();
  await lacks(page, /put lamp/);
  // What is typed is drawn.
  await write(page, maze.replace("d3\n", "d3\n  put wall on b1 | b3\n"));
  await page.waitForSelector('[aria-label^="b3, wall"]');
  await cell(page, "b3").click();
  await contains(page, /put wall on b1\n/);
  await done();
});

test("by keyboard: arrows, Enter, R, Delete, Control-Z", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.focus("#draw-kind-lamp");
  await page.keyboard.press("Enter");
  await cell(page, "b2").focus();
  await page.keyboard.press("Enter");
  await contains(page, /put lamp\(facing = e\) on a1 \| b2/);
  await page.keyboard.press("r");
  await contains(page, /put lamp\(facing = se\) on b2/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await contains(page, /put lamp\(facing = e\) on a1 \| c2/);
  await page.keyboard.press("Delete");
  await lacks(page, /\| c2/);
  await page.keyboard.press("Control+z");
  await contains(page, /a1 \| c2/);
  await done();
});

test("by touch, on a phone: a wall is put, and the page is without violations in both themes", async () => {
  const { page, done } = await open(undefined, { own: true, viewport: { width: 1100, height: 900 }, hasTouch: true });
  await small(page);
  await write(page, `${maze}test "a long title, which is longer than all that a narrow screen has room for, in the list" {\n  map """\n    . . . o\n    . . . .\n    >e . # .\n  """\n}\n`);
  await page.waitForSelector("#draw-which");
  await page.locator("#draw-kind-wall").tap();
  await cell(page, "c1").tap();
  await contains(page, /put wall on c1/);
  await page.click("#draw-look");
  await cell(page, "c1").tap();
  await page.waitForSelector("#look-wall");
  for (const [width, colorScheme] of [
    [1440, "light"],
    [1440, "dark"],
    [390, "dark"],
    [390, "light"],
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.querySelector("#panel-draw").scrollWidth <= document.querySelector("#panel-draw").clientWidth), `wide at ${width}`);
  }
  const low = await page.evaluate(() => [...document.querySelectorAll("#panel-draw button, #panel-draw select, #panel-draw input, #panel-draw summary")].filter((each) => each.offsetHeight && each.offsetHeight < 44).map(({ id, textContent }) => id || textContent));
  assert.deepEqual(low, []);
  await done();
});

test("a click on a piece shows its form beside the board, or directly under it, at once and in view", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.click("#close-text");
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => (document.querySelector("#panel").scrollTop = 5000));
    await cell(page, "d3").click();
    await says(page, "#drawn-cell h3", /^Cell d3$/);
    if (width === 390) await says(page, "#spoken", /^d3: target\. Its form is the first thing beside the board\.$/);
    const form = await until(() => page.locator("#drawn-cell").evaluate((each) => [each.getBoundingClientRect().top, document.querySelector("#drawn-remove").getBoundingClientRect().bottom, document.querySelector("#board").getBoundingClientRect()]), ([top]) => top >= 0);
    const [top, bottom, board] = form;
    assert.ok(top >= 50 && bottom < height - 70, `${width}: ${top} to ${bottom}`);
    if (width > 860) assert.ok(top < 200, String(top));
    else assert.ok(top >= board.bottom && top < board.bottom + 60, `${top}, ${board.bottom}`);
    if (width === 390) assert.deepEqual(await violations(page), []);
    await page.click("#drawn-close");
    await page.waitForSelector("#drawn-cell:empty", { state: "attached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "draw-look");
  }
  // While something else is in hand the palette stays where it is.
  await page.click("#draw-kind-wall");
  await cell(page, "b2").click();
  await contains(page, /put wall on b2/);
  assert.notEqual(await page.evaluate(() => document.querySelector("#panel-draw").firstChild.id), "drawn-cell");
  await done();
});

test("the letters of a lamp are seen on the board that is drawn, and on its tiles, and leave it when it is played", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  assert.equal(await page.locator(".drawn-letters text").count(), 0); // an arrow alone says all
  await page.click("#draw-kind-lamp");
  await page.fill("#look-lamp", "L{facing}");
  await page.press("#look-lamp", "Tab");
  await contains(page, /look "L\{facing\}"/);
  await says(page, "#board .drawn-letters", /^L$/);
  await page.waitForSelector("#draw-kind-lamp [data-letters=L]");
  assert.deepEqual(await violations(page), []);
  const inCell = await page.evaluate(() => {
    const [text, of] = ["#board .drawn-letters text", '#board [aria-label^="a1,"]'].map((each) => document.querySelector(each).getBoundingClientRect());
    return text.left >= of.left && text.right <= of.right && text.top >= of.top && text.bottom <= of.bottom;
  });
  assert.ok(inCell);
  await page.click("#tab-play");
  await page.waitForSelector(".drawn-letters", { state: "detached" });
  await done();
});

test("the inspector: shape, colour, walls on sides, supplies", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.click("#draw-kind-wall");
  await cell(page, "b2").click();
  await page.click("#draw-look");
  await cell(page, "b2").click();
  await page.click("#colour-red");
  await contains(page, /piece wall \{ colour: \{red\} = red; when beam/);
  await page.waitForSelector('#colour-red[aria-pressed="true"]');
  await page.click("#colour-blue");
  await contains(page, /piece wall \{ colour: \{blue\} = blue; when beam/);
  await page.waitForSelector('#shape-block[aria-pressed="true"]');
  await page.click("#shape-star");
  await contains(page, /piece wall \{ shape: \{star\} = star; colour: \{blue\} = blue; .*look "w" \}/);
  await page.waitForSelector('#shape-star[aria-pressed="true"]');
  await page.click("#shape-kind");
  await contains(page, /piece wall \{ colour: \{blue\} = blue; .*look "w" \}/);
  await page.click("#colour-kind");
  await contains(page, /piece wall \{ when beam comes -> stops; look "w" \}/);
  // Walls on the sides of cells: the same side from both cells; a beam ends there.
  await page.click("#new-kinds summary");
  await page.click("#add-fence");
  await contains(page, /let fence: set of edge = \{\}/);
  await cell(page, "a1").click();
  await page.click("#side-fence-e");
  await contains(page, /let fence: set of edge = edge\(a1, e\)/);
  await cell(page, "b1").click();
  await page.waitForSelector('#side-fence-w[aria-pressed="true"]');
  await page.click("#side-fence-n");
  await contains(page, /edge\(a1, e\) \| edge\(b1, n\)/);
  await page.waitForFunction(() => !/lit/.test(document.querySelector('[role=gridcell][aria-label^="c1,"]').getAttribute("aria-label")), undefined, { timeout: 20_000 }).catch(async () => assert.fail(await cell(page, "c1").getAttribute("aria-label")));
  assert.deepEqual(await violations(page), []);
  await page.click("#side-fence-w");
  await contains(page, /let fence: set of edge = edge\(b1, n\)/);
  // A zone is a set of cells: a click puts a cell into it, the next one takes it out.
  await page.click("#add-zone");
  await contains(page, /let zone: set of cell = \{\}\nshow cells zone "zone" as "~"/);
  await page.waitForSelector('#draw-zone-zone[aria-pressed="true"]');
  await cell(page, "c2").click();
  await contains(page, /set of cell = c2\n/);
  await cell(page, "d1").click();
  await contains(page, /set of cell = c2 \| d1\n/);
  await cell(page, "c2").click();
  await contains(page, /set of cell = d1\n/);
  // A supply begins with a number, and a table of them has one for each case.
  await write(page, maze.replace("beam {", "var mirrors: 0..5 = 3\nlet stock(form: 0..1): 0..3 = if form == 0 then 3 else 1\nbeam {"));
  await page.click("#tab-options"); // from where the other rules are reached
  await page.click("#options-rules");
  await page.selectOption("#rule-var-mirrors-value", "2");
  await contains(page, /var mirrors: 0\.\.5 = 2\n/);
  await page.selectOption("#rule-let-stock-0", "2");
  await contains(page, /if form == 0 then 2 else 1/);
  await done();
});

test("the inspector: letters, what a piece does to beams, rules as a form; what is wrong is not written", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.click("#draw-kind-wall");
  await cell(page, "b1").click();
  await contains(page, /put wall on b1/);
  await page.click("#draw-look");
  await cell(page, "b1").click();
  await page.waitForSelector("#look-wall");
  await page.click('[aria-label="A beam from any side passes"]');
  await contains(page, /piece wall \{ look "#" \}/);
  await page.click('[aria-label="A beam from any side stops: hit"]');
  await contains(page, /piece wall \{ when beam comes -> stops as hit; look "#" \}/);
  await page.waitForSelector('[aria-label="A beam from any side stops: hit"][aria-pressed="true"]'); // the form is drawn anew
  await page.fill("#look-wall", "W");
  await page.press("#look-wall", "Tab");
  await contains(page, /stops as hit; look "W" \}/);
  await page.waitForFunction(() => document.querySelector("#look-wall")?.value === "W");
  await page.fill("#look-wall", "{nobody}");
  await page.press("#look-wall", "Tab");
  await says(page, ".drawn-refusal", /error/);
  await contains(page, /look "W"/);
  await cell(page, "a1").click();
  await page.waitForSelector('[aria-label="A beam from the front stops"]');
  await page.click('[aria-label="A beam from the front stops"]');
  await contains(page, /piece lamp \{ facing: direction; emits facing; when beam comes \{ from ahead -> stops; otherwise -> straight \}; look/);
  await page.click("#rule-forms summary");
  await page.selectOption("#rule-option-supply-value", "2");
  await contains(page, /option supply: 1\.\.3 = 2 {3}"mirrors to set up"/);
  await page.click("#rule-forms button:has-text('Open in the script')");
  await done();
});

/// What is in hand as the page is drawn anew: something else is clicked by the page itself, and what that does is waited for.
async function meanwhile(page, selector, sign) {
  await page.evaluate((place) => document.querySelector(place).click(), selector);
  await contains(page, sign);
  await has(page, "#title", "Little Maze"); // the board has followed
  await page.waitForTimeout(1000); // so have the panels, though each answer be late
}
const passes = '[aria-label="A beam from any side passes"]';
const stops = '[aria-label="A beam from any side stops"]';

/// The letters and beams of a wall on b1 are beside the board.
async function walled(page) {
  await small(page);
  await page.click("#draw-kind-wall");
  await cell(page, "b1").click();
  await contains(page, /put wall on b1/);
  await page.click("#draw-look");
  await cell(page, "b1").click();
  await page.waitForSelector("#look-wall");
}

test("what is drawn anew between two keys keeps what is typed and selected, and it is written", async () => {
  const { page, done } = await open(undefined, { own: true });
  await walled(page);
  const value = (selector) => page.inputValue(selector);
  // All that is selected stays so, the caret stays where it is, and what was typed is written by the Tab key.
  await page.focus("#look-wall");
  await page.keyboard.press("Control+A");
  await meanwhile(page, passes, /wall \{ look "#"/);
  await page.keyboard.type("WM");
  await page.keyboard.press("ArrowLeft");
  await meanwhile(page, stops, /wall \{ when beam comes -> stops; look "#"/);
  assert.equal(await page.locator(stops).getAttribute("aria-pressed"), "true", "the rest of the panel is drawn anew");
  await page.keyboard.type("x");
  assert.equal(await value("#look-wall"), "WxM");
  await meanwhile(page, passes, /wall \{ look "#"/);
  await page.keyboard.press("Tab");
  await contains(page, /wall \{ look "WxM" \}/);
  // The same of a number, by Enter.
  await page.click("#rule-forms summary");
  const columns = "#rule-use-board-square-size-0";
  await page.focus(columns);
  await page.keyboard.press("Control+A");
  await meanwhile(page, stops, /stops; look "WxM"/);
  await page.keyboard.type("1");
  await meanwhile(page, passes, /wall \{ look "WxM"/);
  await page.keyboard.type("0");
  assert.equal(await value(columns), "10");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("5");
  await meanwhile(page, stops, /stops; look "WxM"/);
  assert.equal(await value(columns), "5");
  await page.keyboard.press("Enter");
  await contains(page, /board square\(5, 3\)/);
  await done();
});

test("what is drawn anew between press and release takes no click", async () => {
  const { page, done } = await open(undefined, { own: true });
  await walled(page);
  // The mouse ends the typing as it presses.
  await page.fill("#look-wall", "V");
  await page.hover("#draw-kind-target");
  await page.mouse.down();
  await contains(page, /look "V"/);
  await page.waitForTimeout(1000);
  await page.mouse.up();
  await page.waitForSelector('#draw-kind-target[aria-pressed="true"]', { timeout: 3000 });
  await page.focus("#draw-kind-wall");
  await page.keyboard.down(" ");
  await meanwhile(page, "#draw-undo", /look "#"/);
  await page.keyboard.up(" ");
  await page.waitForSelector('#draw-kind-wall[aria-pressed="true"]', { timeout: 3000 });
  // What is pressed and left again is free: the page is drawn anew.
  await page.hover("#draw-remove");
  await page.mouse.down();
  await meanwhile(page, "#draw-redo", /look "V"/);
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#look-wall")?.value === "V" && document.querySelector("#draw-redo").disabled, undefined, { timeout: 3000 });
  // In another panel.
  await page.click("#tab-options");
  await page.selectOption("#option-supply", "2");
  await page.hover("#variant-of-options");
  await page.mouse.down();
  await page.evaluate(() => {
    document.querySelector("#option-supply").value = "3";
    document.querySelector("#option-supply").dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.waitForTimeout(1000);
  await page.mouse.up();
  await contains(page, /option supply: 1\.\.3 = 3/);
  await done();
});

test("puzzles say whether they are solved; what is computed is spelt out on request", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await says(page, "#puzzle-supply", /^Mirrors to set up: 1$/); // what whoever solves it has
  await page.click("#solve");
  await says(page, "#solved", /exactly one solution. The shortest takes 1 move/, 60_000);
  await page.click("#draw-kind-wall");
  await cell(page, "d2").click();
  await says(page, "#solved", /no solution/, 60_000);
  await write(page, maze.replace("put target on d3", "put target on d3\n  for c in rank(2) { put wall on c }"));
  await page.waitForSelector('[aria-label^="b2, wall"]');
  await page.click("#draw-remove");
  await cell(page, "b2").click();
  await says(page, ".drawn-refusal", /works out what stands on b2/);
  await page.click("text=Write the set-up out");
  await contains(page, /put wall on a2 \| c2 \| d2\n/);
  await lacks(page, /for c in rank/);
  await done();
});

test("a game of one's own: kinds of pieces are added, put on the board, and the board made larger, without a word of script", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Mirror Maze");
  await write(page, 'game "Mine"\nuse square\nplayers ann, bob\nboard square(4, 4)\npiece stone { look "s" }\nmove place "{at}" { pick at in empty; put stone on at }\nplay { repeat { turn of each player { choose place else { end : tie } } } }\n');
  await has(page, "#title", "Mine");
  await draw(page);
  await page.click("#new-kinds summary");
  await page.click("#add-lamp");
  await contains(page, /piece lamp \{ facing: direction; emits facing; look/);
  await page.waitForSelector('#draw-kind-lamp[aria-pressed="true"]');
  await cell(page, "a2").click();
  await contains(page, /\nsetup \{ put lamp\(facing = e\) on a2 \}\n\nplay/);
  await page.click("#add-mirror");
  await page.waitForSelector('#draw-kind-mirror[aria-pressed="true"]');
  await page.click("#draw-new-line-rising");
  await cell(page, "c2").click();
  await contains(page, /put mirror\(line = rising\) on c2/);
  await says(page, "#board-size", /^Size of the board.*across.*down/); // in sight, over the tools
  assert.ok(await page.evaluate(() => document.querySelector("#board-size").compareDocumentPosition(document.querySelector("#draw-look")) & Node.DOCUMENT_POSITION_FOLLOWING));
  await page.fill("#rule-use-board-square-size-0", "5");
  await page.press("#rule-use-board-square-size-0", "Tab");
  await contains(page, /board square\(5, 4\)/);
  await page.waitForSelector('[aria-label^="e4,"]');
  await done();
});

test("a game from an empty board, by clicks alone: pieces, a move, an end, played until somebody wins; and the board is cleared", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-invent");
  await page.click("[data-script=plain]");
  await has(page, "#title", "New Game");
  await page.waitForSelector("#draw-kind-stone");
  await page.click("#rule-forms summary");
  await page.fill("[id^=rule-game]", "Mirrors of Mine");
  await page.press("[id^=rule-game]", "Tab");
  await has(page, "#title", "Mirrors of Mine");
  await page.click("#new-kinds summary");
  for (const [kind, label] of [["mirror"], ["target", "c3"], ["lamp", "a1"]]) {
    await page.click(`#add-${kind}`);
    await page.waitForSelector(`#draw-kind-${kind}`);
    await contains(page, new RegExp(`piece ${kind} `));
    if (label) await cell(page, label).click();
    if (label) await contains(page, new RegExp(`put ${kind}.* on ${label}`));
  }
  await page.click("#new-rules summary");
  await page.click("#add-move-place_mirror");
  await contains(page, /choose place or place_mirror/);
  // Whoever does not see the page hears what is there now, and goes on from where the button was.
  await says(page, "#toast", /^Players put a mirror on an empty cell: this is among the rules now\.$/);
  const focused = () => page.evaluate(() => document.activeElement.closest("summary")?.parentElement.id);
  assert.equal(await focused(), "new-rules");
  await page.click("#add-end-lit-target");
  await contains(page, /end when target != \{\}/);
  await says(page, "#toast", /^When light reaches every target, whoever has moved wins: this is among the rules now\. A beam ends at a target/);
  assert.equal(await page.locator("#add-end-lit-lamp").count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.click("#without-place");
  await lacks(page, /move place "/);
  await says(page, "#toast", /^The move place is gone\./);
  assert.equal(await focused(), "rule-forms");
  await page.waitForSelector("#add-move-place_mirror", { state: "detached" });
  // sun turns the beam up, moon into the target.
  await page.click("#tab-play");
  for (const [label, way] of [["b1", "/"], ["b3", "/"]]) {
    await has(page, "#state", "to move");
    await cell(page, label).click();
    await page.locator("#choosing button", { hasText: way }).first().click();
  }
  await has(page, "#state", "moon wins");
  await says(page, "#choosing", /^When light reaches every target, whoever has moved wins\./);
  // Neither the cell nor the tool of one game is in hand in the next.
  await page.click("#tab-draw");
  await page.waitForSelector("#draw-clear");
  await page.click("#draw-kind-lamp");
  const full = await script(page);
  await page.click("#draw-clear");
  await lacks(page, /put (lamp|target)/);
  await says(page, "#toast", /The board is empty/);
  await page.click("#draw-undo");
  assert.equal(await script(page), full, "one undo gives all pieces back");
  await page.waitForSelector('[aria-label^="c3, target"]');
  await choose(page, "Hex");
  await page.click("#tab-draw");
  await page.waitForSelector('#draw-look[aria-pressed="true"]'); // once the board of this game is there
  await done();
});

test("the board is cleared in one step, stacks too; not in another game or over what is typed meanwhile; what cannot be is said", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  const stacked = maze.replace("square(4, 3)", "square(4, 3) stacks of 3").replace("d3\n", "d3\n  put wall on d3 | b1\n  put wall on d3\n");
  await write(page, stacked);
  await page.waitForSelector('[aria-label^="d3, 3 pieces"]');
  await page.click("#draw-clear");
  await says(page, "#toast", /The board is empty/);
  await lacks(page, /setup/);
  await page.click("#draw-undo");
  assert.equal(await script(page), stacked);
  await page.waitForSelector('[aria-label^="d3, 3 pieces"]');
  // What the set-up does besides stays.
  const counted = maze.replace("setup {", "var lamps: 0..3 = 0\nsetup {\n  lamps = 1; put wall on b1");
  await write(page, counted);
  await page.waitForSelector('[aria-label^="b1, wall"]');
  await page.click("#draw-clear");
  await says(page, "#toast", /The board is empty/);
  await contains(page, /setup \{\n {2}lamps = 1\n\}/);
  await page.waitForSelector('[aria-label^="b1, empty"]');
  // A game that forbids an empty board keeps its pieces.
  const bound = `${maze}invariant count(lamp) == 1\n`;
  await write(page, bound);
  await page.waitForSelector('[aria-label^="d3, target"]');
  await page.click("#draw-clear");
  await says(page, ".drawn-refusal", /cannot begin with an empty board/);
  assert.equal(await script(page), bound);
  // What was said of this script goes with it.
  await write(page, maze);
  await says(page, ".drawn-refusal", /^$/);
  // Typed meanwhile, and another game meanwhile.
  await write(page, maze);
  await page.waitForSelector('[aria-label^="d3, target"]');
  await page.evaluate(() => {
    document.querySelector("#draw-clear").click();
    setTimeout(() => document.querySelector(".cm-content").cmTile.view.dispatch({ changes: { from: 0, insert: "// typed\n" } }));
  });
  await contains(page, /^\/\/ typed\n/);
  await page.waitForTimeout(1000);
  const either = [maze, maze.replace(/setup \{[^]*?\n\}\n/, "")].map((text) => `// typed\n${text}`);
  assert.ok(either.includes(await script(page)), await script(page));
  await write(page, maze);
  await page.waitForSelector('[aria-label^="d3, target"]');
  await page.evaluate(() => document.querySelector("#draw-clear").click());
  await choose(page, "Boundary");
  const boundary = await script(page);
  await page.click("#tab-draw");
  await page.waitForSelector("#draw-look");
  await page.waitForTimeout(500);
  assert.equal(await script(page), boundary);
  await done();
});

test("what a form has broken is said beside the board, and mended by a click there", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  assert.equal(await page.locator("#draw-problems").isVisible(), false);
  await page.click("#close-text");
  await write(page, `${maze}test "as large as it was" {\n  expect count(cells) == 12\n  map """\n    . . . o\n    . . . .\n    >e . # .\n  """\n}\n`);
  await page.click("#close-text");
  await page.click("#rule-forms summary");
  await page.fill("[id*=-size-0]", "5");
  await page.press("[id*=-size-0]", "Tab");
  await contains(page, /board square\(5, 3\)/);
  await page.waitForSelector("#draw-problems .mend");
  assert.deepEqual(await violations(page), []);
  await page.locator("#draw-problems .mend", { hasText: /leave/i }).first().click();
  await page.waitForSelector("#draw-problems", { state: "hidden" });
  await contains(page, /\/\/ *test "as large/);
  // With the text open it is below the text, as ever.
  await page.click("#edit");
  assert.equal(await page.locator("#text > #problems").count(), 1);
  await done();
});

test("the drawn position of a test is drawn on a small board", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Mirror Maze");
  await write(page, `${maze}test "a lamp and a wall" {\n  map """\n    . . . o\n    . . . .\n    >e . # .\n  """\n  expect count(wall) == 1\n}\n`);
  await has(page, "#title", "Little Maze");
  await draw(page);
  await page.selectOption("#draw-which", "a lamp and a wall");
  await page.waitForSelector('.drawn-board [aria-label^="c1, wall"]');
  await page.click("#draw-kind-wall");
  await page.locator('.drawn-board [aria-label^="b2,"]').click();
  await contains(page, /\n    \. # \. \.\n    >e \. # \.\n/);
  await page.click("#draw-kind-lamp");
  await page.locator('.drawn-board [aria-label^="d1,"]').click();
  await contains(page, />e \. # >e\n/);
  await page.locator('.drawn-board [aria-label^="d1,"]').focus();
  await page.keyboard.press("Delete");
  await contains(page, />e \. # \.\n/);
  await page.waitForSelector('.drawn-board [aria-label^="d1, empty"]');
  await page.selectOption("#draw-which", "");
  await page.waitForSelector(".drawn-board", { state: "hidden" });
  await cell(page, "b2").click();
  await contains(page, /put lamp\(facing = e\) on a1 \| b2/);
  // A test begins with the board that is shown, and is drawn at once.
  await page.click("#draw-test");
  await contains(page, /\ntest "position" \{\n  map """\n[^]*?>e[^]*?"""\n  expect moves > 0\n\}\n$/);
  await page.waitForFunction(() => document.getElementById("draw-which").value === "position");
  await page.click("#draw-kind-wall");
  await page.locator('.drawn-board [aria-label^="c2,"]').click();
  await contains(page, /"position" \{\n  map """\n.*\n[^\n]*#[^\n]*\n/);
  // It passes; and a click takes it away.
  await page.click("#tab-tests");
  await page.click("#run-tests");
  await page.waitForSelector("#tests-result");
  await page.locator("details.test", { hasText: "position" }).locator("summary", { hasText: "passes: position" }).click();
  await page.getByRole("button", { name: "Take the test “position” away" }).click();
  await says(page, "#toast", /^The test “position” is gone/);
  await until(() => script(page), (text) => !text.includes('test "position"') && text.includes('test "a lamp and a wall"'));
  await done();
});

test("a form changes the script as it is by then: quick steps, and lines typed before it meanwhile", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await page.click("#rule-forms summary");
  await page.waitForSelector("#rule-use-board-square-size-0");
  const steps = (values, typed = "") =>
    page.evaluate(
      ([all, words]) => {
        const field = document.querySelector("#rule-use-board-square-size-0");
        if (words) document.querySelector(".cm-content").cmTile.view.dispatch({ changes: { from: 0, insert: words } });
        for (const value of all) {
          field.value = value;
          field.dispatchEvent(new Event("change"));
        }
      },
      [values, typed],
    );
  await steps(["10", "11"]);
  await contains(page, /board square\(11, 3\)\n/);
  await steps(["6"], "// a line\n");
  await contains(page, /^\/\/ a line\ngame[^]*board square\(6, 3\)\n/);
  // So does what is below the cell that is looked at.
  await page.click("#draw-look");
  await cell(page, "a1").click();
  await page.waitForSelector("#drawn-turn");
  await page.evaluate(() => {
    document.querySelector(".cm-content").cmTile.view.dispatch({ changes: { from: 0, insert: "// another\n" } });
    document.querySelector("#drawn-turn").click();
    document.querySelector("#drawn-turn").click();
  });
  await contains(page, /^\/\/ another\n\/\/ a line\ngame[^]*put lamp\(facing = s\) on a1\n/);
  await done();
});

test("an edit that fails is said, and the next one is made; so are errors of the script", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  // One answer of the engine is an error.
  await page.context().addInitScript(() => {
    window.Worker = class extends Worker {
      postMessage(message) {
        if (!window.isFailing || !String(message).includes("glint/try")) return super.postMessage(message);
        window.isFailing = false;
        this.onmessage({ data: JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(message).id, error: { code: -32603, message: "no memory" } }) });
      }
    };
  });
  await page.reload();
  await has(page, "#title", "Little Maze");
  await draw(page);
  await page.click("#rule-forms summary");
  await page.selectOption("#rule-option-supply-value", "1");
  await page.evaluate(() => void (window.isFailing = true));
  await page.selectOption("#rule-option-supply-value", "3");
  await says(page, ".drawn-refusal", /no memory/);
  await page.click("#draw-kind-wall");
  await cell(page, "b2").click();
  await contains(page, /put wall on b2\n/);
  await write(page, `${maze}nonsense`);
  await has(page, "#state", "The script has errors");
  await cell(page, "c2").click();
  await says(page, ".drawn-refusal", /has errors/);
  await done();
});

test("the solver ends when another game is opened, and says nothing about that one", async () => {
  const { page, done } = await open(undefined, { own: true });
  await small(page);
  await write(page, maze.replace("1..3 = 1 ", "1..9 = 6 ").replace("square(4, 3)", "square(8, 8)"));
  await page.waitForSelector('[aria-label^="h8,"]');
  const before = page.workers().length;
  const are = async (many) => assert.equal(await until(() => page.workers().length, (now) => now === many), many);
  const ended = () => are(before);
  await page.click("#solve");
  await are(before + 1);
  await choose(page, "Laser Lawn");
  await ended();
  await page.click("#tab-draw");
  await says(page, "#levels", /^$/);
  // Also if this tab is closed when the other one is opened.
  await small(page);
  await write(page, maze.replace("1..3 = 1 ", "1..9 = 6 ").replace("square(4, 3)", "square(8, 8)"));
  await page.waitForSelector('[aria-label^="h8,"]');
  await says(page, "#solved", /Looking for/); // it was asked for before
  await are(before + 1);
  await page.click("#tab-play");
  await choose(page, "Laser Lawn");
  await ended();
  await page.click("#tab-draw");
  await says(page, "#levels", /^$/);
  await done();
});

test("a variant has no moves of its own to add: it becomes a copy of its game, which has", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Boundary");
  await page.click("#variant");
  await has(page, "#title", "My Boundary");
  await draw(page);
  await page.click("#new-rules summary");
  await page.click("#whole-adds");
  await contains(page, /^game "My Boundary"/m);
  await page.locator("[id^=add-move-]").first().click();
  await contains(page, / or (place|move|turn)_\w+/);
  assert.deepEqual(await violations(page), []);
  // One that changes more than options stays, and says so.
  await choose(page, "Glass");
  await draw(page);
  await page.click("#whole-adds");
  await says(page, ".drawn-refusal", /changes more than options/);
  assert.match(await script(page), /^variant/m);
  await done();
});

test("a game of clicks reads as rules: its sentence, its moves and its ends in words; ends and kinds are taken away again", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-invent");
  await page.click("[data-script=plain]");
  await page.waitForSelector("#draw-kind-stone");
  await page.click("#rule-forms summary");
  await page.fill("[id^=rule-game][id$=about]", "Two keepers turn the light\nof one lamp. ");
  await page.press("[id^=rule-game][id$=about]", "Tab");
  await contains(page, /^\/\/\/ Two keepers turn the light of one lamp\.\ngame "New Game"/);
  await page.click("#new-kinds summary");
  for (const kind of ["lamp", "splitter", "goal"]) {
    await page.click(`#add-${kind}`);
    await contains(page, new RegExp(`piece ${kind} `));
  }
  await page.click("#add-splitter"); // another one, to be taken away
  await page.waitForSelector("#draw-kind-splitter2[aria-pressed=true]");
  await cell(page, "c3").click();
  await contains(page, /put splitter2\(line = rising\) on c3/); // level, it would do nothing
  await page.click("#new-rules summary");
  assert.equal(await page.locator("#add-move-place_stone").count(), 0, "the move place puts them already");
  await page.click("#add-move-turn_lamp");
  await contains(page, /\/\/\/ Players turn a lamp\.\nmove turn_lamp/);
  await page.click("#add-end-own-goal");
  await contains(page, /\/\/\/ When light reaches every goal of a player, this player wins\.\nend for p in player when goal of p/);
  // In the form the end is its sentence, without code; it is taken away there.
  await page.waitForSelector("#without-own-end-0");
  assert.match(await page.locator("#rule-forms").innerText(), /When light reaches every goal of a player, this player wins/);
  assert.doesNotMatch(await page.locator("#rule-forms").innerText(), /within|beams\./);
  assert.doesNotMatch((await page.locator("#rule-forms textarea").evaluateAll((all) => all.map(({ value }) => value))).join(), /within|beams\./);
  await page.click("#without-own-end-0");
  await lacks(page, /end for p|every goal of a player/);
  await page.click("#draw-undo");
  await contains(page, /every goal of a player, this player wins\.\nend for p in player when goal of p/);
  // The owner's letter is a mark among the letters of a kind.
  await page.click("#draw-kind-goal");
  await page.waitForSelector("#drawn-kind #look-goal");
  assert.equal(await page.inputValue("#look-goal"), "●o");
  await says(page, "#drawn-kind", /● stands for the first letter of its owner\./);
  await page.fill("#look-goal", "g●");
  await page.press("#look-goal", "Tab");
  await contains(page, /piece goal of player \{[^}]*look "g\{owner:1\}" \}/);
  await page.click("#draw-undo");
  await contains(page, /look "\{owner:1\}o" \}/);
  await page.click("#add-target");
  await page.click("#add-end-lit-target");
  await contains(page, /\/\/\/ When light reaches every target, whoever has moved wins\.\nplay/);
  await page.click("#tab-rules");
  await page.waitForFunction(() => {
    const sheet = document.querySelector(".sheet-place")?.shadowRoot.textContent ?? "";
    return ["Two keepers turn", "Players turn a lamp.", "When light reaches every target, whoever has moved wins."].every((words) => sheet.includes(words));
  });
  await page.click("#tab-draw");
  assert.match(await page.locator("#going").textContent(), /Each player in turn/);
  await page.click("#without-end-0");
  await lacks(page, /every target, whoever|end when target/);
  await page.click("#tab-rules");
  // How the game goes is sentences, and the script's lines when they are asked for.
  const rules = page.locator(".sheet-place .sheet");
  const going = /^Again and again, until the game ends:\s+Each player in turn:/;
  assert.match(await until(() => rules.locator(".going").first().innerText(), (words) => going.test(words)), going);
  assert.equal(await rules.locator(".going + details > pre:visible").count(), 0);
  await page.click("#tab-draw");
  // A kind that stands on the board stays until it is taken off.
  await page.click("#draw-look");
  await cell(page, "c3").click();
  await page.click("#without-kind-splitter2");
  await says(page, ".drawn-refusal", /^The splitter2 is still used by the set-up\. First take it off there/);
  assert.deepEqual(await page.locator(".drawn-refusal button").allTextContents(), ["Open the set-up"]);
  await page.click(".drawn-refusal button");
  await page.waitForSelector("#text:not([hidden])");
  await page.click("#close-text");
  await page.click("#tab-rules"); // a refusal does not wait for whoever comes back
  await page.click("#tab-draw");
  await says(page, ".drawn-refusal", /^$/);
  await page.click("#drawn-remove");
  await lacks(page, /put splitter2/);
  await page.click("#draw-undo");
  await contains(page, /put splitter2/);
  assert.deepEqual(await violations(page), []);
  // One that stands nowhere is chosen among the pieces: it is changed there, and leaves.
  await page.click("#drawn-remove");
  await lacks(page, /put splitter2/);
  await page.click("#draw-kind-splitter2");
  await says(page, "#drawn-kind h3", /^Every splitter2$/);
  await page.click("#drawn-kind #colour-green");
  await contains(page, /piece splitter2 \{[^}]*: \{green\} = green/);
  assert.equal(await page.locator("#draw-kind-splitter2").getAttribute("aria-pressed"), "true", "it stays in hand");
  assert.deepEqual(await violations(page), []);
  const whole = await script(page);
  await page.click("#drawn-kind #without-kind-splitter2");
  await says(page, "#toast", /^There is no splitter2 any more\. Undo gives it back\.$/);
  await lacks(page, /splitter2/);
  await page.waitForSelector("#draw-kind-splitter2", { state: "detached" });
  assert.equal(await page.locator("#drawn-kind > *").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "draw-look");
  assert.equal(await page.locator("#draw-look").getAttribute("aria-pressed"), "true");
  await contains(page, /piece splitter /);
  await page.click("#draw-undo");
  assert.equal(await until(() => script(page), (text) => text === whole), whole);
  await done();
});

test("the starter's kind is taken away with the test that speaks of it alone; what else uses it is named, with a way to each", async () => {
  const { page, done } = await open(undefined, { own: true });
  await page.click(".menu summary");
  await page.click("#new");
  await page.click("[data-script=plain]");
  await has(page, "#title", "New Game");
  await draw(page);
  await page.click("#new-kinds summary");
  await page.click("#add-target");
  await contains(page, /piece target/);
  await page.click("#new-rules summary");
  await page.click("#add-move-place_target");
  await contains(page, /move place_target/);
  const before = await script(page);
  await page.click("#draw-kind-stone");
  await page.click("#drawn-kind #without-kind-stone");
  await says(page, ".drawn-refusal", /^The stone is still used by the move “place”\./);
  assert.equal(await script(page), before);
  await page.click("#rule-forms > summary");
  await page.click("#without-place");
  await lacks(page, /move place /);
  await says(page, ".drawn-refusal", /^$/);
  await page.click("#drawn-kind #without-kind-stone");
  await says(page, "#toast", /^There is no stone any more, nor the test “the board is empty at first”, which spoke of it alone\. Undo gives all back\.$/);
  await lacks(page, /stone|test/);
  assert.match(await script(page), /\}\n$/);
  assert.doesNotMatch(await script(page), /\n\n$/);
  await done();
});
