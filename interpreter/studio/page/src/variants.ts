// Variants: a new game of the author's own that changes another one by name, and options that become what they are without a
// choice.
import { announce } from "./dom";
import type { Script } from "./door";
import { type Node, type Syntax, textAt } from "./drawing/syntax";
import type { GameView } from "./game";
import { type Service, type Trouble, errorText } from "./service";
import { titleOf, withTitle, withValues } from "./values";

/// What is open, as far as variants are concerned.
export interface Open {
  name: string;
  text: string;
  uri: string;
  isOwn: boolean;
  isFile: boolean; // others find it by its name: in the browser, or on the disk
  script: Script | undefined; // of those that come with Glint
}

const isGame = (text: string): boolean => /^(game|variant)\s/m.test(text);
export const isVaried = ({ group }: Script): boolean => /^(Games|Variants)$/.test(group);

/// The whole game in place of a variant that does no more than set options: its other numbers have forms then. Nothing, if it does more,
/// or if the other one is a variant itself. Its tests and comments stand behind the game, but for those that its `samples` have.
export function wholeOf(variant: string, parent: string, options: { name: string; initial: string }[], declarations: Node[], samples = ""): string | undefined {
  const isOption = ({ node, change, at }: Node) => (node === "option" && change === 3) || (node === "variant" && /^variant\s+"[^"]*"\s+of\s+"?\w+"?$/.test(textAt(variant, at)));
  if (!titleOf(variant) || !/^game\s/m.test(parent) || !declarations.every((each) => each.node === "test" || isOption(each))) return undefined;
  const whole = withValues(parent, Object.fromEntries(options.map(({ name, initial }) => [name, initial])));
  if (whole === undefined) return undefined;
  const known = new Set(samples.split("\n").flatMap((line) => [line.trim(), `// ${line}`.trim(), line.slice(line.lastIndexOf("//")).trim()]));
  let kept = "";
  let end = 0;
  const last: Node = { node: "", at: [variant.length, variant.length] };
  for (const { node, at } of [...declarations].sort((a, b) => a.at[0] - b.at[0]).concat(last)) {
    const lines = variant.slice(end, at[0]).split("\n").map((line) => line.trim());
    if (lines.some((line) => line && !line.startsWith("//"))) return undefined;
    kept += lines.map((line) => (known.has(line) ? "" : line.replace(/^\/\/\//, "//"))).join("\n");
    if (node === "test") kept += textAt(variant, at);
    end = at[1];
  }
  const more = kept.replace(/\n{3,}/g, "\n\n").trim();
  return withTitle(more ? `${whole.trimEnd()}\n\n${more}\n` : whole, titleOf(variant));
}

export class Variants {
  constructor(
    private game: GameView,
    private service: Service,
    private open: () => Open,
    private on: { write(text: string): void; whole(text: string, original: string): void; made(name: string, text: string, original?: string): void },
  ) {}

  private get changed() {
    return (this.game.shown?.options ?? []).filter(({ value, initial }) => value !== initial);
  }

  /// Options as they are set become the script's own values, or those of a variant.
  async useValues(): Promise<void> {
    const { isOwn, text } = this.open();
    const options = this.changed;
    const written = isOwn ? withValues(text, Object.fromEntries(options.map(({ name, value }) => [name, value]))) : undefined;
    if (written === undefined) return this.make();
    this.game.options = {};
    this.on.write(written);
    announce(`Your script has these values now: ${options.map(({ name, value }) => `${name} = ${value}`).join(", ")}.`, true);
  }

  /// A variant of `parent` that only sets options becomes a copy of the whole game, if that has no error. Whether it has.
  async writeOut(parent: string | undefined): Promise<boolean> {
    const { text, uri } = this.open();
    const of = /^variant\s+"[^"]*"\s+of\s+"?(\w+)/m.exec(text)?.[1];
    if (parent === undefined || !of) return false;
    const textDocument = { uri };
    const { declarations } = await this.service.request<Syntax>("glint/syntax", { textDocument });
    const options = this.game.shown?.options ?? [];
    if (wholeOf(text, parent, options, declarations) === undefined) return false;
    // What a new variant has to begin with is not its author's.
    const fields = { textDocument, of, name: `my_${of}`, title: titleOf(text), options: {} };
    const samples = await this.service.request<{ text?: string }>("glint/newVariant", fields).catch(() => undefined);
    const whole = wholeOf(text, parent, options, declarations, samples?.text)!;
    const { taken } = await this.service.request<{ taken: number | null }>("glint/try", { textDocument, edits: [[[0, text.length, whole]]] });
    if (taken === null || this.open().text !== text || this.open().uri !== uri) return false;
    this.on.whole(whole, parent);
    announce("This is a copy of the whole game now, so that its rules have forms. Undo takes that back.", true);
    return true;
  }

  /// A variant of what is open. One of a game that no other script finds by name is a copy of its text.
  async make(): Promise<void> {
    const { name: known, text: before, uri, isFile, script } = this.open();
    const isNamed = /^[A-Za-z_]\w*$/.test(known) && isGame(before);
    const base = script && isVaried(script) ? script.name : isNamed && isFile ? known : "";
    if (!base) {
      if (!isGame(before)) return announce("There is no game to change yet.", true);
      const own = withTitle(before, `My ${titleOf(before) || known}`);
      this.on.made(`my_${known}`, own, before);
      return announce("This is a copy now, and one of your games.", true);
    }
    // Options that were set are taken over; else one of them gets another default.
    const options = Object.fromEntries(this.changed.map(({ name, value }) => [name, value]));
    const name = `my_${base}`;
    const title = `My ${this.game.answer?.title ?? (titleOf(before) || base)}`;
    const fields = { textDocument: { uri }, of: base, name, title, options };
    const answer = await this.service
      .request<{ errors: Trouble[]; text?: string }>("glint/newVariant", fields)
      .catch((error: Error) => ({ errors: [{ message: error.message, help: "" } as Trouble], text: undefined }));
    if (this.open().text !== before) return;
    if (answer.text === undefined) return announce(answer.errors[0] ? errorText(answer.errors[0]) : "There is no game to vary.", true);
    // What nobody has asked for is a sample, as the others are.
    const made = Object.keys(options).length ? answer.text : answer.text.replace(/^option |^test [^]*?^\}/gm, (part) => part.replace(/^/gm, "// "));
    this.on.made(name, made);
    const values = [...made.matchAll(/^option (\w+) = (\S+)/gm)].map(([, option, value]) => `${option} = ${value}`);
    const begins = values.length ? ` It begins with ${values.join(", ")}.` : "";
    const old = isFile ? ` ${titleOf(before) || base} stays as it was, among your games.` : "";
    announce(`This is a variant now, and one of your games.${old}${begins} Change its options, or its rules; the text of the game is under Changes.`, true);
  }
}
