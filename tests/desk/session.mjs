// A session with the real binary through vscode-languageserver-protocol: what it answers is checked, the bundled scripts are
// opened one after the other, and Laser Lawn is typed over key by key, with times. Prints what is wrong; exit status 1 then.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const {
  createProtocolConnection, StreamMessageReader, StreamMessageWriter, InitializeRequest, InitializedNotification,
  DidOpenTextDocumentNotification, DidChangeTextDocumentNotification, DidCloseTextDocumentNotification, PublishDiagnosticsNotification,
  HoverRequest, CompletionRequest, DefinitionRequest, ReferencesRequest, RenameRequest, DocumentSymbolRequest, DocumentFormattingRequest,
  FoldingRangeRequest, SemanticTokensRequest, CodeActionRequest, ShutdownRequest, ExitNotification,
} = protocol;

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const server = spawn(process.argv[2], ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => server.on("exit", resolve));
const client = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));

let failures = 0;
const expect = (what, holds, found) => {
  if (holds) return;
  ++failures;
  console.error(`FAILED: ${what}; found ${JSON.stringify(found)}`);
};

const waiting = new Map();
client.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
  waiting.get(`${uri} ${version}`)?.(diagnostics);
  waiting.delete(`${uri} ${version}`);
});
const diagnosed = (uri, version) => new Promise((resolve) => waiting.set(`${uri} ${version}`, resolve));
client.listen();

const { capabilities } = await client.sendRequest(InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
expect("edits come one by one", capabilities.textDocumentSync.change === 2, capabilities.textDocumentSync);
client.sendNotification(InitializedNotification.type, {});

const open = async (uri, text) => {
  const answer = diagnosed(uri, 1);
  client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "glint", version: 1, text } });
  return answer;
};
const scripts = ["games", "games/variants", "examples", "examples/variants", "stdlib"].flatMap((folder) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".glint")).map((name) => join(root, folder, name))
);
for (const path of scripts) {
  const uri = pathToFileURL(path).toString(), textDocument = { uri }, text = readFileSync(path, "utf8");
  const diagnostics = await open(uri, text);
  expect(`${path} has no errors`, diagnostics.every((each) => each.severity > 1), diagnostics);
  const lines = text.split("\n");
  for (let line = 0; line < lines.length; line += 7) {
    const position = { line, character: Math.floor(lines[line].length / 2) };
    await client.sendRequest(HoverRequest.type, { textDocument, position });
    await client.sendRequest(CompletionRequest.type, { textDocument, position });
    const places = await client.sendRequest(DefinitionRequest.type, { textDocument, position });
    const references = await client.sendRequest(ReferencesRequest.type, { textDocument, position, context: { includeDeclaration: true } });
    expect(`what has a definition has references (${path}:${line + 1})`, places.length === 0 || references.length > 0, references);
  }
  expect(`${path} has an outline`, (await client.sendRequest(DocumentSymbolRequest.type, { textDocument })).length > 0);
  expect(`${path} has colours`, (await client.sendRequest(SemanticTokensRequest.type, { textDocument })).data.length > 0);
  await client.sendRequest(FoldingRangeRequest.type, { textDocument });
  await client.sendRequest(DocumentFormattingRequest.type, { textDocument, options: { tabSize: 2, insertSpaces: true } });
  client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
}

// A name is mistyped, mended by the quick fix, and renamed.
const uri = "file:///tmp/desk.glint", textDocument = { uri };
const script = "library desk\nlet bright = 1\nlet twice = brigth + bright\n";
let text = script, version = 1;
let diagnostics = await open(uri, text);
expect("one error", diagnostics.length === 1 && diagnostics[0].code === "G0201", diagnostics);
const apply = async (edits) => {
  version += 1;
  const answer = diagnosed(uri, version);
  client.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges: [...edits].sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character)
      .map(({ range, newText }) => ({ range, text: newText })),
  });
  return answer;
};
const [fix] = await client.sendRequest(CodeActionRequest.type, { textDocument, range: diagnostics[0].range, context: { diagnostics } });
diagnostics = await apply(fix.edit.changes[uri]);
expect("the fix mends it", diagnostics.length === 0, diagnostics);
const renamed = await client.sendRequest(RenameRequest.type, { textDocument, position: { line: 1, character: 5 }, newName: "shine" });
expect("three places are renamed", renamed.changes[uri].length === 3, renamed);
diagnostics = await apply(renamed.changes[uri]);
expect("renaming breaks nothing", diagnostics.length === 0, diagnostics);

// Times, which decide nothing.
const lawn = readFileSync(join(root, "games/laser_lawn.glint"), "utf8"), lines = lawn.split("\n");
const lawnUri = "file:///tmp/lawn.glint", checks = [], completions = [];
await open(lawnUri, lawn);
for (let key = 0; key < 200; ++key) {
  const position = { line: (key * 37) % lines.length, character: 0 };
  for (const change of [{ range: { start: position, end: position }, text: " " }, { range: { start: position, end: { ...position, character: 1 } }, text: "" }]) {
    const begin = performance.now(), answer = diagnosed(lawnUri, ++version);
    client.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri: lawnUri, version }, contentChanges: [change] });
    await answer;
    const between = performance.now();
    checks.push(between - begin);
    await client.sendRequest(CompletionRequest.type, { textDocument: { uri: lawnUri }, position });
    completions.push(performance.now() - between);
  }
}
const at95 = (all) => all.sort((a, b) => a - b)[Math.floor(all.length * 0.95)].toFixed(1);
console.log(`Laser Lawn, 400 keys, 95 of 100 answers within: diagnostics ${at95(checks)} ms, completion ${at95(completions)} ms`);

await client.sendRequest(ShutdownRequest.type);
client.sendNotification(ExitNotification.type);
const status = await ended;
expect("it ends well", status === 0, status);
console.log(`${scripts.length} scripts opened; ${failures === 0 ? "all as expected" : `${failures} failures`}`);
process.exit(failures === 0 ? 0 : 1);
