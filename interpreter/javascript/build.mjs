// Makes the package @glint/engine: build/javascript, which `npm pack` in the root packs.
//
//     node interpreter/javascript/build.mjs
//
// It takes the engines of the studio, and its tools, both from build/studio: `sh examples/studio.sh --build` comes first.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const studio = resolve(process.env.GLINT_STUDIO_OUT ?? join(root, "build/studio"));
const out = join(root, "build/javascript");
const page = join(root, "interpreter/studio/page/src");

const engines = { play: "glint_table.wasm", studio: "glint_engine.wasm" };
for (const needed of [...Object.values(engines), "page/node_modules/esbuild"])
  if (!existsSync(join(studio, needed))) {
    console.error(`${join(studio, needed)} is missing: \`sh examples/studio.sh --build\` builds it first.`);
    process.exit(1);
  }
const require = createRequire(join(studio, "page/package.json"));
const { build } = require("esbuild");

mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true });

/// The engines as text: packed by LZMA, in base64. What unpacks them (src/lzma.ts) is a kilobyte; gzip leaves a quarter more.
const sizes = {};
for (const [name, file] of Object.entries(engines)) {
  const packed = packedByLzma(join(studio, file));
  writeFileSync(join(out, `${name}.wasm.js`), `export const packed = "${packed.toString("base64")}";\nexport const size = ${statSync(join(studio, file)).size};\n`);
  sizes[name] = packed.length;
}
function packedByLzma(file) {
  try {
    return execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=4,lp=0,pb=0,nice=273", "--stdout", file], { maxBuffer: 1 << 26 });
  } catch (error) {
    console.error(error.code === "ENOENT" ? "`xz` packs the engines, and is missing (Debian: xz-utils)." : String(error));
    process.exit(1);
  }
}

const scriptsIn = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".glint")).map((name) => name.slice(0, -6)).sort();
const given = {
  names: { games: scriptsIn("games"), variants: scriptsIn("games/variants") },
  style: readFileSync(join(page, "board.css"), "utf8"),
};
const modules = {
  name: "given",
  setup(on) {
    on.onResolve({ filter: /^given:/ }, ({ path }) => {
      const name = path.slice(6);
      return name in engines ? { path: `./${name}.wasm.js`, external: true } : { path, namespace: "given" };
    });
    on.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({ contents: `export default ${JSON.stringify(given[path.slice(6)] ?? {})};` }));
  },
};
const common = { bundle: true, minify: true, keepNames: true, target: "es2022", charset: "utf8", legalComments: "none", logLevel: "warning", plugins: [modules] };
const worker = await build({ ...common, entryPoints: [join(page, "worker.ts")], format: "iife", write: false });
given.worker = worker.outputFiles[0].text;
await build({ ...common, entryPoints: [join(here, "src/index.ts"), join(here, "src/board.ts")], format: "esm", splitting: true, outdir: out, chunkNames: "chunk-[hash]" });

// Types: those of this folder, and answers.ts of the studio's page; all else that they use of that is private.
execFileSync(join(studio, "page/node_modules/.bin/tsc"), ["-p", join(here, "tsconfig.json")], { stdio: "inherit" });
const shared = "../../studio/page/src/answers";
cpSync(join(out, "types/javascript/src", `${shared}.d.ts`), join(out, "answers.d.ts"));
for (const name of readdirSync(join(out, "types/javascript/src")))
  writeFileSync(join(out, name), readFileSync(join(out, "types/javascript/src", name), "utf8").replaceAll(`"${shared}"`, '"./answers.js"'));
rmSync(join(out, "types"), { recursive: true });
cpSync(join(here, "README.md"), join(out, "README.md"));
for (const name of ["lzma", "files", "seeds", "thread"]) rmSync(join(out, `${name}.d.ts`));

const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
const zipped = (test) => readdirSync(out).filter((name) => test.test(name)).reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name)), { level: 9 }).length, 0);
console.log(`${out}, by gzip: the engine that plays ${kB(sizes.play)}, that for designers ${kB(sizes.studio)}, the package around them ${kB(zipped(/^(index|board|chunk-.*)\.js$/))}`);
