// Position: what play waits for, and how it continues.
#include <algorithm>
#include <numeric>
#include <utility>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/access.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint {

namespace {

Error not_at_draw() { return plain_error(lang::Code::G0608, "no draw is pending here"); }
Error only(lang::Code code, std::uint64_t count, const char* what) {
  return plain_error(code, "there are only " + std::to_string(count) + what);
}

}  // namespace

std::optional<Error> chance_first(const Position& position) {
  if (!position.at_draw()) return std::nullopt;
  return plain_error(lang::Code::G0601, "a draw is pending here: `" + position.draw_name() + "`");
}

Settings Position::draws() const { return draws_of(*program_, past_); }
bool Position::at_draw() const { return state_[Layout::kNode] >= Layout::kDraw; }

std::string Position::draw_name() const {
  return at_draw() ? program_->draws[state_[Layout::kNode] - Layout::kDraw].name : std::string();
}

Result<std::uint64_t> Position::count_outcomes() const {
  if (!at_draw()) return not_at_draw();
  Machine& machine = PositionView(*this).machine();
  const auto drawing = machine.drawing();
  if (!drawing) return to_error(*program_, machine.failure());
  if (const auto count = glint::outcomes(*drawing)) return *count;
  return too_many_outcomes(*program_, *drawing);
}

Result<std::vector<ChanceOutcome>> Position::outcomes() const {
  const Result<std::uint64_t> count = count_outcomes();
  if (!count) return count.errors();
  constexpr std::uint64_t kMostTexts = 200'000, kMostBytes = 64'000'000;
  const auto drawing = PositionView(*this).machine().drawing();
  const auto too_many = [&] {
    return to_error(*program_,
                    {lang::Code::G0605, drawing->node->span,
                     "chance can decide this in " + std::to_string(*count) + " ways: too many to list"});
  };
  if (*count > kMostTexts) return too_many();
  std::vector<ChanceOutcome> all;
  all.reserve(*count);
  const std::uint64_t total = total_weight(*drawing);
  std::uint64_t bytes = 0;
  lang::StopCheck stop(program_->limits.stop);
  try {
    each_outcome(*drawing, *count, [&](const Word* value, std::uint64_t weight) {
      all.push_back({print_slots(*program_, drawing->node->type, value), weight, total});
      bytes += all.back().value.size();
      stop.after(1 + static_cast<std::int64_t>((drawing->size + all.back().value.size()) / 64));
      return bytes <= kMostBytes;
    });
  } catch (const lang::Stopped&) {
    return stopped_error(*program_);
  }
  if (bytes > kMostBytes) return too_many();
  return all;
}

Result<std::string> PositionView::outcome(std::uint64_t number) const {
  const Result<std::uint64_t> count = position_.count_outcomes();
  if (!count) return count.errors();
  if (number >= *count) return only(lang::Code::G0608, *count, " outcomes");
  const auto drawing = machine().drawing();
  std::vector<Word> value(static_cast<std::size_t>(std::max(1, drawing->words)));
  take_outcome(*drawing, number, value.data());
  return print_slots(machine().program(), drawing->node->type, value.data());
}

std::optional<Error> Position::draw(std::uint64_t i) {
  const Result<std::uint64_t> count = count_outcomes();
  if (!count) return count.errors()[0];
  if (i >= *count) return only(lang::Code::G0608, *count, " outcomes");
  return PositionAccess::draw(*this, i, {});
}

std::optional<Error> Position::draw(std::string_view value) {
  if (!at_draw()) return not_at_draw();
  if (value.empty()) return plain_error(lang::Code::G0608, "the value of the draw is missing");
  return PositionAccess::draw(*this, std::nullopt, value);
}

Position Position::detach() const {
  Position copy = *this;
  copy.machine_ = std::make_shared<Machine>(*program_);
  return copy;
}

bool Position::over() const { return state_[Layout::kNode] == Layout::kOver; }
int Position::to_move() const { return over() || at_draw() ? -1 : static_cast<int>(state_[Layout::kMe]); }

int Outcome::highest() const {
  if (scores.size() < 2) return -1;
  const auto best = std::max_element(scores.begin(), scores.end());
  return std::count(scores.begin(), scores.end(), *best) == 1 ? static_cast<int>(best - scores.begin()) : -1;
}

int Outcome::victor() const {
  if (kind == OutcomeKind::win) return winner;
  return kind == OutcomeKind::score ? highest() : -1;
}

std::string Position::outcome_text() const {
  const Outcome result = outcome();
  if (result.kind == OutcomeKind::none) return {};
  if (result.kind == OutcomeKind::unfinished) return "unfinished";
  if (result.kind != OutcomeKind::score) return result_words(program_->rules, result.kind, result.winner);
  const auto& players = program_->rules.players;
  if ((program_->rules.team || players.size() == 1) && !result.scores.empty())
    return "score " + std::to_string(result.scores[0]);  // there is no other score to compare
  if (result.scores.size() != players.size()) return "score";
  const int winner = result.highest();
  std::string text = winner < 0 ? "tie by score" : players[winner].name + " wins by score";
  for (std::size_t p = 0; p < result.scores.size(); ++p)
    text += (p == 0 ? ": " : ", ") + players[p].name + " " + std::to_string(result.scores[p]);
  return text;
}

Result<std::uint64_t> Position::count_moves() const {
  if (over()) return std::uint64_t{0};
  if (auto error = chance_first(*this)) return *error;
  return list_moves(PositionView(*this).machine());
}

Result<std::vector<std::string>> Position::moves() const {
  if (over()) return std::vector<std::string>{};
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors();
  // Each may be made, and taken back, to learn its text.
  constexpr std::uint64_t kMostTexts = 10'000'000, kMostCopied = 400'000'000;  // words, of States
  if (*count > kMostTexts || *count * state_.size() > kMostCopied)
    return to_error(*program_, {lang::Code::G0605, machine_->node().span,
                                std::to_string(*count) + " moves can be chosen here: too many to list"});
  std::vector<std::uint64_t> numbers(*count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return PositionView(*this).moves(numbers);
}

Result<std::string> Position::move(std::uint64_t i) const {
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors();
  if (i >= *count) return only(lang::Code::G0601, *count, " moves");
  const Result<std::vector<std::string>> text = PositionView(*this).moves({i});
  return text ? Result<std::string>(text->front()) : text.errors();
}

std::vector<std::string> Position::notations() const {
  std::vector<std::string> texts;
  if (over() || at_draw()) return texts;
  for (const int move : PositionView(*this).machine().node().moves) {
    std::string text = notation_of(*program_, move);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::optional<Error> Position::play(std::string_view text) {
  constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  if (text.size() > kMostBytes)
    return plain_error(lang::Code::G0601, "no move has " + std::to_string(text.size()) + " bytes");
  if (over())
    return plain_error(lang::Code::G0607, "the game is over: " + outcome_text() + "; `" + std::string(text) + "` comes after its last move",
                       "leave this move out; if the game should go on, correct the `end` that ended it");
  if (auto error = chance_first(*this)) return error;
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  Machine& machine = PositionView(*this).machine();
  const std::vector<int> moves = machine.node().moves;
  std::optional<Error> refused;
  for (const auto& [move, choices] : read_moves(*program_, moves, machine.to_move(), text)) {
    auto error = PositionAccess::apply(*this, move, choices);
    if (!error || error->code != lang::code_name(lang::Code::G0601)) return error;
    if (!refused) refused = refusal(*program_, move, text, std::move(*error));
  }
  return refused ? *refused : misread(*program_, moves, machine.to_move(), text);
}

std::string Position::last_move() const { return last_move_ < 0 ? "" : program_->rules.moves[last_move_].name; }

std::optional<Error> Position::play_listed(std::uint64_t i) {
  const Result<std::uint64_t> count = count_moves();
  if (!count) return count.errors()[0];
  if (i >= *count) return only(lang::Code::G0601, *count, " moves");
  std::vector<Choice> choices;
  const int move = machine_->listed_choices(i, choices);
  return PositionAccess::apply(*this, move, choices);
}

std::optional<Error> Position::forfeit() {
  if (auto error = chance_first(*this)) return error;
  Machine& machine = PositionView(*this).machine();
  if (!game().clock() || machine.forfeit() != Machine::Status::over)
    return plain_error(lang::Code::G0601, "this game has no clock with an `out`, so nobody can lose on time");
  PositionAccess::keep(*this);
  return std::nullopt;
}

}  // namespace glint
