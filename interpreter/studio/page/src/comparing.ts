// Studies side by side, with the same seeds: a variant and its game; and a game with and without a piece or a move, for what it
// is worth. Each runs in a thread of its own.
import { el, replace } from "./dom";
import type { Start } from "./host";
import { Errand, engine } from "./link";
import { type StudyAnswer, errorText } from "./service";
import { changeOf, differs, measure, measureWords, winsOf } from "./verdicts";

/// One of the studies.
export interface Side {
  label: string;
  text: string;
  beside?: Record<string, string>; // other scripts that it needs, by name
  options: Record<string, string>;
  without?: string[]; // as `glint/study` takes them
}
export interface Studied {
  program: string;
  games: number;
  seed: number;
}

const uri = "file:///compared.glint";

/// Runs a study; `took` gets what is known so far.
export async function study(errand: Errand, { text, beside = {}, options, without }: Side, { program, games, seed }: Studied, took: (answer: StudyAnswer) => void): Promise<StudyAnswer> {
  for (const [name, other] of Object.entries(beside)) errand.open(`file:///${encodeURIComponent(name)}.glint`, other);
  errand.open(uri, text);
  const asked = { textDocument: { uri }, options, seed, bots: { "*": program }, games, ...(without ? { without } : {}) };
  const answer = await errand.request<StudyAnswer>("glint/study", asked, (so: StudyAnswer) => so.measures && took(so));
  if (!answer.measures || answer.errors?.length) throw new Error((answer.errors ?? []).map(errorText).join("\n") || "there is no game to study");
  return answer;
}

export class Comparing {
  readonly place = el("div", { role: "group", "aria-label": "Side by side" });
  private errands: Errand[] = [];
  private run = 0;
  isRunning = false;

  stop(): void {
    ++this.run;
    this.isRunning = false;
    for (const errand of this.errands) errand.end();
    this.errands = [];
  }
  clear(): void {
    this.stop();
    replace(this.place);
  }
  /// Stops; what is known so far stays.
  halt(): void {
    if (!this.place.querySelector(".verdict")) replace(this.place, el("p", { class: "quiet" }, "It was stopped before each had played."));
    this.stop();
  }

  /// `words`: the sentences above the table, as soon as each side has some games. `done` is called when it has ended.
  async compare(sides: Side[], how: Studied, words: (answers: StudyAnswer[]) => string[], done: () => void): Promise<void> {
    this.stop();
    const run = this.run;
    this.isRunning = true;
    const answers: (StudyAnswer | undefined)[] = sides.map(() => undefined);
    let trouble = "";
    const draw = () => {
      if (run !== this.run) return;
      const known = answers.filter((answer) => answer !== undefined);
      const all = known.length === sides.length;
      const played = Math.min(...answers.map((answer) => answer?.games ?? 0));
      replace(
        this.place,
        trouble ? el("p", { class: "bad" }, trouble) : null,
        ...(all ? words(known).map((line, i) => el("p", i ? {} : { class: "verdict" }, i ? line : el("strong", {}, `${played < how.games ? "So far: " : ""}${line}`))) : [el("p", { class: "quiet" }, "The bots play their first games.")]),
        all ? el("p", { class: "quiet" }, `${played.toLocaleString("en")} of ${how.games.toLocaleString("en")} games of each, with the same seeds.`) : null,
        all ? tableOf(sides, known) : null,
      );
    };
    draw();
    const one = async (start: Start, side: Side, i: number): Promise<void> => {
      const errand = new Errand(start);
      this.errands.push(errand);
      try {
        answers[i] = await study(errand, side, how, (so) => ((answers[i] = so), draw()));
      } catch (error) {
        if ((error as Error).message !== "stopped") trouble ||= `${side.label}: ${(error as Error).message}`;
      }
      errand.end();
    };
    try {
      const start = await engine();
      if (run !== this.run) return;
      await Promise.all(sides.map((side, i) => one(start, side, i)));
    } catch (error) {
      trouble = (error as Error).message;
    }
    if (run !== this.run) return;
    this.errands = [];
    this.isRunning = false;
    draw();
    done();
  }
}

/// Each measure of all sides; what differs clearly from the first one is marked.
function tableOf(sides: Side[], answers: StudyAnswer[]): HTMLElement {
  const [first] = answers;
  const rows = first!.measures.map((measured) => {
    const cells = answers.map((answer, i) => {
      const mine = measure(answer, measured.id);
      const isClear = i > 0 && mine && differs(measured, mine);
      const text = mine ? `${mine.text} (${mine.interval})` : "–";
      return el("td", {}, isClear ? el("strong", {}, text, el("span", { class: "unseen" }, ", clearly different")) : text);
    });
    return el("tr", { title: measured.meaning }, el("th", { scope: "row" }, measureWords(measured.id)), ...cells);
  });
  const head = el("tr", {}, el("th", { scope: "col" }, "measure"), ...sides.map(({ label }) => el("th", { scope: "col" }, label)));
  return el("div", { class: "wide", role: "region", tabindex: 0, "aria-label": "Measures side by side" }, el("table", {}, el("caption", { class: "unseen" }, "Measures side by side"), head, ...rows));
}

/// What a piece or a move is worth: what a player loses who must do without. `seats`: the players whose study follows that of
/// the game as it is; none, if they are a team.
export const worthWords = (name: string, seats: string[]) => ([before, ...without]: StudyAnswer[]): string[] => {
  const share = (answer: StudyAnswer, player: string) => winsOf(answer).find((one) => one.player === player)?.wins;
  if (!seats.length) return [`Without ${name}: ${changeOf(before!, without[0]!).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`];
  const each = seats.flatMap((player, i) => {
    const [had, has] = [share(before!, player), share(without[i]!, player)];
    return had && has ? [{ player, had, has, isClear: differs(had, has) }] : [];
  });
  if (!each.length) return [`What ${name} is worth cannot be told: these games have no winner.`];
  const lost = (100 * each.reduce((sum, { had, has }) => sum + had.value - has.value, 0)) / each.length;
  const isClear = each.some((one) => one.isClear);
  const worth = !isClear ? `Nobody clearly misses ${name}` : lost > 0 ? `${name} is worth ${lost.toFixed(0)} points in a hundred` : `Whoever does without ${name} wins more often, by ${(-lost).toFixed(0)} in a hundred`;
  return [`${worth.charAt(0).toUpperCase()}${worth.slice(1)}.`, ...each.map(({ player, had, has }) => `${player} wins ${had.text} with it, ${has.text} without.`)];
};
