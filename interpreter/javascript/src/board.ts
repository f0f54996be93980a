// <glint-board>: shows and plays a game in a page of one's own. It is the board of the studio, in an element.
//
//     <script type="module" src="node_modules/@glint/engine/build/javascript/board.js"></script>
//     <glint-board game="laser_lawn" options="side=5" bots="moon=mcts:300"></glint-board>
//
// README.md lists its attributes, properties, methods and events.
import style from "given:style";
import { Board as Grid } from "../../studio/page/src/board";
import { Choosing, type Table } from "../../studio/page/src/choosing";
import { el, replace } from "../../studio/page/src/dom";
import { factsOf } from "../../studio/page/src/facts";
import { Errand, threads } from "../../studio/page/src/link";
import { type BoardAnswer, type MovesAnswer, type Shown, claimsOf, errorText, lightWords, pictureOf, touchedBy } from "../../studio/page/src/service";
import { Session } from "../../studio/page/src/session";
import { compiled } from "./core.js";
import type { Outcome } from "./game.js";

const longestThought = 5; // of a bot, seconds
const mostListed = 4000; // moves; those not listed can be typed
const uri = "file:///script.glint";

/** "side=5, fast=on" as ["side=5", "fast=on"]; blanks, commas or semicolons stand between. */
const listed = (text: string | null): string[] => (text ?? "").split(/[\s,;]+/).filter(Boolean);
const isPair = (text: string): boolean => /^[^=]+=./.test(text);
/** "side=5, fast=on" as {side: "5", fast: "on"}. */
const pairs = (text: string | null): Record<string, string> =>
  Object.fromEntries(listed(text).filter(isPair).map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]));

export interface MoveDetail {
  move: string;
  player: string | null;
  /** All moves so far, this one among them. */
  moves: string[];
}

class Here implements Table {
  readonly session = new Session();
  answer: BoardAnswer | undefined;
  hasErrors = false;
  claims: string[] = [];
  private root: ShadowRoot;
  private grid: Grid;
  private choosing: Choosing;
  /** Engines at work: for what is shown, and for bots. */
  private errands: { board?: Promise<Errand>; bots?: Promise<Errand> } = {};
  private thinking = false;
  private asked = 0;
  private script: string | undefined;
  private ended = "";
  private isClosed = false;

  constructor(private element: GlintBoard) {
    this.root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    replace(
      this.root as unknown as Element,
      el("style", {}, style, ":host { display: block; color: var(--ink); } #frame { display: flex; flex-direction: column; gap: .5rem; } #board { max-width: 100%; } p { margin: 0; }"),
      el(
        "div",
        { id: "frame", role: "group", part: "frame" },
        el("p", { id: "state", part: "state" }, "The game is starting."),
        el("div", { id: "board", part: "board" }),
        el("div", { id: "choosing", role: "group", "aria-label": "Choices" }),
        el(
          "form",
          { id: "typed", autocomplete: "off" },
          el("label", { for: "move", class: "quiet" }, "Move"),
          el("input", { id: "move", list: "moves", spellcheck: "false", autocapitalize: "off", placeholder: "click the board, or type a move" }),
          el("datalist", { id: "moves" }),
          el("button", { type: "submit" }, "Play"),
        ),
        el("p", { id: "refusal", role: "alert" }),
        el(
          "div",
          { id: "controls", class: "buttons", part: "controls" },
          el("button", { id: "undo", type: "button", onclick: () => this.undo() }, "Undo"),
          el("button", { id: "again", type: "button", onclick: () => this.restart() }, "Start again"),
        ),
        el("div", { id: "facts" }),
        el("p", { id: "spoken", class: "unseen", role: "status", "aria-live": "polite" }),
      ),
    );
    this.grid = new Grid(this.find("board"), {
      pick: (cell) => void this.choosing.pickCell(cell).catch(this.fail),
      leave: () => this.choosing.back(),
      about: (cell) => void this.about(cell).catch(this.fail),
    });
    this.choosing = new Choosing(this.grid, this);
    void this.begin();
  }

  // ---- what choosing asks of a table

  find<T extends HTMLElement = HTMLElement>(id: string): T {
    return this.root.getElementById(id) as T;
  }
  announce(text: string): void {
    this.find("spoken").textContent = text;
  }
  readonly service = { request: <T>(method: string, params: object): Promise<T> => this.ask<T>("board", method, params) };
  get isActive(): boolean {
    const { answer } = this;
    if (!answer || answer.result || this.thinking || !answer.to_move || this.seats[answer.to_move]) return false;
    return this.viewer === undefined || this.viewer === answer.to_move || (this.viewer === "" && !answer.secrets);
  }
  get mustFind(): boolean {
    return Boolean(this.answer?.must_find);
  }
  get params(): Record<string, unknown> {
    const game = this.script === undefined ? { game: this.element.getAttribute("game") ?? "" } : { textDocument: { uri } };
    return { ...game, options: this.options, seed: Number(this.element.getAttribute("seed") ?? 1), moves: this.session.moves };
  }
  get place(): string {
    return JSON.stringify(this.params);
  }
  get wanted(): object {
    return this.asOf(this.viewer);
  }
  isStill(place: string): boolean {
    return place === this.place;
  }
  refuse(text: string): void {
    this.find("refusal").textContent = text;
  }

  // ---- who plays, and who looks

  private get options(): Record<string, string> {
    return pairs(this.element.getAttribute("options"));
  }
  private get seats(): Record<string, string> {
    const given = pairs(this.element.getAttribute("bots"));
    return Object.fromEntries((this.answer?.players ?? []).map((player) => [player, given[player] ?? given["*"] ?? ""]));
  }
  /** As whom the board is shown: whom the page names; else the only person; else what all see, where not all see the same. */
  private get viewer(): string | undefined {
    const named = this.element.getAttribute("as");
    if (named !== null) return named;
    const people = Object.entries(this.seats).filter(([, bot]) => !bot);
    if (people.length === 1) return people[0]![0];
    const { answer } = this;
    return people.length && answer && (answer.secrets || answer.apart || answer.chosen) ? "" : undefined;
  }
  private asOf(viewer: string | undefined): { as?: string } {
    return viewer === undefined || (viewer === "" && !this.answer?.secrets) ? {} : { as: viewer };
  }

  // ---- the engine

  /** Each request says all that its answer needs. So where an engine fails, another one is asked, once. */
  private async ask<T>(who: "board" | "bots", method: string, params: object): Promise<T> {
    for (let tries = 0; ; ) {
      const started = (this.errands[who] ??= this.started());
      let errand: Errand | undefined;
      try {
        errand = await started;
        if (!errand.ended) {
          ++tries;
          return await errand.request<T>(method, params);
        }
      } catch (error) {
        if (errand && !errand.ended) throw error; // the engine refuses it
        if (!errand || tries > 1 || this.isClosed) {
          if (this.errands[who] === started) delete this.errands[who];
          throw error;
        }
      }
      if (this.errands[who] === started) delete this.errands[who];
    }
  }
  private async started(): Promise<Errand> {
    const module = await compiled("play");
    if (this.isClosed) throw new Error("the board is no longer in the page");
    const errand = new Errand(threads(module));
    if (this.script !== undefined) errand.open(uri, this.script);
    return errand;
  }
  close(): void {
    this.isClosed = true;
    for (const each of Object.values(this.errands)) each.then((errand) => errand.end(), () => {});
  }

  private async begin(): Promise<void> {
    try {
      const source = this.element.getAttribute("src");
      const inside = this.element.querySelector("script[type='text/glint']");
      if (source !== null) {
        const response = await fetch(source);
        if (!response.ok) throw new Error(`${source} cannot be loaded: ${response.status} ${response.statusText}`);
        this.script = await response.text();
      } else if (this.element.script || inside) this.script = this.element.script || inside!.textContent!;
      else if (!this.element.hasAttribute("game")) throw new Error("the element has no game: give it `game`, `src` or a script");
      this.session.load((this.element.getAttribute("moves") ?? "").split(";").map((each) => each.trim()).filter(Boolean));
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
  }
  private fail = (error: unknown): void => {
    if (this.isClosed) return;
    const { message } = error as Error;
    this.find("state").textContent = message;
    this.element.dispatchEvent(new CustomEvent("error", { detail: message }));
  };
  /** Throws what is wrong with the attributes, as far as the engine does not say it. */
  private check(): void {
    for (const name of ["options", "bots"]) {
      const wrong = listed(this.element.getAttribute(name)).find((each) => !isPair(each));
      if (wrong !== undefined) throw new Error(`the attribute \`${name}\` has \`${wrong}\`, and should have NAME=VALUE`);
    }
    const seed = this.element.getAttribute("seed");
    if (seed !== null && !/^\d{1,15}$/.test(seed)) throw new Error(`the attribute \`seed\` is a whole number, found \`${seed}\``);
    const { players } = this.answer ?? {};
    const nobody = players && Object.keys(pairs(this.element.getAttribute("bots"))).find((name) => name !== "*" && !players.includes(name));
    if (nobody !== undefined) throw new Error(`the attribute \`bots\`: the game has no player \`${nobody}\`; its players are ${players!.join(", ")}`);
  }

  // ---- the position

  async refresh(news = ""): Promise<void> {
    const asked = ++this.asked;
    let shown: Shown;
    this.check();
    for (let viewer: string | undefined = this.answer ? this.viewer : ""; ; viewer = this.viewer) {
      shown = await this.service.request<Shown>("glint/show", { ...this.params, ...(viewer === undefined ? {} : { as: viewer }) });
      if (asked !== this.asked) return;
      if (!shown.board?.cells) throw new Error(shown.errors.map(errorText).join("\n") || shown.board?.left_out || "there is no board");
      this.answer = shown.board;
      this.check();
      if (viewer === this.viewer) break; // who looks may be known only now
    }
    if (shown.refused) {
      // A move that the page has named: the game stands before it.
      this.session.load(this.session.moves.slice(0, shown.refused.number));
      this.element.dispatchEvent(new CustomEvent("error", { detail: `\`${shown.refused.move}\` is not legal: ${errorText(shown.refused)}` }));
    }
    const { board } = shown;
    const moves = board!.result ? undefined : await this.service.request<MovesAnswer>("glint/moves", { ...this.params, ...this.wanted, most: mostListed });
    if (asked !== this.asked || this.isClosed) return;
    this.take(shown, board!, moves, news);
  }

  private take(shown: Shown, board: BoardAnswer, moves: MovesAnswer | undefined, news: string): void {
    this.session.line().forEach((node, i) => {
      const ply = shown.plies?.[i];
      if (ply) [node.mover, node.stands] = [ply.player ?? "", Boolean(ply.stands)];
    });
    this.claims = claimsOf(moves);
    this.find("frame").setAttribute("aria-label", board.title);
    this.find("state").textContent = board.result ?? board.status;
    this.find("state").classList.toggle("over", Boolean(board.result));
    const picture = pictureOf(board);
    if (picture) this.grid.show(picture);
    else this.grid.clear();
    this.choosing.take(moves, board);
    this.refuse(shown.refused ? `\`${shown.refused.move}\` is not legal: ${errorText(shown.refused)}` : "");
    replace(this.find("facts"), ...factsOf(board));
    this.find<HTMLButtonElement>("undo").disabled = !this.session.mayUndo(this.seats);
    this.choosing.mark();
    this.announce([news, board.result ?? board.status].filter(Boolean).join(". "));
    const first = this.element.dataset["ready"] === undefined;
    this.element.dataset["ready"] = "";
    if (first) this.element.dispatchEvent(new CustomEvent("ready"));
    const here = this.place;
    if (board.outcome && this.ended !== here) {
      this.ended = here;
      this.element.dispatchEvent(new CustomEvent<Outcome>("end", { detail: { ...board.outcome, text: board.result! } as Outcome }));
    }
    void this.letBotMove();
  }

  /** For whoever does not wait: what is wrong is shown. */
  play(move: string): Promise<void> {
    return this.make(move).then(() => {}, this.fail);
  }
  /** Whether the move was played; else the board says why not. */
  async make(move: string): Promise<boolean> {
    const before = this.answer;
    const asked = ++this.asked;
    const shown = await this.service.request<Shown>("glint/play", { ...this.params, ...this.asOf(this.viewer), move, picture: false });
    if (asked !== this.asked) return false;
    const { board, refused } = shown;
    if (refused || !board) {
      this.refuse(refused ? errorText(refused) : "the script has errors");
      this.choosing.mark();
      return false;
    }
    this.choosing.clear();
    const player = before?.to_move ?? null;
    this.session.play(move, player ?? "");
    if (before && !board.secrets) this.session.here.touched = touchedBy(before, board);
    const what = board.chosen ? `${player} has chosen` : `${player ? `${player} plays ` : ""}${move}`;
    const light = before && !board.secrets && !this.mustFind ? lightWords(before.light, board.light) : "";
    this.element.dispatchEvent(new CustomEvent<MoveDetail>("move", { detail: { move, player, moves: this.session.moves } }));
    await this.refresh([what, light].filter(Boolean).join(". "));
    return true;
  }

  private async letBotMove(): Promise<void> {
    const mover = this.answer?.to_move;
    const bot = mover && this.seats[mover];
    if (!bot || this.thinking || this.answer?.result || this.isClosed) return;
    this.thinking = true;
    this.find("state").textContent += " · thinking";
    this.choosing.mark();
    const place = this.place;
    try {
      const advice = await this.ask<{ move?: string; errors: Shown["errors"] }>("bots", "glint/advice", { ...this.params, bot, seconds: longestThought });
      this.thinking = false;
      if (this.isClosed) return;
      if (advice.move === undefined) throw new Error(advice.errors.map(errorText).join("\n"));
      if (place === this.place) await this.play(advice.move);
      else void this.letBotMove();
    } catch (error) {
      this.thinking = false;
      this.fail(error);
    }
  }

  private async about(cell: number): Promise<void> {
    const { answer, place } = this;
    const label = answer?.cells[cell]?.cell;
    if (!answer || !label) return;
    const words = pictureOf(answer)?.cells[cell]?.words ?? "";
    const { why } = this.mustFind ? { why: [] } : await this.service.request<{ why: string[] }>("glint/trace", { ...this.params, ...this.asOf(this.viewer), cell: label });
    if (this.isStill(place)) this.announce([label, words, ...why].join(". "));
  }

  /** Takes a move back; with bots at the board, those after a person's move too. */
  undo(): void {
    if (!this.session.mayUndo(this.seats)) return; // a claim that was said stands
    const before = this.session.before(this.seats);
    while (this.session.here !== before) this.session.undo();
    this.show("a move was taken back");
  }
  restart(): void {
    this.session.clear();
    this.ended = "";
    this.show("a new game");
  }
  /** The same, for whoever does not wait. */
  show(news = ""): void {
    void this.refresh(news).catch(this.fail);
  }
}

/** The element. It needs `customElements`; importing this file defines it. */
export class GlintBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "src", "options", "bots", "seed", "as", "moves"];
  #here: Here | undefined;
  #script = "";

  /** The text of a script to play, instead of the attributes `game` and `src`. */
  get script(): string {
    return this.#script;
  }
  set script(text: string) {
    this.#script = text;
    if (this.isConnected) this.#begin();
  }
  /** The moves so far. */
  get moves(): string[] {
    return this.#here?.session.moves ?? [];
  }
  /** Plays a move for the player to move. Whether it was played; the board says why not. It rejects if no engine answers. */
  async play(move: string): Promise<boolean> {
    return (await this.#here?.make(move)) ?? false;
  }
  undo(): void {
    this.#here?.undo();
  }
  restart(): void {
    this.#here?.restart();
  }

  connectedCallback(): void {
    this.#begin();
  }
  disconnectedCallback(): void {
    this.#here?.close();
    this.#here = undefined;
  }
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#here) return;
    if (name === "bots" || name === "as") this.#here.show();
    else this.#begin();
  }
  /** Another game: nothing of the old one is kept. */
  #begin(): void {
    this.#here?.close();
    delete this.dataset["ready"];
    this.#here = new Here(this);
  }
}

if (!customElements.get("glint-board")) customElements.define("glint-board", GlintBoard);
