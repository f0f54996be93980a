// A script with its game as a link: all of it is in the link's hash, so that no server and no account is needed.
//
//     #1…    a version digit; then, as base64 for URLs, deflate-raw with a dictionary made of our games (share1.txt)
//            of a JSON object without what is as usual
//     #0…    the same object, as base64 for URLs, not compressed: for programs that make links, such as
//            `glint explore --studio`
//
// Links are read for ever: a later version has another digit, and this one with its dictionary stays as it is.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import dictionary1 from "given:dictionary1";

export interface Shared {
  name: string;
  text: string;
  options: Record<string, string>;
  seed: number;
  moves: string[];
  files?: Record<string, string>; // own files that the script needs, by name
}

/// A text in a link may be this long, and no longer: a script has at most half a megabyte.
const longest = 1_000_000;

const toUrl = (bytes: Uint8Array): string => {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const fromUrl = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/// The hash of a link, with its `#`.
export function hashOf({ name, text, options, seed, moves, files }: Shared): string {
  const written: Partial<Shared> = { text, name };
  if (Object.keys(options).length) written.options = options;
  if (seed !== 1) written.seed = seed;
  if (moves.length) written.moves = moves;
  if (files && Object.keys(files).length) written.files = files;
  return "#1" + toUrl(deflateSync(strToU8(JSON.stringify(written)), { level: 9, mem: 12, dictionary: strToU8(dictionary1) }));
}

/// What a link holds. Nothing if the hash is none of ours; an error's text if it is damaged or newer than this page.
export function sharedIn(hash: string): Shared | string | undefined {
  if (!/^#\d/.test(hash)) return undefined;
  const version = hash[1];
  if (version !== "0" && version !== "1") return "This link was made by a newer studio.";
  try {
    const read = fromUrl(hash.slice(2));
    const bytes =
      version === "0" ? read : inflateSync(read, { dictionary: strToU8(dictionary1), out: new Uint8Array(longest) });
    if (bytes.length > longest) return "The link is too long.";
    const found = JSON.parse(strFromU8(bytes)) as Partial<Shared>;
    if (typeof found.text !== "string") return "The link contains no script.";
    const isText = (value: unknown): value is string => typeof value === "string";
    const texts = (given: object | undefined) => Object.fromEntries(Object.entries(given ?? {}).filter((each): each is [string, string] => isText(each[1])));
    return {
      text: found.text,
      name: isText(found.name) ? found.name : "shared",
      options: texts(found.options),
      files: texts(found.files),
      seed: Number.isSafeInteger(found.seed) ? found.seed! : 1,
      moves: Array.isArray(found.moves) ? found.moves.filter(isText) : [],
    };
  } catch {
    return "The link is damaged: perhaps its end is missing.";
  }
}
