// What may stand behind a dot: the checker says it of a name that nothing has.
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/check/allowed.hpp"
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

}  // namespace glint::desk
