// Two games in step: breadth first, then at random.
#include "interpreter/lab/diff/play_comparison.hpp"

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/shown.hpp"

namespace glint {

namespace {

/// Work that is allowed for each position of a limit, in the unit of Twins::work.
constexpr std::uint64_t kWorkEach = 20;
/// Attempts to find a difference by repeating moves.
constexpr std::uint64_t kRepeats = 64;
/// Work that is allowed to make a line shorter, in one go.
constexpr std::uint64_t kShortening = 200'000;

/// The witness including draws with only one outcome, which the comparison makes by itself, so that the witness can be
/// played anywhere. `to_end`: with those that come last, too.
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

const Program& worked_more(const Program& before, const Program& now) {
  const auto most = before.work.most(before.code.spans), most_now = now.work.most(now.code.spans);
  return most && (!most_now || most->portions > most_now->portions) ? before : now;
}

bool has_offers(const Game& game) {
  for (int move = 0; move < static_cast<int>(game.program().rules.moves.size()); ++move)
    if (may_be_unlisted(game.program(), move)) return true;
  return false;
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
                        });
  return made;
}

PlayComparison::PlayComparison(const Game& old_game, const Game& new_game, const DiffOptions& options)
    : options_(options), twins_(old_game, new_game, options.beyond_start) {
  play_.leaves_unlisted = has_offers(old_game) || has_offers(new_game);
}

bool PlayComparison::advance(std::uint64_t effort) {
  const std::uint64_t done = twins_.work(), until = effort > UINT64_MAX - done ? UINT64_MAX : done + effort;
  bool more = stage_ != Stage::done;
  while (more && twins_.work() < until) more = stage_ == Stage::search ? search(until) : play_games(until);
  if (!more) stage_ = Stage::done;
  return more;
}

void PlayComparison::report() {
  if (options_.progress) options_.progress(progress_);
}

bool PlayComparison::search(std::uint64_t until) {
  const bool more = search_->advance(until);
  play_.positions = search_->layers().positions();
  play_.depth = search_->depth();
  play_.complete = search_->layers().is_complete();
  if (more) return true;
  if (const auto& found = search_->found()) {
    const auto line = line_of(found->way);
    if (!line) {
      error_ = plain_error(lang::Code::G0601, "a move that both games list is refused when it is written",
                           "please report this with both scripts");
      return false;
    }
    play_.shortest = found->shortest;
    play_.witness = *line;
    describe();
    return false;
  }
  if (play_.complete) return false;
  stage_ = Stage::games;
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

void PlayComparison::describe() {
  const TwinLine both(twins_, start_, play_.witness);
  play_.same = false;
  play_.moves = both.moves();
  play_.difference = difference_after(twins_, start_, play_.witness, options_.text);
  if (!both.error_before()) play_.before = both.before();
  if (!both.error_now()) play_.now = both.now();
  if (!play_.witness.empty())
    play_.witness = with_all_draws(twins_.old_game(), play_.witness, play_.now && !play_.now->at_draw());
}

// ---- random games

bool PlayComparison::play_games(std::uint64_t until) {
  if (!games_) games_.emplace(twins_, start_, options_);
  if (twins_.uses_seen() && attempts_ < kRepeats) {
    const auto found = found_by_repeating(twins_, start_, attempts_++, options_.seed);
    return !found || take(*found);
  }
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
  return !games_->found() || take(*games_->found());
}

/// Makes the line to this difference shorter, if it has texts. False: it has, and nothing more is searched.
bool PlayComparison::take(const Found& found) {
  const auto line = line_of(found.way);
  if (!line) return true;
  play_.witness = shortened(twins_, start_, *line, kShortening);
  describe();
  // If the search visited all shorter lines without a difference, this one is the shortest.
  play_.shortest = play_.moves == 0 || (play_.depth && play_.moves <= *play_.depth + 1);
  return false;
}

// ---- in one go

Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options) {
  try {
    const auto begun = PlayComparison::begin(old_game, new_game, options);
    if (begun)
      while ((*begun)->advance(UINT64_MAX)) {
      }
    // Play would seem to differ if one of the two games was stopped.
    if (!stopped(old_game.program()) && !stopped(new_game.program())) {
      if (!begun) return begun.errors();
      if ((*begun)->error()) return *(*begun)->error();
      return (*begun)->play();
    }
  } catch (const lang::Stopped&) {
  }
  return stopped_error(worked_more(old_game.program(), new_game.program()));
}

}  // namespace glint
