-- Neovim 0.7 or newer: put this file into ~/.config/nvim/plugin/. It starts `glint lsp` for *.glint. :GlintTest runs the
-- test at the cursor, or all tests if the cursor is in none.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.glint",
  callback = function()
    vim.bo.filetype = "glint"
    vim.bo.commentstring = "// %s"
    vim.bo.shiftwidth = 2
    vim.bo.expandtab = true
  end,
})

local function run_tests()
  local line = vim.fn.line(".") - 1
  local asked = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  vim.lsp.buf_request(0, "glint/tests", asked, function(_, listed)
    for _, test in ipairs(listed and listed.tests or {}) do
      if test.range.start.line <= line and line <= test.range["end"].line then asked.titles = { test.title } end
    end
    asked.boards = false
    vim.lsp.buf_request(0, "glint/test", asked, function(_, answer)
      if not answer then return end  -- the error is shown already
      local wrong = {}
      for _, problem in ipairs(answer.errors) do table.insert(wrong, problem.message) end
      for _, test in ipairs(answer.tests) do
        if not test.passed then table.insert(wrong, test.title .. ": " .. test.failure) end
      end
      if #wrong > 0 then return vim.notify(table.concat(wrong, "\n"), vim.log.levels.ERROR) end
      vim.notify(#answer.tests == 1 and "1 test passed" or #answer.tests .. " tests passed")
    end)
  end)
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
          vim.api.nvim_buf_create_user_command(buffer, "GlintTest", run_tests, {})
        end,
      })
    end
    if server then vim.lsp.buf_attach_client(args.buf, server) end
  end,
})
