// Variants of a game, and those that are most as somebody wants them: as in the Python package (interpreter/python/glint/searches.py).
import type { Fields } from "./core.js";
import { type Trouble, diagnosticOf, errorOf } from "./errors.js";
import { Game, opened, whole } from "./game.js";
import { askedOfThread } from "./thread.js";

/** A table: lists by name, all as long. */
export type Columns = Record<string, unknown[]>;
interface Document {
  stages: [name: string, came: number, left: number, games: number][];
  candidates: [name: string, title: string, what: string, script: string, leftAt: string | null, reason: string | null][];
  finalists: [number: number, rank: number, raceRank: number, loss: number, low: number, high: number, measures: Record<string, { value: number; low: number; high: number }>][];
}

const columns = (rows: Record<string, unknown>[]): Columns => {
  const names = [...new Set(rows.flatMap(Object.keys))];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]));
};

/** Variants of a game, and those that come closest to what was wanted. */
export class Exploration {
  /** @internal */
  constructor(
    readonly game: Game,
    readonly document: Document,
  ) {}
  /**
   * The finalists, the best first, and the game itself, with rank 0. Columns `rank`, `name`, `what` (changes), `loss` (0 is as
   * wanted), `loss_low` and `loss_high`, `race_rank`, and for each measure that was wanted its value, low and high (`length`,
   * `length_low`, `length_high`).
   */
  get found(): Columns {
    return columns(
      this.document.finalists.map(([number, rank, raceRank, loss, low, high, measures]) => {
        const [name, , what] = this.document.candidates[number]!;
        const measured = Object.entries(measures).flatMap(([id, one]) => [[id, one.value], [`${id}_low`, one.low], [`${id}_high`, one.high]]);
        return { rank, name, what, loss, loss_low: low, loss_high: high, race_rank: raceRank, ...Object.fromEntries(measured) };
      }),
    );
  }
  /** Columns `name`, `what`, `left_at` (the stage), `reason`. */
  get leftOut(): Columns {
    return columns(this.document.candidates.filter(([, , , , , reason]) => reason !== null).map(([name, , what, , at, reason]) => ({ name, what, left_at: at, reason })));
  }
  /** Columns `stage`, `came`, `left` (how many variants came to it, and were still in after it), `games`. */
  get stages(): Columns {
    return columns(this.document.stages.map(([stage, came, left, games]) => ({ stage, came, left, games })));
  }
  /** By name: the script of each variant that was made. */
  get scripts(): Record<string, string> {
    return Object.fromEntries(this.document.candidates.slice(1).map(([name, , , script]) => [name, script]));
  }
  /** A variant as a game. */
  load(name: string): Promise<Game> {
    const { source, id } = this.game;
    const script = this.scripts[name];
    if (script === undefined) throw new RangeError(`there is no variant ${JSON.stringify(name)}`);
    return Game.fromText(script, { file: `${name}.glint`, files: "text" in source ? { ...source.more.files, [id]: source.text } : {} });
  }
}

export interface ExploreOptions {
  /** What a good game is: "length 20..60", "drama at least 10% weight 2". A fair game, if nothing is said. */
  wants?: string | readonly string[];
  /** So many games are played (10,000). */
  budget?: number;
  /** What may change, and what must not: "optics", "move place". */
  vary?: string | readonly string[];
  fix?: string | readonly string[];
  /** How many variants, and finalists; 0: as the budget allows. */
  candidates?: number;
  keep?: number;
  bot?: string;
  maxPlies?: number;
  seed?: number;
  /** Gets what is being done: "race, round 2 of 3: 15 variants, 36 games each". */
  onNote?: (what: string) => void;
  signal?: AbortSignal;
}
/**
 * Makes variants of a game, and finds those that are most as wanted, as `glint explore` does: the same arguments give the
 * same results. It works in a thread of its own, for minutes if the budget is large, and ends when `signal` aborts.
 */
export async function explore(game: Game, options: ExploreOptions = {}): Promise<Exploration> {
  const { wants = [], budget = 10_000, vary = [], fix = [], candidates = 0, keep = 0, bot = "greedy", maxPlies = 400, seed = 1, onNote = () => {}, signal } = options;
  for (const [name, value, least] of [["budget", budget, 1], ["candidates", candidates, 0], ["keep", keep, 0], ["maxPlies", maxPlies, 1], ["seed", seed, 0]] as const) whole(name, value, least);
  const wanted = [wants].flat();
  const { source, nameOf } = game;
  let named = nameOf;
  const open = (notify: (method: string, params: Fields) => void): Fields => {
    const asked = { options: game.fields["options"], games: budget, vary: [vary].flat(), fix: [fix].flat(), candidates, keep, bot, max_plies: maxPlies, seed, ...(wanted.length ? { wants: wanted } : {}) };
    if ("name" in source) return { game: source.name, ...asked };
    const { uri, nameOf: own } = opened({ notify, hasFailed: false }, source.text, source.more);
    named = own;
    return { textDocument: { uri }, ...asked };
  };
  const answer = await askedOfThread<Document & { errors: Trouble[] }>(open, "glint/explore", onNote, signal);
  if (answer.errors.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, named)));
  const { stages, candidates: made, finalists } = answer;
  return new Exploration(game, { stages, candidates: made, finalists });
}
