// A scope: the values of options, and the phrases for the locals of the body that a sheet describes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "interpreter/describe/fold.hpp"

namespace glint::describe {

class Scope {
 public:
  Scope(const rules::Rules& rules, std::vector<std::int64_t> options) : known_{rules, std::move(options)} {}

  /// How a local of the body is called: by its name in the script, or as `name_local` has said.
  std::string local(int ref) const;
  void name_local(int local, std::string phrase);
  /// A local whose value is known; null: it is a name again.
  void know(int local, const rules::Expr* value);
  /// The expression with what is known in its place.
  rules::Expr fold(const rules::Expr& expr) const { return folded(expr, known_); }

 private:
  friend class Telling;

  Known known_;
  std::vector<std::string> names_;  // by local
};

/// Tells another body for as long as it lives: the locals are those of its frame, and none of them is known.
class Telling {
 public:
  Telling(Scope& scope, const rules::Frame& frame);
  ~Telling();
  Telling(const Telling&) = delete;
  Telling& operator=(const Telling&) = delete;

 private:
  Scope& scope_;
  std::vector<std::string> names_;
  std::map<int, rules::Expr> locals_;  // of the body before
};

}  // namespace glint::describe
