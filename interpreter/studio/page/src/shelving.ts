// The author's own files in the list of scripts: kept under a name, opened, thrown away. What is written is kept at once.
import { announce, byId, el, replace } from "./dom";
import { dialog } from "./playing";
import type { Shelf } from "./shelf";

export class ShelfView {
  name = ""; // of the own file that is open; empty: another script is

  constructor(
    private shelf: Shelf,
    private on: {
      text(): string;
      open(name: string, text: string): void;
      named(name: string): void; // what is open has become the file of this name
    },
  ) {}

  /// The address of the open file among the engine's documents.
  get uri(): string | undefined {
    return this.name ? `file:///${this.name}.glint` : undefined;
  }

  /// Another script is opened: one of these files, or none.
  leave(name = ""): void {
    this.name = name && this.shelf.text(name) !== undefined ? name : "";
  }
  keep(text: string): void {
    if (this.name && !this.shelf.put(this.name, text)) announce("This browser has no room for your file: save it.", true);
  }

  open(name: string): void {
    const text = this.shelf.text(name);
    if (text !== undefined) this.on.open(name, text);
  }

  /// Writes the files into the list of scripts.
  list(): void {
    const select = byId<HTMLSelectElement>("scripts");
    select.querySelector("#own-files")?.remove();
    if (!this.shelf.names.length) return;
    const group = el("optgroup", { label: "My files", id: "own-files" });
    group.append(...this.shelf.names.map((name) => el("option", { value: `own ${name}` }, `${name}.glint`)));
    select.options[0]!.after(group);
  }

  /// Asks for a name, and keeps what is open under it.
  ask(proposal: string): void {
    const known = /^\s*library\s+(\w+)/m.exec(this.on.text())?.[1] ?? (this.name || proposal);
    const input = el("input", { type: "text", id: "own-name", value: known, spellcheck: "false" });
    const wrong = el("p", { class: "bad", role: "alert" });
    const box = byId<HTMLDialogElement>("dialog");
    const save = () => {
      const name = input.value.trim().replace(/\.glint$/, "");
      if (!/^[A-Za-z_]\w*$/.test(name)) return replace(wrong, "A name has letters, digits and underscores, such as my_lamps.");
      if (name !== this.name && this.shelf.text(name) !== undefined) return replace(wrong, "You have a file of this name already.");
      box.close();
      this.name = name;
      this.keep(this.on.text());
      this.list();
      this.on.named(name);
      announce(`Kept as ${name}.glint. Your other files can use it.`, true);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      save();
    });
    const remove = (name: string) => {
      this.shelf.remove(name);
      this.list();
      replace(others, ...list());
    };
    const list = () =>
      this.shelf.names
        .filter((name) => name !== this.name)
        .map((name) => el("p", { class: "buttons" }, el("button", { type: "button", onclick: () => remove(name) }, "Throw away"), `${name}.glint`));
    const others = el("div", {}, ...list());
    dialog(
      "Keep as one of my files",
      el("p", { class: "quiet" }, "This browser stores it, with your changes. A script finds your library `lamps` by `use lamps`, and a variant your game `my_game` by `of my_game`."),
      el("label", { for: "own-name" }, "Name", input),
      wrong,
      el("button", { type: "button", class: "main", onclick: save }, "Keep"),
      others.firstChild ? el("h3", {}, "My files") : "",
      others,
    );
    input.select();
  }

  /// Several files at once: all are kept, and the first that is no library is opened.
  async takeFiles(files: File[]): Promise<void> {
    let first = "";
    for (const file of files) {
      const name = file.name.replace(/\.glint$/, "");
      if (!/^[A-Za-z_]\w*$/.test(name) || file.size > 1_000_000) {
        announce(`${file.name} is left out: a script has a name such as my_lamps.glint, and at most a megabyte.`, true);
        continue;
      }
      const text = (await file.text()).replace(/\r\n?/g, "\n");
      const known = this.shelf.text(name);
      if (known !== undefined && known !== text && !confirm(`Replace your file ${name}.glint?`)) continue;
      this.shelf.put(name, text);
      if (!first && !/^\s*library\b/m.test(text)) first = name;
    }
    this.list();
    const one = first || this.shelf.names.find((name) => files.some((file) => file.name === `${name}.glint`));
    if (one) this.open(one);
  }
}
