// Where a finding of a study leads on the page. The engine writes it as a command of the terminal (`next` of a line of the card), which
// is read here as the shell would: `glint explore GAME --want 'ties at most 10%'`.
import type { Fault } from "./trying";

export type Lead = { does: "strong" } | { does: "openings" } | { does: "more" } | { does: "ladder" } | { does: "worth"; part: string } | { does: "improve"; fault: Fault };

/// The words of a command; quotes keep theirs together.
const wordsIn = (command: string): string[] => [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? "");

/// What a measure that is wanted otherwise says of the game.
function faultOf(measure: string, players: number): Fault {
  const [id = ""] = measure.split(".");
  if (id === "unfinished") return "ends";
  if (id === "ties") return "ties";
  if (["forced_plies", "effective_branching"].includes(id)) return "choice";
  if (["drama", "decided_at", "leader_wins", "lead_changes"].includes(id)) return "lively";
  return players > 1 ? "fair" : "hard";
}

export function whereTo(command: string, players: number): Lead | undefined {
  const words = wordsIn(command);
  const after = (flag: string) => words[words.indexOf(flag) + 1] ?? "";
  if (after("--want").startsWith("length ")) return undefined; // the page itself says what is too long
  if (words[1] === "explore" && words.includes("--want")) return { does: "improve", fault: faultOf(after("--want").split(" ")[0]!, players) };
  // Of all seats at once: the study's own bots are to be others.
  if (words.includes("--strong")) return { does: after("--seat").startsWith("*=") ? "ladder" : "strong" };
  if (words.includes("--openings")) return { does: "openings" };
  if (words.includes("--until")) return { does: "more" };
  if (words.includes("--ladder")) return { does: "ladder" };
  if (words.includes("--without")) return { does: "worth", part: after("--without") };
  return undefined;
}
