// Learning, beside the board: the tour, and the tutorial, the cookbook and the reference, which can be searched.
import { announce, el, replace } from "./dom";
import { helpTables } from "./help";
import { icon } from "./icons";
import { packedText } from "./packed";

interface Page {
  path: string;
  book: string;
  title: string;
  html: string;
}
interface Part {
  page: Page;
  at: string; // of its heading; empty: the beginning of the page
  heading: string;
  text: string;
}

const mostFound = 15;

export class Learn {
  private input = el("input", { type: "text", id: "learn-search", placeholder: "“mirror”, “how do I win” …", autocomplete: "off" });
  private body = el("div", { class: "learn" });
  private pages: Promise<Page[]> | undefined;
  private parts: Part[] = [];
  private asked = 0;

  constructor(
    private panel: HTMLElement,
    private on: { tryIt(text: string): void; tour(): void },
  ) {
    let timer = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void this.search(), 150);
    });
  }

  show(): void {
    if (this.panel.firstChild) return;
    replace(
      this.panel,
      el("h2", {}, "Learn"),
      el("button", { type: "button", class: "main", id: "begin-tour", onclick: () => this.on.tour() }, icon("play"), "The tour: from an empty board to a won game"),
      el("label", { class: "search", for: "learn-search" }, icon("search"), el("span", { class: "unseen" }, "Search tutorial, cookbook and reference"), this.input),
      this.body,
    );
    void this.list();
  }

  private read(): Promise<Page[]> {
    this.pages ??= packedText("pages").then((text) => {
      const pages = JSON.parse(text) as Page[];
      this.parts = pages.flatMap(partsOf);
      return pages;
    });
    return this.pages;
  }

  private async list(): Promise<void> {
    const pages = await this.read();
    const books = [...new Set(pages.map(({ book }) => book))];
    const open = (page: Page) => el("li", {}, el("button", { type: "button", class: "plain", onclick: () => this.open(page) }, page.title));
    replace(
      this.body,
      ...books.flatMap((book) => [el("h3", {}, book), el("ul", { class: "pages" }, ...pages.filter((page) => page.book === book).map(open))]),
      ...helpTables(),
    );
  }

  /// All words must be in a part; those in its heading count most.
  private async search(): Promise<void> {
    const asked = ++this.asked;
    await this.read();
    if (asked !== this.asked) return;
    const words = this.input.value.toLowerCase().split(/[^\w]+/).filter((word) => word && !/^(how|do|does|i|a|an|the|to|is|of|it|can)$/.test(word));
    if (!words.length) return this.list();
    const found = this.parts
      .map((part) => {
        const [heading, text] = [`${part.heading} ${part.page.title}`.toLowerCase(), part.text.toLowerCase()];
        const counts = words.map((word) => (heading.includes(word) ? 20 : 0) + Math.min(5, text.split(word).length - 1));
        return { part, score: counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count) + (part.page.book === "Cookbook" ? 5 : 0) };
      })
      .filter(({ score }) => score)
      .sort((one, other) => other.score - one.score)
      .slice(0, mostFound);
    const line = ({ part }: { part: Part }) => {
      const at = Math.max(0, part.text.toLowerCase().indexOf(words[0]!) - 40);
      return el(
        "li",
        {},
        el("button", { type: "button", class: "result", onclick: () => this.open(part.page, part.at) }, el("b", {}, part.heading || part.page.title), el("span", { class: "quiet" }, `${part.page.book}: ${part.page.title}`), el("span", {}, `${at ? "… " : ""}${part.text.slice(at, at + 140)} …`)),
      );
    };
    replace(this.body, found.length ? el("ul", { class: "pages", id: "learn-found" }, ...found.map(line)) : el("p", {}, "Nothing has all these words."));
    announce(`${found.length} found`);
  }

  private open(page: Page, at = ""): void {
    const article = el("article", { class: "page" });
    article.append(...new DOMParser().parseFromString(page.html, "text/html").body.childNodes);
    // Tables without headings have an empty row for them, as Markdown wants one; whoever hears the page is spared it.
    for (const head of article.querySelectorAll("thead")) if (!head.textContent?.trim()) head.remove();
    for (const code of article.querySelectorAll<HTMLElement>("pre[data-whole]"))
      code.after(el("button", { type: "button", onclick: () => this.on.tryIt(code.textContent ?? "") }, icon("play"), "Try this game"));
    article.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLElement>("a[data-to]");
      if (!link) return;
      event.preventDefault();
      void this.read().then((pages) => {
        const to = pages.find(({ path }) => path === link.dataset.to);
        if (to) this.open(to, link.dataset.at);
      });
    });
    const back = el("button", { type: "button", onclick: () => void (this.input.value ? this.search() : this.list()) }, icon("back"), "Back");
    replace(this.body, el("div", { class: "buttons" }, back, el("span", { class: "quiet" }, page.book)), el("h2", { tabindex: -1 }, page.title), article);
    const place = at ? article.querySelector(`[data-at="${CSS.escape(at)}"]`) : this.body;
    (place ?? this.body).scrollIntoView({ block: "start" });
    this.body.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }
}

/// A page cut at its headings.
function partsOf(page: Page): Part[] {
  const parts: Part[] = [{ page, at: "", heading: "", text: "" }];
  for (const child of new DOMParser().parseFromString(page.html, "text/html").body.children) {
    if (/^H\d$/.test(child.tagName)) parts.push({ page, at: (child as HTMLElement).dataset.at ?? "", heading: child.textContent ?? "", text: "" });
    else parts.at(-1)!.text += ` ${child.textContent}`;
  }
  return parts.filter(({ text }) => text.trim()).map((part) => ({ ...part, text: part.text.replace(/\s+/g, " ").trim() }));
}
