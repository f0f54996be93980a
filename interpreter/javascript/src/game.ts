// Games, positions, and what one player sees of them.
import names from "given:names";
import type { Option, Payload, Piece } from "../../studio/page/src/answers";
import { Core, type Fields, type Which } from "./core.js";
import { type Diagnostic, ScriptError, type Trouble, diagnosticOf, errorOf, plainError } from "./errors.js";
import { readScript } from "./files.js";

export type { Option, Payload, Piece };

/** A value of an option or a draw. `true` and `false` stand for `on` and `off`. */
export type Setting = string | number | boolean;
export type Options = Record<string, Setting>;
/** Draws of chance that are fixed: to a value, or successive draws to a list of them. */
export type Draws = Record<string, Setting | readonly Setting[]>;

export interface Beam {
  source: string;
  path: { cell: string; way: string; payload: Payload }[];
  end: { kind: "left" | "stopped" | "looped" | "split"; at: string; name?: string; way?: string; payload?: Payload };
  branches: Beam[];
  name?: string;
}
export interface Trace {
  cell: string;
  beams: Beam[];
  /** Each beam in a line. */
  steps: string[];
  light: Payload | null;
  /** Where the light of the cell comes from, in lines. */
  why: string[];
}
export interface Outcome {
  kind: "win" | "tie" | "score" | "loss" | "unfinished";
  winner: string | null;
  scores: number[];
  /** In words: "sun wins". */
  text: string;
}
/** A move, taken apart: what is picked for it, one after the other. */
export interface MoveParts {
  move: string;
  name: string;
  picks: { pick: string; value: string; cells?: string[]; edges?: string[] }[];
}
export interface BotMove {
  move: string;
  /** What the bot expects for the player to move, 0 (lost) to 1 (won), if it says so. */
  value?: number;
  /** True if it drew the move at random, because no position that it found fits the view of its player. */
  guessed: boolean;
}
/** The board as the engine answers it; interpreter/desk/protocol/README.md has all fields. */
export interface Board {
  game: string;
  title: string;
  position: string;
  to_move: string | null;
  result: string | null;
  outcome: Omit<Outcome, "text"> | null;
  status: string;
  players: string[];
  secrets: boolean;
  score: number | Record<string, number> | null;
  variables: Record<string, string>;
  cells: { cell: string; pieces: Piece[]; at?: [number, number] }[];
  light: Record<string, Payload>;
  notes: { player: string | null; text: string }[];
  draws: Record<string, string>;
  /** The draw that play waits for, if it was started with `waitAtDraws`. */
  at_draw?: string;
  /** With a picture: one step in each direction. */
  directions?: Record<string, [number, number]>;
  picture?: { svg: string; width: number; height: number; outline: [number, number][] };
  [field: string]: unknown;
}

interface Reached {
  played: number;
  errors: Trouble[];
  plies?: { player: string | null; name: string }[];
  refused?: Trouble & { number: number; move: string };
}
interface Shown extends Reached {
  board: Board;
  options?: Option[];
  not_late?: Trouble;
  heuristic?: Record<string, number>;
  characters?: string;
}
interface Known extends Shown {
  unfit_bots: Record<string, string>;
  team: boolean;
  about: { doc: string; variant_of: string; has_beams: boolean };
}
interface Moves extends Reached {
  to_move: string | null;
  outcomes?: Record<string, [weight: number, total: number]>;
  notations: string[];
  count: number;
  moves: MoveParts[];
}

const setting = (value: Setting): string => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
const settings = (given: Draws): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.map(setting) : setting(value as Setting)]));

/** @internal A whole number that an engine takes. Throws RangeError: JSON would make null of what is none. */
export function whole(name: string, value: number, least = 0): number {
  if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`${name} is a whole number, at least ${least}; found ${String(value)}`);
  return value;
}

/** Answers are kept and given out again, so nobody may change them. */
function frozen<T>(answer: T): T {
  if (typeof answer !== "object" || answer === null || Object.isFrozen(answer)) return answer;
  Object.values(answer).forEach(frozen);
  return Object.freeze(answer);
}

/** A document that an engine has open for a game. It is closed when nothing uses it any longer. */
const open = new FinalizationRegistry<() => void>((close) => close());
let documents = 0;

export interface TextOptions {
  options?: Options;
  /** The script's name in errors ("script.glint"). */
  file?: string;
  /** Scripts that it may `use` or be a variant of, by the name that it calls them; bundled ones are found without. */
  files?: Record<string, string>;
}

/** @internal Opens a text with its files. `nameOf` is how an error calls a file. */
export function opened(core: Pick<Core, "notify" | "hasFailed">, text: string, { file = "script.glint", files = {} }: TextOptions, keeper?: object) {
  const folder = `file:///${++documents}/`;
  const uri = folder + encodeURIComponent(file);
  const whole = (name: string): string => `${folder}${encodeURIComponent(name)}.glint`; // as the engine looks for it
  const all = [...Object.entries(files).map(([name, body]) => [whole(name), body] as const), [uri, text] as const];
  for (const [each, body] of all) core.notify("textDocument/didOpen", { textDocument: { uri: each, languageId: "glint", version: 1, text: body } });
  const close = () => {
    if (core.hasFailed) return;
    for (const [each] of all) core.notify("textDocument/didClose", { textDocument: { uri: each } });
  };
  if (keeper) open.register(keeper, close);
  const nameOf = (given: string) => (given === uri ? file : given.startsWith(folder) ? decodeURIComponent(given.slice(folder.length)) : bundledName(given));
  return { uri, close, nameOf };
}
/** The name of a file that comes with Glint: "games/boundary.glint", "<std>/hex.glint". */
const bundledName = (uri: string): string => decodeURIComponent(uri.replace(/^glint:\/\/\//, "").replace(/^std\//, "<std>/"));

/** What decides the draws of chance. */
export interface Chance {
  /** All of them (1), but for those that are fixed. */
  seed?: number;
  draws?: Draws;
  /** Play stops at each draw that is not fixed, and waits for `Position.draw`. */
  waitAtDraws?: boolean;
}
const beginning = ({ seed = 1, draws = {}, waitAtDraws = false }: Chance): Begin => ({ seed: whole("seed", seed), draws: settings(draws), wait: waitAtDraws });
/** Where a position begins, as requests have it. */
interface Begin extends Fields {
  /** As a text, where it has more digits than a number holds. */
  seed: number | string;
  draws: Record<string, string | string[]>;
  wait: boolean;
  at?: string;
}
/** What was done since: a move; a value of a draw; or the player to move ran out of time, which ends a game. */
type Step = { move: string } | { draw: string; value: string } | { late: true };

/** A game as data, for `restore`. */
export type SavedGame = ({ name: string } | { text: string; more: TextOptions }) & { options: Record<string, string> };
/** A position as data, with its moves. */
export interface SavedPosition {
  game: SavedGame;
  begin: Begin;
  past: readonly Step[];
}
/** The game, or the position, that was `saved`: `(await restore(JSON.parse(text))).history`. Throws what loading it throws. */
export async function restore(saved: SavedGame): Promise<Game>;
export async function restore(saved: SavedPosition): Promise<Position>;
export async function restore(saved: SavedGame | SavedPosition): Promise<Game | Position> {
  if ("past" in saved) return new Position(await restore(saved.game), saved.begin, saved.past);
  const { options, ...source } = saved;
  return Game.from("play", source, options);
}

/** The rules of a game with values for its options. It never changes. */
export class Game {
  readonly title: string;
  /** The doc comment of the script. */
  readonly doc: string;
  /** Its bundled name, or its file's without folder and ending. */
  readonly id: string;
  /** The `id` of the game that it is a variant of, or "". */
  readonly variantOf: string;
  /** The players, in the order of their seats. */
  readonly players: readonly string[];
  /** True if all players win and lose together. */
  readonly isTeam: boolean;
  /** True if something is hidden from some player. */
  readonly hasSecrets: boolean;
  readonly hasBeams: boolean;
  readonly options: readonly Option[];
  /** The labels of its cells, in the order of the board. */
  readonly cells: readonly string[];
  /** Bots that cannot play it, with the reasons. */
  readonly unfitBots: Readonly<Record<string, string>>;
  /** @internal */
  readonly core: Core;
  /** @internal */
  readonly fields: Fields;
  /** @internal */
  readonly nameOf: (uri: string) => string;
  /** @internal What it was loaded from, for other engines. */
  readonly source: { name: string } | { text: string; more: TextOptions };

  private constructor(core: Core, fields: Fields, nameOf: (uri: string) => string, source: Game["source"]) {
    [this.core, this.fields, this.nameOf, this.source] = [core, fields, nameOf, source];
    const shown = frozen(this.ask<Known>("glint/show", { picture: false }));
    const { board, about } = shown;
    this.title = board.title;
    [this.doc, this.variantOf, this.hasBeams, this.isTeam] = [about.doc, about.variant_of, about.has_beams, shown.team];
    this.id = board.game;
    this.players = board.players;
    this.hasSecrets = board.secrets;
    this.options = shown.options!;
    this.cells = board.cells.map(({ cell }) => cell);
    this.unfitBots = shown.unfit_bots;
  }

  /** Whether it was loaded from the same script, with the same options. */
  equals(other: Game): boolean {
    const made = ({ source, options }: Game): string => JSON.stringify([source, options]);
    return this === other || made(this) === made(other);
  }
  /** What `restore` makes it of again, anywhere: plain data, for JSON and for messages to workers. */
  get saved(): SavedGame {
    return { ...this.source, options: this.fields["options"] as Record<string, string> };
  }

  /**
   * A game or variant that comes with Glint: `await Game.load("laser_lawn", { side: 5 })`. Throws ScriptError if there is
   * none of this name, or an option has no such value.
   */
  static async load(name: string, options: Options = {}): Promise<Game> {
    return Game.from("play", { name }, options);
  }
  /** A game from the text of its script. */
  static async fromText(text: string, more: TextOptions = {}): Promise<Game> {
    return Game.from("play", { text, more }, more.options ?? {});
  }
  /**
   * A game from a file, in Node. Libraries and games that it names are found as by the command: in the folder of the file that
   * names them, or that of this one, and below. Throws what reading the file throws, or ScriptError.
   */
  static async fromFile(file: string | URL, options: Options = {}): Promise<Game> {
    const { text, more, readMissing } = await readScript(file);
    for (;;)
      try {
        return await Game.fromText(text, { ...more, files: { ...more.files }, options });
      } catch (error) {
        if (!(error instanceof ScriptError) || !(await readMissing(error.diagnostics))) throw error;
      }
  }
  /** @internal */
  static async from(which: Which, source: Game["source"], options: Options | Record<string, string>): Promise<Game> {
    const core = await Core.of(which);
    if ("name" in source) return new Game(core, { game: source.name, options: settings(options) }, bundledName, source);
    const keeper = {};
    const { uri, nameOf } = opened(core, source.text, source.more, keeper);
    const game = new Game(core, { textDocument: { uri }, options: settings(options) }, nameOf, source);
    keepers.set(game, keeper);
    return game;
  }
  /** @internal Throws if one of these is no player. */
  checkPlayers(given: readonly string[]): void {
    const wrong = given.find((name) => !this.players.includes(name));
    if (wrong !== undefined) throw plainError(`the game has no player \`${wrong}\``, `its players are ${this.players.join(", ")}`);
  }
  /** The names of the directions of the board; none if it is too large to be drawn. */
  get directions(): readonly string[] {
    return Object.keys(this.#drawn.directions ?? {});
  }
  /** The centre of each cell in pictures, by its label. */
  get places(): Readonly<Record<string, [number, number]>> {
    return Object.fromEntries(this.#drawn.cells.flatMap(({ cell, at }) => (at ? [[cell, at]] : [])));
  }
  #board: Board | undefined;
  get #drawn(): Board {
    return (this.#board ??= frozen(this.ask<Shown>("glint/show", {}).board));
  }
  /** @internal The same game in the engine for designers. */
  inStudio(): Promise<Game> {
    return Game.from("studio", this.source, this.fields["options"] as Record<string, string>);
  }
  /** The names of the games that come with Glint, and of their variants. */
  static get bundled(): { games: readonly string[]; variants: readonly string[] } {
    return names;
  }

  /** @internal Throws what the engine finds wrong. */
  ask<T extends Reached>(method: string, fields: Fields): T {
    const answer = this.core.request<T>(method, { ...this.fields, ...fields });
    if (answer.errors.length) throw errorOf(answer.errors.map((each) => diagnosticOf(each, this.nameOf)));
    return answer;
  }

  /**
   * The position of the first choice. `seed` decides all draws of chance, but for those that `draws` fixes. With
   * `waitAtDraws` play stops at each draw that is not fixed (`Position.atDraw`).
   */
  start(chance: Chance = {}): Position {
    return new Position(this, beginning(chance), []);
  }
  /** @internal With a seed of 64 bits, and moves. */
  begun(seed: bigint, draws: Record<string, string[]> | Draws = {}, moves: readonly string[] = []): Position {
    return new Position(this, { ...beginning({ draws }), seed: String(seed) }, moves.map((move) => ({ move })));
  }
  /** The position of this text, as `String(position)` has it. */
  read(text: string, chance: Chance = {}): Position {
    return new Position(this, { ...beginning(chance), at: text }, []);
  }
}
const keepers = new WeakMap<Game, object>();

/** The board without its picture, and with all that pictures may leave out. */
const seen: Fields = { picture: false, vars: true, light: true };
/** No list of moves, and nothing drawn: only how far the steps could be made, and who is to move. */
const quick: Fields = { most: 0, as: "" };
/** What positions and views have in common: everything that is to be seen. */
abstract class Shown_ {
  readonly game: Game;
  #known = new Map<string, unknown>();
  constructor(game: Game) {
    this.game = game;
  }
  /** @internal */
  protected abstract ask<T extends Reached>(method: string, fields: Fields): T;
  /** @internal */
  protected forget(): void {
    this.#known.clear();
  }
  /** @internal The answer, which is kept until the position changes. */
  protected once<T extends Reached>(method: string, fields: Fields = {}): T {
    const key = method + JSON.stringify(fields);
    if (!this.#known.has(key)) this.#known.set(key, frozen(this.ask<T>(method, fields)));
    return this.#known.get(key) as T;
  }

  /** All that the engine says of the board, without a picture. */
  get board(): Board {
    return this.once<Shown>("glint/show", seen).board;
  }
  /** The player to move; null if the game is over. */
  get toMove(): string | null {
    return this.once<Moves>("glint/moves", quick).to_move;
  }
  get over(): boolean {
    return this.toMove === null && this.outcome !== null;
  }
  /** The end of the game; null while it goes on. */
  get outcome(): Outcome | null {
    const { outcome, result } = this.board;
    return outcome && { ...outcome, text: result! };
  }
  /** The legal moves, taken apart. A view has those of its own player, when it is that player's turn. */
  get parts(): readonly MoveParts[] {
    const known = this.#known.get("parts");
    if (known) return known as MoveParts[];
    const { moves, count } = this.ask<Moves>("glint/moves", { light: true });
    while (moves.length < count) moves.push(...this.ask<Moves>("glint/moves", { light: true, first: moves.length }).moves);
    this.#known.set("parts", frozen(moves));
    return moves;
  }
  /** Their texts. */
  get moves(): readonly string[] {
    return this.parts.map(({ move }) => move);
  }
  /** The number of legal moves, without their texts. */
  get count(): number {
    return this.once<Moves>("glint/moves", { light: true, most: 0 }).count;
  }
  /** The notations of the moves of this choice: ["{at} {facing} {next}"]. */
  get notations(): readonly string[] {
    return this.once<Moves>("glint/moves", { light: true, most: 0 }).notations;
  }
  /** The pieces of each cell by its label, from bottom to top. Empty cells are left out. */
  get pieces(): Record<string, Piece[]> {
    return Object.fromEntries(this.board.cells.filter(({ pieces }) => pieces.length).map(({ cell, pieces }) => [cell, pieces]));
  }
  /** The printed value of each variable, by its printed name; "?" if it is hidden. */
  get variables(): Record<string, string> {
    return this.board.variables;
  }
  /** The texts that the script shows below the board. */
  get notes(): string[] {
    return this.board.notes.map(({ text }) => text);
  }
  /** By player; a number for a team; null if the game has no score, or if it might reveal what is hidden. */
  get score(): Board["score"] {
    return this.board.score;
  }
  /** The payloads of the beams that leave each lit cell, by its label. */
  get light(): Record<string, Payload> {
    return this.once<Reached & { light: Record<string, Payload> }>("glint/trace").light;
  }
  get beams(): Beam[] {
    return this.once<Reached & { beams: Beam[] }>("glint/trace").beams;
  }
  /** The beams that reach a cell, and what lights it. */
  trace(cell: string): Trace {
    const { beams, steps, why, light } = this.once<Reached & { beams: Beam[]; steps: string[]; why: string[]; light: Record<string, Payload> }>("glint/trace", { cell });
    return { cell, beams, steps, why, light: light[cell] ?? null };
  }
  /**
   * The value of an expression of the language here: `eval("count(empty)")` is a number, a flag, a name, or the elements of
   * a set as texts. Throws a GlintError, with G0420 if the value depends on something hidden.
   */
  eval(expression: string): boolean | number | string | string[] {
    return this.once<Reached & { value: boolean | number | string | string[] }>("glint/eval", { expression }).value;
  }
  /** A picture, as the text of an SVG. `light`: also with beams that the game leaves to its players to find. */
  svg({ light = false } = {}): string {
    const { board } = this.once<Shown>("glint/show", { light });
    if (!board.picture) throw plainError(String(board["left_out"] ?? "there is no picture"));
    return board.picture.svg;
  }
  /** A picture made of characters, at most `width` wide if it can be; without `utf8`, of plain ones. */
  picture({ width = 100, utf8 = true, light = false } = {}): string {
    return this.once<Shown>("glint/show", { picture: false, columns: whole("width", width, 1), utf8, light }).characters!;
  }
  /**
   * Why a move may not be played, in the author's words; null if it may. A view does not say what rules find out after the
   * move, as they may read what is hidden.
   */
  abstract why(move: string): Diagnostic | null;
  /** The whole position as text: the board, and a line for everything that it does not show. */
  toString(): string {
    return this.board.position;
  }
  /** So that JSON, and consoles, show it. */
  toJSON(): string {
    return this.toString();
  }
  [Symbol.iterator](): Iterator<string> {
    return this.moves[Symbol.iterator]();
  }
}

/**
 * What one player sees of a position: nothing in it depends on what is hidden from that player. Two positions that the player
 * cannot tell apart have views that are equal, and give the same answers. It has no `push`, as the result of a move may
 * reveal something.
 */
export class View extends Shown_ {
  readonly player: string | null;
  #ask: <T extends Reached>(method: string, fields: Fields) => T;
  #refusal: (move: string) => Diagnostic | null;
  /** @internal */
  constructor(game: Game, player: string | null, ask: <T extends Reached>(method: string, fields: Fields) => T, refusal: (move: string) => Diagnostic | null) {
    super(game);
    this.player = player;
    this.#ask = (method, fields) => ask(method, { ...fields, as: player ?? "" });
    this.#refusal = refusal;
  }
  /** @internal */
  protected override ask<T extends Reached>(method: string, fields: Fields): T {
    return this.#ask(method, fields);
  }
  override why(move: string): Diagnostic | null {
    if (!this.over && this.player !== this.toMove) return null;
    const refused = this.#refusal(move);
    return refused?.code === "G0601" || this.over ? refused : null;
  }
  equals(other: View): boolean {
    return this.player === other.player && this.game.equals(other.game) && String(this) === String(other) && this.toMove === other.toMove;
  }
}

/** A position of a game. `push` makes a move, `pop` takes it back. */
export class Position extends Shown_ {
  #begin: Begin;
  #past: Step[];
  /** @internal */
  constructor(game: Game, begin: Begin, past: readonly Step[]) {
    super(game);
    this.#begin = begin;
    this.#past = [...past];
    this.#check(); // what is wrong is thrown here
  }
  /** @internal Where it stands, as requests name it. */
  get where(): Fields {
    const draws: Record<string, string | string[]> = { ...this.#begin.draws };
    const moves: string[] = [];
    for (const step of this.#past) {
      if ("move" in step) moves.push(step.move);
      else if ("draw" in step) draws[step.draw] = [draws[step.draw] ?? [], step.value].flat();
    }
    const { seed } = this.#begin;
    return { ...this.#begin, seed: typeof seed === "string" ? BigInt(seed) : seed, draws, moves, late: this.#isLate };
  }
  /** Whether the last player ran out of time. Only `glint/show` looks at positions so. */
  get #isLate(): boolean {
    return "late" in (this.#past.at(-1) ?? {});
  }
  /** @internal */
  protected override ask<T extends Reached>(method: string, fields: Fields): T {
    if (this.#isLate && method === "glint/moves") return { played: this.#past.length, errors: [], to_move: null, notations: [], count: 0, moves: [] } as Reached as T;
    if (this.#isLate && method === "glint/advice") throw errorOf([this.#isOver]);
    return this.game.ask<T>(method, { ...this.where, ...fields });
  }
  get #isOver(): Diagnostic {
    return diagnosticOf({ code: "G0607", message: "the game is over" }, this.game.nameOf);
  }
  /** Throws if not all steps can be made. */
  #check(): void {
    // Whoever asks without `as` is told why, in a game with secrets, too.
    const wrong = this.#isLate ? this.once<Shown>("glint/show", seen).not_late : this.once<Moves>("glint/moves", quick).refused && this.once<Moves>("glint/moves", { most: 0 }).refused;
    if (wrong) throw errorOf([diagnosticOf(wrong, this.game.nameOf)]);
  }
  /** Makes a step, or throws and stays as it was. */
  #step(step: Step): void {
    this.#past.push(step);
    this.forget();
    try {
      this.#check();
    } catch (error) {
      this.#past.pop();
      this.forget();
      throw error;
    }
  }
  #refusal(move: string): Diagnostic | null {
    if (this.#isLate) return this.#isOver;
    const { refused } = this.ask<Shown>("glint/play", { move, picture: false });
    return refused ? diagnosticOf(refused, this.game.nameOf) : null;
  }

  /**
   * Plays a move: its text, or its number in `moves`. Throws IllegalMove with the author's words, or RuleError; then the
   * position is as before.
   */
  push(move: string | number): void {
    const text = typeof move === "number" ? this.#listed(move) : move;
    if (this.#isLate) throw errorOf([this.#isOver]);
    this.#step({ move: text });
  }
  /** The text of a move in the list, of which no other is asked for. */
  #listed(number: number): string {
    const whole = Number.isSafeInteger(number) && number >= 0;
    const move = whole ? this.ask<Moves>("glint/moves", { light: true, first: number, most: 1 }).moves[0]?.move : undefined;
    if (move === undefined) throw new RangeError(`there are ${this.count} moves`);
    return move;
  }
  /** Takes the last move or draw back, and answers its text. */
  pop(): string {
    const step = this.#past.pop();
    if (step === undefined) throw new RangeError("no move was made");
    this.forget();
    return "move" in step ? step.move : "draw" in step ? step.value : "";
  }
  /** The moves since the beginning. */
  get history(): readonly string[] {
    return this.#past.flatMap((step) => ("move" in step ? [step.move] : []));
  }
  /** The script's name for the last move; "" at the beginning. */
  get lastMove(): string {
    return this.once<Shown>("glint/show", seen).plies?.at(-1)?.name ?? "";
  }
  /** The player to move is out of time: applies the rule of the game's clock. Throws if it has none. `pop` takes it back. */
  forfeit(): void {
    if (this.#isLate) throw errorOf([this.#isOver]);
    this.#step({ late: true });
  }
  /** A random game from here, which does not change the position: its end (null if it was cut off), and how long it was. */
  playout({ seed = 1, maxPlies = 2000 }: { seed?: number; maxPlies?: number } = {}): { outcome: Outcome | null; plies: number } {
    const [end, first] = [this.copy(), whole("seed", seed)];
    let plies = 0;
    for (whole("maxPlies", maxPlies); plies < maxPlies && end.toMove !== null; ++plies) end.push(end.choose("random", { seed: (first * 1_000_003 + plies) % Number.MAX_SAFE_INTEGER }).move);
    return { outcome: end.outcome, plies };
  }

  /** The name of the draw that play waits for, if it was started with `waitAtDraws`; else null. */
  get atDraw(): string | null {
    return this.board.at_draw ?? null;
  }
  /** At a draw: the probability of each value. */
  get outcomes(): Record<string, number> {
    const { outcomes } = this.once<Moves>("glint/moves", { light: true, most: 0 });
    return Object.fromEntries(Object.entries(outcomes ?? {}).map(([value, [weight, total]]) => [value, weight / total]));
  }
  /** Decides the draw. Throws IllegalMove if it cannot have this value. `pop` takes it back. */
  draw(value: Setting): void {
    const name = this.atDraw;
    if (name === null) throw errorOf([diagnosticOf({ code: "G0608", message: "no draw is pending here" }, this.game.nameOf)]);
    this.#step({ draw: name, value: setting(value) });
  }
  /** The draws of chance so far. */
  get draws(): Record<string, string> {
    return this.board.draws;
  }
  override why(move: string): Diagnostic | null {
    return this.#refusal(move);
  }
  /** The script's `heuristic` for a player (else the score); null if the game has neither. A view has none. */
  heuristic(player: string): number | null {
    this.game.checkPlayers([player]);
    return this.once<Shown>("glint/show", { picture: false, heuristic: true }).heuristic?.[player] ?? null;
  }
  /** What this player may see; null: what everybody may see. */
  seenBy(player: string | null): View {
    if (player !== null) this.game.checkPlayers([player]);
    const here = this.copy(); // so that the view stays what it is
    return new View(this.game, player, (method, fields) => here.ask(method, fields), (move) => here.why(move));
  }
  /**
   * What a bot of Glint would play: "mcts:500", "mcts:200ms", "greedy". It sees no more than the player to move, but needs the
   * whole position. The same seed gives the same move, unless its budget is a time.
   */
  choose(bot: string, { seed, seconds }: { seed?: number; seconds?: number } = {}): BotMove {
    const { move, value, guessed } = this.chosen(bot, seed, seconds);
    return value === undefined ? { move, guessed } : { move, value, guessed };
  }
  /** @internal With the number of the move. */
  chosen(bot: string, seed?: number, seconds?: number): BotMove & { number: number } {
    if (seed !== undefined) whole("seed", seed);
    return this.ask<Reached & BotMove & { number: number }>("glint/advice", { bot, ...(seed === undefined ? {} : { bot_seed: seed }), ...(seconds === undefined ? {} : { seconds }) });
  }
  copy(): Position {
    return new Position(this.game, this.#begin, this.#past);
  }
  /** What `restore` makes it of again, with its moves: plain data, for JSON and for messages to workers. */
  get saved(): SavedPosition {
    return { game: this.game.saved, begin: this.#begin, past: [...this.#past] };
  }
  /** Whether the same game stands in the same way, whatever led there. */
  equals(other: Position): boolean {
    return this.game.equals(other.game) && String(this) === String(other);
  }
}
