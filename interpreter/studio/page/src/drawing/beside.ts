// The engine beside the page's own, in which steps are tried: the script that is open does not change meanwhile.
import { Errand, engine, longestSilence } from "../link";
import { type Outcome, type Step, stepped } from "./several";

/// It stays for the next time.
export class Beside {
  private errand: Errand | undefined;
  private tried = 0;

  constructor(private uri: () => string) {}

  async make(text: string, where: object, steps: Step[]): Promise<Outcome> {
    const errand = (this.errand ??= new Errand(await engine(), longestSilence));
    const opened: string[] = [];
    const open = (each: string): object => {
      const uri = this.uri().replace(/[^/]*$/, `glint_drawn_${++this.tried}.glint`); // where it finds the same libraries
      opened.push(uri);
      errand.open(uri, each);
      return { ...where, textDocument: { uri } };
    };
    try {
      return await stepped(errand, open, text, steps);
    } catch (error) {
      this.errand = undefined;
      errand.end();
      throw error;
    } finally {
      if (this.errand) for (const uri of opened) errand.close(uri);
    }
  }
}
