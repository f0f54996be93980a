// What is put on a cell of the board, written into the script as its author would write it: the edits that may do it, the
// smallest first. They come from the syntax tree: the `put` lines and drawn boards of `setup`, and the signs of a board that is
// drawn. The engine tries them (`glint/try`), and the first after which the board is as it was but for this cell is made.
import { type Branch, branchOf } from "./branches";
import { pieceOf } from "./pieces";
import { type At, type Edit, type Node, type Palette, found, textAt } from "./syntax";

interface Place {
  text: string;
  declarations: Node[];
  palette: Palette;
  cell: number; // in the order of the palette
  options?: Record<string, string>; // that are not as declared: of a puzzle with levels, which is drawn
}

export class Placer {
  private text: string;
  private setup: Node | undefined;
  private puts: Node[] = [];
  private top: Node[] = []; // those that are not in an `if`
  private maps: Node[] = [];
  private level: Branch | undefined; // what is added stands there
  private drawing: At | undefined;
  private signs = ""; // that the script reads from the drawing;
  private zones = ""; // those that are more than a place for pieces
  private here: Palette["cells"][number];

  constructor(private of: Place) {
    this.text = of.text;
    this.here = of.palette.cells[of.cell]!;
    this.setup = of.declarations.filter(({ node }) => node === "setup").at(-1);
    for (const setup of of.declarations.filter(({ node }) => node === "setup")) this.collect(setup.parts ?? [], true);
    this.drawing = of.declarations.find(({ drawing }) => drawing)?.drawing;
    for (const { at, name = "" } of found(of.declarations, "drawn")) {
      this.signs += name;
      if (!this.puts.some((put) => put.parts?.[0]?.at[0] === at[0])) this.zones += name;
    }
  }

  private collect(block: Node[], isTop: boolean): void {
    for (const node of block) {
      if (node.node === "put") this.puts.push(node);
      if (node.node === "put" && isTop) this.top.push(node);
      if (node.node === "map") this.maps.push(node);
      const level = node.node === "if" && isTop ? branchOf(this.text, this.of.declarations, this.of.options ?? {}, node) : undefined;
      if (level) this.level = level;
      if (node.node === "if") this.collect(level?.nodes ?? node.parts ?? [], level !== undefined);
    }
  }

  /// Edits after which these pieces may be there, bottom to top. One piece more, less, or another; drawn positions take any.
  candidates(wanted: string[]): Edit[][] {
    const all: Edit[][] = this.maps.map((map) => this.redrawn(map.texts![0]!, wanted));
    const now = this.here.pieces;
    let same = 0;
    while (same < now.length && same < wanted.length && now[same] === wanted[same]) ++same;
    if (now.length <= same + 1 && wanted.length <= same + 1) {
      const gone = now[same];
      const come = wanted[same];
      if (wanted.length < 2) all.push(...this.painted(come));
      const without: Edit[][] = gone ? [] : [[]];
      for (const put of gone ? this.puts : []) {
        if (!this.isOf(put, gone!)) continue;
        if (come && this.namesCell(put.parts![0]!)) all.push([this.renamed(put, come)]);
        this.takeOut(put.parts![0]!, [this.erased(put.at, 0)], without);
      }
      // Where a cell holds one piece, a later `put` would cover what stays: what names the cell goes first.
      without.sort((a, b) => Number(a.some(([, , put]) => put)) - Number(b.some(([, , put]) => put)));
      for (const first of without) {
        if (come) all.push(...this.added(come).map((more) => [...first, more]));
        else if (this.setup && this.setup.parts?.length === 1 && first.length === 1 && first[0]![2] === "") all.push([this.erased(this.setup.at, 1)], first);
        else all.push(first);
      }
    }
    return all.filter((edits) => edits.length);
  }

  /// The whole set-up in `put` lines.
  speltOut(wanted: string[]): Edit[][] {
    const { palette, cell } = this.of;
    let lines = "";
    for (let level = 0; level < palette.stack; ++level) {
      const cells = new Map<string, string[]>();
      palette.cells.forEach(({ written, pieces }, i) => {
        const piece = (i === cell ? wanted : pieces)[level];
        if (piece) cells.set(piece, [...(cells.get(piece) ?? []), written]);
      });
      for (const { put } of palette.pieces) if (cells.has(put)) lines += `  put ${put} on ${cells.get(put)!.join(" | ")}\n`;
    }
    const block = `setup {\n${lines}}`;
    if (!this.setup) return [[this.block(`replace ${block}`)]];
    return [[[...this.setup.at, (this.setup.change ? "replace " : "") + block]]];
  }

  /// Edits after which the set-up of a game may put no piece, on a board that is drawn with signs for pieces too. What else it does stays.
  cleared(): Edit[][] {
    // What the game of a variant puts is taken away by what the variant adds; all else that the game sets up stays.
    if (!this.of.declarations.some(({ node }) => node === "game")) {
      const whole = this.setup && /^replace\b/.test(this.text.slice(this.setup.at[0]));
      const own = whole ? "replace setup { }" : "extend setup { remove cells - empty }";
      return this.setup ? [[[...this.setup.at, own]]] : [[this.block(own)]];
    }
    if (this.level) return [this.level.nodes.map(({ at }) => this.erased(at, 0))].filter((edits) => edits.length);
    const isPut = ({ node, parts = [] }: Node): boolean => node === "put" || node === "map" || ((node === "for" || node === "if") && parts.slice(1).every(isPut));
    const gone = this.of.declarations
      .filter(({ node }) => node === "setup")
      .flatMap(({ at, parts = [] }) => (parts.every(isPut) ? [this.erased(at, 1)] : parts.filter(isPut).map((part) => this.erased(part.at, 0))))
      .reduce<Edit[]>((all, [begin, end]) => {
        const last = all.at(-1);
        if (last && begin < last[1]) last[1] = Math.max(last[1], end);
        else all.push([begin, end, ""]);
        return all;
      }, []);
    const signs = this.puts.flatMap(({ parts }) => (parts![0]!.node === "drawn" ? [...parts![0]!.name!] : [])).filter((sign) => !this.zones.includes(sign));
    const places = this.drawing ? this.places(this.drawing, true) : [];
    const painted = places.filter((at) => signs.includes(textAt(this.text, at))).map((at): Edit => [...at, "."]);
    return [[...gone, ...painted], gone].filter((edits) => edits.length);
  }

  /// The drawing with another sign for the cell: a wall, a hole, or a zone that the script takes from it.
  paint(sign: string): Edit[] {
    const places = this.drawing ? this.places(this.drawing, true) : [];
    return places.length ? [[...places[this.of.cell]!, sign]] : [];
  }

  /// Where the set-up is written, if it is.
  get place(): At | undefined {
    return this.setup?.at;
  }

  // ---- lines

  private lineBegin = (at: number): number => this.text.lastIndexOf("\n", at - 1) + (at === 0 ? 0 : 1);
  private lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end < 0 ? this.text.length : end;
  }
  private indent = (at: number): string => /^ */.exec(this.text.slice(this.lineBegin(at)))![0];
  private beginsLine = (at: number): boolean => this.lineBegin(at) + this.indent(at).length === at;

  /// Without these lines, and at most `blank` empty ones behind; or, where they have more, without these words alone.
  private erased([begin, end]: At, blank: number): Edit {
    const { text } = this;
    if (this.beginsLine(begin) && !text.slice(end, this.lineEnd(end)).trim()) {
      let last = this.lineEnd(end) + 1;
      for (; blank > 0 && text[last] === "\n"; --blank) ++last;
      return [this.lineBegin(begin), Math.min(last, text.length), ""];
    }
    if (text.slice(end, end + 2) === "; ") return [begin, end + 2, ""];
    return [text.slice(begin - 2, begin) === "; " ? begin - 2 : begin, end, ""];
  }

  /// A declaration where set-ups stand: before `play`, or else before the first test.
  private block(declaration: string): Edit {
    const { text } = this;
    const next = this.of.declarations.find(({ node }) => node === "play" || node === "test");
    if (!next) return [text.length, text.length, `${text.endsWith("\n") ? "\n" : "\n\n"}${declaration}\n`];
    let at = this.lineBegin(next.at[0]);
    while (at > 0 && text.slice(this.lineBegin(at - 1)).startsWith("//")) at = this.lineBegin(at - 1);
    return [at, at, `${declaration}\n\n`];
  }

  // ---- `put`

  /// Whether a `put` names this piece: what it leaves out may be its own.
  private isOf(put: Node, piece: string): boolean {
    const { kind, owner, fields } = pieceOf(piece);
    const known: Record<string, string> = { ...fields, owner };
    return put.name === kind && (put.args ?? []).every(([name, at]) => known[name] === textAt(this.text, at));
  }

  private namesCell({ at }: Node): boolean {
    const { cell, written, x, y } = this.here;
    return [written, `cell(${x}, ${y})`, `cell(${JSON.stringify(cell)})`].includes(textAt(this.text, at));
  }

  /// Edits after which these cells may be without this one; `whole`: if there is no other.
  private takeOut(where: Node, whole: Edit[], all: Edit[][]): void {
    if (this.namesCell(where)) return void all.push(whole);
    const [a, b] = where.parts ?? [];
    if (where.node === "|" && a && b) {
      this.takeOut(a, [[a.at[0], b.at[0], ""]], all);
      this.takeOut(b, [[a.at[1], b.at[1], ""]], all);
      return;
    }
    const [begin, end] = where.at;
    const isLoose = ["if", "&", "^"].includes(where.node);
    all.push([...(isLoose ? [[begin, begin, "("] as Edit] : []), [end, end, `${isLoose ? ")" : ""} - ${this.here.written}`]]);
  }

  /// `SET - cell` among what is joined.
  private withoutCell(where: Node): Node | undefined {
    const [a, b] = where.parts ?? [];
    if (where.node === "-" && b && this.namesCell(b)) return where;
    return where.node === "|" ? (this.withoutCell(a!) ?? this.withoutCell(b!)) : undefined;
  }

  private renamed(put: Node, piece: string): Edit {
    const begin = this.text.indexOf(put.name!, put.at[0] + 3);
    return [begin, this.text.lastIndexOf("on", put.parts![0]!.at[0] - 1), `${this.brief(piece)[0]} `];
  }

  /// As briefly as the script may put it, and in full: fields that have a first value may be left out.
  private brief(piece: string): string[] {
    const { kind, owner, fields } = pieceOf(piece);
    const declared = this.of.declarations.find(({ node, name }) => node === "piece" && name === kind);
    const isFirst = (name: string) => {
      const first = declared?.fields?.find((field) => field.name === name)?.first;
      return first && textAt(this.text, first) === fields[name];
    };
    const args = [...(owner ? [`owner = ${owner}`] : []), ...Object.entries(fields).flatMap(([name, value]) => (isFirst(name) ? [] : [`${name} = ${value}`]))];
    return [...new Set([kind + (args.length ? `(${args.join(", ")})` : ""), piece])];
  }

  /// With one more piece: what was taken away is given back, a `put` gets one more cell, or there is one more.
  private added(piece: string): Edit[] {
    const { written } = this.here;
    const all: Edit[] = [];
    for (const put of this.puts) {
      if (!this.isOf(put, piece) || !this.isHere(put)) continue;
      const where = put.parts![0]!;
      const less = this.withoutCell(where);
      if (less) all.push([less.parts![0]!.at[1], less.parts![1]!.at[1], ""]);
      all.push([where.at[1], where.at[1], ` | ${written}`]);
    }
    for (const each of this.brief(piece)) {
      const put = `put ${each} on ${written}`;
      all.push(this.inserted(put, piece));
      if (this.top.length) all.push(this.inserted(put));
      if (!this.setup) all.push(this.block(`extend setup { ${put} }`));
    }
    return all;
  }

  /// What stands outside of the level that is shown is of all levels.
  private isHere = ({ at }: Node): boolean => !this.level || (at[0] >= this.level.begin && at[1] <= this.level.end);

  /// A statement behind the last that is like it: of this kind and owner, of this kind, or behind all.
  private inserted(put: string, piece?: string): Edit {
    const { setup, text } = this;
    if (!setup) return this.block(`setup { ${put} }`);
    const { kind, owner } = pieceOf(piece ?? "");
    const likeness = (each: Node) => (each.name === kind ? 2 : 0) + (each.args?.some(([name, at]) => name === "owner" && textAt(text, at) === owner) ? 1 : 0);
    const top = this.top.filter(this.isHere);
    const best = Math.max(...top.map(likeness));
    const after = piece ? top.filter((each) => likeness(each) === best).at(-1) : top.at(-1);
    if (after && this.beginsLine(after.at[0])) {
      const end = this.lineEnd(after.at[1]);
      return [end, end, `\n${this.indent(after.at[0])}${put}`];
    }
    if (after) return [after.at[1], after.at[1], `; ${put}`];
    const brace = this.level?.end ?? text.lastIndexOf("}", setup.at[1] - 1);
    if (this.beginsLine(brace)) return [this.lineBegin(brace), this.lineBegin(brace), `${this.indent(brace)}  ${put}\n`];
    const isEmpty = !(this.level?.nodes ?? setup.parts)?.length;
    const end = brace - (text[brace - 1] === " " ? 1 : 0);
    return [end, brace, isEmpty ? ` ${put} ` : `; ${put} `];
  }

  // ---- drawings

  /// The words, or else the characters, of a drawing that stand for cells, in their order. `_` is none on a board.
  private places([begin, end]: At, isBoard: boolean): At[] {
    const inside = this.text.slice(begin + 3, end - 3);
    const all = (pattern: RegExp): At[] => [...inside.matchAll(pattern)].map(({ index, 0: word }) => [begin + 3 + index, begin + 3 + index + word.length]);
    const count = this.of.palette.cells.length;
    const words = isBoard ? [] : all(/\S+/g);
    if (words.length === count) return words;
    const characters = all(isBoard ? /[^\s_]/gu : /\S/gu);
    return characters.length === count ? characters : [];
  }

  /// A drawn position with these pieces on the cell.
  redrawn(drawing: At, wanted: string[]): Edit[] {
    const { text } = this;
    const places = this.places(drawing, false);
    if (!places.length) return [];
    const looks = new Map(this.of.palette.pieces.map(({ put, drawn }) => [put, drawn]));
    const token = wanted.map((put) => looks.get(put) ?? "?").join("") || ".";
    const [begin, end] = places[this.of.cell]!;
    // The next ones stay where they are, if there is room.
    let next = end;
    while (text[next] === " ") ++next;
    if (text[next] === "\n" || text[next] === '"') return [[begin, end, token]];
    const room = next - begin - 1;
    if (next > end && token.length <= room) return [[begin, next - 1, token.padEnd(room)]];
    if (token.length === end - begin) return [[begin, end, token]];
    // Else all columns become wider: each row keeps its indentation, in steps of the columns.
    const rows: { indent: number; tokens: string[] }[] = [];
    let line = -1;
    places.forEach(([from, to], i) => {
      const at = this.lineBegin(from);
      if (at !== line) rows.push({ indent: from - at, tokens: [] });
      line = at;
      rows.at(-1)!.tokens.push(i === this.of.cell ? token : text.slice(from, to));
    });
    const width = Math.max(...rows.flatMap(({ tokens }) => tokens.map(({ length }) => length))) + 1;
    const first = rows.find(({ tokens }) => tokens.length > 1);
    const left = Math.min(...rows.map(({ indent }) => indent));
    const at = places.findIndex((_, i) => i + 1 < places.length && this.lineBegin(places[i]![0]) === this.lineBegin(places[i + 1]![0]));
    const pitch = first && at >= 0 ? places[at + 1]![0] - places[at]![0] : width;
    const unit = pitch === 1 ? 2 : pitch;
    const wide = Math.ceil(width / 2) * 2; // a half step is whole
    const drawn = rows.map(({ indent, tokens }) => " ".repeat(left + Math.round(((indent - left) * wide) / unit)) + tokens.map((each) => each.padEnd(wide)).join("").trimEnd());
    const from = this.lineBegin(places[0]![0]);
    return [[from, places.at(-1)![1], drawn.join("\n")]];
  }

  /// By the sign of the cell on a drawn board, if that says nothing else.
  private painted(piece: string | undefined): Edit[][] {
    const places = this.drawing ? this.places(this.drawing, true) : [];
    const sign = places.length ? textAt(this.text, places[this.of.cell]!) : "";
    if (!sign || this.zones.includes(sign)) return [];
    // A sign that is nowhere else may not be asked for: its `put` goes with it.
    const asked = this.puts.find((put) => put.parts![0]!.node === "drawn" && put.parts![0]!.name === sign);
    const all = this.signed(piece);
    return [...all, ...(asked ? all.map((edits) => [...edits, this.erased(asked.at, 0)]) : [])];
  }
  private signed(piece: string | undefined): Edit[][] {
    if (!piece) return [this.paint(".")];
    const drawn = this.puts.filter((put) => put.parts![0]!.node === "drawn");
    if (!drawn.length) return [];
    const known = drawn.filter((put) => this.isOf(put, piece)).map((put) => this.paint([...put.parts![0]!.name!][0]!));
    if (known.length) return known;
    const taken = textAt(this.text, this.drawing!) + this.signs;
    const look = this.of.palette.pieces.find(({ put }) => put === piece)?.drawn ?? "";
    const sign = [...`${look}*+=%&$!?oxabcdefghijklmnpqrstuvwyz`].find((each) => /[!-~]/.test(each) && !/["\\{}]/.test(each) && !taken.includes(each));
    return sign ? [[...this.paint(sign), this.inserted(`put ${this.brief(piece)[0]} on drawn("${sign}")`, piece)]] : [];
  }
}
