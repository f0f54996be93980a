// Puzzles, of one player or a team: whether the board that is drawn can be solved, in how many ways, and how long the shortest is, which
// is shown on the board; for a puzzle with an option of levels, all of them as a list. Another thread looks.
import { spoken } from "../asking";
import { announce, el, replace } from "../dom";
import type { GameView } from "../game";
import { Errand, engine } from "../link";
import { type Option, type Trouble, errorText } from "../service";

interface Solved {
  count?: number;
  complete?: boolean;
  positions?: number;
  moves?: string[];
  errors: Trouble[];
}

const most = 2_000_000; // positions
const manyLevels = 40;

/// The option that says which of several boards is played, if there is one.
export const levelsIn = (options: Option[]): Option | undefined =>
  options.find(({ name, values }) => /^(level|puzzle|stage|board)s?$/.test(name) && values && values.length > 1 && values.length <= manyLevels);

export class Levels {
  readonly place = el("div", { class: "stack", id: "levels" });
  private isOn = false;
  private of = "";
  private errand: Errand | undefined;
  private copy = { value: "", of: "", text: "" }; // the level that was added, until it is changed

  constructor(
    private game: GameView,
    private uri: () => string,
    private text: () => string,
    private play: (moves: string[]) => void, // shows them on the board
    private more: () => void, // adds a level
  ) {}

  /// To be called whenever the board may be another one.
  show(): void {
    const { answer, shown } = this.game;
    if (answer?.players.length !== 1 && !shown?.team) {
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
    replace(this.place, ...this.head(), el("p", { class: "quiet" }, "How many solutions this board has, and how long the shortest is."), el("div", { class: "buttons" }, button));
  }

  /// A level was added behind the others: it is the one that is drawn now.
  added(): void {
    const [, last = "", first = ""] = /^option level: 1\.\.(\d+)\s*=\s*(\d+)/m.exec(this.text()) ?? [];
    this.copy = { value: last, of: this.game.where.options.level ?? first, text: this.text() };
    if (last) this.game.choose("level", last);
  }
  /// What is said of a level that was added.
  get words(): string {
    const { value, of } = this.copy;
    return value ? `Level ${value} is drawn now. It begins as a copy of level ${of}, and what you change is of level ${value} alone.` : "There is a level more, a copy of this one.";
  }

  /// What whoever solves it has: the numbers of the puzzle, which are options.
  private supplies(): HTMLElement[] {
    const level = this.option?.name;
    const some = (this.game.shown?.options ?? []).filter(({ name, value }) => name !== level && /^\d+$/.test(value));
    return some.map(({ name, text, value }) => el("p", { id: `puzzle-${name}` }, `${(text || spoken(name)).replace(/^./, (letter) => letter.toUpperCase())}: `, el("strong", {}, value)));
  }

  private get option(): Option | undefined {
    return levelsIn(this.game.shown?.options ?? []);
  }
  /// The levels, of which one is drawn: a click turns to another one. What is known of each stands beside it.
  private head(): HTMLElement[] {
    const { option } = this;
    const more = el("button", { type: "button", id: "add-level", onclick: this.more }, "Add a level");
    if (!option) return [el("div", { class: "buttons" }, el("h3", {}, "The puzzle"), more), ...this.supplies()];
    const rows = option.values!.map((value) =>
      el(
        "li",
        {},
        el("button", { type: "button", id: `level-${value}`, "aria-pressed": String(value === option.value), onclick: () => this.game.setOption(option, value) }, `${option.name} ${value}`.replaceAll("_", " ")),
        el("span", { class: "quiet", id: `solved-${value}` }, this.known.get(this.keyOf(value)) ?? ""),
      ),
    );
    const all = el("button", { type: "button", id: "solve-all", onclick: () => void this.solveAll() }, "Can all be solved?");
    const isFresh = option.value === this.copy.value && this.text() === this.copy.text;
    return [el("h3", {}, "The levels"), el("ol", { class: "levels" }, ...rows), ...(isFresh ? [el("p", { id: "level-copy", role: "status" }, this.words)] : []), el("div", { class: "buttons" }, all, more), ...this.supplies()];
  }
  private known = new Map<string, string>(); // verdicts, by text and options
  private keyOf(value: string): string {
    const { option } = this;
    return this.text() + JSON.stringify(option ? { ...this.game.where.options, [option.name]: value } : {});
  }

  /// What looks at another board ends, though this place may not be seen.
  check(): void {
    if (!this.of || this.of === this.now) return;
    this.end();
    this.of = "";
  }

  private get now(): string {
    const { option } = this; // its values follow the text a little later
    return this.text() + JSON.stringify([this.game.where.options, option?.values, option?.value]);
  }
  private end(): void {
    this.errand?.end();
    this.errand = undefined;
  }
  private begin(): void {
    this.isOn = true;
    void this.solve(this.of);
  }

  /// What another thread finds; nothing if another board is drawn meanwhile.
  private async found(isOurs: () => boolean, more: Record<string, string> = {}): Promise<Solved | undefined> {
    let errand: Errand | undefined;
    try {
      const start = await engine();
      if (!isOurs()) return undefined;
      errand = this.errand = new Errand(start);
      errand.open(this.uri(), this.text());
      const { options, seed } = this.game.where;
      const solved = await errand.request<Solved>("glint/solve", { textDocument: { uri: this.uri() }, options: { ...options, ...more }, seed, limit: most });
      return isOurs() ? solved : undefined;
    } finally {
      errand?.end();
      if (this.errand === errand) this.errand = undefined;
    }
  }

  private async solve(of: string): Promise<void> {
    const say = (...children: (HTMLElement | null)[]) => replace(this.place, ...this.head(), ...children);
    say(el("p", { id: "solved", class: "quiet" }, "Looking for solutions…"));
    const isOurs = () => of === this.of && of === this.now; // no other board is drawn meanwhile
    try {
      const solved = await this.found(isOurs);
      if (!solved) return;
      const words = verdict(solved);
      if (this.option) this.known.set(this.keyOf(this.option.value), words);
      announce(words);
      const moves = (solved.moves ?? []).filter((move) => !move.startsWith("draw ")); // the seed has drawn
      say(
        el("p", { id: "solved", class: solved.count === 1 ? "good" : solved.count ? "" : "bad" }, words),
        el("p", { class: "quiet" }, "It is worked out again whenever the board changes."),
        moves.length
          ? el(
              "div",
              { class: "stack" },
              el("div", { class: "buttons" }, el("button", { type: "button", id: "show-solution", onclick: () => this.play(moves) }, "Show a shortest solution on the board")),
              el("details", {}, el("summary", {}, "Its moves"), el("ol", {}, ...moves.map((move) => el("li", {}, move)))),
            )
          : null,
      );
    } catch (error) {
      if (isOurs()) say(el("p", { class: "bad" }, (error as Error).message));
    }
  }

  /// One level after the other.
  private async solveAll(): Promise<void> {
    const { option, text } = { option: this.option, text: this.text() };
    if (!option) return;
    const wasLooking = this.errand !== undefined; // at the level that is drawn: it goes on afterwards
    this.end();
    const of = this.now;
    const isOurs = () => of === this.now && text === this.text();
    const say = (value: string, words: string) => {
      const place = this.place.querySelector(`#solved-${CSS.escape(value)}`);
      if (place) place.textContent = words;
    };
    for (const value of option.values!) {
      const key = this.keyOf(value);
      if (!this.known.has(key)) {
        say(value, "Looking for solutions…");
        const solved = await this.found(isOurs, { [option.name]: value }).catch((error: Error) => error);
        if (!solved) return;
        this.known.set(key, solved instanceof Error ? solved.message : verdict(solved));
      }
      say(value, this.known.get(key)!);
    }
    announce("All levels are worked out.");
    if (wasLooking && this.of === of) void this.solve(of);
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
