#include "interpreter/cli/console/safe_output.hpp"

#include <algorithm>
#include <string_view>

#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

/// The length of a code for colours, `ESC [ 38;5;7 m`; 0 if there is none, npos if it has no end yet.
std::size_t colour_code(std::string_view text) {
  const std::string_view begin = "\033[";
  if (text.substr(0, begin.size()) != begin.substr(0, text.size())) return 0;
  constexpr std::size_t kLongest = 16;
  const std::size_t end = text.find_first_not_of("0123456789;", begin.size());
  if (text.size() <= begin.size() || end == std::string_view::npos)
    return text.size() < kLongest ? std::string_view::npos : 0;
  return text[end] == 'm' && end < kLongest ? end + 1 : 0;
}

bool is_plain(char c) { return c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7F); }

/// The number of bytes of a character that begins with this one, as far as it tells.
std::size_t length_after(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

}  // namespace

SafeOutput::SafeOutput(std::ostream& sink, bool has_colours)
    : std::ostream(this), sink_(sink), has_colours_(has_colours) {}

SafeOutput::~SafeOutput() { pass_on(true); }

std::ostream& SafeOutput::behind(std::ostream& out) {
  auto* const safe = dynamic_cast<SafeOutput*>(&out);
  if (!safe) return out;
  safe->pass_on(true);
  return safe->sink_;
}

std::char_traits<char>::int_type SafeOutput::overflow(Traits::int_type c) {
  if (Traits::eq_int_type(c, Traits::eof())) return Traits::not_eof(c);
  const char one = Traits::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : Traits::eof();
}

std::streamsize SafeOutput::xsputn(const char* text, std::streamsize size) {
  // In parts, so that a long text is not copied as a whole.
  constexpr std::streamsize kPart = 1 << 16;
  for (std::streamsize at = 0; at < size; at += kPart) {
    waiting_.append(text + at, static_cast<std::size_t>(std::min(kPart, size - at)));
    if (!pass_on(false)) return 0;
  }
  return size;
}

int SafeOutput::sync() { return sink_.flush() ? 0 : -1; }

bool SafeOutput::pass_on(bool all) {
  const std::string_view text = waiting_;
  std::string safe;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    std::size_t length = 1;
    const auto special = std::find_if_not(text.begin() + at, text.end(), is_plain);
    if (const auto plain = static_cast<std::size_t>(special - text.begin()) - at; plain > 0) {
      safe += text.substr(at, plain);
      length = plain;
    } else if (const std::size_t code = has_colours_ && c == '\033' ? colour_code(text.substr(at)) : 0; code != 0) {
      if (code == std::string_view::npos && !all) break;
      length = code == std::string_view::npos ? 1 : code;
      safe += code == std::string_view::npos ? lang::escaped(text.substr(at, 1)) : std::string(text.substr(at, code));
    } else {
      if (!all && length_after(c) > text.size() - at) break;
      length = std::max<std::size_t>(1, lang::utf8_length(text.substr(at, 4)));
      safe += lang::escaped(text.substr(at, length));
    }
    at += length;
  }
  waiting_.erase(0, at);
  sink_.write(safe.data(), static_cast<std::streamsize>(safe.size()));
  return sink_.good();
}

}  // namespace glint::cli
