// What may stand at a place, learned by asking the checker for a name that does not exist: the members after a dot, and
// the names whose values have the type that is wanted.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/missing.hpp"
#include "interpreter/desk/open_first.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/check/allowed.hpp"
#include "lang/check/check.hpp"
#include "lang/check/wanted.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

/// A name that nothing has.
const std::string kNoMember = "no_such_member";

/// What stands in backticks in a list of names: "there are `a` and `b`".
std::vector<std::string> names_in(std::string_view text) {
  const std::vector<std::string_view> parts = lang::split(text, "`");
  std::vector<std::string> names;
  for (std::size_t i = 1; i < parts.size(); i += 2) names.emplace_back(parts[i]);
  return names;
}

}  // namespace

std::optional<std::vector<std::string>> Desk::members_at(const std::string& document, std::uint32_t begin,
                                                         std::uint32_t end) {
  // Where blocks are still open, what follows is not there yet; and a statement that begins so sets the member.
  const std::string& text = *this->text(document);
  const std::string closed = " " + std::string(text_place(text, begin).blocks.size(), '}');
  const auto all = static_cast<std::uint32_t>(text.size());
  for (const auto& [past, rest] : {std::pair(end, std::string()), std::pair(end, std::string(" = 0")),
                                   std::pair(all, closed), std::pair(all, " = 0" + closed)})
    if (auto names = members_by(document, {{document, begin, past}, kNoMember + rest})) return names;
  return std::nullopt;
}

std::optional<std::vector<std::string>> Desk::members_by(const std::string& document, const Edit& edit) {
  const std::uint32_t begin = edit.at.begin;
  const Analysis trial(*analysis(document), {edit}, document, texts_, *files_(document), limits_, trees_);
  for (const lang::Diagnostic& each : trial.diagnostics) {
    if (each.code != lang::Code::G0206 || each.primary.span.file != 0 || each.primary.span.begin != begin) continue;
    if (each.message.find(kNoMember) == std::string::npos) continue;
    const bool is_own = each.message.find(" has no field ") != std::string::npos;
    const bool is_list =
        each.help.starts_with("there is ") || each.help.starts_with("there are ") || each.help.starts_with("it has ");
    if (is_own && !is_list && !each.help.empty()) return std::nullopt;  // pieces of several kinds may stand there
    std::vector<std::string> names = is_list ? names_in(each.help) : std::vector<std::string>();
    // Of a piece that is known to stand on a cell, its own fields are told.
    if (is_own) names.insert(names.end(), lang::checking::kCellMembers.begin(), lang::checking::kCellMembers.end());
    return names;
  }
  return std::nullopt;
}

namespace {

/// The text before a place with a name there, and after it whatever is missing so that it can be read: nothing, or what
/// closes the statement, in the place of the rest.
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
  for (const char* rest : {"", " on a", " to a", " { }", " : tie", " wins"}) {
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
  sources.add({document, readable_with(text, begin, end, kNoMember)});
  const std::unique_ptr<lang::Loader> files = files_(document);
  OpenFirst loader(texts_, *files);
  lang::Wanted wanted;
  wanted.at = begin;
  lang::check(sources, 0, loader, limits_.check, limits_.stop, &trees_, &wanted);
  return wanted.is_known ? std::optional(std::move(wanted)) : std::nullopt;
}

}  // namespace glint::desk
