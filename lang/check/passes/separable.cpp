// Can two runs of a move have the same text? If holes stand side by side, or beside a literal that looks like a part of
// the hole, a text may be read in two ways: "{q}{r}" with 1 and 11, or 11 and 1.
//
// The notation is a path of steps, each with its possible texts (a set has a step back, for its next element). Two
// readers walk along it at the same time. They take the same steps until one takes a text with which the other's
// begins; from then on the reader behind must read what the other has already read. If both reach the end with nothing
// left, there is a text with two readings. The rest is always the end of one step's text, so there are few states.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lang/check/declarations/declarations.hpp"
#include "lang/check/declarations/types.hpp"

namespace glint::lang::checking {
namespace {

using rules::Base;

/// This many numbers represent a large range: a number that begins another occurs among the first ones, too.
constexpr std::int64_t kMostNumbers = 200;
constexpr std::size_t kMostLetters = 30;
constexpr std::size_t kMostTexts = 8000;
constexpr std::size_t kMostStates = 4000;
constexpr std::int64_t kBytesOfStep = 64;  // bytes of texts that are copied or compared, for one step of work
constexpr std::int64_t kBytesKept = 16;    // the same for texts that are kept, because they take memory, too

using Texts = std::map<std::string, std::int64_t>;  // texts with their values

void add_numbers(std::int64_t lo, std::int64_t hi, Texts& texts) {
  const std::int64_t first = lo < 0 && hi >= 0 ? std::max(lo, -kMostNumbers) : lo;
  for (std::int64_t n = first; n <= std::min(hi, first + 2 * kMostNumbers); ++n) texts.emplace(std::to_string(n), n);
}

/// Fewer if the work runs out.
std::vector<std::string> label_texts(const LabelPattern::Form& form, Work& work) {
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
        if (longer.size() == kMostTexts) break;
        longer.push_back(begin + part.literal + value);
        if (!work.spend(1 + static_cast<std::int64_t>(longer.back().size()) / kBytesKept)) return longer;
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// A player's own name of a cell and the same with the player before it mean one value.
Texts label_texts(const LabelPattern& pattern, Work& work) {
  Texts texts;
  std::int64_t value = 0;
  for (const LabelPattern::Form& form : pattern.forms()) {
    auto at = texts.begin(), with_player = at;  // labels mostly come in the order of their texts
    for (const std::string& text : label_texts(form, work)) {
      if (!work.spend(1 + static_cast<std::int64_t>(text.size() + form.prefix.size()) / kBytesKept)) return texts;
      at = std::next(texts.emplace_hint(at, text, value));
      if (!form.prefix.empty()) with_player = std::next(texts.emplace_hint(with_player, form.prefix + text, value));
      ++value;
    }
  }
  return texts;
}

Texts texts_of(const Type& type, const rules::Rules& rules, const LabelPattern& labels, Work& work) {
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
      return label_texts(labels, work);
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

/// The notation as a graph of steps. A node has several if a set may end or go on there.
struct Graph {
  std::deque<Texts> texts;
  std::vector<std::vector<Step>> nodes;
  std::size_t end = 0;

  Graph(const rules::Text& notation, const rules::Rules& rules, const LabelPattern& labels, Work& work) : work_(work) {
    end = add_node();
    std::optional<std::pair<std::size_t, std::size_t>>
        group;  // the start of the repeated part: a node, and its first step
    const auto close_group = [&] {
      // The next round begins like the first one.
      const std::vector<Step> steps(nodes[group->first].begin() + static_cast<std::ptrdiff_t>(group->second),
                                    nodes[group->first].end());
      nodes[end].insert(nodes[end].end(), steps.begin(), steps.end());
      group.reset();
    };
    for (const rules::TextPart& part : notation.parts) {
      if (group && !part.repeated) close_group();
      if (!group && part.repeated) group.emplace(end, nodes[end].size());
      if (!part.literal.empty()) {
        const std::size_t next = add_node();
        add_literal(end, part.literal, next);
        end = next;
      }
      if (!part.hole || work.is_out()) continue;
      const Type& type = part.hole->type;
      const std::size_t next = add_node();
      add_step(end, texts_of(element(type), rules, labels, work), next);
      if (type.is_set) {
        add_literal(end, "none", next);
        add_literal(next, " ", end);
      }
      end = next;
    }
    if (group) close_group();
  }

 private:
  std::size_t add_node() {
    nodes.emplace_back();
    return nodes.size() - 1;
  }
  void add_step(std::size_t from, Texts can_be, std::size_t to) {
    std::size_t length = 0;
    for (const auto& [text, value] : can_be) length += text.size();
    work_.spend(static_cast<std::int64_t>(can_be.size() + length / kBytesOfStep));
    texts.push_back(std::move(can_be));
    nodes[from].push_back({&texts.back(), to});
  }
  void add_literal(std::size_t from, const std::string& text, std::size_t to) { add_step(from, {{text, 0}}, to); }

  Work& work_;
};

/// Two readers of one text that have read different steps.
struct Readers {
  std::size_t behind, ahead;  // their nodes
  std::string left;           // the text that only the one ahead has read
  bool operator<(const Readers& other) const {
    return std::tie(behind, ahead, left) < std::tie(other.behind, other.ahead, other.left);
  }
};

class Search {
 public:
  Search(const Graph& graph, Work& work) : graph_(graph), work_(work) {}

  /// A text with two readings, if there is one.
  std::optional<std::string> run() {
    if (!start()) return std::nullopt;
    while (!open_.empty() && !work_.is_out()) {
      const Readers readers = open_.front();
      open_.pop_front();
      if (readers.behind == graph_.end && readers.ahead == graph_.end && readers.left.empty())
        return found_.at(readers);
      follow(readers, found_.at(readers));
    }
    return std::nullopt;
  }

 private:
  /// Finds all first differences, each after the shortest text on which both readers agree. False if a step has no
  /// texts: then its type has an error, which was reported.
  bool start() {
    std::map<std::size_t, std::string> agreed{{0, ""}};
    std::deque<std::size_t> nodes{0};
    while (!nodes.empty()) {
      const std::size_t at = nodes.front();
      nodes.pop_front();
      const std::string& before = agreed.at(at);
      const std::vector<Step>& steps = graph_.nodes[at];
      for (std::size_t one = 0; one < steps.size(); ++one) {
        const Step& step = steps[one];
        if (step.texts->empty()) return false;
        if (agreed.emplace(step.next, before + step.texts->begin()->first).second) nodes.push_back(step.next);
        for (std::size_t two = 0; two < steps.size(); ++two) part(steps, one, two, before);
      }
    }
    return true;
  }

  /// One reader takes a text of step `one`, the other the beginning of that text by step `two`.
  void part(const std::vector<Step>& steps, std::size_t one, std::size_t two, const std::string& before) {
    const Texts& others = *steps[two].texts;
    const std::size_t not_whole = one < two ? 0 : 1;  // of one step that is no difference; else it is found with both exchanged
    for (const auto& [text, value] : *steps[one].texts) {
      if (!looks_at_beginnings(text)) return;
      for (std::size_t length = 1; length + not_whole <= text.size(); ++length) {
        const auto other = others.find(text.substr(0, length));
        if (other == others.end() || (one == two && other->second == value)) continue;
        reach({steps[two].next, steps[one].next, text.substr(length)}, before + text);
      }
    }
  }

  /// The reader behind takes a step, up to the other or past it.
  void follow(const Readers& readers, const std::string& text) {
    const std::string& left = readers.left;
    for (const Step& step : graph_.nodes[readers.behind]) {
      if (!looks_at_beginnings(left)) return;
      for (std::size_t length = 1; length <= left.size(); ++length)
        if (step.texts->count(left.substr(0, length))) reach({step.next, readers.ahead, left.substr(length)}, text);
      for (auto next = step.texts->upper_bound(left); next != step.texts->end(); ++next) {
        if (next->first.compare(0, left.size(), left) != 0) break;
        const std::string more = next->first.substr(left.size());
        if (!work_.spend(1 + static_cast<std::int64_t>(text.size() + more.size()) / kBytesOfStep)) return;
        reach({readers.ahead, step.next, more}, text + more);
      }
    }
  }

  /// False: there is no work left to look up all beginnings of this text.
  bool looks_at_beginnings(const std::string& text) {
    const auto length = static_cast<std::int64_t>(text.size());
    return work_.spend(length + length * length / kBytesOfStep);
  }

  void reach(const Readers& readers, const std::string& text) {
    if (found_.size() < kMostStates && found_.emplace(readers, text).second) open_.push_back(readers);
  }

  const Graph& graph_;
  Work& work_;
  std::map<Readers, std::string> found_;  // found texts so far
  std::deque<Readers> open_;
};

}  // namespace

void check_separable(const rules::Move& move, const rules::Rules& rules, const LabelPattern& labels, Report& report,
                     Work& work) {
  work.begin(move.notation.span);
  const bool was_out = work.is_out();
  const Graph graph(move.notation, rules, labels, work);
  const std::optional<std::string> text = Search(graph, work).run();
  if (work.is_out() && !was_out)
    report.error(Code::G0412, work.part(), "checking for moves with the same text takes too long here",
                 {.help = "the placeholders have very many or very long texts"});
  if (!text) return;
  report.error(Code::G0411, move.notation.span,
               "two runs of " + marked(move.name) + " can have the same text, such as " + marked(*text),
               {.help = "put a space or a sign between the placeholders"});
}

}  // namespace glint::lang::checking
