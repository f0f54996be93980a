// The page of the board (view/board.js) in a document without a browser, joined to the panel of the stand-in for VS Code.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");
const { parseHTML } = require("linkedom");

const code = readFileSync(join(__dirname, "../../view/board.js"), "utf8");

/// Returns the page's document, without anything that was sent to the panel before.
exports.openPage = (panel) => {
  const { document } = parseHTML("<!DOCTYPE html><html><body></body></html>");
  const sent = [];
  vm.runInNewContext(code, {
    document,
    window: { addEventListener: (name, listener) => (panel.webview.onSent = (data) => listener({ data })) },
    acquireVsCodeApi: () => ({ postMessage: (message) => { sent.push(message); panel.receive(message); } }),
  });
  const click = (element) => element.onclick({}); // this document has no events of its own for it
  return { document, sent, click };
};
