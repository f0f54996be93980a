// Puzzles, of one player or a team: whether the board that is drawn can be solved, in how many ways, and how long the shortest is, which
// is shown on the board; for a puzzle with an option of levels, all of them as a list. Another thread looks.
import { spoken } from "../names";
import { announce, el, replace } from "../dom";
import type { GameView } from "../game";
import { Errand, engine } from "../link";
import { addingLevel } from "./branches";
import { hasRanks, removing, swapping } from "./ranks";
import { Solutions } from "./solutions";
import type { Edit, Node } from "./syntax";
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
const longest = 30_000; // milliseconds that are spent on another solution

/// What the levels need of the drawing.
export interface Puzzle {
  uri(): string;
  text(): string;
  declarations(): Node[]; // of this text, or of the one before
  play(moves: string[], name: string): void; // shows them on the board
  /// Makes the edits, which are asked for when it is their turn. `then`: what is done when they are made.
  change(edits: () => Edit[], done: string | (() => string), refused: string, then?: () => void): void;
}

/// The option that says which of several boards is played, if there is one.
export const levelsIn = (options: Option[]): Option | undefined =>
  options.find(({ name, values }) => /^(level|puzzle|stage|board)s?$/.test(name) && values && values.length > 1 && values.length <= manyLevels);

export class Levels {
  readonly place = el("div", { class: "stack", id: "levels" });
  private isOn = false;
  private of = "";
  private errand: Errand | undefined;
  private copy = { value: "", of: "", text: "" }; // the level that was added, until it is changed

  private solutions: string[][] = []; // that were shown, of the board that is drawn,
  private many = 0; // and how many there are; 0: nobody knows

  constructor(
    private game: GameView,
    private puzzle: Puzzle,
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
  private added(): void {
    const [, last = "", first = ""] = /^option level: 1\.\.(\d+)\s*=\s*(\d+)/m.exec(this.puzzle.text()) ?? [];
    this.copy = { value: last, of: this.game.where.options.level ?? first, text: this.puzzle.text() };
    if (last) this.game.choose("level", last);
  }
  /// The new level is drawn at once: whoever goes on drawing means that one.
  private add(): void {
    const { puzzle } = this;
    puzzle.change(() => addingLevel(puzzle.text(), puzzle.declarations(), this.game.where.options), () => this.words, "The set-up of this puzzle cannot have levels.", () => this.added());
  }
  /// Two levels change places; the one that is drawn stays so.
  private swap(one: string, other: string): void {
    const { puzzle, option } = this;
    const turn = () => option && this.game.setOption(option, other);
    puzzle.change(() => swapping(puzzle.text(), puzzle.declarations(), Number(one), Number(other)), `What was level ${one} is level ${other} now. Undo takes it back.`, stays, turn);
  }
  /// A level leaves: one that stays is drawn before, with a number that there is afterwards.
  private remove(level: string): void {
    const { puzzle, option } = this;
    const { values = [], initial = "" } = option ?? {};
    if (option && values.length === 2) this.game.setOption(option, initial); // there is no option then
    else if (option && level === values.at(-1)) this.game.setOption(option, values.at(-2)!);
    puzzle.change(() => removing(puzzle.text(), puzzle.declarations(), Number(level)), `Level ${level} is gone, and those behind it have moved up. Undo gives it back.`, stays);
  }
  /// What is said of a level that was added.
  private get words(): string {
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
    const more = el("button", { type: "button", id: "add-level", onclick: () => this.add() }, "Add a level");
    if (!option) return [el("div", { class: "buttons" }, el("h3", {}, "The puzzle"), more), ...this.supplies()];
    const rows = option.values!.map((value) =>
      el(
        "li",
        {},
        el("button", { type: "button", id: `level-${value}`, "aria-pressed": String(value === option.value), onclick: () => this.game.setOption(option, value) }, spoken(`${option.name} ${value}`)),
        el("span", { class: "quiet", id: `solved-${value}` }, this.known.get(this.keyOf(value)) ?? ""),
      ),
    );
    const all = el("button", { type: "button", id: "solve-all", onclick: () => void this.solveAll() }, "Can all be solved?");
    const isFresh = option.value === this.copy.value && this.puzzle.text() === this.copy.text;
    return [el("h3", {}, "The levels"), el("ol", { class: "levels" }, ...rows), ...this.ranks(option), ...(isFresh ? [el("p", { id: "level-copy", role: "status" }, this.words)] : []), el("div", { class: "buttons" }, all, more), ...this.supplies()];
  }
  /// What may become of the level that is drawn.
  private ranks({ value, values = [] }: Option): HTMLElement[] {
    if (!hasRanks(this.puzzle.text(), this.puzzle.declarations())) return [];
    const at = values.indexOf(value);
    const swap = (id: string, words: string, other: string | undefined) => el("button", { type: "button", id, disabled: other === undefined, onclick: () => other !== undefined && this.swap(value, other) }, words);
    const remove = el("button", { type: "button", id: "level-remove", onclick: () => this.remove(value) }, `Take level ${value} away`);
    return [el("div", { class: "buttons", role: "group", "aria-label": `Level ${value}` }, swap("level-earlier", "Move it up", values[at - 1]), swap("level-later", "Move it down", values[at + 1]), remove)];
  }
  private known = new Map<string, string>(); // verdicts, by text and options
  private keyOf(value: string): string {
    const { option } = this;
    return this.puzzle.text() + JSON.stringify(option ? { ...this.game.where.options, [option.name]: value } : {});
  }

  /// What looks at another board ends, though this place may not be seen.
  check(): void {
    if (!this.of || this.of === this.now) return;
    this.end();
    this.of = "";
  }

  private get now(): string {
    const { option } = this; // its values follow the text a little later
    return this.puzzle.text() + JSON.stringify([this.game.where.options, option?.values, option?.value]);
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
  private async asked<T>(isOurs: () => boolean, ask: (errand: Errand, where: object) => Promise<T>, more: Record<string, string> = {}): Promise<T | undefined> {
    let errand: Errand | undefined;
    try {
      const start = await engine();
      if (!isOurs()) return undefined;
      errand = this.errand = new Errand(start);
      errand.open(this.puzzle.uri(), this.puzzle.text());
      const { options, seed } = this.game.where;
      const answer = await ask(errand, { textDocument: { uri: this.puzzle.uri() }, options: { ...options, ...more }, seed });
      return isOurs() ? answer : undefined;
    } finally {
      errand?.end();
      if (this.errand === errand) this.errand = undefined;
    }
  }
  private found = (isOurs: () => boolean, more: Record<string, string> = {}): Promise<Solved | undefined> => this.asked(isOurs, (errand, where) => errand.request<Solved>("glint/solve", { ...where, limit: most }), more);

  /// Another solution than those that were shown is looked for, and shown.
  async another(): Promise<void> {
    const { of, solutions } = this;
    if (!solutions.length || this.errand) return;
    if (solutions.length === this.many) return announce("All its solutions have been shown.", true);
    const isOurs = () => of === this.of && of === this.now && solutions === this.solutions;
    announce("Looking for another solution…", true);
    let timer: number | undefined;
    const found = await this.asked(isOurs, async (errand, where) => {
      timer = window.setTimeout(() => errand.end(), 2 * longest); // one position alone may take too long
      const listed = async (moves: string[]) => ((await errand.request<{ moves?: { move: string }[] }>("glint/moves", { ...where, moves })).moves ?? []).map(({ move }) => move);
      const solved = async (moves: string[]) => (await errand.request<Solved>("glint/solve", { ...where, moves, limit: most })).moves;
      return new Solutions({ listed, solved }).another(solutions, longest);
    }).catch(() => ({ isSure: false, moves: undefined }));
    clearTimeout(timer);
    if (!found || !isOurs()) return;
    if (!found.moves) return announce(found.isSure ? "There is no other solution." : `No other solution was found in ${longest / 1000} seconds.`, true);
    const moves = played(found.moves);
    solutions.push(moves);
    this.puzzle.play(moves, `Solution ${solutions.length}${this.many ? ` of ${this.many.toLocaleString("en")}` : ""}`);
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
      const moves = played(solved.moves ?? []);
      [this.solutions, this.many] = [[moves], solved.complete ? solved.count! : 0];
      const other = () => el("button", { type: "button", id: "another-solution", onclick: () => void this.another() }, "Show another one");
      say(
        el("p", { id: "solved", class: solved.count === 1 ? "good" : solved.count ? "" : "bad" }, words),
        el("p", { class: "quiet" }, "It is worked out again whenever the board changes."),
        moves.length
          ? el(
              "div",
              { class: "stack" },
              el("div", { class: "buttons" }, el("button", { type: "button", id: "show-solution", onclick: () => this.puzzle.play(moves, shortest) }, "Show a shortest solution on the board"), solved.count === 1 && solved.complete ? null : other()),
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
    const { option, text } = { option: this.option, text: this.puzzle.text() };
    if (!option) return;
    const wasLooking = this.errand !== undefined; // at the level that is drawn: it goes on afterwards
    this.end();
    const of = this.now;
    const isOurs = () => of === this.now && text === this.puzzle.text();
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

const stays = "The script would have an error then, so the levels stay as they are.";
const shortest = "A shortest solution";
/// Without what the seed has drawn.
const played = (moves: string[]): string[] => moves.filter((move) => !move.startsWith("draw "));

function verdict({ count, complete, moves, errors, positions = 0 }: Solved): string {
  if (count === undefined) return errors[0] ? errorText(errors[0]) : "It cannot be solved by search.";
  const length = moves ? ` The shortest takes ${moves.length} move${moves.length === 1 ? "" : "s"}.` : "";
  const searched = complete ? "" : ` Only ${positions.toLocaleString("en")} positions were searched, so there may be more.`;
  if (!count) return complete ? "It has no solution." : `No solution was found.${searched}`;
  if (count === 1 && complete) return `It has exactly one solution.${length}`;
  return `It has ${complete ? "" : "at least "}${count.toLocaleString("en")} solution${count === 1 ? "" : "s, counting those with spare moves"}.${length}${searched}`;
}
