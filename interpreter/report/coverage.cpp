#include "interpreter/report/coverage.hpp"

#include <algorithm>

namespace glint::report {
namespace {

std::uint64_t ran(const std::vector<CoveredLine>& lines) {
  return static_cast<std::uint64_t>(std::count_if(lines.begin(), lines.end(), [](const CoveredLine& line) { return line.runs > 0; }));
}

}  // namespace

std::vector<std::string> coverage_lines(const std::vector<CoveredLine>& lines) {
  std::vector<std::string> text = {std::to_string(ran(lines)) + " of " + std::to_string(lines.size()) + " lines of the rules ran"};
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

}  // namespace glint::report
