#include "interpreter/game/position/position_view.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/machine/chance.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

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

Chance::Answer PositionChance::draw(const Drawing& drawing, Word* into) {
  const Answer answer = take(drawing, into);
  if (answer == Answer::drawn && past_) add_draw(program_, drawing, into, *past_);
  return answer;
}

Chance::Answer PositionChance::take(const Drawing& drawing, Word* into) {
  if (chosen_) {
    const Chosen& chosen = *std::exchange(chosen_, nullptr);
    if (!chosen.number) return by_text(drawing, chosen.text, into);
    take_outcome(drawing, *chosen.number, into);
    return Answer::drawn;
  }
  if (const std::string* fixed = next_fixed(drawing.node->name)) return by_text(drawing, *fixed, into);
  if (waits_) return Answer::waits;
  if (first_) {
    take_outcome(drawing, 0, into);
    return Answer::drawn;
  }
  Random random(random_);
  take_at_random(drawing, random, into);
  random_ = random.next();
  return Answer::drawn;
}

/// The first unused value that was given for this name.
const std::string* PositionChance::next_fixed(const std::string& name) {
  if (fixed_.empty()) return nullptr;
  if (by_name_.empty())
    for (const auto& fixed : fixed_) by_name_[fixed.first].values.push_back(&fixed.second);
  for (; counted_ < past_->size(); counted_ += 2 + (*past_)[counted_ + 1]) {
    if ((*past_)[counted_] >= kPastMove) continue;
    const auto drawn = by_name_.find(program_.draws[(*past_)[counted_] - kPastDraw].name);
    if (drawn != by_name_.end()) ++drawn->second.used;
  }
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || found->second.used >= found->second.values.size()) return nullptr;
  return found->second.values[found->second.used];
}

void PositionChance::past_changed() {
  counted_ = 0;
  for (auto& [name, fixed] : by_name_) fixed.used = 0;
}

Chance::Answer PositionChance::by_text(const Drawing& drawing, std::string_view text, Word* into) {
  if (take_by_text(program_, drawing, text, into)) return Answer::drawn;
  refusal_ = cannot_be_drawn(program_, drawing, text);
  return Answer::refused;
}

std::vector<std::string> split_draws(const Game& game, const std::string& name, const std::string& text) {
  std::vector<std::string> parts;
  for (const std::string_view part : lang::split(text, ",")) parts.emplace_back(lang::trimmed(part, " "));
  if (parts.size() == 1) return {text};
  const Program& program = game.program();
  bool several = false;
  for (const DrawNode& draw : program.draws) {
    if (draw.name != name) continue;
    if (reads_as_drawn(program, draw, text)) return {text};
    several = several || std::all_of(parts.begin(), parts.end(),
                                     [&](const std::string& part) { return reads_as_drawn(program, draw, part); });
  }
  return several ? parts : std::vector<std::string>{text};
}

}  // namespace glint
