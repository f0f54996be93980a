// What of a script can be changed in a form: a piece's look, its fields, what it does to beams, and the rules that have a plain
// form. Each is a part of the text, with the sentence that stands above it, and each change is an edit of that part alone.
import { spoken } from "../names";
import { before, canColour, colouring, hueField, litKinds } from "./light";
import { limitsOf, numbersOf } from "./supplies";
import { newWalls } from "./walls";
import { newZone } from "./zones";
import { type At, type Edit, type Node, found, textAt } from "./syntax";

export interface Control {
  id: string;
  name: string;
  sentence: string; // of the script, above the declaration
  at: At;
  kind: "text" | "number" | "choice" | "words";
  choices?: string[];
  now?: string; // what it is, if the text at this place is more than that,
  written?: (value: string) => string; // and how a value is written
  also?: At[]; // where the script has the same value, which changes with it
}

/// The lines `///` above a declaration, as sentences: the first paragraph.
export function sentenceAbove(text: string, at: number): string {
  const lines = text.slice(0, text.lastIndexOf("\n", at - 1) + 1).split("\n").slice(0, -1);
  const words: string[] = [];
  for (let line = lines.pop(); line?.trim().startsWith("///"); line = lines.pop()) words.unshift(line.trim().replace(/^\/\/\/ ?/, ""));
  const end = words.findIndex((line, i) => i > 0 && (!line || line.startsWith("- ")));
  return words.slice(0, end < 0 ? words.length : end).join(" ").replace(/\s+/g, " ").trim();
}

/// What stands in the lines `///` above a declaration may be typed: their first paragraph.
function about(text: string, at: number): Pick<Control, "at" | "now" | "written"> {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const lines: At[] = [];
  for (let to = begin - 1; to >= 0; ) {
    const from = text.lastIndexOf("\n", to - 1) + 1;
    if (!text.slice(from, to).startsWith("///")) break;
    lines.unshift([from, to]);
    to = from - 1;
  }
  const now = sentenceAbove(text, at);
  const end = lines.findIndex((line, i) => i > 0 && /^\/\/\/\s*(-\s.*)?$/.test(textAt(text, line)));
  const paragraph = lines.slice(0, end < 0 ? lines.length : end);
  const wrapped = (value: string) => value.replace(/\s+/g, " ").replace(/(?=\S)(.{1,112})(?:\s|$)/g, "/// $1\n").trimEnd();
  if (!paragraph.length) return { at: [begin, begin], now: "", written: (value) => (value.trim() ? `${wrapped(value)}\n` : "") };
  return { at: [paragraph[0]![0], paragraph.at(-1)![1]], now, written: (value) => wrapped(value) || "///" };
}

const parts = (node: Node, kind: string): Node[] => (node.parts ?? []).filter((part) => part.node === kind);
const removed = 2; // of a variant: `remove end`
const isNumber = (value: string): boolean => /^-?\d+$/.test(value);

/// The values of a type that is written out: `{own, all}`, `2..6`, `flag`.
function valuesIn(type: string): string[] {
  if (type === "flag") return ["on", "off"];
  const range = /^(\d+)\.\.(\d+)$/.exec(type);
  if (range && Number(range[2]) - Number(range[1]) < 40) return Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, i) => String(Number(range[1]) + i));
  const list = /^\{([^{}"]*)\}$/.exec(type);
  return list ? list[1]!.split(",").map((value) => value.trim()) : [];
}

/// What the author says of the names in a rule that has no sentence: of each the first one.
function namedIn(text: string, declarations: Node[], rule: Node): string {
  const names = new Set([rule, ...found([rule], "name"), ...found([rule], "call")].flatMap(({ name }) => name ?? []));
  const told = declarations.flatMap(({ node, name = "", at, title }) => {
    if (!names.has(name) || !["let", "var", "option", "do"].includes(node)) return [];
    const words = /^.*?[.:](?=\s|$)/.exec(sentenceAbove(text, at[0]))?.[0] ?? (title ? textAt(text, title).slice(1, -1) : "");
    return words ? [`“${spoken(name)}”: ${words.replace(/[.:]$/, "")}.`] : [];
  });
  return told.slice(0, 3).join(" ");
}

const isSupply = (text: string, { parts: all = [] }: Node): boolean => all.at(-1)?.node === "number" && textAt(text, all.at(-1)!.at) !== "0";

/// The rules that have a form. `options`: the values that each option may have, as the engine lists them.
export function ruleControls(text: string, declarations: Node[], options: Record<string, string[]> = {}): Control[] {
  const all: Control[] = [];
  declarations.forEach((declaration, number) => {
    const { node, name = "", at, title } = declaration;
    if (declaration.change === removed) return;
    const sentence = sentenceAbove(text, at[0]);
    const add = (control: Omit<Control, "id" | "sentence"> & { sentence?: string }, what: string) => all.push({ sentence, ...control, id: `rule-${node}-${name || number}-${what}` });
    const words = spoken(name);
    // A variable without a label is the script's own book-keeping, unless it is a supply: that begins above nothing.
    if (node === "option" || (node === "var" && (title || isSupply(text, declaration)))) {
      const type = parts(declaration, "type").at(-1);
      const value = (declaration.parts ?? []).find((part) => part !== type && !["type", "text"].includes(part.node) && part.at[0] > (type?.at[1] ?? at[0]));
      if (!value) return;
      const now = textAt(text, value.at);
      const choices = options[name] ?? (type ? valuesIn(textAt(text, type.at)) : []);
      const label = title ? textAt(text, title).slice(1, -1) : "";
      if (choices.length > 1 && choices.includes(now)) add({ name: node === "option" ? words : `${words} at first`, at: value.at, kind: "choice", choices, sentence: sentence || (node === "option" ? label : "") }, "value");
      else if (isNumber(now)) add({ name: node === "option" ? words : `${words} at first`, at: value.at, kind: "number", sentence: sentence || label }, "value");
    }
    if (title && (node === "game" || node === "variant")) {
      add({ name: "The game's name", at: [title[0] + 1, title[1] - 1], kind: "text", sentence: "" }, "name");
      add({ name: "What it is about, in a sentence", ...about(text, at[0]), kind: "words", sentence: "" }, "about");
    }
    if (node === "play" && !declaration.change) add({ name: "How the game goes, in your own words", ...about(text, at[0]), kind: "words", sentence: "" }, "about");
    if (node === "use-board")
      (declaration.parts ?? []).forEach((part, i, { length }) => part.node === "number" && add({ name: `The board, ${words}${length > 1 ? (i ? ", down" : ", across") : ""}`, at: part.at, kind: "number" }, `size-${i}`));
    if (node === "let") for (const [i, { at, name: of }] of numbersOf(text, declarations, declaration).entries()) {
      const type = parts(declaration, "type").at(-1);
      const choices = type ? valuesIn(textAt(text, type.at)) : [];
      const isChoice = choices.length > 1 && choices.includes(textAt(text, at));
      add({ name: of, at, ...(isChoice ? { kind: "choice", choices } : { kind: "number" }) }, String(i));
    }
    if (node === "bag") {
      const value = (declaration.parts ?? []).find((part) => part.node === "number");
      if (value) add({ name: `${words}: of each`, at: value.at, kind: "number" }, "value");
    }
    if (node === "end") {
      const result = (declaration.parts ?? []).at(-1)!;
      const condition = (declaration.parts ?? []).find((part) => part !== result && part.node !== "type");
      const who = /^(.*) (wins|loses)$/.exec(textAt(text, result.at))?.[1];
      if (condition) add({ name: "The game ends when", at: condition.at, kind: "words", sentence: sentence || namedIn(text, declarations, condition) || "An end that stands in the script's own words." }, "when");
      const choices = who ? [`${who} wins`, `${who} loses`, "tie"] : ["tie"];
      if (who) add({ name: "and then", at: result.at, kind: "choice", choices, sentence: "" }, "result");
    }
    if (node === "score") {
      const value = (declaration.parts ?? []).at(-1);
      if (value) add({ name: `The score${name ? ` of ${name}` : ""}`, at: value.at, kind: "words", sentence: sentence || namedIn(text, declarations, value) || "What is counted stands in the script's own words." }, "value");
    }
  });
  const limits = limitsOf(text, declarations).map(({ kind, each, at, also }): Control => {
    const of = `${spoken(kind)}: how many ${each ? "each player has" : "there are"} at most`;
    return { id: `rule-limit-${kind}`, name: of, sentence: "", at, also, kind: "number" };
  });
  // What one looks for first; options have a place of their own, too.
  const order = [/^rule-(game|variant)-/, /^rule-use-board-/, /^rule-(?!end|score|option)/, /^rule-(end|score)-/, /^/];
  const rank = ({ id }: Control) => order.findIndex((each) => each.test(id));
  return [...all, ...limits].sort((a, b) => rank(a) - rank(b));
}

/// The order of turns, and other rules that stay text: where they are.
export const ruleTexts = (text: string, declarations: Node[]): { name: string; move?: string; sentence: string; at: At }[] =>
  declarations
    .filter(({ node }) => node === "play" || node === "move")
    .map(({ node, name = "", at }) => ({ ...(node === "move" ? { move: name } : {}), name: node === "play" ? "The order of turns" : `The move “${spoken(name)}”`, sentence: sentenceAbove(text, at[0]), at }));

/// A value as it may be written in this part of the text.
export const changed = ({ at, also = [], written }: Control, value: string): Edit[] => [at, ...also].map((each) => [...each, written ? written(value) : value]);

// ---- pieces

/// Kinds of pieces to begin with: what they are called, and how they are written.
export const newKinds: [name: string, body: string][] = [
  ["wall", '{ when beam comes -> stops; look "#" }'],
  ["mirror", '{ line: axis; when beam comes -> reflects across line; look "{line}" }'],
  ["splitter", '{ line: axis; when beam comes -> straight, reflects across line; look "{line}{line}" }'],
  ["lamp", '{ facing: direction; emits facing; look ">{facing}" }'],
  ["target", '{ when beam comes -> stops; look "o" }'],
  ["goal", 'of player { when beam comes -> stops; look "{owner:1}o" }'],
  ["filter", litKinds.filter!], // light of one colour passes,
  ["glass", litKinds.glass!], // or all light gets one
  ["stone", 'of player { look "{owner:1}" }'],
  ["fence", ""], // walls on the sides of cells: no piece,
  ["zone", ""], // and a set of cells
];
const sets: Record<string, (name: string) => string> = { fence: newWalls, zone: newZone };

/// The edits that may add a kind: behind the last one, else before the first move, set-up or play; with a `beam`, if there is none.
export function adding(text: string, declarations: Node[], [name, body]: [string, string]): Edit[][] {
  const taken = (each: string) => declarations.some((declaration) => declaration.name === each);
  let free = name;
  for (let i = 2; taken(free); ++i) free = `${name}${i}`;
  const piece = `piece ${free} ${body}`;
  const last = declarations.filter(({ node, change }) => node === "piece" && !change).at(-1);
  const lineEnd = (at: number) => (text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at));
  const isBlock = last && textAt(text, last.at).includes("\n");
  const place = (given: string): Edit => {
    if (last) return [lineEnd(last.at[1]), lineEnd(last.at[1]), `${isBlock ? "\n" : ""}\n${given}`];
    const next = declarations.find(({ node }) => ["move", "setup", "play", "end", "test"].includes(node));
    if (!next) return [text.length, text.length, `\n${given}\n`];
    let at = text.lastIndexOf("\n", next.at[0] - 1) + 1;
    for (let above = text.lastIndexOf("\n", at - 2) + 1; at > 0 && text.slice(above).startsWith("//"); above = text.lastIndexOf("\n", at - 2) + 1) at = above;
    return [at, at, `${given}\n\n`];
  };
  if (name in litKinds) {
    if (!canColour(text, declarations)) return [];
    const { edits, lines } = colouring(text, declarations, name === "filter");
    const first = declarations.find(({ node }) => node === "beam") ?? declarations.find(({ node }) => node === "piece");
    return [[...edits, ...(first ? [...before(text, first, lines), place(piece)] : [place([...lines, piece].join("\n"))])]];
  }
  const made = sets[name]?.(free);
  if (made) return [[place(made)], [place(`beam { }\n${made}`)]];
  return [[place(piece)], [place(`beam { }\n${piece}`)]];
}

/// Stands for the first letter of a piece's owner, where people see its letters.
export const ownerMark = "●";
/// The letters of a piece.
export function lookControl(text: string, piece: Node): Control | undefined {
  if (!piece.look) return undefined;
  const at: At = [piece.look[0] + 1, piece.look[1] - 1];
  const own = "{owner:1}";
  return { id: `look-${piece.name}`, name: "Letters on it", sentence: "", at, kind: "text", now: textAt(text, at).replaceAll(own, ownerMark), written: (value) => value.replaceAll(ownerMark, own) };
}

export const firstValues = (text: string, piece: Node): Control[] =>
  (piece.fields ?? []).flatMap(({ name, type, first }) =>
    first ? [{ id: `first-${piece.name}-${name}`, name: `${spoken(name)} at first`, sentence: "", at: first, kind: "choice" as const, choices: valuesIn(textAt(text, type)) }].filter(({ choices }) => choices.length > 1) : [],
  );

export type Side = "ahead" | "behind" | "aside";
export const sides: Side[] = ["ahead", "behind", "aside"];
export type Reaction = Record<Side, string>;

export interface Outcome {
  text: string; // as the script has it
  words: string;
  picture: "pass" | "stop" | "end" | "mirror" | "splitter" | "turn" | "filter" | "on";
  needs?: Edit[]; // what the script and the piece lack for it
}

/// What a beam may do where it meets this piece. The ends are those that the script's beams have; filters are of the library `optics`.
export function outcomesOf(text: string, piece: Node, declarations: Node[] = []): Outcome[] {
  const line = piece.fields?.find(({ type }) => /\baxis\b/.test(textAt(text, type)))?.name;
  const way = piece.fields?.find(({ name, type }) => name === "facing" || /\bdirection\b/.test(textAt(text, type)))?.name;
  const across = line ?? way;
  const beam = declarations.find(({ node, change }) => node === "beam" && !change);
  const ends = /\bends\s*\{([^}]*)\}/.exec(beam ? textAt(text, beam.at) : "")?.[1]?.split(",").map((end) => end.trim()) ?? [];
  const all: [text: string, words: string, picture: Outcome["picture"]][] = [
    ["straight", "passes", "pass"],
    ["stops", "stops", "stop"],
    ...ends.map((end): [string, string, "end"] => [`stops as ${end}`, `stops: ${spoken(end)}`, "end"]),
  ];
  if (across) all.push([`reflects across ${across}`, "mirror", "mirror"], [`straight, reflects across ${across}`, "splitter", "splitter"]);
  all.push(["turns 1", "turns", "turn"]);
  if (way) all.push([`leaves ${way}`, "as it faces", "on"]);
  const outcomes = all.map(([outcome, words, picture]): Outcome => ({ text: outcome, words, picture }));
  if (!canColour(text, declarations)) return outcomes;
  const { name, edits } = hueField(text, piece);
  const needs = (withOptics: boolean): Edit[] => {
    const lacking = colouring(text, declarations, withOptics);
    return [...lacking.edits, ...before(text, beam ?? declarations.find(({ node }) => node === "piece") ?? piece, lacking.lines), ...edits];
  };
  return [
    ...outcomes,
    { text: `filters({${name}})`, words: "filter", picture: "filter", needs: needs(true) },
    { text: `tints({${name}})`, words: "adds colour", picture: "on", needs: needs(true) },
    { text: `straight { beam.colour = {${name}} }`, words: "colours", picture: "on", needs: needs(false) },
  ];
}

export const hasSides = (piece: Node): boolean => Boolean(piece.fields?.some(({ name }) => name === "facing"));

/// What a piece does to beams from each side, as the script has it; nothing if its cases ask for more than the side.
export function reactionOf(text: string, piece: Node): Reaction | undefined {
  const made: Partial<Reaction> = {};
  if (!piece.comes) return { ahead: "straight", behind: "straight", aside: "straight" };
  const cases = parts(piece, "case").filter(({ at }) => at[0] >= piece.comes![0] && at[1] <= piece.comes![1]);
  for (const { at } of cases) {
    const words = textAt(text, at);
    if (/\/\//.test(textAt(text, piece.comes))) return undefined; // a comment would be lost
    const [, side, outcome] = /^(?:(?:from (ahead|behind|aside)|otherwise)\s*)?->\s*([^]*)$/.exec(words) ?? [];
    if (outcome === undefined) return undefined;
    if (side) made[side as Side] ??= outcome;
    else for (const each of sides) made[each] ??= outcome;
  }
  for (const each of sides) made[each] ??= "straight";
  return made as Reaction;
}

/// The edit after which a piece does this to beams.
export function reacting(text: string, piece: Node, wanted: Reaction): Edit[] {
  const { ahead, behind, aside } = wanted;
  const isSame = ahead === behind && behind === aside;
  const lineBegin = text.lastIndexOf("\n", piece.at[1] - 1);
  const isBlock = lineBegin > piece.at[0]; // of several lines
  const cases = [...(ahead === aside ? [] : [`from ahead  -> ${ahead}`]), ...(behind === aside ? [] : [`from behind -> ${behind}`]), `otherwise   -> ${aside}`];
  const written = isSame ? `-> ${aside}` : isBlock ? `{\n    ${cases.join("\n    ")}\n  }` : `{ ${cases.map((each) => each.replace(/ +->/, " ->")).join("; ")} }`;
  const isNone = isSame && aside === "straight";
  if (piece.comes) {
    const begin = text.lastIndexOf("when", piece.comes[0]);
    if (!isNone) return [[...piece.comes, written]];
    // Without the whole item, and its line or its semicolon.
    const from = text.lastIndexOf("\n", begin) + 1;
    const end = text.indexOf("\n", piece.comes[1]);
    if (!text.slice(from, begin).trim() && !text.slice(piece.comes[1], end).trim()) return [[from, end + 1, ""]];
    const after = /^;\s*/.exec(text.slice(piece.comes[1]));
    if (after) return [[begin, piece.comes[1] + after[0].length, ""]];
    const before = /;\s*$/.exec(text.slice(0, begin));
    return [[before ? begin - before[0].length : begin, piece.comes[1], ""]];
  }
  if (isNone) return [];
  // Before the look, on a line of its own where that has one; else at the end.
  const look = piece.at[0] + Math.max(textAt(text, piece.at).search(/\blook\b/), 0);
  const from = text.lastIndexOf("\n", look) + 1;
  if (piece.look && from > piece.at[0] && !text.slice(from, look).trim()) return [[from, from, `${text.slice(from, look)}when beam comes ${written}\n`]];
  if (piece.look) return [[look, look, `when beam comes ${written}; `]];
  const brace = text.lastIndexOf("}", piece.at[1] - 1);
  const isEmpty = /\{\s*$/.test(text.slice(0, brace));
  return [[brace, brace, `${isEmpty ? "" : "; "}when beam comes ${written} `]];
}
