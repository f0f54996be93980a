// What a change of rules changes in play: two games in step, breadth first, then at random.
#include "glint/diff.hpp"

#include "interpreter/lab/diff/difference.hpp"
#include "interpreter/game/errors.hpp"

namespace glint {

namespace {

/// Work that is allowed for each position of a limit, in the unit of Twins::work.
constexpr std::uint64_t kWorkEach = 20;
/// If chance decides much before the first move, at most this many beginnings are searched.
constexpr int kBeginnings = 8;
/// Work that is allowed to make a line shorter.
constexpr std::uint64_t kShortening = 200'000;

/// The steps of a way as texts.
std::optional<std::vector<std::string>> line_of(const Twins& twins, const Pair& start,
                                                const std::vector<std::uint64_t>& way) {
  TwinLine both(twins, start);
  std::vector<std::string> line;
  for (const std::uint64_t number : way) {
    const auto text = both.text_of(number);
    if (!text || !both.play(*text)) return std::nullopt;
    line.push_back(*text);
  }
  return line;
}

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
      if (!count || *count != 1 || position.draw(std::uint64_t{0})) break;
      line.push_back(draw_text(position.draws().back().first, position.draws().back().second));
    }
    if (i == witness.size()) return line;
    const std::string& step = witness[i];
    const auto error = position.at_draw() ? position.draw(step.substr(step.find(" = ") + 3)) : position.play(step);
    line.push_back(step);
    if (error) to_end = false;  // a rule fails after the last step
  }
}

/// `odd`: a move that is not listed, perhaps after the witness.
void describe(Twins& twins, const Pair& start, const TextDiff* text, std::optional<Odd> odd, PlayDiff& play) {
  TwinLine both(twins, start, play.witness);
  play.same = false;
  // A line that was made shorter may lead to another difference, or to another answer.
  if (const Pair end = both.pair(); odd)
    odd = Twins::ends(end) || twins.differ(end, false) || twins.list(end) ? std::nullopt : twins.answer(end, odd->text);
  play.ends_unlisted = odd && odd->is_accepted_by_both && both.play(odd->text);
  if (play.ends_unlisted) play.witness.push_back(odd->text);
  play.moves = both.moves();
  play.difference = difference_after(twins, start, play.witness,
                                     odd && !play.ends_unlisted ? std::optional(odd->text) : std::nullopt, text);
  if (!both.error_before()) play.before = both.before();
  if (!both.error_now()) play.now = both.now();
  if (!play.witness.empty())
    play.witness = with_all_draws(twins.old_game(), play.witness, play.now && !play.now->at_draw());
}

/// Searches after a few outcomes of the first draws. The shortest line that was found; none if there is no difference.
std::optional<std::vector<std::string>> search_after_draws(Twins& twins, const Pair& start, const DiffOptions& options,
                                                           PlayDiff& play, std::optional<Odd>& odd) {
  std::optional<std::vector<std::string>> best;
  std::uint64_t fewest = UINT64_MAX;
  Random random(options.seed);
  for (int beginning = 0; beginning < kBeginnings; ++beginning) {
    std::vector<std::uint64_t> way;
    Pair pair = start, next = start;
    while (!Twins::ends(pair) && Twins::at_draw(pair)) {
      if (twins.differ(pair, true) || twins.list(pair) || twins.both() == 0) break;
      const std::uint64_t i = random.below(twins.both());
      twins.step(pair, i, next);
      way.push_back(twins.number_before(i));
      std::swap(pair, next);
    }
    TwinSearch search(
        twins, pair, true,
        {std::min(options.depth, fewest - 1), options.limit / kBeginnings + 1, kWorkEach * options.limit / kBeginnings},
        {}, options.unlisted / kBeginnings);
    const auto found = search.run();
    play.positions += search.layers().positions();
    if (!found) continue;
    way.insert(way.end(), found->way.begin(), found->way.end());
    auto line = line_of(twins, start, way);
    if (!line) continue;
    const std::uint64_t moves = TwinLine(twins, start, *line).moves();
    if (moves < fewest) {
      best = std::move(line);
      odd = found->odd;
    }
    fewest = std::min(fewest, moves);
    if (fewest == 0) break;
  }
  return best;
}

Result<PlayDiff> difference(const Game& old_game, const Game& new_game, const DiffOptions& options) {
  Twins twins(old_game, new_game, options.beyond_start);
  Pair start;
  if (auto error = twins.begin(start)) return *error;
  PlayDiff play;
  SearchProgress progress;
  const auto report = [&](const SearchProgress& now) {
    progress = now;
    if (options.progress) options.progress(now);
  };
  TwinSearch search(twins, start, true, {options.depth, options.limit, kWorkEach * options.limit}, report,
                    options.unlisted);
  const auto found = search.run();
  play.positions = search.layers().positions();
  play.depth = search.depth();
  play.complete = search.layers().is_complete();
  const auto note_tried = [&] {
    play.unlisted = twins.tried();
    play.untried = twins.untried();
    if (!search.tried_all()) play.untried.push_back("all unlisted moves, in positions farther from the start");
  };
  note_tried();
  if (found) {
    const auto line = line_of(twins, start, found->way);
    if (!line)
      return plain_error(lang::Code::G0601, "a move that both games list is refused when it is written",
                         "please report this with both scripts");
    // Other unlisted moves than this one were tried in each position: this one may differ sooner.
    play.witness = found->odd ? shortened_line(twins, start, *line, found->odd, kShortening) : *line;
    play.shortest = found->shortest;
    describe(twins, start, options.text, found->odd, play);
    return play;
  }
  if (play.complete) return play;
  if (!play.depth) {
    // Too much chance before the first move: search after a few beginnings, drawn at random.
    std::optional<Odd> odd;
    if (auto line = search_after_draws(twins, start, options, play, odd)) {
      play.witness = std::move(*line);
      play.shortest = false;
      describe(twins, start, options.text, odd, play);
      return play;
    }
  }
  TwinGames games(twins, start, options);
  while (play.games < options.games && games.positions() < options.game_positions) {
    const auto found_one = games.play(play.games++);
    play.plies = games.most_plies();
    report({progress.depth, progress.positions, play.games});
    note_tried();
    if (!found_one) continue;
    const auto line = line_of(twins, start, found_one->way);
    if (!line) continue;
    play.witness = shortened_line(twins, start, *line, found_one->odd, kShortening);
    describe(twins, start, options.text, found_one->odd, play);
    // If the search visited all shorter lines without a difference, this one is the shortest.
    play.shortest = play.moves == 0 || (play.depth && play.moves <= *play.depth + 1);
    return play;
  }
  return play;
}

}  // namespace

Result<PlayDiff> diff_play(const Game& old_game, const Game& new_game, const DiffOptions& options) {
  try {
    Result<PlayDiff> play = difference(old_game, new_game, options);
    // Of two games of which one was stopped, play would seem to differ.
    if (!stopped(old_game.program()) && !stopped(new_game.program())) return play;
  } catch (const lang::Stopped&) {
  }
  return to_error(*new_game.program().sources, lang::stopped());
}

}  // namespace glint
