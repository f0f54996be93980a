// The API for C++ as pages, made from the public headers: the comment at the head of each, then its types and functions
// with their comments, as they stand there.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const folder = "interpreter/include/glint";

/// By header: `{ name, head, entries: [{ name, about, code, members: [{ about, code }] }] }`. `head` and `about` are
/// Markdown.
export function headersIn(root) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".hpp"))
    .sort((one, other) => (other === "glint.hpp") - (one === "glint.hpp") || (one < other ? -1 : 1))
    .map((name) => ({ name, ...read(readFileSync(join(root, folder, name), "utf8")) }));
}

const plain = (comment) => comment.map((line) => line.replace(/^\s*\/\/\/? ?/, "")).join("\n");

function read(text) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.startsWith("#pragma once"));
  const head = plain(lines.slice(0, end));
  return { head, entries: parts(lines.slice(end + 1)).map(entryOf) };
}

/// Comments with the declarations below them: an empty line or a whole declaration ends one.
function parts(lines, indent = "") {
  const found = [];
  let about = [];
  for (let at = 0; at < lines.length; ++at) {
    const line = lines[at];
    if (line.startsWith(`${indent}///`)) about.push(line);
    else if (/^#ifdef FUZZING/.test(line)) while (!/^#else/.test(lines[at])) ++at; // what stands there is for fuzzers; the comment above is for both
    else if (!line.trim() || /^\s*(#(include|pragma|undef|if|ifdef|else|endif)\b|namespace|\/\/ ---|} {2}\/\/ namespace|}$|\/\/)/.test(line)) {
      if (/^namespace \w+ \{$/.test(line) && lines[at + 2] === "}") at += 2; // only a name is declared there
      about = [];
    } else if (/^(struct|class) \w+;$/.test(line.trim())) about = [];
    else {
      const begin = at;
      // To the end of the declaration: its brackets are closed, and it ends in `;` or `}`; a macro, where no line goes on.
      const isMacro = /^\s*#/.test(line);
      let depth = 0;
      for (; at < lines.length; ++at) {
        const code = lines[at].replace(/\/\/.*$/, "").replace(/"(?:\\.|[^"\\])*"/g, "");
        if (isMacro) {
          if (!code.trimEnd().endsWith("\\")) break;
          continue;
        }
        for (const c of code) depth += "{(".includes(c) ? 1 : "})".includes(c) ? -1 : 0;
        if (depth <= 0 && /[;}]\s*$/.test(code)) break;
      }
      found.push({ about: plain(about), code: lines.slice(begin, at + 1).map((each) => each.slice(indent.length)).join("\n") });
      about = [];
    }
  }
  return found;
}

function entryOf({ about, code }) {
  const first = code.split("\n").find((line) => !line.startsWith("template")) ?? code;
  const name = /^(?:enum class|class|struct|using) (\w+)/.exec(first)?.[1] ?? /^#define (\w+)/.exec(first)?.[1] ?? /(\w+)(?:\(| =| \{|;)/.exec(first.replace(/^.*\b(constexpr|inline)\b/, ""))?.[1] ?? first;
  const whole = code.replace(/\n?^ *(?:private|protected):[^]*?(?=^};)/m, "").replace(/^ *friend .*\n/gm, "");
  if (!/^class /.test(first) || !/\n/.test(whole)) return { name, about, code: whole, members: [] };
  const body = whole.split("\n");
  const members = parts(body.slice(body.findIndex((line) => line.includes("{")) + 1, -1).filter((line) => !/^ *(public|private):/.test(line)), "  ");
  const declared = ({ about, code }) => ({ about, code: code.replace(/(\)(?: const)?)(?: : [^\n]*)? \{[^]*$/, "$1;") });
  return { name, about, code: `${body.slice(0, body.findIndex((line) => line.includes("{"))).concat(first.replace(/ *\{.*$/, "")).join("\n")};`, members: joined(members.map(declared)) };
}

/// Members without a comment of their own stand with those before them.
function joined(members) {
  const found = [];
  for (const member of members)
    if (!member.about && found.length && !found.at(-1).about) found.at(-1).code += `\n${member.code}`;
    else found.push({ ...member });
  return found;
}
