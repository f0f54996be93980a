// The script's file on the disk, where the page has a host: opened, saved, and followed while other programs write it.
import { announce, byId, el, replace } from "./dom";
import type { Change, FileAnswer, Host } from "./host";
import { dialog } from "./playing";

const told = ({ error, help }: FileAnswer): string => [error, help].filter(Boolean).join(": ");

/// Of a file, in the history and in records.
export const nameOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.glint$/, "");

export class Disk {
  name: string | undefined; // of the file that is open
  private stamp = ""; // of what is on the disk, as far as this page knows
  private kept = ""; // the text there, with plain line ends
  private crlf = false;

  constructor(
    private host: Host,
    private on: {
      text(): string;
      open(name: string, text: string): void; // another script
      update(text: string): void; // the same one, as another program has written it
      saved(): void;
    },
  ) {
    host.onChange = (change) => this.changed(change);
    host.onLost = (isLost) => {
      // What was asked before stays to be answered.
      const lost = "`glint studio` does not answer. Start it again, and load this page at its new address. Your text is kept in this browser.";
      const place = byId("disk");
      if (isLost) place.hidden ? this.say(lost) : announce(lost, true);
      else if (place.textContent === lost) place.hidden = true;
    };
    byId("file-name").hidden = false;
    byId("save").textContent = "Save";
    byId("save-as").textContent = "Save as…";
    window.addEventListener("beforeunload", (event) => {
      if (this.isChanged) event.preventDefault();
    });
  }

  get uri(): string {
    return this.host.uriOf(this.name ?? "untitled.glint");
  }
  get isChanged(): boolean {
    return this.name !== undefined && this.on.text() !== this.kept;
  }

  /// What the page shows of it; to be called after each change of the text.
  show(): void {
    const place = byId("file-name");
    place.textContent = this.name ? this.name + (this.isChanged ? " (not saved)" : "") : "no file";
    place.title = this.host.folder;
  }
  /// The script is none of the folder's.
  forget(): void {
    this.name = undefined;
    this.stamp = this.kept = "";
    this.crlf = false;
    byId("disk").hidden = true;
    this.show();
  }

  async open(name: string): Promise<boolean> {
    const file = await this.host.read(name);
    if (file.text === undefined || file.status !== 200) {
      announce(told(file), true);
      return false;
    }
    const text = this.take(name, file.stamp ?? "", file.text);
    byId("disk").hidden = true;
    this.on.open(nameOf(name), text);
    this.show();
    return true;
  }

  /// The folder's script of which this is the name in the history. False if there is none.
  async openNamed(name: string): Promise<boolean> {
    const found = this.host.files.find((path) => nameOf(path) === name);
    return found !== undefined && this.open(found);
  }

  /// A list of the folder's scripts to open one of.
  choose(): void {
    const box = byId<HTMLDialogElement>("dialog");
    const open = (name: string) => {
      box.close();
      void this.open(name);
    };
    const list = el("div", { class: "files" }, ...this.host.files.map((name) => el("button", { type: "button", onclick: () => open(name) }, name)));
    const other = el("button", { type: "button", onclick: () => (box.close(), byId("file").click()) }, "A file from elsewhere…");
    dialog("Open a script", el("p", { class: "quiet" }, `In ${this.host.folder}:`), list.firstChild ? list : el("p", {}, "There are no scripts yet."), other);
  }

  async save(): Promise<void> {
    if (this.name) await this.write(this.name, this.stamp);
    else this.saveAs();
  }

  saveAs(): void {
    const input = el("input", { type: "text", id: "save-name", value: this.name ?? "my_game.glint", spellcheck: "false" });
    const box = byId<HTMLDialogElement>("dialog");
    const save = () => {
      const name = input.value.trim();
      box.close();
      if (name) void this.write(name.endsWith(".glint") ? name : `${name}.glint`, name === this.name ? this.stamp : "");
    };
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      save();
    });
    const button = el("button", { type: "button", class: "main", onclick: save }, "Save");
    dialog("Save as", el("label", { for: "save-name" }, `A name in ${this.host.folder}`, input), button);
    input.select();
  }

  private async write(name: string, stamp: string): Promise<void> {
    const text = this.on.text();
    const file = await this.host.write(name, this.crlf ? text.replaceAll("\n", "\r\n") : text, stamp);
    if (file.status === 409) return this.ask(name, file);
    if (file.status !== 200) return announce(`Not saved: ${told(file)}`, true);
    this.name = name;
    this.stamp = file.stamp ?? "";
    this.kept = text;
    byId("disk").hidden = true;
    this.show();
    this.on.saved();
    announce(`Saved: ${name}`, true);
  }

  /// There is something else on the disk than what this page knows.
  private ask(name: string, file: FileAnswer): void {
    const box = byId<HTMLDialogElement>("dialog");
    const act = (what: () => void) => () => {
      box.close();
      what();
    };
    dialog(
      "Not saved yet",
      el("p", {}, told(file)),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "main", onclick: act(() => void this.write(name, file.stamp ?? "")) }, "Replace it with my text"),
        file.stamp ? el("button", { type: "button", onclick: act(() => void this.open(name)) }, "Load the file instead") : null,
      ),
    );
  }

  private take(name: string, stamp: string, text: string): string {
    this.name = name;
    this.stamp = stamp;
    this.crlf = text.includes("\r\n");
    return (this.kept = text.replace(/\r\n?/g, "\n"));
  }

  private changed({ changed, stamp, text, error }: Change): void {
    if (changed !== this.name || stamp === this.stamp) return;
    if (!stamp) {
      this.stamp = "";
      this.say(`${error || "The file is gone"}. Your text is still here; saving writes the file again.`);
      return;
    }
    if (!this.isChanged) {
      this.on.update(this.take(changed, stamp, text));
      this.show();
      return announce(`${changed} was changed by another program, and was loaded again.`, true);
    }
    const place = this.say(
      `${changed} was changed by another program, and you have changed your text, too.`,
      el("button", { type: "button", onclick: () => ((place.hidden = true), this.on.update(this.take(changed, stamp, text)), this.show()) }, "Load it"),
      el("button", { type: "button", onclick: () => ((place.hidden = true), (this.stamp = stamp)) }, "Keep my text"),
    );
  }

  private say(text: string, ...buttons: HTMLElement[]): HTMLElement {
    const place = byId("disk");
    replace(place, text, buttons.length ? el("span", { class: "buttons" }, ...buttons) : null);
    place.hidden = false;
    return place;
  }
}
