// What a study says, in a sentence: who is favoured, for games of every kind, and how long a game takes.
import { spoken as spokenName } from "./names";
import type { Measure, Opening, Rung, StudyAnswer } from "./service";

export const measure = (answer: StudyAnswer, id: string): Measure | undefined => answer.measures.find((each) => each.id === id);
const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
/// Of shares that differ: "+2.5" points.
export const signed = (share: number): string => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;

export const seldomEnds = (answer: StudyAnswer): boolean => (measure(answer, "unfinished")?.low ?? 0) > 0.5;

/// The shares of wins, the largest first.
export const winsOf = (answer: StudyAnswer): { player: string; wins: Measure }[] =>
  answer.measures
    .filter(({ id }) => id.startsWith("wins."))
    .map((wins) => ({ player: wins.id.slice(5), wins }))
    .sort((a, b) => b.wins.value - a.wins.value);

/// Who wins how often, in a few words.
export function sharesOf(answer: StudyAnswer): string {
  const ties = measure(answer, "ties");
  const single = measure(answer, "wins") ?? measure(answer, "score");
  if (!winsOf(answer).length) return single ? `${single.id} ${single.text}` : "";
  return [...winsOf(answer).map(({ player, wins }) => `${player} wins ${percent(wins.value)}`), ties && ties.value > 0.005 ? `${percent(ties.value)} ties` : ""].filter(Boolean).join(", ");
}

/// Who is favoured, in one sentence, of every game: by who begins, by seats where players choose together or take turns that do
/// not alternate; of teams and puzzles how often they are solved, or which score they reach.
export function sentenceOf(answer: StudyAnswer, players: number): string {
  if (seldomEnds(answer))
    return "Who is favoured cannot be told, because these bots seldom finish a game. Let stronger bots play, or make a variant that must end, for example after a number of rounds.";
  const lead = measure(answer, "first_player_advantage");
  if (lead && players >= 2) {
    if (lead.low > 0) return "Whoever begins is favoured.";
    if (lead.high < 0) return players === 2 ? "Whoever moves second is favoured." : "Whoever begins is at a disadvantage.";
  }
  const [most, next] = winsOf(answer);
  const ties = measure(answer, "ties");
  if (most && next) {
    const shares = sharesOf(answer);
    if (most.wins.low > next.wins.high) return `The seat of ${most.player} is favoured: ${shares}.`;
    if (ties && ties.low > 0.9) return `Hardly any game has a winner: ${shares}.`;
    return answer.games < 1000 ? `No player is clearly favoured yet: ${shares}. More games would show more.` : `No player is clearly favoured when these bots play: ${shares}.`;
  }
  const solved = measure(answer, "wins");
  if (solved) {
    const how = solved.high < 0.02 ? "hardly ever" : solved.high < 0.25 ? "seldom" : solved.low > 0.75 ? "nearly always" : solved.low > 0.4 ? "often" : "sometimes";
    return `The players ${how} win: in ${percent(solved.value)} of the games when these bots play.`;
  }
  const score = measure(answer, "score");
  if (score) return `The players reach ${score.text} points on average (${score.interval}) when these bots play.`;
  return "";
}

/// What a study says first, in the order in which it is shown and read out: what better bots find, who is favoured, and the engine's
/// sentence with its figures. Any of them but the last may be empty.
export function headlinesOf(answer: StudyAnswer, players: number): { better: string; favoured: string; verdict: string } {
  const { strong, verdict } = answer;
  const better = strong ? `${strong.flips ? "Better bots find something else. " : ""}With ${strong.bot} in all seats: ${strong.verdict}` : "";
  // What the few games that ended say is no answer to who is favoured.
  const few = seldomEnds(answer) && !verdict.startsWith("No game ended");
  return { better, favoured: sentenceOf(answer, players), verdict: few ? `Of the games that ended: ${verdict}` : verdict };
}

/// Numbers with their intervals, to be drawn under a heading, on an axis from `low` to `high`.
export interface Interval {
  label: string;
  value: number;
  low: number;
  high: number;
}
export interface Picture {
  id: string;
  title: string;
  of: Interval[];
  low: number;
  high: number;
  words: (value: number) => string;
}
/// The questions of a designer that are answered by numbers: each with the numbers that answer it, if the study has some.
export function intervalsOf(answer: StudyAnswer): Picture[] {
  const { strong, luck, minutes } = answer;
  const rung = (one: Rung | null | undefined, label: string): Interval[] => (one ? [{ ...one, label, value: one.share }] : []);
  const most = 12; // first moves, of which there may be hundreds
  const group = (all: Opening[] | undefined): Interval[] => (all ?? []).slice(0, most).map(({ name, share, low, high }) => ({ label: name.replaceAll("`", ""), value: share, low, high }));
  const beside = (all: Opening[] | undefined, what: "ahead" | "each"): Interval[] => (all ?? []).slice(0, most).flatMap((one) => (one[what] ? [{ ...one[what], label: one.name.replaceAll("`", "") }] : []));
  const tree = measure(answer, "tree_size");
  const known = Object.entries({ "Connect Four": 21, Othello: 58, chess: 123 }).map(([label, value]) => ({ label, value, low: value, high: value }));
  const size: Interval[] = tree ? [{ label: "this game", value: tree.value, low: tree.low, high: tree.high }, ...known] : [];
  const farthest = (of: Interval[]): number => Math.max(...of.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const plain = (value: number): string => value.toFixed(1).replace(/\.0$/, "");
  const shares = [
    { id: "leader", title: "How often the leader wins", of: answer.measures.filter(({ id }) => id.startsWith("leader_wins.")).map(({ id, value, low, high }) => ({ label: `after ${id.slice(12)} % of the game`, value, low, high })) },
    { id: "luck", title: "Luck and skill", of: [...(luck ? [{ ...luck, label: "chance alone decides" }] : []), ...rung(strong?.match, `${strong?.bot} wins`), ...rung(strong?.doubling, `${strong?.doubled} wins against ${strong?.bot}`)] },
    { id: "openings", title: "First moves, and how often the first player won", of: group(answer.openings) },
    { id: "moves", title: "Who chooses a move more often wins", of: group(answer.moves_of_winners) },
    { id: "pieces", title: "Who has more of a piece wins", of: group(answer.pieces_of_winners) },
  ].map((one) => ({ ...one, low: 0, high: 1, words: percent }));
  const points = [
    { id: "ahead", title: "First moves: points more than after the others", of: beside(answer.openings, "ahead") },
    { id: "each-move", title: "Each time more of a move: points of a win", of: beside(answer.moves_of_winners, "each") },
    { id: "each-piece", title: "Each one more of a piece: points of a win", of: beside(answer.pieces_of_winners, "each") },
  ].map((one) => ({ ...one, low: -Math.max(0.05, farthest(one.of)), high: Math.max(0.05, farthest(one.of)), words: signed }));
  const sizes = [
    { id: "size", title: "Lines of play, as a power of 10", of: size, low: 0, high: Math.max(130, farthest(size)), words: plain },
    { id: "time", title: "Minutes that people take for a game", of: minutes ? [{ ...minutes, label: "an average game" }] : [], low: 0, high: 1.2 * (minutes?.high ?? 1), words: plain },
  ];
  return [...shares, ...points, ...sizes].filter(({ of }) => of.length);
}

/// A study with a question beside it, or without that where the engine refuses it; `refused`: why. `isOver`: nobody waits for it.
export async function studyWith<T>(ask: (isAsked: boolean) => Promise<T>, isWanted: boolean, isOver: () => boolean): Promise<{ answer: T; refused: string }> {
  try {
    return { answer: await ask(isWanted), refused: "" };
  } catch (error) {
    if (!isWanted || isOver()) throw error;
    return { answer: await ask(false), refused: (error as Error).message };
  }
}

/// The value that leads a report after so many games; reports with no more games than the last one add nothing.
export interface Point {
  games: number;
  low: number;
  value: number;
  high: number;
}
export const courseWith = (course: Point[], games: number, { low, value, high }: Measure): Point[] => ((course.at(-1)?.games ?? 0) < games ? [...course, { games, low, value, high }] : course);

/// How long a game is, in moves, and whether that is too long: for so many minutes, at so many seconds a move.
export function lengthOf(answer: StudyAnswer, limit?: { minutes: number; seconds: number }): string {
  const length = measure(answer, "length");
  if (!length) return "";
  const words = `A game has ${length.text} moves on average`;
  if (!limit) return `${words}.`;
  const { minutes, seconds } = limit;
  const [low, high] = [length.low, length.high].map((moves) => (moves * seconds) / 60) as [number, number];
  const verdict = low > minutes ? `too long for ${minutes} minutes` : high <= minutes ? `not too long for ${minutes} minutes` : `about ${minutes} minutes`;
  return `${words}; at ${seconds} seconds a move that is ${Math.max(1, Math.round((length.value * seconds) / 60))} minutes: ${verdict}.`;
}

/// Whether a game is surely too long for so many minutes, at so many seconds a move.
export const isLong = (answer: StudyAnswer, { minutes, seconds }: { minutes: number; seconds: number }): boolean => ((measure(answer, "length")?.low ?? 0) * seconds) / 60 > minutes;

/// A measure, as people read it; the engine's own name is that of its commands.
const names: Record<string, string> = {
  first_player_advantage: "advantage of who begins",
  unfinished: "games without an end",
  length: "moves in a game",
  ties: "ties",
  drama: "the later winner trails",
  decided_at: "decided after, of the game",
  lead_changes: "changes of the lead",
  effective_branching: "moves to choose from, in effect",
  branching: "moves to choose from",
  wins: "games won",
};
export function measureWords(id: string): string {
  const [name = "", of = ""] = id.split(/\.(.*)/s);
  if (name === "wins" && of) return `${spokenName(of)} wins`;
  const words = names[name] ?? spokenName(name);
  return of ? `${words}, ${spokenName(of)}` : words;
}

const half = ({ low, high }: Measure): number => (high - low) / 2;
/// Whether two values differ by more than chance: by more than both their intervals together.
export const differs = (a: Measure, b: Measure): boolean => Math.abs(a.value - b.value) > Math.hypot(half(a), half(b));

const spoken: Record<string, [string, string]> = {
  length: ["games are shorter", "games are longer"],
  ties: ["there are fewer ties", "there are more ties"],
  unfinished: ["fewer games go on without an end", "more games go on without an end"],
  drama: ["the winner trails less", "the winner trails more"],
  decided_at: ["games are decided earlier", "games are decided later"],
  lead_changes: ["the lead changes less often", "the lead changes more often"],
  effective_branching: ["there is less to choose from", "there is more to choose from"],
  first_player_advantage: ["beginning is worth less", "beginning is worth more"],
  score: ["scores are lower", "scores are higher"],
  wins: ["the players win less often", "the players win more often"],
};

/// What differs clearly, in one sentence.
export function changeOf(before: StudyAnswer, now: StudyAnswer): string {
  const words = now.measures.flatMap((mine) => {
    const theirs = measure(before, mine.id);
    if (!theirs || !differs(theirs, mine)) return [];
    const player = /^wins\.(.+)/.exec(mine.id)?.[1];
    const [less, more] = player ? [`${player} wins less often`, `${player} wins more often`] : (spoken[mine.id] ?? ["", ""]);
    const word = mine.value < theirs.value ? less : more;
    return word ? [`${word} (${theirs.text} to ${mine.text})`] : [];
  });
  if (!words.length) return "No difference is clear with these games.";
  const all = words.join("; ");
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`;
}

/// A variant beside its game: who is favoured now comes first, as that is what one asks.
export const variantWords = (players: number, labels: string[]) => ([before, now]: StudyAnswer[]): string[] => [
  `${labels[1]}: ${sentenceOf(now!, players) || changeOf(before!, now!)}`,
  `${labels[0]}: ${sentenceOf(before!, players)} ${lengthOf(before!)}`,
  `What is different: ${changeOf(before!, now!).replace(/^[A-Z]/, (letter) => letter.toLowerCase())} ${labels[1]}: ${lengthOf(now!).replace(/^A/, "a")}`,
];
