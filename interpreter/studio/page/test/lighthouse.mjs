// The tutorial's game, as its reader has it after the chapter on tests: from the boxes of lang/TUTORIAL.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./browser.mjs";

/// The text after each box, in order.
export function steps(file = "lighthouse.glint") {
  const tutorial = readFileSync(join(root, "lang/TUTORIAL.md"), "utf8");
  const texts = [];
  let text = "";
  for (const [, kind, name, body] of tutorial.matchAll(/^```(glint new|glint add|diff) (\S+)\n([\s\S]*?)^```/gm)) {
    if (name !== file) continue;
    if (kind === "glint new") text = body;
    else if (kind === "glint add") text += `\n${body}`;
    else {
      // A minus and the plus after it are one line; a plus alone comes after the line without a sign.
      let taken = "";
      for (const line of body.split("\n")) {
        const rest = line.slice(1);
        if (line.startsWith("-")) {
          if (!text.includes(rest)) throw new Error(`the tutorial's text has no line ${rest}`);
          text = text.replace(`${rest}\n`, "\u0000\n");
        } else if (line.startsWith("+")) {
          text = text.includes("\u0000") ? text.replace("\u0000", () => rest) : text.replace(`${taken}\n`, () => `${taken}\n${rest}\n`);
        } else if (line.trim()) taken = rest;
      }
    }
    texts.push(text);
  }
  return texts;
}
