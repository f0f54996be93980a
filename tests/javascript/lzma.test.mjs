// The engines in the package are those of build/studio, to the last byte: what compiles in the package is what was built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { studio } from "./pages.mjs";
import { installed, root } from "./support.mjs";

const { build } = createRequire(join(studio, "page/package.json"))("esbuild");

for (const [name, file] of [["play", "glint_table.wasm"], ["studio", "glint_engine.wasm"]])
  test(`what is packed as ${name} comes out as it was`, async () => {
    const { outputFiles } = await build({ entryPoints: [join(root, "interpreter/javascript/src/lzma.ts")], format: "esm", write: false });
    const { unpacked } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
    const { packed, size } = await import(pathToFileURL(join(installed, `${name}.wasm.js`)).href);
    assert.ok(Buffer.from(unpacked(Buffer.from(packed, "base64"), size)).equals(readFileSync(join(studio, file))));
  });
