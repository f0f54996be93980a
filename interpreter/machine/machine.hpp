// The register machine: a frame whose low part is the State, the code's interpreter, the ledger of listed moves.
//
// A Machine belongs to one thread. It plays any State of its Program: load one, list, choose, apply, copy it out. What it
// keeps besides (traces, derived values, buffers) follows from the State and is thrown away when that changes under it.
// Once its buffers have grown, playing allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interpreter/beam/beams.hpp"
#include "interpreter/beam/hypothetical.hpp"
#include "interpreter/beam/light.hpp"
#include "interpreter/machine/chance.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint {

/// Work that one decision may take before it is an error of the script (G0605): turns of loops, calls, lanes of beams,
/// and sixteen words of a set, one each. Fuzzers have no time for more than a little.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t kFuel = 200'000;
#else
inline constexpr std::int64_t kFuel = 200'000'000;
#endif

/// Asking whether a move can be made, or how often, goes into a listing and out of it: that much, and what is done there.
inline constexpr std::int64_t kCanCost = 10;

/// `can` within `can`, deeper than this, is an error of the script (G0605).
inline constexpr int kMostCans = 200;

/// More moves than these at one choice are an error of the script (G0605).
inline constexpr std::uint64_t kMostMoves = std::uint64_t{1} << 60;

/// Why a run was refused, or how a script is in error.
struct Failure {
  lang::Code code{};
  lang::Span span;
  std::string message;
};

/// What was chosen for one pick of a move.
struct Choice {
  enum class Mode : std::uint8_t { value, index, set, offered, same };
  Mode mode = Mode::value;
  Word number = 0;         // value; index; same: the wanted value
  const rules::Expr* part = nullptr;  // same: the coordinate or field of the pick that must be `number`
  std::vector<Word> set;   // set
};

/// Who decides what chance draws.
class Chance {
 public:
  virtual ~Chance() = default;
  enum class Answer {
    drawn,
    waits,    // play is to wait here
    refused,  // what was to be drawn cannot be: `refusal` says it
  };
  /// Writes what is drawn as it stands in a State.
  virtual Answer draw(const Drawing& drawing, Word* into) = 0;
  virtual std::string refusal() const { return {}; }
};

class Profile;

/// Whether this processor has AVX2, BMI2 and POPCNT, and there is code for such.
bool has_v3();

class Machine final : public Cases, private Hypothetical::Trial {
  struct LedgerEntry {
    std::uint64_t total = 0;
    std::uint32_t form = 0;
    std::uint32_t data = 0;
  };

 public:
  explicit Machine(const Program& program);
  Machine(const Machine&) = delete;

  enum class Status { done, failed, waiting, drawing, over, error };

  // -- States
  const Program& program() const { return program_; }
  const Word* frame() const { return frame_.data(); }
  Word* frame() { return frame_.data(); }
  void load(const std::vector<Word>& state);
  void store(std::vector<Word>& state) const;
  /// The hashes of positions so far, which `seen` reads and stepping adds to; whoever steps keeps them. None: nothing was
  /// seen before.
  void set_history(std::vector<std::uint64_t>* history) { past_ = history_ = history; }
  /// The same for who only asks: nothing is added.
  void set_past(const std::vector<std::uint64_t>* past) { past_ = past; }
  std::uint64_t hash() const;

  // -- stepping
  /// From nothing to the first choice: setup, then the play block. Status waiting, over or error.
  Status begin(Chance& chance);
  /// Goes on behind a choice already applied. Status waiting, over or error.
  Status resume(Chance& chance);
  /// Runs a move with the choices set. done, over (it ended the game), failed (nothing changed) or error.
  Status apply(int move, bool want_reason);
  /// Makes the k-th move that `lister` (this machine, or another one of the same Program in the same State) has listed.
  /// The listing has shown that it is legal, so nothing is asked again, and nothing kept for taking it back.
  Status apply_listed(const Machine& lister, std::uint64_t k);
  /// Whether each arrival at a choice is going to be listed: then it is listed only once.
  void list_ahead(bool ahead) {
    lists_ahead_ = ahead;
    is_listed_ = false;
  }
  /// As `apply`, but a choice that is made together is carried out at once, alone: for who weighs what it would do.
  Status apply_alone(int move);
  /// A choice of `together` that waits to be carried out: which move, or -1; what was picked, pick by pick.
  int chosen(int player) const;
  void chosen_picks(int player, std::vector<std::vector<Word>>& picks) const;
  bool is_over() const { return frame_[Layout::kNode] == Layout::kOver; }
  /// Play waits for chance; `resume` goes on. Only where a Chance has let it wait.
  bool is_at_draw() const { return frame_[Layout::kNode] >= Layout::kDraw; }
  /// What is to be drawn where play waits for that; nothing when the script is in error. Good until the machine runs.
  std::optional<Drawing> drawing();
  const Node& node() const { return program_.nodes[frame_[Layout::kNode]]; }
  int to_move() const { return static_cast<int>(frame_[Layout::kMe]); }
  Status forfeit();

  // -- moves
  /// Lists the moves of the choice at which play waits; answers how many. Negative: the script is in error.
  std::int64_t list();
  /// As `list`, of one move only.
  std::int64_t list_move(int move);
  enum class Listed { nothing, something, error };
  Listed anything_listed(int move);
  /// How many of the moves listed last are of each kind; `counts` has one number for each move of the script.
  void count_by_move(std::vector<std::uint64_t>& counts) const;
  /// Sets the choices to those of the k-th listed move; answers which move it is.
  int choose_listed(std::uint64_t k);
  std::vector<Choice>& choices() { return choices_; }
  /// Which move the k-th listed run is of; into `picks`, pick by pick, the number that was picked. Of subsets nothing is
  /// written.
  int listed_run(std::uint64_t k, Word* picks);
  /// Is what this machine has listed word for word what another one has, of a Program with the same forms of the ledger?
  bool listed_as(const Machine& other) const;
  /// A listing that is laid aside while others are made.
  class Listing {
    friend class Machine;
    std::vector<LedgerEntry> ledger_;
    std::vector<Word> data_;
    std::size_t size_ = 0;
  };
  /// Exchanges what was listed last for another listing, or an empty one.
  void swap_listing(Listing& other);

  // -- there and back, for who goes through all that follows from a position
  /// Keeps the State, and what is known of it, as that of this level; levels count from 0.
  void mark(int level);
  /// To the State of this level, whatever was played since: what is known of it need not be worked out again. It is no
  /// longer kept then: `mark` keeps it once more. Levels above it are gone, whether or not one went back to them.
  void go_back(int level);

  // -- code
  Status run(int entry) { return profile_ ? run_profiled(entry) : uses_v3_ ? run_v3(entry) : run_code(entry); }
  /// For which processor the code is run: of its own accord a machine takes the third level of x86-64 where there is one
  /// (see run_v3.cpp). False: there is none here.
  bool use_v3(bool wanted) {
    uses_v3_ = wanted && has_v3();
    return uses_v3_ == wanted;
  }
  bool uses_v3() const { return uses_v3_; }
  /// A new decision: all its work is still to be had. (Loading, listing and applying do so themselves.)
  void refuel() { fuel_ = kFuel; }
  /// Of that work, how much was used since.
  std::uint64_t burnt() const { return static_cast<std::uint64_t>(kFuel - fuel_); }
  const Failure& failure() const { return failure_; }
  /// What running code costs is written there, until told otherwise; null: nowhere.
  void set_profile(Profile* profile) { profile_ = profile; }
  /// Counts units of work; false when a decision has taken too many.
  bool burn(std::int64_t units = 1) {
    if ((fuel_ -= units) >= 0) return true;
    out_of_fuel(nullptr);
    return false;
  }

  // -- pieces
  int key_at(int cell, int level) const { return program_.key_in(frame_.data(), cell, level); }
  int top_key(int cell) const { return top_of(cell).key; }
  int height(int cell) const { return top_of(cell).level + 1; }
  bool put(int cell, int key);
  void remove_top(int cell);
  void put_all(const Word* cells, int key);
  void clear_board();

  // -- beams: see Cases
  bool run_cases(int code, const Meeting& meeting, std::vector<Reactions::Way>& ways) override;
  bool run_emission(int key, int cell, std::vector<Reactions::Way>& ways) override;
  bool sides_of(int cell, Word& sides) override;
  bool find_acting(const Reactions::Acting& acting) override { return run(acting.code) == Status::done; }
  void fail(lang::Code code, lang::Span span, std::string message) override;
  void run_out_of_fuel() override { out_of_fuel(nullptr); }
  void drop_old_traces(const Trace& now) override { beams_.drop_invalid(now); }
  Beams& beams() { return beams_; }
  std::vector<Word> emitters() const;
  /// Drops everything that was kept, as if the State had just been loaded.
  void forget_all();

  /// The text of a message, with the values that its holes have now.
  std::string message(const Message& message) const;

 private:
  struct Saved {
    Word kept = 0, recomputed = 0;
  };
  Status run_code(int entry);
  Status run_v3(int entry);
  Status run_stamped(int entry);
  Status run_profiled(int entry);

  // together.cpp
  Status choose_in_secret(int move, bool want_reason, bool listed = false);
  bool choose_untried(int move);
  void keep_choice(int move, bool listed);
  Status next_seat(int first);
  Status carry_out();
  Word* pending(int player);
  void forget_choices();
  Status not_there(const Instruction* at, int cell);

  Status run_move(int move, bool listed = false);
  /// What was picked in a listed run.
  struct Picked {
    int pick = 0;
    Slot target = 0;  // where the code for listed runs finds it
    bool some_of = false;  // a subset, which that code works out again
    Word number = 0;
  };
  int unrank(std::uint64_t k, Picked* picked, std::size_t& picks) const;
  int unrank_v3(std::uint64_t k, Picked* picked, std::size_t& picks) const;
  /// The k-th run that a machine has listed, taken apart into picked_.
  int taken_apart(const Machine& lister, std::uint64_t k, std::size_t& picks) {
    return uses_v3_ ? lister.unrank_v3(k, picked_.data(), picks) : lister.unrank(k, picked_.data(), picks);
  }
  Status go_on(Status status, Chance& chance);
  bool prepare(Drawing& drawing);
  Status arrive(bool& nothing_listed);
  Status error(const Instruction* at, lang::Code code, std::string message);
  Status out_of_fuel(const Instruction* at);
  Status out_of_range(const Instruction* at);
  Status too_high(const Instruction* at, int cell);
  void save(int depth);
  void unmark(int level);
  void restore(int depth);
  /// A legal run, or as many as the form's sets hold, goes into the ledger. True: nobody wants to know more.
  bool push(const LedgerForm& form);
  bool push_v3(const LedgerForm& form);
  bool add_to_ledger(const LedgerForm& form, std::size_t data, std::uint64_t size, bool is_too_large) {
    if (stop_at_first_) {
      ledger_size_ = data;
      return found_ = true;
    }
    const std::uint64_t before = ledger_.empty() ? 0 : ledger_.back().total;
    too_many_ = too_many_ || is_too_large || size > kMostMoves || before > kMostMoves;
    ledger_.push_back({before + size, static_cast<std::uint32_t>(&form - program_.ledger_forms.data()),
                       static_cast<std::uint32_t>(data)});
    return false;
  }
  Listed can(int move, int player);
  void unwind();
  void begin_list();
  std::int64_t list_all();
  std::int64_t list_one(int move);
  bool list_into(int move);
  std::int64_t listed();
  /// The uppermost piece of a cell, and on what level it lies; -1, and no key, where there is none.
  struct Top {
    int level = -1;
    int key = 0;
  };
  Top top_of(int cell) const {
    for (int level = program_.layout.stack - 1; level >= 0; --level)
      if (const int key = key_at(cell, level)) return {level, key};
    return {};
  }
  void set_key(int cell, int level, int key);
  void take_out(int cell, int level);
  void changed(int cell, int key_before, int key_after, Word forget);
  Word forgotten_by(int key_before, int key_after) const {
    return program_.forget_key[static_cast<std::size_t>(key_before)] |
           program_.forget_key[static_cast<std::size_t>(key_after)];
  }
  void fill_planes();
  bool set_field(int cell, int field, std::int64_t value);
  void set_owner(int cell, int owner);
  void still_counts(const Instruction& at, const Instruction& more);
  bool pick(const Instruction& at);
  bool pick_set(const Instruction& at);
  void space(const Instruction& at, const Instruction& more);
  void space_v3(const Instruction& at, const Instruction& more);
  void way_between(const Instruction& at);
  void way_between_v3(const Instruction& at);
  void fan(const Instruction& at, const Instruction& more, Word ways);
  void fan_v3(const Instruction& at, const Instruction& more, Word ways);
  void lines_to(const Instruction& at, const Instruction& more, Word directions);
  void lines_to_v3(const Instruction& at, const Instruction& more, Word directions);
  std::int64_t ray_union(Opcode op, int cell, int way, const Word* through, std::int64_t length, Word* into);
  std::int64_t ray_union_v3(Opcode op, int cell, int way, const Word* through, std::int64_t length, Word* into);
  bool edge_instruction(const Instruction& at);
  bool trace_from(const Instruction& at, const Instruction& more);
  bool emit_way(const Instruction& at);
  bool meets_with(int cell, int key, const Word* target, bool& meets) override;
  void end_game(OutcomeKind kind, int winner);

  const Program& program_;
  const int words_;
  const int cells_;
  std::vector<Word> frame_;
  std::vector<int> calls_;
  bool uses_v3_ = has_v3();
  bool failed_ = false;
  bool quiet_ = false;
  bool moving_ = false;  // a move is being made
  bool stop_at_first_ = false;
  bool found_ = false;
  bool too_many_ = false;
  bool lists_ahead_ = false, is_listed_ = false;  // the ledger has the moves of this State
  bool knows_runs_ = false;                       // all moves of a choice are being listed,
  Word with_runs_ = 0, without_runs_ = 0;         // and of these, by number, it is known whether there is a run
  std::int64_t fuel_ = 0;
  Failure failure_;
  int applying_ = -1;  // the move that `apply` runs
  int drawing_ = -1;
  Slot draw_set_ = 0;
  int draw_words_ = 0;
  Slot draw_number_ = 0;
  std::vector<Word> drawn_;

  // kept lets
  Word kept_ = 0, recomputed_ = 0;
  std::vector<Word> on_ways_;  // cells on whose change Program::forget_ways are dropped
  // undo while listing
  std::vector<Word> saved_;
  std::vector<Saved> saved_masks_;
  std::size_t saved_width_ = 0;
  int depth_base_ = 0;
  int cans_ = 0;   // `can` within `can` now
  int depth_ = 0;  // hypotheticals within each other now, from depth_base_ on

  // listing and choosing
  std::vector<LedgerEntry> ledger_;
  std::vector<Word> ledger_data_;  // as long as it has ever been; ledger_size_ are in use
  std::size_t ledger_size_ = 0;
  std::vector<Choice> choices_;
  std::vector<Picked> picked_;  // as long as any move has picks, like choices_
  std::vector<Word> undo_;

  Profile* profile_ = nullptr;
  std::vector<std::uint64_t>* history_ = nullptr;
  const std::vector<std::uint64_t>* past_ = nullptr;
  std::vector<Reactions::Way>* emitted_ = nullptr;
  std::vector<Word> scratch_;
  std::vector<Word> line_, front_;  // of steps and rays alone: reactions that run meanwhile may ask for these

  Beams beams_;
  Light light_;
  Hypothetical hypothetical_;
};

}  // namespace glint
