// What a cell has and why: what lies there, where its light comes from, and the beams that reach it.
import { type BoardAnswer, type Service, pictureOf } from "./service";

export interface About {
  words: string;
  why: string[];
  steps: string[];
}

/// `mustFind`: the players find the light themselves, so nothing tells of it.
export async function aboutCell(service: Service, params: { cell: string }, answer: BoardAnswer | undefined, mustFind: boolean): Promise<About> {
  const words = (answer && pictureOf(answer))?.cells.find(({ label }) => label === params.cell)?.words ?? "";
  if (mustFind) return { words, why: ["Its light is for the players to find: “Show all variables, light and moves” shows it."], steps: [] };
  const { why = [], steps = [] } = await service
    .request<{ why?: string[]; steps?: string[] }>("glint/trace", params)
    .catch((error: Error) => ({ why: [error.message], steps: [] as string[] }));
  return { words, why, steps };
}
