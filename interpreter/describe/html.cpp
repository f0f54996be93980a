// A sheet as HTML.
#include <algorithm>
#include <string>

#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/phrase.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::describe {

const char* const kSheetStyle = R"(
main.sheet { max-width: 820px; margin: 0 auto; }
main.sheet > p.intro { font-size: 17px; line-height: 1.45; }
nav.contents { color: var(--faint); font-size: 13px; margin: 14px 0 0; }
nav.contents a { margin-right: 14px; }
main.sheet a { color: inherit; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; }
main.sheet h3 { font-size: 16px; margin: 22px 0 4px; }
main.sheet h3 span { font-weight: 400; }
main.sheet p { margin: 4px 0 8px; }
main.sheet p.note { color: var(--faint); }
main.sheet ul, main.sheet ol { margin: 4px 0 8px; padding-left: 24px; }
main.sheet li { margin: 3px 0; }
.figures { display: flex; flex-wrap: wrap; gap: 8px 18px; margin: 8px 0 12px; }
.figures figure { margin: 0; width: min-content; min-width: 96px; }
.figures figcaption { font-size: 12px; line-height: 1.35; color: var(--faint); }
.figures svg { display: block; }
figure.board { margin: 10px 0; }
figure.board svg { max-width: 100%; max-height: 620px; height: auto; }
@media print {
  @page { margin: 16mm 15mm; }
  body { font-size: 10.5pt; padding: 0; background: none; }
  nav.contents { display: none; }
  main.sheet { max-width: none; }
  main.sheet a { text-decoration: none; font-style: italic; }
  figure.board svg { max-height: 85mm; width: auto; }
  .figures, figure, main.sheet li { break-inside: avoid; }
  p.note, main.sheet h3 { break-after: avoid; }
}
)";

namespace {

using view::escape;

/// A name in an address within the page.
std::string anchor(const std::string& name) {
  std::string id = "t-";
  for (const char c : name) id += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  return id;
}

/// A picture whose parts have names that no other picture of the page has: each stands alone with `prefix`.
std::string with_own_names(const std::string& svg, const std::string& prefix) {
  std::string text;
  for (std::size_t i = 0; i < svg.size();) {
    bool is_name = false;
    for (const std::string_view before : {" id=\"", " href=\"#", "url(#"}) {
      if (svg.compare(i, before.size(), before) != 0) continue;
      text += std::string(before) + prefix;
      i += before.size();
      is_name = true;
      break;
    }
    if (!is_name) text += svg[i++];
  }
  return text;
}

class Page {
 public:
  explicit Page(const Sheet& sheet) : sheet_(sheet) {}

  std::string make() {
    out_ = "<main class=\"sheet\">\n<h1>" + escape(sheet_.title) + "</h1>\n";
    for (const std::string& paragraph : sheet_.doc) out_ += "<p class=\"intro\">" + text_of(paragraph) + "</p>\n";
    out_ += "<nav class=\"contents\" aria-label=\"Contents\">";
    for (const Section& section : sheet_.sections)
      out_ += "<a href=\"#" + escape(section.id) + "\">" + escape(section.heading) + "</a> ";
    out_ += "</nav>\n";
    for (const Section& section : sheet_.sections) {
      out_ += "<section>\n<h2 id=\"" + escape(section.id) + "\">" + escape(section.heading) + "</h2>\n";
      for (const Entry& entry : section.entries) add(entry);
      out_ += "</section>\n";
    }
    return std::move(out_) + "</main>\n";
  }

 private:
  std::string text_of(const std::string& phrase) const {
    std::string text;
    for (const Run& run : runs(phrase)) {
      const std::string words = escape(run.text);
      switch (run.mark) {
        case Mark::plain:
          text += words;
          break;
        case Mark::pick:
          text += "<i>" + words + "</i>";
          break;
        case Mark::code:
          text += "<code>" + words + "</code>";
          break;
        case Mark::strong:
          text += "<b>" + words + "</b>";
          break;
        case Mark::term:
          text += std::find(sheet_.terms.begin(), sheet_.terms.end(), run.text) == sheet_.terms.end()
                      ? "<i>" + words + "</i>"
                      : "<a href=\"#" + anchor(run.text) + "\">" + words + "</a>";
          break;
      }
    }
    return text;
  }

  void add_lines(const Entry& entry) {
    const std::string open = entry.in_order ? "<ol>\n" : "<ul>\n", close = entry.in_order ? "</ol>\n" : "</ul>\n";
    int depth = -1;
    for (const Line& line : entry.lines) {
      if (line.depth <= depth) out_ += "</li>\n";
      for (; depth > line.depth; --depth) out_ += close + "</li>\n";
      for (; depth < line.depth; ++depth) out_ += open + (depth + 1 < line.depth ? "<li>" : "");
      out_ += "<li>" + text_of(line.text);
    }
    if (depth >= 0) out_ += "</li>\n";
    for (; depth >= 0; --depth) out_ += close + (depth > 0 ? "</li>\n" : "");
  }

  std::string picture(const std::string& svg) { return with_own_names(svg, "p" + std::to_string(++pictures_) + "-"); }

  void add_figures(const std::vector<Figure>& figures) {
    if (figures.empty() || figures.front().svg.empty()) return;
    out_ += "<div class=\"figures\">\n";
    for (const Figure& figure : figures)
      out_ += "<figure>" + picture(figure.svg) + "<figcaption>" + text_of(figure.caption) + "</figcaption></figure>\n";
    out_ += "</div>\n";
  }

  void add(const Entry& entry) {
    if (!entry.name.empty()) {
      // The first entry of a name has its address.
      const bool is_first = std::find(used_.begin(), used_.end(), entry.name) == used_.end();
      if (is_first) used_.push_back(entry.name);
      out_ += "<h3" + (is_first ? " id=\"" + anchor(entry.name) + "\"" : "") + ">" + escape(entry.name) +
              (entry.of.empty() ? "" : " <span>" + text_of(entry.of) + "</span>") + "</h3>\n";
    }
    if (!entry.note.empty()) out_ += "<p class=\"note\">" + text_of(sentence(capital(entry.note))) + "</p>\n";
    for (const std::string& paragraph : entry.doc) out_ += "<p>" + text_of(paragraph) + "</p>\n";
    add_figures(entry.looks);
    add_lines(entry);
    if (!entry.aside.empty()) out_ += "<p class=\"note\">" + text_of(entry.aside) + "</p>\n";
    if (!entry.optics.empty() && !entry.optics.front().svg.empty()) {
      out_ += "<p class=\"note\">" + text_of(entry.optics_head) + "</p>\n";
      add_figures(entry.optics);
    }
    if (!entry.board.empty())
      out_ += "<figure class=\"board\">" + picture(entry.board) + "</figure>\n";
    else if (!entry.drawing.empty())
      out_ += "<pre>" + view::escape_lines(entry.drawing) + "</pre>\n";
  }

  const Sheet& sheet_;
  std::string out_;
  std::vector<std::string> used_;
  int pictures_ = 0;
};

}  // namespace

std::string html(const Sheet& sheet) { return Page(sheet).make(); }

}  // namespace glint::describe
