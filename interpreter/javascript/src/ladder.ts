// Ladders: how deep a game is, by bots that think longer and longer. As in the Python package (interpreter/python/glint/ladders.py).
import { plainError } from "./errors.js";
import { type Draws, type Game, whole } from "./game.js";
import { studiedFrom } from "./lab.js";
import { seedOf } from "./seeds.js";

export interface Rung {
  bot: string;
  against: string;
  games: number;
  won: number;
  lost: number;
  undecided: number;
  /** Of points, with its 95 % interval. */
  share: number;
  low: number;
  high: number;
  winsThreeInFour: "yes" | "no" | "perhaps";
}
/** How many doublings of effort, one after the other, still win three games in four. */
export interface Ladder {
  rungs: Rung[];
  /** As measured; `low` and `high` with 95 % confidence. Null: there may be more than were tried. */
  doublings: number;
  low: number;
  high: number | null;
  /** What the lowest effort wins. */
  againstRandom: { share: number; low: number; high: number };
}

const wanted = 0.75;
const fewest = 3; // rungs

/**
 * Does thinking longer help? `mcts` plays itself with half the effort, then both double, as in `glint study --ladder`: the
 * same arguments give the same numbers. It ends when a rung surely wins less than three games in four, but not before the
 * third. Throws if the game is not one of two opponents.
 */
export async function ladder(
  game: Game,
  { games = 200, effort = 16, doublings = 8, seed = 1, maxPlies = 2000, draws = {}, onRung, signal }: { games?: number; effort?: number; doublings?: number; seed?: number; maxPlies?: number; draws?: Draws; onRung?: (rung: Rung) => void; signal?: AbortSignal } = {},
): Promise<Ladder> {
  if (game.isTeam || game.players.length !== 2)
    throw plainError(`${game.title} has no ladder: it needs two opponents`, "studies with `mcts:16`, `mcts:32` and so on show how scores and lengths change with effort");
  for (const [name, value, least] of [["effort", effort, 1], ["doublings", doublings, 0], ["seed", seed, 0]] as const) whole(name, value, least);
  const rungs: Rung[] = [];
  let againstRandom = { share: 0, low: 0, high: 1 };
  for (let number = 0; number <= doublings; ++number) {
    const [bot, against] = [`mcts:${effort * 2 ** number}`, number ? `mcts:${effort * 2 ** (number - 1)}` : "random"];
    const [first, second] = game.players as [string, string];
    const played = await studiedFrom(game, { games, bots: { [first]: bot, [second]: against }, rotates: true, maxPlies, draws, ...(signal && { signal }) }, seedOf(seed, number));
    const winsOf = (id: string) => Math.round((played.measures.find((each) => each.id === id)?.value ?? 0) * games);
    const [won, lost] = [winsOf("bot.1"), winsOf("bot.2")];
    const undecided = games - won - lost;
    const share = (won + undecided / 2) / games;
    const [low] = clopperPearson(won + Math.floor(undecided / 2), games);
    const [, high] = clopperPearson(won + Math.floor((undecided + 1) / 2), games);
    if (number === 0) {
      againstRandom = { share, low, high };
      continue;
    }
    const rung: Rung = { bot, against, games, won, lost, undecided, share, low, high, winsThreeInFour: low >= wanted ? "yes" : high < wanted ? "no" : "perhaps" };
    rungs.push(rung);
    onRung?.(rung);
    if (number >= fewest && rungs.some((each) => each.high < wanted)) break;
  }
  const inARow = (of: "share" | "low" | "high") => rungs.findIndex((rung) => rung[of] < wanted);
  const all = (count: number) => (count < 0 ? rungs.length : count);
  const high = inARow("high");
  return { rungs, doublings: all(inARow("share")), low: all(inARow("low")), high: high < 0 ? null : high, againstRandom };
}

/** The 95 % interval of a share of so many hits: C. Clopper and E. Pearson, 1934. */
function clopperPearson(hits: number, trials: number): [low: number, high: number] {
  const logs = [0]; // of factorials
  for (let k = 1; k <= trials; ++k) logs.push(logs[k - 1]! + Math.log(k));
  /** How likely so many hits, or more, are. */
  const atLeast = (count: number, share: number): number => {
    let sum = 0;
    for (let k = count; k <= trials; ++k)
      sum += Math.exp(logs[trials]! - logs[k]! - logs[trials - k]! + k * Math.log(share) + (trials - k) * Math.log1p(-share));
    return sum;
  };
  const found = (count: number, likely: number): number => {
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; ++i) {
      const middle = (low + high) / 2;
      if (atLeast(count, middle) < likely) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return [hits === 0 ? 0 : found(hits, 0.025), hits === trials ? 1 : found(hits + 1, 0.975)];
}
