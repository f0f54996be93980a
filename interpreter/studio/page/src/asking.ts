// What is asked of whoever chooses a move, in the author's words: the name of the move, what was picked, and what is to be
// picked next, as buttons under the names of their moves; and pictures of what can be one: an arrow for a direction, a spot of
// its colour for a colour.
import { el, svgEl } from "./dom";
import { spoken } from "./names";
import type { Next, Other } from "./picks";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/// The beginning of a comment: its first paragraph, of which only whole sentences if it is long.
export function firstWords(doc = "", most = 260): string {
  const paragraph = doc.split(/\n\s*\n/)[0]!.replaceAll("`", "").replace(/\s+/g, " ").trim();
  if (paragraph.length <= most) return paragraph;
  const end = Math.max(...[". ", "? ", "! "].map((mark) => paragraph.lastIndexOf(mark, most)));
  return end > 0 ? paragraph.slice(0, end + 1) : `${paragraph.slice(0, paragraph.lastIndexOf(" ", most))} …`;
}

/// The sentence of a move's comment that is about this choice: it has the choice's name, or some of its values; else empty.
export function sentenceFor(doc: string, name: string, values: string[]): string {
  const has = (sentence: string, word: string) => word.length > 1 && new RegExp(`(^|[^\\w])${word.replace(/[^\w ]/g, "\\$&")}($|[^\\w])`, "i").test(sentence);
  let best = "";
  let most = 0;
  for (const sentence of doc.split(/\n\s*\n/)[0]!.replaceAll("`", "").replace(/\s+/g, " ").split(/(?<=[.!?])\s+/)) {
    const found = (has(sentence, spoken(name)) ? 2 : 0) + values.filter((value) => has(sentence, value)).length;
    if (found > most) [best, most] = [sentence, found];
  }
  return firstWords(best);
}

/// Names that say no more than that a cell is meant.
const plain = new Set(["at", "on", "in", "c", "x", "cell", "place", "where", "spot", "space", "here"]);
const colours = new Set("red green blue yellow white black orange purple violet cyan magenta grey gray brown pink".split(" "));

/// An arrow in this direction; y grows downwards.
export function arrow([x, y]: [number, number]): SVGSVGElement {
  const turn = Math.round((Math.atan2(y, x) * 180) / Math.PI);
  const path = svgEl("path", { d: "M4 12h14M12 5l7 7-7 7", transform: `rotate(${turn} 12 12)` });
  return svgEl("svg", { class: "arrow", viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
}

export interface Seen {
  docs: Record<string, string>; // by move: its author's comment
  directions: Record<string, [number, number]>; // one step in the picture
  pictures(values: string[]): Record<string, string>; // of pieces, as SVG
}

/// The picture of a value, if it has one.
export function pictureOfValue(value: string, { directions }: Pick<Seen, "directions">, pictures: Record<string, string>): Element | null {
  if (directions[value]) return arrow(directions[value]);
  if (pictures[value]) return el("img", { class: "piece", alt: "", src: `data:image/svg+xml,${encodeURIComponent(pictures[value])}` });
  return colours.has(value) ? el("span", { class: "spot", style: `--spot: ${value}`, "aria-hidden": "true" }) : null;
}

/// Whether directions alone can be picked next, and cells cannot.
const isAim = ({ others, cells, whole }: Next, { directions }: Seen): boolean =>
  others.length > 0 && !cells.size && !whole.length && others.every(({ value }) => directions[value]);

/// The line above the choices: "Place C1: facing? Click an arrow." `chosen`: values that were picked.
export function leadOf(next: Next, chosen: string[], seen: Seen): { move: string; ask: string } {
  const moves = [...new Set([...next.cellMoves, ...next.others.flatMap((other) => other.moves), ...next.whole.map(({ name }) => name)])];
  const move = moves.length === 1 ? capital(spoken(moves[0]!)) : "";
  const names = [...new Set(next.picks.map(spoken))];
  const named = names.filter((name) => !plain.has(name)).join(" or ");
  const asks: string[] = [];
  if (isAim(next, seen)) asks.push(`${named ? `${named}: ` : ""}click an arrow`);
  else if (next.cells.size) {
    const own = next.cellPicks.map(spoken).filter((name) => !plain.has(name)).join(" or ");
    // A cell may begin one move or another: a few are named.
    const isNamed = !move && next.cellMoves.length > 0 && (next.others.length > 0 || next.whole.length > 0 || next.cellMoves.length <= 3);
    const what = isNamed ? `${next.cellMoves.map(spoken).join(" or ")}: ` : own ? `${own}: ` : "";
    asks.push(`${what}click a cell with a dotted edge`);
  } else if (next.others.length && move && named) {
    const values = next.others.map(({ value }) => value);
    asks.push((names.length === 1 && sentenceFor(seen.docs[moves[0]!] ?? "", next.picks[0]!, values)) || `${named}?`);
  }
  return { move: [move, ...chosen].filter(Boolean).join(" "), ask: capital(asks.join(" ")) };
}

/// The values that can be picked next, under the names of their moves and of what they are. What a few moves share stands under each:
/// a line is that of a mirror, or of a splitter.
export function groupsOf(next: Next, others: Other[]): { label: string; move: string; others: Other[] }[] {
  const groups = new Map<string, { label: string; move: string; others: Other[] }>();
  const isMixed = new Set(next.others.flatMap(({ moves }) => moves).concat(next.cellMoves)).size > 1;
  const isFew = ({ moves }: Other) => moves.length > 1 && moves.length * others.length <= 24;
  for (const other of others.flatMap((each) => (isFew(each) ? each.moves.map((move) => ({ ...each, moves: [move] })) : [each]))) {
    const key = JSON.stringify([other.moves, other.name]);
    const names = other.moves.map(spoken).join(", ");
    const name = plain.has(other.name) || other.moves.includes(other.name) ? "" : `, ${spoken(other.name)}`;
    const group = groups.get(key) ?? { label: isMixed ? `${capital(names)}${name}` : "", move: other.moves[0]!, others: [] };
    group.others.push(other);
    groups.set(key, group);
  }
  return [...groups.values()];
}
