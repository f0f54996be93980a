// An exploration (what `glint explore --json` prints) as a gallery: for each variant that was found its board, the change in
// words, its figures with their intervals, and a representative game. From here it is opened, to play it and to edit it, or
// compared with its game.
import { el, replace } from "./dom";
import { Errand, engine } from "./link";
import { dialog } from "./playing";
import type { BoardAnswer } from "./service";

interface Estimate {
  value: number;
  low: number;
  high: number;
}
interface Variant {
  name: string;
  is_parent: boolean;
  what: string;
  script: string;
  loss: Estimate;
  measures: Record<string, Estimate>;
  game: { moves: string[]; moments: { ply: number; position: string }[] } | null;
}
export interface Exploration {
  title: string;
  wanted: string[];
  verdict: string[];
  finalists: Variant[];
}

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

/// Shows it. `open` is called with the script of a variant, and whether to compare it with its game.
export async function showFound(found: Exploration, open: (name: string, script: string, compare: boolean) => void): Promise<void> {
  const parent = found.finalists.find((one) => one.is_parent);
  const variants = found.finalists.filter((one) => !one.is_parent);
  const boards = new Map<Variant, HTMLElement>();
  const shown = variants.map((one, i) => {
    const board = el("div", { class: "test", role: "img", "aria-label": `A board of ${one.name}` });
    boards.set(one, board);
    const choose = (compare: boolean) => () => {
      box.close();
      open(one.name, one.script, compare);
    };
    const figures = Object.entries(one.measures).map(([id, mine]) => {
      const theirs = parent?.measures[id], percent = isPercent(found, id);
      return el("tr", {}, el("th", { scope: "row" }, id), el("td", {}, estimate(mine, percent)), el("td", {}, theirs ? estimate(theirs, percent) : "-"));
    });
    return el(
      "section",
      {},
      el("h3", {}, `${i + 1}. ${one.name}`),
      el("p", {}, one.what.replaceAll("`", "")),
      board,
      el(
        "table",
        {},
        el("tr", {}, el("th", {}, "wanted"), el("th", {}, "this variant"), el("th", {}, found.title)),
        ...figures,
        el("tr", {}, el("th", { scope: "row" }, "loss"), el("td", {}, estimate(one.loss)), el("td", {}, parent ? estimate(parent.loss) : "-")),
      ),
      one.game &&
        el("details", {}, el("summary", {}, `A representative game, ${one.game.moves.length} plies`), el("ol", {}, ...one.game.moves.map((move) => el("li", {}, move)))),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", onclick: choose(false) }, "Open and play"),
        el("button", { type: "button", onclick: choose(true) }, `Compare with ${found.title}`),
      ),
    );
  });
  const box = dialog(
    `Variants of ${found.title}`,
    el("p", { class: "quiet" }, `Wanted: ${found.wanted.join("; ")}`),
    ...found.verdict.map((sentence) => el("p", {}, sentence.replaceAll("`", ""))),
    ...shown,
  );
  const errand = new Errand(await engine());
  try {
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
