// The buttons below the board, and the keys that do the same.
import { byId, reachable } from "./dom";

export interface Controlled {
  undo(): void;
  redo(): void;
  again(): void;
  hint(): Promise<void>;
  refresh(): Promise<void>;
  focus(): void; // on what may be chosen
  readonly canRedo: boolean;
}

export function wire(game: Controlled): void {
  reachable(byId("state"));
  byId("undo").addEventListener("click", () => game.undo());
  byId("redo").addEventListener("click", () => game.redo());
  byId("again").addEventListener("click", () => game.again());
  byId("hint").addEventListener("click", () => void game.hint());
  byId("everything").addEventListener("change", () => void game.refresh());
  document.addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || byId("game").hidden) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => game.undo(),
      ArrowRight: () => game.canRedo && game.redo(),
      b: () => game.focus(),
      m: () => byId("move").focus(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
