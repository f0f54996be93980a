// Beams with colours, for who does not write: filters, glass, and lamps of one colour. What a script needs for them (`use optics`, a
// type of colours, a beam that carries some) is added with the first of them; beams are then white where nothing says otherwise.
import { type At, type Edit, type Node, textAt } from "./syntax";

const hues = ["red", "green", "blue"];
/// The type of colours that the library `optics` knows.
const hue = "hue";

/// The kinds of pieces that need colours, and a field for the colour of each.
export const litKinds: Record<string, string> = {
  filter: '{ pass: hue; when beam comes -> filters({pass}); look "({pass:1})" }',
  glass: '{ tint: hue; when beam comes -> straight { beam.colour = {tint} }; look "[{tint:1}]" }',
};

const ofBeams = (declarations: Node[]): Node | undefined => declarations.find(({ node, change }) => node === "beam" && !change);
const colourOf = (beam: Node | undefined) => beam?.fields?.find(({ name }) => name === "colour");

/// The values of the type of colours; those that it would have.
export function huesOf(text: string, declarations: Node[]): string[] {
  const type = declarations.find(({ node, name }) => node === "type" && name === hue);
  const list = /=\s*\{([^{}]*)\}/.exec(type ? textAt(text, type.at) : "")?.[1];
  return list?.match(/\w+/g) ?? hues;
}

/// Whether beams of this script have colours that `optics` knows, or may have them: a variant takes its game's as they are.
export function canColour(text: string, declarations: Node[]): boolean {
  const beam = ofBeams(declarations);
  const colour = colourOf(beam);
  if (colour) return textAt(text, colour.type) === `set of ${hue}`;
  return declarations.some(({ node }) => node === "game") && (beam === undefined || textAt(text, beam.at).includes("{"));
}
export const hasColours = (text: string, declarations: Node[]): boolean => colourOf(ofBeams(declarations)) !== undefined && canColour(text, declarations);

/// What the script lacks for colours: edits of lines that are there, and lines to be added.
export function colouring(text: string, declarations: Node[], withOptics: boolean): { edits: Edit[]; lines: string[] } {
  const edits: Edit[] = [];
  const lines: string[] = [];
  const uses = declarations.filter(({ node }) => node === "use");
  if (withOptics && !uses.some(({ at }) => /\boptics\b/.test(textAt(text, at)))) {
    const [use] = uses;
    const title = declarations.find(({ node }) => node === "game");
    if (use) edits.push([use.at[1], use.at[1], ", optics"]);
    else if (title?.title) edits.push([title.title[1], title.title[1], "\nuse optics"]);
  }
  if (!declarations.some(({ node, name }) => node === "type" && name === hue)) lines.push(`type ${hue} = {${hues.join(", ")}}`);
  const beam = ofBeams(declarations);
  const field = `colour: set of ${hue} = ${hue}`;
  if (!beam) lines.push(`beam { ${field} }`);
  else if (!colourOf(beam)) edits.push(withField(text, beam, field));
  return { edits, lines };
}

/// The edit that gives a declaration with braces one more field, before all others.
export function withField(text: string, of: Node, field: string): Edit {
  const brace = text.indexOf("{", of.at[0]);
  const rest = /^\s*/.exec(text.slice(brace + 1))![0];
  if (rest.includes("\n")) return [brace + 1, brace + 1, `\n${rest.slice(rest.lastIndexOf("\n") + 1) || "  "}${field}`];
  const isEmpty = text[brace + 1 + rest.length] === "}";
  return [brace + 1, brace + 1 + rest.length, isEmpty ? ` ${field} ` : ` ${field}; `];
}

/// The lines before a declaration, and before the comment above it.
export function before(text: string, { at: [begin] }: Node, lines: string[]): Edit[] {
  if (!lines.length) return [];
  let at = text.lastIndexOf("\n", begin - 1) + 1;
  for (let above = text.lastIndexOf("\n", at - 2) + 1; at > 0 && text.slice(above).startsWith("//"); above = text.lastIndexOf("\n", at - 2) + 1) at = above;
  return [[at, at, `${lines.join("\n")}\n`]];
}

/// The field with a colour of this piece; else the name of one that it may get, and the edit that gives it.
export function hueField(text: string, piece: Node): { name: string; edits: Edit[] } {
  const own = piece.fields?.find(({ type }) => textAt(text, type) === hue);
  if (own) return { name: own.name, edits: [] };
  const name = piece.fields?.some((each) => each.name === "pass") ? "tint" : "pass";
  // With a first value, so that what stands on the board need not say it.
  return { name, edits: [withField(text, piece, `${name}: ${hue} = red`)] };
}

/// Where a piece says which way its beams leave, and how they begin if that is their colour alone. Nothing: it says more, or emits none.
function emitted(text: string, piece: Node): { way: At; body?: At; colour: string } | undefined {
  const found = /[{;\n]\s*emits +(\w+(?: *\+ *\w+)*)( *\{)?/d.exec(textAt(text, piece.at));
  if (!found) return undefined;
  const [, [from, to] = [0, 0], brace] = found.indices!;
  const way: At = [piece.at[0] + from, piece.at[0] + to];
  if (!brace) return { way, colour: "" };
  const body = /^\s*\{\s*beam\.colour\s*=\s*(?:\{\s*(\w+)\s*\}|hue)\s*\}/.exec(text.slice(way[1]));
  return body ? { way, body: [way[1], way[1] + body[0].length], colour: body[1] ?? "" } : undefined;
}

/// The colour of a piece's light: the name of one, empty for all. Nothing, if it has none that a click could change.
export function lightOf(text: string, declarations: Node[], piece: Node): string | undefined {
  return canColour(text, declarations) ? emitted(text, piece)?.colour : undefined;
}

/// The edits that give a lamp light of this colour, or of all colours.
export function lighting(text: string, declarations: Node[], piece: Node, colour: string): Edit[] {
  const now = emitted(text, piece);
  if (!now || now.colour === colour) return [];
  const { edits, lines } = colouring(text, declarations, false);
  const first = declarations.find(({ node }) => node === "beam" || node === "piece")!;
  const beam = ofBeams(declarations);
  const isWhite = !beam || !colourOf(beam) || colourOf(beam)!.first !== undefined; // what nobody says
  const body = colour ? ` { beam.colour = {${colour}} }` : isWhite ? "" : ` { beam.colour = ${hue} }`;
  return [...edits, ...before(text, first, lines), [...(now.body ?? ([now.way[1], now.way[1]] as At)), body]];
}
