// A stand-in for the module `vscode`, as far as the extension and the client library of the protocol need it: documents that
// can be edited, an editor with a cursor, a panel that keeps what is sent to it, and the test explorer. VS Code itself cannot
// be started in tests. Anything else that is asked for is a class or a function that does nothing.
const { EventEmitter } = require("node:events");
const { readFileSync } = require("node:fs");
const { pathToFileURL, fileURLToPath } = require("node:url");
const { join } = require("node:path");

class Disposable {
  constructor(dispose = () => {}) { this.dispose = dispose; }
  static from(...all) { return new Disposable(() => all.forEach((each) => each.dispose())); }
}

/// An event of VS Code, `onDidX(listener)`, and `fire` to make it happen.
const event = () => {
  const emitter = new EventEmitter();
  const on = (listener, self) => {
    const bound = listener.bind(self);
    emitter.on("it", bound);
    return new Disposable(() => emitter.off("it", bound));
  };
  on.fire = (value) => emitter.emit("it", value);
  return on;
};
class VsEventEmitter {
  constructor() { this.event = event(); }
  fire(value) { this.event.fire(value); }
  dispose() {}
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
  isEqual(other) { return this.line === other.line && this.character === other.character; }
}
class Range {
  constructor(a, b, c, d) {
    this.start = a instanceof Position ? a : new Position(a, b);
    this.end = a instanceof Position ? b : new Position(c, d);
  }
  isEqual(other) { return this.start.isEqual(other.start) && this.end.isEqual(other.end); }
}
class Selection extends Range {
  constructor(anchor, active) { super(anchor, active); Object.assign(this, { anchor, active }); }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
    this.path = this.scheme === "file" ? decodeURIComponent(new URL(text).pathname) : text.slice(this.scheme.length + 1);
    this.fsPath = this.scheme === "file" ? fileURLToPath(text) : this.path;
  }
  toString() { return this.text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).toString()); }
  static joinPath(uri, ...parts) { return Uri.file(join(uri.fsPath, ...parts)); }
}
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class TestMessage { constructor(message) { this.message = message; } }
class TestRunRequest { constructor(include, exclude) { Object.assign(this, { include, exclude }); } }
class CancellationTokenSource {
  constructor() {
    this.token = { isCancellationRequested: false, onCancellationRequested: event() };
  }
  cancel() { this.token.isCancellationRequested = true; this.token.onCancellationRequested.fire(); }
  dispose() {}
}
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
}
Object.assign(CodeActionKind, { Empty: new CodeActionKind(""), QuickFix: new CodeActionKind("quickfix"), Refactor: new CodeActionKind("refactor") });
class CodeLens { constructor(range, command) { Object.assign(this, { range, command }); } }

/// A collection of rows of the test explorer.
class Items {
  constructor(parent) { Object.assign(this, { parent, byId: new Map() }); }
  get size() { return this.byId.size; }
  get(id) { return this.byId.get(id); }
  add(item) { item.parent = this.parent; this.byId.set(item.id, item); }
  delete(id) { this.byId.delete(id); }
  replace(items) { this.byId.clear(); items.forEach((item) => this.add(item)); }
  [Symbol.iterator]() { return this.byId[Symbol.iterator](); }
}

/// A class that can be made, called and extended, and does nothing else.
const anything = (name) => Object.defineProperty(class { constructor(...values) { this.values = values; } }, "name", { value: name });

/// The object; a missing member is an event (`onDidX`) or a function that returns something to dispose of.
const filled = (object) =>
  new Proxy(object, {
    get(target, name) {
      if (name in target || typeof name === "symbol") return target[name];
      return (target[name] = /^on[A-Z]/.test(name) ? event() : () => new Disposable());
    },
  });

exports.makeVscode = ({ folder, settings }) => {
  const documents = [], panels = [], runs = [], messages = [], diagnostics = new Map(), commands = new Map(), lenses = [];
  const shown = [], progress = [], providers = new Map();
  const workspace = filled({
    textDocuments: documents,
    notebookDocuments: [],
    workspaceFolders: undefined,
    workspaceFile: undefined,
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise, has: (name) => name in settings, inspect: () => undefined }),
    asRelativePath: (file) => (file.fsPath ?? file).replace(`${folder}/`, ""),
    findFiles: async () => [],
    createFileSystemWatcher: () => filled({ dispose() {} }),
    registerTextDocumentContentProvider: (scheme, provider) => { providers.set(scheme, provider); return new Disposable(); },
    openTextDocument: async (uri) =>
      uri.scheme !== "file"
        ? { uri, text: await providers.get(uri.scheme).provideTextDocumentContent(uri) }
        : (documents.find((each) => each.uri.toString() === uri.toString()) ?? open(uri, readFileSync(uri.fsPath, "utf8"))),
  });
  const window = filled({
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: filled({ all: [] }),
    createOutputChannel: () => filled({}),
    showTextDocument: async (document) => void shown.push(document),
    withProgress: (options, task) => task({ report: (value) => progress.push(value) }, new CancellationTokenSource().token),
    showErrorMessage: async (text) => void messages.push(text),
    showInformationMessage: async (text) => void messages.push(text),
    showWarningMessage: async (text) => void messages.push(text),
    createWebviewPanel(type, title) {
      const sent = [], received = event(), waiting = [];
      const webview = {
        cspSource: "vscode-resource:", html: "", sent,
        asWebviewUri: (uri) => uri,
        onDidReceiveMessage: received,
        postMessage: (message) => { sent.push(message); try { webview.onSent?.(message); } catch (problem) { console.error(problem); } waiting.splice(0).forEach((resolve) => resolve(message)); },
      };
      const panel = { type, title, webview, reveal() {}, onDidDispose: event(), dispose() { panel.onDidDispose.fire(); } };
      /// The next message for the page, and the result of a message from the page.
      panel.next = () => new Promise((resolve) => waiting.push(resolve));
      panel.receive = (message) => received.fire(message);
      panels.push(panel);
      return panel;
    },
  });
  const languages = filled({
    match: (selector, document) => ([selector].flat().some((each) => each.language === document.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({
      set: (uri, list) => diagnostics.set(uri.toString(), list),
      delete: (uri) => diagnostics.delete(uri.toString()),
      get: (uri) => diagnostics.get(uri.toString()),
      clear: () => diagnostics.clear(),
      dispose() {},
    }),
    registerCodeLensProvider: (selector, provider) => { lenses.push(provider); return new Disposable(); },
  });
  const tests = {
    createTestController: (id, label) => {
      const controller = {
        id, label, items: new Items(), profiles: [],
        createRunProfile: (name, kind, handler) => controller.profiles.push({ name, kind, handler }),
        createTestItem: (itemId, itemLabel, uri) => { const item = { id: itemId, label: itemLabel, uri }; item.children = new Items(item); return item; },
        createTestRun: () => {
          const results = new Map();
          const note = (what) => (item, message) => results.set(item.label, { what, message });
          const run = { results, started: note("started"), passed: note("passed"), failed: note("failed"), errored: note("errored"), output: "", appendOutput(text) { run.output += text; }, end() { run.ended = true; } };
          runs.push(run);
          return run;
        },
        dispose() {},
      };
      tests.controller = controller;
      return controller;
    },
  };
  const vscode = {
    Disposable, EventEmitter: VsEventEmitter, Position, Range, Selection, Uri, Location, TestMessage, TestRunRequest, CancellationTokenSource, CodeActionKind, CodeLens, Diagnostic,
    workspace, window, languages, tests,
    version: "1.82.0",
    env: filled({ appName: "a stand-in", language: "en" }),
    extensions: filled({ all: [] }),
    commands: filled({
      registerCommand: (name, handler) => { commands.set(name, handler); return new Disposable(() => commands.delete(name)); },
      executeCommand: async (name, ...values) => commands.get(name)?.(...values),
    }),
    TestRunProfileKind: { Run: 1 },
    ViewColumn: { Beside: -2 },
    ProgressLocation: { Notification: 15 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  };

  /// A document as if somebody had opened it in an editor.
  const open = (uri, text) => {
    const lines = () => document.text.split("\n");
    const document = {
      uri, text, version: 1, languageId: "glint", isClosed: false, fileName: uri.fsPath,
      getText: () => document.text,
      get lineCount() { return lines().length; },
    };
    documents.push(document);
    workspace.onDidOpenTextDocument.fire(document);
    return document;
  };
  /// The whole text is replaced, in one change.
  const edit = (document, text) => {
    const lines = document.text.split("\n");
    const range = new Range(new Position(0, 0), new Position(lines.length - 1, lines.at(-1).length));
    const contentChanges = [{ range, rangeOffset: 0, rangeLength: document.text.length, text }];
    document.text = text;
    document.version += 1;
    workspace.onDidChangeTextDocument.fire({ document, contentChanges });
  };
  /// The cursor goes to the line of this text.
  const goTo = (document, text) => {
    const line = text === undefined ? 0 : document.text.slice(0, document.text.indexOf(text)).split("\n").length - 1;
    const at = new Position(line, 0);
    window.activeTextEditor = { document, selection: new Selection(at, at) };
    window.onDidChangeTextEditorSelection.fire({ textEditor: window.activeTextEditor });
  };
  const module = new Proxy(vscode, {
    get(target, name) {
      if (name in target || typeof name === "symbol") return target[name];
      return (target[name] = /^[A-Z]/.test(name) ? anything(name) : filled({}));
    },
  });
  return { module, open, edit, goTo, panels, runs, messages, diagnostics, commands, lenses, tests, shown, progress };
};
