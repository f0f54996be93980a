#include "interpreter/game/loading/errors.hpp"
#include "interpreter/lab/diff/twins.hpp"

#include <algorithm>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/machine/playout.hpp"
#include "interpreter/machine/step_chance.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

/// Longer lists of moves are matched only if the ledgers are equal word for word.
constexpr std::uint64_t kMostMatched = 200'000;
/// Draws with more outcomes are not matched.
constexpr std::uint64_t kMostOutcomes = 50'000;
/// Words of a State that are packed, copied and loaded in about a microsecond.
constexpr std::size_t kWordsAtOnce = 16;

bool is_over(const Spot& spot) { return spot.state[Layout::kNode] == Layout::kOver; }
bool waits_for_chance(const Spot& spot) { return spot.state[Layout::kNode] >= Layout::kDraw; }

std::string payload_text(const Program& program, std::int64_t payload) {
  std::string text;
  for (std::size_t f = 0; f < program.payloads.fields.size(); ++f) {
    const PayloadField& field = program.payloads.fields[f];
    const std::int64_t value = payload / field.stride % field.size + field.lo;
    const rules::Type& type = program.rules.beams.fields[f].type;
    const std::string printed = print_value(program.rules, type, value);
    text += program.rules.beams.fields[f].name + "=" + (type.is_set ? in_any_order(printed) : printed) + " ";
  }
  return text;
}

bool same_segments(const Trace& a, const Trace& b) {
  return std::equal(a.segments.begin(), a.segments.end(), b.segments.begin(), b.segments.end(),
                    [](const Segment& x, const Segment& y) {
                      return x.cell == y.cell && x.way == y.way && x.payload == y.payload && x.length == y.length;
                    });
}

/// By variable in printed form, sorted: who sees it.
std::vector<std::pair<std::string, std::string>> who_sees(const Program& program) {
  const auto names_of = [&](Word players) -> std::string {
    std::vector<std::string> names;
    for (std::size_t p = 0; p < program.rules.players.size(); ++p)
      if ((players >> p & 1) != 0) names.push_back(program.rules.players[p].name);
    if (names.size() == program.rules.players.size()) return "seen by all";
    return names.empty() ? "seen by nobody" : "seen by " + lang::joined(names, " and ");
  };
  std::vector<std::pair<std::string, std::string>> all;
  for (PositionEntry& entry : position_entries(program)) all.emplace_back(std::move(entry.name), names_of(entry.seen));
  if (!program.reactions.emitter_sets.empty()) all.emplace_back("beams", names_of(program.rules.beams.seen_by));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return all;
}

}  // namespace

bool is_same_piece(const PieceInfo& a, const PieceInfo& b) {
  return a.owner == b.owner && (a.kind == b.kind || a.glyph == b.glyph) &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                    [](const auto& x, const auto& y) { return x.second == y.second; });
}

std::vector<std::pair<std::string, BothSay>> sight_changes(const Program& before, const Program& now) {
  std::vector<std::pair<std::string, BothSay>> changes;
  const auto a = who_sees(before), b = who_sees(now);
  auto other = b.begin();
  for (const auto& [name, seen] : a) {
    while (other != b.end() && other->first < name) ++other;
    if (other != b.end() && other->first == name && other->second != seen) changes.push_back({name, {seen, other->second}});
  }
  return changes;
}

std::string choosing_text(const Program& program, const std::vector<Word>& state) {
  return program.nodes[state[Layout::kNode]].together ? "together, in secret" : "in turn";
}

std::string in_any_order(const std::string& printed) {
  const bool braces = printed.size() >= 2 && printed.front() == '{';
  const std::string text = braces ? printed.substr(1, printed.size() - 2) : printed;
  const std::string between = braces ? ", " : " ";
  std::vector<std::string_view> words = lang::split(text, between);
  std::sort(words.begin(), words.end());
  const std::string sorted = lang::joined(words, between, [](std::string_view word) { return word; });
  return braces ? "{" + sorted + "}" : sorted;
}

void Twins::Key::add(std::uint64_t value) {
  low = mixed(value + low);
  const std::uint64_t z = (low ^ (low >> 29)) * 0xA24BAED4963EE407u + high;
  high = z ^ (z >> 32);
}

void Twins::Key::add(const std::string& text) {
  for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  add(std::uint64_t{256});
}

Twins::Twins(const Game& before, const Game& now, bool beyond_start)
    : before_(before),
      now_(now),
      same_(before.program(), now.program()),
      beyond_start_(beyond_start),
      sees_alike_(sight_changes(before.program(), now.program()).empty()),
      stop_(before.program().limits.stop) {
  for (Side* side : {&before_, &now_}) {
    std::size_t picks = 0;
    for (const MoveCode& move : side->program.moves) picks = std::max(picks, move.picks.size());
    side->picks.resize(picks + 1);
  }
}

// ---- stepping ----

std::optional<Error> Twins::begin(Side& side, std::optional<Position>& start, Spot& spot) {
  StartOptions options;
  options.wait_at_draws = true;
  const Result<Position> position = side.game.start(options);
  if (!position) return position.errors()[0];
  start = *position;
  spot = spot_of(*position);
  refresh(side, spot);
  return std::nullopt;
}

std::optional<Error> Twins::begin(Pair& pair) {
  if (auto error = begin(before_, start_before_, pair.before)) return error;
  return begin(now_, start_now_, pair.now);
}

Spot Twins::spot_of(const Position& position) const {
  return {position.state(), PositionView(position).history(), std::nullopt};
}

Position Twins::as_position(const Position& start, const Spot& spot) {
  return PositionView(start.detach()).at(spot.state, spot.history);
}

/// Makes draws that have only one outcome.
void Twins::refresh(Side& side, Spot& spot) {
  if (waits_for_chance(spot)) step(side, Spot(spot), UINT64_MAX, spot);
}

void Twins::step(Side& side, const Spot& from, std::uint64_t number, Spot& to) {
  ++work_;
  stop_.after(1 + static_cast<std::int64_t>(from.state.size() / kWordsAtOnce));  // a draw takes no fuel
  const bool uses_seen = side.program.uses_seen;
  if (uses_seen) to.history = from.history;
  Machine& machine = side.player;
  machine.load(from.state);
  machine.set_history(uses_seen ? &to.history : nullptr);
  Machine::Status status = Machine::Status::done;
  StepChance chance(waits_for_chance(from) && number != UINT64_MAX ? std::optional(number) : std::nullopt);
  if (!waits_for_chance(from)) status = machine.apply_listed(side.lister, number);
  if (status == Machine::Status::done) status = machine.resume(chance);
  machine.set_history(nullptr);
  to.failure.reset();
  if (status == Machine::Status::error || status == Machine::Status::failed) {
    throw_if_stopped(machine.failure());
    to.failure = machine.failure();
    to.state = from.state;
    machine.load(from.state);
    machine.forget_all();
    return;
  }
  machine.store(to.state);
}

void Twins::step(const Pair& from, std::uint64_t i, Pair& to) {
  step(before_, from.before, number_before(i), to.before);
  step(now_, from.now, number_now(i), to.now);
}

bool Twins::ends(const Pair& pair) {
  return pair.before.failure || pair.now.failure || is_over(pair.before) || is_over(pair.now);
}

// ---- comparing ----

bool Twins::load(Side& side, const Spot& spot) {
  stop_.after(1 + static_cast<std::int64_t>(spot.state.size() / kWordsAtOnce));
  side.player.load(spot.state);
  side.player.set_past(side.program.uses_seen ? &spot.history : nullptr);
  side.player.fuel().refill();
  return !spot.failure;
}

bool Twins::differ(const Pair& pair, bool is_start) {
  ++work_;
  const rules::Rules &a_rules = before_.program.rules, &b_rules = now_.program.rules;
  if (is_start && (before_.game.players() != now_.game.players() || a_rules.team != b_rules.team)) return true;
  const bool a_runs = load(before_, pair.before), b_runs = load(now_, pair.now);
  if (!a_runs || !b_runs) return a_runs != b_runs || pair.before.failure->code != pair.now.failure->code;
  bool differs = is_start && !same_boards(pair);
  if (is_start && !sees_alike_ && !beyond_start_) differs = true;
  const bool over = is_over(pair.before), both_over = over && is_over(pair.now);
  const bool chance = waits_for_chance(pair.before);
  if (over != is_over(pair.now)) differs = true;
  if (!over && chance != waits_for_chance(pair.now)) differs = true;
  if (!over && !chance && pair.before.state[Layout::kMe] != pair.now.state[Layout::kMe]) differs = true;
  if (!beyond_start_ && !differs && !over && !chance && before_.program.rules.players.size() > 1 &&
      choosing_text(before_.program, pair.before.state) != choosing_text(now_.program, pair.now.state))
    differs = true;
  const Outcome a = outcome_of(before_.player), b = outcome_of(now_.player);
  if (both_over && (a.kind != b.kind || a.winner != b.winner)) differs = true;
  const bool compares = !only_one_scores() || (!beyond_start_ && is_start);
  if (compares && a.scores != b.scores) differs = true;
  return !same_light() || differs;
}

bool Twins::same_boards(const Pair& pair) {
  const std::vector<CellInfo>&a = before_.game.cells(), &b = now_.game.cells();
  if (a.size() != b.size()) return false;
  work_ += a.size();
  std::vector<std::pair<std::string_view, int>> there;  // a map takes long to free
  for (std::size_t i = 0; i < b.size(); ++i) there.emplace_back(b[i].label, static_cast<int>(i));
  const auto is_before = [](const auto& one, const auto& other) { return one.first < other.first; };
  std::sort(there.begin(), there.end(), is_before);
  const Position before = position_before(pair.before), now = position_now(pair.now);
  for (std::size_t i = 0; i < a.size(); ++i) {
    stop_.after(4);
    const auto found = std::lower_bound(there.begin(), there.end(), std::pair(std::string_view(a[i].label), 0), is_before);
    if (found == there.end() || found->first != a[i].label) return false;
    const std::vector<PieceInfo> x = before.pieces(static_cast<int>(i)), y = now.pieces(found->second);
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end(), is_same_piece)) return false;
  }
  return true;
}

/// True if the same beams leave the same cells, in the positions that both `player` machines have loaded.
bool Twins::same_light() {
  if (!before_.game.has_beams() && !now_.game.has_beams()) return true;
  if (same_.beams()) {
    const std::vector<Word> emitters = before_.player.position().emitters();
    bool same = emitters == now_.player.position().emitters();
    for (const int cell : each_bit(emitters)) {
      if (!same) break;
      stop_.after(1 + before_.program.words() / 16);
      const Trace *a = before_.player.trace_of(cell), *b = now_.player.trace_of(cell);
      same = a && b && same_segments(*a, *b);
    }
    if (same) return true;
  }
  work_ += 50;
  return light_of(before_) == light_of(now_);
}

std::vector<std::pair<std::string, std::string>> Twins::light_of(Side& side) {
  std::vector<std::pair<std::string, std::string>> light;
  const Geometry& geometry = side.program.geometry;
  const std::vector<Word> emitters = side.player.position().emitters();
  // Sorted by payload number first, so that the text of each payload is made once.
  std::vector<std::pair<std::int64_t, int>> left;
  std::size_t most = 100'000;  // many beams leave a cell alike, and together they may take gigabytes
  const auto sort = [&] {
    std::sort(left.begin(), left.end());
    left.erase(std::unique(left.begin(), left.end()), left.end());
    most = 2 * left.size() + 100'000;
  };
  for (const int source : each_bit(emitters)) {
    side.player.fuel().refill();
    const Trace* trace = side.player.trace_of(source);
    if (!trace) return {{"", "error"}};
    for (const Segment& segment : trace->segments) {
      int cell = segment.cell;
      for (int i = 0; i < segment.length; ++i) {
        left.emplace_back(segment.payload, cell);
        cell = geometry.next_to(cell, segment.way);
      }
      if (left.size() > most) sort();
    }
  }
  sort();
  std::int64_t payload = -1;
  std::string text;
  for (const auto& [number, cell] : left) {
    if (number != payload) text = payload_text(side.program, payload = number);
    light.emplace_back(geometry.info[static_cast<std::size_t>(cell)].label, text);
  }
  std::sort(light.begin(), light.end());
  return light;
}

// ---- moves and outcomes ----

bool Twins::list(const Pair& pair) {
  ++work_;
  is_same_ = true;
  too_much_ = false;
  both_ = 0;
  matched_.clear();
  listed_draws_ = at_draw(pair);
  return listed_draws_ ? list_outcomes(pair) : list_moves(pair);
}

/// The number of moves, or an error of the script.
Result<std::uint64_t> Twins::list(Side& side, const Spot& spot) {
  stop_.after(4 + static_cast<std::int64_t>(spot.state.size() / kWordsAtOnce));
  side.lister.load(spot.state);
  side.lister.set_past(side.program.uses_seen ? &spot.history : nullptr);
  return glint::list_moves(side.lister);
}

const Twins::NodeMatch& Twins::match_of(std::size_t before, std::size_t now) {
  const auto found = matches_.try_emplace({before, now});
  NodeMatch& match = found.first->second;
  if (!found.second) return match;
  match.place_before.assign(before_.program.moves.size(), -1);
  match.place_now.assign(now_.program.moves.size(), -1);
  for (const int a : before_.program.nodes[before].moves)
    for (const int b : now_.program.nodes[now].moves) {
      int& here = match.place_before[static_cast<std::size_t>(a)];
      int& there = match.place_now[static_cast<std::size_t>(b)];
      if (here < 0 && there < 0 && same_.runs(a, b)) here = there = a;
    }
  return match;
}

/// True if the ledgers listed last are equal word for word, so that they list the same moves.
bool Twins::is_listed_the_same() {
  if (!before_.lister.last_listed().is_same(now_.lister.last_listed())) return false;
  if (same_.ledgers()) return true;
  before_.counts.assign(before_.program.moves.size(), 0);
  before_.lister.last_listed().count_by_move(before_.counts);
  for (std::size_t move = 0; move < before_.counts.size(); ++move)
    if (before_.counts[move] > 0 && !same_.ledgers(static_cast<int>(move))) return false;
  return true;
}

bool Twins::list_moves(const Pair& pair) {
  const auto a = list(before_, pair.before), b = list(now_, pair.now);
  if (!a || !b) return a.ok() != b.ok();
  if (is_listed_the_same()) {
    both_ = *a;
    return false;
  }
  if (*a > kMostMatched || *b > kMostMatched) {
    too_much_ = true;
    return *a != *b;
  }
  const NodeMatch& how = match_of(pair.before.state[Layout::kNode], pair.now.state[Layout::kNode]);
  work_ += (*a + *b) / 16;
  if (!make_keys(before_, pair.before, *a, how, keys_before_) || !make_keys(now_, pair.now, *b, how, keys_now_))
    return false;
  return match(keys_before_, keys_now_);
}

/// Fills in the keys of all listed runs. False if one of them has no text.
bool Twins::make_keys(Side& side, const Spot& spot, std::uint64_t count, const NodeMatch& how, std::vector<Key>& keys) {
  const bool is_before = &side == &before_;
  const std::vector<int>& places = is_before ? how.place_before : how.place_now;
  keys.clear();
  std::vector<std::uint64_t> texts;
  for (std::uint64_t k = 0; k < count; ++k) {
    const int place = places[static_cast<std::size_t>(side.lister.listed_run(k, side.picks.data()))];
    // The place is hashed before the picks, so that keys of different moves differ. Texts have a place of their own.
    keys.emplace_back();
    keys.back().add(static_cast<std::uint64_t>(place + 1));
    if (place < 0) {
      texts.push_back(k);
      continue;
    }
    for (std::size_t i = 0; i < before_.program.moves[static_cast<std::size_t>(place)].picks.size(); ++i)
      keys.back().add(side.picks[i]);
  }
  if (texts.empty()) return true;
  work_ += 4 * texts.size();
  const Position position = as_position(is_before ? *start_before_ : *start_now_, spot);
  const auto written = PositionView(position).moves(texts);
  if (!written) return false;
  for (std::size_t i = 0; i < texts.size(); ++i) keys[texts[i]].add((*written)[i]);
  return true;
}

bool Twins::match(const std::vector<Key>& before, const std::vector<Key>& now) {
  if (before == now) {
    both_ = before.size();
    return false;
  }
  is_same_ = false;
  std::vector<std::pair<Key, std::uint64_t>> there;
  for (std::size_t i = 0; i < now.size(); ++i) there.emplace_back(now[i], i);
  std::sort(there.begin(), there.end());
  std::size_t found_now = 0;
  std::vector<bool> met(now.size(), false);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto at = std::lower_bound(there.begin(), there.end(), std::pair<Key, std::uint64_t>(before[i], 0));
    if (at == there.end() || !(at->first == before[i])) continue;
    matched_.emplace_back(i, at->second);
    // Moves with the same text are the same to players.
    for (auto each = at; each != there.end() && each->first == before[i]; ++each) {
      const auto place = static_cast<std::size_t>(each->second);
      if (!met[place]) ++found_now;
      met[place] = true;
    }
  }
  both_ = matched_.size();
  return matched_.size() != before.size() || found_now != now.size();
}

bool Twins::list_outcomes(const Pair& pair) {
  load(before_, pair.before);
  load(now_, pair.now);
  const auto a = before_.player.drawing(), b = now_.player.drawing();
  if (!a || !b) return a.has_value() != b.has_value();
  const auto a_count = outcomes(*a), b_count = outcomes(*b);
  const bool same_form = a->node->form == b->node->form && a->words == b->words && a->size == b->size &&
                         a->number == b->number && same_.values(a->node->type, b->node->type) && a_count == b_count;
  const bool is_bag = a->node->form == DrawNode::Form::bag;
  const auto length = static_cast<std::size_t>(is_bag ? a->node->values : a->words);
  if (same_form && (!is_bag || (a->node->first == b->node->first && a->node->values == b->node->values)) &&
      std::equal(a->from, a->from + length, b->from)) {
    if (!a_count || *a_count > kMostOutcomes) too_much_ = true;
    both_ = a_count.value_or(0);
    return false;
  }
  if (!a_count || !b_count || *a_count > kMostOutcomes || *b_count > kMostOutcomes) {
    too_much_ = true;
    return a_count != b_count;
  }
  keys_before_.clear();
  keys_now_.clear();
  std::vector<std::uint64_t> weights_before, weights_now;
  const auto add = [this](Side& side, const Drawing& drawing, std::uint64_t count, std::vector<Key>& keys,
                          std::vector<std::uint64_t>& weights) {
    each_outcome(drawing, count, [&](const Word* value, std::uint64_t weight) {
      keys.emplace_back();
      const rules::Type& type = drawing.node->type;
      const std::string printed = print_slots(side.program, type, value);
      keys.back().add(type.is_set ? in_any_order(printed) : printed);
      weights.push_back(weight);
      stop_.after(1 + static_cast<std::int64_t>((drawing.size + printed.size()) / 64));
      return true;
    });
  };
  add(before_, *a, *a_count, keys_before_, weights_before);
  add(now_, *b, *b_count, keys_now_, weights_now);
  work_ += *a_count + *b_count;
  if (match(keys_before_, keys_now_)) return true;
  __extension__ using Wide = unsigned __int128;
  for (std::uint64_t i = 0; i < both_; ++i)
    if (Wide{weights_before[number_before(i)]} * total_weight(*b) != Wide{weights_now[number_now(i)]} * total_weight(*a))
      return true;
  return false;
}

std::optional<std::uint64_t> Twins::find_before(std::uint64_t number) const {
  if (is_same_) return number < both_ ? std::optional(number) : std::nullopt;
  for (std::uint64_t i = 0; i < both_; ++i)
    if (matched_[i].first == number) return i;
  return std::nullopt;
}

int Twins::move_of(std::uint64_t i) {
  return listed_draws_ ? -1 : before_.lister.listed_run(number_before(i), before_.picks.data());
}

}  // namespace glint
