-- Neovim with the settings of examples/editors: an error appears, goes when it is mended, and the layout is set.
local here = vim.fn.getcwd()
vim.cmd("source " .. here .. "/../../examples/editors/glint.lua")
local path = vim.fn.tempname() .. ".glint"
vim.fn.writefile({ "library test", "/// Of one.", "let one  = 1", "let two = oen + 1" }, path)
vim.cmd("edit " .. path)

local failed = false
local function expect(what, holds, found)
  if holds then return end
  failed = true
  print("FAILED: " .. what .. "; found " .. vim.inspect(found))
end

vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)
expect("one error at its place", #found == 1 and found[1].lnum == 3 and found[1].col == 10, found)
vim.api.nvim_buf_set_text(0, 3, 10, 3, 13, { "one" })
vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end)
expect("it goes when it is mended", #vim.diagnostic.get(0) == 0, vim.diagnostic.get(0))
vim.api.nvim_win_set_cursor(0, { 4, 11 })
local _, hover = next(vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 5000) or {})
expect("hover shows the comment", hover and hover.result and hover.result.contents.value:find("Of one.", 1, true), hover)
if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync() end
expect("the layout is set", vim.fn.getline(3) == "let one = 1", vim.fn.getline(3))

-- :GlintTest runs the test at the cursor, and outside of tests all of them.
vim.fn.writefile({
  'variant "Small" of laser_lawn', "option side = 3", 'test "19" { expect count(cells) == 19 }', 'test "9" {',
  "  expect count(cells) == 9", "}",
}, path)
vim.cmd("edit! " .. path)
vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end)
local message
vim.notify = function(text) message = text end
local function run_at(line)
  message = nil
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.cmd("GlintTest")
  vim.wait(5000, function() return message ~= nil end)
  return message or ""
end
expect("a test passes", run_at(3) == "1 test passed", message)
expect("a test fails", run_at(5):find("9: ", 1, true) == 1 and message:find("count(cells)", 1, true), message)
expect("of all tests one fails", run_at(1):find("9: ", 1, true) == 1, message)
print(failed and "Neovim: failures\n" or "Neovim: all as expected\n")
vim.cmd(failed and "cquit!" or "qall!")
