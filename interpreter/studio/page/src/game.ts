// A game at the board: the position that the moves lead to, playing a move, the clock, and the programs that play. The studio
// and exported games both have one of these. How a move is chosen is in choosing.ts, who may look in curtain.ts.
import { type About, aboutCell } from "./about";
import { Board } from "./board";
import { Choosing, type Table } from "./choosing";
import { showFound } from "./claims";
import { Curtain } from "./curtain";
import { wire } from "./controls";
import { announce, byId, hush, replace } from "./dom";
import { type Ends, endedBy, inWords } from "./ended";
import { endingOf, whyOver } from "./ending";
import { factsOf } from "./facts";
import { type Drawn, drawnPieces } from "./pictures";
import { type Part, boardLines, partWords } from "./partial";
import {
  type BoardAnswer,
  type Found,
  type MovesAnswer,
  type Option,
  type Service,
  type Shown,
  claimsOf,
  errorText,
  lightWords,
  pictureOf,
  touchedBy,
} from "./service";
import { Seen, asOf } from "./seen";
import { type Node, freshSeed } from "./session";
import { Speech } from "./speaking";
import { Timing } from "./timing";

/// Moves that are listed for the board; of more, those not listed can be typed.
const mostListed = 4000;

export class GameView extends Seen implements Table {
  readonly find = byId;
  readonly announce = announce;
  private drawnFor = "";
  private shownLines = ""; // those of the script that make the board that is shown
  drawn: Drawn[] = []; // pieces with their pictures, for choices
  ending: HTMLElement | undefined; // why the game is over
  notations: string[] = []; // how moves are written,
  claims: string[] = []; // and those of them that players must find
  readonly timing = new Timing(() => this.answer?.players ?? [], (player) => void this.timeIsUp(player));

  ends: () => Promise<Ends | undefined> = async () => undefined; // what the script says of its ends among the turns
  drawing: ((cell: number) => boolean) | undefined; // takes the clicks on the board, while it is drawn

  private board: Board;
  readonly curtain: Curtain;
  private choosing: Choosing;
  private asked = 0; // the newest request for the board; older answers are not shown
  private reason: { place: string; text: string } | undefined; // why a cell cannot be picked: stays while the position does
  private speech = new Speech();
  private stateText = ""; // without who is thinking
  private isBusy = false;
  private rules = ""; // the text, options and seed of the position that was asked for last

  constructor(
    service: Service,
    uri: () => string,
    text: () => string,
    private on: { shown(shown: Shown): void; failed?(reason: string): void; about(cell: string): void; wiped?(): void; part?(text: string, isWanted: () => boolean): Promise<Part | undefined> },
  ) {
    super(service, uri, text);
    this.board = new Board(byId("board"), {
      pick: (cell) => this.drawing?.(cell) || void this.choosing.pickCell(cell),
      leave: () => this.choosing.back(),
      about: (cell) => {
        const label = this.answer?.cells[cell]?.cell;
        if (label) this.on.about(label);
      },
    });
    this.choosing = new Choosing(this.board, this);
    this.curtain = new Curtain({ opened: () => void this.refresh(), wipe: () => this.wipe(), game: () => this.session.present }); // and the clock begins
    wire(this);
  }

  /// Puts the focus on what may be chosen.
  focus(): void {
    this.choosing.focus();
  }
  get canRedo(): boolean {
    return this.session.canRedo;
  }
  /// What lies on a cell, where its light comes from, and the beams that reach it, for whoever looks; nothing, if another
  /// position is shown when that is known.
  async about(cell: string): Promise<About | undefined> {
    const { answer, place } = this;
    const about = await aboutCell(this.service, { ...this.params, ...this.viewer, cell }, answer, this.mustFind);
    return this.isStill(place) ? about : undefined;
  }

  // ---- the position

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
        const isLate = late && (this.timing.choice === "game" || this.clockOfGame) ? { late: true } : {};
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
      const { ending = null } = shown;
      if (shown.board?.result && !late && !ending?.doc) shown.ending = await this.ends().then((ends) => (!ends ? ending : ending ? inWords(ending, ends) : endedBy(this.service, this.params, ends, shown))).catch(() => ending);
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
      const isEmpty = !this.text().trim();
      // That of another script tells nothing.
      if (this.shown?.board && !this.session.moves.length && !this.text().includes(`"${this.shown.board.title}"`)) this.shown = undefined;
      if (!this.shown?.board) this.showNothing();
      place.classList.toggle("stale", Boolean(this.shown?.board));
      state.classList.add("stale");
      state.textContent = isEmpty
        ? "The script is empty. Begin with game \"NAME\", or choose a template under Invent on the start page."
        : this.shown?.board
          ? "The script has errors. This is the board before them."
          : "The script has errors, so there is no board yet.";
      if (!isEmpty) void this.showPart();
      this.choosing.take(undefined, undefined);
      this.controls();
      this.choosing.mark();
      this.on.shown(shown);
      return;
    }
    place.classList.remove("stale");
    state.classList.remove("stale");
    this.shown = shown;
    this.shownLines = boardLines(this.text());
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
    const wrong = this.timing.take(board, shown.not_late);
    // They never become shorter during a game. What stands below them would move up and down between the moves of programs,
    // and a press that begins on a button and ends beside it does nothing.
    for (const each of [state, byId("facts")]) each.style.minHeight = this.session.canUndo ? `${Math.ceil(each.getBoundingClientRect().height)}px` : "";
    state.textContent = this.stateText = this.status(board, moves);
    state.classList.toggle("over", Boolean(board.result));
    const why = this.late ? [] : whyOver(shown, shown.plies?.at(-1)?.name ?? "");
    this.ending = board.result || this.late ? endingOf(why, () => this.again()) : undefined;
    this.choosing.forgetHint();
    const picture = pictureOf(board);
    if (picture) this.board.show(picture);
    else this.board.clear();
    this.choosing.take(moves, board);
    void this.drawPieces();
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
    this.speech.speak(board.title, [board.result ?? board.status, ...why].join(". "), Boolean(board.to_move && this.seats[board.to_move] && !board.result));
    void this.lookBack();
    void this.letProgramMove();
  }

  /// Pieces as pictures: asked for once for the same rules.
  private async drawPieces(): Promise<void> {
    if (this.drawnFor === this.rules) return;
    const rules = (this.drawnFor = this.rules);
    this.drawn = [];
    const drawn = await drawnPieces(this.service, { textDocument: this.params.textDocument, options: this.options });
    if (rules !== this.rules || !drawn.length) return;
    this.drawn = drawn;
    this.choosing.mark();
  }

  /// The script has errors: the board of what is right, unless the lines that make it are as they were on the last one.
  private async showPart(): Promise<void> {
    const text = this.text();
    const { asked } = this;
    if (!this.on.part || (this.shown?.board && (this.session.moves.length || boardLines(text) === this.shownLines))) return;
    const part = await this.on.part(text, () => asked === this.asked);
    if (asked !== this.asked || !part?.shown.board?.picture) return;
    this.board.show(pictureOf(part.shown.board)!);
    byId("board").classList.remove("stale");
    byId("title").textContent = part.shown.board.title;
    byId("state").textContent = partWords(part);
    this.choosing.mark();
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
    this.timing.stop();
    for (const id of ["title", "facts", "refusal", "moves"]) replace(byId(id));
    showFound(null);
    byId("title").textContent = "No game yet";
  }

  // ---- the clock

  setClock(choice: string): void {
    this.timing.choose(choice);
    void this.refresh();
  }
  /// After `reset`: who plays, with which clock, and who has sat there before.
  sit(seats: Record<string, string> = {}, clock = "", sat: string[] = []): void {
    this.seats = { ...seats };
    this.timing.choice = clock;
    for (const player of sat) this.curtain.sits(player);
  }
  private runClock(): void {
    const { answer } = this;
    const mover = answer && !answer.result && !this.late && !this.curtain.isDown && this.isPerson ? (answer.to_move ?? "") : "";
    this.timing.run(this.clockOfGame, this.session.line(), mover, JSON.stringify(this.where));
  }
  private async timeIsUp(player: string): Promise<void> {
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

  /// Somebody has looked at something else since.
  forgetRefusal(): void {
    if (this.reason) this.refuse("");
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
    const seconds = this.timing.taken;
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
    const { board } = shown;
    this.session.play(move, mover, seconds, board.chosen > 0);
    if (!board.chosen) this.session.open();
    if (mover && !this.seats[mover]) this.curtain.sits(mover);
    const what = board.chosen ? `${mover} has chosen` : `${mover ? `${mover} plays ` : ""}${move}`;
    const light = board.secrets || this.mustFind ? "" : lightWords(this.answer?.light ?? {}, board.light);
    this.speech.tell([what, light, ...(shown.found?.why ?? [])].filter(Boolean).join(". "), true);
    this.speech.isOwn = !this.seats[mover];
    if (!board.secrets && this.answer) this.session.here.touched = touchedBy(this.answer, board);
    await this.refresh();
  }

  /// Takes a move back, unless it stands.
  undo(): void {
    if (!this.canUndo) return;
    this.timing.late = undefined;
    const before = this.session.before(this.seats);
    while (this.session.here !== before) this.session.undo();
    this.stop();
    this.speech.tell("a move was taken back");
    void this.refresh();
  }
  redo(): void {
    this.session.redo();
    this.came();
  }
  /// To any position of the tree.
  goTo(node: Node): void {
    this.timing.late = undefined;
    this.session.go(node);
    this.came();
  }
  /// Somewhere in the tree, perhaps in a game for which chance had another seed.
  private came(): void {
    this.seed = this.session.seed ?? this.seed;
    this.speech.tell(this.wordsHere);
    this.stop();
    void this.refresh();
  }
  /// A line of moves from the start, as a branch to be gone through: its first move is played, and Redo leads along.
  branch(moves: string[]): void {
    let node = this.session.start;
    for (const move of moves) node = this.session.add(node, move);
    this.session.open(node);
    this.session.go(node);
    this.goTo(this.session.line()[0] ?? this.session.start);
  }
  /// Another game from the start; that which was played stays as a branch. Where something is hidden chance draws anew: what
  /// was dealt has been seen from some seat.
  again(seed = this.answer?.secrets ? freshSeed() : this.seed): void {
    const isKept = this.session.start.children.length > 0;
    this.session.again(this.seed, seed);
    this.seed = seed;
    this.curtain.again();
    this.timing.forget();
    this.stop();
    this.speech.tell(isKept ? "a new game; the last one is kept among the moves" : "a new game");
    void this.refresh();
  }
  /// Another script: nothing of the old one is kept.
  reset(moves: string[] = [], options: Record<string, string> = {}, seed = 1): void {
    this.stop();
    this.timing.choose("");
    this.session.load(moves);
    this.options = options;
    this.seed = seed;
    this.seats = {};
    this.rules = "";
    this.curtain.clear();
    this.shown = undefined;
    this.speech.forget();
    this.choosing.clear();
  }

  private get wordsHere(): string {
    const { here, moves } = this.session;
    if (!here.parent) return "at the beginning";
    return here.isOpen ? `after move ${moves.length}, ${here.move}` : `after move ${moves.length}`;
  }

  // ---- programs

  /// Whoever thinks stops.
  stop(): void {
    this.programs.stop();
  }

  private async letProgramMove(): Promise<void> {
    const mover = this.answer?.to_move;
    const program = mover && this.seats[mover];
    if (!program || this.programs.isThinking || this.late || this.stood || this.answer?.result || this.shown?.refused) return;
    byId("state").textContent += " · thinking";
    const { here } = this.session;
    const thought = this.programs.think(program);
    this.choosing.mark();
    const advice = await thought;
    if (advice && "move" in advice) return void (here === this.session.here && (await this.play(advice.move)));
    if (!advice) return; // stopped
    byId("state").textContent = this.stateText;
    this.refuse(`${program} cannot play here: ${advice.trouble}`);
    this.seats[mover] = "";
    this.on.shown(this.shown!);
    this.choosing.mark();
  }

  async hint(): Promise<void> {
    const button = byId<HTMLButtonElement>("hint");
    button.disabled = true;
    const { place } = this;
    try {
      const { move, value } = await this.programs.ask("mcts:500");
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
    if (value !== option.initial) return this.choose(option.name, value);
    delete this.options[option.name];
    this.stop();
    void this.refresh();
  }
  /// The value of an option, which the script may have only now.
  choose(name: string, value: string): void {
    this.options[name] = value;
    this.stop();
    void this.refresh();
  }
  setSeat(player: string, program: string): void {
    this.seats[player] = program;
    this.stop();
    void this.refresh();
  }
}
