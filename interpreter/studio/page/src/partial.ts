// The board of a script that has errors: what is right of it is shown, and each block that is wrong fails alone. Blocks with
// errors are left out, and what a game must have besides a board is put in their place, until the engine can show it.
import { type Block, blocksOf, nameOf } from "./blocks";
import type { Scratch } from "./scratch";
import type { Shown } from "./service";

export interface Part {
  shown: Shown;
  left: string[]; // the blocks that are left out
}

const mostRounds = 12;
/// Blocks of which a board is made.
const ofBoards = /^(game|variant|use|players|option|type|let|lattice|board|beam|piece|optic|when|do|setup|show)$/;

/// Whatever a game needs and the blocks do not have.
function completed(text: string, blocks: Block[]): string {
  const has = (kind: string) => blocks.some((block) => block.kind === kind);
  if (has("variant")) return text;
  return [
    has("game") ? "" : 'game "No name yet"\n',
    text,
    has("players") ? "" : "\nplayers one, two\n",
    has("play") ? "" : '\nmove nothing_yet "nothing yet" { }\nplay { repeat { turn of each player { choose nothing_yet } } }\n',
  ].join("");
}

/// Nothing if no board can be shown. `isWanted`: whether the answer still is.
export async function partOf(text: string, scratch: Scratch, isWanted: () => boolean): Promise<Part | undefined> {
  const all = blocksOf(text);
  const tries = [all.filter(({ kind }) => kind !== "test"), all.filter(({ kind }) => ofBoards.test(kind)), all.filter(({ kind }) => /^(game|variant|use|board|option|type|lattice)$/.test(kind))];
  for (const first of tries) {
    let kept = first;
    for (let round = 0; round < mostRounds && kept.length; ++round) {
      if (!isWanted() || !kept.some(({ kind }) => /^(board|variant)$/.test(kind))) break;
      const starts: { block: Block; line: number }[] = []; // by block: its first line in the text that is tried
      let body = kept.some(({ kind }) => kind === "game" || kind === "variant") ? "" : 'game "No name yet"\n';
      for (const block of kept) {
        starts.push({ block, line: body.split("\n").length - 1 });
        body += text.slice(block.from, block.to).replace(/\n*$/, "\n");
      }
      const withGame = kept.some(({ kind }) => kind === "variant") ? kept : [...kept, { kind: "game", name: "", line: 0, from: 0, to: 0 }];
      const shown = await scratch.shown(completed(body, withGame)).catch(() => undefined);
      if (!shown) return undefined;
      if (shown.board?.cells) return { shown, left: all.filter((block) => block.kind !== "test" && !kept.includes(block)).map(nameOf) };
      const wrong = new Set<Block>();
      for (const { severity, location } of shown.errors) {
        if (severity !== "error" || !location) continue;
        const at = starts.filter(({ line }) => line <= location.range.start.line).at(-1);
        if (at) wrong.add(at.block);
      }
      if (!wrong.size) break;
      kept = kept.filter((block) => !wrong.has(block));
    }
  }
  return undefined;
}

/// What is said beside such a board.
export function partWords({ left }: Part): string {
  const some = left.slice(0, 3).join(", ") + (left.length > 3 ? ` and ${left.length - 3} more` : "");
  return `The script has errors. The board shows what is right${some ? `, without: ${some}` : ""}.`;
}

/// The lines that make the board: while they stay the same, so may the last board that was right.
export const boardLines = (text: string): string =>
  blocksOf(text)
    .filter(({ kind }) => /^(use|option|type|lattice|board|piece|setup)$/.test(kind))
    .map(({ from, to }) => text.slice(from, to).trim())
    .join("\n");
