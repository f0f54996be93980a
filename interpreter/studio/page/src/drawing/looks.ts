// How a kind of piece is drawn, as far as a script says it. Pictures give each kind a form and a colour of its own; a script has these
// words about them: the look `#` fills the cell, a field whose value is the name of a colour gives the colour, else an owner does,
// and fields of directions and lines make arrows and lines. So a colour is a field with that one value.
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

/// The edits that give a piece this colour; none: its kind's own again.
export function colouring(text: string, declarations: Node[], piece: Node, colour: string): Edit[] {
  const now = piece.fields?.find(({ type }) => (one.exec(textAt(text, type))?.[1] ?? "") in colours);
  if (now && colour) return [[...now.type, `{${colour}}`], ...(now.first ? [[...now.first, colour] as Edit] : [])];
  if (now) {
    const begin = text.lastIndexOf(now.name, now.type[0]);
    const end = (now.first ?? now.type)[1];
    const line = text.lastIndexOf("\n", begin) + 1;
    if (!text.slice(line, begin).trim() && text[end] === "\n") return [[line, end + 1, ""]];
    return [[begin, end + (/^;?\s*/.exec(text.slice(end))?.[0].length ?? 0), ""]];
  }
  if (!colour) return [];
  const taken = declarations.some(({ name }) => name === "colour") || piece.fields?.some(({ name }) => name === "colour");
  const field = `${taken ? "paint" : "colour"}: {${colour}} = ${colour}`;
  const brace = text.indexOf("{", piece.at[0]);
  const rest = /^\s*/.exec(text.slice(brace + 1))![0];
  if (rest.includes("\n")) return [[brace + 1, brace + 1, `\n${rest.slice(rest.lastIndexOf("\n") + 1) || "  "}${field}`]];
  const isEmpty = text[brace + 1 + rest.length] === "}";
  return [[brace + 1, brace + 1 + rest.length, isEmpty ? ` ${field} ` : ` ${field}; `]];
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
