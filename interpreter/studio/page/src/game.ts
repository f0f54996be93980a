// A game at the board: the position that the moves lead to, choosing and playing a move, and the programs that play. The
// studio and exported games both have one of these.
import { Board } from "./board";
import { Clock, type ClockInfo, minutesEach } from "./clock";
import { announce, byId, el, replace } from "./dom";
import { Errand, engine } from "./link";
import { type Listed, Picks } from "./picks";
import {
  type BoardAnswer,
  type MovesAnswer,
  type Option,
  type Service,
  type Shown,
  type Trouble,
  type Where,
  errorText,
  inWords,
  lightWords,
  listedOf,
  pictureOf,
  reasonOf,
  touchedBy,
} from "./service";
import type { Kept, Recorded } from "./record";
import { type Node, Session } from "./session";

/// A bot plays the best move that it has found by then, seconds.
export const longestThought = 5;

/// Moves that are listed for the board; of more, those not listed can be typed.
const mostListed = 4000;

export interface Advice {
  move: string;
  value?: number; // what the program expects for the player to move, 0 to 1
  guessed?: boolean;
}

export class GameView {
  readonly session = new Session();
  options: Record<string, string> = {};
  seed = 1;
  seats: Record<string, string> = {}; // by player: the program that plays, or empty for a person
  shown: Shown | undefined;
  hasErrors = false; // the script: then what is shown is the last board before them
  notations: string[] = []; // how moves are written
  readonly clock = new Clock(() => this.answer?.players ?? [], (player) => void this.timeIsUp(player));
  clockChoice = ""; // empty: no clock; "game": the game's own; or minutes for each player

  private late: { player: string; seconds: number } | undefined; // who has run out of time
  private clockedAt = ""; // the position for which the clock runs
  private board: Board;
  private listed: Listed[] = [];
  private picks = new Picks([]);
  private pickedAfter = ""; // the moves before those that are picked from
  private pointed: number[] = [];
  private hinted: { place: string; move: string; cells: number[] } | undefined;
  private asked = 0; // the newest request for the board; older answers are not shown
  private reason: { place: string; text: string } | undefined; // why a cell cannot be picked: stays while the position does
  private thinker: { errand: Errand; text: string } | undefined;
  private thinking = false;
  private stateText = ""; // without who is thinking
  private news = ""; // to be spoken with the position that comes next
  private isOwnNews = false; // a person's move
  private speaker = 0;
  private said = ""; // who is to move or has won, as it was spoken last
  private isBusy = false;
  private seenBy: string | null = null; // in a game with secrets: who may look at the board now

  constructor(
    private service: Service,
    private uri: () => string,
    private text: () => string,
    private on: { shown(shown: Shown): void; failed?(reason: string): void; about(cell: string): void },
  ) {
    this.board = new Board(byId("board"), {
      pick: (cell) => void this.pickCell(cell),
      leave: () => this.back(),
      about: (cell) => {
        const label = this.answer?.cells[cell]?.cell;
        if (label) this.on.about(label);
      },
    });
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    byId("again").addEventListener("click", () => this.again());
    byId("hint").addEventListener("click", () => void this.hint());
    byId("everything").addEventListener("change", () => void this.refresh());
    byId("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const input = byId<HTMLInputElement>("move");
      if (input.value.trim()) void this.play(input.value.trim());
    });
    // The browser's list of moves closes as soon as one is written in full: while it is open, screen readers hear nothing else.
    byId<HTMLInputElement>("move").addEventListener("input", ({ target }) => {
      const input = target as HTMLInputElement;
      if (this.listed.some(({ text }) => text === input.value.trim())) input.removeAttribute("list");
      else input.setAttribute("list", "moves");
    });
    document.addEventListener("keydown", (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => this.session.canUndo && this.undo(),
        ArrowRight: () => this.session.canRedo && this.redo(),
        b: () => this.focusBoard(),
        m: () => byId("move").focus(),
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
    byId("curtain-open").addEventListener("click", () => {
      this.seenBy = this.shown?.board?.to_move ?? null;
      this.lift();
      void this.refresh(); // and the clock begins
    });
  }

  get answer(): BoardAnswer | undefined {
    return this.shown?.board;
  }
  get where(): Where {
    return { options: this.options, seed: this.seed, moves: this.session.moves };
  }
  /// The parameters of a request about this position.
  get params(): Record<string, unknown> {
    return { textDocument: { uri: this.uri() }, ...this.where };
  }
  /// The same for the same rules, options and moves.
  private get place(): string {
    return JSON.stringify(this.params) + this.text();
  }
  private get isPerson(): boolean {
    const mover = this.answer?.to_move;
    return !this.late && (!mover || !this.seats[mover]);
  }
  /// What a record keeps.
  get kept(): Kept {
    const { session, where, seats, answer } = this;
    const hasClock = this.clockChoice === "game";
    const late = hasClock ? this.late : undefined;
    return { session, where, seats, hasClock, result: this.late && !late ? null : (answer?.result ?? null), late: late?.player ?? "", lastSeconds: late?.seconds ?? null };
  }
  /// Who is to move after this many moves of the line that is played; empty if that is not known.
  playerAfter(depth: number): string {
    const line = this.session.line();
    return depth < line.length ? line[depth]!.mover : (this.answer?.to_move ?? "");
  }

  /// What lies on a cell, in words.
  wordsOf(label: string): string {
    const { answer } = this;
    const picture = answer && pictureOf(answer);
    return picture?.cells.find((cell) => cell.label === label)?.words ?? "";
  }

  // ---- the position

  /// What the script leaves out of pictures, if it is wanted.
  private get wanted(): { vars?: boolean; light?: boolean } {
    return byId<HTMLInputElement>("everything").checked ? { vars: true, light: true } : {};
  }

  /// Asks the engine for the position again: the moves, the options or the rules have changed.
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    this.wait();
    const secret = this.answer?.secrets ? (this.seenBy ?? "") : undefined;
    try {
      const as = secret === undefined || this.answer?.result ? {} : secret ? { as: secret } : {};
      // The script's rule says what follows, also when the minutes are not those of its clock.
      const late = this.late && (this.clockChoice === "game" || this.clockOfGame) ? { late: true } : {};
      const shown = await this.service.request<Shown>("glint/show", { ...this.params, ...as, ...late, ...this.wanted });
      if (asked !== this.asked) return;
      const moves =
        shown.board && !shown.board.result
          ? await this.service.request<MovesAnswer>("glint/moves", { ...this.params, ...this.wanted, most: mostListed })
          : undefined;
      if (asked !== this.asked) return;
      this.take(shown, moves);
    } catch (error) {
      if (asked !== this.asked) return;
      this.wait(false);
      this.on.failed?.((error as Error).message);
    }
  }

  /// Whether what is shown is still to follow the text, the options or the moves.
  wait(isBusy = true): void {
    this.isBusy = isBusy;
    byId("table").setAttribute("aria-busy", String(isBusy));
  }

  private take(shown: Shown, moves: MovesAnswer | undefined): void {
    const state = byId("state");
    const place = byId("board");
    this.wait(false);
    this.hasErrors = !shown.board;
    if (shown.board && !shown.board.cells) {
      // A board that is too large to be drawn.
      this.showNothing();
      byId("title").textContent = shown.board.title;
      state.textContent = shown.board.left_out ?? "";
      this.shown = undefined;
      this.listed = [];
      this.picks = new Picks([]);
      this.mark();
      return this.on.shown(shown);
    }
    if (!shown.board) {
      // The last board of this script stays, so that one sees what one is changing.
      if (!this.shown?.board) this.showNothing();
      place.classList.add("stale");
      state.classList.add("stale");
      state.textContent = !this.text().trim()
        ? "The script is empty. Begin with game \"NAME\", or choose a template in the list above."
        : this.shown?.board
          ? "The script has errors. This is the board before them."
          : "The script has errors, so there is no board yet.";
      this.listed = [];
      this.picks = new Picks([]);
      this.controls();
      this.mark();
      this.on.shown(shown);
      return;
    }
    place.classList.remove("stale");
    state.classList.remove("stale");
    this.shown = shown;
    const { board } = shown;
    if (!board.chosen) this.session.open();
    for (const player of board.players) this.seats[player] ??= "";
    this.session.line().forEach((node, i) => {
      const ply = shown.plies?.[i];
      if (ply) [node.mover, node.name] = [ply.player ?? "", ply.name];
    });
    this.notations = moves?.notations ?? this.notations;
    byId("title").textContent = board.title;
    const wrong = this.takeClock(shown);
    // They never become shorter during a game. What stands below them would move up and down between the moves of programs,
    // and a press that begins on a button and ends beside it does nothing.
    for (const each of [state, byId("facts")]) each.style.minHeight = this.session.canUndo ? `${Math.ceil(each.getBoundingClientRect().height)}px` : "";
    state.textContent = this.stateText = this.status(board, moves);
    state.classList.toggle("over", Boolean(board.result));
    this.forgetHint();
    const picture = pictureOf(board);
    if (picture) this.board.show(picture);
    else this.board.clear();
    this.listed = moves ? listedOf(moves, board) : [];
    // A move that is half picked stays so, if these moves still allow it.
    const line = this.session.moves.join("\n");
    this.picks = new Picks(this.listed, line === this.pickedAfter ? this.picks.chosen : []);
    this.pickedAfter = line;
    const list = this.listed.slice(0, 500).map(({ text }) => el("option", { value: text }));
    replace(byId("moves"), ...list);
    if (wrong) this.reason = { place: this.place, text: wrong };
    byId("refusal").textContent = shown.refused
      ? `Move ${shown.refused.number + 1}, \`${shown.refused.move}\`, is not legal under these rules: ${errorText(shown.refused)}`
      : (moves?.errors ?? []).map(errorText).join("\n") || (this.reason?.place === this.place ? this.reason.text : "");
    this.facts(board);
    this.controls();
    this.mark();
    this.draw(board);
    this.runClock();
    this.on.shown(shown);
    this.speak(board);
    void this.lookBack();
    void this.letProgramMove();
  }

  /// To be spoken with the next position, and not before it.
  private tell(news: string): void {
    clearTimeout(this.speaker);
    this.news = news;
  }

  /// What is new, and who is to move or has won, if that is new: for people who do not see it.
  private speak(board: BoardAnswer): void {
    const say = () => {
      const state = board.result ?? board.status;
      if (this.news || state !== this.said) announce([this.news, this.said ? "" : board.title, state].filter(Boolean).join(". "));
      this.news = "";
      this.said = state;
    };
    clearTimeout(this.speaker);
    // A program may answer so soon that what its opponent has done could not be heard: then both are said at once. And what
    // comes together with a new board is lost in some browsers.
    const isAnswered = this.isOwnNews && board.to_move && this.seats[board.to_move] && !board.result;
    const wait = isAnswered ? 1500 : this.said || this.news ? 0 : 800;
    if (!wait) return say();
    this.speaker = window.setTimeout(say, wait);
  }

  /// What the last move has changed, if it was not played here.
  private async lookBack(): Promise<void> {
    const { here } = this.session;
    const { answer } = this;
    if (!here.parent || here.touched || !answer || answer.secrets || this.shown?.refused) return;
    here.touched = [];
    const before = await this.service.request<Shown>("glint/show", { ...this.params, moves: this.where.moves.slice(0, -1), picture: false }).catch(() => undefined);
    if (before?.board) here.touched = touchedBy(before.board, answer);
    if (here === this.session.here) this.mark();
  }

  private showNothing(): void {
    this.board.clear();
    this.clock.stop();
    for (const id of ["title", "facts", "refusal", "moves"]) replace(byId(id));
    byId("title").textContent = "No game yet";
  }

  // ---- the clock

  get clockOfGame(): ClockInfo | undefined {
    return this.answer?.clock ?? undefined;
  }
  setClock(choice: string): void {
    this.clockChoice = choice;
    this.late = undefined;
    this.clockedAt = "";
    void this.refresh();
  }
  /// After `reset`: a record that has times was played with the game's clock, so it runs again with what is left.
  goOnWithClock({ moves, times, late }: Pick<Recorded, "moves" | "times" | "late">): void {
    if (late || times.some((time) => time !== null)) this.clockChoice = "game";
    if (late) this.late = { player: late, seconds: times[moves.length] ?? 0 };
  }
  /// A record may speak of a clock that the script does not have, or no longer. What is wrong with it.
  private takeClock({ board, not_late: refused }: Shown): string {
    if (this.clockChoice === "game" && !board?.clock) this.clockChoice = "";
    if (!this.late || !refused) return "";
    const { player } = this.late;
    this.late = undefined;
    return `${player} cannot have run out of time: ${refused.message}.`;
  }
  private runClock(): void {
    const { clockChoice: choice, answer } = this;
    this.clock.info = choice === "game" ? this.clockOfGame : choice ? minutesEach(Number(choice)) : undefined;
    const mover = answer && !answer.result && !this.late && byId("curtain").hidden && this.isPerson ? (answer.to_move ?? "") : "";
    const here = JSON.stringify(this.where);
    this.clock.show(this.session.line(), mover, here === this.clockedAt);
    this.clockedAt = here;
  }
  private async timeIsUp(player: string): Promise<void> {
    this.late = { player, seconds: this.clock.taken ?? 0 };
    this.stop();
    await this.refresh();
    announce(this.answer?.result ? `${player} has run out of time. ${this.answer.result}` : `${player} has lost on time.`, true);
  }

  private status(board: BoardAnswer, moves: MovesAnswer | undefined): string {
    const many = moves && moves.count > mostListed ? `; ${mostListed} of ${moves.count} moves can be clicked, others typed` : "";
    const plies = this.shown?.played ?? 0;
    const late = this.late ? `${this.late.player} ${board.result ? "has run out of time: " : "has lost on time"}` : "";
    return `${late}${board.result ?? (late ? "" : board.status)}${plies ? ` · move ${plies + (board.result ? 0 : 1)}` : ""}${many}`;
  }

  private facts(board: BoardAnswer): void {
    // Some scripts name the player themselves.
    const notes = board.notes.map(({ player, text }) => el("pre", {}, player && !text.startsWith(`${player}: `) ? `${player}: ${text}` : text));
    const values = Object.entries(board.variables);
    if (board.score !== null && board.score !== undefined)
      values.unshift(
        ...(typeof board.score === "number"
          ? [["score", String(board.score)] as [string, string]]
          : Object.entries(board.score).map(([player, score]): [string, string] => [`score of ${player}`, String(score)])),
      );
    const list = el("dl", {});
    for (const [name, value] of values) list.append(el("dt", {}, name), el("dd", {}, value || "none"));
    replace(byId("facts"), ...notes, values.length ? list : null, board.left_out ? el("p", { class: "bad" }, board.left_out) : null);
  }

  private controls(): void {
    byId<HTMLButtonElement>("undo").disabled = !this.session.canUndo;
    byId<HTMLButtonElement>("redo").disabled = !this.session.canRedo;
    const mustFind = this.answer?.must_find && !this.wanted.light;
    byId<HTMLButtonElement>("hint").disabled = !this.answer || this.hasErrors || Boolean(this.answer.result) || Boolean(mustFind);
  }

  /// In a game with secrets, people at one screen take turns to look.
  private draw(board: BoardAnswer): void {
    const people = board.players.filter((player) => !this.seats[player]);
    const mover = board.to_move;
    const curtain = byId("curtain");
    if (!board.secrets || !mover || this.seats[mover] || this.seenBy === mover) return this.lift();
    if (people.length === 1) {
      this.seenBy = mover;
      return void this.refresh();
    }
    byId("curtain-text").textContent = `Hand over to ${mover}. Only ${mover} may look now.`;
    curtain.hidden = false;
    replace(byId("facts"));
    this.hide(true); // neither a key nor a screen reader leads behind it
    byId("curtain-open").focus();
  }
  private lift(): void {
    byId("curtain").hidden = true;
    this.hide(false);
  }
  private hide(isHidden: boolean): void {
    for (const each of document.querySelectorAll<HTMLElement>("body > header, body > nav, body > main")) each.inert = isHidden;
  }

  /// Puts the focus on what may be chosen: the board, or buttons if no cell may be picked.
  focusBoard(): void {
    const { cells } = this.picks.next();
    const button = byId("choosing").querySelector<HTMLElement>("button");
    if (!cells.size && button) button.focus();
    else this.board.enter(cells);
  }

  // ---- choosing

  private mark(): void {
    const next = this.picks.next();
    const values = this.picks.chosen;
    const first = this.picks.fitting[0];
    const chosen = values.flatMap((_, i) => first?.picks[i]?.cells ?? []);
    const active = this.isPerson && !this.thinking;
    const last = this.hasErrors ? [] : (this.session.here.touched ?? []);
    this.board.mark({ can: active ? next.cells : new Set(), chosen, shown: [...this.pointed, ...(this.hinted?.cells ?? [])], last });
    const buttons: HTMLElement[] = [];
    if (active) {
      const point = (cells: number[]) => ({
        onpointerenter: () => this.point(cells),
        onpointerleave: () => this.point([]),
        onfocus: () => this.point(cells),
        onblur: () => this.point([]),
      });
      for (const move of next.whole)
        buttons.push(el("button", { type: "button", class: "main", onclick: () => void this.play(move.text) }, values.length ? `Play ${move.text}` : move.text));
      for (const { value, cells } of next.others.slice(0, 60))
        buttons.push(el("button", { type: "button", onclick: () => this.pickValue(value), ...point(cells) }, value || "none"));
    }
    // What comes next: a cell that is marked, or one of the buttons.
    const named = next.picks.join(" or ");
    const where = `Next: ${named}${next.cells.size ? `, a cell with a dotted edge${next.others.length ? ", or" : ""}` : ""}`;
    const words = [values.length ? `${values.join(" ")} …` : "", named && (buttons.length || values.length) ? where : ""];
    const back = values.length ? el("button", { type: "button", onclick: () => this.back() }, "Back") : null;
    const place = byId("choosing");
    const hadFocus = place.contains(document.activeElement);
    place.setAttribute("aria-label", words.filter(Boolean).join(" ") || "Choices");
    if (!buttons.length && !back) {
      replace(place);
      if (hadFocus) this.board.enter(new Set()); // where it was; else the next key would begin at the top of the page
      return;
    }
    replace(place, el("span", {}, words.filter(Boolean).join(" ")), el("div", { class: "buttons" }, ...buttons, back));
    if (hadFocus) (buttons[0] ? buttons[0].focus() : this.focusBoard());
  }

  private point(cells: number[]): void {
    this.pointed = cells;
    const next = this.picks.next();
    const first = this.picks.fitting[0];
    const chosen = this.picks.chosen.flatMap((_, i) => first?.picks[i]?.cells ?? []);
    this.board.mark({ can: next.cells, chosen, shown: cells, last: this.session.here.touched ?? [] });
  }

  private async pickCell(cell: number): Promise<void> {
    if (!this.answer || this.answer.result || this.thinking || !this.isPerson) return;
    if (this.hasErrors) return void (byId("refusal").textContent = "The script has errors: the board can be played on when they are mended.");
    const value = this.picks.valueOf(cell);
    if (value !== undefined) return this.pickValue(value, true);
    const { whole } = this.picks.next();
    if (this.picks.chosen.length && whole.length === 1 && whole[0]!.picks.at(-1)?.cells[0] === cell) return void this.play(whole[0]!.text);
    const label = this.answer.cells[cell]!.cell;
    if (this.picks.chosen.length && this.picks.fitting[0]?.picks[this.picks.chosen.length - 1]?.cells[0] === cell) return this.sayNext();
    if (this.picks.chosen.length) {
      // Perhaps another choice is meant.
      const chosen = this.picks.chosen;
      this.picks.chosen = [];
      const begins = this.picks.valueOf(cell);
      if (begins !== undefined) return this.pickValue(begins, true);
      this.picks.chosen = chosen;
    }
    await this.why(label);
  }

  private pickValue(value: string, isCell = false): void {
    this.reason = undefined;
    byId("refusal").textContent = "";
    // A cell that would be a whole move, where buttons begin other moves, is played when it is picked again: somebody who
    // expects to choose next what comes to the cell has not meant it.
    const hasOthers = this.picks.next().others.length > 0;
    const move = this.picks.pick(value);
    if (move && !(isCell && hasOthers)) return void this.play(move.text);
    this.mark();
    if (move) return announce(`${move.text}. Pick the cell again to play it`);
    this.sayNext();
  }

  private sayNext(): void {
    const next = this.picks.next();
    const cells = [...next.cells].map((cell) => this.answer!.cells[cell]!.cell);
    // A move that may go on: picked again, its last cell is its end.
    const end = next.whole.length ? ". Pick the cell again to end the move" : "";
    announce(`${this.picks.chosen.join(" ")}. Next ${next.picks.join(" or ")}: ${inWords([...cells, ...next.others.map((other) => other.value)].slice(0, 12))}${end}`);
  }

  private back(): void {
    if (!this.picks.chosen.length) return;
    this.picks.back();
    this.mark();
    announce(this.picks.chosen.length ? `back to ${this.picks.chosen.join(" ")}` : "nothing picked");
  }

  /// Says why a cell cannot be picked now.
  private async why(label: string): Promise<void> {
    const { place } = this;
    const answer = await this.service
      .request<{ reasons?: ({ move: string; pick: string } & Trouble)[] }>("glint/why", { ...this.params, cell: label, picked: this.picks.chosen })
      .catch(() => ({ reasons: [] }));
    // The engine tried moves that nobody has meant: only their reasons are told.
    const reasons = (answer.reasons ?? []).map(({ move, message, help }) => `${move.replaceAll("_", " ")}: ${reasonOf(message)}${help ? ` (${help})` : ""}`);
    const text = [`${label} cannot be picked now.`, ...[...new Set(reasons)].slice(0, 4)].join("\n");
    if (place !== this.place) return;
    this.reason = { place, text };
    byId("refusal").textContent = text;
  }

  // ---- moves

  async play(move: string): Promise<void> {
    const mover = this.answer?.to_move ?? "";
    const seconds = this.clock.taken;
    if (this.late) return void (byId("refusal").textContent = `${this.late.player} has lost on time: take a move back, or begin again.`);
    const asked = ++this.asked;
    const wasBusy = this.isBusy;
    this.wait();
    const shown = await this.service.request<Shown>("glint/play", { ...this.params, ...this.wanted, move, picture: false }).catch((error: Error) => error);
    if (asked !== this.asked) return;
    if (shown instanceof Error || shown.refused || !shown.board) {
      const why = shown instanceof Error ? shown.message : shown.refused ? errorText(shown.refused) : "the script has errors";
      const text = why.startsWith(`\`${move}\``) || shown instanceof Error ? why : `\`${move}\`: ${why}`;
      this.reason = { place: this.place, text };
      byId("refusal").textContent = text;
      this.mark();
      this.wait(false);
      if (wasBusy) await this.refresh(); // whose answer was not waited for
      return;
    }
    byId<HTMLInputElement>("move").value = "";
    this.session.play(move, mover, seconds);
    const { board } = shown;
    const what = board.chosen ? `${mover} has chosen` : `${mover ? `${mover} plays ` : ""}${move}`;
    const light = board.secrets ? "" : lightWords(this.answer?.light ?? {}, board.light);
    this.tell([this.isOwnNews ? this.news : "", what, light].filter(Boolean).join(". "));
    this.isOwnNews = !this.seats[mover];
    if (!board.secrets && this.answer) this.session.here.touched = touchedBy(this.answer, board);
    await this.refresh();
  }

  /// Takes a move back; with programs at the board, those after a person's move too.
  undo(): void {
    this.late = undefined;
    const programs = Object.values(this.seats).some((program) => !program);
    let mover: string;
    do {
      mover = this.session.here.mover;
      this.session.undo();
    } while (programs && this.seats[mover] && this.session.canUndo);
    this.stop();
    this.tell("a move was taken back");
    void this.refresh();
  }
  redo(): void {
    this.session.redo();
    this.tell(this.wordsHere);
    this.stop();
    void this.refresh();
  }
  /// To any position of the tree.
  goTo(node: Node): void {
    this.late = undefined;
    this.session.go(node);
    this.tell(this.wordsHere);
    this.stop();
    void this.refresh();
  }
  again(seed = this.seed): void {
    this.seed = seed;
    this.seenBy = null;
    this.late = undefined;
    this.clockedAt = "";
    this.session.clear();
    this.stop();
    this.tell("a new game");
    void this.refresh();
  }
  /// Another script: nothing of the old one is kept.
  reset(moves: string[] = [], options: Record<string, string> = {}, seed = 1): void {
    this.stop();
    this.late = undefined;
    this.clockedAt = "";
    this.clockChoice = "";
    this.session.load(moves);
    this.options = options;
    this.seed = seed;
    this.seats = {};
    this.seenBy = null;
    this.shown = undefined;
    this.said = "";
    this.tell("");
    this.isOwnNews = false;
    byId<HTMLInputElement>("move").value = "";
  }

  private get wordsHere(): string {
    const { here, moves } = this.session;
    if (!here.parent) return "at the beginning";
    return here.isOpen ? `after move ${moves.length}, ${here.move}` : `after move ${moves.length}`;
  }

  // ---- programs

  private async ask(program: string): Promise<Advice> {
    const text = this.text();
    if (this.thinker?.text !== text) {
      this.stop();
      const errand = new Errand(await engine());
      errand.open(this.uri(), text);
      this.thinker = { errand, text };
    }
    const advice = await this.thinker.errand.request<Partial<Advice> & { errors: Trouble[] }>("glint/advice", { ...this.params, bot: program, seconds: longestThought });
    if (advice.move === undefined) throw new Error(advice.errors.map(errorText).join("\n"));
    return { ...advice, move: advice.move };
  }

  /// Whoever thinks stops.
  stop(): void {
    this.thinker?.errand.end();
    this.thinker = undefined;
    this.thinking = false;
  }

  private async letProgramMove(): Promise<void> {
    const mover = this.answer?.to_move;
    const program = mover && this.seats[mover];
    if (!program || this.thinking || this.late || this.answer?.result || this.shown?.refused) return;
    this.thinking = true;
    byId("state").textContent += " · thinking";
    this.mark();
    const here = this.session.here;
    try {
      const advice = await this.ask(program);
      this.thinking = false;
      if (here === this.session.here) await this.play(advice.move);
    } catch (error) {
      this.thinking = false;
      if ((error as Error).message === "stopped") return;
      byId("state").textContent = this.stateText;
      this.reason = { place: this.place, text: `${program} cannot play here: ${(error as Error).message}` };
      byId("refusal").textContent = this.reason.text;
      this.seats[mover] = "";
      this.on.shown(this.shown!);
      this.mark();
    }
  }

  async hint(): Promise<void> {
    const button = byId<HTMLButtonElement>("hint");
    button.disabled = true;
    try {
      const { move, value } = await this.ask("mcts:500");
      const text = `Hint: ${move}${value === undefined ? "" : ` (${Math.round(value * 100)} % for ${this.answer?.to_move})`}`;
      byId("refusal").textContent = "";
      announce(text, true);
      byId<HTMLInputElement>("move").value = move;
      const cells = this.listed.find((each) => each.text === move)?.picks.flatMap((pick) => pick.cells) ?? [];
      this.hinted = { place: this.place, move, cells };
      this.mark();
    } catch (error) {
      announce((error as Error).message, true);
    }
    this.controls();
  }

  /// A hint is for one position.
  private forgetHint(): void {
    if (!this.hinted || this.hinted.place === this.place) return;
    const field = byId<HTMLInputElement>("move");
    if (field.value === this.hinted.move) field.value = "";
    this.hinted = undefined;
  }

  setOption(option: Option, value: string): void {
    if (value === option.initial) delete this.options[option.name];
    else this.options[option.name] = value;
    this.stop();
    void this.refresh();
  }
  setSeat(player: string, program: string): void {
    this.seats[player] = program;
    this.stop();
    void this.refresh();
  }
}
