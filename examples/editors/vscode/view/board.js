// The page of the board: draws what board.js sends, and sends back what is played.
const vscode = acquireVsCodeApi();

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const send = (kind, value) => vscode.postMessage({ kind, value });
const button = (text, title, kind, disabled = false) => make("button", { textContent: text, title, disabled, onclick: () => send(kind) });

const head = make("h1");
const status = make("p", { role: "status" });
const errors = make("div", { className: "errors", role: "alert" });
const picture = make("div", { className: "picture" });
const notes = make("div");
const game = make("div");
document.body.append(head, status, errors, picture, notes, game);

let focused = false; // in the field for moves: it stays so when the board is drawn again

const typed = make("input", { placeholder: "a move", ariaLabel: "a move", autocomplete: "off" });
typed.setAttribute("list", "legal");
typed.onkeydown = (event) => {
  if (event.key !== "Enter" || !typed.value.trim()) return;
  focused = true;
  send("play", typed.value.trim());
};

const showGame = ({ board, played, moves, seed, as, legal, count }) => {
  const list = make("datalist", { id: "legal" }, ...legal.map((move) => make("option", { value: move })));
  const seats = make("select", { ariaLabel: "what this player may see", onchange: () => send("as", seats.value) });
  seats.append(make("option", { value: "", textContent: "all is seen" }));
  for (const player of board.players) seats.append(make("option", { value: player, textContent: `as ${player}`, selected: player === as }));
  typed.disabled = count === 0;
  game.replaceChildren(
    make("div", { className: "bar" }, typed, list,
      button("Undo", "take the last move back", "undo", moves.length === 0),
      button("Restart", "from the start of the game", "restart", moves.length === 0),
      button("Other chance", `chance begins with the seed ${seed}: take the next one`, "chance"), seats),
    make("p", { className: "quiet", textContent: `${count} legal moves` }),
    make("pre", { textContent: moves.map((move, i) => `${i + 1}. ${move}${i < played ? "" : "   (not played)"}`).join("\n") }),
  );
  typed.value = "";
  if (focused) typed.focus();
  focused = false;
};

window.addEventListener("message", ({ data }) => {
  if (data.refused) {
    errors.textContent = data.refused;
    return;
  }
  const { file, test, passed, board } = data;
  errors.textContent = data.errors.join("\n");
  picture.classList.toggle("stale", !board); // the last board without errors
  if (!board) return;
  head.textContent = test ? `test "${test}"` : file;
  status.textContent = test ? (passed ? "passes, and ends here" : "fails here") : "";
  status.className = passed ? "passed" : "failed";
  // Made by glint, which escapes the texts of scripts; the page may run nothing but this file.
  picture.innerHTML = board.picture?.svg ?? "";
  notes.replaceChildren(
    ...(board.left_out ? [make("p", { className: "quiet", textContent: [board.left_out].flat().map((each) => each.message ?? each).join("\n") })] : []),
    ...board.notes.map(({ player, text }) => make("p", { textContent: player ? `${player}: ${text}` : text })),
  );
  if (test) game.replaceChildren();
  else showGame(data);
});
