// What the engine answers, as the page and the package for JavaScript (interpreter/javascript) have it.

/** What a beam carries, by field: a list for a set, a number, or a name. */
export type Payload = Record<string, string | number | string[]>;
export interface Piece {
  kind: string;
  owner: string | null;
  glyph: string;
  fields: Record<string, string>;
  /** Of one that sends out beams. */
  emits?: { way: string; payload: Payload }[];
  /** Of one that acts at the sides of its cell. */
  sides?: string[];
}
export interface Option {
  name: string;
  /** As the script has it: "3..6". */
  domain: string;
  initial: string;
  value: string;
  text: string;
  doc: string;
  values?: string[];
}
