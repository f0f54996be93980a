// What the start page says and shows of a script: a sentence, who plays, and a small picture.

/// The first sentence of the comment in front of the game, and who plays it.
export function sentenceOf(script) {
  const doc = /((?:^\/\/\/.*\n)+)(?:game|variant)\s/m.exec(script)?.[1] ?? "";
  const words = doc.replace(/^\/\/\/ ?/gm, "").replaceAll("\n", " ").trim();
  const sentence = /^.*?[.:](?=\s|$)/.exec(words)?.[0] ?? words;
  const [, named = "", team] = /^players ([^\n/]*?)( as \w+)?\s*(?:\/\/.*)?$/m.exec(script) ?? [];
  const count = named ? named.split(",").length : 0;
  const players = team ? `a team of ${count}` : count === 1 ? "puzzle" : count ? `${count} players` : "";
  return { sentence: sentence.replace(/:$/, "."), players };
}

/// A picture of the gallery without its heading, its legend and its ground, cut to the board.
export function thumbnail(svg) {
  const shape = /<polygon id="(\w+)" points="([^"]*)"/.exec(svg);
  if (!shape) return svg;
  const numbers = (text) => text.split(/[ ,]+/).map(Number);
  const outline = numbers(shape[2]);
  const places = [...svg.matchAll(new RegExp(`<use href="#${shape[1]}" x="([\\d.-]+)" y="([\\d.-]+)"`, "g"))];
  const legend = svg.search(/<g [^>]*>\s*<text [^>]*>(?:PLAYERS|PIECES|BOARD|LIGHT|NOTES)<\/text>/);
  const ofLegend = legend < 0 ? Infinity : Number(/<text x="([\d.]+)"/.exec(svg.slice(legend))[1]);
  const colours = /<style>[^]*<\/style>/.exec(svg)?.[0] ?? ""; // those of the dark theme
  const on = places.map(([, x, y]) => [Number(x), Number(y)]).filter(([x]) => x < ofLegend - 20);
  const [xs, ys] = [0, 1].map((axis) => outline.filter((_, i) => i % 2 === axis));
  const margin = 12;
  const left = Math.min(...on.map(([x]) => x)) + Math.min(...xs) - margin;
  const top = Math.min(...on.map(([, y]) => y)) + Math.min(...ys) - margin;
  const right = Math.max(...on.map(([x]) => x)) + Math.max(...xs) + margin;
  const bottom = Math.max(...on.map(([, y]) => y)) + Math.max(...ys) + margin;
  // The cells of very large boards are not drawn one by one.
  if (right - left < (ofLegend - 36) / 2) return svg;
  const box = [left, top, right - left, bottom - top].map((number) => Math.round(number)).join(" ");
  return (legend < 0 ? svg : `${svg.slice(0, legend)}${colours}</svg>`)
    .replace(/<title>[^]*?<\/title>/g, "")
    .replace(/<rect width="100%" height="100%"[^>]*>/, "")
    .replace(/<text x="36" y="(?:44|66)"[^]*?<\/text>/g, "")
    .replace(/ width="[\d.]+" height="[\d.]+" viewBox="[^"]*"/, ` viewBox="${box}"`);
}
