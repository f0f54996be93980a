// Records of games, as files that `glint replay` and `glint play` read, too.
import { announce, download, el } from "./dom";
import type { GameView } from "./game";
import type { Where } from "./service";

/// The text of a record. `game` is the name of a bundled game, or of a script's file.
export function recordOf(game: string, { options, seed, moves }: Where, result: string): string {
  return `${JSON.stringify({ glint: 1, game, options, seed, draws: [], moves, result }, null, 2)}\n`;
}

/// The position that a record leads to; nothing if the text is no record.
export function readRecord(text: string): Where | undefined {
  try {
    const { moves, options = {}, seed = 1 } = JSON.parse(text) as Partial<Where>;
    if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string")) return undefined;
    if (typeof options !== "object" || !Object.values(options).every((value) => typeof value === "string")) return undefined;
    return { moves, options: { ...options }, seed: Number.isSafeInteger(seed) ? seed : 1 };
  } catch {
    return undefined;
  }
}

/// Buttons that write the game to a file, and read one.
export function recordButtons(game: GameView, names: () => { game: string; file: string }): HTMLElement[] {
  const load = el("input", {
    type: "file",
    id: "load-game",
    accept: ".json",
    onchange: () =>
      void load.files?.[0]?.text().then((text) => {
        load.value = "";
        const record = readRecord(text);
        if (!record) return announce("This file holds no game.", true);
        game.reset(record.moves, record.options, record.seed);
        return void game.refresh();
      }),
  });
  const save = () => {
    const { game: name, file } = names();
    download(`${file}.json`, recordOf(name, game.where, game.answer?.result ?? "unfinished"), "application/json");
  };
  return [
    el("h2", {}, "Keep"),
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", id: "save-game", onclick: save }, "Save the game"),
      el("label", { for: "load-game" }, "Load a game", load),
    ),
  ];
}
