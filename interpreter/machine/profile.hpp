// The lines of a script that take time: a machine with a Profile takes a time stamp at each instruction.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/program/program.hpp"

namespace glint {

/// A line of a script or library, with the cost of its code. Without a file: the time between runs of code, for drawing
/// and unranking moves, and for saving and comparing States.
struct ProfileLine {
  std::string file, text;
  int line = 0;
  double share = 0;        // of all the time, 0..1
  std::uint64_t runs = 0;  // the number of runs of its most frequent instruction
};

/// The text of a line (from 1) for lists of lines: without indentation, and not too long.
std::string line_text(const lang::Sources& sources, std::uint32_t file, std::uint32_t line);

class Profile {
 public:
  explicit Profile(const Program& program);

  /// Time counts from here on, until `stop`.
  void start();
  void stop() { charge(); }
  /// An instruction begins: the time since the last stamp belongs to the one before.
  void stamp(std::size_t instruction) {
    charge();
    last_ = instruction;
    ++costs_[instruction].runs;
  }
  /// Code begins to run within an instruction (for example, a beam's reactions), or outside of any. `leave` gets the
  /// result of `enter`, and continues with that instruction.
  std::size_t enter() {
    charge();
    return last_;
  }
  void leave(std::size_t asker) {
    charge();
    last_ = asker;
  }

  /// Forgets all runs.
  void clear();
  /// Adds the runs of another profile of the same program.
  void add(const Profile& other);
  /// The number of runs of this instruction.
  std::uint64_t runs(std::size_t instruction) const { return costs_[instruction].runs; }
  /// The most expensive lines first.
  std::vector<ProfileLine> lines() const;

 private:
  struct Cost {
    std::uint64_t ticks = 0, stamps = 0, runs = 0;
  };

  static std::uint64_t now() {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }
  void charge() {
    const std::uint64_t time = now();
    costs_[last_].ticks += time - then_;
    ++costs_[last_].stamps;
    then_ = time;
  }

  const Program& program_;
  std::vector<Cost> costs_;  // by instruction; the last entry is for time outside of any
  std::size_t last_ = 0;
  std::uint64_t then_ = 0;
  double overhead_ = 0;  // ticks that a stamp itself takes
};

}  // namespace glint
