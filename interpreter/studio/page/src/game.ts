// A game at the board: the position that the moves lead to, playing a move, the clock, and the programs that play. The studio
// and exported games both have one of these. How a move is chosen is in choosing.ts, who may look in curtain.ts.
import { Board } from "./board";
import { Choosing, type Table } from "./choosing";
import { showFound } from "./claims";
import { Clock, minutesEach } from "./clock";
import { Curtain } from "./curtain";
import { announce, byId, hush, replace } from "./dom";
import { factsOf } from "./facts";
import { Errand, engine } from "./link";
import {
  type BoardAnswer,
  type ClockInfo,
  type Found,
  type MovesAnswer,
  type Option,
  type Service,
  type Shown,
  type Trouble,
  type Where,
  claimsOf,
  errorText,
  lightWords,
  pictureOf,
  touchedBy,
} from "./service";
import type { Kept, Recorded } from "./kept";
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

const asOf = (viewer: string | undefined): { as?: string } => (viewer === undefined ? {} : { as: viewer });

export class GameView implements Table {
  readonly find = byId;
  readonly announce = announce;
  readonly session = new Session();
  options: Record<string, string> = {};
  seed = 1;
  seats: Record<string, string> = {}; // by player: the program that plays, or empty for a person
  shown: Shown | undefined;
  hasErrors = false; // the script: then what is shown is the last board before them
  notations: string[] = []; // how moves are written,
  claims: string[] = []; // and those of them that players must find
  readonly clock = new Clock(() => this.answer?.players ?? [], (player) => void this.timeIsUp(player));
  clockChoice = ""; // empty: no clock; "game": the game's own; or minutes for each player

  drawing: ((cell: number) => boolean) | undefined; // takes the clicks on the board, while it is drawn

  private late: { player: string; seconds: number } | undefined; // who has run out of time
  private clockedAt = ""; // the position for which the clock runs
  private board: Board;
  readonly curtain: Curtain;
  private choosing: Choosing;
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
  private rules = ""; // the text, options and seed of the position that was asked for last

  constructor(
    readonly service: Service,
    private uri: () => string,
    private text: () => string,
    private on: { shown(shown: Shown): void; failed?(reason: string): void; about(cell: string): void; wiped?(): void },
  ) {
    this.board = new Board(byId("board"), {
      pick: (cell) => this.drawing?.(cell) || void this.choosing.pickCell(cell),
      leave: () => this.choosing.back(),
      about: (cell) => {
        const label = this.answer?.cells[cell]?.cell;
        if (label) this.on.about(label);
      },
    });
    this.choosing = new Choosing(this.board, this);
    this.curtain = new Curtain({ opened: () => void this.refresh(), wipe: () => this.wipe() }); // and the clock begins
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    byId("again").addEventListener("click", () => this.again());
    byId("hint").addEventListener("click", () => void this.hint());
    byId("everything").addEventListener("change", () => void this.refresh());
    document.addEventListener("keydown", (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => this.undo(),
        ArrowRight: () => this.session.canRedo && this.redo(),
        b: () => this.choosing.focus(),
        m: () => byId("move").focus(),
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
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
  get place(): string {
    return JSON.stringify(this.params) + this.text();
  }
  /// Whom the position is shown to, as a parameter of a request.
  get viewer(): { as?: string } {
    return asOf(this.late ? undefined : this.curtain.viewer(this.answer?.players ?? [], this.seats));
  }
  /// Whether players are to find light or moves themselves, and nobody has asked for them: then nothing may tell of it.
  get mustFind(): boolean {
    return Boolean(this.answer?.must_find) && !this.wanted.light;
  }
  /// Whether somebody's choice waits for others, or is hidden from people at the board for another reason.
  get isSecret(): boolean {
    const { answer } = this;
    return Boolean(answer && !answer.result && (answer.secrets || answer.chosen) && this.viewer.as !== undefined);
  }
  private get isPerson(): boolean {
    const mover = this.answer?.to_move;
    return !this.late && (!mover || !this.seats[mover]);
  }
  /// What was claimed or said after this position, and stands: one may look back, but not play another move. Who sees all the
  /// light may.
  private get stood(): Node | undefined {
    return this.wanted.light ? undefined : this.session.standing();
  }
  private get canUndo(): boolean {
    return this.wanted.light ? this.session.canUndo : this.session.mayUndo(this.seats);
  }
  /// Whether a person may choose a move now.
  get isActive(): boolean {
    return this.isPerson && !this.thinking && !this.curtain.isDown && !this.stood;
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

  /// Whether what was asked for at this place is still for the eyes of whoever looks.
  isStill(place: string): boolean {
    return place === this.place && !this.curtain.isDown;
  }

  /// What lies on a cell, where its light comes from, and the beams that reach it, for whoever looks; nothing, if another
  /// position is shown when that is known.
  async about(cell: string): Promise<{ words: string; why: string[]; steps: string[] } | undefined> {
    const { answer, place } = this;
    const words = (answer && pictureOf(answer))?.cells.find(({ label }) => label === cell)?.words ?? "";
    if (this.mustFind) return { words, why: ["Its light is for the players to find: “Show all variables, light and moves” shows it."], steps: [] };
    const { why = [], steps = [] } = await this.service
      .request<{ why?: string[]; steps?: string[] }>("glint/trace", { ...this.params, ...this.viewer, cell })
      .catch((error: Error) => ({ why: [error.message], steps: [] as string[] }));
    return this.isStill(place) ? { words, why, steps } : undefined;
  }

  // ---- the position

  /// What the script leaves out of pictures, if it is wanted.
  get wanted(): { vars?: boolean; light?: boolean } {
    return byId<HTMLInputElement>("everything").checked ? { vars: true, light: true } : {};
  }

  /// Asks the engine for the position again: the moves, the options or the rules have changed.
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    this.wait();
    const { late } = this;
    const rules = JSON.stringify([this.text(), this.options, this.seed]);
    // The players may be others under other rules; and what waits must not be seen by changing them.
    let players = rules === this.rules ? (this.answer?.players ?? []) : [];
    const isForgotten = this.rules !== "" && rules !== this.rules && this.session.forgetHidden();
    this.rules = rules;
    try {
      let shown: Shown;
      let isClosed = false;
      for (;;) {
        const viewer = late ? undefined : this.curtain.viewer(players, this.seats);
        // The script's rule says what follows, also when the minutes are not those of its clock.
        const isLate = late && (this.clockChoice === "game" || this.clockOfGame) ? { late: true } : {};
        shown = await this.service.request<Shown>("glint/show", { ...this.params, ...asOf(viewer), ...isLate, ...this.wanted });
        if (asked !== this.asked) return;
        const { board } = shown;
        if (!board?.cells) break;
        isClosed = this.curtain.falls(board, this.seats, Boolean(board.result || late));
        players = board.players;
        // Who looks may be known only now.
        if (late || !(board.secrets || board.chosen) || this.curtain.viewer(players, this.seats) === viewer) break;
      }
      if (asked !== this.asked) return;
      const moves =
        shown.board && !shown.board.result && !isClosed
          ? await this.service.request<MovesAnswer>("glint/moves", { ...this.params, ...this.wanted, most: mostListed })
          : undefined;
      if (asked !== this.asked) return;
      this.take(shown, moves);
      if (isForgotten) announce(`The rules have changed: what waited for others is chosen again. ${shown.board?.status ?? ""}`, true);
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
      this.choosing.take(undefined, undefined);
      this.choosing.mark();
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
      this.choosing.take(undefined, undefined);
      this.controls();
      this.choosing.mark();
      this.on.shown(shown);
      return;
    }
    place.classList.remove("stale");
    state.classList.remove("stale");
    this.shown = shown;
    const { board } = shown;
    this.session.open(this.session.here, this.late || board.result ? 0 : board.chosen + this.session.moves.length - shown.played);
    for (const player of board.players) this.seats[player] ??= "";
    this.session.line().forEach((node, i) => {
      const ply = shown.plies?.[i];
      if (ply) [node.mover, node.name, node.stands] = [ply.player ?? "", ply.name, Boolean(ply.stands)];
    });
    this.notations = moves?.notations ?? this.notations;
    this.claims = claimsOf(moves);
    byId("title").textContent = board.title;
    const wrong = this.takeClock(shown);
    // They never become shorter during a game. What stands below them would move up and down between the moves of programs,
    // and a press that begins on a button and ends beside it does nothing.
    for (const each of [state, byId("facts")]) each.style.minHeight = this.session.canUndo ? `${Math.ceil(each.getBoundingClientRect().height)}px` : "";
    state.textContent = this.stateText = this.status(board, moves);
    state.classList.toggle("over", Boolean(board.result));
    this.choosing.forgetHint();
    const picture = pictureOf(board);
    if (picture) this.board.show(picture);
    else this.board.clear();
    this.choosing.take(moves, board);
    if (wrong) this.reason = { place: this.place, text: wrong };
    byId("refusal").textContent = shown.refused
      ? `Move ${shown.refused.number + 1}, \`${shown.refused.move}\`, is not legal under these rules: ${errorText(shown.refused)}`
      : (moves?.errors ?? []).map(errorText).join("\n") || (this.reason?.place === this.place ? this.reason.text : "");
    replace(byId("facts"), ...factsOf(board));
    this.controls();
    this.choosing.mark();
    this.session.here.found = shown.found ?? null;
    showFound(this.found);
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
    if (here === this.session.here) this.choosing.mark();
  }

  private showNothing(): void {
    this.board.clear();
    this.clock.stop();
    for (const id of ["title", "facts", "refusal", "moves"]) replace(byId(id));
    showFound(null);
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
    const mover = answer && !answer.result && !this.late && !this.curtain.isDown && this.isPerson ? (answer.to_move ?? "") : "";
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
    return `${late}${board.result ?? (late ? "" : board.status)}${plies ? ` · move ${plies + (board.result ? 0 : 1)}` : ""}${many}${this.stood ? " · looking back" : ""}`;
  }

  private controls(): void {
    byId<HTMLButtonElement>("undo").disabled = !this.canUndo;
    byId("undo").title = this.session.canUndo && !this.canUndo ? `${this.session.here.move} was said, and stands` : "";
    byId<HTMLButtonElement>("redo").disabled = !this.session.canRedo;
    byId<HTMLButtonElement>("hint").disabled = !this.answer || this.hasErrors || Boolean(this.answer.result) || this.mustFind;
  }

  /// What was claimed with the last move: until a person has moved, so that programs do not hurry it away.
  private get found(): Found | null {
    let node = this.session.here;
    while (!node.found && node.parent && this.seats[node.mover]) node = node.parent;
    return Object.values(this.seats).every(Boolean) ? null : node.found;
  }

  /// Says why something cannot be played: that stays while the position does.
  refuse(text: string): void {
    this.reason = text ? { place: this.place, text } : undefined;
    byId("refusal").textContent = text;
  }

  /// Somebody else is to look: nothing stays of what was typed, picked, refused or said.
  private wipe(): void {
    this.refuse("");
    this.choosing.wipe();
    hush();
    this.on.wiped?.();
  }

  // ---- moves

  async play(move: string): Promise<void> {
    const mover = this.answer?.to_move ?? "";
    const seconds = this.clock.taken;
    if (this.late) return void (byId("refusal").textContent = `${this.late.player} has lost on time: take a move back, or begin again.`);
    const { stood } = this;
    if (stood && !this.session.leads(move, stood)) return this.refuse(`\`${stood.move}\` was said after this, and stands. “Redo” leads back to it; who sees all light may try other moves.`);
    const asked = ++this.asked;
    const wasBusy = this.isBusy;
    this.wait();
    const shown = await this.service.request<Shown>("glint/play", { ...this.params, ...this.wanted, move, picture: false }).catch((error: Error) => error);
    if (asked !== this.asked) return;
    if (shown instanceof Error || shown.refused || !shown.board) {
      const why = shown instanceof Error ? shown.message : shown.refused ? errorText(shown.refused) : "the script has errors";
      this.refuse(why.startsWith(`\`${move}\``) || shown instanceof Error ? why : `\`${move}\`: ${why}`);
      this.choosing.mark();
      this.wait(false);
      if (wasBusy) await this.refresh(); // whose answer was not waited for
      return;
    }
    this.choosing.clear();
    this.session.play(move, mover, seconds);
    const { board } = shown;
    if (!board.chosen) this.session.open();
    if (mover && !this.seats[mover]) this.curtain.sits(mover);
    const what = board.chosen ? `${mover} has chosen` : `${mover ? `${mover} plays ` : ""}${move}`;
    const light = board.secrets || this.mustFind ? "" : lightWords(this.answer?.light ?? {}, board.light);
    this.tell([this.isOwnNews ? this.news : "", what, light, ...(shown.found?.why ?? [])].filter(Boolean).join(". "));
    this.isOwnNews = !this.seats[mover];
    if (!board.secrets && this.answer) this.session.here.touched = touchedBy(this.answer, board);
    await this.refresh();
  }

  /// Takes a move back, unless it stands.
  undo(): void {
    if (!this.canUndo) return;
    this.late = undefined;
    const before = this.session.before(this.seats);
    while (this.session.here !== before) this.session.undo();
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
    this.curtain.clear();
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
    this.rules = "";
    this.curtain.clear();
    this.shown = undefined;
    this.said = "";
    this.tell("");
    this.isOwnNews = false;
    this.choosing.clear();
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
    if (!program || this.thinking || this.late || this.stood || this.answer?.result || this.shown?.refused) return;
    this.thinking = true;
    byId("state").textContent += " · thinking";
    this.choosing.mark();
    const here = this.session.here;
    try {
      const advice = await this.ask(program);
      this.thinking = false;
      if (here === this.session.here) await this.play(advice.move);
    } catch (error) {
      this.thinking = false;
      if ((error as Error).message === "stopped") return;
      byId("state").textContent = this.stateText;
      this.refuse(`${program} cannot play here: ${(error as Error).message}`);
      this.seats[mover] = "";
      this.on.shown(this.shown!);
      this.choosing.mark();
    }
  }

  async hint(): Promise<void> {
    const button = byId<HTMLButtonElement>("hint");
    button.disabled = true;
    const { place } = this;
    try {
      const { move, value } = await this.ask("mcts:500");
      if (!this.isStill(place)) return;
      const text = `Hint: ${move}${value === undefined ? "" : ` (${Math.round(value * 100)} % for ${this.answer?.to_move})`}`;
      byId("refusal").textContent = "";
      announce(text, true);
      this.choosing.hint(move);
    } catch (error) {
      announce((error as Error).message, true);
    }
    this.controls();
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
