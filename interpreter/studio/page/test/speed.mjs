// How fast the engine is in a page, against the command on the same machine: random games, one after the other in one run.
// Prints a table; nothing passes or fails by it, except that both must play the same games.
//
//     cmake --build --preset studio --target glint_engine_bench
//     npm run speed [GLINT]    # in build/studio/page; the command is ../../release/glint unless given
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { built, launch, open, quit } from "./browser.mjs";

const glint = process.argv[2] ?? join(built, "../release/glint");
const rounds = 5;
// Games in each round: about half a second for the command.
const games = { laser_lawn: 3000, boundary: 150, the_beam: 20000, beams_boosters_barriers: 2000 };

const { page: studio, done } = await open();
console.log(`the page was ready after ${await studio.evaluate(() => document.body.dataset.ready)} ms`);
await done();

const page = await (await launch()).newPage();
const bytes = readFileSync(join(built, "glint_engine_bench.wasm")).toString("base64");
await page.evaluate(async (text) => {
  const module = await WebAssembly.compile(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  const imports = {};
  const word = (at) => new DataView(window.engine.memory.buffer).setUint32(at, 0, true);
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === "function")
      (imports[from] ??= {})[name] = (...given) => {
        if (name === "environ_sizes_get") given.forEach(word);
        return 0;
      };
  window.engine = (await WebAssembly.instantiate(module, imports)).exports;
  window.engine._initialize();
}, bytes);
for (const [name, count] of Object.entries(games)) {
  await page.evaluate((given) => {
    const { engine } = window;
    const text = new TextEncoder().encode(given);
    const at = engine.take(text.length);
    new Uint8Array(engine.memory.buffer, at, text.length).set(text);
    if (!engine.set_up(at, text.length)) throw new Error(`there is no game ${given}`);
    window.plies = 0;
  }, name);
  let native = 0;
  let inPage = 0;
  for (let round = 0; round < rounds; ++round) {
    const [command] = [JSON.parse(execFileSync(glint, ["bench", name, "--games", String(count), "--json"]))].flat();
    native = Math.max(native, command.plies_per_second);
    const { pace, checksum } = await page.evaluate(([from, number]) => {
      const began = performance.now();
      const plies = window.engine.play(from, number);
      const seconds = (performance.now() - began) / 1000;
      const pace = (plies - window.plies) / seconds;
      window.plies = plies;
      return { pace, checksum: BigInt.asUintN(64, window.engine.checksum()).toString(16).padStart(16, "0") };
    }, [round * count, count]);
    inPage = Math.max(inPage, pace);
    if (round === 0) assert.equal(checksum, command.checksum, `${name}: the page plays other games than the command`);
  }
  const thousands = (pace) => `${Math.round(pace / 1000)},000`.padStart(10);
  console.log(`${name.padEnd(24)} plies a second: command ${thousands(native)}, page ${thousands(inPage)}, ${(inPage / native).toFixed(2)}`);
}
await quit();
