-- A session in Neovim over several files, recorded by record.sh: a library, a game that uses it and a variant of the game are
-- edited together. Names are renamed over the files, mistakes are mended by code actions, and words are completed.
local folder = vim.env.GLINT_SESSION
local scripts = {
  sparks = { "library sparks", "/// Cells with nothing on them.", "let free = empty", "let outer = {c in cells where c.x == 1}" },
  glow = {
    'game "Glow"', "use square", "use sparks", "players red, blue", "option side: 3..5 = 3", "board square(side, side)",
    'piece ember of player { look "{owner:1}" }', 'move place "{at}" {', '  pick at in free "taken"',
    "  put ember(owner = me) on at", "}", "play { repeat { turn of each player { choose place else { end : tie } } } }",
    'test "two" {', '  play "a1", "b1"', "  expect count(ember) == 2", "}",
  },
  dim = { 'variant "Dim" of glow', "option side = 4", "let rim = outer", "after place {", "  require at in rim", "}" },
}
for name, lines in pairs(scripts) do vim.fn.writefile(lines, folder .. "/" .. name .. ".glint") end
vim.o.hidden = true

local client_id
local buffers = {}
for _, name in ipairs({ "sparks", "glow", "dim" }) do
  vim.cmd("edit " .. folder .. "/" .. name .. ".glint")
  buffers[name] = vim.api.nvim_get_current_buf()
  client_id = client_id or vim.lsp.start_client({
    name = "glint",
    cmd = { "node", folder .. "/record.mjs", vim.env.GLINT, folder .. "/session.jsonl" },
    root_dir = folder,
    flags = { debounce_text_changes = 10 },
  })
  vim.lsp.buf_attach_client(buffers[name], client_id)
  vim.wait(5000, function() return vim.lsp.get_client_by_id(client_id) ~= nil end)
  vim.wait(5000, function() return vim.lsp.get_client_by_id(client_id).initialized end)
  vim.wait(300)
end
local client = vim.lsp.get_client_by_id(client_id)

local function document(name)
  return { uri = vim.uri_from_bufnr(buffers[name]) }
end
local function ask(name, method, fields)
  local answer = client.request_sync(method, vim.tbl_extend("keep", { textDocument = document(name) }, fields or {}), 5000, buffers[name])
  assert(answer and not answer.err, vim.inspect(answer))
  return answer.result
end
local function at(line, character)
  return { position = { line = line, character = character } }
end
local function errors(name, count)
  vim.wait(300)
  vim.wait(5000, function() return #vim.diagnostic.get(buffers[name]) == count end)
  local found = vim.diagnostic.get(buffers[name])
  assert(#found == count, name .. ": " .. vim.inspect(found))
end
local function write(name, line, text)
  vim.api.nvim_buf_set_lines(buffers[name], line, line + 1, false, { text })
end
local function mend(name)
  local first = vim.diagnostic.get(buffers[name])[1]
  local range = { start = { line = first.lnum, character = first.col }, ["end"] = { line = first.end_lnum, character = first.end_col } }
  local fixes = ask(name, "textDocument/codeAction", { range = range, context = { diagnostics = {}, only = { "quickfix" } } })
  assert(#fixes > 0, "nothing mends it")
  vim.lsp.util.apply_workspace_edit(fixes[1].edit, "utf-16")
end

for name in pairs(scripts) do errors(name, 0) end
-- Where a name of the library is used, and another name for it in all files.
ask("sparks", "textDocument/references", vim.tbl_extend("keep", at(2, 5), { context = { includeDeclaration = true } }))
ask("glow", "textDocument/definition", at(8, 14))
ask("glow", "textDocument/prepareRename", at(8, 14))
vim.lsp.util.apply_workspace_edit(ask("glow", "textDocument/rename", vim.tbl_extend("keep", at(8, 14), { newName = "open" })), "utf-16")
for name in pairs(scripts) do errors(name, 0) end
-- A name of the base game, from the variant.
ask("dim", "textDocument/hover", at(3, 7))
vim.lsp.util.apply_workspace_edit(ask("dim", "textDocument/rename", vim.tbl_extend("keep", at(3, 7), { newName = "lay" })), "utf-16")
for name in pairs(scripts) do errors(name, 0) end
-- A slip in the library is an error in each file that needs the name; the fix of the library mends all.
write("sparks", 2, "let opne = empty")
errors("glow", 1)
errors("dim", 1)
mend("glow")
errors("glow", 0)
write("sparks", 2, "let open = empty")
errors("glow", 1)
mend("glow")
for name in pairs(scripts) do errors(name, 0) end
-- Two slips of a variant, one after the other.
write("dim", 2, "let rim = oter")
errors("dim", 1)
mend("dim")
errors("dim", 0)
write("dim", 1, "option sid = 4")
errors("dim", 1)
mend("dim")
errors("dim", 0)
-- What can be written at places of each file.
for _, place in ipairs({ { "glow", 1, 4 }, { "glow", 8, 13 }, { "glow", 9, 2 }, { "glow", 9, 6 }, { "dim", 0, 17 }, { "dim", 1, 14 }, { "dim", 3, 6 }, { "dim", 4, 16 }, { "dim", 6, 0 }, { "sparks", 2, 11 } }) do
  if place[2] >= vim.api.nvim_buf_line_count(buffers[place[1]]) then vim.api.nvim_buf_set_lines(buffers[place[1]], -1, -1, false, { "" }) end
  vim.wait(100)
  ask(place[1], "textDocument/completion", at(place[2], place[3]))
end
ask("dim", "textDocument/rangeFormatting", { range = { start = { line = 3, character = 0 }, ["end"] = { line = 5, character = 1 } }, options = { tabSize = 2, insertSpaces = true } })
ask("dim", "glint/describe")
ask("dim", "glint/diff", { limit = 200, games = 2 })
-- A file that is closed is no longer known to this server; one that uses it says so.
vim.cmd("bdelete! " .. buffers.dim)
ask("glow", "textDocument/documentSymbol")
client.stop()
vim.wait(1000, function() return client.is_stopped() end)
vim.cmd("qall!")
