// Levels of a puzzle change places, and leave: `if level == 1 { ... } else if level == 2 { ... } else { ... }`. Tests that name a level
// go along. If anything else of the script asks for the level, its numbers are the author's, and nothing is offered.
import { closed, indented, bodyOf } from "./branches";
import { declarationOut } from "./making";
import { type At, type Edit, type Node, found, optionsOf, textAt } from "./syntax";

interface Level {
  from: number; // of its `if`; of the last one, of its brace
  value?: At; // its number in the condition
  begin: number; // behind its brace
  end: number; // its closing brace
}
interface Ranks {
  option: Node;
  most: At; // the number of levels, in the option
  first: At; // which is played if nothing is chosen
  chain: Node;
  levels: Level[];
  named: { test: Node; at: At }[]; // levels that tests name
}

/// Nothing, if the levels are of another form.
function ranksOf(text: string, declarations: Node[]): Ranks | undefined {
  const option = declarations.find(({ node, name, change }) => node === "option" && name === "level" && !change);
  const setups = declarations.filter(({ node, change }) => node === "setup" && !change);
  const chain = setups.length === 1 ? setups[0]!.parts?.find(({ node, parts = [] }) => node === "if" && parts[0]?.parts?.[0]?.name === "level") : undefined;
  const range = option && /^option\s+level\s*:\s*1\.\.(\d+)\s*=\s*(\d+)/d.exec(textAt(text, option.at));
  if (!option || !chain || !range) return undefined;
  const place = (i: number): At => range.indices![i]!.map((each) => option.at[0] + each) as At;
  const levels: Level[] = [];
  for (let node: Node | undefined = chain; node; ) {
    const [condition, ...rest]: Node[] = node.parts ?? [];
    const value: Node | undefined = condition?.node === "==" ? condition.parts?.[1] : undefined;
    if (!condition || !value || condition.parts![0]!.name !== "level" || textAt(text, value.at) !== String(levels.length + 1)) return undefined;
    const open = text.indexOf("{", condition.at[1]);
    const end = closed(text, open);
    levels.push({ from: node.at[0], value: value.at, begin: open + 1, end });
    const next = /^\}\s*else\s*(\{|if\b)/.exec(text.slice(end));
    if (!next) return undefined;
    const brace = end + next[0].length - 1;
    if (next[1] === "{") levels.push({ from: brace, begin: brace + 1, end: closed(text, brace) });
    node = next[1] === "{" ? undefined : rest.find(({ at }) => at[0] > end);
  }
  const named = declarations.flatMap((test) => (test.node === "test" ? optionsOf(text, test).flatMap(([name, at]) => (name === "level" ? [{ test, at }] : [])) : []));
  const uses = found(declarations, "name").filter(({ name }) => name === "level").length;
  if (levels.length !== Number(range[1]) || uses !== levels.length - 1 || levels.some(({ end }) => end < 0)) return undefined;
  return { option, most: place(1), first: place(2), chain, levels, named };
}

/// Whether levels can change places, and leave.
export const hasRanks = (text: string, declarations: Node[]): boolean => ranksOf(text, declarations) !== undefined;

/// The edits after which two levels, by their numbers, have changed places.
export function swapping(text: string, declarations: Node[], one: number, other: number): Edit[] {
  const ranks = ranksOf(text, declarations);
  const [first, second] = [ranks?.levels[one - 1], ranks?.levels[other - 1]];
  if (!ranks || !first || !second || one === other) return [];
  const body = ({ begin, end }: Level) => text.slice(begin, end);
  const renamed = ranks.named.flatMap(({ at }): Edit[] => {
    const now = Number(textAt(text, at));
    return now === one || now === other ? [[...at, String(now === one ? other : one)]] : [];
  });
  return [[first.begin, first.end, body(second)], [second.begin, second.end, body(first)], ...renamed];
}

/// The edits after which there is no level of this number, nor a test of it; the later ones move up. Of two levels the other stays as
/// the set-up.
export function removing(text: string, declarations: Node[], level: number): Edit[] {
  const ranks = ranksOf(text, declarations);
  const gone = ranks?.levels[level - 1];
  if (!ranks || !gone) return [];
  const { levels, named, chain, option } = ranks;
  const isOf = ({ at }: { at: At }) => Number(textAt(text, at)) === level;
  const left = named.filter((each) => !isOf(each));
  const tests = named.filter(isOf).map(({ test }) => declarationOut(text, test));
  if (levels.length === 2) {
    const other = levels[2 - level]!;
    const indent = /^ */.exec(text.slice(text.lastIndexOf("\n", chain.at[0] - 1) + 1))![0];
    const plain = left.map(({ test, at }): Edit | undefined => {
      const head = /^(test\s+"(?:\\.|[^"\\])*")\s+with\s+level\s*=\s*\d+(?=\s*\{)/.exec(textAt(text, test.at));
      return head && at[1] <= test.at[0] + head[0].length ? [test.at[0] + head[1]!.length, test.at[0] + head[0].length, ""] : undefined;
    });
    if (plain.some((each) => !each)) return []; // tests name other options, too
    return [declarationOut(text, option), [...chain.at, indented(bodyOf(text.slice(other.begin, other.end)), indent.length).trimStart()], ...tests, ...(plain as Edit[])];
  }
  const isLast = level === levels.length;
  const before = levels[level - 2];
  const shifted = (now: number) => (now > level ? now - 1 : now);
  const cut: Edit[] = isLast ? [[before!.from, before!.begin, "{"], [before!.end + 1, gone.end + 1, ""]] : [[gone.from, levels[level]!.from, ""]];
  const numbers = levels.flatMap(({ value }, i): Edit[] => (value && i + 1 > level ? [[...value, String(i)]] : []));
  const first = Number(textAt(text, ranks.first));
  const next = first === level ? Math.min(level, levels.length - 1) : shifted(first);
  return [
    [...ranks.most, String(levels.length - 1)],
    ...(next === first ? [] : [[...ranks.first, String(next)] as Edit]),
    ...cut,
    ...numbers,
    ...left.flatMap(({ at }): Edit[] => (Number(textAt(text, at)) > level ? [[...at, String(Number(textAt(text, at)) - 1)]] : [])),
    ...tests,
  ];
}
