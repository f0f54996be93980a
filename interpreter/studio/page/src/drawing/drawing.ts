// The board is drawn: a palette of pieces and zones, and what stands on a cell. What is put there is written into the script, and
// what is written in the script is on the board: the script is the only truth, and its undo takes both back.
import { announce, byId, el, replace } from "../dom";
import type { Editor } from "../editor";
import type { GameView } from "../game";
import { whenFree } from "../held";
import { placeProblems } from "../problems";
import { type Service, type Shown, errorText } from "../service";
import { Beside } from "./beside";
import { sidesHere } from "./edges";
import { Forms } from "./forms";
import { Hands } from "./hands";
import { Here } from "./here";
import { Inspector, type Refusal } from "./inspector";
import { showLetters } from "./letters";
import { Levels } from "./levels";
import { adding } from "./parts";
import { type Tool, Tiles, firstInHand, newKindsPlace } from "./palette";
import { pieceOf, valuesOf, words } from "./pieces";
import { Placer } from "./placing";
import { Positions } from "./positions";
import { Sheets } from "./sheets";
import { Strokes } from "./strokes";
import { wallsOf } from "./walls";
import { zonesOf, zoning } from "./zones";
import { type Edit, type Palette, type Syntax, type Tried, difference } from "./syntax";

export class Drawing {
  private tool: Tool = { does: "look" };
  private cell = ""; // that is looked at
  private palette: Palette | undefined;
  private syntax: Syntax = { declarations: [] };
  private of = ""; // the text and options of these
  private isOpen = false;
  private last: Promise<unknown> = Promise.resolve(); // one edit after the other
  private refusal = el("div", { role: "status", class: "drawn-refusal" });
  private saidOf = ""; // the text and options of which its message is
  private positions: Positions;
  private tiles: Tiles;
  private tools = el("div", { class: "stack" });
  private here: Here;
  private inHand = el("div", { class: "stack", id: "drawn-kind" }); // what the kind is that is put: one that stands nowhere is changed, or leaves
  private size = el("div", { class: "stack", id: "board-size" });
  private levels: Levels;
  private kinds = newKindsPlace((kind) => this.queue(() => this.add(kind)));
  private inspector: Inspector;
  private forms: Forms;
  private sheets: Sheets;
  private strokes: Strokes;

  constructor(
    private panel: HTMLElement,
    private service: Service,
    private uri: () => string,
    private editor: Editor,
    private game: GameView,
    private openScript: () => void,
    private writeOut: () => Promise<boolean>, // a variant becomes a copy of its whole game; whether it could
    play: (moves: string[], name: string) => void, // shows them on the board
    before: () => string, // the text of which its author wrote the sentences
  ) {
    this.positions = new Positions(service, { text: () => editor.text, params: () => this.params, pick: (label) => this.queue(() => this.act(label)), turned: () => ((this.cell = ""), this.queue(() => this.load())), ready: (act) => this.ready(act), tried: (edits, wanted) => this.tried(edits, wanted) });
    this.tiles = new Tiles({ palette: () => this.palette!, text: () => editor.text, declarations: () => this.syntax.declarations, zones: () => this.zonesNow.map(({ name }) => name), walls: () => this.wallsNow, tool: () => this.tool, choose: (tool) => this.choose(tool) });
    this.forms = new Forms({
      text: () => editor.text,
      declarations: () => this.syntax.declarations,
      zones: () => this.zonesNow.map(({ name }) => name),
      options: () => game.where.options,
      change: (edits, done, refused, then) => this.change(edits, done, refused, () => this.isOver(), then),
      open: (at) => this.open(at),
    });
    this.levels = new Levels(game, {
      uri,
      text: () => editor.text,
      declarations: () => this.syntax.declarations,
      play,
      change: (edits, done, refused, then) => this.change(edits, done, refused, undefined, then),
    });
    this.inspector = new Inspector({
      text: () => editor.text,
      before,
      declarations: () => this.syntax.declarations,
      ways: () => Object.keys(game.answer?.directions ?? {}),
      values: (kind) => Object.fromEntries(Object.keys(pieceOf(this.puts.find((put) => pieceOf(put).kind === kind) ?? "").fields).map((field) => [field, valuesOf(this.puts, kind, field)])),
      options: () => Object.fromEntries((game.shown?.options ?? []).flatMap(({ name, values }) => (values ? [[name, values]] : []))),
      change: (edits, done, refused) => this.change(edits, done, refused),
      open: (at) => this.open(at),
      whole: () => this.queue(async () => void ((await this.writeOut()) || this.say("This variant changes more than options. Its moves, ends and numbers are changed in the script."))),
    });
    this.here = new Here({
      palette: () => this.palette!,
      tiles: this.tiles,
      inspector: this.inspector,
      syntax: () => this.syntax,
      does: () => this.tool.does,
      sides: (label) => (!this.isTest && this.game.answer ? this.sidesOf(label) : []),
      choose: (tool) => this.choose(tool),
      put: (label, wanted) => this.put(label, wanted),
      ready: (act) => this.ready(act),
      leave: () => ((this.cell = ""), this.draw()),
    });
    this.sheets = new Sheets(this.inspector, this.forms, () => (this.of === this.now ? this.syntax : undefined));
    for (const place of [byId("board"), this.positions.small]) place.addEventListener("keydown", (event) => this.key(event), true);
    const beside = new Beside(uri);
    const hands = new Hands({
      isDrawn: () => this.isOpen && !this.isTest,
      tool: () => this.tool,
      text: () => editor.text,
      declarations: () => this.syntax.declarations,
      palette: () => this.palette,
      label: (cell) => game.answer?.cells[cell]?.cell,
      picture: (put) => this.tiles.picture(put),
      sides: (label) => this.sidesOf(label),
      step: () => Math.min(...Object.values(game.answer?.directions ?? {}).map(([x, y]) => Math.hypot(x, y))) / 2,
      several: (text, steps) => beside.make(text, { options: game.where.options, seed: game.where.seed }, steps),
      queue: (act) => this.ready(act),
      use: async (before, after) => {
        editor.edit([difference(before, after)]);
        await this.load();
      },
      select: (label) => void (this.cell = label),
      change: (edits, done) => this.change(edits, done),
      say: (message) => this.say(message),
    });
    this.strokes = new Strokes(byId("board"), hands);
  }

  /// To be called whenever another position is shown, or another tab.
  show(isOpen: boolean): void {
    const opens = isOpen && !this.isOpen;
    this.isOpen = isOpen;
    document.body.classList.toggle("is-drawn", isOpen);
    this.game.drawing = isOpen ? (cell) => this.pick(cell) : undefined;
    this.mark();
    this.levels.check();
    if (!isOpen) this.strokes.end();
    if (!isOpen || opens) this.say(""); // what was refused is long past
    if (!isOpen) return placeProblems();
    if (opens) {
      if (this.game.session.moves.length) this.game.goTo(this.game.session.start);
      replace(
        this.panel,
        el("h2", {}, "Draw the board"),
        el("p", { class: "quiet" }, "Choose a piece, then click cells, or draw over them. With Select, a piece is dragged to another cell. It is all written into the script; undo takes it back."),
        this.size,
        this.positions.which,
        this.positions.small,
        this.levels.place,
        el("div", { id: "draw-problems" }),
        this.tools,
        this.here.place,
        this.inHand,
        this.sheets.rules,
        this.refusal, // over the end of what is seen: nothing is moved by it
      );
    }
    placeProblems();
    this.load().catch((error: Error) => this.say(error.message));
  }

  /// The rules as a form, opened.
  showRules(): void {
    this.sheets.rules.open = true;
    this.queue(async () => {
      await this.load(); // what stands above is there
      this.sheets.reach();
    });
  }

  /// One edit after the other. If one fails, that is said, and the next is made.
  private queue(act: () => Promise<unknown>): void {
    this.last = this.last.then(act).catch((error: Error) => this.say(error.message));
  }

  private ready = (act: () => Promise<void>): void => this.queue(async () => void ((await this.isReady()) && (await act())));
  private get params(): object {
    const { options, seed } = this.game.where;
    return { textDocument: { uri: this.uri() }, options, seed };
  }

  /// Another solution of the puzzle than those that were shown.
  anotherSolution = (): Promise<void> => this.levels.another();

  /// Another game is open.
  clear(): void {
    this.cell = this.positions.title = "";
    this.tool = { does: "look" };
  }

  /// Whether the position of a test is drawn.
  private get isTest(): boolean {
    return this.positions.title !== "";
  }
  private get now(): string {
    return this.editor.text + JSON.stringify([this.game.where.options, this.positions.title]);
  }
  private async load(): Promise<boolean> {
    const of = this.now;
    if (of !== this.saidOf) this.say("");
    if (of !== this.of) {
      const syntax = await this.service.request<Syntax>("glint/syntax", this.params);
      const drawn = this.positions.in(syntax);
      if (!drawn) this.positions.title = "";
      const palette = await this.service.request<Partial<Palette>>("glint/palette", { ...this.params, ...drawn?.where });
      if (of !== this.now) return false;
      await this.positions.show(drawn?.where);
      if (of !== this.now) return false;
      if (palette.pieces) [this.palette, this.syntax, this.of] = [palette as Palette, syntax, of];
      else if (!this.palette) replace(this.tools, el("p", {}, "The script has errors, so there is no board to draw on yet."));
      if (!palette.pieces) return false;
    }
    this.draw();
    this.levels.show();
    return true;
  }
  /// Whether its parts are known as the script is now, so that it can be changed; says why not.
  private async isReady(): Promise<boolean> {
    const of = this.now;
    if (await this.load()) return true;
    this.say(of === this.now ? "The script has errors: nothing can be drawn before they are mended." : "The script has changed meanwhile, so nothing was drawn.");
    return false;
  }

  /// The position of a test with other pieces on a cell.
  private async redraw(label: string, wanted: string[]): Promise<void> {
    const { text } = this.editor;
    const edits = await this.positions.redrawn(this.syntax, this.placer(label), label, wanted);
    if (text !== this.editor.text) return;
    if (typeof edits === "string") this.say(edits);
    else await this.tried([edits], {});
  }

  // ---- cells

  private pick(cell: number): boolean {
    const label = this.game.answer?.cells[cell]?.cell;
    const { tool } = this; // as it is now: another one may be in hand when it is this click's turn
    if (label && this.isTest) this.say("A test's position is drawn: click the small board, or choose the start of the game.");
    else if (label) this.queue(() => this.act(label, tool));
    return true;
  }

  private async act(label: string, tool = this.tool): Promise<void> {
    this.cell = label;
    this.say("");
    if (!(await this.isReady())) return;
    const pieces = this.at(label);
    if (tool.does === "remove") await this.put(label, pieces.slice(0, -1));
    else if (tool.does === "paint") await this.paint(label, tool.sign);
    else if (tool.does === "zone") this.change(() => this.zoned(tool.zone, label));
    else if (tool.does === "put") {
      // Once more takes it away again.
      const isThere = pieces.at(-1) === tool.put;
      await this.put(label, isThere ? pieces.slice(0, -1) : [...(pieces.length < this.palette!.stack ? pieces : pieces.slice(0, -1)), tool.put]);
    } else {
      this.here.isReached = true;
      this.draw();
      announce(`${label}: ${pieces.map(words).reverse().join("; ") || "empty"}.${pieces.length ? " Its form is the first thing beside the board." : ""}`);
    }
    this.mark();
  }

  private at = (label: string): string[] => this.palette?.cells.find(({ cell }) => cell === label)?.pieces ?? [];
  private placer(label: string): Placer {
    const { palette, syntax } = this;
    return new Placer({ text: this.editor.text, declarations: syntax.declarations, palette: palette!, options: this.game.where.options, cell: palette!.cells.findIndex(({ cell }) => cell === label) });
  }

  /// Takes all pieces away, in one edit of the set-up: one undo gives them back.
  private async takeAll(): Promise<void> {
    const [uri, isOurs] = [this.uri(), () => uri === this.uri()];
    if (!(await this.isReady()) || !isOurs()) return;
    const isEmpty = () => this.palette!.cells.every(({ pieces }) => !pieces.length);
    if (isEmpty()) return this.say("The board is empty already.");
    const placer = this.placer(this.palette!.cells[0]!.cell);
    const open = placer.place && el("button", { type: "button", onclick: () => this.open(placer.place![0]) }, "Open the set-up in the script");
    const tried = await this.tried(placer.cleared(), {});
    const { text } = this.editor;
    if (!tried || !isOurs()) return;
    if (tried.taken === null) return this.say("The script would have an error without what its set-up puts there, so the pieces stay.", open);
    const isKnown = this.of === this.now || (await this.load());
    if (!isOurs() || text !== this.editor.text) return;
    if (isKnown && isEmpty()) return this.tell("The board is empty. Undo gives the pieces back.");
    this.editor.undo();
    this.say(isKnown ? "More of the script than lines of the set-up puts pieces there, so they stay." : "The game cannot begin with an empty board, so the pieces stay.", open);
  }

  /// Writes what puts these pieces on the cell.
  private async put(label: string, wanted: string[], isSpelt = false): Promise<void> {
    if (String(wanted) === String(this.at(label))) return;
    if (this.isTest) return this.redraw(label, wanted);
    const placer = this.placer(label);
    const tried = await this.tried(isSpelt ? placer.speltOut(wanted) : placer.candidates(wanted), { cell: label, pieces: wanted });
    if (!tried) return;
    if (tried.taken !== null) {
      announce(wanted.length ? `${words(wanted.at(-1)!)} on ${label}` : `${label} is empty`);
      return;
    }
    const wrong = tried.errors?.[0];
    if (wrong) return this.say(`The game forbids this: ${errorText(wrong)}`);
    const open = placer.place && el("button", { type: "button", onclick: () => this.open(placer.place![0]) }, "Open the place in the script");
    if (isSpelt) return this.say("The set-up does more than put pieces, so it cannot be written out.", open);
    const { of } = this;
    this.say(
      `The script works out what stands on ${label}, so there is no line of its own to change.`,
      el("button", { type: "button", onclick: () => this.queue(() => this.spell(label, wanted, of)) }, "Write the set-up out, piece by piece"),
      open,
    );
  }

  /// `of`: for which script that was asked.
  private async spell(label: string, wanted: string[], of: string): Promise<void> {
    if (!(await this.isReady())) return;
    if (of === this.of) await this.put(label, wanted, true);
    else this.say("The script has changed meanwhile: draw it again.");
  }

  private async paint(label: string, sign: string): Promise<void> {
    const edits = this.placer(label).paint(sign);
    const tried = edits.length ? await this.tried([edits], {}) : undefined;
    if (tried && tried.taken === null) this.say(`The script has errors if ${label} is drawn so.`);
  }

  private sidesOf = (label: string) => sidesHere(this.game, this.palette!, this.editor.text, this.syntax.declarations, label);
  private get wallsNow(): string[] {
    return wallsOf(this.editor.text, this.syntax.declarations).map(({ name }) => name);
  }
  private get zonesNow() {
    return zonesOf(this.editor.text, this.syntax.declarations, this.palette!.cells.map(({ written }) => written));
  }
  private zoned(name: string, label: string): Edit[] {
    const zone = this.zonesNow.find((each) => each.name === name);
    const cell = this.palette!.cells.find((each) => each.cell === label)?.written;
    return zone && cell ? zoning(this.editor.text, zone, cell) : [];
  }

  /// Of the inspector. Its edits are made from the script as it is when it is their turn: what stands before them may have
  /// moved since the form was drawn. `done`: what is said then; `refused`: if there would be an error.
  /// `fault`: what is wrong with the game after it, if anything is; it is taken back then.
  private change(edits: () => Edit[], done: string | (() => string) = "", refused: string | (() => Refusal) = "The script would have an error then, so it stays as it is.", fault?: () => Promise<string>, then?: () => void): void {
    this.queue(async () => {
      if (this.of !== this.now && !(await this.isReady())) return;
      const made = edits();
      this.forms.forget();
      if (!made.length) return this.draw();
      const tried = await this.tried([made], {});
      const { text } = this.editor;
      const wrong = tried && tried.taken !== null ? await fault?.() : "";
      if (wrong && text === this.editor.text) {
        this.editor.undo();
        return this.say(wrong);
      }
      if (tried?.taken !== null) {
        if (tried) then?.();
        const words = tried ? (typeof done === "string" ? done : done()) : "";
        if (words) this.tell(words);
        return;
      }
      const { words, more } = typeof refused === "string" ? { words: refused, more: [] } : refused();
      this.say(words, ...more);
      this.draw(); // what was typed goes
    });
  }

  private async isOver(): Promise<string> {
    const { board } = await this.service.request<Shown>("glint/show", this.params);
    return board?.result ? "The game would be over before its first move then, so it stays as it is." : "";
  }

  /// A kind of piece, walls or a zone more: it is in hand then.
  private async add(kind: [string, string]): Promise<void> {
    if (!(await this.isReady())) return;
    const before = new Set(this.puts);
    const [zones, walls] = [new Set(this.zonesNow.map(({ name }) => name)), new Set(this.wallsNow)];
    const tried = await this.tried(adding(this.editor.text, this.syntax.declarations, kind), {});
    if (!tried) return;
    if (tried.taken === null) return this.say(`The script would have an error with a ${kind[0]}: it may need a board first.`);
    const put = firstInHand(this.puts.filter((each) => !before.has(each)));
    if (put) this.choose({ does: "put", put });
    const [zone, wall] = [this.zonesNow.find(({ name }) => !zones.has(name)), this.wallsNow.find((name) => !walls.has(name))];
    if (zone) this.choose({ does: "zone", zone: zone.name });
    if (wall) this.choose({ does: "wall", wall });
    this.tell(kind[0] === "fence" ? "There is a fence now: click the edges of cells." : `There is a ${kind[0]} now: click cells to put it there.`);
  }

  /// The first of these edits that does what is wanted is made. Nothing, if the text has changed meanwhile.
  private async tried(edits: Edit[][], wanted: object): Promise<Tried | undefined> {
    const { text } = this.editor;
    this.say("");
    const tried = await this.service.request<Tried>("glint/try", { ...this.params, edits, ...wanted });
    if (text !== this.editor.text) return undefined;
    if (tried.taken !== null) {
      this.editor.edit(tried.text === undefined ? edits[tried.taken]! : [difference(text, tried.text)]);
      await this.load();
    }
    return tried;
  }

  private say(message: string, ...more: (HTMLElement | undefined)[]): void {
    if (message) announce(message);
    this.saidOf = this.now;
    replace(this.refusal, message ? el("p", {}, message) : null, more.some(Boolean) ? el("div", { class: "buttons" }, ...more) : null);
  }
  /// What was done, as all that went well is told.
  private tell(message: string): void {
    this.say("");
    announce(message, true);
  }
  private open(at: number): void {
    this.openScript();
    this.editor.goToPlace(at);
  }

  private key(event: KeyboardEvent): void {
    if (!this.isOpen || (this.isTest && byId("board").contains(event.target as Node))) return;
    const isMeta = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isMeta && (event.key === "z" || event.key === "y")) {
      event.preventDefault();
      return event.key === "y" || event.shiftKey ? this.editor.redo() : this.editor.undo();
    }
    const cell = (event.target as Element).getAttribute("data-cell");
    const label = cell === null ? undefined : this.palette?.cells[Number(cell)]?.cell;
    if (!label || isMeta || event.altKey) return;
    const remove = () => this.put(label, this.at(label).slice(0, -1));
    const act = { Delete: remove, Backspace: remove, r: () => this.here.turn(label, this.at(label)) }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    this.cell = label;
    this.queue(async () => ((await this.isReady()) && (await act()), this.mark()));
  }

  /// The cell that is looked at has a ring.
  private mark(): void {
    document.querySelectorAll("#board .drawn-on").forEach((each) => each.classList.remove("drawn-on"));
    const cells = this.game.answer?.cells ?? [];
    const number = cells.findIndex(({ cell }) => cell === this.cell);
    document.body.dataset.tool = this.tool.does;
    this.strokes.show(cells.length);
    showLetters(byId("board"), this.editor.text, this.syntax.declarations, this.isOpen && !this.isTest && this.of === this.now ? this.palette : undefined);
    if (this.isOpen && !this.isTest && number >= 0) document.querySelector(`#board polygon[data-cell="${number}"]`)?.classList.add("drawn-on");
  }

  // ---- the palette

  private get puts(): string[] {
    return this.palette!.pieces.map(({ put }) => put);
  }
  private choose(tool: Tool): void {
    this.tool = tool;
    this.strokes.end();
    this.say("");
    this.draw();
  }

  private draw(): void {
    const { puts, tiles } = this;
    const { kinds } = tiles;
    if (this.tool.does === "put" && !puts.includes(this.tool.put)) {
      const { kind } = pieceOf(this.tool.put); // its fields have changed, or it is gone
      this.tool = kinds.includes(kind) ? { does: "put", put: tiles.nearest(kind) } : { does: "look" };
    }
    whenFree(this.panel, () => this.renew());
  }
  private renew(): void {
    const active = this.panel.contains(document.activeElement) ? document.activeElement! : undefined;
    const group = active?.closest("details")?.querySelector("summary"); // has the focus if that is taken away
    const { tiles, tool } = this;
    if (!tiles.kinds.length) this.kinds.open = true;
    const chosen = tool.does === "put" ? tool.put : undefined;
    replace(
      this.tools,
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", id: "draw-look", "aria-pressed": String(tool.does === "look"), onclick: () => this.choose({ does: "look" }) }, "Select"),
        el("button", { type: "button", id: "draw-remove", "aria-pressed": String(tool.does === "remove"), onclick: () => this.choose({ does: "remove" }) }, "Take away"),
        el("button", { type: "button", id: "draw-undo", disabled: !this.editor.canUndo, onclick: () => this.editor.undo() }, "Undo"),
        el("button", { type: "button", id: "draw-redo", disabled: !this.editor.canRedo, onclick: () => this.editor.redo() }, "Redo"),
      ),
      tiles.kinds.length ? tiles.pieces(chosen) : el("p", {}, "There is no piece yet. Add the first one: a click puts it in your hand."),
      ...(chosen ? tiles.fields(chosen, "new", (put) => this.choose({ does: "put", put })) : []),
      tiles.zones(),
      this.kinds,
      this.sheets.adds,
      // A test's position is drawn.
      !this.isTest ? el("div", { class: "buttons" }, el("button", { type: "button", id: "draw-clear", onclick: () => this.queue(() => this.takeAll()) }, "Clear the board"), this.positions.more(() => this.syntax)) : null,
    );
    if (this.isTest) replace(this.size);
    else this.inspector.size(this.size, this.syntax);
    this.positions.list(this.syntax);
    this.here.show(this.cell);
    this.here.stand(this.panel, this.tools, this.isTest ? this.positions.small : null);
    if (chosen) this.inspector.piece(this.inHand, pieceOf(chosen).kind, this.syntax);
    else replace(this.inHand);
    this.sheets.draw();
    this.mark();
    if (active instanceof HTMLElement) (active.isConnected ? active : (document.getElementById(active.id) ?? group ?? byId("draw-look"))).focus();
  }
}
