// What a piece is, and the rules that have a form: seen and changed beside the board. Each change is a small edit of the script, which
// the engine tries first; what has no form is opened in the script.
import { el, replace, svgEl } from "../dom";
import { spoken } from "../names";
import { type Control, type Outcome, type Reaction, type Side, changed, firstValues, hasSides, lookControl, outcomesOf, ownerMark, reacting, reactionOf, ruleControls, ruleTexts, sentenceAbove, sides } from "./parts";
import { controlsOf, limitOf, limiting } from "./counts";
import { newFields } from "./fields";
import { stepsOfMove } from "./going";
import { hasColours, huesOf, lightOf, lighting } from "./light";
import { colourOf, colouring, colours, forming, isBlock, keepingLooks, shapeOf, shapes } from "./looks";
import { stepsPlace } from "./steps";
import { type Edit, type Node, type Syntax, textAt } from "./syntax";
import { toldOf } from "./told";
import { usesOf, withoutKind } from "./uses";
import { type Proposal, declarationOut, endsIn, ownEndsIn, proposals, withoutEnd, withoutMove } from "./making";
import { type Side as CellSide, hasSide, wallsOf, walling } from "./walls";

/// What is said where something is refused, and what may be done then.
export interface Refusal {
  words: string;
  more: HTMLElement[];
}

export interface Script {
  text(): string;
  declarations(): Node[]; // of this text, or of the one before
  before(): string; // of which its author wrote the sentences
  options(): Record<string, string[]>; // the values that each may have
  ways(): string[]; // the directions of the board
  values(kind: string): Record<string, string[]>; // by field: those that pieces of this kind may have
  /// Makes the edit, if nothing is wrong after it, or says so. It is asked for when it is its turn, and text and declarations
  /// agree; none: what was to be changed is no longer there. `done`: what is said when it is made.
  /// `refused`: what is said if there would be an error.
  change(edits: () => Edit[], done?: string | (() => string), refused?: string | (() => Refusal)): void;
  open(at: number): void;
  whole(): void; // a variant becomes a copy of its whole game, whose rules have forms
}

/// "the set-up, the move “put” and the test “all”".
const listed = (words: string[]): string => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

const isSize = ({ id }: Control): boolean => id.startsWith("rule-use-board-");
const sideWords: Record<Side, string> = { ahead: "A beam from the front", behind: "A beam from behind", aside: "A beam from the sides" };

/// A beam from the left, and what becomes of it.
function sketch(picture: Outcome["picture"]): SVGElement {
  const line = (points: string) => svgEl("polyline", { points, class: "ray" });
  const bar = (points: string) => svgEl("polyline", { points, class: "bar" });
  const [right, up] = ["22,20 38,20 33,16 38,20 33,24", "22,20 22,3 18,8 22,3 26,8"];
  const drawn = {
    pass: [line(right)],
    stop: [bar("24,9 24,31")],
    mirror: [line(up), bar("13,29 31,11")],
    splitter: [line(right), line(up), bar("13,29 31,11")],
    turn: [line("22,20 34,32 33,26 34,32 28,31")],
    end: [line("17,13 27,27"), line("17,27 27,13")],
    filter: [line(right), bar("22,9 22,31")],
    on: [line(right), svgEl("circle", { cx: 22, cy: 20, r: 7, class: "bar" })],
  }[picture];
  return svgEl("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: "sketch" }, line("2,20 22,20"), ...drawn);
}

export class Inspector {
  constructor(private script: Script) {}

  private opens(at: number, words = "Open in the script", id = ""): HTMLElement {
    return el("button", { type: "button", id: id || null, class: "drawn-link", onclick: () => this.script.open(at) }, words);
  }

  private pieceNamed = (name: string) => this.script.declarations().find((each) => each.node === "piece" && each.name === name && !each.change);

  /// A control where the script has it now.
  private found(id: string): Control | undefined {
    const [text, declarations] = [this.script.text(), this.script.declarations()];
    const ofPieces = declarations.filter(({ node, change }) => node === "piece" && !change).flatMap((piece) => [lookControl(text, piece), ...firstValues(text, piece)]);
    return [...ofPieces, ...ruleControls(text, declarations, this.script.options())].find((each) => each?.id === id.replace(/^at-/, ""));
  }

  private control(control: Control): HTMLElement {
    const { id, name, kind, at, choices = [] } = control;
    const now = control.now ?? textAt(this.script.text(), at);
    const make = (value: string) =>
      this.script.change(() => {
        const there = this.found(id);
        return there && value !== (there.now ?? textAt(this.script.text(), there.at)) ? changed(there, value) : [];
      }, kind === "number" ? `${name}: ${value} now. Undo takes it back.` : "");
    if (kind === "choice") {
      const select = el("select", { id, onchange: () => make(select.value) }, ...[...new Set([now, ...choices])].sort((a, b) => choices.indexOf(a) - choices.indexOf(b)).map((value) => el("option", { value, selected: value === now }, spoken(value))));
      return el("label", { for: id }, name, select);
    }
    if (kind === "words") {
      const area = el("textarea", { id, rows: 2, spellcheck: "false", onchange: () => make(area.value.trim()) }, now);
      return el("label", { for: id, class: "drawn-words" }, name, area);
    }
    const input = el("input", { id, value: now, type: kind === "number" ? "number" : "text", spellcheck: "false", autocapitalize: "off", onchange: () => make(input.value.trim()) });
    return el("label", { for: id }, name, input);
  }

  /// Where a sentence says it, the code of an end or score is seen when it is asked for.
  private folded(control: Control): HTMLElement {
    if (!/^rule-(end|score)-/.test(control.id) || control.kind !== "words") return this.control(control);
    return el("details", {}, el("summary", {}, "As the script has it"), this.control(control));
  }

  /// The author's sentences that still say what a number was: each may be opened.
  private told(control: Control | undefined, where = ""): HTMLElement | null {
    const text = this.script.text();
    const { old, told } = control ? toldOf(this.script.before(), text, this.script.declarations(), control) : { old: "", told: [] };
    if (!control || !told.length) return null;
    const id = `${where}told-${control.id}`;
    return el(
      "div",
      { class: "stack", id, role: "group", "aria-label": "What the author says of it" },
      el("p", { class: "warn" }, `This was ${old}. ${told.length > 1 ? "Sentences of the author still speak of it, and" : "A sentence of the author still speaks of it, and"} may no longer be true:`),
      ...told.map(({ sentence, at }, i) => this.opens(at, `“${sentence.length > 160 ? `${sentence.slice(0, 159)}…` : sentence}”`, `${id}-${i}`)),
    );
  }

  /// A kind of piece: its letters, its fields, and what it does to beams from each side.
  piece(place: HTMLElement, kind: string, { declarations }: Syntax): void {
    const text = this.script.text();
    const piece = this.pieceNamed(kind);
    const title = el("h3", {}, `Every ${spoken(kind)}`);
    if (!piece) return replace(place, title, el("p", { class: "quiet" }, "The game that this is a variant of says what it looks like and does."));
    const look = lookControl(text, piece);
    const sentence = sentenceAbove(text, piece.at[0]);
    replace(
      place,
      title,
      sentence ? el("p", { class: "quiet" }, sentence) : null,
      look ? this.control(look) : null,
      look ? el("p", { class: "quiet" }, [look.now!.includes(ownerMark) ? `${ownerMark} stands for the first letter of its owner.` : "", piece.fields?.length ? "The name of a field in {} stands for its sign." : ""].join(" ").trim()) : null,
      this.shape(piece),
      this.colour(piece),
      ...firstValues(text, piece).map((each) => this.control(each)),
      this.moreFields(piece),
      this.light(piece, declarations),
      ...this.beams(piece, declarations),
      ...this.counts(piece, declarations),
      el(
        "div",
        { class: "buttons" },
        this.opens(piece.at[0], "Open in the script", `open-kind-${kind}`), // keeps the focus when the form is drawn anew
        this.leaves(kind),
      ),
    );
  }

  /// Takes a kind away, with what speaks of it alone; or says what still uses it, with a way to each.
  private leaves(kind: string): HTMLElement {
    const called = spoken(kind);
    const now = () => [this.script.text(), this.script.declarations(), this.pieceNamed(kind)] as const;
    let done = "";
    const edits = () => {
      const [text, declarations, piece] = now();
      if (!piece) return [];
      const { edits, tests } = withoutKind(text, declarations, piece);
      done = tests.length ? `There is no ${called} any more, nor ${listed(tests)}, which spoke of it alone. Undo gives all back.` : `There is no ${called} any more. Undo gives it back.`;
      return edits.length ? [...edits, ...keepingLooks(text, declarations, piece, (kind) => this.script.values(kind))] : [];
    };
    const refused = () => {
      const [text, declarations, piece] = now();
      const uses = piece ? usesOf(text, declarations, piece) : [];
      const more = uses.map(({ words, at }) => el("button", { type: "button", onclick: () => this.script.open(at) }, `Open ${words}`));
      return { words: uses.length ? `The ${called} is still used by ${listed(uses.map(({ words }) => words))}. First take it off there, or take that away.` : `The script would have an error without the ${called}, so it stays.`, more };
    };
    return el("button", { type: "button", class: "drawn-link", id: `without-kind-${kind}`, onclick: () => this.script.change(edits, () => done, refused) }, "Take this kind away");
  }

  /// Its outline: pictures give each kind another one, in the order of the script; a block fills its cell.
  private shape(piece: Node): HTMLElement {
    const now = shapeOf(this.script.text(), piece);
    if (now === undefined) return el("p", { class: "quiet" }, "Its shape: fields of lines make it a line, and a field called shape may give each piece a shape of its own.");
    const svg = (...children: SVGElement[]) => svgEl("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: "sketch" }, ...children) as unknown as HTMLElement;
    const tile = (shape: string, name: string, drawn: HTMLElement) => {
      const make = () => this.script.change(() => {
        const there = this.pieceNamed(piece.name!);
        return there && shape !== now ? forming(this.script.text(), this.script.declarations(), there, shape) : [];
      });
      return el("button", { type: "button", id: `shape-${shape || "kind"}`, class: "drawn-tile", "aria-pressed": String(shape === now), onclick: make }, drawn, el("span", {}, name));
    };
    const outline = (points: string) => (points ? svgEl("polygon", { points, class: "full" }) : svgEl("circle", { cx: 20, cy: 20, r: 14, class: "full" }));
    return el(
      "div",
      { class: "drawn-field", role: "group", "aria-label": "Shape" },
      el("span", { class: "quiet" }, "Shape: each kind has an outline of its own, or one of these"),
      el(
        "div",
        { class: "drawn-tiles small" },
        tile("", "its own", svg(svgEl("circle", { cx: 13, cy: 20, r: 9 }), svgEl("polyline", { points: "23,11 38,11 38,29 23,29 23,11" }))),
        isBlock(this.script.text(), piece) === undefined ? null : tile("block", "a block", svg(svgEl("rect", { x: 4, y: 4, width: 32, height: 32, class: "full" }))),
        ...Object.entries(shapes).map(([name, points]) => tile(name, name, svg(outline(points)))),
      ),
    );
  }

  private colour(piece: Node): HTMLElement {
    const now = colourOf(this.script.text(), piece, this.script.values(piece.name!));
    if (now.from === "owner") return el("p", { class: "quiet" }, "Its colour is its owner's. A player whose name is a colour, such as red, has that one.");
    if (now.from === "field") return el("p", { class: "quiet" }, `Its colour is that of its field ${spoken(now.name)}.`);
    const tile = (name: string) => {
      const isOn = name === now.name;
      const make = () => this.script.change(() => {
        const there = this.pieceNamed(piece.name!);
        return there && !isOn ? colouring(this.script.text(), this.script.declarations(), there, name) : [];
      });
      return el("button", { type: "button", id: `colour-${name || "kind"}`, class: "drawn-tile", "aria-pressed": String(isOn), onclick: make }, el("span", { class: "swatch", style: name ? `background:${colours[name]}` : null, "aria-hidden": "true" }), el("span", {}, name || "its own"));
    };
    return el(
      "div",
      { class: "drawn-field", role: "group", "aria-label": "Colour" },
      el("span", { class: "quiet" }, "Colour: each kind has its own, or the one of a field"),
      el("div", { class: "drawn-tiles small" }, ...["", ...Object.keys(colours)].map(tile)),
    );
  }

  private moreFields(piece: Node): HTMLElement | null {
    const offered = (of: Node) => newFields(this.script.text(), this.script.declarations(), of, this.script.ways());
    const tile = (id: string, words: string) => {
      const edits = () => {
        const there = this.pieceNamed(piece.name!);
        return there ? (offered(there).find((each) => each.id === id)?.edits ?? []) : [];
      };
      return el("button", { type: "button", id: `field-${id}`, class: "drawn-tile", onclick: () => this.script.change(edits, `Every ${spoken(piece.name!)} has ${words} now. Undo takes it back.`) }, words);
    };
    const all = offered(piece);
    if (!all.length) return null;
    return el("div", { class: "drawn-field", role: "group", "aria-label": "Another field" }, el("span", { class: "quiet" }, "What each of them has besides"), el("div", { class: "drawn-tiles small" }, ...all.map(({ id, words }) => tile(id, words))));
  }

  /// The colour of the light that it emits: white is all colours.
  private light(piece: Node, declarations: Node[]): HTMLElement | null {
    const text = this.script.text();
    const now = lightOf(text, declarations, piece);
    if (now === undefined) return null;
    const tile = (name: string) => {
      const make = () => this.script.change(() => {
        const there = this.pieceNamed(piece.name!);
        return there ? lighting(this.script.text(), this.script.declarations(), there, name) : [];
      });
      return el("button", { type: "button", id: `light-${name || "white"}`, class: "drawn-tile", "aria-pressed": String(name === now), onclick: make }, el("span", { class: "swatch", style: `background:${colours[name || "white"] ?? "transparent"}`, "aria-hidden": "true" }), el("span", {}, name || "white"));
    };
    return el(
      "div",
      { class: "drawn-field", role: "group", "aria-label": "Its light" },
      el("span", { class: "quiet" }, hasColours(text, declarations) ? "Its light: white is all colours" : "Its light: beams get colours with the first that has one"),
      el("div", { class: "drawn-tiles small" }, ...["", ...huesOf(text, declarations)].map(tile)),
    );
  }

  /// How many there may be: what the script says of it in numbers, and a limit that may be begun.
  private counts(piece: Node, declarations: Node[]): HTMLElement[] {
    const text = this.script.text();
    const kind = piece.name!;
    const supplies = controlsOf(kind, ruleControls(text, declarations, this.script.options())).flatMap((each) => [this.control(each), this.told(each)].filter((part) => part !== null));
    const limit = limitOf(text, declarations, piece);
    if (!limit) return supplies;
    const make = () => {
      const most = input.value.trim();
      if (!/^([1-9]\d*)?$/.test(most)) return this.script.change(() => []); // what was typed goes
      this.script.change(() => {
        const there = this.pieceNamed(kind);
        return there && limitOf(this.script.text(), this.script.declarations(), there)?.now !== most ? limiting(this.script.text(), this.script.declarations(), there, most) : [];
      });
    };
    const input = el("input", { id: `count-${kind}`, type: "number", min: 1, value: limit.now, placeholder: "any number", onchange: make });
    const told = this.told(this.found(`rule-limit-${kind}`), "at-");
    return [...supplies, el("label", { for: input.id }, limit.each ? "Each player has at most" : "There are at most", input), ...(told ? [told] : [])];
  }

  /// The sides of a cell: in which of the script's sets of edges each is. Sets that are not written out stay text.
  sides(place: HTMLElement, cell: string, all: CellSide[]): void {
    const found = () => wallsOf(this.script.text(), this.script.declarations());
    const sets = all.length ? found() : [];
    replace(
      place,
      ...sets.map((walls) => {
        const name = `${spoken(walls.name)} on the sides of ${cell}`;
        const tile = (side: CellSide) => {
          const change = () => {
            const there = found().find(({ name: each }) => each === walls.name);
            return there ? walling(this.script.text(), there, side) : [];
          };
          return el("button", { type: "button", id: `side-${walls.name}-${side.way}`, class: "drawn-tile", "aria-pressed": String(hasSide(walls, side)), "aria-label": `${side.way}: ${name}`, onclick: () => this.script.change(change) }, el("span", { "aria-hidden": "true", style: `rotate:${side.turn}rad` }, "→"), side.way);
        };
        return el("div", { class: "drawn-field", role: "group", "aria-label": name }, el("span", { class: "quiet" }, name), el("div", { class: "drawn-tiles small" }, ...all.map(tile)));
      }),
      sets.length ? el("p", { class: "quiet" }, "Beams know these walls if the script says what happens where they cross them. Moves know them where their rule names them, as in steps(..., walls).") : null,
    );
  }

  private reacts(name: string, wanted: Partial<Reaction>): Edit[] {
    const [text, declarations] = [this.script.text(), this.script.declarations()];
    const piece = this.pieceNamed(name);
    const reaction = piece && reactionOf(text, piece);
    if (!reaction) return [];
    const edits = reacting(text, piece, { ...reaction, ...wanted });
    const chosen = outcomesOf(text, piece, declarations).find((each) => Object.values(wanted).includes(each.text));
    return edits.length ? [...(chosen?.needs ?? []), ...edits] : [];
  }
  private beams(piece: Node, declarations: Node[]): HTMLElement[] {
    const text = this.script.text();
    const reaction = reactionOf(text, piece);
    if (!reaction) return [el("p", { class: "quiet" }, "What it does to beams depends on more than the side from which they come: that is a rule of its own, in the script."), this.opens(piece.comes![0], "Open this rule")];
    const outcomes = outcomesOf(text, piece, declarations);
    const rows: (Side | "all")[] = hasSides(piece) ? sides : ["all"];
    return rows.map((side) => {
      const now = reaction[side === "all" ? "ahead" : side];
      const known = outcomes.some((each) => each.text === now) ? outcomes : [...outcomes, { text: now, words: now, picture: "on" as const }];
      const name = side === "all" ? "A beam from any side" : sideWords[side];
      const wanted = (outcome: string): Partial<Reaction> => (side === "all" ? { ahead: outcome, behind: outcome, aside: outcome } : { [side]: outcome });
      return el(
        "div",
        { class: "drawn-field", role: "group", "aria-label": name },
        el("span", { class: "quiet" }, name),
        el(
          "div",
          { class: "drawn-tiles small" },
          ...known.map((outcome, i) =>
            el(
              "button",
              { type: "button", id: `beam-${side}-${i}`, class: "drawn-tile", "aria-pressed": String(outcome.text === now), "aria-label": `${name} ${outcome.words}`, onclick: () => this.script.change(() => this.reacts(piece.name!, wanted(outcome.text))) },
              sketch(outcome.picture) as unknown as HTMLElement,
              el("span", {}, outcome.words),
            ),
          ),
        ),
      );
    });
  }

  /// How large the board is, where the script says it in numbers.
  size(place: HTMLElement, { declarations }: Syntax): void {
    const sizes = ruleControls(this.script.text(), declarations, this.script.options()).filter(isSize);
    const words = ({ name }: Control) => (sizes.length > 1 ? name.split(", ").at(-1)! : "cells from side to side");
    replace(
      place,
      sizes.length ? el("h3", { id: "board-size-name" }, "Size of the board") : null,
      sizes.length ? el("div", { class: "drawn-places", role: "group", "aria-labelledby": "board-size-name" }, ...sizes.map((each) => this.control({ ...each, name: words(each) }))) : null,
      ...sizes.map((each) => this.told(each)),
    );
  }

  /// The rules that have a form, each under its sentence; and where the others are. `taken`: places that have another form.
  rules(place: HTMLElement, { declarations }: Syntax, taken = new Set<number>()): void {
    const text = this.script.text();
    const own = ownEndsIn(text, declarations);
    const isOwn = ({ at }: Control) => own.some(({ end }) => at[0] >= end.at[0] && at[1] <= end.at[1]);
    const controls = ruleControls(text, declarations, this.script.options()).filter((each) => !taken.has(each.at[0]) && !isOwn(each) && !isSize(each)); // the size stands beside the board's tools
    const last = { sentence: "" };
    const row = (sentence: string, ...children: (HTMLElement | null)[]) => {
      const isNew = sentence !== "" && sentence !== last.sentence;
      last.sentence = sentence || last.sentence;
      return el("div", { class: "drawn-rule" }, isNew ? el("p", { class: "quiet" }, sentence) : null, ...children);
    };
    replace(
      place,
      ...controls.map((control) => row(control.sentence, this.folded(control), this.told(control))),
      ...ruleTexts(text, declarations).map(({ name, move, sentence, at }) => row(sentence, el("div", { class: "buttons" }, el("span", {}, name), this.opens(at[0]), move ? this.takesAway(move) : null), move && !sentence ? this.does(move) : null)),
      ...own.map(({ end, words }, i) =>
        row("", el("div", { class: "buttons" }, el("span", {}, words), this.opens(end.at[0]), el("button", { type: "button", class: "drawn-link", id: `without-own-end-${i}`, onclick: () => this.script.change(() => ownEndsIn(this.script.text(), this.script.declarations()).filter((each) => each.words === words).map((each) => declarationOut(this.script.text(), each.end)), "This end is gone. Undo gives it back.") }, "Take away"))),
      ),
      ...endsIn(text, declarations).map(({ end, condition, words }, i) =>
        row("", el("div", { class: "buttons" }, el("span", {}, words || sentenceAbove(text, end.at[0]) || "An end among the turns, which is in the script's own words"), this.opens(end.at[0]), el("button", { type: "button", class: "drawn-link", id: `without-end-${i}`, onclick: () => this.script.change(() => withoutEnd(this.script.text(), this.script.declarations(), condition), "This end is gone. Undo gives it back.") }, "Take away"))),
      ),
      this.asWhole(declarations, "whole-rules", "A variant has the rules of its game but for what it changes. Its options are under Options. The other rules have forms in a copy of the whole game."),
    );
  }

  /// What a move does, where its author has not said it.
  private does(name: string): HTMLElement | null {
    const move = this.script.declarations().find((each) => each.node === "move" && each.name === name && !each.change);
    const steps = move ? stepsOfMove(this.script.text(), this.script.declarations(), move) : [];
    return steps.length ? stepsPlace(steps) : null;
  }
  private takesAway(name: string): HTMLElement | null {
    const edits = () => {
      const move = this.script.declarations().find((each) => each.node === "move" && each.name === name);
      return move ? withoutMove(this.script.text(), this.script.declarations(), move) : [];
    };
    return edits().length ? el("button", { type: "button", class: "drawn-link", id: `without-${name}`, onclick: () => this.script.change(edits, `The move ${spoken(name)} is gone. Undo gives it back.`) }, "Take away") : null;
  }

  /// What has no form in a variant has one in a copy of its game; undo takes that back.
  private asWhole(declarations: Node[], id: string, words: string): HTMLElement | null {
    if (!declarations.some(({ node }) => node === "variant")) return null;
    return el("div", { class: "drawn-field" }, el("p", { class: "quiet" }, words), el("div", { class: "buttons" }, el("button", { type: "button", id, onclick: () => this.script.whole() }, "Make it a copy of the whole game")));
  }

  /// Moves and ends to begin with.
  adds(place: HTMLElement): void {
    const all = proposals(this.script.text(), this.script.declarations());
    const tile = ({ id, words, note }: Proposal) => el("button", { type: "button", id: `add-${id}`, class: "drawn-row-button", onclick: () => this.script.change(() => proposals(this.script.text(), this.script.declarations()).find((each) => each.id === id)?.edits ?? [], `${words}: this is among the rules now.${note ? ` ${note}` : ""}`) }, words);
    const group = (name: string, some: Proposal[]) => (some.length ? el("div", { class: "drawn-field", role: "group", "aria-label": name }, el("span", { class: "quiet" }, name), ...some.map(tile)) : null);
    const whole = this.asWhole(this.script.declarations(), "whole-adds", "A variant has the moves and ends of its game. In a copy of the whole game others can be added.");
    replace(
      place,
      whole ?? (all.length ? null : el("p", { class: "quiet" }, "Moves and ends that fit the pieces of a game of your own stand here.")),
      group("What players may do", all.filter(({ id }) => id.startsWith("move"))),
      group("How the game ends", all.filter(({ id }) => id.startsWith("end"))),
    );
  }
}
