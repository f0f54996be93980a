;; Emacs with the settings of examples/editors: an error appears, goes when it is mended, the layout is set, and a name leads
;; to its declaration. Run by run.sh: emacs --batch -l emacs.el
(require 'eglot)
(require 'xref)
(setq eglot-sync-connect t)

;; The lines of the page, as somebody copies them.
(defvar settings
  (with-temp-buffer
    (insert-file-contents (expand-file-name "../../interpreter/cli/README.md" (file-name-directory load-file-name)))
    (search-forward "\n### Emacs\n")
    (let (lines)
      (while (and (zerop (forward-line)) (not (looking-at "##")))
        (when (looking-at "    \\(.*\\)") (push (match-string 1) lines)))
      (mapconcat 'identity (nreverse lines) "\n"))))
(with-temp-buffer
  (insert (replace-regexp-in-string "(add-hook .*" "" settings)) ; without a window nothing is started by itself
  (eval-buffer))

(defvar failed nil)
(defun expect (what holds found)
  (unless holds
    (setq failed t)
    (message "FAILED: %s; found %s" what found)))
(defun wait-until (holds)
  (let ((tries 0))
    (while (and (< tries 100) (not (funcall holds)))
      (accept-process-output nil 0.05)
      (setq tries (1+ tries)))))

(find-file (make-temp-file "glint" nil ".glint" "library test\n/// Of one.\nlet one  = 1\nlet two = oen + 1\n"))
(expect "scripts have a mode" (eq major-mode 'glint-mode) major-mode)
(call-interactively 'eglot)

(wait-until 'flymake-diagnostics)
(let ((found (flymake-diagnostics)))
  (expect "one error at its place" (and found (= 4 (line-number-at-pos (flymake-diagnostic-beg (car found))))) found))
(goto-char (point-min))
(search-forward "oen")
(replace-match "one")
(eglot--signal-textDocument/didChange) ; otherwise sent when Emacs is idle, which it never is here
(wait-until (lambda () (not (flymake-diagnostics))))
(expect "it goes when it is mended" (not (flymake-diagnostics)) (flymake-diagnostics))
(eglot-format-buffer)
(goto-char (point-min))
(expect "the layout is set" (search-forward "let one = 1" nil t) (buffer-string))
(search-forward "= one")
(backward-char)
(let ((places (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (expect "a name leads to its declaration" (string-match "let one" (xref-item-summary (car places))) places))

(set-buffer-modified-p nil)
(delete-file buffer-file-name)
(message (if failed "Emacs: failures" "Emacs: all as expected"))
(kill-emacs (if failed 1 0))
