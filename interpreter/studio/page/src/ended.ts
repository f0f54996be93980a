// Which end among the turns of `play` a game came to. The engine names the rule of an end that stands by itself (`ending` of
// `glint/show`). One in `play` is found here: the only one that leads to such a result and whose condition holds at the end.
import { endsIn } from "./drawing/making";
import { sentenceAbove } from "./drawing/parts";
import { type Node, type Syntax, found, textAt } from "./drawing/syntax";
import type { Service, Shown } from "./service";

/// Results that these words of an end can lead to; a score can be a tie.
const results: Record<string, string[]> = { tie: ["tie"], score: ["score", "tie"] };
const leadsTo = (end: Node, kind: string): boolean => {
  const word = end.parts?.at(-1)?.node ?? "";
  return results[word]?.includes(kind) ?? !["tie", "score"].includes(kind);
};

/// The end and what is said of it, as the engine says it of others; null if it may have been another one, or if the last move
/// ends games itself. `params`: the position at the end. The page of an exported game, which cannot read scripts, has no answer.
export async function endedBy(service: Service, params: object, text: string, { board, plies }: Shown): Promise<Shown["ending"]> {
  const kind = board?.outcome?.kind;
  const { declarations } = await service.request<Syntax>("glint/syntax", params);
  const last = plies?.at(-1)?.name;
  if (!kind || found(declarations.filter(({ node, name }) => node === "move" && name === last), "end").length) return null;
  const play = declarations.filter(({ node, change }) => node === "play" && !change);
  // Where the turns themselves come to an end, that is a tie, too.
  if (kind === "tie" && !play.every(({ parts = [] }) => parts.length && /^repeat\s*\{/.test(textAt(text, parts.at(-1)!.at)))) return null;
  const known = endsIn(text, declarations);
  const stuck = found(play, "choose").flatMap(({ parts = [] }) => found(parts, "end")); // `choose ... else { end : tie }`
  const possible: { rule: string; doc: string }[] = [];
  for (const end of found(play, "end").filter((each) => leadsTo(each, kind))) {
    const one = known.find((each) => each.end === end);
    if (one && !(await mayHold(service, params, one.condition))) continue;
    const rule = textAt(text, end.at);
    if (possible.every((each) => each.rule !== rule))
      possible.push({ rule, doc: one?.words ? `${one.words}.` : sentenceAbove(text, end.at[0]) || (!one && stuck.includes(end) ? "No move could be made any more." : "") });
  }
  return possible.length === 1 ? possible[0]! : null;
}

/// Whether a condition holds in a position; also if that cannot be asked there: who `me` is has changed, a name belongs to a turn.
async function mayHold(service: Service, params: object, condition: string): Promise<boolean> {
  if (/\bme\b/.test(condition)) return true;
  const { value } = await service.request<{ value?: unknown }>("glint/eval", { ...params, expression: condition }).catch(() => ({ value: undefined }));
  return value !== false;
}
