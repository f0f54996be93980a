// Changes that change nothing together with the others of their variant: they are taken out of it, so that a variant that
// is shown has no more changes than it needs.
#include "interpreter/lab/explore/explorer.hpp"

namespace glint {

/// Tries each variant of several changes without each of them, one after the other. If a search finds no difference, and
/// the first games are the same, move by move, the change is left out. The games are counted.
void Explorer::drop_idle(const Numbers& numbers, std::uint64_t& count) {
  struct Without {
    std::size_t number = 0, at = 0;  // the variant, and which of its changes is tried
    Made made;
    std::string script;
    std::optional<Game> game;
    bool is_same = false;
  };
  std::vector<std::size_t> next(found_.candidates.size(), 0);  // by candidate: the change that is tried next
  while (!is_late()) {
    std::vector<Without> tried;
    Numbers missing;
    for (const std::size_t number : still_in(numbers)) {
      const Made& made = found_.candidates[number].made;
      if (made.size() < 2 || next[number] >= made.size()) continue;
      Without one{number, next[number], made, {}, {}, false};
      one.made.erase(one.made.begin() + static_cast<std::ptrdiff_t>(one.at));
      tried.push_back(std::move(one));
      if (!games_[number]) missing.push_back(number);
    }
    if (tried.empty()) return;
    build(missing, WhenLate::play);
    host_.note("variants without each of their changes");
    host_.each(tried.size(), [&](std::size_t i) {
      Without& one = tried[i];
      const Explored& whole = found_.candidates[one.number];
      if (!games_[one.number] || host_.is_late()) return;
      one.script = parent_.script(one.made, whole.title);
      Result<Game> game = host_.build(one.script, whole.name);
      if (!game) return;
      one.is_same = is_same_game(*games_[one.number], *game, plays_[one.number].ends);
      one.game = std::move(*game);
    });
    for (Without& one : tried) {
      if (one.is_same && has_play_of(one.number, *one.game, count)) {
        Explored& kept = found_.candidates[one.number];
        kept.made = std::move(one.made);
        kept.script = std::move(one.script);
        kept.what = parent_.what_changes(kept.made);
        games_[one.number] = std::move(one.game);
        const auto [known, is_new] = scripts_.emplace(hash_of_script(*games_[one.number]), one.number);
        if (is_new) continue;
        // A variant with the same script that was outranked before makes way for this one.
        const Explored& other = found_.candidates[known->second];
        if (other.gone)
          known->second = one.number;
        else if (known->second != one.number)
          reject(one.number, {Reason::same_script, "as " + other.name});
      } else {
        ++next[one.number];
      }
    }
  }
}

/// Whether this game has the first games of that candidate.
bool Explorer::has_play_of(std::size_t number, const Game& game, std::uint64_t& count) {
  const std::string& name = found_.candidates[number].name;
  const std::vector<PlayedGames> played =
      host_.play({{&game, name, random_plan_, 0, ExplorePlan::kRandomGames, true},
                  {&game, name, found_.race_plan, 0, ExplorePlan::kRacerGames, true}});
  std::uint64_t checksum = 0;
  for (const PlayedGames& each : played) {
    if (each.is_cut) note_late();
    if (each.is_cut || each.error) return false;
    count += each.tally.games;
    checksum = seed_of_game(checksum, each.tally.checksum);
  }
  return checksum == plays_[number].checksum;
}

}  // namespace glint
