// A sheet as Markdown.
#include <string>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/phrase.hpp"

namespace glint::describe {
namespace {

/// Text in which no sign means anything to Markdown.
std::string plain(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '*' || c == '_' || c == '\\' || c == '<' || c == '`' || c == '[' || c == ']') safe += '\\';
    safe += c;
  }
  return safe;
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
    out += "### " + plain(entry.name) + (entry.of.empty() ? "" : " " + text_of(entry.of)) + "\n\n";
  if (!entry.note.empty()) out += text_of(sentence(capital(entry.note))) + "\n\n";
  for (const std::string& paragraph : entry.doc) out += text_of(paragraph) + "\n\n";
  // Steps are counted on each level.
  std::vector<int> counted;
  for (const Line& line : entry.lines) {
    const auto depth = static_cast<std::size_t>(line.depth);
    counted.resize(depth + 1);
    ++counted[depth];
    out += std::string(3 * depth, ' ') + (entry.in_order ? std::to_string(counted[depth]) + ". " : "- ") +
           text_of(line.text) + "\n";
  }
  if (!entry.lines.empty()) out += "\n";
  if (!entry.aside.empty()) out += text_of(entry.aside) + "\n\n";
  if (!entry.optics.empty()) {
    out += text_of(entry.optics_head) + "\n\n";
    for (const Figure& figure : entry.optics) out += "- " + text_of(sentence(capital(figure.caption))) + "\n";
    out += "\n";
  }
  if (!entry.drawing.empty()) {
    out += "```text\n" + entry.drawing;
    if (!entry.drawing.ends_with('\n')) out += "\n";
    out += "```\n\n";
  }
}

}  // namespace

std::string markdown(const Sheet& sheet) {
  std::string out = "# " + plain(sheet.title) + "\n\n";
  for (const std::string& paragraph : sheet.doc) out += text_of(paragraph) + "\n\n";
  for (const Section& section : sheet.sections) {
    out += "## " + plain(section.heading) + "\n\n";
    for (const Entry& entry : section.entries) add_entry(out, entry);
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace glint::describe
