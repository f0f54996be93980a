// Tabs, as the ARIA pattern has them: arrow keys go from one to the next, and only the one that is open is in the order
// of the Tab key.
import { byId, el } from "./dom";
import { type IconName, icon } from "./icons";

export interface Tab {
  id: string;
  title: string;
  panel: HTMLElement;
}

export class Tabs {
  private tabs: (Tab & { button: HTMLButtonElement })[] = [];
  private open = "";

  constructor(
    given: [id: string & IconName, title: string][],
    private onOpen: (id: string) => void,
  ) {
    for (const [id, title] of given) {
      const panel = el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 });
      const button = el(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": panel.id, onclick: () => this.show(id) },
        icon(id),
        el("span", {}, title),
      );
      this.tabs.push({ id, title, panel, button });
      byId("tabs").append(button);
      byId("tabpanels").append(panel);
    }
    byId("tabs").addEventListener("keydown", (event) => {
      const step = /^Arrow(Right|Down)$/.test(event.key) ? 1 : /^Arrow(Left|Up)$/.test(event.key) ? -1 : 0;
      if (!step) return;
      const at = this.tabs.findIndex(({ id }) => id === this.open);
      const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length]!;
      this.show(next.id);
      next.button.focus();
      event.preventDefault();
    });
    this.show(given[0]![0]);
  }

  get current(): string {
    return this.open;
  }
  panel(id: string): HTMLElement {
    return this.tabs.find((tab) => tab.id === id)!.panel;
  }
  show(id: string): void {
    this.open = document.body.dataset.tab = id;
    for (const tab of this.tabs) {
      const isOpen = tab.id === id;
      tab.panel.hidden = !isOpen;
      tab.button.setAttribute("aria-selected", String(isOpen));
      tab.button.tabIndex = isOpen ? 0 : -1;
    }
    this.onOpen(id);
  }
}
