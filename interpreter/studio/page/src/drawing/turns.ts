// The order of turns as a form: who begins, in turn or together, how many rounds, moves in a turn, whether a player may pass, and what
// befalls who cannot move. Each control stands only where `play` says so in a plain way, and each change is a small edit of that place.
import { spoken } from "../names";
import { withoutMove } from "./making";
import { type At, type Edit, type Node, found, textAt } from "./syntax";

export interface Form {
  id: string;
  name: string;
  now: string;
  choices: [value: string, words: string][];
  edits(value: string): Edit[];
}

interface Choose {
  node: Node;
  list: At; // the names of its moves
  names: string[];
  last?: At; // ` else { ... }`
  result?: string; // of `else { end : RESULT }`
}

/// Those of the turns; not those that stand in an `else`. Nothing if one of them is of another form.
function choosesIn(text: string, nodes: Node[]): Choose[] | undefined {
  const all: Choose[] = [];
  for (const node of nodes) {
    if (node.node !== "choose") {
      const inner = choosesIn(text, node.parts ?? []);
      if (!inner) return undefined;
      all.push(...inner);
      continue;
    }
    const match = /^(choose\s+)(\w+(?:\s+or\s+\w+)*)(\s+else\s*\{\s*(?:end\s*:\s*([^{};]+?)\s*)?\})?$/.exec(textAt(text, node.at));
    if (!match) return undefined;
    const begin = node.at[0] + match[1]!.length;
    const list: At = [begin, begin + match[2]!.length];
    all.push({ node, list, names: match[2]!.split(/\s+or\s+/), ...(match[3] ? { last: [list[1], node.at[1]] as At } : {}), ...(match[4] ? { result: match[4] } : {}) });
  }
  return all;
}

/// The players as they are declared, with the place of each, in their order.
export function playersIn(text: string, declarations: Node[]): { name: string; at: At }[] {
  const node = declarations.find((each) => each.node === "players");
  if (!node) return [];
  const head = /^players\s+/.exec(textAt(text, node.at))?.[0].length ?? 0;
  const own = textAt(text, node.at).slice(head).replace(/\s+as\s+team\b[^]*$/, "");
  const rest = own.replace(/"[^"]*"|\/\/.*/g, (quoted) => " ".repeat(quoted.length));
  return [...rest.matchAll(/(\w+)[^,]*/g)].map((match) => {
    const from = node.at[0] + head + match.index;
    return { name: match[1]!, at: [from, from + own.slice(match.index, match.index + match[0].length).trimEnd().length] as At };
  });
}
export const isTeam = (text: string, declarations: Node[]): boolean => declarations.some(({ node, at }) => node === "players" && /\bas\s+team\b/.test(textAt(text, at)));

/// The inside of a block: between its first brace and its last.
const inside = (text: string, { at }: Node): At => [text.indexOf("{", at[0]) + 1, text.lastIndexOf("}", at[1] - 1)];

const numbers = (some: number[], now: string): string[] => [...new Set([...some.map(String), now])].filter((value) => value && value !== "0").sort((a, b) => Number(a) - Number(b));

/// What befalls a player, as results of ends: for the player to move.
export function fates(text: string, declarations: Node[]): [value: string, words: string][] {
  const players = playersIn(text, declarations);
  const hasScore = declarations.some(({ node, change }) => node === "score" && !change);
  const scores: [string, string][] = hasScore ? [["score", "the game ends, and the scores decide"]] : [];
  if (isTeam(text, declarations)) return [["team loses", "the team loses"], ["team wins", "the team wins"], ...scores];
  if (players.length === 1) return [[`${players[0]!.name} loses`, "loses"], [`${players[0]!.name} wins`, "wins"], ...scores];
  const duel: [string, string][] = players.length === 2 ? [["opponent wins", "loses"]] : [];
  return [["tie", "the game is a tie"], ...duel, ["me wins", "wins"], ...scores];
}

export function turnForms(text: string, declarations: Node[]): Form[] {
  const plays = declarations.filter(({ node, change }) => node === "play" && !change);
  const [play] = plays;
  if (!play || plays.length > 1) return [];
  const forms: Form[] = [];
  const players = playersIn(text, declarations);
  const team = isTeam(text, declarations);
  const turns = found([play], "turn");
  const together = found([play], "together");
  const each = turns.filter(({ at }) => /^turn of each player\b/.test(textAt(text, at)));
  const chooses = choosesIn(text, play.parts ?? []) ?? [];

  if (players.length > 1 && !team && each.length && each.length === turns.length && !together.length && !found([play], "draw").length)
    forms.push({
      id: "turn-first",
      name: "Who begins",
      now: players[0]!.name,
      choices: players.map(({ name }) => [name, spoken(name)]),
      edits: (value) => {
        const from = players.findIndex(({ name }) => name === value);
        // The order around the table stays.
        return from > 0 ? players.map(({ at }, i): Edit => [...at, textAt(text, players[(i + from) % players.length]!.at)]) : [];
      },
    });

  const [loop, ending] = play.parts ?? [];
  const range = loop && /^for\s+\w+\s+in\s+1\.\.(\d+)\b/.exec(textAt(text, loop.at));
  const isOpen = loop?.node === "repeat" && /^repeat\s*\{/.test(textAt(text, loop.at));
  const rounds: Form = { id: "", name: "", now: "", choices: [], edits: () => [] };
  if (loop && (isOpen || range) && (play.parts!.length === 1 || (play.parts!.length === 2 && range && /^end\s*:/.test(textAt(text, ending!.at))))) {
    const now = range ? range[1]! : "";
    const fate = fates(text, declarations);
    const outcome = fate.find(([value]) => value === "score")?.[0] ?? (players.length === 1 || team ? fate[0]![0] : "");
    Object.assign(rounds, {
      id: "turn-rounds",
      name: "Rounds",
      now,
      choices: [["", "as many as it takes"], ...numbers([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100], now).map((value): [string, string] => [value, `${value}, then ${ending ? "it ends" : outcome === "score" ? "the scores decide" : outcome ? "it is lost" : "it is a tie"}`])],
      edits: (value: string): Edit[] => {
        if (range && value) {
          const at = loop.at[0] + range[0].length - now.length;
          return [[at, at + now.length, value]];
        }
        const head: Edit = [loop.at[0], text.indexOf("{", loop.at[0]), value ? `for each_round in 1..${value} ` : "repeat "];
        if (!value) return ending ? [head, [loop.at[1], ending.at[1], ""]] : [head];
        const isLines = textAt(text, play.at).includes("\n");
        return outcome ? [head, [loop.at[1], loop.at[1], `${isLines ? "\n  " : "; "}end : ${outcome}`]] : [head];
      },
    });
  }

  const [turn] = turns;
  const [both] = together;
  const one = turns.length + together.length === 1 ? (each[0] ?? both) : undefined;
  if (players.length > 1 && one && chooses.length === 1 && (one.parts ?? []).length === 1 && one.parts![0]!.node === "choose") {
    const [{ last, list }] = chooses as [Choose];
    forms.push({
      id: "turn-way",
      name: "The players move",
      now: both ? "together" : "turn",
      choices: [["turn", "one after the other"], ["together", "all at the same time, each without seeing the others' choice"]],
      edits: (value) => {
        const head: Edit = [one.at[0], text.indexOf("{", one.at[0]), value === "together" ? "together " : "turn of each player "];
        const end = value === "together" ? " else { }" : ` else { end : ${team ? "team loses" : "tie"} }`;
        // Who can do nothing is left out of a round, and then rounds must be counted: nobody may be able to do anything.
        const counted = value === "together" && isOpen ? rounds.edits("30") : [];
        return [...counted, head, last ? [...last, end] : [list[1], list[1], end]];
      },
    });
  }

  if (rounds.id) forms.push(rounds);
  if (turn && turns.length === 1 && !together.length && chooses.length === 1) {
    const body = inside(text, turn);
    const inBody = (turn.parts ?? []).filter(({ at }) => at[0] >= body[0]); // before it stands whose turn it is
    const [first] = inBody;
    const inner = inBody.length === 1 && first ? /^for\s+\w+\s+in\s+1\.\.(\d+)\s*\{/.exec(textAt(text, first.at)) : null;
    const now = inner ? inner[1]! : "1";
    if (inner || first?.node === "choose")
      forms.push({
        id: "turn-moves",
        name: "Moves in a turn",
        now,
        choices: numbers([1, 2, 3, 4], now).map((value) => [value, value]),
        edits: (value) => {
          const words = textAt(text, body);
          if (inner && value !== "1") {
            const at = first!.at[0] + inner[0].indexOf("..") + 2;
            return [[at, at + now.length, value]];
          }
          if (inner) return [[...first!.at, textAt(text, inside(text, first!)).trim()]];
          const indent = /\n( *)\S/.exec(words)?.[1];
          if (indent === undefined) return [[body[0], body[0], ` for each_move in 1..${value} {`], [body[1], body[1], "} "]];
          return [[...body, `\n${indent}for each_move in 1..${value} {${words.trimEnd().replaceAll("\n", "\n  ")}\n${indent}}${words.slice(words.trimEnd().length)}`]];
        },
      });
  }

  const pass = declarations.find(({ node, name, change, at, parts = [] }) => node === "move" && !change && (name === "pass" || (!parts.some((part) => part.node !== "text") && /\{\s*\}$/.test(textAt(text, at)))));
  if (chooses.length && !together.length && chooses.every(({ names }) => names.every((name) => name !== pass?.name) || names.length > 1)) {
    const may = pass !== undefined && chooses.every(({ names }) => names.includes(pass.name!));
    const moves = declarations.filter(({ node, change }) => node === "move" && !change);
    const end = moves.length ? (text.indexOf("\n", moves.at(-1)!.at[1]) < 0 ? text.length : text.indexOf("\n", moves.at(-1)!.at[1])) : -1;
    if (may || end >= 0)
      forms.push({
        id: "turn-pass",
        name: "A player may pass",
        now: may ? "yes" : "no",
        choices: [["no", "no"], ["yes", "yes"]],
        edits: (value) => {
          if (value === "no") return pass ? withoutMove(text, declarations, pass) : [];
          const made: Edit[] = pass ? [] : [[end, end, '\n\n/// A player may do nothing.\nmove pass "pass" { }']];
          return [...made, ...chooses.filter(({ names }) => !pass || !names.includes(pass.name!)).map(({ list }): Edit => [list[1], list[1], ` or ${pass?.name ?? "pass"}`])];
        },
      });
  }

  const results = new Set(chooses.map(({ result = "" }) => result));
  if (chooses.length && !together.length && results.size === 1 && chooses.every(({ last, result }) => !last || result)) {
    const [now = ""] = results;
    const known = fates(text, declarations);
    const mine = known.some(([value]) => value === now) ? [] : [[now, now ? spoken(now) : "not said: they must always be able to"] as [string, string]];
    forms.push({
      id: "turn-stuck",
      name: "Who cannot move",
      now,
      choices: [...mine, ...known],
      edits: (value) => chooses.map(({ last, list }): Edit => (last ? [...last, value && ` else { end : ${value} }`] : [list[1], list[1], ` else { end : ${value} }`])),
    });
  }
  return forms.map((form) => ({ ...form, edits: (value) => (value === form.now ? [] : form.edits(value)) }));
}
