// `glint host`, in a real Chromium: two people in two browsers play a whole game, with a reload and a server that is killed in
// it; at 360 px, and with what they write shown as text. It is left out where the command is not built.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { launch, quit, root, violations } from "./browser.mjs";

const glint = process.env.GLINT ?? join(root, "build/release/glint");
const skip = existsSync(glint) ? false : `there is no ${glint}`;
const folder = mkdtempSync(join(tmpdir(), "glint-host-"));

const dots = `game "Dots"
use square
players x, y
board grid(3, 2)
type hue = {red, blue}
piece dot of player { hue_of: hue; look "{owner:1}" }
move go "{at} {hue_of}" { pick at in empty; pick hue_of in hue; put dot(owner = me, hue_of = hue_of) on at }
play { repeat { turn of x { choose go }; turn of y { choose go } } }
/// No cell is left.
end when empty == {} : tie
`;

/// The page's policy lets no test wait by a function in it (`eval`): these ask again and again from outside.
async function until(holds) {
  for (let i = 0; i < 200 && !(await holds()); ++i) await new Promise((done) => setTimeout(done, 100));
  assert.ok(await holds(), String(holds));
}
const has = (page, selector, words) => page.locator(selector, { hasText: words }).first().waitFor({ timeout: 20_000 });

let server;
/// Starts it, or starts it again: at the port of the first time links stay good. Links by whom they are for.
async function host(game, port, ...options) {
  const words = ["host", game, "--folder", join(folder, "tables"), "--port", String(port), ...options];
  server = spawn(glint, words, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const data of server.stdout) {
    printed += data;
    if (printed.includes("goes on with them")) break;
  }
  return Object.fromEntries([...printed.matchAll(/^ {2}(\S.*?) +(http:\S+)$/gm)].map(([, whom, link]) => [whom, link]));
}
const killed = async () => {
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGKILL");
  await gone;
};

/// A browser of one person's, with what went wrong in it.
async function person(link, size) {
  const context = await (await launch()).newContext({ viewport: size ?? { width: 900, height: 700 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    // A connection that is lost is said by the browser, too.
    if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text())) wrong.push(message.text());
  });
  await page.goto(link);
  return { page, wrong, context };
}

after(async () => {
  server?.kill("SIGINT");
  await quit();
  rmSync(folder, { recursive: true, force: true });
});

test("two browsers play a whole game, through a reload and a kill -9", { skip }, async () => {
  const script = join(folder, "dots.glint");
  writeFileSync(script, dots);
  const links = await host(script, 0);
  const port = new URL(links.x).port;
  const x = await person(links.x, { width: 360, height: 640 });
  const y = await person(links.y);
  await has(x.page, "#title", "you are x");
  await has(x.page, "#status", "Your turn");
  assert.match(await x.page.title(), /Your turn/);
  assert.match(await y.page.title(), /x to move/);
  // The rules, whose styles and links are not the page's.
  await x.page.click("#rules summary");
  await has(x.page, "#sheet h2", "The end");
  const address = x.page.url();
  await x.page.locator("#sheet nav a", { hasText: "The end" }).click();
  assert.equal(x.page.url(), address);
  await x.page.click("#rules summary");
  assert.ok((await x.page.locator("#board .cell").first().boundingBox()).width >= 36);
  const go = async ({ page }, cell, hue) => {
    await has(page, "#status", "Your turn");
    await page.locator(`#board [data-cell="${cell}"].can`).click({ force: true });
    await page.locator("#choices button", { hasText: hue }).click();
  };
  await go(x, "a1", "red");
  await go(y, "b1", "blue");
  await y.page.reload();
  await has(y.page, "#plies", "y: b1 blue");
  await killed();
  await has(x.page, "#lost", "connection is lost");
  // A move that is made meanwhile arrives, once.
  await go(x, "c1", "red");
  await host(script, port);
  await has(y.page, "#plies", "x: c1 red");
  assert.equal(await y.page.locator("#plies li").count(), 3);
  await until(() => x.page.locator("#lost").isHidden());
  await x.page.fill("#name", "<img src=x onerror=alert(1)>");
  await x.page.click("#named button");
  await has(y.page, "#seats", "<img src=x onerror=alert(1)>");
  await y.page.fill("#say", "<b>well played</b>");
  await y.page.click("#talk button");
  await has(x.page, "#said", "y: <b>well played</b>");
  assert.equal(await x.page.evaluate(() => document.documentElement.scrollWidth), 360);
  await go(y, "a2", "red");
  await y.page.click("#undo");
  await until(async () => (await y.page.locator("#plies li").count()) === 3);
  await go(y, "b2", "red");
  await go(x, "a2", "blue");
  await go(y, "c2", "blue");
  await has(x.page, "#status", "The game is over: tie.");
  await has(x.page, "#why", "No cell is left.");
  assert.match(await x.page.title(), /Over/);
  assert.deepEqual(await violations(x.page), []);
  assert.deepEqual([...x.wrong, ...y.wrong], []);
  await killed();
});

test("a whole game of choices made together, with a reload, a kill -9 and answers at the end", { skip }, async () => {
  const options = ["columns=5", "depth=4", "triples=off"].flatMap((each) => ["--set", each]);
  const links = await host("beams_boosters_barriers", 0, ...options);
  const { port } = new URL(links.south);
  const south = await person(links.south);
  const north = await person(links.north, { width: 360, height: 640 });
  const plies = async ({ page }) => page.locator("#plies li").count();
  // A wide board scrolls within the page, with cells for a finger.
  await has(north.page, "#status", "Your turn");
  assert.ok((await north.page.locator("#board .cell").first().boundingBox()).width >= 36);
  assert.equal(await north.page.locator("#board svg text", { hasText: "to move" }).count(), 0);
  const chosen = ({ page }, count) => until(async () => (await plies({ page })) > count || (await page.locator("#status", { hasText: "You have chosen" }).count()) > 0);
  const click = async (who) => {
    const offered = who.page.locator("#board .can, #choices button");
    const count = await plies(who);
    const isDone = async () => (await plies(who)) > count || (await who.page.locator("#status", { hasText: "You have chosen" }).count()) > 0;
    await has(who.page, "#status", "Your turn");
    for (let picks = 0; picks < 8 && !(await isDone()); ++picks) {
      await until(async () => (await offered.count()) > 0 || (await isDone()));
      // What is offered may be gone by now: the last pick sends the move.
      await offered.first().click({ force: true, timeout: 1000 }).catch(() => {});
    }
    await chosen(who, count);
  };
  const ask = ({ page }, path) => page.evaluate(async (wanted) => {
    const answer = await fetch(wanted, { headers: { Authorization: `Bearer ${location.hash.slice(3)}` } });
    return answer.json();
  }, path);
  const type = async (who) => {
    const [{ move }] = (await ask(who, "/api/moves")).moves;
    const count = await plies(who);
    await who.page.fill("#text", move);
    await who.page.press("#text", "Enter");
    await chosen(who, count);
  };
  // North first: nobody has to wait for another, or learns what was chosen.
  await click(north);
  await has(north.page, "#status", "Waiting for south");
  assert.equal(await plies(south), 0);
  await south.page.reload();
  await killed();
  await host("beams_boosters_barriers", port, ...options);
  await has(south.page, "#status", "Your turn");
  await click(south);
  const both = (count) => until(async () => (await plies(north)) === count && (await plies(south)) === count);
  await both(2);
  for (let round = 0; round < 60; ++round) {
    const { waits, turn } = await ask(south, "/api/table");
    if (!waits.length) break;
    if (waits.includes("south")) await type(south);
    if (waits.includes("north")) await type(north);
    let now;
    await until(async () => (now = await ask(south, "/api/table")).turn > turn);
    await both(now.plies.length);
  }
  await until(async () => (await north.page.title()).startsWith("Over"));
  await south.page.fill("#answer0", "<i>yes</i>");
  await south.page.press("#answer0", "Enter");
  await has(south.page, "#ending", "Thank you");
  const [record] = readdirSync(join(folder, "tables/records")).map((name) => JSON.parse(readFileSync(join(folder, "tables/records", name), "utf8"))).filter(({ game }) => game === "beams_boosters_barriers");
  assert.equal(record.answers[0].answer, "<i>yes</i>");
  assert.equal(record.moves.length, await plies(north));
  assert.equal(await north.page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual([...south.wrong, ...north.wrong], []);
  await killed();
});

test("a bot plays a seat, the host has all links, and a link that is cut says so", { skip }, async () => {
  const script = join(folder, "botted.glint");
  writeFileSync(script, dots);
  const { x: link, "the host": hosts } = await host(script, 0, "--seat", "y=random", "--no-rules");
  const all = await person(hosts, { width: 360, height: 640 });
  await has(all.page, "#status", "x is not here");
  await all.page.click("#links summary");
  await has(all.page, "#codes a", link);
  assert.equal(await all.page.locator("#codes figure").count(), 3);
  await all.page.click("#rules summary");
  await has(all.page, "#sheet p", "keeps the rules off");
  assert.equal(await all.page.evaluate(() => document.documentElement.scrollWidth), 360);
  const { page, wrong } = await person(link);
  await has(page, "#seats", "y: a bot, random");
  await has(page, "#status", "Your turn");
  await page.locator('#board [data-cell="a1"].can').click({ force: true });
  await page.locator("#choices button", { hasText: "red" }).click();
  await has(page, "#plies", "y: ");
  await has(page, "#status", "Your turn");
  const cut = await person(link.slice(0, -2));
  await has(cut.page, "#status", "no table that is open");
  assert.deepEqual([...wrong, ...cut.wrong, ...all.wrong], []);
  await killed();
});

test("a class gets seats by one link, its clocks run, and its host sees how the games go", { skip }, async () => {
  const script = join(folder, "timed.glint");
  writeFileSync(script, `${dots.replace("grid(3, 2)", "grid(2, 1)")}clock { turn 2:00; reserve 5:00; out: opponent wins }\n`);
  const links = await host(script, 0, "--class", "--tables", "2");
  const people = [];
  for (const name of ["Ann", "<b>Ben</b>", "Cleo"]) {
    const one = await person(links.everybody, { width: 360, height: 640 });
    await one.page.fill("#joiner", name);
    await one.page.click("#joining button");
    await has(one.page, "#title", "you are");
    people.push(one);
  }
  const [ann, ben, cleo] = people;
  // Who opens the link for everybody again finds back.
  const again = await ann.context.newPage();
  await again.goto(links.everybody);
  await again.click("#status a");
  await has(again, "#title", "you are x");
  await again.close();
  const teacher = await person(links["the host"]);
  await has(teacher.page, "#tables", "y: <b>Ben</b>");
  await has(cleo.page, "#clock", "starts when everybody");
  await has(ann.page, "#clock .runs", "x 1:5"); // the seconds tick without an event
  const table = await person(await teacher.page.locator("#tables a", { hasText: "As the host" }).first().getAttribute("href"));
  await table.page.locator("#pause", { hasText: "Pause the game" }).click();
  await has(ann.page, "#clock", "The host has paused the game");
  await table.page.locator("#pause", { hasText: "Let the game go on" }).click();
  await has(ann.page, "#clock .runs", "x 1:");
  // A connection that is lost between the board and its moves is told, too.
  await ann.page.route("**/api/moves", (route) => route.abort());
  await ann.page.reload();
  await has(ann.page, "#lost:not([hidden])", "The connection is lost");
  await ann.page.unroute("**/api/moves");
  await ann.page.locator("#board .can").first().waitFor();
  assert.ok(await ann.page.locator("#lost").isHidden());
  const go = async ({ page }, cell) => {
    await has(page, "#status", "Your turn");
    await page.locator(`#board [data-cell="${cell}"].can`).click({ force: true });
    await page.locator("#choices button", { hasText: "red" }).click();
  };
  await go(ann, "a1");
  await ben.page.reload();
  await has(ben.page, "#title", "you are y");
  await go(ben, "b1");
  await ben.page.fill("#answer0", "at once");
  await ben.page.press("#answer0", "Enter");
  await has(teacher.page, "#tables", "“at once”");
  await has(teacher.page, "#tables", "tie, 2 moves");
  const saved = teacher.page.waitForEvent("download");
  await teacher.page.locator("#tables button", { hasText: "Record" }).click();
  assert.equal(JSON.parse(readFileSync(await (await saved).path(), "utf8")).times.length, 2);
  await teacher.page.locator("#tables button", { hasText: "Free x" }).click();
  await has(teacher.page, "#tables", "x: free");
  await has(cleo.page, "#status", "no table that is open");
  assert.equal(await ann.page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await violations(teacher.page), []);
  assert.deepEqual([...people, teacher, table].flatMap(({ wrong }) => wrong), []);
  await killed();
});
