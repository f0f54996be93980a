// Rays from one cell in many directions, on boards of one or two words: four rays fit in one register (Geometry::fans).
// If numbers rise along them, the first cell met is the lowest bit, else the highest. A part of any.cpp and v3.cpp.
namespace glint {

namespace {

using FourRays = Word __attribute__((vector_size(32)));
/// As above in memory, for reading it at once: joining two halves would cost more than all the rest.
using FourRaysThere = Word __attribute__((vector_size(32), may_alias));

#define GLINT_EACH_WORD(what)    \
  do {                           \
    constexpr int w = 0;         \
    what;                        \
    if constexpr (kWords == 2) { \
      constexpr int w = 1;       \
      what;                      \
    }                            \
  } while (false)

/// The cells on four rays up to the first one that is not in `through`: those before it, and that one.
template <int kWords, bool kRises, class Visit>
[[gnu::always_inline]] inline void go_along(const Geometry::Fan* rays, const Word* through, const FourRays& on,
                                            Visit visit) {
  FourRays ray[2], met[2], before[2], first[2];
  GLINT_EACH_WORD({
    ray[w] = *reinterpret_cast<const FourRaysThere*>(rays + w) & on;
    met[w] = ray[w] & ~through[w];
    if constexpr (kRises) {
      before[w] = ray[w] & ~met[w] & (met[w] - 1);
      first[w] = met[w] & (0 - met[w]);
    } else {
      FourRays down = met[w];  // and all below the highest of them
      down |= down >> 1;
      down |= down >> 2;
      down |= down >> 4;
      down |= down >> 8;
      down |= down >> 16;
      down |= down >> 32;
      before[w] = ray[w] & ~down;
      first[w] = met[w] & ~(down >> 1);
    }
  });
  if constexpr (kWords == 2) {
    // A ray comes to the second word only if nothing was met in the first.
    constexpr int kOne = kRises ? 0 : 1;
    const FourRays goes_on = reinterpret_cast<FourRays>(met[kOne] == 0);
    before[1 - kOne] &= goes_on;
    first[1 - kOne] &= goes_on;
  }
  visit(before, first);
}

/// Calls `visit` for each four of the rays from a cell; united is what that adds to `found`.
template <int kWords, class Visit>
[[gnu::always_inline]] inline void unite(const Geometry& geometry, int cell, Word ways, const Word* through, Word* into,
                                         Visit visit) {
  const Geometry::Fan* rays = geometry.fans.rays.data() + static_cast<std::size_t>(cell) * geometry.fans.of_cell;
  FourRays found[2] = {};
  const auto add = [&](const FourRays* before, const FourRays* first) { visit(before, first, found); };
  for (const Geometry::FanWays& fan : geometry.fans.ways) {
    const FourRays way = *reinterpret_cast<const FourRaysThere*>(&fan.way);
    const FourRays on = 0 - ((FourRays{ways, ways, ways, ways} >> way) & 1);
    if (fan.rises)
      go_along<kWords, true>(rays, through, on, add);
    else
      go_along<kWords, false>(rays, through, on, add);
    rays += kWords;
  }
  GLINT_EACH_WORD(into[w] = found[w][0] | found[w][1] | found[w][2] | found[w][3]);
}

/// The findings of `unite` for each instruction.
template <int kWords>
struct Slides {
  [[gnu::always_inline]] void operator()(const FourRays* before, const FourRays*, FourRays* found) const {
    GLINT_EACH_WORD(found[w] |= before[w]);
  }
};
template <int kWords>
struct Hits {
  [[gnu::always_inline]] void operator()(const FourRays*, const FourRays* first, FourRays* found) const {
    GLINT_EACH_WORD(found[w] |= first[w]);
  }
};
template <int kWords>
struct Steps {  // of these, the cells that are so many steps away
  [[gnu::always_inline]] void operator()(const FourRays* before, const FourRays* first, FourRays* found) const {
    GLINT_EACH_WORD(found[w] |= before[w] | first[w]);
  }
};

template <int kWords, template <int> class Lines>
[[gnu::noinline]] void lines_in_fans(const Geometry& geometry, int cell, Word ways, const Word* through, Word* into) {
  unite<kWords>(geometry, cell, ways, through, into, Lines<kWords>());
}

template <int kWords>
[[gnu::noinline]] void closed_in_fans(const Geometry& geometry, int cell, Word ways, const Word* through,
                                      const Word* ends, Word* into) {
  unite<kWords>(geometry, cell, ways, through, into,
                [ends](const FourRays* before, const FourRays* first, FourRays* found) {
                  FourRays at_end = {};
                  GLINT_EACH_WORD(at_end |= first[w] & ends[w]);
                  const FourRays is_open = reinterpret_cast<FourRays>(at_end == 0);
                  GLINT_EACH_WORD(found[w] |= before[w] & ~is_open);
                });
}

/// The cells a number of steps away up to which the ray is open: before the first cell met, or that cell.
template <int kWords>
[[gnu::noinline]] void steps_in_fans(const Geometry& geometry, int cell, Word ways, const Word* through, const Word* ring,
                                     Word* into) {
  unite<kWords>(geometry, cell, ways, through, into, Steps<kWords>());
  GLINT_EACH_WORD(into[w] &= ring[w]);
}

/// The cells a number of steps away from each cell, one after the other.
template <int kWords>
const Word* rings_of(const Geometry& geometry, std::int64_t steps) {
  return &geometry.rings.sets[static_cast<std::size_t>((steps - 1) * geometry.cells) * kWords];
}

#undef GLINT_EACH_WORD

}  // namespace

/// slide, hit, closed or steps from cell i(b) in directions of a set.
template <>
std::int64_t Space::fan<GLINT_CPU>(Word* f, const Instruction& at, const Instruction& more, Word ways) {
  const auto ask = [&](auto words) {
    constexpr int kWords = decltype(words)::value;
    const int cell = static_cast<int>(f[at.b]);
    const Word* const through = f + more.a;
    Word* const into = f + at.a;
    switch (at.op) {
      case Opcode::slide: return lines_in_fans<kWords, Slides>(geometry_, cell, ways, through, into);
      case Opcode::hit: return lines_in_fans<kWords, Hits>(geometry_, cell, ways, through, into);
      case Opcode::steps: {
        const auto steps = static_cast<std::int64_t>(f[more.b]);
        if (steps <= 0 || steps > geometry_.rings.steps) {
          std::fill_n(into, kWords, 0);
          return;
        }
        return steps_in_fans<kWords>(geometry_, cell, ways, through, rings_of<kWords>(geometry_, steps) + cell * kWords,
                                     into);
      }
      default: return closed_in_fans<kWords>(geometry_, cell, ways, through, f + more.b, into);
    }
  };
  if (words_ == 1) ask(std::integral_constant<int, 1>());
  else ask(std::integral_constant<int, 2>());
  return kRaysWork;
}

}  // namespace glint
