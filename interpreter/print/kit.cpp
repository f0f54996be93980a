#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <glint/evaluate.hpp>
#include "interpreter/describe/describe.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/print/print.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::print {
namespace {

constexpr double kOverlap = 8;         // of sheets of a board that are glued together
constexpr double kOfCell = 0.75;       // of the widest circle in a cell: counters that are turned hardly touch
constexpr Point kPoster = {297, 420};  // A3
constexpr Point kCard = {41, 63};
constexpr double kBelow = 6;  // a board, for its ruler

class Maker {
 public:
  Maker(const Game& game, const Position& start, const Options& options)
      : game_(game),
        start_(start),
        options_(options),
        scale_(options.size / view::kPitch),
        bare_(bare_board(game, start, strips_)),
        board_(view::board_of(bare_, {.with_cells = true, .outlined = options.low_ink})),
        sorts_(sorts_of(game, start, of_sorts_)) {
    kit_.title = game.title();
    double inner = view::kPitch;
    for (const Point& step : board_.steps) inner = std::min(inner, view::length(step));
    counter_ = inner * scale_ * kOfCell;
  }

  Kit make() {
    if (wants("board")) add_board(false);
    if (wants("poster")) add_board(true);
    if (wants("pieces")) add_pieces();
    if (wants("numbers")) add_numbers();
    if (wants("cards")) add_cards();
    if (wants("markers")) add_markers();
    if (!wants("reference") && !wants("rules") && !wants("moves")) return std::move(kit_);
    const describe::Sheet sheet = describe::describe(game_, nullptr, {.characters = false, .svg = true});
    if (wants("reference")) add_reference(sheet);
    if (wants("rules")) add_booklet(kit_, sheet, options_);
    if (wants("moves")) add_moves(kit_, sheet, game_.players(), options_);
    return std::move(kit_);
  }

 private:
  bool wants(const std::string& part) const { return options_.only.empty() ? part != "poster" : options_.only == part; }
  std::string foot(const std::string& words) const { return game_.title() + ": " + words; }

  /// The board over as few sheets as can be, upright or not; or on one, which is as large as it must be.
  void add_board(bool on_one) {
    const Point board = {board_.width * scale_, board_.height * scale_},
                more = {2 * (kMargin + kMarkTo), 2 * (kMargin + kMarkTo) + kBelow};
    Point paper = on_one ? kPoster : options_.paper;
    const auto sheets = [](double length, double room) {
      return length <= room ? 1 : static_cast<int>(std::ceil((length - kOverlap) / (room - kOverlap)));
    };
    int across = sheets(board.x, paper.x - more.x), down = sheets(board.y, paper.y - more.y);
    const int lying_across = sheets(board.x, paper.y - more.x), lying_down = sheets(board.y, paper.x - more.y);
    if (lying_across * lying_down < across * down) {
      std::swap(paper.x, paper.y);
      across = lying_across;
      down = lying_down;
    }
    if (on_one && across * down > 1) {
      paper = {std::ceil(board.x + more.x), std::ceil(board.y + more.y)};
      across = down = 1;
    }
    const Point part = {(board.x + (across - 1) * kOverlap) / across, (board.y + (down - 1) * kOverlap) / down},
                bleed = {kBleed, kBleed};
    const Point at = {(paper.x - part.x) / 2, (paper.y - kBelow - part.y) / 2};
    for (int sheet = 0; sheet < across * down; ++sheet) {
      const Point from = {sheet % across * (part.x - kOverlap), sheet / across * (part.y - kOverlap)};
      Ink ink;
      ink.box(at - bleed, part + bleed * 2, options_.low_ink ? "#ffffff" : view::hex(view::kPage.light));
      ink.window(board_.svg, at - bleed, part + bleed * 2, from - bleed, scale_);
      // Where the sheet before is glued on there are marks, too.
      std::vector<double> columns = {at.x, at.x + part.x}, rows = {at.y, at.y + part.y};
      if (from.x > 0) columns.insert(columns.begin() + 1, at.x + kOverlap);
      if (from.y > 0) rows.insert(rows.begin() + 1, at.y + kOverlap);
      ink.cuts(columns, rows);
      const Point ruler = {kMargin, paper.y - 11};
      ink.line(ruler, ruler + Point{100, 0});
      for (int i = 0; i <= 10; ++i) ink.line(ruler + Point{i * 10., 0}, ruler + Point{i * 10., -2});
      ink.text(ruler + Point{102, 0}, 2.6, "100 mm", kBlack);
      const std::string of = across * down > 1
                                 ? ", sheet " + std::to_string(sheet + 1) + " of " + std::to_string(across) + " x " +
                                       std::to_string(down) + "; sheets share 8 mm, to the second marks"
                                 : "";
      add_page(kit_, ink, paper, foot("board" + of + "; print at 100 %"), options_);
    }
    kit_.notes.push_back("board: " + view::number(board.x) + " x " + view::number(board.y) + " mm, on " +
                         lang::counted(static_cast<std::uint64_t>(across * down), "sheet") + " of " +
                         view::number(paper.x) + " x " + view::number(paper.y) + " mm");
  }

  /// A piece alone on the first cell, told apart from all sorts as on a board that has them all.
  std::string drawn(const PieceInfo& piece) const {
    view::Scene scene = view::part_of(bare_, {0});
    scene.pieces = {{piece}};
    for (const Sort& sort : sorts_) scene.pieces.push_back({sort.piece});
    const view::Picture picture = view::board_of(scene, {.with_cells = false});
    Ink ink;
    ink.put(picture.svg, picture.middles[0] * (-scale_ * kOfCell), scale_ * kOfCell);
    return ink.str();
  }

  void add_pieces() {
    std::vector<Chip> chips;
    std::vector<std::string> unknown;
    for (const Sort& sort : sorts_) {
      const bool is_plain = options_.low_ink || sort.piece.owner < 0;
      const view::Rgb tone = is_plain ? view::Rgb{1, 1, 1} : view::ink(view::colour_of_player(sort.piece.owner, bare_));
      const Chip chip{drawn(sort.piece), middled(sort.words, counter_ * 0.86, counter_ / 6.5),
                      view::hex(view::blend(view::Rgb{1, 1, 1}, tone, 0.16))};
      chips.insert(chips.end(), static_cast<std::size_t>(sort.count + options_.spare), chip);
      if (!sort.is_given) unknown.push_back(sort.words + " (" + std::to_string(sort.count) + ")");
    }
    if (!unknown.empty())
      kit_.notes.push_back("the rules do not say how many there are of these; as many as were seen in random games: " +
                           lang::joined(unknown));
    kit_.notes.insert(kit_.notes.end(), of_sorts_.begin(), of_sorts_.end());
    add_chips(kit_, foot("pieces"), chips, {counter_, counter_}, options_);
  }

  /// Counters for what beams carry, and coins for points.
  void add_numbers() {
    const double side = std::max(12.0, counter_ * 0.7);
    std::vector<Chip> chips;
    const auto add = [&](std::int64_t number, const std::string& word, int count) {
      Ink ink;
      ink.put(middled(std::to_string(number), side * 0.8, side * 0.55), {0, -side * 0.1});
      ink.put(middled(word, side * 0.86, side / 6), {0, side * 0.34});
      chips.insert(chips.end(), static_cast<std::size_t>(count), {ink.str(), ""});
    };
    constexpr std::int64_t kMostValues = 12;
    for (const rules::BeamField& field : game_.program().rules.beams.fields)
      if (field.type.base == rules::Base::number && !field.type.is_set)
        for (std::int64_t value = std::max<std::int64_t>(1, field.type.lo);
             value <= std::min(field.type.hi, kMostValues); ++value)
          add(value, view::spoken(field.name), 6);
    const std::vector<std::string> owners = game_.is_team() ? std::vector<std::string>{"points"} : game_.players();
    if (start_.score(0))
      for (const std::string& owner : owners)
        for (const auto& [value, count] : {std::pair(1, 9), {5, 3}, {10, 3}}) add(value, owner, count);
    add_chips(kit_, foot("numbers"), chips, {side, side}, options_);
  }

  /// The cards of bags; and for each player one card of each hidden value.
  void add_cards() {
    std::vector<Chip> cards;
    const Result<Position> full = game_.start({.wait_at_draws = true});  // before anything is drawn from a bag
    const rules::Rules& rules = game_.program().rules;
    for (const rules::Variable& variable : rules.variables) {
      if (!variable.is_bag && !variable.seen_by) continue;
      const rules::Type& type = variable.is_bag ? *variable.index : variable.type;
      std::vector<std::pair<std::string, std::string>> values;  // as they print, and as the script names them
      if (type.base == rules::Base::enumeration)
        for (const rules::EnumValue& value : rules.enums[type.enumeration].values)
          values.emplace_back(value.spellings.front(), value.name);
      constexpr std::int64_t kMostValues = 60;
      for (std::int64_t value = type.lo;
           type.base == rules::Base::number && value <= type.hi && type.hi - type.lo < kMostValues; ++value)
        values.emplace_back(std::to_string(value), std::to_string(value));
      bool is_known = !variable.is_bag || !values.empty();
      for (const auto& [value, name] : values) {
        auto count = static_cast<std::int64_t>(game_.players().size());
        if (variable.is_bag) {
          const auto read = Expression::read(game_, variable.name + "[" + name + "]");
          const auto left = read && full ? read->value(*full) : Result<Value>(std::vector<Error>{});
          count = left ? left->number : 0;
          is_known = is_known && left && count <= kMostValues;
        }
        cards.insert(cards.end(), static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, kMostValues)),
                     {middled(value, kCard.x * 0.8, 22), middled(view::spoken(variable.name), kCard.x * 0.8, 5)});
      }
      if (!is_known) kit_.notes.push_back("not all cards of " + view::spoken(variable.name) + " are printed");
    }
    add_chips(kit_, foot("cards"), cards, kCard, options_);
  }

  /// Arrows for the ways of beams, and strips for the sides of cells.
  void add_markers() {
    const double side = counter_ * 0.8;
    Ink arrow;
    arrow.line({0, side * 0.36}, {0, -side * 0.1}, side * 0.1);
    arrow.put("<path d=\"M-1 0L1 0L0 -1.6z\"/>", {0, -side * 0.1}, side * 0.2);
    std::vector<Chip> chips;
    if (game_.has_beams() || game_.shows_followed_beams()) chips.assign(12, {arrow.str(), ""});
    add_chips(kit_, foot("markers"), chips, {side, side}, options_);
    constexpr double kBroad = 3;
    const Point strip = {view::length(board_.outline[1] - board_.outline[0]) * scale_, kBroad};
    if (strips_ > 0)
      add_chips(kit_, foot("strips for sides of cells"),
                std::vector<Chip>(static_cast<std::size_t>(strips_ + options_.spare), Chip{"", "", "#888888"}), strip,
                options_);
  }

  /// A card for each way in which a beam comes to a piece, with what becomes of it, as the engine has measured it.
  void add_reference(const describe::Sheet& sheet) {
    constexpr double kWide = 38, kLetters = 2.7;
    std::vector<Chip> cards;
    for (const describe::Section& section : sheet.sections)
      for (const describe::Entry& entry : section.entries) {
        if (entry.optics.empty()) continue;
        Ink head;
        head.put(middled(entry.name, kWide, 6), {0, -20});
        head.put(middled(describe::unmarked(entry.optics_head), kWide, 3), {0, 8});
        cards.push_back({head.str(), ""});
        for (const describe::Figure& figure : entry.optics) {
          Ink card;
          card.put(figure.svg, {-kWide / 2, -30}, kWide / size_of(figure.svg).x);
          card.put(middled(describe::unmarked(figure.caption), kWide, kLetters), {0, 20});
          cards.push_back({card.str(), ""});
        }
      }
    add_chips(kit_, foot("what pieces do to beams"), cards, kCard, options_);
  }

  const Game& game_;
  const Position& start_;
  const Options& options_;
  const double scale_;  // millimetres for a unit of a picture
  int strips_ = 0;
  const view::Scene bare_;
  const view::Picture board_;
  std::vector<std::string> of_sorts_;  // notes
  const std::vector<Sort> sorts_;
  double counter_ = 0;  // the side of a counter
  Kit kit_;
};

}  // namespace

Result<Kit> kit_of(const Game& game, const Options& options) {
  const Result<Position> start = game.start();
  if (!start) return start.errors();
  return Maker(game, *start, options).make();
}

}  // namespace glint::print
