// The board: the engine's picture, and over it a grid of cells for pointer, keyboard and screen reader. A cell is as the
// picture has it; its name says what lies there, which light it has, and whether it can be picked.
import { el, replace, svgEl } from "./dom";

export interface Cell {
  label: string;
  words: string; // what lies there and lights it, for people who do not see the picture
}

export interface Picture {
  svg: string;
  width: number;
  height: number;
  middles: [number, number][]; // by cell
  outline: [number, number][]; // of a cell, around its middle
  cells: Cell[];
}

export interface Marks {
  can: Set<number>; // may be picked now
  chosen: number[]; // were picked
  shown: number[]; // are pointed out: of a move under the pointer, of a hint
  last: number[]; // the last move has changed what lies there
}

const longTouch = 550; // ms

export class Board {
  private picture: Picture | undefined;
  private polygons: SVGPolygonElement[] = [];
  private focus = 0;
  private marks: Marks = { can: new Set(), chosen: [], shown: [], last: [] };
  private layer: SVGSVGElement | undefined;
  private isHeld = false; // the finger that is on the board has asked
  private lastMove: SVGGElement | undefined;
  private aims = svgEl("svg", { class: "aims", "aria-hidden": "true" });
  private drawing = el("div", { class: "drawing", "aria-hidden": "true" });

  constructor(
    private place: HTMLElement,
    private on: { pick(cell: number): void; leave(): void; about(cell: number): void; over?(cell: number | null): void },
  ) {
    place.append(this.drawing);
  }

  show(picture: Picture): void {
    const same =
      this.picture?.cells.length === picture.cells.length &&
      this.picture.width === picture.width &&
      this.picture.middles.every(([x, y], i) => picture.middles[i]![0] === x && picture.middles[i]![1] === y);
    this.picture = picture;
    const parsed = new DOMParser().parseFromString(picture.svg, "image/svg+xml").documentElement;
    const box = this.box(picture);
    this.place.style.setProperty("--ratio", String(box[2]! / box[3]!)); // so that nothing beside the board is on the screen
    parsed.setAttribute("viewBox", box.join(" "));
    parsed.removeAttribute("width");
    parsed.removeAttribute("height");
    replace(this.drawing, document.importNode(parsed, true));
    if (!same) this.layOut(picture, box);
    this.name();
  }

  /// Nothing is shown.
  clear(): void {
    this.layer?.remove();
    this.aims.remove();
    this.layer = this.picture = undefined;
    this.polygons = [];
    replace(this.drawing);
  }

  mark(marks: Marks): void {
    this.marks = marks;
    this.name();
  }

  /// Arrows from a cell, of which one is to be clicked. Keys and screen readers have buttons for the same.
  aim(from: number, ways: { name: string; step: [number, number]; pick(): void }[]): void {
    const middle = this.picture?.middles[from];
    replace(this.aims);
    if (!middle || !ways.length) return this.aims.remove();
    this.aims.setAttribute("viewBox", this.box(this.picture!).join(" "));
    for (const { name, step: [dx, dy], pick } of ways) {
      const [x, y] = [middle[0] + dx, middle[1] + dy];
      const size = Math.hypot(dx, dy);
      const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
      const arrow = svgEl("path", { d: "M-.3-.09H.02V-.24L.34 0 .02 .24V.09H-.3Z", transform: `translate(${x} ${y}) rotate(${turn}) scale(${size * 0.8})` });
      this.aims.append(svgEl("g", { onclick: pick }, svgEl("title", {}, name), svgEl("circle", { cx: x, cy: y, r: size * 0.46 }), arrow));
    }
    this.place.append(this.aims);
  }

  /// Puts the focus on the board: where it was, or on the first of these cells.
  enter(cells: Set<number>): void {
    if (!this.picture) return;
    const first = this.polygons.findIndex((_, cell) => cells.has(cell));
    this.move(cells.has(this.focus) || first < 0 ? this.focus : first);
  }

  private box({ middles, outline }: Picture): number[] {
    const xs = outline.map(([x]) => x);
    const ys = outline.map(([, y]) => y);
    const margin = 30; // beams go on for a little where they leave the board
    const left = Math.min(...middles.map(([x]) => x)) + Math.min(...xs) - margin;
    const top = Math.min(...middles.map(([, y]) => y)) + Math.min(...ys) - margin;
    const right = Math.max(...middles.map(([x]) => x)) + Math.max(...xs) + margin;
    const bottom = Math.max(...middles.map(([, y]) => y)) + Math.max(...ys) + margin;
    return [left, top, right - left, bottom - top];
  }

  private layOut(picture: Picture, box: number[]): void {
    this.layer?.remove();
    const layer = svgEl("svg", {
      class: "cells",
      viewBox: box.join(" "),
      role: "grid",
      tabindex: -1, // the keyboard goes to a cell
      // Screen readers say it whenever one comes to the board; Help has all keys.
      "aria-label": "Board: arrow keys to a cell, Enter picks it, W explains it",
    });
    // Rows from the top; cells whose middles are at one height are a row.
    const order = picture.middles.map((_, i) => i);
    order.sort((a, b) => picture.middles[a]![1] - picture.middles[b]![1] || picture.middles[a]![0] - picture.middles[b]![0]);
    this.polygons = [];
    let row: SVGGElement | undefined;
    let height = NaN;
    for (const cell of order) {
      const [x, y] = picture.middles[cell]!;
      if (!row || Math.abs(y - height) > 1) {
        row = svgEl("g", { role: "row" });
        layer.append(row);
        height = y;
      }
      const polygon = svgEl("polygon", {
        role: "gridcell",
        points: picture.outline.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "),
        tabindex: -1,
        "data-cell": cell,
      });
      this.polygons[cell] = polygon;
      row.append(polygon);
    }
    layer.addEventListener("click", (event) => {
      const cell = this.cellOf(event);
      if (cell === undefined || this.isHeld) return;
      this.move(cell);
      this.on.pick(cell);
    });
    layer.addEventListener("contextmenu", (event) => {
      const cell = this.cellOf(event);
      if (cell === undefined) return;
      event.preventDefault();
      if (!this.isHeld) this.on.about(cell);
    });
    // Some phones have no context menu: a finger that stays asks, too, and then does not pick.
    let held = 0;
    layer.addEventListener("pointerdown", (event) => {
      clearTimeout(held);
      this.isHeld = false;
      const cell = this.cellOf(event);
      if (event.pointerType !== "touch" || cell === undefined) return;
      held = window.setTimeout(() => ((this.isHeld = true), this.on.about(cell)), longTouch);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"] as const)
      layer.addEventListener(end, (event) => {
        if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(held);
      });
    layer.addEventListener("pointerover", (event) => this.on.over?.(this.cellOf(event) ?? null));
    layer.addEventListener("pointerleave", () => this.on.over?.(null));
    layer.addEventListener("keydown", (event) => this.key(event));
    layer.addEventListener("focusin", (event) => {
      const cell = this.cellOf(event);
      if (cell !== undefined) this.setFocus(cell);
    });
    this.lastMove = svgEl("g", { class: "last", "aria-hidden": "true" });
    layer.append(this.lastMove);
    this.layer = layer;
    this.place.append(layer);
    this.setFocus(Math.min(this.focus, Math.max(0, picture.cells.length - 1)));
  }

  private cellOf(event: Event): number | undefined {
    const cell = (event.target as Element).getAttribute?.("data-cell");
    return cell === null || cell === undefined ? undefined : Number(cell);
  }

  private setFocus(cell: number): void {
    this.polygons[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = cell;
    this.polygons[cell]?.setAttribute("tabindex", "0");
  }

  private move(cell: number): void {
    this.setFocus(cell);
    this.polygons[cell]?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) {
      const next = this.neighbour(way);
      if (next !== undefined) this.move(next);
    } else if (event.key === "Enter" || event.key === " ") this.on.pick(this.focus);
    else if (event.key === "Escape") this.on.leave();
    else if (event.key === "w" || event.key === "W") this.on.about(this.focus);
    else if (event.key === "n" || event.key === "N") this.goOn(event.shiftKey ? -1 : 1);
    else if (event.key === "Home") this.move(this.inRow(-1));
    else if (event.key === "End") this.move(this.inRow(1));
    else return;
    event.preventDefault();
  }

  /// The nearest cell on this side: what lies aslant is further away.
  private neighbour([dx, dy]: [number, number]): number | undefined {
    const middles = this.picture!.middles;
    const [x, y] = middles[this.focus]!;
    let best: number | undefined;
    let nearest = Infinity;
    middles.forEach(([cx, cy], cell) => {
      const along = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along < 1 || aside > along * 2) return;
      const far = along + aside * 2;
      if (far < nearest) [best, nearest] = [cell, far];
    });
    return best;
  }

  /// To the next cell that can be picked, or the one before.
  private goOn(step: number): void {
    const { length } = this.polygons;
    for (let i = 1; i <= length; ++i) {
      const cell = (this.focus + step * i + length * i) % length;
      if (this.marks.can.has(cell)) return this.move(cell);
    }
  }

  private inRow(side: number): number {
    const middles = this.picture!.middles;
    const height = middles[this.focus]![1];
    let best = this.focus;
    middles.forEach(([x, y], cell) => {
      if (Math.abs(y - height) < 1 && (x - middles[best]![0]) * side > 0) best = cell;
    });
    return best;
  }

  private name(): void {
    this.picture?.cells.forEach(({ label, words }, cell) => {
      const polygon = this.polygons[cell]!;
      const can = this.marks.can.has(cell);
      const chosen = this.marks.chosen.includes(cell);
      const state = chosen ? "picked" : can ? "can be picked" : "";
      const last = this.marks.last.includes(cell) ? "changed by the last move" : "";
      polygon.setAttribute("aria-label", [label, words, last, state].filter(Boolean).join(", "));
      polygon.setAttribute("aria-selected", String(chosen));
      polygon.classList.toggle("can", can);
      polygon.classList.toggle("chosen", chosen);
      polygon.classList.toggle("shown", this.marks.shown.includes(cell));
    });
    // A ring within the cell: its rim says what can be picked.
    const rings = this.marks.last.flatMap((cell) => {
      const middle = this.picture?.middles[cell];
      if (!middle) return [];
      const points = this.picture!.outline.map(([dx, dy]) => `${middle[0] + dx * 0.88},${middle[1] + dy * 0.88}`);
      return [svgEl("polygon", { points: points.join(" ") })];
    });
    if (this.lastMove) replace(this.lastMove, ...rings);
  }
}
