// The studio: text, board and panel, and what connects them. The rules are the engine's; this page asks and shows.
import { Disk, nameOf } from "./disk";
import { announce, byId, download, replace } from "./dom";
import { Door, type Script, bundledScripts } from "./door";
import { Editor } from "./editor";
import { type Exploration, explorationIn, gameOf, showFound } from "./found";
import { Frame } from "./frame";
import { GameView } from "./game";
import { findHost, host } from "./host";
import { Language } from "./language";
import { engine, ownFiles } from "./link";
import { Mending } from "./mending";
import { Mine, pictureIn } from "./mine";
import { Panels } from "./panels";
import { partOf } from "./partial";
import { showProblems } from "./problems";
import { Scratch } from "./scratch";
import { copyLink, exportPage } from "./sending";
import type { Service } from "./service";
import { hashOf, sharedIn } from "./share";
import { Shelf } from "./shelf";
import { Shelving } from "./shelving";
import { type Saved, draft, keep, lastSaved, pictures, played, save } from "./store";
import { Tour } from "./tour";
import { fileNameOf, isChanged, titleOf } from "./values";
import { Variants, isVaried } from "./variants";
import { showAbout } from "./why";

const quiet = 200; // ms without a key before the engine is asked

class Studio {
  private scripts: Script[] = [];
  private name = "untitled";
  private base = ""; // the text that was opened or saved last
  private origin = ""; // that of the game with which it began, if it is one to be studied beside it
  private editor = new Editor(byId("editor"), () => this.changed(), () => this.frame.showText());
  private language = new Language(this.editor, {
    uri: () => this.uri(),
    needed: () => this.needed,
    found: (diagnostics) => {
      showProblems(diagnostics, {
        goTo: (line, column) => this.editor.goTo(line, column),
        mends: (one, isWanted) => this.mending.of(one, isWanted),
        text: () => this.editor.text,
        use: (text) => this.editor.change(text),
      });
      this.frame.countErrors(diagnostics.filter(({ severity }) => severity === 1).length);
    },
    connected: () => this.game.refresh(),
    ended: () => this.game.wait(false),
  });
  private service: Service = this.language.service;
  private disk: Disk | undefined; // if `glint studio` serves this page
  private shelf = new Shelf();
  private shelving: Shelving;
  private mine: Mine;
  private frame: Frame;
  private variants: Variants;
  private uri = (): string => (this.disk?.name ? undefined : this.shelving?.uri) ?? this.disk?.uri ?? "file:///script.glint";
  private scratch = new Scratch(this.uri);
  private mending = new Mending(this.service, this.uri, () => this.editor.text, this.scratch);
  private game = new GameView(this.service, this.uri, () => this.editor.text, {
    shown: () => this.panels.show(),
    failed: (reason) => announce(reason),
    about: (cell) => void showAbout(cell, this.game, this.panels.tabs.panel("why"), () => this.panels.tabs.show("why")),
    wiped: () => replace(this.panels.tabs.panel("why")),
    part: (text, isWanted) => partOf(text, this.scratch, isWanted),
  });
  private panels: Panels;
  private tour: Tour;
  private isReady = () => {};
  private ready = new Promise<void>((done) => (this.isReady = done)); // the engine is
  private timer = 0;
  private keeper = 0;
  private isLoading = true;

  constructor() {
    this.panels = new Panels({
      service: this.service,
      editor: this.editor,
      game: this.game,
      uri: this.uri,
      base: () => this.base,
      parent: () => this.parent,
      original: () => (isChanged(this.origin, this.editor.text) ? this.origin : undefined),
      name: () => this.name,
      nameInRecords: () => this.nameInRecords,
      searched: () => this.searched,
      needed: () => this.needed,
      isOwn: () => this.isOwn,
      link: (more) => hashOf({ ...this.saved, ...more }),
      useValues: () => void this.variants.useValues(),
      writeOut: () => this.variants.writeOut(this.parent),
      found: (found) => this.showFound(found),
      tryIt: (text) => (this.openNew("from_the_book", text), this.panels.tabs.show("learn")), // to read on
      tour: () => this.tour.begin(),
      openScript: () => this.frame.showText(),
      shown: () => this.shown(),
    });
    this.frame = new Frame({ leave: () => this.leave(), opened: () => this.editor.view.focus(), title: () => byId("title").textContent ?? "" });
    this.variants = new Variants(this.game, this.service, () => this.openNow, {
      write: (text) => this.editor.replace(text),
      whole: (text, original) => {
        this.origin = original;
        this.editor.change(text);
      },
      made: (name, text, original) => {
        this.openNew(name, text, original);
        this.panels.tabs.show("options");
      },
    });
    this.shelving = new Shelving(this.shelf, {
      text: () => this.editor.text,
      write: (text) => this.editor.change(text),
      open: (name) => this.openOwn(name),
      named: (name) => {
        this.name = name;
        this.language.open();
        this.remember();
        void this.game.refresh();
      },
    });
    this.mine = new Mine(this.shelving, {
      open: (name) => this.openOwn(name),
      openText: (name, text) => void this.restore(name, text),
      copied: (name) => this.openNew(name, this.shelf.text(name) ?? ""),
      thrown: () => {
        this.begin(this.first); // else a game that was thrown away would be played, and kept anew
        this.frame.door?.open(this.first.title);
        void this.game.refresh();
      },
      changed: () => this.frame.place === "door" && void this.frame.door?.show("mine"),
    });
    this.tour = new Tour(byId("tour-place"), this.game, {
      begin: (text) => {
        if (this.shelving.name) announce(`${titleOf(this.editor.text) || this.name} is kept among your games.`, true);
        this.openNew("my_lighthouse", text);
        this.panels.tabs.show("play");
      },
      write: (text) => {
        keep(this.name, this.editor.text); // somebody may have changed it beside the tour
        this.editor.replace(text);
        this.game.again();
      },
    });
    ownFiles.neededBy = (text) => (this.disk?.name ? {} : this.shelf.neededBy(text, this.shelving.name));
    this.buttons();
  }

  // ---- the engine

  async start(): Promise<void> {
    const noHost = await findHost();
    if (host) this.disk = this.diskOf(host);
    engine().catch(() => {}); // begins now; connect() awaits it
    const scripts = bundledScripts();
    this.frame.door = new Door(scripts, this.mine, {
      play: (script) => this.openBundled(script),
      change: (script) => {
        this.openBundled(script);
        void this.ready.then(() => void (this.editor.text === script.text && this.variants.make())); // else another one has been opened since
      },
      invent: (name, text) => {
        this.openNew(name, text);
        if (text) this.panels.tabs.show("draw");
        else this.frame.showText();
      },
      tour: () => this.tour.begin(),
      back: () => this.frame.show("game"),
    });
    const shared = sharedIn(location.hash);
    const last = lastSaved();
    const isFirst = !last && !host?.file && !host?.game && (!shared || typeof shared === "string");
    if (isFirst) this.frame.show("door", false);
    this.scripts = await scripts;
    for (const { name } of this.scripts) this.shelf.reserved.add(name);
    const old = draft.read(); // of a studio that kept one script without a name
    if (old) {
      if (!this.shelf.named(old.text)) this.shelf.put(this.shelf.fresh(old.name), old.text);
      draft.remove();
    }
    const trouble = typeof shared === "string" ? shared : noHost;
    if (trouble) announce(trouble, true);
    if (shared && typeof shared !== "string") {
      if (last) this.keepLast(last);
      this.shelving.take(shared.files);
      this.load({ ...shared, base: shared.text });
      history.replaceState(null, "", location.pathname + location.search);
    } else if (host?.file) {
      if (last) this.keepLast(last);
      await this.disk!.open(host.file);
    } else if (host?.game) this.begin(this.scripts.find(({ name }) => name === host!.game)!);
    else if (last && !this.shelf.about(last.own ?? "").thrown) this.load({ ...last, text: this.shelving.textOf(last) });
    else if (this.name === "untitled") this.begin(this.first);
    if (!isFirst) this.frame.show("game", false);
    await this.language.connect();
    this.isReady();
    document.body.dataset.ready = String(Math.round(performance.now()));
  }

  // ---- the script

  private diskOf(at: NonNullable<typeof host>): Disk {
    const disk = new Disk(at, {
      text: () => this.editor.text,
      open: (name, text) => {
        this.load({ name, base: text, text, options: {}, seed: 1, moves: [] }, true);
        if (this.language.isConnected) void this.game.refresh();
      },
      update: (text) => {
        keep(this.name, this.editor.text);
        this.base = text;
        this.editor.replace(text);
      },
      saved: () => {
        this.name = nameOf(disk.name!);
        this.base = this.editor.text;
        this.language.open();
        this.remember();
        void this.game.refresh();
      },
    });
    // Files that this one uses may be among them.
    at.onFiles = (touched) => {
      if (!this.language.isConnected) return;
      const changes = touched.map((name) => ({ uri: at.uriOf(name), type: 2 }));
      this.language.notify("workspace/didChangeWatchedFiles", { changes });
      void this.game.refresh();
    };
    disk.show();
    return disk;
  }

  /// What is open where nothing else was.
  private get first(): Script {
    return this.scripts.find(({ name }) => name === "laser_lawn")!;
  }
  private isBundled = (text: string): boolean => this.scripts.some((script) => script.text === text);
  /// A game that comes with Glint, as it was left.
  private begin({ name, text }: Script): void {
    this.load({ name, base: text, text, options: {}, seed: 1, moves: [], ...played.read(name) });
  }
  /// A game that is opened is there to be played; drawing, options and the rest are beside it.
  private onBoard(isVisit = true): void {
    this.frame.show("game", isVisit);
    this.panels.tabs.show("play");
    void this.game.refresh();
  }
  private openBundled(script: Script): void {
    this.begin(script);
    this.onBoard();
  }
  private openOwn(name: string): void {
    const text = this.shelf.text(name);
    if (text === undefined) return;
    this.load({ base: text, options: {}, seed: 1, moves: [], ...this.shelf.about(name), name, text, own: name });
    this.onBoard();
  }
  /// A new game of the author's own: nothing is replaced. An empty one is kept with its first word.
  openNew(proposal: string, text: string, origin?: string): void {
    const name = this.shelf.fresh(proposal);
    if (text) this.shelf.put(name, text);
    keep(name, text); // its history begins here
    this.load({ name, base: text, text, options: {}, seed: 1, moves: [], own: name, ...(origin ? { origin } : {}) });
    this.onBoard();
  }
  /// An earlier text, in the game that it is of.
  private async restore(name: string, text: string): Promise<void> {
    const isOpen = this.shelving.name === name || (this.name === name && this.disk?.name);
    if (!isOpen && this.shelf.text(name) !== undefined) this.openOwn(name);
    else if (!isOpen && !(await this.disk?.openNamed(name))) {
      this.load({ name, base: text, text, options: {}, seed: 1, moves: [] });
      return this.onBoard();
    }
    keep(name, this.editor.text);
    this.editor.replace(text);
    this.frame.show("game");
  }
  /// What was open in an earlier visit stays, though something else is opened.
  private keepLast({ name, text, own }: Saved): void {
    keep(name, text);
    if (!own && text.trim() && !this.isBundled(text) && !this.shelf.named(text)) this.shelf.put(this.shelf.fresh(name), text);
  }

  private load(saved: Saved, isFile = false): void {
    if (!this.isLoading) this.leave();
    this.tour.end();
    if (!isFile) this.disk?.forget();
    this.shelving.leave(saved.own);
    this.isLoading = true;
    this.name = saved.name;
    this.base = saved.base;
    this.origin = saved.origin ?? this.scripts.find(({ group, text }) => text === saved.base && group !== "Templates")?.text ?? "";
    this.game.reset(saved.moves, saved.options, saved.seed);
    this.game.sit(saved.seats, saved.clock, saved.sat);
    // With an undo of its own, and the language server's document made anew.
    this.editor.disconnect();
    this.editor.open(saved.text);
    if (!isFile) this.adopt();
    this.language.open();
    this.isLoading = false;
    this.panels.clear();
    this.remember();
    byId("panel").scrollTop = 0;
    // Until the engine has answered nothing is shown of the game before.
    byId("title").textContent = titleOf(saved.text) || saved.name;
    byId("board").classList.add("stale");
    this.game.wait();
    this.frame.nameButtons(this.isOwn);
  }

  /// Before another script is opened.
  private leave(): void {
    keep(this.name, this.editor.text);
    this.remember();
    const { answer } = this.game;
    const drawing = byId("board").querySelector(".drawing svg");
    // Nobody's choice is to be seen on another page.
    if (this.shelving.name && drawing && answer && !answer.secrets && !answer.chosen) pictures.write(this.shelving.name, pictureIn(drawing));
  }

  /// A text of the author's own that has no file yet gets one. True if it is a new one.
  private adopt(): boolean {
    const { text } = this.editor;
    if (this.shelving.name || this.disk?.name || !text.trim() || this.isBundled(text)) return false;
    const known = this.shelf.named(text);
    const isChanged = this.isBundled(this.base) && this.base.trim() !== "";
    if (known) this.shelving.leave(known);
    else this.shelving.adopt(isChanged ? `my_${this.name}` : this.name, this.base);
    this.name = this.shelving.name;
    return !known && isChanged;
  }

  /// Own files that the script uses. Those beside a file on the disk the engine finds itself.
  private get needed(): Record<string, string> {
    return ownFiles.neededBy(this.editor.text);
  }

  private changed(): void {
    if (this.isLoading) return;
    this.disk?.show();
    this.game.wait();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const before = this.shelving.name;
      const isCopy = this.adopt();
      if (this.shelving.name !== before) this.language.open();
      this.frame.nameButtons(this.isOwn);
      if (isCopy) announce(`You change a copy of the game now: it is among your games, as ${this.name}.`, true);
      this.remember();
      this.panels.changed();
      this.language.showFiles();
      if (this.language.isConnected) void this.game.refresh();
      else if (!this.language.retry()) this.game.wait(false);
    }, quiet);
    clearTimeout(this.keeper);
    this.keeper = window.setTimeout(() => keep(this.name, this.editor.text), 5000);
  }

  /// What is open, for variants.
  private get openNow() {
    const { name, isOwn, disk, editor } = this;
    const isFile = Boolean(this.shelving.name || (disk?.name && !disk.name.includes("/") && !disk.isChanged));
    return { name, text: editor.text, uri: this.uri(), isOwn, isFile, script: this.scripts.find(({ text }) => text === editor.text) };
  }
  /// The game of which the script is a variant.
  private get parent(): string | undefined {
    const name = /^variant\s+"[^"]*"\s+of\s+(\w+)/m.exec(this.editor.text)?.[1];
    const mine = name && !this.disk?.name ? this.shelf.text(name) : undefined;
    return mine ?? this.scripts.find((script) => script.name === name && isVaried(script))?.text;
  }

  /// The script as a game whose variants are looked for: under a name by which they can be of it.
  private get searched(): { name: string; text: string; isBundled: boolean } {
    const { text } = this.editor;
    const script = this.scripts.find((each) => each.text === text && isVaried(each));
    const fresh = () => this.shelf.fresh(fileNameOf(titleOf(text)) || "my_game");
    return { name: script?.name ?? (this.shelving.name || fresh()), text, isBundled: script !== undefined };
  }

  /// As `glint replay` looks for it: a bundled game by its name, or a file.
  private get nameInRecords(): string {
    const script = this.scripts.find(({ text }) => text === this.editor.text);
    return script && isVaried(script) ? script.name : (this.disk?.name ?? `${this.name}.glint`);
  }
  /// Of a game of the author's own: after its title.
  private get fileName(): string {
    return this.shelving.name ? fileNameOf(titleOf(this.editor.text)) || this.name : this.name;
  }
  private get saved(): Saved {
    const { options, seed } = this.game.where;
    const moves = this.game.session.openMoves;
    const files = this.needed;
    return { name: this.name, base: this.base, origin: this.origin, text: this.editor.text, options, seed, moves, files, own: this.shelving.name };
  }
  private remember(): void {
    const isKept = this.shelving.keep(this.editor.text);
    const { options, seed, moves } = this.saved;
    const left = { options, seed, moves, seats: this.game.seats, sat: this.game.curtain.seated, clock: this.game.timing.choice };
    const bundled = this.scripts.find(({ text }) => text === this.editor.text);
    if (this.shelving.name) this.shelf.note(this.shelving.name, { ...left, origin: this.origin });
    else if (bundled) played.write(bundled.name, left);
    if (!save({ ...this.saved, ...left, isUnkept: !isKept })) announce("This browser stores nothing for this page: save your script as a file.", true);
  }

  // ---- what is shown

  private shown(): void {
    this.tour?.look();
    document.title = `${this.game.answer?.title ?? "Glint"} – Glint studio`;
    if (!this.isLoading) this.remember();
  }

  // ---- buttons

  private buttons(): void {
    byId("variant").addEventListener("click", () => void this.variants.make());
    byId("open").addEventListener("click", () => (this.disk ? this.disk.choose() : byId("file").click()));
    byId<HTMLInputElement>("file").addEventListener("change", (event) => void this.openFile(event.target as HTMLInputElement));
    byId<HTMLInputElement>("folder").addEventListener("change", (event) => void this.openFile(event.target as HTMLInputElement));
    byId("save-as").addEventListener("click", () => (this.disk ? this.disk.saveAs() : this.shelving.ask()));
    byId("help").addEventListener("click", () => {
      this.frame.show("game");
      this.panels.tabs.show("learn");
      byId("learn-search").focus();
    });
    byId("save").addEventListener("click", () => this.saveFile());
    byId("past").addEventListener("click", () => this.mine.history(this.shelving.name));
    byId("share").addEventListener("click", () => void copyLink(this.saved));
    byId("export").addEventListener("click", () => void this.export());
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("hashchange", () => {
      const shared = sharedIn(location.hash);
      if (typeof shared === "string") return announce(shared, true);
      if (!shared) return;
      this.shelving.take(shared.files);
      this.load({ ...shared, base: shared.text });
      history.replaceState({ place: "game" }, "", location.pathname + location.search);
      this.onBoard(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "s" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        this.saveFile();
      }
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "t") event.preventDefault();
      if (event.key === "t") this.panels.tabs.show("tests");
      if (event.key === "m") this.panels.tabs.show("play"); // before the game looks for the field of moves
    }, true);
  }

  /// What is open is the author's own.
  private get isOwn(): boolean {
    return Boolean(this.shelving.name || this.disk?.name) || !this.isBundled(this.editor.text);
  }

  private async openFile(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])];
    input.value = "";
    const file = files[0];
    if (!file) return;
    if (files.length > 1 || /\.zip$/i.test(file.name)) return this.shelving.takeFiles(files);
    if (file.size > 1_000_000) return announce(`${file.name} is too large for a script.`, true);
    const found = explorationIn(await file.text());
    if (found) return this.showFound(found);
    return this.shelving.takeFiles(files);
  }

  /// What `glint explore --json` has found.
  private showFound(found: Exploration): void {
    const parent = found.finalists.find((one) => one.is_parent);
    void showFound(found, (name, text, how) => {
      // One of a game that has no name by which it is found: that game becomes the author's own.
      const of = gameOf(text);
      if (parent && of && this.shelf.text(of) === undefined && !this.scripts.some((script) => script.name === of && isVaried(script))) this.shelf.put(of, parent.script);
      this.openNew(name, text);
      if (how !== "compare") return;
      this.panels.tabs.show("changes");
      byId("diff-parent").click();
    });
  }

  private saveFile(): void {
    if (this.disk) return void this.disk.save();
    download(`${this.fileName}.glint`, this.editor.text, "text/plain");
    this.base = this.editor.text;
    this.remember();
  }

  private async export(): Promise<void> {
    const { name, text, options, seed, files } = this.saved;
    const title = this.game.answer?.title;
    if (!title || this.game.hasErrors) return announce("The script has errors, so there is no game to export.", true);
    await exportPage(this.fileName, { name, text, options, seed, moves: [], files }, title, this.scripts, { service: this.service, uri: this.uri() });
  }
}

void new Studio().start();
