#include "interpreter/players/tree_search.hpp"

#include <algorithm>
#include <cmath>

#include "interpreter/machine/step_chance.hpp"
#include "interpreter/players/methods.hpp"

namespace glint {

namespace {

std::uint64_t mixed(std::uint64_t one, std::uint64_t other) {
  return Random(one ^ (other * 0x9E3779B97F4A7C15u)).next();
}

/// On fewer cells each move is soon tried often by itself; and alike moves would make one game like the other.
constexpr int kManyCells = 36;

/// True if moves are made on one cell, or none, as when they only put pieces.
bool plays_on_one_cell(const Program& program) {
  std::ptrdiff_t most = 0;
  for (const MoveCode& move : program.moves)
    most = std::max(most, std::count_if(move.picks.begin(), move.picks.end(), [](const PickInfo& pick) {
                      return pick.some_of || pick.type.base == rules::Base::cell;
                    }));
  return most == 1;
}

}  // namespace

TreeSearch::Script::Script(const Program& program, const Judge& judge, const TreeSearchOptions& options)
    : can_judge(judge.can_judge()),
      has_secrets(Game(std::shared_ptr<const Program>(std::shared_ptr<const Program>(), &program)).has_secrets()),
      shares_places(has_secrets || play_facts(program).has_together),
      counts_alike(options.alike_visits > 0 && !can_judge && !shares_places && sides_of(program) == 2 &&
                   program.geometry.cells >= kManyCells && play_facts(program).draws_later.empty() &&
                   plays_on_one_cell(program)),
      may_cut(can_judge && !shares_places && sides_of(program) == 2 && program.entries.score < 0),
      some_keep_worth(std::any_of(program.moves.begin(), program.moves.end(),
                                  [&](const MoveCode& move) { return judge.keeps_value(move); })),
      has_subsets(std::any_of(program.moves.begin(), program.moves.end(), [](const MoveCode& move) {
        return std::any_of(move.picks.begin(), move.picks.end(), [](const PickInfo& pick) { return pick.some_of; });
      })) {}

TreeSearch::TreeSearch(const Program& program, Random& random, std::unique_ptr<Judge> judge,
                       const TreeSearchOptions& options)
    : program_(program),
      random_(random),
      options_(options),
      machine_(program),
      judge_(std::move(judge)),
      rewards_of_(program, *judge_),
      script_(program, *judge_, options) {
  if (script_.shares_places)
    for (std::size_t p = 0; p < program.rules.players.size(); ++p) views_.emplace_back(program, static_cast<int>(p));
}

// ---- the tree ----

void TreeSearch::begin_unseen(const Position& position, const std::vector<std::uint64_t>* only) {
  root_.seat = position.to_move();
  root_.is_restricted = only != nullptr;
  if (only) root_.only = *only;
  places_.clear();
  shared_.clear();
  root_.place = kNone;
  history_ = PositionView(position).history();
  root_.history = history_.size();
}

void TreeSearch::begin(const Position& position, const std::vector<std::uint64_t>* only) {
  begin_unseen(position, only);
  std::vector<Word> state = position.state();
  // A player who has chosen in secret chooses again, because the search must not know the choice.
  const Layout& layout = program_.layout;
  if (layout.pending_stride > 0 && program_.nodes[state[Layout::kNode]].together) {
    int first = -1;
    for (int player = 0; player < static_cast<int>(program_.rules.players.size()); ++player) {
      Word* const pending = &state[layout.pending + static_cast<Slot>(player) * layout.pending_stride];
      if (*pending == Layout::kNothing) continue;
      if (first < 0) first = player;
      std::fill(pending, pending + layout.pending_stride, 0);
    }
    state[Layout::kMe] = static_cast<Word>(first);
  }
  begin_in(state);
}

void TreeSearch::begin_in(const std::vector<Word>& state) {
  used_ = used_draws_ = 0;
  words_ = 0;
  known_by_.clear();
  ends_.clear();
  machine_.load(state);
  history_.resize(root_.history);
  add_node(Machine::Status::waiting, kNone, root_.history);
}

void TreeSearch::load(const Node& node) {
  machine_.load(node.state);
  machine_.set_history(program_.uses_seen ? &history_ : nullptr);
}

Error TreeSearch::failure() {
  const Error error = to_error(program_, machine_.failure());
  machine_.forget_all();
  return error;
}

/// Adds a node for the machine's position, after a move or a draw; kNone if there is no room. `before`: the length of
/// the history at the parent.
std::uint32_t TreeSearch::add_node(Machine::Status status, std::uint32_t parent, std::size_t before) {
  if (words_ > options_.most_words) return kNone;
  const std::uint32_t number = used_++;
  if (number == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[number];
  machine_.store(node.state);
  node.known = kOpen;
  node.place = kNone;
  node.visits = 0;
  node.edges.clear();
  words_ += node.state.size();
  node.passed.assign(history_.begin() + static_cast<std::ptrdiff_t>(before), history_.end());
  node.kind = status == Machine::Status::over      ? Node::Kind::over
              : status == Machine::Status::drawing ? Node::Kind::draw
                                                   : Node::Kind::choice;
  if (node.kind == Node::Kind::over) {
    node.place = static_cast<std::uint32_t>(ends_.size());
    rewards_of_.of_end(machine_, rewards_);
    ends_.insert(ends_.end(), rewards_.begin(), rewards_.end());
    node.known = known_end();
  }
  if (node.kind == Node::Kind::draw) {
    node.place = used_draws_++;
    if (node.place == draws_.size()) draws_.emplace_back();
    draws_[node.place].all.clear();
    draws_[node.place].total = 0;
  }
  if (script_.shares_places) remember(node, parent);
  if (node.kind == Node::Kind::choice) node.place = place_of(number);
  return number;
}

/// Notes what each player has seen on the way here, and sees now. Nobody sees a draw by itself.
void TreeSearch::remember(const Node& node, std::uint32_t parent) {
  for (std::size_t p = 0; p < views_.size(); ++p) {
    std::uint64_t known = 0;
    if (parent != kNone) {
      known = known_by_[parent * views_.size() + p];
      const Node& from = nodes_[parent];
      if (from.kind == Node::Kind::choice && places_[from.place].player == static_cast<int>(p))
        known = mixed(known, 1 + path_.back().arm);
    }
    if (node.kind == Node::Kind::choice) known = mixed(known, views_[p].hash(node.state));
    known_by_.push_back(known);
  }
}

/// The place of a node where the machine waits for a player.
std::uint32_t TreeSearch::place_of(std::uint32_t node) {
  const int player = machine_.to_move();
  const auto fresh = static_cast<std::uint32_t>(places_.size());
  if (script_.shares_places) {
    const std::uint64_t known = known_by_[node * views_.size() + static_cast<std::size_t>(player)];
    const auto [found, is_fresh] = shared_.try_emplace(mixed(known, static_cast<std::uint64_t>(player) + 1), fresh);
    if (!is_fresh) return found->second;
  }
  places_.emplace_back();
  places_.back().player = player;
  places_.back().key = random_.next();
  // The root is the first choice of the seat. Before it come at most secret choices of others.
  if (root_.place == kNone && player == root_.seat) root_.place = fresh;
  return fresh;
}

std::uint32_t TreeSearch::edge_to(const Node& node, std::uint64_t number) const {
  // If each place has only one node, an arm and its edge have the same index.
  if (!script_.shares_places && node.kind == Node::Kind::choice)
    return number < node.edges.size() ? static_cast<std::uint32_t>(number) : kNone;
  for (std::size_t i = 0; i < node.edges.size(); ++i)
    if (node.edges[i].number == number) return static_cast<std::uint32_t>(i);
  return kNone;
}

// ---- one iteration ----

std::optional<Error> TreeSearch::iterate() {
  path_.clear();
  made_.clear();
  asked_ = root_.place;
  line_.assign(1, 0);
  history_.resize(root_.history);
  while (true) {
    const std::uint32_t at = line_.back();
    const Node& node = nodes_[at];
    if (node.kind == Node::Kind::over) {
      rewards_.assign(ends_.begin() + node.place, ends_.begin() + node.place + rewards_of_.sides());
      break;
    }
    if (node.known != kOpen) {
      rewards_of_known(node.known);
      break;
    }
    std::uint32_t child = kNone;
    bool is_new = false;
    if (auto error = node.kind == Node::Kind::draw ? go_through_draw(at, child) : go_on(at, child, is_new))
      return error;
    if (child != kNone) line_.push_back(child);
    // After a move that is tried for the first time, or if there is no room, the rest is played at random.
    if (child != kNone && (!is_new || nodes_[child].kind == Node::Kind::over)) continue;
    if (auto error = play_out()) return error;
    break;
  }
  learn();
  return std::nullopt;
}

/// Goes from a choice along an arm.
std::optional<Error> TreeSearch::go_on(std::uint32_t at, std::uint32_t& child, bool& is_new) {
  const std::uint32_t number = nodes_[at].place;
  const bool is_first = places_[number].moves == 0;
  if (is_first) {
    if (auto error = list_moves(at)) return error;
    places_[number].moves = number == root_.place && root_.is_restricted ? root_.only.size() : listed_;
    for (std::uint64_t k = 0; script_.counts_alike && k < places_[number].moves; ++k) {
      const std::uint64_t move = number == root_.place && root_.is_restricted ? root_.only[k] : k;
      places_[number].arms.push_back({move, code_of(move), 0, {}});
      nodes_[at].edges.push_back({k, kNone, 1});
      words_ += 8;  // so much is stored for it, sooner or later
    }
  }
  Place& place = places_[number];
  if (place.visits >= options_.alike_visits) asked_ = number;
  const std::size_t arm = select(place, nodes_[at]);
  const bool is_added = arm == place.arms.size();
  const std::uint32_t edge = edge_to(nodes_[at], arm);
  const bool is_known = edge != kNone && nodes_[at].edges[edge].child != kNone;
  is_new = is_added || (script_.counts_alike && !is_known);
  if (!is_first && !is_known)
    if (auto error = list_moves(at)) return error;
  if (is_added) {
    if (auto error = weigh_more(number)) return error;
    place.arms.push_back({next_move(number), 0, 0, {}});
  }
  made_.emplace_back(place.arms[arm].code, place.player);
  path_.push_back({number, static_cast<std::uint32_t>(arm)});
  if (is_known) {
    child = nodes_[at].edges[edge].child;
    pass(nodes_[child]);
    return std::nullopt;
  }
  StepChance chance;
  const std::size_t before = history_.size();
  Machine::Status status = machine_.apply_listed(machine_, place.arms[arm].move % listed_);
  if (status == Machine::Status::done) status = machine_.resume(chance);
  if (status == Machine::Status::error || status == Machine::Status::failed) return failure();
  child = add_node(status, at, before);
  if (edge == kNone)
    nodes_[at].edges.push_back({arm, child, 1});
  else
    nodes_[at].edges[edge].child = child;
  return std::nullopt;
}

/// Brings the machine to a node and lists its moves.
std::optional<Error> TreeSearch::list_moves(std::uint32_t at) {
  load(nodes_[at]);
  const Result<std::uint64_t> count = glint::list_moves(machine_);
  if (!count) return failure();
  listed_ = *count;
  return std::nullopt;
}

/// Adds a node to the history when its State is loaded instead of played.
void TreeSearch::pass(const Node& node) { history_.insert(history_.end(), node.passed.begin(), node.passed.end()); }

std::uint64_t TreeSearch::allowed(std::uint32_t visits) const {
  return static_cast<std::uint64_t>(options_.widening * std::sqrt(visits + 1.0)) + 1;
}

/// The arm with the highest upper confidence bound (UCB1), or the index of a new arm. Where alike moves are counted,
/// all moves have arms from the beginning.
std::size_t TreeSearch::select(const Place& place, const Node& node) const {
  const int side = rewards_of_.side_of(place.player);
  const double spread = options_.exploration * std::sqrt(std::log(place.visits + 1.0));
  std::size_t best = place.arms.size(), lost = 0;
  double highest = 0;
  for (std::size_t arm = 0; arm < place.arms.size(); ++arm) {
    const std::int8_t known = script_.shares_places ? std::int8_t{kOpen} : known_behind(node.edges[arm]);
    if (known != kOpen && known != kTie && known != side) {
      ++lost;
      continue;
    }
    const Arm& each = place.arms[arm];
    double bound = rewards_of_.lean(each.sum, each.visits) + spread / std::sqrt(std::max(each.visits, 1u));
    if (script_.counts_alike) bound = mixed_worth(each);
    if (best < place.arms.size() && bound <= highest) continue;
    best = arm;
    highest = bound;
  }
  // Proven losses take no room among the moves that are tried.
  const bool may_add = place.arms.size() < place.moves && place.arms.size() - lost < allowed(place.visits);
  if (best == place.arms.size()) return may_add ? best : 0;
  return may_add && highest < options_.first_urgency ? place.arms.size() : best;
}

/// The number of plies that a random game may have. If the script can judge a position and hardly any random game ends,
/// the position soon after the searched moves says more than the one after hundreds of random plies (early termination:
/// Lorentz 2008; Winands, Bjornsson and Saito 2010).
int TreeSearch::horizon() const {
  constexpr int kTried = 8;   // the first playouts have full length; of this many at least one should end,
  constexpr int kEvery = 64;  // else only each 64th has, to see whether that is still so
  if (!script_.can_judge || playouts_.full < kTried || playouts_.all % kEvery == 0) return options_.playout_plies;
  if (playouts_.ended * kTried < playouts_.full) return options_.short_playout_plies;
  return is_cut() ? options_.cut_plies : options_.playout_plies;
}

/// True if playouts are judged early although they end: they are very long, or the judge foretells them, because lead
/// and result certainly correlate (the lower end of the 95 % interval, on Fisher's scale). The number of wins of the
/// leader would not show it: where one side leads in all playouts, they need not say which move is good.
bool TreeSearch::is_cut() const {
  constexpr double kLeast = 32, kSure = 1.96;
  const Playouts& seen = playouts_;
  if (!script_.may_cut || seen.plies < options_.foretold_plies * seen.full) return false;
  if (seen.plies > options_.long_plies * seen.full) return true;
  const double spread =
      (seen.count * seen.lead2 - seen.lead * seen.lead) * (seen.count * seen.result2 - seen.result * seen.result);
  if (seen.count < kLeast || spread <= 0) return false;
  const double correlation = (seen.count * seen.product - seen.lead * seen.result) / std::sqrt(spread);
  return std::atanh(std::min(correlation, 0.999)) - kSure / std::sqrt(seen.count - 3) >
         std::atanh(options_.sure_correlation);
}

std::optional<Error> TreeSearch::play_out() {
  ++playouts_.all;
  const int plies = horizon();
  const bool is_full = plies == options_.playout_plies;
  bool compares = is_full && script_.may_cut;
  const int begin = compares ? std::min(plies, options_.cut_plies) : plies;
  PlayoutEnd end = script_.counts_alike ? play_noting(plies) : run_playout(machine_, random_, begin);
  compares = compares && end.status == Machine::Status::waiting;
  const double lead = compares ? rewards_of_.worth(machine_, 0) : 0;
  if (compares) {
    playouts_.plies += end.plies;
    end = run_playout(machine_, random_, plies - end.plies);
  }
  if (end.status == Machine::Status::error || end.status == Machine::Status::failed) return failure();
  if (machine_.is_over())
    rewards_of_.of_end(machine_, rewards_);
  else
    rewards_of_.of_horizon(machine_, rewards_);
  if (is_full) {
    ++playouts_.full;
    playouts_.ended += machine_.is_over();
    playouts_.plies += end.plies;
  }
  if (compares && machine_.is_over()) {
    const double result = rewards_[0].value;
    playouts_.count += 1;
    playouts_.lead += lead;
    playouts_.result += result;
    playouts_.lead2 += lead * lead;
    playouts_.result2 += result * result;
    playouts_.product += lead * result;
  }
  return std::nullopt;
}

void TreeSearch::learn() {
  for (std::size_t i = 0; i < path_.size(); ++i) {
    Place& place = places_[path_[i].place];
    Arm& arm = place.arms[path_[i].arm];
    ++place.visits;
    ++arm.visits;
    arm.sum.add(rewards_[static_cast<std::size_t>(rewards_of_.side_of(place.player))]);
    if (!script_.counts_alike || place.visits < 4) continue;  // with fewer visits it is hardly used
    place.alike.resize(std::max(place.alike.size(), codes_.size()));
    for (std::size_t made = i; made < made_.size(); ++made) {
      const auto [code, player] = made_[made];
      place.alike[code].first += 1;
      place.alike[code].second += static_cast<float>(rewards_[static_cast<std::size_t>(player)].value);
    }
  }
  if (script_.shares_places || nodes_[line_.back()].known == kOpen) return;
  // A proof here may prove nodes before it (MCTS-Solver: Winands, Bjornsson and Saito 2008).
  for (std::size_t i = line_.size() - 1; i-- > 0;) {
    Node& node = nodes_[line_[i]];
    if (node.known != kOpen || (node.known = known_of(node)) == kOpen) return;
  }
}

/// What a move is worth by its own results, and by those of all games in which its player made it sooner or later
/// (GRAVE: Cazenave 2015), which count for less the more its own are.
double TreeSearch::mixed_worth(const Arm& arm) const {
  constexpr double kBias = 1e-4;
  const double own = arm.visits == 0 ? options_.first_urgency : rewards_of_.lean(arm.sum, arm.visits);
  const auto& all = places_[asked_].alike;
  if (arm.code >= all.size() || all[arm.code].first == 0) return own;
  const double visits = arm.visits, games = all[arm.code].first;
  const double share = games / (games + visits + kBias * games * visits);
  return own + share * (all[arm.code].second / games - own);
}

/// A random game, move by move, because each move is noted.
PlayoutEnd TreeSearch::play_noting(int plies) {
  PlayoutEnd end = run_playout(machine_, random_, 0);
  RandomChance chance(random_);
  const Machine::OneGame game(machine_);
  for (; end.status == Machine::Status::waiting && end.plies < plies; ++end.plies) {
    const Result<std::uint64_t> count = glint::list_moves(machine_);
    if (!count) return {Machine::Status::error, 0, {}};
    const std::uint64_t move = random_.below(*count);
    made_.emplace_back(code_of(move), machine_.to_move());
    end.status = machine_.apply_listed(machine_, move);
    if (end.status == Machine::Status::done) end.status = machine_.resume(chance);
  }
  return end;
}

}  // namespace glint
