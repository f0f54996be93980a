// How many of each thing there are, where a script says it in numbers: a table that chooses from numbers, and limits such as
// `require count(booster of me) < 4`, whose number stands in several places that change together.
import { spoken } from "../names";
import { type At, type Node, textAt } from "./syntax";

/// The values of a type that is a list of names: `type beamer = {M1, M2V "narrow"}`.
const namesIn = (text: string, { at }: Node): string[] =>
  [.../=\s*\{([^{}]*)\}/.exec(textAt(text, at))?.[1]?.matchAll(/(\w+)(?:\s*"[^"]*")?/g) ?? []].map(([, name]) => name!);

/// What the numbers of a parameter stand for, if it is always given the number of a name: `stock[form.index]`, where `form` is a
/// `beamer` in one place and a `resistor` in another: 0 is M1, or R1.
function namesBehind(text: string, declarations: Node[], table: string): string[][] {
  const types = declarations.filter(({ node }) => node === "type");
  const variables = new Set([...text.matchAll(new RegExp(`\\b${table}[([](\\w+)\\.index[)\\]]`, "g"))].map(([, name]) => name!));
  const given = types.filter(({ name }) => [...variables].some((each) => new RegExp(`\\b${each}\\s*(?::|\\bin\\b)\\s*${name}\\b`).test(text)));
  const lists = given.map((type) => namesIn(text, type));
  return Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, i) => lists.flatMap((names) => names[i] ?? []));
}

/// The numbers from which a `let` chooses, each with what it is the number of; none if it works anything out.
export function numbersOf(text: string, declarations: Node[], table: Node): { at: At; name: string }[] {
  const name = table.name ?? "";
  const parameter = /^let\s+\w+\s*[([](\w+)\s*:/.exec(textAt(text, table.at))?.[1];
  const names = namesBehind(text, declarations, name);
  const left = new Set(names.keys()); // numbers that no condition has taken
  /// Which values of the parameter a condition means, and what else it asks.
  const meant = (condition: Node): { values: string; rest: string } | undefined => {
    const [first, second] = condition.parts ?? [];
    if (condition.node === "and" && first && second) {
      const found = meant(first);
      return found && !found.rest ? { values: found.values, rest: textAt(text, second.at) } : undefined;
    }
    if (condition.node !== "==" || first?.node !== "name" || first.name !== parameter || !second) return undefined;
    const value = textAt(text, second.at);
    return { values: names[Number(value)]?.join(", ") ?? spoken(value), rest: "" };
  };
  const inWords = (condition: string) => spoken(condition).replaceAll("==", "is");
  const numbers = (value: Node, when: string): { at: At; name: string }[] => {
    if (value.node === "number") return [{ at: value.at, name: spoken(name) + when }];
    const [condition, yes, no] = value.parts ?? [];
    if (value.node !== "if" || !condition || !yes || !no) return [];
    const found = meant(condition);
    const some = numbers(yes, found ? `: ${found.values}${found.rest ? `, if ${inWords(found.rest)}` : ""}` : `, if ${inWords(textAt(text, condition.at))}`);
    if (found && !found.rest) for (const each of left) if (names[each]!.join(", ") === found.values) left.delete(each);
    const others = numbers(no, left.size ? `: ${[...left].flatMap((each) => names[each]!).join(", ")}` : ", otherwise");
    return some.length && others.length ? [...some, ...others] : [];
  };
  return numbers((table.parts ?? []).at(-1)!, "");
}

/// How many pieces of a kind a move allows, where it says so with a number. What else says the same of this kind is changed with it:
/// invariants, and what is shown beside the board.
export function limitsOf(text: string, declarations: Node[]): { kind: string; each: boolean; at: At; also: At[] }[] {
  const places = declarations.filter(({ node }) => !["test", "end", "score", "game", "variant", "piece"].includes(node));
  const inCode = (at: number) => !/\/\//.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));
  return declarations
    .filter(({ node, name, change }) => node === "piece" && name && !change)
    .flatMap(({ name: kind = "" }) => {
      const count = `count\\(\\s*${kind}(\\s+of\\s+\\w+)?\\s*\\)`;
      const found = (pattern: string, nodes: Node[]) =>
        nodes.flatMap(({ at }) => [...textAt(text, at).matchAll(new RegExp(pattern, "dg"))].map((match) => [match.indices!.groups!.n!, match] as const).map(([[from, to], match]) => ({ at: [at[0] + from, at[0] + to] as At, match })).filter((each) => inCode(each.at[0])));
      const limit = found(`\\brequire\\s+${count}\\s*<\\s*(?<n>\\d+)\\b`, places.filter(({ node }) => node === "move"))[0];
      if (!limit) return [];
      const now = textAt(text, limit.at);
      const others = [`${count}\\s*<=?\\s*(?<n>\\d+)\\b`, `\\b(?<n>\\d+)\\s*-\\s*${count}`].flatMap((pattern) => found(pattern, places)).map(({ at }) => at);
      return [{ kind, each: Boolean(limit.match[1]), at: limit.at, also: others.filter((at) => at[0] !== limit.at[0] && textAt(text, at) === now) }];
    });
}
