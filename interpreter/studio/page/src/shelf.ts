// The author's own files in a page without a disk: scripts that this browser keeps by name. A script uses a library there by
// `use NAME`, and a variant names a game there by `of NAME`, as with files in one folder.
import { own } from "./store";

const uriOf = (name: string): string => `file:///${encodeURIComponent(name)}.glint`;
const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/// The names by which a text asks for other files, perhaps ones that come with Glint.
function namesIn(text: string): string[] {
  const used = [...text.matchAll(/^\s*use\s+"?(\w+)"?/gm)].map((found) => found[1]!);
  const base = [...text.matchAll(/^\s*variant\s+"[^"]*"\s+of\s+"?(\w+)"?/gm)].map((found) => found[1]!);
  return [...used, ...base];
}

export class Shelf {
  private texts = new Map<string, string>(Object.entries(own.read()).filter(([name]) => isName(name)));

  get names(): string[] {
    return [...this.texts.keys()].sort();
  }
  text(name: string): string | undefined {
    return this.texts.get(name);
  }
  /// False if the browser has no room for it.
  put(name: string, text: string): boolean {
    this.texts.set(name, text);
    return own.write(Object.fromEntries(this.texts));
  }
  remove(name: string): void {
    this.texts.delete(name);
    own.write(Object.fromEntries(this.texts));
  }
  /// Files from elsewhere that come with a script, such as those of a link: none replaces another text of the same name.
  /// The names of those that were not taken.
  take(files: Record<string, string>): string[] {
    const refused: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      const known = this.texts.get(name);
      if (!isName(name) || (known !== undefined && known !== text)) refused.push(name);
      else if (known === undefined) this.put(name, text);
    }
    return refused;
  }

  /// The files that a script needs from here, and those that these need.
  neededBy(text: string, itself = ""): Record<string, string> {
    const found: Record<string, string> = {};
    const ask = (from: string) => {
      for (const name of namesIn(from)) {
        const needed = this.texts.get(name);
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
        this.notify("textDocument/didClose", { textDocument: { uri: uriOf(name) } });
      }
    for (const [name, text] of Object.entries(files)) {
      const uri = uriOf(name);
      if (!this.known.has(name)) this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "glint", version: 1, text } });
      else if (this.known.get(name) !== text)
        this.notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
      this.known.set(name, text);
    }
  }
}
