// What a study says, without a browser: which sentence comes first, what is left out where the engine refuses it, and the course of a value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { module } from "./desk.mjs";

const measure = (id, value, low, high) => ({ id, value, low, high, text: `${100 * value} %`, interval: "", form: "share", meaning: "" });
const answer = (more = {}) => ({ games: 1000, measures: [measure("first_player_advantage", 0.2, 0.1, 0.3)], verdict: "ann wins 60 %.", strong: null, ...more });

test("what better bots find is said first, whether the verdict flips or not", async () => {
  const { headlinesOf } = await module("verdicts");
  const strong = { bot: "mcts:100", verdict: "bob wins all.", flips: true };
  const said = (given) => Object.values(headlinesOf(given, 2)).filter(Boolean).join(" ");
  assert.equal(said(answer({ strong })), "Better bots find something else. With mcts:100 in all seats: bob wins all. Whoever begins is favoured. ann wins 60 %.");
  assert.equal(said(answer({ strong: { ...strong, flips: false } })), "With mcts:100 in all seats: bob wins all. Whoever begins is favoured. ann wins 60 %.");
  assert.equal(said(answer()), "Whoever begins is favoured. ann wins 60 %.");
  assert.match(said(answer({ measures: [measure("unfinished", 0.9, 0.8, 1)] })), /seldom finish a game.* Of the games that ended: ann wins 60 %\.$/);
});

test("a question that the engine refuses is left out, and the reason kept; what else is wrong is thrown", async () => {
  const { studyWith } = await module("verdicts");
  const asked = [];
  const ask = (refuses) => async (isAsked) => {
    asked.push(isAsked);
    if (refuses(isAsked)) throw new Error(isAsked ? "not of this game" : "no game");
    return "played";
  };
  const never = () => false;
  assert.deepEqual(await studyWith(ask(never), true, never), { answer: "played", refused: "" });
  assert.deepEqual(await studyWith(ask((isAsked) => isAsked), true, never), { answer: "played", refused: "not of this game" });
  await assert.rejects(studyWith(ask(() => true), true, never), /no game/);
  await assert.rejects(studyWith(ask(() => true), false, never), /no game/);
  await assert.rejects(studyWith(ask((isAsked) => isAsked), true, () => true), /not of this game/, "nobody waits for it");
  assert.deepEqual(asked, [true, true, false, true, false, false, true]);
});

test("the course of a value has one point for each number of games", async () => {
  const { courseWith } = await module("verdicts");
  const [low, high] = [measure("wins", 0.4, 0.3, 0.5), measure("wins", 0.5, 0.45, 0.55)];
  const course = [[100, low], [100, low], [300, high], [300, high], [300, high]].reduce((all, [games, value]) => courseWith(all, games, value), []);
  assert.deepEqual(course, [{ games: 100, low: 0.3, value: 0.4, high: 0.5 }, { games: 300, low: 0.45, value: 0.5, high: 0.55 }]);
});

test("what few games say is said as not yet sure, once: whoever shows it during a study says so far", async () => {
  const { headlinesOf } = await module("verdicts");
  const wins = ["ann", "bob"].map((player) => ({ ...measure(`wins.${player}`, 0.5, 0.4, 0.6), player }));
  const { favoured } = headlinesOf(answer({ games: 100, measures: wins }), 2);
  assert.match(favoured, /^No player is clearly favoured yet: .*More games would show more\.$/);
  assert.doesNotMatch(favoured, /so far/i);
  assert.doesNotMatch(headlinesOf(answer({ games: 1000, measures: wins }), 2).favoured, /yet/);
});

test("each question that numbers answer has a picture: the leader, luck and skill, first moves, moves and pieces, size and time", async () => {
  const { intervalsOf } = await module("verdicts");
  assert.deepEqual(intervalsOf(answer()), []);
  const rung = (share) => ({ games: 100, share, low: share - 0.1, high: share + 0.1 });
  const group = (name) => ({ name, share: 0.6, low: 0.5, high: 0.7, of: 100 });
  const all = intervalsOf(
    answer({
      measures: [measure("leader_wins.25", 0.7, 0.6, 0.8), measure("ties", 0.1, 0, 0.2), measure("tree_size", 140, 130, 150)],
      minutes: { value: 25, low: 24, high: 30 },
      luck: { value: 0.3, low: 0.2, high: 0.4 },
      strong: { bot: "mcts:100", doubled: "mcts:200", match: rung(0.8), doubling: rung(0.6), verdict: "", flips: false },
      openings: Array.from({ length: 40 }, (_, i) => group(`\`take\` with at = ${i}`)),
      moves_of_winners: [{ ...group("`take`"), each: { value: -0.1, low: -0.3, high: 0.1 } }, { ...group("`pass`"), each: null }],
      pieces_of_winners: [],
    }),
  );
  assert.deepEqual(all.map(({ id, of }) => [id, of.length]), [["leader", 1], ["luck", 3], ["openings", 12], ["moves", 2], ["each-move", 1], ["size", 4], ["time", 1]]);
  assert.deepEqual(all[0].of[0], { label: "after 25 % of the game", value: 0.7, low: 0.6, high: 0.8 });
  assert.deepEqual(all[1].of.map(({ label, value }) => [label, value]), [["chance alone decides", 0.3], ["mcts:100 wins", 0.8], ["mcts:200 wins against mcts:100", 0.6]]);
  assert.equal(all[2].of[0].label, "take with at = 0");
  const [each, size, time] = all.slice(4);
  assert.deepEqual([each.low, each.high, each.of[0].label, each.words(-0.1), each.words(0.25)], [-0.3, 0.3, "take", "-10.0", "+25.0"]);
  assert.deepEqual([size.low, size.high, size.of[0].low, size.of[3].label, size.words(21)], [0, 150, 130, "chess", "21"]);
  assert.deepEqual([time.low, time.high, time.of[0].value], [0, 36, 25]);
});
