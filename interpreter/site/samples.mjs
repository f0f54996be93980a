// The script of each sample of a page: by the line of its fence, what a reader has written when the page has come to it.
//
//     ```glint               a whole game, variant or library, or declarations that are added to the last whole one
//     ```glint new FILE      a file begins (`bad.glint` has a mistake);   ```glint add FILE   it goes on;   ```diff FILE   some of its lines change
//     ```glint-error [CODE]  a whole script with a mistake
//     ```glint FILE          a file that the page's other scripts use
//
// The same is what the tests and examples/gallery/make.sh read. Comments count: they hold what a picture needs besides.

const isWhole = (text) => /^(game|variant|library) /m.test(text);

/// `before`: the script that the page's samples are added to, or "". `others`: scripts of other pages by name. Answers a map from the line of the fence,
/// from 0, to `{ name, text, files, isBroken }`, and `first`, the first whole script.
export function samplesOf(markdown, before = "", others = new Map()) {
  const found = new Map();
  const texts = new Map(); // files of the page
  const beside = {}; // those that others use
  let whole = before;
  let first = "";
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; ++at) {
    const fence = /^```(\S*)(?: (.*))?$/.exec(lines[at]);
    if (!fence) continue;
    const begin = at;
    while (++at < lines.length && !lines[at].startsWith("```"));
    const body = lines.slice(begin + 1, at);
    const text = body.join("\n") + "\n";
    const [, kind, rest = ""] = fence;
    const [word, file = word] = rest.trim().split(" ");
    const name = file.replace(/\.glint$/, "").replace(/\W/g, "_");
    const add = (to, script, isBroken = false) => found.set(begin, { name: to, text: script, files: {}, isBroken });
    if (kind === "glint" && !rest) {
      if (isWhole(text)) {
        whole = text;
        first ||= text;
      }
      // Declarations are added to the last whole file, not to one another.
      add("sample", isWhole(text) ? text : whole + text);
    } else if (kind === "glint-error") {
      add("sample", text, true);
    } else if (kind === "glint" && (word === "new" || word === "add")) {
      texts.set(name, (word === "new" ? "" : (texts.get(name) ?? "")) + text);
      add(name, texts.get(name), name === "bad");
    } else if (kind === "glint") {
      beside[name] = text;
      add(name, text);
    } else if (kind === "diff" && texts.has(name)) {
      texts.set(name, changed(texts.get(name), body, file));
      add(name, texts.get(name));
    }
  }
  for (const [line, { text }] of found) if (!isWhole(text)) found.delete(line);
  const find = (name) => beside[name] ?? texts.get(name) ?? others.get(name);
  for (const sample of found.values()) {
    sample.files = neededBy(sample.text, (name) => (name === sample.name ? undefined : find(name)));
    // Files of the studio have names without an ending.
    sample.text = sample.text.replace(/"(\w+)\.glint"/g, (whole, name) => (name in sample.files ? `"${name}"` : whole));
  }
  return { found, first };
}

/// The whole scripts among samples by the names that files of them have: "Last Light" is last_light.
export function namedIn(samples) {
  const found = new Map();
  for (const { text, isBroken } of samples) {
    const title = /^(?:game|variant) "([^"]*)"|^library (\w+)/m.exec(text);
    const name = title && (title[2] ?? title[1].toLowerCase().replace(/\W+/g, "_"));
    if (name && !isBroken && !found.has(name)) found.set(name, text);
  }
  return found;
}

/// The names of other files in a script.
const partsOf = (text) => [...text.matchAll(/^(?:variant\s+"[^"]*"\s+of|use)\s+(.*)$/gm)].flatMap(([, rest]) => rest.match(/\w+/g) ?? []);

/// The files that a script needs, and those that these need. `find` answers the text of a name, or nothing.
export function neededBy(text, find, found = {}) {
  for (const name of partsOf(text)) {
    const needed = name in found ? undefined : find(name);
    if (needed === undefined || needed === text) continue;
    found[name] = needed;
    neededBy(needed, find, found);
  }
  return found;
}

/// A text with a change in it; an empty line ends one change, and another begins.
function changed(text, lines, file) {
  let [before, after] = ["", ""];
  const apply = () => {
    if (!before && !after) return;
    const at = `\n${text}`.indexOf(`\n${before}`);
    if (at < 0) throw new Error(`${file} has no such lines:\n${before}`);
    text = text.slice(0, at) + after + text.slice(at + before.length);
    [before, after] = ["", ""];
  };
  for (const line of lines) {
    if (!line) apply();
    else {
      if (!line.startsWith("+")) before += `${line.slice(1)}\n`;
      if (!line.startsWith("-")) after += `${line.slice(1)}\n`;
    }
  }
  apply();
  return text;
}
