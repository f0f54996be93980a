// Your own bot plays against one of Glint's, in Laser Lawn on a small board. If you name a file, it gets the last picture.
//
//     npm pack && node examples/javascript/play.mjs [lawn.svg]
//
// `npm pack` builds the engine first, if it is not there yet. In your project, `npm install glint-engine-0.2.0.tgz` installs
// the package; in this folder the package finds itself.
import { writeFileSync } from "node:fs";
import { Game, IllegalMove, play } from "@glint/engine";

const game = await Game.load("laser_lawn", { side: 5 });
const position = game.start({ draws: { mover: "sun" } });
console.log(`${game.title}: ${position.toMove} has ${position.moves.length} moves, such as ${position.moves[0]}`);

position.push("C4 ne blue");
try {
  position.push("C4 e red");
} catch (error) {
  if (!(error instanceof IllegalMove)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
console.log(position.trace("B5").why.join("\n"));

/** Tries twenty moves, and takes the one after which most cells are lit. */
const bright = (here) => {
  const litAfter = (move) => {
    here.push(move);
    const lit = here.over ? Infinity : Object.keys(here.light).length;
    here.pop();
    return lit;
  };
  const some = here.moves.slice(0, 20);
  return some.reduce((best, move) => (litAfter(move) > litAfter(best) ? move : best));
};
const end = await play(game, { sun: bright, moon: "greedy" }, { seed: 1, maxPlies: 12 });
console.log(end.over ? end.outcome.text : `after ${end.history.length} plies ${end.toMove} is to move`);
const file = process.argv[2];
if (file) writeFileSync(file, end.svg({ light: true }));
