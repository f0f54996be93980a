// Writes syntaxes/glint.tmLanguage.json, and ../glint.xml for Kate, from the language's own tables: the words in
// lang/grammar/*.hpp, and the built-in words of expressions in lang/grammar/words.def. With --check it writes nothing, and
// fails if a file is stale.
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..", "..");
const grammar = join(root, "lang", "grammar");

const inGrammar = new Set();
for (const file of readdirSync(grammar).sort())
  for (const [, word] of readFileSync(join(grammar, file), "utf8").matchAll(/TAO_PEGTL_KEYWORD\("([a-z_]+)"\)/g)) inGrammar.add(word);

// Members need no list: every name behind a dot has their colour.
const places = { value: [], type: [], statement: [], declaration: [], test: [], member: [], operation: [], piece: [], optic: [], way: [], part: [] };
places.fold = places.value;  // one colour, in the order of the table
const rows = readFileSync(join(root, "lang", "grammar", "words.def"), "utf8").matchAll(/^([A-Z]+_)?WORD\("(\w+)", (\w+)?/gm);
const placeOf = { OPERATION_: "operation", DECLARATION_: "declaration", RULE_: "declaration" };
for (const [, row, word, place] of rows) places[placeOf[row] ?? place].push(word);

const operators = ["and", "or", "not", "in", "within", "meets", "mod", "of", "where"];
const known = new Set([...places.value, ...places.type]);
const begins = [...new Set([...places.statement, ...places.declaration, ...places.test])].filter((word) => inGrammar.has(word));
const inside = [...new Set([...inGrammar, ...places.part])].filter((word) => !known.has(word) && !begins.includes(word) && !operators.includes(word)).sort();
const all = (words) => `\\b(?:${words.join("|")})\\b`;

const syntax = {
  $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  comment: "Made by grammar.mjs: change that, or lang/grammar with its words.def.",
  name: "Glint",
  scopeName: "source.glint",
  patterns: [{ include: "#script" }],
  repository: {
    script: {
      patterns: ["comments", "drawing", "text", "heads", "beginnings", "operators", "words", "values", "numbers", "calls", "fields"].map((name) => ({
        include: `#${name}`,
      })),
    },
    comments: {
      patterns: [
        { name: "comment.line.documentation.glint", match: "///.*$" },
        { name: "comment.line.double-slash.glint", match: "//.*$" },
      ],
    },
    drawing: { name: "string.quoted.triple.glint", begin: '"""', end: '"""' },
    text: {
      name: "string.quoted.double.glint",
      begin: '"',
      end: '"|$',
      patterns: [
        { name: "constant.character.escape.glint", match: '\\\\["\\\\n{}]' },
        {
          name: "meta.embedded.hole.glint",
          begin: "\\{",
          end: "\\}|(?=\"|$)",
          beginCaptures: { 0: { name: "punctuation.section.embedded.glint" } },
          endCaptures: { 0: { name: "punctuation.section.embedded.glint" } },
          patterns: ["operators", "values", "numbers", "calls", "fields"].map((name) => ({ include: `#${name}` })),
        },
      ],
    },
    heads: {
      comment: "What a declaration is, and its name.",
      patterns: [
        {
          match: "^\\s*(?:(replace|extend|remove)\\s+)?(piece|option|type|lattice|optic|var|bag|let|do|move|board|library)\\s+([A-Za-z_]\\w*)",
          captures: {
            1: { name: "keyword.other.glint" },
            2: { name: "storage.type.glint" },
            3: { name: "entity.name.glint" },
          },
        },
      ],
    },
    beginnings: {
      comment: "A word that begins a statement or declaration; elsewhere it may be a name.",
      match: `(?:^|(?<=[{};]))\\s*(${all(begins)})(?!\\s*[.=\\]),])`,
      captures: { 1: { name: "keyword.control.glint" } },
    },
    operators: { name: "keyword.operator.glint", match: `${all(operators)}|->|\\.\\.|[|&^+\\-*/<>=!]=?` },
    words: { name: "keyword.other.glint", match: `${all(inside)}(?!\\s*[.=\\]),])` },
    values: {
      patterns: [
        { name: "constant.language.glint", match: all(["on", "off"]) },
        { name: "support.type.glint", match: all(places.type) },
        { name: "support.function.glint", match: all(places.value) },
      ],
    },
    numbers: { name: "constant.numeric.glint", match: "\\b\\d+(?::\\d\\d)?\\b" },
    calls: { match: "\\b([A-Za-z_]\\w*)(?=\\()", captures: { 1: { name: "entity.name.function.glint" } } },
    fields: { match: "(?<=\\.)([A-Za-z_]\\w*)", captures: { 1: { name: "variable.other.property.glint" } } },
  },
};

const markdown = {
  comment: "Glint in Markdown's blocks of code.",
  scopeName: "markdown.glint.codeblock",
  injectionSelector: "L:text.html.markdown",
  patterns: [
    {
      name: "markup.fenced_code.block.markdown",
      begin: "(^|\\G)(\\s*)(`{3,}|~{3,})\\s*(?i:(glint)(\\s+[^`~]*)?$)",
      end: "(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$",
      patterns: [{ begin: "(^|\\G)(\\s*)(.*)", while: "(^|\\G)(?!\\s*([`~]{3,})\\s*$)", contentName: "meta.embedded.block.glint", patterns: [{ include: "source.glint" }] }],
    },
  ],
};

// Kate has one context for the script, one for texts and one for each hole in a text.
const list = (name, words) => `    <list name="${name}">\n${[...words].sort().map((word) => `      <item>${word}</item>\n`).join("")}    </list>\n`;
const lists = { declarations: begins, operators, words: inside, types: places.type, values: places.value, switches: ["on", "off"] };
const use = (name, attribute) => `        <keyword attribute="${attribute}" context="#stay" String="${name}"/>\n`;
const expressions = use("operators", "Operator") + use("types", "Type") + use("values", "Function") + use("switches", "Constant") +
  `        <RegExpr attribute="Number" context="#stay" String="\\b\\d+(:\\d\\d)?\\b"/>\n`;
const kate = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<!-- Made by vscode/grammar.mjs: change that, or lang/grammar with its words.def. -->
<language name="Glint" section="Sources" extensions="*.glint" version="1" kateversion="5.0" license="MIT">
  <highlighting>
${Object.entries(lists).map(([name, words]) => list(name, words)).join("")}    <contexts>
      <context name="Script" attribute="Normal" lineEndContext="#stay">
        <RegExpr attribute="Documentation" context="#stay" String="///.*$"/>
        <RegExpr attribute="Comment" context="#stay" String="//.*$"/>
        <StringDetect attribute="Text" context="Drawing" String="&quot;&quot;&quot;"/>
        <DetectChar attribute="Text" context="Quoted" char="&quot;"/>
${use("declarations", "Declaration")}${use("words", "Declaration")}${expressions}      </context>
      <context name="Drawing" attribute="Text" lineEndContext="#stay">
        <StringDetect attribute="Text" context="#pop" String="&quot;&quot;&quot;"/>
      </context>
      <context name="Quoted" attribute="Text" lineEndContext="#pop">
        <Detect2Chars attribute="Escape" context="#stay" char="\\" char1="&quot;"/>
        <Detect2Chars attribute="Escape" context="#stay" char="\\" char1="\\"/>
        <DetectChar attribute="Escape" context="Hole" char="{"/>
        <DetectChar attribute="Text" context="#pop" char="&quot;"/>
      </context>
      <context name="Hole" attribute="Normal" lineEndContext="#pop">
        <DetectChar attribute="Escape" context="#pop" char="}"/>
        <DetectChar attribute="Text" context="#pop#pop" char="&quot;"/>
${expressions}      </context>
    </contexts>
    <itemDatas>
      <itemData name="Normal" defStyleNum="dsNormal"/>
      <itemData name="Documentation" defStyleNum="dsDocumentation"/>
      <itemData name="Comment" defStyleNum="dsComment"/>
      <itemData name="Text" defStyleNum="dsString"/>
      <itemData name="Escape" defStyleNum="dsSpecialChar"/>
      <itemData name="Declaration" defStyleNum="dsKeyword"/>
      <itemData name="Operator" defStyleNum="dsOperator"/>
      <itemData name="Type" defStyleNum="dsDataType"/>
      <itemData name="Function" defStyleNum="dsFunction"/>
      <itemData name="Constant" defStyleNum="dsConstant"/>
      <itemData name="Number" defStyleNum="dsDecVal"/>
    </itemDatas>
  </highlighting>
  <general>
    <comments>
      <comment name="singleLine" start="//"/>
    </comments>
    <keywords casesensitive="1"/>
  </general>
</language>
`;

const json = (content) => JSON.stringify(content, null, 2) + "\n";
let stale = false;
for (const [name, text] of [["syntaxes/glint.tmLanguage.json", json(syntax)], ["syntaxes/markdown.json", json(markdown)], ["../glint.xml", kate]]) {
  const path = join(here, name);
  if (process.argv.includes("--check")) {
    let old = "";
    try {
      old = readFileSync(path, "utf8");
    } catch {}
    if (old !== text) {
      console.error(`${path} is stale: run node grammar.mjs`);
      stale = true;
    }
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
process.exit(stale ? 1 : 0);
