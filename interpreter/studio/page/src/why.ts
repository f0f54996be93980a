// Why: what lies on a cell, and where its light comes from.
import { announce, el, replace } from "./dom";
import type { GameView } from "./game";

export function showNoCell(panel: HTMLElement): void {
  if (panel.firstChild) return;
  replace(panel, el("h2", {}, "Why"), el("p", { class: "quiet" }, "Right-click a cell, touch it for long, or press W, to see what is on it and where its light comes from."));
}

/// `show` opens the panel, if there is something to say.
export async function showAbout(cell: string, game: GameView, panel: HTMLElement, show: () => void): Promise<void> {
  const about = await game.about(cell);
  if (!about) return;
  const { words, why, steps } = about;
  show();
  replace(
    panel,
    el("h2", {}, cell),
    el("p", {}, words),
    ...why.map((line) => el("p", { class: "rules" }, line)),
    steps.length ? el("h3", {}, "Beams that reach it") : null,
    ...steps.map((line) => el("p", { class: "rules quiet" }, line)),
  );
  announce([cell, words, ...why].join(". "));
}
