// The studio: text, board and panel, and what connects them. The rules are the engine's; this page asks and shows.
import { LSPClient } from "@codemirror/lsp-client";
import { Changes } from "./changes";
import { Disk } from "./disk";
import { announce, byId, download, el, replace } from "./dom";
import { Editor, serverExtensions } from "./editor";
import { Evaluation } from "./evaluation";
import { pageOf } from "./exporting";
import { type Exploration, explorationIn, showFound } from "./found";
import { GameView } from "./game";
import { showHelp } from "./help";
import { findHost, host } from "./host";
import { type Failure, Link, engine, ownFiles } from "./link";
import { Mending } from "./mending";
import { packedText } from "./packed";
import { partOf } from "./partial";
import { dialog, showOptions, showPlay } from "./playing";
import { type Diagnostic, showProblems } from "./problems";
import { recordButtons } from "./record";
import { Rules, sheetOf } from "./rules";
import { Scratch } from "./scratch";
import { type Service, type Trouble, errorText } from "./service";
import { hashOf, sharedIn } from "./share";
import { Beside, Shelf } from "./shelf";
import { ShelfView } from "./shelving";
import { type Earlier, type Saved, draft, earlier, keep, lastSaved, save } from "./store";
import { Studying } from "./studying";
import { Tabs } from "./tabs";
import { Testing } from "./testing";
import { fileNameOf, titleOf, withValues } from "./values";

interface Script {
  group: string;
  name: string;
  title: string;
  text: string;
}

const quiet = 200; // ms without a key before the engine is asked
const typing = 700; // ms without a key before the list opens what was typed

class Studio {
  private scripts: Script[] = [];
  private name = "untitled";
  private base = "";
  private client = this.newClient();
  private link: Link | undefined;
  private editor = new Editor(byId("editor"), () => this.changed());
  private service: Service = {
    request: (method, params) => {
      this.client.sync();
      return this.client.request(method, params);
    },
  };
  private disk: Disk | undefined; // if `glint studio` serves this page
  private shelf = new Shelf();
  private shelving: ShelfView;
  private beside: Beside | undefined; // own files in the engine
  private uri = (): string => this.disk?.uri ?? this.shelving?.uri ?? "file:///script.glint";
  private scratch = new Scratch(this.uri);
  private mending = new Mending(this.service, this.uri, () => this.editor.text, this.scratch);
  private game = new GameView(this.service, this.uri, () => this.editor.text, {
    shown: () => this.showPanels(),
    failed: (reason) => announce(reason),
    about: (cell) => void this.about(cell),
    wiped: () => replace(this.tabs.panel("why")),
    part: (text, isWanted) => partOf(text, this.scratch, isWanted),
  });
  private tabs: Tabs;
  private testing: Testing;
  private studying: Studying;
  private changes: Changes;
  private rules: Rules;
  private evaluation: Evaluation;
  private keeping: HTMLElement[];
  private timer = 0;
  private keeper = 0;
  private failures: string[] = []; // texts on which the engine failed
  private isLoading = true;

  constructor() {
    this.tabs = new Tabs(
      [
        ["play", "Play"],
        ["why", "Why"],
        ["tests", "Tests"],
        ["options", "Options"],
        ["study", "Study"],
        ["changes", "Changes"],
        ["rules", "Rules"],
      ],
      () => this.showPanels?.(),
    );
    this.testing = new Testing(this.tabs.panel("tests"), this.service, this.uri, this.editor, this.game);
    this.studying = new Studying(this.tabs.panel("study"), this.uri, () => this.editor.text, this.game, {
      parent: () => this.parent,
      game: () => this.searched,
      needed: () => this.needed,
      found: (found) => this.showFound(found),
    });
    this.changes = new Changes(this.tabs.panel("changes"), this.uri, () => this.editor.text, () => this.base, () => this.parent, this.game);
    this.evaluation = new Evaluation(this.game, this.uri, () => this.editor.text);
    this.keeping = [this.evaluation.place, ...recordButtons(this.game, () => ({ game: this.nameInRecords, file: `${this.name}_game` }), (more) => hashOf({ ...this.saved, ...more }))];
    this.rules = new Rules(this.tabs.panel("rules"), this.service, this.uri, () => this.editor.text, this.game, () => this.name);
    this.shelving = new ShelfView(this.shelf, {
      text: () => this.editor.text,
      open: (name, text) => {
        this.load({ name, base: text, text, options: {}, seed: 1, moves: [], own: name });
        void this.game.refresh();
      },
      named: (name) => {
        this.name = name;
        if (this.link) this.editor.connect(this.client, this.uri());
        this.remember();
        byId<HTMLSelectElement>("scripts").value = `own ${name}`;
        void this.game.refresh();
      },
    });
    ownFiles.neededBy = (text) => (this.disk ? {} : this.shelf.neededBy(text, this.shelving.name));
    this.buttons();
  }

  // ---- the engine

  private newClient(): LSPClient {
    return new LSPClient({
      timeout: 60_000,
      extensions: serverExtensions(),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
          if (params.uri === this.uri()) showProblems(params.diagnostics, { goTo: (line, column) => this.editor.goTo(line, column), mends: (one, isWanted) => this.mending.of(one, isWanted), use: (text) => this.editor.change(text) });
          return false; // the editor marks them
        },
      },
    });
  }

  async start(): Promise<void> {
    const noHost = await findHost();
    if (host) this.disk = this.diskOf(host);
    engine().catch(() => {}); // begins now; connect() awaits it
    const library = (await packedText("library")).split("\0");
    const bundled = JSON.parse(await packedText("bundled")) as (Omit<Script, "text"> & { text: string | number })[];
    this.scripts = bundled.map((script) => ({ ...script, text: typeof script.text === "number" ? library[script.text]! : script.text }));
    this.listScripts();
    const shared = sharedIn(location.hash);
    const last = lastSaved();
    const trouble = typeof shared === "string" ? shared : noHost;
    if (trouble) announce(trouble, true);
    if (shared && typeof shared !== "string") {
      if (last) keep(last.name, last.text);
      if (last && !last.own && !this.isBundled(last.text)) draft.write(last);
      this.take(shared.files);
      this.load({ ...shared, base: shared.text });
      history.replaceState(null, "", location.pathname + location.search);
    } else if (host?.file) {
      if (last) keep(last.name, last.text);
      await this.disk!.open(host.file);
    } else if (host?.game) this.open(this.scripts.find(({ name }) => name === host!.game)!);
    else if (last) this.load(last);
    else {
      this.open(this.scripts.find(({ name }) => name === "laser_lawn")!);
      if (!trouble) announce("Choose a game in the list above, play it, or make a variant of it. Help says how.", true);
    }
    await this.connect();
    document.body.dataset.ready = String(Math.round(performance.now()));
  }

  private async connect(): Promise<void> {
    this.link = new Link(await engine(), (failure) => void this.failed(failure));
    this.client.connect(this.link);
    await this.client.initializing;
    const { client } = this;
    this.beside = new Beside((method, params) => client.notification(method, params)); // in order with the editor's own
    this.beside.show(this.needed);
    this.editor.connect(this.client, this.uri());
    await this.game.refresh();
  }

  /// The engine's thread has ended. The text is here, so another one goes on; but not with a text that ends it again.
  private async failed(failure: Failure): Promise<void> {
    const text = this.editor.text;
    this.client.disconnect();
    this.editor.disconnect();
    this.client = this.newClient();
    this.link = this.beside = undefined;
    this.game.wait(false);
    const trouble = byId("trouble");
    trouble.hidden = false;
    const what = failure === "silent" ? "The engine took too long and was started again." : "The engine failed and was started again.";
    if (this.failures.includes(text)) {
      trouble.textContent = `${what} It will not try this text again: change the script. Your text is unchanged.`;
      return;
    }
    this.failures.push(text);
    trouble.textContent = `${what} Your text is as it was.`;
    await this.connect();
  }

  // ---- the script

  private diskOf(at: NonNullable<typeof host>): Disk {
    const disk = new Disk(at, {
      text: () => this.editor.text,
      open: (name, text) => {
        this.load({ name, base: text, text, options: {}, seed: 1, moves: [] }, true);
        if (this.link) void this.game.refresh();
      },
      update: (text) => {
        keep(this.name, this.editor.text);
        this.base = text;
        this.editor.replace(text);
      },
      saved: () => {
        this.name = disk.name!.replace(/^.*\//, "").replace(/\.glint$/, "");
        this.base = this.editor.text;
        if (this.link) this.editor.connect(this.client, this.uri());
        this.remember();
        void this.game.refresh();
      },
    });
    // Files that this one uses may be among them.
    at.onFiles = (touched) => {
      if (!this.link) return;
      const changes = touched.map((name) => ({ uri: at.uriOf(name), type: 2 }));
      this.link.send(JSON.stringify({ jsonrpc: "2.0", method: "workspace/didChangeWatchedFiles", params: { changes } }));
      void this.game.refresh();
    };
    disk.show();
    return disk;
  }

  /// Own files that came with a link.
  private take(files: Record<string, string> = {}): void {
    const refused = this.shelf.take(files);
    if (refused.length) announce(`You have another file called ${refused.join(", ")}; yours is used.`, true);
  }

  private listScripts(): void {
    const select = byId<HTMLSelectElement>("scripts");
    replace(select, el("option", { value: "" }, "your script"));
    for (const group of new Set(this.scripts.map((script) => script.group))) {
      const list = el("optgroup", { label: group });
      this.scripts.forEach((script, i) => {
        if (script.group === group) list.append(el("option", { value: i }, script.title));
      });
      select.append(list);
    }
    // A closed list changes with each key, on the way to what is meant: it is opened after the last of them.
    let keyed = 0;
    let timer = 0;
    const choose = () => {
      clearTimeout(timer);
      timer = 0;
      this.choose();
    };
    select.addEventListener("keydown", (event) => {
      keyed = performance.now();
      if (event.key === "Enter" && timer) choose();
    });
    select.addEventListener("change", () => {
      if (performance.now() - keyed > 100) return choose();
      clearTimeout(timer);
      timer = window.setTimeout(choose, typing);
    });
    select.addEventListener("blur", () => timer && choose());
  }

  /// Opens what the list of scripts shows.
  private choose(): void {
    const { value } = byId<HTMLSelectElement>("scripts");
    if (value.startsWith("own ")) return this.shelving.open(value.slice(4));
    if (value === "") {
      const mine = draft.read();
      if (!mine || this.isOwnText) return;
      this.take(mine.files);
      this.load(mine);
    } else if (this.scripts[Number(value)]) this.open(this.scripts[Number(value)]!);
    void this.game.refresh();
  }
  private isBundled(text: string): boolean {
    return this.scripts.some((script) => script.text === text);
  }
  /// The first entry of the list: what is open, if it is nothing else in the list, or what can be gone back to.
  private nameDraft(isOpen: boolean): void {
    const entry = byId<HTMLSelectElement>("scripts").options[0]!;
    const text = isOpen ? this.editor.text : (draft.read()?.text ?? "");
    const title = titleOf(text);
    entry.textContent = title ? `${title} (your script)` : "your script";
    entry.hidden = entry.disabled = !isOpen && !text;
  }

  private open(script: Pick<Script, "name" | "text">): void {
    this.load({ name: script.name, base: script.text, text: script.text, options: {}, seed: 1, moves: [] });
  }

  private load(saved: Saved, isFile = false): void {
    if (!this.isLoading && this.editor.text !== saved.text) {
      keep(this.name, this.editor.text);
      if (saved.own || this.isBundled(saved.text)) this.keepDraft();
    }
    if (!isFile) this.disk?.forget();
    this.shelving.leave(saved.own);
    this.isLoading = true;
    this.name = saved.name;
    this.base = saved.base;
    this.game.reset(saved.moves, saved.options, saved.seed);
    this.game.sit(saved.seats, saved.clock);
    // With an undo of its own, and the language server's document made anew.
    this.editor.disconnect();
    this.editor.open(saved.text);
    this.beside?.show(this.needed);
    if (this.link) this.editor.connect(this.client, this.uri());
    this.isLoading = false;
    this.shelving.list();
    const known = this.scripts.findIndex(({ text }) => text === saved.text);
    this.nameDraft(!this.shelving.name && known < 0);
    byId<HTMLSelectElement>("scripts").value = this.shelving.name ? `own ${this.shelving.name}` : known < 0 ? "" : String(known);
    this.testing.clear();
    this.studying.clear();
    this.changes.clear();
    this.remember();
  }

  /// Before another script is opened: one's own, which is no file, can be gone back to.
  private keepDraft(): void {
    const { text } = this.editor;
    if (text.trim() && this.isOwnText && draft.write(this.saved)) announce(`${titleOf(text) || "Your script"} is kept: it is the first in the list.`, true);
  }

  /// Own files that the script uses; on a disk the engine finds them itself.
  private get needed(): Record<string, string> {
    return this.disk ? {} : this.shelf.neededBy(this.editor.text, this.shelving.name);
  }

  private changed(): void {
    if (this.isLoading) return;
    if (!this.shelving.name) {
      this.nameDraft(true);
      byId<HTMLSelectElement>("scripts").value = "";
    }
    this.disk?.show();
    this.game.wait();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.remember();
      this.testing.changed();
      this.beside?.show(this.needed);
      if (this.link) void this.game.refresh();
      else if (!this.failures.includes(this.editor.text)) void this.connect();
      else this.game.wait(false);
    }, quiet);
    clearTimeout(this.keeper);
    this.keeper = window.setTimeout(() => keep(this.name, this.editor.text), 5000);
  }

  /// The game of which the script is a variant.
  private get parent(): string | undefined {
    const name = /^variant\s+"[^"]*"\s+of\s+(\w+)/m.exec(this.editor.text)?.[1];
    const mine = name && !this.disk ? this.shelf.text(name) : undefined;
    return mine ?? this.scripts.find((script) => script.name === name && /^(Games|Variants)$/.test(script.group))?.text;
  }

  /// The script as a game whose variants are looked for: under a name by which they can be of it.
  private get searched(): { name: string; text: string; isBundled: boolean } {
    const { text } = this.editor;
    const script = this.scripts.find((each) => each.text === text && /^(Games|Variants)$/.test(each.group));
    return { name: script?.name ?? this.shelving.name ?? (fileNameOf(titleOf(text)) || "my_game"), text, isBundled: script !== undefined };
  }

  /// As `glint replay` looks for it: a bundled game by its name, or a file.
  private get nameInRecords(): string {
    const script = this.scripts.find(({ text }) => text === this.editor.text);
    const isBundled = script && /^(Games|Variants)$/.test(script.group);
    return isBundled ? script.name : (this.disk?.name ?? `${this.name}.glint`);
  }
  /// Of a script that is no file yet: after its title, which may have changed.
  private get fileName(): string {
    return this.isOwnText ? fileNameOf(titleOf(this.editor.text)) || this.name : this.name;
  }
  private get saved(): Saved {
    const { options, seed } = this.game.where;
    const moves = this.game.session.openMoves;
    const files = this.needed;
    return { name: this.name, base: this.base, text: this.editor.text, options, seed, moves, files, own: this.shelving.name };
  }
  private remember(): void {
    this.shelving.keep(this.editor.text);
    if (!save(this.saved)) announce("This browser stores nothing for this page: save your script as a file.", true);
  }

  // ---- what is shown

  private showPanels(): void {
    if (!this.tabs) return;
    const panel = this.tabs.panel(this.tabs.current);
    // What has the focus keeps it: the panel is made again after each move.
    const focused = panel.contains(document.activeElement) ? document.activeElement?.id : "";
    if (this.tabs.current === "play") showPlay(panel, this.game, ...(this.keeping ?? []));
    else if (this.tabs.current === "options") showOptions(panel, this.game, () => void this.useValues(), this.isOwnText);
    else if (this.tabs.current === "rules") void this.rules?.show();
    else if (this.tabs.current === "tests") this.testing?.show();
    else if (this.tabs.current === "study") this.studying.show();
    else if (this.tabs.current === "changes") this.changes.show();
    else if (!panel.firstChild)
      replace(panel, el("h2", {}, "Why"), el("p", { class: "quiet" }, "Right-click a cell, touch it for long, or press W, to see what is on it and where its light comes from."));
    if (focused) document.getElementById(focused)?.focus();
    this.evaluation?.show();
    if (!this.isLoading) this.remember();
  }

  /// What lies on a cell, and where its light comes from.
  private async about(cell: string): Promise<void> {
    const about = await this.game.about(cell);
    if (!about) return;
    const { words, why, steps } = about;
    const panel = this.tabs.panel("why");
    this.tabs.show("why");
    replace(
      panel,
      el("h2", {}, cell),
      el("p", {}, words),
      ...why.map((line) => el("p", { class: "rules" }, line)),
      steps.length ? el("h3", {}, "Beams that reach it") : null,
      ...steps.map((line) => el("p", { class: "rules quiet" }, line)),
    );
    announce([cell, words, ...why].join(". "));
  }

  // ---- buttons

  private buttons(): void {
    const main = document.querySelector("main")!;
    for (const button of document.querySelectorAll<HTMLButtonElement>(".views button"))
      button.addEventListener("click", () => {
        main.dataset.view = button.dataset.view!;
        for (const each of document.querySelectorAll(".views button")) each.setAttribute("aria-pressed", String(each === button));
      });
    const menu = document.querySelector<HTMLDetailsElement>(".menu")!;
    // Before the button acts: the focus comes back to the menu, and dialogs give it back to the menu.
    menu.addEventListener(
      "click",
      (event) => {
        if (!(event.target as Element).closest(".menu > div button")) return;
        menu.open = false;
        menu.querySelector("summary")!.focus();
      },
      true,
    );
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")!.focus();
    });
    byId("new").addEventListener("click", () => {
      this.open({ name: "my_game", text: "" });
      void this.game.refresh();
      this.editor.view.focus();
    });
    byId("variant").addEventListener("click", () => void this.makeVariant());
    byId("open").addEventListener("click", () => (this.disk ? this.disk.choose() : byId("file").click()));
    byId<HTMLInputElement>("file").addEventListener("change", (event) => void this.openFile(event.target as HTMLInputElement));
    byId("save-as").addEventListener("click", () => (this.disk ? this.disk.saveAs() : this.shelving.ask(this.name)));
    byId("help").addEventListener("click", showHelp);
    byId("save").addEventListener("click", () => this.saveFile());
    byId("past").addEventListener("click", () => this.showEarlier());
    byId("share").addEventListener("click", () => void this.share());
    byId("export").addEventListener("click", () => void this.export());
    window.addEventListener("pagehide", () => {
      this.remember();
      keep(this.name, this.editor.text);
    });
    window.addEventListener("hashchange", () => {
      const shared = sharedIn(location.hash);
      if (typeof shared === "string") return announce(shared, true);
      if (!shared) return;
      this.take(shared.files);
      this.load({ ...shared, base: shared.text });
      history.replaceState(null, "", location.pathname + location.search);
      void this.game.refresh();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        this.saveFile();
      }
      if (!event.altKey || event.ctrlKey || event.metaKey || event.key !== "t") return;
      event.preventDefault();
      this.tabs.show("tests");
    });
  }

  /// What is open is the author's own, and nothing can be a variant of it by name.
  private get isOwnText(): boolean {
    return !this.shelving.name && !this.disk?.name && !this.isBundled(this.editor.text);
  }

  /// Options as they are set become the script's own values, or those of a variant.
  private async useValues(): Promise<void> {
    const options = (this.game.shown?.options ?? []).filter(({ value, initial }) => value !== initial);
    const text = this.isOwnText ? withValues(this.editor.text, Object.fromEntries(options.map(({ name, value }) => [name, value]))) : undefined;
    if (text === undefined) return this.makeVariant();
    this.game.options = {};
    this.editor.replace(text);
    announce(`Your script has these values now: ${options.map(({ name, value }) => `${name} = ${value}`).join(", ")}.`, true);
  }

  /// A variant of what is open: a bundled game by its name.
  private async makeVariant(): Promise<void> {
    const script = this.scripts.find(({ text }) => text === this.base && text === this.editor.text);
    const isBundled = script && ["Games", "Variants"].includes(script.group);
    const isGame = /^(game|variant)\s/m.test(this.editor.text) && /^[A-Za-z_]\w*$/.test(this.name);
    const isOwn = isGame && (this.shelving.name || (this.disk?.name && !this.disk.name.includes("/") && !this.disk.isChanged));
    const base = isBundled ? script.name : isOwn ? this.name : "";
    if (!base) {
      const keep = this.disk ? "save your game" : "keep your game as one of your files (in the menu File)";
      announce(`A variant names the game that it changes: open a game in the list, or ${keep} first.`, true);
      return;
    }
    // Options that were set are taken over; else one of them gets another default.
    const options = Object.fromEntries((this.game.shown?.options ?? []).filter(({ value, initial }) => value !== initial).map(({ name, value }) => [name, value]));
    const name = `my_${base}`;
    const title = `My ${this.game.answer?.title ?? script?.title ?? base}`;
    const fields = { textDocument: { uri: this.uri() }, of: base, name, title, options };
    const before = this.editor.text;
    const answer = await this.service
      .request<{ errors: Trouble[]; text?: string }>("glint/newVariant", fields)
      .catch((error: Error) => ({ errors: [{ message: error.message, help: "" } as Trouble], text: undefined }));
    if (this.editor.text !== before) return;
    if (answer.text === undefined) return announce(answer.errors[0] ? errorText(answer.errors[0]) : "There is no game to vary.", true);
    this.open({ name, text: answer.text });
    void this.game.refresh();
    this.editor.view.focus();
    const values = [...answer.text.matchAll(/^option (\w+) = (\S+)/gm)].map(([, option, value]) => `${option} = ${value}`);
    const begins = values.length ? ` It begins with ${values.join(", ")}.` : "";
    announce(`This is a variant now.${begins} Change its text, under Script; that of the game is under Changes.`, true);
  }

  private async openFile(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])];
    input.value = "";
    const file = files[0];
    if (!file) return;
    if (files.length > 1) return this.shelving.takeFiles(files);
    if (file.size > 1_000_000) return announce(`${file.name} is too large for a script.`, true);
    const found = explorationIn(await file.text());
    if (found) return this.showFound(found);
    this.open({ name: file.name.replace(/\.glint$/, ""), text: await file.text() });
    void this.game.refresh();
  }

  /// What `glint explore --json` has found.
  private showFound(found: Exploration): void {
    void showFound(found, (name, text, how) => {
      this.open({ name, text });
      void this.game.refresh();
      if (how === "play") this.tabs.show("play");
      if (how !== "compare") return;
      this.tabs.show("changes");
      byId("diff-parent").click();
    });
  }

  private saveFile(): void {
    if (this.disk) return void this.disk.save();
    download(`${this.fileName}.glint`, this.editor.text, "text/plain");
    this.base = this.editor.text;
    this.remember();
  }

  private showEarlier(): void {
    const texts = earlier();
    const open = (text: Earlier) => {
      this.open(text);
      void this.game.refresh();
      byId<HTMLDialogElement>("dialog").close();
    };
    const list = texts.map((text) =>
      el(
        "p",
        { class: "buttons" },
        el("button", { type: "button", onclick: () => open(text) }, "Restore"),
        `${text.name}, ${new Date(text.time).toLocaleString()}, ${text.text.split("\n").length} lines`,
      ),
    );
    dialog("Earlier texts", el("p", { class: "quiet" }, "This browser keeps the last 200 texts of your scripts on this machine."), ...list);
  }

  private async share(): Promise<void> {
    const link = location.href.split("#")[0] + hashOf(this.saved);
    try {
      await navigator.clipboard.writeText(link);
      const only = location.protocol === "file:" ? " This page is a file: it opens where the same file is. For others, export the game as a page." : "";
      announce(`The link is copied (${link.length} characters). It contains the script and the position.${only}`, true);
    } catch {
      const field = el("textarea", { readonly: true, "aria-label": "Link" }, link);
      dialog("A link to this script and position", el("p", {}, "Copy it:"), field);
      field.select();
    }
  }

  private async export(): Promise<void> {
    const { name, text, options, seed, files } = this.saved;
    const title = this.game.answer?.title;
    if (!title || this.game.hasErrors) return announce("The script has errors, so there is no game to export.", true);
    const sheet = await sheetOf(this.service, this.uri(), options);
    download(`${this.fileName}.html`, await pageOf({ name, text, options, seed, moves: [], files, sheet }, title, this.scripts), "text/html");
    announce(`The game is one page now: it plays from the file, without a network.${sheet ? "" : " It has no rule sheet, as the engine did not write one."}`, true);
  }
}

void new Studio().start();
