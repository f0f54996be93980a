#include "lang/source/source.hpp"

#include <algorithm>
#include <cstring>

namespace glint::lang {

std::uint32_t Sources::add(SourceFile file) {
  Entry entry{std::make_unique<SourceFile>(std::move(file)), {0}};
  const std::string& text = entry.file->text;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') entry.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  files_.push_back(std::move(entry));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

/// The number of code points that begin in a text. Eight bytes at a time: all of a long script may be in one line, and
/// each of its instructions asks for its place.
static std::uint32_t code_points(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080, kOnes = 0x0101'0101'0101'0101;
  std::size_t continuing = 0, i = 0;  // bytes 10xxxxxx
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, text.data() + i, 8);
    continuing += ((((bytes & ~(bytes << 1)) & kHigh) >> 7) * kOnes) >> 56;
  }
  for (; i < text.size(); ++i) continuing += (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  return static_cast<std::uint32_t>(text.size() - continuing);
}

LineColumn Sources::locate(std::uint32_t file, std::uint32_t offset) const {
  const Entry& entry = files_[file];
  const std::string& text = entry.file->text;
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text.size()));
  const auto next = std::upper_bound(entry.line_starts.begin(), entry.line_starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - entry.line_starts.begin());
  const std::uint32_t begin = entry.line_starts[line - 1];
  return {line, 1 + code_points({text.data() + begin, offset - begin})};
}

std::string_view Sources::line(std::uint32_t file, std::uint32_t number) const {
  const Entry& entry = files_[file];
  if (number == 0 || number > entry.line_starts.size()) return {};
  const std::string_view text = entry.file->text;
  const std::size_t begin = entry.line_starts[number - 1];
  std::size_t end = text.find('\n', begin);
  if (end == std::string_view::npos) end = text.size();
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

std::string_view Sources::text(const Span& span) const {
  const std::string_view text = files_[span.file].file->text;
  const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
  return text.substr(begin, std::max(span.begin, span.end) - span.begin);
}

std::optional<SourceFile> MemoryLoader::find(std::string_view name, const SourceFile&) {
  for (const SourceFile& file : files_)
    if (file.name == name) return file;
  return std::nullopt;
}

std::vector<std::string> MemoryLoader::names() const {
  std::vector<std::string> names;
  for (const SourceFile& file : files_) names.push_back(file.name);
  return names;
}

}  // namespace glint::lang
