// What the browser keeps: the script that is open with its game, and earlier texts. Nothing leaves the machine.

const kept = "glint.studio.";
const mostTexts = 200;
const mostCharacters = 2_000_000;

export interface Saved {
  name: string;
  base: string; // the text that it was opened with, which changes are shown against
  origin?: string; // that of the game of which it is a changed copy
  text: string;
  options: Record<string, string>;
  seed: number;
  moves: string[];
  files?: Record<string, string>; // own files that the script needs, by name
  seats?: Record<string, string>; // by player, the program
  sat?: string[]; // players whose secrets people have seen in this game
  clock?: string; // as Timing has it
  own?: string; // the name of the author's own file that it is,
  isUnkept?: boolean; // in which there was no room for this text
}

export interface Earlier {
  name: string;
  text: string;
  time: number;
}

function read<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(kept + key) ?? "") as T;
  } catch {
    return otherwise;
  }
}

/// False if the browser has no room, or keeps nothing for this page. What `isNeeded` gets the room of what is not.
function write(key: string, value: unknown, isNeeded = false): boolean {
  const text = JSON.stringify(value);
  do {
    try {
      localStorage.setItem(kept + key, text);
      return true;
    } catch {
      // Perhaps there is room without something else.
    }
  } while (isNeeded && makeRoom());
  return false;
}

/// Takes away what one can do without: pictures, then the older half of the earlier texts. False: nothing is left to take.
function makeRoom(): boolean {
  try {
    const drawn = Object.keys(localStorage).filter((key) => key.startsWith(`${kept}picture.`));
    for (const key of drawn) localStorage.removeItem(key);
    const texts = earlier();
    if (drawn.length || !texts.length) return drawn.length > 0;
    const few = lessOf(texts, Math.ceil(texts.length / 2));
    localStorage.removeItem(`${kept}earlier`);
    if (few.length) write("earlier", few);
    return true;
  } catch {
    return false;
  }
}

/// The last text of each name, of texts of which the newest come first.
function newestOf(texts: Earlier[]): Set<Earlier> {
  const names = new Set<string>();
  return new Set(texts.filter(({ name }) => !names.has(name) && names.add(name)));
}
/// Without this many: the oldest ones, and the last ones of a name only after all others.
function lessOf(texts: Earlier[], many: number): Earlier[] {
  const newest = newestOf(texts);
  const others = texts.filter((each) => !newest.has(each));
  const dropped = new Set(others.slice(-many));
  if (others.length < many) for (const each of [...newest].slice(others.length - many)) dropped.add(each);
  return texts.filter((each) => !dropped.has(each));
}

/// What the browser knows of a game of the author's own besides its text.
export interface About {
  time: number; // of the last change
  base: string; // the text with which it began
  origin: string; // that of the game of which it is a changed copy, or empty
  options: Record<string, string>;
  seed: number;
  moves: string[]; // that were played last,
  seats: Record<string, string>; // by whom,
  sat: string[]; // whose secrets people have seen,
  clock: string; // and with which clock
  thrown?: boolean; // it was thrown away, and can be taken back
}
export const abouts = {
  read: (): Record<string, Partial<About>> => read("about", {}),
  write: (all: Record<string, Partial<About>>): boolean => write("about", all, true),
};
/// The board of an own game as it was seen last, as SVG. A browser without room has none.
export const pictures = {
  read: (name: string): string => read(`picture.${name}`, ""),
  write: (name: string, svg: string): boolean => write(`picture.${name}`, svg),
  remove: (name: string): void => localStorage.removeItem(`${kept}picture.${name}`),
};
/// Where a game that comes with Glint was left, by its name.
export const played = {
  read: (name: string): Partial<About> => read<Record<string, Partial<About>>>("played", {})[name] ?? {},
  write: (name: string, about: Partial<About>): boolean => write("played", { ...read<Record<string, Partial<About>>>("played", {}), [name]: about }),
};
/// The author's own games and libraries, by name.
export const own = {
  read: (): Record<string, string> =>
    Object.fromEntries(Object.entries(read<Record<string, unknown>>("own", {})).filter((each): each is [string, string] => typeof each[1] === "string")),
  write: (texts: Record<string, string>): boolean => write("own", texts, true),
};

export const lastSaved = (): Saved | undefined => read<Saved | undefined>("last", undefined);
/// What an earlier studio kept of a script that had no name. It becomes one of the games.
export const draft = {
  read: (): Saved | undefined => read<Saved | undefined>("draft", undefined),
  remove: (): void => localStorage.removeItem(`${kept}draft`),
};
export const save = (saved: Saved): boolean => write("last", saved, true);
export const earlier = (): Earlier[] => read<Earlier[]>("earlier", []);

/// Keeps a text, unless it is there already; the oldest go first, and the last one of a name only if the browser has no room.
export function keep(name: string, text: string, time = Date.now()): boolean {
  if (!text.trim()) return true;
  const texts = [{ name, text, time }, ...earlier().filter((each) => each.text !== text || each.name !== name)].sort((one, other) => other.time - one.time);
  const newest = newestOf(texts);
  let room = mostCharacters;
  for (const each of newest) room -= each.text.length;
  let others = mostTexts - newest.size;
  let fitting = texts.filter((each) => newest.has(each) || (--others >= 0 && (room -= each.text.length) >= 0));
  while (fitting.length && !write("earlier", fitting)) fitting = lessOf(fitting, 1);
  return fitting.length > 0;
}

/// A game has another name now, and so have its earlier texts.
export const renameKept = (from: string, to: string): boolean => write("earlier", earlier().map((each) => (each.name === from ? { ...each, name: to } : each)));
