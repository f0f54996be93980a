// The package as `npm pack` makes it, installed in a project: in Node, in threads, in a browser, built by Vite, with types.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { closePages, install, project, serve, studio, tarball, visit } from "./pages.mjs";
import { root } from "./support.mjs";

after(closePages);

/// Node 18, Node 20 and Vite, where `sh examples/javascript.sh` has put them.
const tools = join(root, "build/javascript_tools/node_modules");
const [node18, node20] = ["node", "node20"].map((name) => join(tools, name, "bin/node"));
const without = (path) => (existsSync(path) ? false : `${path} is missing: \`sh examples/javascript.sh --test\` installs it`);

const script = `import { Game, check, play } from "@glint/engine";
const game = await Game.load("laser_lawn", { side: 4 });
const position = game.start({ draws: { mover: "sun" } });
position.push("C4 ne blue");
const end = await play(game, "random", { seed: 3, maxPlies: 5 });
const found = await check("game");
const said = JSON.stringify([position.moves.length, position.why("C4 e red").code, end.history.length, position.svg().length, found.length > 0]);
`;
const expected = '[519,"G0601",5,';

test("the sizes that pages load", () => {
  install();
  const folder = join(project, "node_modules/@glint/engine/build/javascript");
  const zipped = (test_) => readdirSync(folder).filter((name) => test_.test(name)).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const play = zipped(/^(index|chunk-.*|play\.wasm)\.js$/);
  console.log(`by gzip: what plays ${Math.round(play / 1000)} kB, for designers ${Math.round(zipped(/^studio\.wasm\.js$/) / 1000)} kB more; the tarball ${Math.round(statSync(tarball()).size / 1000)} kB`);
  assert.ok(play < 700_000, `what plays takes ${play} bytes`);
  assert.deepEqual(readdirSync(folder).filter((name) => !/\.(js|d\.ts|md)$/.test(name)), []);
});

test("notices of what it has of others are in it, and in pages of the studio", () => {
  install();
  for (const name of ["NOTICES", "LICENSE"])
    assert.equal(readFileSync(join(project, "node_modules/@glint/engine", name), "utf8"), readFileSync(join(root, name), "utf8"));
  const notices = readFileSync(join(root, "NOTICES"), "utf8");
  for (const page of ["studio.html", "served.html"]) assert.ok(readFileSync(join(studio, page), "utf8").includes(notices), page);
});

for (const [name, program] of [["this Node", process.execPath], ["Node 18", node18], ["Node 20", node20]])
  test(`in ${name}, and in a thread of it`, { skip: without(program) }, () => {
    install();
    const version = execFileSync(program, ["--version"], { encoding: "utf8" });
    if (program !== process.execPath) assert.ok(version.startsWith(`v${name.slice(5)}.`), version);
    writeFileSync(join(project, "in_node.mjs"), `${script}console.log(said);\n`);
    writeFileSync(
      join(project, "in_thread.mjs"),
      `import { Worker, isMainThread, parentPort } from "node:worker_threads";
if (isMainThread) new Worker(new URL(import.meta.url)).on("message", (said) => console.log(said));
else {
  ${script.replaceAll(/^import \{(.*)\} from (.*);$/gm, "const {$1} = await import($2);")}
  parentPort.postMessage(said);
}
`,
    );
    for (const file of ["in_node.mjs", "in_thread.mjs"]) {
      const said = execFileSync(program, [file], { cwd: project, encoding: "utf8", timeout: 120_000 });
      assert.ok(said.startsWith(expected) && said.endsWith(",true]\n"), said);
    }
  });

const page = (inside) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"></head><body>${inside}</body></html>`;
const says = async (address) => {
  const { page: shown, done } = await visit(address);
  await shown.waitForFunction(() => document.body.dataset.said, undefined, { timeout: 60_000 });
  const said = await shown.evaluate(() => document.body.dataset.said);
  await done();
  assert.ok(said.startsWith(expected) && said.endsWith(",true]"), said);
};
const plain = script.replace('"@glint/engine"', '"/node_modules/@glint/engine/build/javascript/index.js"');

test("in a plain script of a page", async () => {
  install();
  await says(`${await serve(project, { "/": page(`<script type="module">${plain}document.body.dataset.said = said;</script>`) })}/`);
});

test("in a worker of a page", async () => {
  install();
  const html = page(`<script type="module">new Worker("/worker.mjs", { type: "module" }).onmessage = ({ data }) => { document.body.dataset.said = data; };</script>`);
  await says(`${await serve(project, { "/": html, "/worker.mjs": `${plain}postMessage(said);` })}/`);
});

const vite = join(tools, "vite/bin/vite.js");
test("built by Vite, and served by it while one develops", { skip: without(vite), timeout: 300_000 }, async () => {
  install();
  const folder = join(project, "vite_project");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), page('<glint-board game="the_beam"></glint-board><script type="module" src="/main.js"></script>'));
  writeFileSync(join(folder, "main.js"), `import "@glint/engine/board";\n${script}await new Promise((done) => document.querySelector("glint-board").dataset.ready === undefined ? document.querySelector("glint-board").addEventListener("ready", done) : done());\ndocument.body.dataset.said = said;\n`);
  // Top-level await needs a newer target than Vite's usual one.
  writeFileSync(join(folder, "vite.config.js"), 'export default { build: { target: "es2022" }, optimizeDeps: { esbuildOptions: { target: "es2022" } } };\n');
  execFileSync(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: folder });
  await says(`${await serve(join(folder, "dist"), { "/": readFileSync(join(folder, "dist/index.html")) })}/`);
  const { spawn } = await import("node:child_process");
  const server = spawn(process.execPath, [vite, "--port", "0", "--host", "127.0.0.1"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await new Promise((done) => {
      let text = "";
      // eslint-disable-next-line no-control-regex
      server.stdout.on("data", (data) => {
        text += String(data).replace(/\u001b\[[\d;]*m/g, "");
        const found = /(http:\/\/127\.0\.0\.1:\d+\/)/.exec(text);
        if (found) done(found[1]);
      });
    });
    await says(address);
  } finally {
    server.kill();
  }
});

test("its types, for programs in TypeScript", () => {
  install();
  const folder = join(project, "typed");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "main.ts"),
    `import { Game, IllegalMove, type Outcome, type Position, type View, play, study } from "@glint/engine";
import { GlintBoard } from "@glint/engine/board";
const game: Game = await Game.load("laser_lawn", { side: 5, fast: true });
const position: Position = game.start({ seed: 1, draws: { mover: ["sun", "moon"] } });
position.push(0);
const view: View = position.seenBy("sun");
const outcome: Outcome | null = (await play(game, { sun: (here) => here.moves.length - 1 }, { maxPlies: 2 })).outcome;
const low: number | null | undefined = (await study(game, { games: 2, bots: { "*": "random" } })).measures[0]?.low;
// @ts-expect-error a view has no push
view.push(0);
// @ts-expect-error a move is a text or a number
position.push({});
// @ts-expect-error there is no such field
outcome?.victor;
export const all = [low, IllegalMove, GlintBoard];
`,
  );
  for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]])
    execFileSync(join(studio, "page/node_modules/.bin/tsc"), ["--noEmit", "--strict", "--target", "es2022", "--module", module, "--moduleResolution", resolution, "--lib", "es2022,dom", "--types", "", join(folder, "main.ts")], { cwd: folder, stdio: "inherit" });
});
