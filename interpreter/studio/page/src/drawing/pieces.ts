// A piece as a script puts it, `mirror(owner = gold, facing = ne)`, taken apart and put together.
import { spoken } from "../names";

export interface Piece {
  kind: string;
  owner: string; // or empty
  fields: Record<string, string>;
}

export function pieceOf(put: string): Piece {
  const [, kind = put, inside = ""] = /^(\w+)(?:\((.*)\))?$/s.exec(put) ?? [];
  const fields: Record<string, string> = {};
  // A set has commas of its own.
  for (const part of inside.match(/\w+ = (?:\{[^}]*\}|[^,]+)/g) ?? []) {
    const [name, value] = part.split(" = ") as [string, string];
    fields[name] = value;
  }
  const { owner = "", ...others } = fields;
  return { kind, owner, fields: others };
}

/// Those of these pieces that differ from this one in one field alone, and itself, in their order. The owner is called "owner".
export function others(puts: string[], put: string, field: string): string[] {
  const without = (each: string) => {
    const { kind, owner, fields } = pieceOf(each);
    return JSON.stringify([kind, field === "owner" ? "" : owner, { ...fields, [field]: "" }]);
  };
  const wanted = without(put);
  return puts.filter((each) => without(each) === wanted);
}

/// The values of a field, or owners, that a piece of this kind may have.
export const valuesOf = (puts: string[], kind: string, field: string): string[] => [
  ...new Set(puts.map(pieceOf).filter((piece) => piece.kind === kind).map((piece) => (field === "owner" ? piece.owner : piece.fields[field]!))),
];

const ways = /^(n|ne|e|se|s|sw|w|nw|nne|ene|ese|sse|ssw|wsw|wnw|nnw|rising|falling|level|upright)$/;

/// The field that is turned: one of directions or of lines.
export const turned = (puts: string[], put: string): string | undefined =>
  Object.keys(pieceOf(put).fields).find((field) => {
    const values = valuesOf(puts, pieceOf(put).kind, field);
    return values.length > 1 && values.every((value) => ways.test(value));
  });

/// The same piece, turned by one step.
export function turn(puts: string[], put: string): string | undefined {
  const field = turned(puts, put);
  if (!field) return undefined;
  const round = others(puts, put, field);
  return round[(round.indexOf(put) + 1) % round.length];
}

/// In words: "mirror of gold, facing ne".
export function words(put: string): string {
  const { kind, owner, fields } = pieceOf(put);
  return [spoken(kind) + (owner ? ` of ${owner}` : ""), ...Object.entries(fields).map(([name, value]) => `${spoken(name)} ${spoken(value)}`)].join(", ");
}
