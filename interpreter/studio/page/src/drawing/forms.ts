// The order of turns, ends and scores as forms beside the board: sentences with places to choose. Each change is a small edit that the
// engine tries first, and undo takes it back.
import { spoken } from "../names";
import { el, replace } from "../dom";
import * as goals from "./goals";
import { goingOf, resultWords } from "./going";
import { sentenceAbove } from "./parts";
import { stepsPlace } from "./steps";
import type { Edit, Node } from "./syntax";
import { turnForms } from "./turns";

export interface Rulebook {
  text(): string;
  declarations(): Node[]; // of this text
  zones(): string[];
  options(): Record<string, string>; // as they are set
  /// Makes the edit, if nothing is wrong after it and the game does not end with it before it begins; else says why not.
  /// `then`: what is done when it is made.
  change(edits: () => Edit[], done: string, refused?: string, then?: () => void): void;
  open(at: number): void;
}

const list = (id: string, name: string, choices: [string, string][], now: string, act: (value: string) => void): HTMLSelectElement => {
  const select = el("select", { id, "aria-label": name, onchange: () => act(select.value) }, ...choices.map(([value, words]) => el("option", { value, selected: value === now }, words)));
  return select;
};

export class Forms {
  private of = ""; // the script and zones of which the forms are

  constructor(private book: Rulebook) {}

  /// What was chosen was refused: the forms are drawn anew.
  forget(): void {
    this.of = "";
  }

  private get places(): goals.Places {
    return goals.placesIn(this.book.text(), this.book.declarations(), this.book.zones());
  }
  private get hasScore(): boolean {
    return this.book.declarations().some(({ node, change }) => node === "score" && !change);
  }
  /// Where conditions and values stand that have a form here.
  get taken(): Set<number> {
    return new Set(goals.goalsIn(this.book.text(), this.book.declarations(), this.places).flatMap(({ node, condition }) => [condition[0], (node.parts ?? []).at(-1)!.at[0]]));
  }

  /// `place` shows the forms that the script has. They stay while it does: a number is not taken from under whoever types it.
  show(place: HTMLElement): void {
    const { book } = this;
    const of = JSON.stringify([book.text(), book.zones(), book.options()]);
    if (of === this.of) return;
    this.of = of;
    const turns = turnForms(book.text(), book.declarations());
    const turn = ({ id, name, now, choices }: (typeof turns)[number]) => {
      const act = (value: string) =>
        book.change(
          () => turnForms(book.text(), book.declarations()).find((each) => each.id === id)?.edits(value) ?? [],
          `${name}: ${choices.find(([each]) => each === value)![1]}. Undo takes it back.`,
          "The game does not work so: what its moves, beams or ends say needs the order of turns that it has.",
        );
      return el("label", { for: id }, name, list(id, name, choices, now, act));
    };
    const { places } = this;
    const known = goals.goalsIn(book.text(), book.declarations(), places);
    const isRace = places.players.length > 1 && !places.isTeam;
    const who = isRace ? "a player" : places.isTeam ? "the team" : "the player";
    const steps = goingOf(book.text(), book.declarations(), book.options());
    const play = book.declarations().find(({ node, change }) => node === "play" && !change);
    const isTold = play !== undefined && sentenceAbove(book.text(), play.at[0]) !== "";
    replace(
      place,
      turns.length || steps.length ? el("h3", {}, "The order of turns") : null,
      steps.length ? el("details", { id: "going", open: !isTold }, el("summary", {}, "How the game goes, in words"), stepsPlace(steps)) : null,
      ...turns.map(turn),
      known.length ? el("h3", {}, "How it ends, and what counts") : null,
      ...known.map((one, i) => this.goal(one, i, places, who)),
    );
  }

  /// The last end or score gets the focus: it was just added.
  reach(place: HTMLElement): void {
    const last = [...place.querySelectorAll(".goal")].at(-1);
    last?.scrollIntoView({ block: "center" });
    last?.querySelector("select")?.focus({ preventScroll: true });
  }

  private goal(one: goals.Known, i: number, places: goals.Places, who: string): HTMLElement {
    const { book } = this;
    const isScore = one.node.node === "score";
    const sort = goals.sortOf(one.sort);
    // From the goal as it is when it is the edit's turn: another place may have been changed just before.
    const there = () => goals.goalsIn(book.text(), book.declarations(), this.places)[i];
    const change = (next: Partial<goals.Goal>) =>
      book.change(() => {
        const now = there();
        if (!now) return [];
        const isOther = next.sort !== undefined && next.sort !== now.sort;
        const goal = isOther || next.kind !== undefined ? { ...goals.fresh(this.places, next.sort ?? now.sort, this.hasScore, { ...now, ...next }), ...(isOther ? {} : { result: now.result }) } : { ...now, ...next };
        return goals.changing(book.text(), now, goal, this.places);
      }, `${isScore ? "What counts" : "The end"} is changed. Undo takes it back.`);
    const sentence = sentenceAbove(book.text(), one.node.at[0]);
    const common = isScore ? [] : goals.resultsOf(places, one.sort, this.hasScore);
    const results: [string, string][] = common.some(([value]) => value === one.result) ? common : [...common, [one.result, resultWords(one.result)]];
    const sorts = isScore ? goals.scoreSorts(places) : goals.endSorts(places);
    const names = (all: string[]) => all.map((name): [string, string] => [name, spoken(name)]);
    const number = el("input", { id: `goal-${i}-number`, type: "number", min: goals.leastOf(one.sort), max: 999, value: one.number, "aria-label": "how many", onchange: () => change({ number: Math.max(goals.leastOf(one.sort), Math.min(999, Math.round(Number(number.value)) || 0)) }) });
    const of = (id: string, name: string, all: string[], now: string, key: "kind" | "zone" | "field") => list(`goal-${i}-${id}`, name, names(all), now, (value) => change({ [key]: value }));
    return el(
      "div",
      { class: "drawn-rule goal", role: "group", "aria-label": isScore ? "What counts" : "An end" },
      sentence && !sentence.includes(goals.inWords(one)) ? el("p", { class: "quiet" }, sentence) : null, // the author's
      el("label", { for: `goal-${i}-sort` }, isScore ? "Points are" : goals.isOfPlayer(one.sort) ? `The game ends when ${who}` : "The game ends when", list(`goal-${i}-sort`, isScore ? "Points are" : "The game ends when", sorts.map(({ id }) => [id, goals.inWords(id === one.sort ? one : goals.fresh(places, id, this.hasScore, one))]), one.sort, (value) => change({ sort: value }))),
      el(
        "div",
        { class: "drawn-places" },
        sort.words.includes("[number]") ? number : null,
        sort.words.includes("[field]") ? of("field", "field", goals.fieldsOf(places, one), one.field, "field") : null,
        sort.words.includes("[variable]") ? of("variable", "what is counted", goals.fieldsOf(places, one), one.field, "field") : null,
        sort.words.includes("[kind") ? of("kind", "pieces", goals.kindsOf(places, one), one.kind, "kind") : null,
        sort.words.includes("[zone]") ? of("zone", "zone", places.zones, one.zone, "zone") : null,
      ),
      isScore ? null : el("label", { for: `goal-${i}-result` }, "and then", list(`goal-${i}-result`, "and then", results, one.result, (value) => change({ result: value }))),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "drawn-link", id: `goal-${i}-open`, onclick: () => book.open(one.node.at[0]) }, "Open in the script"),
        el(
          "button",
          {
            type: "button",
            class: "drawn-link",
            id: `goal-${i}-without`,
            onclick: () =>
              book.change(() => {
                const now = there();
                return now ? goals.without(book.text(), now) : [];
              }, "It is gone. Undo gives it back."),
          },
          "Take away",
        ),
      ),
    );
  }

  /// Ends and scores to begin with. `added` is called when one is among the rules.
  adds(place: HTMLElement, added: () => void): void {
    const { book, places } = this;
    const declarations = book.declarations();
    if (!declarations.some(({ node }) => node === "game") || !declarations.some(({ node, change }) => node === "play" && !change)) return replace(place);
    const who = places.players.length > 1 && !places.isTeam ? "a player" : places.isTeam ? "the team" : "the player";
    const tile = ({ id }: { id: string }, isScore: boolean) => {
      const goal = () => goals.fresh(this.places, id, this.hasScore);
      const edits = () => goals.adding(book.text(), book.declarations(), goal(), this.places, isScore);
      const words = goals.inWords(goal());
      const done = `${isScore ? "Points are" : "The game ends when"} ${isScore || !goals.isOfPlayer(id) ? "" : `${who} `}${words}: this is among the rules now, where its number and pieces are chosen.`;
      return el("button", { type: "button", class: "drawn-row-button", id: `add-goal-${id}`, onclick: () => book.change(edits, done, undefined, added) }, `… ${words}`);
    };
    const known = new Set(goals.goalsIn(book.text(), declarations, places).map(({ sort }) => sort));
    const some = goals.endSorts(places).filter(({ id, rare }) => !rare && (id !== "full" || !known.has(id)));
    const counts = this.hasScore ? [] : goals.scoreSorts(places);
    const group = (name: string, all: HTMLElement[]) => (all.length ? el("div", { class: "drawn-field", role: "group", "aria-label": name }, el("span", { class: "quiet" }, name), ...all) : null);
    const isOf = ({ id }: { id: string }) => goals.isOfPlayer(id);
    replace(place, group(`The game ends when ${who}`, some.filter(isOf).map((sort) => tile(sort, false))), group("The game ends when", some.filter((sort) => !isOf(sort)).map((sort) => tile(sort, false))), group("Points are", counts.map((sort) => tile(sort, true))));
  }
}
