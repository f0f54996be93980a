// What a game needs on paper, found out by the engine.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <glint/evaluate.hpp>
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/program/program.hpp"

namespace glint::print {
namespace {

constexpr int kGames = 10, kPlies = 200;
constexpr std::uint64_t kMostFuel = 5'000'000;  // for all of them
constexpr std::uint64_t kOtherSeed = 2;

class Surveyor {
 public:
  Surveyor(const Game& game, const Position& start)
      : game_(game), program_(game.program()), start_(start), scene_(view::scene_of(start, kNobody)) {
    for (const rules::PieceField& field : program_.rules.fields)
      if (field.type.base == rules::Base::direction || field.type.base == rules::Base::axis) turned_.insert(field.name);
  }

  std::vector<Sort> make() {
    const std::map<Name, int> first = look(start_);
    play();
    std::map<Name, int> stock;
    if (const auto notes = start_.notes())
      for (const Position::Note& note : *notes)
        for (const auto& [piece, text] : note.pieces)
          if (const auto number = view::take_apart(text).number) {
            stock[name_of(piece)] += static_cast<int>(*number);
            sorts_.try_emplace(name_of(piece), Sort{piece, std::get<2>(name_of(piece))});
          }
    std::vector<Sort> sorts;
    for (auto& [name, sort] : sorts_) {
      const int begun = first.count(name) ? first.at(name) : 0;
      const int bound = stock.count(name) ? stock[name] + begun : begun == sort.count ? begun : bound_of(sort);
      sort.is_given = bound >= sort.count;
      if (sort.is_given) sort.count = bound;
      sorts.push_back(std::move(sort));
    }
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

  /// How far up a piece faces.
  int rise_of(const PieceInfo& piece) const {
    if (piece.facing < 0) return 0;
    const DirectionInfo& way = game_.directions()[static_cast<std::size_t>(piece.facing)];
    return way.drawn_dx - 100 * way.drawn_dy;
  }

  /// Counts what stands on a board, and keeps a piece of each sort, as it is alone.
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
        if (PositionView(position).machine().fuel().spent() - before_all > kMostFuel) return;
        const auto count = position.count_moves();
        if (!count || *count == 0 || position.play_listed(random.below(*count))) break;
        look(position);
      }
    }
  }

  /// The most pieces that the invariants allow together, on cells where each alone is allowed; -1: any number.
  int bound_of(const Sort& sort) {
    if (invariants_.empty())
      for (const rules::Invariant& one : program_.rules.invariants)
        if (auto read = Expression::read(game_, program_.sources->text(one.condition.span)))
          invariants_.push_back(std::move(*read));
    const auto broken = [&](const std::vector<int>& cells) {
      const Position tried = PositionView(start_).with_only(cells, sort.key);
      return std::count_if(invariants_.begin(), invariants_.end(), [&](const Expression& one) {
        const auto value = one.value(tried);
        return !value || value->number == 0;
      });
    };
    const auto usual = broken({});
    std::vector<int> cells;
    for (int cell = 0; cell < program_.geometry.cells && !invariants_.empty(); ++cell) {
      if (broken({cell}) > usual) continue;
      cells.push_back(cell);
      if (broken(cells) > usual) return static_cast<int>(cells.size()) - 1;
    }
    return -1;
  }

  const Game& game_;
  const Program& program_;
  const Position& start_;
  const view::Scene scene_;
  std::set<std::string> turned_;  // fields that say how a piece is turned
  std::map<Name, Sort> sorts_;
  std::vector<Expression> invariants_;
};

}  // namespace

std::vector<Sort> sorts_of(const Game& game, const Position& start) { return Surveyor(game, start).make(); }

view::Scene bare_board(const Game& game, const Position& start, int& strips) {
  view::Scene scene = view::scene_of(start, kNobody);
  if (const auto other = game.start({.seed = kOtherSeed})) {
    const view::Scene second = view::scene_of(*other, kNobody);
    const auto places = [](const view::Scene& one) {
      std::set<std::pair<int, int>> sides(one.acting_edges.begin(), one.acting_edges.end());
      for (const view::MarkedSide& side : one.marked_sides) sides.emplace(side.cell, side.way);
      return sides;
    };
    if (places(scene) != places(second)) {
      strips = static_cast<int>(places(scene).size());
      scene.marked_sides.clear();
      scene.acting_edges.clear();
    }
    std::erase_if(scene.grounds, [&](const auto& ground) {
      const auto found = second.grounds.find(ground.first);
      return found == second.grounds.end() || !(found->second == ground.second);
    });
  }
  for (auto& stack : scene.pieces) stack.clear();
  scene.beams.clear();
  scene.taken.clear();
  return scene;
}

}  // namespace glint::print
