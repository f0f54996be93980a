// Who is ahead: what a bot expects of each position of the game that is played, as a graph. It thinks in the background,
// about the position on the board first.
import { announce, el, replace, svgEl } from "./dom";
import type { GameView } from "./game";
import { Errand, engine } from "./link";
import { longestThought } from "./programs";
import type { Node } from "./session";

/// Games that it searches for each position.
const bot = "mcts:100";

interface Expected {
  player: string; // for whom
  value: number; // 0 lost to 1 won
}

export class Evaluation {
  readonly place = el("div", { role: "group", "aria-label": "Who is ahead" });
  private body = el("div", {});
  private isOn = false;
  private errand: Errand | undefined;
  private values = new Map<string, Expected | null>(); // by the moves that lead there; null: the bot cannot tell
  private of = "";
  private isAsking = false;
  private trouble = "";

  constructor(
    private game: GameView,
    private uri: () => string,
    private text: () => string,
  ) {
    const box = el("input", { type: "checkbox", id: "evaluate", onchange: () => this.turn(box.checked) });
    this.place.append(el("label", { for: "evaluate", class: "check" }, box, "Show who is ahead"), this.body);
  }

  /// To be called whenever another position is shown.
  show(): void {
    if (!this.isOn) return;
    const { options, seed } = this.game.where;
    const of = JSON.stringify([this.text(), options, seed]);
    if (of !== this.of) {
      this.end();
      this.of = of;
      this.values.clear();
      this.trouble = "";
    }
    this.draw();
    void this.goOn();
  }

  private turn(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) return this.show();
    this.end();
    replace(this.body);
  }
  private end(): void {
    this.errand?.end();
    this.errand = undefined;
  }

  /// A bot's values tell of what is hidden, and of what players are to find, so they wait. What for.
  private get mustWait(): string {
    if (this.game.mustFind) return "The players find the light themselves: this is shown when the game is over, or with “Show all variables, light and moves”.";
    if (!this.game.isSecret) return "";
    return this.game.answer?.secrets ? "The game has secrets: this is shown when it is over." : "This is shown when all have chosen.";
  }

  /// The position at the board, then the others of its line, from the start.
  private next(): string[] | undefined {
    const { moves } = this.game.session;
    const isMissing = (depth: number) => !this.values.has(keyOf(moves.slice(0, depth)));
    const isOver = Boolean(this.game.answer?.result);
    if (!isOver && isMissing(moves.length)) return moves;
    for (let depth = 0; depth < moves.length; ++depth) if (isMissing(depth)) return moves.slice(0, depth);
    return undefined;
  }

  private async goOn(): Promise<void> {
    if (this.isAsking || this.trouble) return;
    this.isAsking = true;
    try {
      for (let moves = this.next(); moves && this.isOn && !this.mustWait && this.game.answer && !this.game.hasErrors; moves = this.next()) {
        const of = this.of;
        const player = this.game.playerAfter(moves.length);
        if (!this.errand) {
          this.errand = new Errand(await engine());
          this.errand.open(this.uri(), this.text());
        }
        const answer = await this.errand.request<{ value?: number; errors: { message: string }[]; move?: string }>("glint/advice", {
          textDocument: { uri: this.uri() },
          ...this.game.where,
          moves,
          bot,
          seconds: longestThought,
        });
        if (of !== this.of) continue;
        this.values.set(keyOf(moves), answer.value === undefined || !player ? null : { player, value: answer.value });
        if (answer.move === undefined && answer.errors[0]) this.trouble = answer.errors[0].message;
        this.draw();
        if (this.trouble) break;
      }
    } catch (error) {
      if ((error as Error).message !== "stopped") {
        this.trouble = (error as Error).message;
        this.draw();
      }
    }
    this.isAsking = false;
    if (!this.next()) this.end(); // its thread is not needed until the next move
  }

  private draw(): void {
    if (!this.isOn) return;
    if (this.mustWait) return replace(this.body, el("p", { class: "quiet" }, this.mustWait));
    const { session, answer } = this.game;
    const players = answer?.players ?? [];
    const line: Node[] = [session.start, ...session.line()];
    const first = players[0] ?? "";
    const isDuel = players.length === 2;
    const points = line.flatMap((node, ply) => {
      const known = this.values.get(keyOf(session.line(node).map(({ move }) => move)));
      if (!known) return [];
      return [{ ply, node, player: isDuel ? first : known.player, value: isDuel && known.player !== first ? 1 - known.value : known.value }];
    });
    const winner = answer?.result && players.find((player) => answer.result!.startsWith(`${player} win`));
    if (winner && players.length <= 2)
      points.push({ ply: line.length - 1, node: session.here, player: first, value: winner === first ? 1 : 0 });
    const last = points.at(-1);
    const percent = (value: number) => `${Math.round(value * 100)} %`;
    const words = last ? `${last.player} has ${percent(last.value)} after move ${last.ply}` : "";
    const rows = points.map(({ ply, node, player, value }) =>
      el("tr", {}, el("th", { scope: "row" }, ply ? `${ply}. ${node.move}` : "start"), el("td", {}, `${player} ${percent(value)}`)),
    );
    replace(
      this.body,
      this.trouble ? el("p", { class: "bad" }, this.trouble) : null,
      points.length ? plot(points, line.length - 1, isDuel || players.length === 1, words, (node) => this.game.goTo(node)) : null,
      el("p", { class: "quiet", id: "evaluated" }, [words && `${words}.`, this.next() && !this.trouble ? "A bot is thinking about the game." : "A bot's view: it searched 100 games for each position."].filter(Boolean).join(" ")),
      rows.length ? el("details", {}, el("summary", {}, "As a table"), el("table", {}, el("caption", { class: "unseen" }, "What a bot expects after each move"), ...rows)) : null,
    );
    if (this.isOn && !this.next() && words) announce(words);
  }
}

const keyOf = (moves: string[]): string => moves.join("\n");

const width = 340;
const height = 110;

/// `isJoined`: all values are for one player, so a line joins them.
function plot(
  points: { ply: number; node: Node; player: string; value: number }[],
  plies: number,
  isJoined: boolean,
  words: string,
  open: (node: Node) => void,
): SVGElement {
  const x = (ply: number) => 40 + (ply / Math.max(1, plies)) * (width - 56);
  const y = (value: number) => 8 + (1 - value) * (height - 30);
  const dots = points.map(({ ply, node, player, value }) =>
    svgEl(
      "circle",
      { class: "dot", cx: x(ply), cy: y(value), r: 4, onclick: () => open(node) },
      svgEl("title", {}, `${ply ? `${ply}. ${node.move}` : "start"}: ${player} ${Math.round(value * 100)} %`),
    ),
  );
  return svgEl(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": words },
    svgEl("line", { class: "axis", x1: 40, x2: width, y1: y(0.5), y2: y(0.5) }),
    isJoined ? svgEl("polyline", { points: points.map(({ ply, value }) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }) : null,
    ...dots,
    svgEl("text", { x: 34, y: y(1) + 4, "text-anchor": "end" }, "100 %"),
    svgEl("text", { x: 34, y: y(0.5) + 4, "text-anchor": "end" }, "50"),
    svgEl("text", { x: 34, y: y(0) + 4, "text-anchor": "end" }, "0"),
    svgEl("text", { x: 40, y: height - 4 }, isJoined ? `for ${points[0]!.player}` : "for the player to move"),
    svgEl("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, `${plies} moves`),
  );
}
