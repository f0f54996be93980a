// Values of options, written into a script as what they are without a choice: "option side = 5" in a variant, and what
// follows "option side: 3..6 =" in a game.

export const titleOf = (text: string): string => /^(?:game|variant)\s+"([^"\n]*)"/m.exec(text)?.[1] ?? "";

/// The script with another title.
export const withTitle = (text: string, title: string): string => text.replace(/^((?:game|variant)\s+)"[^"\n]*"/m, (_, before: string) => `${before}"${title.replace(/["\\\n]/g, "").trim()}"`);

/// As the name of a file: "Quick Boundary" is quick_boundary. Empty if nothing of the title can be kept.
export const fileNameOf = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/// The script with these values; nothing if it has no place for one of them.
export function withValues(text: string, values: Record<string, string>): string | undefined {
  let result = text;
  for (const [name, value] of Object.entries(values)) {
    const declared = new RegExp(`^(\\s*option\\s+${name}\\s*:[^="\\n]*=\\s*)[\\w-]+`, "m");
    const set = new RegExp(`^(\\s*option\\s+${name}\\s*=\\s*)[\\w-]+`, "m");
    const sample = new RegExp(`^\\s*//\\s*(option\\s+${name}\\s*=\\s*)[\\w-]+`, "m"); // as in a new variant
    const place = [declared, set, sample].find((each) => each.test(result));
    const head = /^variant\s.*\n?/m.exec(result);
    if (place) result = result.replace(place, (_, before: string) => before + value);
    else if (head) {
      const end = head.index + head[0].length;
      result = `${result.slice(0, end)}option ${name} = ${value}\n${result.slice(end)}`;
    } else return undefined;
  }
  return result;
}

/// Whether a text is another one with changes: most of its lines are there.
export function isChanged(before: string, text: string): boolean {
  const lines = before.split("\n").filter((line) => line.trim());
  const now = new Set(text.split("\n"));
  return before !== text && lines.filter((line) => now.has(line)).length * 2 > lines.length;
}
