// What designers ask of a script: what is wrong with it, whether its tests pass, how its games go. All of it needs the larger
// engine, which is loaded when it is needed first.
import { Core, type Fields } from "./core.js";
import { type Diagnostic, type Mend, type Range, diagnosticOf, errorOf, placed, plainError, type Trouble } from "./errors.js";
import { type Draws, Game, Position, type TextOptions, opened, whole } from "./game.js";

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
  /** Whether better bots win, and how much is luck; what each first move wins. They are there if they were asked for. */
  strong?: unknown;
  openings?: unknown;
  measures: { id: string; value: number | null; low?: number | null; high?: number | null; text: string; meaning: string; [field: string]: unknown }[];
  [field: string]: unknown;
}
export interface StudyOptions {
  games?: number;
  seed?: number;
  /** By player, or one for all seats. They are bots of Glint, whose budgets are numbers, not times. */
  bots?: string | Record<string, string>;
  /** Bots change seats after each game; the measures `bot.1`, `bot.2` have what each wins. */
  rotates?: boolean;
  maxPlies?: number;
  draws?: Draws;
  /** What players do without, unless nothing else can be chosen: "move:challenge", or at one seat "piece:wall@sun". */
  without?: string | readonly string[];
  /** Asks better bots, too, and how much is luck. */
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
  const { games = 1000, bots = "random", rotates = false, maxPlies = 2000, draws = {}, without = [], strong = false, openings = false, onPart, signal } = options;
  const seats = typeof bots === "string" ? { "*": bots } : bots;
  for (const [name, value] of [["games", games], ["maxPlies", maxPlies]] as const) whole(name, value, 1);
  const fields = { games, seed, bots: seats, rotates, max_plies: maxPlies, draws, without: [without].flat(), strong, openings };
  return long<Study>(game, "glint/study", fields, onPart, signal);
}

/** Studies side by side. */
export interface Comparison {
  labels: string[];
  studies: Study[];
  /** Of each measure that all have: the values in the order of `labels`, and how each of the others differs from the first. */
  measures: { id: string; meaning: string; values: Compared[] }[];
}
export interface Compared {
  label: string;
  value: number;
  low: number;
  high: number;
  /** From the first; with its 95 % interval, as if the games were independent (R. Newcombe, 1998). */
  difference?: { value: number; low: number; high: number };
  /** Whether the interval leaves 0 out. Of twenty measures that do not differ, one looks so. */
  differs?: boolean;
}
/**
 * Studies several games, or one game with several bots, with the same seeds. Games are labelled by their ids, or by name in
 * an object. The command compares game by game, and has narrower intervals.
 */
export async function compare(games: Game | readonly Game[] | Record<string, Game>, options: Omit<StudyOptions, "bots"> & { bots?: StudyOptions["bots"] | readonly string[] } = {}): Promise<Comparison> {
  const { bots = "random", ...others } = options;
  const several = Array.isArray(bots) ? (bots as readonly string[]) : undefined;
  const named = games instanceof Game ? [[games.id, games] as const] : Array.isArray(games) ? (games as readonly Game[]).map((one) => [one.id, one] as const) : Object.entries(games as Record<string, Game>);
  const made = several ? named.flatMap(([label, game]) => several.map((bot) => [named.length > 1 ? `${label}, ${bot}` : bot, game, bot] as const)) : named.map(([label, game]) => [label, game, bots as NonNullable<StudyOptions["bots"]>] as const);
  if (made.length < 2) throw new RangeError("there is nothing to compare: one game and one bot");
  const studies: Study[] = [];
  for (const [, game, bot] of made) studies.push(await study(game, { ...others, bots: bot }));
  const measures = studies[0]!.measures.flatMap(({ id, meaning }) => {
    const found = studies.map((one) => one.measures.find((each) => each.id === id));
    const values = found.flatMap((one, i): Compared[] => (one && isKnown(one) ? [{ label: made[i]![0], value: one.value, low: one.low, high: one.high }] : []));
    if (values.length < made.length) return [];
    return [{ id, meaning, values: values.map((one, i) => (i === 0 ? one : { ...one, ...from(values[0]!, one) })) }];
  });
  return { labels: made.map(([label]) => label), studies, measures };
}
const isKnown = (one: Study["measures"][number]): one is Study["measures"][number] & { value: number; low: number; high: number } =>
  [one.value, one.low, one.high].every((each) => typeof each === "number");
function from(first: Compared, one: Compared): Pick<Compared, "difference" | "differs"> {
  const value = one.value - first.value;
  const low = value - Math.hypot(one.value - one.low, first.high - first.value);
  const high = value + Math.hypot(one.high - one.value, first.value - first.low);
  return { difference: { value, low, high }, differs: low > 0 || high < 0 };
}

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
/**
 * Searches all that a single player, or a team, can reach, nearest first. It works until it is done, which may take a minute:
 * in a page, call it in a worker. Throws RuleError for a game of several sides, with secrets, or with chance on the way.
 */
export async function solve(puzzle: Game | Position): Promise<Solved> {
  const position = puzzle instanceof Position ? puzzle : puzzle.start();
  const { core, fields, nameOf } = await position.game.inStudio();
  const answer = core.request<Omit<Solved, "moves"> & { errors: Trouble[]; moves?: string[] }>("glint/solve", { ...fields, ...position.where });
  if (answer.errors.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, nameOf)));
  const { count, complete, positions, moves = null } = answer;
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
