// Why a game is over, in the author's words: the rule that ended it, the scores, and a way on.
import { firstWords } from "./asking";
import { spoken } from "./names";
import { el } from "./dom";
import type { Shown } from "./service";

/// Nothing while the game goes on. `last`: the script's name of the last move.
export function whyOver({ board, ending }: Shown, last: string): string[] {
  if (!board?.result) return [];
  const { outcome, players } = board;
  // A rule of which nobody has said anything is code: the result alone says more.
  const words = ending ? [firstWords(ending.doc)].filter(Boolean) : last && outcome?.kind !== "score" ? [`The last move, ${spoken(last)}, ended the game.`] : [];
  if (outcome?.kind === "score" || (outcome?.kind === "tie" && outcome.scores.some(Boolean)))
    words.push(outcome.scores.length === players.length ? `Points: ${players.map((player, i) => `${player} ${outcome.scores[i]}`).join(", ")}.` : `Points: ${outcome.scores.join(", ")}.`);
  return words;
}

/// What stands in the place of the choices when a game is over.
export const endingOf = (why: string[], again: () => void): HTMLElement =>
  el(
    "div",
    { class: "ending" },
    ...why.map((line) => el("p", {}, line)),
    el("div", { class: "buttons" }, el("button", { type: "button", class: "main", id: "play-again", onclick: again }, "Play again")),
  );
