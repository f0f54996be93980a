// How a game goes, in sentences: what its `play` and its moves say, statement by statement, for those who do not read scripts. Branches that ask for an
// option are the one that is played; what has no words here stands in the script's own, between quotes.
import { spoken } from "../names";
import { branchOf, closed, valueOf } from "./branches";
import { sentenceAbove } from "./parts";
import { type Node, textAt } from "./syntax";

/// A sentence, and what belongs to it.
export interface Step {
  words: string;
  steps: Step[];
}

/// "a, b or c".
export const either = (words: string[], last = "or"): string => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(` ${last} `);
const plain = (text: string): string => text.replace(/\/\/.*/g, "").replace(/\s+/g, " ").trim();
const quoted = (text: string): string => `“${plain(text)}”`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const known: Record<string, string> = { "p + 1": "the next player", me: "whoever is to move", opponent: "the other player", team: "the team" };
const whoWords = (who: string): string => known[who] ?? (/^\w+$/.test(who) ? spoken(who) : quoted(who));

const one = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${spoken(name)}`;

/// What becomes of the players, as an end says it.
export function resultWords(result: string): string {
  const [, who = "", what = ""] = /^(.*?)\s*\b(wins|loses|tie|score)$/.exec(plain(result)) ?? [];
  if (what === "tie") return "it is a tie";
  if (what === "score") return "the scores decide";
  return what && (who in known || /^\w+$/.test(who)) ? `${whoWords(who)} ${what}` : quoted(result);
}

/// Names and comparisons in words; all else in the script's.
export function conditionWords(text: string, { node, name = "", at, parts = [] }: Node): string {
  const [one, other] = parts;
  const isPlain = (part: Node | undefined): part is Node => part?.node === "name" || part?.node === "number";
  const word = (part: Node) => spoken(textAt(text, part.at));
  const signs: Record<string, string> = { "==": "is", "!=": "is not", ">=": "is at least", "<=": "is at most", ">": "is more than", "<": "is less than" };
  if (node === "name") return `“${spoken(name)}”`;
  if (node === "can") return `${one ? whoWords(textAt(text, one.at)) : "whoever is to move"} can make the move “${spoken(name)}”`;
  if (signs[node] && isPlain(one) && isPlain(other)) return `${word(one)} ${signs[node]} ${word(other)}`;
  return quoted(textAt(text, at));
}

interface Told extends Step {
  code?: string; // without words for it
  isOver?: boolean; // an end
}

class Teller {
  constructor(
    private text: string,
    private declarations: Node[],
    private options: Record<string, string>,
  ) {}

  private code = (node: Node): string => textAt(this.text, node.at);

  /// Statements without words of their own stand together. Nothing comes after an end.
  all(nodes: Node[]): Told[] {
    const steps: Told[] = [];
    for (const step of nodes.flatMap((node) => this.one(node))) {
      const before = steps.at(-1);
      if (before?.isOver) break;
      if (step.code && before?.code) steps.pop();
      const code = step.code && [before?.code, step.code].filter(Boolean).join("; ");
      steps.push(code ? { words: `The script does this: ${quoted(code)}.`, steps: [], code } : step);
    }
    return steps;
  }

  /// Who does what: with one choice alone it is one sentence.
  private led(head: string, nodes: Node[]): Told[] {
    const steps = this.all(nodes);
    const [choice] = nodes;
    if (nodes.length === 1 && choice?.node === "choose") return [{ words: `${head}: ${steps[0]!.words.replace(/^The move /, "the move ").replace(/^One /, "one ")}`, steps: steps[0]!.steps }];
    return [{ words: `${head}:`, steps }];
  }

  /// What the author says of what is refused. `picked`: the choice that is refused.
  private said(parts: Node[], picked = ""): string {
    const words = parts.find(({ node }) => node === "text");
    return words ? textAt(this.text, words.at).slice(1, -1).replace(/\{(\w+)\}/g, (_, name: string) => (name === picked ? "it" : `“${spoken(name)}”`)).replace(/\{([^{}]*)\}/g, "“$1”") : "";
  }
  /// A name, a number, a field of something; else code.
  private thing(code: string): string {
    const own = plain(code);
    if (/^\d+$/.test(own)) return own;
    const [, of, field] = /^(\w+)\.(\w+)$/.exec(own) ?? [];
    return field ? `“${spoken(field)}” of “${spoken(of!)}”` : /^\w+$/.test(own) ? `“${spoken(own)}”` : quoted(own);
  }
  /// What can be chosen; code, between quotes, if there are no words for it.
  private setWords(node: Node): string {
    const own = plain(this.code(node));
    const isKind = (name: string) => this.declarations.some((each) => each.node === "piece" && each.name === name);
    const known: Record<string, string> = { empty: "an empty cell", cells: "any cell", direction: "a direction", axis: "a line", player: "a player" };
    if (/^\w+$/.test(own)) return known[own] ?? (isKind(own) || this.declarations.some((each) => each.node === "type" && each.name === own) ? one(own) : quoted(spoken(own)));
    const [, kind = "", who = ""] = /^(\w+) of (\w+)$/.exec(own) ?? [];
    if (isKind(kind)) return `${one(kind)} of ${who === "me" ? "one's own" : whoWords(who)}`;
    const [, low, high] = /^(-?\w+)\.\.(-?\w+)$/.exec(own) ?? [];
    if (low) return `a number from ${low} to ${spoken(high!)}`;
    const list = node.node === "set" ? /^\{([\w\s,]+)\}$/.exec(own)?.[1] : undefined;
    if (list) return either(list.split(",").map((each) => spoken(each.trim())));
    const sides = node.node === "&" ? (node.parts ?? []).map((part) => plain(this.code(part))) : [];
    const other = sides.length === 2 && sides.includes("empty") ? sides.find((side) => side !== "empty") : undefined;
    if (other === "beams.cells") return "an empty cell on the way of a beam";
    return other && /^\w+$/.test(other) ? `an empty cell of ${quoted(spoken(other))}` : quoted(own);
  }

  private one(node: Node): Told[] {
    const { text } = this;
    const { parts = [], name = "" } = node;
    const own = plain(this.code(node));
    const open = text.indexOf("{", node.at[0]);
    const inside = parts.filter(({ at }) => at[0] > open);
    switch (node.node) {
      case "repeat": {
        const until = parts.find(({ at }) => at[0] < open);
        return [{ words: until ? `Again and again, until ${conditionWords(text, until)}:` : "Again and again, until the game ends:", steps: this.all(inside) }];
      }
      case "for": {
        const over = plain(this.code(parts[0]!));
        const [, most] = /^1\.\.(\w+)$/.exec(over) ?? [];
        const value = most && (valueOf(text, this.declarations, this.options, most) ?? most);
        const head = value === "1" ? "Once" : value ? (/^\d+$/.test(value) ? `${value} times` : `As often as ${spoken(value)} says`) : /^\w+$/.test(over) ? `For each ${spoken(over)}` : `For each of ${quoted(over)}`;
        return [{ words: `${head}:`, steps: this.all(parts.slice(1)) }];
      }
      case "turn": {
        const [, who = ""] = /^turn\s+of\s+([^{]*?)\s*\{/.exec(own) ?? [];
        return this.led(who === "each player" ? "Each player in turn" : /^\w+$/.test(who) ? `${capital(/^(p|me)$/.test(who) ? "this player" : spoken(who))} is to move` : `A player is to move, who is ${quoted(who)}`, inside);
      }
      case "together":
        return this.led("All players at the same time, each without seeing what the others choose", inside);
      case "choose": {
        const [, list = ""] = /^choose\s+(\w+(?:\s+or\s+\w+)*)/.exec(own) ?? [];
        const names = list.split(/\s+or\s+/).map((move) => `“${spoken(move)}”`);
        const words = names.length > 1 ? `One of the moves ${either(names)}.` : `The move ${names[0]}.`;
        const head = `Who cannot ${names.length > 1 ? "make any of them" : "make it"}:`;
        const otherwise = /\belse\s*\{/.test(own) ? this.all(parts) : [];
        const [first] = otherwise;
        if (otherwise.length === 1 && !first!.steps.length) return [{ words, steps: [{ words: `${head} ${first!.words.charAt(0).toLowerCase()}${first!.words.slice(1)}`, steps: [] }] }];
        return [{ words, steps: otherwise.length ? [{ words: head, steps: otherwise }] : [] }];
      }
      case "draw": {
        const [, what = "", way = "", from = ""] = /^draw\s+(\w+)\s+(in|from)\s+(.*)$/.exec(own) ?? [];
        const [, low, high] = /^(-?\d+)\.\.(-?\d+)$/.exec(from) ?? [];
        const of = low ? `a number from ${low} to ${high}` : from === "player" ? "one of the players" : quoted(from);
        return [{ words: way === "from" ? `Chance draws “${spoken(what)}” from ${/^\w+$/.test(from) ? `the ${spoken(from)}` : quoted(from)}.` : `Chance chooses “${spoken(what)}”: ${of}.`, steps: [] }];
      }
      case "end": {
        const condition = parts.length > 1 ? parts[0] : undefined;
        const result = resultWords(this.code(parts.at(-1)!));
        return [{ words: condition ? `If ${conditionWords(text, condition)}, the game ends, and ${result}.` : `The game ends, and ${result}.`, steps: [], isOver: !condition }];
      }
      case "if": {
        const branch = branchOf(text, this.declarations, this.options, node);
        if (branch) return this.all(branch.nodes);
        const [condition, ...rest] = parts;
        // What is behind the brace that closes the first block is the other one.
        const close = closed(text, text.indexOf("{", condition!.at[1]));
        const first = rest.filter(({ at }) => at[0] < close);
        const others = rest.slice(first.length);
        const [option, value] = condition!.node === "==" ? (condition!.parts ?? []) : [];
        const now = option?.node === "name" ? valueOf(text, this.declarations, this.options, option.name ?? "") : undefined;
        if (value && now !== undefined && now !== textAt(text, value.at) && !others.length) return []; // as that is set
        return [
          { words: `If ${conditionWords(text, condition!)}:`, steps: this.all(first) },
          ...(others.length ? [{ words: "Else:", steps: this.all(others) }] : []),
        ];
      }
      case "pick": {
        const set = parts.find((part) => part.node !== "text");
        const said = this.said(parts, name);
        const from = set ? this.setWords(set) : "";
        // What is not allowed, in the author's words, says more than code.
        return [{ words: `Choose “${spoken(name)}”${from && !(said && from.startsWith("“")) ? `: ${from}` : ""}.${said && ` Not allowed: ${said}.`}`, steps: [] }];
      }
      case "require": {
        const said = this.said(parts);
        return [{ words: said ? `Not allowed: ${said}.` : `It must be so: ${conditionWords(text, parts[0]!)}.`, steps: [] }];
      }
      case "put": {
        const [, where = ""] = /\son\s+([^]*)$/.exec(own) ?? [];
        return [{ words: `${capital(one(name))} is put on ${this.thing(where)}.`, steps: [] }];
      }
      case "remove":
        return [{ words: `What stands on ${this.thing(own.replace(/^remove\s+/, ""))} is taken away.`, steps: [] }];
      case "move":
      case "swap": {
        const [from = "", to = ""] = parts.map((part) => this.thing(this.code(part)));
        return [{ words: node.node === "move" ? `What stands on ${from} goes to ${to}.` : `${capital(from)} and ${to} change places.`, steps: [] }];
      }
      case "assign": {
        const [, to = "", sign = "", value = ""] = /^(.+?)\s*(\+=|-=|\|=|\^=|&=|=)\s*(.+)$/.exec(own) ?? [];
        const isPlayer = this.declarations.some((each) => each.node === "var" && each.name === to && /^var\s+\w+\s*:\s*player\b/.test(this.code(each)));
        if (isPlayer && sign === "+=" && value === "1") return [{ words: `${capital(this.thing(to))} is the next player then.`, steps: [] }];
        const words: Record<string, string> = { "+=": "rises by", "-=": /^\d+$/.test(value) ? "falls by" : "loses", "|=": "gains", "^=": "changes at", "=": "becomes" };
        return words[sign] ? [{ words: `${capital(this.thing(to))} ${words[sign]} ${this.thing(value)}.`, steps: [] }] : [{ words: "", steps: [], code: own }];
      }
      case "call": {
        const does = this.declarations.find((each) => each.node === "do" && each.name === name);
        const sentence = does && sentenceAbove(text, does.at[0]);
        return [sentence ? { words: sentence, steps: [] } : { words: "", steps: [], code: own }];
      }
      default:
        return [{ words: "", steps: [], code: own }];
    }
  }
}

const bare = (steps: Step[]): Step[] => steps.map(({ words, steps: inner }) => ({ words, steps: bare(inner) }));

/// What a move does.
export const stepsOfMove = (text: string, declarations: Node[], move: Node, options: Record<string, string> = {}): Step[] =>
  bare(new Teller(text, declarations, options).all((move.parts ?? []).filter(({ node }) => node !== "text")));

/// What `play` says; nothing in a variant that has none of its own.
export function goingOf(text: string, declarations: Node[], options: Record<string, string> = {}): Step[] {
  const plays = declarations.filter(({ node, change }) => node === "play" && !change);
  return plays.length === 1 ? bare(new Teller(text, declarations, options).all(plays[0]!.parts ?? [])) : [];
}
