// The parts of a script as the engine reads them (`glint/syntax`), and what can stand on its board (`glint/palette`). Places
// are counted as the editor counts: in UTF-16 units from the beginning.
export type At = [begin: number, end: number];
export type Edit = [begin: number, end: number, text: string];

export interface Node {
  node: string; // "piece", "put", "|", "name", "case", ...
  at: At;
  name?: string;
  parts?: Node[];
  args?: [name: string, value: At][];
  texts?: At[];
  title?: At; // the text of an option, the title of a test
  change?: number; // of a variant: not 0
  fields?: { name: string; type: At; first?: At }[];
  drawing?: At; // of a board
  emits?: At;
  comes?: At; // what it does to beams: the cases
  look?: At;
}
export interface Syntax {
  declarations: Node[];
}

export interface Palette {
  stack: number; // how many pieces a cell holds
  pieces: { put: string; drawn: string; picture?: string }[];
  cells: { cell: string; written: string; x: number; y: number; pieces: string[] }[]; // in the order of drawings
}

/// All nodes of this kind below these.
export function found(nodes: Node[], kind: string): Node[] {
  return nodes.flatMap((node) => [...(node.node === kind ? [node] : []), ...found(node.parts ?? [], kind)]);
}

export const textAt = (text: string, [begin, end]: At): string => text.slice(begin, end);

export function applied(text: string, edits: Edit[]): string {
  for (const [begin, end, given] of [...edits].sort((a, b) => b[0] - a[0] || b[1] - a[1])) text = text.slice(0, begin) + given + text.slice(end);
  return text;
}

/// What makes one text another: only what differs.
export function difference(before: string, after: string): Edit {
  let same = 0;
  let behind = 0;
  const shorter = Math.min(before.length, after.length);
  while (same < shorter && before[same] === after[same]) ++same;
  while (behind < shorter - same && before[before.length - 1 - behind] === after[after.length - 1 - behind]) ++behind;
  return [same, before.length - behind, after.slice(same, after.length - behind)];
}
