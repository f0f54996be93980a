// Sending a game: as a link, and as a page.
import { announce, download, el } from "./dom";
import { endsOf } from "./drawing/ends";
import { pageOf } from "./exporting";
import { dialog } from "./playing";
import { sheetOf } from "./telling";
import type { Service } from "./service";
import { type Shared, hashOf } from "./share";

export async function copyLink(shared: Shared): Promise<void> {
  const link = location.href.split("#")[0] + hashOf(shared);
  try {
    await navigator.clipboard.writeText(link);
    const only = location.protocol === "file:" ? " This page is a file: it opens where the same file is. For others, export the game as a page." : "";
    announce(`The link is copied (${link.length} characters). It contains the script and the position.${only}`, true);
  } catch {
    const field = el("textarea", { readonly: true, "aria-label": "Link" }, link);
    dialog("A link to this script and position", el("p", {}, "Copy it:"), field);
    field.select();
  }
}

/// `from`: who writes its rule sheet and reads its ends, and the document.
export async function exportPage(file: string, game: Shared, title: string, bundled: { name: string; text: string }[], from: { service: Service; uri: string }): Promise<void> {
  const sheet = await sheetOf(from.service, from.uri, game.text, game.options);
  const ends = await endsOf(from.service, { textDocument: { uri: from.uri } }, game.text);
  download(`${file}.html`, await pageOf({ ...game, sheet, ends }, title, bundled), "text/html");
  announce(`The game is one page now: it plays from the file, without a network.${sheet ? "" : " It has no rule sheet, as the engine did not write one."}`, true);
}
