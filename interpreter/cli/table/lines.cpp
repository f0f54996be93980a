#include "interpreter/cli/table/human.hpp"

#include <algorithm>
#include <istream>

#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/table/board.hpp"

#ifdef GLINT_HAS_LIBEDIT
#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <sstream>
#endif

namespace glint::cli {
namespace {

class PlainLines : public Lines {
 public:
  PlainLines(std::istream& in, std::ostream& talk) : in_(in), talk_(talk) {}

  using Lines::read;
  std::optional<std::string> read(const Asking& asking) override {
    talk_ << asking.prompt() << std::flush;
    std::string line;
    if (!is_stopped() && std::getline(in_, line)) return line;
    talk_ << '\n';
    return std::nullopt;
  }

  void remember(const std::string&) override {}

 private:
  std::istream& in_;
  std::ostream& talk_;
};

#ifdef GLINT_HAS_LIBEDIT

class EditedLines : public Lines {
 public:
  EditedLines(std::ostream& talk, int columns, Complete complete)
      : talk_(talk), columns_(columns), complete_(std::move(complete)) {
    std::setlocale(LC_CTYPE, "");  // libedit reads characters as the locale has them
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, 1000);
    edit_ = el_init("glint", stdin, stdout, stderr);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_PROMPT, &EditedLines::prompt);
    el_set(edit_, EL_HIST, ::history, history_);
    el_set(edit_, EL_GETCFN, &EditedLines::wait);
    el_set(edit_, EL_ADDFN, "glint-complete", "complete a move or a command", &EditedLines::on_tab);
    el_set(edit_, EL_BIND, "^I", "glint-complete", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }

  ~EditedLines() override {
    el_end(edit_);
    history_end(history_);
  }
  EditedLines(const EditedLines&) = delete;
  EditedLines& operator=(const EditedLines&) = delete;

  using Lines::read;
  std::optional<std::string> read(const Asking& asking) override {
    talk_ << std::flush;
    asking_ = &asking;
    prompt_ = asking.prompt();
    int count = 0;
    // Keys are read one by one from before the prompt is shown. Otherwise libedit would begin after it: keys typed in
    // between would be read as a line, and an end of file would be lost.
    el_set(edit_, EL_PREP_TERM, 1);
    const char* const line = el_gets(edit_, &count);
    if (line != nullptr && count > 0) return std::string(line, static_cast<std::size_t>(count));
    talk_ << '\n';
    return std::nullopt;
  }

  void remember(const std::string& line) override {
    HistEvent event;
    history(history_, &event, H_ENTER, line.c_str());
  }

 private:
  static EditedLines& of(EditLine* edit) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<EditedLines*>(self);
  }

  static char* prompt(EditLine* edit) { return of(edit).prompt_.data(); }

  /// Waits for a key, shows the time that is left meanwhile, and ends the input when none is, or by Ctrl-C.
  static int wait(EditLine* edit, wchar_t* key) {
    EditedLines& self = of(edit);
    constexpr int kMilliseconds = 200;
    pollfd keys{STDIN_FILENO, POLLIN, 0};
    while (poll(&keys, 1, kMilliseconds) <= 0) {
      if (is_stopped() || (self.asking_->is_late && self.asking_->is_late())) return 0;
      std::string prompt = self.asking_->prompt();
      const LineInfo* line = el_line(edit);
      const auto typed = static_cast<std::size_t>(line->lastchar - line->buffer);
      const bool has_room = prompt.size() + typed < static_cast<std::size_t>(self.columns_);
      if (prompt == self.prompt_ || !has_room) continue;
      self.prompt_ = std::move(prompt);
      std::fputs("\r\x1b[K", stdout);
      el_set(edit, EL_REFRESH);
    }
    el_set(edit, EL_GETCFN, EL_BUILTIN_GETCFN);
    const int count = el_wgetc(edit, key);
    el_set(edit, EL_GETCFN, &EditedLines::wait);
    return count;
  }

  /// Inserts the common part of all completions; if that adds nothing, lists them.
  static unsigned char on_tab(EditLine* edit, int) {
    EditedLines& self = of(edit);
    const LineInfo* info = el_line(edit);
    const std::string begun(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    const std::vector<std::string> found = self.complete_(begun);
    if (found.empty()) return CC_REFRESH_BEEP;
    const std::string common = common_beginning(found);
    if (common.size() > begun.size()) {
      el_insertstr(edit, common.substr(begun.size()).c_str());
      return CC_REFRESH;
    }
    if (found.size() == 1) return CC_REFRESH_BEEP;
    constexpr std::size_t kMostShown = 100;
    const auto shown = found.begin() + static_cast<std::ptrdiff_t>(std::min(kMostShown, found.size()));
    std::ostringstream list;
    list << '\n';
    for (const std::string& row : in_columns({found.begin(), shown}, self.columns_)) list << row << '\n';
    if (shown != found.end()) list << "... and " << found.size() - kMostShown << " more\n";
    std::fputs(list.str().c_str(), stdout);
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  std::ostream& talk_;
  int columns_;
  Complete complete_;
  std::string prompt_;
  const Asking* asking_ = nullptr;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

#endif

}  // namespace

std::unique_ptr<Lines> make_lines(Console& console, std::ostream& talk, Lines::Complete complete) {
#ifdef GLINT_HAS_LIBEDIT
  if (console.edits_lines && &talk == &console.out)
    return std::make_unique<EditedLines>(talk, console.style.columns, std::move(complete));
#endif
  static_cast<void>(complete);
  return std::make_unique<PlainLines>(console.in, talk);
}

bool can_edit_lines() {
#ifdef GLINT_HAS_LIBEDIT
  return true;
#else
  return false;
#endif
}

std::string common_beginning(const std::vector<std::string>& texts) {
  if (texts.empty()) return "";
  std::string common = texts.front();
  for (const std::string& text : texts) {
    const auto differ = std::mismatch(common.begin(), common.end(), text.begin(), text.end());
    common.erase(differ.first, common.end());
  }
  return common;
}

}  // namespace glint::cli
