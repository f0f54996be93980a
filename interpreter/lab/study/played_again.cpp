#include "interpreter/lab/study/played_again.hpp"

#include <algorithm>
#include <map>

#include "interpreter/lab/study/counted_game.hpp"
#include "interpreter/lab/study/measures.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

/// The distance of each value from the middle: the difference between the numbers of games with less and with more.
std::map<std::int64_t, std::uint64_t> ranks_off_middle(const Histogram& histogram) {
  std::uint64_t all = count_of(histogram), below = 0;
  std::map<std::int64_t, std::uint64_t> off;
  for (const auto& [value, times] : histogram) {
    const std::uint64_t above = all - below - times;
    off[value] = std::max(below, above) - std::min(below, above);
    below += times;
  }
  return off;
}

std::string share_text(std::int64_t part) { return number_text(100 * static_cast<double>(part) / StudyTally::kShare, 1) + " %"; }
std::string plies_text(std::int64_t plies) { return lang::counted(static_cast<std::uint64_t>(plies), "ply", "plies"); }

}  // namespace

std::optional<GameEnd> representative(const StudyTally& tally) {
  const std::vector<std::uint64_t> endings = endings_of(tally);
  const auto usual = static_cast<std::uint64_t>(std::max_element(endings.begin(), endings.end()) - endings.begin());
  const auto by_length = ranks_off_middle(tally.course.lengths);
  std::vector<std::map<std::int64_t, std::uint64_t>> by_score;
  for (const Histogram& scores : tally.endings.scores) by_score.push_back(ranks_off_middle(scores));
  const GameEnd* best = nullptr;
  std::uint64_t nearest = 0;
  for (const GameEnd& end : tally.endings.ends) {
    if (end.ending != usual) continue;
    std::uint64_t distance = by_length.at(end.plies);
    for (std::size_t i = 0; i < by_score.size(); ++i) distance += by_score[i].at(end.scores[i]);
    if (best && distance >= nearest) continue;
    best = &end;
    nearest = distance;
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::vector<ChosenGame> chosen_games(const StudyTally& tally) {
  std::vector<ChosenGame> all;
  if (const auto end = representative(tally))
    all.push_back({"representative", "the most common result, with the length" + std::string(end->scores.empty() ? "" : " and scores") +
                       " closest to the median",
                   end->game});
  if (const Extreme& one = tally.course.dramatic; one.is_set && one.value > 0)
    all.push_back({"dramatic", lang::counted(static_cast<std::uint64_t>(one.value), "lead change"), one.game});
  if (const Extreme& one = tally.course.turning; one.is_set && one.value > 0)
    all.push_back({"turning", "decided after " + share_text(one.value) + " of its plies", one.game});
  if (tally.course.shortest.is_set)
    all.push_back({"shortest", plies_text(tally.course.shortest.value), tally.course.shortest.game});
  if (tally.course.longest.is_set)
    all.push_back({"longest", plies_text(tally.course.longest.value), tally.course.longest.game});
  return all;
}

const std::vector<std::string>& names_of_chosen_games() {
  static const std::vector<std::string> names = {"representative", "dramatic", "turning", "shortest", "longest"};
  return names;
}

Result<PlayedAgain> play_again(const Game& game, const std::string& name, const StudyPlan& plan, std::uint64_t number,
                               const std::string* before) {
  CountedGame counted(game, plan);
  counted.note_draws();
  if (auto error = counted.play(number, before)) return *error;
  if (plan.records) {
    const Record& record = (*plan.records)[static_cast<std::size_t>(number)];
    Result<Replayed> replayed = replay(game, record);
    if (!replayed) return replayed.errors();
    return PlayedAgain{record, std::move(replayed->position), counted.tally()};
  }
  Record record = record_of(game, name, seed_of_game(plan.seed, number));
  // In a random game chance and choices share one stream, so the record needs every draw.
  record.draws = counted.draws();
  const std::vector<std::string> seats = game.players();
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    record.seats.emplace_back(seats[seat], plan.players[plan.player_at(seat, number)]);
  StartOptions options;
  options.seed = record.seed;
  options.draws = record.draws;
  Result<Position> position = game.start(options);
  if (!position) return position.errors();
  for (const std::uint64_t move : counted.moves()) {
    Result<std::string> text = position->move(move);
    if (!text) return text.errors();
    record.moves.push_back(std::move(*text));
    if (auto error = position->play_listed(move)) return *error;
  }
  record.result = position->outcome_text();
  return PlayedAgain{std::move(record), std::move(*position), counted.tally()};
}

bool plays_by_time(const StudyPlan& plan) {
  return std::any_of(plan.players.begin(), plan.players.end(), [](const std::string& player) {
    const Result<PlayerSpec> spec = read_player_spec(player);
    return spec && spec->budget.seconds > 0;
  });
}

}  // namespace glint
