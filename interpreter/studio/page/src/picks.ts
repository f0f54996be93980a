// Choosing a move step by step. Each listed move is a sequence of picks; what was picked so far leaves those moves that
// begin with it, and what they go on with is what may be picked next: cells on the board, all else as buttons.

export interface Pick {
  name: string;
  value: string;
  cells: number[]; // of a cell, or of a set of cells
  isCell: boolean; // one cell, and nothing else
}
export interface Listed {
  text: string;
  name: string;
  picks: Pick[];
}

/// A value that is no cell.
export interface Other {
  value: string;
  name: string; // of the pick
  cells: number[];
  moves: string[]; // the script's names of those that go on with it
}

export interface Next {
  cells: Set<number>; // that may be picked now,
  cellMoves: string[]; // by moves of these names,
  cellPicks: string[]; // as these
  others: Other[]; // values that may be
  whole: Listed[]; // moves that are complete with what was picked
  picks: string[]; // the names of what is picked now
}

export class Picks {
  chosen: string[] = []; // values, in order
  private meant: { move: string; depth: number } | undefined; // of which move a value that several have was picked

  /// `chosen` are kept if a move begins with them.
  constructor(private moves: Listed[], chosen: string[] = []) {
    this.chosen = chosen;
    if (!this.fitting.length) this.chosen = [];
  }

  get fitting(): Listed[] {
    const { chosen, meant } = this;
    const isMeant = ({ name }: Listed) => !meant || chosen.length <= meant.depth || name === meant.move;
    return this.moves.filter((move) => isMeant(move) && chosen.every((value, i) => move.picks[i]?.value === value));
  }

  next(): Next {
    const depth = this.chosen.length;
    const next: Next = { cells: new Set(), cellMoves: [], cellPicks: [], others: [], whole: [], picks: [] };
    const seen = new Map<string, Other>();
    const add = (list: string[], name: string): void => void (list.includes(name) || list.push(name));
    for (const move of this.fitting) {
      const pick = move.picks[depth];
      if (!pick) {
        next.whole.push(move);
        continue;
      }
      add(next.picks, pick.name);
      if (pick.isCell) {
        next.cells.add(pick.cells[0]!);
        add(next.cellMoves, move.name);
        add(next.cellPicks, pick.name);
        continue;
      }
      let other = seen.get(pick.value);
      if (!other) {
        other = { value: pick.value, name: pick.name, cells: pick.cells, moves: [] };
        seen.set(pick.value, other);
        next.others.push(other);
      }
      add(other.moves, move.name);
    }
    return next;
  }

  /// The value by which the moves that fit pick this cell now; nothing if none does.
  valueOf(cell: number): string | undefined {
    const depth = this.chosen.length;
    return this.fitting.find(({ picks }) => picks[depth]?.isCell && picks[depth]!.cells[0] === cell)?.picks[depth]?.value;
  }

  /// Picks a value, and with it what it leaves no choice about, but for cells: those are shown first. Answers the move
  /// that is complete. `move`: the one that is meant, where several have this value.
  pick(value: string, move?: string): Listed | undefined {
    if (move) this.meant = { move, depth: this.chosen.length };
    else if (this.meant && this.chosen.length <= this.meant.depth) this.meant = undefined;
    this.chosen.push(value);
    for (;;) {
      const fitting = this.fitting;
      const depth = this.chosen.length;
      const whole = fitting.filter((move) => move.picks.length === depth);
      if (whole.length && fitting.length === whole.length) return whole.length === 1 ? whole[0] : undefined;
      const values = new Set(fitting.map((move) => move.picks[depth]?.value));
      const only = fitting[0]?.picks[depth];
      if (values.size !== 1 || whole.length || !only || only.isCell) return undefined;
      this.chosen.push(only.value);
    }
  }

  back(): void {
    this.chosen.pop();
  }
}
