// Zones: a set of cells that the script writes out, `let goal: set of cell = d3 | e4` or `{d3, e4}`. A cell is put into it, or taken out,
// by a small edit.
import { spoken } from "../names";
import { type At, type Edit, type Node, setWithout, textAt } from "./syntax";

export interface Zone {
  name: string;
  value: At;
  cells: { cell: string; at: At }[];
  isList: boolean; // in braces
  typeAt?: number; // where its type would stand, if it has none
}

/// `declarations` as `glint/syntax` lists them; `written`: the cells of the board as the script may write them.
export function zonesOf(text: string, declarations: Node[], written: string[]): Zone[] {
  const known = new Set(written);
  const cellsOf = (node: Node): Zone["cells"] | undefined => {
    const words = textAt(text, node.at);
    if (known.has(words)) return [{ cell: words, at: node.at }];
    const [one, other] = node.parts ?? [];
    if (node.node !== "|" || !one || !other) return undefined;
    const [first, second] = [cellsOf(one), cellsOf(other)];
    return first && second && [...first, ...second];
  };
  return declarations.flatMap(({ node, name, parts = [], change, at }): Zone[] => {
    const value = parts.filter((part) => part.node !== "text").at(-1);
    if ((node !== "let" && node !== "var") || !name || !value || change) return [];
    const nameEnd = text.indexOf(name, at[0] + 3) + name.length;
    const next = /^\s*([:=])/.exec(text.slice(nameEnd))?.[1]; // else it has parameters
    const isList = value.node === "set";
    const lists = isList ? (value.parts ?? []).map(cellsOf) : [cellsOf(value)];
    const cells = lists.every((each) => each !== undefined) ? lists.flat() : undefined;
    const isTyped = parts.some((part) => part.node === "type" && /^set of cell$/.test(textAt(text, part.at)));
    if (!next || !cells || !(isTyped || cells.length > 1)) return [];
    return [{ name, value: value.at, cells, isList, ...(next === "=" ? { typeAt: nameEnd } : {}) }];
  });
}

/// The edits that put a cell into the zone, or take it out.
export function zoning(text: string, { cells, value, isList, typeAt }: Zone, cell: string): Edit[] {
  const left = cells.filter((each) => each.cell !== cell).length;
  const last = cells.at(-1);
  if (left === cells.length) return last ? [[last.at[1], last.at[1], `${isList ? "," : " |"} ${cell}`]] : [[...value, cell]];
  // One cell alone would be a cell, and not a set.
  const typed: Edit[] = typeAt === undefined || left > 1 ? [] : [[typeAt, typeAt, ": set of cell"]];
  return [...typed, ...setWithout(text, value, cells.map(({ at }) => at), (i) => cells[i]!.cell === cell)];
}

/// A zone to begin with, which pictures show.
export const newZone = (name: string): string => `let ${name}: set of cell = {}\nshow cells ${name} "${spoken(name)}" as "~"`;
