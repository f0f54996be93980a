#include "interpreter/game/board_text/looks.hpp"

#include <algorithm>

namespace glint {

Looks::Looks(std::vector<std::string> texts) : texts_(std::move(texts)), by_first_(256) {
  for (std::size_t key = 1; key < texts_.size(); ++key)
    if (!texts_[key].empty()) by_first_[static_cast<unsigned char>(texts_[key][0])].push_back(static_cast<int>(key));
  for (std::vector<int>& keys : by_first_)
    std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) {
      return texts_[static_cast<std::size_t>(a)].size() > texts_[static_cast<std::size_t>(b)].size();
    });
}

std::optional<std::vector<int>> Looks::read(std::string_view shown, std::size_t most) {
  failed_.clear();
  std::vector<int> keys;
  if (!read_rest(shown, most, keys)) return std::nullopt;
  return keys;
}

bool Looks::read_rest(std::string_view rest, std::size_t most, std::vector<int>& keys) {
  if (rest.empty()) return true;
  const std::pair<std::size_t, std::size_t> here{rest.size(), keys.size()};
  if (keys.size() >= most || failed_.count(here) > 0) return false;
  for (const int key : by_first_[static_cast<unsigned char>(rest[0])]) {
    const std::string& look = texts_[static_cast<std::size_t>(key)];
    if (rest.substr(0, look.size()) != look) continue;
    keys.push_back(key);
    if (read_rest(rest.substr(look.size()), most, keys)) return true;
    keys.pop_back();
  }
  failed_.insert(here);  // so that the rest of the text is not tried again and again
  return false;
}

}  // namespace glint
