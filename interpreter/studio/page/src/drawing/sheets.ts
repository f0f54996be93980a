// The two parts of the panel that hold rules: what may be added, and what there is, as forms. Each is drawn only while it is open.
import { el } from "../dom";
import type { Forms } from "./forms";
import type { Inspector } from "./inspector";
import type { Syntax } from "./syntax";

export class Sheets {
  private makings = el("div", { class: "stack" });
  private newGoals = el("div", { class: "stack" });
  private ruleForms = el("div", { class: "stack" });
  private goalForms = el("div", { class: "stack", id: "goal-forms" });
  readonly adds = el("details", { id: "new-rules", ontoggle: () => this.draw() }, el("summary", {}, "Add a move, or an end"), this.makings, this.newGoals);
  readonly rules = el("details", { id: "rule-forms", ontoggle: () => this.draw() }, el("summary", {}, "The rules as a form"), this.goalForms, this.ruleForms);

  /// `syntax`: of the script as it is now; nothing while that is not known, as it follows then.
  constructor(
    private inspector: Inspector,
    private forms: Forms,
    private syntax: () => Syntax | undefined,
  ) {}

  draw(): void {
    const syntax = this.syntax();
    if (!syntax) return;
    if (this.rules.open) {
      this.forms.show(this.goalForms);
      this.inspector.rules(this.ruleForms, syntax, this.forms.taken);
    }
    if (!this.adds.open) return;
    this.inspector.adds(this.makings);
    this.forms.adds(this.newGoals, () => {
      this.rules.open = true;
      this.draw();
      this.forms.reach(this.goalForms);
    });
  }
  /// The rules there are, with the focus.
  reach(): void {
    this.rules.scrollIntoView();
    this.rules.querySelector("summary")!.focus({ preventScroll: true });
  }
}
