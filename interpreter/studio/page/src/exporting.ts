// A game as one page, to be sent as a file: it is played without the studio, without a server and without a request.
import type { Ends } from "./ended";
import { packedText } from "./packed";
import type { Sheet } from "./sheet";
import type { Shared } from "./share";

/// What an exported page has of its game. Its engine writes no rule sheets and cannot name the parts of a script, so the page carries both along.
export interface Exported extends Shared {
  sheet?: Sheet;
  ends?: Ends;
}

/// What the engine brings along, for a page of these scripts alone: libraries, and the games that they are variants of. The
/// other texts are blanks, as each has its place in the engine. `bundled`: the scripts that come with Glint, by name.
async function libraryFor(scripts: string[], bundled: { name: string; text: string }[]): Promise<string> {
  const wanted = [...scripts];
  for (const text of wanted) {
    const named = new Set([...text.matchAll(/\bof\s+(\w+)/g)].map((match) => match[1]));
    wanted.push(...bundled.filter((script) => named.has(script.name) && !wanted.includes(script.text)).map((script) => script.text));
  }
  const blanks = (text: string) => " ".repeat(new TextEncoder().encode(text).length);
  const texts = (await packedText("library")).split("\0");
  return packed(texts.map((text) => (/^\s*library\b/m.test(text) || wanted.includes(text) ? text : blanks(text))).join("\0"));
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export async function pageOf(game: Exported, title: string, bundled: { name: string; text: string }[]): Promise<string> {
  const own = (id: string) => document.getElementById(id)!.textContent!.trim();
  const holes: Record<string, string> = {
    name: escaped(title),
    engine: own("play-engine"),
    library: await libraryFor([game.text, ...Object.values(game.files ?? {})], bundled),
    game: await packed(JSON.stringify(game)),
  };
  const template = await packedText("played");
  return template.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => holes[name] ?? hole);
}
