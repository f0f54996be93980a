// An exploration (what `glint explore --json` prints) as a gallery: for each variant that was found its board, the change in
// words, its figures with their intervals, and a representative game. From here it is opened to edit it, played, or
// compared with its game. Below is what was left out, stage by stage.
import { spoken } from "./names";
import { el, replace } from "./dom";
import { Errand, engine } from "./link";
import { dialog } from "./playing";
import { titleOf } from "./values";
import { measureWords } from "./verdicts";
import type { BoardAnswer } from "./service";

/// The name by which a variant's text calls its game.
export const gameOf = (text: string): string | undefined => /^variant\s+"[^"]*"\s+of\s+"?(\w+)"?/m.exec(text)?.[1];

interface Estimate {
  value: number;
  low: number;
  high: number;
  of?: number;
}
interface Variant {
  name: string;
  is_parent: boolean;
  what: string;
  script: string;
  loss: Estimate;
  measures: Record<string, Estimate>;
  rank?: number;
  race_rank?: number; // the studio's own search has no race
  tests_held?: number;
  tests?: number;
  game: { moves: string[]; moments: { ply: number; position: string }[] } | null;
}
export interface Exploration {
  title: string;
  wanted: string[];
  verdict: string[];
  stages?: { name: string; entered: number; remained: number; games: number; left_out: Record<string, number> }[];
  finalists: Variant[];
  left_out?: { name: string; what: string; reason: string; why: string }[];
}
/// What to do with the script of a variant.
export type Use = "open" | "play" | "compare";

const shownUri = "file:///found.glint";

/// What a file holds, if it is an exploration.
export function explorationIn(text: string): Exploration | undefined {
  try {
    const found = JSON.parse(text) as Partial<Exploration>;
    return Array.isArray(found.finalists) && Array.isArray(found.wanted) ? (found as Exploration) : undefined;
  } catch {
    return undefined;
  }
}

const number = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3).replace(/\.?0+$/, ""));
const estimate = ({ value, low, high }: Estimate, percent = false): string => {
  const text = (share: number) => (percent ? (100 * share).toFixed(1) : number(share));
  return `${text(value)}${percent ? " %" : ""} (${text(low)} to ${text(high)})`;
};
/// Whether this measure was wanted in percent; `first_advantage` is short for `first_player_advantage`.
const isPercent = (found: Exploration, id: string): boolean =>
  found.wanted.some((want) => want.includes("%") && [id, id.replace("_player", "")].includes(want.split(" ")[0]!));

const row = (...texts: (string | number)[]) => el("tr", {}, ...texts.map((text) => el("td", {}, String(text))));
const plain = (text: string): string => text.replaceAll("`", "");

/// A variant is called as its script calls it; its name is for files.
const nameOf = ({ script, name }: Pick<Variant, "script" | "name">): string => titleOf(script) || spoken(name);

/// The ranks of a finalist, and how much of its game is left, in a sentence each.
function standing(one: Variant): string {
  if (one.rank === undefined) return "";
  const race = one.race_rank === undefined ? "" : `, ${one.race_rank} in the race`;
  return `Rank ${one.rank} in fresh games${race}.${one.tests ? ` ${one.tests_held} of ${one.tests} tests of the game hold.` : ""}`;
}

/// The stages, and what was left out.
function others({ stages = [], left_out = [] }: Exploration): HTMLElement[] {
  return [
    stages.length ? el("h3", {}, "Variants that were left out") : null,
    stages.length
      ? el(
          "table",
          {},
          el("tr", {}, ...["stage", "entered", "remained", "games", "left out"].map((head) => el("th", {}, head))),
          ...stages.map((stage) =>
            row(stage.name, stage.entered, stage.remained, stage.games, Object.entries(stage.left_out).map(([reason, count]) => `${count} ${reason}`).join(", ")),
          ),
        )
      : null,
    left_out.length
      ? el("details", {}, el("summary", {}, "All of them, with the reason"), el("table", {}, ...left_out.map((one) => row(spoken(one.name), one.reason, `${plain(one.what)}${one.why && ` (${plain(one.why)})`}`))))
      : null,
  ].filter((part) => part !== null);
}

/// Shows it. `use` is called with the script of a variant.
export async function showFound(found: Exploration, use: (name: string, script: string, how: Use) => void): Promise<void> {
  const parent = found.finalists.find((one) => one.is_parent);
  const variants = found.finalists.filter((one) => !one.is_parent);
  const boards = new Map<Variant, HTMLElement>();
  const shown = variants.map((one, i) => {
    const board = el("div", { class: "test", role: "img", "aria-label": `A board of ${nameOf(one)}` });
    boards.set(one, board);
    const button = (text: string, how: Use) =>
      el("button", { type: "button", onclick: () => (box.close(), use(one.name, one.script, how)) }, text);
    const figures = Object.entries(one.measures).map(([id, mine]) => {
      const theirs = parent?.measures[id], percent = isPercent(found, id);
      return el("tr", {}, el("th", { scope: "row", title: id }, measureWords(id)), el("td", {}, estimate(mine, percent)), el("td", {}, theirs ? estimate(theirs, percent) : "-"));
    });
    return el(
      "section",
      {},
      el("h3", {}, `${i + 1}. ${nameOf(one)}`),
      el("p", {}, plain(one.what)),
      board,
      el(
        "table",
        {},
        el("tr", {}, el("th", {}, "wanted"), el("th", {}, "this variant"), el("th", {}, found.title)),
        ...figures,
        el("tr", {}, el("th", { scope: "row", title: "loss" }, "how far from all that is wanted, 0 to 1"), el("td", {}, estimate(one.loss)), el("td", {}, parent ? estimate(parent.loss) : "-")),
      ),
      el("p", { class: "quiet" }, standing(one)),
      one.game &&
        el("details", {}, el("summary", {}, `A representative game, ${one.game.moves.length} plies`), el("ol", {}, ...one.game.moves.map((move) => el("li", {}, move)))),
      el(
        "div",
        { class: "buttons" },
        button("Open", "open"),
        button("Play", "play"),
        button(`Compare with ${found.title}`, "compare"),
      ),
    );
  });
  const box = dialog(
    `Variants of ${found.title}`,
    el("p", { class: "quiet" }, `Wanted: ${found.wanted.join("; ")}`),
    ...found.verdict.map((sentence) => el("p", {}, plain(sentence))),
    ...shown,
    ...others(found),
  );
  const errand = new Errand(await engine());
  try {
    // The game itself, as it was when its variants were made.
    const name = parent && variants.map(({ script }) => gameOf(script)).find(Boolean);
    if (name) errand.open(`file:///${encodeURIComponent(name)}.glint`, parent.script);
    for (const one of variants) await draw(errand, one, boards.get(one)!);
  } finally {
    errand.end();
  }
}

/// The board, with buttons for the moments of its game.
async function draw(errand: Errand, one: Variant, into: HTMLElement): Promise<void> {
  errand.open(shownUri, one.script);
  const moments = one.game?.moments ?? [];
  const pictures: Node[] = [];
  for (const at of moments.length ? moments.map(({ position }) => position) : [undefined]) {
    const { board } = await errand.request<{ board?: BoardAnswer }>("glint/show", { textDocument: { uri: shownUri }, options: {}, at });
    if (!board?.picture) return;
    pictures.push(document.importNode(new DOMParser().parseFromString(board.picture.svg, "image/svg+xml").documentElement, true));
  }
  const frame = el("div", {});
  const show = (i: number) => replace(frame, pictures[i]!);
  const buttons = moments.map(({ ply }, i) => el("button", { type: "button", onclick: () => show(i) }, `after ${ply}`));
  replace(into, frame, moments.length ? el("div", { class: "buttons" }, ...buttons) : null);
  show(Math.max(0, Math.floor((2 * pictures.length) / 3) - 1));
}
