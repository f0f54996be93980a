// The client: it starts `glint lsp`, shows the files that come with Glint, and adds what VS Code has places for besides
// the protocol: the test explorer (tests.js), the board beside the text (board.js), and reports of studies (reports.js).
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { addBoard } = require("./board");
const { addReports } = require("./reports");
const { addTests } = require("./tests");

let client;

exports.activate = async (context) => {
  const command = vscode.workspace.getConfiguration("glint").get("command");
  const run = { command, args: ["lsp"] };
  // The commands of code lenses, by name: shown in our own places instead of the server's messages.
  const lenses = {};
  client = new LanguageClient("glint", "Glint", { run, debug: run }, {
    documentSelector: [{ language: "glint" }],
    initializationOptions: { messages: false },
    middleware: { executeCommand: (name, [fields], next) => (lenses[name] ? lenses[name](fields) : next(name, [fields])) },
  });
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider("glint", {
      provideTextDocumentContent: async (uri) => (await client.sendRequest("glint/file", { textDocument: { uri: uri.toString() } }))?.text ?? "",
    }),
    ...addBoard(client, lenses, context.extensionUri),
    ...addTests(client, lenses),
    ...addReports(client, lenses),
  );
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: ${problem.message}. The setting glint.command says where glint is.`);
  }
};

exports.deactivate = () => client?.stop();
