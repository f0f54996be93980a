// A sheet as Markdown, and as HTML.
#include <string>

#include "interpreter/describe/describe.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "interpreter/view/svg/text.hpp"
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

/// A text at the beginning of a block, made into a paragraph: no heading, list, quotation or fence.
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

using view::escape;

/// A picture whose parts have names that no other picture of the page has: each stands alone with `prefix`.
std::string with_own_names(std::string svg, const std::string& prefix) {
  for (const std::string before : {" id=\"", " href=\"#", "url(#"})
    for (std::size_t at = 0; (at = svg.find(before, at)) != svg.npos; at += before.size())
      svg.insert(at + before.size(), prefix);
  return svg;
}

class Page {
 public:
  explicit Page(const Sheet& sheet) : sheet_(sheet) {}

  std::string make() {
    out_ = "<main class=\"sheet\">\n<h1>" + escape(sheet_.title) + "</h1>\n";
    add_words(sheet_.doc, "<p class=\"intro\">");
    out_ += "<nav class=\"contents\" aria-label=\"Contents\">";
    for (const Section& section : sheet_.sections)
      out_ += "<a href=\"#" + escape(section.id) + "\">" + escape(section.heading) + "</a> ";
    out_ += "</nav>\n";
    for (const Section& section : sheet_.sections) {
      const bool is_folded = section.id == "script";
      out_ += "<section class=\"" + escape(section.id) + "\">\n<h2 id=\"" + escape(section.id) + "\">" +
              escape(section.heading) + "</h2>\n";
      if (is_folded) out_ += "<details><summary>Show them; unfolded they are printed, too</summary>\n";
      for (const Entry& entry : section.entries) add(entry);
      out_ += is_folded ? "</details>\n</section>\n" : "</section>\n";
    }
    return std::move(out_) + "</main>\n";
  }

 private:
  static std::string text_of(const std::string& phrase) {
    return lang::joined(runs(phrase), "", [](const Run& run) {
      const std::string tag = run.mark == Mark::pick ? "i" : run.mark == Mark::code ? "code" : run.mark == Mark::strong ? "b" : "";
      const std::string words = escape(run.text);
      return tag.empty() ? words : "<" + tag + ">" + words + "</" + tag + ">";
    });
  }

  /// Paragraphs, and the lists between them.
  void add_words(const std::vector<Line>& lines, const std::string& paragraph = "<p>") {
    std::string list;  // the kind that is open
    for (const Line& line : lines) {
      const std::string kind = line.sign.empty() ? "" : line.sign == "-" ? "ul" : "ol";
      if (kind != list) out_ += (list.empty() ? "" : "</" + list + ">\n") + (kind.empty() ? "" : "<" + kind + ">\n");
      list = kind;
      out_ += list.empty() ? paragraph + text_of(line.text) + "</p>\n" : "<li>" + text_of(line.text) + "</li>\n";
    }
    if (!list.empty()) out_ += "</" + list + ">\n";
  }

  std::string picture(const std::string& svg) { return with_own_names(svg, "p" + std::to_string(++pictures_) + "-"); }

  void add_figures(const std::vector<Figure>& figures, const std::string& kind, const std::string& head = {}) {
    if (figures.empty() || figures.front().svg.empty()) return;
    if (!head.empty()) out_ += "<p class=\"note\">" + text_of(head) + "</p>\n";
    out_ += "<div class=\"figures " + kind + "\">\n";
    for (const Figure& figure : figures)
      out_ += "<figure>" + picture(figure.svg) + "<figcaption>" + text_of(figure.caption) + "</figcaption></figure>\n";
    out_ += "</div>\n";
  }

  void add(const Entry& entry) {
    out_ += "<div>\n";
    if (!entry.name.empty()) out_ += "<h3>" + escape(entry.name) + "</h3>\n";
    if (!entry.note.empty()) out_ += "<p class=\"note\">" + text_of(sentence(capital(entry.note))) + "</p>\n";
    add_words(entry.doc);
    if (!entry.script.empty()) out_ += "<pre>" + view::escape_lines(entry.script) + "</pre>\n";
    add_figures(entry.looks, "looks");
    add_figures(entry.optics, "optics", entry.optics_head);
    if (!entry.board.empty())
      out_ += "<figure class=\"board\">" + picture(entry.board) + "</figure>\n";
    else if (!entry.drawing.empty())
      out_ += "<pre>" + view::escape_lines(entry.drawing) + "</pre>\n";
    if (!entry.lines.empty()) {
      out_ += "<ul class=\"facts\">\n";
      for (const std::string& line : entry.lines) out_ += "<li>" + text_of(line) + "</li>\n";
      out_ += "</ul>\n";
    }
    out_ += "</div>\n";
  }

  const Sheet& sheet_;
  std::string out_;
  int pictures_ = 0;
};

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

std::string sheet_style() { return "\n" + std::string(embedded_file("interpreter/describe/sheet.css")->text); }

std::string html(const Sheet& sheet) { return Page(sheet).make(); }

}  // namespace glint::describe
