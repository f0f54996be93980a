#include "interpreter/describe/samples.hpp"

#include <set>
#include <utility>

#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint::describe {
namespace {

constexpr std::size_t kMostCells = 1'500;
constexpr int kGames = 10, kPlies = 60;
constexpr std::uint64_t kMostFuel = 5'000'000;  // for all of them

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {
    kinds_.resize(program.rules.kinds.size());
    samples_.ways.resize(program.rules.lattice.directions.size());
  }

  void look(const Position& position) {
    for (int cell = 0; cell < program_.geometry.cells; ++cell)
      for (int level = 0; level < program_.layout.stack; ++level) {
        const int key = program_.key_in(position.state().data(), cell, level);
        if (key == 0) break;
        kinds_[static_cast<std::size_t>(program_.pieces.keys[static_cast<std::size_t>(key)].kind)].insert(key);
      }
  }
  /// The directions of beams are looked at once for each game, as they take longer.
  void look_at_beams(const Position& position) {
    const auto note = [&](const Result<std::vector<Beam>>& beams) {
      if (!beams) return;
      for (const Beam& beam : *beams) add(beam);
    };
    note(position.beams());
    note(position.followed_beams());
  }
  /// The shortest example is the easiest to read, and of these one whose parts are told apart: the most different signs.
  void move(MoveParts made) {
    ++told_[made.name];
    MoveParts& known = samples_.moves[made.name];
    const auto hardness = [](const MoveParts& parts) {
      std::string signs = parts.text;
      for (const MoveParts::Pick& each : parts.picks) signs += each.value;
      return std::pair(parts.text.size(), -static_cast<int>(std::set<char>(signs.begin(), signs.end()).size()));
    };
    if (known.text.empty() || hardness(made) < hardness(known)) known = std::move(made);
  }
  bool wants(const std::string& name) const {
    constexpr int kMost = 12;
    const auto told = told_.find(name);
    return told == told_.end() || told->second < kMost;
  }

  Samples result() {
    for (const std::set<int>& keys : kinds_) samples_.keys.emplace_back(keys.begin(), keys.end());
    return std::move(samples_);
  }

 private:
  void add(const Beam& beam) {
    for (const BeamStep& step : beam.path) samples_.ways[static_cast<std::size_t>(step.way)] = true;
    if (beam.entry_way >= 0) samples_.ways[static_cast<std::size_t>(beam.entry_way)] = true;
    for (const Beam& branch : beam.branches) add(branch);
  }

  const Program& program_;
  std::vector<std::set<int>> kinds_;
  std::map<std::string, int> told_;
  Samples samples_;
};

}  // namespace

Samples samples_of(const Position& start) {
  const Game game = start.game();
  Collector collector(game.program());
  collector.look(start);
  if (game.cells().size() > kMostCells) return collector.result();
  collector.look_at_beams(start);
  Random random(1);
  const std::uint64_t before_all = PositionView(start).machine().fuel().spent();
  for (int i = 0; i < kGames; ++i) {
    Position position = start;
    for (int ply = 0; ply < kPlies && !position.over(); ++ply) {
      if (PositionView(position).machine().fuel().spent() - before_all > kMostFuel) return collector.result();
      const auto count = position.count_moves();
      if (!count || *count == 0) break;
      const std::uint64_t chosen = random.below(*count);
      const Position before = position;
      if (position.play_listed(chosen)) break;
      if (collector.wants(position.last_move()))
        if (auto made = PositionView(before).parts(chosen, 1); made && !made->empty())
          collector.move(std::move(made->front()));
      collector.look(position);
      if (ply % 10 == 9) collector.look_at_beams(position);
    }
    collector.look_at_beams(position);
  }
  return collector.result();
}

}  // namespace glint::describe
