// Makes the page: build/studio/studio.html, one file with everything in it, and the page of an exported game within that;
// and served.html, the same for `glint studio`.
//
//     node build.mjs [FOLDER]    # the folder of the engine's build, ../../../build/studio unless given
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { gzipAsync } from "@gfx/zopfli";
import { build } from "esbuild";
import { pages } from "./pages.mjs";
import { sentenceOf, thumbnail } from "./thumbnails.mjs";

// Zopfli would answer every error with its own text.
for (const event of ["uncaughtException", "unhandledRejection"]) process.removeAllListeners(event);

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const out = resolve(process.argv[2] ?? join(root, "build/studio"));
// The engine of the studio, and the part of it that an exported game has.
const [engine, playEngine] = ["glint_engine.wasm", "glint_table.wasm"].map((name) => {
  const path = join(out, name);
  if (existsSync(path)) return readFileSync(path);
  console.error(`${path} is missing: \`sh examples/studio.sh\` builds it first.`);
  process.exit(1);
});

const text = (path) => readFileSync(path, "utf8");
const notices = text(join(root, "NOTICES"));
/// The packages of npm that NOTICES names.
const named = [...notices.matchAll(/\bnpm\/(\S+)/g)].map(([, pattern]) => pattern);

/// A module and all that it imports as one script. `given` are the modules that exist only here.
async function bundle(entry, given = {}) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    write: false,
    logLevel: "warning",
    metafile: true,
    plugins: [
      {
        name: "given",
        setup(on) {
          on.onResolve({ filter: /^given:/ }, ({ path }) => ({ path, namespace: "given" }));
          on.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({
            contents: `export default ${JSON.stringify(given[path.slice(6)])};`,
          }));
        },
      },
    ],
  });
  // What is shipped of others is named in NOTICES, which the pages have inside.
  for (const [, name] of Object.keys(result.metafile.inputs).flatMap((path) => [...path.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].slice(-1)))
    if (!named.some((pattern) => pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern)) throw new Error(`NOTICES does not name ${name}`);
  return result.outputFiles[0].text;
}

/// The scripts that both engines have inside, in the order in which they have them (../CMakeLists.txt).
const library = ["stdlib", "games", "games/variants"]
  .flatMap((folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".glint")).map((name) => `${folder}/${name}`))
  .concat("interpreter/describe/sheet.css") // the style of rule sheets
  .sort();

/// The scripts that the page offers, by group, with their titles. The text of one in the library is its number there.
function scripts() {
  const groups = [
    ["Games", "games"],
    ["Variants", "games/variants"],
    ["Examples", "examples"],
    ["Puzzles", "examples/puzzles"],
    ["Variants of examples", "examples/variants"],
    ["Templates", "examples/templates"],
  ];
  return groups.flatMap(([group, folder]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".glint"))
      .sort()
      .map((name) => {
        const script = text(join(root, folder, name));
        const title = /^(?:game|variant)\s+"([^"]*)"/m.exec(script)?.[1] ?? name;
        const number = library.indexOf(`${folder}/${name}`);
        return { group, name: basename(name, ".glint"), title, text: number < 0 ? script : number, ...sentenceOf(script) };
      }),
  );
}

/// A small picture of each of them, by its name: the gallery's, without its words. The start page shows them.
function thumbnails() {
  const found = {};
  for (const { name } of scripts())
    for (const file of [`${name}.svg`, `${name}.large.svg`]) {
      const path = join(root, "examples/gallery", file);
      if (existsSync(path)) found[name] = thumbnail(text(path));
    }
  return found;
}

/// The words of the language, from its own table, by what they are.
function words() {
  const found = {};
  const places = { OPERATION_: "operation", DECLARATION_: "declaration", RULE_: "declaration" };
  const rows = text(join(root, "lang/grammar/words.def")).matchAll(/^([A-Z]+_)?WORD\("([^"]+)", (\w+)?/gm);
  for (const [, row, name, place] of rows) (found[places[row] ?? place] ??= []).push(name);
  return found;
}

/// The markup of a page, with what both pages have: the board, how a move is chosen, and what is said at the end of the page.
function template(name) {
  const part = (file) => text(join(here, "src", file)).trimEnd();
  return ["board", "prompt", "spoken"].reduce((whole, each) => whole.replace(`{{${each}}}`, part(`${each}.html`)), part(name)) + "\n";
}

const hash = (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/// A page that may load nothing: only these scripts run, and no request leaves it. If it is served, it may ask its server.
function page(template, script, style, data, isServed = false) {
  // A script in a page ends at `</script`, wherever that stands.
  const safe = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = [
    "default-src 'none'",
    `script-src ${hash(safe)} 'wasm-unsafe-eval' blob:`,
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const fill = { notices, policy, style, script: safe, served: isServed ? " data-served" : "", ...data };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => fill[name] ?? `{{${name}}}`);
}

const zipped = (bytes) => gzipSync(bytes, { level: 9 });
const packed = (bytes) => zipped(bytes).toString("base64");

const worker = await bundle("worker.ts");
const libraryText = library.map((path) => text(join(root, path))).join("\0");
/// A module of WebAssembly, compressed by Zopfli, which takes seconds and leaves a twentieth less than gzip. The page has the
/// library once, so the module has zeros in its place; four bytes in front say where (src/packed.ts).
async function packedModule(module) {
  const bytes = Buffer.from(module);
  const place = bytes.indexOf(libraryText);
  if (place < 0) throw new Error("a module was built with other scripts, or not in one piece: see interpreter/embedded/embed.cmake");
  bytes.fill(0, place, place + Buffer.byteLength(libraryText));
  const whole = Buffer.concat([new Uint8Array(Uint32Array.of(place).buffer), bytes]);
  return Buffer.from(await gzipAsync(whole, { numiterations: 1 }));
}
const packedEngine = await packedModule(engine);
const packedPlayEngine = await packedModule(playEngine);
// The board's first, as it has the colours; the others in the order of their names.
const styles = readdirSync(join(here, "src")).filter((name) => name.endsWith(".css") && name !== "board.css").sort();
const style = ["board.css", ...styles].map((name) => text(join(here, "src", name))).join("");
const given = { worker, words: words(), dictionary1: text(join(here, "share1.txt")), dictionary2: text(join(here, "share2.txt")) };
const table = page(template("table.html"), await bundle("table.ts", given), style, {});
const parts = { engine: packedEngine.toString("base64"), play_engine: packedPlayEngine.toString("base64"), library: packed(libraryText), scripts: packed(JSON.stringify(scripts())), table: packed(table), pictures: packed(JSON.stringify(thumbnails())), pages: packed(JSON.stringify(pages(root))) };
const script = await bundle("studio.ts", given);
const studio = page(template("studio.html"), script, style, parts);
writeFileSync(join(out, "studio.html"), studio);
// For `glint studio`, which has it inside.
writeFileSync(join(out, "served.html"), page(template("studio.html"), script, style, parts, true));
const size = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(
  `${join(out, "studio.html")}: ${size(studio.length)}, compressed ${size(zipped(studio).length)}; ` +
    `the engine ${size(engine.length)}, compressed ${size(packedEngine.length)}; ` +
    `that of an exported game ${size(playEngine.length)}, compressed ${size(packedPlayEngine.length)}`,
);
