// The samples of the page about the package: what a line gives stands behind it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { installed, root } from "./support.mjs";

test("the samples give what the page says", async () => {
  const page = readFileSync(join(root, "interpreter/javascript/README.md"), "utf8");
  const code = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, sample]) => sample).join("\n");
  let checks = 0;
  const lines = code.split("\n").map((line) => {
    const found = /^(\S.*\S)\s{2,}\/\/ (.*)$/.exec(line);
    if (!found || found[1].endsWith(";")) return line;
    ++checks;
    return `assert.deepEqual(${found[1]}, ${found[2]}, ${JSON.stringify(found[1])});`;
  });
  const file = join(root, "build/javascript_samples.mjs");
  writeFileSync(file, `import assert from "node:assert/strict";\n${lines.join("\n").replaceAll('"@glint/engine"', JSON.stringify(pathToFileURL(join(installed, "index.js")).href))}\n`);
  execFileSync(process.execPath, [file], { stdio: "inherit" });
  assert.ok(checks > 30, `${checks} lines are checked`);
});

test("the example plays", () => {
  const said = execFileSync(process.execPath, ["examples/javascript/play.mjs"], { cwd: root, encoding: "utf8" });
  assert.match(said, /^Laser Lawn: sun has \d+ moves, such as A1 e red\nG0601: `C4 e red` is not legal: an emitter already stands on C4\n/);
  assert.match(said, /\n(after 12 plies \w+ is to move|\w+ wins)\n$/);
});
