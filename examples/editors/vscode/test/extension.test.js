// The extension with a stand-in for VS Code, the real client library of the protocol, and the real server: $GLINT, or the
// glint on the PATH.
const { test, before, after } = require("node:test");
const assert = require("node:assert");
const { mkdtempSync, readFileSync, writeFileSync, rmSync } = require("node:fs");
const { join } = require("node:path");
const { tmpdir } = require("node:os");
const Module = require("node:module");
const { openPage } = require("./support/page.js");
const { makeVscode } = require("./support/fake_vscode.js");

const command = process.env.GLINT ?? "glint";
const folder = mkdtempSync(join(tmpdir(), "glint-vscode-"));
const fake = makeVscode({ folder, settings: { command } });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? fake.module : load(name, ...rest));
const extension = require("../extension.js");

const template = readFileSync(join(__dirname, "../../../templates/game.glint"), "utf8");
const script = `${template}
test "this one fails" {
  play "lamp a1 e"
  expect count(lamp) == 2
}
`;

let document;
const until = async (holds) => {
  for (let i = 0; i < 100; ++i) {
    const value = await holds();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it never happened: ${holds}`);
};

before(async () => {
  const path = join(folder, "lamps.glint");
  writeFileSync(path, script);
  document = fake.open(fake.module.Uri.file(path), script);
  await extension.activate({ subscriptions: [], extensionUri: fake.module.Uri.file(join(__dirname, "..")) });
  assert.deepEqual(fake.messages, []);
});
after(async () => {
  await extension.deactivate();
  rmSync(folder, { recursive: true });
});

const uri = () => document.uri.toString();
const diagnosed = (count) => until(() => fake.diagnostics.get(uri())?.length === count);

test("errors come from the server", async () => {
  await diagnosed(0);
  fake.edit(document, script.replace("mirror at", "miror at").replace("put mirror", "put miror"));
  await diagnosed(1);
  assert.match(fake.diagnostics.get(uri())[0].message, /miror/);
  fake.edit(document, script);
  await diagnosed(0);
});

test("the test explorer has a row for each test, and runs them", async () => {
  const { items, profiles } = fake.tests.controller;
  const row = await until(() => items.get(uri())?.children.size === script.match(/^test /gm).length && items.get(uri()));
  assert.equal(row.label, "lamps.glint");
  const rows = [...row.children].map(([, item]) => item);
  const last = rows.at(-1);
  assert.equal(last.label, "this one fails");
  assert.equal(document.text.split("\n")[last.range.start.line], 'test "this one fails" {');
  await profiles[0].handler({}, new fake.module.CancellationTokenSource().token);
  const { results, ended, output } = fake.runs.at(-1);
  assert.equal(ended, true);
  assert.deepEqual([...results.values()].map(({ what }) => what), rows.map((row) => (row === last ? "failed" : "passed")));
  const { message } = results.get("this one fails");
  assert.match(message.message, /count\(lamp\)/);
  assert.equal(output.replace(/\r/g, "").trim(), message.message.trim());
  assert.equal(document.text.split("\n")[message.location.range.start.line].trim(), "expect count(lamp) == 2");
});

test("one test is run alone, and a script with errors says why none is", async () => {
  const row = fake.tests.controller.items.get(uri());
  const [, first] = [...row.children][0];
  await fake.tests.controller.profiles[0].handler({ include: [first] }, new fake.module.CancellationTokenSource().token);
  assert.deepEqual([...fake.runs.at(-1).results.keys()], [first.label]);
  fake.edit(document, script.replace("players sun, moon", "players sun moon"));
  await fake.commands.get("glint.test")({ textDocument: { uri: uri() }, titles: ["this one fails"] });
  const { what, message } = fake.runs.at(-1).results.get("this one fails");
  assert.equal(what, "errored");
  assert.match(message.message, /expected/);
  fake.edit(document, script);
  await diagnosed(0);
});

test("a run ends whatever happens, and one script that is gone does not keep others from running", async () => {
  const { controller } = fake.tests;
  const gone = controller.createTestItem("file:///gone.glint", "gone.glint", fake.module.Uri.parse("file:///gone.glint"));
  controller.items.add(gone);
  await controller.profiles[0].handler({}, new fake.module.CancellationTokenSource().token);
  controller.items.delete(gone.id);
  const { results, ended } = fake.runs.at(-1);
  assert.equal(ended, true);
  assert.equal(results.get("gone.glint").what, "errored");
  assert.match(results.get("gone.glint").message.message, /gone\.glint/);
  assert.equal(results.get("this one fails").what, "failed");
  // What VS Code itself refuses is passed on, after the end.
  const broken = { get label() { throw new Error("no label"); }, children: [], uri: document.uri, parent: controller.items.get(uri()), id: "none" };
  await assert.rejects(controller.profiles[0].handler({ include: [broken] }, new fake.module.CancellationTokenSource().token), /no label/);
  assert.equal(fake.runs.at(-1).ended, true);
});

test("files that come with Glint are shown", async () => {
  const bundled = await fake.module.workspace.openTextDocument(fake.module.Uri.parse("glint:///games/laser_lawn.glint"));
  assert.match(bundled.text, /^game "Laser Lawn"/m);
  const none = await fake.module.workspace.openTextDocument(fake.module.Uri.parse("glint:///games/none.glint"));
  assert.equal(none.text, "");
});

test("the board follows the cursor, plays, and keeps what was played when the text changes", { timeout: 20000 }, async () => {
  await fake.commands.get("glint.showBoard")();
  assert.match(fake.messages.pop(), /Open a script/);
  fake.goTo(document);
  await fake.commands.get("glint.showBoard")();
  const [panel] = fake.panels;
  const first = panel.webview.sent.at(-1);
  assert.deepEqual(first.errors, []);
  assert.equal(first.board.title, "Game");
  assert.match(first.board.picture.svg, /^<svg/);
  assert.ok(first.legal.some(({ move, cells }) => move === "lamp a1 e" && cells.includes("a1")), JSON.stringify(first.legal));

  const answerTo = (message) => { const next = panel.next(); panel.receive(message); return next; };
  const played = await answerTo({ kind: "play", value: "lamp a1 e" });
  assert.equal(played.played, 1);
  assert.equal(played.board.to_move, "moon");
  await answerTo({ kind: "play", value: "lamp a1 w" });
  const refused = await until(() => panel.webview.sent.find((each) => each.refused));
  assert.match(refused.refused, /something stands on a1/);

  assert.match([(await answerTo({ kind: "cell", value: "c1" })).why].flat().join(), /c1/);

  const inTest = panel.next();
  fake.goTo(document, 'test "this one fails"');
  const failing = await inTest;
  assert.equal(failing.test, "this one fails");
  assert.equal(failing.passed, false);
  assert.match(failing.errors[0], /count\(lamp\)/);
  assert.ok(failing.board.cells.length > 0);
  assert.match([(await answerTo({ kind: "cell", value: "b1" })).why].flat().join(), /b1/);

  // If a rule forbids the move that was played, the board shows the position before it, and says so.
  fake.goTo(document);
  const changed = panel.next();
  fake.edit(document, script.replace("pick at in empty   ", "pick at in empty - a1   "));
  const parted = await changed;
  assert.equal(parted.played, 0);
  assert.match(parted.errors[0], /Move 1, `lamp a1 e`, is no longer legal/);

  // From there another move is played; the move that could not be played is gone.
  const other = await answerTo({ kind: "play", value: "lamp a2 e" });
  assert.deepEqual(other.moves, ["lamp a2 e"]);
  assert.equal(other.played, 1);
  await answerTo({ kind: "undo" });
  await answerTo({ kind: "play", value: "lamp a2 e" });

  // A text with errors has no board; the page keeps the last one.
  const broken = panel.next();
  fake.edit(document, script.replace("players", "playrs"));
  const without = await broken;
  assert.equal(without.board, undefined);
  assert.notEqual(without.errors.length, 0);
  fake.edit(document, script);
  assert.equal((await panel.next()).played, 1);
  assert.deepEqual((await answerTo({ kind: "undo" })).moves, []);
  assert.equal((await answerTo({ kind: "chance" })).seed, 2);
});

test("the page draws the board, and sends what is clicked and typed", { timeout: 20000 }, async () => {
  const [panel] = fake.panels;
  const { document: page, sent, click } = openPage(panel);
  const answerTo = (act) => { const next = panel.next(); act(); return next; };
  const buttons = () => [...page.querySelectorAll("button")];
  const { board } = await answerTo(() => panel.receive({ kind: "restart" }));
  assert.equal(page.querySelector("h1").textContent, "lamps.glint");
  const cells = [...page.querySelectorAll("svg .cell")];
  assert.equal(cells.length, board.cells.length);

  // A cell lists its moves, also when the click takes the cursor from the text, and a click on a move plays it.
  const said = () => page.querySelector("pre")?.textContent ?? "";
  const moves = () => page.querySelector(".moves").textContent;
  const ofCell = () => buttons().filter(({ textContent }) => textContent.includes(" c3 "));
  click(cells.find((cell) => cell.textContent === "c3"));
  fake.module.window.onDidChangeActiveTextEditor.fire(undefined);
  await until(() => said().includes("No beam reaches c3"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.match(said(), /No beam reaches c3/);
  assert.ok(ofCell().length > 1);
  const move = ofCell().find(({ textContent }) => textContent.startsWith("lamp"));
  click(move);
  await until(() => moves() === `1. ${move.textContent}`);
  await until(() => /c3 (shows|is lit)/.test(said())); // asked about again

  // An illegal move is explained.
  const field = page.querySelector("input");
  field.value = "lamp c3 n";
  field.onkeydown({ key: "Enter" });
  await until(() => /something stands on c3/.test(page.querySelector(".errors").textContent));

  click(buttons().find(({ textContent }) => textContent === "Undo"));
  await until(() => moves() === "");

  fake.goTo(document, 'test "this one fails"');
  await until(() => page.querySelector("h1").textContent === 'test "this one fails"');
  assert.equal(page.querySelector("p").textContent, "fails here");
  assert.equal(page.querySelectorAll("input").length, 0);
});

test("commands above declarations are shown in the places of VS Code", async () => {
  const lenses = await fake.lenses[0].provideCodeLenses(document, new fake.module.CancellationTokenSource().token);
  const at = (text) => lenses.filter(({ range }) => document.text.split("\n")[range.start.line].startsWith(text)).map(({ command }) => command);
  const act = ({ command, arguments: values }) => fake.commands.get(command)(...values);
  const titled = (commands, title) => commands.find((each) => each.title === title);
  const ofTest = at('test "this one fails"'), ofGame = at("game ");
  const titles = (commands) => commands.map(({ title }) => title);
  assert.deepEqual(titles(ofGame), ["Run all tests", "Show board", "Trace beams", "Study", "Rule sheet"]);
  assert.deepEqual(titles(ofTest), ["Run test", "Show board", "Trace beams"]);

  await act(titled(ofTest, "Run test"));
  assert.deepEqual([...fake.runs.at(-1).results], [["this one fails", fake.runs.at(-1).results.get("this one fails")]]);

  // The board of a test, while the cursor is elsewhere; once it moves, the board follows it again.
  const [panel] = fake.panels;
  fake.goTo(document);
  await until(() => !panel.webview.sent.at(-1).test);
  fake.module.window.visibleTextEditors = [fake.module.window.activeTextEditor];
  await act(titled(ofTest, "Trace beams"));
  const traced = panel.webview.sent.findLast(({ board }) => board);
  assert.equal(traced.test, "this one fails");
  assert.match(traced.steps.join(""), /a1/);
  fake.goTo(document);
  await until(() => panel.webview.sent.findLast(({ board }) => board).test === undefined);

  await act(titled(ofGame, "Study"));
  const report = fake.shown.at(-1);
  assert.match(report.uri.toString(), /^glint-report:lamps.glint: study$/);
  assert.match(report.text, /1000 games/);
  assert.match(report.text, /\nwins\.sun +\d/);
  assert.ok(fake.progress.length > 0);
  assert.deepEqual(fake.messages, []); // nothing of the server's own
});

test("the rule sheet is previewed as Markdown", async () => {
  let previewed;
  fake.commands.set("markdown.showPreviewToSide", (shown) => (previewed = shown));
  await fake.commands.get("glint.describe")({ textDocument: { uri: uri() } });
  assert.match(previewed.toString(), /^glint-report:lamps.glint: rules.md$/);
  const sheet = await fake.module.workspace.openTextDocument(previewed);
  assert.match(sheet.text, /^# Game\n/);
  assert.match(sheet.text, /\n## Moves\n/);
});

test("what a variant changes is a report", async () => {
  const path = join(folder, "more_lamps.glint");
  writeFileSync(path, 'variant "More Lamps" of lamps\noption lamps = 4\n');
  const variant = await fake.module.workspace.openTextDocument(fake.module.Uri.file(path));
  const lenses = await fake.lenses[0].provideCodeLenses(variant, new fake.module.CancellationTokenSource().token);
  assert.deepEqual(lenses.map(({ command }) => command.title), ["Show board", "Trace beams", "Study", "Rule sheet", "What it changes"]);
  const library = { getText: () => 'library a\nlet b = "game"\n' };
  assert.deepEqual(await fake.lenses[0].provideCodeLenses(library), []);
  await fake.commands.get("glint.diff")({ textDocument: { uri: variant.uri.toString() } });
  assert.match(fake.shown.at(-1).text, /option lamps = 4/);
  assert.match(fake.shown.at(-1).text, /Play differs after\n  1\. /);
  assert.match(fake.shown.at(-1).text, /What differs then: /);
});
