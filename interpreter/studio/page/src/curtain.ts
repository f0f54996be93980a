// Who may look at the board. People at one screen hand it over where the engine says that they do not see the same, or that
// somebody has chosen what waits for others; what was typed, refused or said before is gone then.
import { byId } from "./dom";
import type { BoardAnswer } from "./service";

export class Curtain {
  private seer = ""; // who looks, of several people; empty: nobody yet
  private next = ""; // who is to look
  private wasApart = false; // since then
  private sat = new Map<number, Set<string>>(); // by game: who has looked or moved in it, also if a program plays for them now

  /// `opened`: somebody has taken the seat. `wipe`: nothing of the last player's may stay. `game`: the number of the one at the
  /// board; earlier ones are still among the moves, and keep their secrets.
  constructor(private on: { opened(): void; wipe(): void; game(): number }) {
    byId("curtain-open").addEventListener("click", () => {
      this.seer = this.next;
      this.sits(this.next);
      this.lift();
      this.on.opened();
    });
  }

  get isDown(): boolean {
    return !byId("curtain").hidden;
  }

  /// Another game: nobody looks yet.
  again(): void {
    this.seer = "";
    this.wasApart = false;
    this.lift();
  }
  /// And of those before nothing is left.
  clear(): void {
    this.sat.clear();
    this.again();
  }
  /// Who has sat in the game at the board: a browser keeps it, as a reload opens nobody's secrets.
  get seated(): string[] {
    return [...(this.sat.get(this.on.game()) ?? [])];
  }
  /// A person has this seat, and keeps its secrets.
  sits(player: string): void {
    const game = this.on.game();
    this.sat.set(game, (this.sat.get(game) ?? new Set()).add(player));
  }

  /// As whom the position is to be asked for: "" is somebody who sees what all see; nothing, if only programs play.
  viewer(players: string[], seats: Record<string, string>): string | undefined {
    const people = this.people(players, seats);
    if (people.length === 1) return people[0];
    if (players.length && !people.length) return undefined;
    return players.includes(this.seer) ? this.seer : "";
  }

  /// Another position comes to the board. True: it is for somebody who must take the seat first.
  falls({ players, to_move: mover, apart }: BoardAnswer, seats: Record<string, string>, isOver: boolean): boolean {
    const isShared = this.people(players, seats).length > 1;
    if (isShared && !isOver && mover && !seats[mover] && mover !== this.seer) {
      if (apart || this.wasApart) this.on.wipe();
      this.wasApart = apart;
      this.seer = apart ? "" : mover;
      this.next = mover;
    }
    this.wasApart ||= apart;
    const falls = isShared && apart && !isOver && mover === this.next && !this.seer;
    if (falls) this.drop();
    else this.lift();
    return falls;
  }

  private people(players: string[], seats: Record<string, string>): string[] {
    return players.filter((player) => !seats[player] || this.sat.get(this.on.game())?.has(player));
  }

  private drop(): void {
    byId("curtain-text").textContent = `Hand over to ${this.next}. Only ${this.next} may look now.`;
    byId("curtain").hidden = false;
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
}
