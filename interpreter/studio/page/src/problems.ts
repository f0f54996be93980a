// The mistakes of the script, below its text: how many, and the first five. Each leads to its place, and has what mends it,
// to be clicked.
import { announce, byId, el, replace } from "./dom";
import type { Mend } from "./mending";
import type { Diagnostic } from "./service";

export type { Diagnostic };

/// What the list needs of the page.
export interface Author {
  goTo(line: number, column: number): void; // both from 1
  /// What mends it; `isWanted`: whether the list still shows it.
  mends(diagnostic: Diagnostic, isWanted: () => boolean): Promise<Mend[]>;
  text(): string; // the whole script
  use(text: string): void; // as one change that can be undone
}

const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
let shown: Diagnostic[] = [];

/// A text with words of the language, as `code`.
function marked(text: string): (HTMLElement | string)[] {
  return text.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : part));
}

export function showProblems(diagnostics: Diagnostic[], author: Author): void {
  shown = diagnostics;
  const of = author.text();
  const errors = diagnostics.filter(({ severity }) => severity === 1).length;
  const rows = diagnostics.slice(0, 5).map((diagnostic) => {
    const { range, message, severity } = diagnostic;
    const mends = el("span", { class: "mends" });
    const [first = "", ...help] = message.split("\n");
    const row = el(
      "div",
      { class: "problem" },
      el("button", { type: "button", class: severity === 1 ? "bad" : "warn", onclick: () => author.goTo(range.start.line + 1, range.start.character + 1) }, `Line ${range.start.line + 1}: `, ...marked(first)),
      help.length && severity === 1 ? el("span", { class: "quiet" }, ...marked(help.join(" "))) : null,
      mends,
    );
    return { row, mends, diagnostic };
  });
  replace(
    byId("problems"),
    diagnostics.length ? `${counted(errors, "error")}, ${counted(diagnostics.length - errors, "warning")}.` : "No mistakes found.",
    ...rows.map(({ row }) => row),
  );
  byId("problems").dataset.errors = String(errors);
  if (!diagnostics.length) byId("trouble").hidden = true;
  void (async () => {
    for (const { mends, diagnostic } of rows) {
      const isShown = () => shown === diagnostics && of === author.text(); // else other mistakes are told soon
      const found = isShown() ? await author.mends(diagnostic, isShown) : [];
      if (shown !== diagnostics) return;
      const use = (mend: Mend) => {
        if (mend.of !== author.text()) return announce("The script has changed since: nothing was mended.", true);
        author.use(mend.text);
        announce("The script is changed. Undo (Ctrl-Z in the script) takes it back.", true);
      };
      replace(mends, ...found.map((mend) => el("button", { type: "button", class: "mend", onclick: () => use(mend) }, ...marked(mend.title.charAt(0).toUpperCase() + mend.title.slice(1)))));
    }
    byId("problems").dataset.mended = String(diagnostics.length); // all that can be clicked is there
  })();
}

/// They stand below the text; while that is closed and the board is drawn, beside the board.
export function placeProblems(): void {
  const { tab, script } = document.body.dataset;
  const place = (tab === "draw" && script !== "open" && document.getElementById("draw-problems")) || byId("text");
  if (byId("problems").parentElement !== place) place.append(byId("problems"));
}
