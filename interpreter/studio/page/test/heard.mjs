// What people hear: the screen reader Orca reads the page while keys play a move in each of the four games. It prints each key
// and what was said after it. Nothing is checked: somebody has to read it. Orca writes down what it says, so no sound is
// needed. On Debian: apt-get install orca at-spi2-core dbus-x11 xvfb openbox xdotool. `npm run heard -- Beam`: only games with this
// word in their names.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { built } from "./browser.mjs";

// "text: ..." is typed, "wait: 3" waits seconds, and "the cell that can be picked next" is the key n.
const games = {
  "Laser Lawn: by cells and buttons": ["Alt+b", "n", "Return", "Tab", "Return", "Return", "Left", "Alt+Left"],
  "Boundary: the first stone, and a pyramid": ["Tab", "text: Bounda", "wait: 3", "Alt+b", "n", "Return", "n", "Return", "n", "Return", "n", "Return"],
  "The Beam: a row, and where the mirror goes": ["Tab", "text: The Be", "wait: 3", "Alt+b", "Return", "Alt+b", "Return", "Tab", "Return"],
  "Beams, Boosters, and Barriers: a generator": ["Tab", "text: Beams", "wait: 5", "Alt+b", "Tab", "Return", "n", "Return", "Tab", "Return"],
  "Boundary: typed moves, until the end": ["Tab", "text: Bounda", "wait: 3", "Alt+m", "text: (a1-b2)", "Return", "text: resign", "Return", "wait: 1", "Alt+Left"],
};
const wanted = process.argv.slice(2).filter((word) => word !== "--inside");
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/// Waits so long, and until Orca has nothing to do; at most ten seconds.
async function settled(file, seconds) {
  await pause(seconds);
  for (let last = -1, i = 0; i < 10 && statSync(file).size !== last; ++i) {
    last = statSync(file).size;
    await pause(1);
  }
}

async function listen() {
  const folder = mkdtempSync(join(tmpdir(), "glint-heard-"));
  const display = `:${100 + (process.pid % 800)}`;
  const runtime = join(folder, "run");
  mkdirSync(runtime, { mode: 0o700 });
  const env = { ...process.env, DISPLAY: display, HOME: folder, XDG_RUNTIME_DIR: runtime, ACCESSIBILITY_ENABLED: "1", GTK_MODULES: "gail:atk-bridge" };
  const started = [];
  const start = (command, ...given) => {
    const child = spawn(command, given, { env, stdio: "ignore" });
    child.on("error", (error) => console.error(`${command}: ${error.message}`));
    started.push(child);
    return child;
  };
  const said = join(folder, "orca.out");
  start("Xvfb", display, "-screen", "0", "1440x900x24");
  await pause(1);
  start("openbox");
  start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately");
  await pause(1);
  start("orca", "--replace", `--debug-file=${said}`);
  await pause(4);
  const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  const press = (...given) => spawnSync("xdotool", given, { env });
  for (const [name, keys] of Object.entries(games)) {
    if (!wanted.every((word) => name.includes(word))) continue;
    const page = start(chromium, "--no-sandbox", "--test-type", "--force-renderer-accessibility", "--no-first-run", "--disable-gpu",
      `--user-data-dir=${join(folder, name.replace(/\W/g, ""))}`, "--window-size=1440,900", `--app=${pathToFileURL(join(built, "studio.html"))}`);
    const before = statSync(said).size;
    for (let i = 0; i < 60 && !/Finished loading/.test(readFileSync(said, "utf8").slice(before)); ++i) {
      press("key", "Shift_L");
      await pause(1);
    }
    press("key", "Control_L"); // Orca stops reading the page
    await settled(said, 3);
    const pressed = [];
    for (const key of keys) {
      pressed.push([clock(), key]);
      const [, word, rest] = /^(text|wait): (.*)$/.exec(key) ?? [];
      if (word === "wait") await pause(Number(rest));
      else if (word === "text") press("type", "--delay", "60", rest);
      else press("key", key.replace("Alt+", "alt+"));
      await settled(said, 1.8);
    }
    // Orca writes in blocks: more of its words push the last ones out.
    for (let i = 0; i < 6; ++i) {
      press("key", "Shift_L");
      await pause(0.3);
    }
    const lines = readFileSync(said, "utf8").matchAll(/^(\d\d:\d\d:\d\d\.\d+) - SPEECH OUTPUT: '(.*?)'?\s*(?:\{.*\})?$/gm);
    const heard = [...lines].map(([, time, words]) => [time, words]).filter(([, words]) => !/^(left |right )?\w+ ?$/.test(words) || /^(to|empty)/.test(words));
    console.log(`\n${name}`);
    pressed.forEach(([time, key], i) => {
      const end = pressed[i + 1]?.[0] ?? "99";
      console.log(`  [${key}]`);
      for (const [at, words] of heard) if (at >= time && at < end) console.log(`      ${words}`);
    });
    page.kill();
    await pause(1.5);
  }
  for (const child of started.reverse()) child.kill();
  await pause(1);
  rmSync(folder, { recursive: true, force: true });
}

/// The time of day as Orca writes it.
function clock() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}.${String(now.getMilliseconds()).padStart(3, "0")}`;
}

// A session of its own, so that no screen reader of the desktop is disturbed.
if (process.argv[2] === "--inside") await listen().then(() => process.exit());
else process.exit(spawnSync("dbus-run-session", ["--", process.execPath, fileURLToPath(import.meta.url), "--inside", ...wanted], { stdio: ["ignore", "inherit", "ignore"] }).status ?? 1);
