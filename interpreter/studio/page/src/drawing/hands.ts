// What is in hand on the board that is drawn, and what gestures do with it: a piece goes to another cell, a stroke puts, takes away or
// paints, an edge gets a wall. Each is one edit of the script, and one undo takes it back.
import { announce } from "../dom";
import { type Trouble, errorText } from "../service";
import { spoken } from "../names";
import type { Tool } from "./palette";
import { words } from "./pieces";
import { Placer } from "./placing";
import type { Outcome, Standing, Step } from "./several";
import type { Gesture, Hand } from "./strokes";
import type { Edit, Node, Palette } from "./syntax";
import { type Side, hasSide, walling, wallsOf } from "./walls";
import { zonesOf, zoning } from "./zones";

/// What they need of the drawing.
export interface Drawn {
  isDrawn(): boolean; // the start of the game, on the large board; its script may just be read
  tool(): Tool;
  text(): string;
  declarations(): Node[];
  palette(): Palette | undefined;
  label(cell: number): string | undefined;
  picture(put: string): HTMLElement;
  sides(label: string): Side[];
  step(): number; // half of the shortest one in the picture
  several(text: string, steps: Step[]): Promise<Outcome>;
  queue(act: () => Promise<void>): void; // when all before it is made, if the script has no errors
  use(before: string, after: string): Promise<void>; // one edit of the script
  select(label: string): void; // the cell that is looked at
  change(edits: () => Edit[], done: string): void;
  say(words: string): void;
}

/// A cell with other pieces, made from those that are there by then; nothing: they stay.
const placed = (label: string, wanted: (pieces: string[], stack: number) => string[] | undefined): Step => (now) => {
  const cell = now.palette.cells.findIndex((each) => each.cell === label);
  const pieces = now.palette.cells[cell]?.pieces;
  const wish = pieces && wanted(pieces, now.palette.stack);
  if (!wish || String(wish) === String(pieces)) return undefined;
  return { edits: new Placer({ ...now, cell }).candidates(wish), wanted: { cell: label, pieces: wish } };
};
/// With this piece on top: where a cell holds no more, instead of the one that is.
const onTop = (put: string) => (pieces: string[], stack: number) => [...(pieces.length < stack ? pieces : pieces.slice(0, -1)), put];
const without = (pieces: string[]) => (pieces.length ? pieces.slice(0, -1) : undefined);

/// The plans that move the piece on top of a cell to another: the edit of one line first.
export const movingPlans = (from: string, to: string, put: string): Step[][] => {
  const [come, go] = [placed(to, onTop(put)), placed(from, (pieces) => (pieces.at(-1) === put ? without(pieces) : undefined))];
  return [[come, go], [go, come]];
};

/// The steps of a stroke over these cells.
export function strokeSteps(tool: Tool, labels: string[], { text, declarations, palette }: Standing): Step[] {
  const zoneOf = (now: Standing, name: string) => zonesOf(now.text, now.declarations, now.palette.cells.map(({ written }) => written)).find((zone) => zone.name === name);
  const written = (label: string) => palette.cells.find(({ cell }) => cell === label)?.written ?? label;
  const has = (now: Standing, name: string, label: string) => Boolean(zoneOf(now, name)?.cells.some(({ cell }) => cell === written(label)));
  switch (tool.does) {
    case "put":
      return labels.map((label) => placed(label, (pieces, stack) => (pieces.at(-1) === tool.put ? undefined : onTop(tool.put)(pieces, stack))));
    case "remove":
      return labels.map((label) => placed(label, without));
    case "paint":
      return labels.map((label) => (now) => {
        const edits = new Placer({ ...now, cell: now.palette.cells.findIndex(({ cell }) => cell === label) }).paint(tool.sign);
        return edits.some(([from, to, sign]) => now.text.slice(from, to) !== sign) ? { edits: [edits] } : undefined;
      });
    case "zone": {
      const takesOut = has({ text, declarations, palette }, tool.zone, labels[0]!); // as a click on the first does
      return labels.map((label) => (now) => {
        const zone = zoneOf(now, tool.zone);
        return zone && has(now, tool.zone, label) === takesOut ? { edits: [zoning(now.text, zone, written(label))] } : undefined;
      });
    }
    default:
      return [];
  }
}

export class Hands implements Hand {
  private known: { of: string; sides: Side[] } | undefined;

  constructor(private of: Drawn) {}

  private top(cell: number): string | undefined {
    const label = this.of.label(cell);
    return this.of.palette()?.cells.find((each) => each.cell === label)?.pieces.at(-1);
  }

  begins(cell: number): Gesture | undefined {
    if (!this.of.isDrawn() || !this.of.palette()) return undefined;
    const { does } = this.of.tool();
    if (does === "wall") return "edge";
    if (does !== "look") return "stroke";
    return this.top(cell) ? "move" : undefined;
  }

  picture(cell: number): HTMLElement | undefined {
    const put = this.top(cell);
    return put ? this.of.picture(put) : undefined;
  }

  moved(from: number, to: number): void {
    const [put, start, end] = [this.top(from), this.of.label(from), this.of.label(to)];
    if (!put || !start || !end) return;
    this.of.select(end);
    this.make(() => movingPlans(start, end, put), `${words(put)}: from ${start} to ${end}`, false);
  }

  stroked(cells: number[]): void {
    const labels = cells.flatMap((cell) => this.of.label(cell) ?? []);
    const tool = this.of.tool();
    const plans = () => [strokeSteps(tool, labels, { text: this.of.text(), declarations: this.of.declarations(), palette: this.of.palette()! })];
    if (labels.length) this.make(plans, `${labels.length} cells are drawn.`, true);
  }

  /// The nearest side, unless it is about the middle.
  sideAt(cell: number, [x, y]: [number, number]): string | undefined {
    const label = this.of.label(cell);
    if (!label) return undefined;
    const of = `${label} ${this.of.text()}`;
    if (this.known?.of !== of) this.known = { of, sides: this.of.sides(label) };
    const along = ({ turn = 0 }: Side) => x * Math.cos(turn) + y * Math.sin(turn);
    const best = this.known.sides.reduce<Side | undefined>((one, other) => (one && along(one) >= along(other) ? one : other), undefined);
    return best && along(best) > this.of.step() * 0.5 ? best.way : undefined;
  }

  edge(cell: number, way: string): void {
    const tool = this.of.tool();
    const label = this.of.label(cell);
    if (tool.does !== "wall" || !label) return;
    const found = () => ({ walls: wallsOf(this.of.text(), this.of.declarations()).find(({ name }) => name === tool.wall), side: this.of.sides(label).find((each) => each.way === way) });
    const { walls, side } = found();
    const name = spoken(tool.wall);
    this.of.change(
      () => {
        const now = found();
        return now.walls && now.side ? walling(this.of.text(), now.walls, now.side) : [];
      },
      `${label}, ${way}: ${walls && side && hasSide(walls, side) ? `no ${name} any more` : name}`,
    );
  }

  say(words: string): void {
    announce(words, true);
  }

  /// Several cells in one edit: the first of these plans that can be made whole, or else, if a part is enough, what can be made of it.
  private make(plans: () => Step[][], done: string, partIsEnough: boolean): void {
    this.of.queue(async () => {
      this.of.say("");
      const text = this.of.text();
      let refused: { cells: number; errors: Trouble[] } | undefined;
      for (const plan of plans()) {
        const { text: after, made, refused: failed, errors } = await this.of.several(text, plan);
        if (text !== this.of.text()) return;
        if (failed.length) refused ??= { cells: failed.length, errors };
        if (!made || (failed.length && !partIsEnough)) continue;
        await this.of.use(text, after);
        if (!failed.length) return announce(done);
        break;
      }
      const wrong = refused?.errors[0];
      if (wrong) this.of.say(`The game forbids this: ${errorText(wrong)}`);
      else if (refused) this.of.say(refused.cells > 1 ? `${refused.cells} of these cells stay: the script works out what stands there.` : "The script works out what stands there, so it stays. A click on the cell offers to write the set-up out.");
    });
  }
}
