// The page as somebody uses it who has never seen it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { blank, built, cell, choose, has, open, openMine, openScript, quit, root, says, type, violations, write } from "./browser.mjs";
import { steps } from "./lighthouse.mjs";

after(quit);

const shows = (page, text) => has(page, "#state", text);
const count = (page, text) => has(page, "#problems", text);

test("the page is one file with an engine of at most 1.17 MB, and starts", async () => {
  const { page, done } = await open(undefined, { own: true });
  const [, engine] = /id="engine">([^<]*)</.exec(readFileSync(join(built, "studio.html"), "utf8"));
  const size = Buffer.from(engine, "base64").length;
  assert.ok(size <= 1_170_000, `${size} bytes compressed`);
  await shows(page, "to move");
  await done();
});

test("the tutorial's game, from an empty page to a won game", async () => {
  const { page, done } = await open();
  await blank(page);
  await shows(page, "The script is empty");
  const texts = steps();
  // A game without `play` is an error that says so; with it there is a board.
  await write(page, texts[0]);
  await count(page, "has no play");
  await write(page, texts[1]);
  await shows(page, "ann to move");
  await write(page, texts[2]);
  await count(page, "unknown kind of piece miror");
  await write(page, texts[3]);
  // Without errors, games are played at random; in some of them nobody can move, and that is said last.
  await count(page, "nothing can be chosen here");
  await write(page, texts.at(-1));
  await shows(page, "ann to move");
  // By mouse: the cell, then what is left to choose.
  await cell(page, "f4").click();
  await page.getByRole("button", { name: "/", exact: true }).click();
  await shows(page, "bob to move");
  // A cell that cannot be picked says why.
  await cell(page, "d5").click();
  await page.waitForFunction(() => /not dark/.test(document.getElementById("refusal").textContent));
  // By keyboard: to c2, pick it, and the mirror.
  await cell(page, "f4").focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "/", exact: true }).press("Enter");
  await shows(page, "ann to move");
  // By its text.
  await page.fill("#move", "turn");
  await page.press("#move", "Enter");
  await shows(page, "ann wins");
  // Its tests pass, and what was played becomes one that passes too.
  await page.click("#tab-tests");
  await page.click("#run-tests");
  await page.waitForSelector("#tests-result.good");
  await page.click("#make-test");
  await has(page, "#toast", "at the end of the script");
  await page.click("#run-tests");
  await page.waitForFunction(() => document.getElementById("tests-result").textContent === "All 4 pass.");
  await done();
});

test("the moves so far are played again by the new rules, and where they part is said", async () => {
  const { page, done } = await open();
  const text = steps().at(-1);
  await blank(page);
  await write(page, text);
  await shows(page, "ann to move");
  await page.fill("#move", "mirror f4 /");
  await page.press("#move", "Enter");
  await shows(page, "bob to move");
  await write(page, text.replace("mirror {at} {line}", "glass {at} {line}"));
  await page.waitForFunction(() => /Move 1, `mirror f4 \/`, is not legal/.test(document.getElementById("refusal").textContent));
  await write(page, text);
  await shows(page, "bob to move");
  await done();
});

test("a program plays a seat, and gives a hint", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  // Laser Lawn leaves it to the players to find a move, unless they ask for it.
  assert.ok(await page.locator("#hint").isDisabled());
  await page.check("#everything");
  await page.click("#hint");
  await page.waitForFunction(() => document.getElementById("move").value !== "");
  await page.locator("#panel-play select").nth(0).selectOption("greedy");
  await page.locator("#panel-play select").nth(1).selectOption("random");
  await page.waitForFunction(() => document.querySelectorAll("ol.line li").length > 4, undefined, { timeout: 30_000 });
  await done();
});

test("a study grows, and says what it found", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  await page.click("#tab-study");
  await page.selectOption("#study-games", "100");
  const start = page.locator("#study-start");
  // One that runs is not lost by a second click.
  assert.ok(await start.evaluate((button) => (button.click(), button.disabled)));
  await page.waitForSelector("#study-verdict", { timeout: 20_000 });
  await page.waitForFunction(() => /100 games$/.test(document.querySelector("#panel-study .quiet ~ div .quiet")?.textContent ?? ""), undefined, { timeout: 60_000 });
  await says(page, "#study-verdict", /95 % confidence interval/);
  await says(page, "#study-favoured", /favoured/);
  assert.ok(await start.isEnabled());
  await done();
});

test("options that were set become a variant", async () => {
  const { page, done } = await open();
  await shows(page, "to move");
  await page.click("#tab-options");
  await page.selectOption("#option-lives", "1");
  await has(page, "#facts", "sun: 1 life");
  await page.click("#variant-of-options");
  await has(page, "#title", "My Laser Lawn");
  await has(page, "#facts", "sun: 1 life");
  const { text } = await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")));
  assert.match(text, /^option lives = 1 /m);
  assert.match(text, /^\/\/ option side = 5 /m);
  // It has samples of what else may change, as `glint new --of` writes them.
  for (const part of ["// laser_lawn has ", "// replace ", "// remove ", "// extend piece ", "// move skip_turn "]) assert.ok(text.includes(part), part);
  await done();
});

test("a link brings the script and the position to somebody else", async () => {
  const { page, done } = await open(undefined, { permissions: ["clipboard-read", "clipboard-write"] });
  await shows(page, "moon to move");
  await page.fill("#move", await page.locator("#moves option").first().getAttribute("value"));
  await page.press("#move", "Enter");
  await shows(page, "· move 2");
  await page.click(".menu summary");
  await page.click("#share");
  await page.waitForFunction(() => /The link is copied/.test(document.getElementById("toast").textContent) || document.querySelector("dialog[open]"));
  const link = (await page.locator("dialog textarea").isVisible()) ? await page.locator("dialog textarea").inputValue() : await page.evaluate(() => navigator.clipboard.readText());
  await done();
  assert.ok(link.split("#")[1].length <= 9000, `${link.split("#")[1].length} characters`);
  const other = await open(undefined, { hash: `#${link.split("#")[1]}` });
  await shows(other.page, "· move 2");
  await other.done();
});

test("one's own script is found again after a look at another one, by mouse or by keys", async () => {
  const { page, done } = await open();
  await choose(page, "Boundary");
  await page.click("#variant");
  await has(page, "#title", "My Boundary");
  // Nothing is changed that nobody has asked for; it shows the text that it changes.
  assert.doesNotMatch(await page.textContent("#toast"), /begins with/);
  await page.selectOption("#option-balance", "all");
  await page.click("#tab-changes");
  assert.match(await page.textContent("#parent-text"), /^end for p in player when arrived/m);
  await type(page, "(c4-c5)(a6-b5)");
  await page.waitForFunction(() => document.getElementById("refusal").textContent);
  await type(page, "(a1-b2)");
  await shows(page, "move 2");
  // Which cells the last move has changed is on the board, and in their names.
  assert.equal(await page.locator(".cells .last polygon").count(), 2);
  assert.match(await cell(page, "b2").getAttribute("aria-label"), /changed by the last move/);
  // Options that were set are written into one's own script.
  await page.click("#tab-options");
  await page.selectOption("#option-repetition", "tie");
  await page.click("#variant-of-options >> text=Write these values into the script");
  const mine = () => page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).text);
  await page.waitForFunction(() => /^option repetition = tie /m.test(JSON.parse(localStorage.getItem("glint.studio.last")).text));
  const text = await mine();
  // Its parent is as it was, by keys alone.
  await page.locator("#home").press("Enter");
  await page.locator("#card-search").fill("boundary");
  await page.locator('.card[data-title="Boundary"]').press("Enter");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Boundary");
  await shows(page, "red to move");
  await openMine(page, "my_boundary");
  await has(page, "#title", "My Boundary");
  await shows(page, "move 2");
  assert.equal(await mine(), text);
  await page.waitForSelector(".cells .last polygon");
  // The menu gives the focus back.
  await page.locator(".menu summary").press("Enter");
  await page.locator("#past").press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  await done();
});

test("a hint is marked on the board, and is for its position only; a cell that cannot be picked says why, and nothing is said twice", async () => {
  const { page, done } = await open();
  await choose(page, "Boundary");
  await page.click("#hint");
  await page.waitForSelector(".cells polygon.shown");
  assert.notEqual(await page.inputValue("#move"), "");
  await cell(page, "a6").click();
  await page.waitForFunction(() => document.getElementById("refusal").textContent === "a6 cannot be picked now.\nalone: none of your pyramids is on top at a6\nwith stone: none of your stones is on a6");
  await page.evaluate(() => {
    window.heard = [];
    for (const place of document.querySelectorAll("#table [role=status], #spoken")) new MutationObserver(() => window.heard.push(place.textContent)).observe(place, { childList: true });
  });
  await cell(page, "a1").click();
  await cell(page, "a2").click();
  await shows(page, "green to move");
  assert.equal(await page.inputValue("#move"), "");
  assert.equal(await page.locator(".cells polygon.shown").count(), 0);
  const heard = await page.evaluate(() => window.heard);
  assert.equal(heard.filter((words) => words.includes("green to move")).length, 1, heard.join(" | "));
  await page.keyboard.press("Alt+ArrowLeft");
  await shows(page, "red to move");
  assert.equal((await page.evaluate(() => window.heard)).at(-1), "a move was taken back. red to move");
  await done();
});

test("links of every version are read, when the page opens and later", async () => {
  const folder = join(root, "interpreter/studio/page/test/links");
  const links = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  const { page, done } = await open(undefined, { hash: links[0][0] });
  for (const [i, [hash, expected]] of links.entries()) {
    if (i > 0) {
      await choose(page, "Hex"); // which no link has
      await page.evaluate((given) => (location.hash = given), hash);
      await page.waitForFunction(() => document.getElementById("title").textContent !== "Hex");
    }
    await shows(page, expected);
  }
  await page.evaluate(() => (location.hash = "#3AAAA"));
  await says(page, "#toast", /The link is damaged/);
  await done();
});

test("an exploration is shown as a gallery, from which a variant is opened and compared with its game", async () => {
  const estimate = { value: 0.1, low: 0.05, high: 0.2 };
  // By the balance alone it differs after a few moves.
  const script = '/// Twenty rounds.\nvariant "Short" of boundary_in_rounds\noption rounds = 20\noption balance = all\n';
  const variant = { what: "The option `rounds` is 20.", loss: estimate, measures: { ties: estimate }, game: null };
  const exploration = {
    title: "Boundary in Rounds",
    wanted: ["ties at most 10%"],
    verdict: ["`short` comes closest."],
    stages: [{ name: "tests", entered: 3, remained: 1, games: 7, left_out: { breaks: 2 } }],
    left_out: [{ name: "shorter", what: "In `x`: `1` instead of `2`.", reason: "breaks", why: "a value leaves its range" }],
    finalists: [
      { ...variant, name: "short", is_parent: false, script, rank: 1, race_rank: 2, tests_held: 4, tests: 5 },
      { ...variant, name: "boundary_in_rounds", is_parent: true, script: "" },
    ],
  };
  const { page, done } = await open();
  await page.setInputFiles("#file", { name: "found.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(exploration)) });
  await page.waitForSelector("#dialog section svg");
  const shown = await page.textContent("#dialog");
  for (const part of ["The option rounds is 20.", "10.0 % (5.0 to 20.0)", "ties at most 10%",
    "Rank 1 in fresh games, 2 in the race. 4 of 5 tests of the game hold.",
    "2 breaks", "In x: 1 instead of 2. (a value leaves its range)"]) assert.ok(shown.includes(part), part);
  await page.click("#dialog section >> text=Play");
  await page.waitForSelector("#tab-play[aria-selected=true]");
  await page.setInputFiles("#file", { name: "found.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(exploration)) });
  await page.waitForSelector("#dialog section svg");
  await page.click("#dialog section >> text=Compare with Boundary in Rounds");
  await page.waitForSelector("#diff-play");
  await shows(page, "red to move");
  await done();
});

test("a thread that fails or is silent is started again, and the text stays", async () => {
  const { page, done, wrong } = await open(undefined, { own: true });
  await shows(page, "to move");
  await write(page, steps().at(-1));
  await shows(page, "ann to move");
  // Beside the thread of the game there may be one of an errand, which has nothing to say.
  const threads = async () => {
    for (let waited = 0; waited < 600 && !page.workers().length; ++waited) await page.waitForTimeout(50);
    return page.workers();
  };
  for (const worker of await threads())
    await worker.evaluate(() => setTimeout(() => { throw new Error("on purpose"); })).catch(() => {});
  await page.waitForSelector("#trouble:not([hidden])");
  await shows(page, "ann to move");
  // The thread that came in its place is busy for ever.
  (await threads()).at(-1).evaluate(() => { for (;;); }).catch(() => {});
  await page.fill("#move", "turn");
  await page.press("#move", "Enter");
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 20_000; // as if so long had passed
  });
  await page.waitForFunction(() => /will not try this text again/.test(document.getElementById("trouble").textContent));
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  await shows(page, "to move");
  assert.match(await page.evaluate(() => JSON.parse(localStorage.getItem("glint.studio.last")).text), /lighthouse/i);
  wrong.splice(0, wrong.length, ...wrong.filter((text) => !/on purpose/.test(text)));
  await done();
});

test("scripts that want too much are stopped, and the page goes on", { timeout: 300_000 }, async () => {
  const folder = join(root, "tests/hostile");
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "to move");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".glint"));
  // The engine's own tests have all of them, and end each in its time; here is a sample of what the page makes of it.
  const some = process.env.GLINT_ALL ? scripts : scripts.filter((_, i) => i % 4 === 0);
  for (const name of some) {
    const text = readFileSync(join(folder, name), "utf8");
    if (statSync(join(folder, name)).size > 200_000) continue;
    await write(page, text);
    // Whatever it is, a sensible script after it has its board within the time of one budget.
    await write(page, steps().at(-1));
    await shows(page, "ann to move").catch((error) => assert.fail(`${name}: ${error.message}`));
    await write(page, "");
  }
  await done();
});

test("nothing is lost: the page opens with what was there", async () => {
  const { page, done } = await open(undefined, { own: true });
  await shows(page, "to move");
  await write(page, steps().at(-1));
  await shows(page, "ann to move");
  await page.fill("#move", "turn");
  await page.press("#move", "Enter");
  await shows(page, "bob to move");
  await page.reload();
  await shows(page, "bob to move");
  await blank(page);
  await page.click(".menu summary");
  await page.click("#past");
  await page.getByRole("button", { name: "Restore" }).first().click();
  await shows(page, "bob to move"); // with its moves
  await done();
});

async function clickAtRandom(seed) {
  const seconds = Number(process.env.GLINT_MONKEY_SECONDS ?? 20);
  const { page, done } = await open(undefined, { own: true });
  page.on("filechooser", () => {});
  page.on("dialog", (dialog) => dialog.dismiss());
  await shows(page, "to move");
  let state = seed;
  const below = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (below(4) === 0) {
      const keys = ["Tab", "Enter", "Escape", "ArrowDown", "ArrowRight", "w", "Alt+ArrowLeft", "Control+z", "{", "x", "Backspace"];
      await page.keyboard.press(keys[below(keys.length)]);
    } else {
      await page.evaluate((given) => {
        const open = document.querySelector("dialog[open]") ?? document;
        const all = [...open.querySelectorAll("button, select, summary, polygon[role=gridcell], input")].filter(
          (element) => !element.disabled && element.checkVisibility() && element.id !== "export",
        );
        const element = all[given % all.length];
        if (element?.localName === "select") {
          element.selectedIndex = given % element.options.length;
          element.dispatchEvent(new Event("change", { bubbles: true }));
        } else element?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }, below(1_000_003));
    }
    await page.waitForTimeout(below(80));
  }
  // Whatever has happened, a game can be opened and played.
  await page.evaluate(() => document.querySelector("dialog[open]")?.close());
  await choose(page, "Boundary");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Boundary", undefined, { timeout: 30_000 });
  await done();
}

// `npm run monkey` does it for half an hour with each of several seeds.
for (const seed of (process.env.GLINT_MONKEY_SEEDS ?? "1").split(" "))
  test(`clicks and keys at random leave no error behind (${seed})`, { timeout: 3_600_000 }, () => clickAtRandom(Number(seed)));
