// Choosing a move at the board: what may be picked is marked there or offered as a button, and a cell that cannot be picked
// says why. A whole move is played.
import { type Seen, firstWords, groupsOf, leadOf, pictureOfValue } from "./asking";
import { spoken } from "./names";
import type { Board } from "./board";
import { el, replace } from "./dom";
import { type Listed, Picks } from "./picks";
import { type Drawn, picturesFor } from "./pictures";
import { type BoardAnswer, type MovesAnswer, type Service, type Trouble, inWords, listedOf, reasonOf } from "./service";
import type { Session } from "./session";

/// The game for which moves are chosen, and where: a page, or an element in one.
export interface Table {
  readonly session: Session;
  readonly service: Service;
  readonly answer: BoardAnswer | undefined;
  readonly hasErrors: boolean; // the script: then what is shown is an earlier board
  readonly isActive: boolean; // a person may choose now
  readonly mustFind: boolean; // players are to find light or moves themselves
  readonly claims: string[]; // how claims are written that the players must find
  readonly docs?: Record<string, string>; // by move: its author's comment
  readonly drawn?: Drawn[]; // pieces of the game with their pictures, if they are known
  readonly ending?: HTMLElement | undefined; // why the game is over, in the place of choices
  readonly place: string; // the same for the same rules, options and moves
  readonly params: Record<string, unknown>; // of a request about this position
  readonly wanted: object; // what else is to be shown
  isStill(place: string): boolean;
  play(move: string): Promise<void>;
  refuse(text: string): void;
  announce(text: string): void; // a screen reader speaks it
  /// The element with this id: "typed" (the form), "move" (its field), "moves" (its list), "choosing".
  find<T extends HTMLElement = HTMLElement>(id: string): T;
}

/// The words of a notation between what is picked.
const wordsOf = (notation: string): string[] =>
  notation
    .split(/\{[^}]*\}/)
    .flatMap((part) => part.trim().split(/\s+/))
    .filter(Boolean);

export class Choosing {
  private listed: Listed[] = [];
  private picks = new Picks([]);
  private pickedAfter = ""; // the moves before those that are picked from
  private pointed: number[] = [];
  private isClaiming = false; // a claim is put together, where other moves could be picked
  private hinted: { place: string; move: string; cells: number[] } | undefined;

  constructor(
    private board: Board,
    private game: Table,
  ) {
    this.game.find("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) void this.game.play(text);
    });
    // The browser's list of moves closes as soon as one is written in full: while it is open, screen readers hear nothing else.
    this.game.find("typed").addEventListener("input", () => {
      const input = this.field;
      if (this.listed.some(({ text }) => text === input.value.trim())) input.removeAttribute("list");
      else input.setAttribute("list", "moves");
      if (this.isWritten) this.mark();
    });
  }

  private get field(): HTMLInputElement {
    return this.game.find<HTMLInputElement>("move");
  }

  /// Another position: these moves may be played, or none.
  take(moves: MovesAnswer | undefined, board: BoardAnswer | undefined): void {
    this.listed = moves && board ? listedOf(moves, board) : [];
    for (const text of moves?.said ?? []) if (!this.listed.some((each) => each.text === text)) this.listed.push({ text, name: "", picks: [] });
    // A move that is half picked stays so, if these moves still allow it.
    const line = this.game.session.moves.join("\n");
    this.picks = new Picks(this.listed, line === this.pickedAfter ? this.picks.chosen : []);
    if (line !== this.pickedAfter) this.isClaiming = false;
    this.pickedAfter = line;
    const list = this.listed.slice(0, 500).map(({ text }) => el("option", { value: text }));
    if (board) replace(this.game.find("moves"), ...list);
  }

  /// A move was played, or another game begins.
  clear(): void {
    this.field.value = "";
  }
  /// Nothing that was typed, picked or hinted stays; the browser's undo in the field has nothing, either.
  wipe(): void {
    this.picks.chosen = [];
    this.hinted = undefined;
    this.isClaiming = false;
    const field = this.field.cloneNode() as HTMLInputElement;
    field.value = "";
    field.setAttribute("list", "moves");
    this.field.replaceWith(field);
  }

  /// Marks a program's move on the board, and writes it into the field.
  hint(move: string): void {
    this.field.value = move;
    const cells = this.listed.find((each) => each.text === move)?.picks.flatMap((pick) => pick.cells) ?? [];
    this.hinted = { place: this.game.place, move, cells };
    this.mark();
  }
  /// A hint is for one position.
  forgetHint(): void {
    if (!this.hinted || this.hinted.place === this.game.place) return;
    if (this.field.value === this.hinted.move) this.field.value = "";
    this.hinted = undefined;
  }

  /// Puts the focus on what may be chosen: the board, or buttons if no cell may be picked.
  focus(): void {
    const { cells } = this.picks.next();
    const button = this.game.find("choosing").querySelector<HTMLElement>("button:not(.back)");
    if (!cells.size && button) button.focus();
    else this.board.enter(cells);
  }

  /// The notations of the claims that players must find themselves: no list has them, so what is picked is written into the field.
  private get claims(): string[] {
    return this.game.mustFind && this.game.isActive && !this.game.hasErrors ? this.game.claims : [];
  }
  /// Whether a claim is put together now.
  private get isWritten(): boolean {
    const hasOthers = this.listed.some(({ picks }) => picks.length);
    return this.claims.length > 0 && (!hasOthers || this.isClaiming);
  }
  /// The words of claims that stand between what is picked, and are not written yet.
  private get words(): string[] {
    const written = this.field.value.trim().split(/\s+/);
    const left = (claim: string): string[] => {
      const before = [...written];
      return wordsOf(claim).filter((word) => {
        const at = before.indexOf(word);
        if (at >= 0) before.splice(at, 1);
        return at < 0;
      });
    };
    return [...new Set(this.claims.flatMap(left))];
  }
  /// Begins a claim where other moves could be picked.
  private claim(notation: string): void {
    this.picks.chosen = [];
    this.isClaiming = true;
    this.field.value = "";
    const first = notation.startsWith("{") ? undefined : wordsOf(notation)[0];
    if (first) this.write(first);
    else this.mark();
  }
  private write(word: string): void {
    const written = this.field.value.trim().split(/\s+/).filter(Boolean);
    if (written.at(-1) !== word) written.push(word);
    this.field.value = written.join(" ");
    this.game.refuse("");
    this.mark();
    this.game.announce(this.field.value);
  }

  private get seen(): Seen {
    const { drawn = [], docs = {}, answer } = this.game;
    return { docs, directions: answer?.directions ?? {}, pictures: (values) => (drawn.length ? picturesFor(values, drawn, answer?.to_move ?? "") : {}) };
  }
  private get chosenCells(): number[] {
    const first = this.picks.fitting[0];
    return this.picks.chosen.flatMap((_, i) => first?.picks[i]?.cells ?? []);
  }

  mark(): void {
    const { game } = this;
    const next = this.picks.next();
    const values = this.picks.chosen;
    const active = game.isActive;
    const last = game.hasErrors ? [] : (game.session.here.touched ?? []);
    const can = this.isWritten ? new Set(game.answer!.cells.keys()) : next.cells;
    this.board.mark({ can: active ? can : new Set(), chosen: this.chosenCells, shown: [...this.pointed, ...(this.hinted?.cells ?? [])], last });
    const buttons: HTMLElement[] = [];
    const groups: HTMLElement[] = [];
    const { seen } = this;
    // Other choices beside directions have buttons.
    const aimed = next.cells.size || next.whole.length ? [] : next.others.filter(({ value }) => seen.directions[value]);
    const from = aimed.length ? this.chosenCells.at(-1) : undefined;
    const aims = active && !this.isClaiming && from !== undefined ? aimed : [];
    this.board.aim(from ?? 0, aims.map(({ value }) => ({ name: value, step: seen.directions[value]!, pick: () => this.pickValue(value) })));
    if (active) {
      const point = (cells: number[]) => ({
        onpointerenter: () => this.point(cells),
        onpointerleave: () => this.point([]),
        onfocus: () => this.point(cells),
        onblur: () => this.point([]),
      });
      const shared = new Set(next.others.filter(({ moves }) => moves.length > 1).map(({ value }) => value));
      for (const group of this.isClaiming ? [] : groupsOf(next, next.others.slice(0, 60))) {
        const pictures = seen.pictures(group.others.map(({ value }) => value));
        const list = group.others.map(({ value, cells }) =>
          el("button", { type: "button", "aria-label": shared.has(value) ? `${group.label}: ${value}` : null, onclick: () => this.pickValue(value, false, shared.has(value) ? group.move : undefined), ...point(cells) }, pictureOfValue(value, seen, pictures), value || "none"),
        );
        buttons.push(...list);
        const title = firstWords(seen.docs[group.move]) || null;
        groups.push(el("div", { class: "buttons", title }, group.label ? el("span", { class: "label" }, group.label) : null, ...list));
      }
      const ends: HTMLElement[] = [];
      for (const move of this.isClaiming ? [] : next.whole) {
        const title = firstWords(seen.docs[move.name]) || null;
        ends.push(el("button", { type: "button", class: "main", title, onclick: () => void game.play(move.text) }, values.length ? `Play ${move.text}` : move.text));
      }
      buttons.unshift(...ends);
      if (ends.length) groups.unshift(el("div", { class: "buttons" }, ...ends));
    }
    const grouped = buttons.length;
    if (!this.isWritten && !values.length)
      for (const claim of this.claims) buttons.push(el("button", { type: "button", onclick: () => this.claim(claim) }, claim.replace(/\{[^}]*\}/g, "…")));
    const written = this.isWritten ? this.field.value.trim() : "";
    if (this.isWritten) for (const word of this.words) buttons.push(el("button", { type: "button", onclick: () => this.write(word) }, word));
    if (written) buttons.push(el("button", { type: "button", class: "main", onclick: () => void game.play(written) }, `Play ${written}`));
    // What comes next: a cell that is marked, or one of the buttons.
    const lead = leadOf(next, values, seen);
    const words = this.isWritten || !active ? [] : [lead.move, lead.ask];
    const moves = new Set([...next.cellMoves, ...next.others.flatMap((other) => other.moves)]);
    const comment = words.length && moves.size === 1 ? firstWords(seen.docs[[...moves][0]!]) : "";
    const doc = comment.includes(lead.ask) && lead.ask ? "" : comment; // its sentence is there
    const back = values.length || written || this.isClaiming ? el("button", { type: "button", class: "back", onclick: () => this.back() }, "Back") : null;
    const place = this.game.find("choosing");
    const hadFocus = place.contains((place.getRootNode() as Document | ShadowRoot).activeElement);
    place.setAttribute("aria-label", words.filter(Boolean).join(": ") || "Choices");
    if (!buttons.length && !back && !words.some(Boolean)) {
      replace(place, game.ending);
      if (hadFocus) this.board.enter(new Set()); // where it was; else the next key would begin at the top of the page
      return;
    }
    const line = words.some(Boolean) ? el("p", { class: "ask" }, lead.move ? el("strong", {}, lead.move) : null, lead.ask ? el("span", {}, lead.ask) : null) : null;
    const rest = buttons.slice(grouped);
    replace(place, line, ...groups, rest.length ? el("div", { class: "buttons" }, ...rest) : null, back, doc ? el("p", { class: "quiet doc" }, doc) : null);
    if (!hadFocus) return;
    if (buttons[0]) buttons[0].focus();
    else this.focus();
  }

  private point(cells: number[]): void {
    this.pointed = cells;
    this.board.mark({ can: this.picks.next().cells, chosen: this.chosenCells, shown: cells, last: this.game.session.here.touched ?? [] });
  }

  async pickCell(cell: number): Promise<void> {
    const { game } = this;
    if (!game.answer || game.answer.result || !game.isActive) return;
    if (game.hasErrors) return game.refuse("The script has errors: the board can be played on when they are mended.");
    if (this.isWritten) return this.write(game.answer.cells[cell]!.cell);
    const value = this.picks.valueOf(cell);
    if (value !== undefined) return this.pickValue(value, true);
    const { whole } = this.picks.next();
    if (this.picks.chosen.length && whole.length === 1 && whole[0]!.picks.at(-1)?.cells[0] === cell) return void game.play(whole[0]!.text);
    const label = game.answer.cells[cell]!.cell;
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

  private pickValue(value: string, isCell = false, meant?: string): void {
    this.game.refuse("");
    // A cell that would be a whole move, where buttons begin other moves, is played when it is picked again: somebody who
    // expects to choose next what comes to the cell has not meant it.
    const hasOthers = this.picks.next().others.length > 0;
    const move = this.picks.pick(value, meant);
    if (move && !(isCell && hasOthers)) return void this.game.play(move.text);
    this.mark();
    if (move) return this.game.announce(`${move.text}. Pick the cell again to play it`);
    this.sayNext();
  }

  private sayNext(): void {
    const next = this.picks.next();
    const cells = [...next.cells].map((cell) => this.game.answer!.cells[cell]!.cell);
    // A move that may go on: picked again, its last cell is its end.
    const end = next.whole.length ? ". Pick the cell again to end the move" : "";
    this.game.announce(`${this.picks.chosen.join(" ")}. Next ${next.picks.join(" or ")}: ${inWords([...cells, ...next.others.map((other) => other.value)].slice(0, 12))}${end}`);
  }

  back(): void {
    if (this.isWritten) {
      this.field.value = this.field.value.trim().split(/\s+/).slice(0, -1).join(" ");
      this.isClaiming = this.field.value !== "";
      return this.mark();
    }
    if (!this.picks.chosen.length) return;
    this.picks.back();
    this.mark();
    this.game.announce(this.picks.chosen.length ? `back to ${this.picks.chosen.join(" ")}` : "nothing picked");
  }

  /// Says why a cell cannot be picked now.
  private async why(label: string): Promise<void> {
    const { game } = this;
    const { place } = game;
    const answer = await game.service
      .request<{ reasons?: ({ move: string; pick: string } & Trouble)[] }>("glint/why", { ...game.params, ...game.wanted, cell: label, picked: this.picks.chosen })
      .catch(() => ({ reasons: [] }));
    // The engine tried moves that nobody has meant: only their reasons are told.
    const reasons = (answer.reasons ?? []).map(({ move, message, help }) => `${spoken(move)}: ${reasonOf(message)}${help ? ` (${help})` : ""}`);
    const text = [`${label} cannot be picked now.`, ...[...new Set(reasons)].slice(0, 4)].join("\n");
    if (game.isStill(place)) game.refuse(text);
  }
}
