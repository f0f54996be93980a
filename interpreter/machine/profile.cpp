#include "interpreter/machine/profile.hpp"

#include <algorithm>
#include <map>

#include "lang/diagnostics/presentable.hpp"

namespace glint {

std::string line_text(const lang::Sources& sources, std::uint32_t file, std::uint32_t line) {
  std::string text(sources.line(file, line));
  text.erase(0, text.find_first_not_of(" \t"));
  return lang::shortened(text, 100);
}

Profile::Profile(const Program& program) : program_(program), costs_(program.code.instructions.size() + 1) {
  // The cost of a stamp: the smallest one measured.
  constexpr int kBatches = 100, kStamps = 100;
  for (int batch = 0; batch < kBatches; ++batch) {
    then_ = now();
    const std::uint64_t begun = then_;
    for (int i = 0; i < kStamps; ++i) stamp(0);
    const double each = static_cast<double>(then_ - begun) / kStamps;
    if (batch == 0 || each < overhead_) overhead_ = each;
  }
  clear();
}

void Profile::clear() {
  std::fill(costs_.begin(), costs_.end(), Cost{});
  start();
}

void Profile::start() {
  last_ = costs_.size() - 1;
  then_ = now();
}

void Profile::add(const Profile& other) {
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    costs_[i].ticks += other.costs_[i].ticks;
    costs_[i].stamps += other.costs_[i].stamps;
    costs_[i].runs += other.costs_[i].runs;
  }
}

std::vector<ProfileLine> Profile::lines() const {
  std::map<std::pair<std::string, int>, ProfileLine> by_place;
  double all = 0;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    const Cost& cost = costs_[i];
    if (cost.stamps == 0) continue;
    ProfileLine line;
    // Code without a place in the script counts as time between runs.
    const lang::Span span = i < program_.code.spans.size() ? program_.code.spans[i] : lang::Span{};
    if (span.end > 0 && program_.sources && span.file < program_.sources->size()) {
      line.file = lang::presentable(program_.sources->file(span.file).name);
      line.line = static_cast<int>(program_.sources->locate(span.file, span.begin).line);
    }
    ProfileLine& known = by_place.try_emplace({line.file, line.line}, line).first->second;
    if (known.text.empty() && known.line > 0)
      known.text = line_text(*program_.sources, span.file, static_cast<std::uint32_t>(known.line));
    const double ticks = std::max(0.0, static_cast<double>(cost.ticks) - overhead_ * static_cast<double>(cost.stamps));
    known.share += ticks;
    known.runs = std::max(known.runs, cost.runs);
    all += ticks;
  }
  std::vector<ProfileLine> lines;
  for (auto& [place, line] : by_place) {
    if (all > 0) line.share /= all;
    lines.push_back(std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const ProfileLine& a, const ProfileLine& b) { return a.share > b.share; });
  return lines;
}

}  // namespace glint
