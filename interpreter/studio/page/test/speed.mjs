// How fast the engine is in the page, against the command on the same machine: studies of random games on one thread, one
// after the other in one run. Prints a table; nothing passes or fails by it.
//
//     node test/speed.mjs [GLINT]    # the command, ../../release/glint unless given
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { built, open, quit } from "./browser.mjs";

const glint = process.argv[2] ?? join(built, "../release/glint");
const games = [
  ["laser_lawn", "Laser Lawn"],
  ["boundary", "Boundary"],
  ["the_beam", "The Beam"],
  ["beams_boosters_barriers", "Beams, Boosters, and Barriers"],
];
const { page, done } = await open();
console.log(`the page was ready after ${await page.evaluate(() => document.body.dataset.ready)} ms`);
await page.click("#tab-study");
for (const [name, label] of games) {
  await page.selectOption("#scripts", { label });
  await page.waitForFunction((title) => document.getElementById("title").textContent === title, label);
  const native = [];
  const inPage = [];
  for (let round = 0; round < 3; ++round) {
    let began = performance.now();
    execFileSync(glint, ["study", name, "--games", "1000", "--threads", "1"], { stdio: "ignore" });
    native.push(performance.now() - began);
    began = performance.now();
    await page.selectOption("#study-games", "1000");
    await page.click("#study-start");
    await page.waitForFunction(() => /in 1,000 games/.test(document.querySelector("#study-verdict")?.textContent ?? ""), undefined, { timeout: 300_000 });
    inPage.push(performance.now() - began);
  }
  const [a, b] = [Math.min(...native), Math.min(...inPage)];
  console.log(`${name.padEnd(24)} 1,000 random games: command ${a.toFixed(0)} ms, page ${b.toFixed(0)} ms, ${(b / a).toFixed(1)} times as long`);
}
await done();
await quit();
