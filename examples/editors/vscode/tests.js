// The test explorer: each script is a row, with a row for each test in it. The server finds the tests and runs them.
const vscode = require("vscode");

/// A place of the protocol as VS Code has it.
const rangeOf = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);

class Tests {
  constructor(client) {
    this.client = client;
    this.controller = vscode.tests.createTestController("glint", "Glint");
    this.controller.resolveHandler = (item) => (item ? this.openAndFind(item) : this.findScripts());
    this.controller.refreshHandler = () => this.findScripts();
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    this.waiting = new Map(); // by URI: the timer until tests are looked for again
  }

  /// The row of a script, made when it is first needed.
  rowOf(uri) {
    const id = uri.toString();
    const row = this.controller.items.get(id) ?? this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    row.canResolveChildren = true;
    this.controller.items.add(row);
    return row;
  }

  async findScripts() {
    for (const uri of await vscode.workspace.findFiles("**/*.glint")) this.rowOf(uri);
  }

  /// The server answers for open documents only.
  async openAndFind(row) {
    await this.find(await vscode.workspace.openTextDocument(row.uri));
  }

  /// Asks which tests a document has. Titles may repeat; then their number tells them apart.
  async find(document) {
    if (document.languageId !== "glint" || document.uri.scheme !== "file") return;
    const { tests } = await this.client.sendRequest("glint/tests", { textDocument: { uri: document.uri.toString() } });
    const row = this.rowOf(document.uri);
    row.children.replace(
      tests.map(({ title, range }, number) => {
        const item = this.controller.createTestItem(`${number} ${title}`, title, document.uri);
        item.range = rangeOf(range);
        return item;
      }),
    );
  }

  /// Looks for tests once nobody has typed for a moment.
  findSoon(document) {
    const id = document.uri.toString();
    clearTimeout(this.waiting.get(id));
    this.waiting.set(id, setTimeout(() => this.find(document).catch(() => {}), 400)); // no server: it has said so already
  }

  forget(uri) {
    this.controller.items.delete(uri.toString());
  }

  async run(request, token) {
    if (!request.include) await this.findScripts(); // nobody may have opened the explorer yet
    const run = this.controller.createTestRun(request);
    try {
      await this.runAll(run, request, token);
    } finally {
      run.end(); // else it would spin for ever
    }
  }

  async runAll(run, request, token) {
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const byScript = new Map();
    for (const item of wanted) {
      const row = item.parent ?? item;
      // Found again, because the numbers of tests follow the present text.
      if (!byScript.has(row)) {
        try {
          await this.openAndFind(row);
        } catch (problem) {
          // If a file is gone or there is no server, the tests of other scripts still run.
          run.errored(item, new vscode.TestMessage(problem.message));
          byScript.set(row, []);
          continue;
        }
      }
      const tests = item.parent ? [row.children.get(item.id) ?? item] : [...row.children].map(([, each]) => each);
      byScript.set(row, [...(byScript.get(row) ?? []), ...tests]);
    }
    const excluded = new Set((request.exclude ?? []).map((item) => `${item.uri} ${item.id}`));
    for (const [row, tests] of byScript) {
      if (token.isCancellationRequested) break;
      const left = tests.filter((item) => !excluded.has(`${item.uri} ${item.id}`) && !excluded.has(`${row.uri} ${row.id}`));
      if (left.length > 0) await this.runScript(run, row, left, token);
    }
  }

  async runScript(run, row, items, token) {
    for (const item of items) run.started(item);
    const textDocument = { uri: row.uri.toString() };
    let answer;
    try {
      const titles = items.map((item) => item.label);
      answer = await this.client.sendRequest("glint/test", { textDocument, titles, boards: false }, token);
    } catch (problem) {
      answer = { errors: [problem], tests: [] };
    }
    for (const item of items) {
      const result = answer.tests.find((each) => each.title === item.label && rangeOf(each.range).isEqual(item.range));
      if (result?.passed) run.passed(item);
      else if (result) this.fail(run, item, result);
      else run.errored(item, new vscode.TestMessage(answer.errors.map((each) => each.message).join("\n") || "The script has no such test."));
    }
  }

  /// Says what failed, and where: in a line of the test, or of a rule that it called.
  fail(run, item, result) {
    const message = new vscode.TestMessage(result.failure);
    const place = result.errors[0]?.location;
    message.location = place ? new vscode.Location(vscode.Uri.parse(place.uri), rangeOf(place.range)) : new vscode.Location(item.uri, item.range);
    run.failed(item, message);
    run.appendOutput(`${result.failure.replace(/\n/g, "\r\n")}\r\n\r\n`, message.location, item);
  }

  /// For a code lens: the tests of these titles, or all of the script.
  async runTitles({ textDocument, titles }) {
    const row = this.rowOf(vscode.Uri.parse(textDocument.uri));
    await this.openAndFind(row);
    const items = [...row.children].map(([, item]) => item).filter((item) => titles?.includes(item.label) ?? true);
    await this.run(new vscode.TestRunRequest(items), new vscode.CancellationTokenSource().token);
  }
}

/// What is to be disposed of when the extension ends.
exports.addTests = (client) => {
  const tests = new Tests(client);
  const files = vscode.workspace.createFileSystemWatcher("**/*.glint");
  for (const document of vscode.workspace.textDocuments) tests.findSoon(document);
  return [
    tests.controller,
    files,
    vscode.commands.registerCommand("glint.test", (fields) => tests.runTitles(fields)),
    files.onDidCreate((uri) => tests.rowOf(uri)),
    files.onDidDelete((uri) => tests.forget(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => tests.findSoon(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => tests.findSoon(document)),
  ];
};
