// The engine of the page against the command: the same messages, and the answers must be the same, byte for byte. Without a
// browser, as Node runs the module too. It takes a sample of the scripts; with GLINT_ALL=1 all of them, for some minutes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { built, root } from "./browser.mjs";

const glint = join(root, "build/release/glint");
const skip = existsSync(glint) ? false : "build/release/glint is not built";

/// An engine in this process. `ask` gives the text of the answer.
class Page {
  constructor(name) {
    const module = new WebAssembly.Module(readFileSync(join(built, name)));
    const imports = {};
    for (const { module: from, name: wanted, kind } of WebAssembly.Module.imports(module))
      if (kind === "function")
        (imports[from] ??= {})[wanted] = (...given) => {
          if (from === "host") this.said.push(Buffer.from(this.engine.memory.buffer, given[0], given[1]).toString());
          else if (wanted === "environ_sizes_get") for (const at of given) new DataView(this.engine.memory.buffer).setUint32(at, 0, true);
          else if (wanted === "clock_time_get") new DataView(this.engine.memory.buffer).setBigUint64(given.at(-1), BigInt(Math.round(performance.now() * 1e6)), true);
          else if (wanted !== "environ_get" && wanted !== "emscripten_notify_memory_growth") throw new Error(`the engine asks for ${wanted}`);
          return 0;
        };
    this.said = [];
    this.engine = new WebAssembly.Instance(module, imports).exports;
    this.engine._initialize();
  }
  async send(text) {
    const bytes = Buffer.from(text);
    const at = this.engine.take(bytes.length);
    Buffer.from(this.engine.memory.buffer).set(bytes, at);
    this.engine.receive(at, bytes.length);
  }
  async ask(id, text) {
    await this.send(text);
    while (!this.said.some((each) => each.startsWith(`{"jsonrpc":"2.0","id":${id},`))) this.engine.work();
    return this.said.find((each) => each.startsWith(`{"jsonrpc":"2.0","id":${id},`));
  }
  end() {}
}

/// The command in a process of its own.
class Command {
  constructor() {
    this.process = spawn(glint, ["lsp"], { stdio: ["pipe", "pipe", "inherit"], cwd: built });
    this.rest = Buffer.alloc(0);
    this.waiting = new Map();
    this.process.stdout.on("data", (data) => {
      this.rest = Buffer.concat([this.rest, data]);
      for (;;) {
        const head = /^Content-Length: (\d+)\r\n\r\n/.exec(this.rest.subarray(0, 60).toString());
        if (!head || this.rest.length < head[0].length + Number(head[1])) return;
        const text = this.rest.subarray(head[0].length, head[0].length + Number(head[1])).toString();
        this.rest = this.rest.subarray(head[0].length + Number(head[1]));
        const id = /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(text)?.[1];
        this.waiting.get(Number(id))?.(text);
      }
    });
  }
  async send(text) {
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  ask(id, text) {
    const answer = new Promise((done) => this.waiting.set(id, done));
    void this.send(text);
    return answer;
  }
  end() {
    this.process.kill();
  }
}

/// Logarithms and powers of two libraries of mathematics may differ in the last bit, so ends of intervals are compared to
/// twelve digits.
const comparable = (method, text) =>
  method === "glint/study" ? text.replace(/"(low|high)":([-+.e\d]+)/g, (_, end, value) => `"${end}":${Number(value).toPrecision(12)}`) : text;

const message = (method, params, id) => JSON.stringify({ jsonrpc: "2.0", ...(id ? { id } : {}), method, params });

/// Puts the same requests to both, in the same order.
async function compare(first, second, name, text, requests, last) {
  const uri = `file:///nowhere/${name}.glint`;
  const opening = message("textDocument/didOpen", { textDocument: { uri, languageId: "glint", version: 1, text } });
  for (const each of [first, second]) await each.send(opening);
  let id = last;
  for (const [method, more] of requests) {
    const asked = message(method, { textDocument: { uri }, ...more }, ++id);
    const answers = await Promise.all([first.ask(id, asked), second.ask(id, asked)]);
    const [one, other] = answers.map((text) => comparable(method, text));
    if (one === other) continue;
    let at = 0;
    while (one[at] === other[at]) ++at;
    assert.fail(`${name}, ${method}: the page answers ...${one.slice(Math.max(0, at - 60), at + 60)}..., the other ...${other.slice(Math.max(0, at - 60), at + 60)}...`);
  }
  for (const each of [first, second]) await each.send(message("textDocument/didClose", { textDocument: { uri } }));
  return id;
}

const scriptsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".glint"))
    .sort()
    .map((name) => join(folder, name));
const sample = (all, every) => (process.env.GLINT_ALL ? all : all.filter((_, i) => i % every === 0));

const place = [
  ["glint/show", {}],
  ["glint/moves", { most: 300 }],
  ["glint/trace", {}],
];
const play = [...place, ["glint/test", {}], ["glint/advice", { bot: "mcts:20" }], ["glint/describe", { form: "html" }], ["glint/study", { games: 15 }]];

async function both(first, second, work) {
  try {
    let id = 1;
    for (const each of [first, second]) await each.ask(id, message("initialize", { capabilities: {} }, id));
    for (const [name, text, requests] of work) id = await compare(first, second, name, text, requests, id);
  } finally {
    first.end();
    second.end();
  }
}

const scripts = [
  ...scriptsIn("games"),
  ...sample(scriptsIn("games/variants"), 5),
  ...sample(scriptsIn("examples"), 6),
  ...sample(scriptsIn("examples/templates"), 3),
];

test("the engine of the page and the command answer the same about scripts and in studies", { skip, timeout: 900_000 }, () =>
  both(
    new Page("glint_engine.wasm"),
    new Command(),
    scripts.map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const isVariant = path.startsWith("games/variants");
      const requests = isVariant ? [...play, ["glint/diff", { limit: 300, games: 5 }]] : play;
      return [basename(path, ".glint"), text, requests];
    }),
  ));

/// What a designer meets while typing: scripts with each error that there is, and some that want too much.
const wrong = [
  ...sample(scriptsIn("tests/golden/errors"), 9).map((path) => [path, [["glint/show", {}], ["glint/test", { boards: false }]]]),
  ...sample(scriptsIn("tests/hostile"), 12).map((path) => [path, [["glint/show", {}], ["glint/moves", { most: 5 }], ["glint/test", { boards: false }], ["glint/study", { games: 2 }]]]),
];

test("the engine of the page and the command refuse the same scripts, in the same words", { skip, timeout: 900_000 }, () =>
  both(
    new Page("glint_engine.wasm"),
    new Command(),
    wrong.map(([path, requests]) => [basename(path, ".glint"), readFileSync(join(root, path), "utf8"), requests]),
  ));

/// The moves of the bundled records, from the start to the middle and to the end.
const records = readdirSync(join(root, "games/records"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => {
    const { game, options, seed, draws: drawn, moves } = JSON.parse(readFileSync(join(root, "games/records", name), "utf8"));
    const path = join(root, game.endsWith(".glint") ? join("games/records", game) : `games/${game}.glint`);
    const draws = {};
    for (const { draw, value } of drawn) (draws[draw] ??= []).push(value);
    const half = { options, seed, draws, moves: moves.slice(0, moves.length >> 1) };
    const requests = [...place, ["glint/advice", { bot: "mcts:20" }]].map(([method, more]) => [method, { ...half, ...more }]);
    return [basename(name, ".json"), readFileSync(path, "utf8"), [...requests, ["glint/show", { ...half, moves }]]];
  });

for (const [engine, whose] of [["glint_engine.wasm", "the studio"], ["glint_table.wasm", "exported games"]])
  test(`the engine of ${whose} leads the bundled records to the command's positions`, { skip, timeout: 900_000 }, () =>
    both(new Page(engine), new Command(), records));

test("a request that is refused leaves nothing behind in the engine's memory", async () => {
  const engine = new Page("glint_engine.wasm");
  let id = 1;
  await engine.ask(id, message("initialize", { capabilities: {} }, id));
  const textDocument = { uri: "file:///nowhere/game.glint" };
  const text = readFileSync(join(root, "games/the_beam.glint"), "utf8");
  await engine.send(message("textDocument/didOpen", { textDocument: { ...textDocument, languageId: "glint", version: 1, text } }));
  // A large piece of memory begins where all that is in use ends. An empty message frees it again.
  const end = () => {
    const at = engine.engine.take(3_000_000);
    engine.engine.receive(at, 0);
    return at;
  };
  const refused = [
    ["glint/none", {}],
    ["glint/moves", {}],
    ["glint/trace", { cell: "zz9" }],
    ["glint/advice", { bot: "mcts:10", seconds: 100_000 }],
    ["glint/describe", { form: "none" }],
    ["glint/study", { games: 0 }],
    ["glint/diff", {}],
    ["glint/writtenTest", { at: "x", name: "y" }],
    ["textDocument/rename", { position: { line: 3, character: 3 }, newName: "if" }],
  ];
  for (const [method, params] of refused) {
    const refuse = async (times) => {
      for (; times > 0; --times) {
        engine.said = [];
        const answer = await engine.ask(++id, message(method, { ...(method === "glint/moves" ? {} : { textDocument }), ...params }, id));
        assert.match(answer, /"error"/, method);
      }
    };
    await refuse(20);
    const before = end();
    await refuse(100);
    engine.said = [];
    assert.ok(end() - before < 500, `${method}: ${end() - before} bytes after 100 requests`);
  }
});
