// How names of a script are said to people.

/// "corner_mirror" is read as "corner mirror".
export const spoken = (name: string): string => name.replaceAll("_", " ").trim();
