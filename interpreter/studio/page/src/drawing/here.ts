// The cell that is looked at: what stands there, what may be done with it, its sides, and what every piece of its kind is.
import { el, replace } from "../dom";
import type { Inspector } from "./inspector";
import type { Tiles, Tool } from "./palette";
import { pieceOf, turn, turned, words } from "./pieces";
import type { Palette, Syntax } from "./syntax";
import type { Side } from "./walls";

export interface Looked {
  palette(): Palette;
  tiles: Tiles;
  inspector: Inspector;
  syntax(): Syntax;
  does(): Tool["does"]; // what is in hand
  sides(label: string): Side[]; // none in the position of a test
  choose(tool: Tool): void;
  put(label: string, wanted: string[]): Promise<void>;
  ready(act: () => Promise<void>): void; // when all before it is made, if the script has no errors
  leave(): void; // no cell is looked at any more
}

export class Here {
  readonly place = el("div", { class: "stack", id: "drawn-cell" });

  constructor(private of: Looked) {}

  /// Its beginning is on the screen, and as much of the board as fits.
  reach(): void {
    this.place.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  /// `cell`: its label; empty: none.
  show(cell: string): void {
    const { of } = this;
    const at = () => of.palette().cells.find((each) => each.cell === cell)?.pieces;
    const pieces = at();
    if (!pieces) return replace(this.place);
    const puts = of.palette().pieces.map(({ put }) => put);
    const top = pieces.at(-1);
    // Another piece may be on top by then.
    const act = (change: (pieces: string[]) => Promise<void>) => of.ready(() => change(at() ?? []));
    const is = (put: string) => act(async (now) => (now.length && pieceOf(now.at(-1)!).kind === pieceOf(put).kind ? of.put(cell, [...now.slice(0, -1), put]) : undefined));
    const turns = async (now: string[]) => {
      const next = now.length ? turn(puts, now.at(-1)!) : undefined;
      if (next) await of.put(cell, [...now.slice(0, -1), next]);
    };
    const under = pieces.slice(0, -1);
    const [sides, place] = [el("div", { class: "stack" }), el("div", { class: "stack" })];
    if (["look", "wall"].includes(of.does())) of.inspector.sides(sides, cell, of.sides(cell));
    if (top && of.does() === "look") of.inspector.piece(place, pieceOf(top).kind, of.syntax());
    replace(
      this.place,
      el("div", { class: "bar" }, el("h3", {}, `Cell ${cell}`), el("button", { type: "button", id: "drawn-close", class: "plain", "aria-label": `Close: cell ${cell}`, onclick: () => of.leave() }, "Close")),
      top ? el("p", { class: "drawn-row" }, of.tiles.picture(top), el("span", {}, words(top))) : el("p", { class: "quiet" }, "Nothing stands here."),
      top
        ? el(
            "div",
            { class: "buttons" },
            turned(puts, top) ? el("button", { type: "button", id: "drawn-turn", onclick: () => act(turns) }, "Turn") : null,
            el("button", { type: "button", id: "drawn-remove", onclick: () => act((now) => of.put(cell, now.slice(0, -1))) }, "Take away"),
            el("button", { type: "button", id: "drawn-same", onclick: () => of.choose({ does: "put", put: top }) }, "Draw more like it"),
          )
        : null,
      ...(top && of.does() === "look" ? of.tiles.fields(top, "cell", is) : []),
      ...under.reverse().map((put) => el("p", { class: "drawn-row quiet" }, of.tiles.picture(put), el("span", {}, `below: ${words(put)}`))),
      ...[sides, place].filter((each) => each.firstChild),
    );
  }
}
