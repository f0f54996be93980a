// The tour: from an empty board to a won game in five minutes, in a game of the reader's own. Each step adds lines to its
// script, and asks for something on the board; whoever wants to only looks on.
import { el, replace } from "./dom";
import type { GameView } from "./game";
import { icon } from "./icons";

interface Step {
  title: string;
  words: string[];
  lines?: string; // that this step adds to the script
  instead?: [before: string, after: string][]; // and what it changes
  ask?: string; // what the reader is to do
  isDone?(game: GameView): boolean;
}

const begin = `/// Two boats on a dark sea. Turn the light of the lighthouse onto the other boat.
game "My Lighthouse"
use square

players ann, bob
board grid(6, 6)
beam { }

move wait "wait" { }

play { repeat { turn of each player { choose wait } } }
`;

const playedSome = (game: GameView, pattern: RegExp): boolean => game.session.moves.some((move) => pattern.test(move));

export const steps: Step[] = [
  {
    title: "An empty board",
    words: [
      "A game is a script of a few lines, and the board always shows what the script says. This one has a title, two players and six by six squares. Nobody can do more than wait.",
      "You may read the script under “Edit the rules”, now or later. The tour writes it for you.",
    ],
  },
  {
    title: "Two boats",
    words: ["Each player gets a boat, and may row it to the next square."],
    lines: `piece boat of player { look "{owner:1}" }

setup {
  put boat(owner = ann) on b2
  put boat(owner = bob) on e5
}

move row "{from}-{to}" {
  pick from in boat of me             "your boat is not on {from}"
  pick to in from + around & empty    "you cannot row from {from} to {to}"
  move from to to
}
`,
    instead: [['move wait "wait" { }\n\n', ""], ["choose wait", "choose row"]],
    ask: "Row: click boat a, then a square with a dotted edge.",
    isDone: (game) => playedSome(game, /-/),
  },
  {
    title: "Light",
    words: ["A tower sends a beam out to the north. Light passes through whatever has no rule for it."],
    lines: `piece tower { facing: direction; emits facing; look "{facing}" }
`,
    instead: [["  put boat(owner = bob) on e5\n", "  put boat(owner = bob) on e5\n  put tower(facing = n) on d3\n"]],
    ask: "Right-click a square in the beam, or touch it for long: the page says where its light comes from.",
    isDone: () => document.body.dataset.tab === "why",
  },
  {
    title: "Mirrors",
    words: ["Now a player may set up a mirror instead of rowing. It turns light by a right angle."],
    lines: `piece mirror {
  line: axis
  when beam comes -> reflects across line
  look "{line}"
}

move set_up "mirror {at} {line}" {
  pick at in empty   "{at} is not free"
  pick line in {rising, falling}
  put mirror(line = line) on at
}
`,
    instead: [["choose row", "choose row or set_up"]],
    ask: "Set up a mirror in the beam: click d6, then choose how it stands.",
    isDone: (game) => playedSome(game, /^mirror/),
  },
  {
    title: "A way to win",
    words: ["The game needs an end: whoever's boat is lit has lost."],
    lines: `let lit = beams.cells

end for p in player when boat of p within lit : p + 1 wins
`,
    ask: "Win it for Ann: set up a mirror on d5 that stands like this: /",
    isDone: (game) => Boolean(game.answer?.result),
  },
  {
    title: "A better game",
    words: [
      "Ann wins with her first move: that is no game yet. Two rules make it one. Mirrors are set up only in the dark, and a player may turn the lighthouse. Now a trap must be laid before the light comes, and the other one can see it.",
    ],
    lines: `move swing "turn" {
  for spot in tower { spot.facing += 1 }
}

end when seen == 3 : tie
`,
    instead: [['pick at in empty   "{at} is not free"', 'pick at in empty - lit   "{at} is not free, or not dark"'], ["choose row or set_up", "choose row or set_up or swing"]],
    ask: "Play it: mirror f3 /, then for Bob mirror a1 /, and so on. Or let a program play Bob, under Play.",
    isDone: (game) => game.session.moves.length > 1,
  },
  {
    title: "It is yours",
    words: [
      "The game is among your games, with its history. Under Study bots play it a thousand times, and say whether it is fair. Under Draw you change its pieces and its board, and “Keep and send” makes one page of it for your friends.",
      "Read on here: the cookbook answers “How do I …?”, and the tutorial goes on with this game.",
    ],
  },
];

/// The script after this step.
export function scriptAfter(step: number): string {
  let text = begin;
  for (const { lines, instead } of steps.slice(0, step + 1)) {
    for (const [before, after] of instead ?? []) text = text.replace(before, () => after);
    if (lines) text += `\n${lines}`;
  }
  return text;
}

export class Tour {
  private step = -1; // which is shown; -1: none
  private isDone = false;

  constructor(
    private place: HTMLElement,
    private game: GameView,
    private on: { begin(text: string): void; write(text: string): void },
  ) {
    this.show();
  }

  begin(): void {
    this.on.begin(scriptAfter(0));
    this.step = 0; // the game before has ended it
    this.go(0);
  }
  /// It writes only into its own game, so another one that is opened ends it.
  end(): void {
    this.step = -1;
    this.show();
  }

  /// A position is shown: perhaps it is what the step asked for.
  look(): void {
    const { isDone } = steps[this.step] ?? {};
    if (this.isDone || !isDone?.(this.game)) return;
    this.isDone = true;
    this.show();
  }

  private go(step: number): void {
    const isNew = scriptAfter(step) !== scriptAfter(this.step);
    this.step = step;
    this.isDone = false;
    if (isNew) this.on.write(scriptAfter(step));
    this.show();
    this.place.querySelector<HTMLElement>("h2")?.focus();
  }

  private show(): void {
    const step = steps[this.step];
    this.place.hidden = !step;
    if (!step) return replace(this.place);
    const isLast = this.step === steps.length - 1;
    replace(
      this.place,
      el("progress", { max: steps.length, value: this.step + 1, "aria-label": "The tour" }),
      el("h2", { tabindex: -1 }, `${this.step + 1}. ${step.title}`),
      ...step.words.map((words) => el("p", {}, words)),
      step.lines ? el("details", { class: "test" }, el("summary", {}, "The lines that were added"), el("pre", { tabindex: 0 }, step.lines)) : null,
      step.ask ? el("p", { class: this.isDone ? "ask good" : "ask", role: "status" }, this.isDone ? icon("done") : null, this.isDone ? "Done." : step.ask) : null,
      el(
        "div",
        { class: "buttons" },
        this.step > 0 ? el("button", { type: "button", id: "tour-back", onclick: () => this.go(this.step - 1) }, "Back") : null,
        isLast ? null : el("button", { type: "button", id: "tour-next", class: "main", onclick: () => this.go(this.step + 1) }, this.isDone || !step.ask ? "Next" : "Next, without it"),
        el("button", { type: "button", id: "tour-end", class: "plain", onclick: () => this.end() }, isLast ? "The tour is over" : "Leave the tour"),
      ),
    );
  }
}
