// The board beside the text. It follows the cursor: in a test it shows the board where that test ends or fails,
// elsewhere the game after the moves played here. view/ is the page in which it is drawn.
const vscode = require("vscode");

const isGlint = (editor) => editor?.document.languageId === "glint";

class Board {
  constructor(client, extension) {
    this.client = client;
    this.view = vscode.Uri.joinPath(extension, "view");
    this.panel = undefined;
    this.editor = undefined; // the last one with a script
    this.wanted = undefined; // by a code lens, until the cursor moves: {test?, traces}
    this.games = new Map(); // by URI: the game there, {moves, seed, as}; `played`: how many of the moves are legal
    this.position = undefined; // the one on the page, as requests name it
    this.asked = 0; // an answer that another question has overtaken is not shown
  }

  game() {
    const uri = this.editor.document.uri.toString();
    if (!this.games.has(uri)) this.games.set(uri, { moves: [], seed: 1, as: undefined });
    return this.games.get(uri);
  }

  show(editor) {
    if (isGlint(editor)) this.editor = editor;
    if (!this.editor) return vscode.window.showInformationMessage("Open a script (.glint) first; then its board can be shown beside it.");
    if (this.panel) this.panel.reveal(undefined, true);
    else this.open();
    return this.draw();
  }

  /// For a code lens: shows the game or the test, wherever the cursor is; if it `traces`, also the way of each beam.
  showWanted({ textDocument, test }, traces) {
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === textDocument.uri);
    clearTimeout(this.timer); // the click has moved the cursor
    this.wanted = { test, traces };
    return this.show(editor ?? this.editor);
  }

  open() {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("glint.board", "Board", beside, { enableScripts: true, localResourceRoots: [this.view] });
    const file = (name) => this.panel.webview.asWebviewUri(vscode.Uri.joinPath(this.view, name));
    const source = this.panel.webview.cspSource;
    // The page loads only these two files; `style` is inline in pictures.
    this.panel.webview.html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source} 'unsafe-inline'">
<link rel="stylesheet" href="${file("board.css")}"></head><body><script src="${file("board.js")}"></script></body></html>`;
    this.panel.webview.onDidReceiveMessage((message) => this.receive(message));
    this.panel.onDidDispose(() => (this.panel = undefined));
  }

  /// The cursor has moved, the text has changed, or another script is edited: draws after a short rest. Nothing changes
  /// while no script is edited, for example when the board itself is clicked.
  follow(editor) {
    if (!isGlint(editor)) return;
    this.editor = editor;
    this.wanted = undefined;
    if (!this.panel) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), 150);
  }

  async draw() {
    const number = ++this.asked;
    let drawing;
    try {
      drawing = await this.drawing();
    } catch (problem) {
      drawing = { errors: [problem.message] };
    }
    if (this.panel && number === this.asked) this.panel.webview.postMessage({ ...drawing, file: vscode.workspace.asRelativePath(this.editor.document.uri) });
  }

  /// What the page shows. Without a board the page keeps the last one, and shows the errors above it.
  async drawing() {
    const textDocument = { uri: this.editor.document.uri.toString() };
    const line = this.editor.selection.active.line;
    const { tests } = await this.client.sendRequest("glint/tests", { textDocument });
    const isWanted = ({ title }) => title === this.wanted.test;
    const test = tests.find(this.wanted ? isWanted : ({ range }) => range.start.line <= line && line <= range.end.line);
    const drawing = await (test ? this.ofTest(textDocument, test) : this.ofGame(textDocument));
    if (!this.wanted?.traces || !drawing.board) return drawing;
    const { steps } = await this.client.sendRequest("glint/trace", this.position);
    return { ...drawing, steps };
  }

  async ofTest(textDocument, { title, range }) {
    const answer = await this.client.sendRequest("glint/test", { textDocument, titles: [title] });
    const result = answer.tests.find((each) => each.range.start.line === range.start.line);
    if (!result) return { test: title, errors: answer.errors.map((each) => each.message) };
    this.position = result.board && { textDocument, at: result.board.position };
    return { test: title, passed: result.passed, errors: result.passed ? [] : [result.failure], board: result.board };
  }

  async ofGame(textDocument) {
    const { moves, seed, as } = this.game();
    const position = { textDocument, moves, seed, ...(as && { as }) };
    const answer = await this.client.sendRequest("glint/show", position);
    const errors = answer.errors.map((each) => each.message);
    if (answer.refused) errors.push(`Move ${answer.refused.number + 1}, \`${answer.refused.move}\`, is no longer legal: ${answer.refused.message}`);
    if (!answer.board) return { errors };
    this.game().played = answer.played;
    this.position = position;
    const { moves: listed = [], count = 0 } = await this.client.sendRequest("glint/moves", { ...position, most: 1000 });
    const legal = listed.map(({ move, picks }) => ({ move, cells: picks.flatMap(({ cells }) => cells ?? []) }));
    return { errors, board: answer.board, played: answer.played, moves, seed, as, legal, count };
  }

  async receive({ kind, value }) {
    const game = this.game();
    if (kind === "play") return this.play(value);
    if (kind === "cell") return this.explain(value);
    if (kind === "undo") game.moves.pop();
    if (kind === "restart") game.moves = [];
    if (kind === "chance") Object.assign(game, { seed: game.seed + 1, moves: [] });
    if (kind === "as") game.as = value || undefined;
    return this.draw();
  }

  /// Why a cell is lit, or why not.
  async explain(cell) {
    if (!this.position) return;
    const { why, errors } = await this.client.sendRequest("glint/trace", { ...this.position, cell });
    this.panel?.webview.postMessage({ cell, why: why ?? errors.map((each) => each.message) });
  }

  async play(move) {
    const game = this.game();
    const { seed } = game;
    const moves = game.moves.slice(0, game.played); // the board is that before a move which is no longer legal
    const position = { textDocument: { uri: this.editor.document.uri.toString() }, moves, seed, picture: false };
    const answer = await this.client.sendRequest("glint/play", { ...position, move });
    const wrong = answer.refused ?? answer.errors[0];
    if (!wrong) Object.assign(game, { moves: [...moves, move], played: moves.length + 1 });
    await this.draw();
    if (wrong) this.panel?.webview.postMessage({ refused: [wrong.message, wrong.help].filter(Boolean).join("\n") });
  }
}

/// What is to be disposed of when the extension ends.
exports.addBoard = (client, extension) => {
  const board = new Board(client, extension);
  return [
    vscode.commands.registerCommand("glint.show", (fields) => board.showWanted(fields, false)),
    vscode.commands.registerCommand("glint.trace", (fields) => board.showWanted(fields, true)),
    vscode.commands.registerCommand("glint.showBoard", () => board.show(vscode.window.activeTextEditor)),
    vscode.window.onDidChangeActiveTextEditor((editor) => board.follow(editor)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => board.follow(textEditor)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => document === board.editor?.document && board.follow(board.editor)),
    { dispose: () => board.panel?.dispose() },
  ];
};
