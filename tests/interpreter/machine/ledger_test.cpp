// The ledger alone: what is pushed comes out again, run by run, in the order of a plain enumeration.
#include "interpreter/machine/ledger.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/oracles/split_mix.hpp"
#include "tests/support/hand_program.hpp"

using namespace glint;

namespace {

using Form = LedgerItem::Form;
using Run = std::vector<Word>;  // what was picked, pick by pick

Geometry board(int rows) { return test::rectangle(5, rows, test::kEightWays); }

/// A form with items at random, the frame that it reads, and all its runs.
class Sample {
 public:
  Sample(const Geometry& geometry, oracle::SplitMix& random) : geometry_(geometry), random_(random) {}

  void add_form(int move) {
    form_ = {};
    form_.move = move;
    runs_ = {{}};
    const std::uint64_t items = 1 + random_.below(3);
    while (form_.items.size() < items) add_item();
    form_.add_up();
  }
  LedgerForm form_;
  std::vector<Word> frame_;
  std::vector<Run> runs_;

 private:
  LedgerItem item(Form kind, std::size_t words) {
    LedgerItem item;
    item.form = kind;
    item.words = static_cast<std::uint16_t>(words);
    item.slot = static_cast<Slot>(frame_.size());
    item.pick = picks_++;
    item.target = static_cast<Slot>(100 + item.pick);
    return item;
  }
  /// Each run so far goes on in each of these ways.
  void times(const std::vector<Run>& ways) {
    std::vector<Run> all;
    for (const Run& run : runs_)
      for (const Run& way : ways) {
        all.push_back(run);
        all.back().insert(all.back().end(), way.begin(), way.end());
      }
    runs_ = all;
  }
  std::vector<Word> add_set(std::size_t words) {
    std::vector<Word> elements;
    for (std::size_t w = 0; w < words; ++w) {
      const Word word = random_.below(3) == 0 ? random_.next() & random_.next() & random_.next() : Word{1} << random_.below(64);
      frame_.push_back(word);
      for (Word bit = 0; bit < 64; ++bit)
        if (word >> bit & 1) elements.push_back(64 * w + bit);
    }
    return elements;
  }
  void add_item() {
    std::vector<Run> ways;
    switch (runs_.size() > 100 ? 0 : random_.below(5)) {
      case 0:
        form_.items.push_back(item(Form::value, 1));
        frame_.push_back(random_.below(1000));
        return times({{frame_.back()}});
      case 1: {
        const std::size_t words = 1 + random_.below(3);
        form_.items.push_back(item(Form::set, words));
        for (const Word element : add_set(words)) ways.push_back({element});
        return times(ways);
      }
      case 2: {
        form_.items.push_back(item(Form::number, 1));
        frame_.push_back(random_.below(5));  // how many: 0 is none
        frame_.push_back(random_.below(100));
        form_.items.back().low = static_cast<Slot>(frame_.size() - 1);
        for (Word i = 0; i < frame_[frame_.size() - 2]; ++i) ways.push_back({frame_.back() + i});
        return times(ways);
      }
      case 3: {
        LedgerItem both = item(Form::pairs, 2);
        both.shift = static_cast<std::uint8_t>(1 + random_.below(3));
        both.second = picks_++;
        both.second_target = static_cast<Slot>(100 + both.second);
        form_.items.push_back(both);
        for (const Word element : add_set(2))
          ways.push_back({element >> both.shift, element & ((Word{1} << both.shift) - 1)});
        return times(ways);
      }
      default: {
        const auto words = static_cast<std::size_t>(geometry_.words);
        const Word all = 0xFF, some = random_.below(2) == 0 ? all : Word{1} << random_.below(8) | Word{1} << random_.below(8) | Word{1} << random_.below(8);
        const auto lanes_of = [some](int ways) { return static_cast<std::size_t>(popcount(some & lowest_ones(ways))); };
        form_.items.push_back(item(Form::lanes, lanes_of(8) * words));
        form_.items.back().low = some == all ? 0 : static_cast<Slot>(some);
        std::vector<Word> lanes(lanes_of(8) * words, 0);
        const std::uint64_t length = random_.below(2) == 0 ? 1 : 2 + random_.below(2);
        const auto led_to = [&](int cell, int way) {
          for (std::uint64_t step = 0; step < length && cell >= 0; ++step) cell = geometry_.next_to(cell, way);
          return cell;
        };
        for (int cell = 0; cell < geometry_.cells; ++cell)
          for (const int d : each_bit(some))
            if (led_to(cell, d) >= 0 && random_.below(4) == 0) {
              lanes[lanes_of(d) * words + static_cast<std::size_t>(cell / 64)] |= Word{1} << (cell % 64);
              ways.push_back({static_cast<Word>(cell), static_cast<Word>(led_to(cell, d))});
            }
        std::sort(ways.begin(), ways.end());
        frame_.insert(frame_.end(), lanes.begin(), lanes.end());
        if (length > 1) {
          form_.items.back().length = static_cast<Slot>(frame_.size());
          frame_.push_back(length);
        }
        form_.items.back().second = picks_++;
        form_.items.back().second_target = static_cast<Slot>(100 + form_.items.back().second);
        return times(ways);
      }
    }
  }

  const Geometry& geometry_;
  oracle::SplitMix& random_;
  int picks_ = 0;
};

void check_run(const Ledger& ledger, std::uint64_t k, int move, const Run& expected) {
  std::vector<Ledger::Picked> picked(8);
  for (const bool v3 : {false, true}) {
    if (v3 && !has_v3()) continue;
    const Ledger::Run run = v3 ? ledger.unrank<V3Cpu>(k, picked.data()) : ledger.unrank<AnyCpu>(k, picked.data());
    REQUIRE(run.move == move);
    REQUIRE(run.picks == expected.size());
    for (std::size_t i = 0; i < run.picks; ++i) {
      const Ledger::Picked& one = picked[run.picks - 1 - i];
      REQUIRE(one.number == expected[i]);
      REQUIRE(one.target == static_cast<Slot>(100 + one.pick));
      REQUIRE(!one.some_of);
    }
  }
}

LedgerForm plain(int move, Form form) {
  LedgerForm one;
  one.move = move;
  LedgerItem& item = one.items.emplace_back();
  item.form = form;
  item.target = 100;
  return one;
}

}  // namespace

TEST_CASE("ledger: what was pushed comes out in the order of a plain enumeration") {
  oracle::SplitMix random(11);
  std::size_t entries = 0, refused = 0;
  for (int round = 0; round < 400; ++round) {
    const Geometry geometry = board(random.below(2) == 0 ? 4 : 15);
    std::vector<Sample> samples;
    std::vector<LedgerForm> forms;
    for (int i = 0; i < 4; ++i) {
      samples.emplace_back(geometry, random).add_form(i % 3);
      forms.push_back(samples.back().form_);
    }
    Ledger ledger(forms, geometry);
    std::uint64_t before = 0;
    std::vector<std::uint64_t> by_move(3, 0), counts(3, 0);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      REQUIRE(!ledger.push<AnyCpu>(forms[i], samples[i].frame_.data()));
      (samples[i].runs_.empty() ? refused : entries) += 1;
      REQUIRE(ledger.runs() == before + samples[i].runs_.size());
      before = ledger.runs();
      by_move[i % 3] += samples[i].runs_.size();
    }
    ledger.each_move([&](int move, std::uint64_t first, std::uint64_t end) {
      counts[move] += end - first;
      if (end > first) REQUIRE((ledger.move_of(first) == move && ledger.move_of(end - 1) == move));
    });
    REQUIRE(counts == by_move);
    std::uint64_t k = 0;
    for (const Sample& sample : samples)
      for (const Run& run : sample.runs_) {
        const std::uint64_t now = k++;
        if (sample.runs_.size() < 200 || random.below(sample.runs_.size()) < 200) check_run(ledger, now, sample.form_.move, run);
      }
  }
  CHECK(entries > 1000);
  CHECK(refused > 50);
}

TEST_CASE("ledger: listings are laid aside, compared, and are the same again") {
  const Geometry geometry = board(4);
  const std::vector<LedgerForm> forms = {plain(0, Form::value), plain(1, Form::set)};
  Ledger one(forms, geometry), other(forms, geometry);
  const Word number = 7, set = 0b1011;
  one.push<AnyCpu>(forms[0], &number);
  one.push<AnyCpu>(forms[1], &set);
  CHECK(!one.is_same(other));
  other.push<AnyCpu>(forms[0], &number);
  CHECK(!one.is_same(other));
  other.push<AnyCpu>(forms[1], &set);
  CHECK(one.is_same(other));
  const Word other_set = 0b1101;  // as many runs, but others
  other.clear();
  other.push<AnyCpu>(forms[0], &number);
  other.push<AnyCpu>(forms[1], &other_set);
  CHECK(!one.is_same(other));

  Ledger::Listing aside;
  one.swap(aside);
  CHECK(one.runs() == 0);
  CHECK(one.entries() == 0);
  one.push<AnyCpu>(forms[1], &other_set);
  one.swap(aside);
  CHECK(one.runs() == 4);
  check_run(one, 3, 1, {3});
}

TEST_CASE("ledger: a probe enters nothing, and probes nest") {
  const Geometry geometry = board(4);
  const std::vector<LedgerForm> forms = {plain(0, Form::set)};
  Ledger ledger(forms, geometry);
  const Word set = 6, none = 0;
  ledger.push<AnyCpu>(forms[0], &set);
  const bool outside = ledger.begin_probe();
  CHECK(ledger.is_probe());
  CHECK(!ledger.push<AnyCpu>(forms[0], &none));
  const bool outer = ledger.begin_probe();
  CHECK(ledger.push<AnyCpu>(forms[0], &set));
  CHECK(ledger.end_probe(outer));
  CHECK(ledger.is_probe());
  CHECK(!ledger.end_probe(outside));  // the run was the inner probe's
  CHECK(!ledger.is_probe());
  CHECK(ledger.runs() == 2);
}

TEST_CASE("ledger: more than 2^60 runs are too many, also where the product does not fit in a word") {
  const Geometry geometry = board(4);
  std::vector<LedgerForm> forms(2);
  const auto with_sets = [](int count) {
    LedgerForm form;
    for (int i = 0; i < count; ++i) form.items.emplace_back().form = Form::set;
    form.add_up();
    return form;
  };
  forms = {with_sets(10), with_sets(11)};  // 64^10 = 2^60; 64^11 = 2^66
  const Word all = ~Word{0};
  Ledger ledger(forms, geometry);
  ledger.push<AnyCpu>(forms[0], &all);
  CHECK(!ledger.has_too_many());
  CHECK(ledger.runs() == kMostMoves);
  Ledger::Listing aside;
  ledger.swap(aside);
  CHECK(ledger.runs() == 0);
  ledger.swap(aside);
  ledger.push<AnyCpu>(forms[0], &all);  // no entry is too large, their sum is
  CHECK(ledger.has_too_many());
  ledger.swap(aside);
  CHECK(!ledger.has_too_many());
  ledger.swap(aside);
  CHECK(ledger.has_too_many());
  ledger.clear();
  ledger.push<AnyCpu>(forms[1], &all);
  CHECK(ledger.has_too_many());
  ledger.clear();
  CHECK(!ledger.has_too_many());
}

TEST_CASE("ledger: the element of a rank") {
  oracle::SplitMix random(3);
  for (int round = 0; round < 500; ++round) {
    const Word set[] = {random.next() & random.next(), random.below(2) == 0 ? 0 : random.next(), random.next()};
    std::uint64_t rank = 0;
    for (Word element = 0; element < 192; ++element)
      if (set[element / 64] >> (element % 64) & 1) REQUIRE(nth_element(set, rank++) == element);
  }
}
