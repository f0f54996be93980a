// A player's view holds nothing that is hidden from the player: positions that differ in that alone answer alike, byte for
// byte, through every call of the package and every request of `glint serve`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Random, madeScript, smithScripts } from "./made_games.mjs";
import { Game, GlintError, Served, View, scale, withoutGlint } from "./support.mjs";

const expressions = ["me", "count(empty)", "best(me)", "hand[sun]", "offer[sun]", "coins[moon]", "mines", "tips[moon]", "top", "lit", "moves", "nonsense("];
const wanted = Math.max(20, Math.round(400 * scale));

/// What a call answers or throws, as text.
function outcomeOf(ask) {
  try {
    return JSON.stringify(ask()) ?? "nothing";
  } catch (error) {
    return error instanceof GlintError ? `${error.name}: ${error}` : `${error.constructor.name}: ${error.message}`;
  }
}

/// Everything that a view says, call by call: its getters and its methods, whatever they come to be.
function answers(view, game, texts) {
  const given = { why: texts, trace: [...game.cells, "zz9"], eval: expressions, svg: [{}, { light: true }, { light: false }], picture: [{}, { width: 40, utf8: false, light: true }], equals: [view] };
  const asked = { player: view.player };
  for (let level = Object.getPrototypeOf(view); level !== Object.prototype; level = Object.getPrototypeOf(level))
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (get) asked[name] = outcomeOf(() => view[name]);
      else if (Object.hasOwn(given, name)) for (const each of given[name]) asked[`${name} ${name === "equals" ? "" : JSON.stringify(each)}`] = outcomeOf(() => view[name](each));
      else if (typeof value === "function" && !["constructor", "ask", "once", "forget"].includes(name)) asked[name] = outcomeOf(() => view[name]());
    }
  asked.iterated = outcomeOf(() => [...view]);
  return asked;
}

/// A position's text, where lines that `seen` hides are as in `other`; nothing if that changes nothing.
function hiddenChanged(text, seen, other) {
  const lines = (of) => of.split("\n").filter((line) => line.includes(" = ")).map((line) => [line.slice(0, line.indexOf(" = ")), line.slice(line.indexOf(" = ") + 3)]);
  const values = new Map(lines(other));
  const hidden = new Set(lines(seen).filter(([, value]) => value.includes("?")).map(([name]) => name));
  const changed = text
    .split("\n")
    .map((line) => {
      const name = line.split(" = ")[0];
      return hidden.has(name) && values.has(name) ? `${name} = ${values.get(name)}` : line;
    })
    .join("\n");
  return changed === text ? undefined : changed;
}

/// A position some plies into a random game; nothing if rules that were made up fail at its start.
function somewhere(game, random) {
  let position;
  try {
    position = game.start({ seed: random.below(1 << 30) });
  } catch (error) {
    if (error instanceof GlintError) return undefined;
    throw error;
  }
  for (let ply = random.below(8); ply > 0 && !position.over; --ply) {
    try {
      if (!position.count) break;
      position.push(random.below(position.count));
    } catch (error) {
      if (!(error instanceof GlintError)) throw error;
      break;
    }
  }
  return position;
}

/// Pairs of positions that a player cannot tell apart, with that player: of games of this file's kinds, or of all kinds.
async function* pairs(seed, smith = []) {
  const random = new Random(seed);
  for (let made = 0; made < 40 * wanted; ) {
    const script = smith.length ? random.pick(smith) : madeScript(random);
    let game;
    try {
      game = await Game.fromText(script);
    } catch (error) {
      if (!smith.length || !(error instanceof GlintError)) throw error;
      made += 6; // its rules fail at the start
      continue;
    }
    assert.ok(game.hasSecrets);
    for (let i = 0; i < 6; ++i, ++made) {
      const [one, other] = [somewhere(game, random), somewhere(game, random)];
      if (!one || !other) continue;
      for (const player of [...game.players, null]) {
        const text = hiddenChanged(String(one), String(one.seenBy(player)), String(other));
        if (text === undefined) continue;
        let first, second;
        try {
          [first, second] = [game.read(String(one)), game.read(text)];
        } catch (error) {
          if (!(error instanceof GlintError)) throw error;
          continue;
        }
        // The end of a game is open, and the rules may see what is hidden.
        if (first.over || second.over || first.toMove !== second.toMove) continue;
        const some = (position) => {
          try {
            return position.moves;
          } catch {
            return [];
          }
        };
        yield { script, game, player, first, second, texts: [...some(first).slice(0, 4), ...some(second).slice(-2), "lay 3", "a1", "a1 1", "bid 2 a1", "bid 9 a1", "show", "peek", "what"] };
      }
    }
  }
}

test("positions that a player cannot tell apart answer alike, by every call of a view", () => alike(pairs(5), wanted));

test("so they do in games of all kinds, as the smith makes them", () => {
  const scripts = smithScripts();
  assert.equal(scripts.length, 60);
  return alike(pairs(9, scripts), Math.max(12, wanted >> 2));
});

async function alike(all, wanted) {
  let [count, differing, whys, advised] = [0, 0, 0, 0];
  for await (const { script, game, player, first, second, texts } of all) {
    const [mine, theirs] = [first, second].map((each) => answers(each.seenBy(player), game, texts));
    assert.ok(Object.keys(mine).length > 40, "all calls are asked");
    assert.deepEqual(mine, theirs, `${player} sees what is hidden in\n${script}\n${first}\n${second}`);
    assert.ok(first.seenBy(player).equals(second.seenBy(player)));
    // What bots play for those who are to move.
    if (player === first.toMove)
      for (const bot of ["random", "greedy", "mcts:8"]) {
        assert.equal(...[first, second].map((each) => outcomeOf(() => each.choose(bot, { seed: 4 }))), `${bot} sees what is hidden in\n${script}\n${first}\n${second}`);
        ++advised;
      }
    whys += Object.entries(mine).filter(([name, answer]) => name.startsWith("why ") && answer !== "null").length;
    differing += String(first) !== String(second);
    if (++count === wanted) break;
  }
  assert.ok(count >= wanted);
  assert.equal(differing, count); // the pairs are no pairs of equal positions
  assert.ok(whys > 0, "some refusals were compared");
  assert.ok(advised > 0, "some bots were asked");
}

test("what was played, and what somebody has chosen but others not yet, tells them nothing", async () => {
  const random = new Random(8);
  let [count, pending] = [0, 0];
  while (count < wanted) {
    const script = madeScript(random);
    const game = await Game.fromText(script);
    // Games by other seeds and moves: those in which a player sees the same lie in one group.
    const groups = new Map();
    for (let i = 0; i < 12; ++i) {
      const position = game.start({ seed: random.below(3) });
      for (let ply = 0; ply < 4 && !position.over && position.count; ++ply) {
        const mover = position.toMove;
        const before = position.copy();
        try {
          position.push(random.below(position.count));
        } catch (error) {
          if (!(error instanceof GlintError)) throw error;
          break;
        }
        if (position.over) break;
        const isPending = position.board.chosen > 0;
        const others = isPending ? [before] : [];
        if (isPending) before.push(random.below(before.count)); // another choice, or the same one
        for (const here of [position, ...others])
          for (const player of [...game.players, null]) {
            if (here.over || (isPending && player === mover)) continue;
            const view = here.seenBy(player);
            const key = JSON.stringify([player, String(view), view.toMove, here.board.chosen, isPending ? position.history.slice(0, -1) : here.history]);
            const known = groups.get(key) ?? groups.set(key, []).get(key);
            if (!known.some((one) => String(one) === String(here) && String(one.history) === String(here.history))) known.push(here.copy());
          }
      }
    }
    for (const [key, [first, ...rest]] of groups) {
      const [player] = JSON.parse(key);
      for (const second of rest.slice(0, 2)) {
        const texts = ["lay 3", "a1", "a1 1", "bid 2 a1", "show", "pass", "peek", "what"];
        const [mine, theirs] = [first, second].map((each) => answers(each.seenBy(player), game, texts));
        assert.deepEqual(mine, theirs, `${player} sees what is hidden in\n${script}\n${first.history}\n${first}\n${second.history}\n${second}`);
        ++count;
        pending += first.board.chosen > 0 && String(first.history) !== String(second.history);
      }
    }
  }
  assert.ok(pending > 0, "some choices waited for others");
});

test("whoever sees all tells them apart", async () => {
  const game = await Game.fromText(madeScript(new Random(1)));
  const starts = [...Array(8).keys()].map((seed) => game.start({ seed }));
  assert.ok(new Set(starts.map(String)).size > 1);
  assert.equal(new Set(starts.map((each) => String(each.seenBy(null)))).size, 1);
});

test("a view has no way to the position", async () => {
  const view = (await Game.fromText(madeScript(new Random(1)))).start().seenBy(null);
  assert.ok(view instanceof View);
  assert.deepEqual(Object.keys(view).sort(), ["game", "player"]);
  for (const name of ["push", "pop", "choose", "copy", "history", "seenBy"]) assert.equal(view[name], undefined);
});

test("positions that a player cannot tell apart answer alike, by every request of `glint serve` with `as`", { skip: withoutGlint }, async () => {
  const served = new Served();
  try {
    let count = 0;
    const opened = new Map();
    for await (const { script, game, player, first, second, texts } of pairs(6)) {
      if (!opened.has(script)) {
        opened.set(script, `file:///made/${opened.size}.glint`);
        served.send("textDocument/didOpen", { textDocument: { uri: opened.get(script), version: 1, text: script } });
      }
      const requests = [
        ...[{}, { picture: false }, { vars: true, light: true }, { light: true }, { late: true }, { columns: 40, heuristic: true }].map((fields) => ["glint/show", fields]),
        ...[{}, { light: true }, { most: 1 }, { first: 1 }].map((fields) => ["glint/moves", fields]),
        ...[{}, ...game.cells.flatMap((cell) => [{ cell }, { source: cell }])].map((fields) => ["glint/trace", fields]),
        ...game.cells.map((cell) => ["glint/why", { cell }]),
        ...expressions.map((expression) => ["glint/eval", { expression }]),
      ];
      for (const [method, fields] of requests) {
        const [mine, theirs] = await Promise.all(
          [first, second].map((each) => served.ask(method, { textDocument: { uri: opened.get(script) }, at: String(each), as: player ?? "", ...fields })),
        );
        assert.equal(mine, theirs, `${method} ${JSON.stringify(fields)}: ${player} sees what is hidden in\n${script}\n${first}\n${second}`);
      }
      if (++count === Math.max(10, wanted >> 2)) break;
    }
    assert.ok(count >= Math.max(10, wanted >> 2));
  } finally {
    assert.equal(await served.end(), 0);
  }
});
