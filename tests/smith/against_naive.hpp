// A game held against the naive interpreter of its rules, position by position.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/program/program.hpp"
#include "tests/smith/load.hpp"
#include "tests/support/naive_rules.hpp"

namespace glint::smith {

/// Goes through a game's positions, in both ways at once.
class AgainstNaive {
 public:
  /// All lines of so many decisions, as far as so many positions go; `samples`: only so many of a position's moves, drawn
  /// at random (0: all).
  struct Reach {
    int plies = 3;
    int positions = 200;
    std::uint64_t samples = 0;
  };

  AgainstNaive(const Game& game, const Reach& reach, std::uint64_t seed = 0)
      : game_(game), reach_(reach), random_(seed), naive_(game.program().rules, game.program().options, game.cells()) {}

  /// What differs, in words; empty: nothing. Throws naive::Unknown.
  std::string difference() {
    const auto start = game_.start({.wait_at_draws = true});
    const naive::Standing naive = naive_.after({});
    if (!naive.mistake.empty()) return start ? "starts in spite of: " + naive.mistake : "";
    if (!start) return "does not start: " + start.error_text();
    return at(*start, naive);
  }
  int positions() const { return positions_; }

 private:
  std::string at(const Position& position, const naive::Standing& naive) {
    if (++positions_ > reach_.positions) return "";
    const std::string differs = here(position, naive);
    if (!differs.empty()) return differs + "\n" + position.text();
    if (naive.ended || static_cast<int>(line_.size()) >= reach_.plies) return "";
    if (!naive.draws.empty()) return draws(position, naive);
    return moves(position, naive);
  }

  std::string here(const Position& position, const naive::Standing& naive) const {
    for (std::size_t cell = 0; cell < game_.cells().size(); ++cell)
      if (const std::string found = stack(position, naive, cell); !found.empty()) return found;
    if (position.over() != naive.ended.has_value()) return naive.ended ? "not over" : "over";
    if (naive.ended) {
      const Outcome outcome = position.outcome();
      if (outcome.kind != naive.ended->kind || outcome.winner != naive.ended->winner) return "ended otherwise";
      if (outcome.kind == OutcomeKind::score && outcome.scores != naive.ended->scores) return "other scores";
    } else if (position.at_draw() != !naive.draws.empty()) {
      return "not both at a draw";
    } else if (!position.at_draw() && position.to_move() != naive.me) {
      return "to move is not " + std::to_string(naive.me);
    }
    return shown(position, naive.shown);
  }

  std::string stack(const Position& position, const naive::Standing& naive, std::size_t cell) const {
    const rules::Rules& rules = game_.program().rules;
    const auto pieces = position.pieces(static_cast<int>(cell));
    const auto& stack = naive.world.stacks[cell];
    const std::string where = "on " + game_.cells()[cell].label;
    if (pieces.size() != stack.size()) return where + " should be " + std::to_string(stack.size()) + " pieces";
    for (std::size_t level = 0; level < stack.size(); ++level) {
      const rules::Kind& kind = rules.kinds[static_cast<std::size_t>(stack[level].kind)];
      if (pieces[level].kind != kind.name || pieces[level].owner != stack[level].owner) return where + " should be " + kind.name;
      for (std::size_t f = 0; f < kind.fields.size(); ++f) {
        const rules::Type& type = rules.fields[static_cast<std::size_t>(kind.fields[f])].type;
        const std::int64_t value = stack[level].fields[f];
        const naive::Value field = type.is_set ? naive::Value{0, naive::of_bits(value), {}} : naive::Value{value, {}, {}};
        if (pieces[level].fields[f].second != naive_.text(type, field)) return where + " the field should be " + naive_.text(type, field);
      }
      const std::string& look = naive.shown.looks[cell][level];
      if (pieces[level].glyph != look) return where + " the look should be " + look + ", not " + pieces[level].glyph;
    }
    return "";
  }

  std::string shown(const Position& position, const naive::Shown& naive) const {
    const auto variables = position.variables();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const auto& [name, value] = naive.variables[i];
      if (variables[i] != naive.variables[i]) return variables[i].first + " is not " + name + " = " + value;
      for (std::size_t player = 0; player < naive.sees.size(); ++player)
        if (position.variables_for(static_cast<int>(player)).at(i).second != (naive.sees[player][i] ? value : "?"))
          return "another view of " + name;
    }
    for (std::size_t player = 0; player < naive.scores.size(); ++player) {
      if (position.score(static_cast<int>(player)) != naive.scores[player]) return "another score";
      if (position.heuristic(static_cast<int>(player)) != naive.estimates[player]) return "another estimate";
    }
    const auto notes = position.notes();
    if (notes.ok() != naive.notes.has_value()) return notes ? "notes" : "no notes: " + notes.error_text();
    for (std::size_t i = 0; notes && i < std::max(notes->size(), naive.notes->size()); ++i) {
      if (i >= notes->size() || i >= naive.notes->size()) return "more notes, or fewer";
      const auto& [text, player] = (*naive.notes)[i];
      std::string pieces;  // their texts alone
      for (const auto& [piece, beside] : (*notes)[i].pieces) pieces += (pieces.empty() ? "" : ", ") + beside;
      if (((*notes)[i].pieces.empty() ? (*notes)[i].text : pieces) != text || (*notes)[i].player != player) return "the note " + (*notes)[i].text + " should be " + text;
    }
    const auto grounds = position.grounds();
    if (grounds.ok() != naive.grounds.has_value()) return grounds ? "grounds" : "no grounds: " + grounds.error_text();
    if (grounds && grounds->size() != naive.grounds->size()) return "more grounds, or fewer";
    for (std::size_t i = 0; grounds && i < grounds->size(); ++i) {
      const Position::Ground& ground = (*grounds)[i];
      std::set<int> all(ground.cells.begin(), ground.cells.end());
      for (const auto& [cell, way] : ground.edges) all.insert(naive_.edge(cell, way));
      if (std::tuple(ground.name, ground.owner, all) != (*naive.grounds)[i]) return "another ground than " + std::get<0>((*naive.grounds)[i]);
    }
    const Position::Terrain terrain = position.terrain();
    std::set<int> edges;
    for (const auto& [cell, way] : terrain.edges) edges.insert(naive_.edge(cell, way));
    if (std::set<int>(terrain.cells.begin(), terrain.cells.end()) != naive.acting_cells) return "other cells act on beams";
    if (edges != naive.acting_edges) return "other edges act on beams";
    if (!game_.has_beams()) return "";
    const std::string found = light(position.beams(), naive.light, "of emitters");
    return found.empty() ? light(position.followed_beams(), naive.followed, "followed") : found;
  }

  static std::string light(const Result<std::vector<Beam>>& beams, const std::optional<naive::Light>& naive, const std::string& which) {
    if (beams.ok() != naive.has_value()) return beams ? "beams in spite of an error" : "no beams: " + beams.error_text();
    if (!beams) return "";
    naive::Light light;
    std::vector<const Beam*> left;
    for (const Beam& beam : *beams) left.push_back(&beam);
    while (!left.empty()) {
      const Beam& beam = *left.back();
      left.pop_back();
      for (const BeamStep& step : beam.path) light.emplace(step.cell, step.way, step.payload);
      for (const Beam& branch : beam.branches) left.push_back(&branch);
    }
    return light == *naive ? "" : "the light of beams " + which + " is other light";
  }

  std::string draws(const Position& position, const naive::Standing& naive) {
    if (naive.outcomes != static_cast<std::int64_t>(naive.draws.size())) return some_draws(position, naive);
    const auto outcomes = position.outcomes();
    if (!outcomes) return "no outcomes: " + outcomes.error_text();
    if (outcomes->size() != naive.draws.size()) return "other outcomes";
    std::int64_t total = 0;
    for (const naive::Drawable& draw : naive.draws) total += draw.weight;
    for (std::size_t i = 0; i < naive.draws.size(); ++i) {
      const ChanceOutcome& found = (*outcomes)[i];
      if (found.value != naive.draws[i].text) return "an outcome should be " + naive.draws[i].text + ", not " + found.value;
      // As fractions, as one may be reduced.
      if (found.weight * static_cast<std::uint64_t>(total) != found.total * static_cast<std::uint64_t>(naive.draws[i].weight))
        return "another probability of " + found.value;
    }
    return each(naive.draws.size(), [&](std::size_t i) {
      Position next = position;
      const auto error = next.draw(i);
      return on(next, error, {std::nullopt, naive.draws[i].value}, "draws " + naive.draws[i].text);
    });
  }

  /// The naive interpreter knows only some of very many outcomes.
  std::string some_draws(const Position& position, const naive::Standing& naive) {
    const auto count = position.count_outcomes();
    if (!count || *count != static_cast<std::uint64_t>(naive.outcomes)) return "should have " + std::to_string(naive.outcomes) + " outcomes";
    return each(naive.draws.size(), [&](std::size_t i) {
      Position next = position;
      const auto error = next.draw(naive.draws[i].text);
      return on(next, error, {std::nullopt, naive.draws[i].value}, "draws " + naive.draws[i].text);
    });
  }

  std::string moves(const Position& position, const naive::Standing& naive) {
    std::vector<std::string> expected;
    std::vector<const naive::Run*> listed;
    for (const naive::Run& run : naive.runs) {
      // Where a run comes to an error, the list may be in error too, or not have got so far.
      if (run.is_mistake) return "";
      if (!run.is_offered) continue;
      expected.push_back(run.text);
      listed.push_back(&run);
    }
    const auto moves = position.moves();
    if (!moves) return expected.empty() ? "" : "no list: " + moves.error_text();
    if (expected.empty()) return "a list, of nothing";
    if (*moves != expected) {
      std::string text = "listed should be";
      for (const std::string& move : expected) text += "\n  " + move;
      text += "\nand is";
      for (const std::string& move : *moves) text += "\n  " + move;
      return text;
    }
    for (const naive::Run& run : naive.runs) {
      if (run.is_offered) continue;
      Position next = position;
      const auto error = next.play(run.text);
      if (const std::string found = on(next, error, {run, {}}, run.text); !found.empty()) return found;
      break;  // one for all
    }
    return each(listed.size(), [&](std::size_t i) {
      Position next = position;
      const auto error = next.play_listed(i);
      return on(next, error, {*listed[i], {}}, expected[i]);
    });
  }

  template <class Try>
  std::string each(std::size_t size, const Try& one) {
    const bool all = reach_.samples == 0 || size <= reach_.samples;
    for (std::size_t i = 0; i < (all ? size : reach_.samples) && positions_ < reach_.positions; ++i)
      if (const std::string found = one(all ? i : random_.below(size)); !found.empty()) return found;
    return "";
  }

  std::string on(const Position& position, const std::optional<Error>& error, const naive::Decision& decision,
                 const std::string& text) {
    line_.push_back(decision);
    const naive::Standing naive = naive_.after(line_);
    std::string found;
    if (naive.mistake.empty() != !error.has_value())
      found = error ? "in error: " + error->rendered : "not in error: " + naive.mistake;
    else if (!error)
      found = at(position, naive);
    line_.pop_back();
    return found.empty() ? "" : text + "; " + found;
  }

  const Game& game_;
  const Reach reach_;
  Random random_;
  naive::Rulebook naive_;
  std::vector<naive::Decision> line_;
  int positions_ = 0;
};

}  // namespace glint::smith
