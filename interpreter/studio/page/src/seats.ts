// Who plays: a person, or a program of the engine.

export interface Strength {
  name: string;
  program: string; // as the engine's players are called; empty: a person
}

export const strengths: Strength[] = [
  { name: "a person", program: "" },
  { name: "random moves", program: "random" },
  { name: "greedy", program: "greedy" },
  { name: "beginner (searches 30 games)", program: "mcts:30" },
  { name: "medium (300 games)", program: "mcts:300" },
  { name: "strong (3,000 games)", program: "mcts:3000" },
  { name: "calculating (3 moves ahead)", program: "alphabeta:3" },
];
