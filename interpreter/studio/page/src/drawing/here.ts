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

  /// The piece on top, by one step.
  async turn(cell: string, pieces: string[]): Promise<void> {
    const next = pieces.length ? turn(this.of.palette().pieces.map(({ put }) => put), pieces.at(-1)!) : undefined;
    if (next) await this.of.put(cell, [...pieces.slice(0, -1), next]);
  }

  isReached = false; // it is to be seen when it is drawn

  /// The form of what is selected stands beside its board, or under it: first in the panel, or behind the small board. While something else is
  /// in hand it stands below the tools, so that these stay where they are.
  stand(panel: HTMLElement, tools: HTMLElement, small: HTMLElement | null): void {
    const { place } = this;
    const isSelected = this.of.does() === "look" && place.firstChild !== null;
    const above = isSelected ? small : tools;
    if (place.previousElementSibling !== above) above ? above.after(place) : panel.prepend(place);
    if (isSelected && this.isReached) place.firstElementChild?.scrollIntoView({ block: "nearest" });
    this.isReached = false;
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
            turned(puts, top) ? el("button", { type: "button", id: "drawn-turn", onclick: () => act((now) => this.turn(cell, now)) }, "Turn") : null,
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
