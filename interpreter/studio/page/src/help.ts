// The help: how the page is used, its keys, and for each function of the command line where it is here, or why it is not.
import { el } from "./dom";
import { dialog } from "./playing";

const first: string[] = [
  "Choose a game in the list at the top, and play it: click a cell with a dotted edge, then choose the rest of the move below the board. The text on the left is the whole game; change it, and the board follows.",
  "To begin a game of your own, choose a template in the list, or press Make a variant to change the open game: its options are under Options, and the new text has samples of all that you may change. The text of the game that a variant changes is under Changes.",
  "To draw the board, press Draw: choose a piece and click cells. The script is written as you draw, and Undo takes it back. Select a piece to change its letters and what it does to beams; the rules are there as a form.",
  "To see who is favoured, press Study: bots play a thousand games against each other. The first sentence says what they found.",
  "To send a game, choose File, then Copy a link (for somebody who may change it, too) or Export the game as a page (for somebody who plays it).",
];

const keys: [string, string][] = [
  ["Arrow keys", "on the board: go from cell to cell"],
  ["Enter", "on the board: pick the cell"],
  ["Escape", "on the board: take a pick back"],
  ["W", "on the board: what is on the cell, and where its light comes from"],
  ["R, Delete", "on the board, while it is drawn: turn the piece, take it away"],
  ["N, Shift-N", "on the board: the next cell that can be picked, the one before"],
  ["Alt-B", "to the board, or to what else is to be chosen"],
  ["Alt-M", "to the field in which a move can be typed"],
  ["Alt-Left, Alt-Right", "take a move back, play it again"],
  ["Alt-T", "the tests"],
  ["Ctrl-Space", "in the text: what may follow"],
  ["F8", "in the text: the next mistake"],
  ["F12, F2", "in the text: where a name is declared; give it another name"],
  ["Shift-Alt-F", "in the text: lay it out"],
  ["Ctrl-Z", "in the text: undo"],
  ["Escape, then Tab", "in the text: leave it"],
  ["Ctrl-S", "save"],
];

/// By command: where its function is in this page; or why it is left out, after "-".
const commands: [string, string][] = [
  ["list", "the list at the top, and Options"],
  ["new", "the templates in the list, and Make a variant"],
  ["check", "mistakes are marked as you type"],
  ["explain", "- the messages here say what to do; the command adds an example to each"],
  ["test", "Tests, after each change; `test --explore`, which looks for broken rules for hours, is left out"],
  ["describe", "Rules"],
  ["show", "the board; Save the picture"],
  ["trace", "Why: right-click a cell, or press W"],
  ["moves", "cells with dotted edges, the buttons below the board, and the list of the field Move"],
  ["eval", "- for questions in the language, to programs; in the text a test can `expect` the same"],
  ["play", "the board; players, clock, hints, branches and notes under Play"],
  ["replay", "Load a game"],
  ["study", "Study; sweeps over options, ladders of bots and restricted play take hours, and are left out"],
  ["diff", "Changes"],
  ["explore", "its result: Open a file; the search itself takes hours, and is left out"],
  ["learn", "- learns for minutes from games with itself; `play` and `study` of the command read what it wrote"],
  ["tune", "- a tournament of bots takes minutes to hours; `best` of the command plays by it"],
  ["fmt", "Shift-Alt-F"],
  ["solve", "Draw, for puzzles; `--value`, who wins a game of two, is left out, as it takes all memory of the machine"],
  ["compare", "- compares files of studies that were saved"],
  ["perft", "- for work on the engine"],
  ["bench", "- for work on the engine"],
  ["lsp", "it runs in this page; other editors start it themselves"],
  ["studio", "this page with files on your disk"],
];

export function showHelp(): void {
  const row = (name: string, text: string) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, text));
  const head = (...names: string[]) => el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
  dialog(
    "Help",
    ...first.map((text) => el("p", { class: "step" }, text)),
    el("h3", {}, "Keys"),
    el("table", {}, head("key", "what it does"), ...keys.map(([key, text]) => row(key, text))),
    el("h3", {}, "What the command line can do"),
    el("p", { class: "quiet" }, "Glint is also a command for the terminal. This page does most of the same:"),
    el(
      "table",
      { id: "help-commands" },
      head("command", "in this page"),
      ...commands.map(([name, text]) => row(`glint ${name}`, text.startsWith("- ") ? `left out: ${text.slice(2)}` : text)),
    ),
  );
}
