// Makes a line shorter after which two games differ, in parts.
//
//     LineShortening shortening(twins, start, line, 200'000);
//     while (shortening.advance(twins.work() + 20'000)) answer_others();
//     shortening.line();
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/lab/diff/twin_line.hpp"

namespace glint {

/// Leaves out halves, quarters and so on, then 4, 3, 2 steps and 1, again until nothing more can be left out.
/// Then a search from some moves before the end finds other moves than those of the line, and all begins anew.
class LineShortening {
 public:
  /// `work` is how much may be done, as `Twins::work` counts it.
  LineShortening(Twins& twins, const Pair& start, std::vector<std::string> line, std::uint64_t work);
  LineShortening(const LineShortening&) = delete;
  LineShortening& operator=(const LineShortening&) = delete;

  /// Goes on until about this much has been done, as `Twins::work` counts it. False: it is done.
  bool advance(std::uint64_t until);
  /// The shortest line so far.
  const std::vector<std::string>& line() const { return line_; }

 private:
  bool has_work() const { return twins_.work() < last_work_; }
  std::uint64_t effort() const;
  std::optional<std::size_t> differs_after(const std::vector<std::string>& steps);
  bool take(const std::vector<std::string>& shorter);

  void begin_parts();
  void begin_round();
  void leave_out_part();
  bool search_end(std::uint64_t until);
  bool take_end();

  Twins& twins_;
  const Pair start_;
  const std::uint64_t work_, last_work_;
  std::vector<std::string> line_;
  std::uint64_t played_ = 0;  // steps of lines in this part

  enum class Stage { parts, end, done };
  Stage stage_ = Stage::parts;
  // ---- parts: this many steps are left out at this place
  std::size_t size_ = 0, at_ = 0;
  bool is_shorter_ = false;  // in this round
  // ---- another end: the search begins this many steps before the end
  std::size_t back_ = 0;
  std::optional<TwinLine> beginning_;
  std::optional<TwinSearch> search_;
};

}  // namespace glint
