// What the engine answers: the requests of our own and the shapes of their answers, as interpreter/desk/protocol/README.md
// lists them. Nothing here decides anything about a game.
import type { Option, Payload, Piece } from "./answers";
import type { Cell, Picture } from "./board";
import type { Listed } from "./picks";

/// What a clock gives, in seconds.
export interface ClockInfo {
  turn: number | null;
  reserve: number | null;
  game: number | null;
  adds: Record<string, number>; // by the script's name of a move: what it puts into its player's reserve
}

/// Whoever takes requests: the editor's client of the language server, or a thread without an editor.
export interface Service {
  request<T>(method: string, params: object): Promise<T>;
}

/// A position of a script's game.
export interface Where {
  options: Record<string, string>;
  seed: number;
  moves: string[];
}

export interface Place {
  line: number;
  character: number;
}
export interface Trouble {
  code: string;
  severity: "error" | "warning";
  message: string;
  help: string;
  location?: { uri: string; range: { start: Place; end: Place } };
}

export type { Option, Piece };

export interface BoardAnswer {
  title: string;
  position: string;
  status: string;
  players: string[];
  secrets: boolean;
  apart: boolean; // people at one screen must hand it over
  clock: ClockInfo | null;
  must_find: boolean; // beams or moves are left to the players
  chosen: number; // of the last moves: not carried out yet, and not for others to see
  to_move: string | null;
  result: string | null;
  outcome: { kind: string; winner: string | null; scores: number[] } | null;
  score: number | Record<string, number> | null;
  variables: Record<string, string>;
  cells: { cell: string; pieces: Piece[]; at: [number, number] }[];
  light: Record<string, Payload>;
  notes: { player: string | null; text: string; svg?: string }[]; // svg: its pieces as a picture
  draws: Record<string, string>;
  picture?: { svg: string; width: number; height: number; outline: [number, number][] };
  directions?: Record<string, [number, number]>; // one step in the picture, if there is one
  left_out?: string;
}

export interface Shown {
  played: number;
  plies?: { player: string | null; name: string; stands?: boolean }[]; // stands: it is not taken back once it is made
  errors: Trouble[];
  refused?: Trouble & { number: number; move: string };
  options?: Option[];
  unfit_bots?: Record<string, string>; // those that cannot play this game: why
  parts?: { pieces: string[]; moves: Record<string, string> }; // the script's names; of a move, the comment in front of it
  team?: boolean; // its players win or lose together
  ending?: { rule: string; doc: string } | null; // the rule by which the game is over, and the comment in front of it
  not_late?: Trouble; // why nobody can have run out of time here
  found?: Found;
  board?: BoardAnswer;
}

/// What players were to find, and one of them has claimed with the last move.
export interface Found {
  cells: string[];
  why: string[]; // their light, in words
  board: BoardAnswer; // as it was when it was claimed, with all light
}

/// The notations of the claims that players must find themselves, except claims of words alone.
export const claimsOf = (moves?: MovesAnswer): string[] => (moves?.unseen ?? []).filter((notation) => notation.includes("{"));
export interface MovesAnswer {
  count: number;
  notations: string[];
  said: string[]; // moves of words alone, also those that are in no list
  unseen?: string[]; // how moves are written that players must find
  to_move: string | null;
  errors: Trouble[];
  moves?: { move: string; name: string; picks: { pick: string; value: string; cells?: string[]; edges?: string[] }[] }[];
}

const payloadWords = (payload: Payload): string =>
  Object.entries(payload)
    .map(([name, value]) => (Array.isArray(value) ? value.join(" and ") || `no ${name}` : `${name} ${value}`))
    .join(", ");

/// Names one after the other; those that have commas of their own, such as "6,2", stay apart.
export const inWords = (names: string[]): string => names.join(names.some((name) => name.includes(",")) ? " and " : ", ");

/// What has changed in the light, for people who do not see the beams: "lit now: C4, D4; dark now: A1".
export function lightWords(before: Record<string, Payload>, now: Record<string, Payload>): string {
  const isLit = (light: Record<string, Payload>, cell: string) => cell in light;
  const some = (cells: string[]) => inWords(cells.slice(0, 8)) + (cells.length > 8 ? ` and ${cells.length - 8} more` : "");
  const say = (words: string, cells: string[]) => (cells.length ? `${words}: ${some(cells)}` : "");
  const changed = (cell: string) => isLit(before, cell) && JSON.stringify(before[cell]) !== JSON.stringify(now[cell]);
  return [
    say("lit now", Object.keys(now).filter((cell) => !isLit(before, cell))),
    say("other light on", Object.keys(now).filter(changed)),
    say("dark now", Object.keys(before).filter((cell) => !isLit(now, cell))),
  ]
    .filter(Boolean)
    .join("; ");
}

/// A piece for people who do not see it: "emitter of red, colour blue, facing ne".
const pieceWords = (piece: Piece): string =>
  [piece.kind + (piece.owner ? ` of ${piece.owner}` : ""), ...Object.entries(piece.fields).map((field) => field.join(" "))].join(", ");

/// The picture of an answer, with a name for each cell.
export function pictureOf(board: BoardAnswer): Picture | undefined {
  if (!board.picture) return undefined;
  const cells: Cell[] = board.cells.map(({ cell, pieces }) => {
    const light = board.light[cell];
    // What lies on a stack is what moves, so that comes first.
    const stack = pieces.map(pieceWords).reverse();
    if (stack.length > 1) stack[0] = `${stack.length} pieces, from the top: ${stack[0]}`;
    const words = [...stack, light ? `lit: ${payloadWords(light) || "light"}` : ""];
    return { label: cell, words: words.filter(Boolean).join("; ") || "empty" };
  });
  return { ...board.picture, cells, middles: board.cells.map(({ at }) => at) };
}

/// The cells on which something else lies now, or nothing.
export const touchedBy = (before: BoardAnswer, now: BoardAnswer): number[] =>
  now.cells.flatMap(({ pieces }, i) => (JSON.stringify(before.cells[i]?.pieces) === JSON.stringify(pieces) ? [] : [i]));

/// Listed moves, with the numbers of their cells.
export function listedOf(answer: MovesAnswer, board: BoardAnswer): Listed[] {
  const number = new Map(board.cells.map(({ cell }, i) => [cell, i]));
  // A player may have a name of its own for a cell, so that a value is another word than the cell's. It stands for the cell if
  // no other value of this pick does, and none of them is of several cells.
  const values = new Map<string, string>();
  const kinds = new Set<string>(); // picks of which this is not so
  for (const { name, picks } of answer.moves ?? [])
    for (const { pick, value, cells = [], edges = [] } of picks) {
      const kind = `${name} ${pick}`;
      if (cells.length !== 1 || edges.length) {
        kinds.add(kind);
        continue;
      }
      const place = `${kind} ${cells[0]}`;
      if (!values.has(place)) values.set(place, value);
      else if (values.get(place) !== value) kinds.add(kind);
    }
  return (answer.moves ?? []).map(({ move, name, picks }) => ({
    text: move,
    name,
    picks: picks.map(({ pick, value, cells = [], edges = [] }) => {
      const named = [...cells, ...edges.map((edge) => edge.slice(0, edge.lastIndexOf(".")))];
      return {
        name: pick,
        value,
        cells: named.map((label) => number.get(label)).filter((cell) => cell !== undefined),
        isCell: cells.length === 1 && (cells[0] === value || !kinds.has(`${name} ${pick}`)),
      };
    }),
  }));
}

/// What is said of a move that is not legal, without the move.
export const reasonOf = (message: string): string => message.replace(/^`[^`]*` is not legal: /, "");

export const errorText = (trouble: Trouble): string => trouble.message + (trouble.help ? `\n${trouble.help}` : "");

// ---- studies

export interface Measure {
  id: string;
  meaning: string;
  form: "share" | "mean";
  value: number;
  low: number;
  high: number;
  text: string;
  interval: string;
}
/// A first move, and how often the first player won after it.
export interface Opening {
  name: string;
  share: number;
  low: number;
  high: number;
  of: number;
  ahead?: { value: number; low: number; high: number }; // of first moves that were compared: more than the others
  each?: { value: number; low: number; high: number } | null; // of moves and pieces: what one more goes with
}
/// Of one bot against another.
export interface Rung {
  games: number;
  share: number;
  low: number;
  high: number;
}
export interface StudyAnswer {
  games: number;
  percent: number; // of all that was asked, better bots and first moves too
  strong: { bot: string; doubled: string; match: Rung | null; doubling: Rung | null; verdict: string; flips: boolean } | null;
  luck: { value: number; low: number; high: number } | null; // how much of who wins chance alone decides
  minutes: { value: number; low: number; high: number } | null; // that people take for a game
  openings: Opening[];
  moves_of_winners: Opening[];
  pieces_of_winners: Opening[];
  verdict: string;
  card: { id: string; level: "problem" | "open" | "fine" | "note"; text: string; next: string }[];
  measures: Measure[];
  lengths: [number, number][];
  warnings: string[];
  errors?: Trouble[];
}

// ---- mistakes

/// As the language server sends it.
export interface Diagnostic {
  range: { start: Place; end: Place };
  severity: number;
  code?: string;
  message: string;
}
