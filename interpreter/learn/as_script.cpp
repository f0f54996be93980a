#include "interpreter/learn/as_script.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/learn/self_play.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

constexpr std::size_t kMostTerms = 10, kPositions = 8000;
constexpr double kMostLead = 4 * kUnit;  // a game that is won by more is won
constexpr int kLargest = 100;            // weight
constexpr int kRounds = 200;
const std::string kAnywhere = "anywhere";
using Numbers = std::vector<double>;  // by position

/// A piece on a cell. `weight`: that of the learned values; its images by symmetry have the same one.
struct Place {
  int player = 0;  // for whom it counts: its owner; without owners, both
  int set = 0, cell = 0;
  std::uint32_t weight = 0;
  std::string what = {};  // "disc of p"
};

struct Term {
  std::set<std::uint32_t> weights = {};
  std::string words = {};
  Numbers values = {};  // how many more such pieces the first player has than the other
  double weight = 0;
};

/// The patterns of single cells are the first.
std::vector<Place> find_places(const Terms& terms) {
  const Program& program = terms.program();
  std::vector<Place> places;
  for (const int player : {0, 1})
    for (int set = 0; set < program.layout.piece_sets; ++set) {
      const Key& key = program.key(program.pieces.key_of_set[static_cast<std::size_t>(set)]);
      const auto kind = static_cast<std::size_t>(key.kind);
      const bool is_owned = program.pieces.sets_of_kind[kind] > 1;
      if (is_owned && key.owner != player) continue;
      for (int cell = 0; cell < program.geometry.cells; ++cell) {
        const std::uint32_t first = terms.patterns(player)[static_cast<std::size_t>(cell)].first;
        places.push_back({player, set, cell, terms.weight_of(player)[first + 1 + static_cast<std::uint32_t>(set)],
                          program.rules.kinds[kind].name + (is_owned ? " of p" : "")});
      }
    }
  return places;
}

std::vector<Term> find_terms(const std::vector<CellInfo>& cells, const std::vector<Place>& places, lang::StopCheck& stop) {
  std::vector<Term> all;
  for (const Place& place : places) {
    const CellInfo& cell = cells[static_cast<std::size_t>(place.cell)];
    const std::string words[] = {kAnywhere, "in row y = " + std::to_string(cell.y),
                                 "in column x = " + std::to_string(cell.x), "on " + cell.label};
    for (const int which : {0, 1, 2, 3}) {
      stop.after(static_cast<std::int64_t>(places.size() / 50));
      Term term{{}, words[which]};
      for (const Place& other : places) {
        const CellInfo& its = cells[static_cast<std::size_t>(other.cell)];
        const bool is_there = (which % 2 == 0 || its.y == cell.y) && (which < 2 || its.x == cell.x);
        if (other.player == place.player && other.set == place.set && is_there) term.weights.insert(other.weight);
      }
      const auto is_same = [&](const Term& other) { return other.weights == term.weights; };
      if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(term));
    }
  }
  return all;
}

double product(const Numbers& one, const Numbers& other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

/// Weighs terms, repeatedly taking the one that explains most of the rest. Terms that have a weight, first come first.
std::vector<Term*> choose(std::vector<Term>& all, std::size_t number, Numbers& left, lang::StopCheck& stop) {
  std::vector<Term*> said;
  for (int step = 0; step < kRounds; ++step) {
    Term* best = nullptr;
    double most = 0, change = 0;
    for (Term& term : all) {
      if (said.size() == number && term.weight == 0) continue;
      stop.after(static_cast<std::int64_t>(left.size() / 500));
      const double both = product(term.values, left), alone = std::max(1.0, product(term.values, term.values));
      if (both * both / alone <= most) continue;
      best = &term;
      most = both * both / alone;
      change = both / alone;
    }
    if (!best) break;
    if (best->weight == 0) said.push_back(best);
    best->weight += change;
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= change * best->values[i];
  }
  return said;
}

/// True if cells can be written by their names: these are words, and on the boards of all options.
bool are_named(const Program& program) {
  const auto is_word = [](const CellInfo& cell) {
    return std::all_of(cell.label.begin(), cell.label.end(), [](unsigned char c) { return std::isalnum(c); });
  };
  const std::vector<CellInfo>& cells = program.geometry.info;
  return program.rules.options.empty() && std::all_of(cells.begin(), cells.end(), is_word);
}

/// The sum for a player, a line for each term.
std::string sum_for(int player, const Program& program, const std::vector<Place>& places,
                    const std::vector<Term*>& said) {
  const bool by_name = are_named(program);
  double largest = 0;
  for (const Term* term : said) largest = std::max(largest, std::abs(term->weight));
  std::string sum;
  for (const Term* term : said) {
    const auto weight = std::lround(term->weight / largest * kLargest);
    std::map<std::string, std::string> where;  // by what stands there
    for (const Place& place : places) {
      if (place.player != player || term->weights.count(place.weight) == 0) continue;
      const CellInfo& cell = program.geometry.info[static_cast<std::size_t>(place.cell)];
      std::string& cells = where[place.what];
      if (by_name)
        cells += (cells.empty() ? " & (" : " | ") + cell.label;
      else
        cells += (cells.empty() ? " & {c in cells where c.x == " : " or c.x == ") + std::to_string(cell.x) +
                 " and c.y == " + std::to_string(cell.y);
    }
    for (const auto& [what, cells] : where) {
      sum += sum.empty() && weight >= 0 ? "\n  " : weight < 0 ? "\n  - " : "\n  + ";
      sum += std::to_string(std::abs(weight)) + " * count(" + what;
      sum += (term->words == kAnywhere ? "" : cells + (by_name ? ")" : "}")) + ")  // each " + term->words;
    }
  }
  return sum.empty() ? "\n  0" : sum;
}

}  // namespace

Result<std::string> as_script(const LearnedValues& learned) try {
  const Terms& terms = *learned.values.terms;
  const Program& program = terms.program();
  lang::StopCheck stop(program.limits.stop);
  const std::vector<Place> places = find_places(terms);
  std::vector<Term> all = find_terms(program.geometry.info, places, stop), others(2);  // a constant, and who moves
  Numbers left;
  Learning games(terms.game(), learned.seed, &learned);
  const auto met = [&](Machine& machine, std::int32_t lead) {
    const int side = machine.to_move() == 0 ? 1 : -1;
    left.push_back(side * std::clamp<double>(lead, -kMostLead, kMostLead));
    others[0].values.push_back(1);
    others[1].values.push_back(side);
    std::vector<int> here(terms.weights());
    for (const Place& place : places)
      if (has_bit(machine.frame() + program.layout.tops + place.set * program.words(), place.cell))
        here[place.weight] += place.player == 0 ? 1 : -1;
    for (Term& term : all)
      term.values.push_back(std::accumulate(term.weights.begin(), term.weights.end(), 0,
                                            [&](int sum, std::uint32_t weight) { return sum + here[weight]; }));
  };
  for (std::size_t played = 0; left.size() < kPositions && played < kPositions; ++played)
    if (auto error = games.play(met)) return *error;
  choose(others, 2, left, stop);
  const double whole = product(left, left);
  const std::vector<Term*> said = choose(all, kMostTerms, left, stop);
  const std::string first = sum_for(0, program, places, said), second = sum_for(1, program, places, said);
  const std::string& player = program.rules.players[0].name;
  const std::string both = " if p == " + player + " then (" + first + "\n) else (" + second + "\n)";
  return "// What " + lang::counted(learned.games, "game") + " of self-play taught, what says most first, as " +
         player + " sees the board.\n// It says " +
         std::to_string(std::lround(100 * (1 - product(left, left) / std::max(1.0, whole)))) +
         " % of the learned value.\nheuristic p =" + (first == second ? first : both) + "\n";
} catch (const lang::Stopped&) {
  return stopped_error(learned.values.terms->program());
}

}  // namespace glint
