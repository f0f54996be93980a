// What tests of the package share: where things are, the package itself, and `glint` if it is built.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const scale = Number(process.env.GLINT_TEST_SCALE ?? 1);
/// The command, for what is compared with it. CTest names it.
export const glint = process.env.GLINT ?? join(root, "build/release/glint");
export const withoutGlint = existsSync(glint) ? false : `${glint} is not built`;

/// The package: packed and installed, for `sh examples/javascript.sh --test`; or as it lies in build/javascript.
export const installed = process.env.GLINT_PACKAGE ?? join(root, "build/javascript");
export const { Game, GlintError, IllegalMove, Position, RuleError, ScriptError, View, bots, check, compare, describe, diff, explore, ladder, play, restore, solve, study, test: testsOf } = await import(pathToFileURL(join(installed, "index.js")).href);

/// `glint serve` in a process: `ask` gives the text of an answer's result, without its number.
export class Served {
  #process = spawn(glint, ["serve"], { stdio: ["pipe", "pipe", "inherit"], cwd: root });
  #rest = "";
  #waiting = new Map();
  #last = 0;
  constructor() {
    this.#process.stdout.setEncoding("utf8").on("data", (data) => {
      const lines = (this.#rest + data).split("\n");
      this.#rest = lines.pop();
      for (const line of lines) {
        const answer = /^\{"jsonrpc":"2\.0","id":(\d+),(.*)\}$/s.exec(line);
        if (answer) this.#waiting.get(Number(answer[1]))?.(answer[2]);
      }
    });
  }
  send(method, params) {
    this.#process.stdin.write(`${JSON.stringify({ method, params })}\n`);
  }
  ask(method, params) {
    const id = ++this.#last;
    const answer = new Promise((done) => this.#waiting.set(id, done));
    this.#process.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    return answer;
  }
  async result(method, params) {
    const { result, error } = JSON.parse(`{${await this.ask(method, params)}}`);
    if (error) throw new Error(error.message);
    return result;
  }
  end() {
    this.#process.stdin.end();
    return new Promise((done) => this.#process.on("close", done));
  }
}
