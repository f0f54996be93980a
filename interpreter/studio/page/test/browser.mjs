// A real Chromium with the page in it, and what all tests ask of a page: no error in its console, and no request.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import AxeBuilder from "axe-core";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "../../../..");
export const built = resolve(process.env.GLINT_STUDIO_OUT ?? join(root, "build/studio"));

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

/// CI tries a part, as with the random games of the engine's tests: patient tests, which go through much that others go through,
/// are left out, and of widths some.
const isPart = Number(process.env.GLINT_TEST_SCALE ?? 1) < 0.2;
export const patient = isPart && "GLINT_TEST_SCALE leaves out patient tests";
export const someOf = (all, some) => (isPart ? some : all);

let browser;
export async function launch() {
  browser ??= await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return browser;
}
export async function quit() {
  await browser?.close();
  browser = undefined;
}

/// With GLINT_LATE=300 each answer of the engine comes up to 300 ms late, still in order: a test that is quicker than the page on a
/// slow machine fails on any machine.
const late = Number(process.env.GLINT_LATE ?? 0);
const delay = (most) => {
  window.Worker = class extends Worker {
    set onmessage(hear) {
      let last = Promise.resolve();
      super.onmessage = (event) => {
        last = last.then(() => new Promise((done) => setTimeout(done, Math.random() * most))).then(() => hear(event));
      };
    }
  };
};

/// A link to a bundled game, in the form for programs (src/share.ts).
const linkTo = (name) => `#0${Buffer.from(JSON.stringify({ name, text: readFileSync(join(root, "games", `${name}.glint`), "utf8") })).toString("base64url")}`;
const laserLawn = linkTo("laser_lawn");

/// Studios that a test has left, by what they were opened with. To open one takes two seconds of a processor.
const left = new Map();

/// Makes a studio what it is at first: Laser Lawn, and nothing kept.
async function reset(page) {
  await page.evaluate(async (hash) => {
    const isThere = (id) => document.getElementById(id);
    document.querySelector("dialog[open]")?.close();
    for (const id of ["everything", "evaluate"]) if (isThere(id)?.checked) isThere(id).click();
    for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
    // The first time the script that was open is kept as the author's own; the second time there is none.
    for (let i = 0; i < 2; ++i) {
      localStorage.clear();
      location.hash = hash;
      await new Promise((done) => addEventListener("hashchange", () => setTimeout(done), { once: true }));
    }
    isThere("tour-end")?.click();
    isThere("tab-play").click();
    if (document.body.dataset.script) isThere("close-text").click();
    isThere("toast").hidden = true;
    isThere("toast").textContent = isThere("spoken").textContent = "";
    document.activeElement?.blur();
  }, laserLawn);
  await page.setViewportSize({ width: 1440, height: 900 });
  await has(page, "#title", "Laser Lawn");
  await has(page, "#state", "to move");
}

/// A studio for a test; one that another test has left, as it is at first, unless the test needs its `own`. At its end `done()`
/// checks that nothing went wrong in it. A test that leaves something in the page that cannot be taken back, such as a clock of
/// its own, says `own`.
export async function open(path, { hash, address, door, own = Boolean(path || hash || address || door), ...options } = {}) {
  const kind = JSON.stringify(options);
  const used = own ? undefined : left.get(kind)?.pop();
  if (used) await reset(used.page);
  const { page, wrong, context } = used ?? (await fresh(path, { hash, address, door, ...options }));
  return {
    page,
    wrong,
    async done() {
      assert.deepEqual(wrong, []);
      if (own) await context.close();
      else left.set(kind, [...(left.get(kind) ?? []), { page, wrong, context }]);
    },
  };
}

/// A page of its own, with empty storage: Laser Lawn, or, with `door`, the start page.
async function fresh(path, { door, address, hash = path || address || door ? "" : laserLawn, ...options } = {}) {
  const context = await (await launch()).newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  if (late) await context.addInitScript(delay, late);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(`${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => wrong.push(String(error)));
  const own = address && new URL(address).origin;
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || (own && request.url().startsWith(`${own}/`)) || wrong.push(`a request: ${request.url()}`));
  await page.goto(address ?? pathToFileURL(path ?? join(built, "studio.html")).href + hash);
  await page.waitForSelector("body[data-ready]", { timeout: 60_000 });
  return { page, wrong, context };
}

/// Opens the script beside the board.
export async function openScript(page) {
  if (await page.locator("#text").isHidden()) await page.click("#edit");
}

/// An empty script of one's own, as the start page begins it.
export async function blank(page) {
  await page.click(".menu summary");
  await page.click("#new");
  await page.click("[data-script=blank]");
  await has(page, "#state", "The script is empty");
}

/// Opens one of one's own games, by its name.
export async function openMine(page, name) {
  await page.click("#home");
  await page.click("#mine");
  await page.click(`[data-own="${name}"]`);
}

/// Replaces the text in the editor, as somebody who pastes it.
export async function write(page, text) {
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+A");
  if (!text) return page.keyboard.press("Delete");
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", given);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".cm-content").dispatchEvent(event);
  }, text);
}

/// Waits until this part of the page has these words, and the board has followed what was typed.
export const has = (page, selector, words, timeout = 20_000) =>
  page.waitForFunction(
    ([place, given]) => document.querySelector("#table[aria-busy=false]") && document.querySelector(place)?.textContent.includes(given),
    [selector, words],
    { timeout },
  );

/// What was read when it was as wished, or at the end of the time. It is not read again: by then it may be otherwise.
export async function until(read, isWished, timeout = 20_000) {
  for (const end = performance.now() + timeout; ; await new Promise((done) => setTimeout(done, 50))) {
    const now = await read();
    if (isWished(now) || performance.now() > end) return now;
  }
}

/// Waits until the text of this part matches: an answer may come in parts, and the last of them later on a slow machine.
export async function says(page, selector, pattern, timeout = 20_000) {
  const place = page.locator(selector).first();
  assert.match(await until(() => place.textContent(), (text) => pattern.test(text), timeout), pattern);
}

/// Waits until the clocks show this, as "moon turn 2:00, 5:00", or less by what a slow machine has taken meanwhile: they go on.
export function counts(page, words) {
  const seconds = (minutes) => minutes.split(":").reduce((sum, each) => 60 * sum + Number(each), 0);
  const spoken = (all) => `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
  const upTo = (most) => Array.from({ length: Math.min(most, 40) + 1 }, (_, i) => spoken(most - i));
  return says(page, "#clocks", new RegExp(words.replace(/\d+:\d\d/g, (each) => `(${upTo(seconds(each)).join("|")})`)));
}

/// Chooses a game on the start page, and waits for its board.
export async function choose(page, title) {
  await page.click("#home");
  await page.click(`.card[data-title="${title}"]`);
  await has(page, "#title", title);
  await has(page, "#state", "to move");
}

/// Opens a tab; on a narrow screen it may be behind a button.
export async function openTab(page, id) {
  if (await page.locator(`#tab-${id}`).isHidden()) await page.click("#more");
  await page.click(`#tab-${id}`);
}

/// A cell of the board, by its label.
export const cell = (page, label) => page.locator(`[role=gridcell][aria-label^="${label},"]`);

/// Violations of the accessibility rules of axe-core.
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AxeBuilder.source);
  return page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join("; ")}`));
}

/// Types a move into the page's field, and plays it.
export async function type(page, move) {
  if (await page.locator("#move").isHidden()) await page.click("#tab-play");
  await page.fill("#move", move);
  await page.press("#move", "Enter");
}

// A game that uses a library of its author.
export const lamps = "library lamps\nlet twice(n: 0..9) = n + n\n";
export const dots = `game "Two Dots"
use square
use lamps
players ann, bob
board grid(twice(1), 1)
piece dot { look "." }
move go "{at}" { pick at in empty; put dot on at }
play { repeat { turn of each player { choose go } } }
end when empty == {} : ann wins
`;
