// A study of the position's game: games that programs play in a thread of their own, and what they say, as they come.
import { Asking, type Asked } from "./studies";
import { announce, el, replace, svgEl } from "./dom";
import type { GameView } from "./game";
import { type Lead, whereTo } from "./leading";
import { Errand, engine } from "./link";
import { strengths } from "./seats";
import type { Measure, Opening, StudyAnswer } from "./service";
import { errorText } from "./service";
import type { Change, Fault } from "./trying";
import { type Interval, type Picture, type Point, courseWith, headlinesOf, intervalsOf, isLong, lengthOf, measureWords, signed, studyWith } from "./verdicts";

export class Studying {
  private errand: Errand | undefined;
  private isStarting = false; // the study is asked for, and its engine is not there yet
  private asked = 0; // games
  private result: StudyAnswer | undefined;
  private course: Point[] = []; // of what leads the report
  private of = "";
  private program = "random";
  private most = 1000;
  private strong = el("input", { type: "checkbox", id: "study-strong" });
  private openings = el("input", { type: "checkbox", id: "study-openings" });
  private trouble = "";
  private refused = ""; // why first moves are not compared
  private body = el("div", { role: "group", "aria-label": "Results" });

  constructor(
    private panel: HTMLElement,
    private uri: () => string,
    private text: () => string,
    private game: GameView,
    private about?: Asked,
  ) {
    const asked = about;
    if (asked) this.more = new Asking(game, asked, () => ({ program: this.program, games: this.most, seed: game.where.seed }));
  }
  private more: Asking | undefined; // other questions
  private changes = new Map<Fault, Change[]>(); // what may help, by what is wrong

  clear(): void {
    this.stop();
    this.result = undefined;
    this.trouble = this.refused = "";
    this.changes.clear();
    // What was asked of one game may not be asked of the next.
    this.strong.checked = this.openings.checked = false;
    this.more?.clear();
  }
  stop(): void {
    this.isStarting = false;
    this.errand?.end();
    this.errand = undefined;
  }

  show(): void {
    if (!this.panel.firstChild) {
      const program = el("select", { id: "study-program", onchange: () => (this.program = program.value) });
      for (const strength of strengths)
        if (strength.program) program.append(el("option", { value: strength.program }, strength.name));
      const games = el("select", { id: "study-games", onchange: () => (this.most = Number(games.value)) });
      for (const number of [100, 1000, 10_000]) games.append(el("option", { value: number, selected: number === this.most }, number.toLocaleString("en")));
      replace(
        this.panel,
        el("h2", {}, "Study"),
        el("p", { class: "quiet" }, "Bots play many games from the start, with the options that are set. Each measure comes with its 95 % confidence interval."),
        el("label", { for: "study-program" }, "Who plays", program),
        el("label", { for: "study-games" }, "Games", games),
        el("label", { class: "check", for: "study-strong" }, this.strong, "Ask better bots, too, and how much is luck"),
        el("label", { class: "check", for: "study-openings" }, this.openings, "Compare first moves"),
        el(
          "div",
          { class: "buttons" },
          el("button", { type: "button", class: "main", id: "study-start", onclick: () => void this.run() }, "Study"),
          el("button", { type: "button", id: "study-stop", onclick: () => (this.stop(), this.draw()) }, "Stop"),
        ),
        this.body,
        this.more?.place ?? null,
      );
    }
    this.more?.show();
    this.draw();
  }

  async run(): Promise<void> {
    this.stop();
    this.result = undefined;
    this.trouble = this.refused = "";
    this.course = [];
    this.changes.clear();
    this.isStarting = true;
    this.asked = this.most;
    this.draw();
    const text = this.text();
    this.of = text;
    const module = await engine();
    if (!this.isStarting) return; // stopped meanwhile
    this.isStarting = false;
    const errand = new Errand(module);
    this.errand = errand;
    errand.open(this.uri(), text);
    const { options, seed } = this.game.where;
    const take = (answer: StudyAnswer) => {
      if (this.errand !== errand || !answer.measures) return; // without measures there are only errors
      this.result = answer;
      const lead = leadOf(answer);
      if (lead) this.course = courseWith(this.course, answer.games, lead);
      this.draw();
    };
    try {
      const asked = { textDocument: { uri: this.uri() }, options, seed, bots: { "*": this.program }, games: this.asked, strong: this.strong.checked };
      const ask = (isAsked: boolean) => errand.request<StudyAnswer>("glint/study", { ...asked, openings: isAsked }, take);
      const { answer, refused } = await studyWith(ask, this.openings.checked, () => this.errand !== errand);
      if (this.errand === errand) this.refused = refused && `The study is without first moves. ${refused.charAt(0).toUpperCase()}${refused.slice(1)}.`;
      take(answer);
      this.trouble = (answer.errors ?? []).map(errorText).join("\n");
      if (this.errand === errand) announce(this.result ? [this.refused, ...Object.values(this.told(this.result))].filter(Boolean).join(" ") : this.trouble);
    } catch (error) {
      if ((error as Error).message !== "stopped") this.trouble = (error as Error).message;
    }
    if (this.errand === errand) {
      this.stop();
      await this.findChanges().catch(() => {}); // without them there are still searches
    }
    this.draw();
  }

  private async findChanges(): Promise<void> {
    const { result, about } = this;
    if (!result || !about || this.of !== this.text()) return;
    const faults = result.card.flatMap(({ next }) => this.leadFrom(next)).flatMap((lead) => (lead.does === "improve" ? [lead.fault] : []));
    for (const fault of new Set<Fault>([...faults, "long"])) this.changes.set(fault, await about.trying.changes(fault));
  }
  private leadFrom(next: string): Lead[] {
    const lead = next && whereTo(next, this.game.answer?.players.length ?? 0);
    return lead ? [lead] : [];
  }

  /// What a finding leads to, as buttons.
  private waysOn(lead: Lead, id: string): HTMLElement {
    const button = (name: string, words: string, act: () => void) => el("button", { type: "button", id: `next-${id}-${name}`, onclick: act }, words);
    const again = (words: string, ready: () => void) => button("again", words, () => (ready(), void this.run()));
    const buttons = (): HTMLElement[] => {
      if (lead.does === "strong") return [again("Ask better bots", () => (this.strong.checked = true))];
      if (lead.does === "openings") return [again("Compare first moves", () => (this.openings.checked = true))];
      if (lead.does === "more") return [again("Play more games", () => this.choose("study-games", 1))];
      if (lead.does === "ladder") return [again("Let better bots play", () => this.choose("study-program", 1))];
      if (lead.does === "worth") return [button("worth", "What is it worth?", () => this.more?.weighPart(lead.part))];
      const { fault } = lead;
      const most = Math.floor(((this.more?.limit.minutes ?? 30) * 60) / (this.more?.limit.seconds ?? 20));
      const tries = (this.changes.get(fault) ?? []).map((change, i) => button(`try-${i}`, `Try: ${change.words}`, () => void this.about?.trying.make(change, (before) => this.more?.beside(before))));
      return [...tries, button("seek", fault === "long" ? "Look for shorter variants" : "Look for better variants", () => this.more?.seekFor(fault, most))];
    };
    return el("div", { class: "buttons" }, ...buttons());
  }
  /// The next choice of a list of the form, if there is one.
  private choose(id: string, step: number): void {
    const list = this.panel.querySelector<HTMLSelectElement>(`#${id}`)!;
    list.selectedIndex = Math.min(list.options.length - 1, list.selectedIndex + step);
    list.dispatchEvent(new Event("change"));
  }

  private told = (result: StudyAnswer) => headlinesOf(result, this.game.answer?.players.length ?? 0);

  private draw(): void {
    const { result } = this;
    const start = this.panel.querySelector<HTMLButtonElement>("#study-start");
    const stop = this.panel.querySelector<HTMLButtonElement>("#study-stop");
    const isRunning = this.isStarting || this.errand !== undefined;
    if (start && stop) {
      const focused = document.activeElement;
      start.disabled = isRunning || !this.game.answer || this.game.hasErrors;
      stop.disabled = !isRunning;
      if (isRunning && focused === start) stop.focus();
      if (!isRunning && focused === stop) start.focus();
    }
    const parts: (HTMLElement | SVGElement | null)[] = [];
    if (isRunning && !result) parts.push(el("p", { class: "quiet" }, "The bots play their first games."));
    if (this.trouble) parts.push(el("p", { class: "bad" }, this.trouble));
    if (result) {
      if (this.of !== this.text()) parts.push(el("p", { class: "warn" }, "The script has changed since."));
      if (this.refused) parts.push(el("p", { class: "warn", id: "study-refused" }, this.refused));
      const { better, favoured, verdict } = this.told(result);
      // What better bots find comes first, as in the command.
      if (better) parts.push(el("p", { id: "study-better" }, el("strong", {}, better)), el("p", { class: "quiet" }, "The study's own bots:"));
      if (favoured) parts.push(el("p", { id: "study-favoured" }, el("strong", {}, favoured)));
      parts.push(el("p", { id: "study-verdict" }, favoured ? verdict : el("strong", {}, verdict)));
      const length = lengthOf(result, this.more?.limit);
      if (length) parts.push(el("p", { id: "study-length" }, length));
      if (!isRunning && this.more && isLong(result, this.more.limit)) parts.push(this.waysOn({ does: "improve", fault: "long" }, "length"));
      const card = el("ul", { id: "study-card", "aria-label": "In short" });
      for (const { id, level, text, next } of result.card) {
        const mark = level === "problem" ? el("strong", { class: "bad" }, "problem: ") : `${level}: `;
        // Where it leads is offered as soon as nothing is asked any more.
        const ways = isRunning || !this.more ? [] : this.leadFrom(next).map((lead) => this.waysOn(lead, id));
        card.append(el("li", {}, mark, text.replaceAll("`", ""), ...ways));
      }
      if (result.card.length) parts.push(card);
      parts.push(el("p", { class: "quiet" }, `${result.games.toLocaleString("en")}${isRunning ? ` of ${this.asked.toLocaleString("en")}` : ""} games${isRunning ? (result.games < this.asked ? ", playing on" : `, and what is asked besides: ${result.percent} % is played`) : ""}`));
      const lead = leadOf(result);
      if (lead && this.course.length > 1) parts.push(coursePlot(this.course, lead));
      const compared = result.openings.filter(({ ahead }) => ahead);
      for (const picture of intervalsOf(result)) parts.push(el("h3", {}, picture.title), intervalsPlot(picture));
      if (compared.length) parts.push(el("h3", {}, "First moves, each in games of the same seeds"), openingsTable(compared));
      if (result.lengths.length) parts.push(el("h3", {}, "Length of games"), lengthPlot(result.lengths));
      const table = el("table", {}, el("caption", { class: "unseen" }, "Measures"));
      table.append(
        el("tr", {}, el("th", { scope: "col" }, "measure"), el("th", { scope: "col" }, "value"), el("th", { scope: "col" }, "95 % interval")),
      );
      for (const measure of result.measures)
        table.append(
          el("tr", { title: measure.meaning }, el("th", { scope: "row" }, measureWords(measure.id)), el("td", {}, measure.text), el("td", {}, measure.interval)),
        );
      parts.push(el("h3", {}, "All measures"), table);
      if (result.warnings.length) parts.push(el("h3", {}, "Warnings"), ...result.warnings.map((warning) => el("p", {}, warning)));
    }
    replace(this.body, ...(parts as HTMLElement[]));
  }
}

export const leadOf = (answer: StudyAnswer): Measure | undefined =>
  answer.measures.find(({ id }) => id === "first_player_advantage") ?? answer.measures.find(({ id }) => id.startsWith("score")) ?? answer.measures[0];

/// The best first.
function openingsTable(openings: Opening[]): HTMLElement {
  const table = el("table", { id: "study-first-moves" }, el("caption", { class: "unseen" }, "First moves"));
  table.append(el("tr", {}, ...["first move", "won", "more than the others, points", "95 % interval"].map((name) => el("th", { scope: "col" }, name))));
  for (const { name, share, ahead } of openings)
    table.append(
      el("tr", {}, el("th", { scope: "row" }, name.replaceAll("`", "")), el("td", {}, `${(100 * share).toFixed(1)} %`), el("td", {}, signed(ahead!.value)), el("td", {}, `${signed(ahead!.low)} .. ${signed(ahead!.high)}`)),
    );
  return table;
}

const width = 340;
const height = 120;

/// How an interval narrows with the games.
function coursePlot(course: Point[], lead: Measure): SVGElement {
  const isShare = lead.form === "share";
  const scale = isShare ? 100 : 1;
  // The first intervals are so wide that nothing else could be seen beside them.
  const last = course.at(-1)!;
  const room = 2 * (last.high - last.low);
  const low = Math.max(last.low - room, Math.min(...course.map((point) => point.low)));
  const high = Math.min(last.high + room, Math.max(...course.map((point) => point.high)));
  const most = course.at(-1)!.games;
  const x = (games: number) => 40 + (games / most) * (width - 50);
  const y = (value: number) => 8 + ((high - Math.min(high, Math.max(low, value))) / (high - low || 1)) * (height - 28);
  const line = (values: [number, number][]) => values.map(([games, value]) => `${x(games).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const label = (value: number) => (value * scale).toFixed(Math.abs(value * scale) < 10 ? 1 : 0);
  const name = `${measureWords(lead.id)}: ${lead.text}, 95 % interval ${lead.interval}, after ${most} games`;
  return svgEl(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": name },
    svgEl("polygon", {
      class: "band",
      points: line([...course.map(({ games, low: end }): [number, number] => [games, end]), ...course.map(({ games, high: end }): [number, number] => [games, end]).reverse()]),
    }),
    low < 0 && high > 0 ? svgEl("line", { class: "axis", x1: 40, x2: width, y1: y(0), y2: y(0) }) : null,
    svgEl("polyline", { points: line(course.map(({ games, value }) => [games, value])) }),
    svgEl("text", { x: 36, y: 14, "text-anchor": "end" }, label(high)),
    svgEl("text", { x: 36, y: height - 22, "text-anchor": "end" }, label(low)),
    svgEl("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, `${most} games`),
    svgEl("text", { x: 40, y: height - 4 }, `${measureWords(lead.id)}${isShare ? ", %" : ""}`),
  );
}

function lengthPlot(lengths: [number, number][]): SVGElement {
  const least = lengths[0]![0];
  const most = lengths.at(-1)![0];
  const bins = Math.min(30, most - least + 1);
  const counts = new Array<number>(bins).fill(0);
  for (const [plies, games] of lengths) counts[Math.min(bins - 1, Math.floor(((plies - least) * bins) / (most - least + 1)))]! += games;
  const top = Math.max(...counts);
  const plot = svgEl("svg", {
    viewBox: `0 0 ${width} 90`,
    class: "plot",
    role: "img",
    "aria-label": `Games last from ${least} to ${most} plies`,
  });
  counts.forEach((count, i) => {
    const size = (count / top) * 64;
    plot.append(svgEl("rect", { class: "dot", x: 40 + (i * (width - 50)) / bins, y: 70 - size, width: (width - 50) / bins - 1, height: size }));
  });
  plot.append(svgEl("text", { x: 40, y: 86 }, String(least)), svgEl("text", { x: width - 10, y: 86, "text-anchor": "end" }, `${most} plies`));
  return plot;
}

/// Each number as a dot in its 95 % interval; what is known exactly has none.
function intervalsPlot({ id, title, of, low: least, high: most, words }: Picture): SVGElement {
  const row = 30;
  const bottom = of.length * row;
  const x = (value: number) => 10 + ((value - least) / (most - least)) * (width - 20);
  const name = ({ label, value, low, high }: Interval) => `${label}: ${words(value)}${low < high ? `, 95 % interval ${words(low)} to ${words(high)}` : ""}`;
  const plot = svgEl("svg", { id: `study-plot-${id}`, viewBox: `0 0 ${width} ${bottom + 18}`, class: "plot", role: "img", "aria-label": `${title}. ${of.map(name).join("; ")}` });
  [least, (least + most) / 2, most].forEach((tick, i) =>
    plot.append(svgEl("line", { class: "axis", x1: x(tick), x2: x(tick), y1: 0, y2: bottom }), svgEl("text", { x: x(tick), y: bottom + 14, "text-anchor": ["start", "middle", "end"][i]! }, words(tick))),
  );
  of.forEach((one, i) => {
    const y = i * row + 22;
    plot.append(
      svgEl("text", { x: 10, y: y - 9 }, one.label),
      svgEl("text", { x: width - 10, y: y - 9, "text-anchor": "end" }, `${words(one.value)}${one.low < one.high ? ` (${words(one.low)} .. ${words(one.high)})` : ""}`),
      svgEl("rect", { class: "band", x: x(one.low), y: y - 3.5, width: Math.max(1, x(one.high) - x(one.low)), height: 7 }),
      svgEl("circle", { class: "dot", cx: x(one.value), cy: y, r: 4 }),
    );
  });
  return plot;
}
