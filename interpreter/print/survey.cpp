// The things that a game needs on paper, found by the engine.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <glint/evaluate.hpp>
#include "interpreter/describe/describe.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

constexpr int kGames = 10, kPlies = 200;
constexpr std::uint64_t kMostFuel = 5'000'000;         // for all of them
constexpr std::uint64_t kOtherSeeds[] = {2, 3, 4, 5};  // seeds of starts, in which chance differs
constexpr std::size_t kMostCells = 400;                // for which invariants are tried
constexpr std::int64_t kMostOfSort = 200;              // pieces that lie beside the board

/// Plays a random move; false if there is none, or it fails.
bool plays_on(Position& position, Random& random) {
  const auto count = position.count_moves();
  return count && *count > 0 && !position.play_listed(random.below(*count));
}

class Surveyor {
 public:
  Surveyor(const Game& game, const Position& start, std::vector<std::string>& notes)
      : game_(game), program_(game.program()), start_(start), notes_(notes), scene_(view::scene_of(start, kNobody)) {
    for (const rules::PieceField& field : program_.rules.fields)
      if (field.type.base == rules::Base::direction || field.type.base == rules::Base::axis) turned_.insert(field.name);
    for (const rules::Invariant& one : program_.rules.invariants)
      if (auto read = Expression::read(game_, program_.sources->text(one.condition.span)))
        invariants_.push_back(std::move(*read));
  }

  std::vector<Sort> make() {
    const std::map<Name, int> first = look(start_);
    play();
    std::map<Name, int> stock;
    if (const auto notes = start_.notes())
      for (const Position::Note& note : *notes)
        for (const auto& [piece, text] : note.pieces)
          if (const auto number = view::take_apart(text).number) {
            const Name name = name_of(piece);
            const std::string& words = std::get<2>(name);
            int& count = stock[name];
            if (*number > kMostOfSort - count)
              notes_.push_back("at most " + std::to_string(kMostOfSort) + " are printed of " + words);
            count += static_cast<int>(std::clamp<std::int64_t>(*number, 0, kMostOfSort - count));
            sorts_.try_emplace(name, Sort{piece, words});
          }
    std::vector<Sort> sorts;
    for (auto& [name, sort] : sorts_) {
      const int begun = first.count(name) ? first.at(name) : 0;
      const int bound = stock.count(name) ? stock[name] + begun : begun == sort.count ? begun : bound_of(sort);
      sort.is_given = bound >= sort.count;
      if (sort.is_given) sort.count = bound;
      sorts.push_back(std::move(sort));
    }
    // If the rules give no number, only chance distinguishes the colours of a kind.
    std::map<std::string, int> most;
    for (const Sort& sort : sorts)
      if (!sort.is_given) most[sort.piece.kind] = std::max(most[sort.piece.kind], sort.count);
    for (Sort& sort : sorts)
      if (!sort.is_given) sort.count = most[sort.piece.kind] * 3 / 2;
    std::vector<std::string> unseen;
    for (const std::string& kind : scene_.kinds)
      if (std::none_of(sorts.begin(), sorts.end(), [&](const Sort& sort) { return sort.piece.kind == kind; }))
        unseen.push_back(view::spoken(kind));
    if (!unseen.empty())
      notes_.push_back("random games never showed these, and they are missing: " + lang::joined(unseen));
    if (is_cut_) notes_.push_back("random games were cut short, as they take long: there may be more pieces");
    return sorts;
  }

 private:
  /// The number of a sort's kind, its owner, and what it is called.
  using Name = std::tuple<std::ptrdiff_t, int, std::string>;
  Name name_of(PieceInfo piece) const {
    piece.facing = -1;
    std::erase_if(piece.fields, [&](const auto& field) { return turned_.count(field.first) > 0; });
    const std::string words = view::describe(piece, scene_);
    return {std::find(scene_.kinds.begin(), scene_.kinds.end(), piece.kind) - scene_.kinds.begin(), piece.owner,
            words.substr(words.find(' ') + 1)};
  }

  /// The upward part of the direction that a piece faces.
  int rise_of(const PieceInfo& piece) const {
    if (piece.facing < 0) return 0;
    const DirectionInfo& way = game_.directions()[static_cast<std::size_t>(piece.facing)];
    return way.drawn_dx - 100 * way.drawn_dy;
  }

  /// Counts the pieces on a board, and keeps a piece of each sort, drawn alone.
  std::map<Name, int> look(const Position& position) {
    std::map<Name, int> counts;
    for (int cell = 0; cell < program_.geometry.cells; ++cell) {
      int level = -1;
      for (const PieceInfo& piece : position.pieces(cell)) {
        const int key = program_.key_in(position.state().data(), cell, ++level);
        const Name name = name_of(piece);
        Sort& sort = sorts_[name];
        sort.count = std::max(sort.count, ++counts[name]);
        if (sort.key > 0 && rise_of(piece) <= rise_of(sort.piece)) continue;
        sort.piece = PositionView(start_).with_only({cell}, key).pieces(cell).front();
        sort.key = key;
        sort.words = std::get<2>(name);
      }
    }
    return counts;
  }

  void play() {
    Random random(1);
    const std::uint64_t before_all = PositionView(start_).machine().fuel().spent();
    for (int i = 0; i < kGames; ++i) {
      Position position = start_;
      for (int ply = 0; ply < kPlies && !position.over(); ++ply) {
        is_cut_ = stopped() || PositionView(position).machine().fuel().spent() - before_all > kMostFuel;
        if (is_cut_) return;
        if (!plays_on(position, random)) break;
        look(position);
      }
    }
  }

  bool stopped() const { return program_.limits.stop && program_.limits.stop(); }

  /// The number of invariants that fail with pieces on these cells alone; none: one has no value, or time is up.
  std::optional<int> broken(const std::vector<int>& cells, const Sort& sort) const {
    const Position tried = PositionView(start_).with_only(cells, sort.key);
    int count = 0;
    for (const Expression& one : invariants_) {
      const auto value = one.value(tried);
      if (!value || stopped()) return {};
      count += value->number == 0;
    }
    return count;
  }

  /// The most pieces that the invariants allow together; -1: any number, or it is not known. Each cell in turn gets one
  /// where that breaks none. If another order gives another number, there may be a better one yet.
  int bound_of(const Sort& sort) {
    const std::optional<int> usual = broken({}, sort);
    std::vector<int> order(static_cast<std::size_t>(program_.geometry.cells));
    if (invariants_.empty() || order.size() > kMostCells || !usual) return -1;
    std::iota(order.begin(), order.end(), 0);
    int bound = -1;
    Random random(1);
    for (const bool is_first : {true, false}) {
      std::vector<int> cells;
      bool is_full = false;  // a piece was left out that might stand alone
      for (const int cell : order) {
        cells.push_back(cell);
        const std::optional<int> together = broken(cells, sort);
        if (together && together <= usual) continue;
        cells.pop_back();
        const std::optional<int> alone = broken({cell}, sort);
        if (!together || !alone) return -1;
        is_full = is_full || alone <= usual;
      }
      const int count = static_cast<int>(cells.size());
      if (!is_full || !(is_first || count == bound)) return -1;
      bound = count;
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    }
    return bound;
  }

  const Game& game_;
  const Program& program_;
  const Position& start_;
  std::vector<std::string>& notes_;
  const view::Scene scene_;
  std::set<std::string> turned_;  // fields that say how a piece is turned
  std::map<Name, Sort> sorts_;
  std::vector<Expression> invariants_;
  bool is_cut_ = false;
};

}  // namespace

std::vector<Sort> sorts_of(const Game& game, const Position& start, std::vector<std::string>& notes) {
  return Surveyor(game, start, notes).make();
}

std::vector<std::string> movers_of(const Game& game) {
  constexpr std::size_t kMostTurns = 60;
  std::vector<std::string> usual;
  for (const std::uint64_t seed : kOtherSeeds) {
    Result<Position> position = game.start({.seed = seed});
    Random random(seed);
    std::vector<std::string> movers;
    while (position && !position->over()) {
      const int player = position->to_move();
      if (player < 0 || movers.size() == kMostTurns || !plays_on(*position, random)) return {};
      movers.push_back(game.players()[static_cast<std::size_t>(player)]);
    }
    if (!usual.empty() && movers != usual) return {};
    usual = std::move(movers);
  }
  return usual.size() < 8 ? std::vector<std::string>{} : usual;  // with fewer, a sheet by players has room
}

std::vector<describe::Figure> examples_of(const Position& start) {
  constexpr std::size_t kMost = 3, kApart = 5;
  std::vector<describe::Figure> figures;
  Position position = start;
  Random random(1);
  for (std::size_t ply = 1; figures.size() < kMost && !position.over(); ++ply) {
    const Position before = position;
    const auto count = before.count_moves();
    if (before.to_move() < 0 || !count || *count == 0) break;
    const std::uint64_t number = random.below(*count);
    const auto move = PositionView(before).parts(number, 1);
    if (!move || move->empty() || position.play_listed(number)) break;
    const std::size_t due = kApart * (figures.size() + 1);
    if (ply < due) continue;
    view::Scene scene = view::scene_of(position, kNobody, {.light = true});
    if (scene.beams.empty() && ply < 2 * due) continue;
    view::mark_last(position.last_move(), before, scene);
    const bool is_lit = scene.beam_fields.size() == 1 && scene.beam_fields[0].is_set;
    figures.push_back({view::diagram(scene, 1, true),
                       "Move " + std::to_string(ply) + " of a game: " +
                           describe::strong(scene.players[static_cast<std::size_t>(before.to_move())]) + " plays " +
                           describe::code(move->front().text) + ". What it changed has a ring" +
                           (scene.beams.empty() ? "." : ", and beams run as they do after it.") +
                           (is_lit ? " Letters after a name are the light there; a dotted beam has none." : "") +
                           " Chance chose the moves: not all are good."});
  }
  return figures;
}

view::Scene bare_board(const Game& game, const Position& start, int& strips) {
  const view::Scene first = view::scene_of(start, kNobody);
  view::Scene scene = first;
  const auto sides_of = [](const view::Scene& one) {
    std::set<std::pair<int, int>> sides(one.acting_edges.begin(), one.acting_edges.end());
    for (const view::MarkedSide& side : one.marked_sides) sides.emplace(side.cell, side.way);
    return sides;
  };
  for (const std::uint64_t seed : kOtherSeeds) {
    const auto other = game.start({.seed = seed});
    if (!other) continue;
    const view::Scene second = view::scene_of(*other, kNobody);
    if (sides_of(first) != sides_of(second)) {
      strips = static_cast<int>(sides_of(first).size());
      scene.marked_sides.clear();
      scene.acting_edges.clear();
    }
    for (const view::Ground& look : first.legend) {
      if (view::places_of(look, first) == view::places_of(look, second)) continue;
      std::erase_if(scene.grounds, [&](const auto& ground) { return ground.second == look; });
      std::erase_if(scene.lines, [&](const view::MarkedSide& line) { return line.look == look; });
    }
  }
  for (auto& stack : scene.pieces) stack.clear();
  scene.beams.clear();
  scene.taken.clear();
  return scene;
}

}  // namespace glint::print
