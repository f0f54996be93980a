// The frame: the start page or the game, the script beside the board, the menu, and the icons of what stands in the page.
import { placeProblems } from "./problems";
import { byId, el } from "./dom";
import type { Door, Section } from "./door";
import { type IconName, icon } from "./icons";

export type Place = "door" | "game";

export class Frame {
  door: Door | undefined;

  constructor(private on: { leave(): void; opened(): void; title(): string }) {
    for (const button of document.querySelectorAll<HTMLElement>("[data-icon]")) {
      const words = el("span", {}, ...button.childNodes);
      button.replaceChildren(icon(button.dataset.icon as IconName), words);
    }
    byId("home").addEventListener("click", () => this.showDoor("play"));
    byId("mine").addEventListener("click", () => this.showDoor("mine"));
    byId("new").addEventListener("click", () => this.showDoor("invent"));
    byId("edit").addEventListener("click", () => {
      this.showText(!this.isTextOpen);
      if (this.isTextOpen) this.on.opened();
    });
    byId("close-text").addEventListener("click", () => {
      this.showText(false);
      byId("edit").focus();
    });
    byId("draw").addEventListener("click", () => byId("tab-draw").click());
    // On a narrow screen the tabs that have no room are behind a button.
    const showMore = (isOpen: boolean) => {
      byId("rail").classList.toggle("open", isOpen);
      byId("more").setAttribute("aria-expanded", String(isOpen));
    };
    byId("more").addEventListener("click", () => showMore(!byId("rail").classList.contains("open")));
    byId("tabs").addEventListener("click", () => showMore(false));
    window.addEventListener("popstate", ({ state }) => this.show((state as { place?: Place } | null)?.place ?? "game", false));
    this.menu();
  }

  get place(): Place {
    return document.body.dataset.place as Place;
  }
  /// `isVisit`: the browser's way back leads to what was before.
  show(place: Place, isVisit = true): void {
    if (place === "door" && this.place === "game") this.on.leave();
    if (isVisit && place !== this.place) history.pushState({ place }, "");
    else history.replaceState({ place }, "");
    document.body.dataset.place = place;
    byId("door").hidden = place !== "door";
    byId("game").hidden = place !== "game";
    if (place === "door") this.door?.open(isVisit ? this.on.title() : "");
    else this.door?.close();
    byId(place).scrollTop = 0;
  }
  private showDoor(section: Section): void {
    this.show("door");
    void this.door?.show(section, section !== "play");
  }

  /// The script, as a panel beside the board.
  get isTextOpen(): boolean {
    return document.body.dataset.script === "open";
  }
  showText(isOpen = true): void {
    document.body.dataset.script = isOpen ? "open" : "";
    byId("edit").setAttribute("aria-expanded", String(isOpen));
    placeProblems();
  }
  /// How many mistakes the script has: also for those who do not see it.
  countErrors(errors: number): void {
    if (errors) byId("edit").dataset.errors = String(errors);
    else delete byId("edit").dataset.errors;
    byId("edit").title = errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"} in the script` : "";
  }

  /// What one does first with a game that comes with Glint is to change it; with one's own, to draw it: no view has two main actions.
  nameButtons(isOwn: boolean): void {
    byId("variant").classList.toggle("main", !isOwn);
    (byId("variant").querySelector("span") ?? byId("variant")).textContent = isOwn ? "Make a variant" : "Change this game";
    byId("draw").hidden = !isOwn;
  }

  private menu(): void {
    const menu = document.querySelector<HTMLDetailsElement>(".menu")!;
    const close = () => {
      menu.open = false;
      menu.querySelector("summary")!.focus();
    };
    // Before the button acts: the focus comes back to the menu, and dialogs give it back to the menu.
    menu.addEventListener("click", (event) => (event.target as Element).closest(".menu > div button") && close(), true);
    menu.addEventListener("keydown", (event) => event.key === "Escape" && close());
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    });
  }
}
