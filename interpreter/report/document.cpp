#include "interpreter/report/document.hpp"

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

}  // namespace

Json json_of(const Document& document) {
  Json json = Json::object();
  for (const Part& part : document.parts)
    if ((part.forms & kJson) != 0 && !part.id.empty())
      json[part.id] = std::visit([](const auto& what) { return json_of(what); }, part.what);
  return json;
}

}  // namespace glint::report
