// What of a script speaks of a kind of piece: why it cannot be taken away, and what goes with it.
import { spoken } from "../names";
import { declarationOut } from "./making";
import { sentenceAbove } from "./parts";
import { type Edit, type Node, textAt } from "./syntax";

/// Its name for people, and where it stands.
export interface Use {
  words: string;
  at: number;
}

const places: Record<string, string> = { setup: "the set-up", play: "the order of turns", beam: "the beams", board: "the board", score: "what is counted" };

/// Code alone: comments and texts are blank, so that places stay as they are.
const plain = (text: string): string => text.replace(/"""[^]*?"""|"[^"\n]*"|\/\/.*/g, (each) => each.replace(/[^\n]/g, " "));
const has = (code: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);

function nameOf(text: string, { node, name, title, at }: Node): string {
  if (places[node]) return places[node];
  if (node === "test" && title) return `the test “${textAt(text, title).slice(1, -1)}”`;
  if (name) return `${node === "let" ? "what is called" : `the ${node}`} “${spoken(name)}”`;
  const sentence = sentenceAbove(text, at[0]);
  return node === "end" ? (sentence ? `the end “${sentence}”` : "an end of the game") : `a line that begins with “${node}”`;
}

/// The declarations that name a kind, but for its own.
const naming = (text: string, declarations: Node[], piece: Node): Node[] => {
  const code = plain(text);
  return declarations.filter((each) => each !== piece && has(textAt(code, each.at), piece.name!));
};

/// Of these, tests that have nothing left to say without it: they name no other declaration, play no move and draw no board.
function testsOf(text: string, declarations: Node[], piece: Node): Node[] {
  const code = plain(text);
  const others = declarations.flatMap(({ name, node }) => (name && name !== piece.name && node !== "test" ? [name] : []));
  return naming(text, declarations, piece).filter((each) => {
    const body: [number, number] = [each.title?.[1] ?? each.at[0], each.at[1]];
    return each.node === "test" && !textAt(text, body).replace(/\/\/.*/g, "").includes('"') && !others.some((name) => has(textAt(code, body), name));
  });
}

/// What still uses a kind, besides the tests that go with it.
export function usesOf(text: string, declarations: Node[], piece: Node): Use[] {
  const tests = testsOf(text, declarations, piece);
  return naming(text, declarations, piece).filter((each) => !tests.includes(each)).map((each) => ({ words: nameOf(text, each), at: each.at[0] }));
}

/// The edits that take a kind of piece out of the script, with the tests that speak of it alone; and what these are called.
export function withoutKind(text: string, declarations: Node[], piece: Node): { edits: Edit[]; tests: string[] } {
  const tests = testsOf(text, declarations, piece);
  return { edits: [piece, ...tests].map((each) => declarationOut(text, each)), tests: tests.map((each) => nameOf(text, each)) };
}
