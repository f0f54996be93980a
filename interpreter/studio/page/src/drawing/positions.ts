// The positions that tests draw: a list to choose from, and a small board beside the game's own, on which the chosen one is drawn.
import { Board } from "../board";
import { el, replace } from "../dom";
import { type Service, type Shown, pictureOf } from "../service";
import { type At, type Syntax, textAt } from "./syntax";

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
    private on: { text(): string; params(): object; pick(label: string): void; turned(): void },
  ) {}

  private all({ declarations }: Syntax): Drawn[] {
    const text = this.on.text();
    return declarations.flatMap(({ node, title, args = [], parts = [] }) => {
      const drawing = parts.find((part) => part.node === "map")?.texts?.[0];
      if (node !== "test" || !title || !drawing) return [];
      const options = Object.fromEntries(args.map(([name, at]) => [name, textAt(text, at)]));
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
}
