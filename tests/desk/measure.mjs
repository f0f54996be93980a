// How quick the language server is, measured through the real binary: `node tests/desk/measure.mjs build/release/glint`.
// It prints the times within which 95 of 100 answers come, and the memory after many edits, beside what is wanted. Exit
// status 1 if something misses that; on a machine that does other work at the same time this says little.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const glint = process.argv[2] ?? join(root, "build", "release", "glint");

class Client {
  constructor() {
    this.server = spawn(glint, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    this.input = Buffer.alloc(0);
    this.waiting = new Map();
    this.lastId = 0;
    this.server.stdout.on("data", (data) => this.read(data));
  }
  read(data) {
    this.input = Buffer.concat([this.input, data]);
    for (;;) {
      const end = this.input.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.input.subarray(0, end))[1]);
      if (this.input.length < end + 4 + length) return;
      const message = JSON.parse(this.input.subarray(end + 4, end + 4 + length));
      this.input = this.input.subarray(end + 4 + length);
      const key = message.method === "textDocument/publishDiagnostics" ? `version ${message.params.version}` : `id ${message.id}`;
      this.waiting.get(key)?.(message.result ?? message.params);
      this.waiting.delete(key);
    }
  }
  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  on(key) {
    return new Promise((resolve) => this.waiting.set(key, resolve));
  }
  request(method, params) {
    const answer = this.on(`id ${++this.lastId}`);
    this.send({ id: this.lastId, method, params });
    return answer;
  }
  async open(uri, text) {
    this.uri = uri;
    this.version = 1;
    await this.request("initialize", { capabilities: {} });
    const answer = this.on("version 1");
    this.send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "glint", version: 1, text } } });
    return answer;
  }
  /// An edit, and the errors of the text after it.
  edit(range, text) {
    const answer = this.on(`version ${++this.version}`);
    this.send({
      method: "textDocument/didChange",
      params: { textDocument: { uri: this.uri, version: this.version }, contentChanges: [{ range, text }] },
    });
    return answer;
  }
  /// Kilobytes in memory.
  memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.server.pid}/status`, "utf8"))[1]);
  }
  async end() {
    await this.request("shutdown");
    this.send({ method: "exit" });
  }
}

const at95 = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
let misses = 0;
const report = (what, found, most, unit) => {
  const holds = found <= most;
  if (!holds) ++misses;
  console.log(`${what.padEnd(58)} ${found.toFixed(1).padStart(8)} ${unit}   (at most ${most} ${unit}${holds ? "" : ": MISSED"})`);
};

/// A blank is typed and taken back, all over the text.
const typed = async (client, text, keys, completes) => {
  const lines = text.split("\n"), checks = [], completions = [];
  for (let key = 0; key < keys; ++key) {
    const start = { line: (key * 37) % lines.length, character: 0 };
    for (const [end, blank] of [[start, " "], [{ ...start, character: 1 }, ""]]) {
      const begin = performance.now();
      await client.edit({ start, end }, blank);
      const between = performance.now();
      checks.push(between - begin);
      if (!completes) continue;
      await client.request("textDocument/completion", { textDocument: { uri: client.uri }, position: start });
      completions.push(performance.now() - between);
    }
  }
  return [checks, completions];
};

const lawn = readFileSync(join(root, "games", "laser_lawn.glint"), "utf8");
{
  const client = new Client();
  await client.open("file:///tmp/lawn.glint", lawn);
  await typed(client, lawn, 20, true);
  const [checks, completions] = await typed(client, lawn, 200, true);
  report("Laser Lawn: diagnostics after a key, 95 of 100", at95(checks), 20, "ms");
  report("Laser Lawn: completion, 95 of 100", at95(completions), 10, "ms");
  await client.end();
}
{
  // The rules of Laser Lawn, and declarations that use each other, up to 20,000 lines.
  const tests = lawn.indexOf('\ntest "');
  let long = lawn.slice(0, tests);
  for (let number = 1; long.split("\n").length < 20000; ++number) {
    let part = "";
    for (const last = number + 100; number < last; ++number)
      part += `\n/// Cells with many around them.\nlet crowded_${number} = {c in cells where count(c + around) > ${number % 6}}\n` +
        `do light_${number}(c: cell) {\n  if c in crowded_${number} {\n    put emitter(colour = red, facing = e) on c\n  }\n}\n`;
    long += part;
  }
  long += lawn.slice(tests);
  const client = new Client();
  const found = await client.open("file:///tmp/long.glint", long);
  if (found.diagnostics.some((each) => each.severity === 1)) throw new Error(JSON.stringify(found.diagnostics[0]));
  const [checks] = await typed(client, long, 20, false);
  report(`A script of ${long.split("\n").length} lines: diagnostics after a key, 95 of 100`, at95(checks), 200, "ms");
  await client.end();
}
{
  const client = new Client();
  await client.open("file:///tmp/lawn.glint", lawn);
  await typed(client, lawn, 500, true);
  const early = client.memory();
  await typed(client, lawn, 4500, false);
  report("Memory after 10,000 edits, over that after 1,000", (client.memory() / early - 1) * 100, 5, "%");
  await client.end();
}
process.exit(misses > 0 ? 1 : 0);
