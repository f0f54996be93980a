// What the page looks like: from a telephone to a wide screen, in both themes, nothing is out of reach, and axe-core finds
// nothing wrong.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, has, open, openTab, quit, someOf, type, violations, write } from "./browser.mjs";

after(quit);

const tabs = ["play", "draw", "why", "tests", "options", "study", "changes", "rules", "learn"];
const fits = (page, words) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth).then((isFitting) => assert.ok(isFitting, `${words}: something is wider than the page`));

// What is how wide does not depend on colours: in one of the themes all widths are tried.
for (const [colorScheme, widths] of [["light", [390, 1440]], ["dark", someOf([360, 390, 768, 1440, 2560], [360, 1440])]])
  test(`from ${widths[0]} to ${widths.at(-1)} pixels, ${colorScheme}`, { timeout: 600_000 }, async () => {
    const { page, done } = await open(undefined, { colorScheme });
    await has(page, "#state", "to move");
    await type(page, await page.locator("#moves option").first().getAttribute("value"));
    await has(page, "#state", "move 2");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await page.locator("#table > #board").isVisible());
      assert.equal(await page.locator("#editor").isVisible(), false);
      // The whole width of the board is on the screen.
      const board = await page.locator("#table > #board > .cells").boundingBox();
      assert.ok(board.x >= 0 && board.x + board.width <= width + 1, `${width}: the board`);
      assert.deepEqual(await violations(page), [], `${width}: the board`);
      await page.click(".menu summary");
      await fits(page, `${width}, the menu`);
      await page.click(".menu summary");
      await page.click("#edit");
      await fits(page, `${width}, the script`);
      if (width === 390 || width === 1440) assert.deepEqual(await violations(page), [], `${width}, the script`);
      await page.click("#close-text");
      for (const tab of tabs) {
        await openTab(page, tab);
        // No tab is half out of the screen.
        const shown = await page.locator("#rail button:visible").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => left >= 0 && right <= innerWidth));
        assert.ok(shown.length > 5 && shown.every(Boolean), `${width}, ${tab}: ${shown}`);
        if (tab === "rules") await page.waitForSelector("#save-rules");
        await fits(page, `${width}, ${tab}`);
        // Of the widths at which a tab looks the same, one is looked at closely.
        if (width === 390 || (width === 1440 && colorScheme === "dark")) assert.deepEqual(await violations(page), [], `${width}, ${tab}`);
      }
      for (const section of ["play", "invent", "mine"]) {
        await page.click("#home");
        await page.click(section === "mine" ? "#mine" : `#door-${section}`);
        await page.waitForSelector("#shelf h2");
        await fits(page, `${width}, the start page: ${section}`);
        if (width === 390 || width === 1440) assert.deepEqual(await violations(page), [], `${width}, the start page: ${section}`);
      }
      await page.click("#go-on");
    }
    await done();
  });

test("a state that is longer than its place is scrolled by keys; a shorter one is no stop for them", async () => {
  const { page, done } = await open(undefined, { own: true });
  const player = Array.from({ length: 9 }, (_, i) => `somebody_with_name_${i}`).join("_and_");
  await write(page, `game "Long Names"\nuse square\nplayers ${player}\nboard square(2, 2)\npiece stone { look "s" }\nmove place "{at}" { pick at in empty; put stone on at }\nplay { repeat { turn of each player { choose place else { end : tie } } } }\n`);
  await has(page, "#state", "to move");
  await has(page, "#title", "Long Names");
  await page.click("#close-text");
  await page.setViewportSize({ width: 390, height: 900 });
  await page.waitForSelector("#state[tabindex]");
  assert.deepEqual(await violations(page), []);
  await page.focus("#state");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.getElementById("state").scrollTop > 0);
  await choose(page, "Hex");
  await page.waitForSelector("#state:not([tabindex])");
  await done();
});

test("players' pieces and lights are told apart without colours, and nothing moves for those who want it so", async () => {
  const { page, done } = await open(undefined, { reducedMotion: "reduce" });
  await has(page, "#state", "to move");
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((each) => each.getClientRects().length)
      .filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each);
        return animationName !== "none" || !/^(0s(, )?)+$/.test(transitionDuration);
      })
      .map((each) => each.tagName),
  );
  assert.deepEqual(moving, []);
  assert.equal(await page.locator("animate, animateTransform, animateMotion").count(), 0);
  // The label of a lit cell has the first letters of its colours.
  await page.check("#everything");
  for (const [i, move] of ["C2 sw green", "G2 ne blue", "F1 se blue"].entries()) {
    await type(page, move);
    await has(page, "#state", `move ${i + 2}`);
  }
  const lit = await page.evaluate(() =>
    [...document.querySelectorAll("[role=gridcell]")]
      .map((each) => /^([A-Z]\d),.*lit: ([^,;]*)/.exec(each.getAttribute("aria-label")))
      .filter(Boolean)
      .map(([, label, colours]) => `${label} ${colours.split(" and ").map((word) => word[0]).join("")}`),
  );
  const texts = await page.locator("#board svg text").allTextContents();
  assert.ok(lit.length > 3, JSON.stringify(lit));
  for (const each of lit) assert.ok(texts.includes(each), `${each} in ${texts}`);
  // The rims of the second player's pieces are broken.
  await choose(page, "Boundary");
  await type(page, "(c3-a3)(a1-c3)");
  await has(page, "#state", "move 2");
  const rims = await page.evaluate(() => {
    const rims = {};
    for (const group of document.querySelectorAll("#board svg g")) {
      const owner = / of (\w+)/.exec(group.querySelector(":scope > title")?.textContent ?? "")?.[1];
      if (owner) (rims[owner] ??= new Set()).add(Boolean(group.querySelector("[stroke-dasharray]")));
    }
    return Object.values(rims).map((each) => [...each].join());
  });
  assert.deepEqual(rims.sort(), ["false", "true"]);
  await done();
});
