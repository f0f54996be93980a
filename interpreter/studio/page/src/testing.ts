// The script's tests: run at a press, each with the board where it failed or ended. What was just played becomes a test.
import { announce, el, replace } from "./dom";
import { declarationOut } from "./drawing/making";
import { type Syntax, textAt } from "./drawing/syntax";
import type { Editor } from "./editor";
import type { GameView } from "./game";
import type { BoardAnswer, Place, Service, Trouble } from "./service";
import { errorText } from "./service";

interface Tested {
  title: string;
  range: { start: Place };
  passed: boolean;
  failure: string;
  board?: BoardAnswer;
}

export class Testing {
  private results: Tested[] | undefined;
  private trouble: Trouble[] = [];
  private isStale = false;

  constructor(
    private panel: HTMLElement,
    private service: Service,
    private uri: () => string,
    private editor: Editor,
    private game: GameView,
  ) {}

  /// The text has changed, so the results are of another script.
  changed(): void {
    this.isStale = this.results !== undefined;
    this.show();
  }
  clear(): void {
    this.results = undefined;
    this.show();
  }

  async run(): Promise<void> {
    try {
      const answer = await this.service.request<{ tests: Tested[]; errors: Trouble[] }>("glint/test", {
        textDocument: { uri: this.uri() },
      });
      this.results = answer.tests;
      this.trouble = answer.errors;
      this.isStale = false;
      const failed = answer.tests.filter(({ passed }) => !passed).length;
      announce(failed ? `${failed} of ${answer.tests.length} tests fail` : `${answer.tests.length} tests pass`);
    } catch (error) {
      announce((error as Error).message, true);
    }
    this.show();
  }

  show(): void {
    const results = this.results ?? [];
    const failed = results.filter(({ passed }) => !passed);
    replace(
      this.panel,
      el("h2", {}, "Tests"),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "main", id: "run-tests", onclick: () => void this.run() }, "Run the tests"),
        el("button", { type: "button", id: "make-test", disabled: !this.game.session.openMoves.length, onclick: () => void this.write() }, "Make a test of this game"),
      ),
      this.isStale ? el("p", { class: "warn" }, "The script has changed since.") : null,
      ...this.trouble.map((trouble) => el("p", { class: "bad" }, errorText(trouble))),
      this.results
        ? el(
            "p",
            { class: failed.length ? "bad" : "good", id: "tests-result" },
            !results.length ? "The script has no tests." : failed.length ? `${failed.length} of ${results.length} fail.` : `All ${results.length} pass.`,
          )
        : null,
      ...[...failed, ...results.filter(({ passed }) => passed)].map((test) => this.one(test)),
    );
  }

  private one({ title, range, passed, failure, board }: Tested): HTMLElement {
    const line = range.start.line + 1;
    const picture = el("div", { role: "img", "aria-label": `The board where "${title}" ${passed ? "ended" : "failed"}` });
    const draw = () => {
      if (picture.firstChild || !board?.picture) return;
      picture.append(document.importNode(new DOMParser().parseFromString(board.picture.svg, "image/svg+xml").documentElement, true));
    };
    if (!passed) draw();
    return el(
      "details",
      { class: "test", open: !passed, ontoggle: draw },
      el("summary", { class: passed ? "" : "bad" }, `${passed ? "passes" : "fails"}: ${title}`),
      el("div", { class: "buttons" }, el("button", { type: "button", onclick: () => this.editor.goTo(line) }, `Line ${line}`), el("button", { type: "button", class: "drawn-link", "aria-label": `Take the test “${title}” away`, onclick: () => void this.take(title) }, "Take it away")),
      failure ? el("pre", {}, failure) : null,
      picture,
    );
  }

  /// A test leaves the script, with what stands above it; undo gives it back.
  private async take(title: string): Promise<void> {
    const { text } = this.editor;
    try {
      const { declarations } = await this.service.request<Syntax>("glint/syntax", { textDocument: { uri: this.uri() } });
      const test = declarations.find((each) => each.node === "test" && each.title && textAt(text, each.title).slice(1, -1) === title);
      if (!test || text !== this.editor.text) return announce("The script has changed since: run the tests again.", true);
      this.editor.edit([declarationOut(text, test)]);
      this.results = this.results?.filter((each) => each.title !== title);
      announce(`The test “${title}” is gone. Undo gives it back.`, true);
    } catch (error) {
      announce((error as Error).message, true);
    }
    this.show();
  }

  /// A test that plays the moves so far and expects what is there now, at the end of the script.
  private async write(): Promise<void> {
    try {
      const { test } = await this.service.request<{ test?: string }>("glint/writtenTest", { ...this.game.params, moves: this.game.session.openMoves });
      if (!test) return announce("No test can be made of this game: the script has errors.", true);
      this.editor.append(`\n${test}`);
      announce("The test is at the end of the script.", true);
    } catch (error) {
      announce((error as Error).message, true);
    }
  }
}
