// Records of games, as files that `glint replay` and `glint play` read, too: the moves, those that were taken back as
// branches, notes, the time of each move, and who plays. interpreter/game/record/record.hpp describes the form.
import { announce, download, el } from "./dom";
import type { GameView } from "./game";
import type { Kept, Line, Recorded } from "./kept";
import { openOf, type Node, type Session } from "./session";

// What the page does not show of a record that was read, by the beginning of its tree: it is there when that is saved again.
const others = new WeakMap<Node, { moves: string[]; more: Record<string, unknown> }>();
const writers = new WeakMap<Node, { text: string; seat: string }>(); // of notes

/// A note, with who wrote it unless it was changed.
const noteOf = (node: Node, line: number, at: number): Recorded["notes"][number] => {
  const wrote = writers.get(node);
  return { line, at, ...(wrote?.text === node.note ? { seat: wrote.seat } : {}), text: node.note };
};

/// The times of thought belong to the moves that were made then.
function othersOf(session: Session): Record<string, unknown> {
  const { moves, more } = others.get(session.start) ?? { moves: [], more: {} };
  const { thought, ...rest } = more;
  return thought !== undefined && moves.join(";") === session.openMoves.join(";") ? more : rest;
}

/// The lines of a tree with its notes: the line that is played, then the branches, each after the line that it leaves.
function treeOf(session: Session) {
  const lines: Line[] = [];
  const notes: Recorded["notes"] = [];
  const played = openOf(session.line());
  const add = (from: number, at: number, nodes: Node[]) => {
    const number = lines.length;
    lines.push({ from, at, moves: nodes.map(({ move }) => move), times: nodes.map(({ seconds }) => seconds) });
    nodes.forEach(({ note }, i) => note && notes.push(noteOf(nodes[i]!, number, at + i + 1)));
    // What leaves this line: its branches begin before each of its moves, and after the last one.
    const points = [nodes[0]?.parent ?? session.start, ...nodes];
    points.forEach((point, i) => {
      for (const child of point.children) if (child.isOpen && session.isAlike(child) && child !== nodes[i] && (i > 0 || from === -1)) add(number, at + i, onwards(child));
    });
  };
  const onwards = (node: Node): Node[] => {
    const nodes = [node];
    for (let next = node.children.find((child) => child.isOpen); next; next = next.children.find((child) => child.isOpen)) nodes.push(next);
    return nodes;
  };
  add(-1, 0, played);
  if (session.start.note) notes.unshift(noteOf(session.start, 0, 0));
  return { lines, notes };
}

/// The text of a record. `game` is the name of a bundled game, or of a script's file.
export function recordOf(game: string, { session, where, seats, result, late, lastSeconds, hasClock }: Kept): string {
  const { options, seed } = where;
  const moves = session.openMoves;
  const { lines, notes } = treeOf(session);
  const programs = Object.fromEntries(Object.entries(seats).filter(([, program]) => program));
  const timed = ({ times }: Line) => hasClock && times?.some((time) => time !== null);
  const record = {
    glint: 1,
    game,
    options,
    seed,
    draws: [],
    moves,
    ...(timed(lines[0]!) || late ? { times: [...lines[0]!.times!, ...(late ? [lastSeconds ?? 0] : [])] } : {}),
    ...(late ? { out_of_time: late } : {}),
    ...(lines.length > 1 ? { branches: lines.slice(1).map((line) => ({ from: line.from, at: line.at, moves: line.moves, ...(timed(line) ? { times: line.times } : {}) })) } : {}),
    ...(notes.length ? { notes } : {}),
    ...(Object.keys(programs).length ? { seats: programs } : {}),
    ...othersOf(session),
    result,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string");
const timesIn = (value: unknown): (number | null)[] => (Array.isArray(value) ? value.map((time) => (typeof time === "number" && time >= 0 ? time : null)) : []);

/// What a record holds; nothing if the text is no record.
export function readRecord(text: string): Recorded | undefined {
  try {
    const { moves, options = {}, seed = 1, branches, notes, times, out_of_time: late, seats = {}, names, answers, thought } = JSON.parse(text) as Partial<
      Recorded & { out_of_time: string; names: unknown; answers: unknown; thought: unknown }
    >;
    if (!isTexts(moves)) return undefined;
    if (typeof options !== "object" || !Object.values(options).every((value) => typeof value === "string")) return undefined;
    const lines = (Array.isArray(branches) ? branches : []).map(({ from, at, moves: own, times: taken }) => ({
      from: Number(from),
      at: Number(at),
      moves: isTexts(own) ? own : [],
      times: timesIn(taken),
    }));
    return {
      moves,
      options: { ...options },
      seed: Number.isSafeInteger(seed) ? seed : 1,
      times: timesIn(times),
      late: typeof late === "string" ? late : "",
      branches: lines,
      notes: (Array.isArray(notes) ? notes : []).filter(({ text: note }) => typeof note === "string"),
      seats: Object.fromEntries(Object.entries(seats ?? {}).filter(([, program]) => typeof program === "string")),
      more: Object.fromEntries(Object.entries({ names, answers, thought }).filter(([, value]) => value !== undefined)),
    };
  } catch {
    return undefined;
  }
}

/// Puts the moves of a record into a session, with branches and notes, and goes to the end of the moves.
export function restore(session: Session, { moves, times, branches, notes, more }: Recorded): void {
  session.clear();
  if (more) others.set(session.start, { moves, more });
  const ends: Node[] = [];
  for (const [i, line] of [{ from: -1, at: 0, moves, times }, ...branches].entries()) {
    let node = session.start;
    if (i > 0) {
      const base = ends[line.from];
      if (!base || !(line.at >= 0)) return; // what follows cannot be placed
      const path = session.line(base);
      if (line.at > path.length) return;
      node = line.at ? path[line.at - 1]! : session.start;
    }
    for (const [m, move] of line.moves.entries()) node = session.add(node, move, "", line.times?.[m] ?? null);
    session.open(node);
    ends.push(node);
  }
  for (const { line, at, text, seat } of notes) {
    const end = ends[line];
    const node = end && (at ? session.line(end)[at - 1] : session.start);
    if (!node) continue;
    node.note = text;
    if (typeof seat === "string") writers.set(node, { text, seat });
  }
  session.go(ends[0]!);
}

/// Buttons that write the game to a file or into a link, and read one. `hashWith`: a link's, with who plays and the clock.
export function recordButtons(game: GameView, names: () => { game: string; file: string }, hashWith?: (more: { seats: Record<string, string>; clock: string }) => string): HTMLElement[] {
  const load = el("input", {
    type: "file",
    id: "load-game",
    accept: ".json",
    hidden: true,
    "aria-label": "A game",
    onchange: () =>
      void load.files?.[0]?.text().then((text) => {
        load.value = "";
        const record = readRecord(text);
        if (!record) return announce("This file contains no game.", true);
        game.reset(record.moves, record.options, record.seed);
        restore(game.session, record);
        game.timing.goOn(record);
        game.seats = { ...record.seats };
        return void game.refresh();
      }),
  });
  const save = () => {
    const { game: name, file } = names();
    download(`${file}.json`, recordOf(name, game.kept), "application/json");
  };
  const copy = () => void navigator.clipboard.writeText(game.session.openMoves.join("; ")).then(
    () => announce("The moves are copied.", true),
    () => announce("This browser does not let the page copy: save the game instead.", true),
  );
  const invite = () => {
    const { seats } = game;
    const clock = game.timing.choice;
    const link = location.href.split("#")[0] + hashWith!({ seats, clock });
    const who = Object.values(seats).some(Boolean) ? ", with its bots" : "";
    return void navigator.clipboard.writeText(link).then(
      () => announce(`The link is copied: it opens this game at this move${who}${clock ? " and its clock" : ""}.`, true),
      () => announce("This browser does not let the page copy: save the game instead.", true),
    );
  };
  const draw = () => {
    const { picture } = game.answer ?? {};
    if (picture) download(`${names().file}.svg`, picture.svg, "image/svg+xml");
  };
  return [
    el("h2", {}, "Keep"),
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", id: "save-game", onclick: save }, "Save the game"),
      el("button", { type: "button", id: "choose-game", onclick: () => load.click() }, "Load a game"),
      load,
      hashWith ? el("button", { type: "button", id: "play-link", onclick: invite }, "Copy a link to play") : null,
      el("button", { type: "button", id: "copy-moves", onclick: copy }, "Copy the moves"),
      el("button", { type: "button", id: "save-picture", onclick: draw }, "Save the picture"),
    ),
    ...(hashWith && location.protocol === "file:" ? [el("p", { class: "quiet" }, "This page is a file, so links to it open only where the same file is. For others, export the game as a page.")] : []),
  ];
}
