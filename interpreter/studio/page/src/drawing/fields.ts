// Fields that a kind of piece may get, for who does not write: a way that it faces, a line, a number, a mark. Each has a first value, so
// that what stands on the board need not say it, and is among the letters of the piece.
import { withField } from "./light";
import { type Edit, type Node, textAt } from "./syntax";

export interface NewField {
  id: string;
  words: string;
  edits: Edit[];
}

/// `ways`: the directions of the board.
export function newFields(text: string, declarations: Node[], piece: Node, ways: string[]): NewField[] {
  if (piece.change || !textAt(text, piece.at).includes("{")) return [];
  const has = (type: RegExp) => piece.fields?.some((field) => type.test(textAt(text, field.type)));
  const lines = declarations.some(({ node, at }) => node === "use" && /\bsquare\b/.test(textAt(text, at)));
  const taken = (name: string) => declarations.some((each) => each.name === name) || piece.fields?.some((each) => each.name === name);
  const free = (name: string) => {
    for (let i = 1; ; ++i) if (!taken(i > 1 ? `${name}${i}` : name)) return i > 1 ? `${name}${i}` : name;
  };
  const all: (Omit<NewField, "edits"> & { name: string; type: string; shown: string })[] = [];
  const add = (id: string, words: string, like: string, type: string, shown = `{NAME}`) => {
    const name = free(like);
    all.push({ id, words, name, type, shown: shown.replace("NAME", name) });
  };
  if (ways[0] && !has(/\bdirection\b/)) add("way", "a way that it faces", "facing", `direction = ${ways[0]}`);
  if (lines && !has(/\baxis\b/)) add("line", "a line", "line", "axis = rising");
  add("number", "a number", "worth", "0..9 = 1");
  add("mark", "a mark, on or off", "marked", "flag = off", "");
  return all.map(({ id, words, name, type, shown }) => ({
    id,
    words,
    edits: [withField(text, piece, `${name}: ${type}`), ...(piece.look && shown ? [[piece.look[1] - 1, piece.look[1] - 1, shown] as Edit] : [])],
  }));
}
