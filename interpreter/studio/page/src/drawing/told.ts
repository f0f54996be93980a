// Sentences of the author that still say a number which the rules have no longer: found in comments, and in what is said to players,
// by the old number, in figures or as a word, beside the name of what it is the number of.
import { spoken } from "../names";
import type { Control } from "./parts";
import { type At, type Node, textAt } from "./syntax";

export interface Told {
  sentence: string;
  at: number;
}

const words = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" ");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/// The number that the text had before at this place: of the line that differs in numbers alone. Nothing, if it is as it was.
export function formerly(before: string, text: string, [from, to]: At): string | undefined {
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to) < 0 ? text.length : text.indexOf("\n", to);
  const alike = (part: string) => escaped(part).replace(/\d+/g, "\\d+");
  const found = [...before.matchAll(new RegExp(`^${alike(text.slice(begin, from))}(\\d+)${alike(text.slice(to, end))}$`, "gm"))].map(([, number]) => number!);
  const now = text.slice(from, to);
  return found.includes(now) ? undefined : found[0];
}

/// Comments of several lines, and texts, each as one line of the same length.
function prose(text: string): { at: number; words: string }[] {
  const all: { at: number; words: string }[] = [];
  let end = -1; // of the comment line before
  for (const match of text.matchAll(/"""[^]*?"""|"[^"\n]*"|\/\/.*/g)) {
    const [own] = match;
    if (own.startsWith('"""')) continue;
    const isComment = own.startsWith("//");
    const line = isComment ? own.replace(/^\/+/, (marks) => " ".repeat(marks.length)) : ` ${own.slice(1, -1)} `;
    const isNext = isComment && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, match.index)) && line.trim() !== "";
    if (isNext) all.at(-1)!.words += text.slice(end, match.index).replace(/\s/g, " ") + line;
    else all.push({ at: match.index, words: line });
    end = isComment && line.trim() !== "" ? match.index + own.length : -1;
  }
  return all;
}

const idle = new Set("each player players have that with from first most many there their else whether number numbers what which this board the are for and has how its all set more".split(" "));

/// What a sentence must name to speak of a control.
function subjectOf({ id, name, sentence }: Control): RegExp | undefined {
  if (id.startsWith("rule-use-board-")) return /\b(board|cells?|squares?|rows?|columns?|across|by)\b/i;
  const limited = /^rule-limit-(.*)$/.exec(id)?.[1];
  const named = ((limited && spoken(limited)) ?? `${name} ${sentence.length < 60 ? sentence : ""}`).split(limited ? "\n" : /[^\p{L}\d]+/u).filter((word) => word.length > 1 && !idle.has(word.toLowerCase()) && !/^\d+$/.test(word));
  const stems = named.map((word) => escaped(word.replace(/(?<=..)s$/, "")));
  return stems.length ? new RegExp(`(?<!\\p{L})(${stems.join("|")})(s|es)?(?!\\p{L})`, "iu") : undefined;
}

/// The sentences that say the old number of a control. `before`: the text of which the author wrote them.
export function toldOf(before: string, text: string, declarations: Node[], control: Control): { old: string; told: Told[] } {
  const old = formerly(before, text, control.at);
  const subject = subjectOf(control);
  if (old === undefined || !subject) return { old: "", told: [] };
  const kind = /^rule-limit-(.*)$/.exec(control.id)?.[1];
  const own = declarations.filter(({ node, name, at }) => (at[0] <= control.at[0] && control.at[1] <= at[1]) || (node === "piece" && name === kind)).map(({ at }) => at[0]);
  const number = new RegExp(`(?<![\\p{L}\\d])(${[old, words[Number(old)]].filter(Boolean).join("|")})(?![\\p{L}\\d])`, "iu");
  const told = prose(text).flatMap(({ at, words: block }) => {
    const isOwn = own.some((begin) => begin > at && !textAt(text, [at + block.length, begin]).trim()); // what stands above it speaks of it
    return [...block.matchAll(/\S[^]*?(?:[.!?](?=\s)|$)/g)]
      .filter(([sentence]) => number.test(sentence) && (isOwn || subject.test(sentence)))
      .map((match) => ({ sentence: match[0].replace(/\s+/g, " ").trim(), at: at + match.index }));
  });
  return { old, told };
}
