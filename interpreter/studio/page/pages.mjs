// The tutorial, the cookbook and the reference as parts of the page: made from the repository's pages, so that they are never
// older than these. Comments for the pictures' commands are left out; pictures are inside.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { marked } from "marked";

/// All pages, in the order in which they are read: `path` under lang/, the book that each belongs to, its title, and its body.
export function pages(root) {
  const reference = readdirSync(join(root, "lang/reference")).filter((name) => name.endsWith(".md"));
  // The reference says at the head of each page which one comes next.
  const read = (path) => readFileSync(join(root, "lang", path), "utf8");
  const next = new Map(reference.map((name) => [name, /next: \[[^\]]*\]\((\w[\w-]*\.md)\)/.exec(read(`reference/${name}`))?.[1]]));
  const first = reference.filter((name) => ![...next.values()].includes(name) && next.get(name));
  const ordered = [];
  for (let name = first[0]; name && !ordered.includes(name); name = next.get(name)) ordered.push(name);
  const others = reference.filter((name) => !ordered.includes(name));
  const cookbook = ["boards.md", "optics.md", "moves.md", "rules.md"].filter((name) => existsSync(join(root, "lang/cookbook", name)));
  return [
    { path: "TUTORIAL.md", book: "Tutorial" },
    ...cookbook.map((name) => ({ path: `cookbook/${name}`, book: "Cookbook" })),
    ...[...ordered, ...others].map((name) => ({ path: `reference/${name}`, book: "Reference" })),
  ].map(({ path, book }) => ({ path, book, ...bodyOf(root, path, read(path)) }));
}

function bodyOf(root, path, markdown) {
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? basename(path);
  const visible = markdown.replace(/<!--[^]*?-->\n?/g, "").replace(/^# .*\n/, "").replace(/^\[Reference\]\(.*\n/m, "");
  const renderer = {
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      const id = words.replace(/<[^>]*>|&\w+;/g, "").toLowerCase().replace(/[^\w\s-]/g, "").trim().replace(/\s/g, "-");
      return `<h${depth + 1} data-at="${id}">${words}</h${depth + 1}>`;
    },
    image({ href, text }) {
      const file = join(root, "lang", dirname(path), href);
      if (!existsSync(file)) return "";
      return `<img alt="${text.replaceAll('"', "&quot;")}" src="data:image/svg+xml,${readFileSync(file, "utf8").replace(/<title>[^<]*<\/title>/g, "").replace(/[%#<>"]/g, encodeURIComponent)}">`;
    },
    // To a page that is here too, or none: the page asks nothing of the network.
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const [file, at = ""] = href.split("#");
      const to = file ? normalize(join(dirname(path), file)) : path;
      return /^(TUTORIAL|cookbook\/\w|reference\/\w)[\w-]*\.md$/.test(to) && !to.endsWith("README.md") ? `<a href="#" data-to="${to}" data-at="${at}">${words}</a>` : words;
    },
    code({ text, lang = "" }) {
      const words = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      const whole = lang.startsWith("glint") && /^(game|library) "/m.test(text) && /^play\s/m.test(text);
      return `<pre${whole ? " data-whole" : ""} tabindex="0"><code>${words}</code></pre>`;
    },
  };
  marked.use({ renderer });
  return { title, html: marked.parse(visible) };
}
