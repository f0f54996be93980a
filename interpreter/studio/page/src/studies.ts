// More questions to bots, below the study: the original and the variant side by side, what a piece or a move is worth, whether a
// game is too long, and which variant would be better.
import { titleOf } from "./values";
import { Comparing, type Side, type Studied, worthWords } from "./comparing";
import { variantWords } from "./verdicts";
import { announce, el, replace } from "./dom";
import type { Exploration } from "./found";
import type { GameView } from "./game";
import { type Game, type Plan, Search, kinds, lengthWish, wishes } from "./searching";
import { spoken } from "./names";
import type { Fault, Trying } from "./trying";

/// What is asked of the page.
export interface Asked {
  parent(): string | undefined; // the text of the game that the script is a variant of
  game(): { name: string; text: string; isBundled: boolean };
  needed(): Record<string, string>; // own files that the script needs
  found(found: Exploration): void; // shows a gallery
  trying: Trying;
}

const field = (id: string, words: string, input: HTMLElement): HTMLElement => el("label", { for: id }, words, input);

export class Asking {
  readonly place: HTMLElement;
  limit = { minutes: 30, seconds: 20 };
  private comparing = new Comparing();
  private found = el("div", { role: "group", "aria-label": "Variants that were found" });
  private search = new Search(this.found, (found) => this.asked.found(found));
  private both = el("button", { type: "button", id: "study-both", onclick: () => this.compare() });
  private why = el("p", { class: "quiet" });
  private part = el("select", { id: "study-without" });
  private worth = el("button", { type: "button", id: "study-worth", onclick: () => this.weigh() }, "What is it worth?");
  private doWithout = el("div", { class: "buttons" });
  private halt = el("button", { type: "button", id: "compare-stop", onclick: () => this.end(), hidden: true }, "Stop");
  private seek = el("button", { type: "button", id: "search-start", onclick: () => void this.look() }, "Find better variants");
  private cease = el("button", { type: "button", id: "search-stop", onclick: () => (this.search.stop(), this.show()), hidden: true }, "Stop");
  private minutes = el("select", { id: "search-minutes" }, ...[1, 3, 10, 30].map((number) => el("option", { value: number, selected: number === 10 }, `${number} minutes`.replace(/^1 minutes/, "1 minute"))));
  private wanted = wishes.map((wish) => ({ wish, box: el("input", { type: "checkbox", id: `wish-${wish.id}`, checked: ["fair", "ends", "ties"].includes(wish.id) }) }));
  private longest = el("input", { type: "number", id: "wish-length", min: 1, max: 1000, placeholder: "any" });
  private varied = kinds.map(([kind, name]) => ({ kind, name, box: el("input", { type: "checkbox", id: `vary-${kind}`, checked: ["options", "numbers", "optics"].includes(kind) }) }));

  constructor(
    private game: GameView,
    private asked: Asked,
    private how: () => Studied,
  ) {
    const number = (id: keyof Asking["limit"], most: number) => {
      const input = el("input", { type: "number", id: `study-${id}`, min: 1, max: most, value: this.limit[id], onchange: () => ((this.limit[id] = Math.max(1, Number(input.value) || 1)), this.game.stop(), void this.game.refresh()) });
      return input;
    };
    const check = (box: HTMLElement, name: string) => el("label", { class: "check", for: box.id }, box, name);
    this.place = el(
      "div",
      { class: "stack" },
      el("details", {}, el("summary", {}, "Is it too long?"), el("div", { class: "stack" }, field("study-minutes", "Too long: more than this many minutes", number("minutes", 1000)), field("study-seconds", "People take for a move, seconds", number("seconds", 1000)))),
      el("h3", {}, "Side by side"),
      this.why,
      el("div", { class: "buttons" }, this.both, this.halt),
      field("study-without", "Without", this.part),
      el("div", { class: "buttons" }, this.worth),
      this.comparing.place,
      this.doWithout,
      this.asked.trying.place,
      el("h3", {}, "Better variants"),
      el("p", { class: "quiet" }, "The engine makes variants, bots play them in the background, and what comes closest to your wishes is left. You can go on playing."),
      el("fieldset", {}, el("legend", {}, "What the game should be like"), ...this.wanted.map(({ wish, box }) => check(box, wish.name)), field("wish-length", "Moves, at most", this.longest)),
      el("fieldset", {}, el("legend", {}, "What may change"), ...this.varied.map(({ box, name }) => check(box, name))),
      field("search-minutes", "Time", this.minutes),
      el("div", { class: "buttons" }, this.seek, this.cease),
      this.found,
    );
  }

  clear(): void {
    replace(this.doWithout);
    this.asked.trying.clear();
    this.comparing.clear();
    this.search.clear();
  }
  private end(): void {
    this.comparing.halt();
    this.show();
  }

  private get hasOptions(): boolean {
    return Object.keys(this.game.options).length > 0;
  }

  /// What can be asked of the game that is shown.
  show(): void {
    const { game } = this;
    const { parts } = game.shown ?? {};
    const isReady = Boolean(game.answer) && !game.hasErrors;
    const isVariant = this.asked.parent() !== undefined;
    this.both.textContent = isVariant ? "Study the original and this variant" : "Study it with and without your options";
    this.both.disabled = !isReady || this.comparing.isRunning || !(isVariant || this.hasOptions);
    this.why.textContent = isVariant || this.hasOptions ? "Both play with the same seeds." : "Change an option, or open a variant: then both can be studied side by side.";
    this.halt.hidden = !this.comparing.isRunning;
    const names = [...(parts?.pieces ?? []).map((name) => `piece:${name}`), ...Object.keys(parts?.moves ?? {}).map((name) => `move:${name}`)];
    const { value } = this.part;
    if (names.join() !== [...this.part.options].map((option) => option.value).join())
      replace(this.part, ...names.map((name) => el("option", { value: name, selected: name === value }, spoken(name.replace(":", " ")))));
    this.worth.disabled = !isReady || this.comparing.isRunning || !names.length;
    this.seek.disabled = !isReady || this.search.isRunning;
    this.cease.hidden = !this.search.isRunning;
  }

  private run(sides: Side[], words: Parameters<Comparing["compare"]>[2], done?: () => void): void {
    replace(this.doWithout);
    void this.comparing.compare(sides, this.how(), words, () => {
      this.show();
      done?.();
      announce(this.comparing.place.querySelector(".verdict")?.textContent ?? "");
    });
    this.show();
  }

  private compare(): void {
    const { game } = this;
    const parent = this.asked.parent();
    const { text } = this.asked.game();
    const beside = this.asked.needed();
    const options = { ...game.options };
    const now: Side = { label: parent === undefined ? "With your options" : (game.answer && game.answer.title !== titleOf(parent) ? game.answer.title : "This one"), text, options, beside };
    const before: Side = parent === undefined ? { label: "As it is", text, options: {}, beside } : { label: "The original", text: parent, options: {}, beside };
    this.run([before, now], variantWords(game.answer?.players.length ?? 0, [before.label, now.label]));
  }

  /// The game as it was before a change, and as it is.
  beside(before: string): void {
    const [beside, options] = [this.asked.needed(), { ...this.game.options }];
    const sides: Side[] = [{ label: "Before", text: before, options, beside }, { label: "Now", text: this.asked.game().text, options, beside }];
    this.run(sides, variantWords(this.game.answer?.players.length ?? 0, ["Before", "Now"]));
    this.comparing.place.scrollIntoView({ block: "center" });
  }
  /// What this piece or move is worth, as a finding asks: "move:pass".
  weighPart(part: string): void {
    this.part.value = part;
    if (this.part.value !== part || this.worth.disabled) return;
    this.weigh();
    this.part.scrollIntoView({ block: "start" });
  }
  /// Looks for variants without this fault.
  seekFor(fault: Fault, most: number): void {
    if (this.seek.disabled) return announce("A search goes on already: stop it first, or let it end.", true);
    for (const { wish, box } of this.wanted) box.checked = wish.id === fault || wish.id === "ends";
    this.longest.value = fault === "long" ? String(most) : "";
    this.found.parentElement?.querySelector("#search-start")?.scrollIntoView({ block: "center" });
    void this.look();
  }

  /// As it is, and with each player in turn doing without; of a team, all at once.
  private weigh(): void {
    const { game } = this;
    const part = this.part.value;
    const { text } = this.asked.game();
    const side = (label: string, without?: string[]): Side => ({ label, text, options: { ...game.options }, beside: this.asked.needed(), ...(without ? { without } : {}) });
    const players = game.answer?.players ?? [];
    const isRace = players.length > 1 && !game.shown?.team;
    const seats = isRace ? players : [];
    const name = spoken(part.replace(/^\w+:/, ""));
    const sides = seats.length ? seats.map((player) => side(`${player} without`, [`${part}@${player}`])) : [side("Without", [part])];
    this.run([side("As it is"), ...sides], worthWords(name, seats), () => this.offerWithout(part));
  }

  /// What is not worth much may go: an edit, if the script allows it.
  private offerWithout(part: string): void {
    const make = async () => {
      const change = await this.asked.trying.without(part);
      if (!change) return announce("The rules ask for it in more than one way: it is taken away in the script.", true);
      await this.asked.trying.make(change, (before) => this.beside(before), "Other rules use it: take those away first, under Draw, or in the script.");
    };
    replace(this.doWithout, el("button", { type: "button", id: "study-take", onclick: () => void make() }, `Try the game without ${spoken(part.replace(/^\w+:/, ""))}`));
  }

  private async look(): Promise<void> {
    const { game } = this;
    const most = Number(this.longest.value);
    const plan: Plan = {
      minutes: Number(this.minutes.value),
      vary: this.varied.filter(({ box }) => box.checked).map(({ kind }) => kind),
      wishes: [...this.wanted.filter(({ box }) => box.checked).map(({ wish }) => wish), ...(most > 0 ? [lengthWish(most)] : [])],
      program: this.how().program,
      seed: 1,
    };
    if (!plan.vary.length || !plan.wishes.length) return announce("Choose at least one wish, and one thing that may change.", true);
    const searched: Game = { ...this.asked.game(), title: game.answer?.title ?? "", options: { ...game.options } };
    const running = this.search.run(searched, plan);
    this.show();
    if (!(await running)) return;
    this.show();
    announce(this.found.querySelector("#search-state")?.textContent ?? "", true);
  }
}
