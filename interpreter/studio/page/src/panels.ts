// The panels beside the board, one for each tab: what they show is made again whenever a position is shown.
import { Changes } from "./changes";
import { Drawing } from "./drawing/drawing";
import { endsOf } from "./drawing/ends";
import { announce, byId } from "./dom";
import type { Editor } from "./editor";
import { Evaluation } from "./evaluation";
import type { Exploration } from "./found";
import type { GameView } from "./game";
import { Learn } from "./learn";
import { showOptions, showPlay } from "./playing";
import { Printing } from "./printing";
import { recordButtons } from "./record";
import { Rules } from "./rules";
import type { Service } from "./service";
import type { Shared } from "./share";
import { Stepping } from "./stepping";
import { Studying } from "./studying";
import { Tabs } from "./tabs";
import { Testing } from "./testing";
import { Trying } from "./trying";
import { showNoCell } from "./why";

/// What is open, as the panels ask for it.
export interface Opened {
  service: Service;
  editor: Editor;
  game: GameView;
  uri(): string;
  base(): string; // the text with which it began
  parent(): string | undefined; // that of the game that it is a variant of
  original(): string | undefined; // that of the game of which it is a changed copy
  name(): string;
  nameInRecords(): string;
  searched(): { name: string; text: string; isBundled: boolean };
  needed(): Record<string, string>; // own files that it uses
  isOwn(): boolean;
  link(more: Partial<Shared>): string;
  useValues(): void;
  writeOut(): Promise<boolean>; // a variant that only sets options becomes a copy of the whole game
  found(found: Exploration): void;
  tryIt(text: string): void; // a game of the pages that one learns from
  tour(): void;
  openScript(): void;
  shown(): void;
}

export class Panels {
  readonly tabs: Tabs;
  private testing: Testing;
  private studying: Studying;
  private changes: Changes;
  private rules: Rules;
  private learn: Learn;
  private drawing: Drawing;
  private evaluation: Evaluation;
  private stepping: Stepping;
  private keeping: HTMLElement[];
  private last = ""; // the tab that was shown

  constructor(private open: Opened) {
    const { service, editor, game, uri } = open;
    const text = () => editor.text;
    const tabs = new Tabs(
      [
        ["play", "Play"],
        ["draw", "Draw"],
        ["rules", "Rules"],
        ["options", "Options"],
        ["study", "Study"],
        ["tests", "Tests"],
        ["changes", "Changes"],
        ["why", "Why"],
        ["learn", "Learn"],
      ],
      () => this.show(),
    );
    game.ends = () => endsOf(service, { textDocument: { uri: uri() } }, text());
    this.testing = new Testing(tabs.panel("tests"), service, uri, editor, game);
    this.studying = new Studying(tabs.panel("study"), uri, text, game, { parent: () => open.parent() ?? open.original(), game: open.searched, needed: open.needed, found: open.found, trying: new Trying(service, uri, editor, game) });
    this.changes = new Changes(tabs.panel("changes"), uri, text, open.base, () => open.parent() ?? open.original(), game);
    this.evaluation = new Evaluation(game, uri, text);
    this.stepping = new Stepping(game, text, () => void this.drawing.anotherSolution());
    this.keeping = [this.evaluation.place, ...recordButtons(game, () => ({ game: open.nameInRecords(), file: `${open.name()}_game` }), open.link)];
    this.rules = new Rules(tabs.panel("rules"), service, uri, text, game, open.name, open.parent);
    this.drawing = new Drawing(tabs.panel("draw"), service, uri, editor, game, open.openScript, open.writeOut, (moves, name) => {
      this.stepping.begin(moves, name);
      tabs.show("play");
      byId("solution-next").focus();
      announce(`The first move of ${name.charAt(0).toLowerCase()}${name.slice(1)} is on the board.${moves.length > 1 ? " “Next move” goes on." : ""}`, true);
    }, () => open.original() ?? open.base());
    this.learn = new Learn(tabs.panel("learn"), open);
    new Printing(uri, text, game);
    this.tabs = tabs;
  }

  /// Another script is open.
  clear(): void {
    this.testing.clear();
    this.studying.clear();
    this.changes.clear();
    this.drawing.clear();
    this.stepping.clear();
  }
  /// Its text has changed.
  changed(): void {
    this.testing.changed();
  }

  /// The numbers of the rules as a form.
  private async showNumbers(): Promise<void> {
    const { current } = this.tabs;
    await this.open.writeOut().catch((error: Error) => announce(error.message, true));
    if (this.tabs.current !== current) return;
    this.tabs.show("draw");
    this.drawing.showRules();
  }

  show(): void {
    if (!this.tabs) return;
    const { game } = this.open;
    const { current } = this.tabs;
    const panel = this.tabs.panel(current);
    // What has the focus keeps it: the panel is made again after each move.
    const focused = panel.contains(document.activeElement) ? document.activeElement?.id : "";
    if (current !== this.last) byId("panel").scrollTop = 0;
    if (this.last && current !== this.last) game.forgetRefusal();
    this.last = current;
    this.drawing.show(current === "draw");
    this.stepping.show();
    if (current === "play") showPlay(panel, game, this.stepping.place, ...this.keeping);
    else if (current === "options") showOptions(panel, game, this.open.useValues, this.open.isOwn(), () => void this.showNumbers());
    else if (current === "rules") void this.rules.show();
    else if (current === "tests") this.testing.show();
    else if (current === "study") this.studying.show();
    else if (current === "changes") this.changes.show();
    else if (current === "learn") this.learn.show();
    else if (current === "why") showNoCell(panel);
    if (focused) document.getElementById(focused)?.focus();
    this.evaluation.show();
    this.open.shown();
  }
}
