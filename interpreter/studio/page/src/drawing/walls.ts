// Walls on the sides of cells: a set of edges that the script writes out, `let walls = edge(c1, e) | edge(b3, {n, e})`. A side is put into
// it, or taken out, by a small edit; the same edge has a name from either of its cells.
import type { BoardAnswer } from "../service";
import { type At, type Edit, type Node, textAt } from "./syntax";

/// A side of a cell as the script writes it; `across`: the same, named from the other cell.
export interface Side {
  cell: string;
  way: string;
  across?: { cell: string; way: string };
  turn?: number; // of an arrow from the right, in radians
}

/// A set of edges that is written out.
export interface Walls {
  name: string;
  value: At;
  parts: { cell: string; ways: string[]; at: At }[];
  typeAt?: number; // where its type would stand, if it has none
}

/// `edge(c1, e)`, and `edge(c1, {n, e})`, joined; nothing if it is anything else.
function partsOf(text: string, node: Node): Walls["parts"] | undefined {
  const [one, other] = node.parts ?? [];
  if (node.node === "|" && one && other) {
    const [first, second] = [partsOf(text, one), partsOf(text, other)];
    return first && second && [...first, ...second];
  }
  if (node.node === "set" && !node.parts?.length) return [];
  if (node.node !== "call" || node.name !== "edge" || !one || !other || node.parts!.length !== 2) return undefined;
  const ways = other.node === "set" ? (other.parts ?? []) : [other];
  if (!ways.every((way) => way.node === "name")) return undefined;
  return [{ cell: textAt(text, one.at), ways: ways.map((way) => textAt(text, way.at)), at: node.at }];
}

export function wallsOf(text: string, declarations: Node[]): Walls[] {
  return declarations.flatMap((declaration): Walls[] => {
    const { node, name, parts = [], change, at } = declaration;
    const value = parts.filter((part) => part.node !== "text").at(-1);
    if ((node !== "let" && node !== "var") || !name || !value || change) return [];
    const nameEnd = text.indexOf(name, at[0] + 3) + name.length;
    const next = /^\s*([:=])/.exec(text.slice(nameEnd))?.[1]; // else it has parameters
    const found = next && partsOf(text, value);
    if (!found || (!found.length && !parts.some((part) => part.node === "type" && /\bset of edge\b/.test(textAt(text, part.at))))) return [];
    return [{ name, value: value.at, parts: found, ...(next === "=" ? { typeAt: nameEnd } : {}) }];
  });
}

export const hasSide = (walls: Walls, side: Side): boolean =>
  walls.parts.some(({ cell, ways }) => (cell === side.cell && ways.includes(side.way)) || (cell === side.across?.cell && ways.includes(side.across.way)));

const written = (cell: string, ways: string[]): string => `edge(${cell}, ${ways.length === 1 ? ways[0] : `{${ways.join(", ")}}`})`;

/// The edits that put a side into the set, or take it out.
export function walling(walls: Walls, side: Side): Edit[] {
  const { parts, value } = walls;
  if (!hasSide(walls, side)) {
    const same = parts.find(({ cell }) => cell === side.cell);
    if (same) return [[...same.at, written(side.cell, [...same.ways, side.way])]];
    const last = parts.at(-1);
    const more = written(side.cell, [side.way]);
    return last ? [[last.at[1], last.at[1], ` | ${more}`]] : [[...value, more]];
  }
  const number = parts.findIndex(({ cell, ways }) => (cell === side.cell && ways.includes(side.way)) || (cell === side.across?.cell && ways.includes(side.across!.way)));
  const part = parts[number]!;
  const gone = part.cell === side.cell && part.ways.includes(side.way) ? side.way : side.across!.way;
  const ways = part.ways.filter((way) => way !== gone);
  if (ways.length) return [[...part.at, written(part.cell, ways)]];
  if (parts.length === 1) return [...(walls.typeAt === undefined ? [] : [[walls.typeAt, walls.typeAt, ": set of edge"] as Edit]), [...value, "{}"]];
  return number ? [[parts[number - 1]!.at[1], part.at[1], ""]] : [[part.at[0], parts[1]!.at[0], ""]];
}

/// Walls to begin with: beams end there, and pictures show them.
export const newWalls = (name: string): string => `let ${name}: set of edge = {}\nwhen beam crosses x in ${name} -> stops\nshow edges ${name} "${name.replaceAll("_", " ")}"`;

/// The sides of a cell of the board at hand: towards its nearest neighbours, as the picture has them.
export function sidesOf(board: BoardAnswer, written: { cell: string; written: string }[], label: string): Side[] {
  const steps = Object.entries(board.directions ?? {});
  const here = board.cells.find(({ cell }) => cell === label);
  const name = (cell: string) => written.find((each) => each.cell === cell)?.written ?? cell;
  if (!here || !steps.length) return [];
  const length = ([x, y]: [number, number]) => Math.hypot(x, y);
  const nearest = Math.min(...steps.map(([, step]) => length(step)));
  const near = ([x, y]: [number, number], [to, up]: [number, number]) => Math.hypot(x - to, y - up) < nearest / 4;
  const sides = steps.filter(([, step]) => length(step) < nearest * 1.2);
  return sides.map(([way, [x, y]]) => {
    const [back] = sides.find(([, step]) => near(step, [-x, -y])) ?? [];
    const other = board.cells.find(({ at }) => near(at, [here.at[0] + x, here.at[1] + y]));
    return { cell: name(label), way, turn: Math.atan2(y, x), ...(back && other ? { across: { cell: name(other.cell), way: back } } : {}) };
  });
}
