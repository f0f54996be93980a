// The panels about the game that is played: who plays and the moves so far, its options, and its rules in words.
import { spoken } from "./names";
import { clockWords } from "./clock";
import { byId, el, replace } from "./dom";
import type { GameView } from "./game";
import { strengths } from "./seats";
import type { Option } from "./service";
import { type Node, freshSeed } from "./session";

/// `first`, `more`: what else belongs here, over the moves and below them, and stays as it is.
export function showPlay(panel: HTMLElement, game: GameView, first: HTMLElement | null, ...more: HTMLElement[]): void {
  const last = panel.firstElementChild;
  const seats = last instanceof HTMLElement && stillRight(last, game) ? last : playersOf(game);
  const moves = [
    first,
    chanceOf(game),
    el("h2", {}, "Moves"),
    game.session.start.children.length ? moveTree(game) : el("p", { class: "quiet" }, "No move yet. Moves that you take back stay here as branches."),
    noteField(game),
    game.notations.length ? el("p", { class: "quiet" }, "Moves are written: ", ...notationWords(game.notations)) : null,
    ...more,
  ];
  if (seats === last) {
    while (last.nextSibling) last.nextSibling.remove();
    panel.append(...moves.filter((part) => part !== null));
  } else replace(panel, seats, ...moves);
  const list = panel.querySelector<HTMLElement>("ol.line");
  const current = list?.querySelector<HTMLElement>("[aria-current]");
  if (list && current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
}

const seatsKey = (game: GameView): string =>
  JSON.stringify([game.answer?.players, game.shown?.unfit_bots, game.clockOfGame]);

/// Whether the players' part of the panel can stay: a screen reader reads lists of choices that are new in the page, and
/// would do so after each move.
function stillRight(part: HTMLElement, game: GameView): boolean {
  if (part.dataset.of !== seatsKey(game)) return false;
  return [...part.querySelectorAll("select")].every((select) => {
    const value = select.id === "clock" ? game.timing.choice : (game.seats[select.dataset.player!] ?? "");
    select.value = value;
    return select.value === value;
  });
}

/// Who plays, and the clock.
function playersOf(game: GameView): HTMLElement {
  const players = game.answer?.players ?? [];
  const seats = players.map((player) => {
    const select = el("select", { "data-player": player, onchange: () => game.setSeat(player, select.value) });
    const chosen = game.seats[player] ?? "";
    const isKnown = strengths.some(({ program }) => program === chosen);
    // A record may name another one, as `glint play` takes them.
    for (const { name, program } of isKnown ? strengths : [...strengths, { name: chosen, program: chosen }]) {
      const reason = game.shown?.unfit_bots?.[program.split(":")[0]!];
      const title = reason ? `${name}: not in this game` : name;
      select.append(el("option", { value: program, selected: chosen === program, disabled: Boolean(reason) && chosen !== program, title: reason ?? null }, title));
    }
    return el("label", {}, player, select);
  });
  return el("div", { class: "stack", "data-of": seatsKey(game) }, el("h2", {}, "Players"), ...seats, clockChoice(game));
}

/// What chance has drawn.
function chanceOf(game: GameView): HTMLElement | null {
  const draws = Object.entries(game.answer?.draws ?? {});
  if (!draws.length) return null;
  const words = `Chance has decided: ${draws.map(([name, value]) => `${spoken(name)} ${value}`).join(", ")}. `;
  return el("p", { class: "quiet", title: `Seed ${game.seed}` }, words, el("button", { type: "button", onclick: () => game.again(freshSeed()) }, "Draw again"));
}

/// "{at} {facing}" with what stands for something in italics.
function notationWords(notations: string[]): (HTMLElement | string)[] {
  const parts = notations.join(" or ").split(/\{(\w+)\}/);
  return parts.map((part, i) => (i % 2 ? el("em", {}, part) : part));
}

/// A clock is for people at one device.
function clockChoice(game: GameView): HTMLElement {
  const own = game.clockOfGame;
  const choices: [string, string][] = [["", "none"], ...(own ? [["game", "the game's own"] as [string, string]] : []), ["5", "5 minutes each"], ["15", "15 minutes each"], ["45", "45 minutes each"]];
  const select = el("select", { id: "clock", onchange: () => game.setClock(select.value) });
  for (const [value, name] of choices) select.append(el("option", { value, selected: game.timing.choice === value }, name));
  return el("div", {}, el("label", { for: "clock" }, "Clock", select), own ? el("span", { class: "quiet" }, `The game's own: ${clockWords(own)}.`) : null);
}

/// What somebody writes about the position at the board; a record keeps it.
function noteField(game: GameView): HTMLElement | null {
  const { here } = game.session;
  if (here.parent && !here.isOpen) return null; // the next player would read it
  const input = el("input", { id: "note", type: "text", value: here.note, maxlength: 500, onchange: () => void (here.note = input.value.trim()) });
  return el("label", { for: "note" }, "Note", input);
}

/// The moves with their branches; each leads to its position.
function moveTree(game: GameView): HTMLElement {
  const list = el("ol", { class: "line", "aria-label": "Moves" });
  const { session } = game;
  const here = session.here;
  const line = session.line();
  const current = new Set(line);
  const isOld = (node: Node) => !session.isAlike(node) || node.game !== session.present;
  // What players choose together is for nobody's eyes until all have chosen.
  const textOf = (node: Node) => (node.isOpen ? node.move : `${node.mover} has chosen`);
  const noteOf = (node: Node) => (node.isOpen ? node.note : "");
  const button = (node: Node, number: number): HTMLElement =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          "aria-current": node === here ? "step" : null,
          title: [node.mover, node.seconds === null ? "" : `${node.seconds.toFixed(1)} s`, noteOf(node)].filter(Boolean).join(", "),
          onclick: () => game.goTo(node),
        },
        `${number}. ${textOf(node)}${noteOf(node) ? " *" : ""}`,
      ),
    );
  const write = (from: Node, number: number, into: HTMLElement): void => {
    for (let node: Node | undefined = from; node; number += 1) {
      const children: Node[] = node.children;
      const main: Node | undefined = children.find((child) => current.has(child)) ?? (node === session.start && here === node ? children.find((child) => !isOld(child)) : children[0]);
      if (main) into.append(button(main, number));
      for (const branch of children)
        if (branch !== main) {
          const inner = el("ol", { class: "line" }, button(branch, number));
          const name = node === session.start && isOld(branch) ? el("span", { class: "quiet" }, "An earlier game") : null;
          into.append(el("li", { class: "branch" }, name, inner));
          write(branch, number + 1, inner);
        }
      node = main;
    }
  };
  if (here === session.start && here.children.every(isOld)) list.append(el("li", { class: "quiet" }, "A new game: no move yet."));
  write(session.start, 1, list);
  return list;
}

/// `use`: makes a variant of the options as they are set, or writes them into one's own script.
/// `rules`: shows what else of the rules has a form.
export function showOptions(panel: HTMLElement, game: GameView, use?: () => void, isOwn = false, rules?: () => void): void {
  const options = game.shown?.options ?? [];
  const more = rules && el("button", { type: "button", id: "options-rules", onclick: rules }, "Other numbers of the rules: supplies, sizes, ends");
  replace(
    panel,
    el("h2", {}, "Options"),
    options.length
      ? el("p", { class: "quiet" }, "When you change an option, the moves so far are played again under the new rules.")
      : el("p", { class: "quiet" }, "This script has no options."),
    ...options.map((option) => control(option, game)),
    options.some(({ value, initial }) => value !== initial)
      ? el(
          "div",
          { class: "buttons" },
          el("button", { type: "button", onclick: () => ((game.options = {}), void game.refresh()) }, "Reset all options"),
          use ? el("button", { type: "button", id: "variant-of-options", onclick: use }, isOwn ? "Write these values into the script" : "Make a variant with these values") : null,
        )
      : null,
    more ? el("div", { class: "buttons" }, more) : null,
  );
}

/// A control made from the option's domain.
function control(option: Option, game: GameView): HTMLElement {
  const id = `option-${option.name}`;
  let input: HTMLInputElement | HTMLSelectElement;
  const values = option.values ?? [];
  const isNumber = values.length > 8 && values.every((value) => /^-?\d+$/.test(value));
  if (values.length && !isNumber) {
    input = el("select", { id, onchange: () => game.setOption(option, input.value) });
    for (const value of values) input.append(el("option", { value, selected: value === option.value }, value));
  } else {
    input = el("input", {
      id,
      type: isNumber ? "number" : "text",
      value: option.value,
      min: isNumber ? values[0] : null,
      max: isNumber ? values.at(-1) : null,
      onchange: () => game.setOption(option, input.value),
    });
  }
  return el(
    "div",
    { class: "option" },
    el("label", { for: id }, option.name, input),
    el("span", { class: "quiet" }, [option.text || option.doc, option.value === option.initial ? "" : `changed; else it is ${option.initial}`].filter(Boolean).join("\n")),
  );
}

/// The comment in front of the game or variant: what it is, in its author's words.
export function rulesOf(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /^(game|variant)\b/.test(line));
  const doc: string[] = [];
  for (let i = at - 1; i >= 0 && /^\s*\/\/\/ ?/.test(lines[i]!); --i) doc.unshift(lines[i]!.replace(/^\s*\/\/\/ ?/, ""));
  return doc.join("\n").replace(/(\S)\n(?=\S)/g, "$1 ");
}

export function showRules(panel: HTMLElement, game: GameView, text: string): void {
  const docs = (game.shown?.options ?? []).filter(({ doc }) => doc);
  replace(
    panel,
    el("h2", {}, "Rules"),
    el("p", { class: "rules" }, rulesOf(text) || "The script has no description: write `///` comments before `game`."),
    docs.length ? el("h3", {}, "Options") : null,
    ...docs.map(({ name, doc, value }) => el("p", {}, el("strong", {}, `${name} = ${value}. `), doc)),
  );
}

export function dialog(title: string, ...body: (Node | HTMLElement | string)[]): HTMLDialogElement {
  const box = byId<HTMLDialogElement>("dialog");
  byId("dialog-title").textContent = title;
  replace(byId("dialog-body"), ...(body as HTMLElement[]));
  box.showModal();
  return box;
}
