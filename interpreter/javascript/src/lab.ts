// What designers ask of a script: what is wrong with it, whether its tests pass, how its games go. All of it needs the larger
// engine, which is loaded when it is needed first.
import { Core, type Fields, pause } from "./core.js";
import { type Diagnostic, type Mend, type Range, diagnosticOf, errorOf, placed, plainError, type Trouble } from "./errors.js";
import { type Draws, Game, Position, type TextOptions, opened, whole } from "./game.js";
import { type Bot, chosenBy, forGame, isBot, seated } from "./play.js";
import { mixed, seedOf } from "./seeds.js";

interface Found {
  range: Range;
  severity: number;
  data: { message: string; help: string };
  code?: string;
}
interface Action {
  title: string;
  isPreferred?: boolean;
  edit: { changes: Record<string, { range: Range; newText: string }[]> };
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let i = 1; i < line; ++i) at = text.indexOf("\n", at) + 1;
  return at + column - 1;
}

function mendOf({ title, edit }: Action, uri: string): Mend | undefined {
  const edits = edit.changes[uri] ?? [];
  if (edits.length !== 1) return undefined;
  const { range, newText: text } = edits[0]!;
  const place = placed(range);
  const apply = (script: string): string =>
    script.slice(0, offsetOf(script, place.line, place.column)) + text + script.slice(offsetOf(script, place.endLine, place.endColumn));
  return { title, ...place, text, apply };
}

/**
 * All errors and warnings of a script, as editors show them; an empty list if it is clean. The game is also built with other
 * values of its options, and a short look at play finds rules that fail. Each has `mends`: edits after which the script is
 * better.
 */
export async function check(text: string, more: Omit<TextOptions, "options"> = {}): Promise<Diagnostic[]> {
  const core = await Core.of("check");
  const { uri, close, nameOf } = opened(core, text, more);
  try {
    while (core.work());
    const found = core.found.get(uri) as Found[] | undefined;
    if (!found) throw plainError("the script is too long to be checked");
    return found.map((one) => {
      const actions = core.request<Action[]>("textDocument/codeAction", { textDocument: { uri }, range: one.range, context: { diagnostics: [one] } });
      const trouble: Trouble = { code: one.code ?? "", severity: one.severity === 2 ? "warning" : "error", ...one.data, location: { uri, range: one.range } };
      return { ...diagnosticOf(trouble, nameOf), mends: actions.map((each) => mendOf(each, uri)).filter((each) => each !== undefined) };
    });
  } finally {
    close();
    core.found.clear();
  }
}

/** The report of a study as data: what `glint study --json` prints, and `errors` if a rule failed. */
export interface Study {
  games: number;
  of: number;
  plies: number;
  verdict: string;
  /** How much of who wins chance alone decides; null without chance, in `compare`, or if other bots than random ones are not asked with `strong`. */
  luck?: { value: number; low: number; high: number; of: number } | null;
  /** Whether better bots win; what each first move wins. They are there if they were asked for. */
  strong?: unknown;
  openings?: unknown;
  measures: { id: string; value: number | null; low?: number | null; high?: number | null; text: string; meaning: string; [field: string]: unknown }[];
  /**
   * A game of the study played again, from 0: its last position, with its `history`. `chosen` names some that are worth a look.
   * It is no part of the data, and not in JSON.
   */
  replay(number: number): Promise<Position>;
  [field: string]: unknown;
}
export interface StudyOptions {
  games?: number;
  seed?: number;
  /**
   * By player, or one for all seats: bots of Glint, whose budgets are numbers, not times; or your own, as `play` takes them. With
   * one of your own all games are played by position after position, as `play` does, which takes longer; then there is no
   * `without`, `playouts`, `until`, `strong` or `openings`.
   */
  bots?: Bot | Record<string, Bot>;
  /** Bots change seats after each game; the measures `bot.1`, `bot.2` have what each wins. */
  rotates?: boolean;
  maxPlies?: number;
  draws?: Draws;
  /** What players do without, unless nothing else can be chosen: "move:challenge", or at one seat "piece:wall@sun". */
  without?: string | readonly string[];
  /** So many random games from a position say who leads there, not the script's `heuristic` or `score`. */
  playouts?: number;
  /**
   * The study ends when a measure is known so well: "length within 0.5", "first_player_advantage within 2%". It then has at most
   * a million games, if `games` does not say how many. Intervals are wider, for the looks.
   */
  until?: string;
  /** Asks better bots, too, and of more games how much is luck. */
  strong?: boolean;
  /** Compares first moves. */
  openings?: boolean;
  /** Gets the report so far, some ten times. */
  onPart?: (part: Study) => void;
  signal?: AbortSignal;
}

async function long<T extends object>(game: Game, method: string, fields: Fields, onPart?: (part: T) => void, signal?: AbortSignal): Promise<T> {
  const { core, fields: own, nameOf } = await game.inStudio();
  const answer = await core.long<T & { errors?: Trouble[] }>(method, { ...own, ...fields }, onPart, signal);
  if (answer.errors?.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, nameOf)));
  return answer;
}

/**
 * Plays games between bots and measures them. The same arguments give the same numbers as the command. The thread does other
 * things between parts of the work; to keep a page quick, call it in a worker.
 */
export async function study(game: Game, options: StudyOptions = {}): Promise<Study> {
  return studiedFrom(game, options, options.seed === undefined ? 1 : whole("seed", options.seed));
}
/** @internal With a seed of 64 bits. */
export async function studiedFrom(game: Game, options: StudyOptions, seed: number | bigint): Promise<Study> {
  const asked = await askedFor(game, options, seed);
  return asked.study(await long<Study>(game, "glint/study", asked.fields, options.onPart, options.signal));
}
/** What an engine is asked for a study, and what its answer becomes. Own bots have played their games then. */
async function askedFor(game: Game, options: StudyOptions, seed: number | bigint) {
  const { until, games = until === undefined ? 1000 : 1_000_000, bots = "random", rotates = false, maxPlies = 2000, draws = {} } = options;
  const { without = [], playouts = 0, strong = false, openings = false } = options;
  for (const [name, value] of [["games", games], ["maxPlies", maxPlies]] as const) whole(name, value, 1);
  whole("playouts", playouts);
  if (until !== undefined && !/^\s*[\w.]+\s+within\s+(?!0+(\.0+)?%?\s*$)\d+(\.\d+)?%?\s*$/.test(until))
    throw new RangeError(`until is a measure and the width of its interval, as "length within 0.5"; found ${JSON.stringify(until)}`);
  const fields: Fields = { games, seed, rotates, max_plies: maxPlies, draws, without: [without].flat(), playouts, strong, openings, ...(until === undefined ? {} : { until }) };
  const seats = seated(game, bots);
  let games_: Told[] | undefined;
  if (seats.every((bot) => typeof bot === "string")) fields["bots"] = isBot(bots) ? { "*": bots } : bots;
  else {
    if (without.length || playouts || until !== undefined || strong || openings) throw new RangeError("with a bot of your own a study has no `without`, `playouts`, `until`, `strong` and `openings`");
    games_ = [];
    for (let number = 0; number < games; ++number) games_.push(await told(game, seats, number, seed, options));
    fields["bots"] = Object.fromEntries(seats.map((bot, seat) => [game.players[seat]!, nameOf(bot)]));
    fields["played"] = games_.map(({ said }) => said);
  }
  const replayOf = (found: Study) => async (number: number): Promise<Position> => {
    if (whole("number", number) >= found.games) throw new RangeError(`there are ${found.games} games, from 0`);
    const own = games_?.[number];
    if (own) return game.begun(seedOf(seed, number), draws, own.moves);
    const again = await long<{ draws: [string, string][]; moves: string[] }>(game, "glint/study", { ...fields, again: number });
    const fixed: Record<string, string[]> = {};
    for (const [name, value] of again.draws) (fixed[name] ??= []).push(value);
    return game.begun(seedOf(seed, number), fixed, again.moves);
  };
  return { fields, study: (found: Study): Study => Object.defineProperty(found, "replay", { value: replayOf(found) }) };
}

/** A game that was played here, for the engine to count: the numbers of the moves, with `?` for one that is a guess. */
interface Told {
  said: string;
  moves: readonly string[];
}
async function told(game: Game, bots: readonly Bot[], number: number, seed: number | bigint, { rotates = false, maxPlies = 2000, draws = {}, signal }: StudyOptions): Promise<Told> {
  const own = seedOf(seed, number);
  const players = bots.map((_, seat) => forGame(bots[(seat + (rotates ? number % bots.length : 0)) % bots.length]!, Number(mixed(own + BigInt(seat)) >> 11n)));
  const position = game.begun(own, draws);
  const said: string[] = [];
  while (position.toMove !== null && said.length < maxPlies) {
    if (said.length % 16 === 0) await pause();
    signal?.throwIfAborted();
    const player = players[game.players.indexOf(position.toMove)]!;
    if (typeof player === "string") {
      const { number: chosen, guessed } = position.chosen(player);
      position.push(chosen);
      said.push(`${chosen}${guessed ? "?" : ""}`);
    } else {
      const choice = await chosenBy(player, position);
      const chosen = typeof choice === "number" ? choice : position.moves.indexOf(choice);
      position.push(chosen < 0 ? choice : chosen); // throws why it is illegal
      if (chosen < 0) throw new RangeError(`a bot chose ${JSON.stringify(choice)}, which is in no list of moves: a study counts these alone`);
      said.push(String(chosen));
    }
  }
  return { said: said.join(" "), moves: position.history };
}
/** How a report calls a bot. */
function nameOf(bot: Bot): string {
  if (typeof bot === "string") return bot;
  const name = (bot as { name?: string }).name || "own bot";
  return name === "random" ? "random (own)" : name;
}

/** Studies side by side, game by game; the first is the one that the others are compared with. */
export interface Comparison {
  labels: string[];
  studies: Study[];
  /** Each measure in each study, as `glint compare --json` has it. */
  measures: { id: string; values: Compared[] }[];
}
export interface Compared {
  label: string;
  /** Missing where the study does not have the measure. */
  value?: number;
  low?: number;
  high?: number;
  of?: number;
  /** From the first, game by game, with its 95 % interval. */
  difference?: { value: number; low: number; high: number };
  /** The smallest difference that four in five such studies would mark. */
  smallest?: number | null;
  p?: number;
  /** By Holm's method, for the number of comparisons. */
  corrected_p?: number;
  /** Whether that is below 0.05. */
  differs?: boolean;
  [field: string]: unknown;
}
/**
 * Studies several games, or one game with several bots, with the same seeds, and compares them game by game, as the command
 * and the Python package do. Games are labelled by their ids and options, or by name in an object. `onPart` gets the studies
 * so far.
 */
export async function compare(
  games: Game | readonly Game[] | Record<string, Game>,
  options: Omit<StudyOptions, "bots" | "onPart"> & { bots?: StudyOptions["bots"] | readonly Bot[]; onPart?: (studies: Study[]) => void } = {},
): Promise<Comparison> {
  const { bots = "random", onPart, signal, ...others } = options;
  const several = Array.isArray(bots) ? (bots as readonly Bot[]) : undefined;
  const named = games instanceof Game ? [[games.id, games] as const] : Array.isArray(games) ? (games as readonly Game[]).map((one) => [labelOf(one), one] as const) : Object.entries(games as Record<string, Game>);
  const made = several ? named.flatMap(([label, game]) => several.map((bot) => [named.length > 1 ? `${label}, ${nameOf(bot)}` : nameOf(bot), game, bot] as const)) : named.map(([label, game]) => [label, game, bots as NonNullable<StudyOptions["bots"]>] as const);
  if (made.length < 2) throw new RangeError("there is nothing to compare: one game and one bot");
  const seed = options.seed === undefined ? 1 : whole("seed", options.seed);
  const asked: Awaited<ReturnType<typeof askedFor>>[] = [];
  const studies: Fields[] = [];
  const inStudio: Game[] = []; // held, as the engine forgets a script that nobody holds
  for (const [label, game, bot] of made) {
    const one = await askedFor(game, { ...others, bots: bot, ...(signal && { signal }) }, seed);
    const there = await game.inStudio();
    asked.push(one);
    inStudio.push(there);
    studies.push({ ...there.fields, ...one.fields, label });
  }
  const { core } = inStudio[0]!;
  const answer = await core.long<{ studies: (Study & { errors: Trouble[] })[]; comparison: Comparison["measures"]; errors: Trouble[] }>("glint/compare", { studies }, onPart && ((part) => onPart(part.studies)), signal);
  // Each game has the names of its own files.
  const fileOf = (uri: string): string => inStudio.map(({ nameOf }) => nameOf(uri)).find((name) => !name.startsWith("file:")) ?? uri;
  if (answer.errors.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, fileOf)));
  return { labels: made.map(([label]) => label), studies: answer.studies.map((one, i) => asked[i]!.study(one)), measures: answer.comparison };
}
/** "laser_lawn side=4" */
const labelOf = ({ id, fields }: Game): string => [id, ...Object.entries(fields["options"] as object).map(([name, value]) => `${name}=${value}`)].join(" ");

/** What differs between a variant and its game: in the text, and in play. */
export interface Diff {
  old: string;
  new: string;
  identical: boolean;
  text: Record<string, unknown>;
  play: Record<string, unknown> | null;
  [field: string]: unknown;
}
/** Compares a variant with its game, or with the text `before`. `onPart` gets what is known so far. */
export async function diff(game: Game, { before, limit = 60_000, games = 200, onPart, signal }: { before?: string; limit?: number; games?: number; onPart?: (part: Diff) => void; signal?: AbortSignal } = {}): Promise<Diff> {
  for (const [name, value] of Object.entries({ limit, games })) whole(name, value);
  return long<Diff>(game, "glint/diff", { ...(before === undefined ? {} : { before }), limit, games }, onPart, signal);
}

/** The solutions of a puzzle: how many there are, and the `moves` of a shortest one (null: there is none). */
export interface Solved {
  count: number;
  /** Whether all `positions` that can be reached were searched: at most five million are. */
  complete: boolean;
  positions: number;
  moves: string[] | null;
}
/** What a position is worth with perfect play of both players, as `glint solve --value` says it. */
export interface Value {
  /** Whether it is known. */
  decided: boolean;
  /** null: nobody can force a win. */
  winner: string | null;
  /** The difference of scores, if the winner wins by score. */
  by: number | null;
  /** In how many it ends; null: never, or that is not known. */
  plies: number | null;
  /** Perfect play. */
  line: string[];
  /** That were searched: all lines of `depth` plies. */
  positions: number;
  depth: number;
}
/**
 * Searches all that a single player, or a team, can reach, nearest first. It works until it is done, which may take a minute:
 * in a page, call it in a worker. Throws RuleError for a game of several sides, with secrets, or with chance on the way.
 * With `value` it is who wins a game of two players who see everything, without chance on the way.
 */
export async function solve(puzzle: Game | Position, options?: { value?: false }): Promise<Solved>;
export async function solve(puzzle: Game | Position, options: { value: true }): Promise<Value>;
export async function solve(puzzle: Game | Position, { value = false }: { value?: boolean } = {}): Promise<Solved | Value> {
  const position = puzzle instanceof Position ? puzzle : puzzle.start();
  const { core, fields, nameOf } = await position.game.inStudio();
  const answer = core.request<Omit<Solved, "moves"> & Value & { errors: Trouble[]; moves?: string[] }>("glint/solve", { ...fields, ...position.where, value });
  if (answer.errors.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, nameOf)));
  const { count, complete, positions, moves = null, decided, winner, by, plies, line, depth } = answer;
  if (value) return { decided, winner, by, plies, line, positions, depth };
  return { count, complete, positions, moves };
}

/** The tests of the script: each with its title, and what failed. */
export async function test(game: Game): Promise<{ title: string; passed: boolean; failure: string }[]> {
  const { core, fields } = await game.inStudio();
  const { tests } = core.request<{ tests: { title: string; passed: boolean; failure: string }[] }>("glint/test", { ...fields, boards: false });
  return tests.map(({ title, passed, failure }) => ({ title, passed, failure }));
}

/** The rule sheet of the game, as Markdown, or as HTML for the body of a page with `style` for it. */
export async function describe(game: Game, form: "markdown" | "html" = "markdown"): Promise<{ title: string; text: string; style?: string }> {
  const { core, fields } = await game.inStudio();
  const { title, text, style } = core.request<{ title: string; text: string; style?: string }>("glint/describe", { ...fields, form });
  return style === undefined ? { title, text } : { title, text, style };
}
