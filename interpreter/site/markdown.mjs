// A page of the repository as HTML: its links lead to pages of the site, and samples have their colours and a link to the
// studio.
import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import MarkdownIt from "markdown-it";
import { coloured, escaped } from "./colour.mjs";
import { samplesOf } from "./samples.mjs";

/// What GitHub makes of a heading.
export const anchorOf = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/// Where a page of the repository is in the site.
export const placeOf = (path) => path.replace(/^README\.md$/, "index.html").replace(/^\.github\//, "project/").replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");

/// From one file of the site to another.
export function between(from, to) {
  const [one, other] = [from.split("/").slice(0, -1), to.split("/")];
  while (one.length && other.length > 1 && one[0] === other[0]) one.shift(), other.shift();
  return "../".repeat(one.length) + other.join("/");
}

/// `site`: `root`, `glint` (colours), `hashOf`, `pages` (a set of paths), `games` (by path), and `copied` and `sources`, sets
/// to which the files are added that pages show or link to.
export function rendererOf(site) {
  const md = new MarkdownIt({ html: true, linkify: false });

  /// The address of a link of a page; null if it leads nowhere.
  const addressOf = (env, href) => {
    if (/^[a-z]+:/i.test(href)) return href;
    const [file, hash] = href.split("#");
    const at = hash === undefined ? "" : `#${hash}`;
    if (!file) return at;
    let to = normalize(join(dirname(env.path), decodeURI(file))).replace(/\/$/, "");
    const absolute = join(site.root, to);
    if (!existsSync(absolute)) throw new Error(`${env.path} links to ${href}, which is not there`);
    if (statSync(absolute).isDirectory()) {
      if (existsSync(join(absolute, "README.md"))) to += "/README.md";
      else if (to === "interpreter/include/glint") return between(env.out, "api/cpp/glint.html");
      else return null;
    }
    if (to === "README.md" || site.pages.has(to)) return between(env.out, placeOf(to)) + at;
    if (site.games.has(to)) return between(env.out, `play/${site.games.get(to)}.html`) + at;
    const header = /^interpreter\/include\/glint\/(\w+)\.hpp$/.exec(to);
    if (header) return between(env.out, `api/cpp/${header[1]}.html`);
    if (/\.(svg|jpg|png|gif)$/.test(to)) {
      site.copied.add(to);
      return between(env.out, to);
    }
    site.sources.add(to);
    return between(env.out, `source/${to}.html`);
  };

  const sample = (html, link, env, words = "Open in the studio") => {
    const open = link ? `<a class="open" href="${between(env.out, "studio.html")}${link}">${words}</a>` : "";
    return `<div class="sample"><pre tabindex="0"><code>${html}</code></pre><div class="tools">${open}<button type="button" class="copy">Copy</button></div></div>\n`;
  };

  md.renderer.rules.fence = (tokens, at, _, env) => {
    const { content, info, map } = tokens[at];
    const language = info.trim().split(" ")[0];
    const script = env.samples?.get(map[0]);
    const html = language.startsWith("glint") ? site.glint(content.replace(/\n$/, "")) : coloured(content.replace(/\n$/, ""), language);
    if (script) env.links.push({ ...script, page: env.path, line: map[0] + 1 });
    return sample(html, script && site.hashOf(script), env, script?.isBroken ? "Open in the studio, with its mistake" : undefined);
  };
  md.renderer.rules.code_block = (tokens, at, _, env) => sample(coloured(tokens[at].content.replace(/\n$/, ""), env.code ?? ""), undefined, env);
  md.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";

  // HTML of pages: comments go; addresses are of pages, too.
  const html = (tokens, at, _, env) =>
    tokens[at].content.replace(/<!--[^]*?-->\n?/g, "").replace(/\b(src|href)="([^"]*)"/g, (whole, name, href) => (href.startsWith("#") ? whole : `${name}="${addressOf(env, href)}"`));
  md.renderer.rules.html_block = html;
  md.renderer.rules.html_inline = html;

  md.core.ruler.push("site", (state) => {
    const { env, tokens } = state;
    const used = new Map();
    for (let at = 0; at < tokens.length; ++at) {
      const token = tokens[at];
      if (token.type === "heading_open") {
        const words = tokens[at + 1].children.filter(({ type }) => type === "text" || type === "code_inline").map(({ content }) => content).join("");
        const base = anchorOf(words);
        const count = used.get(base) ?? 0;
        used.set(base, count + 1);
        const id = count ? `${base}-${count}` : base;
        token.attrSet("id", id);
        env.headings.push({ depth: Number(token.tag[1]), words, id, line: token.map[0] });
      }
      for (const child of token.children ?? []) {
        if (child.type === "link_open") {
          const to = addressOf(env, child.attrGet("href"));
          if (to === null) child.attrs = [["class", "nowhere"]];
          else child.attrSet("href", to);
          if (/^[a-z]+:/i.test(to ?? "")) child.attrSet("class", "elsewhere");
        } else if (child.type === "image") {
          child.attrSet("src", addressOf(env, child.attrGet("src")));
          child.attrSet("loading", "lazy");
          if (token.children.length === 1) child.attrSet("class", "alone");
        }
      }
    }
  });

  const render = (markdown, env) => {
    env.headings ??= [];
    env.links ??= [];
    return md.render(markdown, env);
  };

  return {
    /// `path` and `out`: the page, and where it is in the site. `before`: the script that its samples are added to. `others`: scripts of other pages.
    page(path, markdown, before, others) {
      const { found, first } = samplesOf(markdown, before, others);
      const env = { path, out: placeOf(path), samples: found, headings: [], links: [] };
      const title = /^# (.*)/m.exec(markdown)?.[1].replace(/`/g, "") ?? path;
      return { path, out: env.out, title, html: render(markdown, env), headings: env.headings, links: env.links, first, markdown };
    },
    /// A comment of the code, in which names are in backquotes and samples are indented.
    comment: (text, out, code) => render(text.replace(/^(?! {4}).*$/gm, (line) => line.replace(/<(?=[\w/])/g, "\\<")), { path: "interpreter/include/glint/x", out, code }),
    code: (text, language, out) => sample(language === "glint" ? site.glint(text) : coloured(text, language), undefined, { out }),
    script: (script, out, words) => sample(site.glint(script.text.trimEnd()), site.hashOf(script), { out }, words),
  };
}
export { escaped };
