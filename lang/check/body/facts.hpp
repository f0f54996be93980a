// Facts: which kinds of piece may stand at a cell that has a name.
//
// A fact comes from the binding of a name, from a test, or from an effect; of a named effect, what is known of its
// parameters at its end. Any other effect on the board makes the checker forget it, except one that only puts pieces of
// the kinds that are known to stand there: afterwards one of these still does. The place of the effect is kept for the
// error message.
#pragma once

#include <map>
#include <optional>

#include "lang/rules/rules.hpp"

namespace glint::lang::checking {

/// How a part of the script changes the board: the kinds that it puts, if it does nothing else; 0: not at all.
using BoardChanges = rules::KindMask;
inline constexpr BoardChanges kAnyChange = ~BoardChanges{0};

/// What a fact is about: a local (its slot, from 0) or a cell named by its label (a number below 0).
using FactKey = int;

class Facts {
 public:
  /// A limit, as facts are copied at every branch. No script written by people needs more.
  static constexpr std::size_t kMostFacts = 500;

  rules::KindMask at(FactKey key) const {
    const auto found = known_.find(key);
    return found == known_.end() ? 0 : found->second;
  }

  /// Only one of `kinds` stands at `key` now.
  void set(FactKey key, rules::KindMask kinds) {
    if (kinds == 0 || (known_.size() >= kMostFacts && known_.count(key) == 0)) return;
    known_[key] = kinds;
    lost_.erase(key);
  }

  /// A test passed: one of `kinds` stands there, and of those already known. A contradiction does not matter, as the
  /// code after it never runs.
  void narrow(FactKey key, rules::KindMask kinds) {
    const rules::KindMask both = at(key) & kinds;
    set(key, both != 0 ? both : kinds);
  }

  /// The effect at `where` changed the board, so only facts that allow for this hold.
  void forget(const lang::Span& where, BoardChanges changes = kAnyChange) {
    if (lost_.size() > kMostFacts) lost_.clear();
    std::erase_if(known_, [&](const auto& fact) {
      const bool holds = changes != kAnyChange && (changes & ~fact.second) == 0;
      if (!holds) lost_[fact.first] = where;
      return !holds;
    });
  }

  /// The place of the effect that made the checker forget the fact about `key`.
  std::optional<lang::Span> lost_at(FactKey key) const {
    const auto found = lost_.find(key);
    if (found == lost_.end()) return std::nullopt;
    return found->second;
  }

  /// After two branches: keeps what holds in both.
  void join(const Facts& other) {
    for (auto it = known_.begin(); it != known_.end();) {
      const rules::KindMask theirs = other.at(it->first);
      if (theirs == 0) {
        if (const auto where = other.lost_at(it->first)) lost_[it->first] = *where;
        it = known_.erase(it);
      } else {
        it->second |= theirs;
        ++it;
      }
    }
    for (const auto& [key, where] : other.lost_) {
      if (known_.count(key) == 0) lost_[key] = where;
    }
  }

 private:
  std::map<FactKey, rules::KindMask> known_;
  std::map<FactKey, lang::Span> lost_;
};

}  // namespace glint::lang::checking
