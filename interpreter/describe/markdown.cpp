// A sheet as Markdown.
#include <string>

#include "interpreter/describe/describe.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {
namespace {

/// Text in which no sign means anything to Markdown.
std::string plain(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("*_\\<`[]&").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

/// A text that begins a block, so that it is a paragraph: no heading, list, quotation or fence.
std::string paragraph(std::string text) {
  std::size_t at = text.find_first_not_of(" \t");
  if (at == std::string::npos) return {};
  text.erase(0, at);  // four blanks would make it code
  at = 0;
  constexpr std::string_view kSigns = "#>-+=~|";
  if (kSigns.find(text[0]) != std::string_view::npos) return "\\" + text;
  while (at < text.size() && lang::is_digit(text[at])) ++at;
  const bool is_step = at > 0 && at < text.size() && (text[at] == '.' || text[at] == ')') &&
                       (at + 1 == text.size() || text[at + 1] == ' ');
  return is_step ? text.insert(at, "\\") : text;
}

/// A heading, in which a `#` at the end would be lost.
std::string heading(std::string text) {
  if (text.ends_with('#')) text.insert(text.size() - 1, "\\");
  return text;
}

/// Script text between as many backquotes as it takes.
std::string quoted(const std::string& text) {
  std::string quotes = "`";
  while (text.find(quotes) != std::string::npos) quotes += "`";
  const bool touches = text.starts_with('`') || text.ends_with('`');
  return quotes + (touches ? " " : "") + text + (touches ? " " : "") + quotes;
}

std::string text_of(std::string_view phrase) {
  std::string text = lang::joined(runs(phrase), "", [](const Run& run) {
    const std::string sign = run.mark == Mark::pick ? "*" : run.mark == Mark::strong ? "**" : "";
    return run.mark == Mark::code ? quoted(run.text) : sign + plain(run.text) + sign;
  });
  if (text.ends_with("\\\\")) text.pop_back();  // at the end of a block a backslash is one
  return text;
}

std::string quoted_lines(const std::string& text, const std::string& language) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += "`";
  return fence + language + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string text_of(const std::vector<Line>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const bool goes_on = !line.sign.empty() && i + 1 < lines.size() && !lines[i + 1].sign.empty();
    text += (line.sign.empty() ? "" : line.sign + " ") + paragraph(text_of(line.text)) + (goes_on ? "\n" : "\n\n");
  }
  return text;
}

void add_entry(std::string& out, const Entry& entry) {
  if (!entry.name.empty()) out += "### " + heading(plain(entry.name)) + "\n\n";
  if (!entry.note.empty()) out += paragraph(text_of(sentence(capital(entry.note)))) + "\n\n";
  out += text_of(entry.doc);
  for (const std::string& line : entry.lines) out += "- " + paragraph(text_of(line)) + "\n";
  if (!entry.lines.empty()) out += "\n";
  if (!entry.script.empty()) out += quoted_lines(entry.script, "glint");
  if (!entry.looks.empty()) {
    for (const Figure& figure : entry.looks) out += "- " + paragraph(text_of(figure.caption)) + "\n";
    out += "\n";
  }
  if (!entry.optics.empty()) {
    out += paragraph(text_of(entry.optics_head)) + "\n\n";
    for (const Figure& figure : entry.optics)
      out += "- " + paragraph(text_of(sentence(capital(figure.caption)))) + "\n";
    out += "\n";
  }
  if (!entry.drawing.empty()) out += quoted_lines(entry.drawing, "text");
}

}  // namespace

std::string markdown(const Sheet& sheet) {
  std::string out = "# " + heading(plain(sheet.title)) + "\n\n";
  out += text_of(sheet.doc);
  for (const Section& section : sheet.sections) {
    out += "## " + heading(plain(section.heading)) + "\n\n";
    for (const Entry& entry : section.entries) add_entry(out, entry);
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace glint::describe
