// Every door by keys alone and by touch, from the start page into a game; and the start page's sections and the dialogs with axe-core, at
// all widths; the board is the largest thing, also beside the script.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { choose, has, open, quit, someOf, violations } from "./browser.mjs";

after(quit);

/// Goes on with the Tab key until this has the focus, as who has no mouse does.
async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; ++i) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} is not reached by Tab; ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))} is`);
}
const doors = [
  ["play", '.card[data-title="Boundary"]', "Boundary"],
  ["change", '.card[data-title="Boundary"]', "My Boundary"],
  ["invent", '[data-script="plain"]', "New Game"],
];

test("every door by keys alone", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  for (const [name, card, title] of doors) {
    await page.waitForSelector("#door:not([hidden])");
    await page.evaluate(() => document.activeElement?.blur());
    await tabTo(page, `#door-${name}`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(card);
    await tabTo(page, card);
    await page.keyboard.press("Enter");
    await has(page, "#title", title);
    await has(page, "#state", "to move");
    await page.evaluate(() => document.activeElement?.blur());
    await tabTo(page, "#home");
    await page.keyboard.press("Enter");
  }
  await done();
});

test("every door by touch, on a telephone", async () => {
  const { page, done } = await open(undefined, { own: true, door: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const [name, card, title] of doors) {
    await page.locator(`#door-${name}`).tap();
    await page.locator(card).tap();
    await has(page, "#title", title);
    await has(page, "#state", "to move");
    await page.locator("#home").tap();
  }
  await done();
});

const fits = async (page, words) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${words}: something is wider than the page`);

for (const [colorScheme, widths] of [["light", someOf([360, 768, 1440], [360])], ["dark", someOf([390, 1440, 2560], [1440])]])
  test(`the door to change, and dialogs, with axe-core: ${widths}, ${colorScheme}`, { timeout: 300_000 }, async () => {
    const { page, done } = await open(undefined, { own: true, colorScheme });
    await choose(page, "Boundary");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const section of ["change", "invent"]) {
        await page.click("#home");
        await page.click(`#door-${section}`);
        await page.waitForSelector("#shelf h2");
        await fits(page, `${width}, ${section}`);
        assert.deepEqual(await violations(page), [], `${width}, the start page: ${section}`);
      }
      await page.click("#go-on");
      for (const id of ["save-as", "past", "print"]) {
        await page.click(".menu summary");
        await page.click(`#${id}`);
        await page.waitForSelector("dialog[open]");
        if (id === "print") await page.waitForSelector("dialog[open] svg, dialog[open] img, dialog[open] iframe", { timeout: 60_000 });
        await fits(page, `${width}, ${id}`);
        assert.deepEqual(await violations(page), [], `${width}, the dialog ${id}`);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog[open]", { state: "detached" }).catch(() => {});
      }
      // The board is the largest thing, and no smaller than the panel beside the script, where there is room for three.
      const size = (selector) => page.locator(selector).evaluate((each) => each.getBoundingClientRect().width);
      const board = await size("#table > #board > .cells");
      if (width >= 1180) assert.ok(board > 1.5 * (await size("#panel")), `${width}: ${board}`);
      else assert.ok(board > 0.55 * width, `${width}: ${board}`);
      if (width < 1180) continue;
      await page.click("#edit");
      assert.ok((await size("#table > #board > .cells")) > (await size("#panel")), `${width}, beside the script`);
      await page.click("#close-text");
    }
    await done();
  });
