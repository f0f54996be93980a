// What a record keeps of a game.
import type { Where } from "./service";
import type { Session } from "./session";

export interface Line {
  from: number;
  at: number;
  moves: string[];
  times?: (number | null)[];
}
export interface Recorded extends Where {
  branches: Line[];
  notes: { line: number; at: number; text: string; seat?: string }[];
  times: (number | null)[];
  late: string; // who ran out of time, or empty
  seats: Record<string, string>;
  more?: Record<string, unknown>; // what the page does not show
}
export interface Kept {
  session: Session;
  where: Where;
  seats: Record<string, string>;
  result: string | null;
  late: string; // who ran out of time, or empty
  lastSeconds: number | null; // that this player took
  hasClock: boolean; // the game has one: without it there are no times in a record
}
