// Which end among the turns of `play` a game came to. The engine names the rule of an end that stands by itself (`ending` of
// `glint/show`). One in `play` is found here: the only one that leads to such a result and whose condition holds at the end.
import type { Service, Shown } from "./service";

/// What a script says of its ends among the turns (drawing/ends.ts). An exported page carries these along, as its engine
/// cannot name the parts of a script.
export interface Ends {
  alone: { rule: string; doc: string }[]; // ends that stand by themselves and have a form: its sentence
  ends: { rule: string; doc: string; word: string; condition?: string }[]; // `word`: "wins", "loses", "tie", "score", ...
  moves: string[]; // the names of moves that may end the game themselves
  isForever: boolean; // whether the turns never come to an end; if they do, that is a tie
}

/// Results that these words of an end can lead to; a score can be a tie.
const results: Record<string, string[]> = { tie: ["tie"], score: ["score", "tie"] };
const leadsTo = (word: string, kind: string): boolean => results[word]?.includes(kind) ?? !["tie", "score"].includes(kind);

/// The end and what is said of it, as the engine says it of others; null if it may have been another one, or if the last move
/// ends games itself. `params`: the position at the end.
export async function endedBy(service: Service, params: object, { ends, moves, isForever }: Ends, { board, plies }: Shown): Promise<Shown["ending"]> {
  const kind = board?.outcome?.kind;
  if (!kind || moves.includes(plies?.at(-1)?.name ?? "") || (kind === "tie" && !isForever)) return null;
  const possible = new Map<string, string>();
  for (const { rule, doc, word, condition } of ends)
    if (leadsTo(word, kind) && (condition === undefined || (await mayHold(service, params, condition)))) possible.set(rule, doc);
  const [one] = possible;
  return one && possible.size === 1 ? { rule: one[0], doc: one[1] } : null;
}

/// Whether a condition holds in a position; also if that cannot be asked there: who `me` is has changed, a name belongs to a turn.
async function mayHold(service: Service, params: object, condition: string): Promise<boolean> {
  if (/\bme\b/.test(condition)) return true;
  const { value } = await service.request<{ value?: unknown }>("glint/eval", { ...params, expression: condition }).catch(() => ({ value: undefined }));
  return value !== false;
}

/// The same end with a sentence: the author's, or that of its form.
export function inWords(ending: NonNullable<Shown["ending"]>, { alone }: Ends): NonNullable<Shown["ending"]> {
  const plain = (rule: string) => rule.replace(/\s+/g, " ").trim();
  return ending.doc ? ending : { ...ending, doc: alone.find(({ rule }) => plain(rule) === plain(ending.rule))?.doc ?? "" };
}
