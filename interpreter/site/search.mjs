// What the search knows: each part of a page below a heading is a text of its own.

const plain = (html) =>
  html
    .replace(/<(svg|style|script|button)\b[^]*?<\/\1>/g, " ")
    .replace(/<a class="open"[^]*?<\/a>/g, " ")
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(p|li|td|th|tr|div|pre|h\d|br|ul|ol|table)/.test(tag) ? " " : ""))
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/&(lt|gt|amp|quot);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"' })[name])
    .replace(/\s+/g, " ")
    .trim();

/// Pages for everybody come before those for people who work on Glint, and these before logs.
const weights = [
  [/^lang\/(TUTORIAL|SHARE|COMING_FROM|cookbook|reference)/, 1.7],
  [/^(interpreter\/(lab|studio|cli|python|learn|javascript)\/index|interpreter\/EMBEDDING|lang\/errors|examples\/|play\/index)/, 1.3],
  [/^(play|games|api|interpreter\/lab)\//, 0.9],
  [/^(CHANGELOG|tests|interpreter\/site|project|index)/, 0.3],
];
const weightOf = (out) => weights.find(([pattern]) => pattern.test(out))?.[1] ?? 0.6;

export function textsOf({ out, title, html, search }) {
  const parts = html.split(/(?=<h[23][^>]* id="[^"]*")/);
  return parts
    .map((part) => {
      const [, id, heading] = /^<h[23][^>]* id="([^"]*)"[^>]*>([^]*?)<\/h[23]>/.exec(part) ?? [];
      return { place: id ? `${out}#${id}` : out, title, heading: heading ? plain(heading) : "", text: plain(part.replace(/^<h[123][^]*?<\/h[123]>/, "")), kind: search, weight: weightOf(out) };
    })
    .filter(({ heading, text }) => heading || text);
}

/// Words that say nothing of what is looked for.
const common = "a an and are as at be by can do does for from how i if in is it my of on or should that the there this to what when which who why with".split(" ");

/// What readers call things that the pages call otherwise: by the stem that is typed, further stems.
const alike = {
  slow: ["speed", "profile"], fast: ["speed"], performance: ["speed"], share: ["send", "link"], friend: ["send"], train: ["learn"], neural: ["learn"],
  network: ["learn"], forced: ["compulsory"], forc: ["compulsory"], mandatory: ["compulsory"], print: ["sheet", "describe"], embed: ["program"],
  square: ["cell"], space: ["cell"], checker: ["draughts"], reversi: ["othello"], download: ["install"], random: ["chance"], dice: ["chance", "die"], draw: ["tie", "chance"],
  fair: ["balance", "seat"], balance: ["fair"], unit: ["test"], debug: ["why", "trace"], stalemate: ["else"], multi: ["several"], chain: ["several"],
  tutorial: ["twenty"], beginner: ["twenty"], offline: ["network"], difficulty: ["bot"], remote: ["send", "link"], longest: ["most", "many"], privacy: ["account"],
};

export const searchOf = (texts) => ({
  texts: texts.map((text, id) => ({ id, ...text })),
  options: {
    fields: ["title", "heading", "text"],
    storeFields: ["place", "title", "heading", "kind", "text", "weight"],
    searchOptions: { boost: { heading: 4, title: 3 }, prefix: true },
  },
  common,
  alike,
});
