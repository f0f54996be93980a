// What a finding of a study leads to: changes of the script that may help, each a small edit that is tried at once, undone, and studied
// beside the game as it was.
import { spoken } from "./names";
import { declarationOut, withoutMove } from "./drawing/making";
import { type Control, changed, ruleControls } from "./drawing/parts";
import { type Edit, type Node, type Syntax, applied } from "./drawing/syntax";
import { type Form, turnForms } from "./drawing/turns";
import { announce, el, replace } from "./dom";
import type { Editor } from "./editor";
import type { GameView } from "./game";
import type { Service } from "./service";

/// What is wrong, as a wish for a better game (searching.ts) or "long".
export type Fault = "fair" | "ties" | "ends" | "lively" | "choice" | "hard" | "long";
export interface Change {
  words: string;
  edits: Edit[];
}

/// The other values of forms that may help, those that are likeliest to do so first.
export function changesFor(fault: Fault, text: string, declarations: Node[], options: Record<string, string[]>): Change[] {
  const turns = turnForms(text, declarations);
  const form = (id: string) => turns.find((each) => each.id === id);
  const to = (one: Form | undefined, value: string | undefined): Change[] => {
    const words = one?.choices.find(([each]) => each === value)?.[1];
    return one && value !== undefined && value !== one.now && words ? [{ words: `${one.name}: ${words}`, edits: one.edits(value) }] : [];
  };
  const rounds = form("turn-rounds");
  const fewer = rounds?.choices.map(([value]) => value).filter((value) => value && (!rounds.now || Number(value) < Number(rounds.now))) ?? [];
  const stuck = form("turn-stuck");
  const wins = stuck?.choices.find(([value]) => value !== stuck.now && /(loses|opponent wins)$/.test(value))?.[0];
  const passes = form("turn-pass");
  const controls = ruleControls(text, declarations, options);
  const smaller = (one: Control): Change[] => {
    const now = Number(one.now ?? text.slice(...one.at));
    return one.kind === "number" && now > 2 ? [{ words: `${one.name}: ${now - 1}`, edits: changed(one, String(now - 1)) }] : [];
  };
  const board = controls.filter(({ id }) => id.startsWith("rule-use-board-")).flatMap(smaller);
  const other = controls
    .filter(({ id }) => id.startsWith("rule-option-"))
    .flatMap((one): Change[] => {
      const now = text.slice(...one.at);
      const at = one.choices?.indexOf(now) ?? -1;
      const next = one.choices?.[at + 1] ?? one.choices?.[at - 1];
      return next === undefined ? [] : [{ words: `${one.name}: ${spoken(next)}`, edits: changed(one, next) }];
    });
  const own: Record<Fault, Change[]> = {
    fair: [...to(form("turn-way"), "together"), ...to(form("turn-moves"), "2")],
    ends: to(rounds, fewer.includes("50") ? "50" : fewer.at(-1)),
    ties: to(stuck, wins),
    lively: to(form("turn-moves"), "2"),
    choice: [...to(passes, "yes"), ...to(form("turn-moves"), "2")],
    hard: to(rounds, fewer.at(-1)),
    long: [...board, ...to(rounds, fewer.at(-1))],
  };
  return [...own[fault], ...other].slice(0, 4);
}

export class Trying {
  readonly place = el("div", { id: "study-tried", class: "stack" });
  private turn = 0;

  constructor(
    private service: Service,
    private uri: () => string,
    private editor: Editor,
    private game: GameView,
  ) {}

  clear(): void {
    ++this.turn;
    replace(this.place);
  }

  /// Nothing for a variant, whose rules are its game's: its options have forms under Options.
  async changes(fault: Fault): Promise<Change[]> {
    const { text } = this.editor;
    const { declarations } = await this.syntax();
    const options = Object.fromEntries((this.game.shown?.options ?? []).flatMap(({ name, values }) => (values ? [[name, values]] : [])));
    return text === this.editor.text ? changesFor(fault, text, declarations, options) : [];
  }
  private syntax = () => this.service.request<Syntax>("glint/syntax", { textDocument: { uri: this.uri() } });

  /// The game without a move or a kind of piece: "move:pass".
  async without(part: string): Promise<Change | undefined> {
    const { text } = this.editor;
    const { declarations } = await this.syntax();
    const [sort, name] = part.split(":") as [string, string];
    const node = declarations.find((each) => each.node === sort && each.name === name && !each.change);
    const edits = !node || text !== this.editor.text ? [] : sort === "move" ? withoutMove(text, declarations, node) : [declarationOut(text, node)];
    return edits.length ? { words: `Without ${spoken(name)}`, edits } : undefined;
  }

  /// Makes the change, if the script has no error after it, and offers to study and to undo it. `study`: the text before it beside the
  /// one after it. `refused`: what is said else.
  async make({ words, edits }: Change, study: (before: string) => void, refused = "The script would have an error then, so it stays as it is."): Promise<void> {
    const before = this.editor.text;
    const turn = ++this.turn;
    const { taken } = await this.service.request<{ taken: number | null }>("glint/try", { textDocument: { uri: this.uri() }, options: this.game.where.options, seed: this.game.where.seed, edits: [edits] });
    if (turn !== this.turn || before !== this.editor.text) return;
    if (taken === null) return announce(refused, true);
    const after = applied(before, edits);
    this.editor.edit(edits);
    const done = `Tried: ${words}.`;
    const compare = el("button", { type: "button", id: "tried-study", onclick: () => study(before) }, "Study it beside the game before");
    const undo = () => {
      if (this.editor.text === after) {
        this.editor.undo();
        this.clear();
        announce("The game is as it was.", true);
      } else announce("The script has changed since: its own undo takes that back first.", true);
    };
    replace(this.place, el("p", {}, done), el("div", { class: "buttons" }, compare, el("button", { type: "button", id: "tried-undo", onclick: undo }, "Undo")));
    announce(done);
    this.place.scrollIntoView({ block: "center" });
    compare.focus({ preventScroll: true });
  }
}
