// What may mend an error, by its code: candidates, the likeliest first, as the corrected scripts of the pages of `glint explain` have
// them. Each is tried before it is offered, so that one may be written that fits only some scripts.
import { type Block, blocksOf } from "./blocks";

export interface Candidate {
  title: string;
  text: string; // the whole script after it
}

/// Where the error is.
export class Spot {
  readonly word: string; // what it is about
  readonly line: At;
  readonly code: string; // its line, up to a comment
  readonly block: Block | undefined;

  constructor(
    readonly text: string,
    readonly from: number,
    readonly to: number,
  ) {
    this.word = text.slice(from, to);
    const begin = text.lastIndexOf("\n", from - 1) + 1;
    const end = text.indexOf("\n", from);
    this.line = [begin, end < 0 ? text.length : end];
    this.code = text.slice(...this.line).replace(/\s*\/\/.*$/, "");
    this.block = blocksOf(text).filter((each) => each.from <= from).at(-1);
  }

  put(from: number, to: number, given: string): string {
    return this.text.slice(0, from) + given + this.text.slice(to);
  }
  /// With something else at the place itself.
  instead(given: string, title = `write \`${given}\``): Candidate {
    return { title, text: this.put(this.from, this.to, given) };
  }
  before(given: string, title = `add \`${given.trim()}\``): Candidate {
    return { title, text: this.put(this.from, this.from, given) };
  }
  /// Its line written in another way; nothing if that is the same.
  lined(given: string): Candidate[] {
    const now = this.text.slice(...this.line);
    if (given === this.code) return [];
    return [{ title: told(this.code, given), text: this.put(this.line[0], this.line[1], given + now.slice(this.code.length)) }];
  }
  without(): Candidate[] {
    return [{ title: `take out \`${this.code.trim().slice(0, 40)}\``, text: this.put(this.line[0], Math.min(this.line[1] + 1, this.text.length), "") }];
  }
  /// The block written in another way.
  blocked(title: string, change: (block: string) => string): Candidate[] {
    if (!this.block) return [];
    const now = this.text.slice(this.block.from, this.block.to);
    const then = change(now);
    return then === now ? [] : [{ title, text: this.put(this.block.from, this.block.to, then) }];
  }
  /// The values of options written in another way.
  optioned(change: (option: string) => string): Candidate[] {
    return [...this.text.matchAll(/^option .*$/gm)].flatMap(({ index, 0: option }) => {
      const then = change(option);
      return then === option ? [] : [{ title: `write \`${then.replace(/\s*".*/, "")}\``, text: this.put(index, index + option.length, then) }];
    });
  }
}
type At = [number, number];

/// What a line becomes; of a long one what differs, in whole words.
function told(now: string, then: string): string {
  if (then.trim().length <= 60) return `write \`${then.trim()}\``;
  let from = 0;
  while (now[from] === then[from]) ++from;
  let end = 0;
  while (end < Math.min(now.length, then.length) - from && now.at(-1 - end) === then.at(-1 - end)) ++end;
  while (from > 0 && /\S/.test(now[from - 1]!)) --from;
  while (end > 0 && /\S/.test(now.at(-end)!)) --end;
  const [old, given] = [now.slice(from, now.length - end).trim(), then.slice(from, then.length - end).trim()];
  return !given ? `take out \`${old}\`` : old ? `write \`${given}\` instead of \`${old}\`` : `add \`${given}\``;
}

const kindsIn = (text: string): string[] => [...text.matchAll(/^piece (\w+)/gm)].map(([, name]) => name!);
const typesIn = (text: string): string[] => ["player", ...[...text.matchAll(/^type (\w+)/gm)].map(([, name]) => name!)];
const escaped = (word: string): string => word.replace(/\W/g, "\\$&");
const named = (word: string): RegExp => new RegExp(`(?<![\\w.])${escaped(word)}(?!\\w)`, "g");

/// Where the bracket that opens at `from` is closed.
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ++at) {
    if ("({[".includes(text[at]!)) ++depth;
    else if (")}]".includes(text[at]!) && --depth === 0) return at;
  }
  return -1;
}

/// Brackets that are open at the end, in the order in which they are to be closed.
function unclosed(text: string): string {
  const open: string[] = [];
  for (const sign of text.replace(/"""[^]*?"""|"(?:\\.|[^"\\\n])*"|\/\/.*/g, "")) {
    if ("({[".includes(sign)) open.unshift({ "(": ")", "{": "}", "[": "]" }[sign]!);
    else if (")}]".includes(sign) && open[0] === sign) open.shift();
  }
  return open.join("");
}

/// A number in the nearest range that this line, or what it names, has: within it, or the range made wider.
function ranged(at: Spot): Candidate[] {
  const { text, code, word } = at;
  const value = Number(word);
  if (!/^-?\d+$/.test(word)) return [];
  const names = code.match(/[a-z_]\w*/gi) ?? [];
  const ranges = [...text.matchAll(/(-?\d+)\.\.(-?\d+)/g)].map(({ index, 0: all, 1: low, 2: high }) => ({ at: [index, index + all.length] as At, low: Number(low), high: Number(high) }));
  const near = ranges.filter(({ at: [begin] }) => {
    const line = text.slice(text.lastIndexOf("\n", begin) + 1, begin);
    return names.some((name) => named(name).test(line));
  });
  return near.flatMap(({ at: range, low, high }) => [
    at.instead(String(Math.min(high, Math.max(low, value)))),
    { title: `write \`${Math.min(low, value)}..${Math.max(high, value)}\``, text: at.put(...range, `${Math.min(low, value)}..${Math.max(high, value)}`) },
  ]);
}

/// The names that begin like a word come first.
function likest(word: string, names: string[]): string[] {
  const same = (name: string) => [...name].findIndex((letter, i) => letter !== word[i]) + (name === word.slice(0, name.length) ? 99 : 0);
  return [...names].sort((a, b) => same(b) - same(a));
}

/// A value of a type, as it is written.
function some(type: string): string {
  const range = /(-?\d+)\.\./.exec(type)?.[1];
  if (range) return range;
  if (/^set\b/.test(type)) return "{}";
  return { flag: "on", player: "me", cell: "at" }[type] ?? (/^\{\s*(\w+)/.exec(type)?.[1] || type);
}

/// Directions in a circle, clockwise as they are drawn, from the first.
function circled(block: string): string {
  const all = [...block.matchAll(/(\w+) = \((-?\d+), (-?\d+)\)/g)];
  if (all.length < 3) return block;
  const angle = ([, , x, y]: RegExpMatchArray) => Math.atan2(Number(y), Number(x));
  const from = angle(all[0]!);
  const turn = (each: RegExpMatchArray) => (((from - angle(each)) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const order = [...all].sort((a, b) => turn(a) - turn(b));
  let i = 0;
  return block.replace(/\w+ = \(-?\d+, -?\d+\)/g, () => order[i++]![0]);
}

const words = ["across ", "on ", "in ", "to ", "of ", ": ", "= ", "-> ", "when ", "{ ", "} ", "( ", ") ", "; ", ", ", "\n"];

/// A variant of one of the games that come with Glint, or without what it is combined with.
const anotherGame = (at: Spot): Candidate[] => [
  ...at.lined(at.code.replace(/\s+with\s+.*$/, "")),
  ...["boundary", "laser_lawn", "the_beam", "beams_boosters_barriers"].flatMap((game) => at.lined(at.code.replace(/\bof\s+\S+/, `of ${game}`))),
  ...at.lined(at.code.replace(/\bof\s+.*$/, "of laser_lawn")),
];

const byCode: Record<string, (spot: Spot) => Candidate[]> = {
  G0101: (at) => [...words.map((word) => at.before(word)), at.instead("", `take out \`${at.word}\``), ...at.without()],
  G0102: (at) => {
    const blocks = blocksOf(at.text).flatMap(({ from, to }) => {
      const block = at.text.slice(from, to);
      const more = unclosed(block);
      return more ? [{ title: `close \`${block.trim().split("\n")[0]!.replace(/\s*\{.*/, "")}\` with \`${more}\``, text: at.put(from, to, `${block.trimEnd()}${block.trim().includes("\n") ? "\n" : " "}${more}\n${/\n\s*\n$/.test(block) ? "\n" : ""}`) }] : [];
    });
    return [...blocks, ...at.lined(`${at.code.trimEnd()}"`), { title: 'close it with `"""`', text: `${at.text.trimEnd()}\n"""\n` }];
  },
  G0103: (at) =>
    at.blocked("write doubled parentheses once", (block) => {
      for (let now = block; ; block = now) if ((now = block.replace(/\(\s*\(([^()]*)\)\s*\)/g, "($1)")) === block) return block;
    }),
  G0104: (at) => [{ title: "take out what cannot be seen", text: at.text.replace(/\u001b\[\d*m|[\u0000-\u0008\u000b-\u001f\u007f]/g, "") }],
  G0105: (at) => [at.instead("1000000")],
  G0106: (at) => [{ title: "take out the backslash", text: at.put(at.from - 1, at.from, "") }, { title: "write `\\\\`", text: at.put(at.from, at.from, "\\") }],
  G0107: (at) => [
    ...at.lined(at.code.replace(/([\w.()]+) *(<=?|>=?|==|!=) *([\w.()]+) *(<=?|>=?|==|!=) *([\w.()]+)/, "$1 $2 $3 and $3 $4 $5")),
    ...at.lined(at.code.replace(/(\S+ (and|or|&|\||-|\+) \S+) (?=and|or|&|\||-|\+)/, "($1) ")),
  ],
  G0108: (at) => at.without(),
  G0109: (at) => {
    const before = at.text.slice(0, at.from);
    const first = [...before.matchAll(/\blook "([^"]*)"/g)].at(-1);
    const second = /^look "([^"]*)"/.exec(at.text.slice(at.from))?.[1];
    const joined = first && second !== undefined ? at.put(first.index, at.from, `look "${first[1]}${second}"`) : undefined;
    const rest = joined && first ? joined.slice(0, first.index + `look "${first[1]}${second}"`.length) + at.text.slice(at.from + `look "${second}"`.length) : undefined;
    return [...(rest ? [{ title: "join the two looks", text: rest }] : []), ...at.without(), at.instead("", `take out \`${at.word}\``)];
  },
  G0202: (at) => [
    ...at.lined(at.code.replace(new RegExp(`,\\s*"?${escaped(at.word.replace(/"/g, ""))}"?|"?${escaped(at.word.replace(/"/g, ""))}"?\\s*,\\s*`), "")),
    ...(/^use\s+\S+$/.test(at.code) ? at.without() : []),
  ],
  G0203: (at) => [at.instead(`${at.word}_2`, `call this one \`${at.word}_2\``)],
  G0204: (at) => at.blocked(`call it \`the_${at.word}\``, (block) => block.replace(named(at.word), `the_${at.word}`)),
  G0206: (at) => {
    const fields = [...at.text.matchAll(/^(?:piece|beam)\b[^{]*\{([^]*?)\}/gm)].flatMap(([, body]) => [...body!.matchAll(/(\w+):/g)].map(([, name]) => name!));
    return [...new Set([...likest(at.word, fields), "x", "y", "owner", "index", "cells", "hits"])].map((name) => at.instead(name));
  },
  G0208: (at) => likest(at.word, kindsIn(at.text)).map((kind) => at.instead(kind)),
  G0207: (at) => [...typesIn(at.text).flatMap((type) => at.lined(at.code.replace(/^(let|var) (\w+(?:\([^)]*\))?) =/, `$1 $2: ${type} =`)))],
  G0209: (at) => {
    const fields = [["power: clamped 0..9 = 3", /\bpower\b/], ["colour: set of hue = hue", /\bcolour\b/]] as const;
    const beam = /^beam\s*\{([^}]*)\}/m.exec(at.text);
    const type = /^type hue\b/m.test(at.text) ? "" : "type hue = {red, green, blue}\n";
    const made = (field: string) => (beam ? at.put(beam.index, beam.index + beam[0].length, `${field.includes("hue") ? type : ""}beam { ${field}${beam[1]!.trim() ? `;${beam[1]}` : " "}}`) : at.text.replace(/^piece/m, `${field.includes("hue") ? type : ""}beam { ${field} }\npiece`));
    return [...fields.filter(([, word]) => !word.test(beam?.[1] ?? "")).map(([field]) => ({ title: `give beams \`${field.split(":")[0]}\``, text: made(field) })), ...(type ? [{ title: "add `type hue`", text: at.text.replace(/^(beam|piece)/m, `${type}$1`) }] : [])];
  },
  G0301: (at) => ["count(WORD)", "{WORD}", "WORD != {}", "WORD.index", "not WORD == {}", "cell(WORD)"].map((form) => at.instead(form.replace("WORD", at.word))),
  G0302: (at) => {
    const name = /^\w+/.exec(at.word)?.[0] ?? "";
    const declared = new RegExp(`^(?:let|do|optic|piece)\\s+${name}\\s*[([]([^)\\]]*)[)\\]]`, "m").exec(at.text)?.[1];
    const open = at.text.indexOf("(", at.from);
    const close = open < 0 ? -1 : closing(at.text, open);
    if (declared === undefined || close < 0) return [];
    const types = declared.split(/,(?![^{]*\})/).map((part) => part.split(":")[1]?.trim() ?? "");
    const given = at.text.slice(open + 1, close).split(/,(?![^({]*[)}])/).filter((each) => each.trim());
    const args = types.map((type, i) => given[i]?.trim() ?? some(type)).join(", ");
    return [{ title: `write \`${name}(${args})\``, text: at.put(open + 1, close, args) }];
  },
  G0303: (at) => {
    const left = /([\w.]+)\s*$/.exec(at.text.slice(0, at.from));
    const right = /^\s*([\w.]+)/.exec(at.text.slice(at.to));
    const wrapped = (begin: number, word: string) => ({ title: `write \`count(${word})\``, text: at.put(begin, begin + word.length, `count(${word})`) });
    return [...(left ? [wrapped(left.index, left[1]!)] : []), ...(right ? [wrapped(at.to + right[0].indexOf(right[1]!), right[1]!)] : [])];
  },
  G0304: ranged,
  G0305: (at) => at.lined(at.code.replace(/\d{7,}/g, "1000")),
  G0306: (at) => {
    const cell = at.word.split(".")[0]!;
    const indent = /^\s*/.exec(at.code)![0];
    const kinds = kindsIn(at.text);
    return kinds.flatMap((kind) => [
      { title: `add \`require ${cell} in ${kind}\``, text: at.put(at.line[0], at.line[0], `${indent}require ${cell} in ${kind}   "no ${kind.replaceAll("_", " ")} is there"\n`) },
      { title: `read it before it goes: \`${at.code.trim()}\` first`, text: earlier(at) },
      at.before(`${cell} in ${kind} and `),
    ]);
  },
  G0307: (at) => at.lined(at.code.replace(/^(\s*)(var|option|bag) (\w+)[^=]*=/, "$1let $3 =")),
  G0308: (at) => ["cell", "edge", "player", "direction"].flatMap((type) => at.lined(at.code.replace(/^(let|var) (\w+(?:\([^)]*\))?) =/, `$1 $2: set of ${type} =`))),
  G0309: (at) => [at.instead("cell"), at.instead("set of cell"), at.instead("flag")],
  G0310: ranged,
  G0311: (at) => [at.instead(`max(1, ${at.word})`), ...at.optioned((option) => (new RegExp(`^option ${escaped(at.word)}\\b`).test(option) ? option.replace(/\b0\.\./, "1..") : option))],
  G0402: (at) => {
    const pick = /\bpick (\w+) in ([^;"\n]+?)\s*(?:"[^"]*"\s*)?(?:;|\n)\s*/.exec(at.text.slice(at.from));
    const inlined = pick && at.block ? at.text.slice(0, at.from) + at.text.slice(at.from + pick[0].length, at.block.to).replace(named(pick[1]!), pick[2]!) + at.text.slice(at.block.to) : undefined;
    return [...(inlined ? [{ title: `write \`${pick![2]}\` where \`${pick![1]}\` is`, text: inlined }] : []), ...at.without()];
  },
  G0403: (at) => at.lined(at.code.replace(/^end when/, "end for p in player when").replace(/\bme\b/g, "p").replace(/\bopponent\b/g, "p + 1")),
  G0404: (at) => {
    const blocks = blocksOf(at.text);
    const first = at.block && blocks.find(({ kind, line }) => kind === at.block!.kind && line < at.block!.line);
    if (!first || !at.block) return at.without();
    const [one, other] = [first, at.block].map(({ from, to }) => at.text.slice(from, to));
    const inside = /\{\s*([^]*?)\s*\}\s*$/.exec(other!)?.[1];
    const end = one!.lastIndexOf("}");
    const gone = at.text.slice(0, at.block.from) + at.text.slice(at.block.to);
    const joined = inside === undefined || end < 0 ? [] : [{ title: `join the two \`${first.kind}\``, text: gone.slice(0, first.from) + `${one!.slice(0, end).trimEnd()}${one!.trim().includes("\n") ? "\n  " : "; "}${inside} ${one!.slice(end)}` + gone.slice(first.to) }];
    return [...joined, { title: `take out this \`${first.kind}\``, text: gone }];
  },
  G0406: (at) => {
    const open = at.text.indexOf("{", at.from);
    const close = open < 0 ? -1 : closing(at.text, open);
    const choose = /\bchoose \w+(?: or \w+)*(?! *(?:or|else))/.exec(at.text.slice(at.from));
    return [
      ...(choose ? [{ title: "add `else { end : tie }`", text: at.put(at.from + choose.index + choose[0].length, at.from + choose.index + choose[0].length, " else { end : tie }") }] : []),
      ...(close > 0 ? onceMore(at, open, close) : []),
    ];
  },
  G0408: (at) => {
    const title = at.block && /"[^"\n]*(?=")/.exec(at.text.slice(at.block.from, at.from));
    const end = title ? at.block!.from + title.index + title[0].length : -1;
    return title ? [{ title: `add \`{${at.word}}\` to how the move is written`, text: at.put(end, end, ` {${at.word}}`) }] : [];
  },
  G0409: (at) => [...(at.block ? at.text.slice(at.block.from, at.block.to) : "").matchAll(/\bpick (\w+)/g)].map(([, name]) => at.instead(name!)),
  G0410: (at) => {
    const indent = /^\s*/.exec(at.code)![0];
    const from = /\bsome of ([^";\n]+)/.exec(at.code)?.[1]?.trim();
    return [from ?? "", ...kindsIn(at.text)].filter(Boolean).map((set) => ({ title: `add \`offer ${at.word} == ${set}\``, text: at.put(at.line[1], at.line[1], `\n${indent}offer ${at.word} == ${set}`) }));
  },
  G0411: (at) => [at.instead(at.word.replace(/^"/, `"${(at.block?.name ?? "move").replaceAll("_", " ")} `), "add its name to how it is written")],
  G0412: (at) => at.lined(at.code.replace(/(-?\d+)\.\.\d{4,}/, "$1..999")),
  G0413: (at) => {
    const begin = at.text.lastIndexOf("\n", at.line[0] - 2) + 1;
    const [above, here] = [at.text.slice(begin, at.line[0]), at.text.slice(at.line[0], at.line[1] + 1)];
    return [{ title: "put this case before the one above", text: at.put(begin, at.line[1] + 1, here + above) }, ...at.without()];
  },
  G0414: (at) => at.blocked("list the directions clockwise", circled),
  G0415: (at) => {
    const type = (value: string) => (/^\d+$/.test(value) ? ["0..99"] : ["cell", "set of cell", "player", "flag", "direction"]);
    return [...at.text.matchAll(new RegExp(`^let ${escaped(at.word)}(?:: [^=\\n]+?)? = (\\S.*)$`, "gm"))].flatMap(({ index, 0: all, 1: value }) =>
      type(value!).map((each) => ({ title: `declare \`var ${at.word}: ${each}\``, text: at.put(index, index + all.length, `var ${at.word}: ${each} = ${value}`) })),
    );
  },
  G0417: (at) => [...at.lined(at.code.replace(/\bscore \w+ =/, "score team =")), ...at.lined(at.code.replace(/: \w+ (wins|loses)/, ": team $1"))],
  G0418: (at) => [...at.lined(at.code.replace(/\bteam loses\b/, "opponent wins").replace(/\bteam wins\b/, "me wins")), ...at.lined(at.code.replace(/\bteam (wins|loses)\b/, "tie")), ...at.lined(at.code.replace(/\bscore team\b/, "score p"))],
  G0419: (at) => [...at.lined(at.code.replace(/\bme loses\b/, "me - 1 wins")), ...at.lined(at.code.replace(/\b[\w+ ]+? loses\b/, " tie"))],
  G0420: (at) => [...at.lined(at.code.replace(/\bopponent\b/g, "me")), ...at.without()],
  G0421: (at) => {
    const together = at.text.lastIndexOf("together", at.from);
    const close = closing(at.text, at.text.indexOf("{", together));
    if (together < 0 || close < 0) return [];
    const indent = /^\s*/.exec(at.text.slice(at.text.lastIndexOf("\n", together) + 1))![0];
    const before = at.text.slice(0, at.from).replace(/[;\s]+$/, "");
    const rest = at.text.slice(at.from, close).trim();
    return [{ title: "put it after the `together`", text: `${before} }\n${indent}${rest}${at.text.slice(close + 1)}` }];
  },
  G0422: (at) => at.lined(at.code.replace(/\s*\{(?=[^{]*$)/, " at most 20 {")),
  G0501: (at) => at.lined(at.code.replace(new RegExp(`\\{[^{}"]*${escaped(at.word)}[^{}"]*\\}`), "")),
  G0502: (at) => [...at.optioned((option) => option.replace(/= *-?\d+/, "= 6")), ...(/^\d+$/.test(at.word) ? [at.instead("6")] : [])],
  G0503: (at) => ["1", "0", "5"].flatMap((value) => at.optioned((option) => option.replace(/= *-?\d+/, `= ${value}`))),
  G0504: (at) => at.lined(at.code.replace(/(-?\d+)\.\.\d{3,}/g, "$1..50")),
  G0507: anotherGame,
  G0508: anotherGame,
  G0510: (at) => at.lined(`replace ${at.code}`),
  G0511: (at) => at.lined(at.code.replace(/^(replace|extend|remove) /, "")),
  G0512: (at) => at.without(),
  G0513: anotherGame,
  G0514: anotherGame,
  G0515: (at) => at.lined(at.code.replace(/(\w+: )([^={};]+?)(?= *[;}])/, (_, name: string, type: string) => `${name}${type} = ${some(type)}`)),
  G0516: (at) => {
    const statement = new RegExp(`(?:;\\s*)?[^;{}]*\\b${escaped(at.word)}\\b[^;}]*`).exec(at.code);
    return statement ? at.lined(at.code.replace(statement[0], statement[0].startsWith(";") ? " " : "")) : at.without();
  },
  G0615: (at) => at.lined(at.code.replace(/ at most/, " or stop at most")),
  G0604: (at) => at.lined(at.code.replace(/ > /, " >= ").replace(/ < /, " <= ")),
};

/// A statement that reads a piece, before the one that takes it away.
function earlier(at: Spot): string {
  const begin = at.text.lastIndexOf("\n", at.line[0] - 2) + 1;
  return at.put(begin, at.line[1] + 1, at.text.slice(at.line[0], at.line[1] + 1) + at.text.slice(begin, at.line[0]));
}

/// A loop whose choice is under an `if` ends where that does not hold.
function onceMore(at: Spot, open: number, close: number): Candidate[] {
  const inside = at.text.slice(open + 1, close);
  const last = inside.trimEnd();
  const isIf = /^\s*if\b/.test(inside) && last.endsWith("}");
  const end = open + 1 + last.length;
  return [
    ...(isIf ? [{ title: "add `else { end : tie }`", text: at.put(end, end, " else { end : tie }") }] : []),
    { title: "end the game after this", text: at.put(end, end, `${inside.includes("\n") ? "\n    " : "; "}end : tie`) },
  ];
}

/// What may mend the error of this code at this place; at most thirty.
export function mendsOf(code: string, text: string, from: number, to: number): Candidate[] {
  const spot = new Spot(text, from, to);
  const seen = new Set([text]);
  return (byCode[code]?.(spot) ?? []).filter((each) => !seen.has(each.text) && seen.add(each.text)).slice(0, 30);
}
