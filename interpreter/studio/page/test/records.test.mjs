// Records of games, read and saved again: without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { module } from "./desk.mjs";

test("what a record holds that the page does not show is there when it is saved again", async () => {
  const { readRecord, recordOf, restore } = await module("record");
  const { Session } = await module("session");
  const more = { names: { sun: "Ann" }, answers: [{ seat: "sun", question: "Again?", answer: "yes" }], thought: [3.5, null] };
  const notes = [{ line: 0, at: 1, seat: "sun", text: "why?" }, { line: 0, at: 2, text: "good" }];
  const session = new Session();
  restore(session, readRecord(JSON.stringify({ glint: 1, game: "small", moves: ["a1", "b2"], notes, ...more })));
  const saved = () => JSON.parse(recordOf("small", { session, where: { options: {}, seed: 1 }, seats: {}, result: null, late: "", lastSeconds: null, hasClock: false }));
  const { names, answers, thought } = saved();
  assert.deepEqual({ names, answers, thought }, more);
  assert.deepEqual(saved().notes, notes);
  session.here.parent.note = "because"; // written anew, by nobody known
  assert.deepEqual(saved().notes[0], { line: 0, at: 1, text: "because" });
  session.play("c3", "sun");
  session.open(session.here); // the times of thought are of other moves
  assert.equal("thought" in saved(), false);
  assert.deepEqual(saved().names, more.names);
  restore(session, readRecord(JSON.stringify({ glint: 1, game: "small", moves: ["a1"] })));
  assert.equal("names" in saved(), false);
});
