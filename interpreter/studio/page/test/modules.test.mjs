// The modules of the page: none needs itself through others, not even by its types, and none is larger than a room.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { root } from "./browser.mjs";

const folder = join(root, "interpreter/studio/page/src");
const names = readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"));
const text = (name) => readFileSync(join(folder, name), "utf8");

/// By module: those that it imports.
function imports() {
  const known = new Set(names);
  return new Map(
    names.map((name) => {
      const found = [...text(name).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]*)"/g)].map(([, path]) => normalize(join(dirname(name), path)));
      return [name, found.flatMap((path) => [`${path}.ts`, `${path}.tsx`, join(path, "index.ts")].filter((file) => known.has(file)))];
    }),
  );
}

/// Ways from a module back to itself.
export function circles(graph) {
  const found = [];
  const done = new Set();
  const go = (name, way) => {
    const at = way.indexOf(name);
    if (at >= 0) return found.push([...way.slice(at), name].join(" -> "));
    if (done.has(name)) return;
    for (const next of graph.get(name) ?? []) go(next, [...way, name]);
    done.add(name);
  };
  for (const name of graph.keys()) go(name, []);
  return found;
}

test("no module imports itself through others", () => {
  assert.deepEqual(circles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", ["a"]]])), ["a -> b -> c -> a"], "a circle is found");
  const graph = imports();
  assert.ok(graph.get("studio.ts").length > 20, "imports are read");
  assert.deepEqual(circles(graph), []);
});

test("no module has more than 500 lines", () => {
  assert.deepEqual(names.filter((name) => text(name).split("\n").length > 501), []);
});
