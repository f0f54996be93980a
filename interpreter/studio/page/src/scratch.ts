// Texts that are tried beside the script, in an engine of their own: what of a script with errors is right, and what would
// mend it. One is tried after the other; the engine stays for the next.
import { Errand, engine, longestSilence } from "./link";
import type { Shown, Trouble } from "./service";

export class Scratch {
  private errand: Errand | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private tried = 0;

  constructor(private uri: () => string) {}

  /// What `glint/show` says of a text.
  shown(text: string, params: object = {}): Promise<Shown> {
    const next = this.last.then(async () => {
      const errand = (this.errand ??= new Errand(await engine(), longestSilence));
      const uri = this.uri().replace(/[^/]*$/, `glint_tried_${++this.tried}.glint`); // where it finds the same libraries
      try {
        errand.open(uri, text);
        return await errand.request<Shown>("glint/show", { textDocument: { uri }, options: {}, moves: [], ...params });
      } catch (error) {
        this.errand = undefined; // the thread may have failed at this text
        errand.end();
        throw error;
      } finally {
        if (this.errand === errand) errand.close(uri);
      }
    });
    this.last = next.catch(() => {});
    return next;
  }

  /// Its errors; nothing, if the engine cannot say.
  async errors(text: string): Promise<Trouble[] | undefined> {
    const shown = await this.shown(text, { picture: false }).catch(() => undefined);
    // A library is no game: that is no mistake of its text, and has no place in it.
    return shown?.errors.filter(({ severity, code, location }) => severity === "error" && (code !== "G0506" || location));
  }
}
