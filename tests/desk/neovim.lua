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
print(failed and "Neovim: failures\n" or "Neovim: all as expected\n")
vim.cmd(failed and "cquit!" or "qall!")
