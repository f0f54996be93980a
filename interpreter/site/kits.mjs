// A game on paper, as a page whose sheets a browser prints at their true size.
import { escaped } from "./colour.mjs";

export const papers = [["a4", "A4"], ["letter", "Letter"]];

/// Where the kit of a game is, and a picture of one of its sheets.
export const kitPlace = (name, paper = "a4") => `play/${name}.kit${paper === "a4" ? "" : `.${paper}`}.html`;
export const sheetPlace = (name, number) => `play/${name}.kit/${number}.svg`;

/// Paper is white, whatever the theme of the page is.
const onPaper = (svg) => svg.replace(/\(prefers-color-scheme:\s*dark\)/g, "not all");

/// What is on a sheet: some have no more than the line at their foot.
const isBlank = (svg) => !/<(path|circle|polygon|line|rect|use|image)\b/.test(svg) && (svg.match(/<text\b/g) ?? []).length < 2;

/// The first sheets with something on them, as `[number, svg]`.
export const firstSheets = ({ pages }, count) => pages.map(({ svg }, at) => [at + 1, onPaper(svg)]).filter(([, svg]) => !isBlank(svg)).slice(0, count);

export function kitPage({ name, title }, paper, { pages, notes }) {
  const named = ({ width, height }) => `sheet-${width}-${height}`.replaceAll(".", "_");
  const sizes = new Map(pages.map((page) => [named(page), `${page.width}mm ${page.height}mm`]));
  const sheets = pages.map((page, at) => `<img alt="Sheet ${at + 1}" style="--width: ${page.width}mm; --height: ${page.height}mm; page: ${named(page)}" src="data:image/svg+xml;base64,${Buffer.from(onPaper(page.svg)).toString("base64")}">`);
  const others = papers.filter(([each]) => each !== paper).map(([each, words]) => `<a href="${kitPlace(name, each).replace("play/", "")}">on ${words}</a>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} on paper</title>
<style>
${[...sizes].map(([id, size]) => `@page ${id} { size: ${size}; margin: 0 }`).join("\n")}
body { margin: 0; font: 16px/1.5 system-ui, Arial, sans-serif; background: #e7e3da; color: #33302d; }
.words { max-width: 52rem; margin: 0 auto; padding: 1rem; } a { color: #9a4d00; }
button { font: inherit; font-weight: 600; padding: .4rem 1rem; }
.sheets { display: flex; flex-wrap: wrap; gap: 1rem; padding: 1rem; justify-content: center; align-items: start; }
.sheets img { width: min(100%, 24rem); background: #fff; box-shadow: 0 1px 6px #0004; }
@media print {
  body { background: none; } .words { display: none; } .sheets { display: block; padding: 0; }
  .sheets img { display: block; width: var(--width); height: var(--height); box-shadow: none; break-after: page; } .sheets img:last-child { break-after: auto; }
}
</style>
<div class="words">
<p><a href="${name}.html">${escaped(title)}</a></p>
<h1>${escaped(title)} on paper</h1>
<p>${pages.length} sheets to print, cut and play. The first one says what is on which sheet. In the browser's dialog, leave the scale at 100 %. The kit is also ${others.join(", ")}.</p>
<p><button type="button" onclick="print()">Print</button></p>
<ul>${notes.map((note) => `<li>${escaped(note)}</li>`).join("")}</ul>
</div>
<div class="sheets">
${sheets.join("\n")}
</div>
</html>
`;
}
