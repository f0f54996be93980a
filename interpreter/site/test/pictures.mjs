// Pictures of pages of the site, to look at: in both themes, on a phone and on a desk.
//
//     node test/pictures.mjs FOLDER [PAGE]...
import { mkdirSync } from "node:fs";
import { opened, quit } from "./browser.mjs";

const [folder, ...named] = process.argv.slice(2);
const pages = named.length ? named : ["index.html", "lang/TUTORIAL.html", "lang/cookbook/moves.html", "lang/errors/index.html", "play/index.html", "play/laser_lawn.html", "api/cpp/glint.html", "api/python/index.html", "interpreter/cli/index.html"];
mkdirSync(folder, { recursive: true });
for (const place of pages)
  for (const [width, height] of [[390, 844], [1440, 900]])
    for (const theme of ["light", "dark"]) {
      const { page, wrong, close } = await opened(place, { width, height, theme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) wrong.push(`is ${wide} px wider than the window`);
      await page.screenshot({ path: `${folder}/${place.replace(/\W+/g, "_")}_${width}_${theme}.png` });
      for (const each of wrong) console.log(`${place} at ${width}, ${theme}: ${each}`);
      await close();
    }
await quit();
