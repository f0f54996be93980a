// Rules to begin with, for who does not write: moves that put, turn or move pieces of a kind, and ends. Each is a few lines as an author
// would write them; what players do is joined to the choices of `play`.
import { spoken } from "../names";
import { type Edit, type Node, found, ownerOf, textAt } from "./syntax";

export interface Proposal {
  id: string;
  words: string;
  note?: string; // what else one should know
  edits: Edit[];
}

const way = /\bdirection\b/;
const line = /\baxis\b/;

/// The choices of `play` that are names of moves alone: where they end.
export function choicesIn(text: string, nodes: Node[]): { at: [number, number]; names: string[]; statement: Node }[] {
  return nodes.flatMap((node) => {
    if (node.node !== "choose") return choicesIn(text, node.parts ?? []);
    const found = /^choose\s+(\w+(?:\s+or\s+\w+)*)/.exec(textAt(text, node.at));
    if (!found) return [];
    const begin = node.at[0] + found[0].length - found[1]!.length;
    return [{ at: [begin, begin + found[1]!.length] as [number, number], names: found[1]!.split(/\s+or\s+/), statement: node }];
  });
}

const emits = (text: string, piece: Node): boolean => /[{;\n]\s*emits\b/.test(textAt(text, piece.at));
const lineBegin = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
/// Where the comment above a declaration begins.
function commentBegin(text: string, at: number): number {
  let begin = lineBegin(text, at);
  while (begin > 0 && text.slice(lineBegin(text, begin - 1)).startsWith("//")) begin = lineBegin(text, begin - 1);
  return begin;
}
/// A declaration behind the last of these nodes, or else before the first of those; at the end.
function placed(text: string, declarations: Node[], behind: string[], before: string[], given: string): Edit {
  const last = declarations.filter(({ node }) => behind.includes(node)).at(-1);
  const end = last && (text.indexOf("\n", last.at[1]) < 0 ? text.length : text.indexOf("\n", last.at[1]));
  if (end !== undefined) return [end, end, `\n\n${given}`];
  const next = declarations.find(({ node }) => before.includes(node));
  if (!next) return [text.length, text.length, `${text.endsWith("\n") ? "\n" : "\n\n"}${given}\n`];
  const at = commentBegin(text, next.at[0]);
  return [at, at, `${given}\n\n`];
}

const litCondition = (kind: string): string => `${kind} != {} and ${kind} within beams.cells | beams.hits`;
const litWords = (called: string, winner: string): string => `When light reaches every ${called}, ${winner === "me" ? "whoever has moved wins" : "the team wins"}`;

const ownLitCondition = (kind: string): string => `${kind} of p != {} and ${kind} of p within beams.cells | beams.hits`;
const ownLitWords = (called: string): string => `When light reaches every ${called} of a player, this player wins`;

/// The ends that stand by themselves as `proposals` writes them, in words; goals.ts knows the others.
export function ownEndsIn(text: string, declarations: Node[]): { end: Node; words: string }[] {
  return declarations.flatMap((end) => {
    if (end.node !== "end" || end.change) return [];
    const kind = declarations.find(({ node, name }) => node === "piece" && name && textAt(text, end.at) === `end for p in player when ${ownLitCondition(name)} : p wins`)?.name;
    return kind ? [{ end, words: ownLitWords(spoken(kind)) }] : [];
  });
}

/// The ends that stand among the turns, in words where they are known.
export function endsIn(text: string, declarations: Node[]): { end: Node; condition: string; words: string }[] {
  return found(declarations.filter(({ node, change }) => node === "play" && !change), "end").flatMap((end) => {
    if ((end.parts ?? []).length < 2) return [];
    const condition = textAt(text, end.parts![0]!.at);
    const kind = declarations.find(({ node, name }) => node === "piece" && name && litCondition(name) === condition)?.name;
    return [{ end, condition, words: kind ? litWords(spoken(kind), textAt(text, end.parts!.at(-1)!.at).startsWith("me") ? "me" : "team") : "" }];
  });
}

/// The edits that take such an end away, with what the rules say of it.
export function withoutEnd(text: string, declarations: Node[], condition: string): Edit[] {
  const one = endsIn(text, declarations).find((each) => each.condition === condition);
  if (!one) return [];
  const [from, to] = one.end.at;
  const before = /(?:;[ \t]*|\n[ \t]*)$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const line = one.words ? text.indexOf(`/// ${one.words}.\n`) : -1;
  const behind = before ? 0 : (/^\s*;\s*/.exec(text.slice(to))?.[0].length ?? 0);
  return [[from - before, to + behind, ""], ...(line < 0 ? [] : [[line, line + `/// ${one.words}.\n`.length, ""] as Edit])];
}

/// The edit that takes a declaration out of the script, with the comment above it.
export function declarationOut(text: string, { at }: Node): Edit {
  let begin = commentBegin(text, at[0]);
  let end = text.indexOf("\n", at[1]) < 0 ? text.length : text.indexOf("\n", at[1]) + 1;
  const isAfterGap = begin < 2 || text.slice(begin - 2, begin) === "\n\n";
  if (text[end] === "\n" && isAfterGap) ++end;
  else if (end === text.length && begin > 1 && isAfterGap) --begin;
  return [begin, end, ""];
}

/// The moves and ends that may be added to a game, by what its pieces are.
export function proposals(text: string, declarations: Node[]): Proposal[] {
  if (!declarations.some(({ node }) => node === "game")) return [];
  const kinds = declarations.filter(({ node, name, change }) => node === "piece" && name && !change);
  const play = declarations.find(({ node, change }) => node === "play" && !change);
  const choices = play ? choicesIn(text, play.parts ?? []) : [];
  const taken = new Set(declarations.map(({ name }) => name));
  const puts = new Set(found(declarations.filter(({ node }) => node === "move"), "put").map(({ name }) => name));
  const all: Proposal[] = [];
  const move = (name: string, words: string, notation: string, body: string[]) => {
    if (taken.has(name) || (play && !choices.length)) return;
    const written = `/// ${words}.\nmove ${name} "${notation}" {\n${body.map((each) => `  ${each}\n`).join("")}}`;
    const joined: Edit[] = choices.length
      ? choices.map(({ at }): Edit => [at[1], at[1], ` or ${name}`])
      : [placed(text, declarations, ["move", "setup"], ["end", "score", "test"], `play { repeat { turn of each player { choose ${name} else { end : tie } } } }`)];
    // Where both stand at the same place, the move comes first.
    const declared = placed(text, declarations, ["move"], ["setup", "play", "end", "score", "test"], written);
    const twin = joined.find(([at]) => at === declared[0]);
    const edits: Edit[] = twin ? [[declared[0], declared[1], declared[2].endsWith("\n\n") ? declared[2] + twin[2] : `${declared[2].trimEnd()}\n\n${twin[2].trim()}\n`]] : [declared, ...joined];
    all.push({ id: `move-${name}`, words, edits });
  };
  for (const piece of kinds) {
    const kind = piece.name!;
    const called = spoken(kind);
    const isOwned = ownerOf(text, piece) === "player";
    const fields = (piece.fields ?? []).filter(({ first }) => !first).map(({ name, type }) => ({ name, type: textAt(text, type) }));
    const values = (type: string) => (line.test(type) && /^use\b.*\bsquare\b/m.test(text) ? "{rising, falling}" : type);
    const notes = fields.map(({ name }) => ` {${name}}`).join("");
    if (!puts.has(kind)) move(`place_${kind}`, `Players put a ${called} on an empty cell`, `${text.includes(`"${kind} {`) ? "put " : ""}${kind} {at}${notes}`, [
      'pick at in empty   "something stands on {at}"',
      ...fields.map(({ name, type }) => `pick ${name} in ${values(type)}`),
      `put ${kind}${fields.length ? `(${fields.map(({ name }) => `${name} = ${name}`).join(", ")})` : ""} on at`,
    ]);
    const turned = fields.find(({ type }) => way.test(type) || line.test(type));
    const mine = isOwned ? `${kind} of me` : kind;
    if (turned)
      move(`turn_${kind}`, `Players turn a ${called}`, `turn {at} {${turned.name}}`, [
        `pick at in ${mine}   "there is no ${called} ${isOwned ? "of yours " : ""}on {at}"`,
        `pick ${turned.name} in ${values(turned.type)}`,
        `require at.${turned.name} != ${turned.name}   "it is turned so already"`,
        `at.${turned.name} = ${turned.name}`,
      ]);
    move(`move_${kind}`, `Players move a ${called} to an empty neighbour`, `${text.includes('"move {') ? `move ${kind}` : "move"} {at}-{to}`, [
      `pick at in ${mine}   "there is no ${called} ${isOwned ? "of yours " : ""}on {at}"`,
      'pick to in (at + around) & empty   "{to} is not an empty neighbour of {at}"',
      "move at to to",
    ]);
  }
  const winner = declarations.some(({ node, at }) => node === "players" && /\bas team\b/.test(textAt(text, at))) ? "team" : "me";
  const end = (id: string, words: string, condition: string, note: string) => {
    if (!choices.length || text.includes(condition)) return;
    const edits = choices.map(({ statement: { at } }): Edit => {
      const begin = lineBegin(text, at[0]);
      const indent = text.slice(begin, at[0]);
      return [at[1], at[1], `${indent.trim() ? "; " : `\n${indent}`}end when ${condition} : ${winner} wins`];
    });
    const above = lineBegin(text, play!.at[0]); // the rules say it in words
    all.push({ id: `end-${id}`, words, note, edits: [[above, above, `/// ${words}.\n`], ...edits] });
  };
  const stops = ({ comes }: Node) => comes !== undefined && /->\s*stops\b/.test(textAt(text, comes));
  for (const piece of kinds) {
    if (emits(text, piece) || ownerOf(text, piece) === "player") continue;
    const kind = piece.name!;
    const called = spoken(kind);
    const note = stops(piece) ? `A beam ends at a ${called}, so that each needs one of its own, from another lamp or a splitter.` : "";
    end(`lit-${kind}`, litWords(called, winner), litCondition(kind), note);
  }
  for (const piece of kinds) {
    const kind = piece.name!;
    const condition = ownLitCondition(kind);
    if (ownerOf(text, piece) !== "player" || !stops(piece) || winner === "team" || text.includes(condition)) continue;
    const words = ownLitWords(spoken(kind));
    all.push({ id: `end-own-${kind}`, words, edits: [placed(text, declarations, ["play", "end"], ["test"], `/// ${words}.\nend for p in player when ${condition} : p wins`)] });
  }
  if (declarations.some(({ node }) => node === "score")) return all;
  const score = (id: string, words: string, value: string) => {
    const full = text.includes("end when empty == {}") ? "" : "end when empty == {} : score\n";
    all.push({ id: `end-${id}`, words, edits: [placed(text, declarations, ["play", "end"], ["test"], `${full}score p = ${value}`)] });
  };
  for (const piece of kinds) {
    const kind = piece.name!;
    if (ownerOf(text, piece) !== "player") continue;
    const called = spoken(kind);
    if (emits(text, piece)) score(`light-${kind}`, `When the board is full, whose ${called}s light more cells wins`, `count(trace(${kind} of p).cells)`);
    else score(`more-${kind}`, `When the board is full, who has more ${called}s wins`, `count(${kind} of p)`);
  }
  return all;
}

/// The edits that take a move out of the game; none if it is the only one, or if `play` asks for it in another way.
export function withoutMove(text: string, declarations: Node[], move: Node): Edit[] {
  const choices = choicesIn(text, declarations.filter(({ node }) => node === "play").flatMap(({ parts = [] }) => parts));
  const name = move.name!;
  const asking = choices.filter(({ names }) => names.includes(name));
  if (!asking.length || asking.some(({ names }) => names.length < 2)) return [];
  const begin = commentBegin(text, move.at[0]);
  let end = text.indexOf("\n", move.at[1]) < 0 ? text.length : text.indexOf("\n", move.at[1]) + 1;
  if (text[end] === "\n") ++end;
  return [[begin, end, ""], ...asking.map(({ at, names }): Edit => [...at, names.filter((each) => each !== name).join(" or ")])];
}
