// The page of a table: it shows what the server says that whoever has this link may see, and sends what they do. It knows no
// rules. What people write is shown as text alone.
"use strict";

const link = new URLSearchParams(location.hash.slice(1));
const key = link.get("k") ?? link.get("c") ?? ""; // of a table, or of a class
const by = (id) => document.getElementById(id);
const svgSpace = "http://www.w3.org/2000/svg";

let table; // what /api/table has said last
let askedAt = 0;  // when it came, in milliseconds
let moves; // of whoever sits here, if it is their turn
let picks = []; // values that were picked so far
let wasMine = false;

/// A request; throws an Error with the server's words, and `status` (0: it was not reached).
async function ask(path, body, by = key) {
  const request = { headers: { Authorization: `Bearer ${by}` }, cache: "no-store" };
  if (body) Object.assign(request, { method: "POST", body: JSON.stringify(body) });
  const answer = await fetch(path, request).catch(() => undefined);
  const json = await answer?.json().catch(() => undefined);
  if (answer?.ok && json) return json;
  const words = json ? [json.error, json.help].filter(Boolean).join(". ") : "the server does not answer";
  throw Object.assign(new Error(words), { status: json ? answer.status : 0 });
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(16).padStart(8, "0")).join("");
}

/// Sends what changes the table until the server has answered: it carries out an `id` once. Whether it was accepted.
async function send(path, body) {
  const id = newId();
  let failed = 0;
  for (let wait = 300; ; wait = Math.min(wait * 2, 5000)) {
    try {
      await take(await ask(path, { id, ...body }));
      return true;
    } catch (error) {
      if (error.status && ![429, 503, 507].includes(error.status)) {
        refuse(error.message);
        if (error.status === 409) await refresh();
        return false;
      }
      if (error.status === 507) return refuse(error.message), false;
      if (error.status === 503 && ++failed === 3) return refuse(error.message), false;
      isLost(!error.status, true);
      await pause(wait);
    }
  }
}

function refuse(words) {
  by("refusal").textContent = words;
}
function isLost(lost, sending = false) {
  by("lost").hidden = !lost;
  by("unsent").hidden = !lost;
  by("unsent").textContent = sending ? "The connection is lost. What you did waits here, and is sent as soon as it is back." : "The connection is lost.";
}

// ---- what is shown

function element(name, words, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = words;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/// The board as it is now; an older answer than the last one is not shown.
async function take(given) {
  if (table && given.version < table.version) return;
  const isSame = table?.turn === given.turn && table.sealed === given.sealed;
  const { board, found } = given.shown;
  if (table?.turn !== given.turn) {
    drawBoard(by("board"), board);
    by("found").hidden = !found;
    if (found) drawFound(found);
  }
  table = given;
  askedAt = performance.now();
  isLost(false);
  const isMine = table.waits.includes(table.you.seat);
  if (!isSame) {
    picks = [];
    moves = undefined;
    refuse("");
  }
  tell(board, isMine);
  choose();
  if (isMine && !moves) await list();
}

/// Asks for the moves until they are there, or not wanted any more.
async function list() {
  const { turn } = table;
  for (let wait = 300; table.turn === turn && !moves; wait = Math.min(wait * 2, 5000)) {
    const listed = await ask("/api/moves").catch((error) => ({ error }));
    if (table.turn !== turn || table.sealed) return;
    isLost(listed.error?.status === 0); // who listens waits for this, and would not say so
    if (!listed.error) {
      moves = listed.turn === turn ? listed : undefined;
      return choose();
    }
    if (listed.error.status === 401) return;
    await pause(wait);
  }
}

function sayWho(names) {
  return names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function statusOf(board, isMine) {
  if (board.outcome) return `The game is over: ${board.result}.${fateOf(board.outcome)}`;
  if (table.fails) return "The script fails here: what all have chosen cannot be carried out, and the game cannot go on.";
  const task = board.status.replace(`${table.you.seat} to move`, "");
  const away = gone();
  if (!table.together) return isMine ? `Your turn${task}` : board.status + (away && `.${away}`);
  if (table.sealed) return `You have chosen ${table.sealed}. Waiting for ${sayWho(table.waits)}.${gone()}`;
  if (isMine) return `Your turn: choose. Your choice is sealed until all have chosen.${table.waits.length === 1 ? " All others have chosen." : ""}`;
  return `All choose at the same time. Waiting for ${sayWho(table.waits)}.${gone()}`;
}

/// What the end is for whoever sits here.
function fateOf({ winner }) {
  return !winner || !table.you.seat ? "" : winner === table.you.seat ? " You have won." : " You have not won.";
}

/// Those that the game waits for, if nobody has a page of their seat open.
function gone() {
  const alone = table.waits.filter((seat) => table.away.includes(seat));
  return alone.length ? ` ${sayWho(alone)} ${alone.length === 1 ? "is" : "are"} not here.` : "";
}

/// Why the game is over: the author's words for the rule that ended it, the points, or else the last move.
function tellWhy({ outcome, players }, ending) {
  by("why").hidden = !outcome;
  if (!outcome) return;
  const last = table.plies.at(-1);
  const words = table.out_of_time ? [`The time of ${table.out_of_time} is over.`] : ending?.doc ? [ending.doc] : !ending && last && outcome.kind !== "score" ? [`The last move ended the game: ${last.by}, ${last.move}.`] : [];
  if (outcome.scores.some(Boolean))
    words.push(`Points: ${outcome.scores.map((points, i) => (outcome.scores.length === players.length ? `${players[i]} ${points}` : points)).join(", ")}.`);
  by("why").replaceChildren(...words.map((each) => element("p", each)));
}

/// As people know them: south (Ann).
function named(seat) {
  const name = table.seats.find((each) => each.seat === seat)?.name;
  return name ? [`${seat} (`, element("bdi", name), ")"] : [seat ?? "the host"];
}

function list_of(place, lines) {
  by(place).replaceChildren(...lines.map((parts) => {
    const line = element("li", "");
    line.append(...parts);
    return line;
  }));
}

function tell(board, isMine) {
  const title = board?.title ?? "A table";
  by("title").textContent = table.you.seat ? `${title}: you are ${table.you.seat}` : `${title}: you ${table.you.role === "host" ? "are the host" : "watch"}`;
  by("status").textContent = statusOf(board, isMine);
  by("status").classList.toggle("mine", isMine);
  const waiting = table.together ? `Waiting for ${sayWho(table.waits)}` : `${sayWho(table.waits)} to move`;
  document.title = `${isMine ? "● Your turn" : board?.outcome ? "Over" : table.fails ? "The script fails" : waiting} · ${title}`;
  if (isMine && !wasMine && by("sound").checked) beep();
  wasMine = isMine;
  // The picture has them, too: these are read aloud.
  const lines = (board?.notes ?? []).map(({ player, text }) => element("p", player && !text.startsWith(player) ? `${player}: ${text}` : text, board.picture ? { class: "aloud" } : {}));
  for (const [variable, value] of Object.entries(board?.variables ?? {})) lines.push(element("p", `${variable}: ${value}`));
  by("facts").replaceChildren(...lines);
  const isAway = (seat) => seat !== table.you.seat && table.away.includes(seat);
  list_of("seats", table.seats.map(({ seat, name, bot }) => [seat, ...(name ? [": ", element("bdi", name)] : bot ? [`: a bot, ${bot}`] : []), table.waits.includes(seat) ? " …" : "", isAway(seat) ? " (not here)" : ""]));
  list_of("plies", table.plies.map(({ by: mover, move }) => [...named(mover), `: ${move}`]));
  by("plies").scrollTop = by("plies").scrollHeight;
  list_of("said", table.said.map(({ by: who, text }) => [...named(who), ": ", element("bdi", text)]));
  list_of("notes", (table.notes ?? []).map(({ after, text }) => [`after move ${after}: `, element("bdi", text)]));
  const watches = table.you.role === "watch";
  by("named").hidden = table.you.role !== "seat";
  by("talk").hidden = by("noting").hidden = watches;
  by("undo").hidden = !table.undo;
  by("typed").hidden = !isMine;
  by("record").hidden = table.you.role !== "host" || !board?.outcome;
  by("undo").disabled = !table.undo;
  by("pause").hidden = table.you.role !== "host" || !(table.paused || table.clock?.some(({ runs }) => runs));
  by("pause").textContent = table.paused ? "Let the game go on" : "Pause the game";
  by("links").hidden = table.you.role !== "host";
  tellWhy(board, table.shown.ending);
  tellClock();
  tellEnd();
}

/// What each seat has left. The seconds tick here between answers; the server is the judge.
function tellClock() {
  const clock = table?.clock;
  by("clock").hidden = !clock;
  if (!clock) return;
  const passed = (performance.now() - askedAt) / 1000;
  const isBegun = clock.some(({ runs }) => runs);
  const lines = clock.map(({ seat, runs, turn, reserve }) => {
    const gone = runs ? passed : 0;
    const beyond = turn === undefined ? gone : Math.max(0, gone - Math.max(0, turn)); // comes out of the reserve
    const parts = [];
    if (turn !== undefined) parts.push(minutes(turn - gone));
    if (reserve !== undefined) parts.push(`${turn === undefined ? "" : "reserve "}${minutes(reserve - beyond)}`);
    const all = (turn === undefined ? 0 : Math.max(0, turn - gone)) + (reserve === undefined ? 0 : reserve - beyond);
    const line = element("li", `${seat} ${parts.join(", ")}`, { class: `${runs ? "runs" : ""} ${runs && parts.length && all < 15 ? "low" : ""}` });
    return parts.length || runs ? line : undefined;
  });
  const game = Math.min(...clock.map((each) => each.game ?? Infinity));
  if (game < Infinity) lines.push(element("li", `the whole game ${minutes(game - (isBegun ? passed : 0))}`));
  const people = clock.map(({ seat }) => seat);
  if (table.paused) lines.push(element("li", "The host has paused the game: no clock runs, and no move counts."));
  else if (!isBegun && table.waits.some((seat) => people.includes(seat))) lines.push(element("li", "The clock starts when everybody has opened their link."));
  by("clock").replaceChildren(...lines.filter(Boolean));
}

function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/// The questions after the game.
function tellEnd() {
  const place = by("ending");
  place.hidden = !table.questions;
  if (place.hidden || place.childElementCount) return;
  for (const [number, question] of (table.questions ?? []).entries()) {
    const answer = table.answers?.[number];
    const form = element("form", "");
    const id = `answer${number}`;
    const box = element("input", "", { id, maxlength: "1000", autocomplete: "off" });
    box.value = answer ?? "";
    const thanks = element("span", answer ? "Thank you." : "", { role: "status" });
    form.append(element("label", question, { for: id }), box, element("button", "Answer"), thanks);
    form.onsubmit = (event) => {
      event.preventDefault();
      const text = box.value.trim();
      if (text) void send("/api/answer", { question: number, text }).then((done) => (thanks.textContent = done ? "Thank you." : ""));
    };
    place.append(form);
  }
}

/// What was there to be seen when the last move was made.
function drawFound({ why, board }) {
  const picture = element("div", "");
  by("found").replaceChildren(element("h2", "What the light did before this move"), ...why.map((line) => element("p", line)), picture);
  drawBoard(picture, board);
}

function drawBoard(place, board) {
  const { scrollLeft } = place;
  place.replaceChildren();
  legendOf(place).replaceChildren();
  if (!board?.picture) return place.append(element("pre", board?.position ?? ""));
  const { svg, outline } = board.picture;
  // The page's policy refuses styles in a text; as a sheet they are no text any more.
  const rules = [];
  const plain = svg.replace(/<style>([^]*?)<\/style>/g, (_, style) => (rules.push(style), ""));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  if (place.id === "board") document.adoptedStyleSheets = [sheet];
  const picture = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (picture.namespaceURI !== svgSpace) return;
  place.append(document.adoptNode(picture));
  for (const { cell, at } of board.cells) {
    const shape = document.createElementNS(svgSpace, "polygon");
    shape.setAttribute("points", outline.map(([x, y]) => `${x + at[0]},${y + at[1]}`).join(" "));
    shape.setAttribute("class", "cell");
    shape.dataset.cell = cell;
    picture.append(shape);
  }
  fit(place, board);
  place.scrollLeft = scrollLeft;
  place.onfit = () => fit(place, board);
}

/// On a narrow screen the board stands alone, with the legend below it, and its cells are as large as a finger: a board
/// that is wider scrolls. Elsewhere the picture is whole.
function fit(place, { cells, picture: { outline, width, height } }) {
  const [picture, old] = place.querySelectorAll("svg");
  if (legendOf(place) === place) old?.remove();
  else legendOf(place).replaceChildren();
  const isNarrow = matchMedia("(max-width: 40rem)").matches;
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.classList.toggle("alone", isNarrow);
  picture.style.width = "";
  for (const side of ["width", "height"]) picture.removeAttribute(side); // the view box says how high it is
  if (!isNarrow || !cells.length) return;
  const legend = [...picture.children].findLast((each) => each.localName === "g");
  const below = legend.getBBox();
  const room = 30; // for names of rows and columns, and beams that leave
  const range = (i) => {
    const all = cells.map(({ at }) => at[i]);
    const ends = outline.map((corner) => corner[i]);
    return [Math.min(...all) + Math.min(...ends) - room, Math.max(...all) + Math.max(...ends) + room, Math.max(...ends) - Math.min(...ends)];
  };
  const [left, right, across] = range(0);
  const [top, bottom, down] = range(1);
  picture.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  const finger = ((right - left) * 40) / Math.min(across, down);
  if (finger > place.clientWidth) picture.style.width = `${finger}px`;
  if (!below.width) return;
  const apart = document.createElementNS(svgSpace, "svg");
  apart.setAttribute("viewBox", `${below.x - 4} ${below.y - 4} ${below.width + 8} ${below.height + 8}`);
  apart.classList.add("alone");
  apart.style.width = `${Math.min(below.width + 8, place.clientWidth)}px`;
  apart.append(legend.cloneNode(true));
  legendOf(place).append(apart);
}
/// What is to be chosen comes between the table's board and its legend.
const legendOf = (place) => (place.id === "board" ? by("legend") : place);
onresize = () => by("board").onfit?.();

/// The rules, once somebody opens them, with their own styles, ids and links: none of them is the page's.
by("rules").addEventListener("toggle", async () => {
  const place = by("sheet");
  if (place.shadowRoot) return;
  const { page } = await ask("/api/rules").catch(() => ({}));
  if (page === undefined || place.shadowRoot) return; // opened again, it is asked again
  const inside = place.attachShadow({ mode: "open" });
  if (!page) return inside.append(element("p", "The host keeps the rules off this page."));
  const rules = [];
  const plain = page.replace(/<style>([^]*?)<\/style>/g, (_, style) => (rules.push(style.replaceAll(":root", ":host")), ""));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  inside.adoptedStyleSheets = [sheet];
  inside.append(document.adoptNode(new DOMParser().parseFromString(plain, "text/html").querySelector("main")));
  // The address has the key: a link within the rules does not change it.
  for (const link of inside.querySelectorAll("a"))
    link.onclick = (event) => (event.preventDefault(), inside.getElementById(link.hash.slice(1))?.scrollIntoView());
});

/// For the host: all links, to be sent, or read by a phone.
by("links").addEventListener("toggle", async () => {
  if (!by("links").open) return;
  const { links = [] } = await ask("/api/links").catch(() => ({}));
  by("codes").replaceChildren(...links.map(({ whom, link, rows }) => {
    const figure = element("figure", "");
    figure.append(...(rows.length ? [codeOf(rows, whom)] : []), element("figcaption", whom), element("a", link, { href: link, target: "_blank", rel: "noreferrer" }));
    return figure;
  }));
});

/// A QR code, whose rows have "1" where it is dark, and its edge of light.
function codeOf(rows, whom) {
  const code = document.createElementNS(svgSpace, "svg");
  code.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  code.setAttribute("shape-rendering", "crispEdges");
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", `The link of ${whom} as a QR code`);
  const dark = document.createElementNS(svgSpace, "path");
  dark.setAttribute("d", rows.flatMap((row, y) => [...row].map((each, x) => (each === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  code.append(dark);
  return code;
}

// ---- choosing a move: value by value, on the board where it is a cell

function choose() {
  const all = (moves?.moves ?? []).filter((move) => picks.every((value, i) => move.picks[i]?.value === value));
  const next = new Map(); // value: its cell, or nothing
  const whole = new Map(); // text of a move that needs no further pick
  const asked = new Set();
  for (const move of all) {
    const pick = move.picks[picks.length];
    if (!pick) {
      whole.set(move.move, move);
      continue;
    }
    asked.add(pick.pick.replaceAll("_", " "));
    next.set(pick.value, pick.cells?.length === 1 && !pick.edges ? pick.cells[0] : undefined);
  }
  // Nobody takes a sealed choice back, so it asks once more: on a phone a cell is tapped by mistake.
  const isWhole = picks.length > 0 && whole.size === 1 && !next.size;
  if (isWhole && !table.together) return void play([...whole.keys()][0]);
  const cells = new Map([...next].filter(([, cell]) => cell).map(([value, cell]) => [cell, value]));
  for (const shape of document.querySelectorAll("#board .cell")) {
    const value = cells.get(shape.dataset.cell);
    const can = value !== undefined;
    shape.classList.toggle("can", can);
    shape.classList.toggle("picked", picks.includes(shape.dataset.cell));
    shape.onclick = can ? () => pick(value) : null;
    shape.onkeydown = can ? (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), pick(value)) : null;
    for (const [attribute, given] of Object.entries({ tabindex: "0", role: "button", "aria-label": shape.dataset.cell }))
      if (can) shape.setAttribute(attribute, given);
      else shape.removeAttribute(attribute);
  }
  const words = [...asked].join(", or ");
  const unseen = (moves?.unseen ?? []).join("  ");
  const parts = [];
  if (picks.length) parts.push(element("p", `Chosen: ${picks.join(", ")}`));
  if (words) parts.push(element("p", `Next: ${words}${cells.size ? " – on the board, where cells have a dashed edge" : ""}. ${table.together ? "Then you seal the move." : "The last choice plays the move."}`));
  if (isWhole) parts.push(element("p", "Once it is sealed you cannot change it. The others see it when all have chosen."));
  if (unseen && !picks.length) parts.push(element("p", `To be found and typed: ${unseen}`));
  if (moves && moves.count > moves.moves.length) parts.push(element("p", `${moves.count} moves are legal; those that are not offered can be typed: ${moves.notations.join("  ")}`));
  by("asked").replaceChildren(...parts);
  const buttons = [];
  const button = (text, act) => {
    const made = element("button", text, { type: "button" });
    made.onclick = act;
    buttons.push(made);
  };
  for (const text of whole.keys()) button(table.together ? `Seal ${text}` : text, () => play(text));
  for (const [value, cell] of next) if (!cell) button(value, () => pick(value));
  if (!picks.length) for (const text of moves?.said ?? []) if (!whole.has(text)) button(text, () => play(text));
  if (picks.length) button("← back", () => (picks.pop(), choose()));
  by("choices").replaceChildren(...buttons);
}

function pick(value) {
  refuse("");
  picks.push(value);
  choose();
}

async function play(move) {
  by("choices").replaceChildren();
  if (await send("/api/move", { turn: table.turn, text: move })) return true;
  picks = [];
  choose();
  return false;
}

function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const loudness = sound.createGain();
  loudness.gain.value = 0.05;
  tone.frequency.value = 660;
  tone.connect(loudness).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.15);
  tone.onended = () => sound.close();
}

// ---- the record of a game that is over, for the host

/// As it was sent: a seed has more digits than a number here.
async function download(by) {
  const answer = await fetch("/api/record", { headers: { Authorization: `Bearer ${by}` }, cache: "no-store" }).catch(() => undefined);
  if (!answer?.ok) return refuse("The record cannot be had now.");
  const address = URL.createObjectURL(await answer.blob());
  element("a", "", { href: address, download: "record.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// ---- a class: one link for all, who get seats, and one for its host, who sees all tables

async function tellClass() {
  by("game").hidden = by("rules").hidden = true;
  by("class").hidden = false;
  for (let last = ""; ; await pause(document.hidden ? 10_000 : 2000)) {
    const all = await ask("/api/class").catch((error) => ({ error }));
    if (all.error?.status === 401) return isNoLink();
    by("lost").hidden = !all.error;
    if (all.error) continue;
    by("title").textContent = document.title = all.title;
    if (all.role === "class") {
      by("status").textContent = "Give your name, and you get the next free seat.";
      const mine = localStorage.getItem(key);
      if (mine) by("status").append(" ", element("a", "Or go back to the seat that you have taken here.", { href: `#k=${mine}` }));
      by("joining").hidden = false;
      return;
    }
    const now = JSON.stringify(all);
    if (now !== last) tellTables(all); // else a button that somebody is on would be another one
    last = now;
  }
}

/// Takes a seat; the page is that of the seat then, also where it is loaded again, or its address is opened elsewhere.
async function join(name) {
  const id = newId();
  by("joining").querySelector("button").disabled = true;
  for (let mine; !mine; await pause(500)) {
    try {
      mine = (await ask("/api/join", { id, text: name })).key;
      localStorage.setItem(key, mine); // who opens the link for everybody again finds back
      location.replace(`#k=${mine}`); // Back does not join again
    } catch (error) {
      by("class-refusal").textContent = error.message;
      if (error.status && ![429, 503].includes(error.status)) break;
    }
  }
  by("joining").querySelector("button").disabled = false;
}

function tellTables({ link: invitation, tables }) {
  const seated = tables.flatMap(({ seats }) => seats).filter(({ name }) => name).length;
  const over = tables.filter(({ result }) => result).length;
  by("status").textContent = `${seated} seated, ${tables.length - over} ${tables.length - over === 1 ? "game goes" : "games go"} on, ${over} over`;
  by("invited").hidden = false;
  Object.assign(by("invited").querySelector("a"), { href: invitation, textContent: invitation });
  by("tables").replaceChildren(...tables.map(tellOne));
}

function tellOne({ table: id, seats, waits, plies, result, fails, watch, host }) {
  const line = element("li", "");
  for (const { seat, name, bot, answers } of seats) {
    const who = element("p", `${seat}: `);
    who.append(name ? element("bdi", name) : bot ? `a bot, ${bot}` : "free");
    line.append(who, ...(answers ?? []).filter(Boolean).map((answer) => element("p", `“${answer}”`)));
  }
  const links = element("p", "", { class: "links" });
  links.append(element("a", "Watch", { href: watch, target: "_blank" }), element("a", "As the host", { href: host, target: "_blank" }));
  const button = (words, act) => {
    const made = element("button", words, { type: "button" });
    made.onclick = act;
    links.append(made);
  };
  const hostKey = host.slice(host.indexOf("#k=") + 3);
  if (result) button("Record", () => download(hostKey));
  else for (const [seat, { name }] of seats.entries()) if (name) button(`Free ${seats[seat].seat}`, () => free(seat, hostKey));
  const moves = `${plies} ${plies === 1 ? "move" : "moves"}`;
  line.append(element("p", result ? `${result}, ${moves}` : fails ? `The game cannot go on, ${moves}` : `${sayWho(waits)} to move, ${moves}`, { class: "how" }), links);
  line.dataset.table = id;
  return line;
}

/// Whoever sat there sits there no more.
async function free(seat, hostKey) {
  await ask("/api/free", { id: newId(), seat }, hostKey).then(() => "", (error) => error.message).then((words) => (by("class-refusal").textContent = words));
}

// ---- what comes

async function refresh() {
  await take(await ask("/api/table"));
}

/// Listens until the connection is lost, and then again. EventSource could send no key but in the address.
async function listen() {
  for (let wait = 300; ; wait = Math.min(wait * 2, 5000)) {
    let reader;
    try {
      const answer = await fetch("/api/events", { headers: { Authorization: `Bearer ${key}` }, cache: "no-store" });
      if (answer.status === 401) return isNoLink();
      if (!answer.ok) {
        await refresh(); // without a stream as well as can be
        throw new Error();
      }
      reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ; ) {
        const { done, value } = await Promise.race([reader.read(), pause(40_000).then(() => ({ done: true }))]);
        if (done) break;
        rest += value;
        const versions = [...rest.matchAll(/^data: (\d+)\n\n/gm)];
        if (rest.includes("\n\n")) rest = rest.slice(rest.lastIndexOf("\n\n") + 2);
        isLost(false);
        wait = 300;
        // Who is here may have changed without a version.
        const isBeat = !versions.length && value.includes(":") && !table?.shown.board?.outcome;
        if (isBeat || (versions.length && Number(versions.at(-1)[1]) !== table?.version)) await refresh();
      }
    } catch {
      // As when it ends.
    }
    void reader?.cancel().catch(() => {}); // else it takes one of the browser's few connections
    isLost(true);
    await pause(wait);
  }
}

function onForm(form, box, act) {
  by(form).onsubmit = (event) => {
    event.preventDefault();
    const text = by(box).value.trim();
    if (text) void act(text).then((done) => done && box !== "name" && (by(box).value = ""));
  };
}
onForm("typed", "text", play);
onForm("named", "name", (text) => send("/api/name", { text }));
onForm("talk", "say", (text) => send("/api/say", { text }));
onForm("noting", "note", (text) => send("/api/note", { text }));
by("record").onclick = () => void download(key);
by("joining").onsubmit = (event) => {
  event.preventDefault();
  const name = by("joiner").value.trim();
  if (name) void join(name);
};
by("undo").onclick = () => void send("/api/undo", { turn: table.turn });
by("pause").onclick = () => void send(table.paused ? "/api/resume" : "/api/pause", {});
onhashchange = () => location.reload();
setInterval(tellClock, 250);

function isNoLink() {
  isLost(false);
  by("game").hidden = true;
  document.title = "No table";
  by("status").textContent = "This link is of no table that is open here. Perhaps a part of it is missing, the seat was made free, or the host has other options now: ask the host.";
}
if (key && link.has("c")) void tellClass();
else if (key) void listen();
else isNoLink();
