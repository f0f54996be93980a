// A game as one page, to be sent as a file: it is played without the studio, without a server and without a request.
import { packedText } from "./packed";
import type { Sheet } from "./rules";
import type { Shared } from "./share";

/// What an exported page has of its game. Its engine writes no rule sheets, so it brings one.
export interface Exported extends Shared {
  sheet?: Sheet;
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

export async function pageOf(game: Exported, title: string): Promise<string> {
  const own = (id: string) => document.getElementById(id)!.textContent!.trim();
  const holes: Record<string, string> = {
    name: escaped(title),
    engine: own("play-engine"),
    library: own("library"),
    game: await packed(JSON.stringify(game)),
  };
  const template = await packedText("played");
  return template.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => holes[name] ?? hole);
}
