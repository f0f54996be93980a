// Program: a game built for one setting of its options. Immutable once `tabulate` has filled its tables; shared by
// everything that plays it.
//
// It holds what a game is in the form that the machine wants: cells as numbers (geometry.hpp), pieces and beams as
// numbers (keys.hpp), positions as flat words (layout.hpp), reactions as tables (reactions.hpp), rules as code for a
// register machine (code.hpp, moves.hpp). The vectors belong to the Program; pointers into `rules` stay valid with it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/program/bits.hpp"
#include "interpreter/program/code.hpp"
#include "interpreter/program/geometry.hpp"
#include "interpreter/program/keys.hpp"
#include "interpreter/program/layout.hpp"
#include "interpreter/program/limits.hpp"
#include "interpreter/program/moves.hpp"
#include "interpreter/program/reactions.hpp"
#include "lang/rules/rules.hpp"
#include "lang/source/source.hpp"

namespace glint::tree {
struct File;
}

namespace glint {

/// Where the work of a game goes, if its host may stop it (Limits::stop): an error says so when it is stopped.
///
/// Fuel comes in small portions then, and each portion is counted for the instruction that takes it. So the counts are a
/// sample of all work with this game, by all threads together.
class WorkPlaces {
 public:
  /// Begins to count. `instructions`: how many the code has. Until then `note` does nothing.
  void begin(std::size_t instructions) { counts_.reset(new Count[instructions]()); }
  /// This instruction took a portion of fuel.
  void note(std::size_t instruction) const {
    if (counts_) counts_[instruction].fetch_add(1, std::memory_order_relaxed);
  }
  struct Place {
    lang::Span span;
    std::uint64_t portions = 0;
  };
  /// The place that took most portions, by the places of all instructions; none: nothing was counted.
  std::optional<Place> most(const std::vector<lang::Span>& places) const {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> portions;
    std::optional<Place> best;
    for (std::size_t i = 0; counts_ && i < places.size(); ++i) {
      const std::uint64_t count = counts_[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      std::uint64_t& all = portions[{places[i].file, places[i].begin, places[i].end}];
      all += count;
      if (!best || all > best->portions) best = {places[i], all};
    }
    return best;
  }

 private:
  using Count = std::atomic<std::uint32_t>;
  std::shared_ptr<Count[]> counts_;
};

/// Where the script's code begins, by what it is for: an entry, or -1 if the script has no such thing.
struct Entries {
  int setup = -1, play = -1, ends = -1, invariants = -1, clock_out = -1;
  int score = -1, heuristic = -1;
  Slot score_player = 0, score_value = 0, heuristic_player = 0, heuristic_value = 0;
  bool has_winners = false;         // a game may end as won or lost, and not only with scores or a tie
  std::vector<int> lets;            // by let, if it is a function
  std::vector<int> effects;         // by effect
  std::vector<NoteCode> notes;      // by `show` with a text
  std::vector<GroundCode> grounds;  // by `show cells`
  std::vector<BeamsCode> beams;     // by `show beams`
  std::vector<TestCode> tests;
};

/// The facts that rules ask of traces: see beam/.
struct TraceNeeds {
  int lit_field = -1;           // the beam field by which light is asked; -1: none, or it is not kept
  bool tells_segments = false;  // kept traces have segments, since rules ask for single visits
  bool asks_paths = false;      // the same of single beams, trace(x, d), and of kept beams together
  int buffers = 0;              // for traces that code makes itself
};

/// Lowerings that are on, of those that matter in play: see build/lower/lowerings.def.
struct LoweringsOn {
  bool kept_light = true, kept_tries = true, reactions = true, unsplit = true, listed = true, turns = true;
};

struct Program {
  // ---- where it comes from ----
  rules::Rules rules;
  std::shared_ptr<const lang::Sources> sources;
  std::string id;
  std::vector<std::int64_t> options;  // values, in the order of Rules::options
  Limits limits;                      // of what it may take
  WorkPlaces work;                    // counted while it is played: all that is not immutable
  std::vector<Error> warnings;
  std::uint64_t rules_hash = 0;
  /// The script as written, a variant as the script that results: for texts about its rules. May be missing.
  std::shared_ptr<const tree::File> script;

  // ---- numbers for the board, pieces and beams ----
  Geometry geometry;
  Layout layout;
  PieceNumbers pieces;
  Payloads payloads;
  Reactions reactions;

  // ---- code ----
  ScriptCode code;
  Entries entries;
  KeptLets kept;
  std::vector<MoveCode> moves;
  std::vector<Node> nodes;
  std::vector<DrawNode> draws;

  // ---- what the machine keeps or skips ----
  bool uses_seen = false;  // rules ask how often a position has come up
  TraceNeeds traces;
  LoweringsOn lowered;
  BeyondLimits beyond;

  // ---- for building the game with other options ----
  std::shared_ptr<const rules::Rules> all_players;  // before those who do not play were taken out; null: all play

  /// The rules as they are for all options.
  const rules::Rules& written_rules() const { return all_players ? *all_players : rules; }
  int words() const { return geometry.words; }
  /// The slots that a value of this type takes.
  int set_words(const rules::Type& type) const;
  /// The number of values of an element type on this board; the first is numbered domain_first(type).
  std::int64_t values_of(const rules::Type& type) const;
  /// True if it is a value of the type, a subset perhaps, of which it has the base. Once tables are filled.
  bool is_value(const rules::Type& type, std::int64_t value) const;
  /// True if all fields of a piece with this key have values of their types.
  bool is_possible(const Key& key) const;
  /// The first slot of the set of cells where a kind of this owner (0: of all, if they have one set) is on top.
  Slot tops_of(std::size_t kind, int owner = 0) const {
    return layout.tops + static_cast<Slot>((pieces.first_set[kind] + owner) * words());
  }
  const Key& key(int number) const { return pieces.keys[number]; }
  /// The key of the piece on a level of a cell in this State; 0: none.
  int key_in(const Word* state, int cell, int level) const {
    if (layout.key_slots == 0) return key_by_sets(state, cell);
    std::uint16_t key;
    const Word* keys = state + layout.keys + static_cast<Slot>(level) * layout.key_slots;
    std::memcpy(&key, reinterpret_cast<const char*>(keys) + 2 * cell, sizeof key);
    return key;
  }
  /// The key of the top piece, where the State stores no keys.
  int key_by_sets(const Word* state, int cell) const {
    const Word* tops = state + layout.tops;
    for (int set = 0; set < layout.piece_sets; ++set)
      if (has_bit(tops + set * words(), cell)) return pieces.key_of_set[set];
    return 0;
  }
};

}  // namespace glint
