// How a game ends and what it counts, as forms: sentences with a few places to choose. Each is one declaration of the script,
// `end ... when CONDITION : RESULT` or `score ... = VALUE`, as an author would write it; what is written in another way stays text.
import { spoken } from "../names";
import { resultWords } from "./going";
import { isTeam, playersIn } from "./turns";
import { type At, type Edit, type Node, ownerOf, textAt } from "./syntax";

/// What may be asked of a kind of piece, a zone and a number. In `code` K stands for the pieces, N for the number,
/// M for one less, Z for the zone, F for the field, V for a variable.
interface Sort {
  id: string;
  words: string; // "[kind]", "[kinds]", "[number]", "[zone]", "[field]" and "[variable]" are places to choose
  code: string;
  alone?: boolean; // a sentence that begins with nobody: "the board is full"
  solo?: boolean; // not where several play against each other
  rare?: boolean; // known, and not proposed
  owned?: boolean; // only of pieces that players have
  wins: boolean; // whether it is good for whom it is true of
}
const ends: Sort[] = [
  { id: "many", words: "has [number] [kinds] on the board", code: "count(K) >= N", wins: true },
  { id: "row", words: "has [number] [kinds] in a row", code: "any c in K : any way in direction : all k in 1..M : steps(c, way, k, K) meets K", wins: true },
  { id: "reach", words: "has a [kind] in the [zone]", code: "K meets Z", wins: true },
  { id: "home", words: "has every [kind] in the [zone]", code: "K != {} and K within Z", wins: true },
  { id: "only", words: "is the only one with a [kind]", code: "A == K and A != {}", owned: true, wins: true },
  { id: "none", words: "has no [kind] left", code: "K == {}", wins: false },
  { id: "exact", words: "has exactly [number] [kinds] on the board", code: "count(K) == N", wins: true, rare: true },
  { id: "hit", words: "a beam ends at every [kind]", code: "K within beams.hits", wins: true, alone: true, solo: true },
  { id: "lit", words: "light reaches every [kind]", code: "K within beams.cells", wins: true, alone: true, solo: true },
  { id: "owns", words: "has [variable] at [number]", code: "V[p] == N", wins: false },
  { id: "gains", words: "has [variable] at [number] or more", code: "V[p] >= N", wins: true },
  { id: "is", words: "[variable] is [number]", code: "V == N", wins: false, alone: true },
  { id: "again", words: "the same position has come [number] times", code: "seen >= N", wins: false, alone: true },
  { id: "repeated", words: "the same position has come exactly [number] times", code: "seen == N", wins: false, alone: true, rare: true },
  { id: "most", words: "[variable] is [number] or more", code: "V >= N", wins: false, alone: true, rare: true },
];
const full: Sort = { id: "full", words: "the board is full", code: "empty == {}", wins: false, alone: true };
const scores: Sort[] = [
  { id: "count", words: "how many [kinds] there are", code: "count(K)", wins: true },
  { id: "inside", words: "how many [kinds] are in the [zone]", code: "count(K & Z)", wins: true },
  { id: "sum", words: "the sum of [field] of the [kinds]", code: "sum c in K : c.F", wins: true },
  { id: "cells", words: "how many cells the light of the [kinds] reaches", code: "count(trace(K).cells)", wins: true },
  { id: "own", words: "each player's [variable]", code: "V[p]", wins: true },
  { id: "common", words: "the team's [variable]", code: "V", wins: true, solo: true },
];

/// What is chosen in the places of a sentence.
export interface Goal {
  sort: string;
  kind: string;
  number: number;
  zone: string;
  field: string;
  result: string;
}
export interface Known extends Goal {
  node: Node; // the declaration
  condition: At; // or the value of a score
}

/// What can be chosen: kinds of pieces, zones, and so on.
export interface Places {
  kinds: { name: string; isOwned: boolean; fields: string[]; emits: boolean }[];
  zones: string[];
  variables: { name: string; isOwned: boolean }[]; // numbers; whether each player has one
  hasBeams: boolean;
  players: string[];
  isTeam: boolean;
  isDuel: boolean;
}

export function placesIn(text: string, declarations: Node[], zones: string[]): Places {
  const players = playersIn(text, declarations).map(({ name }) => name);
  const team = isTeam(text, declarations);
  const kinds = declarations.filter(({ node, name, change }) => node === "piece" && name && !change);
  return {
    kinds: kinds.map((piece) => ({
      name: piece.name!,
      isOwned: ownerOf(text, piece) === "player",
      fields: (piece.fields ?? []).filter(({ type }) => /^\d+\.\.\d+$/.test(textAt(text, type))).map(({ name }) => name),
      emits: Boolean(piece.emits) || /[{;\n]\s*emits\b/.test(textAt(text, piece.at)),
    })),
    zones,
    variables: declarations.flatMap(({ node, name, change, at }) => {
      const [, index] = /^var\s+\w+\s*(\[\s*player\s*\])?\s*:\s*-?\w+\s*\.\./.exec(textAt(text, at)) ?? [];
      return node === "var" && name && !change && /^var\s+\w+\s*(\[\s*player\s*\])?\s*:\s*-?\w+\s*\.\./.test(textAt(text, at)) ? [{ name, isOwned: Boolean(index) }] : [];
    }),
    hasBeams: declarations.some(({ node }) => node === "beam"),
    players,
    isTeam: team,
    isDuel: players.length === 2 && !team,
  };
}

/// Whether an end or score asks each player: several play against each other.
const isRace = ({ players, isTeam }: Places): boolean => players.length > 1 && !isTeam;
const kindsFor = (sort: Sort, places: Places): Places["kinds"] =>
  places.kinds.filter(({ isOwned, fields, emits }) => (isRace(places) ? isOwned : !sort.owned) && (sort.id !== "sum" || fields.length) && (sort.id !== "cells" || emits));
/// What a sentence may be about: kinds, with their fields; or nothing but variables; or nothing.
function subjectsFor(sort: Sort, places: Places): { name: string; fields: string[] }[] {
  if (sort.solo && isRace(places)) return [];
  if (sort.words.includes("[variable]")) {
    const isOwn = sort.code.includes("[p]");
    const fields = isOwn && !isRace(places) ? [] : places.variables.filter(({ isOwned }) => isOwned === isOwn).map(({ name }) => name);
    return fields.length ? [{ name: "", fields }] : [];
  }
  if (!sort.words.includes("[kind")) return [{ name: "", fields: [""] }];
  if (sort.code.includes("beams.") && !places.hasBeams) return [];
  return kindsFor(sort, places).map(({ name, fields }) => ({ name, fields: sort.id === "sum" ? fields : [""] }));
}
const usable = (sorts: Sort[], places: Places): Sort[] =>
  sorts.filter((sort) => subjectsFor(sort, places).length && (!sort.words.includes("[zone]") || places.zones.length) && (sort.id !== "none" || places.isDuel || !isRace(places)));

/// Those that are known; `rare` ones are not proposed.
export const endSorts = (places: Places): Sort[] => [...usable(ends, places), full];
export const scoreSorts = (places: Places): Sort[] => usable(scores, places);
export const sortOf = (id: string): Sort => [...ends, full, ...scores].find((sort) => sort.id === id)!;

/// The kinds and fields that the sentence of a goal may name.
export const kindsOf = (places: Places, goal: Goal): string[] => kindsFor(sortOf(goal.sort), places).map(({ name }) => name);
export const fieldsOf = (places: Places, goal: Goal): string[] => subjectsFor(sortOf(goal.sort), places).find(({ name }) => name === goal.kind)?.fields ?? [];
/// The least number that a sentence may say.
export const leastOf = (sort: string): number => (["row", "again", "repeated"].includes(sort) ? 2 : sortOf(sort).words.includes("[variable]") ? 0 : 1);
/// Whether a sentence begins with a player.
export const isOfPlayer = (sort: string): boolean => !sortOf(sort).alone;

/// The results that an end may have, in words.
export function resultsOf(places: Places, sort: string, hasScore: boolean): [value: string, words: string][] {
  const common: [string, string][] = [["tie", "it is a tie"], ...(hasScore ? [["score", "the scores decide"] as [string, string]] : [])];
  const alone = places.isTeam ? "team" : places.players.length === 1 ? places.players[0]! : "";
  if (alone) return [[`${alone} wins`, `${alone === "team" ? "the team" : spoken(alone)} wins`], [`${alone} loses`, `${alone === "team" ? "the team" : spoken(alone)} loses`], ...(hasScore ? [common[1]!] : [])];
  if (!isOfPlayer(sort)) return common;
  return [["p wins", "this player wins"], ...(places.isDuel ? [["p loses", "this player loses"] as [string, string]] : []), ...common];
}

/// A goal to begin with.
export function fresh(places: Places, sort: string, hasScore: boolean, old?: Goal): Goal {
  const { wins } = sortOf(sort);
  const subjects = subjectsFor(sortOf(sort), places);
  const results = resultsOf(places, sort, hasScore).map(([value]) => value);
  const subject = subjects.find(({ name }) => name === old?.kind) ?? subjects[0];
  const wanted = sort === "full" ? (hasScore ? "score" : "tie") : wins ? "wins" : "loses";
  return {
    sort,
    kind: subject?.name ?? "",
    number: Math.max(leastOf(sort), old?.number ?? (leastOf(sort) === 2 ? 3 : leastOf(sort) ? 5 : wins ? 10 : 0)),
    zone: old?.zone && places.zones.includes(old.zone) ? old.zone : (places.zones[0] ?? ""),
    field: old?.field && subject?.fields.includes(old.field) ? old.field : (subject?.fields[0] ?? ""),
    result: results.find((value) => value.endsWith(wanted)) ?? results[0]!,
  };
}

function codeOf(goal: Goal, places: Places): string {
  const pieces = isRace(places) ? `${goal.kind} of p` : goal.kind;
  const values: Record<string, string> = { K: pieces, A: goal.kind, N: String(goal.number), M: String(goal.number - 1), Z: goal.zone, F: goal.field, V: goal.field };
  return sortOf(goal.sort).code.replace(/\b[KANMZFV]\b/g, (letter) => values[letter]!);
}

/// The declaration of a goal. `isScore`: what is counted; else an end.
export function written(goal: Goal, places: Places, isScore: boolean): string {
  if (isScore) return `score ${places.isTeam ? "team" : "p"} = ${codeOf(goal, places)}`;
  const each = isRace(places) && isOfPlayer(goal.sort) ? " for p in player" : "";
  return `end${each} when ${codeOf(goal, places)} : ${goal.result}`;
}

/// The same, in a sentence.
export function inWords(goal: Goal): string {
  const { words } = sortOf(goal.sort);
  return words.replace("[kinds]", `${spoken(goal.kind)}${words.includes("[number]") && goal.number === 1 ? "" : "s"}`).replace("[kind]", spoken(goal.kind)).replace("[number]", String(goal.number)).replace("[zone]", spoken(goal.zone)).replace(/\[field\]|\[variable\]/, spoken(goal.field));
}

/// The ends and scores of a script that have a form.
export function goalsIn(text: string, declarations: Node[], places: Places): Known[] {
  const plain = (words: string) => words.replace(/\s+/g, " ").replace(/[(){}]/g, " $& ").replace(/ +/g, " ").trim();
  return declarations.flatMap((node): Known[] => {
    if ((node.node !== "end" && node.node !== "score") || node.change) return [];
    const own = textAt(text, node.at);
    const isScore = node.node === "score";
    const result = (node.parts ?? []).at(-1);
    const condition = isScore ? result : (node.parts ?? []).find((part) => part !== result && part.node !== "type");
    if (!result || !condition) return [];
    for (const sort of isScore ? scoreSorts(places) : endSorts(places))
      for (const { name: kind, fields } of subjectsFor(sort, places))
        for (const zone of sort.words.includes("[zone]") ? places.zones : [""])
          for (const field of fields)
            for (const number of [Number((sort.id === "row" ? /\b1\.\.(\d+)/ : /[>=]=\s*(\d+)/).exec(textAt(text, condition.at))?.[1] ?? 1) + (sort.id === "row" ? 1 : 0)]) {
              const goal: Goal = { sort: sort.id, kind, zone, field, number, result: isScore ? "" : textAt(text, result.at) };
              if (plain(written(goal, places, isScore)) === plain(own)) return [{ ...goal, node, condition: condition.at }];
            }
    return [];
  });
}

/// What a goal says, as a sentence of the rules.
export function saying(goal: Goal, places: Places, isScore = false): string {
  if (isScore) return `Points: ${inWords(goal)}.`;
  if (!isOfPlayer(goal.sort)) return `When ${inWords(goal)}, ${resultWords(goal.result)}.`;
  const words = `${isRace(places) ? "A player" : places.isTeam ? "The team" : "The player"} who ${inWords(goal)}`;
  const own = /^\w+ (wins|loses)$/.exec(goal.result)?.[1];
  return own ? `${words} ${own}.` : `${words}: ${resultWords(goal.result)}.`;
}

/// The place of a new declaration: behind the last one of its like, else behind `play`, else at the end.
export function adding(text: string, declarations: Node[], goal: Goal, places: Places, isScore: boolean): Edit[] {
  const own = written(goal, places, isScore);
  const last = declarations.filter(({ node, change }) => !change && ["end", "score", "play"].includes(node)).at(-1);
  const words = goal.sort === "full" ? "" : saying(goal, places, isScore);
  const given = `${words && `/// ${words}\n`}${own}`;
  if (!last) return [[text.length, text.length, `${text.endsWith("\n") ? "" : "\n"}\n${given}\n`]];
  const end = text.indexOf("\n", last.at[1]) < 0 ? text.length : text.indexOf("\n", last.at[1]);
  return [[end, end, `\n\n${given}`]];
}

/// The sentence that `adding` has written stands above a declaration no longer: where it would not be true any more.
function sentenceEdit(text: string, { node, ...goal }: Known, next: string): Edit[] {
  const begin = text.lastIndexOf("\n", node.at[0] - 1) + 1;
  const from = text.lastIndexOf("\n", begin - 2) + 1;
  const line = text.slice(from, begin);
  return begin > 0 && line.startsWith("///") && line.includes(inWords(goal as unknown as Goal)) ? [[from, begin, next && `/// ${next}\n`]] : [];
}

export const changing = (text: string, known: Known, goal: Goal, places: Places): Edit[] => {
  const isScore = known.node.node === "score";
  const sentence = /^\/\/\/ (.*)\n/.exec(adding("", [], goal, places, isScore)[0]![2].trimStart())?.[1] ?? "";
  return [...sentenceEdit(text, known, sentence), [...known.node.at, written(goal, places, isScore)]];
};

export function without(text: string, known: Known): Edit[] {
  const { at } = known.node;
  const [sentence] = sentenceEdit(text, known, "");
  const begin = sentence ? sentence[0] : text.lastIndexOf("\n", at[0] - 1) + 1;
  let end = text.indexOf("\n", at[1]) < 0 ? text.length : text.indexOf("\n", at[1]) + 1;
  if (text[end] === "\n" && (begin < 2 || text[begin - 2] === "\n")) ++end;
  return [[begin, end, ""]];
}
