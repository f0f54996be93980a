// What designers ask of a script: what is wrong with it, whether its tests pass, how its games go. All of it needs the larger
// engine, which is loaded when it is needed first.
import { Core, type Fields } from "./core.js";
import { type Diagnostic, type Mend, type Range, diagnosticOf, errorOf, placed, plainError, type Trouble } from "./errors.js";
import { type Bot, type Draws, type Game, type TextOptions, opened, whole } from "./game.js";

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
  measures: { id: string; value: number | null; low?: number | null; high?: number | null; text: string; meaning: string; [field: string]: unknown }[];
  [field: string]: unknown;
}
export interface StudyOptions {
  games?: number;
  seed?: number;
  /** By player, or "*" for all seats. Their budgets are numbers, not times. */
  bots?: Exclude<Bot, Function> | Record<string, string>;
  rotates?: boolean;
  maxPlies?: number;
  draws?: Draws;
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
export async function study(game: Game, { games = 1000, seed = 1, bots = "random", rotates = false, maxPlies = 2000, draws = {}, onPart, signal }: StudyOptions = {}): Promise<Study> {
  const seats = typeof bots === "string" ? { "*": bots } : bots;
  for (const [name, value, least] of [["games", games, 1], ["seed", seed, 0], ["maxPlies", maxPlies, 1]] as const) whole(name, value, least);
  return long<Study>(game, "glint/study", { games, seed, bots: seats, rotates, max_plies: maxPlies, draws }, onPart, signal);
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
/** Compares a variant with its game, or with the text `before`. */
export async function diff(game: Game, { before, limit = 60_000, games = 200, signal }: { before?: string; limit?: number; games?: number; signal?: AbortSignal } = {}): Promise<Diff> {
  for (const [name, value] of Object.entries({ limit, games })) whole(name, value);
  return long<Diff>(game, "glint/diff", { ...(before === undefined ? {} : { before }), limit, games }, undefined, signal);
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
