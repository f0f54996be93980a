// Walls on the sides of cells: a set of edges that the script writes out, `let walls = edge(c1, e) | edge(b3, {n, e})`. A side is put into
// it, or taken out, by a small edit; the same edge has a name from either of its cells.
import type { BoardAnswer } from "../service";
import { spoken } from "../names";
import { type At, type Edit, type Node, setWithout, textAt } from "./syntax";

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

/// Whether `edge(cell, way)` is this side, from either of its cells.
const isSide = (side: Side, cell: string, way: string): boolean => (cell === side.cell && way === side.way) || (cell === side.across?.cell && way === side.across.way);

export const hasSide = (walls: Walls, side: Side): boolean => walls.parts.some(({ cell, ways }) => ways.some((way) => isSide(side, cell, way)));

const written = (cell: string, ways: string[]): string => `edge(${cell}, ${ways.length === 1 ? ways[0] : `{${ways.join(", ")}}`})`;

/// The edits that put a side into the set, or take it out wherever it is named.
export function walling(text: string, walls: Walls, side: Side): Edit[] {
  const { parts, value } = walls;
  if (!hasSide(walls, side)) {
    const same = parts.find(({ cell }) => cell === side.cell);
    if (same) return [[...same.at, written(side.cell, [...same.ways, side.way])]];
    const last = parts.at(-1);
    const more = written(side.cell, [side.way]);
    return last ? [[last.at[1], last.at[1], ` | ${more}`]] : [[...value, more]];
  }
  const left = parts.map(({ cell, ways }) => ways.filter((way) => !isSide(side, cell, way)));
  const fewer = parts.flatMap((part, i): Edit[] => (left[i]!.length && left[i]!.length < part.ways.length ? [[...part.at, written(part.cell, left[i]!)]] : []));
  const isGone = (i: number) => !left[i]!.length;
  const typed: Edit[] = walls.typeAt === undefined || left.some((ways) => ways.length) ? [] : [[walls.typeAt, walls.typeAt, ": set of edge"]];
  return [...typed, ...fewer, ...(left.some((ways) => !ways.length) ? setWithout(text, value, parts.map(({ at }) => at), isGone) : [])];
}

/// Walls to begin with: beams end there, and pictures show them.
export const newWalls = (name: string): string => `let ${name}: set of edge = {}\nwhen beam crosses x in ${name} -> stops\nshow edges ${name} "${spoken(name)}"`;

/// By how much steps off the board are brought back in, in coordinates. Nothing, if that cannot be told from the text: it is worked
/// out, or the board is that of another script. `beside`: texts of the author's own that the script needs.
export function seamsOf(text: string, declarations: Node[], beside: string[] = []): [number, number][] | undefined {
  const boards = declarations.filter(({ node }) => node === "board" || node === "use-board");
  if (!boards.length || boards.some(({ change }) => change === 2)) return undefined;
  const words = boards.map(({ at }) => textAt(text, at).replace(/"[^"]*"|\/\/.*/g, "")).join("\n");
  const isOthers = boards.some(({ node }) => node === "use-board") && beside.some((each) => /\bwraps\b/.test(each));
  if (!/\bwraps\b/.test(words)) return isOthers ? undefined : [];
  const pairs = boards.length > 1 ? undefined : /\bwraps\s*((?:\(\s*-?\d+\s*,\s*-?\d+\s*\)\s*,?\s*)+)(?![(\w])/.exec(words)?.[1];
  return pairs === undefined ? undefined : [...pairs.matchAll(/(-?\d+)\s*,\s*(-?\d+)/g)].map(([, dx, dy]) => [Number(dx), Number(dy)]);
}

type Point = [number, number];
const plus = ([x, y]: Point, [dx, dy]: Point, times = 1): Point => [x + times * dx, y + times * dy];
const length = ([x, y]: Point): number => Math.hypot(x, y);
const away = (one: Point, other: Point): number => length(plus(one, other, -1));

/// By how much that is in the picture; nothing, if coordinates do not lie in rows there.
function shiftsOf(cells: { x: number; y: number; at: Point }[], seams: Point[], most: number): Point[] | undefined {
  const [origin] = cells;
  if (!seams.length || !origin) return [];
  const unit = (isAlong: boolean): Point | undefined => {
    for (const one of cells)
      for (const other of cells) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const by = isAlong ? dx : dy;
        if (by && !(isAlong ? dy : dx)) return [(other.at[0] - one.at[0]) / by, (other.at[1] - one.at[1]) / by];
      }
    return undefined;
  };
  const [along, up] = [unit(true), unit(false)];
  if (seams.some(([dx, dy]) => (dx && !along) || (dy && !up))) return undefined;
  const moved = ([dx, dy]: Point): Point => plus(plus([0, 0], along ?? [0, 0], dx), up ?? [0, 0], dy);
  if (cells.some(({ x, y, at }) => away(at, plus(origin.at, moved([x - origin.x, y - origin.y]))) > most)) return undefined;
  return seams.map(moved);
}

/// The sides of a cell of the board at hand: towards its nearest neighbours, as the picture has them, also over a seam. Those behind
/// which a cell may be that nobody knows are left out: the same edge would have two names.
export function sidesOf(board: Pick<BoardAnswer, "cells" | "directions">, written: { cell: string; written: string; x: number; y: number }[], label: string, seams: Point[] | undefined): Side[] {
  const steps = Object.entries(board.directions ?? {});
  const here = board.cells.find(({ cell }) => cell === label);
  const known = new Map(written.map((each) => [each.cell, each]));
  const name = (cell: string) => known.get(cell)?.written ?? cell;
  if (!here || !steps.length) return [];
  const nearest = Math.min(...steps.map(([, step]) => length(step)));
  const sides = steps.filter(([, step]) => length(step) < nearest * 1.2);
  const placed = board.cells.flatMap(({ cell, at }) => (known.has(cell) ? [{ ...known.get(cell)!, at }] : []));
  const shifts = seams && shiftsOf(placed, seams, nearest / 4);
  // Once over each seam, in either direction, or not.
  const over = (shifts ?? []).reduce<Point[]>((all, shift) => all.flatMap((point) => [point, plus(point, shift), plus(point, shift, -1)]), [[0, 0]]);
  return sides.flatMap(([way, step]) => {
    const [back] = sides.find(([, other]) => away(other, plus([0, 0], step, -1)) < nearest / 4) ?? [];
    const other = over.map((shift) => board.cells.find(({ at }) => away(at, plus(plus(here.at, step), shift)) < nearest / 4)).find(Boolean);
    if (!other && !shifts) return [];
    return [{ cell: name(label), way, turn: Math.atan2(step[1], step[0]), ...(back && other ? { across: { cell: name(other.cell), way: back } } : {}) }];
  });
}
