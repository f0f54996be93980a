// What the site takes from the studio: the built page (studio.html), and its own code for links, exported games and the
// engine. Nothing is built here; the engine runs in Node.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const marker = "\u0001"; // stands in no script and no base64

/// `file`: studio.html as built. `work`: a folder for the code of the page as a module.
export async function studioOf(root, file, work) {
  const html = readFileSync(file, "utf8");
  const own = (id) => {
    const found = new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(html);
    if (!found) throw new Error(`${file} has no \`${id}\`: build the studio again, by \`sh examples/studio.sh --build\``);
    return found[1];
  };
  const text = (id) => gunzipSync(Buffer.from(own(id), "base64")).toString("utf8");
  const zipped = (words) => gzipSync(words).toString("base64");

  // `pageOf` fills a page of holes: here it gets no page but the holes, so that many games share one.
  const holes = ["name", "library", "game"];
  const shown = { played: zipped(holes.map((hole) => `{{${hole}}}`).join(marker)), "play-engine": "" };
  globalThis.document = { getElementById: (id) => ({ textContent: shown[id] ?? own(id) }) };

  const page = join(root, "interpreter/studio/page");
  const given = { dictionary1: "share1.txt", dictionary2: "share2.txt" };
  const module = join(work, "page.mjs");
  await build({
    stdin: {
      contents: ["share", "exporting", "module", "packed"].map((name) => `export * from ${JSON.stringify(join(page, "src", name))};`).join("\n"),
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    nodePaths: [join(dirname(fileURLToPath(import.meta.url)), "node_modules")],
    outfile: module,
    logLevel: "warning",
    plugins: [
      {
        name: "given",
        setup(on) {
          on.onResolve({ filter: /^given:/ }, ({ path }) => ({ path, namespace: "given" }));
          on.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({ contents: `export default ${JSON.stringify(readFileSync(join(page, given[path.slice(6)]), "utf8"))};` }));
        },
      },
    ],
  });
  const { hashOf, sharedIn, pageOf, startModule, packedEngine } = await import(pathToFileURL(module));

  const bundled = JSON.parse(text("bundled"));
  const library = text("library").split("\0");
  for (const script of bundled) if (typeof script.text === "number") script.text = library[script.text];

  const wasm = await packedEngine();
  /// An engine with these scripts open: `request` answers at once, `check` answers the errors (severity 1) and warnings of each script, by name.
  const engineWith = (files) => {
    const answers = new Map();
    const mistakes = new Map();
    const engine = startModule(wasm, (said) => {
      const message = JSON.parse(said);
      if (message.method === "textDocument/publishDiagnostics") mistakes.set(/(\w+)\.glint$/.exec(message.params.uri)?.[1], message.params.diagnostics);
      else if (message.id !== undefined) answers.set(message.id, message);
    });
    const send = (message) => engine.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
    let last = 0;
    const request = (method, params) => {
      send({ id: ++last, method, params });
      while (!answers.has(last) && engine.work());
      return answers.get(last)?.result;
    };
    request("initialize", { capabilities: {} });
    send({ method: "initialized", params: {} });
    for (const [name, script] of Object.entries(files))
      send({ method: "textDocument/didOpen", params: { textDocument: { uri: `file:///${name}.glint`, languageId: "glint", version: 1, text: script } } });
    return { request, check: () => { while (engine.work()); return mistakes; } };
  };

  const sharedOf = ({ name, text: script, files = {} }) => ({ name, text: script, options: {}, seed: 1, moves: [], files });
  return {
    bundled,
    engineWith,
    sharedIn,
    /// A link's hash, which opens this script in the studio.
    hashOf: (script) => hashOf(sharedOf(script)),
    /// The rule sheet of a script: `{ title, text, style }`.
    sheetOf({ name, text: script, files = {} }) {
      const { request } = engineWith({ ...files, [name]: script });
      const answer = request("glint/describe", { textDocument: { uri: `file:///${name}.glint` }, form: "html" });
      if (!answer?.text) throw new Error(`${name} has no rule sheet: ${JSON.stringify(answer?.errors ?? answer)}`);
      return { title: answer.title ?? "", text: answer.text, style: answer.style ?? "" };
    },
    /// The game on paper: `{ pages: [{ svg, width, height }], notes }`, in millimetres. `paper`: a4 or letter.
    kitOf({ name, text: script, files = {} }, paper) {
      const { request } = engineWith({ ...files, [name]: script });
      const answer = request("glint/print", { textDocument: { uri: `file:///${name}.glint` }, paper });
      if (!answer?.pages?.length) throw new Error(`${name} has no kit: ${JSON.stringify(answer?.errors ?? answer)}`);
      return answer;
    },
    /// The exported game: what its page has in its holes.
    async gameOf(script, title, sheet) {
      const filled = await pageOf({ ...sharedOf(script), sheet }, title, bundled);
      return Object.fromEntries(filled.split(marker).map((value, at) => [holes[at], value]));
    },
    /// The page of all exported games, with holes for the rest.
    template: text("played"),
    playEngine: own("play-engine"),
  };
}
