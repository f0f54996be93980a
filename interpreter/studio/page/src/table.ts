// An exported game: the board, who plays, the moves, the options and the rules, and nothing else. It keeps the game that
// is played, and writes it to a file.
import { announce, byId, download, el, replace } from "./dom";
import { GameView } from "./game";
import { Errand, engineModule } from "./link";
import { packedText } from "./packed";
import { showOptions, showPlay, showRules } from "./playing";
import type { Service, Trouble } from "./service";
import type { Shared } from "./share";
import { Tabs } from "./tabs";

const uri = "file:///script.glint";

async function main(): Promise<void> {
  const given = JSON.parse(await packedText("game")) as Shared;
  const key = `glint.table.${given.name}`;
  let errand: Errand | undefined;
  const service: Service = {
    async request(method, params) {
      // A thread that failed is replaced: the script is always at hand.
      if (!errand) {
        errand = new Errand(await engineModule());
        errand.open(uri, given.text);
      }
      try {
        return await errand.request(method, params);
      } catch (error) {
        if (/^the engine/.test((error as Error).message)) errand = undefined;
        throw error;
      }
    },
  };
  let tabs: Tabs | undefined;
  const show = () => {
    if (!tabs) return;
    const panel = tabs.panel(tabs.current);
    if (tabs.current === "play") {
      showPlay(panel, game);
      panel.append(
        el("h2", {}, "Keep"),
        el(
          "div",
          { class: "buttons" },
          el("button", { type: "button", onclick: () => download(`${given.name}.json`, JSON.stringify(game.where), "application/json") }, "Save the game"),
          el("label", {}, "Load a game", load),
        ),
      );
    } else if (tabs.current === "options") showOptions(panel, game);
    else showRules(panel, game, given.text);
    try {
      localStorage.setItem(key, JSON.stringify(game.where));
    } catch {
      // The browser keeps nothing for this file: the game can be saved.
    }
  };
  const load = el("input", {
    type: "file",
    accept: ".json",
    onchange: () =>
      void load.files?.[0]?.text().then((text) => {
        if (!restore(text)) announce("There is no game in this file.", true);
        else void game.refresh();
      }),
  });
  const game = new GameView(service, uri, () => given.text, {
    shown: show,
    failed: (reason) => announce(reason, true),
    about: (cell) =>
      void service
        .request<{ why?: string[]; errors: Trouble[] }>("glint/trace", { ...game.params, cell })
        .then(({ why }) => announce([cell, game.wordsOf(cell), ...(why ?? [])].join(". "), true))
        .catch((error: Error) => announce(error.message, true)),
  });
  const restore = (text: string | null): boolean => {
    try {
      const { moves, options, seed } = JSON.parse(text ?? "") as Shared;
      if (!Array.isArray(moves)) return false;
      game.reset(moves.map(String), { ...options }, Number(seed) || 1);
      return true;
    } catch {
      return false;
    }
  };
  tabs = new Tabs(
    [
      ["play", "Play"],
      ["options", "Options"],
      ["rules", "Rules"],
    ],
    show,
  );
  let last: string | null = null;
  try {
    last = localStorage.getItem(key);
  } catch {
    // As above.
  }
  if (!restore(last)) game.reset(given.moves, given.options, given.seed);
  await game.refresh();
  document.body.dataset.ready = String(Math.round(performance.now()));
}

void main().catch((error: Error) => {
  replace(byId("state"), `The game cannot start: ${error.message}`);
});
