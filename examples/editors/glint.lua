-- Neovim 0.7 or newer: put this file into ~/.config/nvim/plugin/. It starts `glint lsp` for *.glint. With the cursor on the
-- first line of a script or of a test, :GlintLens runs tests, shows the board, traces beams, or studies the game.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.glint",
  callback = function()
    vim.bo.filetype = "glint"
    vim.bo.commentstring = "// %s"
    vim.bo.shiftwidth = 2
    vim.bo.expandtab = true
  end,
})

-- Asks what can be done above declarations, once a server of the buffer is ready.
local function refresh()
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  for _, client in pairs(clients) do
    if client.name == "glint" and client.initialized then return vim.lsp.codelens.refresh() end
  end
end

local server  -- one for all scripts
vim.api.nvim_create_autocmd("FileType", {
  pattern = "glint",
  callback = function(args)
    if not server or not vim.lsp.get_client_by_id(server) then
      server = vim.lsp.start_client({
        name = "glint",
        cmd = { "glint", "lsp" },
        root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(args.buf), ":h"),
        on_attach = function(_, buffer)
          vim.api.nvim_buf_create_user_command(buffer, "GlintLens", vim.lsp.codelens.run, {})
          vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, { buffer = buffer, callback = refresh })
          refresh()
        end,
      })
    end
    if server then vim.lsp.buf_attach_client(args.buf, server) end
  end,
})
