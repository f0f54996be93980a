// Small games with secrets, made up at random, for tests of what players see: those of tests/python/made_games.py, and one of sealed bids.
import { readFileSync } from "node:fs";

/// Random numbers by a seed (mulberry32): `pick` one of a list, or a number below `n`.
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  below(n) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
}

const hands = (of) => `game "Hands"
use square
players ${of.players}
board grid(${of.width}, ${of.height})
beam { }
piece coin of player { emits ${of.way}; look "{owner:1}" }
var hand[p: player]: set of 1..9 = {} seen by p
var deck: set of 1..9 = {1, 2, 3, 4, 5, 6, 7, 8, 9} seen by {}
var mark[c: cell]: 0..3 = 0 seen by ${of.mark_seen}
var behind[p: player]: 0..9 = 0 seen by player - {p}
var top: 0..9 = 0
var dealt: 1..9 = 1 seen by {}
let best(p: player) = max c in hand[p] : c else 0
move lay "lay {card}" {
  pick card in hand[me]     "you have no {card}"
  require card + ${of.slack} > top   "too low, {best(me)} is your best"
  top = card
  hand[me] -= {card}
  behind[me] = count(hand[me + 1])
}
move place "{at} {marked}" {
  pick at in empty
  pick marked in 0..${of.marks}
  require best(me) > ${of.least} or hand[me] == {}   "your hand is too weak"
  put coin on at
  mark[at] = marked
}
move peek "peek" { require top > 1; if 9 in hand[me + 1] { top -= 1 } else { top = 1 } }
play {
  for p in player {
    draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt}
    draw dealt in deck; hand[p] |= {dealt}; deck -= {dealt}
  }
  repeat {
    turn of each player { choose ${of.first} else { end : score } }
    together { choose lay or place or peek else { } }
  }
}
score p = count(hand[p])
heuristic p = best(p) + sum c in coin of p : 1
end when ${of.end} : tie
`;

const mines = (of) => `game "Mines"
use square
players sun, moon
board grid(${of.width}, ${of.height})
beam { strength: 1..3 = 1 }
var mines: set of cell = {} seen by ${of.mines_seen}
var tips[p: player]: 0..${of.most} = 0 seen by ${of.tips_seen}
piece lamp {
  emits ${of.emits} { beam.strength = if mines == {} then 1 else ${of.strength} }
  when beam crosses ${of.sides} { otherwise -> stops }
  look "*"
}
when beam enters c in mines { otherwise -> ${of.mined} }
move place "{at}" {
  pick at in empty
  put lamp on at
  tips[me] = count(trace(at).cells)
}
play {
  draw mines in ${of.number} of cells
  repeat { turn of each player { choose place else { end : score } } }
}
score p = tips[p]
end when tips[sun] > ${of.enough} : score
`;

const bids = (of) => `game "Bids"
use square
players ${of.players}
board grid(${of.width}, 2)
beam { }
piece chip of player { emits ${of.way}; look "{owner:1}" }
var coins[p: player]: 0..9 = ${of.coins} seen by p
var offer[p: player]: 0..9 = 0 seen by p
var paid: 0..9 = 0 seen by ${of.paid_seen}
var rounds: 0..9 = 0
move bid "bid {coin} {at}" {
  pick coin in 1..9
  pick at in empty
  require coin <= coins[me]   "you have too few coins"
  offer[me] = coin
  coins[me] -= coin
  if at in empty and coin ${of.wins} paid { put chip on at; paid = coin }
}
move pass "pass" { offer[me] = 0 }
move show "show" { require offer[me] > 0   "you offered nothing"; paid = offer[me] }
play {
  repeat {
    together { choose bid or pass }
    turn of each player { choose show or pass }
    rounds += 1
  }
}
score p = count(chip of p)
end when rounds == 4 or empty == {} : score
`;

/// The script of a game that checks, with something hidden from somebody.
export function madeScript(random) {
  const pick = (...list) => random.pick(list);
  const [width, height] = [pick(2, 3, 4), pick(2, 3)];
  if (pick(true, false, false))
    return bids({
      players: pick("sun, moon", "sun, moon, star"),
      width,
      way: pick("e", "n", "{e, s}"),
      coins: pick(3, 5, 9),
      paid_seen: pick("{sun}", "{}", "player"),
      wins: pick(">=", ">", "=="),
    });
  if (pick(true, false))
    return hands({
      players: pick("sun, moon", "sun, moon, star"),
      width,
      height,
      way: pick("e", "n", "{e, s}"),
      mark_seen: pick("{sun}", "{moon}", "{}"),
      slack: pick(1, 4, 9),
      marks: pick(1, 3),
      least: pick(0, 2, 5),
      first: pick("lay or place or peek", "lay or place", "place or peek"),
      end: pick("empty == {}", "hand[sun] == {}", "count(empty) < 3"),
    });
  return mines({
    width,
    height,
    most: width * height,
    mines_seen: pick("{sun}", "{}", "{moon}"),
    tips_seen: pick("p", "player - {p}", "{}"),
    emits: pick("e", "if here + n meets mines then {e, n} else {e}", "if count(mines) > 1 and a1 in mines then {s} else {n, e}"),
    strength: pick(2, 3),
    sides: pick("{n}", "if mines meets here + s then {w} else {}"),
    mined: pick("turns 1", "stops", "straight, turns 2"),
    number: pick(1, 2),
    enough: pick(2, 4),
  });
}

/// Scripts of the smith of the C++ tests: of all kinds, and with something hidden.
export const smithScripts = () => readFileSync(new URL("../golden/made_games.txt", import.meta.url), "utf8").split("//\n").slice(1);
