#include "interpreter/machine/playout.hpp"

namespace glint {

Chance::Answer RandomChance::draw(const Drawing& drawing, Word* into) {
  take_at_random(drawing, random_, into);
  return Answer::drawn;
}

Chance::Answer SeriesChance::draw(const Drawing& drawing, Word* into) {
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    if (used_[i] || fixed_[i].first != drawing.node->name) continue;
    used_[i] = true;
    if (take_by_text(program_, drawing, fixed_[i].second, into)) return Answer::drawn;
    refusal_ = cannot_be_drawn(program_, drawing, fixed_[i].second);
    return Answer::refused;
  }
  return RandomChance::draw(drawing, into);
}

PlayoutEnd run_playout(Machine& machine, Random& random, int max_plies) {
  RandomChance chance(random);
  return run_playout(machine, random, chance, max_plies);
}

PlayoutEnd run_playout(Machine& machine, Random& random, Chance& chance, int max_plies) {
  PlayoutEnd end;
  const Machine::OneGame game(machine);
  RandomPlay play{random, max_plies, {}};
  machine.list_ahead(true);
  if (machine.is_at_draw()) end.status = machine.resume(chance);
  while (end.status != Machine::Status::error && !machine.is_over()) {
    end.status = Machine::Status::waiting;
    if (play.plies_left <= 0) break;
    const std::int64_t count = machine.list();
    if (count == 0) machine.fail_without_moves();
    if (count > 0 && machine.node().runs_on) {
      end.status = machine.play_on(play, chance);
    } else if (count > 0) {
      play.trail.add(static_cast<std::uint64_t>(count));
      end.status = machine.apply_listed(machine, random.below(static_cast<std::uint64_t>(count)));
      --play.plies_left;
      if (end.status == Machine::Status::done) end.status = machine.resume(chance);
    }
    if (count <= 0 || end.status == Machine::Status::failed) end.status = Machine::Status::error;
  }
  end.plies = max_plies - play.plies_left;
  end.trail = play.trail;
  machine.list_ahead(false);
  return end;
}

std::uint64_t checksum_of(const Machine& machine, std::uint64_t seed, const Trail& trail, int plies) {
  const Word ended = machine.frame()[Layout::kOutcome];
  return mixed(mixed(mixed(seed) ^ trail.value()) ^ ended ^ static_cast<std::uint64_t>(plies) << 32);
}

}  // namespace glint
