// Scripts in files, for Node: what a script names is found in its folder, and below it.
import type { TextOptions } from "./game.js";

const mostFiles = 5000; // looked at in a folder, and below it

/** The text of a script, its file's name, and the scripts that it may name. Throws what reading it throws. */
export async function readScript(file: string | URL): Promise<{ text: string; more: TextOptions }> {
  // By names that bundlers for pages do not follow.
  const [files, paths, urls] = ["node:fs/promises", "node:path", "node:url"];
  const [{ readFile, readdir }, { basename, dirname, join, resolve, sep }, { fileURLToPath }] = await Promise.all([import(files!), import(paths!), import(urls!)]);
  const whole: string = resolve(file instanceof URL ? fileURLToPath(file) : file);
  const text: string = await readFile(whole, "utf8");
  const folder: string = dirname(whole);
  const beside: string[] = [];
  const waiting: string[] = [""];
  for (let looked = 0; waiting.length && looked < mostFiles; ) {
    const within = waiting.shift()!;
    // A folder that cannot be read has nothing to give.
    for (const one of await readdir(join(folder, within), { withFileTypes: true }).catch(() => [])) {
      ++looked;
      if (one.name.startsWith(".") || one.name === "node_modules") continue;
      if (one.isDirectory()) waiting.push(join(within, one.name));
      else if (one.name.endsWith(".glint") && join(folder, within, one.name) !== whole) beside.push(join(within, one.name));
    }
  }
  // Those whose names stand in the script, or in one that was taken: a few too many do no harm.
  const found: Record<string, string> = {};
  const texts = [text];
  for (let at = 0; at < texts.length; ++at)
    for (const path of beside) {
      const name = path.slice(0, -".glint".length).split(sep).join("/");
      if (name in found || !texts[at]!.includes(basename(path, ".glint"))) continue;
      texts.push((found[name] = await readFile(join(folder, path), "utf8")));
    }
  // A script may write the ending, too.
  for (const [name, body] of Object.entries(found)) if (texts.some((each) => each.includes(`${name.split("/").at(-1)!}.glint`))) found[`${name}.glint`] = body;
  return { text, more: { file: basename(whole), files: found } };
}
