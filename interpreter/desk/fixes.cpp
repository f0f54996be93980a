// Quick fixes: the edits that errors carry (lang::Mend), and words and signs that are missing (offers.hpp). Each is
// tried, and offered only if it makes the document better: the old error is gone, and no new one has come.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/offers.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using lang::Diagnostic;

/// Texts that are tried in one answer; of a long script, which takes a tenth of a second to check, a few.
constexpr int kMostTrials = 16, kMostTrialsOfLong = 3;
constexpr std::size_t kLongScript = 100'000;  // bytes
constexpr std::size_t kMostFixes = 6;   // of one error

/// The rank of what may be missing, which no error carries: it is tried only if nothing else fixes.
constexpr int kMissing = 11;

Edit edit_of(const lang::Mend& mend, const std::string& document) {
  return {{document, mend.at.begin, mend.at.end}, mend.text};
}

std::string text_after(std::string text, const Edit& edit) {
  return text.replace(edit.at.begin, edit.at.end - edit.at.begin, edit.text);
}

/// A text without its layout: edits after which it is the same are one.
std::string without_layout(const std::string& text) {
  std::string bare;
  for (const char c : text) {
    const bool is_blank = std::string_view(" \n\t\r").find(c) != std::string_view::npos;
    if (!is_blank)
      bare += c;
    else if (!bare.empty() && bare.back() != ' ')
      bare += ' ';
  }
  if (bare.ends_with(' ')) bare.pop_back();
  return bare;
}

/// The possible fixes of a document's error, the likeliest first.
std::vector<lang::Mend> candidates(const Desk::Analysis& known, const lang::Diagnostic& diagnostic,
                                   const std::string& text) {
  std::vector<lang::Mend> all = lang::mends_of(diagnostic);
  // A later error of syntax may only follow from the first.
  const lang::Span& at = diagnostic.primary.span;
  const bool follows =
      std::any_of(known.diagnostics.begin(), known.diagnostics.end(), [&](const lang::Diagnostic& other) {
        return is_of_syntax(other) && other.primary.span.file == 0 && other.primary.span.begin < at.begin;
      });
  if (is_of_syntax(diagnostic) && !follows)
    for (lang::Mend& each : missing_at(diagnostic, text)) {
      each.rank = kMissing;
      all.push_back(std::move(each));
    }
  std::erase_if(all, [](const lang::Mend& each) { return each.at.file != 0; });
  std::stable_sort(all.begin(), all.end(), [](const lang::Mend& a, const lang::Mend& b) { return a.rank < b.rank; });
  return all;
}

// ---- whether a document is better after an edit

bool is_error(const Diagnostic& one) { return one.severity == lang::Severity::error; }

/// The number of these errors, or of those of syntax.
std::size_t errors_in(const std::vector<Diagnostic>& all, bool of_syntax) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Diagnostic& one) {
    return is_error(one) && (!of_syntax || is_of_syntax(one));
  }));
}

/// The errors of a document before and after an edit.
struct Tried {
  const Desk::Analysis& before;
  const Desk::Analysis& after;
  const Edit& edit;
  const lang::Diagnostic& mended;  // the purpose of the edit
  /// The errors of the rest: the document without the line of an error of syntax. It is only asked for if it
  /// matters.
  std::function<const Desk::Analysis&()> rest;
};

/// The place after an edit of a byte of the text before it; nowhere if the edit replaced the byte.
std::optional<std::size_t> moved(std::size_t at, const Edit& edit) {
  if (at < edit.at.begin || (at == edit.at.begin && edit.at.end > edit.at.begin)) return at;
  if (at < edit.at.end) return std::nullopt;
  return at - edit.at.end + edit.at.begin + edit.text.size();
}

/// True if two errors are the same one, before and after an edit.
bool is_same(const Diagnostic& before, const Diagnostic& after, const Edit& edit) {
  if (before.code != after.code || before.message != after.message) return false;
  const lang::Span &old = before.primary.span, &now = after.primary.span;
  if (old.file != now.file) return false;
  return old.file != 0 || moved(old.begin, edit) == now.begin;
}

bool is_among(const std::vector<Diagnostic>& all, const Diagnostic& one, const Edit& edit) {
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) { return is_same(each, one, edit); });
}

/// True if an error marks one of some words, or concerns a declaration by such words.
bool is_about(const Diagnostic& one, const lang::Sources& sources, const std::vector<std::string>& words) {
  const auto marks = [&](const lang::Span& at) {
    if (at.file >= sources.size()) return false;
    const std::vector<std::string> marked = words_of(std::string(sources.text(at)));
    return std::any_of(marked.begin(), marked.end(), [&](const std::string& each) {
      return std::find(words.begin(), words.end(), each) != words.end();
    });
  };
  return marks(one.primary.span) ||
         std::any_of(one.others.begin(), one.others.end(), [&](const lang::Label& other) { return marks(other.span); });
}

/// The errors that were not there before.
std::vector<const Diagnostic*> fresh(const Tried& tried) {
  std::vector<const Diagnostic*> all;
  for (const Diagnostic& one : tried.after.diagnostics)
    if (is_error(one) && !is_among(tried.before.diagnostics, one, tried.edit)) all.push_back(&one);
  return all;
}

/// True if it is still wrong, or the text was stopped before all was found.
bool is_left(const Tried& tried) {
  return std::any_of(tried.after.diagnostics.begin(), tried.after.diagnostics.end(), [&](const Diagnostic& one) {
    return one.code == lang::Code::G0614 || is_same(tried.mended, one, tried.edit) ||
           (one.code == tried.mended.code && one.message == tried.mended.message && one.primary.span.file == 0 &&
            one.primary.span.begin == tried.mended.primary.span.begin);
  });
}

/// True if an error is on a line that the edit wrote, or at the beginning of the next one, where a text continues that
/// was cut.
bool is_beside(const Diagnostic& one, const Tried& tried) {
  const std::string& text = tried.after.sources->file(0).text;
  const lang::Span& at = one.primary.span;
  if (at.file != 0) return false;
  const std::size_t begin = lang::line_begin(text, tried.edit.at.begin);
  const std::size_t end = std::min(text.find('\n', tried.edit.at.begin + tried.edit.text.size()), text.size());
  return at.begin <= end && begin <= at.end;
}

/// True if an error concerns a word of the line that is fixed: perhaps it is wrong only because that line is.
bool is_about_line(const Diagnostic& one, const Tried& tried) {
  const std::string& text = tried.before.sources->file(0).text;
  const std::size_t at = std::min<std::size_t>(tried.mended.primary.span.begin, text.size());
  const std::size_t begin = lang::line_begin(text, at);
  return is_about(one, *tried.after.sources,
                  words_of(text.substr(begin, std::min(text.find('\n', at), text.size()) - begin)));
}

/// True if the error is gone, there are fewer errors, and none is new. An error of syntax hides what is wrong in the
/// words that it swallowed: of that, what is also wrong without the line that is fixed is not new.
bool is_mended(const Tried& tried) {
  if (is_left(tried)) return false;
  const std::vector<Diagnostic>&before = tried.before.diagnostics, &after = tried.after.diagnostics;
  const std::vector<const Diagnostic*> others = fresh(tried);
  if (!is_error(tried.mended)) return others.empty() && after.size() < before.size();
  if (!is_of_syntax(tried.mended)) return others.empty() && errors_in(after, false) < errors_in(before, false);
  if (errors_in(after, true) >= errors_in(before, true)) return false;
  // An error left in the line itself shows that the line was not understood.
  if (std::any_of(after.begin(), after.end(),
                  [&](const Diagnostic& one) { return is_of_syntax(one) && is_beside(one, tried); }))
    return false;
  return std::all_of(others.begin(), others.end(), [&](const Diagnostic* one) {
    return !is_of_syntax(*one) && !is_beside(*one, tried) && is_among(tried.rest().diagnostics, *one, tried.edit) &&
           !is_about_line(*one, tried);
  });
}

/// True if a name is the one that was meant, although it may cause other errors: these are at other lines, and no more
/// than before. The same holds for a move that a variant removes, although it is still chosen.
bool is_meant_name(const Tried& tried) {
  if (is_left(tried) || is_of_syntax(tried.mended)) return false;
  const std::vector<Diagnostic>&before = tried.before.diagnostics, &after = tried.after.diagnostics;
  const std::vector<const Diagnostic*> others = fresh(tried);
  return errors_in(after, false) <= errors_in(before, false) &&
         std::none_of(others.begin(), others.end(),
                      [&](const Diagnostic* one) { return is_of_syntax(*one) || is_beside(*one, tried); });
}

// ---- what is tried

/// The documents after edits that are tried for one error.
class Trials {
 public:
  using Edited = std::function<Desk::Analysis(const Desk::Analysis&, const Edit&)>;

  Trials(const Desk::Analysis& known, const lang::Diagnostic& diagnostic, const std::string& document,
         const std::string& text, Edited edited)
      : known_(known), diagnostic_(diagnostic), document_(document), text_(text), edited_(std::move(edited)) {
    if (is_of_syntax(diagnostic) && text.size() <= kLongestParsed) syntax_errors_ = syntax_errors_in(text);
  }

  /// True if the text after an edit has fewer syntax errors, or if the error is of another kind.
  bool can_be_read(const Edit& edit) const {
    return !syntax_errors_ || syntax_errors_in(text_after(text_, edit)) < *syntax_errors_;
  }

  /// The number of errors left after an edit that fixes the error; none: it does not fix it.
  std::optional<std::size_t> left_after(const Edit& edit, bool is_meant, bool& is_better) {
    const Desk::Analysis now = edited_(known_, edit);
    const Tried tried{known_, now, edit, diagnostic_, [&]() -> const Desk::Analysis& { return rest(); }};
    is_better = is_mended(tried);
    if (!is_better && !(is_meant && is_meant_name(tried))) return std::nullopt;
    return errors_in(now.diagnostics, false);
  }

 private:
  /// The document without the line of the error.
  const Desk::Analysis& rest() {
    if (!rest_) {
      const std::size_t begin = lang::line_begin(text_, diagnostic_.primary.span.begin);
      const std::size_t end = std::max(begin, std::min(text_.find('\n', diagnostic_.primary.span.begin), text_.size()));
      rest_.emplace(edited_(known_, {{document_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                                     std::string(end - begin, ' ')}));
    }
    return *rest_;
  }

  const Desk::Analysis& known_;
  const lang::Diagnostic& diagnostic_;
  const std::string& document_;
  const std::string& text_;
  const Edited edited_;
  std::optional<std::size_t> syntax_errors_;
  std::optional<Desk::Analysis> rest_;
};

/// An edit that was tried.
struct Mended {
  lang::Mend mend;
  std::size_t errors_left = 0;
  bool is_better = false;  // the error is gone, and no other has come
};

/// The candidates that fix the error. `left`: the number of tries left.
std::vector<Mended> tried(const std::vector<lang::Mend>& all, Trials& trials, const std::string& document,
                          const std::string& text, int& left) {
  std::vector<Mended> found;
  std::set<std::string> titles, texts;
  for (const lang::Mend& mend : all) {
    if (left == 0 || found.size() >= kMostFixes || (!found.empty() && mend.rank > found.back().mend.rank)) break;
    const Edit edit = edit_of(mend, document);
    const std::string after = without_layout(text_after(text, edit));
    if (titles.count(mend.title) != 0 || texts.count(after) != 0 || !trials.can_be_read(edit)) continue;
    --left;
    bool is_better = false;
    const auto errors = trials.left_after(edit, mend.is_certain, is_better);
    if (!errors) continue;
    found.push_back({mend, *errors, is_better});
    titles.insert(mend.title);
    texts.insert(after);
  }
  // If several words could all stand there, none is known to be meant.
  const auto is_guess = [](const Mended& one) {
    return one.mend.rank == kMissing && lang::begins_name(one.mend.text[0]);
  };
  if (std::count_if(found.begin(), found.end(), is_guess) > 1) found.clear();
  return found;
}

}  // namespace

std::vector<Fix> Desk::fixes(const std::string& document, std::uint32_t begin, std::uint32_t end) {
  const Analysis* known = analysis(document);
  std::vector<Fix> fixes;
  if (!known) return fixes;
  const std::string text = *this->text(document);
  const auto edited = [&](const Analysis& before, const Edit& edit) { return this->edited(before, {edit}); };
  int left = text.size() > kLongScript ? kMostTrialsOfLong : kMostTrials;
  for (const lang::Diagnostic& diagnostic : known->diagnostics) {
    const lang::Span& at = diagnostic.primary.span;
    if (at.file != 0 || at.begin > end || at.end < begin || diagnostic.code == lang::Code::G0614) continue;
    Trials trials(*known, diagnostic, document, text, edited);
    const std::vector<Mended> found = tried(candidates(*known, diagnostic, text), trials, document, text, left);
    // A name may be unknown because its declaration cannot be read.
    const bool hides = !is_of_syntax(diagnostic) && errors_in(known->diagnostics, true) > 0;
    // After a fixed syntax error other errors may appear: the best edits are those that leave the fewest.
    std::size_t fewest = SIZE_MAX;
    for (const Mended& one : found) fewest = std::min(fewest, one.errors_left);
    for (const Mended& one : found) {
      const bool is_preferred = one.mend.is_certain && one.is_better && !hides && &one == &found.front();
      if (one.errors_left == fewest || is_preferred)
        fixes.push_back({one.mend.title, std::string(lang::code_name(diagnostic.code)), known->range(at),
                         edit_of(one.mend, document), is_preferred});
    }
  }
  return fixes;
}

}  // namespace glint::desk
