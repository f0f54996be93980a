// Can two runs of a move be written alike? Where holes stand side by side, or beside a literal that looks like more of
// the hole, one text may be read in two ways: "{q}{r}" with 1 and 11, or 11 and 1.
//
// The notation is a path of steps, each with the texts that it can be (a set has a step back, for its next element).
// Two readers walk it at once. They go the same way until they first differ, one with a text that begins the other's;
// from then on the one that is behind must read what the other has read already. If both come to the end with nothing
// left, there is a text with two readings. What is ahead is always the end of one step's text, so there are few states.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "lang/check/body.hpp"
#include "lang/check/checker.hpp"

namespace glint::lang::checking {
namespace {

/// Of large ranges only so many values are looked at: one number begins another as much among the first as among all.
constexpr std::int64_t kMostNumbers = 200;
constexpr std::size_t kMostLetters = 30;
constexpr std::size_t kMostTexts = 8000;
constexpr std::size_t kMostStates = 4000;

using Texts = std::map<std::string, std::int64_t>;  // and which value each is

void add_numbers(std::int64_t lo, std::int64_t hi, Texts& texts) {
  const std::int64_t first = lo < 0 && hi >= 0 ? std::max(lo, -kMostNumbers) : lo;
  for (std::int64_t n = first; n <= std::min(hi, first + 2 * kMostNumbers); ++n) texts.emplace(std::to_string(n), n);
}

std::vector<std::string> label_texts(const LabelPattern::Form& form) {
  std::vector<std::string> all{""};
  for (const LabelPattern::Part& part : form.parts) {
    std::vector<std::string> values;
    if (part.hole == LabelPattern::Hole::none) {
      values.emplace_back();
    } else if (part.hole == LabelPattern::Hole::number) {
      Texts numbers;
      add_numbers(std::max<std::int64_t>(part.lo, 0), std::min<std::int64_t>(part.hi, kMostNumbers), numbers);
      for (const auto& [text, value] : numbers) values.push_back(text);
    } else {
      const auto last = std::min<std::int64_t>(part.hi, kMostLetters);
      for (std::int64_t n = std::max<std::int64_t>(part.lo, 1); n <= last; ++n)
        values.push_back(letters(n, part.hole == LabelPattern::Hole::upper));
    }
    std::vector<std::string> longer;
    for (const std::string& begin : all) {
      for (const std::string& value : values) {
        if (longer.size() < kMostTexts) longer.push_back(begin + part.literal + value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// A cell's own name and the one with its player before it are one value.
Texts label_texts(const LabelPattern& pattern) {
  Texts texts;
  std::int64_t value = 0;
  for (const LabelPattern::Form& form : pattern.forms()) {
    for (const std::string& text : label_texts(form)) {
      texts.emplace(text, value);
      if (!form.prefix.empty()) texts.emplace(form.prefix + text, value);
      ++value;
    }
  }
  return texts;
}

Texts texts_of(const Type& type, const rules::Rules& rules, const LabelPattern& labels) {
  Texts texts;
  const auto add_names = [&](const auto& list, const auto& name) {
    std::int64_t index = 0;
    for (const auto& each : list) texts.emplace(name(each), index++);
  };
  switch (type.base) {
    case Base::number:
      add_numbers(type.lo, type.hi, texts);
      break;
    case Base::cell:
      return label_texts(labels);
    case Base::enumeration: {
      std::int64_t index = 0;
      for (const rules::EnumValue& value : rules.enums[type.enumeration].values) {
        for (const std::string& spelling : value.spellings) texts.emplace(spelling, index);
        ++index;
      }
      break;
    }
    case Base::flag:
      texts = {{"off", 0}, {"on", 1}};
      break;
    case Base::player:
      add_names(rules.players, [](const rules::Player& player) { return player.name; });
      break;
    case Base::direction:
      add_names(rules.lattice.directions, [](const rules::Direction& direction) { return direction.name; });
      break;
    case Base::axis:
      add_names(rules.lattice.axes, [](const rules::Axis& axis) { return axis.spelling; });
      break;
    default:
      break;
  }
  texts.erase("");
  return texts;
}

struct Step {
  const Texts* texts = nullptr;
  std::size_t next = 0;
};

/// The notation as steps; several from one node where a set may end or go on.
struct Walk {
  std::deque<Texts> texts;
  std::vector<std::vector<Step>> nodes;

  std::size_t node() {
    nodes.emplace_back();
    return nodes.size() - 1;
  }
  std::size_t literal(std::size_t from, const std::string& text, std::size_t to) {
    texts.push_back({{text, 0}});
    nodes[from].push_back({&texts.back(), to});
    return to;
  }
};

}  // namespace

void Checker::check_separable(const rules::Move& move) {
  Walk walk;
  std::size_t last = walk.node();
  for (const rules::TextPart& part : move.notation.parts) {
    if (!part.literal.empty()) {
      const std::size_t next = walk.node();
      last = walk.literal(last, part.literal, next);
    }
    if (!part.hole) continue;
    const Type& type = part.hole->type;
    walk.texts.push_back(texts_of(element(type), rules, labels_));
    const Texts& texts = walk.texts.back();
    const std::size_t behind = walk.node();
    walk.nodes[last].push_back({&texts, behind});
    if (type.is_set) {
      walk.literal(last, "none", behind);
      walk.literal(behind, " ", last);
    }
    last = behind;
  }
  const std::size_t end = last;

  struct State {
    std::size_t behind, ahead;
    std::string left;  // what the one ahead has read already
    bool operator<(const State& other) const {
      return std::tie(behind, ahead, left) < std::tie(other.behind, other.ahead, other.left);
    }
  };
  std::set<State> seen;
  std::deque<State> open;
  std::map<State, std::string> how;  // the text so far, for the message
  const auto reach = [&](State state, const std::string& text) {
    if (seen.size() >= kMostStates || !seen.insert(state).second) return;
    how.emplace(state, text);
    open.push_back(std::move(state));
  };
  // The shortest way to each node, on which both readers agree.
  std::map<std::size_t, std::string> together{{0, ""}};
  std::deque<std::size_t> nodes{0};
  while (!nodes.empty()) {
    const std::size_t at = nodes.front();
    nodes.pop_front();
    const std::string before = together.at(at);
    for (std::size_t one = 0; one < walk.nodes[at].size(); ++one) {
      const Step& step = walk.nodes[at][one];
      if (step.texts->empty()) return;  // something is wrong with its type, and was told
      if (together.emplace(step.next, before + step.texts->begin()->first).second) nodes.push_back(step.next);
      for (std::size_t two = 0; two < walk.nodes[at].size(); ++two) {
        const Step& other = walk.nodes[at][two];
        for (const auto& [text, value] : *step.texts) {
          for (std::size_t length = 1; length <= text.size(); ++length) {
            const auto found = other.texts->find(text.substr(0, length));
            if (found == other.texts->end()) continue;
            if (one == two && (length == text.size() || found->second == value)) continue;
            if (one > two && length == text.size()) continue;
            reach({other.next, step.next, text.substr(length)}, before + text);
          }
        }
      }
    }
  }
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    const std::string text = how.at(state);
    if (state.behind == end && state.ahead == end && state.left.empty()) {
      report
          .error(Code::G0411, move.notation.span,
                 "two runs of " + quote(move.name) + " can be written alike, as " + quote(text))
          .help = "put a blank or a sign between the holes, so that a text names one run";
      return;
    }
    for (const Step& step : walk.nodes[state.behind]) {
      const std::string& left = state.left;
      for (std::size_t length = 1; length <= left.size(); ++length)
        if (step.texts->count(left.substr(0, length)))
          reach({step.next, state.ahead, left.substr(length)}, text);
      // With texts that go on from there the other one is behind.
      for (auto next = step.texts->upper_bound(left); next != step.texts->end(); ++next) {
        if (next->first.compare(0, left.size(), left) != 0) break;
        reach({state.ahead, step.next, next->first.substr(left.size())}, text + next->first.substr(left.size()));
      }
    }
  }
}

}  // namespace glint::lang::checking
