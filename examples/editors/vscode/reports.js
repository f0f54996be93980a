// Reports of long work, as documents beside the script: a study of how the game plays, and the effects of a variant.
const vscode = require("vscode");
const { WorkDoneProgress } = require("vscode-languageclient/node");

const scheme = "glint-report";

/// Rows of texts in columns.
const columns = (rows) => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => row.map((text, i) => text.padEnd(widths[i])).join("  ").trimEnd());
};
const errorsOf = ({ errors }) => errors.map(({ message, help }) => [message, help].filter(Boolean).join("\n  "));

const studyText = (result) => [
  `${result.games} games, ${result.plies} plies. Intervals hold the true value in 95 of 100 studies.`,
  "",
  ...columns(result.measures.map(({ id, text, interval, meaning }) => [id, text, interval ? `(${interval})` : "", meaning])),
  "",
  "Moves: how often each was chosen of those times when it was legal",
  "",
  ...columns(result.moves.map(({ name, chosen, legal }) => [name, `${chosen} of ${legal}`])),
  ...(result.warnings.length ? ["", ...result.warnings] : []),
  ...(result.errors.length ? ["", ...errorsOf(result)] : []),
];

/// The moves after which play differs, what differs then, and the rules that did it.
const playText = (play) => {
  if (play.same) return [`Play is the same in ${play.positions} positions and ${play.games} random games that were compared.`];
  const { kinds = [], rules = [] } = play.difference ?? {};
  return [
    play.witness.length ? "Play differs after" : "Play differs from the start",
    ...play.witness.map((move, number) => `  ${number + 1}. ${move}`),
    ...(kinds.length ? ["", `What differs then: ${kinds.map((kind) => kind.replace("_", " ")).join(", ")}`] : []),
    ...(rules.length ? ["", "By these lines", ...rules.map(({ file, line, text }) => `  ${vscode.workspace.asRelativePath(file)}:${line}  ${text.trim()}`)] : []),
  ];
};

const diffText = (result) => {
  if (result.identical) return ["The rules are the same, word for word."];
  const declarations = ["added", "removed", "changed"].flatMap((how) => result.text[how].map(({ kind, name }) => `${how} ${kind} ${name}`.trim()));
  const options = result.text.options.map((option) => `option ${option.name} = ${option.new}, before ${option.old}`);
  return [`${result.new}, compared with ${result.old}`, "", ...declarations, ...options, "", ...(result.play ? playText(result.play) : []), ...errorsOf(result)];
};

const rulesText = (result) => (result.text === undefined ? errorsOf(result) : [result.text.trimEnd()]);

class Reports {
  constructor(client) {
    this.client = client;
    this.texts = new Map();
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
    this.number = 0;
  }

  provideTextDocumentContent(uri) {
    return this.texts.get(uri.toString()) ?? "";
  }

  /// Sends the request, with its progress in a notification that can cancel it, and opens the report.
  async make(title, method, fields, textOf, ending = "") {
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(fields.textDocument.uri));
    const workDoneToken = `glint ${++this.number}`;
    const options = { location: vscode.ProgressLocation.Notification, title: `${title}: ${file}`, cancellable: true };
    return vscode.window.withProgress(options, async (progress, token) => {
      let before = 0;
      const listening = this.client.onProgress(WorkDoneProgress.type, workDoneToken, ({ message, percentage = before }) => {
        progress.report({ message, increment: percentage - before });
        before = percentage;
      });
      try {
        const result = await this.client.sendRequest(method, { ...fields, workDoneToken }, token);
        await this.open(`${file}: ${title.toLowerCase()}${ending}`, textOf(result)); // a name that ended in .glint would make it a script
      } catch (problem) {
        if (!token.isCancellationRequested) vscode.window.showErrorMessage(`${title}: ${problem.message}`);
      } finally {
        listening.dispose();
      }
    });
  }

  async open(name, lines) {
    const uri = vscode.Uri.parse(`${scheme}:${name}`);
    this.texts.set(uri.toString(), lines.join("\n") + "\n");
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    if (name.endsWith(".md")) return vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}

/// What is to be disposed of when the extension ends.
exports.addReports = (client) => {
  const reports = new Reports(client);
  return [
    reports.changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, reports),
    vscode.commands.registerCommand("glint.study", (fields) => reports.make("Study", "glint/study", fields, studyText)),
    vscode.commands.registerCommand("glint.describe", (fields) => reports.make("Rules", "glint/describe", fields, rulesText, ".md")),
    vscode.commands.registerCommand("glint.diff", (fields) => reports.make("Changes", "glint/diff", fields, diffText)),
  ];
};
