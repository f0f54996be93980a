// Makes the site: a folder of pages that work from a disk and ask nothing of a network.
//
//     node build.mjs [STUDIO [OUT]]    # studio.html as built, and the folder to write; else build/studio/studio.html, build/site
//
// It runs where examples/site.sh has copied it, build/site_tools, or here, if the packages are here.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { thumbnail } from "../../interpreter/studio/page/thumbnails.mjs";
import { glintColours } from "./colour.mjs";
import { headersIn } from "./cpp.mjs";
import { frameOf } from "./frame.mjs";
import { gamesIn, groups } from "./games.mjs";
import { firstSheets, kitPage, kitPlace, papers, sheetPlace } from "./kits.mjs";
import { anchorOf, between, escaped, placeOf, rendererOf } from "./markdown.mjs";
import { filled, isLeftOut } from "./readers.mjs";
import { namedIn, samplesOf } from "./samples.mjs";
import { searchOf, textsOf } from "./search.mjs";
import { studioOf } from "./studio.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const studioFile = resolve(process.argv[2] ?? join(root, "build/studio/studio.html"));
const out = resolve(process.argv[3] ?? join(root, "build/site"));
const read = (path) => readFileSync(join(root, path), "utf8");

rmSync(out, { recursive: true, force: true });
const write = (path, text) => {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const scriptOf = (name, value) => `${name} = ${JSON.stringify(value).replaceAll("<", "\\u003c")};\n`;

// ---- what there is ----

/// The pages of the repository, by path.
function markdownIn(folder = "") {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name;
    if ((name.startsWith(".") && name !== ".github") || name === "node_modules" || path === "build") return [];
    if (statSync(join(root, path)).isDirectory()) return markdownIn(path);
    return name.endsWith(".md") && !isLeftOut(path) ? [path] : [];
  });
}
const paths = markdownIn();
const texts = new Map(["README.md", ...paths].map((path) => [path, read(path)]));
const games = gamesIn(root);
const studio = await studioOf(root, studioFile, here);
const site = {
  root,
  glint: await glintColours(root),
  hashOf: studio.hashOf,
  pages: new Set(paths),
  games: new Map(games.map(({ path, name }) => [path, name])),
  copied: new Set(),
  sources: new Set(["LICENSE", "NOTICES"]), // the foot of every page leads to them
};
const renderer = rendererOf(site);

// ---- the pages ----

const pages = new Map(); // by path: { path, out, title, html, headings, kind, scripts, ofSearch }

// Samples of a page may be added to the first sample of another, which the page names.
const done = new Map();
const others = new Map();
function pageOf(path) {
  if (done.has(path)) return done.get(path);
  const text = texts.get(path);
  const other = /added to the first sample of\s+\[[^\]]*\]\(([\w./-]+\.md)\)/.exec(text)?.[1];
  const before = other ? pageOf(join(dirname(path), other)).first : "";
  const page = renderer.page(path, text, before, othersIn(dirname(path)));
  done.set(path, page);
  return page;
}
/// The whole scripts of all pages of a folder, which samples may use or vary.
function othersIn(folder) {
  if (!others.has(folder)) others.set(folder, namedIn(paths.filter((path) => dirname(path) === folder && folder !== "lang/errors").flatMap((path) => [...samplesOf(texts.get(path)).found.values()])));
  return others.get(folder);
}
/// What a page of the repository is, for those who search.
const kinds = [[/^lang\/errors\/G/, "Error"], [/^lang\/reference/, "Reference"], [/^lang\/cookbook/, "Cookbook"], [/TUTORIAL/, "Tutorial"], [/^interpreter\/lab/, "Lab"], [/^games|^examples\/gallery/, "Games"], [/studio\/README/, "Studio"], [/cli\/README/, "Commands"]];
for (const path of paths) {
  const page = pageOf(path);
  pages.set(path, { ...page, kind: "", search: kinds.find(([pattern]) => pattern.test(path))?.[1] ?? "Guide" });
}

// The games: a page each, and one of all.
const hasKit = ({ group }) => group === groups[0][0];
const picked = (path) => (site.copied.add(path), path);
for (const game of games) {
  const { name, title, text, sentence, players, path, picture } = game;
  const place = `play/${name}.html`;
  const sheet = studio.sheetOf(game);
  write(`play/${name}.js`, `window.glintGames ??= {};\n${scriptOf(`window.glintGames.${name}`, await studio.gameOf(game, title, sheet))}`);
  write(`play/${name}.rules.html`, `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}: the rules</title><style>${sheet.style}</style><body>${sheet.text}</body></html>\n`);
  if (picture) write(`play/${name}.svg`, thumbnail(read(picture)));
  if (hasKit(game)) {
    const kits = papers.map(([paper]) => [paper, studio.kitOf(game, paper)]);
    for (const [paper, kit] of kits) write(kitPlace(name, paper), kitPage(game, paper, kit));
    game.sheets = firstSheets(kits[0][1], 3).map(([number, svg]) => (write(sheetPlace(name, number), svg), sheetPlace(name, number)));
  }
  const image = picture ? `<img alt="${escaped(title)}, in the middle of play" src="${between(place, picked(picture))}">` : "";
  const base = /^variant\s+"[^"]*"\s+of\s+"?(\w+)/m.exec(text)?.[1];
  const original = games.find((each) => each.name === base);
  const rules = /<main[^>]*>([^]*)<\/main>/.exec(sheet.text)[1].replace(/<h1>[^]*?<\/h1>/, "").replace(/<nav class="contents"[^]*?<\/nav>/, "").replace(/<style>@media screen and \(prefers-color-scheme: ?dark\) ?\{/g, "<style>.dark {");
  const html = `<h1>${escaped(title)}</h1>
<p>${inWords(sentence)} <span class="quiet">${[players && players[0].toUpperCase() + players.slice(1), original ? `${players ? "a" : "A"} variant of <a href="${base}.html">${escaped(original.title)}</a>` : ""].filter(Boolean).join("; ")}.</span></p>
<div class="played" data-game="${name}" data-title="${escaped(title)}"><div class="start">${image}<button type="button" class="button main begin">Play here</button></div>
<div class="below"><a href="../studio.html${studio.hashOf(game)}">Open in the studio</a><a href="${name}.rules.html">The rules, to print</a>${game.sheets ? `<a href="${name}.kit.html">On paper: print, cut and play</a>` : ""}<button type="button" class="save">Save as one page, to send</button></div></div>
<p class="quiet">To play against a bot, choose one for its seat: “Players”, beside the board, has a list for each.</p>
<h2 id="rules">The rules</h2>
<div class="sheet">${rules}</div>
<h2 id="the-script">The script</h2>
<p class="quiet"><code>${path}</code></p>
${renderer.script(game, place)}`;
  pages.set(`site:play/${name}`, { path: "site:games", out: place, title, html, kind: "play", search: game.group.includes("script") ? "Template" : "Game", isGame: true });
}
function inWords(text) {
  return escaped(text).replace(/`([^`]*)`/g, "<code>$1</code>");
}
const cards = (list, from) =>
  `<div class="cards">${list
    .map(({ name, title, sentence, players, picture }) => `<a class="card" href="${between(from, `play/${name}.html`)}"><div class="picture">${picture ? `<img alt="" loading="lazy" src="${between(from, `play/${name}.svg`)}">` : ""}</div><div class="words"><h3>${escaped(title)}</h3><p>${inWords(sentence)}</p><p>${players}</p></div></a>`)
    .join("\n")}</div>`;
const onPaper = (from) =>
  `<div class="cards">${games
    .filter(hasKit)
    .map(({ name, title, sheets }) => `<a class="card" href="${between(from, kitPlace(name))}"><div class="picture sheets">${sheets.map((sheet) => `<img alt="" loading="lazy" src="${between(from, sheet)}">`).join("")}</div><div class="words"><h3>${escaped(title)}</h3><p>Board, pieces and rules, to print and cut</p></div></a>`)
    .join("\n")}</div>`;
const gallery = pages.get("examples/gallery/README.md");
gallery.html = gallery.html.replace(/<h2 id="on-paper">[^]*?<\/p>/, (text) => `${text}\n${onPaper(gallery.out)}`);
const shelves = groups.map(([title]) => ({ title, id: anchorOf(title), list: games.filter(({ group }) => group === title) })).filter(({ list }) => list.length);
pages.set("site:games", {
  path: "site:games",
  out: "play/index.html",
  title: "All games, to play here",
  html: `<h1>All games, to play here</h1>\n<p>Choose a game: its page has a board to play on, against people or bots, the rules, and the script. Nothing is installed, and nothing leaves your machine.</p>\n${shelves.map(({ title, id, list }) => `<h2 id="${id}">${inWords(title)}</h2>\n${cards(list, "play/index.html")}`).join("\n")}\n<h2 id="on-paper">On paper</h2>\n<p>The four games to print, cut and play at a table. <a href="../studio.html">The studio</a> prints every other game.</p>\n${onPaper("play/index.html")}`,
  headings: shelves.map(({ title, id }) => ({ depth: 2, words: title.replaceAll("`", ""), id })).concat({ depth: 2, words: "On paper", id: "on-paper" }),
  kind: "play",
  search: "Games",
});

// The API.
const slug = (name) => name.replace(/\W+/g, "_");
function apiPage(key, place, title, intro, entries, search) {
  const headings = [];
  const parts = entries.map(({ name, code, about, members, language }) => {
    const id = slug(name);
    headings.push({ depth: 2, words: name, id });
    const ofMembers = members.map((member) => `<div class="member"${member.name ? ` id="${id}.${slug(member.name)}"` : ""}>${renderer.code(member.code, language, place)}${member.about ? `<div class="about">${renderer.comment(member.about, place, language)}</div>` : ""}</div>`);
    return `<h2 id="${id}"><code>${escaped(name)}</code></h2>\n${about ? renderer.comment(about, place, language) : ""}${renderer.code(code, language, place)}${ofMembers.join("\n")}`;
  });
  pages.set(key, { path: key, out: place, title, html: `<h1>${escaped(title)}</h1>\n${intro}${parts.join("\n")}`, headings, kind: "api", search });
}
const headers = headersIn(root);
for (const { name, head, entries } of headers) {
  const file = name.replace(/\.hpp$/, "");
  const place = `api/cpp/${file}.html`;
  const others = headers.map((each) => each.name.replace(/\.hpp$/, "")).map((each) => (each === file ? `<code>${each}.hpp</code>` : `<a href="${each}.html"><code>${each}.hpp</code></a>`));
  apiPage(file === "glint" ? "site:cpp" : `site:cpp/${file}`, place, file === "glint" ? "C++: glint.hpp" : `C++: ${name}`, `<p class="quiet">Headers: ${others.join(", ")}. <a href="../../interpreter/EMBEDDING.html">The guide for engineers</a> shows how to use them.</p>\n${renderer.comment(head, place, "cpp")}`, entries.map((entry) => ({ ...entry, language: "cpp" })), "C++");
}
const modules = JSON.parse(execFileSync("python3", [join(here, "api.py"), join(root, "interpreter/python/glint")], { encoding: "utf8", maxBuffer: 1e8 }));
// A docstring has samples behind `>>>`, too, and literals in two backquotes.
const docOf = (doc) => doc.replace(/^(?=(>>>|\.\.\. ))/gm, "    ").replace(/((?:^ {4}(?:>>>|\.\.\. ).*\n)+)((?:^(?! {4}>>>).+\n?)*)/gm, (_, code, said) => code + said.replace(/^(?! {4})/gm, "    ")).replace(/(^(?! {4}|\s*$).*\n)(?= {4}\S)/gm, "$1\n").replaceAll("``", "`");
const moduleOf = ({ name }) => (name === "glint" ? "index" : slug(name.replace(/^glint\./, "")));
for (const module of modules) {
  const file = moduleOf(module);
  const others = modules.map((each) => (each === module ? `<code>${each.name}</code>` : `<a href="${moduleOf(each)}.html"><code>${each.name}</code></a>`));
  // What makes an object stands in the place of its class.
  const entryOf = ({ name, signature, doc, members }) => {
    const made = members.find((member) => member.name === name);
    return { name, code: made ? `class ${made.signature}` : signature, about: [doc, made?.doc].filter(Boolean).map(docOf).join("\n\n"), language: "python", members: members.filter((member) => member !== made).map(entryOf) };
  };
  apiPage(file === "index" ? "site:python" : `site:python/${file}`, `api/python/${file}.html`, file === "index" ? "Python: glint" : `Python: ${module.name}`, `<p class="quiet">Modules: ${others.join(", ")}. <a href="../../interpreter/python/index.html">Glint from Python</a> is a guide.</p>\n${renderer.comment(docOf(module.doc), `api/python/${file}.html`, "python")}`, module.entries.map(entryOf), "Python");
}

// ---- the navigation, and the first page ----

const order = orderOf(texts);
const lists = filled(new Map([...pages].filter(([path, { isGame }]) => !isGame && !/^site:(cpp|python)\//.test(path))), order);
const shortTitle = (path) => pages.get(path).title.replace(/^(Reference|Cookbook): /, "");
const frame = frameOf(lists, shortTitle, (path) => pages.get(path).out);

/// Pages of a chain (`next: [..](..)` at their heads) in its order, others by name; the page of a folder first.
function orderOf(all) {
  const place = new Map();
  const next = new Map([...all].map(([path, text]) => [path, /next: \[[^\]]*\]\((\w[\w-]*\.md)\)/.exec(text)?.[1]]).filter(([, to]) => to).map(([path, to]) => [path, join(dirname(path), to)]));
  const targets = new Set(next.values());
  for (const first of [...next.keys()].filter((path) => !targets.has(path)).sort())
    for (let path = first; path && !place.has(path); path = next.get(path)) place.set(path, place.size);
  const key = (path) => [dirname(path), path.endsWith("README.md") ? 0 : 1, place.get(path) ?? 1e6, path];
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    const at = a.findIndex((part, i) => part !== b[i]);
    return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
  };
}

const readme = pageOf("README.md");
const { hero, rest } = partsOf(readme.html);
const door = ({ id, title, wants, groups: own }) =>
  `<section class="door" id="for-${id}"><h2>${title}</h2><p>${wants}</p><ul>${own.flatMap(({ pages: list }) => list).filter((path, at, all) => all.indexOf(path) === at).slice(0, 5).map((path) => `<li><a href="${pages.get(path).out}">${escaped(shortTitle(path))}</a></li>`).join("")}</ul></section>`;
/// The README's sentence in bold, and what comes after its first heading.
function partsOf(html) {
  const sentence = /<p><strong>([^]*?)<\/strong><\/p>/.exec(html);
  return { hero: sentence?.[1] ?? "", rest: html.replace(/<h1[^]*?<\/h1>/, "").replace(sentence?.[0] ?? "", "") };
}
const featured = games.find(({ name }) => name === "laser_lawn") ?? games[0];
const home = `<div class="hero"><div><h1>Glint</h1><p>${hero}</p>
<div class="buttons"><a class="button main" href="play/index.html">Play a game</a><a class="button" href="studio.html">Open the studio</a><a class="button" href="${placeOf("lang/TUTORIAL.md")}">Write your first game</a></div></div>
<a href="play/${featured.name}.html"><img alt="${escaped(featured.title)}" src="play/${featured.name}.svg"></a></div>
<div class="doors">${lists.map(door).join("\n")}</div>
<h2>Play now</h2>
${cards(games.filter(({ group }) => group === groups[0][0]), "index.html")}
<div class="text">${rest}</div>`;
pages.set("site:home", { path: "site:home", out: "index.html", title: "Glint", html: home, headings: [], kind: "home", search: "Guide" });

// ---- the files ----

// Pages may link to more sources than their own: those are shown as text.
for (const page of pages.values()) write(page.out, frame(page));
for (const path of site.sources) {
  const place = `source/${path}.html`;
  const language = path.endsWith(".glint") ? "glint" : /\.(\w+)$/.exec(path)?.[1];
  const text = read(path);
  const html = `<h1>${escaped(path)}</h1>\n${language === "glint" && /^(game|variant|library)\s/m.test(text) ? renderer.script({ name: slug(path.replace(/^.*\/|\.glint$/g, "")), text, files: {} }, place) : renderer.code(text.trimEnd(), language, place)}`;
  write(place, frame({ path: `source:${path}`, out: place, title: path, html }));
}
for (const path of site.copied) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  cpSync(join(root, path), join(out, path));
}
cpSync(join(here, "assets"), join(out, "assets"), { recursive: true });
cpSync(join(here, "node_modules/minisearch/dist/umd/index.js"), join(out, "assets/minisearch.js"));
cpSync(studioFile, join(out, "studio.html"));
write("assets/table.js", scriptOf("window.glintTable", { template: studio.template, engine: studio.playEngine }));
write("assets/search.js", scriptOf("window.glintSearch", searchOf([...pages.values()].flatMap(textsOf))));
write(".nojekyll", "");
// For the test: every script that a page of the documentation opens in the studio.
const samples = [...done.values()].flatMap(({ links }) => links);
writeFileSync(join(here, "samples.json"), JSON.stringify(samples));

const size = (folder) => readdirSync(folder, { withFileTypes: true }).reduce((sum, each) => sum + (each.isDirectory() ? size(join(folder, each.name)) : statSync(join(folder, each.name)).size), 0);
console.log(`${out}: ${pages.size} pages, ${site.sources.size} sources, ${games.length} games to play, ${samples.length} samples that open in the studio; ${(size(out) / 1e6).toFixed(1)} MB`);
