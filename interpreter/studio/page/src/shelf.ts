// The author's own games and libraries: scripts that this browser keeps by name, with where each was left. A script uses a library there by
// `use NAME`, and a variant names a game there by `of NAME`, as with files in one folder.
import { ownUri } from "./host";
import { type About, abouts, own, pictures, renameKept } from "./store";

export const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/// The names by which a text asks for other files, perhaps ones that come with Glint.
function namesIn(text: string): string[] {
  const used = [...text.matchAll(/^\s*use\s+"?(\w+)"?/gm)].map((found) => found[1]!);
  const base = [...text.matchAll(/^\s*variant\s+"[^"]*"\s+of\s+"?(\w+)"?/gm)].map((found) => found[1]!);
  return [...used, ...base];
}

/// A text that speaks of a file which has another name now.
export function retold(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`^(\\s*(?:use\\s+|variant\\s+"[^"]*"\\s+of\\s+)"?)${from}\\b`, "gm"), (_, before: string) => before + to);
}

/// Read anew each time: another window of the browser may have changed them.
export class Shelf {
  reserved = new Set<string>(); // names of what comes with Glint

  /// The newest first.
  get names(): string[] {
    return this.all((about) => !about.thrown);
  }
  get thrown(): string[] {
    return this.all((about) => Boolean(about.thrown));
  }
  private all(wanted: (about: Partial<About>) => boolean): string[] {
    const known = abouts.read();
    const time = (name: string) => known[name]?.time ?? 0;
    return Object.keys(own.read())
      .filter((name) => isName(name) && wanted(known[name] ?? {}))
      .sort((one, other) => time(other) - time(one) || (one < other ? -1 : 1));
  }
  text(name: string): string | undefined {
    return this.about(name).thrown ? undefined : this.texts.get(name);
  }
  about(name: string): Partial<About> {
    return abouts.read()[name] ?? {};
  }
  private get texts(): Map<string, string> {
    return new Map(Object.entries(own.read()).filter(([name]) => isName(name)));
  }
  /// False if the browser has no room for it.
  put(name: string, text: string): boolean {
    if (this.texts.get(name) === text) return true;
    this.note(name, { time: Date.now() });
    return own.write({ ...own.read(), [name]: text });
  }
  note(name: string, part: Partial<About>): void {
    const all = abouts.read();
    abouts.write({ ...all, [name]: { ...all[name], ...part } });
  }
  /// Thrown away, it can be taken back.
  remove(name: string, isThrown = true): void {
    this.note(name, { thrown: isThrown });
  }
  /// Under another name, also in the author's other files that speak of it.
  rename(from: string, to: string): void {
    const { [from]: text = "", ...others } = own.read();
    const told = Object.fromEntries(Object.entries(others).map(([name, each]) => [name, retold(each, from, to)]));
    own.write({ ...told, [to]: text });
    const { [from]: about = {}, ...rest } = abouts.read();
    abouts.write({ ...rest, [to]: about });
    pictures.write(to, pictures.read(from));
    pictures.remove(from);
    renameKept(from, to);
  }
  /// A name that nothing has: the proposal, or with a number.
  fresh(proposal: string): string {
    const known = this.texts;
    const name = isName(proposal) ? proposal : "my_game";
    for (let number = 1; ; ++number) {
      const tried = number === 1 ? name : `${name}_${number}`;
      if (!known.has(tried) && !this.reserved.has(tried)) return tried;
    }
  }
  /// The file that has this very text.
  named(text: string): string | undefined {
    return this.names.find((name) => this.text(name) === text);
  }
  /// Files from elsewhere that come with a script, such as those of a link: none replaces another text of the same name, also
  /// if that was thrown away. The names of those that were not taken.
  take(files: Record<string, string>): string[] {
    const refused: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      const known = this.texts.get(name);
      if (!isName(name) || (known !== undefined && known !== text)) refused.push(name);
      else if (known === undefined) this.put(name, text);
      else if (this.about(name).thrown) this.remove(name, false);
    }
    return refused;
  }

  /// The files that a script needs from here, and those that these need.
  neededBy(text: string, itself = ""): Record<string, string> {
    const found: Record<string, string> = {};
    const texts = this.texts;
    for (const name of this.thrown) texts.delete(name);
    const ask = (from: string) => {
      for (const name of namesIn(from)) {
        const needed = texts.get(name);
        if (needed === undefined || name === itself || name in found) continue;
        found[name] = needed;
        ask(needed);
      }
    };
    ask(text);
    return found;
  }
}

/// Documents that an engine has open beside the script, so that the script finds them.
export class Beside {
  private known = new Map<string, string>(); // by name: the text that the engine has

  constructor(private notify: (method: string, params: object) => void) {}

  show(files: Record<string, string>): void {
    for (const name of this.known.keys())
      if (!(name in files)) {
        this.known.delete(name);
        this.notify("textDocument/didClose", { textDocument: { uri: ownUri(name) } });
      }
    for (const [name, text] of Object.entries(files)) {
      const uri = ownUri(name);
      if (!this.known.has(name)) this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "glint", version: 1, text } });
      else if (this.known.get(name) !== text)
        this.notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
      this.known.set(name, text);
    }
  }
}
