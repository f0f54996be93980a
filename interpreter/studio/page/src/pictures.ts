// Pictures of what can be picked: where the values of a choice are those of a field of a piece, or kinds of pieces, each is
// shown as such a piece.

import type { Service } from "./service";

/// As `glint/palette` lists them: "mirror(owner = gold, facing = ne)".
export interface Drawn {
  put: string;
  picture?: string; // SVG
}

/// Takes `put` apart; the kind is the field `""`.
function fieldsOf(put: string): Record<string, string> {
  const [, kind = "", given = ""] = /^(\w+)\s*(?:\((.*)\))?$/.exec(put) ?? [];
  const fields = given.split(/,\s*(?![^{]*\})/).map((each) => each.split(/\s*=\s*/) as [string, string]);
  return { "": kind, ...Object.fromEntries(fields.filter(([name]) => name)) };
}

/// By value: its picture. Nothing unless all of them have one, of one kind or as kinds. `owner`: of the player to move.
export function picturesFor(values: string[], pieces: Drawn[], owner: string): Record<string, string> {
  const all = pieces.flatMap(({ put, picture }) => (picture ? [{ fields: fieldsOf(put), picture }] : []));
  const own = all.filter(({ fields }) => !fields.owner || fields.owner === owner);
  const places = [["", ""], ...new Set(own.flatMap(({ fields }) => Object.keys(fields).filter((name) => name && name !== "owner").map((name) => `${fields[""]} ${name}`)))].map((place) => (Array.isArray(place) ? place : place.split(" ")));
  for (const [kind = "", name = ""] of places) {
    const found = values.map((value) => own.find(({ fields }) => (!kind || fields[""] === kind) && fields[name] === value)?.picture);
    if (values.length && found.every((picture) => picture !== undefined)) return Object.fromEntries(values.map((value, i) => [value, found[i]!]));
  }
  return {};
}

/// The pieces of a game; none from an engine that is only for play.
export async function drawnPieces(service: Service, params: object): Promise<Drawn[]> {
  const answer = await service.request<{ pieces?: Drawn[] }>("glint/palette", params).catch(() => undefined);
  return answer?.pieces ?? [];
}
