// A script with its game as a link: all of it is in the link's hash, so that no server and no account is needed.
//
//     #2…    a version digit; then, as base64 for URLs, deflate-raw with a dictionary made of our games (share1.txt)
//            of a JSON object without what is as usual, a line break, and the script
//     #3…    the same; the end of the dictionary are variants of our games as they begin (share2.txt)
//     #1…    as #2, but the script is in the object, as `text`
//     #0…    as #1, but not compressed: for programs that make links
//
// Links are read for ever: a later version has another digit, and these with their dictionaries stay as they are.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import dictionary1 from "given:dictionary1";
import dictionary2 from "given:dictionary2";

export interface Shared {
  name: string;
  text: string;
  options: Record<string, string>;
  seed: number;
  moves: string[];
  files?: Record<string, string>; // own files that the script needs, by name
  seats?: Record<string, string>; // by player: the program that plays; of links to play
  clock?: string; // as GameView's `clockChoice`; of links to play
}

/// A text in a link may be this long, and no longer: a script has at most half a megabyte.
const longest = 1_000_000;

/// By version. Deflate looks back 32,768 bytes, and not further.
const dictionaries: Record<string, () => Uint8Array> = {
  1: () => strToU8(dictionary1),
  2: () => strToU8(dictionary1),
  3: () => strToU8(dictionary1 + dictionary2).slice(-32_768),
};

const toUrl = (bytes: Uint8Array): string => {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const fromUrl = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/// The hash of a link, with its `#`: in the version that is shorter.
export function hashOf({ name, text, options, seed, moves, files, seats, clock }: Shared): string {
  const written: Partial<Shared> = { name };
  if (Object.keys(options).length) written.options = options;
  if (seed !== 1) written.seed = seed;
  if (moves.length) written.moves = moves;
  if (files && Object.keys(files).length) written.files = files;
  const programs = Object.entries(seats ?? {}).filter(([, program]) => program);
  if (programs.length) written.seats = Object.fromEntries(programs);
  if (clock) written.clock = clock;
  const bytes = strToU8(`${JSON.stringify(written)}\n${text}`);
  const inVersion = (version: string) => `#${version}${toUrl(deflateSync(bytes, { level: 9, mem: 12, dictionary: dictionaries[version]!() }))}`;
  const [one, other] = [inVersion("2"), inVersion("3")];
  return one.length < other.length ? one : other;
}

/// What a link holds. Nothing if the hash is none of ours; an error's text if it is damaged or newer than this page.
export function sharedIn(hash: string): Shared | string | undefined {
  if (!/^#\d/.test(hash)) return undefined;
  const version = hash[1]!;
  const dictionary = dictionaries[version];
  if (version !== "0" && !dictionary) return "This link was made by a newer studio.";
  try {
    const read = fromUrl(hash.slice(2));
    const bytes = dictionary ? inflateSync(read, { dictionary: dictionary(), out: new Uint8Array(longest) }) : read;
    if (bytes.length > longest) return "The link is too long.";
    const all = strFromU8(bytes);
    const end = version < "2" ? all.length : all.indexOf("\n");
    const found = JSON.parse(all.slice(0, end)) as Partial<Shared>;
    if (version >= "2") found.text = all.slice(end + 1);
    if (typeof found.text !== "string") return "The link contains no script.";
    const isText = (value: unknown): value is string => typeof value === "string";
    const texts = (given: object | undefined) => Object.fromEntries(Object.entries(given ?? {}).filter((each): each is [string, string] => isText(each[1])));
    return {
      text: found.text,
      name: isText(found.name) ? found.name : "shared",
      options: texts(found.options),
      files: texts(found.files),
      ...(found.seats ? { seats: texts(found.seats) } : {}),
      ...(isText(found.clock) && /^(game|\d{1,3})$/.test(found.clock) ? { clock: found.clock } : {}),
      seed: Number.isSafeInteger(found.seed) ? found.seed! : 1,
      moves: Array.isArray(found.moves) ? found.moves.filter(isText) : [],
    };
  } catch {
    return "The link is damaged: perhaps its end is missing.";
  }
}
