// The rule sheet: what the engine says of the rules, in words and pictures, with the options as they are set. It stands in
// a shadow root, so that its styles and ids are its own.
import { download, el, replace } from "./dom";
import type { GameView } from "./game";
import { showRules } from "./playing";
import type { Service, Trouble } from "./service";

/// A rule sheet as a page's body, and its styles.
export interface Sheet {
  title: string;
  text: string;
  style: string;
}

/// Nothing, if the engine does not answer or the script has errors.
export async function sheetOf(service: Service, uri: string, options: Record<string, string>): Promise<Sheet | undefined> {
  const answer = await service
    .request<Partial<Sheet> & { errors: Trouble[] }>("glint/describe", { textDocument: { uri }, options, form: "html" })
    .catch(() => undefined);
  return answer?.text ? { title: answer.title ?? "", text: answer.text, style: answer.style ?? "" } : undefined;
}

const colours = ":host { color: inherit; } .sheet svg { max-width: 100%; height: auto; }";

export function placeOf({ text, style }: Sheet): HTMLElement {
  const parsed = new DOMParser().parseFromString(text, "text/html").body;
  const sheet = el("div", { class: "sheet" }); // the page has its own <main>
  sheet.append(...(parsed.querySelector("main")?.childNodes ?? parsed.childNodes));
  const place = el("div", { class: "sheet-place" });
  const root = place.attachShadow({ mode: "open" });
  root.append(el("style", {}, style.replaceAll("main.sheet", ".sheet") + colours), sheet);
  root.addEventListener("click", (event) => {
    const to = (event.target as Element).closest("a")?.getAttribute("href");
    if (!to?.startsWith("#")) return;
    event.preventDefault();
    root.getElementById(decodeURIComponent(to.slice(1)))?.scrollIntoView();
  });
  return place;
}

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
  ) {}

  async show(): Promise<void> {
    const { options } = this.game.where;
    const of = JSON.stringify([this.text(), options]);
    if (of === this.of) return;
    const asked = ++this.asked;
    if (!this.panel.firstChild) showRules(this.panel, this.game, this.text());
    const sheet = await sheetOf(this.service, this.uri(), options);
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
