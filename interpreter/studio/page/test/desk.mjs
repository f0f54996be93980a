// The command's language server with one document, and modules of the page without a browser: what tests of the page's edits use.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { after as atEnd } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, existsSync(join(here, "../../../../games")) ? "../../../.." : "../../../../..");
const glint = process.env.GLINT ?? join(root, "build/release/glint");
export const skip = existsSync(glint) ? false : `${glint} is not built`;
const source = existsSync(join(here, "../src")) ? join(here, "../src") : join(root, "interpreter/studio/page/src");

/// A module of the page, by its path.
export async function module(name) {
  const { outputFiles } = await build({ entryPoints: [join(source, `${name}.ts`)], bundle: true, format: "esm", write: false, logLevel: "warning" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

const desks = [];
atEnd(() => desks.forEach((desk) => desk.process.kill()));

/// The language server, with one document.
const address = pathToFileURL(join(root, "examples/drawn.glint")).href;

export class Desk {
  constructor() {
    desks.push(this);
    this.process = spawn(glint, ["lsp"], { stdio: ["pipe", "pipe", "inherit"], cwd: root });
    this.rest = Buffer.alloc(0);
    this.waiting = new Map();
    this.id = 0;
    this.version = 0;
    this.process.stdout.on("data", (data) => {
      this.rest = Buffer.concat([this.rest, data]);
      for (;;) {
        const head = /^Content-Length: (\d+)\r\n\r\n/.exec(this.rest.subarray(0, 60).toString());
        if (!head || this.rest.length < head[0].length + Number(head[1])) return;
        const message = JSON.parse(this.rest.subarray(head[0].length, head[0].length + Number(head[1])).toString());
        this.rest = this.rest.subarray(head[0].length + Number(head[1]));
        this.waiting.get(message.id)?.(message);
      }
    });
  }
  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  async begin() {
    await this.request("initialize", { capabilities: {} });
    return this;
  }
  async request(method, params = {}) {
    const id = ++this.id;
    const answer = new Promise((done) => this.waiting.set(id, done));
    this.send({ id, method, params });
    const { result, error } = await answer;
    if (error) throw new Error(error.message);
    return result;
  }
  ask = (method, params = {}) => this.request(method, { textDocument: { uri: address }, ...params });
  write(text) {
    this.text = text;
    if (!this.version++) this.send({ method: "textDocument/didOpen", params: { textDocument: { uri: address, languageId: "glint", version: 1, text } } });
    else this.send({ method: "textDocument/didChange", params: { textDocument: { uri: address, version: this.version }, contentChanges: [{ text }] } });
  }
}
