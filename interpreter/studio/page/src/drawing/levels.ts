// Puzzles: whether the board that is drawn can be solved, in how many ways, and how long the shortest is. Another thread looks.
import { announce, el, replace } from "../dom";
import type { GameView } from "../game";
import { Errand, engine } from "../link";
import { type Trouble, errorText } from "../service";

interface Solved {
  count?: number;
  complete?: boolean;
  positions?: number;
  moves?: string[];
  errors: Trouble[];
}

const most = 2_000_000; // positions

export class Levels {
  readonly place = el("div", { class: "stack", id: "levels" });
  private isOn = false;
  private of = "";
  private errand: Errand | undefined;

  constructor(
    private game: GameView,
    private uri: () => string,
    private text: () => string,
  ) {}

  /// To be called whenever the board may be another one.
  show(): void {
    const players = this.game.answer?.players ?? [];
    if (players.length !== 1) {
      this.end();
      this.of = "";
      return replace(this.place);
    }
    const of = this.now;
    if (of === this.of) return;
    this.of = of;
    this.end();
    if (this.isOn) return void this.solve(of);
    const button = el("button", { type: "button", id: "solve", class: "main", onclick: () => this.begin() }, "Can it be solved?");
    replace(this.place, el("h3", {}, "The puzzle"), el("p", { class: "quiet" }, "How many solutions this board has, and how long the shortest is."), el("div", { class: "buttons" }, button));
  }

  /// What looks at another board ends, though this place may not be seen.
  check(): void {
    if (!this.of || this.of === this.now) return;
    this.end();
    this.of = "";
  }

  private get now(): string {
    return this.text() + JSON.stringify(this.game.where.options);
  }
  private end(): void {
    this.errand?.end();
    this.errand = undefined;
  }
  private begin(): void {
    this.isOn = true;
    void this.solve(this.of);
  }

  private async solve(of: string): Promise<void> {
    const say = (...children: (HTMLElement | null)[]) => replace(this.place, el("h3", {}, "The puzzle"), ...children);
    say(el("p", { id: "solved", class: "quiet" }, "Looking for solutions…"));
    const isOurs = () => of === this.of && of === this.now; // no other board is drawn meanwhile
    let errand: Errand | undefined;
    try {
      const start = await engine();
      if (!isOurs()) return;
      errand = this.errand = new Errand(start);
      errand.open(this.uri(), this.text());
      const { options, seed } = this.game.where;
      const solved = await errand.request<Solved>("glint/solve", { textDocument: { uri: this.uri() }, options, seed, limit: most });
      if (!isOurs()) return;
      const words = verdict(solved);
      announce(words);
      const moves = solved.moves ?? [];
      say(
        el("p", { id: "solved", class: solved.count === 1 ? "good" : solved.count ? "" : "bad" }, words),
        el("p", { class: "quiet" }, "It is worked out again whenever the board changes."),
        moves.length ? el("details", {}, el("summary", {}, "Show a shortest solution"), el("ol", {}, ...moves.map((move) => el("li", {}, move)))) : null,
      );
    } catch (error) {
      if (isOurs()) say(el("p", { class: "bad" }, (error as Error).message));
    } finally {
      errand?.end();
      if (this.errand === errand) this.errand = undefined;
    }
  }
}

function verdict({ count, complete, moves, errors, positions = 0 }: Solved): string {
  if (count === undefined) return errors[0] ? errorText(errors[0]) : "It cannot be solved by search.";
  const length = moves ? ` The shortest takes ${moves.length} move${moves.length === 1 ? "" : "s"}.` : "";
  const searched = complete ? "" : ` Only ${positions.toLocaleString("en")} positions were searched, so there may be more.`;
  if (!count) return complete ? "It has no solution." : `No solution was found.${searched}`;
  if (count === 1 && complete) return `It has exactly one solution.${length}`;
  return `It has ${complete ? "" : "at least "}${count.toLocaleString("en")} solution${count === 1 ? "" : "s, counting those with spare moves"}.${length}${searched}`;
}
