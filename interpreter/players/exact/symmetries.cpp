#include "interpreter/players/exact/symmetries.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

using rules::Base;

std::int64_t Images::of_value(const Symmetry& symmetry, const rules::Type& type, std::int64_t value) const {
  const Geometry& geometry = program_.geometry;
  const auto is_below = [value](std::int64_t end) { return value >= 0 && value < end; };
  switch (type.base) {
    case Base::player: return is_below(2) ? symmetry.player(static_cast<int>(value)) : value;
    case Base::direction: return is_below(geometry.directions) ? symmetry.way[static_cast<std::size_t>(value)] : value;
    case Base::axis: {  // axis a mirrors direction t to a - t
      const int all = geometry.directions;
      if (!is_below(all)) return value;
      const auto axis = static_cast<int>(value);
      return (2 * symmetry.turn + (symmetry.is_mirrored ? all - axis : axis)) % all;
    }
    case Base::cell: return is_below(geometry.cells) ? symmetry.cell[static_cast<std::size_t>(value)] : value;
    case Base::edge: {
      if (!is_below(static_cast<std::int64_t>(geometry.edges.size()))) return value;
      const Geometry::Edge& edge = geometry.edges[static_cast<std::size_t>(value)];
      return geometry.edge_at(symmetry.cell[static_cast<std::size_t>(edge.cell)],
                              symmetry.way[static_cast<std::size_t>(edge.way)]);
    }
    default: return value;
  }
}

std::int64_t Images::of_word(const Symmetry& symmetry, const rules::Type& type, std::int64_t value) const {
  if (!type.is_set) return of_value(symmetry, type, value);
  rules::Type element = type;
  element.is_set = false;
  Word image = 0;
  for (const int each : each_bit(static_cast<Word>(value))) image |= bit_in_word(of_value(symmetry, element, each));
  return static_cast<std::int64_t>(image);
}

int Images::of_key(const Symmetry& symmetry, int key) const {
  if (key == 0) return 0;
  const Key& piece = program_.key(key);
  const rules::Kind& kind = program_.rules.kinds[static_cast<std::size_t>(piece.kind)];
  int image = key;
  const std::vector<int>& first = program_.pieces.first_key[static_cast<std::size_t>(piece.kind)];
  if (first.size() > 1) {
    const auto owner = static_cast<std::size_t>(piece.owner);
    image += first[static_cast<std::size_t>(symmetry.player(piece.owner))] - first[owner];
  }
  for (std::size_t f = 0; f < kind.fields.size(); ++f) {
    const auto field = static_cast<std::size_t>(kind.fields[f]);
    const std::int64_t after = of_word(symmetry, program_.rules.fields[field].type, piece.values[f]);
    image += static_cast<int>(after - piece.values[f]) *
             program_.pieces.fields[field].stride[static_cast<std::size_t>(key)];
  }
  return image;
}

int Images::of_set(const Symmetry& symmetry, int piece_set) const {
  for (std::size_t kind = 0; kind < program_.pieces.first_set.size(); ++kind) {
    const int first = program_.pieces.first_set[kind], sets = program_.pieces.sets_of_kind[kind];
    if (sets == 2 && piece_set >= first && piece_set < first + 2) return first + symmetry.player(piece_set - first);
  }
  return piece_set;
}

namespace {
struct Nobody {
  void changed(int, int, int, Word) const {}
  void filled(int, Word) const {}
};
}  // namespace

void Images::of_state(const Symmetry& symmetry, std::span<const Word> state, std::vector<Word>& image) {
  const Layout& layout = program_.layout;
  const Geometry& geometry = program_.geometry;
  board_.clear_state();
  Word* const frame = board_.frame();
  const Nobody nobody;
  for (int cell = 0; cell < geometry.cells; ++cell)
    for (int level = 0; level < layout.stack; ++level)
      if (const int key = program_.key_in(state.data(), cell, level))
        board_.put(symmetry.cell[static_cast<std::size_t>(cell)], of_key(symmetry, key), nobody);
  // Everything else is copied, and values about cells, directions or players are mapped.
  frame[Layout::kNode] = state[Layout::kNode];
  frame[Layout::kOutcome] = state[Layout::kOutcome];
  frame[Layout::kMe] = static_cast<Word>(symmetry.player(static_cast<int>(state[Layout::kMe])));
  for (std::size_t v = 0; v < program_.rules.variables.size(); ++v) {
    const rules::Variable& variable = program_.rules.variables[v];
    const auto words = static_cast<Slot>(program_.set_words(variable.type));
    const std::int64_t first = variable.index ? domain_first(*variable.index) : 0;
    const std::int64_t count = variable.index ? program_.values_of(*variable.index) : 1;
    rules::Type element = variable.type;
    element.is_set = false;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t to = variable.index ? of_value(symmetry, *variable.index, first + i) - first : i;
      const Word* const from = &state[layout.variables[v] + static_cast<Slot>(i) * words];
      Word* const into = frame + layout.variables[v] + static_cast<Slot>(to) * words;
      if (variable.type.is_set && is_of_board(variable.type)) {
        for (const int each : each_bit(from, static_cast<int>(words))) add_bit(into, of_value(symmetry, element, each));
      } else {
        *into = static_cast<Word>(of_word(symmetry, variable.type, static_cast<std::int64_t>(*from)));
      }
    }
  }
  std::copy(state.begin() + layout.play, state.begin() + layout.size, frame + layout.play);
  for (const PlaySlot& slot : layout.play_slots)
    if (slot.is_turn) frame[slot.slot] = static_cast<Word>(symmetry.player(static_cast<int>(state[slot.slot])));
  board_.store(image);
}

std::vector<std::uint64_t> ImageCheck::after_moves(const std::vector<Word>& state, const Symmetry* symmetry, std::int64_t most) {
  machine_.load(state);
  const std::int64_t count = machine_.list();
  std::vector<std::uint64_t> found = {static_cast<std::uint64_t>(count)};
  if (count > most) return found;  // numbered differently in the image: only all can be compared
  Machine::Listing listing;
  machine_.swap_listing(listing);
  StepChance chance;
  std::vector<Word> after, image;
  for (std::int64_t k = 0; k < count; ++k) {
    stop_.after(50);
    machine_.load(state);
    machine_.swap_listing(listing);
    Machine::Status status = machine_.apply_listed(machine_, static_cast<std::uint64_t>(k));
    machine_.swap_listing(listing);
    if (status == Machine::Status::done) status = machine_.resume(chance);
    std::uint64_t hash = 0;
    if (machine_.is_over()) {
      const Outcome outcome = outcome_of(machine_);
      const int victor = outcome.victor();
      hash = victor < 0 ? 2 : static_cast<std::uint64_t>(symmetry ? symmetry->player(victor) : victor);
      const bool has_scores = outcome.kind == OutcomeKind::score && outcome.scores.size() == 2;
      for (int player = 0; has_scores && player < 2; ++player)
        hash = mixed(hash ^ static_cast<std::uint64_t>(outcome.scores[static_cast<std::size_t>(symmetry ? symmetry->player(player) : player)]));
    } else if (status == Machine::Status::waiting) {
      machine_.store(after);
      if (symmetry) images_.of_state(*symmetry, after, image);
      for (const Word word : symmetry ? image : after) hash = mixed(hash ^ word);
    } else {
      if (status == Machine::Status::error) throw_if_stopped(machine_.failure());
      continue;
    }
    found.push_back(hash);
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool ImageCheck::holds(const Symmetry& symmetry, const std::vector<Word>& state, std::int64_t most) {
  images_.of_state(symmetry, state, image_);
  return after_moves(state, &symmetry, most) == after_moves(image_, nullptr, most);
}

namespace {

/// Positions of random games, and the comparable facts about them and their images.
class Trials {
 public:
  explicit Trials(const Program& program) : program_(program), machine_(program), check_(program) {
    for (std::uint64_t game = 0; game < kGames; ++game) {
      stop_.after(100);
      const int plies = play(game, kMostPlies);
      if (plies <= 0) continue;
      // Only here do rules of the second move (such as the pie rule) and rules that only an end reads show.
      Random random(mixed(game));
      for (const int ply : {1, plies - 1, plies - 2, random_ply(random, plies), random_ply(random, plies)})
        keep(game, std::clamp(ply, 0, plies - 1));
    }
  }

  bool are_any() const { return !states_.empty(); }

  bool passes(const Symmetry& symmetry) {
    for (const std::vector<Word>& state : states_) {
      stop_.after(100);
      if (!check_.holds(symmetry, state, kMostTried)) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kGames = 30;
  static constexpr int kMostPlies = 400;
  static constexpr std::int64_t kMostTried = 64;

  static int random_ply(Random& random, int plies) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(plies)));
  }
  /// Plays this many plies of a random game, or to its end; returns how many there were, or -1.
  int play(std::uint64_t game, int plies) {
    Random random(seed_of_game(1, game));
    RandomChance chance(random);
    if (machine_.begin(chance) != Machine::Status::waiting) return -1;
    const PlayoutEnd end = run_playout(machine_, random, chance, plies);
    return end.status == Machine::Status::error ? -1 : end.plies;
  }

  /// Keeps the position after this many plies of a game.
  void keep(std::uint64_t game, int plies) {
    if (play(game, plies) >= 0 && !machine_.is_over()) machine_.store(states_.emplace_back());
  }

  const Program& program_;
  Machine machine_;
  ImageCheck check_;
  lang::StopCheck stop_{program_.limits.stop};
  std::vector<std::vector<Word>> states_;
};

/// The map that takes a cell to another one and turns directions so; nothing if neighbours do not stay neighbours.
std::optional<Symmetry> spread(const Geometry& geometry, int to, int turn, bool is_mirrored) {
  Symmetry symmetry;
  symmetry.turn = turn;
  symmetry.is_mirrored = is_mirrored;
  const int ways = geometry.directions;
  for (int way = 0; way < ways; ++way) symmetry.way.push_back((turn + (is_mirrored ? ways - way : way)) % ways);
  symmetry.cell.assign(static_cast<std::size_t>(geometry.cells), -1);
  symmetry.cell[0] = to;
  std::vector<int> reached = {0};
  std::vector<bool> is_taken(symmetry.cell.size());
  is_taken[static_cast<std::size_t>(to)] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const int from = reached[i], image = symmetry.cell[static_cast<std::size_t>(from)];
    for (int way = 0; way < ways; ++way) {
      const int next = geometry.next_to(from, way);
      const int wanted = geometry.next_to(image, symmetry.way[static_cast<std::size_t>(way)]);
      if ((next < 0) != (wanted < 0)) return std::nullopt;
      if (next < 0) continue;
      int& found = symmetry.cell[static_cast<std::size_t>(next)];
      if (found < 0) {
        if (is_taken[static_cast<std::size_t>(wanted)]) return std::nullopt;
        is_taken[static_cast<std::size_t>(wanted)] = true;
        found = wanted;
        reached.push_back(next);
      }
      if (found != wanted) return std::nullopt;
    }
  }
  return reached.size() == symmetry.cell.size() ? std::optional(std::move(symmetry)) : std::nullopt;
}

}  // namespace

std::vector<Symmetry> find_symmetries(const Program& program) {
  constexpr std::size_t kMost = 128;  // on boards that wrap there may be hundreds
  const Geometry& geometry = program.geometry;
  Symmetry same;
  for (int cell = 0; cell < geometry.cells; ++cell) same.cell.push_back(cell);
  for (int way = 0; way < geometry.directions; ++way) same.way.push_back(way);
  std::vector<Symmetry> found = {same};
  Trials trials(program);
  if (!trials.are_any()) return found;
  for (const bool exchanges : {false, true})
    for (int cell = 0; cell < geometry.cells; ++cell)
      for (int turn = 0; turn < geometry.directions; ++turn)
        for (const bool is_mirrored : {false, true}) {
          if (found.size() >= kMost) return found;
          std::optional<Symmetry> symmetry = spread(geometry, cell, turn, is_mirrored);
          if (!symmetry) continue;
          symmetry->exchanges = exchanges;
          if (!exchanges && symmetry->cell == same.cell && symmetry->way == same.way) continue;
          if (trials.passes(*symmetry)) found.push_back(std::move(*symmetry));
        }
  return found;
}

bool is_group(const std::vector<Symmetry>& symmetries) {
  std::set<std::tuple<std::vector<int>, std::vector<int>, bool>> known;
  for (const Symmetry& one : symmetries) known.emplace(one.cell, one.way, one.exchanges);
  const auto joined = [](std::vector<int> first, const std::vector<int>& then) {
    for (int& each : first) each = then[static_cast<std::size_t>(each)];
    return first;
  };
  for (const Symmetry& a : symmetries)
    for (const Symmetry& b : symmetries)
      if (!known.contains({joined(a.cell, b.cell), joined(a.way, b.way), a.exchanges != b.exchanges})) return false;
  return true;
}

}  // namespace glint
