// The clock of the game at the board: which one runs, and who has run out of time.
import { Clock, minutesEach } from "./clock";
import type { Recorded } from "./kept";
import type { BoardAnswer, ClockInfo, Trouble } from "./service";
import type { Node } from "./session";

export class Timing {
  choice = ""; // empty: no clock; "game": the game's own; or minutes for each player
  late: { player: string; seconds: number } | undefined; // who has run out of time
  private at = ""; // the position for which the clock runs
  private readonly clock: Clock;

  constructor(players: () => string[], timeIsUp: (player: string) => void) {
    this.clock = new Clock(players, (player) => {
      this.late = { player, seconds: this.clock.taken ?? 0 };
      timeIsUp(player);
    });
  }

  /// That the player to move has taken.
  get taken(): number | null {
    return this.clock.taken;
  }
  stop(): void {
    this.clock.stop();
  }
  /// Another game begins.
  forget(): void {
    this.late = undefined;
    this.at = "";
  }
  choose(choice: string): void {
    this.choice = choice;
    this.forget();
  }
  /// A record that has times was played with the game's clock, so it runs again with what is left.
  goOn({ moves, times, late }: Pick<Recorded, "moves" | "times" | "late">): void {
    if (late || times.some((time) => time !== null)) this.choice = "game";
    if (late) this.late = { player: late, seconds: times[moves.length] ?? 0 };
  }
  /// A record may speak of a clock that the script does not have, or no longer. What is wrong with it.
  take(board: BoardAnswer | undefined, refused: Trouble | undefined): string {
    if (this.choice === "game" && !board?.clock) this.choice = "";
    if (!this.late || !refused) return "";
    const { player } = this.late;
    this.late = undefined;
    return `${player} cannot have run out of time: ${refused.message}.`;
  }
  /// Runs for whoever is to move, or nobody; `own`: the game's. `here`: the position.
  run(own: ClockInfo | undefined, line: Node[], mover: string, here: string): void {
    this.clock.info = this.choice === "game" ? own : this.choice ? minutesEach(Number(this.choice)) : undefined;
    this.clock.show(line, mover, here === this.at);
    this.at = here;
  }
}
