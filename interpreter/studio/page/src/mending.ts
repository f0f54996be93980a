// What mends an error, to be clicked: the edits that the engine offers, those that are known for newcomers' mistakes or for the code of
// the error and are tried first, and last of all to leave the block out for now. Each is one change of the text, which Undo takes back.
import { blocksOf } from "./blocks";
import { difference } from "./drawing/syntax";
import { mendsOf } from "./mends";
import type { Scratch } from "./scratch";
import type { Diagnostic, Service, Trouble } from "./service";

export interface Remedy {
  title: string;
  text: string; // the whole script after it
}
export interface Mend extends Remedy {
  of: string; // the script before it
}

interface CodeAction {
  title: string;
  edit?: { changes?: Record<string, { range: Diagnostic["range"]; newText: string }[]> };
}

const lineStart = (text: string, line: number): number => {
  let at = 0;
  for (let i = 0; i < line; ++i) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
};
const offset = (text: string, { line, character }: { line: number; character: number }): number => Math.min(text.length, lineStart(text, line) + character);

function edited(text: string, edits: { range: Diagnostic["range"]; newText: string }[]): string {
  let result = text;
  for (const { range, newText } of [...edits].sort((a, b) => offset(text, b.range.start) - offset(text, a.range.start)))
    result = result.slice(0, offset(text, range.start)) + newText + result.slice(offset(text, range.end));
  return result;
}

/// A declaration put where scripts have it: behind the blocks of these kinds, or at the end.
function inserted(text: string, declaration: string, behind: RegExp): string {
  const blocks = blocksOf(text);
  const last = blocks.filter(({ kind }) => behind.test(kind)).at(-1);
  if (!last) return `${declaration}\n${text}`;
  const head = text.slice(0, last.to).replace(/\s*$/, "\n");
  return `${head}${declaration}\n${text.slice(last.to)}`;
}
const using = (text: string, library: string): string => {
  const own = /^use\s+(.*)$/m.exec(text);
  if (own && new RegExp(`\\b${library}\\b`).test(own[1]!)) return text;
  return own ? text.replace(own[0], `use ${own[1]!.trim()}, ${library}`) : inserted(text, `use ${library}`, /^(game|variant)$/);
};

/// Libraries with the boards that people name.
const boards: Record<string, string> = { grid: "square", square: "square", hexagon: "hex", rhombus: "hex" };
const plays = 'move place "{at}" { pick at in empty; put NAME on at }\nplay { repeat { turn of each player { choose place } } }';

/// What newcomers to the language write, and what they mean: candidates, the likeliest first.
export function remedies(text: string, { line }: { line: number }, word: string): Remedy[] {
  const start = lineStart(text, line);
  const content = text.slice(start).split("\n")[0]!;
  const all: Remedy[] = [];
  const whole = (title: string, result: string) => result !== text && all.push({ title, text: result });
  const write = (now: string, also: (result: string) => string = (result) => result) =>
    now !== content && whole(`write \`${now.trim()}\``, also(text.slice(0, start) + now + text.slice(start + content.length)));
  const head = content.trim().split(/\W/)[0]!;

  if (head === "board") {
    const hex = /hex/i.test(content);
    const sizes = /(\d+)(?:\s*(?:x|×|\*|,|by|\s)\s*(\d+))?/.exec(content);
    const name = hex ? "hexagon" : "grid";
    if (sizes) write(`board ${name}(${hex ? sizes[1] : `${sizes[1]}, ${sizes[2] ?? sizes[1]}`})`, (result) => using(result, boards[name]!));
  }
  if (boards[word]) whole(`add \`use ${boards[word]}\``, using(text, boards[word]!));
  if (/^(grid|square|hex\w*)\b/.test(head)) {
    const sizes = /(\d+)(?:\D+(\d+))?/.exec(content);
    if (sizes) write(/^hex/.test(head) ? `board hexagon(${sizes[1]})` : `board grid(${sizes[1]}, ${sizes[2] ?? sizes[1]})`, (result) => using(result, /^hex/.test(head) ? "hex" : "square"));
  }
  if (/^players?\b/.test(head)) {
    const names = content.replace(/^\s*players?\s*[:=]?\s*/, "").match(/[a-z]\w*/gi) ?? [];
    const count = Number(/\d+/.exec(content)?.[0] ?? 2);
    const listed = names.filter((name) => !/^(and|or)$/i.test(name)).map((name) => name.toLowerCase());
    write(`players ${(listed.length ? listed : ["one", "two", "three", "four", "five", "six"].slice(0, Math.max(1, Math.min(6, count)))).join(", ")}`);
  }
  if (/^(game|variant)$/i.test(head)) {
    const title = /^\s*\w+\s*[:=]?\s*["'“]?([^"'”{]*?)["'”]?\s*\{?\s*$/.exec(content)?.[1]?.trim();
    if (title && /^game$/i.test(head)) write(`game "${title}"`);
    // An error of the whole game stands at its first word.
    const blocks = blocksOf(text);
    const has = (kind: string) => blocks.some((block) => block.kind === kind);
    const board = (result: string) => (has("board") ? result : inserted(using(result, "square"), "board grid(5, 5)", /^(game|use|players|option)$/));
    const players = (result: string) => (has("players") ? result : inserted(result, "players one, two", /^(game|use)$/));
    const piece = blocks.find(({ kind }) => kind === "piece")?.name;
    const play = (result: string) => {
      if (has("play")) return result;
      const moves = blocks.filter(({ kind }) => kind === "move").map(({ name }) => name);
      const declared = piece ? "" : 'piece stone of player { look "{owner:1}" }\n';
      return `${result.trimEnd()}\n\n${moves.length ? `play { repeat { turn of each player { choose ${moves.join(" or ")} } } }` : declared + plays.replace("NAME", piece ?? "stone")}\n`;
    };
    if (!has("players")) whole("add `players one, two`", players(text));
    if (!has("board")) whole("add `board grid(5, 5)`", board(text));
    if (!has("play")) whole("add a first move and the order of turns", play(text));
    whole("add what a game needs besides", play(board(players(text))));
  }
  if (!/^\s*(game|variant|library)\b/m.test(text)) whole('begin with `game "My Game"`', `game "My Game"\n${text}`);
  if (/^(win|wins|winner|victory|goal|lose|loses|draw|tie)$/.test(head)) {
    const condition = /\b(?:when|if|is|:)\s*(.+?)\s*$/.exec(content)?.[1];
    const result = /^(lose|loses)$/.test(head) ? "p loses" : /^(draw|tie)$/.test(head) ? "tie" : "p wins";
    if (condition) write(result === "tie" ? `end when ${condition} : tie` : `end for p in player when ${condition} : ${result}`);
  }
  if (head === "end" || /\bend\b/.test(content)) {
    write(content.replace(/:\s*(draw|drawn|stalemate|nobody)\b/, ": tie"));
    write(content.replace(/\bend\s+if\b/, "end when"));
    write(content.replace(/:\s*(?:winner\s+is\s+)?(\w+)\s+(?:win|won|winner)\b/, ": $1 wins"));
    if (!/:/.test(content)) write(`${content.trimEnd()} : tie`);
  }
  write(content.replace(/\b(?:place|add|put|set|create|spawn)\s+(?:a\s+|an\s+)?(\w+)\s+(?:at|to|onto|in|on)\s+(\w+)/, "put $1 on $2"));
  write(content.replace(/(^|[{;]\s*)(?:delete|destroy|kill|capture|erase)\s+/, "$1remove "));
  write(content.replace(/\b(?:each|every|all)\s+(player|players)\b(?=\s*\{)/, "turn of each player").replace(/\bturn of turn of\b/, "turn of"));
  write(content.replace(/\bturn\s+of\s+(?:every|all|the)\s+players?\b|\bturn\s+(?:each|every|all)\s+players?\b/, "turn of each player"));
  write(content.replace(/\b(column|col|file)\(([a-z]\w*)\)/, "$2.x").replace(/\b(row|rank)\(([a-z]\w*)\)/, "$2.y"));
  write(content.replace(/\.(column|col|file)\b/g, ".x").replace(/\.(row|rank|line)\b/g, ".y"));
  write(content.replace(/\b(?:column|col)\((\d+)\)/g, "file($1)").replace(/\brow\((\d+)\)/g, "rank($1)"));
  if (head === "piece") {
    const [, name = "piece", owned] = /piece\s+(\w+).*?(\bof\s+player\b|\bowned\b|\bplayer\b)?/.exec(content) ?? [];
    const body = /\{.*$/.exec(content)?.[0];
    const owner = owned ?? (/\bof player\b/.test(content) ? "of player" : "");
    write(`piece ${name}${owner ? " of player" : ""} ${body ?? `{ look "${owner ? "{owner:1}" : name.charAt(0)}" }`}`);
  }
  write(content.replace(/\blook\s*[:=]?\s*(?!")([\w.#*+-]+)/, 'look "$1"'));
  const picked = /\bpick\s+(\w+)/.exec(text.slice(start).split("\n").slice(0, 3).join("\n"))?.[1];
  write(content.replace(/\bmove\s+(\w+)\s*\{/, `move $1 "${picked ? `{${picked}}` : "$1"}" {`));
  write(content.replace(/\bput\s+(\w+)\s+on\b/, `put $1(owner = ${/^players\s+(\w+)/m.exec(text)?.[1] ?? "one"}) on`));
  return all;
}

const blockAt = (text: string, at: number) => blocksOf(text).filter(({ line }) => line <= at).at(-1);

export class Mending {
  constructor(
    private service: Service,
    private uri: () => string,
    private text: () => string,
    private scratch: Scratch,
  ) {}

  /// What a text is to one with this error: "fewer" errors, or "own", without this one and with no new one. Some errors are seen only when
  /// others are gone: those that the script has without the block of this one, or without the statement that is written anew, are not new.
  private async judge(text: string, { code, message, range }: Diagnostic): Promise<(after: string) => Promise<"fewer" | "own" | "">> {
    const named = (of: string, errors: Trouble[]) => errors.map(({ code, message, location }) => [code, message, of.split("\n")[location?.range.start.line ?? -1]?.trim()].join("\n"));
    const said = ({ code, message }: Trouble) => [code, message].join("\n");
    const before = named(text, (await this.scratch.errors(text)) ?? []);
    const own = [code, message.split("\n")[0]].join("\n");
    const counted = (errors: string[]) => errors.filter((each) => each.startsWith(own)).length;
    const without = async ([from, to]: [number, number]) => {
      const rest = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to);
      return ((await this.scratch.errors(rest)) ?? []).map(said);
    };
    const block = blockAt(text, range.start.line);
    let others: Promise<string[]> | undefined; // asked for when something is new
    return async (after) => {
      const errors = await this.scratch.errors(after);
      if (!errors) return "";
      const left = named(after, errors);
      if (left.length < before.length) return "fewer";
      if (counted(left) >= counted(before)) return "";
      const isOld = (known: string[]) => errors.every((each) => before.includes(named(after, [each])[0]!) || known.includes(said(each)));
      if (isOld(block ? await (others ??= without([block.from, block.to])) : [])) return "own";
      const [from, to, given] = difference(text, after);
      if (!given.trim()) return ""; // what only takes something out has its own consequences
      const begin = /[^;{}\n]*$/.exec(text.slice(0, from))!.index;
      return isOld(await without([begin, to + /^[^;{}\n]*/.exec(text.slice(to))![0].length])) ? "own" : "";
    };
  }

  /// At most three, the likeliest first. `isWanted`: whether somebody still waits.
  async of(diagnostic: Diagnostic, isWanted: () => boolean): Promise<Mend[]> {
    const text = this.text();
    const { range } = diagnostic;
    const found: Mend[] = [];
    const add = (mend: Remedy) => found.every((other) => other.text !== mend.text) && found.push({ ...mend, of: text });
    const actions = await this.service
      .request<CodeAction[] | null>("textDocument/codeAction", { textDocument: { uri: this.uri() }, range, context: { diagnostics: [diagnostic] } })
      .catch(() => null);
    for (const { title, edit } of actions ?? []) for (const edits of Object.values(edit?.changes ?? {})) add({ title, text: edited(text, edits) });
    if (!isWanted() || text !== this.text()) return [];
    if (!found.length && diagnostic.severity === 1) {
      const [from, to] = [offset(text, range.start), offset(text, range.end ?? range.start)];
      const judged = await this.judge(text, diagnostic);
      const good: Remedy[] = []; // that mend this error, and leave others that there were
      for (const mend of [...remedies(text, range.start, text.slice(from, to)), ...mendsOf(diagnostic.code ?? "", text, from, to)]) {
        if (found.length > 1) break;
        if (!isWanted()) return [];
        const what = await judged(mend.text);
        if (what === "fewer") add(mend);
        else if (what === "own") good.push(mend);
      }
      for (const mend of good) if (found.length < 2) add(mend);
    }
    if (diagnostic.severity === 1) {
      const block = blockAt(text, range.start.line);
      if (block && !/^(game|variant|library)$/.test(block.kind)) {
        const begin = lineStart(text, block.line);
        const own = text.slice(begin, block.to).replace(/\s*$/, "");
        add({ title: `leave \`${`${block.kind} ${block.name}`.trim()}\` out for now`, text: text.slice(0, begin) + own.replace(/^(?=.)/gm, "// ") + text.slice(begin + own.length) });
      }
    }
    return text === this.text() ? found.slice(0, 3) : [];
  }
}
