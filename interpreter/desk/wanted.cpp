// What may stand at a place. The checker finds it (lang/check/wanted.hpp). Here the text is made readable for the
// checker: a name is put there, and the statement ends.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/missing.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/check/check.hpp"
#include "lang/check/wanted.hpp"

namespace glint::desk {
namespace {

/// The name that is being written, so that the text can be read: whatever it is, the checker notes what may stand
/// there.
const std::string kBeingWritten = "being_written";

/// The text before a place with a name there, and after it whatever is missing so that it can be read: nothing, or what
/// closes the statement, instead of the rest.
std::string readable_with(const std::string& text, std::uint32_t begin, std::uint32_t end, const std::string& name) {
  const TextPlace place = text_place(text, begin);
  std::string open;  // brackets on this line
  for (const char c : place.line) {
    if (c == '(' || c == '[') open += c == '(' ? ')' : ']';
    if ((c == ')' || c == ']') && !open.empty()) open.pop_back();
  }
  std::reverse(open.begin(), open.end());
  const std::string before = text.substr(0, begin) + name, blocks = " " + std::string(place.blocks.size(), '}');
  const std::string line_end = text.substr(std::min(text.find('\n', end), text.size()));
  std::string best;
  std::size_t fewest = SIZE_MAX;
  const auto consider = [&](std::string whole) {
    const std::size_t errors = fewest == 0 ? 0 : syntax_errors_in(whole);
    if (errors < fewest) best = std::move(whole);
    fewest = std::min(fewest, errors);
  };
  consider(before + text.substr(end));
  for (const char* rest : {"", " = 0", " on a", " to a", " { }", " : tie", " wins"}) {
    consider(before + open + rest + line_end);
    consider(before + open + rest + blocks);
  }
  return best;
}

}  // namespace

std::optional<lang::Wanted> Desk::wanted_at(const std::string& document, std::uint32_t begin, std::uint32_t end) {
  const std::string& text = *this->text(document);
  if (text.size() > kLongestParsed) return std::nullopt;
  lang::Sources sources;
  sources.add({document, readable_with(text, begin, end, kBeingWritten)});
  lang::Wanted wanted;
  wanted.at = begin;
  lang::check(sources, 0, *files_of(document), limits_.check, limits_.stop, &trees_, &wanted);
  return wanted.is_known || wanted.members ? std::optional(std::move(wanted)) : std::nullopt;
}

}  // namespace glint::desk
