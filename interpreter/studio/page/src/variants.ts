// Variants: a new game of the author's own that changes another one by name, and options that become what they are without a
// choice.
import { announce } from "./dom";
import type { Script } from "./door";
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

/// The whole game in place of a variant that does no more than set options: its other numbers have forms then. Nothing, if it does more.
export function wholeOf(variant: string, parent: string, options: { name: string; initial: string }[]): string | undefined {
  const code = variant.replace(/\/\/.*$/gm, "").replace(/^variant\s+"[^"]*"\s+of\s+\w+\s*$/m, "").replace(/^option \w+ = \S+ *$|^test [^]*?^\}/gm, "");
  if (code.trim() || !titleOf(variant)) return undefined;
  const values = Object.fromEntries(options.map(({ name, initial }) => [name, initial]));
  return withTitle(withValues(parent, values) ?? parent, titleOf(variant));
}

export class Variants {
  constructor(
    private game: GameView,
    private service: Service,
    private open: () => Open,
    private on: { write(text: string): void; whole(text: string, base: string): void; made(name: string, text: string): void },
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

  /// A variant of `parent` that only sets options becomes a copy of the whole game.
  writeOut(parent: string | undefined): void {
    const whole = parent === undefined ? undefined : wholeOf(this.open().text, parent, this.game.shown?.options ?? []);
    if (whole === undefined) return;
    this.on.whole(whole, parent!);
    announce("This is a copy of the whole game now, so that its numbers have forms. Undo takes that back.", true);
  }

  /// A variant of what is open. One of a game that no other script finds by name is a copy of its text.
  async make(): Promise<void> {
    const { name: known, text: before, uri, isFile, script } = this.open();
    const isNamed = /^[A-Za-z_]\w*$/.test(known) && isGame(before);
    const base = script && isVaried(script) ? script.name : isNamed && isFile ? known : "";
    if (!base) {
      if (!isGame(before)) return announce("There is no game to change yet.", true);
      this.on.made(`my_${known}`, before);
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
