// The door: the start page, templates, one's own games, the tour, and what one learns from, as somebody meets them who has never
// seen the page.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { blank, built, cell, choose, dots, has, lamps, open, openMine, openTab, quit, root, says, type, violations, write } from "./browser.mjs";

after(quit);

const shows = (page, text) => has(page, "#state", text);
const kept = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem(`glint.studio.${name}`) ?? "{}"), key);
const first = (page) => page.locator("#moves option").first().getAttribute("value");

test("the first thing that one sees says what Glint is for, and has three doors with pictures of games", async () => {
  const { page, done } = await open(undefined, { door: true });
  assert.match(await page.textContent("#door h1"), /lights/);
  assert.match(await page.textContent("#door .lead"), /workshop for board games/);
  assert.deepEqual(await page.locator(".door b").allTextContents(), ["Play", "Change", "Invent"]);
  await page.waitForSelector(".card img");
  assert.ok(await page.locator("#game").isHidden());
  // Each picture is drawn.
  await page.waitForFunction(() => [...document.querySelectorAll(".card img")].slice(0, 4).every((image) => image.complete && image.naturalWidth > 0));
  // A game is found by its words, and played by keys alone.
  await page.fill("#card-search", "knight");
  assert.deepEqual(await page.locator(".card:visible b").allTextContents(), ["Knight"]);
  await page.locator(".card:visible").press("Enter");
  await has(page, "#title", "Knight");
  assert.ok(await page.locator("#text").isHidden(), "the script is a panel that opens");
  const [board, panel] = [await page.locator("#table").boundingBox(), await page.locator("#panel").boundingBox()];
  assert.ok(board.width > 2 * panel.width, "the board is the largest thing");
  // The browser's way back leads to the door, and forward to the game.
  await page.goBack();
  await page.waitForSelector("#door:not([hidden])");
  await page.goForward();
  await page.waitForSelector("#game:not([hidden])");
  await done();
});

test("Change makes a variant of one's own at once, and its parent stays", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#door-change");
  await page.click('.card[data-title="Boundary"]');
  await has(page, "#title", "My Boundary");
  await page.waitForSelector("#tab-options[aria-selected=true]");
  // A second one replaces neither.
  await choose(page, "Boundary");
  await page.click("#variant");
  await has(page, "#title", "My Boundary");
  assert.deepEqual(Object.keys(await kept(page, "own")).sort(), ["my_boundary", "my_boundary_2"]);
  // To edit the text of a game that comes with Glint is to edit a copy.
  await choose(page, "Hex");
  await write(page, readFileSync(join(root, "examples/hex.glint"), "utf8").replace('game "Hex"', 'game "Hexes"'));
  await has(page, "#title", "Hexes");
  await says(page, "#toast", /a copy/);
  await choose(page, "Hex");
  assert.deepEqual(Object.keys(await kept(page, "own")).sort(), ["my_boundary", "my_boundary_2", "my_hex"]);
  await done();
});

test("each template has a board, is played, and passes its tests", { timeout: 240_000 }, async () => {
  const { page, done } = await open(undefined, { door: true, hasTouch: true });
  const templates = readdirSync(join(root, "examples/templates")).map((name) => name.replace(".glint", "")).filter((name) => name !== "variant");
  await page.click("#door-invent");
  await page.waitForSelector("[data-script=plain]");
  const offered = await page.locator("#shelf .card").evaluateAll((cards) => cards.map((card) => card.dataset.script));
  assert.deepEqual(offered.filter((name) => !/^(blank|empty)$/.test(name)).sort(), templates.sort());
  for (const name of templates) {
    await page.click("#home");
    await page.click("#door-invent");
    await page.locator(`[data-script=${name}]`).tap();
    await shows(page, "to move");
    await page.click("#tab-play");
    await type(page, await first(page));
    await has(page, "#state", "move 2");
    await page.click("#tab-tests");
    await page.click("#run-tests");
    await page.waitForSelector("#tests-result.good");
  }
  assert.equal(Object.keys(await kept(page, "own")).length, templates.length, "each is a game of its own");
  await done();
});

test("an empty board is empty: a first piece is offered at once, and a game opens on its board, whatever was open before", async () => {
  const { page, done } = await open(undefined, { own: true, door: true });
  await page.click("#door-invent");
  await page.click("[data-script=empty]");
  await shows(page, "sun to move");
  await says(page, "#panel-draw", /There is no piece yet\. Add the first one/);
  assert.equal(await page.locator("#panel-draw [id^=draw-kind-]").count(), 0);
  assert.ok(await page.locator("#add-mirror").isVisible());
  assert.deepEqual(await violations(page), []);
  await page.click("#add-lamp");
  await page.click("#draw-kind-lamp[aria-pressed=true]");
  await page.locator('[role=gridcell][aria-label^="c3,"]').click();
  await page.waitForSelector('[role=gridcell][aria-label^="c3, lamp"]');
  assert.ok(!(await page.locator("#panel-draw").textContent()).includes("There is no piece yet"));
  // Others open on their board, to be played, also after a link or one's own.
  for (const opens of [() => choose(page, "Hex"), () => openMine(page, "my_board")]) {
    await page.click("#tab-study");
    await opens();
    await page.waitForSelector("#tab-play[aria-selected=true]");
    await shows(page, "to move");
  }
  await page.waitForSelector("header #draw.main"); // the way to change it
  await done();
});

test("my games have pictures, names and histories; what is thrown away is taken back; all are taken along as one file", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#door-invent");
  await page.click("[data-script=torus]");
  await shows(page, "red to move");
  const text = readFileSync(join(root, "examples/templates/torus.glint"), "utf8");
  await write(page, text.replace('game "Torus"', 'game "Ring"'));
  await has(page, "#title", "Ring");
  await type(page, await first(page));
  await shows(page, "move 2");
  // Another game, and back: the moves are as they were.
  await choose(page, "Hex");
  await openMine(page, "my_torus");
  await shows(page, "move 2");
  await page.click("#home");
  await page.click("#mine");
  assert.match(await page.locator('[data-own="my_torus"] img').getAttribute("src"), /^data:image\/svg/);
  assert.deepEqual(await violations(page), []);
  // Another name; a variant of it knows the new one.
  await openMine(page, "my_torus");
  await page.click("#variant");
  await has(page, "#title", "My Ring");
  await page.click("#home");
  await page.click("#mine");
  await page.getByRole("button", { name: "Rename: Ring" }).click();
  await page.fill("#own-title", "The Ring");
  await page.fill("#own-name", "ring");
  await page.press("#own-name", "Enter");
  await page.waitForSelector('[data-own="ring"]');
  assert.match((await kept(page, "own")).ring, /^game "The Ring"$/m);
  assert.match((await kept(page, "own")).my_my_torus, /of ring\b/);
  // Its history is its own, and a text of it comes back.
  await page.getByRole("button", { name: "History: The Ring" }).click();
  await page.getByRole("button", { name: "Restore" }).nth(1).click();
  await has(page, "#title", "Torus");
  assert.match((await kept(page, "own")).my_my_torus, /of ring\b/, "also the one that was open");
  await page.click("#home");
  await page.click("#mine");
  await page.getByRole("button", { name: "Throw away: Torus" }).click();
  await page.waitForFunction(() => !document.querySelector('[data-own="ring"]'));
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForSelector('[data-own="ring"]');
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-all")]);
  const path = join(built, "my_glint_games.zip");
  await download.saveAs(path);
  const [texts, past] = [await kept(page, "own"), await kept(page, "earlier")];
  await done();
  // In another browser, where a game of that name is already: it is not replaced.
  const other = await open(undefined, { door: true });
  await other.page.click("#door-invent");
  await other.page.click("[data-script=blank]");
  await write(other.page, 'game "Mine"\n');
  await other.page.waitForFunction(() => localStorage.getItem("glint.studio.own")?.includes("Mine"));
  await other.page.click(".menu summary");
  await other.page.click("#save-as");
  await other.page.fill("#own-name", "ring");
  await other.page.press("#own-name", "Enter");
  await other.page.setInputFiles("#file", path);
  await other.page.waitForFunction(() => localStorage.getItem("glint.studio.own")?.includes("Torus"));
  const taken = await kept(other.page, "own");
  assert.equal(taken.ring, 'game "Mine"\n');
  assert.equal(taken.ring_2, texts.ring);
  assert.equal(taken.my_my_torus, texts.my_my_torus);
  const brought = await kept(other.page, "earlier");
  assert.ok(past.filter(({ name, text: each }) => name === "ring" && each !== texts.ring).every(({ text: each }) => brought.some((one) => one.text === each)), "with its history");
  await other.done();
});

test("a game that was thrown away is open no more, and neither a reload nor a link makes another one of it", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#door-invent");
  await page.click("[data-script=torus]");
  await shows(page, "red to move");
  await page.click("#home");
  await page.click("#mine");
  await page.getByRole("button", { name: "Throw away: Torus" }).click();
  await has(page, "#go-on", "Go on with Laser Lawn");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await has(page, "#title", "Laser Lawn");
  assert.deepEqual(Object.keys(await kept(page, "own")), ["my_torus"]);
  // A link with a file of that name does not replace it, but brings it back if it is the same.
  const text = (await kept(page, "own")).my_torus;
  const follow = async (torus, title) => {
    const linked = { name: "linked", text: dots.replace("Two Dots", title), files: { lamps, my_torus: torus } };
    await page.evaluate((hash) => (location.hash = hash), `#0${Buffer.from(JSON.stringify(linked)).toString("base64url")}`);
    await has(page, "#title", title);
  };
  await follow(`${text}// other`, "One");
  await says(page, "#toast", /another file called my_torus.*threw away/);
  assert.equal((await kept(page, "own")).my_torus, text);
  assert.ok((await kept(page, "about")).my_torus.thrown);
  await follow(text, "Two");
  assert.ok(!(await kept(page, "about")).my_torus.thrown);
  await done();
});

test("what another window has changed stays; a browser that is full keeps the game, and loses pictures", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#door-invent");
  await page.click("[data-script=torus]");
  await shows(page, "red to move");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector("body[data-ready]");
  await has(other, "#title", "Torus");
  const text = readFileSync(join(root, "examples/templates/torus.glint"), "utf8");
  await write(page, text.replace('game "Torus"', 'game "Ring"'));
  await has(page, "#title", "Ring");
  await type(other, await first(other));
  await shows(other, "move 2");
  assert.match((await kept(page, "own")).my_torus, /^game "Ring"$/m);
  await other.reload();
  await has(other, "#title", "Ring");
  await other.close();
  // Full, but for a hundred letters.
  await page.evaluate(() => {
    let filler = "x".repeat(8);
    const fits = (tried) => {
      try {
        localStorage.setItem("glint.studio.picture.none", tried);
        return true;
      } catch {
        return false;
      }
    };
    while (fits(filler)) filler += filler;
    for (let part = filler.length / 4; part >= 64; part /= 2) {
      const now = localStorage.getItem("glint.studio.picture.none");
      fits(now + "x".repeat(part));
    }
  });
  await write(page, `${text}${"// a long remark\n".repeat(100)}`);
  await has(page, "#title", "Torus");
  await page.waitForFunction(() => localStorage.getItem("glint.studio.own").includes("a long remark"));
  assert.equal(await page.evaluate(() => localStorage.getItem("glint.studio.picture.none")), null);
  // The last text of a game stays in the history, however much there is of others.
  await page.evaluate(() => {
    const many = Array.from({ length: 5 }, (_, i) => ({ name: "long", text: `${i}${"x".repeat(500_000)}`, time: 10 - i }));
    localStorage.setItem("glint.studio.earlier", JSON.stringify([...many, { name: "small", text: "game", time: 1 }]));
  });
  await choose(page, "Hex");
  const names = (await kept(page, "earlier")).map(({ name }) => name);
  assert.ok(names.includes("small") && names.filter((name) => name === "long").length < 5, names.join());
  // A file that is called otherwise is a script, too; and the keys of a game do nothing beside it.
  await page.setInputFiles("#file", { name: "Other.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("glint.studio.own")).Other);
  await has(page, "#title", "Torus");
  await shows(page, "red to move");
  await type(page, await first(page));
  await shows(page, "move 2");
  await page.click("#home");
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true })));
  await page.click("#go-on");
  await shows(page, "move 2");
  await done();
});

test("the tour leads from an empty board to a won game", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#tour");
  await has(page, "#title", "My Lighthouse");
  const next = async (title) => {
    await page.click("#tour-next");
    await has(page, "#tour-place h2", title);
    await has(page, "#state", "to move"); // the board has followed the script
  };
  const isDone = () => page.waitForSelector("#tour-place .ask.good");
  await next("Two boats");
  await cell(page, "b2").click();
  await cell(page, "b3").click();
  await isDone();
  assert.deepEqual(await violations(page), []);
  await next("Light");
  await has(page, "#state", "ann to move");
  await cell(page, "d5").click({ button: "right" });
  await isDone();
  await page.click("#tab-play");
  await next("Mirrors");
  await page.waitForSelector("polygon.can[aria-label^='d6,']");
  await cell(page, "d6").click();
  await page.getByRole("button", { name: "/", exact: true }).click();
  await isDone();
  await next("A way to win");
  await has(page, "#state", "ann to move");
  await page.waitForSelector("polygon.can[aria-label^='d5,']");
  await cell(page, "d5").click();
  await page.getByRole("button", { name: "/", exact: true }).click();
  await shows(page, "ann wins");
  await isDone();
  await next("A better game");
  await shows(page, "ann to move");
  await has(page, "#problems", "No mistakes");
  await type(page, "mirror f3 /");
  await shows(page, "move 2");
  await type(page, "mirror a1 /");
  await shows(page, "move 3");
  await isDone();
  await next("It is yours");
  await page.click("#tour-end");
  assert.ok(await page.locator("#tour-place").isHidden());
  assert.ok("my_lighthouse" in (await kept(page, "own")));
  await done();
});

test("the tour ends where another game is opened, and does not write into it", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.click("#tour");
  await has(page, "#title", "My Lighthouse");
  await page.waitForSelector("#tour-next");
  await choose(page, "Hex");
  assert.ok(await page.locator("#tour-place").isHidden());
  await page.click("#home");
  await page.click("#tour");
  await has(page, "#tour-place h2", "1. An empty board");
  await page.click("#tour-next");
  await has(page, "#tour-place h2", "2. Two boats");
  assert.deepEqual(Object.keys(await kept(page, "own")).sort(), ["my_lighthouse", "my_lighthouse_2"]);
  await done();
});

test("tutorial, cookbook and reference are searched and read in the page, and their games tried", async () => {
  const { page, done } = await open();
  await page.click("#help");
  await page.fill("#learn-search", "board wraps around");
  await page.waitForSelector("#learn-found");
  await page.locator("#learn-found button").first().click();
  await has(page, "#panel-learn .learn > h2", "Boards");
  assert.ok((await page.locator("article.page img").count()) > 2, "with its pictures");
  await page.waitForFunction(() => [...document.querySelectorAll("article.page img")].every((image) => image.complete && image.naturalWidth > 0));
  // Every page of the repository is there.
  await page.fill("#learn-search", "");
  await page.waitForSelector(".pages");
  const expected = ["reference", "cookbook"].flatMap((folder) => readdirSync(join(root, "lang", folder)).filter((name) => name.endsWith(".md") && name !== "README.md"));
  assert.equal(await page.locator(".pages button").count(), expected.length + 1);
  await page.getByRole("button", { name: "How scripts are written" }).click();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Try this game" }).first().click();
  await shows(page, "to move");
  assert.ok("from_the_book" in (await kept(page, "own")));
  await done();
});

test("what is asked of the player keeps its place while a game is played", async () => {
  const { page, done } = await open();
  const places = async () => JSON.stringify(await page.evaluate(() => ["undo", "hint", "again", "move"].map((id) => document.getElementById(id).getBoundingClientRect().top)));
  for (const title of ["Laser Lawn", "Boundary", "The Beam"]) {
    await choose(page, title);
    const before = await places();
    for (let number = 2; number < 5; ++number) {
      await page.locator("polygon.can, #choosing .buttons button").first().click();
      assert.equal(await places(), before, `${title}, while move ${number} is chosen`);
      await type(page, await first(page));
      await page.waitForTimeout(100);
      await has(page, "#state", "move "); // a first click may have been a whole move
      assert.equal(await places(), before, `${title}, after move ${number}`);
    }
  }
  await done();
});

test("whatever is touched is 44 pixels high, on a telephone", async () => {
  const { page, done } = await open(undefined, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, select, summary, input:not([type=checkbox])")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("#editor, #problems"))
        .map((each) => [each.id || each.textContent, each.getBoundingClientRect()])
        .filter(([, { width, height }]) => width && (height < 43.5 || width < 43.5))
        .map(([name, { width, height }]) => `${name}: ${Math.round(width)} x ${Math.round(height)}`),
    );
  await shows(page, "to move");
  await type(page, await first(page));
  await shows(page, "move 2");
  for (const tab of ["play", "options", "study", "tests", "changes", "learn"]) {
    await openTab(page, tab);
    assert.deepEqual(await small(), [], tab);
  }
  await page.click("#home");
  for (const section of ["door-play", "door-change", "door-invent", "mine"]) {
    await page.click(`#${section}`);
    await page.waitForSelector("#shelf h2");
    assert.deepEqual(await small(), [], section);
  }
  await done();
});

test("a script that an earlier studio kept without a name is one of the games", async () => {
  const { page, done } = await open(undefined, { door: true });
  await page.evaluate(() => {
    localStorage.clear();
    window.addEventListener("pagehide", () => localStorage.clear(), { once: true, capture: true });
  });
  const text = 'game "Old"\nuse square\nplayers ann\nboard grid(2, 2)\nmove go "{at}" { pick at in cells }\nplay { repeat { turn of each player { choose go } } }\n';
  await page.addInitScript((given) => {
    if (!localStorage.getItem("glint.studio.own")) localStorage.setItem("glint.studio.draft", JSON.stringify({ name: "old", base: "", text: given, options: {}, seed: 1, moves: [] }));
  }, text);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal((await kept(page, "own")).old, text);
  await done();
});
