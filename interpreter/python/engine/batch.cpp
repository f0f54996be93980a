// Positions as numbers, for programs that learn, and games that step side by side. The meaning of an action or a plane
// is decided in Python (glint/encoding.py), from `numbering_of`; here it is only filled in.
#include <algorithm>
#include <memory>
#include <thread>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "interpreter/python/engine/binding.hpp"

namespace glint::python {
namespace {

using rules::Base;

/// A type as (is a number, is a cell or place, is a set, words in a State, lowest value, how many values, their names).
py::tuple facts_of_type(const Program& program, rules::Type type) {
  const int words = program.set_words(type);
  const bool is_set = std::exchange(type.is_set, false), is_place = type.base == Base::place;
  const bool is_number = type.base == Base::number || type.base == Base::flag;
  const std::int64_t values = is_place ? program.words() * 64 * program.layout.stack : program.values_of(type);
  std::vector<std::string> names;
  for (Word value = 0; !is_number && value < static_cast<Word>(values); ++value)
    names.push_back(print_slots(program, type, &value));
  const bool is_cell = is_place || type.base == Base::cell;
  return py::make_tuple(is_number, is_cell, is_set, words, domain_first(type), values, names);
}

/// The numbered things of a game.
py::dict numbering_of(const Game& game) {
  using namespace py::literals;
  const Program& program = game.program();
  const rules::Rules& rules = program.rules;
  const auto typed = [&](const auto& one) { return py::make_tuple(one.name, facts_of_type(program, one.type)); };
  const auto name_of = [](const auto& one) { return py::str(one.name); };
  const auto of_node = [](const Node& node) { return py::make_tuple(node.moves, node.together); };
  const auto of_pick = [&](const PickInfo& pick) {
    return py::make_tuple(facts_of_type(program, pick.type), pick.some_of, pick.round);
  };
  const auto of_key = [&](const Key& key) {
    const std::vector<int> none, &fields = key.kind < 0 ? none : rules.kinds[static_cast<std::size_t>(key.kind)].fields;
    return py::make_tuple(key.kind, key.owner, key.piece_set, fields, key.values);
  };
  const auto of_variable = [&](const PositionEntry& one) {
    const rules::Variable& variable = rules.variables[one.variable];
    const Slot words = one.slot - program.layout.variables[one.variable];
    const bool by_cell = variable.index && variable.index->base == Base::cell;
    return py::make_tuple(one.name, variable.name, by_cell ? static_cast<int>(words) / program.set_words(one.type) : -1,
                          facts_of_type(program, one.type), one.slot, one.seen);
  };
  const auto of_draw = [&](const DrawNode& draw) {
    return py::make_tuple(draw.form == DrawNode::Form::some, facts_of_type(program, draw.type));
  };
  return py::dict(
      "nodes"_a = list_of(program.nodes, of_node), "moves"_a = list_of(rules.moves, name_of),
      "picks"_a = list_of(program.moves, [&](const MoveCode& move) { return list_of(move.picks, of_pick); }),
      "kinds"_a = list_of(rules.kinds, name_of), "sets"_a = program.pieces.key_of_set,
      "keys"_a = list_of(program.pieces.keys, of_key), "fields"_a = list_of(rules.fields, typed),
      "levels"_a = program.layout.stack, "row"_a = program.words() * 64,
      "variables"_a = list_of(position_entries(program), of_variable),
      "beams"_a = list_of(rules.beams.fields, typed), "draws"_a = list_of(program.draws, of_draw));
}

/// Fills in actions and observations. The caller who makes one says where everything goes.
struct Encoder {
  using Pick = std::pair<std::int64_t, std::int64_t>;  // what a step counts (0: nothing), and the lowest value
  /// form 0: a number; 1: a 1 for a value; 2: for each element. Then: slot, words, seen by, lowest value, place, and
  /// how far values are from each other (0: they are cells).
  using Part = std::tuple<int, Slot, int, Word, std::int64_t, std::size_t, std::size_t>;

  /// The actions that the machine has listed, in their order.
  void list(Machine& machine, std::vector<std::int64_t>& into) const {
    constexpr Word kLeftOut = ~Word{0};
    std::vector<Word> picked;
    into.clear();
    machine.last_listed().each_move([&](int number, std::uint64_t first, std::uint64_t end) {
      const auto& [before, picks] = moves[static_cast<std::size_t>(number)];
      for (std::uint64_t k = first; k < end; ++k) {
        picked.assign(picks.size(), kLeftOut);
        machine.listed_run(k, picked.data());
        std::int64_t action = before;
        for (std::size_t i = 0; i < picks.size(); ++i)
          if (picked[i] != kLeftOut)
            action += (static_cast<std::int64_t>(picked[i]) - picks[i].second) * picks[i].first;
        into.push_back(action);
      }
    });
  }

  /// A player's view. Nothing is read that the player's own text of the position hides (Position::text_for). False:
  /// following beams is an error of the script.
  bool observe(Machine& machine, int viewer, float* into) const {
    std::fill_n(into, size, 0.0f);
    const Word* const frame = machine.frame();
    observe_pieces(frame, into);
    for (const auto& [form, slot, words, seen, low, at, step] : parts) {
      if (!(seen >> viewer & 1)) continue;
      const auto mark = [&, low = low, at = at, step = step](std::int64_t value) {
        const auto number = static_cast<std::size_t>(value - low);
        into[at + (step > 0 ? number * step : number / row() * area + places[number % row()])] = 1;
      };
      const auto value = static_cast<std::int64_t>(frame[slot]);
      if (form == 0) into[at] = static_cast<float>(value);
      if (form == 1) mark(value);
      if (form == 2)
        for (const int element : each_bit(frame + slot, words)) mark(element);
    }
    into[turns + static_cast<std::size_t>(viewer)] = 1;
    const std::size_t players = program.rules.players.size();
    if (!machine.is_over() && !machine.is_at_draw()) {
      into[turns + players + static_cast<std::size_t>(machine.to_move())] = 1;
      into[turns + 3 * players + groups[frame[Layout::kNode]]] = 1;
    }
    for (std::size_t player = 0; player < players; ++player)
      into[turns + 2 * players + player] = machine.pending().move_of(static_cast<int>(player)) >= 0 ? 1.0f : 0.0f;
    return !game.has_beams() || !game.sees_beams(viewer) || observe_light(machine, into + light);
  }

  void observe_pieces(const Word* frame, float* into) const {
    const Layout& layout = program.layout;
    const auto put = [&](int key, int cell, std::size_t below) {
      float* const at = into + below * level + places[static_cast<std::size_t>(cell)];
      for (const auto& [plane, value] : pieces[static_cast<std::size_t>(key)]) at[plane] = value;
    };
    for (int set = 0; layout.key_slots == 0 && set < layout.piece_sets; ++set)  // the sets say all
      for (const int cell : each_bit(frame + layout.tops + set * program.words(), program.words()))
        put(program.pieces.key_of_set[static_cast<std::size_t>(set)], cell, 0);
    if (layout.key_slots == 0) return;
    for (const int cell : each_bit(frame + layout.occupied, program.words())) {
      std::size_t below = 0;
      for (int at = layout.stack - 1; at >= 0; --at)
        if (const int key = program.key_in(frame, cell, at)) put(key, cell, below++);
    }
  }

  bool observe_light(Machine& machine, float* into) const {
    const std::size_t words = row() / 64;
    std::vector<Word> emitters(words);
    machine.emitters(emitters.data());
    machine.fuel().refill();
    for (const int source : each_bit(emitters)) {
      const Trace* const trace =
          lit_field < 0 ? machine.trace_of(source, false) : machine.lit_trace_of(source, lit_field);
      if (!trace) return false;
      const Word* lit = lit_field < 0 ? trace->cells.data() : trace->lit.data();
      for (std::size_t bit = 0; bit < (lit_field < 0 ? 1 : trace->lit.size() / words); ++bit, lit += words)
        for (const int cell : each_bit(lit, program.words()))
          into[bit * area + places[static_cast<std::size_t>(cell)]] = 1;
    }
    return true;
  }

  /// By player: 1 for a win, which the losers share as -1, 0 for a tie. If all are one side: 1, -1, or the score.
  std::vector<float> rewards(const Outcome& outcome) const {
    std::vector<float> all(program.rules.players.size());
    if (program.rules.team || all.size() == 1) {
      const bool is_score = outcome.kind == OutcomeKind::score && !outcome.scores.empty();
      const int won = (outcome.kind == OutcomeKind::win) - (outcome.kind == OutcomeKind::loss);
      std::fill(all.begin(), all.end(), static_cast<float>(is_score ? outcome.scores[0] : won));
    } else if (const int winner = outcome.victor(); winner >= 0) {
      std::fill(all.begin(), all.end(), -1.0f / static_cast<float>(all.size() - 1));
      all[static_cast<std::size_t>(winner)] = 1;
    }
    return all;
  }

  // The same of a position; actions in the order of its moves.
  std::vector<std::int64_t> actions_of(const Position& position) const {
    std::vector<std::int64_t> actions;
    if (!position.at_draw() && taken(position.count_moves()) > 0) list(PositionView(position).machine(), actions);
    return actions;
  }
  void observe_position(const Position& position, int viewer, const py::buffer& into) const {
    Machine& machine = PositionView(position).machine();
    if (!observe(machine, viewer, static_cast<float*>(into.request(true).ptr)))
      fail({to_error(program, machine.failure())});
  }

  std::size_t row() const { return static_cast<std::size_t>(program.words()) * 64; }

  const Game game;
  const std::vector<std::pair<std::int64_t, std::vector<Pick>>> moves;  // the first action of each
  const std::size_t size, area, level, light, turns;  // floats: of all, a plane, a level; where light and turns begin
  const std::vector<std::size_t> places;              // by cell, in a plane
  const std::vector<std::vector<std::pair<std::size_t, float>>> pieces;  // by key: where, and what
  const std::vector<Part> parts;
  const int lit_field;                    // of beams; -1: all of them are alike
  const std::vector<std::size_t> groups;  // by node: its number among those that look different
  const Program& program = game.program();
};

/// Games that step together. Each has its own Machine, which keeps its caches from step to step.
class Batch {
 public:
  /// `arrays` have a row for each game, in the order of Array. The last two are of the position in which a game ended.
  Batch(std::shared_ptr<Encoder> encoder, std::uint64_t seed, int max_plies, const std::vector<py::buffer>& arrays)
      : encoder_(std::move(encoder)), seed_(seed), max_plies_(max_plies), chooser_(mixed(seed)) {
    for (const py::buffer& array : arrays) arrays_.push_back(array.request(true));
    for (py::ssize_t i = 0; i < arrays_[kToMove].shape[0]; ++i)
      games_.push_back(std::make_unique<One>(encoder_->program));
  }

  void reset(int threads) {
    each(threads, [&](std::size_t i) { return begin(i); });
  }

  void step(const py::buffer& given, int threads) {
    const py::buffer_info actions = given.request();
    for (std::size_t i = 0; i < games_.size(); ++i) {
      One& one = *games_[i];
      const std::int64_t action = static_cast<const std::int64_t*>(actions.ptr)[i];
      const auto found = std::find(one.actions.begin(), one.actions.end(), action);
      if (found == one.actions.end())
        throw py::value_error("action " + std::to_string(action) + " is not legal in game " + std::to_string(i));
      one.chosen = static_cast<std::uint64_t>(found - one.actions.begin());
    }
    each(threads, [&](std::size_t i) { return go(i); });
  }

  /// Writes a legal action of each game, drawn at random.
  void sample(const py::buffer& into) {
    auto* action = static_cast<std::int64_t*>(into.request(true).ptr);
    for (const auto& one : games_)
      *action++ = one->actions.empty() ? -1 : one->actions[chooser_.below(one->actions.size())];
  }

  Position position(std::size_t i) const {
    std::vector<Word> state;
    games_.at(i)->machine.store(state);
    return PositionView(taken(encoder_->game.start({.first_draws = true}))).at(state, games_[i]->history);
  }

 private:
  enum Array : std::uint8_t { kSeen, kMasks, kRewards, kEnds, kToMove, kLastSeen, kLastLooks };

  struct One {
    explicit One(const Program& program) : machine(program) {
      machine.list_ahead(true);
      if (program.uses_seen) machine.set_history(&history);
    }
    Machine machine;
    Random random{0};
    std::vector<std::uint64_t> history;
    std::vector<std::int64_t> actions;  // in the order in which they are listed
    std::uint64_t chosen = 0, episode = 0;
    int plies = 0;
  };

  template <class T>
  T* row(Array array, std::size_t i) const {
    const py::buffer_info& its = arrays_[array];
    return reinterpret_cast<T*>(static_cast<char*>(its.ptr) + its.strides[0] * static_cast<py::ssize_t>(i));
  }

  /// Calls `what` with each game, on this many threads. They are made again each time, so that nothing is left behind
  /// when a process forks. A game with an error has no actions any more; the first error is thrown when all are done.
  void each(int threads, const auto& what) {
    constexpr std::size_t kLeast = 32;  // games that are worth a thread
    const std::size_t parts =
        std::clamp<std::size_t>(games_.size() / kLeast, 1, static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<char> works(games_.size());
    const auto work = [&](std::size_t part) {
      for (std::size_t i = works.size() * part / parts; i < works.size() * (part + 1) / parts; ++i) works[i] = what(i);
    };
    {
      const py::gil_scoped_release released;
      std::vector<std::jthread> others;  // all end before anything else is done, also if one cannot be made
      for (std::size_t part = 1; part < parts; ++part) others.emplace_back(work, part);
      work(0);
    }
    for (std::size_t i = 0; i < works.size(); ++i)
      if (!works[i]) show_actions(i, false);
    const auto failed = static_cast<std::size_t>(std::find(works.begin(), works.end(), 0) - works.begin());
    if (failed < works.size()) fail({to_error(encoder_->program, games_[failed]->machine.failure())});
  }

  /// The next game of this place in which somebody chooses, if one of 1000 is. Its chance follows from its number.
  bool begin(std::size_t i) {
    One& one = *games_[i];
    one.plies = 0;
    for (int empty = 0; empty < 1000; ++empty) {
      one.random = Random(seed_of_game(seed_, one.episode++ * games_.size() + i));
      one.history.clear();
      RandomChance chance(one.random);
      if (one.machine.begin(chance) == Machine::Status::error) return false;
      if (!one.machine.is_over()) return show(i);
    }
    show_actions(i, false);
    return true;
  }

  bool go(std::size_t i) {
    One& one = *games_[i];
    RandomChance chance(one.random);
    const int mover = one.machine.to_move();
    Machine::Status status = one.machine.apply_listed(one.machine, one.chosen);
    if (status == Machine::Status::done) status = one.machine.resume(chance);
    if (status == Machine::Status::error || status == Machine::Status::failed) return false;
    std::uint8_t& end = *row<std::uint8_t>(kEnds, i);
    end = one.machine.is_over() ? 1 : ++one.plies >= max_plies_ ? 2 : 0;
    const std::vector<float> rewards = encoder_->rewards(end == 1 ? outcome_of(one.machine) : Outcome());
    std::copy(rewards.begin(), rewards.end(), row<float>(kRewards, i));
    if (end == 0) return show(i);
    const int viewer = *row<std::int32_t>(kLastLooks, i) = end == 1 ? mover : one.machine.to_move();
    return encoder_->observe(one.machine, viewer, row<float>(kLastSeen, i)) && begin(i);
  }

  bool show(std::size_t i) {
    Machine& machine = games_[i]->machine;
    const std::int64_t count = machine.list();
    if (count == 0) machine.fail_without_moves();
    if (count <= 0) return false;
    show_actions(i, true);
    return encoder_->observe(machine, machine.to_move(), row<float>(kSeen, i));
  }

  void show_actions(std::size_t i, bool any) {
    One& one = *games_[i];
    auto* const mask = row<std::uint8_t>(kMasks, i);
    for (const std::int64_t action : one.actions) mask[action] = 0;
    one.actions.clear();
    if (any) encoder_->list(one.machine, one.actions);
    for (const std::int64_t action : one.actions) mask[action] = 1;
    *row<std::int32_t>(kToMove, i) = any ? one.machine.to_move() : -1;
  }

  const std::shared_ptr<const Encoder> encoder_;
  const std::uint64_t seed_;
  const int max_plies_;
  Random chooser_;
  std::vector<py::buffer_info> arrays_;
  std::vector<std::unique_ptr<One>> games_;
};

}  // namespace

void add_batches(py::module_& module) {
  module.def("numbering", &numbering_of);
  py::class_<Encoder, std::shared_ptr<Encoder>>(module, "Encoder")
      .def(py::init<const Game&, decltype(Encoder::moves), std::size_t, std::size_t, std::size_t, std::size_t,
                    std::size_t, decltype(Encoder::places), decltype(Encoder::pieces), decltype(Encoder::parts), int,
                    decltype(Encoder::groups)>())
      .def("actions_of", &Encoder::actions_of)
      .def("observe", &Encoder::observe_position)
      .def("rewards_of", [](const Encoder& one, const Position& position) { return one.rewards(position.outcome()); });
  py::class_<Batch>(module, "Batch")
      .def(py::init<std::shared_ptr<Encoder>, std::uint64_t, int, const std::vector<py::buffer>&>())
      .def("reset", &Batch::reset)
      .def("step", &Batch::step)
      .def("sample", &Batch::sample)
      .def("position", &Batch::position);
}

}  // namespace glint::python
