// The game on paper: its pages as the engine draws them, seen first, and printed by the browser at their true size.
import { byId, el, replace } from "./dom";
import type { GameView } from "./game";
import { Errand, engine } from "./link";
import { dialog } from "./playing";
import { type Trouble, errorText } from "./service";

interface Kit {
  pages?: { svg: string; width: number; height: number }[];
  notes?: string[];
  asks?: boolean; // the rules do not say how many there are of some pieces
  errors: Trouble[];
}

const parts: [value: string, words: string][] = [
  ["", "everything but the poster"],
  ["board", "the board"],
  ["poster", "the board as a poster, on one large sheet"],
  ["pieces", "pieces"],
  ["numbers", "numbers"],
  ["cards", "cards"],
  ["markers", "markers"],
  ["reference", "what pieces do to beams"],
  ["rules", "the rules, as a booklet"],
  ["moves", "a sheet to write moves on"],
];

export class Printing {
  private errand: Errand | undefined;
  private asked = 0;
  private kit: Kit | undefined;
  private form: HTMLElement;
  private only = el("select", { id: "print-only" }, ...parts.map(([value, words]) => el("option", { value }, words)));
  private paper = el("select", { id: "print-paper" }, el("option", { value: "a4" }, "A4"), el("option", { value: "letter" }, "Letter"));
  private size = el("input", { id: "print-size", type: "number", min: 8, max: 100, value: 25 });
  private count = el("input", { id: "print-count", type: "number", min: 1, max: 200 });
  private counted = el("label", { for: "print-count", hidden: true }, "Of pieces without a number, each", this.count);
  private ink = el("select", { id: "print-ink" }, ...[["", "in colours"], ["grey", "in grey"], ["low_ink", "in outlines, which need less"]].map(([value, words]) => el("option", { value }, words)));
  private said = el("div", { role: "status", id: "print-said" });
  private sheets = el("div", { id: "print-sheets", role: "group", "aria-label": "The pages" });
  private go = el("button", { type: "button", class: "main", id: "print-go", disabled: true, onclick: () => this.print() }, "Print");

  constructor(
    private uri: () => string,
    private text: () => string,
    private game: GameView,
  ) {
    const field = (words: string, control: HTMLElement) => el("label", { for: control.id }, words, control);
    this.form = el("div", { class: "print-form" }, field("What", this.only), field("Paper", this.paper), field("Cells, mm apart", this.size), field("Ink", this.ink), this.counted, this.go);
    this.form.addEventListener("change", () => void this.ask());
    byId("print").addEventListener("click", () => this.open());
  }

  open(): void {
    const box = dialog("Print the game", this.form, this.said, this.sheets);
    box.classList.add("wide");
    const close = () => {
      box.classList.remove("wide");
      ++this.asked;
      this.end();
    };
    box.addEventListener("close", close, { once: true });
    void this.ask();
  }

  private end(): void {
    this.errand?.end();
    this.errand = undefined;
  }

  /// The pages as they are asked for now. Another thread makes them, as it plays a few games to count the pieces.
  private async ask(): Promise<void> {
    const asked = ++this.asked;
    const isWanted = () => asked === this.asked;
    this.kit = undefined;
    this.go.disabled = true;
    replace(this.said, el("p", { class: "quiet" }, "The pages are being drawn…"));
    try {
      const start = await engine();
      if (!isWanted()) return;
      this.end();
      const errand = (this.errand = new Errand(start));
      errand.open(this.uri(), this.text());
      const size = Math.min(100, Math.max(8, Number(this.size.value) || 25));
      const count = Math.min(200, Math.max(0, Number(this.count.value) || 0));
      const fields = { only: this.only.value, paper: this.paper.value, size, count, ...(this.ink.value ? { [this.ink.value]: true } : {}) };
      const kit = await errand.request<Kit>("glint/print", { textDocument: { uri: this.uri() }, options: this.game.where.options, ...fields });
      if (isWanted()) this.show(kit);
    } catch (error) {
      if (!isWanted()) return;
      replace(this.sheets);
      replace(this.said, el("p", { class: "bad" }, (error as Error).message));
    }
    if (isWanted()) this.end();
  }

  private show(kit: Kit): void {
    const { notes = [], errors } = kit;
    this.counted.hidden = !kit.asks && !this.count.value;
    // Paper is white, whatever the theme of the page is.
    const pages = (kit.pages ?? []).map((page) => ({ ...page, svg: page.svg.replace(/\(prefers-color-scheme:\s*dark\)/g, "not all") }));
    this.kit = { ...kit, pages };
    this.go.disabled = !pages.length;
    const words = errors[0] ? errorText(errors[0]) : pages.length ? `${pages.length} page${pages.length === 1 ? "" : "s"}. In the browser's dialog, leave the scale at 100 %.` : "This game has nothing of that kind.";
    replace(
      this.said,
      el("p", { class: errors[0] ? "bad" : "" }, words),
      notes.length ? el("details", {}, el("summary", {}, "What the pages have"), el("ul", {}, ...notes.map((note) => el("li", {}, note)))) : null,
    );
    replace(this.sheets, ...this.images());
  }

  private images(): HTMLElement[] {
    const { pages = [] } = this.kit ?? {};
    return pages.map(({ svg, width, height }, i) =>
      el("img", { alt: `Page ${i + 1}`, src: `data:image/svg+xml,${encodeURIComponent(svg)}`, style: `aspect-ratio: ${width} / ${height}; --width: ${width}mm; --height: ${height}mm; page: sheet-${size(width, height)}` }),
    );
  }

  /// The pages alone, each on a sheet of its size.
  private print(): void {
    const pages = this.kit?.pages ?? [];
    const sizes = new Map(pages.map(({ width, height }) => [size(width, height), `${width}mm ${height}mm`]));
    const style = el("style", {}, [...sizes].map(([name, each]) => `@page sheet-${name} { size: ${each}; margin: 0 }`).join("\n"));
    const place = el("div", { id: "printed" }, style, ...this.images());
    document.body.append(place);
    window.addEventListener("afterprint", () => place.remove(), { once: true });
    const drawn = [...place.querySelectorAll("img")].map((image) => image.decode().catch(() => {}));
    void Promise.all(drawn).then(() => window.print());
  }
}

const size = (width: number, height: number): string => `${width}-${height}`.replaceAll(".", "_");
