#include "interpreter/report/page.hpp"

#include "interpreter/view/svg/text.hpp"

namespace glint::report {

using view::escape;

namespace {

constexpr const char* kPageStyle = R"(
:root { color-scheme: light dark; --page: #fbf9f4; --text: #33302e; --faint: #7a756b; --line: #ddd8cd; --code: #f1ede4;
        --bar: #3d6b99; --differs: #b04a2c; }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #1a1917; --text: #eae6dc; --faint: #a8a396; --line: #3d3a35; --code: #2b2926; --bar: #5f92c4;
          --differs: #e8835f; }
}
body { font: 15px/1.5 "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; color: var(--text);
       background: var(--page); margin: 0 auto; max-width: 1060px; padding: 24px 28px 60px; }
h1 { font-size: 28px; font-weight: 600; margin: 12px 0 2px; }
h2 { font-size: 18px; font-weight: 600; margin: 38px 0 8px; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
h3 { font-size: 14px; font-weight: 600; margin: 14px 0 4px; }
p.sub { color: var(--faint); margin: 2px 0; }
p.verdict { font-size: 19px; line-height: 1.4; margin: 10px 0 14px; }
table { border-collapse: collapse; margin: 8px 0; }
th { text-align: left; font-weight: 600; color: var(--faint); font-size: 13px; }
th, td { padding: 3px 16px 3px 0; vertical-align: top; }
tr + tr td { border-top: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.what { color: var(--faint); font-size: 13px; }
td.differs { color: var(--differs); font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: 12px 34px; align-items: flex-start; }
.bar { display: inline-block; height: 10px; background: var(--bar); vertical-align: baseline; }
svg.plot { max-width: 100%; height: auto; font-family: inherit; }
svg.plot [fill="#33302e"] { fill: var(--text); }
svg.plot [fill="#7a756b"] { fill: var(--faint); }
svg.plot [stroke="#dbd6cc"] { stroke: var(--line); }
div.board svg { max-width: 100%; height: auto; }
.boards > div { flex: 1 1 300px; max-width: 490px; }
/* Of the panels, one at a time: the one whose button is chosen. */
.tabs > input { position: absolute; opacity: 0; }
.tabs > label { display: inline-block; padding: 3px 12px; margin: 0 4px 6px 0; border: 1px solid var(--line);
                border-radius: 4px; cursor: pointer; }
.tabs > input:checked + label { background: var(--text); color: var(--page); }
.tabs > input:focus-visible + label { outline: 2px solid var(--bar); }
.tabs > .panel { display: none; }
@media (max-width: 500px) {
  body { padding: 14px 14px 40px; }
  th, td { padding-right: 9px; overflow-wrap: anywhere; }
  code { overflow-wrap: anywhere; }
}
@media print {
  :root { --page: #fff; }
  body { max-width: none; padding: 0; }
  /* All games, each with its last board; two on a page. */
  .tabs > input, .tabs > label, .tabs:not(.games) > .panel:not(:last-child) { display: none !important; }
  .tabs > .panel { display: block !important; }
  .games > .panel, .boards > div { break-inside: avoid; }
  .games div.board svg { width: auto; max-height: 100mm; }
  details { display: none; }
  h2, h3, h2 + p.sub { break-after: avoid; }
  svg, tr { break-inside: avoid; }
}
code { background: var(--code); padding: 1px 5px; border-radius: 3px; }
ul.look li { margin: 4px 0; }
)";

std::string html_of(const Value& value, Column::Look look) {
  const std::string kind = value.is_marked                ? "differs" : look == Column::Look::note   ? "what"
                           : look == Column::Look::number ? "n" : "";
  return (kind.empty() ? "<td>" : "<td class=\"" + kind + "\">") + with_code(value.text) + (value.is_marked ? " *" : "") + "</td>";
}

std::string html_of(const Table& table) {
  using Look = Column::Look;
  std::string head, rows;
  for (const Column& column : table.columns)
    if ((column.forms & kPage) != 0)
      head += (column.look == Look::number ? "<th class=\"n\">" : "<th>") + escape(column.title) + "</th>";
  for (const std::vector<Value>& values : table.rows) {
    rows += "<tr>";
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [id, title, look, forms] = table.columns[i];
      if ((forms & kPage) == 0) continue;
      rows += look == Look::bar
                  ? "<td><span class=\"bar\" style=\"width: " + view::number(160 * values[i].bar) + "px\"></span></td>"
                  : html_of(values[i], look);
    }
    rows += "</tr>\n";
  }
  return table.rows.empty() ? "" : "<table>\n<tr>" + head + "</tr>\n" + rows + "</table>\n";
}

std::string html_of(const Sentences& sentences) {
  const bool is_list = sentences.look == Sentences::Look::list;
  const char* const begin = is_list ? "<li>" : sentences.look == Sentences::Look::plain ? "<p class=\"sub\">" : "<p class=\"verdict\">";
  std::string html;
  for (const std::string& line : sentences.lines)
    html += begin + with_code(line) + (is_list ? "</li>\n" : "</p>\n");
  return html.empty() || !is_list ? html : "<ul class=\"look\">\n" + html + "</ul>\n";
}

std::string html_of(const Json&) { return {}; }

}  // namespace

std::string html_of(const Figures& figures) {
  std::string html;
  for (const Figure& figure : figures) {
    const std::string picture = figure.page ? figure.page() : "";
    if (figure.title.empty() && figures.size() == 1) return picture;
    if (!picture.empty())
      html += "<div>" + (figure.title.empty() ? "" : "<h3>" + escape(figure.title) + "</h3>\n") + picture + "</div>\n";
  }
  return html.empty() ? "" : "<div class=\"row\">\n" + html + "</div>\n";
}

std::string page_of(const Document& document) {
  std::string page = page_head(document.title + ", " + document.subtitle) + "<h1>" + escape(document.title) + "</h1>\n";
  for (const Part& part : document.parts) {
    if ((part.forms & kPage) == 0) continue;
    const std::string html = std::visit([](const auto& what) { return html_of(what); }, part.what);
    if (!html.empty() && !part.title.empty()) page += "<h2>" + with_code(part.title + part.about) + "</h2>\n";
    page += html;
  }
  return page + kPageTail;
}

std::string page_head(const std::string& title, const std::string& style) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<title>" +
         view::escape(title) + "</title>\n<style>" + kPageStyle + style + "</style>\n</head>\n<body>\n";
}

std::string tabs(const std::string& name, const std::vector<Panel>& panels, std::size_t chosen, const std::string& kind) {
  std::string text, rules;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::string id = name + "-" + std::to_string(i);
    text += "<input type=\"radio\" name=\"" + name + "\" id=\"" + id + "\"" + (i == chosen ? " checked" : "") +
            "><label for=\"" + id + "\">" + view::escape(panels[i].button) + "</label>\n";
    rules += (i == 0 ? "#" : ", #") + id + ":checked ~ ." + id;
  }
  for (std::size_t i = 0; i < panels.size(); ++i)
    text += "<div class=\"panel " + name + "-" + std::to_string(i) + "\">\n" + panels[i].body + "</div>\n";
  return "<style>" + rules + " { display: block; }</style>\n<div class=\"tabs" + (kind.empty() ? "" : " " + kind) +
         "\">\n" + text + "</div>\n";
}

std::string with_code(const std::string& sentence) {
  std::string html;
  bool is_code = false;
  for (const char c : view::escape(sentence))
    html += c != '`' ? std::string(1, c) : (is_code = !is_code) ? "<code>" : "</code>";
  return html + (is_code ? "</code>" : "");
}

}  // namespace glint::report
