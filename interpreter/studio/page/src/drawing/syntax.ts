// The parts of a script as the engine reads them (`glint/syntax`), and what can stand on its board (`glint/palette`). Places
// are counted as the editor counts: in UTF-16 units from the beginning.
import type { Trouble } from "../service";

export type At = [begin: number, end: number];
export type Edit = [begin: number, end: number, text: string];

export interface Node {
  node: string; // "piece", "put", "|", "name", "case", ...
  at: At;
  name?: string;
  parts?: Node[];
  args?: [name: string, value: At][];
  texts?: At[];
  title?: At; // the text of an option, the title of a test
  change?: number; // of a variant: not 0
  fields?: { name: string; type: At; first?: At }[];
  drawing?: At; // of a board
  emits?: At;
  comes?: At; // what it does to beams: the cases
  look?: At;
}
export interface Syntax {
  declarations: Node[];
}

export interface Palette {
  stack: number; // how many pieces a cell holds
  pieces: { put: string; drawn: string; picture?: string }[];
  cells: { cell: string; written: string; x: number; y: number; pieces: string[] }[]; // in the order of drawings
}

/// What came of edits (`glint/try`): which were taken.
export interface Tried {
  taken: number | null;
  text?: string;
  errors?: Trouble[];
}

/// All nodes of this kind below these.
export function found(nodes: Node[], kind: string): Node[] {
  return nodes.flatMap((node) => [...(node.node === kind ? [node] : []), ...found(node.parts ?? [], kind)]);
}

export const textAt = (text: string, [begin, end]: At): string => text.slice(begin, end);

export function applied(text: string, edits: Edit[]): string {
  for (const [begin, end, given] of [...edits].sort((a, b) => b[0] - a[0] || b[1] - a[1])) text = text.slice(0, begin) + given + text.slice(end);
  return text;
}

/// Whose a kind of piece is, as it is declared: `player`, or the name of one; empty: nobody's. Its words for people may stand between.
export const ownerOf = (text: string, piece: Node): string => /^piece\s+\w+(?:\s*"[^"]*")?\s*\bof\s+(\w+)/.exec(textAt(text, piece.at))?.[1] ?? "";

/// The options that a test sets, `test "..." with level = 2`, and where their values stand.
export function optionsOf(text: string, { title, at }: Node): [name: string, value: At][] {
  const from = title?.[1] ?? at[0];
  const head = /^\s+with\b[^{]*/.exec(text.slice(from, at[1]))?.[0] ?? "";
  return [...head.matchAll(/(\w+)\s*=\s*([\w.+-]+)/gd)].map((match) => [match[1]!, match.indices![2]!.map((place) => from + place) as At]);
}

/// Without some of the things that are joined by `|` or `,`: each goes with one sign beside it. Comments between them stay.
export function parted(text: string, items: At[], gone: (number: number) => boolean): Edit[] {
  const isPlain = (i: number) => i + 1 < items.length && /^\s*[|,]\s*$/.test(text.slice(items[i]![1], items[i + 1]![0])); // nothing else stands behind it
  const first = items.findIndex((_, i) => !gone(i)); // that stays
  return items.flatMap((item, i): Edit[] => {
    if (!gone(i)) return [];
    const isBefore = first < 0 || i < first || (!isPlain(i - 1) && isPlain(i) && !gone(i + 1));
    const next = items[i + 1];
    if (isBefore && !next) return [[...item, ""]];
    const [from, to] = isBefore ? [item[1], next![0]] : [items[i - 1]![1], item[0]];
    if (isPlain(isBefore ? i : i - 1)) return [isBefore ? [item[0], to, ""] : [from, item[1], ""]];
    const gap = text.slice(from, to).replace(/\/\/.*/g, (comment) => " ".repeat(comment.length));
    const sign = from + gap.search(/[|,]/);
    return [[sign, sign + 1 + /^ */.exec(text.slice(sign + 1))![0].length, ""], [...item, ""]];
  });
}

/// A set that is written out, without some of its parts. `{}`, if none is left.
export function setWithout(text: string, value: At, items: At[], gone: (number: number) => boolean): Edit[] {
  if (items.some((_, i) => !gone(i))) return parted(text, items, gone);
  if (!textAt(text, value).includes("//")) return [[...value, "{}"]];
  return text[value[0]] === "{" ? parted(text, items, gone) : [[value[0], value[0], "{} "], ...parted(text, items, gone)];
}

/// What makes one text another: only what differs.
export function difference(before: string, after: string): Edit {
  let same = 0;
  let behind = 0;
  const shorter = Math.min(before.length, after.length);
  while (same < shorter && before[same] === after[same]) ++same;
  while (behind < shorter - same && before[before.length - 1 - behind] === after[after.length - 1 - behind]) ++behind;
  return [same, before.length - behind, after.slice(same, after.length - behind)];
}
