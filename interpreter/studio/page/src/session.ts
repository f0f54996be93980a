// The moves of a game that is played, and those that were taken back: a tree, of which the line to `here` is played.

import type { Found } from "./service";

export interface Node {
  move: string;
  mover: string; // or empty
  name: string; // the script's name for the move, as far as it is known
  seconds: number | null; // that the move took, if a clock ran
  note: string; // that somebody has written about the position after it
  stands: boolean; // whoever claims what players must find does not take it back
  isOpen: boolean; // all may see it: it is not a choice made together with others that nobody has made yet
  touched: number[] | null; // cells on which it has changed what lies there, if that is known
  found: Found | null; // what it has claimed, if players were to find that
  game: number; // in which it was played, counted from 1: games that were begun again are branches of one tree
  parent: Node | null;
  children: Node[];
}

const nodeOf = (move: string, mover: string, parent: Node | null, seconds: number | null): Node => ({
  move,
  mover,
  name: "",
  seconds,
  note: "",
  stands: false,
  isOpen: false,
  touched: null,
  found: null,
  game: 1,
  parent,
  children: [],
});
const root = (): Node => nodeOf("", "", null, null);

/// Of chance, for another game.
export const freshSeed = (): number => 1 + Math.floor(Math.random() * 1e6);

/// The nodes before the first one that is still secret.
export const openOf = (nodes: Node[]): Node[] => {
  const secret = nodes.findIndex((node) => !node.isOpen);
  return secret < 0 ? nodes : nodes.slice(0, secret);
};

export class Session {
  private begin = root();
  private at = this.begin;
  private last = new Map<Node, Node>(); // by node: the child that was played last
  private game = 1; // that is played
  private seeds = new Map<number, number>(); // by game

  get start(): Node {
    return this.begin;
  }
  get here(): Node {
    return this.at;
  }
  get moves(): string[] {
    return this.line().map((node) => node.move);
  }
  /// Those that all may see: for what is copied, saved and linked.
  get openMoves(): string[] {
    return openOf(this.line()).map((node) => node.move);
  }
  /// The nodes from the first move to here.
  line(to = this.at): Node[] {
    const nodes: Node[] = [];
    for (let node: Node | null = to; node?.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }
  get canUndo(): boolean {
    return this.at.parent !== null;
  }
  get canRedo(): boolean {
    return this.last.has(this.at);
  }
  /// `waits`: it is a choice that nobody else may see yet.
  play(move: string, mover: string, seconds: number | null = null, waits = false): void {
    this.go(this.add(this.at, move, mover, seconds, waits));
  }
  /// A move after `from`, without going there. The same move of the same game is there only once, unless it `waits`: all would
  /// see from the old one what was chosen anew.
  add(from: Node, move: string, mover = "", seconds: number | null = null, waits = false): Node {
    let next = from.children.find((child) => child.move === move && child.game === this.game && !(waits && child.isOpen));
    if (!next) from.children.push((next = { ...nodeOf(move, mover, from, seconds), game: this.game }));
    return next;
  }
  /// All that was chosen up to here is known to all, but for the last choices, which wait for others.
  open(to = this.at, waiting = 0): void {
    const line = this.line(to);
    for (const node of line.slice(0, line.length - waiting)) {
      node.isOpen = true;
      this.fold(node);
    }
  }
  /// What was chosen as once before in this game is one move again, now that all may see it.
  private fold(node: Node): void {
    const from = node.parent!;
    const twin = from.children.find((child) => child !== node && child.isOpen && child.move === node.move && child.game === node.game);
    if (!twin) return;
    from.children = from.children.filter((child) => child !== twin);
    node.note ||= twin.note;
    for (const child of twin.children) child.parent = node;
    node.children.push(...twin.children);
  }
  /// Takes all choices away that are not known to all. False: there are none.
  forgetHidden(): boolean {
    let isOne = false;
    const prune = (node: Node): void => {
      const open = node.children.filter((child) => child.isOpen);
      isOne ||= open.length < node.children.length;
      node.children = open;
      if (!open.includes(this.last.get(node)!)) this.last.delete(node);
      open.forEach(prune);
    };
    const line = openOf(this.line());
    prune(this.begin);
    this.at = line.at(-1) ?? this.begin;
    return isOne;
  }
  /// The first move after this one that stands, on any line of this game.
  standing(from = this.at): Node | undefined {
    for (const child of from.children.filter(({ game }) => game === this.game)) {
      const found = child.stands ? child : this.standing(child);
      if (found) return found;
    }
    return undefined;
  }
  /// Whether this move leads from here towards that later one.
  leads(move: string, to: Node): boolean {
    let node = to;
    while (node.parent && node.parent !== this.at) node = node.parent;
    return node.move === move;
  }
  go(node: Node): void {
    for (let each = node; each.parent; each = each.parent) this.last.set(each.parent, each);
    this.at = node;
    if (node.parent) this.game = node.game;
  }
  /// Where taking a move back leads: with programs at the board, before those after a person's move, too. `seats`: by
  /// player, the program, or empty for a person.
  before(seats: Record<string, string>): Node {
    const programs = Object.values(seats).some((program) => !program);
    let node = this.at;
    let mover: string;
    do {
      ({ mover } = node);
      node = node.parent ?? node;
    } while (programs && seats[mover] && node.parent);
    return node;
  }
  /// Whether nothing that would be taken back stands.
  mayUndo(seats: Record<string, string>): boolean {
    const before = this.before(seats);
    for (let node = this.at; node !== before; node = node.parent!) if (node.stands) return false;
    return this.canUndo;
  }
  undo(): void {
    if (this.at.parent) this.at = this.at.parent;
  }
  redo(): void {
    const next = this.last.get(this.at);
    if (next) this.go(next);
  }
  /// Another game from the start. What was played stays as branches, but for choices that nobody else may see.
  again(old = 1, seed = old): void {
    this.forgetHidden();
    this.seeds.set(this.game, old);
    this.at = this.begin;
    this.game = 1 + Math.max(0, ...this.begin.children.map(({ game }) => game));
    this.seeds.set(this.game, seed);
  }
  /// The number of the game that is played.
  get present(): number {
    return this.game;
  }
  /// Of chance, in the game that is played; nothing if it is the only one.
  get seed(): number | undefined {
    return this.seeds.get(this.game);
  }
  /// Whether chance has the same seed after this node as in the game that is played.
  isAlike(node: Node): boolean {
    return this.seeds.get(node.game) === this.seed;
  }
  clear(): void {
    this.begin = root();
    this.at = this.begin;
    this.game = 1;
    this.seeds.clear();
    this.last.clear();
  }
  /// Forgets everything and plays these.
  load(moves: string[]): void {
    this.clear();
    for (const move of moves) this.play(move, "");
    this.open();
  }
}
