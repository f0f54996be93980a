// Solutions of a puzzle besides those that are known: from each position on their way, another move, and the shortest way on from there.
// What is more than a known one in another order, or with spare moves, comes first.

/// What is asked of the engine, from the position after these moves: all moves there, and the shortest way to solve it.
export interface Asked {
  listed(moves: string[]): Promise<string[]>;
  solved(moves: string[]): Promise<string[] | undefined>;
}

/// Whether a way has all moves of this one, in any order: then the others of it are spare.
function contains(way: string[], one: string[]): boolean {
  const left = [...way];
  return one.every((move) => {
    const at = left.indexOf(move);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

export class Solutions {
  private dead = new Set<string>(); // beginnings that lead to none

  constructor(
    private ask: Asked,
    private now: () => number = () => performance.now(),
  ) {}

  /// A solution that is not among these, if possible one that is more than one of them in another order or with spare moves; nothing, if
  /// there is none. `most`: for so many milliseconds, after which `isSure` is false.
  async another(known: string[][], most: number): Promise<{ moves?: string[]; isSure: boolean }> {
    const end = this.now() + most;
    const tried = new Set<string>();
    const longest = Math.max(...known.map(({ length }) => length));
    let like: string[] | undefined;
    const found = (isSure: boolean) => ({ ...(like ? { moves: like } : {}), isSure });
    // Another last move is found at once.
    for (let back = 1; back <= longest; ++back)
      for (const one of known) {
        const begin = one.slice(0, one.length - back);
        if (back > one.length || tried.has(begin.join("\n"))) continue;
        tried.add(begin.join("\n"));
        const taken = new Set(known.filter((each) => begin.every((move, i) => move === each[i])).map((each) => each[begin.length]));
        for (const move of await this.ask.listed(begin)) {
          const way = [...begin, move];
          const name = way.join("\n");
          if (taken.has(move) || this.dead.has(name)) continue;
          if (this.now() > end) return found(false);
          const rest = await this.ask.solved(way);
          const whole = [...way, ...(rest ?? [])];
          if (!rest) this.dead.add(name);
          else if (!known.some((each) => contains(whole, each))) return { moves: whole, isSure: true };
          else like ??= whole;
        }
      }
    return found(true);
  }
}
