// Gestures on the board that is drawn: a piece is moved from cell to cell, a stroke goes over many cells, an edge of a cell is clicked;
// with a mouse, a finger, or keys. What they mean is the owner's; a click on one cell is the board's own.
import { el, svgEl } from "../dom";

/// What a press on a cell begins: its piece moves along, or a stroke; or its edges are clicked.
export type Gesture = "move" | "stroke" | "edge";
type Point = [number, number];

export interface Hand {
  begins(cell: number): Gesture | undefined; // nothing: a click alone
  picture(cell: number): HTMLElement | undefined; // of what moves along
  moved(from: number, to: number): void;
  stroked(cells: number[]): void;
  /// The side of a cell that is meant from its middle; nothing if none is.
  sideAt(cell: number, offset: Point): string | undefined;
  edge(cell: number, way: string): void;
  say(words: string): void;
}

const arrows: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Strokes {
  private pressed: { gesture: Gesture; from: number; cells: number[]; last: Point } | undefined;
  private isUnderWay = false; // it is more than a click
  private wasGesture = false; // the click that ends it is none
  private held: number | undefined; // the cell whose piece the keys move
  private ghost: HTMLElement | undefined;
  private line = svgEl("polyline", { class: "drawn-edge", "aria-hidden": "true" });

  constructor(
    private place: HTMLElement,
    private hand: Hand,
  ) {
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("pointermove", (event) => (this.pressed ? this.pull(event) : this.hover(event)));
    // A finger that draws does not scroll; `touch-action` does not reach the cells of a picture.
    place.addEventListener("touchmove", (event) => this.pressed && event.touches.length === 1 && event.cancelable && event.preventDefault(), { passive: false });
    place.addEventListener("pointerleave", () => this.line.remove());
    // Outside of the board, too: a stroke may end there.
    window.addEventListener("pointermove", (event) => this.pressed && !place.contains(event.target as Node) && this.pull(event));
    window.addEventListener("pointerup", () => this.release());
    window.addEventListener("pointercancel", () => this.end());
    place.addEventListener("click", (event) => this.click(event), true);
    place.addEventListener("keydown", (event) => this.key(event), true);
    place.addEventListener("keydown", (event) => this.stretch(event));
  }

  /// Cells whose pieces can be dragged are marked; to be called whenever they may be others.
  show(cells: number): void {
    this.mark(Array.from({ length: cells }, (_, cell) => cell).filter((cell) => this.hand.begins(cell) === "move"), "drawn-movable");
  }

  /// Nothing is in hand any more: another tool is, or another game.
  end(): void {
    this.pressed = undefined;
    this.isUnderWay = false;
    this.held = undefined;
    this.ghost?.remove();
    this.ghost = undefined;
    this.line.remove();
    this.mark([], "drawn-stroke");
    this.mark([], "drawn-held");
  }

  private polygon = (cell: number) => this.place.querySelector<SVGPolygonElement>(`polygon[data-cell="${cell}"]`);
  private cellOf(target: EventTarget | null): number | undefined {
    const cell = target instanceof Element && this.place.contains(target) ? target.getAttribute("data-cell") : null;
    return cell === null ? undefined : Number(cell);
  }
  private mark(cells: number[], name: string): void {
    this.place.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name));
    for (const cell of cells) this.polygon(cell)?.classList.add(name);
  }

  // ---- mouse and finger

  private press(event: PointerEvent): void {
    this.wasGesture = false;
    const cell = this.cellOf(event.target);
    if (cell === undefined || event.button !== 0 || !event.isPrimary) return;
    const gesture = this.hand.begins(cell);
    if (!gesture || gesture === "edge") return;
    this.pressed = { gesture, from: cell, cells: [cell], last: [event.clientX, event.clientY] };
  }

  /// A quick pointer tells of few places: those between count, too.
  private pull({ clientX, clientY }: PointerEvent): void {
    const { pressed } = this;
    if (!pressed) return;
    const [x, y] = pressed.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(clientX - x, clientY - y) / 6));
    for (let i = 1; i <= steps; ++i) {
      const cell = this.cellOf(document.elementFromPoint(x + ((clientX - x) * i) / steps, y + ((clientY - y) * i) / steps));
      if (cell === undefined || pressed.cells.at(-1) === cell) continue;
      if (pressed.gesture === "move") pressed.cells = [pressed.from, cell];
      else if (!pressed.cells.includes(cell)) pressed.cells.push(cell);
      this.isUnderWay = true;
    }
    pressed.last = [clientX, clientY];
    if (!this.isUnderWay) return;
    this.mark(pressed.gesture === "move" ? pressed.cells.slice(1) : pressed.cells, "drawn-stroke");
    if (pressed.gesture !== "move") return;
    if (!this.ghost) {
      this.ghost = el("div", { class: "drawn-ghost", "aria-hidden": "true" }, this.hand.picture(pressed.from) ?? null);
      const size = 1.6 * (this.polygon(pressed.from)?.getBoundingClientRect().width ?? 50); // pictures have a rim
      Object.assign(this.ghost.style, { width: `${size}px`, height: `${size}px`, margin: `${-size / 2}px` });
      document.body.append(this.ghost);
    }
    this.ghost.style.translate = `${clientX}px ${clientY}px`;
  }

  private release(): void {
    const { pressed, isUnderWay } = this;
    if (!pressed) return;
    this.end();
    this.wasGesture = isUnderWay;
    if (!isUnderWay) return;
    const to = this.cellOf(document.elementFromPoint(...pressed.last));
    if (pressed.gesture === "stroke") this.hand.stroked(pressed.cells);
    else if (to !== undefined && to !== pressed.from) this.hand.moved(pressed.from, to); // else it goes back
  }

  private click(event: MouseEvent): void {
    const stop = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (this.wasGesture) {
      this.wasGesture = false;
      return stop();
    }
    const edge = this.edgeAt(event);
    if (!edge) return;
    stop();
    this.polygon(edge.cell)?.focus({ preventScroll: true });
    this.hand.edge(edge.cell, edge.way);
  }

  // ---- edges

  private middle(polygon: SVGPolygonElement): Point {
    const points = [...polygon.points];
    return [points.reduce((sum, { x }) => sum + x, 0) / points.length, points.reduce((sum, { y }) => sum + y, 0) / points.length];
  }
  private edgeAt({ target, clientX, clientY }: MouseEvent): { cell: number; way: string; offset: Point } | undefined {
    const cell = this.cellOf(target);
    if (cell === undefined || this.hand.begins(cell) !== "edge") return undefined;
    const polygon = this.polygon(cell)!;
    const matrix = polygon.getScreenCTM();
    if (!matrix) return undefined;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [x, y] = this.middle(polygon);
    const offset: Point = [at.x - x, at.y - y];
    const way = this.hand.sideAt(cell, offset);
    return way === undefined ? undefined : { cell, way, offset };
  }

  /// The edge under the pointer is seen before it is clicked.
  private hover(event: PointerEvent): void {
    const edge = event.pointerType === "touch" ? undefined : this.edgeAt(event);
    if (!edge) return this.line.remove();
    const polygon = this.polygon(edge.cell)!;
    const [x, y] = this.middle(polygon);
    const points = [...polygon.points];
    const along = (i: number): number => {
      const [one, other] = [points[i]!, points[(i + 1) % points.length]!];
      const [mx, my] = [(one.x + other.x) / 2 - x, (one.y + other.y) / 2 - y];
      return (mx * edge.offset[0] + my * edge.offset[1]) / Math.hypot(mx, my);
    };
    const best = points.map((_, i) => i).reduce((one, other) => (along(other) > along(one) ? other : one));
    const [one, other] = [points[best]!, points[(best + 1) % points.length]!];
    this.line.setAttribute("points", `${one.x},${one.y} ${other.x},${other.y}`);
    polygon.ownerSVGElement!.append(this.line);
  }

  // ---- keys

  private key(event: KeyboardEvent): void {
    const cell = this.cellOf(event.target);
    if (cell === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const stop = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === "Escape" && (this.held !== undefined || this.pressed)) {
      this.end();
      this.hand.say("It stays where it was.");
      return stop();
    }
    const isDown = this.held !== undefined && [" ", "Enter", "g", "G"].includes(event.key);
    if (isDown) {
      const from = this.held!;
      this.end();
      if (from !== cell) this.hand.moved(from, cell);
      return stop();
    }
    const gesture = this.hand.begins(cell);
    if (event.key.toLowerCase() === "g" && gesture === "move") {
      this.held = cell;
      this.mark([cell], "drawn-held");
      this.hand.say("In hand. Arrow keys lead to a cell, Enter puts it there, Escape leaves it.");
      return stop();
    }
    const arrow = arrows[event.key];
    if (event.shiftKey && arrow && gesture === "edge") {
      const way = this.hand.sideAt(cell, [arrow[0] * 1e6, arrow[1] * 1e6]);
      if (way !== undefined) this.hand.edge(cell, way);
      return stop();
    }
    this.before = cell;
  }
  private before: number | undefined; // where the focus was before the board took this key

  /// With Shift, arrows go on with a stroke.
  private stretch(event: KeyboardEvent): void {
    const cell = this.cellOf(document.activeElement);
    if (!event.shiftKey || !arrows[event.key] || cell === undefined || this.before === undefined || cell === this.before) return;
    if (this.hand.begins(cell) === "stroke") this.hand.stroked([this.before, cell]);
  }
}
