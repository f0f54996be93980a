#include "interpreter/lab/diff/twin_line.hpp"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

/// The largest number of reported moves that only one game has, and the largest number with the other game's refusal.
constexpr std::size_t kMostReported = 1000, kMostRefusals = 20;
constexpr std::uint64_t kMostMoves = 200'000;

std::string to_move_text(const Position& position) {
  if (position.over()) return "";
  if (position.at_draw()) return "chance, which draws `" + position.draw_name() + "`";
  return position.game().players()[static_cast<std::size_t>(position.to_move())];
}

std::string players_text(const Game& game) { return lang::joined(game.players()) + (game.is_team() ? " as team" : ""); }

std::vector<std::pair<std::string, BothSay>> scores_of(const Position& before, const Position& now) {
  const auto score = [](const Position& position, std::size_t player) -> std::string {
    const std::vector<std::int64_t> scores = position.outcome().scores;
    return player < scores.size() ? std::to_string(scores[player]) : "none";
  };
  std::vector<std::pair<std::string, BothSay>> differing;
  const std::vector<std::string> players = before.game().players();
  const bool is_one = before.game().is_team();
  for (std::size_t p = 0; p < (is_one ? 1 : players.size()); ++p) {
    BothSay say{score(before, p), score(now, p)};
    if (say.differs()) differing.emplace_back(is_one ? "team" : players[p], std::move(say));
  }
  return differing;
}

/// The cells of a board by label: its own numbers are of no use to another game.
using Labels = std::unordered_map<std::string, int>;
Labels labels_of(const Position& position) {
  Labels labels;
  for (const CellInfo& cell : position.game().cells()) labels.emplace(cell.label, static_cast<int>(labels.size()));
  return labels;
}

/// By label of a lit cell: the contents of the beams that leave it.
std::map<std::string, std::string> light_of(const Position& position) {
  const view::Scene scene = view::scene_of(position, -1, {.light = true});
  std::map<std::string, std::set<view::Payload>> left;
  view::each_beam(scene, [&](const Beam& beam, const auto&) {
    for (const BeamStep& step : beam.path) {
      view::Payload payload = step.payload;
      for (std::size_t f = 0; f < payload.size(); ++f)
        if (scene.beam_fields[f].is_set) payload[f] = in_any_order(payload[f]);
      left[scene.label(step.cell)].insert(std::move(payload));
    }
  });
  std::map<std::string, std::string> texts;
  for (const auto& [cell, payloads] : left)
    texts[cell] = lang::joined(payloads, " + ", [&](const view::Payload& payload) {
      return payload.empty() ? "lit" : view::describe(payload, scene.beam_fields);
    });
  return texts;
}

std::vector<LightChange> light_changes(const Position& before, const Position& now) {
  if (!before.game().has_beams() && !now.game().has_beams()) return {};
  const std::map<std::string, std::string> a = light_of(before), b = light_of(now);
  std::vector<LightChange> changes;
  const auto say = [&](const std::string& cell) {
    const auto first = a.find(cell), second = b.find(cell);
    LightChange change{cell, {first == a.end() ? "" : first->second, second == b.end() ? "" : second->second}};
    if (change.light.differs()) changes.push_back(std::move(change));
  };
  // In the order of the board; cells that only the new board has come last.
  for (const CellInfo& cell : before.game().cells()) say(cell.label);
  const Labels labels = labels_of(before);
  for (const CellInfo& cell : now.game().cells())
    if (!labels.contains(cell.label)) say(cell.label);
  return changes;
}

std::vector<std::string> board_changes(const Position& before, const Position& now) {
  const Labels cells_before = labels_of(before), cells_now = labels_of(now);
  const auto in_words = [](const Position& position, const std::vector<PieceInfo>& pieces) -> std::string {
    std::string text;
    for (const PieceInfo& piece : pieces) {
      text += (text.empty() ? "" : " under ") + piece.kind;
      if (piece.owner >= 0) text += " of " + position.game().players()[static_cast<std::size_t>(piece.owner)];
      for (const auto& [field, value] : piece.fields) text += " " + value;
    }
    return text.empty() ? "nothing" : text;
  };
  std::vector<std::string> changes;
  const auto only = [](const Position& position, const Labels& others) {
    std::string labels;
    for (const CellInfo& cell : position.game().cells())
      if (!others.contains(cell.label)) labels += " " + cell.label;
    return labels;
  };
  if (const std::string cells = only(before, cells_now); !cells.empty()) changes.push_back("cells gone:" + cells);
  if (const std::string cells = only(now, cells_before); !cells.empty()) changes.push_back("cells added:" + cells);
  for (const CellInfo& cell : before.game().cells()) {
    const auto there = cells_now.find(cell.label);
    if (there == cells_now.end()) continue;
    const std::vector<PieceInfo> a = before.pieces(cells_before.at(cell.label)), b = now.pieces(there->second);
    if (std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_piece)) continue;
    changes.push_back(cell.label + ": " + in_words(before, a) + ", now " + in_words(now, b));
  }
  return changes;
}

std::optional<std::vector<std::string>> moves_of(const Position& position, std::uint64_t& count,
                                                 std::optional<Error>& error) {
  const Result<std::uint64_t> counted = position.count_moves();
  if (!counted) {
    error = counted.errors()[0];
    return std::nullopt;
  }
  count = *counted;
  if (count > kMostMoves) return std::nullopt;
  const Result<std::vector<std::string>> texts = position.moves();
  return texts ? std::optional(*texts) : std::nullopt;
}

/// The moves of `mine` that are not among `others`, with the reasons why the other game refuses them.
std::vector<OnlyOne> only_in(const std::vector<std::string>& mine, const std::vector<std::string>& others,
                             const Position& other, std::uint64_t& count) {
  const std::unordered_set<std::string> there(others.begin(), others.end());
  std::vector<OnlyOne> only;
  std::set<std::string> reported;
  for (const std::string& move : mine) {
    if (there.count(move) != 0 || !reported.insert(move).second) continue;
    ++count;
    if (only.size() >= kMostReported) continue;
    OnlyOne one{move, std::nullopt};
    if (only.size() < kMostRefusals && !other.at_draw() && !other.over()) {
      Position tried = other;
      one.refusal = tried.play(move);
    }
    only.push_back(std::move(one));
  }
  return only;
}

void compare_moves(const Position& before, const Position& now, Difference& difference) {
  const auto a = moves_of(before, difference.moves_before, difference.error_before);
  const auto b = moves_of(now, difference.moves_now, difference.error_now);
  if (difference.error_before.has_value() != difference.error_now.has_value()) return;
  if (!a || !b) {
    difference.moves_differ = difference.moves_before != difference.moves_now;
    return;
  }
  difference.only_before = only_in(*a, *b, now, difference.only_before_count);
  difference.only_now = only_in(*b, *a, before, difference.only_now_count);
  difference.moves_differ = difference.only_before_count + difference.only_now_count > 0;
}

void compare_outcomes(const Position& before, const Position& now, Difference& difference) {
  const auto a = before.outcomes(), b = now.outcomes();
  if (!a || !b) return;
  difference.moves_before = a->size();
  difference.moves_now = b->size();
  std::vector<std::string> first, second;
  std::map<std::string, const ChanceOutcome*> there;
  const auto is_set = [](const Position& position) {
    const Program& program = position.game().program();
    return program.draws[position.state()[Layout::kNode] - Layout::kDraw].type.is_set;
  };
  const bool sets = is_set(before) && is_set(now);
  const auto value_of = [sets](const ChanceOutcome& outcome) {
    return sets ? in_any_order(outcome.value) : outcome.value;
  };
  for (const ChanceOutcome& outcome : *a) first.push_back(value_of(outcome));
  for (const ChanceOutcome& outcome : *b) {
    second.push_back(value_of(outcome));
    there[value_of(outcome)] = &outcome;
  }
  difference.only_before = only_in(first, second, now, difference.only_before_count);
  difference.only_now = only_in(second, first, before, difference.only_now_count);
  for (const ChanceOutcome& outcome : *a) {
    const auto other = there.find(value_of(outcome));
    if (other == there.end()) continue;
    __extension__ using Wide = unsigned __int128;
    if (Wide{outcome.weight} * other->second->total == Wide{other->second->weight} * outcome.total) continue;
    const auto odds = [](const ChanceOutcome& one) {
      return std::to_string(one.weight) + " in " + std::to_string(one.total);
    };
    difference.weights.push_back({outcome.value, {odds(outcome), odds(*other->second)}});
  }
  difference.chance_differs = difference.only_before_count + difference.only_now_count + difference.weights.size() > 0;
}

}  // namespace

std::vector<std::string> Difference::kinds() const {
  std::vector<std::string> words;
  const auto add = [&words](bool differs, const char* word) {
    if (differs) words.emplace_back(word);
  };
  add(players.differs(), "players");
  add(!board.empty() && is_start, "board");
  add(!sees.empty() || choosing.differs(), "sees");
  add(error_before.has_value() != error_now.has_value(), "error");
  add(chance_differs, "chance");
  add(to_move.differs(), "to_move");
  add(moves_differ, "moves");
  add(result.differs(), "result");
  add(!scores.empty(), "score");
  add(!light.empty(), "light");
  return words;
}

Difference difference_after(const Twins& twins, const Pair& start, const std::vector<std::string>& line,
                            const TextDiff* text) {
  Difference difference;
  const TwinLine both(twins, start, line);
  const Position &before = both.before(), &now = both.now();
  difference.is_start = line.empty();
  difference.players = {players_text(before.game()), players_text(now.game())};
  if (difference.players.differs()) return difference;
  difference.error_before = both.error_before();
  difference.error_now = both.error_now();
  if (!difference.error_before && !difference.error_now) {
    difference.board = board_changes(before, now);
    if (line.empty()) difference.sees = sight_changes(before.game().program(), now.game().program());
    difference.to_move = {to_move_text(before), to_move_text(now)};
    difference.result = {before.outcome_text(), now.outcome_text()};
    if (before.over() != now.over()) {
      (before.over() ? difference.result.now : difference.result.before) = "the game goes on";
      difference.to_move = {};
    }
    difference.scores = scores_of(before, now);
    difference.light = light_changes(before, now);
    if (before.at_draw() && now.at_draw()) {
      difference.to_move = {};
      compare_outcomes(before, now, difference);
    } else if (!before.over() && !now.over() && !before.at_draw() && !now.at_draw()) {
      compare_moves(before, now, difference);
      if (before.game().players().size() > 1)
        difference.choosing = {choosing_text(before.game().program(), before.state()),
                               choosing_text(now.game().program(), now.state())};
    }
  }
  if (text) difference.rules = rules_of(twins, start, line, *text, !difference.light.empty());
  return difference;
}

}  // namespace glint
