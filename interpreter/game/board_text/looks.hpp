// The looks of pieces as they stand in a cell of a drawn board, one after the other: which pieces are they?
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint {

/// Splits the text of a cell into looks. One look may begin like another, so it tries, longer ones first.
class Looks {
 public:
  /// By key: how the piece looks; empty: it is not read.
  explicit Looks(std::vector<std::string> texts);

  /// The keys of the pieces in a cell's text, bottom to top, at most `most`; nothing if it is not a stack of looks.
  std::optional<std::vector<int>> read(std::string_view shown, std::size_t most);

 private:
  bool read_rest(std::string_view rest, std::size_t most, std::vector<int>& keys);

  const std::vector<std::string> texts_;
  std::vector<std::vector<int>> by_first_;  // keys by the first character of their look, longer looks first
  /// Lengths of the rest of a text, and numbers of pieces before it, where no look fits.
  std::set<std::pair<std::size_t, std::size_t>> failed_;
};

}  // namespace glint
