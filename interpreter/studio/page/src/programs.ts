// The programs that play: each thinks in a thread of its own, which keeps the script as long as it is the same.
import { Errand, engine } from "./link";
import { type Trouble, errorText } from "./service";

/// A bot plays the best move that it has found by then, seconds.
export const longestThought = 5;

export interface Advice {
  move: string;
  value?: number; // what the program expects for the player to move, 0 to 1
  guessed?: boolean;
}

export class Programs {
  isThinking = false;
  private thoughts = 0;
  private stops = 0; // how often whoever thinks was stopped
  private thinker: { errand: Errand; text: string } | undefined;

  constructor(
    private uri: () => string,
    private text: () => string,
    private params: () => Record<string, unknown>,
  ) {}

  /// What a program would play in the position at the board.
  async ask(program: string): Promise<Advice> {
    const { stops } = this;
    const start = await engine();
    if (stops !== this.stops) throw new Error("stopped");
    const text = this.text(); // from here on nothing waits, so that no second thread is started beside this one
    if (this.thinker?.text !== text) {
      this.thinker?.errand.end();
      const errand = new Errand(start);
      errand.open(this.uri(), text);
      this.thinker = { errand, text };
    }
    const advice = await this.thinker.errand.request<Partial<Advice> & { errors: Trouble[] }>("glint/advice", { ...this.params(), bot: program, seconds: longestThought });
    if (advice.move === undefined) throw new Error(advice.errors.map(errorText).join("\n"));
    return { ...advice, move: advice.move };
  }

  /// The same, for a program whose turn it is; or why it cannot; nothing, if it was stopped.
  async think(program: string): Promise<Advice | { trouble: string } | undefined> {
    this.isThinking = true;
    const thought = ++this.thoughts;
    const advice = await this.ask(program).catch((error: Error) => ({ trouble: error.message }));
    if (thought === this.thoughts) this.isThinking = false; // else another one has begun
    return "trouble" in advice && advice.trouble === "stopped" ? undefined : advice;
  }

  /// Whoever thinks stops.
  stop(): void {
    this.thinker?.errand.end();
    this.thinker = undefined;
    this.isThinking = false;
    ++this.stops;
  }
}
