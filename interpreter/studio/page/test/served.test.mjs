// `glint studio`, in a real Chromium: the page with files on the disk. It is left out where the command is not built.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { choose, dots as game, has, lamps, open, openScript, quit, root, says, type, violations, write } from "./browser.mjs";

const glint = process.env.GLINT ?? join(root, "build/release/glint");
const skip = existsSync(glint) ? false : `there is no ${glint}`;

/// Runs a command that is, or becomes, `glint studio`, until it has printed its address.
async function studio(command, ...words) {
  const process = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise((done, failed) => {
    let printed = "";
    const hear = (data) => {
      printed += data;
      const found = /http:\S+/.exec(printed);
      if (found) done(found[0]);
    };
    process.stdout.on("data", hear);
    process.stderr.on("data", hear);
    process.on("exit", () => failed(new Error(printed)));
  });
  return { process, address };
}

let folder, host, address;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "glint-studio-"));
  writeFileSync(join(folder, "dots.glint"), game);
  writeFileSync(join(folder, "lamps.glint"), lamps);
  ({ process: host, address } = await studio(glint, "studio", join(folder, "dots.glint"), "--no-open", "--port", "0"));
});
after(async () => {
  host?.kill("SIGINT");
  await quit();
  if (folder) rmSync(folder, { recursive: true });
});

const state = (page, words) => has(page, "#state", words, 30_000);
const file = (page, words) => page.waitForFunction((text) => document.getElementById("file-name").textContent === text, words);

test("a file is opened with its library, changed, saved, and loaded again when another editor saves it", { skip }, async () => {
  const { page, done } = await open(undefined, { address });
  await state(page, "ann to move");
  await file(page, "dots.glint");
  assert.equal(new URL(page.url()).hash, "", "the key stays in no address");
  assert.equal(await page.locator("polygon[role=gridcell]").count(), 2);
  await page.fill("#move", "a1");
  await page.press("#move", "Enter");
  await state(page, "bob to move");

  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine");
  await file(page, "dots.glint (not saved)");
  await page.keyboard.press("Control+s");
  await file(page, "dots.glint");
  assert.equal(readFileSync(join(folder, "dots.glint"), "utf8"), `${game}// mine`);

  // Another editor: the moves so far are played by the new rules.
  writeFileSync(join(folder, "dots.glint"), game.replace("twice(1), 1", "twice(1), 2"));
  await page.waitForFunction(() => document.querySelectorAll("polygon[role=gridcell]").length === 4);
  await state(page, "bob to move · move 2");
  await file(page, "dots.glint");
  // The library.
  writeFileSync(join(folder, "lamps.glint"), lamps.replace("n + n", "n + n + 1"));
  await page.waitForFunction(() => document.querySelectorAll("polygon[role=gridcell]").length === 6);
  writeFileSync(join(folder, "lamps.glint"), lamps);
  await page.waitForFunction(() => document.querySelectorAll("polygon[role=gridcell]").length === 4);

  // Both have changed it.
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// again");
  await file(page, "dots.glint (not saved)");
  writeFileSync(join(folder, "dots.glint"), game);
  await page.waitForSelector("#disk:not([hidden])");
  await page.getByRole("button", { name: "Keep my text" }).click();
  await page.keyboard.press("Control+s");
  await file(page, "dots.glint");
  assert.match(readFileSync(join(folder, "dots.glint"), "utf8"), /again/);

  // Gone, and written anew.
  rmSync(join(folder, "dots.glint"));
  await page.waitForFunction(() => /there is no file/.test(document.getElementById("disk").textContent));
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.getElementById("disk").hidden);
  assert.match(readFileSync(join(folder, "dots.glint"), "utf8"), /again/);
  await page.reload();
  await state(page, "to move");
  await done();
});

test("a question about the file stays when the command is lost", { skip }, async () => {
  const path = join(folder, "lost.glint");
  writeFileSync(path, game);
  const own = await studio(glint, "studio", path, "--no-open", "--port", "0");
  const { page, done, wrong } = await open(undefined, { address: own.address });
  await state(page, "to move");
  await openScript(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// once more");
  await file(page, "lost.glint (not saved)");
  writeFileSync(path, `${game}// other`);
  const keep = page.getByRole("button", { name: "Keep my text" });
  await keep.waitFor();
  own.process.kill("SIGKILL");
  await says(page, "#toast", /does not answer/);
  assert.ok(await keep.isVisible());
  wrong.length = 0; // of the lost connection
  await done();
});

test("a study runs in the command, a bot plays, and a new script is saved under a name", { skip }, async () => {
  const { page, done, wrong } = await open(undefined, { address });
  await state(page, "to move");
  assert.equal(page.workers().length, 0, "the engine is the command's");
  await choose(page, "Laser Lawn");
  await state(page, "moon to move");
  await file(page, "no file");
  await page.locator("#panel-play select").nth(1).selectOption("greedy"); // moon begins
  await state(page, "sun to move");
  await page.click("#tab-study");
  await page.click("#study-start");
  await page.waitForFunction(() => /1,?000 games/.test(document.getElementById("study-verdict")?.textContent ?? ""), undefined, { timeout: 60_000 });
  await page.keyboard.press("Control+s");
  await page.fill("#save-name", "lawn");
  await page.press("#save-name", "Enter");
  await file(page, "lawn.glint");
  assert.equal(readFileSync(join(folder, "lawn.glint"), "utf8"), readFileSync(join(root, "games/laser_lawn.glint"), "utf8"));
  await page.click(".menu summary");
  await page.click("#open");
  await page.getByRole("button", { name: "dots.glint" }).click();
  await file(page, "dots.glint");
  // A name that is there already is not overwritten unasked.
  await write(page, "game \"Mine\"\n");
  await page.click(".menu summary");
  await page.click("#save-as");
  await page.fill("#save-name", "lawn.glint");
  await page.press("#save-name", "Enter");
  await page.getByRole("button", { name: "Load the file instead" }).click();
  await file(page, "lawn.glint");
  await state(page, "moon to move");
  wrong.splice(0, wrong.length, ...wrong.filter((text) => !/409/.test(text))); // which the browser reports, too
  await done();
});

test("one's own games in the browser find each other and the folder's libraries; an earlier text of a file goes into the file", { skip }, async () => {
  const { page, done } = await open(undefined, { address });
  await state(page, "to move");
  await choose(page, "Boundary");
  await page.click("#variant");
  await has(page, "#title", "My Boundary");
  await state(page, "to move");
  await page.click("#variant");
  await has(page, "#title", "My My Boundary");
  await state(page, "to move");
  await has(page, "#problems", "No mistakes");
  await page.click("#tab-changes");
  await has(page, "#parent-text", 'variant "My Boundary" of boundary');
  // A program plays it, in an engine of its own.
  await page.click("#tab-play");
  await page.locator("#panel-play select").nth(0).selectOption("random");
  await page.locator("#panel-play select").nth(1).selectOption("random");
  await state(page, "move 3");
  // A library of the folder.
  await page.click(".menu summary");
  await page.click("#new");
  await page.click("[data-script=blank]");
  await write(page, game.replace("Two Dots", "Other Dots"));
  await has(page, "#title", "Other Dots");
  await state(page, "ann to move");
  await file(page, "no file");
  await page.click(".menu summary");
  await page.click("#open");
  await page.getByRole("button", { name: "dots.glint" }).click();
  await file(page, "dots.glint");
  await state(page, "to move");
  await write(page, `${game}// now`);
  await file(page, "dots.glint (not saved)");
  await page.click(".menu summary");
  await page.click("#save");
  await file(page, "dots.glint");
  // Restored from elsewhere in the page.
  await choose(page, "Boundary");
  await file(page, "no file");
  await page.click(".menu summary");
  await page.click("#past");
  await page.locator("#dialog .buttons", { hasText: /^Restoredots,/ }).last().getByRole("button", { name: "Restore" }).click();
  await file(page, "dots.glint (not saved)");
  await has(page, "#title", "Two Dots");
  await page.keyboard.press("Control+s");
  await file(page, "dots.glint");
  await done();
});

test("a game is saved as a record that `glint replay` reads, and loaded; the rules are a sheet", { skip }, async () => {
  const { page, done } = await open(undefined, { address });
  await choose(page, "Laser Lawn");
  for (const move of ["D3 w red", "C5 se blue"]) {
    await page.fill("#move", move);
    await page.press("#move", "Enter");
    await page.waitForFunction((text) => document.querySelector("ol.line")?.textContent.includes(text), move);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-game")]);
  const path = join(folder, "game.json");
  await download.saveAs(path);
  const replayed = spawnSync(glint, ["replay", path], { encoding: "utf8" });
  assert.match(replayed.stdout, /2 legal moves/, replayed.stderr);
  await page.click("#again");
  await state(page, "moon to move");
  await page.setInputFiles("#load-game", path);
  await state(page, "· move 3");
  writeFileSync(path, "{}");
  await page.setInputFiles("#load-game", path);
  await page.waitForFunction(() => /contains no game/.test(document.getElementById("toast").textContent));

  await page.click("#tab-rules");
  await page.waitForSelector("#save-rules");
  assert.match(await page.locator(".sheet-place").evaluate((place) => place.shadowRoot.textContent), /37 spaces/);
  assert.deepEqual(await violations(page), []);
  const [sheet] = await Promise.all([page.waitForEvent("download"), page.click("#save-rules")]);
  const rules = join(folder, "rules.html");
  await sheet.saveAs(rules);
  assert.match(readFileSync(rules, "utf8"), /<title>Laser Lawn<\/title>/);
  await done();
});

test("a game with branches, notes and times is read by `glint replay`", { skip }, async () => {
  const { page, done } = await open(undefined, { address });
  await choose(page, "Laser Lawn");
  await page.selectOption("#clock", "game");
  for (const move of ["D3 w red", "C5 se blue"]) await type(page, move).then(() => has(page, "ol.line", move));
  await page.click("#undo");
  await state(page, "move 2");
  await type(page, "C4 se blue");
  await state(page, "move 3");
  await page.fill("#note", "the middle");
  await page.press("#note", "Enter");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-game")]);
  const path = join(folder, "branches.json");
  await download.saveAs(path);
  const record = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(record.times.length, 2);
  assert.equal(record.branches.length, 1);
  const replayed = spawnSync(glint, ["replay", path], { encoding: "utf8" });
  assert.match(replayed.stdout, /2 legal moves/, replayed.stderr);
  const played = spawnSync(glint, ["play", path, "--unsaved"], { encoding: "utf8", input: "branches\n" });
  assert.match(played.stdout, /C5 se blue/, played.stderr);
  await done();
});

test("a port that is taken, a file that is not there: the command says what to do", { skip }, () => {
  const { port } = new URL(address);
  const taken = spawnSync(glint, ["studio", folder, "--no-open", "--port", port], { encoding: "utf8" });
  assert.equal(taken.status, 2);
  assert.match(taken.stderr, new RegExp(`port ${port} is taken[^]*give another number, or leave --port out`));
  const gone = spawnSync(glint, ["studio", join(folder, "none.glint")], { encoding: "utf8" });
  assert.equal(gone.status, 2);
  assert.match(gone.stderr, /there is no file/);
});

test("a disk that is full is said, the file stays, and the text can be saved when there is room", { skip }, async (context) => {
  const small = mkdtempSync(join(tmpdir(), "glint-small-"));
  const mount = 'mount -t tmpfs -o size=64k tmpfs "$2" && printf "%s" "$3" > "$2/dots.glint" && exec "$1" studio "$2/dots.glint" --no-open --port 0';
  const one = game.replace("use lamps\n", "").replace("twice(1)", "2");
  const started = await studio("unshare", "-m", "sh", "-c", mount, "sh", glint, small, one).catch((error) => error);
  if (started instanceof Error) return context.skip(`nothing can be mounted here: ${started.message}`);
  const { page, done, wrong } = await open(undefined, { address: started.address });
  await state(page, "ann to move");
  await write(page, `${one}${"// a long remark\n".repeat(4000)}`);
  await state(page, "ann to move");
  await page.keyboard.press("Control+s");
  await has(page, "#toast", "Not saved: ");
  await says(page, "#toast", /dots\.glint` cannot be written: no space left on device: the file still has its old content/);
  await file(page, "dots.glint (not saved)");
  await write(page, `${one}// short\n`);
  await state(page, "ann to move");
  await page.keyboard.press("Control+s");
  await file(page, "dots.glint");
  started.process.kill("SIGINT");
  wrong.length = 0; // the browser reports the refused request, and that the host has ended
  await done();
  rmSync(small, { recursive: true });
});

test("without the key the page says so, and works without files", { skip }, async () => {
  const { page, done, wrong } = await open(undefined, { address: `${new URL(address).origin}/#key=wrong` });
  await state(page, "to move");
  await says(page, "#toast", /Open the address/);
  wrong.splice(0, wrong.length, ...wrong.filter((text) => !/401/.test(text)));
  await done();
});
