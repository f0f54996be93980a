// The state that all checks of one load share. Everything that checks gets it by reference: the checks of declarations,
// by noun (values, board, beams, moves, play), and Body, for expressions and statements in them. Each part keeps its
// data private, or is only read during checking; Rules is the common result.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/check.hpp"
#include "lang/check/script/namespace.hpp"
#include "lang/source/source.hpp"
#include "lang/source/stop.hpp"

namespace glint::lang::checking {

/// Work: the limit of all proofs about one script together. A proof follows each call as often as it matters, so
/// nothing else bounds it; beyond the limit there is an error (G0412) at the part for which it ran out.
class Work {
 public:
  Work(std::int64_t most, StopCheck& stop) : left_(most), stop_(stop) {}

  /// From here on the work is for this part of the script, unless none is left.
  void begin(const Span& part) {
    if (!is_out()) at_ = part;
  }
  /// False: less is left, now or before. Throws Stopped.
  bool spend(std::int64_t units = 1) {
    stop_.after(units);
    left_ -= units;
    return left_ >= 0;
  }
  bool is_out() const { return left_ < 0; }
  /// The part for which it ran out, or that it is for now.
  const Span& part() const { return at_; }

 private:
  std::int64_t left_;
  Span at_;
  StopCheck& stop_;
};

/// Limits that keep the checking of any script short. Beyond each there is an error.
inline constexpr std::size_t kMostKinds = 64;
inline constexpr std::size_t kMostLocals = 1000;
inline constexpr std::size_t kMostPlayers = 64;
inline constexpr std::size_t kMostDirections = 64;
inline constexpr std::size_t kMostFields = 64;  // of a kind, or of beams
inline constexpr std::size_t kMostEnumerations = 1000;
inline constexpr std::size_t kMostOptions = 256;
inline constexpr std::size_t kMostDeclaredMoves = 1000;
inline constexpr int kMostDepth = 800;

/// Declarations of which a game has one, or null; and those without names, in the order of the text.
struct Parts {
  const tree::Decl* players = nullptr;
  const tree::Decl* board = nullptr;
  const tree::Decl* setup = nullptr;
  const tree::Decl* play = nullptr;
  const tree::Decl* score = nullptr;
  const tree::Decl* heuristic = nullptr;
  const tree::Decl* clock = nullptr;
  std::vector<const tree::Decl*> beams;  // one; more only in the needs of libraries
  std::vector<const tree::Decl*> ends, invariants, tests, terrain, shows, grounds, afters;
  std::vector<const tree::Decl*> besides;                        // moves that stand beside others
  std::map<std::string, std::vector<const tree::Decl*>> beside;  // the same, by the move that they stand beside
};

/// Sorts the declarations of a script: adds names to the namespace and returns the rest.
Parts collect(const Script& script, Namespace& names, Report& report);

/// Checks a declaration when its name is first needed. So unused parts of a library are never checked. A cycle is found
/// when a declaration is needed that is still being checked. And in lists such as Rules::lets, each calls only earlier
/// ones.
class Demand {
 public:
  explicit Demand(Context& context) : context_(context) {}

  /// Checks the declaration of a name, unless that has been done; false if the name cannot be used.
  bool operator()(const std::string& name, Global& global, const Span& use);
  /// Postpones the body of a kind, or the first value of a variable, to the next `catch_up`: no type depends on them.
  void later(Global& global) { waiting_.push_back(&global); }
  void catch_up();

 private:
  void report_cycle(const std::string& name, const Span& use);

  Context& context_;
  std::vector<std::pair<const std::string*, Span>> chain_;  // declarations being checked, outermost first
  std::deque<Global*> waiting_;
};

/// The entry of a list in Rules, or the local of a frame, with this number.
auto& entry_of(auto& list, int ref) { return list[static_cast<std::size_t>(ref)]; }
/// Adds an entry and returns its number.
template <class List>
int add_entry(List& list, typename List::value_type entry) {
  list.push_back(std::move(entry));
  return static_cast<int>(list.size()) - 1;
}

/// A name that a `draw` sets, for tests that fix it.
struct Drawn {
  Type type;
  int variable = -1;  // or a local of play
  int local = -1;
};

/// All draws by name; complete after play is checked.
class Draws {
 public:
  void add(const std::string& name, const Drawn& drawn) { draws_[name] = drawn; }
  const Drawn* find(const std::string& name) const {
    const auto found = draws_.find(name);
    return found == draws_.end() ? nullptr : &found->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, drawn] : draws_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, Drawn> draws_;
};

/// The depth of the recursion, limited so that no script can exhaust the stack.
class Depth {
 public:
  bool is_too_much() const { return now_ > kMostDepth; }

  /// While it lives, the depth is larger by this much.
  class Deeper {
   public:
    explicit Deeper(Depth& depth, int by = 1) : depth_(depth), by_(by) { depth_.now_ += by_; }
    ~Deeper() { depth_.now_ -= by_; }
    Deeper(const Deeper&) = delete;

   private:
    Depth& depth_;
    const int by_;
  };

 private:
  int now_ = 0;
};

class Context {
 public:
  /// Reads the file with all that it uses, and collects its names.
  Context(Sources& the_sources, Loader& loader, std::uint32_t file, std::vector<Diagnostic>& diagnostics,
          std::int64_t most_work, StopCheck& the_stop, Trees* trees = nullptr)
      : sources(the_sources),
        report(diagnostics),
        silence(the_sources),
        stop(the_stop),
        script_(read_script(the_sources, loader, file, report, silence, stop, trees)),
        names(report, silence, script_),
        parts(collect(script_, names, report)),
        demand(*this),
        work(most_work, stop) {}
  Context(const Context&) = delete;

  /// Call it at the end: returns the script with its variant applied.
  tree::File take_script() { return std::move(script_.files.front()); }
  /// Adds a file that is no part of the script, but a question about it.
  void add_asking(std::uint32_t file) { script_.own_files.insert(file); }
  /// True if Rules::lattice is valid.
  bool has_lattice() const { return has_lattice_; }
  void lattice_is_read() { has_lattice_ = true; }
  /// The largest number of cells that the board has with any options. Known once it is checked.
  std::optional<std::int64_t> most_cells() const { return most_cells_; }
  void board_is_read(std::int64_t most_cells) { most_cells_ = most_cells; }
  /// Counts the work of this part of the script. False: it is too much. The first time, this is reported as `what`.
  bool spend(const Span& part, std::int64_t units, const std::string& what) {
    work.begin(part);
    const bool was_out = work.is_out();
    if (work.spend(units)) return true;
    if (!was_out) report.error(Code::G0412, work.part(), what);
    return false;
  }

  const Sources& sources;
  Report report;
  Silence silence;
  StopCheck& stop;

 private:
  Script script_;
  bool has_lattice_ = false;
  std::optional<std::int64_t> most_cells_;

 public:
  const Script& script = script_;
  Namespace names;
  const Parts parts;
  Demand demand;
  Work work;
  rules::Rules rules;
  Draws draws;
  Depth depth;
  Wanted* wanted = nullptr;                                      // a question about a place
  std::map<std::string, std::vector<const tree::Decl*>> afters;  // by move: blocks that add lines to it (check_afters)
};

}  // namespace glint::lang::checking
