// The position at the board, and what may be asked and shown of it: where it is, for whose eyes, and who may choose.
import type { Curtain } from "./curtain";
import { byId } from "./dom";
import { Programs } from "./programs";
import type { Kept } from "./kept";
import type { BoardAnswer, ClockInfo, Service, Shown, Where } from "./service";
import { type Node, Session } from "./session";
import type { Timing } from "./timing";

export const asOf = (viewer: string | undefined): { as?: string } => (viewer === undefined ? {} : { as: viewer });

export abstract class Seen {
  readonly session = new Session();
  options: Record<string, string> = {};
  seed = 1;
  seats: Record<string, string> = {}; // by player: the program that plays, or empty for a person
  shown: Shown | undefined;
  hasErrors = false; // the script: then what is shown is the last board before them
  abstract readonly timing: Timing;
  abstract readonly curtain: Curtain;
  protected programs = new Programs(() => this.uri(), () => this.text(), () => this.params);

  constructor(
    readonly service: Service,
    protected uri: () => string,
    protected text: () => string,
  ) {}

  get answer(): BoardAnswer | undefined {
    return this.shown?.board;
  }
  get docs(): Record<string, string> {
    return this.shown?.parts?.moves ?? {};
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
  protected get isPerson(): boolean {
    const mover = this.answer?.to_move;
    return !this.late && (!mover || !this.seats[mover]);
  }
  /// What was claimed or said after this position, and stands: one may look back, but not play another move. Who sees all the
  /// light may.
  protected get stood(): Node | undefined {
    return this.wanted.light ? undefined : this.session.standing();
  }
  protected get canUndo(): boolean {
    return this.wanted.light ? this.session.canUndo : this.session.mayUndo(this.seats);
  }
  /// Whether a person may choose a move now.
  get isActive(): boolean {
    return this.isPerson && !this.programs.isThinking && !this.curtain.isDown && !this.stood;
  }
  /// What a record keeps.
  get kept(): Kept {
    const { session, where, seats, answer } = this;
    const hasClock = this.timing.choice === "game";
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

  /// What the script leaves out of pictures, if it is wanted.
  get wanted(): { vars?: boolean; light?: boolean } {
    return byId<HTMLInputElement>("everything").checked ? { vars: true, light: true } : {};
  }

  protected get late() {
    return this.timing.late;
  }
  get clockOfGame(): ClockInfo | undefined {
    return this.answer?.clock ?? undefined;
  }
}
