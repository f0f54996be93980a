// The game on paper: seen first, and printed at its true size.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { built, choose, open, quit, says, violations } from "./browser.mjs";

after(quit);

test("a game on paper: all pages are seen, a part of them on other paper, and each is printed on a sheet of its size", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Boundary");
  await page.click(".menu summary");
  await page.click("#print");
  await says(page, "#print-said", /^\d+ pages\./, 60_000);
  const all = await page.locator("#print-sheets img").count();
  assert.ok(all > 3);
  assert.deepEqual(await violations(page), []);
  await page.selectOption("#print-only", "board");
  await says(page, "#print-said", /^1 page\./, 60_000);
  await page.selectOption("#print-paper", "letter");
  await page.fill("#print-size", "12");
  await page.press("#print-size", "Tab");
  await page.waitForSelector('#print-sheets img[style*="215.9"]', { timeout: 60_000 });
  // Marks and words of the pages are drawn: an image without any is of width 0.
  assert.ok(await page.locator("#print-sheets img").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  await page.selectOption("#print-only", "");
  await page.selectOption("#print-paper", "a4");
  await page.waitForFunction((many) => document.querySelectorAll("#print-sheets img").length === many, all, { timeout: 60_000 });
  await page.evaluate(() => void (window.print = () => (window.isPrinted = true)));
  await page.click("#print-go");
  await page.waitForFunction(() => window.isPrinted);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const sheets = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)));
  assert.equal(sheets.length, all);
  for (const sheet of sheets) assert.deepEqual(sheet.sort((a, b) => a - b), [210, 297]);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#printed").count(), 0);
  await page.click("#dialog-close");
  await done();
});

test("on a telephone with a dark theme nothing is cut off, and paper is white", async () => {
  const { page, done } = await open(undefined, { own: true, colorScheme: "dark", hasTouch: true, viewport: { width: 390, height: 844 } });
  await choose(page, "Boundary");
  await page.click(".menu summary");
  await page.click("#print");
  await says(page, "#print-said", /^\d+ pages\./, 60_000);
  assert.ok(await page.locator("#dialog-body").evaluate((body) => body.scrollWidth <= body.clientWidth));
  const [first] = await page.locator("#print-sheets img").evaluateAll((images) => images.map((image) => decodeURIComponent(image.src)));
  assert.doesNotMatch(first, /prefers-color-scheme/);
  assert.deepEqual(await violations(page), []);
  await page.click("#dialog-close");
  await done();
});

test("an exported game prints its rules, and nothing else", async () => {
  const { page, done } = await open(undefined, { own: true });
  await choose(page, "Laser Lawn");
  await page.click(".menu summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  const path = join(built, `printed_${download.suggestedFilename()}`);
  await download.saveAs(path);
  await done();
  const game = await open(path, { offline: true, colorScheme: "dark" });
  await says(game.page, "#state", /to move/);
  await game.page.emulateMedia({ media: "print" });
  await game.page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const seen = await game.page.evaluate(() => document.body.innerText.trim());
  assert.equal(seen, ""); // the sheet is in a root of its own; controls, and what scripts hold, are left out
  const sheet = game.page.locator("#panel-rules .sheet-place");
  assert.match(await sheet.evaluate((place) => place.shadowRoot.querySelector(".sheet").innerText), /Set-up[^]*The pieces[^]*Moves/);
  assert.ok(await sheet.isVisible());
  assert.equal(await game.page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  const pdf = (await game.page.pdf({ format: "A4" })).toString("latin1");
  const pages = [...pdf.matchAll(/\/MediaBox/g)].length;
  assert.ok(pages >= 2 && pages <= 8, `${pages} pages`);
  await game.done();
});
