// The start page: what Glint is, and three doors: play a game, change one, invent one. And one's own games.
import { byId, el, replace } from "./dom";
import { type IconName, icon } from "./icons";
import { type Mine, imageOf } from "./mine";
import { packedText } from "./packed";

export interface Script {
  group: string;
  name: string;
  title: string;
  text: string;
  sentence: string; // what it is
  players: string; // who plays: "2 players", "puzzle"
}
/// The scripts that come with Glint. The text of one in the engine's library is its number there.
export async function bundledScripts(): Promise<Script[]> {
  const library = (await packedText("library")).split("\0");
  const scripts = JSON.parse(await packedText("bundled")) as (Omit<Script, "text"> & { text: string | number })[];
  return scripts.map((script) => ({ ...script, text: typeof script.text === "number" ? library[script.text]! : script.text }));
}

export type Section = "play" | "change" | "invent" | "mine";

const doors: [id: Section & IconName, title: string, words: string][] = [
  ["play", "Play", "A game of light: alone, together, or against the computer."],
  ["change", "Change", "Take a game, turn one of its rules, and see what becomes of it."],
  ["invent", "Invent", "Begin with a board: squares, hexagons, a torus, a team, a puzzle."],
];
const headings: Record<Section, string> = { play: "Which game?", change: "Which game will you change?", invent: "What do you begin with?", mine: "" };
const groups: [name: string, title: string][] = [
  ["Games", "Four games to begin with"],
  ["Puzzles", "Puzzles"],
  ["Examples", "Old and small games"],
  ["Variants", "Variants of the four"],
  ["Variants of examples", "More variants"],
];
/// Nothing but a board: what is on it is drawn. A game needs a move, so there is one that does nothing.
const emptyBoard = `/// Say here in a sentence what the game is about.
game "New Game"
use square

players sun, moon

board grid(6, 6)

beam { }

/// Nothing else can be done yet. Take this move away once there is another.
move wait "wait" { }

play { repeat { turn of each player { choose wait } } }
`;
const emptyPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180"><defs><pattern id="cell" width="30" height="30" patternUnits="userSpaceOnUse"><rect x="1" y="1" width="28" height="28" fill="#e9e5dd"/></pattern></defs><rect width="180" height="180" fill="url(#cell)"/></svg>`;
/// The templates, as they are offered: a template of this name is "..." and has "...".
const templates: [name: string, title: string, words: string][] = [
  ["plain", "Stones", "Two players put stones in turn: one kind of piece, and one move."],
  ["game", "Squares", "Two players, lamps and mirrors: who lights more?"],
  ["hexagons", "Hexagons", "Two players, six directions, and a board of any size."],
  ["torus", "Torus", "A board without borders: light comes back on the other side."],
  ["team", "Team", "Three players win together, or lose together."],
  ["puzzle", "Puzzle", "A level that you draw, and three mirrors to solve it."],
];

export class Door {
  private section: Section = "play";
  private shelf = el("section", { id: "shelf", "aria-live": "off" });
  private pictures: Promise<Record<string, string>> | undefined;
  private buttons: HTMLButtonElement[] = [];
  private hero = el("span", { class: "picture", "aria-hidden": "true" });
  private back = el("p", { class: "buttons" });
  private words = ""; // that are searched, also behind another door

  constructor(
    private scripts: Promise<Script[]>, // the page does not wait for them
    private mine: Mine,
    private on: { play(script: Script): void; change(script: Script): void; invent(name: string, text: string): void; tour(): void; back(): void },
  ) {
    this.buttons = doors.map(([id, title, words]) =>
      el("button", { type: "button", class: `door ${id}`, id: `door-${id}`, "data-section": id, onclick: () => this.show(id, true) }, icon(id), el("b", {}, title), el("span", {}, words)),
    );
    replace(
      byId("door"),
      el(
        "section",
        { class: "hero", "aria-label": "Glint" },
        el(
          "div",
          {},
          el("h1", {}, "Where lights meet, a game begins"),
          el("p", { class: "lead" }, "Glint is a workshop for board games in which light runs between the pieces: play them, change a rule, invent your own, and see at once whether it is fair."),
          el("div", { class: "doors" }, ...this.buttons),
          this.back,
        ),
        this.hero,
      ),
      this.shelf,
    );
  }

  /// `title`: of the game to which one can go back.
  open(title = ""): void {
    replace(
      this.back,
      title ? el("button", { type: "button", id: "go-on", onclick: () => this.on.back() }, icon("back"), `Go on with ${title}`) : null,
      el("button", { type: "button", id: "tour", onclick: () => this.on.tour() }, icon("learn"), "From an empty board to a won game, in five minutes"),
    );
    void this.show(this.section);
  }

  /// While a game is on the screen there is nothing of the start page.
  close(): void {
    replace(this.shelf);
    replace(this.hero);
  }

  async show(section: Section, isChosen = false): Promise<void> {
    this.section = section;
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset.section === section));
    byId("mine").setAttribute("aria-pressed", String(section === "mine"));
    const pictures = await (this.pictures ??= packedText("pictures").then((text) => JSON.parse(text) as Record<string, string>));
    const scripts = await this.scripts;
    if (this.section !== section || byId("door").hidden) return;
    if (!this.hero.firstChild) replace(this.hero, imageOf(pictures.laser_lawn ?? ""));
    if (section === "mine") this.mine.show(this.shelf);
    else if (section === "invent") replace(this.shelf, el("h2", {}, headings.invent), this.templates(scripts, pictures));
    else {
      const act = (script: Script) => this.on[section](script);
      const parts = groups.map(([group, title]) => {
        const these = scripts.filter((script) => script.group === group && (section === "play" || /^(game|variant) "/m.test(script.text)));
        return el("section", { "aria-label": title }, el("h3", {}, title), el("div", { class: group === "Games" ? "cards wide" : "cards" }, ...these.map((script) => this.card(script, pictures, () => act(script)))));
      });
      const [bar, search] = this.searched(headings[section]);
      replace(this.shelf, bar, ...parts);
      search();
    }
    if (isChosen) this.shelf.scrollIntoView({ block: "nearest" });
  }

  /// A heading, and a field that leaves the cards with these words.
  private searched(title: string): [bar: HTMLElement, search: () => void] {
    const input = el("input", { type: "text", id: "card-search", placeholder: "a name, “puzzle”, “hexagon” …", autocomplete: "off", value: this.words });
    const search = () => {
      const words = (this.words = input.value).toLowerCase().split(/\s+/).filter(Boolean);
      for (const part of this.shelf.querySelectorAll<HTMLElement>("section")) {
        const cards = [...part.querySelectorAll<HTMLElement>(".card")];
        for (const card of cards) card.hidden = !words.every((word) => (card.textContent ?? "").toLowerCase().includes(word));
        part.hidden = cards.every((card) => card.hidden);
      }
    };
    input.addEventListener("input", search);
    return [el("div", { class: "bar" }, el("h2", {}, title), el("label", { class: "search", for: "card-search" }, icon("search"), el("span", { class: "unseen" }, "Search the games"), input)), search];
  }

  private card({ title, sentence, players, name }: Pick<Script, "title" | "sentence" | "players" | "name">, pictures: Record<string, string>, act: () => void): HTMLElement {
    return el(
      "button",
      { type: "button", class: "card open", "data-script": name, "data-title": title, onclick: act },
      imageOf(pictures[name] ?? ""),
      el("b", {}, title),
      players ? el("span", { class: "players" }, players) : null,
      el("span", { class: "quiet" }, sentence),
    );
  }

  private templates(scripts: Script[], pictures: Record<string, string>): HTMLElement {
    const cards = templates.map(([name, title, sentence]) => {
      const script = scripts.find((each) => each.group === "Templates" && each.name === name)!;
      return this.card({ name, title, sentence, players: script.players }, pictures, () => this.on.invent(name === "game" ? "my_squares" : `my_${name}`, script.text));
    });
    const board = this.card({ name: "empty", title: "An empty board", sentence: "Six by six squares, and nothing on them. Begin with a piece.", players: "2 players" }, { empty: emptyPicture }, () => this.on.invent("my_board", emptyBoard));
    const page = this.card({ name: "blank", title: "An empty page", sentence: "For those who write: nothing but the script.", players: "" }, pictures, () => this.on.invent("my_game", ""));
    return el("div", { class: "cards" }, board, ...cards, page);
  }
}
