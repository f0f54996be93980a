// The site as built in build/site: every link leads somewhere, nothing is asked of a network, what can be opened in the studio is
// right, and the search, the games and the themes work from the disk.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { samplesOf } from "../samples.mjs";
import { studioOf } from "../studio.mjs";
import { built, opened, quit, root } from "./browser.mjs";

after(quit);

const filesIn = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? filesIn(join(folder, each.name)) : [join(folder, each.name)]));
const files = filesIn(built);
const text = new Map(files.filter((file) => file.endsWith(".html") && !/studio\.html$/.test(file)).map((file) => [file, readFileSync(file, "utf8")]));
const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const samples = JSON.parse(readFileSync(join(here, "samples.json"), "utf8"));

/// All that a page points at, as `[what, address]`.
const pointedAt = (html) => [...html.matchAll(/<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, what, address]) => [what, address.replaceAll("&amp;", "&").replaceAll("&#38;", "&")]);

test("no link is dead: there is such a file, and such a place in it", () => {
  const idsOf = new Map([...text].map(([file, html]) => [file, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))]));
  const dead = [];
  let count = 0;
  for (const [file, html] of text)
    for (const [, address] of pointedAt(html)) {
      if (/^[a-z]+:/.test(address)) continue;
      ++count;
      const [path, id] = address.split("#");
      const to = path ? resolve(dirname(file), decodeURIComponent(path)) : file;
      if (!existsSync(to) || !statSync(to).isFile()) dead.push(`${relative(built, file)}: ${address}`);
      else if (id && text.has(to) && !idsOf.get(to).has(decodeURIComponent(id))) dead.push(`${relative(built, file)}: ${address}: no such place`);
    }
  assert.deepEqual(dead, []);
  assert.ok(count > 10_000, `${count} links`);
});

test("a page loads nothing from elsewhere", () => {
  const found = [];
  for (const [file, html] of text) {
    for (const [what, address] of pointedAt(html)) if (what !== "a" && /^([a-z]+:)?\/\/|^https?:/.test(address)) found.push(`${relative(built, file)}: ${what} ${address}`);
    if (/@import|url\(\s*['"]?(https?:)?\/\//.test(html)) found.push(`${relative(built, file)}: a style`);
  }
  for (const file of files.filter((each) => /\.(css|svg)$/.test(each))) if (/@import|url\(\s*['"]?https?:|(?:href|src)="https?:/.test(readFileSync(file, "utf8"))) found.push(relative(built, file));
  assert.deepEqual(found, []);
});

test("every page is reached from the first one", () => {
  const seen = new Set([join(built, "index.html")]);
  for (const file of seen) for (const [what, address] of pointedAt(text.get(file) ?? "")) if (what === "a" && !/^[a-z]+:/.test(address) && address.split("#")[0]) seen.add(resolve(dirname(file), address.split("#")[0]));
  assert.deepEqual([...text.keys()].filter((file) => !seen.has(file)).map((file) => relative(built, file)), []);
});

test("a page's samples are told apart: whole, added, changed, with a mistake", () => {
  const page = ["```glint", 'game "A"', "```", "```glint", "let a = 1", "```", "```glint", "let b = 2", "```", "```glint new c.glint", 'game "C"', "x", "```", "```diff c.glint", "-x", "+y", "```", "```glint-error G0101", 'game "D"', "```"].join("\n");
  const { found, first } = samplesOf(page);
  assert.deepEqual([...found.values()].map((each) => each.text), ['game "A"\n', 'game "A"\nlet a = 1\n', 'game "A"\nlet b = 2\n', 'game "C"\nx\n', 'game "C"\ny\n', 'game "D"\n']);
  assert.deepEqual([...found.values()].map(({ isBroken }) => isBroken), [false, false, false, false, false, true]);
  assert.equal(first, 'game "A"\n');
  assert.deepEqual([...samplesOf("```glint\nlet a = 1\n```", 'game "B"\n').found.values()].map((each) => each.text), ['game "B"\nlet a = 1\n']);
});

test("what opens in the studio is what stands on the page: the engine finds no mistake, or the one that is meant", async () => {
  const studio = await studioOf(root, join(built, "studio.html"), here);
  const wrong = [];
  // The tutorial begins with a game that is not whole yet: of a file that grows, the last state counts.
  const last = new Map(samples.map(({ page, name, line }) => [`${page} ${name}`, line]));
  for (const { name, text: script, files: beside, isBroken, page, line } of samples) {
    if (!/^(game|variant) /m.test(script)) continue;
    const found = studio.engineWith({ ...beside, [name]: script }).check().get(name);
    const errors = found?.filter(({ severity }) => severity === 1);
    // Some mistakes come up only in play: of scripts with `//!`, and of codes from G0601.
    const isLate = /^\/\/!/m.test(script) || /errors\/G0[67]/.test(page);
    const isGrowing = page === "lang/TUTORIAL.md" && last.get(`${page} ${name}`) !== line;
    if (!found || (isBroken ? !found.length && !isLate : errors.length && !isGrowing)) wrong.push(`${page}:${line}: ${JSON.stringify(found?.map(({ code, message }) => [code, message]))}`);
    const read = studio.sharedIn(studio.hashOf({ name, text: script, files: beside }));
    assert.equal(read.text, script);
  }
  assert.deepEqual(wrong, []);
  assert.ok(samples.length > 200, `${samples.length} samples`);
});

for (const theme of ["light", "dark"])
  test(`pages open from the disk, at 390 and 1440 px, ${theme}`, async () => {
    for (const place of ["index.html", "lang/TUTORIAL.html", "lang/cookbook/moves.html", "lang/errors/index.html", "lang/errors/G0201.html", "play/index.html", "play/boundary.html", "api/cpp/glint.html", "api/python/index.html", "interpreter/cli/index.html", "games/index.html", "examples/gallery/index.html"])
      for (const width of [390, 1440]) {
        const { page, wrong, close } = await opened(place, { width, theme });
        const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (more > 0) wrong.push(`is ${more} px wider than the window`);
        // Words against what is behind them, as WCAG counts it.
        const [ink, ground] = await page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor].map((colour) => colour.match(/\d+/g).slice(0, 3).map(Number)));
        const [one, other] = [ink, ground].map((colour) => colour.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)).sort((a, b) => b - a);
        assert.ok((one + 0.05) / (other + 0.05) > 7, `${place}: ${ink} on ${ground}`);
        assert.equal(ground[0] < 128, theme === "dark");
        assert.deepEqual(wrong, [], `${place} at ${width}`);
        await close();
      }
  });

test("the theme that is chosen stays", async () => {
  const { page, wrong, close } = await opened("lang/TUTORIAL.html", { theme: "light" });
  await page.click("#theme");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  assert.match(dark, /rgb\((\d|[1-4]\d),/);
  await page.goto(page.url().replace("TUTORIAL", "errors/index"));
  assert.equal(await ground(), dark);
  assert.deepEqual(wrong, []);
  await close();
});

test("the search finds what readers ask for", async () => {
  const { page, wrong, close } = await opened("lang/reference/beams.html");
  const asked = [
    ["jump several times", "jump-several-times"],
    ["G0403", "errors/G0403"],
    ["confidence interval", "interpreter/lab"],
    ["mirror", "how-do-i-turn-a-beam-with-a-mirror"],
    ["two beams colour mix", "mix-colours"],
    ["play_listed", "api/"],
    ["Laser Chess", "play/laser_chess"],
    ["swap pie rule", "swap-sides"],
    ["draughts forced captures", "captures-compulsory"],
    ["train a neural network", "interpreter/learn"],
    ["print rules", "SHARE"],
    ["share with a friend", "SHARE"],
    ["chain of captures", "capture-several"],
    ["why is my function slow", "speed"],
    ["PuzzleScript", "COMING_FROM"],
    ["install", "cli/index.html#installing"],
    ["tutorial", "TUTORIAL"],
    ["write my first game", "TUTORIAL"],
    ["beginner", "TUTORIAL"],
    ["offline", "one-file-to-play"],
    ["difficulty", "index.html#bots"],
    ["remote", "SHARE"],
    ["longest capture", "take-as-many"],
    ["privacy", "interpreter/studio"],
  ];
  for (const [words, place] of asked) {
    await page.fill("#search", words);
    await page.waitForFunction((typed) => document.getElementById("found").dataset.of === typed, words);
    const found = await page.$$eval("#found a", (links) => links.map((link) => link.getAttribute("href")));
    assert.ok(found.slice(0, 5).some((href) => href.includes(place)), `${words}: ${found.join(", ")}`);
  }
  await page.fill("#search", "xyzzyq");
  await page.waitForSelector("#found p");
  await page.fill("#search", "jump several times");
  await page.waitForFunction(() => document.getElementById("found").dataset.of === "jump several times");
  await page.press("#search", "Enter");
  await page.waitForURL(/cookbook\/moves\.html#/);
  assert.deepEqual(wrong, []);
  await close();
});

test("a game is played in its page, and saved as a page of its own", async () => {
  const { page, wrong, close } = await opened("play/breakthrough.html", { theme: "dark" });
  await page.click(".begin");
  const game = page.frameLocator(".played iframe");
  await game.locator("body[data-ready]").waitFor({ timeout: 60_000 });
  const before = await game.locator("#state").textContent();
  // A piece that can move, then a cell that it can move to.
  await game.locator(".cells polygon.can").first().click();
  await game.locator(".cells polygon.can:not(.chosen)").first().click();
  await page.waitForFunction((old) => document.querySelector(".played iframe").contentDocument.getElementById("state").textContent !== old, before, { timeout: 20_000 });
  assert.match(await game.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor), /rgb\((\d|[1-4]\d),/);
  const waits = page.waitForEvent("download");
  await page.click(".save");
  const file = await (await waits).path();
  const saved = readFileSync(file, "utf8");
  assert.match(saved, /^<!doctype html>/);
  assert.ok(saved.length > 1e6 && !saved.includes("{{"), `${saved.length} characters`);
  assert.deepEqual(wrong, []);
  await close();
});

test("every game starts in its page, on a phone", async () => {
  const names = readdirSync(join(built, "play")).filter((name) => name.endsWith(".js")).map((name) => name.slice(0, -3));
  assert.ok(names.length > 50);
  const { page, wrong, close } = await opened("play/index.html", { width: 390, height: 844 });
  for (const name of names) {
    await page.goto(page.url().replace(/[^/]*$/, `${name}.html`));
    await page.click(".begin");
    await page.frameLocator(".played iframe").locator("body[data-ready]").waitFor({ timeout: 60_000 });
    const cells = await page.frameLocator(".played iframe").locator(".cells polygon").count();
    const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (more > 0) wrong.push(`${name} is ${more} px wider than the window`);
    if (!cells) wrong.push(`${name} has no board`);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("a kit is printed at its true size, each page on a sheet of its own", async () => {
  for (const [name, kind, width] of [["boundary", "kit", 210], ["laser_lawn", "kit", 210], ["the_beam", "kit.letter", 215.9]]) {
    const { page, wrong, close } = await opened(`play/${name}.${kind}.html`, { theme: "dark" });
    const sheets = await page.$$eval(".sheets img", (images) => images.map((image) => [image.naturalWidth > 0, parseFloat(image.style.getPropertyValue("--width"))]));
    assert.ok(sheets.length >= 10 && sheets.every(([isDrawn]) => isDrawn), `${name}: ${sheets}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    // Points of 1/72 inch; the browser rounds to whole pixels, a third of a millimetre at most.
    const printed = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, across]) => (Number(across) / 72) * 25.4);
    assert.equal(printed.length, sheets.length, name);
    for (const [at, [, asked]] of sheets.entries()) assert.ok(Math.abs(printed[at] - asked) < 0.34, `${name}, sheet ${at + 1}: ${printed[at]} mm, not ${asked}`);
    assert.ok(sheets.some(([, asked]) => asked === width), name);
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a sample opens in the studio", async () => {
  const { page, wrong, close } = await opened("lang/cookbook/optics.html");
  await page.click(".open");
  await page.waitForFunction(() => /turn|mirror/i.test(document.querySelector(".cm-content")?.textContent ?? ""), undefined, { timeout: 60_000 });
  assert.match(page.url(), /studio\.html/);
  assert.deepEqual(wrong, []);
  await close();
});
