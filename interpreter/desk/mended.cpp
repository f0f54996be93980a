#include "interpreter/desk/mended.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "interpreter/desk/missing.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/index/words.hpp"
#include "lang/source/line_begin.hpp"
#include "lang/source/names.hpp"

namespace glint::desk {
namespace {

using lang::Diagnostic;

/// Where a byte of the text before an edit is after it; nowhere if the edit replaced it.
std::optional<std::size_t> moved(std::size_t at, const Edit& edit) {
  if (at < edit.at.begin || (at == edit.at.begin && edit.at.end > edit.at.begin)) return at;
  if (at < edit.at.end) return std::nullopt;
  return at - edit.at.end + edit.at.begin + edit.text.size();
}

/// Whether two errors are the same one, before and after an edit.
bool is_same(const Diagnostic& before, const Diagnostic& after, const Edit& edit) {
  if (before.code != after.code || before.message != after.message) return false;
  const lang::Span &old = before.primary.span, &now = after.primary.span;
  if (old.file != now.file) return false;
  return old.file != 0 || moved(old.begin, edit) == now.begin;
}

bool is_among(const std::vector<Diagnostic>& all, const Diagnostic& one, const Edit& edit) {
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) { return is_same(each, one, edit); });
}

/// Whether an error marks one of some words, or is about what such words declare.
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
    if (is_error(one) && !is_among(tried.before.diagnostics, one, tried.edit) &&
        !is_about(one, *tried.after.sources, tried.unread))
      all.push_back(&one);
  return all;
}

/// Whether it is still wrong, or the text was stopped before all was found.
bool is_left(const Tried& tried) {
  return std::any_of(tried.after.diagnostics.begin(), tried.after.diagnostics.end(), [&](const Diagnostic& one) {
    return one.code == lang::Code::G0614 || is_same(tried.mended, one, tried.edit) ||
           (one.code == tried.mended.code && one.message == tried.mended.message && one.primary.span.file == 0 &&
            one.primary.span.begin == tried.mended.primary.span.begin);
  });
}

/// Whether an error is on a line that the edit wrote, or at the beginning of the next: there a text goes on that was
/// cut.
bool is_beside(const Diagnostic& one, const Tried& tried) {
  const std::string& text = tried.after.sources->file(0).text;
  const lang::Span& at = one.primary.span;
  if (at.file != 0) return false;
  const std::size_t begin = lang::line_begin(text, tried.edit.at.begin);
  const std::size_t end = std::min(text.find('\n', tried.edit.at.begin + tried.edit.text.size()), text.size());
  return at.begin <= end && begin <= at.end;
}

/// Whether an error is about a word of the line that is mended: it may be wrong only because that line is.
bool is_about_line(const Diagnostic& one, const Tried& tried) {
  const std::string& text = tried.before.sources->file(0).text;
  const std::size_t at = std::min<std::size_t>(tried.mended.primary.span.begin, text.size());
  const std::size_t begin = lang::line_begin(text, at);
  return is_about(one, *tried.after.sources,
                  words_of(text.substr(begin, std::min(text.find('\n', at), text.size()) - begin)));
}

/// Where the declaration begins that a place is in, and where the next one does: declarations begin at the margin.
lang::Span declaration_around(const std::string& text, std::size_t at) {
  const auto begins = [&](std::size_t line) { return line < text.size() && lang::begins_name(text[line]); };
  std::size_t begin = lang::line_begin(text, std::min(at, text.size()));
  while (begin > 0 && !begins(begin)) begin = lang::line_begin(text, begin - 1);
  std::size_t end = std::min(text.find('\n', std::max(begin, std::min(at, text.size()))), text.size());
  while (end < text.size() && !begins(end + 1)) end = std::min(text.find('\n', end + 1), text.size());
  return {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

bool is_error(const Diagnostic& one) { return one.severity == lang::Severity::error; }

std::size_t errors_in(const std::vector<Diagnostic>& all, bool of_syntax) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Diagnostic& one) {
    return is_error(one) && (!of_syntax || is_of_syntax(one));
  }));
}

bool is_mended(const Tried& tried) {
  if (is_left(tried)) return false;
  const std::vector<Diagnostic>&before = tried.before.diagnostics, &after = tried.after.diagnostics;
  const std::vector<const Diagnostic*> others = fresh(tried);
  if (!is_error(tried.mended)) return others.empty() && after.size() < before.size();
  if (!is_of_syntax(tried.mended)) return others.empty() && errors_in(after, false) < errors_in(before, false);
  if (errors_in(after, true) >= errors_in(before, true)) return false;
  // What is still wrong in the line itself shows that it was not understood.
  if (std::any_of(after.begin(), after.end(),
                  [&](const Diagnostic& one) { return is_of_syntax(one) && is_beside(one, tried); }))
    return false;
  return std::all_of(others.begin(), others.end(), [&](const Diagnostic* one) {
    return !is_of_syntax(*one) && !is_beside(*one, tried) && is_among(tried.rest().diagnostics, *one, tried.edit) &&
           !is_about_line(*one, tried);
  });
}

bool is_meant_name(const Tried& tried) {
  if (is_left(tried) || is_of_syntax(tried.mended)) return false;
  const std::vector<Diagnostic>&before = tried.before.diagnostics, &after = tried.after.diagnostics;
  const std::vector<const Diagnostic*> others = fresh(tried);
  return errors_in(after, false) <= errors_in(before, false) &&
         std::none_of(others.begin(), others.end(),
                      [&](const Diagnostic* one) { return is_of_syntax(*one) || is_beside(*one, tried); });
}

std::string without_broken(const std::string& text, const std::vector<lang::Diagnostic>& wrong, const lang::Span& at,
                           std::vector<std::string>& blanked) {
  const lang::Span kept = declaration_around(text, at.begin);
  std::string quiet = text;
  for (const lang::Diagnostic& one : wrong) {
    if (!is_of_syntax(one) || !is_error(one) || one.primary.span.file != 0) continue;
    const lang::Span gone = declaration_around(text, one.primary.span.begin);
    if (gone.begin == kept.begin || text[std::min<std::size_t>(gone.begin, text.size() - 1)] == ' ') continue;
    for (const std::string& word : words_of(text.substr(gone.begin, gone.end - gone.begin)))
      if (!lang::word_named(word)) blanked.push_back(word);
    for (std::size_t i = gone.begin; i < gone.end; ++i)
      if (quiet[i] != '\n') quiet[i] = ' ';
  }
  return quiet;
}

}  // namespace glint::desk
