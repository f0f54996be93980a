// Scripts in files, for Node: what a script names is looked for where the command looks.
import type { Diagnostic } from "./errors.js";
import type { TextOptions } from "./game.js";

/** A script, and what was read for it so far: `more` grows. */
export interface ScriptFile {
  text: string;
  more: TextOptions & { files: Record<string, string> };
  /** Reads what an engine misses. Whether there was any of it. */
  readMissing(found: readonly Diagnostic[]): Promise<boolean>;
}
const missing = ["G0202", "G0507"]; // a library, a game

/** Throws what reading the file throws. */
export async function readScript(given: string | URL): Promise<ScriptFile> {
  // By names that bundlers for pages do not follow.
  const [files, paths, urls] = ["node:fs/promises", "node:path", "node:url"];
  const [{ readFile }, { basename, dirname, isAbsolute, join, relative, resolve }, { fileURLToPath }] = await Promise.all([import(files!), import(paths!), import(urls!)]);
  const whole: string = resolve(given instanceof URL ? fileURLToPath(given) : given);
  const folder: string = dirname(whole);
  const file: string = basename(whole);
  const more = { file, files: {} as Record<string, string> };
  const text: string = await readFile(whole, "utf8");
  /** By how the engine calls them: where they are, and their texts. */
  const known: Record<string, { folder: string; text: string }> = { [file]: { folder, text } };
  /** `key`: where the engine looks for it, beside who names it. */
  const readOne = async (name: string, key: string, beside: string): Promise<boolean> => {
    for (const place of [join(beside, name), join(folder, name)])
      for (const path of [place, `${place}.glint`]) {
        if (isAbsolute(name) || relative(folder, path).startsWith("..") || path === whole) continue;
        const body: string | undefined = await readFile(path, "utf8").catch(() => undefined);
        if (body === undefined) continue;
        more.files[key] = body;
        known[`${key}.glint`] = { folder: dirname(path), text: body };
        return true;
      }
    return false;
  };
  const readMissing = async (found: readonly Diagnostic[]): Promise<boolean> => {
    let hasRead = false;
    for (const { code, file: user, line, column, endColumn } of found) {
      const asking = known[user];
      const name = asking?.text.split(/\r\n|[\r\n]/)[line - 1]?.slice(column - 1, endColumn - 1).replaceAll('"', "");
      const key = `${user.slice(0, user.lastIndexOf("/") + 1)}${name}`;
      if (missing.includes(code) && name && !(key in more.files)) hasRead = (await readOne(name, key, asking!.folder)) || hasRead;
    }
    return hasRead;
  };
  return { text, more, readMissing };
}
