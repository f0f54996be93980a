// The ends that stand among the turns of a script's `play`, and those that forms write; what is said of each.
import type { Ends } from "../ended";
import type { Service } from "../service";
import { goalsIn, placesIn, saying } from "./goals";
import { endsIn, ownEndsIn } from "./making";
import { sentenceAbove } from "./parts";
import { type Node, type Syntax, found, textAt } from "./syntax";

/// Sets of cells by their type, without a board.
export const zonesIn = (text: string, declarations: Node[]): string[] => declarations.flatMap(({ node, name, at }) => (node === "let" && name && /^let\s+\w+\s*:\s*set of cell\b/.test(textAt(text, at)) ? [name] : []));

/// `params`: the document.
export async function endsOf(service: Service, params: object, text: string): Promise<Ends> {
  const { declarations } = await service.request<Syntax>("glint/syntax", params);
  const play = declarations.filter(({ node, change }) => node === "play" && !change);
  const known = endsIn(text, declarations);
  const places = placesIn(text, declarations, zonesIn(text, declarations));
  const stuck = found(play, "choose").flatMap(({ parts = [] }) => found(parts, "end")); // `choose ... else { end : tie }`
  return {
    alone: [
      ...goalsIn(text, declarations, places).filter(({ node }) => node.node === "end").map((goal) => ({ rule: textAt(text, goal.node.at), doc: sentenceAbove(text, goal.node.at[0]) || saying(goal, places) })),
      ...ownEndsIn(text, declarations).map(({ end, words }) => ({ rule: textAt(text, end.at), doc: `${words}.` })),
    ],
    ends: found(play, "end").map((end) => {
      const one = known.find((each) => each.end === end);
      const doc = one?.words ? `${one.words}.` : sentenceAbove(text, end.at[0]) || (!one && stuck.includes(end) ? "No move could be made any more." : "");
      return { rule: textAt(text, end.at), doc, word: end.parts?.at(-1)?.node ?? "", ...(one ? { condition: one.condition } : {}) };
    }),
    moves: declarations.flatMap((each) => (each.node === "move" && each.name && found([each], "end").length ? [each.name] : [])),
    isForever: play.every(({ parts = [] }) => parts.length > 0 && /^repeat\s*\{/.test(textAt(text, parts.at(-1)!.at))),
  };
}
