// What stands below the board: what the script shows there, scores and variables.
import { el } from "./dom";
import type { BoardAnswer } from "./service";

export function factsOf(board: BoardAnswer): (HTMLElement | null)[] {
  // Some scripts name the player themselves.
  const notes = board.notes.map(({ player, text, svg }) => {
    const whole = player && !text.startsWith(`${player}: `) ? `${player}: ${text}` : text;
    return svg ? el("img", { class: "row", alt: whole, title: whole, src: `data:image/svg+xml,${encodeURIComponent(svg)}` }) : el("pre", {}, whole);
  });
  const values = Object.entries(board.variables);
  if (board.score !== null && board.score !== undefined)
    values.unshift(
      ...(typeof board.score === "number"
        ? [["score", String(board.score)] as [string, string]]
        : Object.entries(board.score).map(([player, score]): [string, string] => [`score of ${player}`, String(score)])),
    );
  const list = el("dl", {});
  for (const [name, value] of values) list.append(el("dt", {}, name), el("dd", {}, value || "none"));
  return [...notes, values.length ? list : null, board.left_out ? el("p", { class: "bad" }, board.left_out) : null];
}
