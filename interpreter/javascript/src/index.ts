// @glint/engine: games of beams and mirrors, and other board games, written as rules in a text. README.md is a guide.
//
//     import { Game } from "@glint/engine";
//     const game = await Game.load("laser_lawn", { side: 5 });
//     const position = game.start({ seed: 1 });
//     position.push(position.moves[0]);
export { GlintError, IllegalMove, RuleError, ScriptError, Stopped, inWords } from "./errors.js";
export type { Diagnostic, Mend } from "./errors.js";
export { Game, Position, View, play } from "./game.js";
export type { Beam, Board, Bot, BotMove, Draws, MoveParts, Option, Options, Outcome, Payload, Piece, Setting, TextOptions, Trace } from "./game.js";
export { check, describe, diff, study, test } from "./lab.js";
export type { Diff, Study, StudyOptions } from "./lab.js";
