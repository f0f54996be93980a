// The games of the site: every script of the repository that can be played, with its picture and its place in the gallery.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sentenceOf } from "../../interpreter/studio/page/thumbnails.mjs";
import { neededBy } from "./samples.mjs";

export const groups = [
  ["The four games", "games"],
  ["Variants of them", "games/variants"],
  ["Variants that `glint explore` found", "games/found"],
  ["Other games", "examples"],
  ["Puzzles", "examples/puzzles"],
  ["Variants of examples", "examples/variants"],
  ["First scripts, to begin from", "examples/templates"],
];

/// In the order of `groups`: `{ group, name, path, title, sentence, players, text, files, picture }`.
export function gamesIn(root) {
  const all = new Map(); // paths by name
  const found = groups.flatMap(([group, folder]) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".glint"))
      .sort()
      .map((file) => {
        const path = `${folder}/${file}`;
        const text = readFileSync(join(root, path), "utf8");
        const name = basename(file, ".glint");
        if (all.has(name)) throw new Error(`${path} and ${all.get(name)} have the same name`);
        all.set(name, path);
        const title = /^(?:game|variant)\s+"([^"]*)"/m.exec(text)?.[1];
        return { group, folder, name, path, title, text, picture: pictureOf(root, folder, name), ...sentenceOf(text) };
      })
      .filter(({ title }) => title),
  );
  // Those that do not come with the engine.
  const find = (name) => (all.has(name) && !/^games(\/variants)?\/\w+\.glint$/.test(all.get(name)) ? readFileSync(join(root, all.get(name)), "utf8") : undefined);
  for (const game of found) game.files = neededBy(game.text, find);
  return found;
}

function pictureOf(root, folder, name) {
  return [`examples/gallery/${name}.svg`, `examples/gallery/${name}.large.svg`, `${folder}/${name}.svg`, `${folder}/${name}.large.svg`].find((path) => existsSync(join(root, path)));
}
