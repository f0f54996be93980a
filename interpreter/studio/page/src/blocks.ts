// A script as blocks: each declaration with the comments in front of it. A block begins at a line whose first character
// begins a word, as the layout of scripts has it; a script that is laid out otherwise has fewer blocks, and less of it is
// shown while it has errors.

export interface Block {
  kind: string; // its first word: "move"
  name: string; // what follows: "place"
  line: number; // of its first word, from 0
  from: number; // of its text, with comments,
  to: number; // to its end
}

/// The text before the first block belongs to it.
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let at = 0; // of the line
  let comment = -1; // where comments begin that stand directly in front of what follows
  let isDrawn = false; // within """
  text.split("\n").forEach((content, line) => {
    const word = isDrawn ? null : /^([a-z]\w*)\s*("[^"\n]*"|\w+)?/i.exec(content);
    if (word) {
      const from = blocks.length === 0 ? 0 : comment >= 0 ? comment : at;
      if (blocks.length) blocks.at(-1)!.to = from;
      blocks.push({ kind: word[1]!, name: word[2] ?? "", line, from, to: text.length });
    }
    if ((content.match(/"""/g)?.length ?? 0) % 2) isDrawn = !isDrawn;
    if (isDrawn || !/^\/\//.test(content)) comment = -1;
    else if (comment < 0) comment = at;
    at += content.length + 1;
  });
  return blocks;
}

/// What a block is called where people read it.
export const nameOf = ({ kind, name, line }: Block): string => `${`${kind} ${name}`.trim()} (line ${line + 1})`;
