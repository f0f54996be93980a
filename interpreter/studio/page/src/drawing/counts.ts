// How many pieces of a kind there may be, at the piece: the numbers that a script has for it, and a limit to begin with, as an author
// would write it in each move that puts one.
import { spoken } from "../names";
import { choicesIn } from "./making";
import type { Control } from "./parts";
import { limitsOf } from "./supplies";
import { type Edit, type Node, found, ownerOf, textAt } from "./syntax";

const escaped = (kind: string): string => kind.replaceAll("_", "[_ ]");

/// Of these controls of rules, those that speak of this kind: supplies, bags, and options about it.
export const controlsOf = (kind: string, controls: Control[]): Control[] => {
  const word = new RegExp(`(?<![a-z])${escaped(kind)}s?(?![a-z])`, "i");
  return controls
    .filter(({ id, name, sentence }) => /^rule-(var|let|bag|option)-/.test(id) && word.test(`${name} ${sentence}`))
    .map((control) => ({ ...control, id: `at-${control.id}` }));
};

interface Limit {
  each: boolean; // player has so many; else there are
  now: string; // empty: no limit yet
}

/// The limit that moves set for a kind; nothing if no move puts one, or if the limit is no number.
export function limitOf(text: string, declarations: Node[], piece: Node): Limit | undefined {
  const limit = limitsOf(text, declarations).find(({ kind }) => kind === piece.name);
  if (limit) return { each: limit.each, now: textAt(text, limit.at) };
  const puts = putting(declarations, piece);
  const another = new RegExp(`\\brequire\\s+count\\(\\s*${piece.name}\\b[^)]*\\)\\s*<`); // by an option, or worked out
  if (puts.some(({ move }) => another.test(textAt(text, move.at)))) return undefined;
  return puts.length ? { each: ownerOf(text, piece) === "player", now: "" } : undefined;
}

/// The moves that put a kind: the statement that does, or within which that is done.
function putting(declarations: Node[], { name: kind }: Node): { move: Node; statement: Node }[] {
  return declarations
    .filter(({ node, change }) => node === "move" && !change)
    .flatMap((move) => {
      const statement = (move.parts ?? []).find((part) => found([part], "put").some(({ name }) => name === kind));
      return statement ? [{ move, statement }] : [];
    });
}

/// The edits after which there are at most so many of a kind, or, without a number, any number.
export function limiting(text: string, declarations: Node[], piece: Node, most: string): Edit[] {
  const kind = piece.name!;
  const limit = limitsOf(text, declarations).find((each) => each.kind === kind);
  if (limit && most) return [limit.at, ...limit.also].map((at): Edit => [...at, most]);
  if (limit) return limit.also.length ? [] : without(text, limit.at[0]);
  if (!most) return [];
  const isOwned = ownerOf(text, piece) === "player";
  const moves = putting(declarations, piece);
  const rule = `require count(${kind}${isOwned ? " of me" : ""}) < ${most}   "no ${spoken(kind)} is left"`;
  const rules = moves.map(({ statement: { at: [begin] } }): Edit => {
    const line = text.lastIndexOf("\n", begin - 1) + 1;
    const indent = text.slice(line, begin);
    return [begin, begin, indent.trim() ? `${rule}; ` : `${rule}\n${indent}`];
  });
  // Whoever has none left may have no move: then the game is over.
  const names = moves.map(({ move }) => move.name);
  const play = declarations.filter(({ node, change }) => node === "play" && !change).flatMap(({ parts = [] }) => parts);
  const players = declarations.find(({ node }) => node === "players");
  const who = /^players\s+(\w+)(.*)$/s.exec(players ? textAt(text, players.at) : "");
  const result = /\bas\s+team\b/.test(who?.[2] ?? "") ? "team loses" : who && !/[,\w]/.test(who[2]!) ? `${who[1]} loses` : "tie";
  const stuck = choicesIn(text, play)
    .filter(({ names: all, statement }) => all.some((name) => names.includes(name)) && !/\belse\b/.test(textAt(text, statement.at)))
    .map(({ at }): Edit => [at[1], at[1], ` else { end : ${result} }`]);
  return [...rules, ...stuck];
}

/// Without the statement `require` in which this number stands.
function without(text: string, at: number): Edit[] {
  const begin = text.lastIndexOf("require", at);
  const end = at + /^\d+(\s*"[^"\n]*")?/.exec(text.slice(at))![0].length;
  const line = text.lastIndexOf("\n", begin - 1) + 1;
  const behind = /^\s*;\s*/.exec(text.slice(end).split("\n")[0]!)?.[0].length;
  if (behind) return [[begin, end + behind, ""]];
  if (!text.slice(line, begin).trim() && text[end] === "\n") return [[line, end + 1, ""]];
  return [];
}
