// My games: each with its picture, its name and its history, and what can be done with it. All of them are taken along as a
// folder or as one file, which takes them in again elsewhere.
import { strToU8, zipSync } from "fflate";
import { announce, byId, el, replace } from "./dom";
import { type IconName, icon } from "./icons";
import { dialog } from "./playing";
import type { Shelving } from "./shelving";
import { type Earlier, earlier, pictures } from "./store";
import { titleOf } from "./values";

export interface MineActions {
  open(name: string): void;
  openText(name: string, text: string): void; // an earlier text of this game
  copied(name: string): void;
  thrown(): void; // the game that is open
  changed(): void; // the list is to be shown again
}

const when = (time: number): string => {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (!time) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.round(minutes / 60)} h ago` : new Date(time).toLocaleDateString();
};
const pathOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replaceAll(":", "-");

export const imageOf = (svg: string): HTMLElement =>
  svg ? el("img", { alt: "", loading: "lazy", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }) : el("span", { class: "no-picture" }, icon("mine"));

/// The board as it is drawn, without the ground behind it.
export function pictureIn(drawing: Element): string {
  const copy = drawing.cloneNode(true) as Element;
  copy.querySelector(':scope > rect[width="100%"]')?.remove();
  return new XMLSerializer().serializeToString(copy);
}

export class Mine {
  constructor(
    private shelving: Shelving,
    private on: MineActions,
  ) {}

  private get shelf() {
    return this.shelving.shelf;
  }

  show(place: HTMLElement): void {
    const { names, thrown } = this.shelf;
    const button = (name: IconName, words: string, act: () => void, id: string | null = null, isMain = false) =>
      el("button", { type: "button", id, class: isMain ? "main" : null, onclick: act }, icon(name), words);
    replace(
      place,
      el("h2", {}, "My games"),
      el("p", { class: "quiet" }, "They are kept in this browser, on this machine. Take them along as a folder or as one file."),
      el(
        "div",
        { class: "buttons" },
        names.length ? button("save", "Save all as one file", () => this.saveAll(), "save-all") : null,
        names.length && "showDirectoryPicker" in window ? button("save", "Save all into a folder", () => void this.saveFolder(), "save-folder") : null,
        button("open", "Bring in files", () => byId("file").click(), "bring-files"),
        button("open", "Bring in a folder", () => byId("folder").click(), "bring-folder"),
      ),
      names.length ? el("div", { class: "cards" }, ...names.map((name) => this.card(name))) : el("p", { class: "empty" }, "None yet. Change a game or invent one, and it stands here."),
      thrown.length ? el("h3", {}, "Thrown away") : null,
      ...thrown.map((name) => el("p", { class: "buttons" }, button("back", "Take back", () => this.takeBack(name)), name)),
    );
  }

  private card(name: string): HTMLElement {
    const text = this.shelf.text(name) ?? "";
    const parent = /^variant\s+"[^"]*"\s+of\s+"?(\w+)/m.exec(text)?.[1];
    const title = titleOf(text) || name;
    const tool = (which: IconName, words: string, act: () => void) =>
      el("button", { type: "button", class: "plain", "aria-label": `${words}: ${title}`, title: words, onclick: act }, icon(which));
    return el(
      "article",
      { class: "card" },
      el(
        "button",
        { type: "button", class: "open", "data-own": name, onclick: () => this.on.open(name) },
        imageOf(pictures.read(name)),
        el("b", {}, title),
        el("span", { class: "quiet" }, [`${name}.glint`, parent ? `of ${parent}` : "", when(this.shelf.about(name).time ?? 0)].filter(Boolean).join(" · ")),
      ),
      el(
        "div",
        { class: "tools" },
        tool("rename", "Rename", () => (this.shelving.ask(name), byId("dialog").addEventListener("close", () => this.on.changed(), { once: true }))),
        tool("history", "History", () => this.history(name)),
        tool("copy", "Make a copy", () => this.on.copied(name)),
        tool("bin", "Throw away", () => this.throwAway(name)),
      ),
    );
  }

  private throwAway(name: string): void {
    this.shelf.remove(name);
    if (this.shelving.name === name) this.on.thrown();
    announce(`${name} was thrown away. You find it below your games, and can take it back.`, true);
    this.on.changed();
  }
  private takeBack(name: string): void {
    this.shelf.remove(name, false);
    this.on.changed();
  }

  /// The earlier texts of one game, or of all.
  history(name = ""): void {
    const close = () => byId<HTMLDialogElement>("dialog").close();
    const texts = earlier();
    const line = (text: Earlier) =>
      el(
        "p",
        { class: "buttons" },
        el("button", { type: "button", onclick: () => (close(), this.on.openText(text.name, text.text)) }, icon("history"), "Restore"),
        `${text.name}, ${new Date(text.time).toLocaleString()}, ${text.text.split("\n").length} lines`,
      );
    const [these, others] = [texts.filter((each) => each.name === name), texts.filter((each) => each.name !== name)];
    dialog(
      name ? `History of ${name}` : "Earlier texts",
      el("p", { class: "quiet" }, "This browser keeps the last 200 texts of your games on this machine. To restore one loses nothing: the text that it replaces is kept, too."),
      ...these.map(line),
      name && others.length ? el("details", { class: "test", open: !these.length }, el("summary", {}, "Of other games"), ...others.map(line)) : "",
      ...(name ? [] : others.map(line)),
    );
  }

  /// By path: the games, and their earlier texts in folders of their own.
  private get files(): Record<string, string> {
    const files: Record<string, string> = {};
    for (const name of this.shelf.names) files[`${name}.glint`] = this.shelf.text(name)!;
    for (const { name, text, time } of earlier()) {
      if (files[`${name}.glint`] === undefined || files[`${name}.glint`] === text) continue;
      const path = (at: number) => `history/${name}/${pathOf(at)}.glint`;
      let at = time;
      while (path(at) in files) at -= 1000; // of the same second: the newer one comes first
      files[path(at)] = text;
    }
    return files;
  }
  private saveAll(): void {
    const bytes = zipSync(Object.fromEntries(Object.entries(this.files).map(([path, text]) => [path, strToU8(text)])));
    const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "application/zip" }));
    el("a", { href: address, download: "my_glint_games.zip" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
  private async saveFolder(): Promise<void> {
    type Folder = { getDirectoryHandle(name: string, how: object): Promise<Folder>; getFileHandle(name: string, how: object): Promise<{ createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }> }> };
    try {
      const folder = await (window as unknown as { showDirectoryPicker(how: object): Promise<Folder> }).showDirectoryPicker({ mode: "readwrite" });
      for (const [path, text] of Object.entries(this.files)) {
        const parts = path.split("/");
        let place = folder;
        for (const part of parts.slice(0, -1)) place = await place.getDirectoryHandle(part, { create: true });
        const file = await (await place.getFileHandle(parts.at(-1)!, { create: true })).createWritable();
        await file.write(text);
        await file.close();
      }
      announce(`${this.shelf.names.length} games are in the folder.`, true);
    } catch (error) {
      if ((error as Error).name !== "AbortError") announce(`Not saved: ${(error as Error).message}`, true);
    }
  }
}
