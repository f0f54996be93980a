// A sheet as Markdown.
#include <string>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/phrase.hpp"
#include "lang/source/names.hpp"

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
  std::string text;
  for (const Run& run : runs(phrase)) {
    switch (run.mark) {
      case Mark::plain:
        text += plain(run.text);
        break;
      case Mark::term:
      case Mark::pick:
        text += "*" + plain(run.text) + "*";
        break;
      case Mark::code:
        text += quoted(run.text);
        break;
      case Mark::strong:
        text += "**" + plain(run.text) + "**";
        break;
    }
  }
  return text;
}

void add_entry(std::string& out, const Entry& entry) {
  if (!entry.name.empty())
    out += "### " + heading(plain(entry.name) + (entry.of.empty() ? "" : " " + text_of(entry.of))) + "\n\n";
  if (!entry.note.empty()) out += paragraph(text_of(sentence(capital(entry.note)))) + "\n\n";
  for (const std::string& each : entry.doc) out += paragraph(text_of(each)) + "\n\n";
  // Steps are counted on each level.
  std::vector<int> counted;
  for (const Line& line : entry.lines) {
    const auto depth = static_cast<std::size_t>(line.depth);
    counted.resize(depth + 1);
    ++counted[depth];
    out += std::string(3 * depth, ' ') + (entry.in_order ? std::to_string(counted[depth]) + ". " : "- ") +
           paragraph(text_of(line.text)) + "\n";
  }
  if (!entry.lines.empty()) out += "\n";
  if (!entry.aside.empty()) out += paragraph(text_of(entry.aside)) + "\n\n";
  if (!entry.optics.empty()) {
    out += paragraph(text_of(entry.optics_head)) + "\n\n";
    for (const Figure& figure : entry.optics) out += "- " + paragraph(text_of(sentence(capital(figure.caption)))) + "\n";
    out += "\n";
  }
  if (!entry.drawing.empty()) {
    std::string fence = "```";
    while (entry.drawing.find(fence) != std::string::npos) fence += "`";
    out += fence + "text\n" + entry.drawing + (entry.drawing.ends_with('\n') ? "" : "\n") + fence + "\n\n";
  }
}

}  // namespace

std::string markdown(const Sheet& sheet) {
  std::string out = "# " + heading(plain(sheet.title)) + "\n\n";
  for (const std::string& each : sheet.doc) out += paragraph(text_of(each)) + "\n\n";
  for (const Section& section : sheet.sections) {
    out += "## " + heading(plain(section.heading)) + "\n\n";
    for (const Entry& entry : section.entries) add_entry(out, entry);
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace glint::describe
