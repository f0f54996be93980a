// Time for play between people, counted as `glint play` counts it: each decision has the time of a turn, more is taken from
// the player's reserve, and the whole game may have a limit that all share. A move that `adds` first puts time into the
// reserve of its player, and what this player decides next is of the same turn. Only people use time.
import { announce, byId, el, replace } from "./dom";
import type { ClockInfo } from "./service";
import type { Node } from "./session";


/// What is left, in milliseconds.
export interface Left {
  reserves: Record<string, number>;
  game: number;
  lengthened: string; // the player whose move added time, and who has decided alone since; empty: nobody
  used: number; // of the time of that turn
}

/// A clock of the page's own, for a game that has none.
export const minutesEach = (minutes: number): ClockInfo => ({ turn: null, reserve: minutes * 60, game: null, adds: {} });

/// What is left after these moves, of which `seconds` tells how long they took.
export function leftAfter(info: ClockInfo, players: string[], line: Pick<Node, "mover" | "name" | "seconds">[]): Left {
  const left: Left = { reserves: {}, game: 1000 * (info.game ?? 0), lengthened: "", used: 0 };
  for (const player of players) left.reserves[player] = 1000 * (info.reserve ?? 0);
  for (const { mover, name, seconds } of line) {
    begin(left, mover);
    if (seconds !== null && mover in left.reserves) spend(info, left, mover, seconds, info.adds[name] ?? 0);
  }
  return left;
}

/// This player decides, perhaps without using time: the turn of another one is over.
function begin(left: Left, player: string): void {
  if (player !== left.lengthened) left.lengthened = "";
}
/// What is left of the time of this player's turn.
const turnLeft = (info: ClockInfo, left: Left, player: string): number =>
  1000 * (info.turn ?? 0) - (player === left.lengthened ? left.used : 0);

/// Takes the seconds of a decision from what is left. False if there was less.
export function spend(info: ClockInfo, left: Left, player: string, seconds: number, added = 0): boolean {
  begin(left, player);
  const spent = Math.round(seconds * 1000);
  let isInTime = true;
  if (info.game !== null) isInTime = (left.game -= spent) >= 0;
  if (info.turn !== null || info.reserve !== null) {
    const turn = turnLeft(info, left, player);
    left.reserves[player] = (left.reserves[player] ?? 0) + 1000 * added - Math.max(0, spent - turn);
    isInTime = isInTime && left.reserves[player]! >= 0;
    left.used = Math.min(spent, turn) + (player === left.lengthened ? left.used : 0);
    left.lengthened = added > 0 || player === left.lengthened ? player : "";
  }
  return isInTime;
}

/// "4:31"
const minutes = (milliseconds: number): string => {
  const whole = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/// What a clock gives, in words.
export function clockWords({ turn, reserve, game, adds }: ClockInfo): string {
  const parts = [
    turn === null ? "" : `${minutes(turn * 1000)} for each turn`,
    reserve === null ? "" : `${minutes(reserve * 1000)} in reserve for each player`,
    game === null ? "" : `${minutes(game * 1000)} for the whole game`,
    ...Object.entries(adds).map(([move, seconds]) => `${move} adds ${minutes(seconds * 1000)}`),
  ];
  return parts.filter(Boolean).join(", ");
}

/// The clock beside the board: runs while a person is to move, and tells when the time is up.
export class Clock {
  info: ClockInfo | undefined; // nothing: no clock runs
  private since = 0; // when the decision began
  private mover = ""; // whose time runs; empty: nobody's
  private left: Left | undefined;
  private told = 0; // seconds left of which this player was warned
  private timer = 0;

  constructor(
    private players: () => string[],
    private onLate: (player: string) => void,
  ) {}

  /// Another position is shown. The same decision goes on if `isSame`.
  show(line: Node[], mover: string, isSame: boolean): void {
    if (!this.info) return this.stop();
    this.left = leftAfter(this.info, this.players(), line);
    if (!isSame || mover !== this.mover) {
      this.since = performance.now();
      this.told = 0;
    }
    this.mover = mover;
    clearInterval(this.timer);
    this.timer = mover ? window.setInterval(() => this.tick(), 200) : 0;
    this.draw();
  }
  stop(): void {
    clearInterval(this.timer);
    this.mover = "";
    replace(byId("clocks"));
  }
  /// How long this decision has taken, in seconds; null if no time runs.
  get taken(): number | null {
    return this.info && this.mover ? Math.round(performance.now() - this.since) / 1000 : null;
  }

  private now(): { left: Left; isInTime: boolean } {
    const left: Left = { ...this.left!, reserves: { ...this.left!.reserves } };
    return { left, isInTime: spend(this.info!, left, this.mover, this.taken ?? 0) };
  }

  private tick(): void {
    if (!this.info || !this.mover) return;
    const { isInTime } = this.now();
    this.draw();
    const rest = this.rest();
    for (const warned of [60, 10])
      if (rest <= warned * 1000 && rest > 0 && (this.told === 0 || this.told > warned)) {
        this.told = warned;
        announce(`${this.mover} has ${warned === 60 ? "a minute" : "ten seconds"} left`);
        break;
      }
    if (isInTime) return;
    const late = this.mover;
    clearInterval(this.timer);
    this.onLate(late);
  }

  /// What the player to move has in all, in milliseconds.
  private rest(): number {
    const { turn, reserve, game } = this.info!;
    const { left } = this.now();
    const own = turn === null && reserve === null ? Infinity : (left.reserves[this.mover] ?? 0) + this.turn();
    return Math.min(own, game === null ? Infinity : left.game);
  }

  /// What is left of the turn that runs, in milliseconds.
  private turn(): number {
    const whole = this.info!.turn === null ? 0 : turnLeft(this.info!, this.left!, this.mover);
    return Math.max(0, whole - 1000 * (this.taken ?? 0));
  }

  private draw(): void {
    const info = this.info!;
    const { left } = this.mover ? this.now() : { left: this.left! };
    const one = (player: string) => {
      const runs = player === this.mover;
      const parts = [
        info.turn !== null && runs ? `turn ${minutes(this.turn())}` : "",
        info.reserve !== null ? minutes(left.reserves[player] ?? 0) : "",
      ];
      const text = parts.filter(Boolean).join(", ");
      return text ? el("span", { class: runs ? "runs" : "" }, `${player} ${text}`) : null;
    };
    replace(byId("clocks"), ...this.players().map(one), info.game !== null ? el("span", { class: this.mover ? "runs" : "" }, `game ${minutes(left.game)}`) : null);
  }
}
