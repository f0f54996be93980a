// An exported game: the board, who plays, the moves, the options and the rules, and nothing else. It keeps the game that
// is played, and writes it to a file.
import { announce, byId, el, replace } from "./dom";
import { Evaluation } from "./evaluation";
import { GameView } from "./game";
import { Errand, engine, ownFiles } from "./link";
import { packedText } from "./packed";
import { showOptions, showPlay, showRules } from "./playing";
import type { Exported } from "./exporting";
import { readRecord, recordButtons } from "./record";
import { placeOf } from "./sheet";
import type { Service } from "./service";
import { Tabs } from "./tabs";

const uri = "file:///script.glint";

async function main(): Promise<void> {
  const given = JSON.parse(await packedText("game")) as Exported;
  const key = `glint.table.${given.name}`;
  ownFiles.neededBy = () => given.files ?? {};
  let errand: Errand | undefined;
  const service: Service = {
    async request(method, params) {
      // A thread that failed is replaced: the script is always at hand.
      if (!errand) {
        errand = new Errand(await engine());
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
  const rules = (panel: HTMLElement) => {
    if (!given.sheet) return showRules(panel, game, given.text);
    if (panel.querySelector(".sheet-place")) return;
    replace(panel, el("p", { class: "quiet" }, "With the options as they were when this page was made."), placeOf(given.sheet));
  };
  let tabs: Tabs | undefined;
  const show = () => {
    if (!tabs) return;
    const panel = tabs.panel(tabs.current);
    if (tabs.current === "play") showPlay(panel, game, null, evaluation.place, ...keep);
    else if (tabs.current === "options") showOptions(panel, game);
    else rules(panel);
    evaluation.show();
    try {
      localStorage.setItem(key, JSON.stringify({ ...game.where, moves: game.session.openMoves, seats: game.seats, sat: game.curtain.seated, clock: game.timing.choice }));
    } catch {
      // The browser keeps nothing for this file: the game can be saved.
    }
  };
  const game = new GameView(service, () => uri, () => given.text, {
    shown: show,
    failed: (reason) => announce(reason, true),
    about: (cell) => void game.about(cell).then((about) => about && announce([cell, about.words, ...about.why].join(". "), true)),
  });
  game.ends = async () => given.ends;
  const keep = recordButtons(game, () => ({ game: `${given.name}.glint`, file: given.name }));
  const evaluation = new Evaluation(game, () => uri, () => given.text);
  const restore = (text: string | null): boolean => {
    const record = readRecord(text ?? "");
    if (record) game.reset(record.moves, record.options, record.seed);
    const { sat, clock } = record ? (JSON.parse(text!) as { sat?: string[]; clock?: string }) : {};
    if (record) game.sit(record.seats, clock, sat);
    return record !== undefined;
  };
  tabs = new Tabs(
    [
      ["play", "Play"],
      ["options", "Options"],
      ["rules", "Rules"],
    ],
    show,
  );
  // On paper the page is its rules, whichever panel is open.
  window.addEventListener("beforeprint", () => tabs && rules(tabs.panel("rules")));
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
