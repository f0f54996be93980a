#include "lang/format/format.hpp"

#include "lang/format/layout.hpp"
#include "lang/parse/parse.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"

namespace glint::lang {
namespace {

using formatting::Line;

/// The last line of the old text that a new line is made of.
std::uint32_t last_line_of(const Line& line, const Sources& sources, std::uint32_t file) {
  const formatting::Token& last = line.tokens.back();
  return sources.locate(file, last.begin + static_cast<std::uint32_t>(last.text.size())).line;
}

/// The new lines that come from a range of old ones, in the place of these; the others as they were.
std::string with_range(const std::vector<Line>& lines, const Sources& sources, std::uint32_t file, LineRange range) {
  const std::string& old = sources.file(file).text;
  std::vector<std::uint32_t> first, last;
  for (const Line& line : lines) {
    first.push_back(sources.locate(file, line.tokens.front().begin).line);
    last.push_back(last_line_of(line, sources, file));
  }
  std::size_t begin = 0;
  while (begin < lines.size() && last[begin] < range.first) ++begin;
  std::size_t end = begin;
  while (end < lines.size() && first[end] <= range.last) ++end;
  if (begin == end) return old;
  // A line of the old text is replaced as a whole.
  while (begin > 0 && last[begin - 1] >= first[begin]) --begin;
  while (end < lines.size() && first[end] <= last[end - 1]) ++end;

  std::string text;
  const std::vector<std::string_view> old_lines = split(old, "\n");
  for (std::uint32_t line = 1; line < first[begin]; ++line) text += std::string(old_lines[line - 1]) + "\n";
  for (std::size_t i = begin; i < end; ++i)
    text += (i > begin && lines[i].after_blank ? "\n" : "") + lines[i].text + "\n";
  for (std::size_t line = last[end - 1]; line < old_lines.size(); ++line)
    text += std::string(old_lines[line]) + (line + 1 < old_lines.size() ? "\n" : "");
  return text;
}

}  // namespace

Formatted format(const Sources& sources, std::uint32_t file, LineRange range) {
  StopCheck never{Stop()};
  return format(sources, file, never, range);
}

Formatted format(const Sources& sources, std::uint32_t file, StopCheck& stop, LineRange range) {
  const std::string& text = sources.file(file).text;
  Formatted formatted{text, {}, true};
  parsing::Outline outline = parsing::outline(text, file, stop);
  formatted.diagnostics = std::move(outline.diagnostics);
  if (!formatted.diagnostics.empty()) return formatted;

  std::vector<Line> lines = formatting::lines_of_tokens(formatting::tokens_of(text, outline.nodes));
  formatting::align(lines);
  const bool is_whole = range.first <= 1 && range.last == UINT32_MAX;
  std::string laid_out;
  if (is_whole)
    for (const Line& line : lines) laid_out += (line.after_blank ? "\n" : "") + line.text + "\n";
  else
    laid_out = with_range(lines, sources, file, range);
  if (laid_out.size() > kMaxScriptBytes) {
    formatted.diagnostics.push_back({Code::G0103,
                                     Severity::error,
                                     "well laid out, this script has " + std::to_string(laid_out.size()) +
                                         " bytes, and a script has at most " + std::to_string(kMaxScriptBytes),
                                     {{file, 0, 0}, {}},
                                     {},
                                     {}});
    return formatted;
  }
  const parsing::Outline again = parsing::outline(laid_out, file, stop);
  formatted.is_safe = again.diagnostics.empty() && formatting::same_script(text, outline.nodes, laid_out, again.nodes);
  if (formatted.is_safe) formatted.text = std::move(laid_out);
  return formatted;
}

}  // namespace glint::lang
