// The theme, the menu, the search, samples to copy, and games to play. Nothing is fetched: what is needed later comes as a
// script of the site, which works from a disk, too.
(() => {
  const root = document.body.dataset.root;
  const at = (id) => document.getElementById(id);
  const load = (file) =>
    new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = root + file;
      script.onload = done;
      script.onerror = () => failed(new Error(`${file} is missing`));
      document.head.append(script);
    });

  // ---- the theme ----
  const isDark = () => document.documentElement.classList.contains("dark");
  at("theme").onclick = () => {
    const theme = isDark() ? "light" : "dark";
    window.glintTheme(theme);
    try {
      localStorage.setItem("glint.site.theme", theme);
    } catch {
      // It holds for this page alone.
    }
  };

  // ---- the menu ----
  at("menu").onclick = () => at("menu").setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open")));
  at("nav").querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  if (!location.hash) scrollTo(0, 0);

  // ---- headings and samples ----
  for (const heading of document.querySelectorAll("main :is(h2, h3, h4)[id]")) {
    const link = Object.assign(document.createElement("a"), { className: "here", href: `#${heading.id}`, textContent: "#" });
    link.setAttribute("aria-label", "A link to this heading");
    heading.append(link);
  }
  for (const button of document.querySelectorAll(".copy"))
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.closest(".sample").querySelector("code").textContent + "\n");
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    };

  // ---- the search ----
  const [input, list] = [at("search"), at("found")];
  let index;
  const ready = () =>
    (index ??= (async () => {
      await Promise.all([load("assets/minisearch.js"), load("assets/search.js")]);
      const { texts, options } = window.glintSearch;
      const tokens = (text) => text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
      // A name of code is found by its parts, too, but whoever types the whole of it means that.
      const parts = (text) => tokens(text).flatMap((word) => (word.includes("_") ? [word, ...word.split("_").filter(Boolean)] : [word]));
      const { common, alike } = window.glintSearch;
      const stem = (term) => (common.includes(term.toLowerCase()) ? null : term.toLowerCase().replace(/(?<=\w{3})(?:s|ing|ed)$/, ""));
      const search = new window.MiniSearch({
        ...options,
        tokenize: parts,
        processTerm: stem,
        searchOptions: {
          ...options.searchOptions,
          tokenize: tokens,
          processTerm: (term) => (stem(term) ? [stem(term), ...(alike[stem(term)] ?? [])] : null),
          fuzzy: (term) => term.length > 5 && 0.15,
          boostDocument: (id, term, { weight }) => weight,
        },
      });
      search.addAll(texts);
      return search;
    })());
  const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  /// The part of a text in which most of the words are, with these marked.
  const excerpt = (text, terms) => {
    const known = [...new Set(terms)].filter((term) => term.length > 1).map((term) => term.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"));
    if (!known.length) return escaped(text.slice(0, 140));
    const pattern = new RegExp(`(${known.join("|")})`, "giu");
    const places = [...text.matchAll(pattern)].map(({ index: place }) => place);
    const count = (from) => places.filter((place) => place >= from && place < from + 120).length;
    const best = places.reduce((one, other) => (count(other) > count(one) ? other : one), places[0] ?? 0);
    const from = best < 40 ? 0 : text.indexOf(" ", best - 40) + 1;
    return (from ? "… " : "") + escaped(text.slice(from, from + 150)).replace(pattern, "<mark>$1</mark>");
  };
  const choose = (link) => {
    for (const each of list.querySelectorAll("a")) each.setAttribute("aria-selected", String(each === link));
    if (link) input.setAttribute("aria-activedescendant", link.id);
    else input.removeAttribute("aria-activedescendant");
    link?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
  };
  const find = async () => {
    const words = input.value.trim();
    if (!words) return close();
    const search = await ready();
    if (words !== input.value.trim()) return;
    const all = search.search(words);
    const found = all.slice(0, 12);
    list.innerHTML = found.length
      ? found
          .map(({ page, place, title, heading, kind, text, terms }, number) => `<a role="option" id="found${number}" href="${root}${place}" aria-selected="${number === 0}"><b>${escaped(heading || title)}</b> <small>${escaped(heading && heading !== title && title !== kind ? `${title} · ${kind}` : kind)}</small><span>${excerpt(text, terms)}</span></a>`)
          .join("")
      : "<p>Nothing has these words.</p>";
    list.dataset.of = words;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(list.querySelector("a"));
  };
  input.onfocus = () => void ready();
  input.oninput = () => void find();
  input.onkeydown = (event) => {
    const links = [...list.querySelectorAll("a")];
    const now = links.findIndex((link) => link.getAttribute("aria-selected") === "true");
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && !list.hidden) links[now]?.click();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(links[(now + (event.key === "ArrowDown" ? 1 : links.length - 1)) % links.length]);
    else return;
    event.preventDefault();
  };
  list.onclick = (event) => event.target.closest("a") && close(); // it may lead to this page
  document.addEventListener("click", (event) => event.target.closest(".search") || close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    input.focus();
  });

  // ---- games ----
  /// The exported game: the page of all games with this game in its holes. `theme`: with the site's theme, else the system's.
  const exported = async (name, theme) => {
    window.glintGames ??= {};
    await Promise.all([window.glintTable ?? load("assets/table.js"), window.glintGames[name] ?? load(`play/${name}.js`)]);
    const fill = { ...window.glintGames[name], engine: window.glintTable.engine };
    const page = window.glintTable.template.replace(/\{\{(\w+)\}\}/g, (hole, key) => fill[key] ?? hole);
    if (!theme) return page;
    const end = page.indexOf("</style>");
    const head = page.slice(0, end).replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all").replaceAll("color-scheme: light dark", `color-scheme: ${theme}`).replace('content="light dark"', `content="${theme}"`);
    return head + page.slice(end);
  };
  for (const board of document.querySelectorAll(".played[data-game]")) {
    const name = board.dataset.game;
    const play = async () => {
      const frame = Object.assign(document.createElement("iframe"), { title: board.dataset.title, srcdoc: await exported(name, isDark() ? "dark" : "light") });
      board.querySelector(".start").replaceWith(frame);
    };
    board.querySelector(".begin").onclick = play;
    board.querySelector(".save").onclick = async () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([await exported(name)], { type: "text/html" }));
      link.download = `${name}.html`;
      link.click();
    };
  }
})();
