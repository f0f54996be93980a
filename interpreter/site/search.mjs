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

export function textsOf({ out, title, html, search }) {
  const parts = html.split(/(?=<h[23][^>]* id="[^"]*")/);
  return parts
    .map((part) => {
      const [, id, heading] = /^<h[23][^>]* id="([^"]*)"[^>]*>([^]*?)<\/h[23]>/.exec(part) ?? [];
      return { place: id ? `${out}#${id}` : out, title, heading: heading ? plain(heading) : "", text: plain(part.replace(/^<h[123][^]*?<\/h[123]>/, "")), kind: search };
    })
    .filter(({ heading, text }) => heading || text);
}

/// Words that say nothing of what is looked for.
const common = "a an and are as at be by can do does for from how i if in is it my of on or should that the there this to what when which who why with".split(" ");

export const searchOf = (texts) => ({
  texts: texts.map((text, id) => ({ id, ...text })),
  options: {
    fields: ["title", "heading", "text"],
    storeFields: ["place", "title", "heading", "kind", "text"],
    searchOptions: { boost: { heading: 4, title: 3 }, prefix: true },
  },
  common,
});
