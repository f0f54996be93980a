#include "interpreter/report/document.hpp"

#include <algorithm>
#include <ostream>

#include "interpreter/embedded/embedded.hpp"
#include "interpreter/view/svg/text.hpp"

namespace glint::report {
namespace {

Json json_of(const Json& data) { return data; }
Json json_of(const Sentences& sentences) { return sentences.lines; }
Json json_of(const Figures&) { return {}; }

Json json_of(const Table& table) {
  return view::list_of(table.rows, [&](const std::vector<Value>& values) {
    Json row = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Column& column = table.columns[i];
      if ((column.forms & kJson) != 0 && !column.id.empty()) row[column.id] = values[i].data;
    }
    return row;
  });
}

constexpr std::size_t kWidest = 120;

/// A column of a table: its title, and its texts.
struct Lines {
  std::vector<std::string> texts;
  std::size_t width = 0;
  bool is_right = false;
};

std::vector<Lines> lines_of(const Table& table, const std::string& title) {
  std::vector<Lines> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if ((column.forms & kTerminal) == 0 || column.look == Column::Look::bar) continue;
    Lines lines;
    const bool is_first = shown.empty();
    lines.texts.push_back(is_first ? (title.empty() ? "  " + column.title : title) : column.title);
    for (const std::vector<Value>& values : table.rows)
      lines.texts.push_back((is_first ? "  " : "") + values[i].text + (values[i].is_marked ? " *" : ""));
    for (const std::string& text : lines.texts) lines.width = std::max(lines.width, view::width_of(text));
    lines.is_right = column.look == Column::Look::number && !is_first;
    shown.push_back(std::move(lines));
  }
  return shown;
}

void print(std::ostream& out, const Table& table, const std::string& title) {
  const std::vector<Lines> shown = lines_of(table, title);
  for (std::size_t begin = 1, end; begin < shown.size(); begin = end) {
    std::size_t width = shown[0].width;
    for (end = begin; end < shown.size() && (end == begin || width + 3 + shown[end].width <= kWidest); ++end)
      width += 3 + shown[end].width;
    if (begin > 1) out << '\n';
    for (std::size_t row = 0; row <= table.rows.size(); ++row) {
      std::string line = padded(shown[0].texts[row], shown[0].width);
      for (std::size_t i = begin; i < end; ++i)
        line += "   " + padded(shown[i].texts[row], shown[i].width, shown[i].is_right);
      line.erase(line.find_last_not_of(' ') + 1);
      if (row > 0 || !line.empty()) out << line << '\n';
    }
  }
}

void print(std::ostream& out, const Part& part, const view::TerminalStyle& style, bool& is_first) {
  const auto begin = [&] { out << (std::exchange(is_first, false) ? "" : "\n"); };
  if (const auto* figures = std::get_if<Figures>(&part.what)) {
    for (const Figure& figure : *figures) {
      const std::string text = figure.terminal ? figure.terminal(style) : "";
      if (!text.empty()) begin();
      out << text;
    }
    return;
  }
  const auto* table = std::get_if<Table>(&part.what);
  const auto* sentences = std::get_if<Sentences>(&part.what);
  if (table == nullptr ? sentences == nullptr || sentences->lines.empty() : table->rows.empty()) return;
  begin();
  if (table != nullptr && part.about.empty()) return print(out, *table, part.title);
  if (!part.title.empty()) out << part.title << part.about << '\n';
  if (table != nullptr) return print(out, *table, "");
  for (const std::string& line : sentences->lines)
    out << (sentences->look == Sentences::Look::list ? "  " : "") << line << '\n';
}

}  // namespace

Json json_of(const Document& document) {
  Json json = Json::object();
  for (const Part& part : document.parts)
    if ((part.forms & kJson) != 0 && !part.id.empty())
      json[part.id] = std::visit([](const auto& what) { return json_of(what); }, part.what);
  return json;
}

// ---- lines of text

void print(std::ostream& out, const Document& document, const view::TerminalStyle& style) {
  bool is_first = true;
  for (const Part& part : document.parts)
    if ((part.forms & kTerminal) != 0) print(out, part, style, is_first);
}

std::string padded(std::string text, std::size_t width, bool right) {
  const std::size_t has = view::width_of(text);
  if (has >= width) return text;
  return right ? std::string(width - has, ' ') + text : text + std::string(width - has, ' ');
}

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
      head += column.title.empty() ? "<td></td>" : (column.look == Look::number ? "<th class=\"n\">" : "<th>") + escape(column.title) + "</th>";
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
  std::string page = page_head(document.title + ", " + document.subtitle) + "<main>\n<h1>" + escape(document.title) + "</h1>\n";
  for (const Part& part : document.parts) {
    if ((part.forms & kPage) == 0) continue;
    const std::string html = std::visit([](const auto& what) { return html_of(what); }, part.what);
    if (!html.empty() && !part.title.empty()) page += "<h2>" + with_code(part.title + part.about) + "</h2>\n";
    page += html;
  }
  return page + "</main>\n" + kPageTail;
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
