// Codes, order, and the nearest known name. render.cpp prints diagnostics.
#include "lang/diagnostics/diagnostic.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace glint::lang {
namespace {

struct CodeEntry {
  Code code;
  std::string_view name;
  std::string_view summary;
};

constexpr CodeEntry kCodes[] = {
#define GLINT_CODE(code, summary) {Code::code, #code, summary},
#include "lang/diagnostics/codes.def"
#undef GLINT_CODE
};

const CodeEntry& entry(Code code) { return kCodes[static_cast<std::size_t>(code)]; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(), [](char c) { return lower(c); });
  return all;
}

/// The Damerau-Levenshtein distance (adjacent letters may be swapped), or `limit + 1` if it is more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t far = limit + 1;
  if ((a.size() > b.size() ? a.size() - b.size() : b.size() - a.size()) > limit) return far;
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return std::min(row[b.size()], far);
}

}  // namespace

std::string_view code_name(Code code) { return entry(code).name; }

std::string_view code_summary(Code code) { return entry(code).summary; }

const std::vector<Code>& all_codes() {
  static const std::vector<Code> codes = [] {
    std::vector<Code> all;
    for (const CodeEntry& one : kCodes) all.push_back(one.code);
    return all;
  }();
  return codes;
}

Diagnostic stopped() {
  return {Code::G0614,
          Severity::error,
          "this was stopped before it was finished, by its time limit or by an interruption",
          {{UINT32_MAX, 0, 0}, {}},
          {},
          "allow more time, as `--limit seconds=60` does, or ask for less: fewer games, or a smaller board"};
}

std::vector<Mend> mends_of(const Diagnostic& diagnostic) {
  std::vector<Mend> all;
  if (!diagnostic.meant.empty()) {
    all.push_back(writing(diagnostic.primary.span, diagnostic.meant));
    all.back().is_certain = true;
  }
  all.insert(all.end(), diagnostic.mends.begin(), diagnostic.mends.end());
  return all;
}

Mend writing(const Span& at, std::string text, int rank) {
  std::string title = "write `" + text + "`";
  return {std::move(title), at, std::move(text), false, rank};
}

Mend inserting(std::uint32_t file, std::size_t at, std::string text, int rank) {
  const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
  std::string title = "insert `" + text.substr(first, last + 1 - first) + "`";
  const auto place = static_cast<std::uint32_t>(at);
  return {std::move(title), {file, place, place}, std::move(text), false, rank};
}

void sort_diagnostics(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.primary.span.file, a.primary.span.begin) < std::tie(b.primary.span.file, b.primary.span.begin);
  });
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Code, Severity, std::string>> seen;
  std::erase_if(diagnostics, [&](const Diagnostic& each) {
    const Span& at = each.primary.span;
    return !seen.emplace(at.file, at.begin, at.end, each.code, each.severity, each.message).second;
  });
}

std::string nearest(std::string_view wanted, const std::vector<std::string>& names) {
  // Nobody mistypes a name as long as this, and comparing takes the product of the lengths.
  constexpr std::size_t kLongest = 200;
  if (wanted.size() > kLongest) return {};
  // A name that differs only in case comes first, then the smallest distance; of equal ones the first.
  const std::string wanted_lower = lower(wanted);
  const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 3);
  std::size_t best = limit + 1;
  const std::string* near = nullptr;
  for (const std::string& name : names) {
    if (name == wanted) continue;
    if (lower(name) == wanted_lower) return name;
    const std::size_t distance = edit_distance(wanted, name, limit);
    // All names of one letter are near each other, which is no help.
    if (distance < best && distance < std::max(wanted.size(), name.size())) {
      best = distance;
      near = &name;
    }
  }
  return near ? *near : std::string();
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known, std::string otherwise) {
  const std::string near = nearest(name, known);
  return near.empty() ? otherwise : "did you mean `" + near + "`?";
}

}  // namespace glint::lang
