// What a reader wants, and the pages for it: the navigation of the site. Pages are named by their place in the repository;
// `*` stands for any name, in the order of `order` below. A page may be of use to several readers; its home is the first.
// A page that no list names is in the engineer's last one, so a new page is never out of reach.

export const readers = [
  {
    id: "designer",
    title: "Design a game",
    who: "Designer",
    wants: "Write a game in one text file, try it, and find out whether it is fair.",
    groups: [
      { title: "Begin", pages: ["lang/TUTORIAL.md", "interpreter/studio/README.md", "lang/README.md", "lang/COMING_FROM.md"] },
      { title: "How do I …?", pages: ["lang/cookbook/*.md"] },
      { title: "Look it up", pages: ["lang/reference/scripts.md", "lang/reference/*.md", "lang/errors/README.md"] },
      { title: "Is it a good game?", pages: ["interpreter/lab/README.md", "interpreter/lab/*/README.md"] },
      { title: "Tools", pages: ["interpreter/cli/README.md", "lang/SHARE.md"] },
    ],
  },
  {
    id: "player",
    title: "Play",
    who: "Player",
    wants: "Play a game against people or bots, here in the browser, and read its rules.",
    groups: [
      { title: "Games", pages: ["site:games", "examples/gallery/README.md", "games/README.md"] },
      { title: "On your machine", pages: ["interpreter/cli/README.md", "lang/SHARE.md"] },
    ],
  },
  {
    id: "teacher",
    title: "Teach",
    who: "Teacher",
    wants: "Puzzles, first scripts and rule sheets for a class; nothing to install.",
    groups: [
      { title: "For a lesson", pages: ["interpreter/studio/README.md", "lang/TUTORIAL.md", "lang/reference/chance.md", "site:games"] },
      { title: "To hand out", pages: ["lang/SHARE.md", "lang/reference/scripts.md", "lang/reference/glossary.md", "lang/errors/README.md"] },
    ],
  },
  {
    id: "researcher",
    title: "Measure and learn",
    who: "Researcher",
    wants: "Thousands of games from a script: statistics, bots, perfect play, programs that learn.",
    groups: [
      { title: "The lab", pages: ["interpreter/lab/README.md", "interpreter/lab/*/README.md", "games/README.md"] },
      { title: "From scripts", pages: ["interpreter/python/README.md", "site:python", "interpreter/desk/protocol/README.md", "interpreter/javascript/README.md"] },
      { title: "Bots and learning", pages: ["interpreter/players/README.md", "interpreter/learn/README.md"] },
    ],
  },
  {
    id: "engineer",
    title: "Build on it",
    who: "Engineer",
    wants: "The engine from C++, Python, JavaScript or any language, and how it works inside.",
    groups: [
      { title: "Use the engine", pages: ["interpreter/EMBEDDING.md", "site:cpp", "site:python", "interpreter/javascript/README.md", "interpreter/desk/protocol/README.md"] },
      { title: "Work on it", pages: ["interpreter/ARCHITECTURE.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "CHANGELOG.md", "tests/README.md"] },
      { title: "Inside", pages: [] },
    ],
  },
];

/// Pages that stay out: forms of an issue tracker, golden files, and the pages of errors, which the index of errors lists.
export const isLeftOut = (path) => /^(tests\/golden|\.github\/(ISSUE_TEMPLATE|PULL_REQUEST)|README\.md$)/.test(path);
const isOfIndex = (path) => /^lang\/errors\/G\d+\.md$/.test(path);

const matches = (pattern, path) => new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}$`).test(path);

/// The readers with their groups filled: of each page what `pages` (a map by path) has. `order` compares two paths.
export function filled(pages, order) {
  const listed = new Set();
  const lists = readers.map((reader) => ({
    ...reader,
    groups: reader.groups.map((group) => {
      const found = [];
      for (const pattern of group.pages)
        for (const path of [...pages.keys()].filter((each) => matches(pattern, each)).sort(order))
          if (!found.includes(path) && !isOfIndex(path)) found.push(path);
      for (const path of found) listed.add(path);
      return { ...group, pages: found };
    }),
  }));
  const rest = [...pages.keys()].filter((path) => !listed.has(path) && !isOfIndex(path) && path !== "site:home").sort(order);
  lists.at(-1).groups.at(-1).pages.push(...rest);
  return lists;
}
