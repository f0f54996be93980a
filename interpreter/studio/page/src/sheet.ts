// A rule sheet in a page. It stands in a shadow root, so that its styles and ids are its own.
import { el } from "./dom";

/// A rule sheet as a page's body, and its styles.
export interface Sheet {
  title: string;
  text: string;
  style: string;
}

const colours = ":host { color: inherit; } .sheet svg { max-width: 100%; height: auto; }";

export function placeOf({ text, style }: Sheet): HTMLElement {
  const parsed = new DOMParser().parseFromString(text, "text/html").body;
  const sheet = el("div", { class: "sheet" }); // the page has its own <main>
  sheet.append(...(parsed.querySelector("main")?.childNodes ?? parsed.childNodes));
  const place = el("div", { class: "sheet-place" });
  const root = place.attachShadow({ mode: "open" });
  root.append(el("style", {}, style.replaceAll("main.sheet", ".sheet") + colours), sheet);
  root.addEventListener("click", (event) => {
    const to = (event.target as Element).closest("a")?.getAttribute("href");
    if (!to?.startsWith("#")) return;
    event.preventDefault();
    root.getElementById(decodeURIComponent(to.slice(1)))?.scrollIntoView();
  });
  return place;
}
