// The game of the author's own that is open: it is kept under its name at each change, and gets one with the first. Files and
// folders from elsewhere are put beside it.
import { strFromU8, unzipSync } from "fflate";
import { announce, byId, el, replace } from "./dom";
import { ownUri } from "./host";
import { dialog } from "./playing";
import { type Shelf, isName, retold } from "./shelf";
import { type Saved, keep } from "./store";
import { titleOf, withTitle } from "./values";

const longest = 1_000_000; // of a script, in bytes
const code = (text: string): HTMLElement => el("code", {}, text);
const nameOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.glint$/i, "");

export class Shelving {
  name = ""; // of the own file that is open; empty: another script is
  private known: string | undefined; // its text, as this window has read or written it last

  constructor(
    readonly shelf: Shelf,
    private on: {
      text(): string;
      write(text: string): void;
      open(name: string): void;
      named(name: string): void; // what is open has become the file of this name
    },
  ) {}

  /// The address of the open file among the engine's documents.
  get uri(): string | undefined {
    return this.name ? ownUri(this.name) : undefined;
  }

  /// Another script is opened: one of these files, or none.
  leave(name = ""): void {
    this.known = name ? this.shelf.text(name) : undefined;
    this.name = this.known === undefined ? "" : name;
  }
  /// Another window may have changed the file, so what was not changed here is not written. False if there is no room for it.
  keep(text: string): boolean {
    if (!this.name || text === this.known) return true;
    const isKept = this.shelf.put(this.name, text);
    if (isKept) this.known = text;
    else announce("This browser has no room for your game: save it as a file.", true);
    return isKept;
  }
  /// Of what was open in an earlier visit. Another window may have changed the file since.
  textOf({ name, text, own, isUnkept }: Saved): string {
    const kept = own && !isUnkept ? this.shelf.text(own) : undefined;
    if (kept !== undefined && kept !== text) keep(name, text);
    return kept ?? text;
  }
  /// What is open becomes a file of its own; `base` is the text with which it began.
  adopt(proposal: string, base: string): string {
    this.name = this.shelf.fresh(proposal);
    this.keep(this.on.text());
    this.shelf.note(this.name, { base });
    return this.name;
  }

  /// Asks for another name of the open file, or of one of the others.
  ask(from = this.name): void {
    const isOpen = from === this.name;
    const text = () => (isOpen ? this.on.text() : (this.shelf.text(from) ?? ""));
    const known = /^\s*library\s+(\w+)/m.exec(text())?.[1] ?? from;
    const title = el("input", { type: "text", id: "own-title", value: titleOf(text()), maxlength: 80 });
    const input = el("input", { type: "text", id: "own-name", value: known || "my_game", spellcheck: "false" });
    const wrong = el("p", { class: "bad", role: "alert" });
    const box = byId<HTMLDialogElement>("dialog");
    const save = () => {
      if (isOpen) from = this.name; // it may have become a file meanwhile
      const name = input.value.trim().replace(/\.glint$/, "");
      if (!isName(name)) return replace(wrong, "A name has letters, digits and underscores, such as my_lamps.");
      if (name !== from && this.shelf.fresh(name) !== name) return replace(wrong, "There is a game of this name already.");
      box.close();
      const retitled = titleOf(text()) && title.value.trim() ? withTitle(text(), title.value) : text();
      if (!from) this.adopt(name, this.on.text());
      else if (name !== from) {
        this.shelf.rename(from, name);
        if (this.name && !isOpen) this.on.write(retold(this.on.text(), from, name)); // what is open may speak of it, too
      }
      if (isOpen) {
        this.name = name;
        this.on.named(name);
      }
      if (retitled !== text() && isOpen) this.on.write(retitled);
      else if (!isOpen) this.shelf.put(name, retitled);
      announce(`Kept as ${name}. Your other games can use it.`, true);
    };
    for (const field of [title, input])
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        save();
      });
    dialog(
      "Name this game",
      titleOf(text()) ? el("label", { for: "own-title" }, "Title, which players see ", title) : "",
      el("label", { for: "own-name" }, "Name of its file ", input),
      el("p", { class: "quiet" }, "Another script finds your library ", code("lamps"), " by ", code("use lamps"), ", and a variant your game ", code("my_game"), " by ", code("of my_game"), "."),
      wrong,
      el("button", { type: "button", class: "main", onclick: save }, "Keep"),
    );
    (titleOf(text()) ? title : input).select();
  }

  /// Own files that came with a link.
  take(files: Record<string, string> = {}): void {
    const refused = this.shelf.take(files);
    const isThrown = refused.some((name) => this.shelf.thrown.includes(name));
    const which = isThrown ? "it is among what you threw away, and stays there" : "yours is used";
    if (refused.length) announce(`You have another file called ${refused.join(", ")}; ${which}.`, true);
  }

  /// Several files at once, with those in archives: all are kept, none replaces another, and the first that is no library is
  /// opened. Texts in `history/NAME/` are earlier texts of NAME (mine.ts writes them).
  async takeFiles(files: File[]): Promise<void> {
    const texts: [path: string, text: string][] = [];
    for (const file of files) {
      const path = file.webkitRelativePath || file.name;
      if (/\.zip$/i.test(path)) {
        try {
          for (const [inside, bytes] of Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())))) texts.push([inside, strFromU8(bytes)]);
        } catch {
          announce(`${path} is damaged.`, true);
        }
      } else if (/\.glint$/i.test(path)) texts.push([path, await file.text()]);
      else if (files.length === 1) texts.push([path.replace(/(\.\w+)?$/, ".glint"), await file.text()]); // a script, though it is called otherwise
    }
    const taken: string[] = [];
    for (const [path, text] of texts) {
      const past = /(?:^|\/)history\/(\w+)\/([\d-]+)T([\d-]+)\.glint$/.exec(path);
      if (past) keep(past[1]!, text, Date.parse(`${past[2]}T${past[3]!.replaceAll("-", ":")}Z`) || 0);
      else if (!/\.glint$/i.test(path)) continue;
      else if (!isName(nameOf(path)) || text.length > longest) announce(`${path} is left out: a script has a name such as my_lamps.glint, and at most a megabyte.`, true);
      else {
        const plain = text.replace(/\r\n?/g, "\n");
        const name = this.shelf.text(nameOf(path)) === plain ? nameOf(path) : this.shelf.fresh(nameOf(path));
        this.shelf.put(name, plain);
        taken.push(name);
      }
    }
    if (!taken.length) return announce("There is no script among these files.", true);
    announce(`${taken.length} ${taken.length === 1 ? "script was" : "scripts were"} brought in: ${taken.join(", ")}.`, true);
    this.on.open(taken.find((name) => !/^\s*library\b/m.test(this.shelf.text(name)!)) ?? taken[0]!);
  }
}
