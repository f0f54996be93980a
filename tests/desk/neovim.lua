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

-- What is offered above a test, and its answer, which the server shows as a message.
vim.fn.writefile({ 'variant "Small" of laser_lawn', "option side = 3", 'test "19" { expect count(cells) == 19 }' }, path)
vim.cmd("edit! " .. path)
vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end)
local message
vim.lsp.handlers["window/showMessage"] = function(_, result) message = result.message end
vim.ui.select = function(items, _, choose)
  for index, item in ipairs(items) do
    if vim.inspect(item):find("Run test", 1, true) then choose(item, index) end
  end
end
vim.lsp.codelens.refresh()
vim.wait(5000, function() return #vim.lsp.codelens.get(0) >= 5 end)
expect("lenses above the script and the test", #vim.lsp.codelens.get(0) >= 5, vim.lsp.codelens.get(0))
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.cmd("GlintLens")
vim.wait(5000, function() return message ~= nil end)
expect("the test is run", message == "1 test passed", message)
print(failed and "Neovim: failures\n" or "Neovim: all as expected\n")
vim.cmd(failed and "cquit!" or "qall!")
