// @glint/engine: games of beams and mirrors, and other board games, written as rules in a text. README.md is a guide.
//
//     import { Game } from "@glint/engine";
//     const game = await Game.load("laser_lawn", { side: 5 });
//     const position = game.start({ seed: 1 });
//     position.push(position.moves[0]);
export { GlintError, IllegalMove, RuleError, ScriptError, Stopped, inWords } from "./errors.js";
export type { Diagnostic, Mend } from "./errors.js";
export { Game, Position, View, restore } from "./game.js";
export type { Beam, Board, BotMove, Chance, Draws, MoveParts, Option, Options, Outcome, Payload, Piece, SavedGame, SavedPosition, Setting, TextOptions, Trace } from "./game.js";
export { bots, play } from "./play.js";
export type { Bot } from "./play.js";
export { Exploration, explore } from "./explore.js";
export type { Columns, ExploreOptions } from "./explore.js";
export { ladder } from "./ladder.js";
export type { Ladder, Rung } from "./ladder.js";
export { check, compare, describe, diff, solve, study, test } from "./lab.js";
export type { Compared, Comparison, Diff, Solved, Study, StudyOptions, Value } from "./lab.js";
