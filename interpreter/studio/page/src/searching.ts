// A search for better variants, in the background: the engine makes variants of the game (other options, numbers, optics, and
// more if wanted); bots play each a few games, what is broken goes, and the better half stays and plays more, until the time is
// up. Those that are left play again with other seeds, beside the game itself.
import { el, replace } from "./dom";
import { type Side, study } from "./comparing";
import type { Exploration } from "./found";
import { Errand, engine } from "./link";
import type { StudyAnswer } from "./service";
import { measure, sharesOf, winsOf } from "./verdicts";

export interface Game {
  name: string; // by which variants call it
  title: string;
  text: string;
  isBundled: boolean; // the engine has it under this name
  options: Record<string, string>;
}
interface Candidate {
  what: string;
  script: string;
  name: string;
  answer?: StudyAnswer;
  loss: number;
}

/// What a game should be like; each says how far it is from that, 0 to 1.
export interface Wish {
  id: string;
  name: string;
  loss(answer: StudyAnswer): number;
}
const value = (answer: StudyAnswer, id: string): number | undefined => measure(answer, id)?.value;
const beyond = (by: number, step: number): number => 1 - 1 / (1 + Math.max(0, by) / step);

export const wishes: Wish[] = [
  {
    id: "fair",
    name: "nobody is favoured",
    loss: (answer) => {
      const [most, ...rest] = winsOf(answer);
      if (!most || !rest.length) return 0;
      const spread = most.wins.value - rest.at(-1)!.wins.value;
      return beyond(Math.max(spread, Math.abs(value(answer, "first_player_advantage") ?? 0)) - 0.03, 0.1);
    },
  },
  { id: "ties", name: "few ties", loss: (answer) => beyond((value(answer, "ties") ?? 0) - 0.05, 0.15) },
  { id: "ends", name: "every game ends", loss: (answer) => beyond((value(answer, "unfinished") ?? 0) - 0.01, 0.1) },
  { id: "lively", name: "the lead changes, and the end is open for long", loss: (answer) => (beyond(0.2 - (value(answer, "drama") ?? 0), 0.1) + beyond(0.75 - (value(answer, "decided_at") ?? 0), 0.15)) / 2 },
  { id: "choice", name: "much to choose from", loss: (answer) => beyond(6 - (value(answer, "effective_branching") ?? 0), 4) },
  { id: "hard", name: "a puzzle or team seldom wins, but does", loss: (answer) => beyond(Math.abs((value(answer, "wins") ?? 0.25) - 0.25) - 0.1, 0.15) },
];
export const lengthWish = (most: number): Wish => ({ id: "length", name: `at most ${most} moves`, loss: (answer) => beyond((value(answer, "length") ?? 2 * most) - most, most / 4) });

/// Kinds of changes, as `lang/mutate` calls them.
export const kinds: [string, string][] = [
  ["options", "options"],
  ["numbers", "numbers"],
  ["optics", "what pieces do to beams"],
  ["light", "what beams carry"],
  ["board", "the board"],
  ["turns", "the order of turns"],
  ["ends", "how it ends"],
  ["moves", "moves"],
];

export interface Plan {
  minutes: number;
  vary: string[];
  wishes: Wish[];
  program: string;
  seed: number;
}

const mostCandidates = 120;
const firstGames = 12;
const finalists = 5;

export class Search {
  isRunning = false;
  private errands: Errand[] = [];
  private ranked: Candidate[] = [];
  private original: Candidate | undefined;
  private gone: { name: string; what: string; reason: string; why: string }[] = [];
  private words = "";
  private left = 0; // seconds
  private turn = 0; // of the search that is shown
  private kept: Exploration | undefined; // what the last search has found, until the next one begins

  constructor(
    private place: HTMLElement,
    private open: (found: Exploration) => void,
  ) {}

  stop(): void {
    this.isRunning = false;
    for (const errand of this.errands) errand.end();
    this.errands = [];
  }

  /// Another game is open. A search goes on in the background, and what one has found stays at hand, as the game that was opened may
  /// be the first of several that it has found.
  clear(): void {
    if (this.isRunning) return;
    ++this.turn;
    this.stop();
    const { kept } = this;
    replace(this.place, kept ? el("p", { class: "quiet" }, `A search has found variants of ${kept.title}.`) : null, kept ? el("button", { type: "button", id: "search-gallery", onclick: () => this.open(kept) }, "Show them again") : null);
  }

  /// False if it is no longer shown at its end.
  async run(game: Game, plan: Plan): Promise<boolean> {
    this.stop();
    const turn = ++this.turn;
    const isShown = () => turn === this.turn;
    this.isRunning = true;
    this.kept = undefined;
    [this.ranked, this.gone, this.words] = [[], [], "Variants are made."];
    const ends = performance.now() + plan.minutes * 60_000;
    const clock = setInterval(() => isShown() && this.draw(game, plan, ends), 1000);
    const { errands } = this;
    try {
      const start = await engine();
      if (errands !== this.errands) throw new Error("stopped");
      const maker = new Errand(start);
      errands.push(maker);
      maker.open("file:///searched.glint", game.text);
      const asked = { textDocument: { uri: "file:///searched.glint" }, options: game.options, of: game.name, vary: plan.vary, most: mostCandidates, seed: plan.seed, title: `${game.title}, changed` };
      const { variants = [] } = await maker.request<{ variants?: { what: string; script: string }[] }>("glint/variants", asked);
      maker.end();
      if (!isShown()) return false;
      const all: Candidate[] = variants.map((one, i) => ({ ...one, script: one.script.replace(`"${asked.title}"`, `"${game.title} ${i + 1}"`), name: `${game.name}_${String(i + 1).padStart(3, "0")}`, loss: 1 }));
      this.original = { what: "The game as it is.", script: game.text, name: game.name, loss: 1 };
      if (!all.length) throw new Error("nothing of these kinds can change here");
      const loss = (answer: StudyAnswer) => plan.wishes.reduce((sum, wish) => sum + wish.loss(answer), 0) / Math.max(1, plan.wishes.length);
      const beside = game.isBundled ? {} : { [game.name]: game.text };
      /// Some games of each, on two threads; the worst go.
      const play = async (some: Candidate[], games: number, seed: number, until: number): Promise<void> => {
        const queue = [...some];
        const thread = async () => {
          for (let one = queue.shift(); one && errands === this.errands && performance.now() < until; one = queue.shift()) {
            const errand = new Errand(start);
            errands.push(errand);
            const isGame = one === this.original;
            const side: Side = { label: one.name, text: one.script, beside: isGame ? {} : beside, options: isGame ? game.options : {} };
            const cut = window.setTimeout(() => errand.end(), Math.max(1000, until - performance.now()));
            try {
              let last: StudyAnswer | undefined;
              const answer = await study(errand, side, { program: plan.program, games, seed }, (so) => (last = so)).catch((error: Error) => {
                if (error.message === "stopped" && last && last.games >= firstGames) return last; // the time is up: what there is counts
                throw error;
              });
              one.answer = answer;
              one.loss = loss(answer);
              if (!isShown()) return;
              const reason = isGame ? "" : faultOf(answer);
              if (reason) this.leave(one, reason, "");
            } catch (error) {
              if (!isShown()) return;
              if ((error as Error).message === "stopped") this.leave(one, "too slow", "");
              else if (!isGame) this.leave(one, "breaks", (error as Error).message.split("\n")[0]!);
            }
            clearTimeout(cut);
            errand.end();
            errands.splice(errands.indexOf(errand), 1);
            if (!isShown()) return;
            this.rank(some);
          }
        };
        await Promise.all([thread(), thread()]);
        if (!isShown()) throw new Error("stopped");
      };
      const now = () => performance.now();
      let some = all;
      this.words = `${all.length} variants play ${firstGames} games each.`;
      await play([this.original, ...some], firstGames, plan.seed, now() + (ends - now()) * 0.45);
      const rest = () => some.filter((one) => one.answer && this.gone.every(({ name }) => name !== one.name)).sort((a, b) => a.loss - b.loss);
      for (let games = 3 * firstGames; errands === this.errands; games *= 3) {
        const before = rest();
        some = before.slice(0, Math.max(finalists, Math.ceil(before.length / 3)));
        for (const one of before.slice(some.length)) this.leave(one, "outranked", "");
        if (some.length <= finalists || now() > ends - 10_000) break;
        this.words = `The better ${some.length} play ${games} games each.`;
        await play(some, games, plan.seed + 1000, now() + (ends - now()) * 0.45);
      }
      if (errands === this.errands && some.length) {
        some = rest().slice(0, finalists);
        this.words = `The best ${some.length} and the game itself play again, with other seeds.`;
        const games = 300;
        await play([this.original, ...some], games, plan.seed + 5000, Math.max(ends, now() + 20_000));
        some = rest();
      }
      this.rank(some);
      const better = this.ranked.filter((one) => one.loss < this.original!.loss);
      this.words = better.length ? `${better.length} ${better.length === 1 ? "variant comes" : "variants come"} closer to what you want than the game itself.` : "No variant came closer to what you want than the game itself.";
    } catch (error) {
      if (isShown() && (error as Error).message !== "stopped") this.words = (error as Error).message;
    } finally {
      clearInterval(clock);
    }
    if (!isShown()) return false;
    if (errands === this.errands) this.stop();
    if (this.ranked.length) this.kept = this.found(game, plan);
    this.draw(game, plan, 0);
    return true;
  }

  private leave(one: Candidate, reason: string, why: string): void {
    if (this.gone.every(({ name }) => name !== one.name)) this.gone.push({ name: one.name, what: one.what, reason, why });
  }
  private rank(some: Candidate[]): void {
    this.ranked = some.filter((one) => one !== this.original && one.answer && this.gone.every(({ name }) => name !== one.name)).sort((a, b) => a.loss - b.loss);
  }

  draw(game: Game, plan: Plan, ends: number): void {
    this.left = Math.max(0, Math.round((ends - performance.now()) / 1000));
    const time = this.isRunning && ends ? ` ${Math.floor(this.left / 60)}:${String(this.left % 60).padStart(2, "0")} left.` : "";
    const figure = (one: Candidate) => el("span", { class: "quiet" }, one.answer ? `${[sharesOf(one.answer), `${measure(one.answer, "length")?.text ?? "?"} moves`, `${one.answer.games} games`].filter(Boolean).join(", ")}.` : "");
    const row = (one: Candidate) => el("li", {}, el("strong", {}, one.what.replaceAll("`", "")), " ", figure(one));
    replace(
      this.place,
      el("h4", {}, `Variants of ${game.title}`),
      el("p", { role: "status", id: "search-state" }, `${this.words}${time}`),
      this.ranked.length && this.original?.answer ? el("p", {}, "The game itself: ", figure(this.original)) : null,
      this.ranked.length ? el("ol", { id: "search-best" }, ...this.ranked.slice(0, finalists).map(row)) : null,
      this.ranked.length && !this.isRunning ? el("button", { type: "button", id: "search-gallery", onclick: () => this.open(this.found(game, plan)) }, "Show them, with boards: try, compare") : null,
    );
  }

  /// As the gallery has explorations.
  private found(game: Game, plan: Plan): Exploration {
    const numbers = (one: Candidate) => Object.fromEntries((one.answer?.measures ?? []).filter(({ id }) => /^(wins|ties|unfinished|length|drama|decided_at|effective_branching|first_player_advantage|score)/.test(id)).map((each) => [each.id, each]));
    const finalist = (one: Candidate, i: number) => ({ name: one.name, is_parent: one === this.original, what: one.what, script: one.script, loss: { value: one.loss, low: one.loss, high: one.loss }, measures: numbers(one), game: null, ...(i >= 0 ? { rank: i + 1 } : {}) });
    return {
      title: game.title,
      wanted: plan.wishes.map(({ name }) => name),
      verdict: [this.words],
      finalists: [...(this.original ? [finalist(this.original, -1)] : []), ...this.ranked.slice(0, finalists).map(finalist)],
      left_out: this.gone,
    };
  }
}

/// Why a variant is no good, whatever is wanted; empty if it may be.
function faultOf(answer: StudyAnswer): string {
  if ((value(answer, "unfinished") ?? 0) > 0.5) return "never ends";
  if ((value(answer, "length") ?? 2) < 2 && winsOf(answer).length > 1) return "decided at once";
  const wins = winsOf(answer);
  if ((value(answer, "ties") ?? 0) > 0.95 || (wins.length > 1 && wins.every((one) => one.wins.value === 0))) return "ties";
  if (wins.length > 1 && wins[0]!.wins.value > 0.97) return "walkover";
  return "";
}
