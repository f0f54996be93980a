// Code lenses: buttons above the header of a script, and above each of its tests. Their commands are those of the test
// explorer, the board and the reports; each takes the fields of the request behind it.
const vscode = require("vscode");

/// The header of a game or variant. It is the first declaration, so it may stand only below comments.
const header = /^[ \t]*(game|variant)[ \t]+"/m;

class Lenses {
  constructor(client) {
    this.client = client;
  }

  async provideCodeLenses(document, token) {
    const text = document.getText();
    const head = header.exec(text);
    if (!head) return []; // a library: its tests are in the test explorer
    const textDocument = { uri: document.uri.toString() };
    const { tests } = await this.client.sendRequest("glint/tests", { textDocument }, token);
    const lens = (range, title, command, fields) =>
      new vscode.CodeLens(range, { title, command, arguments: [{ textDocument, ...fields }] });

    const line = text.slice(0, head.index).split("\n").length - 1;
    const top = new vscode.Range(line, 0, line, head[0].length);
    const above = [["Show board", "glint.show"], ["Trace beams", "glint.trace"], ["Study", "glint.study"], ["Rule sheet", "glint.describe"]];
    if (tests.length > 0) above.unshift(["Run all tests", "glint.test"]);
    if (head[1] === "variant") above.push(["What it changes", "glint.diff"]);
    return [
      ...above.map(([title, command]) => lens(top, title, command)),
      ...tests.flatMap(({ title, selectionRange }) => {
        const at = this.client.protocol2CodeConverter.asRange(selectionRange);
        return [
          lens(at, "Run test", "glint.test", { titles: [title] }),
          lens(at, "Show board", "glint.show", { test: title }),
          lens(at, "Trace beams", "glint.trace", { test: title }),
        ];
      }),
    ];
  }
}

/// What is to be disposed of when the extension ends.
exports.addLenses = (client) => vscode.languages.registerCodeLensProvider({ language: "glint" }, new Lenses(client));
