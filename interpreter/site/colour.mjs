// Colours of code: Glint by the grammar that editors have (examples/editors/vscode), the other languages by a few patterns.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

export const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const span = (kind, text) => (kind && text.trim() ? `<span class="${kind}">${escaped(text)}</span>` : escaped(text));

/// The class of a scope; the first that fits the innermost scope that has one.
const kinds = [
  [/^comment/, "co"],
  [/^(string|constant\.character)/, "st"],
  [/^constant\.numeric/, "nu"],
  [/^(entity\.name|variable\.other\.member|entity\.other)/, "na"],
  [/^(support|storage|constant|variable\.language)/, "ty"],
  [/^(keyword|punctuation\.section\.embedded)/, "kw"],
];

export async function glintColours(root) {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(join(root, "examples/editors/vscode/syntaxes/glint.tmLanguage.json"), "utf8"), "glint.json"),
  });
  const grammar = await registry.loadGrammar("source.glint");
  return (text) => {
    let state = textmate.INITIAL;
    return text
      .split("\n")
      .map((line) => {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
        state = ruleStack;
        return tokens
          .map(({ startIndex, endIndex, scopes }) => {
            const kind = [...scopes].reverse().map((scope) => kinds.find(([pattern]) => pattern.test(scope))?.[1]).find(Boolean);
            return span(kind, line.slice(startIndex, endIndex));
          })
          .join("");
      })
      .join("\n");
  };
}

const words = {
  cpp: "auto bool break case class const constexpr continue default double else enum explicit false for friend if inline int namespace new nullptr operator private public return static std struct switch template this true typename using void while",
  python: "and as assert async await class continue def del elif else except False finally for from if import in is lambda None nonlocal not or pass raise return True try while with yield",
  js: "async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of return this throw true try type typeof undefined while yield",
};
const alike = { cc: "cpp", hpp: "cpp", c: "cpp", py: "python", javascript: "js", ts: "js", typescript: "js", mjs: "js" };

/// Code of another language; as it is, if the language is not known. What a person types in a terminal is marked, too.
export function coloured(text, language) {
  if (language === "console") return text.replace(/^(?:(\$ .*)|(.*))$/gm, (_, typed, said) => (typed ? `<span class="na">${escaped(typed)}</span>` : escaped(said)));
  if (language === "diff") return text.replace(/^.*$/gm, (line) => span(line.startsWith("+") ? "added" : line.startsWith("-") ? "gone" : "", line));
  const known = words[alike[language] ?? language];
  if (!known) return escaped(text);
  const comment = (alike[language] ?? language) === "python" ? "#.*" : "//.*|/\\*[^]*?\\*/|^#\\w.*";
  const pattern = new RegExp(`(${comment})|("""[^]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`[^\`]*\`)|\\b(\\d[\\w.']*)|\\b(${known.replaceAll(" ", "|")})\\b`, "gm");
  let html = "";
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = ["co", "st", "nu", "kw"][match.slice(1).findIndex((group) => group !== undefined)];
    html += escaped(text.slice(last, match.index)) + match[0].split("\n").map((line) => span(kind, line)).join("\n");
    last = match.index + match[0].length;
  }
  return html + escaped(text.slice(last));
}
