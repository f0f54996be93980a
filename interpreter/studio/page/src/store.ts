// What the browser keeps: the script that is open with its game, and earlier texts. Nothing leaves the machine.

const kept = "glint.studio.";
const mostTexts = 200;
const mostCharacters = 2_000_000;

export interface Saved {
  name: string;
  base: string; // the text that it was opened with, which changes are shown against
  text: string;
  options: Record<string, string>;
  seed: number;
  moves: string[];
  files?: Record<string, string>; // own files that the script needs, by name
  seats?: Record<string, string>; // of a link to play: by player, the program
  clock?: string; // of a link to play
  own?: string; // the name of the author's own file that it is
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

/// False if the browser has no room, or keeps nothing for this page.
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(kept + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/// The author's own files, by name.
export const own = {
  read: (): Record<string, string> =>
    Object.fromEntries(Object.entries(read<Record<string, unknown>>("own", {})).filter((each): each is [string, string] => typeof each[1] === "string")),
  write: (texts: Record<string, string>): boolean => write("own", texts),
};

export const lastSaved = (): Saved | undefined => read<Saved | undefined>("last", undefined);
/// The newest script of the author's own that is no file, while another one is open.
export const draft = {
  read: (): Saved | undefined => read<Saved | undefined>("draft", undefined),
  write: (saved: Saved): boolean => write("draft", saved),
};
export const save = (saved: Saved): boolean => write("last", saved);
export const earlier = (): Earlier[] => read<Earlier[]>("earlier", []);

/// Keeps a text, unless it is there already; the oldest go first.
export function keep(name: string, text: string): boolean {
  if (!text.trim()) return true;
  const texts = earlier().filter((each) => each.text !== text);
  texts.unshift({ name, text, time: Date.now() });
  let room = mostCharacters;
  const fitting = texts.slice(0, mostTexts).filter((each) => (room -= each.text.length) >= 0);
  while (fitting.length && !write("earlier", fitting)) fitting.pop();
  return fitting.length > 0;
}
