// Errors: what is right of a script is shown while other lines are wrong, and each mistake ends with something to click that
// mends it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, has, open, openScript, quit, violations, write } from "./browser.mjs";
import { mistakes, right } from "./mistakes.mjs";

after(quit);

/// How many errors the page counts, once all that can be clicked is there.
const errors = async (page) => {
  await page.waitForFunction(() => document.querySelector("#table[aria-busy=false]") && (/No mistakes/.test(document.getElementById("problems").textContent) || document.getElementById("problems").dataset.mended === String(document.querySelectorAll("#problems .problem").length)), undefined, { timeout: 20_000 });
  return Number(/^(\d+) error/.exec(await page.locator("#problems").textContent())?.[1] ?? 0);
};

test("fifteen mistakes of newcomers, and as many more: clicks on the mends lead to a game without errors", async (t) => {
  const { page, done } = await open(undefined, { own: true });
  await has(page, "#state", "to move");
  assert.ok(Object.keys(mistakes).length >= 15);
  for (const [name, text] of Object.entries(mistakes))
    await t.test(name, async () => {
      await write(page, text);
      await page.waitForFunction(() => /\d+ error/.test(document.getElementById("problems").textContent), undefined, { timeout: 20_000 });
      assert.ok((await errors(page)) > 0);
      const titles = [];
      for (let clicks = 0; clicks < 3 && (await errors(page)) > 0; ++clicks) {
        const mend = page.locator("#problems .problem .mend").first();
        titles.push(await mend.textContent({ timeout: 5000 }));
        const before = await page.locator("#problems").textContent();
        await mend.click();
        await page.waitForFunction((old) => document.getElementById("problems").textContent !== old, before, { timeout: 20_000 });
      }
      assert.equal(await errors(page), 0, `after ${titles.join("; ")}: ${await page.locator("#problems").textContent()}`);
      assert.ok(!titles.some((title) => /^Leave/.test(title)), titles.join("; "));
      await page.waitForSelector("polygon[role=gridcell]");
    });
  await done();
});

test("errors of other kinds end with a mend that is theirs, by their code, and a click leads to a game without errors", async () => {
  const { page, done } = await open(undefined, { own: true });
  await has(page, "#state", "to move");
  for (const [now, wrong, title] of [
    ["end when empty == {} : tie", "end when count(stone of me) == 5 : opponent wins", /^Write .*end for p in player when count\(stone of p\) == 5 : p \+ 1 wins/],
    ["end when empty == {} : tie", "end when stone == 3 : tie", /^Write count\(stone\)/],
    ["end when empty == {} : tie", "let none = {}\nend when empty == none : tie", /^Write let none: set of cell = \{\}/],
    ["{ pick at in empty; put stone on at }", "{ pick at in empty; pick size in 1..3; put stone on at }", /^Add \{size\} to how the move is written/],
  ]) {
    await write(page, right.replace(now, wrong));
    await has(page, "#problems", "error");
    assert.ok((await errors(page)) > 0);
    const mend = page.locator("#problems .problem .mend").first();
    assert.match(await mend.textContent({ timeout: 5000 }), title);
    for (let clicks = 0; clicks < 3 && (await errors(page)) > 0; ++clicks) {
      const before = await page.locator("#problems").textContent();
      await mend.click();
      await page.waitForFunction((old) => document.getElementById("problems").textContent !== old, before, { timeout: 20_000 });
    }
    assert.equal(await errors(page), 0, `${wrong}: ${await page.locator("#problems").textContent()}`);
  }
  await done();
});

test("a mend is one change that undo takes back, and is found by keys and screen readers", async () => {
  const { page, done } = await open(undefined, { own: true });
  await write(page, mistakes["a board of 5x5"]);
  await page.waitForSelector("#problems .mend");
  assert.deepEqual(await violations(page), []);
  await page.locator("#problems .mend").first().press("Enter");
  await has(page, "#problems", "No mistakes");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await has(page, "#problems", "board");
  await done();
});

test("a mend of a text that has changed since is refused, and what was typed stays", async () => {
  const { page, done } = await open(undefined, { own: true });
  await write(page, mistakes["a board of 5x5"]);
  await page.waitForSelector("#problems .mend");
  await page.evaluate(() => {
    document.querySelector(".cm-content").cmTile.view.dispatch({ changes: { from: 0, insert: "// typed just now\n" } });
    document.querySelector("#problems .mend").click();
  });
  await has(page, "#toast", "The script has changed since");
  assert.match(await page.evaluate(() => document.querySelector(".cm-content").cmTile.view.state.doc.toString()), /^\/\/ typed just now\n/);
  await done();
});

test("the board is there as soon as its lines are right, and stays while others are wrong: blocks fail alone", async () => {
  const { page, done } = await open(undefined, { own: true });
  const cells = (number) => page.waitForFunction((many) => document.querySelectorAll("polygon[role=gridcell]").length === many, number, { timeout: 20_000 });
  await write(page, "");
  await write(page, 'game "Half"\nuse square\nboard grid(3, 3)\n');
  await cells(9);
  await has(page, "#state", "The board shows what is right");
  await has(page, "#title", "Half");
  // Pieces and the set-up that are right are on it; a move that is wrong is left out, and said.
  await write(page, 'game "Half"\nuse square\nplayers ann, bob\nboard grid(4, 3)\npiece stone { look "s" }\nsetup { put stone on a1 }\n\nmove go "{at}" { nonsense }\n\nplay { repeat { turn of each player { choose go } } }\n');
  await cells(12);
  await has(page, "#state", "move go (line 8)");
  await page.waitForSelector("[role=gridcell][aria-label*='stone']");
  // Nothing can be played on it.
  assert.equal(await page.locator("polygon.can").count(), 0);
  assert.ok(await page.locator("#hint").isDisabled());
  // The lines of the board go on being followed.
  const text = await page.evaluate(() => document.querySelector(".cm-content").innerText);
  await write(page, text.replace("grid(4, 3)", "grid(2, 2)"));
  await cells(4);
  // A board that is right no more: the last one stays.
  await write(page, text.replace("grid(4, 3)", "grid(4, "));
  await has(page, "#state", "The script has errors");
  await done();
});

test("while somebody types in the middle of a game, the position stays", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Boundary");
  await page.fill("#move", await page.locator("#moves option").first().getAttribute("value"));
  await page.press("#move", "Enter");
  await has(page, "#state", "move 2");
  const before = await page.locator("#board .drawing").innerHTML();
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nnonsense");
  await has(page, "#state", "This is the board before them");
  await page.waitForTimeout(1000);
  assert.equal(await page.locator("#board .drawing").innerHTML(), before);
  await done();
});
