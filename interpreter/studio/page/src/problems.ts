// The mistakes of the script, below its text: how many, and the first five, each of which leads to its place.
import { byId, el, replace } from "./dom";

/// As the language server sends it.
export interface Diagnostic {
  range: { start: { line: number; character: number } };
  severity: number;
  message: string;
}

const counted = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

/// `goTo` goes to a line and a column of the text, both from 1.
export function showProblems(diagnostics: Diagnostic[], goTo: (line: number, column: number) => void): void {
  const errors = diagnostics.filter(({ severity }) => severity === 1).length;
  replace(
    byId("problems"),
    diagnostics.length ? `${counted(errors, "error")}, ${counted(diagnostics.length - errors, "warning")}.` : "No mistakes found.",
    ...diagnostics.slice(0, 5).map(({ range, message, severity }) =>
      el(
        "button",
        { type: "button", class: severity === 1 ? "bad" : "warn", onclick: () => goTo(range.start.line + 1, range.start.character + 1) },
        `Line ${range.start.line + 1}: ${message.split("\n")[0]}`,
      ),
    ),
  );
  if (!diagnostics.length) byId("trouble").hidden = true;
}
