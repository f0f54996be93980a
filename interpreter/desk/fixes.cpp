// Edits that mend an error. What to write stands in the words of the error, in backticks; where it goes is found by
// trying: a fix is offered only if the document is better after it (mended.hpp), and nothing is lost that the author said.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/meant.hpp"
#include "interpreter/desk/mended.hpp"
#include "interpreter/desk/missing.hpp"
#include "interpreter/desk/repairs.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/index/words.hpp"
#include "lang/source/line_begin.hpp"
#include "lang/source/names.hpp"

namespace glint::desk {
namespace {

/// Texts that are tried in one answer; of a long script, which takes a tenth of a second to check, a few.
constexpr int kMostTried = 16, kMostTriedOfLong = 3;
constexpr std::size_t kLong = 100'000;  // bytes
constexpr std::size_t kMostFixes = 6;   // of one error

/// Whether a help lists what there is, without saying which of it is meant: a choice among directions mends nothing.
bool is_list(std::string_view help) {
  constexpr std::string_view kLists[] = {"there is ", "there are ", "its values are ", "labels go from ", "it has ",
                                         "they carry ", "a field ",   "a declaration begins with "};
  return std::any_of(std::begin(kLists), std::end(kLists), [&](std::string_view each) { return help.starts_with(each); });
}

class Candidates {
 public:
  Candidates(const std::string& document, const std::string& text, const lang::Span& at, const lang::Span& around)
      : document_(document), text_(text), at_(at), around_(around) {}

  void add(const std::string& written, bool is_meant) {
    const std::string quoted = "`" + written + "`";
    const std::string marked = text_.substr(at_.begin, at_.end - at_.begin);
    // At the end of a line that is too short nothing is marked.
    const bool is_apart = !marked.empty() || at_.begin == 0 || std::string_view(" \n(").find(text_[at_.begin - 1]) != std::string_view::npos;
    if (marked != written) put((marked.empty() ? "insert " : "write ") + quoted, at_.begin, at_.end, (is_apart ? "" : " ") + written);
    if (is_meant) return;  // "did you mean" is about the marked words
    // Of `a mod b` the operator is meant.
    const std::size_t first = written.find(' '), last = written.rfind(' ');
    if (first != std::string::npos && first < last && first == 1 && last == written.size() - 2)
      put("write `" + written.substr(2, last - 2) + "`", at_.begin, at_.end, " " + written.substr(2, last - 2) + " ");
    if (written.starts_with("remove ")) {
      const std::string line = (text_.empty() || text_.ends_with('\n') ? "" : "\n") + written + "\n";
      put("add the line " + quoted, static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text_.size()), line);
      return;
    }
    // The rest of the line from the mistake on, as of `turns++`.
    const std::size_t rest = text_.find_last_not_of(" \t\r}", std::min(text_.find('\n', at_.begin), text_.size()) - 1) + 1;
    // A statement that is to come before it does not take its place.
    const bool comes_before = written.starts_with("require ") || written.starts_with("if ");
    if (rest > at_.end && !comes_before) put("write " + quoted, at_.begin, static_cast<std::uint32_t>(rest), written);
    if (written == "\"") put("add " + quoted, at_.end, at_.end, written);  // a text that is not closed
    const lang::Word* word = lang::word_named(written.substr(0, written.find(' ')), lang::WordPlace::declaration);
    for (const std::uint32_t place : {at_.begin, around_.begin}) {
      if (place != at_.begin && word == nullptr) continue;
      put("insert " + quoted, place, place, written + (is_line_end(place) ? "" : " "));
    }
    if (!lang::begins_name(written.front())) return;  // a sign is no line
    // As a line of its own, before that of the mistake; and as the last one of the declaration.
    const std::size_t line = lang::line_begin(text_, at_.begin);
    const std::size_t indent = std::min(text_.find_first_not_of(" \t", line), text_.size());
    put("add the line " + quoted, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(line),
        text_.substr(line, indent - line) + written + "\n");
    if (around_.end > around_.begin && text_[around_.end - 1] == '}') {
      const std::size_t before = text_.find_last_not_of(" \t\n", around_.end - 2);
      const bool is_line = text_.substr(around_.begin, around_.end - around_.begin).find('\n') != std::string::npos;
      put("add " + quoted, static_cast<std::uint32_t>(before + 1), around_.end - 1,
          is_line ? "\n  " + written + "\n" : (text_[before] == '{' ? " " : "; ") + written + " ");
    }
  }

  /// Marks that only part or close something may go; a `!` says something.
  void add_removal() {
    if (std::string_view(";,:.(){}[]").find(text_[at_.begin]) != std::string_view::npos)
      put("remove `" + text_.substr(at_.begin, at_.end - at_.begin) + "`", at_.begin, at_.end, "");
  }

  std::vector<Candidate> all;

 private:
  void put(std::string title, std::uint32_t begin, std::uint32_t end, std::string text) {
    all.push_back({std::move(title), {{document_, begin, end}, std::move(text)}, false});
  }

  bool is_line_end(std::uint32_t place) const { return place >= text_.size() || text_[place] == '\n'; }

  const std::string& document_;
  const std::string& text_;
  const lang::Span at_, around_;
};

std::string text_after(std::string text, const Edit& edit) {
  return text.replace(edit.at.begin, edit.at.end - edit.at.begin, edit.text);
}

/// The text after an edit, without what its layout is: edits after which it is the same are one.
std::string words_after(const std::string& text, const Edit& edit) {
  const std::string_view whole(text);
  std::string after;
  for (const std::string_view part : {whole.substr(0, edit.at.begin), std::string_view(edit.text), whole.substr(edit.at.end)})
    for (const char c : part)
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
        after += c;
      else if (!after.empty() && after.back() != ' ')
        after += ' ';
  if (after.ends_with(' ')) after.pop_back();
  return after;
}

/// Whether an edit loses what the author said: a text, words, or the name of a declaration, of which nothing might then
/// be wrong any more. Only a single word may become another; marks such as `;` may go.
bool loses(const Edit& edit, std::string_view text, bool may_rename, const tree::File& before, const tree::File& after) {
  const std::string_view gone = text.substr(edit.at.begin, edit.at.end - edit.at.begin);
  const auto words_in = [](const std::string& line) {
    const std::vector<std::string> words = words_of(line);
    return std::set<std::string>(words.begin(), words.end());
  };
  const std::set<std::string> old_words = words_in(std::string(gone)), new_words = words_in(edit.text);
  if (gone.find('"') != std::string_view::npos && edit.text.find('"') == std::string::npos) return true;
  if (old_words.size() > (new_words.empty() ? 0 : 1) &&
      !std::includes(new_words.begin(), new_words.end(), old_words.begin(), old_words.end()))
    return true;
  const auto has_name = [&](const std::string& name) {
    return std::any_of(after.decls.begin(), after.decls.end(), [&](const tree::Decl& one) { return one.name.text == name; });
  };
  return !may_rename && !std::all_of(before.decls.begin(), before.decls.end(),
                                     [&](const tree::Decl& one) { return has_name(one.name.text); });
}

}  // namespace

std::vector<Fix> Desk::fixes(const std::string& document, std::uint32_t begin, std::uint32_t end) {
  const Analysis* known = analysis(document);
  std::vector<Fix> fixes;
  if (!known) return fixes;
  const std::string text = *this->text(document);
  int left = text.size() > kLong ? kMostTriedOfLong : kMostTried;
  for (const lang::Diagnostic& diagnostic : known->diagnostics) {
    const lang::Span& at = diagnostic.primary.span;
    if (at.file != 0 || at.begin > end || at.end < begin || diagnostic.code == lang::Code::G0614) continue;
    lang::Span around;
    for (const tree::Decl& decl : known->file(0).decls)
      if (decl.span.begin <= at.begin && at.end <= decl.span.end) around = decl.span;
    Candidates candidates(document, text, at, around);
    const std::string& label = diagnostic.primary.text;
    const bool is_meant = label.starts_with("did you mean ");
    const std::size_t line_begin = lang::line_begin(text, at.begin);
    const std::string line = text.substr(line_begin, std::min(text.find('\n', at.begin), text.size()) - line_begin);
    const auto is_known = [&](const std::string& name) {
      const std::vector<lang::Symbol>& symbols = known->index().symbols;
      return std::any_of(symbols.begin(), symbols.end(), [&](const lang::Symbol& one) { return one.name == name; });
    };
    const std::string marked = text.substr(at.begin, at.end - at.begin);
    // The label of another cell is another cell.
    const bool is_label = diagnostic.message.starts_with("no cell of this board");
    for (const Written& written : written_in(label, is_meant))
      if (is_meant ? !is_label || is_near(marked, written.text)
                   : is_real(written, line, is_known))
        candidates.add(written.text, is_meant);
    if (is_of_syntax(diagnostic) && at.end > at.begin) candidates.add_removal();
    for (Candidate& each : candidates.all) each.after = kMeant;
    if (!is_list(diagnostic.help))
      for (const Written& written : written_in(diagnostic.help, false)) {
        const std::string& word = written.text;  // of `a mod b` the operator is meant, whatever its operands are called
        const bool is_operator = word.size() > 4 && word[1] == ' ' && word[word.size() - 2] == ' ';
        // A test of a piece is an example that names what is meant; below an `if` another piece may be.
        Written test = written;
        if (word.starts_with("require ") &&
            text.substr(around.begin, at.begin - std::min(at.begin, around.begin)).find("if ") == std::string::npos)
          test.is_example = false;
        const bool is_misspelt = std::all_of(word.begin(), word.end(), lang::is_in_name) && is_near(marked, word);
        if (is_operator || is_misspelt || is_real(test, line, is_known)) candidates.add(word, false);
      }
    std::vector<Candidate> all = repairs_of(*known, diagnostic, document, text);
    for (Candidate& each : candidates.all) {
      if (each.after == 0) each.after = kWritten;
      all.push_back(std::move(each));
    }
    // A later error of syntax may only follow from the first.
    const bool is_first = std::none_of(known->diagnostics.begin(), known->diagnostics.end(), [&](const lang::Diagnostic& other) {
      return is_of_syntax(other) && other.primary.span.file == 0 && other.primary.span.begin < at.begin;
    });
    if (is_of_syntax(diagnostic) && is_first)
      for (Candidate& each : missing_at(diagnostic, document, text)) {
        each.after = kMissing;
        all.push_back(std::move(each));
      }
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.after < b.after; });
    std::optional<Analysis> rest, quiet_rest;
    const auto rest_of = [&](const Analysis& whole, std::optional<Analysis>& without) -> const Analysis& {
      if (!without) {
        const std::size_t begin = text.rfind('\n', at.begin) + 1;  // npos + 1 is 0
        const std::size_t line_end = std::min(text.find('\n', at.begin), text.size());
        const std::size_t first = std::min(begin, std::size_t{at.begin});
        const Edit gone{{document, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(line_end)},
                        std::string(line_end - first, ' ')};
        without.emplace(whole, std::vector<Edit>{gone}, document, texts_, *files_(document), limits_, trees_);
      }
      return *without;
    };
    // Errors of syntax elsewhere hide which names and types are wrong, so it is tried without them, too.
    std::vector<std::string> unread;
    const std::string quiet_text =
        is_error(diagnostic) ? without_broken(text, known->diagnostics, at, unread) : text;
    std::optional<Analysis> quiet;
    const auto is_mended_alone = [&](const Candidate& candidate) {
      if (quiet_text == text) return true;
      if (!quiet) quiet.emplace(document, quiet_text, texts_, *files_(document), limits_, trees_);
      const Analysis now(*quiet, {candidate.edit}, document, texts_, *files_(document), limits_, trees_);
      const Tried tried{*quiet, now, candidate.edit, diagnostic,
                        [&]() -> const Analysis& { return rest_of(*quiet, quiet_rest); }, unread};
      return is_mended(tried) || is_meant_name(tried);
    };
    // A name may be unknown because what declares it cannot be read.
    const bool hides = !is_of_syntax(diagnostic) && errors_in(known->diagnostics, true) > 0;
    // Most suggestions cannot be read at most places, so those are dropped before they are checked.
    const bool is_parsed_first = is_of_syntax(diagnostic) && text.size() <= kLongestParsed;
    const std::size_t syntax_errors = is_parsed_first ? syntax_errors_in(text) : 0;
    std::vector<Fix> found;
    std::vector<std::size_t> errors;  // that are left after each
    std::set<std::string> texts;      // after each
    int after = 0;                    // that of those which are offered
    for (const Candidate& candidate : all) {
      if (left == 0 || found.size() >= kMostFixes || (!found.empty() && candidate.after > after)) break;
      if (std::any_of(found.begin(), found.end(), [&](const Fix& one) { return one.title == candidate.title; }) ||
          texts.count(words_after(text, candidate.edit)) != 0)
        continue;
      if (!candidate.is_exact && (writes_twice(candidate.edit, text) ||
                                  (candidate.after != kMeant && !keeps_meaning(candidate.edit, text, diagnostic, is_known))))
        continue;
      if (is_parsed_first && syntax_errors_in(text_after(text, candidate.edit)) >= syntax_errors) continue;
      --left;
      const Analysis now(*known, {candidate.edit}, document, texts_, *files_(document), limits_, trees_);
      const Tried tried{*known, now, candidate.edit, diagnostic,
                        [&]() -> const Analysis& { return rest_of(*known, rest); }};
      const bool is_better = is_mended(tried);
      const bool is_suggested = is_meant && label == "did you mean `" + candidate.edit.text + "`?";
      const bool is_named = is_suggested && is_meant_name(tried);
      if ((!is_better && !is_named) ||
          (!candidate.is_exact && loses(candidate.edit, text, is_meant, known->file(0), now.file(0))))
        continue;
      if (!is_mended_alone(candidate)) continue;
      found.push_back({candidate.title, lang::code_name(diagnostic.code).data(), known->range(at), candidate.edit,
                       is_suggested && found.empty() && is_better && !hides});
      errors.push_back(errors_in(now.diagnostics, false));
      texts.insert(words_after(text, candidate.edit));
      after = candidate.after;
    }
    // Of several words that could all stand there, none is known to be meant.
    const auto is_guess = [&](const Fix& one) { return after == kMissing && lang::begins_name(one.edit.text[0]); };
    if (std::count_if(found.begin(), found.end(), is_guess) > 1) {
      found.clear();
      errors.clear();
    }
    // After an error of syntax others may come to light: those edits are best that leave the fewest.
    const std::size_t fewest = errors.empty() ? 0 : *std::min_element(errors.begin(), errors.end());
    for (std::size_t i = 0; i < found.size(); ++i)
      if (errors[i] == fewest || found[i].is_preferred) fixes.push_back(std::move(found[i]));
  }
  return fixes;
}

}  // namespace glint::desk
