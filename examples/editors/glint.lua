-- Neovim 0.7 or newer: put this file into ~/.config/nvim/plugin/. It starts `glint lsp` for *.glint.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.glint",
  callback = function()
    vim.bo.filetype = "glint"
    vim.bo.commentstring = "// %s"
    vim.bo.shiftwidth = 2
    vim.bo.expandtab = true
  end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = "glint",
  callback = function(args)
    local path = vim.api.nvim_buf_get_name(args.buf)
    local client = vim.lsp.start_client({ name = "glint", cmd = { "glint", "lsp" }, root_dir = vim.fn.fnamemodify(path, ":h") })
    if client then vim.lsp.buf_attach_client(args.buf, client) end
  end,
})
