// What the checking of one load shares. It is handed by reference to everything that checks: declarations, by noun
// (values, board, beams, moves, play), and Body, for the expressions and statements in them. Each part keeps its
// data private, or is made before checking and only read then; Rules is what all of them make.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lang/check/script/namespace.hpp"

namespace glint::lang::checking {

/// Limits that keep the checking of any script short; each has its error.
inline constexpr std::size_t kMostKinds = 64;
inline constexpr std::size_t kMostLocals = 1000;
inline constexpr std::size_t kMostPlayers = 64;
inline constexpr std::size_t kMostDirections = 64;
inline constexpr std::size_t kMostFields = 64;  // of a kind, or of beams
inline constexpr std::size_t kMostEnumerations = 1000;
inline constexpr std::size_t kMostOptions = 256;
inline constexpr int kMostDepth = 800;

/// What stands once in a game, or null; and rules without names, in the order of the text.
struct Parts {
  const tree::Decl* players = nullptr;
  const tree::Decl* board = nullptr;
  const tree::Decl* setup = nullptr;
  const tree::Decl* play = nullptr;
  const tree::Decl* score = nullptr;
  const tree::Decl* heuristic = nullptr;
  const tree::Decl* clock = nullptr;
  std::vector<const tree::Decl*> beams;  // one, but for the needs of libraries
  std::vector<const tree::Decl*> ends, invariants, tests, terrain, shows;
};

/// Sorts the declarations of a script: names go to the namespace, the rest is returned.
Parts collect(const Script& script, Namespace& names, Report& report);

/// Checks a declaration when its name is first needed. So the unused parts of a library are never checked,
/// cycles show themselves as a need for what is still being checked, and lists such as Rules::lets come out in an order
/// in which each calls only earlier ones.
class Demand {
 public:
  explicit Demand(Context& context) : context_(context) {}

  /// Checks what a name stands for unless that was done; false when it cannot be used.
  bool operator()(const std::string& name, Global& global, const Span& use);
  /// Bodies of kinds and first values of variables, on whose types nobody depends, are checked by the next `catch_up`.
  void later(Global& global) { waiting_.push_back(&global); }
  void catch_up();

 private:
  void report_cycle(const std::string& name, const Span& use);

  Context& context_;
  std::vector<std::pair<const std::string*, Span>> chain_;  // what is under way
  std::deque<Global*> waiting_;
};

/// The entry of a list in Rules, or the local of a frame, with this number.
template <class List>
auto& entry_of(List& list, int ref) {
  return list[static_cast<std::size_t>(ref)];
}
/// Adds an entry and returns its number.
template <class List>
int add_entry(List& list, typename List::value_type entry) {
  list.push_back(std::move(entry));
  return static_cast<int>(list.size()) - 1;
}

/// A name that a `draw` fills, for tests that fix it.
struct Drawn {
  Type type;
  int variable = -1;  // or a local of play
  int local = -1;
};

/// Them, by name; complete once play is checked.
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

/// How deep the recursion of everything under way is, so that no script can exhaust the stack.
class Depth {
 public:
  bool is_too_much() const { return now_ > kMostDepth; }

  /// Deeper by so much as long as it lives.
  class Deeper {
   public:
    explicit Deeper(Depth& depth, int by = 1) : depth_(depth), by_(by) { depth_.now_ += by_; }
    ~Deeper() { depth_.now_ -= by_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

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
  Context(Sources& the_sources, Loader& loader, std::uint32_t file, std::vector<Diagnostic>& diagnostics)
      : sources(the_sources),
        report(diagnostics),
        silence(the_sources),
        script_(read_script(the_sources, loader, file, report, silence)),
        names(report, silence, script_),
        parts(collect(script_, names, report)),
        demand(*this) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// At the end: the script with its variant applied.
  tree::File take_script() { return std::move(script_.files.front()); }
  /// Is Rules::lattice right?
  bool has_lattice() const { return has_lattice_; }
  void lattice_is_read() { has_lattice_ = true; }

  const Sources& sources;
  Report report;
  Silence silence;

 private:
  Script script_;
  bool has_lattice_ = false;

 public:
  const Script& script = script_;
  Namespace names;
  const Parts parts;
  Demand demand;
  rules::Rules rules;
  Draws draws;
  Depth depth;
};

}  // namespace glint::lang::checking
