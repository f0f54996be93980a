#include "interpreter/lab/diff/twin_line.hpp"

#include <algorithm>

#include "interpreter/lab/search/shorter.hpp"

namespace glint {

namespace {

/// The farthest from the end of a line that another end is searched.
constexpr std::size_t kMostBack = 10;
/// The largest share of all work that one search may do.
constexpr std::uint64_t kSearches = 20;
/// The time of a step of a line, in microseconds.
constexpr std::uint64_t kEachStep = 10;

/// Every other random game tries up to this many moves for one after which the States differ.
constexpr int kTries = 6;

bool is_script_error(const Error& error) { return error.code != lang::code_name(lang::Code::G0601); }

}  // namespace

std::string draw_text(const std::string& name, const std::string& value) { return "draw " + name + " = " + value; }

// ---- lines ----

TwinLine::TwinLine(const Twins& twins, const Pair& start, const std::vector<std::string>& line)
    : twins_(twins), before_(twins.position_before(start.before)), now_(twins.position_now(start.now)) {
  for (const std::string& step : line) play(step);
}

std::optional<std::string> TwinLine::text_of(std::uint64_t number) const {
  if (!before_.at_draw()) {
    const Result<std::string> text = before_.move(number);
    return text ? std::optional(*text) : std::nullopt;
  }
  const Result<std::string> value = PositionView(before_).outcome(number);
  return value ? std::optional(draw_text(before_.draw_name(), *value)) : std::nullopt;
}

bool TwinLine::play(const std::string& text) {
  if (error_before_ || error_now_ || before_.at_draw() != now_.at_draw()) return false;
  Position before = before_, now = now_;
  std::optional<Error> first, second;
  if (before_.at_draw()) {
    // The name is the old game's: only the value counts.
    const std::size_t equals = text.find(" = ");
    if (text.rfind("draw ", 0) != 0 || equals == std::string::npos) return false;
    const std::string value = text.substr(equals + 3);
    first = before.draw(value);
    second = now.draw(value);
    if ((first && first->code == lang::code_name(lang::Code::G0608)) ||
        (second && second->code == lang::code_name(lang::Code::G0608)))
      return false;
  } else {
    first = before.play(text);
    second = now.play(text);
    if ((first && !is_script_error(*first)) || (second && !is_script_error(*second))) return false;
  }
  moves_ += !before_.at_draw();
  before_ = before;
  now_ = now;
  error_before_ = first;
  error_now_ = second;
  refresh(before_, error_before_);
  refresh(now_, error_now_);
  return true;
}

void TwinLine::refresh(Position& position, std::optional<Error>& error) {
  while (!error && position.at_draw()) {
    const Result<std::uint64_t> count = position.count_outcomes();
    if (!count || *count != 1) return;
    error = position.draw(std::uint64_t{0});
  }
}

Pair TwinLine::pair() const {
  Pair pair{twins_.spot_of(before_), twins_.spot_of(now_)};
  if (error_before_) pair.before.failure = Failure{lang::Code::G0603, {}, error_before_->message};
  const bool alike = error_before_ && error_now_ && error_before_->code == error_now_->code;
  if (error_now_) pair.now.failure = Failure{alike ? lang::Code::G0603 : lang::Code::G0605, {}, error_now_->message};
  return pair;
}

// ---- repeated moves ----

std::optional<Found> found_by_repeating(Twins& twins, const Pair& start, std::uint64_t attempt, std::uint64_t seed) {
  constexpr std::uint64_t kAttempts = 8, kMostWork = 20'000;  // attempts from positions after as many moves; work of one
  constexpr std::size_t kRounds = 8, kLoop = 4;
  Random random(seed_of_game(seed, attempt));
  Pair at = start, back, next, last;
  std::vector<std::uint64_t> way;
  // Is there a step from the pair, now listed, that does not show a difference by itself?
  const auto goes_on = [&](const Pair& pair) {
    return !Twins::ends(pair) && !Twins::at_draw(pair) && !twins.list(pair) && twins.both() > 0;
  };
  const std::size_t first = 2 * static_cast<std::size_t>(attempt / kAttempts);
  for (std::size_t i = 0; i < first + 2; ++i) {
    if (i == first) back = at;
    if (!goes_on(at)) return std::nullopt;
    const std::uint64_t any = random.below(twins.both());
    way.push_back(twins.number_before(any));
    twins.step(at, any, next);
    std::swap(at, next);
  }
  const std::uint64_t until = twins.work() + kMostWork;
  for (std::uint64_t i = 0; way.size() < first + kLoop && goes_on(at) && i < twins.both() && twins.work() < until; ++i) {
    const std::uint64_t third = twins.number_before(i);
    twins.step(at, i, next);
    for (std::uint64_t j = 0; way.size() < first + kLoop && (j > 0 || goes_on(next)) && j < twins.both(); ++j) {
      twins.step(next, j, last);
      if (last.before.state == back.before.state) way.insert(way.end(), {third, twins.number_before(j)});
    }
  }
  if (way.size() < first + kLoop) return std::nullopt;
  at = back;
  for (std::size_t i = first; i < first + kRounds * kLoop; ++i) {
    if (i >= way.size()) way.push_back(way[i - kLoop]);
    if (Twins::ends(at)) return std::nullopt;
    const std::vector<std::uint64_t> so_far(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(i));
    if (twins.list(at)) return Found{so_far, false};
    const auto same = twins.find_before(way[i]);
    if (!same) return std::nullopt;
    twins.step(at, *same, next);
    std::swap(at, next);
    if (twins.differ(at, false)) return Found{{way.begin(), way.begin() + static_cast<std::ptrdiff_t>(i) + 1}, false};
  }
  return std::nullopt;
}

// ---- random games ----

TwinGames::TwinGames(Twins& twins, const Pair& start, const DiffOptions& options)
    : twins_(twins), start_(start), options_(options) {
  used_.assign(twins.old_game().program().rules.moves.size(), 0);
}

void TwinGames::begin(std::uint64_t game) {
  game_ = game;
  plies_ = 0;
  random_ = Random(seed_of_game(options_.seed, game));
  pair_ = next_ = start_;
  way_.clear();
  found_.reset();
}

bool TwinGames::advance(std::uint64_t until) {
  while (step()) {
    most_plies_ = std::max(most_plies_, plies_);
    if (twins_.work() >= until) return true;
  }
  return false;
}

/// Compares a pair, and makes a step to the next. False: the game has ended.
bool TwinGames::step() {
  const auto end = [&] {
    found_ = Found{way_, false};
    return false;
  };
  ++positions_;
  if (plies_ > 0 && twins_.differ(pair_, false)) return end();
  if (Twins::ends(pair_) || positions_ >= options_.game_positions) return false;
  if (twins_.list(pair_)) return end();
  if (twins_.both() == 0 || plies_ >= static_cast<std::uint64_t>(options_.plies)) return false;
  const bool draws = Twins::at_draw(pair_);
  std::uint64_t i = draws ? random_.below(twins_.both()) : choose();
  twins_.step(pair_, i, next_);
  const bool seeks = game_ % 2 == 1 && pair_.before.state == pair_.now.state;
  for (int tries = 0; seeks && tries < kTries && next_.before.state == next_.now.state; ++tries) {
    i = draws ? random_.below(twins_.both()) : choose();
    twins_.step(pair_, i, next_);
  }
  if (!draws) {
    ++used_[static_cast<std::size_t>(twins_.move_of(i))];
    ++plies_;
  }
  way_.push_back(twins_.number_before(i));
  std::swap(pair_, next_);
  return true;
}

/// Games take turns to choose uniformly, and to choose among the declared moves that were played least.
std::uint64_t TwinGames::choose() {
  const std::uint64_t any = random_.below(twins_.both());
  if (game_ % 2 == 0) return any;
  const std::vector<Range> all = ranges();
  std::vector<const Range*> good;
  for (const Range& range : all) {
    const auto move = static_cast<std::size_t>(range.move);
    if (!good.empty() && used_[move] < used_[static_cast<std::size_t>(good[0]->move)]) good.clear();
    if (good.empty() || used_[move] == used_[static_cast<std::size_t>(good[0]->move)]) good.push_back(&range);
  }
  const Range& range = *good[random_.below(good.size())];
  return range.begin + random_.below(range.size);
}

/// Runs are listed move by move, so each move has a range of numbers.
std::vector<TwinGames::Range> TwinGames::ranges() {
  std::vector<Range> all;
  for (std::uint64_t begin = 0; begin < twins_.both();) {
    const int move = twins_.move_of(begin);
    std::uint64_t last = begin, end = twins_.both();  // `move` still; another move, or the end
    while (last + 1 < end) {
      const std::uint64_t middle = last + (end - last) / 2;
      (twins_.move_of(middle) == move ? last : end) = middle;
    }
    all.push_back({move, begin, end - begin});
    begin = end;
  }
  return all;
}

// ---- shorter lines ----

namespace {

class LineShortening {
 public:
  LineShortening(Twins& twins, const Pair& start, std::vector<std::string>& line, std::uint64_t work)
      : twins_(twins), start_(start), line_(line), work_(work), last_work_(twins.work() + work) {}

  void run() {
    const auto leave_out = [&] {
      glint::leave_out(
          line_, false, [&](const std::vector<std::string>& steps) { return take(steps); }, [&] { return has_work(); });
    };
    leave_out();
    for (std::size_t back = 2; back <= std::min(line_.size(), kMostBack) && has_work();) {
      const bool is_shorter = shorten_end(back);
      if (is_shorter) leave_out();
      back = is_shorter ? 2 : back + 1;
    }
  }

 private:
  bool has_work() const { return twins_.work() + kEachStep * played_ < last_work_; }

  /// Takes the steps up to the one after which play differs; false if it does not, or if a step cannot be taken.
  bool take(const std::vector<std::string>& steps) {
    TwinLine both(twins_, start_);
    for (std::size_t i = 0; i <= steps.size(); ++i, ++played_) {
      if (i > 0 && !both.play(steps[i - 1])) return false;
      const Pair pair = both.pair();
      if (!(i > 0 && twins_.differ(pair, false))) {
        if (Twins::ends(pair)) return false;
        if (!twins_.list(pair)) continue;
      }
      line_.assign(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }

  /// Searches for a shorter end of the line, from the position this many steps before its end.
  bool shorten_end(std::size_t back) {
    std::vector<std::string> shorter(line_.begin(), line_.end() - static_cast<std::ptrdiff_t>(back));
    TwinLine both(twins_, start_, shorter);
    played_ += shorter.size();
    const Pair from = both.pair();
    if (Twins::ends(from)) return false;
    const std::uint64_t most = work_ / kSearches;
    TwinSearch search(twins_, from, false, SearchLimits{back - 1, most / 4, most});
    search.advance(UINT64_MAX);
    if (!search.found() || search.found()->way.size() >= back) return false;
    for (const std::uint64_t number : search.found()->way) {
      const auto text = both.text_of(number);
      if (!text || !both.play(*text)) return false;
      shorter.push_back(*text);
    }
    line_ = std::move(shorter);
    return true;
  }

  Twins& twins_;
  const Pair& start_;
  std::vector<std::string>& line_;
  const std::uint64_t work_, last_work_;
  std::uint64_t played_ = 0;  // steps of lines
};

}  // namespace

std::vector<std::string> shortened(Twins& twins, const Pair& start, std::vector<std::string> line, std::uint64_t work) {
  LineShortening(twins, start, line, work).run();
  return line;
}

}  // namespace glint
