// A variant that only sets options, written out as a copy of the whole game: nothing of it may be lost. With the command's language
// server, which reads the variant.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
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

test("what a variant changes is said in sentences, beside what it was", { skip }, async () => {
  const desk = await new Desk().begin();
  const { differencesOf } = await module("drawing/differing");
  const said = async (path, of) => {
    const text = readFileSync(join(root, path), "utf8");
    desk.write(text);
    const steps = differencesOf(text, (await desk.ask("glint/syntax")).declarations, readFileSync(join(root, of), "utf8"));
    return steps.map(({ words }) => words);
  };
  assert.deepEqual((await said("games/variants/half_lesson.glint", "games/the_beam.glint")).slice(0, 2), ["“rounds” is 6 instead of 12.", "“mirrors” is 4 instead of 12."]);
  const trees = await said("games/variants/low_trees.glint", "games/boundary.glint");
  assert.equal(trees[0], "The option “balance” is gone.");
  for (const words of ["“height” is 2 instead of 3.", "The ends of the original game do not count any more.", "You win as soon as your two trees have changed places, each complete and of one colour: small on medium."]) assert.ok(trees.some((each) => each.startsWith(words)), `${words}\n${trees.join("\n")}`);
  assert.match((await said("examples/variants/wide_boundary.glint", "games/boundary.glint"))[0], /^The board is another one: square, 8 by 8\./);
  // No line of any variant's own is among them.
  for (const [folder, from] of [["games/variants", "games"], ["examples/variants", "games"]])
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith(".glint"))) {
      const of = /^variant "[^"]*" of (\w+)/m.exec(readFileSync(join(root, folder, file), "utf8"))[1];
      const path = [from, folder, "games/variants"].map((each) => `${each}/${of}.glint`).find((each) => existsSync(join(root, each)));
      for (const words of await said(`${folder}/${file}`, path)) assert.doesNotMatch(words, /[{}]|\breplace\b|==/, file);
    }
});
