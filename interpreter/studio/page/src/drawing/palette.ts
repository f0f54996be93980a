// The tiles of the palette: pieces with their pictures, what their fields may be, and zones. What a click on a cell does then is the tool
// that was chosen.
import { spoken } from "../names";
import { el } from "../dom";
import { lettersOf } from "./letters";
import { newKinds } from "./parts";
import { others, pieceOf, valuesOf } from "./pieces";
import { type Node, type Palette, found } from "./syntax";

/// What a click on a cell does: looks at it, takes the top piece away, puts a piece, paints a sign of a drawn board, puts the cell into
/// a zone, or, at its edge, puts a wall there.
export type Tool = { does: "look" } | { does: "remove" } | { does: "put"; put: string } | { does: "paint"; sign: string } | { does: "zone"; zone: string } | { does: "wall"; wall: string };

/// Buttons of kinds to begin with; while there is none on the board they are open, as nothing can be drawn without one.
export const newKindsPlace = (add: (kind: [name: string, body: string]) => void): HTMLDetailsElement =>
  el(
    "details",
    { id: "new-kinds" },
    el("summary", {}, "Add a kind of piece"),
    el("div", { class: "drawn-tiles small" }, ...newKinds.map(([name, body]) => el("button", { type: "button", id: `add-${name}`, class: "drawn-tile", onclick: () => add([name, body]) }, name))),
  );
/// Of new pieces the one that is put first: one that lies across, as level it would do nothing to most beams.
export const firstInHand = (puts: string[]): string | undefined => puts.find((each) => each.includes("rising")) ?? puts[0];

/// What the tiles are of.
export interface Hand {
  palette(): Palette;
  text(): string;
  declarations(): Node[];
  zones(): string[]; // that the script writes out
  walls(): string[]; // the same of sets of edges
  tool(): Tool;
  choose(tool: Tool): void;
}

export class Tiles {
  constructor(private hand: Hand) {}

  private get puts(): string[] {
    return this.hand.palette().pieces.map(({ put }) => put);
  }
  picture(put: string): HTMLElement {
    const piece = this.hand.palette().pieces.find((each) => each.put === put);
    const letters = piece ? lettersOf(this.hand.text(), this.hand.declarations(), piece) : "";
    const image = piece?.picture && el("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(piece.picture)}` });
    if (image) return letters && !piece.picture!.includes(`>${letters}<`) ? el("span", { class: "drawn-lettered", "data-letters": letters }, image) : image;
    return el("span", { class: "drawn-look", "aria-hidden": "true" }, piece?.drawn ?? "");
  }
  private tile(id: string, name: string, isOn: boolean, act: () => void, ...children: HTMLElement[]): HTMLElement {
    return el("button", { type: "button", class: "drawn-tile", id: `draw-${id}`, "aria-pressed": String(isOn), "aria-label": name, title: name, onclick: act }, ...children);
  }

  get kinds(): string[] {
    return [...new Set(this.puts.map((put) => pieceOf(put).kind))];
  }
  /// The piece of this kind that is most like the one that was put last; of the first ones, one that lies across, as level or upright it
  /// would do nothing to most beams.
  nearest(kind: string): string {
    const tool = this.hand.tool();
    const piece = tool.does === "put" ? pieceOf(tool.put) : undefined;
    const likeness = (put: string) => {
      const other = pieceOf(put);
      const same = Object.entries(other.fields).filter(([name, value]) => piece?.fields[name] === value).length;
      return Number(piece !== undefined && other.owner === piece.owner) * 2 + same + (Object.values(other.fields).includes("rising") ? 0.5 : 0);
    };
    return this.puts.filter((put) => pieceOf(put).kind === kind).reduce((best, put) => (likeness(put) > likeness(best) ? put : best));
  }
  pieces(chosen: string | undefined): HTMLElement {
    return el(
      "div",
      { class: "drawn-tiles", role: "group", "aria-label": "Pieces" },
      ...this.kinds.map((kind) => {
        const put = this.nearest(kind);
        return this.tile(`kind-${kind}`, spoken(kind), chosen !== undefined && pieceOf(chosen).kind === kind, () => this.hand.choose({ does: "put", put }), this.picture(put), el("span", {}, spoken(kind)));
      }),
    );
  }

  /// Whose a piece is, and its fields: pictures to choose from, or a list if there are many.
  fields(put: string, where: string, choose: (put: string) => void): HTMLElement[] {
    const { owner, fields, kind } = pieceOf(put);
    return [...(owner ? ["owner"] : []), ...Object.keys(fields)].flatMap((field): HTMLElement[] => {
      const all = others(this.puts, put, field);
      if (valuesOf(this.puts, kind, field).length < 2) return [];
      const value = (each: string) => (field === "owner" ? pieceOf(each).owner : pieceOf(each).fields[field]!);
      const name = spoken(field);
      if (all.length > 12) {
        const select = el("select", { id: `draw-${where}-${field}`, onchange: () => choose(all[select.selectedIndex]!) }, ...all.map((each) => el("option", { selected: each === put }, spoken(value(each)))));
        return [el("label", { for: select.id }, name, select)];
      }
      return [
        el(
          "div",
          { class: "drawn-field", role: "group", "aria-label": name },
          el("span", { class: "quiet" }, name),
          el("div", { class: "drawn-tiles small" }, ...all.map((each) => this.tile(`${where}-${field}-${value(each)}`, `${name} ${spoken(value(each))}`, each === put, () => choose(each), this.picture(each), el("span", {}, spoken(value(each)))))),
        ),
      ];
    });
  }

  /// Signs of a board that is drawn: a cell, a hole, and what the script takes from the drawing; and zones.
  zones(): HTMLElement | null {
    const declarations = this.hand.declarations();
    const tool = this.hand.tool();
    const drawing = declarations.find((each) => each.drawing)?.drawing;
    const sets = this.hand.zones().map((zone) => this.tile(`zone-${zone}`, spoken(zone), tool.does === "zone" && tool.zone === zone, () => this.hand.choose({ does: "zone", zone }), el("span", {}, spoken(zone))));
    const walls = this.hand.walls().map((wall) => this.tile(`wall-${wall}`, `${spoken(wall)}: click edges of cells`, tool.does === "wall" && tool.wall === wall, () => this.hand.choose({ does: "wall", wall }), el("span", { class: "drawn-look", "aria-hidden": "true" }, "▏"), el("span", {}, spoken(wall))));
    if (!drawing && !sets.length && !walls.length) return null;
    const names = new Map<string, string>(drawing ? [[".", "plain cell"], ["_", "hole"]] : []);
    const puts = found(declarations, "put");
    for (const declaration of declarations)
      for (const { at, name = "" } of found([declaration], "drawn"))
        if (!puts.some((put) => put.parts?.[0]?.at[0] === at[0])) for (const sign of name) names.set(sign, spoken((declaration.node === "let" && declaration.name) || `sign ${sign}`));
    const isOn = (sign: string) => tool.does === "paint" && tool.sign === sign;
    return el(
      "div",
      { class: "drawn-field", role: "group", "aria-label": "Zones" },
      el("span", { class: "quiet" }, [drawing ? "Zones of the drawn board, and sets of cells" : sets.length ? "Zones: sets of cells" : "", walls.length ? "Walls: edges of cells" : ""].filter(Boolean).join("; ")),
      el("div", { class: "drawn-tiles small" }, ...walls, ...sets, ...[...names].map(([sign, name]) => this.tile(`sign-${sign.charCodeAt(0)}`, name, isOn(sign), () => this.hand.choose({ does: "paint", sign }), el("span", { class: "drawn-look", "aria-hidden": "true" }, sign), el("span", {}, name)))),
    );
  }
}
