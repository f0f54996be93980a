// What changed: against the text that was opened, or the game that a variant is of. In the text, and in play: the
// shortest moves after which the two games are not the same, with both boards.
import { announce, el, replace } from "./dom";
import type { GameView } from "./game";
import { Errand, engine } from "./link";
import type { BoardAnswer, Trouble } from "./service";
import { errorText, reasonOf } from "./service";

interface Text {
  text: string;
  line: number;
}
interface Both<T = string> {
  old: T;
  new: T;
}
interface Declaration {
  kind: string;
  name: string;
  old: Text | null;
  new: Text | null;
  parts: { old: Text | null; new: Text | null }[];
}
interface Only {
  move: string;
  refusal?: { message: string };
}
interface DiffAnswer {
  errors?: Trouble[];
  identical?: boolean;
  text?: {
    added: Declaration[];
    removed: Declaration[];
    changed: Declaration[];
    options: ({ name: string } & Both)[];
  };
  play?: {
    same: boolean;
    complete: boolean;
    shortest: boolean;
    positions: number;
    games: number;
    witness: string[];
    difference: {
      kinds: string[];
      board?: string[];
      to_move?: Both;
      result?: Both;
      score?: Record<string, Both>;
      light?: Record<string, Both>;
      moves?: Both<number> & { only_old: Only[]; only_new: Only[]; only_old_count: number; only_new_count: number };
      positions: Both<string | null>;
    } | null;
  } | null;
}

const beforeUri = "file:///before.glint";
const most = 20_000; // pairs of positions to compare

export class Changes {
  private errand: Errand | undefined;
  private body = el("div", { role: "group", "aria-label": "Changes" });
  private original = el("div");
  private parentShown: string | undefined;

  constructor(
    private panel: HTMLElement,
    private uri: () => string,
    private text: () => string,
    private base: () => string,
    private parent: () => string | undefined, // the text of the game that this is a variant of, or a changed copy
    private game: GameView,
  ) {}

  clear(): void {
    this.errand?.end();
    this.errand = undefined;
    replace(this.body);
  }

  show(): void {
    if (this.panel.firstChild) return this.showParent();
    replace(
      this.panel,
      el("h2", {}, "What changed"),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", id: "diff-opened", onclick: () => void this.run(this.base()) }, "Since it was opened"),
        el("button", { type: "button", id: "diff-parent", onclick: () => void this.run() }, "Compared with the game that it changes"),
      ),
      this.body,
      this.original,
    );
    this.showParent();
  }

  /// The text of the game, so that one can see the rule that one wants to change, and copy it.
  private showParent(): void {
    const text = this.parent();
    if (text === this.parentShown) return;
    this.parentShown = text;
    replace(
      this.original,
      text === undefined ? null : el("details", { class: "test", open: true }, el("summary", {}, "The text of the game that it changes"), el("pre", { id: "parent-text" }, text)),
    );
  }

  private async run(before?: string): Promise<void> {
    this.clear();
    const other = before ?? this.parent();
    if (other === undefined) return replace(this.body, el("p", {}, "This script is no variant, and no changed copy, of a game that comes with Glint, or of one of yours."));
    const errand = new Errand(await engine());
    this.errand = errand;
    const status = el("p", { role: "status" }, "Both games are played move by move, side by side.");
    replace(this.body, status);
    try {
      errand.open(this.uri(), this.text());
      errand.open(beforeUri, other);
      const answer = await errand.request<DiffAnswer>(
        "glint/diff",
        { textDocument: { uri: this.uri() }, options: this.game.options, before: other, limit: most },
        ({ play }) => {
          if (play?.same) status.textContent = `No difference in ${play.positions} positions so far.`;
        },
      );
      replace(this.body, ...this.told(answer));
      announce(this.body.textContent ?? "");
      const { positions } = answer.play?.difference ?? {};
      if (positions) {
        await this.picture(errand, "before", beforeUri, positions.old);
        await this.picture(errand, "now", this.uri(), positions.new);
      }
    } catch (error) {
      if ((error as Error).message !== "stopped") replace(this.body, el("p", { class: "bad" }, (error as Error).message));
    }
    errand.end();
  }

  private async picture(errand: Errand, name: string, uri: string, at: string | null): Promise<void> {
    if (at === null) return;
    const options = uri === this.uri() ? this.game.options : {};
    const { board } = await errand.request<{ board?: BoardAnswer }>("glint/show", { textDocument: { uri }, options, at });
    if (!board?.picture) return;
    const frame = el("div", { class: "test", role: "img", "aria-label": `The board of the game ${name}` });
    frame.append(document.importNode(new DOMParser().parseFromString(board.picture.svg, "image/svg+xml").documentElement, true));
    this.body.append(el("h3", {}, `The board ${name}`), frame);
  }

  private told(answer: DiffAnswer): HTMLElement[] {
    const { text, play } = answer;
    if (answer.identical) return [el("p", {}, "The rules are the same.")];
    const parts: HTMLElement[] = (answer.errors ?? []).map((trouble) => el("p", { class: "bad" }, errorText(trouble)));
    if (!text) return parts;
    parts.push(el("h3", {}, "In the text"));
    for (const option of text.options) parts.push(el("p", {}, `option ${option.name}: ${option.old} before, ${option.new} now`));
    const one = (verb: string, declaration: Declaration) =>
      el(
        "details",
        { class: "test" },
        el("summary", {}, `${verb}: ${declaration.kind} ${declaration.name}`),
        ...(declaration.parts.length ? declaration.parts : [declaration]).flatMap((part) => [
          part.old ? el("pre", { class: "bad" }, `- ${part.old.text}`) : null,
          part.new ? el("pre", { class: "good" }, `+ ${part.new.text}`) : null,
        ]),
      );
    for (const each of text.changed) parts.push(one("changed", each));
    for (const each of text.added) parts.push(one("added", each));
    for (const each of text.removed) parts.push(one("removed", each));
    if (!play) return parts;
    parts.push(el("h3", {}, "In play"));
    if (play.same)
      return [
        ...parts,
        el("p", { id: "diff-play" }, `No difference was found in ${play.positions} positions${play.complete ? ", and there are no others" : ` and ${play.games} random games`}.`),
      ];
    const moves = play.witness.filter((move) => !move.startsWith("draw "));
    parts.push(
      el(
        "p",
        { id: "diff-play" },
        play.witness.length ? `Play differs after ${play.shortest ? "at least " : ""}${moves.length} move${moves.length === 1 ? "" : "s"}: ${play.witness.join(", ")}.` : "Play differs from the start.",
      ),
    );
    const { difference } = play;
    if (difference) {
      const say = (what: string, both?: Both) => (both ? el("p", {}, `${what}: ${both.old || "nothing"} before, ${both.new || "nothing"} now`) : null);
      const onlys = (when: string, list: Only[], all: number) =>
        list.length ? el("p", {}, `Only ${when} legal: ${list.slice(0, 6).map(({ move, refusal }) => move + (refusal ? ` (${when === "now" ? "before" : "now"}: ${reasonOf(refusal.message)})` : "")).join(", ")}${all > 6 ? " and more" : ""}`) : null;
      const { moves: counts } = difference;
      const found = [
        say("to move", difference.to_move),
        say("result", difference.result),
        ...Object.entries(difference.score ?? {}).map(([player, both]) => say(`score of ${player}`, both)),
        ...Object.entries(difference.light ?? {}).slice(0, 12).map(([cell, both]) => say(`light on ${cell}`, both)),
        ...(difference.board ?? []).slice(0, 12).map((line) => el("p", {}, line)),
        counts && counts.old !== counts.new ? el("p", {}, `${counts.old} moves before, ${counts.new} now`) : null,
        counts ? onlys("before", counts.only_old, counts.only_old_count) : null,
        counts ? onlys("now", counts.only_new, counts.only_new_count) : null,
      ];
      parts.push(...found.filter((line): line is HTMLParagraphElement => line !== null));
    }
    return parts;
  }
}
