// The rule sheet: what the engine says of the rules, in words and pictures, with the options as they are set.
import { download, el, replace } from "./dom";
import type { GameView } from "./game";
import { showRules } from "./playing";
import type { Service } from "./service";
import { placeOf } from "./sheet";
import { sheetOf } from "./telling";

export class Rules {
  private of = ""; // what the sheet shows: a text with options
  private asked = 0;

  constructor(
    private panel: HTMLElement,
    private service: Service,
    private uri: () => string,
    private text: () => string,
    private game: GameView,
    private name: () => string,
    private parent: () => string | undefined, // the game of which it is a variant
  ) {}

  async show(): Promise<void> {
    const { options } = this.game.where;
    const of = JSON.stringify([this.text(), options]);
    if (of === this.of) return;
    const asked = ++this.asked;
    if (!this.panel.firstChild) showRules(this.panel, this.game, this.text());
    const sheet = await sheetOf(this.service, this.uri(), this.text(), options, this.parent());
    if (asked !== this.asked) return;
    this.of = of;
    if (!sheet) return showRules(this.panel, this.game, this.text());
    const { title, text, style } = sheet;
    const page = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title></title><style>${style}</style><body>${text}</body></html>`;
    const save = () => {
      const whole = new DOMParser().parseFromString(page, "text/html");
      whole.title = title;
      download(`${this.name()}_rules.html`, `<!DOCTYPE html>\n${whole.documentElement.outerHTML}`, "text/html");
    };
    replace(
      this.panel,
      el("div", { class: "buttons" }, el("button", { type: "button", id: "save-rules", onclick: save }, "Save the rules as a page")),
      placeOf(sheet),
    );
  }
}
