// How long links are, and that what goes in comes out. Without a browser; `studio` opens golden links of all versions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./browser.mjs";

const page = join(root, "interpreter/studio/page");
const given = {
  name: "given",
  setup(on) {
    on.onResolve({ filter: /^given:/ }, ({ path }) => ({ path, namespace: "given" }));
    on.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({ loader: "text", contents: readFileSync(join(page, `share${path.at(-1)}.txt`)) }));
  },
};
const options = { entryPoints: [join(page, "src/share.ts")], bundle: true, format: "esm", write: false, plugins: [given], nodePaths: [join(root, "build/studio/page/node_modules")] };
const [{ contents }] = (await build(options)).outputFiles;
const { hashOf, sharedIn } = await import(`data:text/javascript;base64,${Buffer.from(contents).toString("base64")}`);

const records = {
  laser_lawn: "laser_lawn_random",
  boundary: "boundary_2010_01_31",
  the_beam: "the_beam_greedy",
  beams_boosters_barriers: "beams_boosters_barriers_greedy",
};
const glint = join(root, "build/release/glint");
const skip = existsSync(glint) ? false : "build/release/glint is not built";

test("a game in a link takes at most 9,000 characters, a variant that was just begun 700, with twenty moves", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "glint_links_"));
  try {
    for (const [game, record] of Object.entries(records)) {
      const moves = JSON.parse(readFileSync(join(root, "games/records", `${record}.json`), "utf8")).moves.slice(0, 20);
      const check = (name, text, most) => {
        const shared = { name, text, moves, options: { side: "5" }, seed: 7, files: {} };
        const hash = hashOf(shared);
        assert.ok(hash.length <= most, `${name}: ${hash.length} characters`);
        assert.deepEqual(sharedIn(hash), shared);
      };
      check(game, readFileSync(join(root, "games", `${game}.glint`), "utf8"), 9000);
      execFileSync(glint, ["new", join(folder, `my_${game}.glint`), "--of", game]);
      const text = readFileSync(join(folder, `my_${game}.glint`), "utf8");
      check(`my_${game}`, text, 520);
      // Samples that are used, and words of one's own.
      const edited = text.replace(/^\/\/ (?=show|end|extend)/gm, "").replace("Say here what is different", "Two stand there before the game begins");
      assert.notEqual(edited, text);
      check(`my_${game}`, edited, 600);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a link keeps whatever is in a script", () => {
  for (const text of ["", "\n", "a\n\nb\n", '"quoted"\\n', "ü→\u2028", "x".repeat(5000)]) {
    const shared = { name: "any", text, moves: ["a\nb"], options: {}, seed: 1, files: { other: "line\nline" } };
    assert.deepEqual(sharedIn(hashOf(shared)), shared);
  }
  assert.match(sharedIn("#3AAAA"), /damaged/);
  assert.match(sharedIn("#9AAAA"), /newer studio/);
});
