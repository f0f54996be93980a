// The sides of a cell of the board that is shown.
import type { GameView } from "../game";
import { ownFiles } from "../link";
import type { Node, Palette } from "./syntax";
import { type Side, seamsOf, sidesOf } from "./walls";

export function sidesHere({ answer }: GameView, { cells }: Palette, text: string, declarations: Node[], label: string): Side[] {
  return answer ? sidesOf(answer, cells, label, seamsOf(text, declarations, Object.values(ownFiles.neededBy(text)))) : [];
}
