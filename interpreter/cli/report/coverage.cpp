#include "interpreter/cli/report/coverage.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "interpreter/cli/report/page.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

std::uint64_t ran(const std::vector<CoveredLine>& lines) {
  return static_cast<std::uint64_t>(
      std::count_if(lines.begin(), lines.end(), [](const CoveredLine& line) { return line.runs > 0; }));
}

}  // namespace

void print_coverage(std::ostream& out, const std::vector<CoveredLine>& lines) {
  out << ran(lines) << " of " << lines.size() << " lines of the rules ran\n";
  const std::vector<CoveredFile> files = files_of(lines);
  for (const CoveredFile& file : files) {
    if (files.size() > 1) out << "in " << file.name << ": " << file.ran << " of " << file.of << '\n';
    for (const CoveredLine& line : lines)
      if (line.runs == 0 && line.file == file.name)
        out << "  never: " << line.file << ':' << line.line << "  " << line.text << '\n';
  }
}

Json coverage_json(const std::vector<CoveredLine>& lines) {
  const Json all = list_of(lines, [](const CoveredLine& line) {
    Json json = Json::object();
    json.update({{"file", line.file}, {"line", line.line}, {"runs", line.runs}, {"text", line.text}});
    return json;
  });
  const Json files = list_of(files_of(lines), [](const CoveredFile& file) {
    Json json = Json::object();
    json.update({{"file", file.name}, {"ran", file.ran}, {"of", file.of}});
    return json;
  });
  Json json = {{"ran", ran(lines)}, {"of", std::uint64_t{lines.size()}}};
  json.update({{"files", files}, {"lines", all}});
  return json;
}

std::string coverage_listing(const Game& game, const std::vector<CoveredLine>& lines) {
  const lang::Sources& sources = *game.program().sources;
  std::map<std::pair<std::string, int>, std::uint64_t> runs;
  std::set<std::string> files;
  for (const CoveredLine& line : lines) {
    runs[{line.file, line.line}] = line.runs;
    files.insert(line.file);
  }
  std::string text = "<p class=\"sub\">" + std::to_string(ran(lines)) + " of " + std::to_string(lines.size()) +
                     " lines of the rules ran.</p>\n";
  for (std::uint32_t f = 0; f < sources.size(); ++f) {
    const std::string name = lang::presentable(sources.file(f).name);
    if (!files.count(name)) continue;
    text += "<h3>" + view::escape(name) + "</h3>\n<table class=\"source\">\n";
    int number = 0;
    for (const std::string_view line : lang::lines_of(sources.file(f).text)) {
      const auto found = runs.find({name, ++number});
      const char* kind = found == runs.end() ? "" : found->second > 0 ? " class=\"ran\"" : " class=\"never\"";
      text += std::string("<tr") + kind + "><td class=\"n\">" + std::to_string(number) + "</td><td class=\"n\">" +
              (found == runs.end() ? "" : std::to_string(found->second)) + "</td><td><pre>" +
              view::escape(lang::presentable(line)) + "</pre></td></tr>\n";
    }
    text += "</table>\n";
  }
  return text;
}

std::string coverage_page(const Game& game, const std::vector<CoveredLine>& lines, const std::string& what) {
  return page_head(game.title() + ", coverage") + "<h1>" + view::escape(game.title()) + "</h1>\n<p class=\"sub\">" +
         view::escape(what) + "</p>\n" + coverage_listing(game, lines) + kPageTail;
}

}  // namespace glint::cli
