// The rule sheet of a script: what the engine writes, and what it quotes from a script without a comment, in sentences where there are any.
import { el } from "./dom";
import { zonesIn } from "./drawing/ends";
import { asOwn, differencesOf } from "./drawing/differing";
import { conditionWords, goingOf, resultWords, stepsOfMove } from "./drawing/going";
import { goalsIn, placesIn, saying } from "./drawing/goals";
import { ownEndsIn } from "./drawing/making";
import { stepsPlace } from "./drawing/steps";
import { type Syntax, textAt } from "./drawing/syntax";
import type { Service, Trouble } from "./service";
import type { Sheet } from "./sheet";

const bare = (code: string): string => code.trim().replace(/^replace /, "");

/// How the game goes, what moves do, how it ends, and what a variant changes, in sentences instead of the script's lines, which can be unfolded.
function told(html: string, text: string, { declarations: written }: Syntax, options: Record<string, string>, parent: string | undefined): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  const declarations = asOwn(written);
  const places = placesIn(text, declarations, zonesIn(text, declarations));
  const sentences = new Map<string, () => HTMLElement>();
  const add = (at: [number, number], make: () => HTMLElement) => sentences.set(bare(textAt(text, at)), make);
  const steps = goingOf(text, declarations, options);
  for (const { node, at, change } of declarations) if (node === "play" && !change && steps.length) add(at, () => stepsPlace(steps));
  for (const move of declarations) {
    const does = move.node === "move" && !move.change ? stepsOfMove(text, declarations, move, options) : [];
    if (does.length) add(move.at, () => stepsPlace(does));
  }
  for (const goal of goalsIn(text, declarations, places)) add(goal.node.at, () => el("p", {}, saying(goal, places, goal.node.node === "score")));
  for (const { end, words } of ownEndsIn(text, declarations)) add(end.at, () => el("p", {}, `${words}.`));
  for (const end of declarations) {
    const [condition, result] = end.node === "end" && end.parts?.length === 2 ? end.parts : [];
    if (condition && result && condition.node !== "type" && !sentences.has(bare(textAt(text, end.at)))) add(end.at, () => el("p", {}, `The game ends when ${conditionWords(text, condition)}, and then ${resultWords(textAt(text, result.at))}.`));
  }
  const differences = written.some(({ node }) => node === "variant") ? differencesOf(text, written, parent, options) : [];
  for (const pre of page.querySelectorAll("pre")) {
    const isAll = pre.closest(".differences") !== null; // that a variant changes
    const make = isAll && differences.length ? () => stepsPlace(differences) : sentences.get(bare(pre.textContent!));
    if (!make) continue;
    const lines = el("details", {}, el("summary", {}, "As the script has it"));
    pre.replaceWith(make(), lines);
    lines.append(pre);
  }
  return page.body.innerHTML;
}

/// `text`: of the document; `parent`: of the game of which it is a variant. Nothing, if the engine does not answer or the script has errors.
export async function sheetOf(service: Service, uri: string, text: string, options: Record<string, string>, parent?: string): Promise<Sheet | undefined> {
  const answer = await service
    .request<Partial<Sheet> & { errors: Trouble[] }>("glint/describe", { textDocument: { uri }, options, form: "html" })
    .catch(() => undefined);
  if (!answer?.text) return undefined;
  const syntax = await service.request<Syntax>("glint/syntax", { textDocument: { uri } }).catch(() => ({ declarations: [] }));
  return { title: answer.title ?? "", text: told(answer.text, text, syntax, options, parent), style: answer.style ?? "" };
}
