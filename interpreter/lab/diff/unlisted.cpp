#include "interpreter/lab/diff/unlisted.hpp"

#include <algorithm>

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/machine/playout.hpp"
#include "lang/rules/walk.hpp"

namespace glint {

namespace {

/// A State with more runs than this, listed or not, is compared by those that are listed alone.
constexpr std::int64_t kMostRuns = 50'000;
/// So many listed runs of moves with an `offer` are told apart from those that are not listed.
constexpr std::size_t kMostListed = 2000;

}  // namespace

Unlisted::Unlisted(const Game& game) {
  using rules::Stmt;
  using rules::StmtKind;
  for (const rules::Move& move : game.program().rules.moves) {
    bool offers = false;
    rules::for_each_stmt(move.body, [&](const Stmt& stmt) {
      offers = offers || stmt.kind == StmtKind::offer || stmt.kind == StmtKind::offer_once;
      if (stmt.kind == StmtKind::pick && stmt.some_of)
        left_out_.push_back("most sets for `" + move.frame.locals[static_cast<std::size_t>(stmt.ref)].name + "` that `" +
                            move.name + "` does not offer");
    });
    offers_.push_back(offers);
    offers_any_ = offers_any_ || offers;
  }
  if (!offers_any_) return;
  const auto open = built_open(game), whole = built_open(game, true);
  bool is_listed = add_list(game);
  if (open) is_listed = add_list(*open) && is_listed;
  if (whole) is_listed = add_list(*whole) && is_listed;
  if (is_listed && lists_.size() > 1) return;
  lists_.clear();
  if (open || whole) left_out_ = {"anything, in " + game.id()};
}

bool Unlisted::add_list(const Game& game) {
  StartOptions options;
  options.wait_at_draws = true;
  const Result<Position> start = game.start(options);
  if (start) lists_.emplace_back(game, start->detach());
  return start.ok();
}

void Unlisted::add_texts(const std::vector<Word>& state, const std::vector<std::uint64_t>& history, std::uint64_t salt,
                         std::size_t most, std::vector<std::string>& texts) {
  if (lists_.empty()) return;
  const auto listed = texts_of(lists_.front(), state, history, salt, kMostListed);
  if (!listed) return;
  for (auto list = std::next(lists_.begin()); list != lists_.end(); ++list) {
    const auto open = texts_of(*list, state, history, salt, listed->size() + most);
    if (!open) return;
    for (const std::string& text : *open) {
      if (std::find(listed->begin(), listed->end(), text) != listed->end()) continue;
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
  }
}

/// The texts of runs of moves that have an `offer`. Nothing if they cannot be listed.
std::optional<std::vector<std::string>> Unlisted::texts_of(List& list, const std::vector<Word>& state,
                                                           const std::vector<std::uint64_t>& history,
                                                           std::uint64_t salt, std::size_t most) {
  const bool uses_seen = list.machine.program().uses_seen;
  list.machine.load(state);
  list.machine.set_past(uses_seen ? &history : nullptr);
  const std::int64_t count = list.machine.list();
  if (count < 0 || count > kMostRuns) {
    is_whole_ = false;
    if (count < 0) list.machine.forget_all();
    return std::nullopt;
  }
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(count); ++k)
    if (offers_[static_cast<std::size_t>(list.machine.last_listed().move_of(k))]) numbers.push_back(k);
  if (numbers.size() > most) {
    is_whole_ = false;
    // Drawn at random, so they are spread over all.
    Random random(salt);
    for (std::size_t i = 0; i < most; ++i) std::swap(numbers[i], numbers[i + random.below(numbers.size() - i)]);
    numbers.resize(most);
    std::sort(numbers.begin(), numbers.end());
  }
  if (numbers.empty()) return std::vector<std::string>{};
  list.position = PositionView(list.position).at(state, history);
  const auto texts = PositionView(list.position).moves(numbers);
  if (!texts) {
    is_whole_ = false;
    return std::nullopt;
  }
  return *texts;
}

}  // namespace glint
