// The letters of what emits beams. A picture shows where it faces with an arrow instead of letters, where one kind alone does; whoever draws
// gives it letters, and wants to see them: they stand beside the arrow.
import { svgEl } from "../dom";
import { pieceOf } from "./pieces";
import { type Node, type Palette, textAt } from "./syntax";

const readable = /[\p{L}\p{N}].*$/u;

/// The letters of a piece of a kind that emits, without the sign of where it faces; empty: it has none, or emits nothing.
export function lettersOf(text: string, declarations: Node[], { put, drawn }: Palette["pieces"][number]): string {
  const { kind, fields } = pieceOf(put);
  if (!declarations.some(({ node, name, at }) => node === "piece" && name === kind && /[{;\n]\s*emits\b/.test(textAt(text, at)))) return "";
  const sign = Object.values(fields).find((value) => drawn.endsWith(value)) ?? "";
  return readable.exec(drawn.slice(0, drawn.length - sign.length))?.[0] ?? "";
}

/// Puts them on the board, on pieces whose picture has them not; without `palette` they leave.
export function showLetters(board: HTMLElement, text: string, declarations: Node[], palette?: Palette): void {
  board.querySelector(".drawn-letters")?.remove();
  const layer = board.querySelector(".cells");
  if (!layer || !palette) return;
  const known = new Map(palette.pieces.map((piece) => [piece.put, lettersOf(text, declarations, piece)]));
  const texts = [...board.querySelectorAll(".drawing text")];
  const all = palette.cells.flatMap(({ pieces }, cell) => {
    const letters = known.get(pieces.at(-1) ?? "");
    const polygon = letters && layer.querySelector<SVGPolygonElement>(`polygon[data-cell="${cell}"]`);
    if (!letters || !polygon) return [];
    const place = polygon.getBoundingClientRect();
    const isThere = texts.some((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return each.textContent?.trim() === letters && x + width / 2 > place.left && x + width / 2 < place.right && y + height / 2 > place.top && y + height / 2 < place.bottom;
    });
    const { x, y, width, height } = polygon.getBBox();
    const sign = svgEl("text", { x: x + width * 0.2, y: y + height * 0.26, "font-size": width * 0.2 });
    sign.textContent = letters;
    return isThere ? [] : [sign];
  });
  if (all.length) layer.append(svgEl("g", { class: "drawn-letters", "aria-hidden": "true" }, ...all));
}
