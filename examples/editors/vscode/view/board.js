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
const chosen = make("div"); // about the cell that was clicked
const beams = make("pre"); // their ways, step by step, if they are traced
const notes = make("div");
const game = make("div");
document.body.append(head, status, errors, picture, chosen, beams, notes, game);

let legal = []; // the moves, with the cells that each names
let asked; // the cell that was clicked; it is asked about again when the board has changed
const mostMoves = 40;

/// A shape over each cell, to be clicked.
const layCells = ({ picture: drawn, cells }) => {
  const svg = picture.querySelector("svg");
  if (!svg || !drawn.outline) return;
  if (!cells.some(({ cell }) => cell === asked)) asked = undefined;
  for (const { cell, at: [x, y] } of cells) {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    shape.setAttribute("points", drawn.outline.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "));
    shape.setAttribute("class", cell === asked ? "cell chosen" : "cell");
    shape.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "title"), { textContent: cell }));
    shape.onclick = () => {
      picture.querySelector(".cell.chosen")?.classList.remove("chosen");
      shape.classList.add("chosen");
      asked = cell;
      send("cell", cell);
    };
    svg.append(shape);
  }
  if (asked) send("cell", asked);
};

/// What can be played with the cell, and its light.
const showCell = ({ cell, why }) => {
  const moves = legal.filter(({ cells }) => cells.includes(cell)).map(({ move }) => move);
  const buttons = moves.slice(0, mostMoves).map((move) => make("button", { textContent: move, onclick: () => send("play", move) }));
  const more = moves.length > mostMoves ? [make("span", { className: "quiet", textContent: `and ${moves.length - mostMoves} more` })] : [];
  chosen.replaceChildren(make("pre", { textContent: [why].flat().join("\n") }), make("div", { className: "bar" }, ...buttons, ...more));
};

let focused = false; // in the field for moves; it stays there when the board is drawn again

const typed = make("input", { placeholder: "a move", ariaLabel: "a move", autocomplete: "off" });
typed.setAttribute("list", "legal");
typed.onkeydown = (event) => {
  if (event.key !== "Enter" || !typed.value.trim()) return;
  focused = true;
  send("play", typed.value.trim());
};

const showGame = ({ board, played, moves, seed, as, count }) => {
  const list = make("datalist", { id: "legal" }, ...legal.map(({ move }) => make("option", { value: move })));
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
    make("pre", { className: "moves", textContent: moves.map((move, i) => `${i + 1}. ${move}${i < played ? "" : "   (not played)"}`).join("\n") }),
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
  if (data.cell) {
    showCell(data);
    return;
  }
  const { file, test, passed, board } = data;
  errors.textContent = data.errors.join("\n");
  picture.classList.toggle("stale", !board); // the last board without errors
  if (!board) return;
  head.textContent = test ? `test "${test}"` : file;
  status.textContent = test ? (passed ? "passes, and ends here" : "fails here") : "";
  status.className = passed ? "passed" : "failed";
  // Made by glint, which escapes the texts of scripts; the page may run no code except this file.
  picture.innerHTML = board.picture?.svg ?? "";
  legal = data.legal ?? [];
  beams.textContent = (data.steps ?? []).join("").trimEnd();
  chosen.replaceChildren();
  layCells(board);
  notes.replaceChildren(
    ...(board.left_out ? [make("p", { className: "quiet", textContent: [board.left_out].flat().map((each) => each.message ?? each).join("\n") })] : []),
    ...board.notes.map(({ player, text }) => make("p", { textContent: player ? `${player}: ${text}` : text })),
  );
  if (test) game.replaceChildren();
  else showGame(data);
});
