// The keys of the page, and for each function of the command line where it is here, or why it is not.
import { el } from "./dom";

const keys: [string, string][] = [
  ["Arrow keys", "on the board: go from cell to cell"],
  ["Enter", "on the board: pick the cell"],
  ["Escape", "on the board: take a pick back"],
  ["W", "on the board: what is on the cell, and where its light comes from"],
  ["R, Delete", "on the board, while it is drawn: turn the piece, take it away"],
  ["G", "the same: take the piece in hand; Enter puts it on another cell, Escape leaves it"],
  ["Shift and an arrow", "the same: go on with a stroke, or, with walls in hand, put one on this side"],
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
  ["list", "the start page, and Options"],
  ["new", "Invent on the start page, and Change this game"],
  ["check", "mistakes are marked as you type"],
  ["explain", "- the messages here say what to do; the command adds an example to each"],
  ["test", "Tests, after each change; `test --explore`, which looks for broken rules for hours, is left out"],
  ["describe", "Rules"],
  ["print", "Keep and send: Print the game; the browser makes a PDF of it"],
  ["show", "the board; Save the picture"],
  ["trace", "Why: right-click a cell, or press W"],
  ["moves", "cells with dotted edges, the buttons below the board, and the list of the field Move"],
  ["eval", "- for questions in the language, to programs; in the text a test can `expect` the same"],
  ["play", "the board; players, clock, hints, branches and notes under Play"],
  ["host", "- a table for friends elsewhere needs a server, which the command is"],
  ["replay", "Load a game"],
  ["study", "Study, also with better bots, by first moves, side by side, and without a piece or a move; sweeps over options and ladders of bots take hours, and are left out"],
  ["diff", "Changes"],
  ["explore", "Study, Better variants: for minutes, with wishes to choose from; goals for any measure take hours, and are left out. Its result: Open a file"],
  ["learn", "- learns for minutes from games with itself; `play` and `study` of the command read what it wrote"],
  ["tune", "- a tournament of bots takes minutes to hours; `best` of the command plays by it"],
  ["match", "- matches of bots, also against other programs, take minutes to hours; Study compares bots for a few games"],
  ["fmt", "Shift-Alt-F"],
  ["solve", "Draw, for puzzles; `--value`, who wins a game of two, is left out, as it takes all memory of the machine"],
  ["compare", "- compares files of studies that were saved"],
  ["perft", "- for work on the engine"],
  ["bench", "- for work on the engine"],
  ["lsp", "it runs in this page; other editors start it themselves"],
  ["studio", "this page with files on your disk"],
];

/// Both tables, folded.
export function helpTables(): HTMLElement[] {
  const row = (name: string, text: string) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, text));
  const head = (...names: string[]) => el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
  return [
    el("details", { class: "test" }, el("summary", {}, "Keys"), el("table", {}, head("key", "what it does"), ...keys.map(([key, text]) => row(key, text)))),
    el(
      "details",
      { class: "test" },
      el("summary", {}, "What the command line can do"),
      el("p", { class: "quiet" }, "Glint is also a command for the terminal. This page does most of the same:"),
      el(
        "table",
        { id: "help-commands" },
        head("command", "in this page"),
        ...commands.map(([name, text]) => row(`glint ${name}`, text.startsWith("- ") ? `left out: ${text.slice(2)}` : text)),
      ),
    ),
  ];
}
