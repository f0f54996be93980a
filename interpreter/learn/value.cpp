#include "interpreter/learn/value.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "interpreter/program/values.hpp"

namespace glint {

namespace {

constexpr int kSteps = 64;  // steps of the table, for each unit
constexpr int kReach = 12;  // units
constexpr std::int32_t kStep = kUnit / kSteps;

/// exp(-i / kSteps) from one entry to the next, with 31 bits behind the point; then the share of each.
constexpr std::array<std::int32_t, kSteps * kReach + 1> shares() {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 31, kFactor = 2'114'190'000;  // exp(-1/64) * 2^31
  std::array<std::int32_t, kSteps * kReach + 1> table{};
  std::uint64_t power = kOne;
  for (std::int32_t& each : table) {
    each = static_cast<std::int32_t>((std::uint64_t{kWhole} * kOne + (kOne + power) / 2) / (kOne + power));
    power = (power * kFactor + kOne / 2) >> 31;
  }
  return table;
}
constexpr auto kShares = shares();

}  // namespace

std::int32_t share_of(std::int32_t sum) {
  const std::int32_t size = std::min(sum < 0 ? -sum : sum, kReach * kUnit - 1);
  const auto at = static_cast<std::size_t>(size / kStep);
  const std::int32_t share = kShares[at] + (kShares[at + 1] - kShares[at]) * (size % kStep) / kStep;
  return sum < 0 ? kWhole - share : share;
}

Reading::Reading(const Terms& terms, int mover, const Weight* weights)
    : terms_(terms),
      program_(terms.program()),
      weights_(weights),
      weight_of_(terms.weight_of(mover).data()),
      digits_(terms.sites().size()),
      last_(program_.layout.size),
      judge_(program_),
      mover_(mover) {
  first_.fill(-1);
  for (std::size_t i = digits_.size(); i-- > 0;) first_[static_cast<std::size_t>(terms.sites()[i].kind)] = static_cast<int>(i);
  const std::vector<Terms::Pattern>& patterns = terms.patterns(mover);
  std::vector<std::vector<Use>> by_site(digits_.size());
  for (std::uint32_t p = 0; p < patterns.size(); ++p) {
    std::uint32_t place = 1;
    for (const int site : patterns[p].sites) {
      by_site[static_cast<std::size_t>(site)].push_back({p, place});
      place *= static_cast<std::uint32_t>(terms.sites()[static_cast<std::size_t>(site)].size);
    }
    entries_.push_back(patterns[p].first);
  }
  begin_ = {0};
  for (const std::vector<Use>& each : by_site) {
    uses_.insert(uses_.end(), each.begin(), each.end());
    begin_.push_back(static_cast<std::uint32_t>(uses_.size()));
  }
  chosen_.resize(patterns.size());
  is_touched_.resize(patterns.size());
}

std::int32_t Reading::sum(Machine& machine) {
  const Word* const state = machine.frame();
  read_cells(state);
  const Layout& layout = program_.layout;
  const auto variables = static_cast<std::ptrdiff_t>(layout.variables.empty() ? layout.play : layout.variables[0]);
  if (first_of(Site::Kind::variable) >= 0 && !std::equal(last_.begin() + variables, last_.begin() + layout.play, state + variables))
    read_variables(state);
  const Word node = state[Layout::kNode];
  if (first_of(Site::Kind::node) >= 0 && node < program_.nodes.size()) set(static_cast<std::size_t>(first_of(Site::Kind::node)), static_cast<int>(node));
  std::copy(state, state + layout.size, last_.begin());
  if (terms_.light() >= 0) read_light(machine);
  if (first_of(Site::Kind::lead) >= 0) read_lead(machine);
  weigh();
  return sum_;
}

void Reading::read_cells(const Word* state) {
  const Layout& layout = program_.layout;
  const auto words = static_cast<std::size_t>(program_.words());
  bool is_changed = false;
  if (layout.key_slots == 0) {
    for (std::size_t word = 0; word < words; ++word) {
      Word changed = 0;
      for (int piece = 0; piece < layout.piece_sets; ++piece) {
        const std::size_t at = layout.tops + static_cast<std::size_t>(piece) * words + word;
        changed |= last_[at] ^ state[at];
      }
      is_changed = is_changed || changed != 0;
      for (const int bit : each_bit(changed)) read_cell(state, static_cast<int>(word) * 64 + bit);
    }
  } else {
    const Slot end = layout.keys + layout.key_slots * static_cast<Slot>(layout.stack);
    for (Slot slot = layout.keys; slot < end; ++slot) {
      const Word changed = last_[slot] ^ state[slot];
      if (changed == 0) continue;
      is_changed = true;
      const auto first = static_cast<int>((slot - layout.keys) % layout.key_slots * 4);
      for (int i = 0; i < 4; ++i)  // the order of keys in a word differs between machines, not between States
        if (first + i < program_.geometry.cells) read_cell(state, first + i);
    }
  }
  if (is_changed) read_counts(state);
}

void Reading::read_cell(const Word* state, int cell) {
  int key = 0, height = 0;
  for (int level = 0; level < program_.layout.stack; ++level)
    if (const int here = program_.key_in(state, cell, level)) key = here, ++height;
  const int content = key == 0 ? 0 : 1 + program_.pieces.key_set[static_cast<std::size_t>(key)];
  set(static_cast<std::size_t>(first_of(Site::Kind::content) + cell), content);
  if (first_of(Site::Kind::key) >= 0) set(static_cast<std::size_t>(first_of(Site::Kind::key) + cell), key);
  if (first_of(Site::Kind::height) >= 0) set(static_cast<std::size_t>(first_of(Site::Kind::height) + cell), height);
}

void Reading::read_counts(const Word* state) {
  for (int piece = 0; piece < program_.layout.piece_sets; ++piece) {
    const auto site = static_cast<std::size_t>(first_of(Site::Kind::count) + piece);
    const Word* const tops = state + program_.layout.tops + static_cast<Slot>(piece * program_.words());
    const auto most = static_cast<std::uint64_t>(terms_.sites()[site].size - 1);
    set(site, static_cast<int>(std::min(set_size(tops, program_.words()), most)));
  }
}

void Reading::read_variables(const Word* state) {
  for (auto i = static_cast<std::size_t>(first_of(Site::Kind::variable)); i < terms_.sites().size(); ++i) {
    const Site& site = terms_.sites()[i];
    if (site.kind != Site::Kind::variable) break;
    const rules::Type& type = program_.rules.variables[static_cast<std::size_t>(site.at)].type;
    const Word* const at = state + program_.layout.variables[static_cast<std::size_t>(site.at)];
    if (type.is_set && type.base == rules::Base::cell) {
      const int cells = program_.geometry.cells;
      set(i, has_bit(at + site.index / cells * program_.words(), site.index % cells));
      continue;
    }
    std::int64_t digit = static_cast<std::int64_t>(at[site.index]);
    if (!type.is_set) {
      digit -= domain_first(type);
      if (const std::int64_t values = program_.values_of(type); values > site.size) digit = digit * site.size / values;
    }
    set(i, digit >= 0 && digit < site.size ? static_cast<int>(digit) : 0);
  }
}

/// An error of the script counts as no light; the search meets the error when it plays on.
void Reading::read_light(Machine& machine) {
  const int words = program_.words();
  light_.assign(static_cast<std::size_t>(program_.geometry.cells), 0);
  Word emitters[kMostLitWords];
  machine.emitters(emitters);
  for (const int source : each_bit(emitters, words)) {
    const Trace* const trace = machine.lit_trace_of(source, terms_.light());
    if (!trace || !trace->is_lit) continue;
    for (std::size_t bit = 0; bit * static_cast<std::size_t>(words) < trace->lit.size(); ++bit)
      for (const int cell : each_bit(trace->lit.data() + bit * static_cast<std::size_t>(words), words))
        light_[static_cast<std::size_t>(cell)] |= 1 << bit;
  }
  const auto first = static_cast<std::size_t>(first_of(Site::Kind::light)), counts = static_cast<std::size_t>(first_of(Site::Kind::lit));
  std::array<int, 8> count{};
  for (std::size_t cell = 0; cell < light_.size(); ++cell) {
    set(first + cell, light_[cell]);
    ++count[static_cast<std::size_t>(light_[cell])];
  }
  for (std::size_t light = 0; counts + light < terms_.sites().size(); ++light)
    set(counts + light, std::min(count[light], terms_.sites()[counts + light].size - 1));
}

/// Leads up to 8 have digits of their own; beyond, each doubling has four.
void Reading::read_lead(Machine& machine) {
  const std::int64_t lead = judge_.lead(machine, mover_);
  std::int64_t size = lead < 0 ? -lead : lead, level = 0;
  for (; size >= 8; size /= 2) level += 4;
  level = std::min<std::int64_t>(level == 0 ? size : level + size, kMostLevel);
  set(static_cast<std::size_t>(first_of(Site::Kind::lead)), static_cast<int>(kMostLevel + (lead < 0 ? -level : level)));
}

/// A site has this digit: the patterns that read it choose other entries.
void Reading::set(std::size_t site, int digit) {
  if (digits_[site] == digit) return;
  const auto change = static_cast<std::uint32_t>(digit - digits_[site]);
  digits_[site] = digit;
  for (std::uint32_t i = begin_[site]; i < begin_[site + 1]; ++i) {
    const Use& use = uses_[i];
    entries_[use.pattern] += use.place * change;
    if (is_touched_[use.pattern]) continue;
    is_touched_[use.pattern] = 1;
    touched_.push_back(use.pattern);
  }
}

/// Brings the sum up to date.
void Reading::weigh() {
  for (const std::uint32_t pattern : touched_) {
    is_touched_[pattern] = 0;
    const Weight weight = weights_[weight_of_[entries_[pattern]]];
    sum_ += weight - chosen_[pattern];
    chosen_[pattern] = weight;
  }
  touched_.clear();
  if (!is_stale_) return;
  is_stale_ = false;
  sum_ = 0;
  for (std::size_t pattern = 0; pattern < entries_.size(); ++pattern)
    sum_ += chosen_[pattern] = weights_[weight_of_[entries_[pattern]]];
}

namespace {

class LearnedJudge : public Judge {
 public:
  explicit LearnedJudge(std::shared_ptr<const Values> values)
      : values_(std::move(values)),
        readings_{{*values_->terms, 0, values_->weights.data()}, {*values_->terms, 1, values_->weights.data()}} {}

  std::optional<std::int64_t> value(Machine& machine, int player) override { return lead(machine, player); }
  std::int64_t lead(Machine& machine, int player) override {
    const int mover = machine.to_move();
    const std::int32_t sum = readings_[mover].sum(machine);
    return player == mover ? sum : -sum;
  }
  std::optional<double> expected(Machine& machine, int player) override {
    return static_cast<double>(share_of(static_cast<std::int32_t>(lead(machine, player)))) / kWhole;
  }

 private:
  const std::shared_ptr<const Values> values_;
  Reading readings_[2];  // by mover
};

}  // namespace

JudgeMaker judge_by(std::shared_ptr<const Values> values) {
  return [values = std::move(values)](const Program&) { return std::make_unique<LearnedJudge>(values); };
}

}  // namespace glint
