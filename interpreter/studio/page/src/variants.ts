// Variants: a new game of the author's own that changes another one by name, and options that become what they are without a
// choice.
import { announce } from "./dom";
import type { Script } from "./door";
import type { GameView } from "./game";
import { type Service, type Trouble, errorText } from "./service";
import { titleOf, withValues } from "./values";

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

export class Variants {
  constructor(
    private game: GameView,
    private service: Service,
    private open: () => Open,
    private on: { write(text: string): void; made(name: string, text: string): void },
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
    this.on.made(name, answer.text);
    const values = [...answer.text.matchAll(/^option (\w+) = (\S+)/gm)].map(([, option, value]) => `${option} = ${value}`);
    const begins = values.length ? ` It begins with ${values.join(", ")}.` : "";
    const old = isFile ? ` ${titleOf(before) || base} stays as it was, among your games.` : "";
    announce(`This is a variant now, and one of your games.${old}${begins} Change its options, or its rules; the text of the game is under Changes.`, true);
  }
}
