// Several cells drawn as one edit of the script: each step is tried on the text that the one before has left, and the script gets
// the last text at once.
import type { Trouble } from "../service";
import { type Edit, type Node, type Palette, type Syntax, applied } from "./syntax";

/// The script before a step.
export interface Standing {
  text: string;
  declarations: Node[];
  palette: Palette;
  options?: Record<string, string>;
}
/// Edits of which the first is made that does what is wanted; nothing: there is nothing to do.
export type Step = (now: Standing) => { edits: Edit[][]; wanted?: object } | undefined;

export interface Outcome {
  text: string;
  made: number;
  refused: number[]; // steps after which the script would have an error, or another cell would change
  errors: Trouble[]; // why the game cannot begin so
}

interface Asks {
  request<T>(method: string, params: object): Promise<T>;
}

/// Makes these steps one after the other; `open` makes a text the document of what is asked.
export async function stepped(ask: Asks, open: (text: string) => object, text: string, steps: Step[]): Promise<Outcome> {
  const outcome: Outcome = { text, made: 0, refused: [], errors: [] };
  let params = open(text);
  let now: Standing | undefined;
  for (const [number, step] of steps.entries()) {
    if (!now) {
      const { declarations } = await ask.request<Syntax>("glint/syntax", params);
      const palette = await ask.request<Partial<Palette>>("glint/palette", params);
      if (!palette.cells || !palette.pieces) break; // the script has errors
      now = { text: outcome.text, declarations, palette: palette as Palette, options: (params as { options?: Record<string, string> }).options ?? {} };
    }
    const wish = step(now);
    if (!wish) continue;
    const tried = await ask.request<{ taken: number | null; text?: string; errors?: Trouble[] }>("glint/try", { ...params, edits: wish.edits, ...wish.wanted });
    if (tried.taken === null) {
      outcome.refused.push(number);
      outcome.errors.push(...(tried.errors ?? []));
      continue;
    }
    outcome.text = tried.text ?? applied(outcome.text, wish.edits[tried.taken]!);
    ++outcome.made;
    now = undefined;
    params = open(outcome.text);
  }
  return outcome;
}
