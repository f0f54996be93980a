// The board alone: random changes against a naive board, a list of pieces for each cell. After each change, the sets,
// the planes and what the listener hears must agree with the naive board.
#include "interpreter/machine/board.hpp"

#include <map>

#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"
#include "tests/support/hand_program.hpp"

using namespace glint;
using namespace glint::test;

namespace {

/// Notes which cells were reported as changed, and how.
struct Listener {
  std::map<int, std::pair<int, int>> tops;  // by cell: the key before the first change, and after the last
  Word forget = 0;
  void changed(int cell, int before, int after, Word mask) {
    const auto known = tops.try_emplace(cell, before, after).first;
    known->second.second = after;
    forget |= mask;
  }
  void filled(int word, Word cells) {
    for (int bit = 0; bit < 64; ++bit)
      if (cells >> bit & 1) tops[word * 64 + bit] = {-1, -1};
  }
};

/// The real board and the naive one, changed together.
class Pair {
 public:
  explicit Pair(const Program& program)
      : program_(program), board_(program), cells_(static_cast<std::size_t>(program.geometry.cells)) {
    board_.clear_state();
    board_.fill_planes();
  }

  void step(oracle::SplitMix& random) {
    const std::vector<std::vector<int>> before = cells_;
    Listener listener;
    const int cell = static_cast<int>(random.below(cells_.size()));
    std::vector<int>& here = cells_[static_cast<std::size_t>(cell)];
    const int key = 1 + static_cast<int>(random.below(program_.pieces.keys.size() - 1));
    switch (random.below(6)) {
      case 0:
      case 1:
        if (static_cast<int>(here.size()) < program_.layout.stack) here.push_back(key);
        else if (program_.layout.stack == 1) here = {key};
        else REQUIRE(!board_.put(cell, key, listener));
        if (here != before[static_cast<std::size_t>(cell)] || program_.layout.stack == 1) REQUIRE(board_.put(cell, key, listener));
        break;
      case 2:
        if (!here.empty()) here.pop_back();
        board_.remove_top(cell, listener);
        break;
      case 3: {
        if (here.empty()) break;
        const std::size_t level = random.below(here.size());
        here.erase(here.begin() + static_cast<std::ptrdiff_t>(level));
        board_.take_out(cell, static_cast<int>(level), listener);
        break;
      }
      case 4: change_field(random, cell, listener); break;
      default: fill(random, key, listener);
    }
    check(before, listener);
  }

 private:
  /// The key of a piece that is like this one but for one field or its owner.
  int like(int key, int field, std::int64_t value, int owner) const {
    const Key& old = program_.key(key);
    for (std::size_t k = 1; k < program_.pieces.keys.size(); ++k) {
      const Key& one = program_.key(static_cast<int>(k));
      if (one.kind != old.kind || one.owner != owner || one.values.size() != old.values.size()) continue;
      bool is_like = true;
      for (std::size_t i = 0; i < one.values.size(); ++i)
        is_like = is_like && one.values[i] == (static_cast<int>(i) == field ? value : old.values[i]);
      if (is_like) return static_cast<int>(k);
    }
    return 0;
  }
  void change_field(oracle::SplitMix& random, int cell, Listener& listener) {
    std::vector<int>& here = cells_[static_cast<std::size_t>(cell)];
    const int key = here.empty() ? 0 : here.back();
    const Key& piece = program_.key(key);
    if (program_.pieces.fields.empty() || random.below(2) == 0) {
      const int owner = static_cast<int>(random.below(program_.rules.players.size()));
      if (key && piece.owner >= 0) here.back() = like(key, -1, 0, owner);
      board_.set_owner(cell, owner, listener);
      return;
    }
    const std::size_t field = random.below(program_.pieces.fields.size());
    const std::int64_t value = static_cast<std::int64_t>(random.below(3));
    if (key && program_.pieces.fields[field].stride[static_cast<std::size_t>(key)] != 0)
      here.back() = like(key, 0, value, piece.owner);
    board_.set_field(cell, static_cast<int>(field), value, listener);
  }
  void fill(oracle::SplitMix& random, int key, Listener& listener) {
    if (program_.layout.stack > 1) return;
    std::vector<Word> set(static_cast<std::size_t>(program_.words()), 0);
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (random.below(8) == 0) {
        set[c / 64] |= Word{1} << (c % 64);
        cells_[c] = {key};
      }
    board_.put_all(set.data(), key, listener);
  }

  bool has(Slot set, std::size_t cell) const {
    return board_.frame()[set + static_cast<Slot>(cell / 64)] >> (cell % 64) & 1;
  }
  static int top_of(const std::vector<int>& cell) { return cell.empty() ? 0 : cell.back(); }
  void check(const std::vector<std::vector<int>>& before, const Listener& listener) const {
    const Layout& layout = program_.layout;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const int cell = static_cast<int>(c), key = top_of(cells_[c]);
      REQUIRE(board_.top(cell).key == key);
      REQUIRE(board_.top(cell).level + 1 == static_cast<int>(cells_[c].size()));
      for (std::size_t level = 0; level < cells_[c].size(); ++level)
        REQUIRE(board_.key_at(cell, static_cast<int>(level)) == cells_[c][level]);
      REQUIRE(has(layout.occupied, c) == (key != 0));
      for (int set = 0; set < layout.piece_sets; ++set)
        REQUIRE(has(layout.tops + static_cast<Slot>(set * program_.words()), c) ==
                (key != 0 && program_.pieces.key_set[static_cast<std::size_t>(key)] == set));
      for (const FieldPlanes& planes : program_.pieces.planes) {
        const std::int64_t value =
            key ? program_.pieces.fields[static_cast<std::size_t>(planes.field)].value[static_cast<std::size_t>(key)]
                : -1;
        const bool has_it =
            key &&
            program_.pieces.fields[static_cast<std::size_t>(planes.field)].stride[static_cast<std::size_t>(key)] != 0;
        for (std::int64_t v = 0; v < planes.sets(); ++v)
          REQUIRE(has(planes.slot + static_cast<Slot>(v * program_.words()), c) ==
                  (has_it && (planes.is_less ? value < planes.lo + v : value == planes.lo + v)));
      }
      const auto reported = listener.tops.find(cell);
      if (reported == listener.tops.end()) {
        REQUIRE(top_of(before[c]) == key);
      } else if (reported->second.first >= 0) {
        REQUIRE(reported->second.first == top_of(before[c]));
        REQUIRE(reported->second.second == key);
      }
    }
  }

  const Program& program_;
  Board board_;
  std::vector<std::vector<int>> cells_;
};

void play(const Program& program, std::uint64_t seed) {
  INFO(program.geometry.cells << " cells");
  Pair pair(program);
  oracle::SplitMix random(seed);
  for (int i = 0; i < 400; ++i) pair.step(random);
}

/// Stones with owners and rocks without; trees and animals with an age.
Pieces plain(int stack) { return {{{"stone", true, {}}, {"rock", false, {}}}, {}, 2, stack}; }
Pieces aged(int stack) {
  return {{{"tree", false, {0}}, {"animal", true, {0}}, {"rock", false, {}}}, {3}, 2, stack};
}

Program with_planes(int side) {
  Program program = hand_program(rectangle(side, side, kEightWays), aged(1));
  add_planes(program, 0);
  add_planes(program, 0, true);
  return program;
}

}  // namespace

TEST_CASE("board: against lists of pieces, on one word and on two") {
  play(hand_program(rectangle(4, 4, kEightWays), plain(1)), 1);
  play(hand_program(rectangle(9, 9, kEightWays), plain(1)), 2);
}

TEST_CASE("board: a State without keys") {
  for (const int side : {4, 9}) {
    Program program = hand_program(rectangle(side, side, kEightWays), plain(1));
    store_no_keys(program);
    play(program, 7);
  }
}

TEST_CASE("board: pieces with fields, and planes by what they are") {
  play(with_planes(4), 3);
  play(with_planes(9), 4);
}

TEST_CASE("board: stacks") {
  play(hand_program(rectangle(3, 3, kEightWays), plain(3)), 5);
  play(hand_program(rectangle(9, 9, kEightWays), aged(2)), 6);
}

TEST_CASE("board: the listener hears what may be out of date") {
  Program program = hand_program(rectangle(4, 4, kEightWays), aged(1));
  const int tree = keys_of(program, {"tree"})[0], rock = keys_of(program, {"rock"})[0];
  program.kept.forget_key[static_cast<std::size_t>(tree)] =
      program.kept.forget_key[static_cast<std::size_t>(tree) + 1] = 0b01;
  program.kept.forget_key[static_cast<std::size_t>(rock)] = 0b10;
  program.kept.forget_field[0] = 0b100;
  Board board(program);
  const auto forgotten = [](auto change) {
    Listener listener;
    change(listener);
    return listener.forget;
  };
  CHECK(forgotten([&](Listener& listener) { board.put(3, tree, listener); }) == 0b01);
  CHECK(forgotten([&](Listener& listener) { board.set_field(3, 0, 1, listener); }) == 0b100);
  CHECK(forgotten([&](Listener& listener) { board.put(3, rock, listener); }) == 0b11);
  CHECK(forgotten([&](Listener& listener) { board.set_field(3, 0, 1, listener); }) == 0);
  CHECK(forgotten([&](Listener& listener) { board.remove_top(3, listener); }) == 0b10);
  CHECK(forgotten([&](Listener& listener) { board.remove_top(3, listener); }) == 0);
}

TEST_CASE("board: a State is loaded, stored and hashed") {
  const Program program = with_planes(4);
  Board one(program), other(program);
  Listener listener;
  one.put(3, 1, listener);
  std::vector<Word> state;
  one.store(state);
  CHECK(!one.load(state));
  REQUIRE(other.hash() != one.hash());
  CHECK(other.load(state));
  CHECK(other.hash() == one.hash());
  CHECK(other.top(3).key == 1);
  std::vector<Word> saved(one.saved_words());
  one.save_into(saved.data());
  one.put(3, 2, listener);
  one.put(5, 1, listener);
  CHECK(one.hash() != other.hash());
  one.restore_from(saved.data());
  CHECK(one.hash() == other.hash());
}
