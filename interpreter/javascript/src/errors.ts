// What can be wrong, with its place and what to try: as in the Python package, and with the same codes.

/** An edit that may mend an error: the text between two places becomes `text`. */
export interface Mend {
  readonly title: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
  /** The script after this edit. */
  apply(script: string): string;
}

/**
 * One error or warning. Lines and columns count from 1, columns in UTF-16 units as strings of JavaScript do; they are 0 if
 * it has no place, and `file` is then "".
 */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly isWarning: boolean;
  readonly mends: readonly Mend[];
}

/** A diagnostic in a line, for people. */
export function inWords(one: Diagnostic): string {
  const where = one.line ? `${one.file}:${one.line}:${one.column}: ` : "";
  const text = `${where}${one.isWarning ? "warning" : "error"}${one.code ? ` ${one.code}` : ""}: ${one.message}`;
  return one.help ? `${text} (${one.help})` : text;
}

/** Something is wrong with a script, a move, a position or a request. `diagnostics` has all of it, the other fields the first. */
export class GlintError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]!.message);
    this.name = new.target.name;
    this.diagnostics = diagnostics;
  }
  get code(): string {
    return this.diagnostics[0]!.code;
  }
  get help(): string {
    return this.diagnostics[0]!.help;
  }
  /** File, line and column in the script. */
  get place(): { file: string; line: number; column: number } | null {
    const { file, line, column } = this.diagnostics[0]!;
    return line ? { file, line, column } : null;
  }
  override toString(): string {
    return this.diagnostics.map(inWords).join("\n");
  }
}
/** A script cannot be loaded, or an option has no such value (G01.. to G05..). */
export class ScriptError extends GlintError {}
/** A move is illegal, the game is over, or a draw is impossible (G0601, G0607, G0608). */
export class IllegalMove extends GlintError {}
/** A rule of the script fails in play (the other codes G06..). */
export class RuleError extends GlintError {}
/** Work was stopped before it was finished (G0614). */
export class Stopped extends GlintError {}

/** What the engine writes of an error. */
export interface Trouble {
  code?: string;
  severity?: string;
  message: string;
  help?: string;
  location?: { uri: string; range: Range };
}
export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export function placed(range: Range): Pick<Diagnostic, "line" | "column" | "endLine" | "endColumn"> {
  const { start, end } = range;
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}

const nowhere = { line: 0, column: 0, endLine: 0, endColumn: 0 };
/** `nameOf` says how a file is called. */
export function diagnosticOf(trouble: Trouble, nameOf: (uri: string) => string): Diagnostic {
  const { code = "", severity, message, help = "", location } = trouble;
  const place = location ? { file: nameOf(location.uri), ...placed(location.range) } : { file: "", ...nowhere };
  return { code, message, help, ...place, isWarning: severity === "warning", mends: [] };
}

/** The error for what the engine has found, by its code. */
export function errorOf(diagnostics: readonly Diagnostic[]): GlintError {
  const { code } = diagnostics[0]!;
  if (["G0601", "G0607", "G0608"].includes(code)) return new IllegalMove(diagnostics);
  if (code === "G0614") return new Stopped(diagnostics);
  if (code.startsWith("G06")) return new RuleError(diagnostics);
  return code ? new ScriptError(diagnostics) : new GlintError(diagnostics);
}
/** One without a code: a request that is wrong in itself. */
export const plainError = (message: string, help = ""): GlintError => new GlintError([diagnosticOf({ message, help }, () => "")]);
