// What a variant changes, in sentences: those of its author, and for what has none what becomes of it, beside what it was in its game.
import { spoken } from "../names";
import { conditionWords, goingOf, resultWords, type Step, stepsOfMove } from "./going";
import { sentenceAbove } from "./parts";
import { type Node, textAt } from "./syntax";

const [replaced, removed] = [1, 2];
const called: Record<string, string> = { "use-board": "board", do: "what is called", let: "what is called", var: "what is called", end: "end", setup: "set-up", play: "order of turns", after: "rule for what follows a move", score: "count of points", beam: "beams" };
const unsaid = new Set(["variant", "test", "show", "invariant", "use"]); // no rules, or said elsewhere

/// The number or name that the game of the variant has at the same place.
const formerly = (parent: string, node: string, name: string): string => new RegExp(`^${node} ${name}\\b[^={\\n]*(?:\\{[^}\\n]*\\}[^={\\n]*)?= *(-?\\w+) *(?:"[^"]*" *)?(?://.*)?$`, "m").exec(parent)?.[1] ?? "";
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const finished = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/// A rule as if it stood in a game: nobody asks how it came there.
export const asOwn = (declarations: Node[]): Node[] => declarations.filter(({ change }) => change !== removed).map((each) => ({ ...each, change: 0 }));

/// `parent`: the text of its game, if it is known.
export function differencesOf(text: string, declarations: Node[], parent = "", options: Record<string, string> = {}): Step[] {
  const own = asOwn(declarations);
  return declarations.flatMap((each): Step[] => {
    const { node, name = "", at, change = 0, title, parts = [] } = each;
    if (unsaid.has(node) || (node === "option" && change > removed)) return [];
    const say = (words: string, steps: Step[] = []): Step[] => [{ words, steps }];
    const kind = called[node] ?? node;
    const thing = name && !/^(end|score|use-board)$/.test(node) ? (kind === "what is called" ? `“${spoken(name)}”` : `the ${kind} “${spoken(name)}”`) : `the ${kind}`;
    if (change === removed) return say(node === "end" && !name ? "The ends of the original game do not count any more." : `${capital(thing)} is gone.`);
    const sentence = sentenceAbove(text, at[0]);
    const code = textAt(text, at);
    if (node === "use-board") {
      const [, sizes = ""] = /\(([^)]*)\)/.exec(code) ?? [];
      return say(`The board is another one: ${spoken(name)}${sizes ? `, ${sizes.split(",").map((size) => size.trim()).join(" by ")}` : ""}.${sentence ? ` ${sentence}` : ""}`);
    }
    if (node === "end" && !sentence) {
      const condition = parts.find((part) => part !== parts.at(-1) && part.node !== "type");
      if (condition && parts.length > 1) return say(`The game ends when ${conditionWords(text, condition)}, and then ${resultWords(textAt(text, parts.at(-1)!.at))}.`);
    }
    if (node === "move") return say(`${change === replaced ? `${capital(thing)} goes otherwise` : `There is another move, “${spoken(name)}”`}${sentence ? `: ${sentence}` : "."}`, sentence ? [] : stepsOfMove(text, own, own.find(({ at: [begin] }) => begin === at[0])!, options));
    if (node === "play") return say(sentence || "The game goes otherwise:", goingOf(text, own, options));
    const [, value] = /[^<>=!]=\s*(-?\w+)\s*(?:"[^"]*"\s*)?$/.exec(code) ?? [];
    const label = title ? finished(capital(textAt(text, title).slice(1, -1))) : "";
    if (value && change === replaced) {
      const old = formerly(parent, node, name);
      return say(`${capital(thing)} is ${spoken(value)}${old && old !== value ? ` instead of ${spoken(old)}` : " now"}.${sentence || label ? ` ${sentence || label}` : ""}`);
    }
    if (sentence) return say(node === "piece" && !change ? `There is another piece, the ${spoken(name)}: ${sentence}` : finished(sentence));
    if (node === "bag") return say(`${capital(thing)} holds ${value ?? "others"}${value ? " of each" : ""} now.`);
    if (change === replaced) return say(`${capital(thing)} ${kind === "what is called" ? "follows another rule" : "is another one"} now.`);
    return say(node === "piece" || node === "option" ? `There is another ${node}, “${spoken(name)}”.${label ? ` ${label}` : ""}` : `${capital(thing)} is new.${label ? ` ${label}` : ""}`);
  });
}
