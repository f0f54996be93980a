// A solution that is gone through on the board: which of its moves is shown, and a button for the next.
import { el, replace } from "./dom";
import type { GameView } from "./game";

export class Stepping {
  readonly place = el("div", { class: "stack", id: "solution", role: "group", "aria-label": "The solution" });
  private moves: string[] = [];
  private name = "";
  private of = ""; // the text and options of which it is the solution

  constructor(
    private game: GameView,
    private text: () => string,
    private another: () => void, // looks for another solution
  ) {}

  /// Its first move is played.
  begin(moves: string[], name: string): void {
    this.moves = moves;
    this.name = name;
    this.of = this.now;
    this.game.branch(moves);
  }
  clear(): void {
    this.moves = [];
    this.show();
  }

  private get now(): string {
    return this.text() + JSON.stringify(this.game.where.options);
  }

  /// Nothing, while other moves are on the board.
  show(): void {
    const { moves } = this;
    const played = this.game.session.moves;
    if (!moves.length || this.of !== this.now || !played.every((move, i) => move === moves[i])) return replace(this.place);
    const isOver = played.length === moves.length;
    const next = () => (isOver ? this.game.goTo(this.game.session.start) : this.game.redo());
    replace(
      this.place,
      el("h2", {}, this.name),
      el("p", { id: "solution-at", role: "status" }, played.length ? `Move ${played.length} of ${moves.length}: ${played.at(-1)}` : `The board before its ${moves.length === 1 ? "move" : `${moves.length} moves`}`),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", id: "solution-next", class: "main", onclick: next }, isOver ? "From the start" : played.length ? "Next move" : "First move"),
        el("button", { type: "button", id: "solution-another", onclick: this.another }, "Another solution"),
        el("button", { type: "button", id: "solution-end", onclick: () => this.clear() }, "Close"),
      ),
    );
  }
}
