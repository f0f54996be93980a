// Levels of a puzzle: a set-up that asks for an option, `if level == 1 { ... } else { ... }`. What is drawn belongs to the level that is
// shown; a level more begins as a copy of the one that is.
import { before } from "./light";
import { type Edit, type Node, textAt } from "./syntax";

/// The statements of the level that is shown, and where its block is closed.
export interface Branch {
  nodes: Node[];
  begin: number; // behind its brace
  end: number; // its closing brace
}

/// Where the brace that opens at `from` is closed: not in texts or comments.
export function closed(text: string, from: number): number {
  const signs = /"""[^]*?"""|"(?:\\.|[^"\\\n])*"|\/\/.*|[{}]/g;
  signs.lastIndex = from;
  let depth = 0;
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    if (found[0] === "{") ++depth;
    if (found[0] === "}" && --depth === 0) return found.index;
  }
  return -1;
}

/// The value of an option: as it is chosen, or else as it is declared.
export function valueOf(text: string, declarations: Node[], options: Record<string, string>, name: string): string | undefined {
  const option = declarations.find((each) => each.node === "option" && each.name === name);
  return option && (options[name] ?? /=\s*([\w-]+)/.exec(textAt(text, option.at))?.[1]);
}

/// The block of an `if` that asks for an option's value, with these options; nothing if it asks for anything else.
export function branchOf(text: string, declarations: Node[], options: Record<string, string>, { parts: [condition, ...rest] = [] }: Node): Branch | undefined {
  const [name, value] = condition?.node === "==" ? (condition.parts ?? []) : [];
  const now = name?.node === "name" && value ? valueOf(text, declarations, options, name.name ?? "") : undefined;
  if (!condition || !value || now === undefined) return undefined;
  const begin = text.indexOf("{", condition.at[1]);
  const end = closed(text, begin);
  if (end < 0) return undefined;
  if (now === textAt(text, value.at)) return { nodes: rest.filter(({ at }) => at[0] < end), begin: begin + 1, end };
  const others = rest.filter(({ at }) => at[0] > end);
  const next = /^\}\s*else\s*(\{|if\b)/.exec(text.slice(end));
  if (next?.[1] === "if") return others[0] && branchOf(text, declarations, options, others[0]);
  if (!next) return undefined;
  const open = end + next[0].length;
  return { nodes: others, begin: open, end: closed(text, open - 1) };
}

export const indented = (body: string, by: number): string => body.replace(/^(?=.)/gm, " ".repeat(by));
/// The lines of a block, without those that only its braces need, and without what they are indented by.
export function bodyOf(text: string): string {
  const lines = text.replace(/^[ \t]*\n/, "").trimEnd().split("\n");
  const least = Math.min(...lines.filter((line) => line.trim()).map((line) => /^ */.exec(line)![0].length));
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join("\n");
}

/// The edits after which a puzzle has one level more; none if its set-up is of another form.
export function addingLevel(text: string, declarations: Node[], options: Record<string, string>): Edit[] {
  const setups = declarations.filter(({ node, change }) => node === "setup" && !change);
  const board = declarations.find(({ node }) => node === "use-board" || node === "board");
  const [setup] = setups;
  if (!setup || setups.length > 1 || !board || !declarations.some(({ node }) => node === "game")) return [];
  const option = declarations.find(({ node, name }) => node === "option" && name === "level");
  if (!option) {
    if (declarations.some(({ name }) => name === "level")) return [];
    const open = text.indexOf("{", setup.at[0]);
    const body = indented(bodyOf(text.slice(open + 1, setup.at[1] - 1)), 4);
    const written = `setup {\n  if level == 1 {\n${body}\n  } else {\n${body}\n  }\n}`;
    return [...before(text, board, ['option level: 1..2 = 1   "level"', ""]), [...setup.at, written]];
  }
  const range = /1\.\.(\d+)/d.exec(textAt(text, option.at));
  const chain = setup.parts?.find(({ node, parts = [] }) => node === "if" && parts[0]?.parts?.[0]?.name === "level");
  const shown = chain && branchOf(text, declarations, options, chain);
  const last = range?.[1];
  const final = chain && last && branchOf(text, declarations, { ...options, level: last }, chain);
  if (!range || !shown || !final || !/else\s*\{$/.test(text.slice(0, final.begin))) return [];
  const [from, to] = range.indices![1]!;
  const otherwise = final.begin - /else\s*\{$/.exec(text.slice(0, final.begin))![0].length;
  const indent = /^ */.exec(text.slice(text.lastIndexOf("\n", chain.at[0] - 1) + 1))![0];
  const body = indented(bodyOf(text.slice(shown.begin, shown.end)), indent.length + 2);
  return [
    [option.at[0] + from, option.at[0] + to, String(Number(last) + 1)],
    [otherwise, final.begin, `else if level == ${last} {`],
    [final.end + 1, final.end + 1, ` else {\n${body}\n${indent}}`],
  ];
}
