// The client: it starts `glint lsp`, and shows the files that come with Glint.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async (context) => {
  const command = vscode.workspace.getConfiguration("glint").get("command");
  const run = { command, args: ["lsp"] };
  client = new LanguageClient("glint", "Glint", { run, debug: run }, { documentSelector: [{ language: "glint" }] });
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider("glint", {
      provideTextDocumentContent: async (uri) => (await client.sendRequest("glint/file", { uri: uri.toString() }))?.text ?? "",
    })
  );
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(`\`${command} lsp\` does not start: ${problem.message}. The setting glint.command says where glint is.`);
  }
};

exports.deactivate = () => client?.stop();
