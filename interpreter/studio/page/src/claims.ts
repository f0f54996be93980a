// The light after a claim: where players must find what is there to be seen, it is shown once they have said it, as it was
// then, and why.
import { byId, el, replace } from "./dom";
import { type Found, inWords } from "./service";

/// Shows it below the board, or nothing.
export function showFound(found: Found | null | undefined): void {
  const place = byId("found");
  const isNew = place.hidden && Boolean(found);
  place.hidden = !found;
  if (!found) return replace(place);
  const { cells, why, board } = found;
  const title = `The light on ${inWords(cells)} when it was claimed`;
  const picture = el("div", { role: "img", "aria-label": `The board with all its light when ${inWords(cells)} was claimed` });
  if (board.picture) picture.append(document.importNode(new DOMParser().parseFromString(board.picture.svg, "image/svg+xml").documentElement, true));
  replace(place, el("h3", {}, title), el("p", { class: "rules" }, why.join("\n")), picture);
  if (isNew) place.scrollIntoView({ block: "nearest" }); // the board may leave no room for it
}
