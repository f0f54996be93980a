// Every error ends with a mend to click: all broken scripts of the pages of `glint explain`, with what the studio offers for them, without
// a browser. What is offered first leads to fewer errors, and is more than to leave something out, but for the codes that are listed.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Desk, module as moduleAt, root, skip } from "./desk.mjs";

const folder = join(root, "lang/errors");
const pages = readdirSync(folder).filter((name) => /^G\d+\.md$/.test(name));
/// The scripts of a page, without the lines that say how they are run.
const scripts = (page, sign) => [...readFileSync(join(folder, page), "utf8").matchAll(new RegExp(`^\`\`\`${sign}\\n([^]*?)^\`\`\``, "gm"))].map(([, text]) => text.replace(/^\/\/!.*\n/gm, ""));

/// Codes for which the block is only left out: what the author wanted cannot be guessed.
const leftOut = ["G0401", "G0407"];

async function begin() {
  const { Mending } = await moduleAt("mending");
  const desk = await new Desk().begin();
  let tried = 0;
  const errorsOf = async (text) => {
    const uri = new URL(`tried_${++tried}.glint`, `file://${root}/examples/`).href;
    desk.send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "glint", version: 1, text } } });
    const { errors } = await desk.request("glint/show", { textDocument: { uri }, options: {}, moves: [], picture: false });
    desk.send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
    return errors.filter(({ severity, code, location }) => severity === "error" && (code !== "G0506" || location)); // as scratch.ts has it
  };
  const scratch = { errors: errorsOf };
  const uri = new URL("drawn.glint", `file://${root}/examples/`).href;
  const mending = new Mending({ request: (method, params) => desk.request(method, params) }, () => uri, () => desk.text, scratch);
  /// What is offered for the first error of a script.
  const offered = async (text) => {
    desk.write(text);
    const [{ code, message, location }] = await errorsOf(text);
    const isHere = /tried_\d+\.glint$/.test(location?.uri ?? "");
    const range = isHere ? location.range : { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    return { code, range, mends: await mending.of({ code, message, range, severity: 1 }, () => true) };
  };
  return { errorsOf, offered };
}

test("every error of a broken script has a mend, and the first one offered leaves fewer errors", { skip, timeout: 240_000 }, async () => {
  const { errorsOf, offered } = await begin();
  const only = [];
  let seen = 0;
  for (const page of pages)
    for (const script of scripts(page, "glint-error")) {
      const before = (await errorsOf(script)).length;
      if (!before) continue; // an error of play
      ++seen;
      const { code, mends } = await offered(script);
      assert.ok(mends.length, `${page}: nothing is offered for ${code}\n${script}`);
      if (/^leave /.test(mends[0].title)) only.push(page.slice(0, 5));
      if (process.env.GLINT_SAYS) console.log(`${page.slice(0, 5)} ${code}: ${mends.map(({ title }) => title).join(" | ")}`);
      if (/^leave /.test(mends[0].title)) continue; // what needs the block is left out next
      const after = (await errorsOf(mends[0].text)).length;
      assert.ok(after < before, `${page}: ${mends[0].title} leaves ${after} of ${before} errors\n${mends[0].text}`);
    }
  assert.ok(seen > 60, String(seen));
  assert.deepEqual(only, leftOut);
});

test("a mend is offered for its own error also where it uncovers another one, and makes none", { skip }, async () => {
  const { errorsOf, offered } = await begin();
  const game = (move) => `game "Stones"\nuse square\nplayers ann, bob\nboard grid(5, 5)\npiece stone of player { look "{owner:1}" }\nmove go "{at}" { ${move} }\nplay { repeat { turn of each player { choose go } } }\nend when empty == {} : tie\n`;
  // A mistake of writing hides what is wrong with the rest of its block.
  const both = game("pick at in emptyy; place stone on at");
  assert.deepEqual((await errorsOf(both)).map(({ code }) => code), ["G0101"]);
  const { mends } = await offered(both);
  assert.match(mends[0].title, /put stone on at/);
  assert.deepEqual((await errorsOf(mends[0].text)).map(({ message }) => message), ["unknown name `emptyy`"]);
  // The next one is offered then, and leads to a game without errors.
  const next = (await offered(mends[0].text)).mends[0];
  assert.match(next.text, /pick at in empty;/);
  assert.deepEqual(await errorsOf(next.text), []);
});

test("the commonest errors are mended as their pages do", { skip, timeout: 120_000 }, async () => {
  const { offered } = await begin();
  const bare = (text) => text.replace(/\s+/g, " ").trim();
  const asPage = [];
  for (const page of pages) {
    const [broken] = scripts(page, "glint-error");
    const [right] = scripts(page, "glint");
    const { mends } = await offered(broken).catch(() => ({ mends: [] }));
    if (mends.some(({ text }) => bare(text) === bare(right))) asPage.push(page.slice(0, 5));
  }
  if (process.env.GLINT_SAYS) console.log(asPage.join(" "));
  assert.ok(asPage.length >= 20, asPage.join(" "));
});
