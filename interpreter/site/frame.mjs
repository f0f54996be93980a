// What all pages of the site have around them: the head, the search, the navigation by readers, and the list of headings.
import { escaped } from "./colour.mjs";
import { between } from "./markdown.mjs";

/// `lists`: the readers with their pages; `titleOf` and `outOf`: of a page by its path.
export function frameOf(lists, titleOf, outOf) {
  const navigation = (path, out) => {
    const home = lists.find(({ groups }) => groups.some(({ pages }) => pages.includes(path)));
    return lists
      .map((reader) => {
        const groups = reader.groups
          .filter(({ pages }) => pages.length)
          .map(({ title, pages }) => {
            const links = pages.map((each) => `<li><a href="${between(out, outOf(each))}"${each === path ? ' aria-current="page"' : ""}>${escaped(titleOf(each))}</a></li>`);
            return `<p>${escaped(title)}</p><ul>${links.join("")}</ul>`;
          });
        return `<details${reader === home ? " open" : ""} id="nav-${reader.id}"><summary>${reader.title}<span>${reader.who}</span></summary>${groups.join("")}</details>`;
      })
      .join("\n");
  };

  /// A page: `{ path, out, title, html, headings, kind }`.
  return ({ path, out, title, html, headings = [], kind = "" }) => {
    const to = (file) => between(out, file);
    const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
    const contents =
      shown.length > 2
        ? `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${shown.map(({ depth, words, id }) => `<li class="d${depth}"><a href="#${id}">${escaped(words)}</a></li>`).join("")}</ul></nav>`
        : "";
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}${path === "site:home" ? "" : " · Glint"}</title>
<link rel="icon" href="${to("assets/icon.svg")}">
<link rel="stylesheet" href="${to("assets/site.css")}">
<script src="${to("assets/theme.js")}"></script>
</head>
<body class="${kind}" data-root="${to("index.html").slice(0, -"index.html".length)}">
<a class="skip" href="#main">To the text</a>
<header>
<button type="button" id="menu" aria-controls="nav" aria-expanded="false" aria-label="All pages"><span aria-hidden="true">☰</span></button>
<a class="brand" href="${to("index.html")}"><img alt="" src="${to("assets/icon.svg")}" width="26" height="26">Glint</a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search" aria-label="Search all pages" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><div id="found" role="listbox" aria-label="Found" hidden></div></div>
<a class="studio" href="${to("studio.html")}">Studio</a>
<button type="button" id="theme" aria-label="Light or dark"><span aria-hidden="true">◐</span></button>
</header>
<div class="columns">
<nav id="nav" aria-label="Pages">
${navigation(path, out)}
</nav>
<main id="main">
${html}
<footer>Glint is under the <a href="${to("source/LICENSE.html")}">MIT licence</a>; <a href="${to("source/NOTICES.html")}">notices</a> of the code by others in it.</footer>
</main>
${contents}
</div>
<script src="${to("assets/site.js")}"></script>
</body>
</html>
`;
  };
}
