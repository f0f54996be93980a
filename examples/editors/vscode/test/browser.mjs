// Uses the extension in VS Code as somebody would: node browser.mjs ADDRESS FOLDER. try.sh runs it, and says what is there.
import assert from "node:assert";
import { createRequire } from "node:module";
import { join } from "node:path";

const [address, folder] = process.argv.slice(2);
const { chromium } = createRequire(join(folder, "package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });

const until = async (what, holds) => {
  for (let i = 0; i < 150; ++i) {
    const value = await holds().catch(() => undefined);
    if (value) return value;
    await page.waitForTimeout(200);
  }
  await page.screenshot({ path: join(folder, "failed.png") });
  throw new Error(`never: ${what} (see failed.png)`);
};
const press = async (key) => { await page.keyboard.press(key); await page.waitForTimeout(500); };
/// Types into the field that the key opens, once there is something to choose.
const choose = async (key, text) => {
  await press(key);
  await page.keyboard.type(text);
  await until(`${text} is offered`, () => page.isVisible(".quick-input-list .monaco-list-row"));
  await page.waitForTimeout(700);
  await press("Enter");
};
const tabs = () => page.$$eval(".tab .label-name", (all) => all.map((each) => each.textContent));
const lens = (title) => until(`the lens ${title}`, async () => {
  for (const each of await page.$$(".codelens-decoration a")) {
    if ((await each.textContent()) !== title || !(await each.isVisible())) continue;
    await each.click();
    return true;
  }
});
const inBoard = (ask) => until("the board", async () => {
  for (const frame of page.frames()) if (await frame.$(".picture svg").catch(() => null)) return ask(frame);
});

await page.goto(address);
await until("the folder", () => page.isVisible("text=two_lamps.glint"));
await choose("Control+p", "lamps.glint");
await until("the script", () => page.isVisible('.view-line:has-text("players")'));

await choose("F1", "Glint: Show the Board");
assert.equal(await inBoard((frame) => frame.$$eval(".cell", (all) => all.length)), 36);
await inBoard(async (frame) => { await frame.locator('.cell:has-text("c3")').click(); return true; });
await until("what is said of a cell", () => inBoard((frame) => frame.isVisible("text=No beam reaches c3")));
await page.waitForTimeout(1000);
await inBoard(async (frame) => { await frame.getByRole("button", { name: "lamp c3 e", exact: true }).click(); return true; });
await until("the move", () => inBoard((frame) => frame.isVisible("text=1. lamp c3 e")));
await page.screenshot({ path: join(folder, "board.png") });

await choose("F1", "Test: Run All Tests");
await until("the tests", () => page.isVisible(".test-output-peek-tree >> text=the last lamp ends the game"));
await page.screenshot({ path: join(folder, "tests.png") });
await choose("F1", "View: Close Panel");

await page.click('.tab:has-text("lamps.glint")');
await press("Control+Home");
await lens("Study");
await until("the study", async () => (await tabs()).includes("lamps.glint: study"));
await page.screenshot({ path: join(folder, "study.png") });
await choose("Control+p", "two_lamps.glint");
await lens("What it changes");
await until("the changes", async () => (await tabs()).includes("two_lamps.glint: changes"));
await page.screenshot({ path: join(folder, "changes.png") });
await browser.close();
console.log("VS Code: all as expected");
