#include "interpreter/game/notation/legal_instead.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "lang/source/text.hpp"

namespace glint {

std::string legal_instead(const Position& position, std::string_view refused) {
  constexpr std::uint64_t kMostTexts = 2000;
  constexpr std::size_t kShown = 3;
  if (position.game().has_secrets()) return {};
  const Position copy = position.detach();  // so that the work for this is not counted
  const Result<std::uint64_t> count = copy.count_moves();
  if (!count || *count == 0) return {};
  if (*count > kMostTexts) return lang::counted(*count, "other move") + " are legal here";
  Result<std::vector<std::string>> listed = copy.moves();
  if (!listed) return {};
  std::vector<std::string>& moves = *listed;
  // Notations tell moves apart; if two are written alike all the same, they need not be neighbours.
  std::set<std::string> known;
  std::erase_if(moves, [&](const std::string& move) { return !known.insert(move).second; });
  const auto alike = [&](const std::string& move) {
    return std::mismatch(move.begin(), move.end(), refused.begin(), refused.end()).first - move.begin();
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const std::string& a, const std::string& b) { return alike(a) > alike(b); });
  if (moves.size() == 1) return "the only legal move here is `" + moves[0] + "`";
  const std::size_t shown = std::min(moves.size(), kShown), more = moves.size() - shown;
  const std::vector<std::string> first(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(shown));
  return "legal here are " + lang::joined(first, ", ", lang::marked) +
         (more > 0 ? " and " + std::to_string(more) + " more" : std::string());
}

}  // namespace glint
