#include "interpreter/cli/table/session.hpp"

#include <algorithm>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"

namespace glint::cli {

namespace {

/// All positions together may have this many times as many words as one.
constexpr std::int64_t kMostKept = 16;

std::size_t words_of(const Position& position) {
  return position.state().size() + PositionView(position).past().size() + PositionView(position).history().size();
}

/// A line of a record from its beginning.
struct Whole {
  std::vector<std::string> moves;
  std::vector<std::optional<double>> times;
  const Settings* draws = nullptr;
};

/// The lines of a record, `moves` first. Every branch leaves a line before it.
std::vector<Whole> whole_lines(const Record& record) {
  std::vector<Whole> lines = {{record.moves, record.times, &record.draws}};
  lines[0].times.resize(record.moves.size());
  for (const Branch& branch : record.branches) {
    const Whole& from = lines[static_cast<std::size_t>(branch.from)];
    Whole line{{from.moves.begin(), from.moves.begin() + branch.at}, {from.times.begin(), from.times.begin() + branch.at}, nullptr};
    line.moves.insert(line.moves.end(), branch.moves.begin(), branch.moves.end());
    line.times.insert(line.times.end(), branch.times.begin(), branch.times.end());
    line.times.resize(line.moves.size());
    line.draws = branch.draws ? &*branch.draws : &record.draws;
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Where a line begins. The seed alone may determine the earlier draws, and chance then continues as it would have;
/// draws that were given by hand are fixed again.
Result<Position> begin_line(const Game& game, const Record& record, const Whole& line) {
  const auto begin = [&](const Settings& draws) {
    const StartOptions options{.seed = record.seed, .draws = draws};
    return record.position.empty() ? game.start(options) : game.read(record.position, options);
  };
  if (Result<Position> start = begin({}); start.ok()) {
    Position position = *start;
    const auto refused = [&](const std::string& move) { return position.play(move).has_value(); };
    if (std::none_of(line.moves.begin(), line.moves.end(), refused) && position.draws() == *line.draws) return start;
  }
  return begin(*line.draws);
}

}  // namespace

Session::Session(Position position, Record record) : words_(words_of(position)), record_(std::move(record)) {
  record_.times.assign(record_.moves.size(), std::nullopt);
  nodes_.push_back({std::move(position), std::nullopt});
}

// -- going on with a record

std::vector<std::size_t> Session::add_line(Position begin, const std::vector<std::string>& moves,
                                           const std::vector<std::optional<double>>& times) {
  std::vector<std::size_t> line;
  at_ = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int player = begin.to_move();
    if (begin.play(moves[i]) || enter(begin, moves[i], true)) break;
    line.push_back(at_);
    Node& node = nodes_[at_];
    if (!times[i] || node.time) continue;
    node.time = times[i];
    if (node.clock) node.clock->spend(player, *times[i], node.clock->added_by(begin.last_move()));
  }
  return line;
}

Result<Session> Session::resume(const Game& game, const Record& record, std::vector<Error>& warnings) {
  const std::vector<Whole> lines = whole_lines(record);
  Record kept = record;
  kept.moves.clear();
  kept.branches.clear();
  kept.notes.clear();
  kept.thought.clear();
  kept.out_of_time.clear();
  Result<Position> root = begin_line(game, record, lines[0]);
  if (!root) return root.errors();
  Session session(*root, std::move(kept));
  if (const auto info = game.clock(); info && !record.times.empty()) session.start_clock(*info);
  std::vector<std::vector<std::size_t>> nodes;  // by line
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (auto error = stopped(game.program())) return *error;
    Result<Position> begin = begin_line(game, record, lines[i]);
    nodes.emplace_back();
    const std::string branch = "branch " + std::to_string(i) + " of the record ";
    if (begin.ok()) nodes[i] = session.add_line(std::move(*begin), lines[i].moves, lines[i].times);
    if (begin.ok() && nodes[i].size() == lines[i].moves.size()) continue;
    warnings.push_back(plain_error(begin.ok() ? branch + "can be played up to move " +
                                                    std::to_string(nodes[i].size()) + " only; the rest is left out"
                                              : branch + "is left out: " + begin.errors()[0].message));
    warnings.back().is_warning = true;
  }
  if (auto error = stopped(game.program())) return *error;  // the last line may have ended early
  for (const Note& note : record.notes) {
    const std::vector<std::size_t>& line = nodes[static_cast<std::size_t>(note.line)];
    const auto at = static_cast<std::size_t>(note.at);
    if (at > line.size()) continue;
    session.nodes_[at == 0 ? 0 : line[at - 1]].notes.push_back(note);
  }
  session.at_ = nodes[0].empty() ? 0 : nodes[0].back();
  if (!record.out_of_time.empty()) {
    session.late_ = record.times.empty() ? 0 : record.times.back().value_or(0);
    if (auto error = session.out_of_time(std::nullopt, record.out_of_time)) return *error;
  }
  return session;
}

// -- the tree

std::vector<std::size_t> Session::path_to(std::size_t node) const {
  std::vector<std::size_t> path;
  for (; node != 0; node = nodes_[node].parent) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

std::optional<Error> Session::enter(Position position, const std::string& move, bool again) {
  const auto [first, last] = after_.equal_range({at_, move});
  for (auto known = first; again && known != last; ++known) {
    if (PositionView(nodes_[known->second].position).past() != PositionView(position).past()) continue;
    at_ = known->second;
    return std::nullopt;
  }
  const std::size_t words = words_ + words_of(position);
  const std::int64_t most = kMostKept * position.game().program().limits.words;
  if (words > static_cast<std::size_t>(most))
    return glint::plain_error(
        lang::Code::G0504,
        "the positions of this game, which are kept to take moves back, have more than " + in_words(most, "word"),
        "`--limit words=N` allows more");
  words_ = words;
  const int player = here().position.to_move();
  nodes_.push_back({std::move(position), here().clock, move, std::nullopt, {}, at_, player});
  if (nodes_.back().clock && player >= 0) nodes_.back().clock->begin(player);
  after_.emplace(std::pair(at_, move), nodes_.size() - 1);
  at_ = nodes_.size() - 1;
  return std::nullopt;
}

std::optional<Error> Session::play(const std::string& move) {
  Position after = here().position;
  if (auto error = after.play(move)) return error;
  return go_on(std::move(after), move);
}

std::optional<Error> Session::play_listed(std::uint64_t index) {
  const Result<std::string> move = position().move(index);
  if (!move) return move.errors().front();
  Position after = here().position;
  if (auto error = after.play_listed(index)) return error;
  return go_on(std::move(after), *move);
}

bool Session::undo() {
  if (forfeited_) {
    forfeited_.reset();
    record_.out_of_time.clear();
    return true;
  }
  if (at_ == 0) return false;
  at_ = here().parent;
  return true;
}

void Session::set_note(const std::string& text) {
  std::erase_if(nodes_[at_].notes, [](const Note& note) { return note.seat.empty(); });
  if (!text.empty()) nodes_[at_].notes.push_back({0, 0, text});
}

std::string Session::notes_of(const Node& node) {
  std::string text;
  for (const Note& note : node.notes)
    text += (text.empty() ? "" : "; ") + (note.seat.empty() ? "" : note.seat + ": ") + note.text;
  return text;
}

std::vector<Session::Line> Session::lines() const {
  std::vector<bool> is_parent(nodes_.size(), false);
  for (std::size_t i = 1; i < nodes_.size(); ++i) is_parent[nodes_[i].parent] = true;
  std::vector<std::size_t> ends = {at_};
  for (std::size_t i = 1; i < nodes_.size(); ++i)
    if (!is_parent[i] && i != at_) ends.push_back(i);
  std::vector<Line> lines;
  std::vector<std::pair<int, int>> places(nodes_.size(), {-1, 0});  // by node: its line, and how many plies lead to it
  places[0] = {0, 0};
  for (const std::size_t end : ends) {
    Line line;
    line.end = static_cast<int>(end);
    line.note = notes_of(nodes_[end]);
    line.hidden = static_cast<int>(nodes_[end].position.chosen().size());
    for (const std::size_t node : path_to(end)) {
      auto& [of, ply] = places[node];
      if (of >= 0) {
        line.from = of;
        line.at = ply;
        continue;
      }
      line.moves.push_back(nodes_[node].move);
      of = static_cast<int>(lines.size());
      ply = line.at + static_cast<int>(line.moves.size());
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void Session::go(int line) {
  at_ = static_cast<std::size_t>(lines()[static_cast<std::size_t>(line)].end);
  forfeited_.reset();
  record_.out_of_time.clear();
}

int Session::shared_with(int line) const {
  const std::vector<std::size_t> here = path_to(at_);
  const std::vector<std::size_t> there = path_to(static_cast<std::size_t>(lines()[static_cast<std::size_t>(line)].end));
  const auto apart = std::mismatch(here.begin(), here.end(), there.begin(), there.end());
  return static_cast<int>(apart.first - here.begin());
}

int Session::bound() const {
  std::size_t at = at_;
  while (at != 0 && !binds(nodes_[at].position.game(), nodes_[at].position.last_move())) at = nodes_[at].parent;
  return static_cast<int>(path_to(at).size());
}

// -- the clock

void Session::start_clock(const Game::ClockInfo& info) {
  for (Node& node : nodes_) node.clock.emplace(info, node.position.game().players().size());
}

bool Session::spend(int player, double seconds) {
  Node& node = nodes_[at_];
  if (!node.clock) return true;
  seconds = counted_seconds(seconds);
  if (node.clock->spend(player, seconds, node.clock->added_by(node.position.last_move()))) {
    node.time = seconds;
    return true;
  }
  at_ = node.parent;
  words_ -= words_of(node.position);
  const auto [first, last] = after_.equal_range({node.parent, node.move});
  for (auto known = first; known != last; ++known)
    if (known->second == nodes_.size() - 1) {
      after_.erase(known);
      break;
    }
  nodes_.pop_back();  // it is the newest one, because with a clock each move makes its own
  late_ = seconds;
  return false;
}

std::optional<Error> Session::out_of_time(std::optional<double> seconds, const std::string& player) {
  if (seconds) late_ = counted_seconds(*seconds);
  Position after = asked_as(here().position, player);
  const std::string late = after.game().players()[static_cast<std::size_t>(after.to_move())];
  if (auto error = after.forfeit()) return error;
  forfeited_ = std::move(after);
  record_.out_of_time = late;
  return std::nullopt;
}

// -- the record

Record Session::record(bool unfinished) const {
  Record record = record_;
  record.draws = position().draws();
  const int begun = static_cast<int>(record.moves.size());
  const std::vector<Line> all = lines();
  // A choice made together stays secret until all have chosen. A player who has gone back to this position knows it.
  std::vector<bool> is_open(nodes_.size(), unfinished);
  if (over()) is_open[at_] = true;  // as always after the end
  for (std::size_t i = nodes_.size() - 1; i > 0; --i) {
    is_open[i] = is_open[i] || nodes_[i].position.chosen().empty();
    if (is_open[i]) is_open[nodes_[i].parent] = true;
  }
  std::vector<std::pair<int, int>> places(nodes_.size(), {-1, 0});
  places[0] = {0, begun};
  std::vector<int> numbers;  // numbers of the lines, as the record counts them
  for (const Line& line : all) {
    const std::vector<std::size_t> path = path_to(static_cast<std::size_t>(line.end));
    Branch branch;
    branch.from = numbers.empty() ? 0 : numbers[static_cast<std::size_t>(line.from)];
    branch.at = begun + line.at;
    const int number = static_cast<int>(record.branches.size()) + (numbers.empty() ? 0 : 1);
    for (std::size_t ply = static_cast<std::size_t>(line.at); ply < path.size() && is_open[path[ply]]; ++ply) {
      places[path[ply]] = {number, begun + static_cast<int>(ply) + 1};
      branch.moves.push_back(nodes_[path[ply]].move);
      branch.times.push_back(nodes_[path[ply]].time);
    }
    numbers.push_back(number);
    if (numbers.size() == 1) {
      record.moves.insert(record.moves.end(), branch.moves.begin(), branch.moves.end());
      record.times.insert(record.times.end(), branch.times.begin(), branch.times.end());
      continue;
    }
    if (branch.moves.empty()) continue;
    if (!has_clock()) branch.times.clear();
    Settings draws = nodes_[static_cast<std::size_t>(line.end)].position.draws();
    if (draws != record.draws) branch.draws = std::move(draws);
    record.branches.push_back(std::move(branch));
  }
  if (!record.out_of_time.empty()) record.times.push_back(late_);
  if (!has_clock()) record.times.clear();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (const Note& note : nodes_[i].notes)
      if (places[i].first >= 0) record.notes.push_back({places[i].first, places[i].second, note.text, note.seat});
  record.result = over() ? position().outcome_text() : unfinished ? "unfinished" : "";
  return record;
}

}  // namespace glint::cli
