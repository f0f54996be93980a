#include "interpreter/cli/console/safe_output.hpp"

#include <algorithm>
#include <string_view>

#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

/// The length of a code for colours, `ESC [ 38;5;7 m`; 0 if there is none.
std::size_t colour_code(std::string_view text) {
  constexpr std::size_t kLongest = 16;
  const std::size_t end = text.starts_with("\033[") ? text.find_first_not_of("0123456789;", 2) : std::string_view::npos;
  return end < kLongest && text[end] == 'm' ? end + 1 : 0;
}

bool is_plain(char c) { return c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7F); }

}  // namespace

SafeOutput::SafeOutput(std::ostream& sink, bool has_colours)
    : std::ostream(this), sink_(sink), has_colours_(has_colours) {}

SafeOutput::~SafeOutput() { pass_on(waiting_.size()); }

std::ostream& SafeOutput::behind(std::ostream& out) {
  auto* const safe = dynamic_cast<SafeOutput*>(&out);
  if (!safe) return out;
  safe->pass_on(safe->waiting_.size());
  return safe->sink_;
}

std::char_traits<char>::int_type SafeOutput::overflow(Traits::int_type c) {
  if (Traits::eq_int_type(c, Traits::eof())) return Traits::not_eof(c);
  const char one = Traits::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : Traits::eof();
}

std::streamsize SafeOutput::xsputn(const char* text, std::streamsize size) {
  // No character and no code goes on behind one of these.
  const std::string_view added(text, static_cast<std::size_t>(size));
  waiting_.append(added);
  const std::size_t last = added.find_last_of("\n ,\"");
  return last == std::string_view::npos || pass_on(waiting_.size() - added.size() + last + 1) ? size : 0;
}

int SafeOutput::sync() { return pass_on(waiting_.size()) && sink_.flush() ? 0 : -1; }

bool SafeOutput::pass_on(std::size_t end) {
  const std::string_view text = std::string_view(waiting_).substr(0, end);
  std::string safe;
  std::size_t at = 0;
  while (at < end) {
    const auto special = std::find_if_not(text.begin() + at, text.end(), is_plain);
    auto length = static_cast<std::size_t>(special - text.begin()) - at;
    if (length == 0 && has_colours_) length = colour_code(text.substr(at));
    if (length > 0) {
      safe += text.substr(at, length);
    } else {
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
