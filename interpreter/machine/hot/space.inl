// Steps and rays: from one cell by the table of rays and a search for the nearest bit, from whole sets by shifts of
// words. On boards that are too large for the table, or wrap, they go from cell to cell; the tests compare both.
// A part of any.cpp and v3.cpp. Tested by space_test.
namespace glint {

namespace {

__extension__ using Word2 = unsigned __int128;

// The lowest element, alone, of a set that is one number, Word or Word2; and all from its highest one on, or all of it
// when it is empty.
template <class Set>
Set lowest(Set set) {
  return set & (~set + 1);
}
Word from_highest(Word set) { return ~Word{0} << highest_bit(set | 1); }
Word2 from_highest(Word2 set) {
  const auto high = static_cast<Word>(set >> 64);
  if (high) return static_cast<Word2>(from_highest(high)) << 64;
  return static_cast<Word2>(~Word{0}) << 64 | from_highest(static_cast<Word>(set));
}

/// The cells on the rays from a cell up to the first one that is not in `through`: those before it, and that one.
template <class Set, class Visit>
[[gnu::always_inline]] inline void each_ray(const Geometry& geometry, int cell, Word ways, Set through, Visit visit) {
  const auto ray_of = [&](int way) {
    Set ray;
    std::memcpy(&ray, &geometry.ray[geometry.at(cell, way) * (sizeof(Set) / sizeof(Word))], sizeof ray);
    return ray;
  };
  for (const int way : each_bit(ways & geometry.rising)) {
    const Set ray = ray_of(way);
    const Set met = ray & ~through;
    visit(static_cast<Set>(ray & ~met & (met - 1)), static_cast<Set>(lowest(met)));
  }
  for (const int way : each_bit(ways & ~geometry.rising)) {
    const Set ray = ray_of(way);
    const Set met = ray & ~through, above = from_highest(met);
    visit(static_cast<Set>(ray & ~met & above), static_cast<Set>(met & above));
  }
}

template <class Set>
Set set_at(const Word* words) {
  Set set;
  std::memcpy(&set, words, sizeof set);
  return set;
}

/// slide, hit, closed and ray from one cell, if a set is one number. A function of its own: in a larger one, these
/// loops would keep their numbers in memory.
template <class Set>
[[gnu::noinline]] void rays_from(const Geometry& geometry, const Instruction& at, const Instruction& more, int cell,
                                 Word ways, const Word* f, Word* into) {
  Set found = 0;
  switch (at.op) {
    case Opcode::slide:
      each_ray<Set>(geometry, cell, ways, set_at<Set>(f + more.a), [&](Set before, Set) { found |= before; });
      break;
    case Opcode::hit:
      each_ray<Set>(geometry, cell, ways, set_at<Set>(f + more.a), [&](Set, Set met) { found |= met; });
      break;
    case Opcode::closed: {
      const auto ends = set_at<Set>(f + more.b);
      each_ray<Set>(geometry, cell, ways, set_at<Set>(f + more.a),
                    [&](Set before, Set met) { found |= met & ends ? before : 0; });
      break;
    }
    default:
      each_ray<Set>(geometry, cell, ways, static_cast<Set>(~Set{0}), [&](Set before, Set) { found |= before; });
  }
  std::memcpy(into, &found, sizeof found);
}

/// step and steps from one cell, on a board of one word. On a board that wraps one step may lead back to the cell; no
/// ray does.
[[gnu::noinline]] Word steps_from(const Geometry& geometry, int from, Word ways, std::int64_t length, Word through,
                                  bool is_step) {
  Word found = 0;
  if (length <= 0) return found;
  for (const int way : each_bit(ways)) {
    const std::int32_t* neighbour = &geometry.neighbour[geometry.at(0, way)];
    std::int32_t cell = neighbour[from];
    std::int64_t step = 1;
    for (; step < length && cell >= 0 && cell != from && (through >> cell & 1); ++step) cell = neighbour[cell];
    if (step == length && cell >= 0 && (cell != from || is_step)) found |= bit_in_word(cell);
  }
  return found;
}

/// The cells one step from those of `set`, if a set is one number.
template <class Set>
[[gnu::always_inline]] inline Set shifted(const Geometry& geometry, Set set, int way) {
  Set moved = 0;
  for (std::uint32_t i = geometry.shifts.of_way[way];
       i < geometry.shifts.of_way[static_cast<std::size_t>(way) + 1]; ++i) {
    const Geometry::Shift& one = geometry.shifts.all[i];
    const Set from = set & set_at<Set>(&geometry.shifts.masks[one.from]);
    moved |= one.delta > 0 ? from << one.delta : from >> -one.delta;
  }
  return moved;
}

/// All neighbours of a few cells are looked up for each of them; else the whole set is shifted, one way after the other.
template <class Set>
[[gnu::noinline]] void step_set(const Geometry& geometry, const Word* from, Word ways, Word* into) {
  constexpr int kFew = 12;
  constexpr std::size_t kWords = sizeof(Set) / sizeof(Word);
  const auto set = set_at<Set>(from);
  Set moved = 0;
  int cells = 0;
  for (std::size_t w = 0; w < kWords; ++w) cells += popcount(from[w]);
  if (cells <= kFew && geometry.rings.steps > 0 && ways == lowest_ones(geometry.directions)) {
    for (std::size_t w = 0; w < kWords; ++w)
      for (const int cell : each_bit(from[w]))
        moved |= set_at<Set>(&geometry.rings.sets[(w * 64 + static_cast<std::size_t>(cell)) * kWords]);
  } else {
    for (const int way : each_bit(ways)) moved |= shifted(geometry, set, way);
  }
  std::memcpy(into, &moved, sizeof moved);
}

/// The number of a direction's lane among the lanes of these directions (0: of all).
[[gnu::always_inline]] inline int lane_of(Word lanes, int way) {
  return lanes != 0 ? popcount(lanes & lowest_ones(way)) : way;
}

template <class Set>
[[gnu::noinline]] void step_lanes(const Geometry& geometry, const Word* from, Word ways, const Word* within, Word* into,
                                  Word lanes) {
  const auto set = set_at<Set>(from), inside = set_at<Set>(within);
  for (const int way : each_bit(ways)) {
    Word* const lane = into + static_cast<std::size_t>(lane_of(lanes, way)) * (sizeof(Set) / sizeof(Word));
    const Set found = set_at<Set>(lane) | (shifted(geometry, set, geometry.opposite(way)) & inside);
    std::memcpy(lane, &found, sizeof found);
  }
}

/// into = the cells one step from those of `set`.
void shift(const Geometry& geometry, const Word* set, int way, Word* into) {
  const int words = geometry.words;
  std::fill(into, into + words, 0);
  for (std::uint32_t i = geometry.shifts.of_way[way];
       i < geometry.shifts.of_way[static_cast<std::size_t>(way) + 1]; ++i) {
    const Geometry::Shift& one = geometry.shifts.all[i];
    const Word* from = &geometry.shifts.masks[one.from];
    const int whole = std::abs(one.delta) / 64, part = std::abs(one.delta) % 64;
    if (one.delta > 0) {
      for (int w = words - 1; w >= whole; --w) {
        Word moved = (set[w - whole] & from[w - whole]) << part;
        if (part && w > whole) moved |= (set[w - whole - 1] & from[w - whole - 1]) >> (64 - part);
        into[w] |= moved;
      }
    } else {
      for (int w = 0; w + whole < words; ++w) {
        Word moved = (set[w + whole] & from[w + whole]) >> part;
        if (part && w + whole + 1 < words) moved |= (set[w + whole + 1] & from[w + whole + 1]) << (64 - part);
        into[w] |= moved;
      }
    }
  }
}

/// lanes on boards that have no Geometry::lanes.
[[gnu::noinline]] void step_lanes_anywhere(const Geometry& geometry, Word* f, const Instruction& at, const Instruction& more,
                                           Word* line) {
  const int words = geometry.words;
  if (words == 1) return step_lanes<Word>(geometry, f + at.b, f[at.c], f + more.a, f + at.a, more.b);
  if (words == 2) return step_lanes<Word2>(geometry, f + at.b, f[at.c], f + more.a, f + at.a, more.b);
  for (const int way : each_bit(f[at.c])) {
    shift(geometry, f + at.b, geometry.opposite(way), line);
    Word* into = f + at.a + lane_of(more.b, way) * words;
    for (int i = 0; i < words; ++i) into[i] |= line[i] & f[more.a + i];
  }
}

/// Four directions at once, on a board of one word: see Geometry::lanes.
using Four = Word __attribute__((vector_size(32)));
/// As above in memory, for reading it at once: joining two halves would cost more than all the rest.
using FourThere = Word __attribute__((vector_size(32), aligned(8), may_alias));

/// See `lines_to`.
Word lines_to_by_lanes(const Geometry& geometry, Word seeds, Word ways, Word through, bool with_seeds) {
  Four found = {};
  for (const Geometry::Lanes& lanes : geometry.lanes) {
    const Four on = 0 - (Four{ways, ways >> 1, ways >> 2, ways >> 3} & 1);
    ways >>= 4;
    Four left = *reinterpret_cast<const FourThere*>(lanes.left.data());
    Four right = *reinterpret_cast<const FourThere*>(lanes.right.data());
    const Four from = *reinterpret_cast<const FourThere*>(lanes.from.data());
    Four open = *reinterpret_cast<const FourThere*>(lanes.to.data());
    const Four first_left = left, first_right = right;
    const Four begun = from & seeds;
    // Kogge and Stone: the cells reached by one step, two, four ... For a shift by more than a word, `open` is empty,
    // as so long a line does not fit on the board.
    open &= through;
    Four reached = (begun << left >> right) & open;
    for (int length = 1; length < geometry.longest_line; length *= 2) {
      reached |= (reached << left >> right) & open;
      open &= open << left >> right;
      left = (left + left) & 63;
      right = (right + right) & 63;
    }
    Four behind = reached & from;
    if (with_seeds) behind |= begun;
    found |= (behind << first_left >> first_right) & on;
  }
  return found[0] | found[1] | found[2] | found[3];
}

/// The cells of pairs that are `length` steps apart: see far_lanes.
template <class Set>
struct FarPairs {
  Set from, among;
};

/// far_lanes on boards without Geometry::lanes, for one way.
template <class Set>
Set far_lane(const Geometry& geometry, std::span<const FarPairs<Set>> pairs, Word length, Set between, int way) {
  Set found = 0;
  for (const FarPairs<Set>& one : pairs) {
    Set led = length > 0 ? shifted(geometry, one.among, geometry.opposite(way)) : Set{0};
    for (Word step = 1; step < length && led != 0; ++step) led = shifted(geometry, static_cast<Set>(led & between), geometry.opposite(way));
    found |= led & one.from;
  }
  return found;
}

/// As above for the four ways of one of Geometry::lanes.
[[gnu::always_inline]] inline void far_lanes_of(const Geometry::Lanes& lanes, std::span<const FarPairs<Word>> pairs, Word length, Word between,
                                                Word* into) {
  const Four left = *reinterpret_cast<const FourThere*>(lanes.left.data());
  const Four right = *reinterpret_cast<const FourThere*>(lanes.right.data());
  const Four from = *reinterpret_cast<const FourThere*>(lanes.from.data());
  Four found = {};
  for (const FarPairs<Word>& one : pairs) {
    Four led = (from & one.among) << left >> right;
    for (Word step = 1; step < length; ++step) led = (led & from & between) << left >> right;
    found |= led & one.from;
  }
  *reinterpret_cast<FourThere*>(into) = found;
}

constexpr std::size_t kMostFarPairs = 32;  // no fewer than kMostAways of build/plan/pair.cpp

template <class Set>
[[gnu::noinline]] void step_far_lanes(const Geometry& geometry, Word* f, const Instruction& at, const Instruction& more) {
  const std::size_t words = sizeof(Set) / sizeof(Word);
  const Word* next = f + at.c;
  const Word* const end = next + at.n;
  const Word length = *next++;
  const Set among = set_at<Set>(f + at.b), between = set_at<Set>(next);
  next += words;
  std::array<FarPairs<Set>, kMostFarPairs> pairs;
  std::size_t count = 0;
  for (; next != end; next += 2 * words) {
    const FarPairs<Set> one = {static_cast<Set>(set_at<Set>(next) & among), set_at<Set>(next + words)};
    if (one.from != 0 && one.among != 0) pairs[count++] = one;
  }
  const std::span<const FarPairs<Set>> some{pairs.data(), count};
  const Word all = more.b != 0 ? more.b : lowest_ones(geometry.directions), ways = f[more.a];
  if constexpr (sizeof(Set) == sizeof(Word)) {
    if (!geometry.lanes.empty() && length >= 1 && length <= static_cast<Word>(geometry.longest_line)) {
      Word* into = f + at.a;
      for (std::size_t first = 0; first < static_cast<std::size_t>(geometry.directions); first += 4) {
        if ((all >> first & 15) == 0) continue;
        std::array<Word, 4> found;
        far_lanes_of(geometry.lanes[first / 4], some, length, between, found.data());
        for (std::size_t k = 0; k < 4; ++k)
          if (all >> (first + k) & 1) *into++ = found[k] & (0 - (ways >> (first + k) & 1));
      }
      return;
    }
  }
  Word* into = f + at.a;
  for (const int way : each_bit(all)) {
    const Set found = (ways >> way & 1) ? far_lane<Set>(geometry, some, length, between, way) : Set{0};
    std::memcpy(into, &found, sizeof found);
    into += words;
  }
}

}  // namespace

template <>
std::int64_t Space::far_lanes<GLINT_CPU>(Word* f, const Instruction* at) const {
  if (words_ == 1) step_far_lanes<Word>(geometry_, f, at[0], at[1]);
  else step_far_lanes<Word2>(geometry_, f, at[0], at[1]);
  return kRaysWork;
}

/// One of ray, slide, hit, steps, step from one cell in one direction, united into `into`. On a board that wraps, a ray
/// ends before it would come back to its cell. Answers how many cells were visited.
template <>
std::int64_t Space::ray_union<GLINT_CPU>(Opcode op, int cell, int way, const Word* through, std::int64_t length,
                                         Word* into) const {
  const std::int32_t* neighbour =
      geometry_.neighbour.data() + static_cast<std::size_t>(way) * static_cast<std::size_t>(geometry_.cells);
  std::int64_t looked_at = 0;
  int at = neighbour[cell];
  const auto is_on = [&] { return at >= 0 && at != cell; };
  const auto go_on = [&] {
    at = neighbour[at];
    ++looked_at;
  };
  switch (op) {
    case Opcode::step:  // from a board of one row that wraps it may come back at once
      if (at >= 0) add_bit(into, at);
      break;
    case Opcode::ray:
      for (; is_on(); go_on()) add_bit(into, at);
      break;
    case Opcode::slide:
      for (; is_on() && has_bit(through, at); go_on()) add_bit(into, at);
      break;
    case Opcode::hit:
      while (is_on() && has_bit(through, at)) go_on();
      if (is_on()) add_bit(into, at);
      break;
    case Opcode::steps:
      if (length <= 0) break;
      for (std::int64_t step = 1; is_on() && step < length; ++step) {
        if (has_bit(through, at)) go_on();
        else at = -1;
      }
      if (is_on()) add_bit(into, at);
      break;
    default: break;
  }
  return looked_at;
}

/// between, distance, way_to
template <>
std::int64_t Space::way_between<GLINT_CPU>(Word* f, const Instruction& at) {
  const int from = static_cast<int>(f[at.b]), to = static_cast<int>(f[at.c]);
  if (!geometry_.lines.empty() && at.op != Opcode::between) {
    const std::size_t row = static_cast<std::size_t>(from) * static_cast<std::size_t>(geometry_.cells);
    const Geometry::Line line = geometry_.lines[row + static_cast<std::size_t>(to)];
    f[at.a] = at.op == Opcode::distance ? line.steps : line.steps ? bit_in_word(line.way) : 0;
    return 0;
  }
  // The first direction that leads there; on a board that wraps, the first of the shortest ways.
  std::int64_t found = 0, work = 0;
  int found_way = -1;
  for (int d = 0; d < geometry_.directions && from != to; ++d) {
    std::int64_t steps = 1;
    int cell = geometry_.next_to(from, d);
    for (; cell >= 0 && cell != from && cell != to; cell = geometry_.next_to(cell, d)) ++steps;
    work += steps / kStepsOfWork;
    if (cell != to || (found_way >= 0 && found <= steps)) continue;
    found = steps;
    found_way = d;
    if (!geometry_.wraps) break;
  }
  if (at.op == Opcode::way_to) {
    f[at.a] = found_way < 0 ? 0 : bit_in_word(found_way);
    return work;
  }
  if (at.op == Opcode::distance) {
    f[at.a] = static_cast<Word>(found);
    return work;
  }
  std::fill(found_.begin(), found_.end(), 0);
  if (found_way >= 0)
    for (int mid = geometry_.next_to(from, found_way); mid != to;
         mid = geometry_.next_to(mid, found_way))
      add_bit(found_.data(), mid);
  std::copy(found_.begin(), found_.begin() + words_, f + at.a);
  return work;
}

template <>
std::int64_t Space::go<GLINT_CPU>(Word* f, const Instruction& at, const Instruction& more) {
  const Geometry& geometry = geometry_;
  const bool from_set = at.n & 1, way_set = at.n & 2, back = at.n & 4;
  Word directions = way_set ? f[at.c] : Word{1} << f[at.c];
  if (back) {
    const int half = geometry.directions / 2;
    directions = (directions << half | directions >> half) & lowest_ones(geometry.directions);
  }
  if (from_set && at.op == Opcode::step && words_ <= 2 && geometry.has_shifts()) {
    if (words_ == 1) step_set<Word>(geometry, f + at.b, directions, f + at.a);
    else step_set<Word2>(geometry, f + at.b, directions, f + at.a);
    return kRaysWork;
  }
  if (!from_set && (directions & (directions - 1)) && has_fans(at.op)) return fan<GLINT_CPU>(f, at, more, directions);
  if (!from_set && at.op != Opcode::steps && at.op != Opcode::step && words_ <= 2 && !geometry.ray.empty()) {
    if (words_ == 1) rays_from<Word>(geometry, at, more, static_cast<int>(f[at.b]), directions, f, f + at.a);
    else rays_from<Word2>(geometry, at, more, static_cast<int>(f[at.b]), directions, f, f + at.a);
    return kRaysWork;
  }
  if (!from_set && words_ == 1 && (at.op == Opcode::steps || at.op == Opcode::step)) {
    const bool is_one = at.op == Opcode::step;
    f[at.a] = steps_from(geometry, static_cast<int>(f[at.b]), directions,
                         is_one ? 1 : static_cast<std::int64_t>(f[more.b]), is_one ? 0 : f[more.a], is_one);
    return kRaysWork;
  }
  const Word* through = at.op == Opcode::step || at.op == Opcode::ray ? nullptr : f + more.a;
  const std::int64_t length = at.op == Opcode::steps ? static_cast<std::int64_t>(f[more.b]) : 0;
  Word* into = found_.data();
  std::fill(into, into + words_, 0);
  std::int64_t work = 0;
  if (from_set && at.op == Opcode::step && geometry.has_shifts()) {
    for (const int way : each_bit(directions)) {
      shift(geometry, f + at.b, way, line_.data());
      for (int i = 0; i < words_; ++i) into[i] |= line_[i];
      work += 1 + (words_ >> 4);
    }
    std::copy(into, into + words_, f + at.a);
    return work;
  }
  const auto from_cell = [&](int cell) {
    ++work;
    for (const int way : each_bit(directions)) {
      if (at.op != Opcode::closed) {
        work += ray_union<GLINT_CPU>(at.op, cell, way, through, length, into) / kStepsOfWork;
        continue;
      }
      std::fill(line_.begin(), line_.end(), 0);
      work += ray_union<GLINT_CPU>(Opcode::hit, cell, way, through, 0, line_.data()) / kStepsOfWork;
      Word meets = 0;
      for (int i = 0; i < words_; ++i) meets |= line_[i] & f[more.b + i];
      if (meets) ray_union<GLINT_CPU>(Opcode::slide, cell, way, through, 0, into);
    }
  };
  if (!from_set) from_cell(static_cast<int>(f[at.b]));
  else
    for (const int cell : each_bit(f + at.b, words_)) from_cell(cell);
  std::copy(into, into + words_, f + at.a);
  return work;
}

template <>
void Space::lanes<GLINT_CPU>(Word* f, const Instruction* pc) {
  const Instruction &at = pc[0], &more = pc[1];
  if (geometry_.lanes.empty()) return step_lanes_anywhere(geometry_, f, at, more, line_.data());
  const Geometry::Lanes* const lanes = geometry_.lanes.data();
  // These are of steps against their ways, too.
  const Word set = f[at.b], inside = f[more.a];
  Word* const into = f + at.a;
  for (Word rest = f[at.c]; rest; rest &= rest - 1) {
    const auto way = static_cast<unsigned>(lowest_bit(rest));
    const Geometry::Lanes& four = lanes[way / 4];
    const unsigned k = way % 4;
    into[lane_of(more.b, static_cast<int>(way))] |= (set & four.from[k]) << four.left[k] >> four.right[k] & inside;
  }
}

template <>
std::int64_t Space::lines_to<GLINT_CPU>(Word* f, const Instruction& at, const Instruction& more, Word directions) {
  const Geometry& geometry = geometry_;
  const bool with_seeds = at.n & 1;
  if (!geometry.lanes.empty()) {
    f[at.a] = lines_to_by_lanes(geometry, f[at.b], directions, f[more.a], with_seeds);
    return kRaysWork;
  }
  const auto words = static_cast<std::size_t>(words_);
  std::int64_t work = 0;
  std::fill(found_.begin(), found_.end(), 0);
  for (const int way : each_bit(directions)) {
    const int back = geometry.opposite(way);
    // From the seeds against the way, as far as `through` goes.
    shift(geometry, f + at.b, back, line_.data());
    if (with_seeds)
      for (std::size_t i = 0; i < words; ++i) found_[i] |= line_[i];
    while (true) {
      Word any = 0;
      for (std::size_t i = 0; i < words; ++i) any |= line_[i] &= f[more.a + i];
      if (!any) break;
      shift(geometry, line_.data(), back, front_.data());
      for (std::size_t i = 0; i < words; ++i) found_[i] |= front_[i];
      line_.swap(front_);
      work += 1 + (words_ >> 4);
    }
  }
  std::copy_n(found_.begin(), words, f + at.a);
  return work;
}

}  // namespace glint
