// The positions that tests draw: a list to choose from, and a small board beside the game's own, on which the chosen one is drawn.
import { Board } from "../board";
import { announce, el, replace } from "../dom";
import { type Service, type Shown, pictureOf } from "../service";
import type { Placer } from "./placing";
import { type At, type Edit, type Palette, type Syntax, type Tried, applied, optionsOf, textAt } from "./syntax";

/// A test that draws a board: the first drawing, and where that is shown.
export interface Drawn {
  title: string;
  drawing: At;
  where: object;
}

export class Positions {
  title = ""; // of the test whose position is drawn; empty: the start
  readonly which = el("div", { class: "stack" });
  readonly small = el("div", { class: "drawn-board" });

  constructor(
    private service: Service,
    private on: {
      text(): string;
      params(): object;
      pick(label: string): void;
      turned(): void;
      ready(act: () => Promise<void>): void; // when all before it is made, if the script has no errors
      tried(edits: Edit[][], wanted: object): Promise<Tried | undefined>;
    },
  ) {}

  private all({ declarations }: Syntax): Drawn[] {
    const text = this.on.text();
    return declarations.flatMap((declaration) => {
      const { node, title, parts = [] } = declaration;
      const drawing = parts.find((part) => part.node === "map")?.texts?.[0];
      if (node !== "test" || !title || !drawing) return [];
      const options = Object.fromEntries(optionsOf(text, declaration).map(([name, at]) => [name, textAt(text, at)]));
      return [{ title: textAt(text, title).slice(1, -1), drawing, where: { at: text.slice(drawing[0] + 3, drawing[1] - 3), options } }];
    });
  }
  in = (syntax: Syntax): Drawn | undefined => this.all(syntax).find(({ title }) => title === this.title);

  async show(where: object | undefined): Promise<void> {
    this.small.hidden = !where;
    if (!where) return replace(this.small);
    const { board } = await this.service.request<Shown>("glint/show", { ...this.on.params(), ...where });
    const picture = board && pictureOf(board);
    if (!picture) return;
    const labels = board.cells.map(({ cell }) => cell);
    replace(this.small);
    new Board(this.small, { pick: (cell) => this.on.pick(labels[cell]!), leave: () => {}, about: () => {} }).show(picture);
  }

  /// The edits that draw other pieces on a cell of the position; or what is said of it.
  async redrawn(syntax: Syntax, placer: Placer, label: string, wanted: string[]): Promise<Edit[] | string> {
    const text = this.on.text();
    const drawn = this.in(syntax);
    const edits = drawn ? placer.redrawn(drawn.drawing, wanted) : [];
    if (!drawn || !edits.length) return "This drawing cannot be changed here.";
    const after = applied(text, edits);
    const end = drawn.drawing[1] + after.length - text.length;
    const { cells } = await this.service.request<Partial<Palette>>("glint/palette", { ...this.on.params(), ...drawn.where, at: after.slice(drawn.drawing[0] + 3, end - 3) });
    return String(cells?.find(({ cell }) => cell === label)?.pieces) === String(wanted) ? edits : "The position cannot be drawn so.";
  }

  /// The list, if there is something to choose from.
  list(syntax: Syntax): void {
    const tests = this.all(syntax);
    if (!tests.length) return replace(this.which);
    const select = el(
      "select",
      {
        id: "draw-which",
        onchange: () => {
          this.title = select.value;
          this.on.turned();
        },
      },
      el("option", { value: "", selected: !this.title }, "The start of the game"),
      ...tests.map(({ title }) => el("option", { value: title, selected: title === this.title }, `Test: ${title}`)),
    );
    replace(this.which, el("label", { for: "draw-which" }, "What is drawn", select));
  }
  /// A button that begins one.
  more = (syntax: () => Syntax): HTMLElement => el("button", { type: "button", id: "draw-test", onclick: () => this.on.ready(() => this.begin(syntax())) }, "Draw a position for a test");

  /// A test begins with the board that is shown, at the end of the script; its position is drawn then.
  private async begin({ declarations }: Syntax): Promise<void> {
    const text = this.on.text();
    const taken = declarations.flatMap(({ node, title }) => (node === "test" && title ? [textAt(text, title)] : []));
    let title = "position";
    for (let i = 2; taken.includes(`"${title}"`); ++i) title = `position ${i}`;
    const { test } = await this.service.request<{ test?: string }>("glint/writtenTest", { ...this.on.params(), moves: [], title });
    if (!test || text !== this.on.text()) return;
    // Somebody can move in it: that is as much as is known of it yet.
    const written = test.replace(/\bexpect map\b/, "map").replace(/\}\s*$/, "  expect moves > 0\n}\n");
    const tried = await this.on.tried([[[text.length, text.length, `${text.endsWith("\n") ? "" : "\n"}\n${written}`]]], {});
    if (tried?.taken !== 0) return void announce("This board cannot be drawn as a test.", true);
    this.title = title;
    this.on.turned();
    announce(`The test “${title}” begins with this board. Draw it on the small board; what it expects is in the script.`, true);
  }
}
