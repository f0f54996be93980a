#include "interpreter/report/coverage.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "interpreter/program/program.hpp"
#include "interpreter/report/page.hpp"
#include "interpreter/view/svg/text.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::report {
namespace {

std::uint64_t ran(const std::vector<CoveredLine>& lines) {
  return static_cast<std::uint64_t>(
      std::count_if(lines.begin(), lines.end(), [](const CoveredLine& line) { return line.runs > 0; }));
}

}  // namespace

std::vector<std::string> coverage_lines(const std::vector<CoveredLine>& lines) {
  std::vector<std::string> text = {std::to_string(ran(lines)) + " of " + std::to_string(lines.size()) +
                                   " lines of the rules ran"};
  const std::vector<CoveredFile> files = files_of(lines);
  for (const CoveredFile& file : files) {
    if (files.size() > 1)
      text.push_back("in " + file.name + ": " + std::to_string(file.ran) + " of " + std::to_string(file.of));
    for (const CoveredLine& line : lines)
      if (line.runs == 0 && line.file == file.name)
        text.push_back("  never: " + line.file + ":" + std::to_string(line.line) + "  " + line.text);
  }
  return text;
}

Json coverage_json(const std::vector<CoveredLine>& lines) {
  Json all = Json::array(), files = Json::array();
  for (const CoveredLine& line : lines)
    all.push_back({{"file", line.file}, {"line", line.line}, {"runs", line.runs}, {"text", line.text}});
  for (const CoveredFile& file : files_of(lines))
    files.push_back({{"file", file.name}, {"ran", file.ran}, {"of", file.of}});
  return {{"ran", ran(lines)}, {"of", lines.size()}, {"files", files}, {"lines", all}};
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

}  // namespace glint::report
