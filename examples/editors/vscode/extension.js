// The client: it starts `glint lsp`, shows the files that come with Glint, and adds things beyond the protocol: the
// test explorer (tests.js), the board beside the text (board.js), reports of studies (reports.js), and buttons above
// the script and its tests (lenses.js).
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { addBoard } = require("./board");
const { addLenses } = require("./lenses");
const { addReports } = require("./reports");
const { addTests } = require("./tests");

let client;

exports.activate = async (context) => {
  const command = vscode.workspace.getConfiguration("glint").get("command");
  const run = { command, args: ["lsp"] };
  client = new LanguageClient("glint", "Glint", { run, debug: run }, {
    documentSelector: [{ language: "glint" }],
  });
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider("glint", {
      provideTextDocumentContent: async (uri) => (await client.sendRequest("glint/file", { textDocument: { uri: uri.toString() } }))?.text ?? "",
    }),
    ...addBoard(client, context.extensionUri),
    ...addTests(client),
    ...addReports(client),
  );
  try {
    await client.start();
    context.subscriptions.push(addLenses(client));
  } catch (problem) {
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: ${problem.message}. The setting glint.command says where glint is.`);
  }
};

exports.deactivate = () => client?.stop();
