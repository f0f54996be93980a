-- A session in Neovim, recorded by record.sh: a script is typed with a slip, mended, asked about, renamed, laid out, tried
-- and played.
local folder = vim.env.GLINT_SESSION
local path = folder .. "/lamps.glint"
vim.fn.writefile({
  'game "Lamps"', "use square", "players red, blue", 'option side: 3..5 = 3 "side"', "beam { }",
  "/// It shines to the north.", "piece lamp { emits n; look \"l\" }", "board square(side, side)",
  'move place "{at}" {', "  pick at in empty \"taken\"", "  put lamp on at", "}",
  "play { repeat { turn of each player { choose place else { end : tie } } } }", "let rim = cells - {b2}",
  'test "one" {', '  play "a1"', "  expect count(lamp) == 1", "}",
}, path)
vim.cmd("edit " .. path)
local client_id = vim.lsp.start_client({
  name = "glint",
  cmd = { "node", folder .. "/record.mjs", vim.env.GLINT, folder .. "/session.jsonl" },
  root_dir = folder,
  flags = { debounce_text_changes = 10 },
})
vim.lsp.buf_attach_client(0, client_id)
vim.wait(5000, function() return vim.lsp.get_client_by_id(client_id) ~= nil end)
local client = vim.lsp.get_client_by_id(client_id)
vim.wait(5000, function() return client.initialized end)
vim.wait(500)

local uri = vim.uri_from_fname(path)
local function at(line, character)
  return { textDocument = { uri = uri }, position = { line = line, character = character } }
end
local function ask(method, params)
  params = params or { textDocument = { uri = uri } }
  local answer = client.request_sync(method, params, 5000, 0)
  return answer and answer.result
end
local function errors(count)
  vim.wait(300)
  vim.wait(5000, function() return #vim.diagnostic.get(0) == count end)
  assert(#vim.diagnostic.get(0) == count, vim.inspect(vim.diagnostic.get(0)))
end

errors(0)
-- A name is typed letter by letter, with a slip; the fix mends it.
for i, letter in ipairs({ " ", "&", " ", "r", "i", "n" }) do
  vim.api.nvim_buf_set_text(0, 9, 17 + i, 9, 17 + i, { letter })
  vim.wait(100)
end
errors(1)
local range = { start = { line = 9, character = 21 }, ["end"] = { line = 9, character = 23 } }
local fix = ask("textDocument/codeAction", { textDocument = { uri = uri }, range = range, context = { diagnostics = {} } })
vim.lsp.util.apply_workspace_edit(fix[1].edit, "utf-16")
errors(0)
ask("textDocument/hover", at(10, 7))
ask("textDocument/hover", at(13, 5))
ask("textDocument/completion", at(9, 13))
ask("textDocument/completion", at(4, 0))
ask("textDocument/definition", at(10, 7))
ask("textDocument/references", { textDocument = { uri = uri }, position = { line = 10, character = 7 }, context = { includeDeclaration = true } })
ask("textDocument/documentHighlight", at(10, 7))
ask("textDocument/prepareRename", at(10, 7))
local rename = at(10, 7)
rename.newName = "torch"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", rename), "utf-16")
errors(0)
ask("textDocument/documentSymbol")
ask("textDocument/semanticTokens/full")
local format = { textDocument = { uri = uri }, options = { tabSize = 2, insertSpaces = true } }
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", format), 0, "utf-16")
errors(0)
ask("glint/tests")
ask("glint/test", { textDocument = { uri = uri }, picture = false })
ask("glint/show", { textDocument = { uri = uri }, moves = { "a1", "b2" }, picture = false })
ask("glint/moves", { textDocument = { uri = uri }, moves = { "a1", "b2" } })
ask("glint/play", { textDocument = { uri = uri }, moves = { "a1" }, move = "a1", picture = false })
ask("glint/trace", { textDocument = { uri = uri }, moves = { "a1" }, cell = "a3" })
ask("textDocument/moniker", at(0, 0))
-- One is no longer wanted as soon as it is sent.
local _, id = client.request("textDocument/hover", at(10, 7), function() end, 0)
client.cancel_request(id)
vim.wait(200)
vim.cmd("bdelete!")
client.stop()
vim.wait(1000, function() return client.is_stopped() end)
vim.cmd("qall!")
