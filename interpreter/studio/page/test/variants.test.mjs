// A variant that only sets options, written out as a copy of the whole game: nothing of it may be lost. With the command's language
// server, which reads the variant.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Desk, module, root, skip } from "./desk.mjs";

const parent = readFileSync(join(root, "games/boundary.glint"), "utf8");
const option = /^option (\w+): [^=\n]*= *(\w+)/m.exec(parent);
const options = [{ name: option[1], initial: option[2] }];

/// The copy, as the page makes it.
async function copy(desk, variant, { of = parent, values = options, samples } = {}) {
  const { wholeOf } = await module("variants");
  desk.write(variant);
  return wholeOf(variant, of, values, (await desk.ask("glint/syntax")).declarations, samples);
}
const head = 'variant "Mine" of boundary\n';

test("a variant that does more than set options stays what it is", { skip }, async () => {
  const desk = await new Desk().begin();
  assert.match(await copy(desk, head), /^game "Mine"/m);
  const rule = 'extend setup {\n  put segment on a1\n}\n';
  for (const more of [rule, `test "a" { expect 1 == 1 }\n${rule}`, `test "a" {\n  expect 1 == 1\n}\n${rule}`, "remove show\n", "nonsense\n"]) assert.equal(await copy(desk, head + more), undefined, more);
  assert.equal(await copy(desk, 'variant "Mine" of boundary with other\n'), undefined);
  assert.equal(await copy(desk, head, { of: 'variant "Other" of laser_lawn\n' }), undefined, "a parent that is a variant itself");
  assert.equal(await copy(desk, head, { values: [{ name: "nowhere", initial: "3" }] }), undefined, "a value that has no place");
});

test("comments, sentences and tests of a variant stand behind the copy, but for the samples that it began with", { skip }, async () => {
  const desk = await new Desk().begin();
  const tests = 'test "one" { expect 1 == 1 }\ntest "two" {\n  // inside\n  expect 2 == 2\n}';
  const made = await copy(desk, `// Of mine.\n/// A game for the train.\n${head}\n// longer\noption ${option[1]} = ${option[2]} // as ever\n\n${tests}\n// the end`);
  assert.equal(made, `${parent.trimEnd().replace(/^game "[^"]*"/m, 'game "Mine"')}\n\n// Of mine.\n// A game for the train.\n\n// longer\n// as ever\n\n${tests}\n// the end\n`);
  desk.write(made);
  assert.deepEqual((await desk.ask("glint/show", { options: {}, moves: [] })).errors, []);
  // What every new variant has is not the author's own.
  const { text: samples } = await desk.ask("glint/newVariant", { of: "boundary", name: "my_boundary", title: "Mine", options: {} });
  const fresh = samples.replace(/^option |^test [^]*?^\}/gm, (part) => part.replace(/^/gm, "// "));
  assert.equal(await copy(desk, fresh, { samples }), await copy(desk, head));
  assert.match(await copy(desk, `${fresh}// my own words\n`, { samples }), /\n\n\/\/ my own words\n$/);
});
