#include "interpreter/game/position/past.hpp"

#include <algorithm>

#include "interpreter/machine/chance.hpp"
#include "interpreter/program/print.hpp"

namespace glint {

void add_draw(const Program& program, const Drawing& drawing, const Word* drawn, std::vector<Word>& past) {
  const std::size_t words = drawing.node->form == DrawNode::Form::some ? static_cast<std::size_t>(drawing.words) : 1;
  past.push_back(kPastDraw + static_cast<Word>(drawing.node - program.draws.data()));
  past.push_back(words);
  past.insert(past.end(), drawn, drawn + words);
}

Settings draws_of(const Program& program, const std::vector<Word>& past, std::size_t from) {
  Settings draws;
  for (std::size_t i = from; i < past.size(); i += 2 + past[i + 1]) {
    if (past[i] >= kPastMove) continue;
    const DrawNode& node = program.draws[past[i] - kPastDraw];
    draws.emplace_back(node.name, print_slots(program, node.type, &past[i + 2]));
  }
  return draws;
}

std::optional<Failure> too_long(const Program& program, const std::vector<Word>& past,
                                const std::vector<std::uint64_t>& history) {
  const auto most = static_cast<std::size_t>(program.limits.words);
  if (kWordsOfDrawnSet * past.size() + history.size() <= most) return std::nullopt;  // no draw takes more
  std::vector<std::size_t> by_draw(program.draws.size()), by_move(program.rules.moves.size());
  std::size_t all = history.size();
  for (std::size_t i = 0; i < past.size(); i += 2 + past[i + 1]) {
    const bool is_draw = past[i] < kPastMove;
    const bool is_set = is_draw && program.draws[past[i] - kPastDraw].form == DrawNode::Form::some;
    const std::size_t words = !is_draw ? 2 + past[i + 1] : kWordsOfDraw + (is_set ? kWordsOfDrawnSet * past[i + 1] : 0);
    (is_draw ? by_draw[past[i] - kPastDraw] : by_move[past[i] - kPastMove]) += words;
    all += words;
  }
  if (all <= most) return std::nullopt;
  const auto most_of = [](const std::vector<std::size_t>& words) {
    return words.empty() ? 0 : static_cast<std::size_t>(std::max_element(words.begin(), words.end()) - words.begin());
  };
  const std::size_t draw = most_of(by_draw), move = most_of(by_move);
  const std::size_t of_draw = by_draw.empty() ? 0 : by_draw[draw], of_move = by_move.empty() ? 0 : by_move[move];
  Failure failure{lang::Code::G0504, program.rules.board.span,
                  "a position would remember more than " + in_words(program.limits.words, "word") + " of the game before it"};
  if (history.size() >= std::max(of_draw, of_move)) {
    failure.message += ", most of them for `seen`";
  } else if (of_draw >= of_move) {
    failure.span = program.draws[draw].span;
    failure.message += ", most of them draws of `" + program.draws[draw].name + "`";
  } else {
    failure.span = program.rules.moves[move].span;
    failure.message += ", most of them moves `" + program.rules.moves[move].name + "`";
  }
  return failure;
}

}  // namespace glint
