// A sheet as HTML.
#include <string>

#include "interpreter/describe/describe.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {
namespace {

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

std::string sheet_style() { return "\n" + std::string(embedded_file("interpreter/describe/sheet.css")->text); }

std::string html(const Sheet& sheet) { return Page(sheet).make(); }

}  // namespace glint::describe
