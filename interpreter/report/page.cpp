#include "interpreter/report/page.hpp"

#include "interpreter/embedded/embedded.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::report {

using view::escape;

namespace {

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
         view::escape(title) + "</title>\n<style>\n" + std::string(embedded_file("interpreter/report/page.css")->text) +
         style + "</style>\n</head>\n<body>\n";
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
