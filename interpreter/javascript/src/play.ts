// Bots, and games between them.
import { Core } from "./core.js";
import { type Draws, type Game, type Position, type View, whole } from "./game.js";

type Choice = string | number | Promise<string | number>;
type Choose = (position: Position | View) => Choice;
/**
 * Who plays: a bot of Glint by name; or a function, or an object with `choose`, that takes a position and answers a move: its
 * text, or its number. In a game with secrets it is given the view of its player. If it has `forGame(seed)`, that makes the
 * bot of one game: with random numbers of its own, a game is the same whatever was played before.
 */
export type Bot = string | Choose | { choose: Choose; forGame?: undefined } | { forGame(seed: number): Choose | { choose: Choose } };

/** By name: what each bot of Glint does, in a line. */
export async function bots(): Promise<Readonly<Record<string, string>>> {
  return (await Core.of("play")).bots;
}

/** Plays a game to its end, or to `maxPlies`. `bots` are one for all seats, or by player; "*" is for all that are not named. */
export async function play(game: Game, bots: Bot | Record<string, Bot> = "random", { seed = 1, draws = {}, maxPlies = 2000 }: { seed?: number; draws?: Draws; maxPlies?: number } = {}): Promise<Position> {
  const position = game.start({ seed, draws });
  whole("maxPlies", maxPlies, 1);
  const seats = seated(game, bots).map((bot, seat) => forGame(bot, seed + seat));
  for (let ply = 0; ply < maxPlies && !position.over; ++ply) {
    const bot = seats[game.players.indexOf(position.toMove!)]!;
    position.push(typeof bot === "string" ? position.choose(bot).move : await chosenBy(bot, position));
  }
  return position;
}

/** The bot of one game. @internal */
export const forGame = (bot: Bot, seed: number): Player => (typeof bot === "object" && bot.forGame ? bot.forGame(seed) : (bot as Player));
/** The choice of a bot of one's own. @internal */
export async function chosenBy(bot: Exclude<Player, string>, position: Position): Promise<string | number> {
  const shown = position.game.hasSecrets ? position.seenBy(position.toMove) : position.copy();
  return typeof bot === "function" ? bot(shown) : bot.choose(shown);
}
type Player = string | Choose | { choose: Choose };

/** The bots in the order of seats. @internal */
export function seated(game: Game, bots: Bot | Record<string, Bot>): Bot[] {
  if (isBot(bots)) return game.players.map(() => bots);
  game.checkPlayers(Object.keys(bots).filter((name) => name !== "*"));
  return game.players.map((player) => bots[player] ?? bots["*"] ?? "random");
}
/** @internal */
export const isBot = (given: Bot | Record<string, Bot>): given is Bot =>
  typeof given !== "object" || typeof (given as { choose: unknown }).choose === "function" || typeof (given as { forGame: unknown }).forGame === "function";
