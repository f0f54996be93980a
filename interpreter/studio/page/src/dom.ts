// Making elements, and saying things to people who do not see them.
import { renew, whenFree } from "./held";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/// An element with these attributes; functions are listeners.
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svgEl<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/// Gives `parent` these children: a little later, if somebody presses a control in it just then (held.ts).
export function replace(parent: Element, ...children: Child[]): void {
  whenFree(parent, () => renew(parent, children.filter((child): child is Node | string => Boolean(child))));
}

/// Keys reach a part of a fixed height, so that they can scroll it, while it holds more than is seen.
export function reachable(part: HTMLElement): void {
  const look = () => (part.scrollHeight > part.clientHeight ? part.setAttribute("tabindex", "0") : part.removeAttribute("tabindex"));
  new MutationObserver(look).observe(part, { childList: true, characterData: true, subtree: true, attributeFilter: ["class"] });
  new ResizeObserver(look).observe(part);
}

/// Text that a screen reader speaks; also what the page shows for a moment at its bottom if `seen`.
export function announce(text: string, seen = false): void {
  byId("spoken").textContent = text;
  if (!seen) return;
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(Number(toast.dataset.timer));
  toast.dataset.timer = String(setTimeout(() => (toast.hidden = true), 6000));
}

/// Nothing that was announced stays.
export function hush(): void {
  byId("spoken").textContent = byId("toast").textContent = "";
  byId("toast").hidden = true;
}

export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
