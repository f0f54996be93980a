// Two games in step: breadth first, then after a few outcomes of chance or at random.
#include "interpreter/lab/diff/play_comparison.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/diff/difference.hpp"

namespace glint {

namespace {

/// Work that is allowed for each position of a limit, in the unit of Twins::work.
constexpr std::uint64_t kWorkEach = 20;
/// If chance decides much before the first move, at most this many beginnings are searched.
constexpr int kBeginnings = 8;
/// Work that is allowed to make a line shorter.
constexpr std::uint64_t kShortening = 200'000;

/// The witness with the draws of only one outcome, which the comparison makes by itself: so it can be played anywhere.
/// `to_end`: with those that come last, too.
std::vector<std::string> with_all_draws(const Game& game, const std::vector<std::string>& witness, bool to_end) {
  StartOptions options;
  options.wait_at_draws = true;
  Result<Position> start = game.start(options);
  if (!start) return witness;
  Position& position = *start;
  std::vector<std::string> line;
  for (std::size_t i = 0;; ++i) {
    while ((i < witness.size() || to_end) && position.at_draw()) {
      const Result<std::uint64_t> count = position.count_outcomes();
      const std::string name = position.draw_name();
      const Result<std::string> outcome = PositionView(position).outcome(0);
      if (!count || *count != 1 || !outcome || position.draw(std::uint64_t{0})) break;
      line.push_back(draw_text(name, *outcome));
    }
    if (i == witness.size()) return line;
    const std::string& step = witness[i];
    const auto error = position.at_draw() ? position.draw(step.substr(step.find(" = ") + 3)) : position.play(step);
    line.push_back(step);
    if (error) to_end = false;  // a rule fails after the last step
  }
}

}  // namespace

Result<std::unique_ptr<PlayComparison>> PlayComparison::begin(const Game& old_game, const Game& new_game,
                                                              const DiffOptions& options) {
  std::unique_ptr<PlayComparison> made(new PlayComparison(old_game, new_game, options));
  if (auto error = made->twins_.begin(made->start_)) return *error;
  made->search_.emplace(made->twins_, made->start_, true,
                        SearchLimits{options.depth, options.limit, kWorkEach * options.limit},
                        [self = made.get()](const SearchProgress& now) {
                          self->progress_ = now;
                          self->report();
                        },
                        options.unlisted);
  return made;
}

PlayComparison::PlayComparison(const Game& old_game, const Game& new_game, const DiffOptions& options)
    : options_(options), twins_(old_game, new_game, options.beyond_start) {}

bool PlayComparison::advance(std::uint64_t effort) {
  const std::uint64_t done = twins_.effort(), until = effort > UINT64_MAX - done ? UINT64_MAX : done + effort;
  bool more = stage_ != Stage::done;
  while (more && twins_.effort() < until) {
    switch (stage_) {
      case Stage::search:
        more = search(until);
        break;
      case Stage::after_draws:
        more = search_after_draws(until);
        break;
      case Stage::games:
        more = play_games(until);
        break;
      case Stage::shortening:
        more = shorten(until);
        break;
      case Stage::done:
        more = false;
        break;
    }
  }
  if (!more) stage_ = Stage::done;
  return more;
}

void PlayComparison::report() {
  if (options_.progress) options_.progress(progress_);
}

void PlayComparison::note_tried() {
  play_.unlisted = twins_.tried();
  play_.untried = twins_.untried();
  if (!search_->tried_all()) play_.untried.push_back("all unlisted moves, in positions farther from the start");
}

bool PlayComparison::search(std::uint64_t until) {
  const bool more = search_->advance(until);
  play_.positions = search_->layers().positions();
  play_.depth = search_->depth();
  play_.complete = search_->layers().is_complete();
  note_tried();
  if (more) return true;
  if (const auto& found = search_->found()) {
    const auto line = line_of(found->way);
    if (!line) {
      error_ = plain_error(lang::Code::G0601, "a move that both games list is refused when it is written",
                           "please report this with both scripts");
      return false;
    }
    play_.shortest = found->shortest;
    if (found->odd) {
      // Other unlisted moves than this one were tried in each position: this one may differ sooner.
      is_shortest_ = found->shortest;
      begin_shortening(*line, found->odd);
      return true;
    }
    play_.witness = *line;
    describe({});
    return false;
  }
  if (play_.complete) return false;
  // Too much chance before the first move: search after a few beginnings, drawn at random.
  stage_ = play_.depth ? Stage::games : Stage::after_draws;
  return true;
}

/// The steps of a way as texts.
std::optional<std::vector<std::string>> PlayComparison::line_of(const std::vector<std::uint64_t>& way) const {
  TwinLine both(twins_, start_);
  std::vector<std::string> line;
  for (const std::uint64_t number : way) {
    const auto text = both.text_of(number);
    if (!text || !both.play(*text)) return std::nullopt;
    line.push_back(*text);
  }
  return line;
}

/// `odd`: a move that is not listed, perhaps after the witness.
void PlayComparison::describe(std::optional<Odd> odd) {
  TwinLine both(twins_, start_, play_.witness);
  play_.same = false;
  // A line that was made shorter may lead to another difference, or to another answer.
  if (const Pair end = both.pair(); odd)
    odd = Twins::ends(end) || twins_.differ(end, false) || twins_.list(end) ? std::nullopt : twins_.answer(end, odd->text);
  play_.ends_unlisted = odd && odd->is_accepted_by_both && both.play(odd->text);
  if (play_.ends_unlisted) play_.witness.push_back(odd->text);
  play_.moves = both.moves();
  play_.difference =
      difference_after(twins_, start_, play_.witness,
                       odd && !play_.ends_unlisted ? std::optional(odd->text) : std::nullopt, options_.text);
  if (!both.error_before()) play_.before = both.before();
  if (!both.error_now()) play_.now = both.now();
  if (!play_.witness.empty())
    play_.witness = with_all_draws(twins_.old_game(), play_.witness, play_.now && !play_.now->at_draw());
}

// ---- after draws

/// Begins a search after the next outcomes of the first draws.
void PlayComparison::begin_after_draws() {
  if (!branches_) branches_.emplace(options_.seed);
  branch_way_.clear();
  Pair pair = start_, next = start_;
  // A script may draw without end before the first move; then the search begins among its draws.
  const std::uint64_t most = kWorkEach * options_.limit / kBeginnings, before = twins_.work();
  while (!Twins::ends(pair) && Twins::at_draw(pair) && twins_.work() - before < most) {
    if (twins_.differ(pair, true) || twins_.list(pair) || twins_.both() == 0) break;
    const std::uint64_t i = branches_->below(twins_.both());
    twins_.step(pair, i, next);
    branch_way_.push_back(twins_.number_before(i));
    std::swap(pair, next);
  }
  branch_.emplace(twins_, pair, true,
                  SearchLimits{std::min(options_.depth, fewest_ - 1), options_.limit / kBeginnings + 1,
                               kWorkEach * options_.limit / kBeginnings},
                  OnProgress{}, options_.unlisted / kBeginnings);
}

/// Keeps what the search after a beginning has found, if it has fewer moves than all before. False: none can have fewer.
bool PlayComparison::take_beginning() {
  play_.positions += branch_->layers().positions();
  const auto& found = branch_->found();
  if (!found) return true;
  std::vector<std::uint64_t> way = branch_way_;
  way.insert(way.end(), found->way.begin(), found->way.end());
  auto line = line_of(way);
  if (!line) return true;
  const std::uint64_t moves = TwinLine(twins_, start_, *line).moves();
  if (moves < fewest_) {
    best_ = std::move(line);
    best_odd_ = found->odd;
  }
  fewest_ = std::min(fewest_, moves);
  return fewest_ > 0;
}

bool PlayComparison::search_after_draws(std::uint64_t until) {
  if (!branch_) begin_after_draws();
  if (branch_->advance(until)) return true;
  const bool more = take_beginning() && ++beginning_ < kBeginnings;
  branch_.reset();
  if (more) return true;
  if (!best_) {
    stage_ = Stage::games;
    return true;
  }
  play_.witness = std::move(*best_);
  play_.shortest = false;
  describe(best_odd_);
  return false;
}

// ---- random games

bool PlayComparison::play_games(std::uint64_t until) {
  if (!games_) games_.emplace(twins_, start_, options_);
  if (!in_game_) {
    if (play_.games >= options_.games || games_->positions() >= options_.game_positions) return false;
    games_->begin(play_.games++);
    in_game_ = true;
  }
  in_game_ = games_->advance(until);
  play_.plies = games_->most_plies();
  if (in_game_) return true;
  progress_.games = play_.games;
  report();
  note_tried();
  const auto& found = games_->found();
  if (!found) return true;
  const auto line = line_of(found->way);
  if (!line) return true;
  begin_shortening(*line, found->odd);
  return true;
}

// ---- a shorter line

void PlayComparison::begin_shortening(std::vector<std::string> line, const std::optional<Odd>& odd) {
  shortening_.emplace(twins_, start_, std::move(line), odd, kShortening);
  stage_ = Stage::shortening;
}

bool PlayComparison::shorten(std::uint64_t until) {
  if (shortening_->advance(until)) return true;
  play_.witness = shortening_->line();
  describe(shortening_->odd());
  // If the search visited all shorter lines without a difference, this one is the shortest.
  play_.shortest = is_shortest_.value_or(play_.moves == 0 || (play_.depth && play_.moves <= *play_.depth + 1));
  return false;
}

}  // namespace glint
