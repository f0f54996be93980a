// How a kind of piece is drawn, as far as a script says it. Pictures give each kind a form and a colour of its own; a script has these
// words about them: the look `#` fills the cell, a field `shape` gives the form, a field whose value is the name of a colour gives the
// colour, else an owner does, and fields of directions and lines make arrows and lines. So a colour, or a shape, is a field with that one
// value.
import { type Edit, type Node, ownerOf, textAt } from "./syntax";

/// Those that pictures know, as one sees them on a light page.
export const colours: Record<string, string> = {
  red: "#d94b43", orange: "#d9822b", yellow: "#e0b92c", green: "#3f9a52", cyan: "#35a3ad", blue: "#3f6fc4",
  purple: "#7d55b8", pink: "#dc86b4", magenta: "#b8419c", brown: "#8a5a36", grey: "#8b8b8b", white: "#ffffff", black: "#222222",
};

export interface Colour {
  from: "kind" | "own" | "owner" | "field"; // the kind's own; a field of one colour; its owner's; a field of several
  name: string; // of the colour, or of the field
}

const one = /^\{\s*(\w+)\s*\}$/;

/// Where the colour of a piece comes from. `values`: those that each of its fields may have.
export function colourOf(text: string, piece: Node, values: Record<string, string[]>): Colour {
  for (const { name, type } of piece.fields ?? []) {
    const word = one.exec(textAt(text, type))?.[1];
    if (word && word in colours) return { from: "own", name: word };
    if ((values[name] ?? []).some((value) => value in colours)) return { from: "field", name };
  }
  return ownerOf(text, piece) ? { from: "owner", name: "" } : { from: "kind", name: "" };
}

/// The shapes that pictures know, each as the corners of its sketch; a disc has none.
export const shapes: Record<string, string> = {
  disc: "", square: "9,9 31,9 31,31 9,31", diamond: "20,5 35,20 20,35 5,20", triangle: "20,6 35,32 5,32", wedge: "5,8 35,8 20,34",
  pentagon: "20,6 34,16 29,33 11,33 6,16", hexagon: "20,5 33,12 33,28 20,35 7,28 7,12", octagon: "14,6 26,6 34,14 34,26 26,34 14,34 6,26 6,14",
  star: "20,3 24,14 36,15 27,23 30,35 20,28 10,35 13,23 4,15 16,14",
};

/// The field of a piece that has one word alone for its value, one of these.
const wordField = (text: string, piece: Node, known: object, isNamed = (_: string) => true) => piece.fields?.find(({ name, type }) => isNamed(name) && (one.exec(textAt(text, type))?.[1] ?? "") in known);

/// The edits after which a piece has a field with this word alone for its value; empty: without it. `now`: the one that it has.
function worded(text: string, piece: Node, now: ReturnType<typeof wordField>, name: string, word: string): Edit[] {
  if (now && word) return [[...now.type, `{${word}}`], ...(now.first ? [[...now.first, word] as Edit] : [])];
  if (now) {
    const begin = text.lastIndexOf(now.name, now.type[0]);
    const end = (now.first ?? now.type)[1];
    const line = text.lastIndexOf("\n", begin) + 1;
    if (!text.slice(line, begin).trim() && text[end] === "\n") return [[line, end + 1, ""]];
    return [[begin, end + (/^;?\s*/.exec(text.slice(end))?.[0].length ?? 0), ""]];
  }
  return word ? [given(text, piece, [[name, word]])] : [];
}
/// The edit that gives a piece fields with one word each, in front of those that it has.
function given(text: string, piece: Node, fields: [name: string, word: string][]): Edit {
  const all = fields.map(([name, word]) => `${name}: {${word}} = ${word}`);
  const brace = text.indexOf("{", piece.at[0]);
  const rest = /^\s*/.exec(text.slice(brace + 1))![0];
  if (rest.includes("\n")) return [brace + 1, brace + 1, all.map((field) => `\n${rest.slice(rest.lastIndexOf("\n") + 1) || "  "}${field}`).join("")];
  const isEmpty = text[brace + 1 + rest.length] === "}";
  return [brace + 1, brace + 1 + rest.length, isEmpty ? ` ${all.join("; ")} ` : ` ${all.join("; ")}; `];
}
const isTaken = (declarations: Node[], piece: Node, word: string): boolean => declarations.some(({ name }) => name === word) || Boolean(piece.fields?.some(({ name }) => name === word));

/// The edits that give a piece this colour; none: its kind's own again.
export const colouring = (text: string, declarations: Node[], piece: Node, colour: string): Edit[] => worded(text, piece, wordField(text, piece, colours), isTaken(declarations, piece, "colour") ? "paint" : "colour", colour);

/// The shape of a piece: "block", one of the shapes, or empty, the kind's own. Nothing: lines have none, or a field of several values has it.
export function shapeOf(text: string, piece: Node): string | undefined {
  const fields = piece.fields ?? [];
  if (fields.some(({ type }) => /\baxis\b/.test(textAt(text, type)))) return undefined;
  const own = wordField(text, piece, shapes, (name) => name === "shape");
  if (!own && fields.some(({ name }) => name === "shape")) return undefined;
  if (isBlock(text, piece)) return "block";
  return own ? one.exec(textAt(text, own.type))![1]! : "";
}

/// The edits that give a piece this shape: "block", one of the shapes, or empty, its kind's own again.
export function forming(text: string, declarations: Node[], piece: Node, shape: string): Edit[] {
  const now = wordField(text, piece, shapes, (name) => name === "shape");
  if (!now && shape && shape !== "block" && isTaken(declarations, piece, "shape")) return [];
  const isOther = (isBlock(text, piece) ?? false) !== (shape === "block");
  return [...worded(text, piece, now, "shape", shape === "block" ? "" : shape), ...(isOther ? shaping(piece, shape === "block") : [])];
}

/// The outlines that pictures give to kinds, in the order of the script, and the colours that are nearest to those that they give.
const ownShapes = ["disc", "square", "hexagon", "diamond", "octagon", "triangle", "pentagon", "wedge"];
const ownColours = ["grey", "blue", "orange", "purple", "green", "cyan", "brown", "pink", "black"];

/// The edits after which the kinds behind one look as they do, without it: what came from its place in the script is written down.
export function keepingLooks(text: string, declarations: Node[], gone: Node, values: (kind: string) => Record<string, string[]>): Edit[] {
  if (declarations.some(({ node }) => node === "variant")) return []; // it has kinds before these, which are not known here
  const kinds = declarations.filter(({ node, name, change }) => node === "piece" && name && !change);
  const place = kinds.findIndex(({ name }) => name === gone.name);
  return kinds.flatMap((piece, i): Edit[] => {
    if (i <= place || isBlock(text, piece)) return [];
    const fields: [string, string][] = [];
    const isSized = piece.fields?.some(({ name }) => name === "size");
    if (shapeOf(text, piece) === "" && !isSized && !isTaken(declarations, piece, "shape")) fields.push(["shape", ownShapes[i % ownShapes.length]!]);
    if (colourOf(text, piece, values(piece.name!)).from === "kind") fields.push([isTaken(declarations, piece, "colour") ? "paint" : "colour", ownColours[i % ownColours.length]!]);
    return fields.length ? [given(text, piece, fields)] : [];
  });
}

/// Whether a piece may fill its cell: it shows neither a direction nor a line. Nothing: it has several looks, or none.
export function isBlock(text: string, piece: Node): boolean | undefined {
  const shows = /\b(direction|axis)\b/;
  if (!piece.look || /[{;\n]\s*emits\b/.test(textAt(text, piece.at)) || (piece.fields ?? []).some(({ name, type }) => name === "facing" || shows.test(textAt(text, type)))) return undefined;
  const look = textAt(text, piece.look).slice(1, -1);
  return look.includes("{") ? undefined : look === "#";
}
/// The edit that makes it a block, or gives it the first letter of its name.
export const shaping = (piece: Node, block: boolean): Edit[] => (piece.look ? [[piece.look[0] + 1, piece.look[1] - 1, block ? "#" : piece.name![0]!]] : []);
