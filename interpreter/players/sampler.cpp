#include "interpreter/players/sampler.hpp"

#include <algorithm>

#include "interpreter/machine/step_chance.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

namespace {

using Status = Machine::Status;

/// Repeats the draws of a line.
class LineChance : public Chance {
 public:
  explicit LineChance(const std::vector<Word>& line) : line_(line) {}

  Answer draw(const Drawing&, Word* into) override {
    if (at_ >= line_.size() || line_[at_] >= kPastMove) return Answer::waits;
    std::copy_n(line_.begin() + static_cast<std::ptrdiff_t>(at_) + 2, line_[at_ + 1], into);
    at_ += 2 + line_[at_ + 1];
    return Answer::drawn;
  }
  bool at_move() const { return at_ < line_.size() && line_[at_] >= kPastMove; }
  int move() const { return static_cast<int>(line_[at_] - kPastMove); }
  /// Takes the picks of the move from the line.
  const Word* take_picks() {
    const Word* const picks = line_.data() + at_ + 2;
    at_ += 2 + line_[at_ + 1];
    return picks;
  }

 private:
  const std::vector<Word>& line_;
  std::size_t at_ = 0;
};

/// Gives the next draw this outcome, whether it is possible or not, and waits at the one after it.
class Dealt : public Chance {
 public:
  explicit Dealt(const std::vector<Word>& value) : value_(&value) {}

  Answer draw(const Drawing&, Word* into) override {
    if (!value_) return Answer::waits;
    std::copy(value_->begin(), value_->end(), into);
    value_ = nullptr;
    return Answer::drawn;
  }

 private:
  const std::vector<Word>* value_;
};

bool is_subset_draw(const DrawNode& node) { return node.form == DrawNode::Form::some; }

/// The number of times that this value can still be drawn.
std::uint64_t left_of(const Drawing& drawing, Word value) {
  if (drawing.node->form == DrawNode::Form::bag) return drawing.from[static_cast<std::int64_t>(value) - drawing.node->first];
  return has_bit(drawing.from, static_cast<int>(value));
}

/// All values that this draw may have in some position.
std::vector<Word> values_of_draw(const Program& program, const DrawNode& node) {
  rules::Type type = node.type;
  type.is_set = false;
  const bool is_bag = node.form == DrawNode::Form::bag;
  const std::int64_t first = is_bag ? node.first : domain_first(type), count = is_bag ? node.values : program.values_of(type);
  std::vector<Word> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<Word>(first + i));
  return values;
}

void remove_bit(Word* set, int number) { set[number / 64] &= ~bit_in_word(number); }

bool are_alike(const rules::Type& one, const rules::Type& other) {
  return one.base == other.base && one.enumeration == other.enumeration;
}

void put_value(const DrawNode& node, int words, Word value, std::vector<Word>& into) {
  if (!is_subset_draw(node)) {
    into.assign(1, value);
    return;
  }
  into.assign(static_cast<std::size_t>(words), 0);
  add_bit(into.data(), static_cast<int>(value));
}

}  // namespace

/// Draws according to the seat's knowledge; waits at a draw about which nothing is known yet, or that cannot be made.
class Sampler::Dealer : public Chance {
 public:
  Dealer(Sampler& sampler, std::size_t part, Random& random) : sampler_(sampler), random_(random), place_{part, 0} {}

  Answer draw(const Drawing& drawing, Word* into) override {
    const std::vector<Draw>& draws = sampler_.parts_[place_.part].draws;
    if (place_.number >= draws.size() || draws[place_.number].node != drawing.node) return Answer::waits;
    has_failed = !(is_subset_draw(*drawing.node) ? sampler_.draw_some(place_, drawing, random_, into)
                                                 : sampler_.draw_one(place_, drawing, random_, into));
    if (has_failed) return Answer::waits;
    ++place_.number;
    return Answer::drawn;
  }
  std::size_t number() const { return place_.number; }

  bool has_failed = false;

 private:
  Sampler& sampler_;
  Random& random_;
  Place place_;
};

Sampler::Sampler(const Position& position)
    : game_(position.game()),
      program_(game_.program()),
      seat_(position.to_move()),
      machine_(program_),
      view_(program_, seat_) {
  read(position);
}

bool Sampler::follow(const Position& position) {
  if (&position.game().program() != &program_ || position.to_move() != seat_) return false;
  read(position);
  return true;
}

void Sampler::read(const Position& position) {
  LineChance line(*PositionView(position).line());
  std::vector<Part> parts;
  Part part;
  Status status = machine_.begin(line);
  while (true) {
    machine_.store(part.after);
    parts.push_back(part);
    if (status != Status::waiting || !line.at_move()) break;
    part.move = line.move();
    const Word* pick = line.take_picks();
    part.choices.clear();
    for (const PickInfo& info : program_.moves[static_cast<std::size_t>(part.move)].picks) {
      const int words = program_.set_words(info.type);
      Choice choice;
      if (info.some_of) {
        choice.mode = Choice::Mode::set;
        choice.set.assign(pick, pick + words);
      } else {
        choice.number = *pick;
      }
      part.choices.push_back(std::move(choice));
      pick += words;
    }
    status = machine_.apply(part.move, part.choices, false);
    if (status == Status::done) status = machine_.resume(line);
    stop_.after(1 + static_cast<std::int64_t>(part.after.size()) / 16);
  }
  for (int player = 0; player < static_cast<int>(program_.rules.players.size()); ++player)
    if (machine_.pending().move_of(player) >= 0) parts.pop_back();

  // The facts about the parts that this game has had before.
  std::size_t same = 0;
  for (; same < parts.size() && same < parts_.size(); ++same) {
    if (parts[same].move != parts_[same].move || parts[same].after != parts_[same].after) break;
    parts[same].draws = std::move(parts_[same].draws);
    parts[same].first = std::move(parts_[same].first);
  }
  parts_ = std::move(parts);
  std::erase_if(owed_, [&](const Owed& owed) { return owed.part >= same; });
  std::erase_if(found_, [&](const Given& given) { return given.place.part >= same; });
  asked_.erase(asked_.lower_bound(same), asked_.end());
  is_there_ = false;
}

bool Sampler::sample(Random& random, std::vector<Word>& state) {
  constexpr int kTimes = 60;
  goes_on_ = false;  // the last search may have been stopped on a walk
  for (int time = 0; time < kTimes && !is_there_; ++time) {
    if (!plan(parts_.size(), random, nullptr)) continue;
    if (play_until(parts_.size(), random, state)) {
      if (random.below(ways_here()) == 0) return true;
      continue;
    }
    if (refused_move_ && asked_.insert(at_).second) learn_owed(at_, random);
  }
  constexpr int kClimbs = 8, kClimb = 1000, kWalk = 24;  // steps
  if (is_there_) return walk(kWalk, random, state);
  for (int number = 0; number < kClimbs; ++number) {
    if (walk(kClimb, random, state)) return true;
    found_.clear();  // from there none was found: begin again
  }
  return false;
}

/// In how many ways plans would have come to the game that was just drawn: where a value was drawn in several places that
/// could owe it, any of these could have been chosen.
std::uint64_t Sampler::ways_here() const {
  std::uint64_t ways = 1;
  for (const Owed& owed : owed_)
    ways *= static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(
        1, std::count_if(taken_.begin(), taken_.end(), [&](const Given& taken) {
          return taken.value == owed.value && std::find(owed.places.begin(), owed.places.end(), taken.place) != owed.places.end();
        })));
  return ways;
}

/// Gives another value to one hidden draw after another, while no more of the seat's view differs than before: from a
/// game drawn again to one that fits, and from there to others that fit. In a long walk all fitting games are equally
/// likely, because each step could be reversed; the seat's true game is no part of it.
bool Sampler::walk(int steps, Random& random, std::vector<Word>& state) {
  constexpr std::int64_t kUnreached = 1000;  // for each part that could not be played
  const bool is_begun = is_there_;
  std::vector<Given> best = found_;
  std::int64_t least = is_begun ? 0 : -1;
  bool is_there = is_begun;
  if (is_begun) state = reached_;
  std::vector<Word> tried;
  goes_on_ = true;
  for (int step = 0; step < steps && (is_begun || !is_there); ++step) {
    given_ = best;
    std::vector<std::size_t> hidden;
    for (std::size_t i = 0; i < best.size() && least >= 0; ++i)
      if (const Draw* draw = draw_at(best[i].place); !draw || !draw->is_seen) hidden.push_back(i);
    if (!hidden.empty()) given_.erase(given_.begin() + static_cast<std::ptrdiff_t>(hidden[random.below(hidden.size())]));
    off_ = 0;
    if (!play_until(parts_.size(), random, tried)) off_ += kUnreached * static_cast<std::int64_t>(parts_.size() - at_);
    // On the way a little more may differ: where every step makes it worse, there would be no other way on.
    const auto more = static_cast<std::int64_t>(random.below(1 + static_cast<std::uint64_t>(std::max<std::int64_t>(least, 0)) / 8));
    if (least >= 0 && off_ > least + more) continue;
    least = off_;
    best = taken_;
    is_there = least == 0;
    state = tried;
  }
  goes_on_ = false;
  if (!is_there) return false;
  found_ = std::move(best);
  is_there_ = true;
  reached_ = state;
  return true;
}

/// Chooses which draws give the values owed to the moves of the parts before `end`. Any of its places is as likely as
/// any other, as long as draws of one source could be exchanged. False: no place is left.
bool Sampler::plan(std::size_t end, Random& random, const Given* tried) {
  given_.clear();
  if (tried) given_.push_back(*tried);
  for (const Owed& owed : owed_) {
    if (owed.part >= end) continue;
    std::vector<Place> free;
    for (const Place& place : owed.places)
      if (std::none_of(given_.begin(), given_.end(), [&](const Given& given) { return given.place == place; }))
        free.push_back(place);
    if (free.empty()) return false;
    given_.push_back({free[random.below(free.size())], owed.value});
  }
  return true;
}

/// Plays the parts before `end`. False: one did not end as the seat saw it.
bool Sampler::play_until(std::size_t end, Random& random, std::vector<Word>& state) {
  constexpr int kTimes = 20;  // a draw in a part may show at its end
  taken_.clear();
  for (at_ = 0; at_ < end; ++at_) {
    const std::vector<Word> before = state;
    const std::size_t taken = taken_.size();
    bool is_there = false;
    for (int time = 0; time < kTimes && !is_there; ++time) {
      state = before;
      taken_.resize(taken);
      is_there = play_part(at_, random, state);
      if (taken_.size() == taken) break;  // without chance it would end the same again
    }
    if (!is_there) return false;
  }
  return true;
}

bool Sampler::play_part(std::size_t number, Random& random, std::vector<Word>& state) {
  Part& part = parts_[number];
  const auto words = static_cast<std::int64_t>(part.after.size());
  Dealer dealer(*this, number, random);
  // Each try has its own fuel, so fuel does not bound all of them.
  stop_.after(1 + words / 16);
  Status status = Status::done;
  refused_move_ = false;
  if (part.move < 0) {
    status = machine_.begin(dealer);
  } else {
    machine_.load(state);
    status = machine_.apply(part.move, part.choices, false);
    refused_move_ = status == Status::failed;
    if (status == Status::done) status = machine_.resume(dealer);
  }
  while (status == Status::drawing && !dealer.has_failed) {
    machine_.store(at_draw_);
    const std::optional<Drawing> drawing = machine_.drawing();
    if (!drawing) break;
    if (dealer.number() == 0) part.first = at_draw_;
    part.draws.resize(dealer.number());
    part.draws.push_back(learn_draw(part, *drawing));
    machine_.load(at_draw_);
    status = machine_.resume(dealer);
  }
  if (status != Status::waiting) {
    machine_.forget_all();
    return false;
  }
  machine_.store(now_);
  const std::int64_t off = view_.distance(now_, part.after);
  off_ += off;
  if (off > 0 && !goes_on_) return false;
  state = now_;
  return true;
}

/// Finds out what the seat saw of a draw at which play waits, by trying each value, also those that cannot be drawn here:
/// what leads away from what the seat sees in the end was not drawn, if all that it sees only grows or only shrinks in this
/// part. If that shows nothing, the draw counts as hidden, and the end of the part decides.
Sampler::Draw Sampler::learn_draw(const Part& part, const Drawing& drawing) {
  constexpr std::size_t kMost = 4096;  // values to try
  const DrawNode& node = *drawing.node;
  const int words = drawing.words;
  const std::vector<Word> values = values_of_draw(program_, node);
  if (values.size() > kMost) return {&node, false, values};
  for (const bool with_numbers : {true, false}) {
    Draw draw{&node, true, {}};
    for (const Word value : values) {
      stop_.after(1 + static_cast<std::int64_t>(part.after.size()));
      put_value(node, words, value, value_);
      machine_.load(at_draw_);
      Dealt dealt(value_);
      const Status status = machine_.resume(dealt);
      if (status != Status::drawing && status != Status::waiting) {
        machine_.forget_all();
        continue;
      }
      machine_.store(now_);
      if (view_.is_between(part.first, now_, part.after, with_numbers)) draw.values.push_back(value);
    }
    if (!draw.values.empty() && draw.values.size() < values.size()) return draw;
  }
  return {&node, false, values};
}

/// Draws a subset. False: the value that it must contain is gone.
bool Sampler::draw_some(Place place, const Drawing& drawing, Random& random, Word* into) {
  const Draw& draw = parts_[place.part].draws[place.number];
  keep_back(place);
  std::vector<Word> from(drawing.from, drawing.from + drawing.words);
  Drawing rest = drawing;
  rest.from = from.data();
  for (const int element : each_bit(drawing.from, drawing.words)) {
    const auto value = static_cast<Word>(element);
    if (draw.is_seen ? std::binary_search(draw.values.begin(), draw.values.end(), value)
                     : std::find(kept_.begin(), kept_.end(), value) == kept_.end())
      continue;
    remove_bit(from.data(), element);
    --rest.size;
  }
  std::fill(into, into + drawing.words, 0);
  take_at_random(rest.size >= rest.number ? rest : drawing, random, into);
  // The given values take the place of others.
  std::vector<Word> wanted(static_cast<std::size_t>(drawing.words)), others;
  for (const Given& given : given_) {
    if (given.place != place) continue;
    if (left_of(drawing, given.value) == 0) return false;
    add_bit(wanted.data(), static_cast<int>(given.value));
  }
  for (const int element : each_bit(wanted.data(), drawing.words)) {
    if (has_bit(into, element)) continue;
    others.assign(into, into + drawing.words);
    for (std::size_t i = 0; i < others.size(); ++i) others[i] &= ~wanted[i];
    const std::uint64_t count = set_size(others.data(), drawing.words);
    if (count == 0) return false;
    remove_bit(into, static_cast<int>(nth_element(others.data(), random.below(count))));
    add_bit(into, element);
  }
  for (const int element : each_bit(into, drawing.words)) taken_.push_back({place, static_cast<Word>(element)});
  return true;
}

/// Draws one value. False: the value that it must have is gone; remembers which draw took it.
bool Sampler::draw_one(Place place, const Drawing& drawing, Random& random, Word* into) {
  const Draw& draw = parts_[place.part].draws[place.number];
  const auto given = std::find_if(given_.begin(), given_.end(), [&](const Given& each) { return each.place == place; });
  keep_back(place);
  const auto weight = [&](Word value) -> std::uint64_t {
    const std::uint64_t left = left_of(drawing, value);
    if (given != given_.end()) return value == given->value ? left : 0;
    if (left == 0 || kept_.empty()) return left;
    return left - std::min(left, static_cast<std::uint64_t>(std::count(kept_.begin(), kept_.end(), value)));
  };
  weights_.clear();
  std::uint64_t total = 0;
  for (const Word value : draw.values) {
    weights_.push_back(weight(value));
    total += weights_.back();
  }
  if (total == 0) {
    for (const Given& taken : taken_) {
      const bool is_needed = given != given_.end() ? taken.value == given->value
                                                   : std::binary_search(draw.values.begin(), draw.values.end(), taken.value);
      const DrawNode& other = *parts_[taken.place.part].draws[taken.place.number].node;
      if (is_needed && are_alike(other.type, draw.node->type)) links_.emplace(std::minmax(&other, draw.node));
    }
    return false;
  }
  std::uint64_t rank = random.below(total);
  std::size_t i = 0;
  for (; rank >= weights_[i]; ++i) rank -= weights_[i];
  into[0] = draw.values[i];
  taken_.push_back({place, draw.values[i]});
  return true;
}

bool Sampler::is_one_source(const DrawNode& one, const DrawNode& other) const {
  return (one.bag >= 0 && one.bag == other.bag) || &one == &other || links_.count(std::minmax(&one, &other)) > 0;
}

/// Writes into kept_ what a hidden draw must leave for later ones: what the seat saw drawn, and what is planned.
void Sampler::keep_back(Place place) {
  kept_.clear();
  const Draw& draw = parts_[place.part].draws[place.number];
  if (draw.is_seen) return;
  const DrawNode& node = *draw.node;
  for (const Given& given : given_)
    if (const Draw* later = draw_at(given.place); later && given.place > place && is_one_source(node, *later->node))
      kept_.push_back(given.value);
  for (std::size_t part = place.part; part < parts_.size(); ++part) {
    const std::vector<Draw>& draws = parts_[part].draws;
    for (std::size_t i = part == place.part ? place.number + 1 : 0; i < draws.size(); ++i) {
      const std::vector<Word>& values = draws[i].values;
      if (!draws[i].is_seen || !is_one_source(node, *draws[i].node)) continue;
      if (values.size() == 1 || is_subset_draw(*draws[i].node)) {
        kept_.insert(kept_.end(), values.begin(), values.end());
        continue;
      }
      // As many draws of a part as there are values, in an order that the seat did not see: the last speaks for all.
      const auto is_alike = [&](const Draw& other) { return other.is_seen && other.values == values; };
      if (std::any_of(draws.begin() + static_cast<std::ptrdiff_t>(i) + 1, draws.end(), is_alike) ||
          std::count_if(draws.begin(), draws.end(), is_alike) < static_cast<std::ptrdiff_t>(values.size()))
        continue;
      for (const Word value : values)
        if (std::none_of(taken_.begin(), taken_.end(), [&](const Given& taken) {
              return taken.place.part == part && taken.value == value && is_alike(draws[taken.place.number]);
            }))
          kept_.push_back(value);
    }
  }
}

/// A move was refused in a drawn world: finds the earlier hidden draws that make it possible when they give one of its
/// picks.
void Sampler::learn_owed(std::size_t part, Random& random) {
  constexpr int kTimes = 8;
  const std::vector<PickInfo>& picks = program_.moves[static_cast<std::size_t>(parts_[part].move)].picks;
  std::vector<Word> state;
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const Choice& choice = parts_[part].choices[i];
    if (choice.mode == Choice::Mode::set) continue;
    Owed owed{part, static_cast<Word>(choice.number), {}};
    for (std::size_t p = 0; p < part; ++p)
      for (std::size_t d = 0; d < parts_[p].draws.size(); ++d) {
        const Draw& draw = parts_[p].draws[d];
        if (draw.is_seen || !are_alike(draw.node->type, picks[i].type)) continue;
        const Given tried{{p, d}, owed.value};
        for (int time = 0; time < kTimes; ++time) {
          if (!plan(part, random, &tried) || (!play_until(part, random, state) && at_ < part)) continue;
          if (machine_.load(state); machine_.apply(parts_[part].move, parts_[part].choices, false) == Status::failed) continue;
          owed.places.push_back({p, d});
          break;
        }
      }
    if (!owed.places.empty()) owed_.push_back(std::move(owed));
  }
  std::sort(owed_.begin(), owed_.end(), [](const Owed& one, const Owed& other) { return one.part < other.part; });
}

}  // namespace glint
