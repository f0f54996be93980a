#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
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

constexpr double kOverlap = 8;         // overlap of sheets of a board that are glued together
constexpr double kOfCell = 0.84;       // of the widest circle in a cell is a counter: beside it the label is seen
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
        board_(view::board_of(bare_, {.with_cells = true, .outlined = options.low_ink, .at_rims = true})),
        sorts_(sorts_of(game, start, of_sorts_)),
        sheet_(describe::describe(game, nullptr, {.characters = false, .svg = true, .on_paper = true})) {
    kit_.title = game.title();
    if (options.only.empty()) kit_.pages.resize(2);  // for the cover
    double inner = view::kPitch;
    for (const Point& step : board_.steps) inner = std::min(inner, view::length(step));
    counter_ = inner * scale_ * kOfCell;
    side_ = std::max(12.0, counter_ * 0.7);
    const bool has_sides =
        std::any_of(sorts_.begin(), sorts_.end(), [](const Sort& sort) { return !sort.piece.sides.empty(); });
    if (board_.outline.size() == 6 || has_sides) {
      double middle = view::kPitch;  // of a side
      for (std::size_t i = 1; i < board_.outline.size(); ++i)
        middle = std::min(middle, view::length((board_.outline[i - 1] + board_.outline[i]) * 0.5));
      for (const Point& corner : board_.outline) outline_.push_back(corner * (counter_ / 2 / middle));
    } else {
      outline_ = circle(counter_);
    }
    name_sides();
  }

  Kit make() {
    if (wants("board")) add_board(false);
    if (wants("poster")) add_board(true);
    if (wants("pieces")) add_pieces();
    if (wants("numbers")) add_numbers();
    if (wants("markers")) add_arrows();
    add_chips(kit_, {"markers", "", 0, lines_}, small_, circle(side_), options_);
    if (wants("cards")) add_cards();
    if (wants("markers")) add_strips();
    if (wants("reference")) add_reference(kit_, sheet_, options_);
    if (wants("rules")) add_booklet(kit_, sheet_, examples_of(start_), options_);
    const std::vector<std::string>& players = game_.players();
    const bool apart = players.size() > 1 && start_.to_move() >= 0 && PositionView(start_).machine().node().together;
    for (std::size_t i = 0; wants("moves") && i < (apart ? players.size() : 1); ++i)  // players who choose in secret
      add_moves(kit_, sheet_, apart ? std::vector{players[i]} : players, movers_of(game_), options_);
    if (options_.only.empty()) add_cover(kit_, options_);
    return std::move(kit_);
  }

 private:
  bool wants(const std::string& part) const { return options_.only.empty() ? part != "poster" : options_.only == part; }
  static std::vector<Point> circle(double across) {
    constexpr int kCorners = 60;
    std::vector<Point> corners;
    for (int i = 0; i < kCorners; ++i)
      corners.push_back(Point{std::cos(i * 6.2831853 / kCorners), std::sin(i * 6.2831853 / kCorners)} * (across / 2));
    return corners;
  }

  /// Cells with the same name for several players are distinguished by the player's name at that end of the board.
  void name_sides() {
    std::set<int> named = {-1};
    for (const CellInfo& cell : game_.cells()) {
      if (cell.own_label.empty() || !named.insert(cell.player).second) continue;
      const bool is_high = board_.middles[static_cast<std::size_t>(&cell - game_.cells().data())].y < board_.height / 2;
      view::Markup name;
      for (const double part : {0.25, 0.75})  // each of two sheets has it
        view::text_to(name, {board_.width * part, is_high ? 12 : board_.height - 4},
                      game_.players()[static_cast<std::size_t>(cell.player)],
                      std::string("font-size=\"12\" text-anchor=\"middle\" ") + kBlack);
      board_.svg.insert(board_.svg.rfind("</svg>"), name.str());
    }
  }

  /// The name of a kind of pieces, and the first sentence about it on the rule sheet.
  std::string told(const std::string& kind) const {
    for (const describe::Section& section : sheet_.sections)
      for (const describe::Entry& entry : section.entries)
        if (entry.id == "piece " + kind) {
          const std::string all = entry.doc.empty() ? "" : " " + entry.doc[0].text;
          return describe::strong(entry.name) + ":" + describe::sentence(all.substr(0, all.find(". ")));
        }
    return "";
  }

  /// The board on as few sheets as possible, upright or not; or on one sheet that is large enough.
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
    const bool is_one = across * down == 1;
    const std::string glue = is_one ? "" : " Glue the sheets together up to the second marks: they share 8 mm.";
    kit_.parts.push_back({on_one ? "poster" : "board",
                          "Cut it out along the marks, and hold a ruler to the line of 100 mm." + glue,
                          kit_.pages.size()});
    for (int sheet = 0; sheet < across * down; ++sheet) {
      const Point from = {sheet % across * (part.x - kOverlap), sheet / across * (part.y - kOverlap)};
      Ink ink;
      const std::string ground = options_.low_ink ? "#ffffff" : view::hex(view::kPage.light);
      ink.shape(box(part + bleed * 2), at + part * 0.5, "fill=\"" + ground + '"');
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
      const std::string of = ", sheet " + std::to_string(sheet + 1) + " of " + std::to_string(across) + " x " +
                             std::to_string(down) + "; sheets share 8 mm, to the second marks";
      add_front(kit_, ink, paper, game_.title() + ": board" + (is_one ? "" : of) + "; print at 100 %", options_);
    }
    kit_.notes.push_back("board: " + view::number(board.x) + " x " + view::number(board.y) + " mm, on " +
                         lang::counted(static_cast<std::uint64_t>(across * down), "sheet") + " of " +
                         view::number(paper.x) + " x " + view::number(paper.y) + " mm");
  }

  /// A piece alone on the first cell, in a form that is distinct from all other sorts.
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
    std::vector<std::string> unknown, lines;
    std::string kind;
    for (const Sort& sort : sorts_) {
      const bool is_plain = options_.low_ink || sort.piece.owner < 0;
      const view::Rgb tone = is_plain ? view::Rgb{1, 1, 1} : view::ink(view::colour_of_player(sort.piece.owner, bare_));
      Chip chip{drawn(sort.piece), middled(sort.words, counter_ * 0.8, counter_ / 7),
                view::hex(view::blend(view::Rgb{1, 1, 1}, tone, 0.16))};
      const int count = sort.is_given || options_.count == 0 ? sort.count : options_.count;
      chips.insert(chips.end(), static_cast<std::size_t>(count), chip);
      Ink spare;
      spare.put(middled("spare", counter_ / 2, counter_ / 10), {0, counter_ * 0.4});
      chip.front += spare.str();
      chip.back += spare.str();
      chips.insert(chips.end(), static_cast<std::size_t>(options_.spare), chip);
      if (std::exchange(kind, sort.piece.kind) != kind) {
        lines.push_back(told(kind));
      } else {
        lines.back() += ',';
      }
      lines.back() += " " + std::to_string(count) + " × " + sort.words;
      if (!sort.is_given) unknown.push_back(sort.words + " (" + std::to_string(count) + ")");
    }
    kit_.asks = !unknown.empty() && options_.count == 0;
    if (kit_.asks)
      kit_.notes.push_back("the rules give no number; half as many again as games showed: " + lang::joined(unknown));
    kit_.notes.insert(kit_.notes.end(), of_sorts_.begin(), of_sorts_.end());
    std::string how = unknown.empty() ? "" : " Their number is no rule: if they run out, print more.";
    if (options_.spare > 0) how += " Of each sort " + std::to_string(options_.spare) + " more says that it is spare.";
    add_chips(kit_, {"pieces", how, 0, lines}, chips, outline_, options_);
  }

  /// The value of an expression that is a number; none: it has no value.
  std::optional<std::int64_t> number_of(const std::string& expression, const Position& position) const {
    const auto read = Expression::read(game_, expression);
    const auto value = read ? read->value(position) : Result<Value>(std::vector<Error>{});
    return value ? std::optional(value->number) : std::nullopt;
  }

  /// Counters for payloads of beams, and for numbers that the rules count: a player's numbers at the start, or coins.
  void add_numbers() {
    const auto add = [&](std::int64_t number, const std::string& word, std::int64_t count) {
      Ink ink;
      ink.put(middled(std::to_string(number), side_ * 0.8, side_ * 0.55), {0, -side_ * 0.1});
      ink.put(middled(word, side_ * 0.86, side_ / 6), {0, side_ * 0.34});
      small_.insert(small_.end(), static_cast<std::size_t>(count), {ink.str(), ""});
    };
    constexpr std::int64_t kMostValues = 12;
    for (const rules::BeamField& field : game_.program().rules.beams.fields) {
      if (field.type.base != rules::Base::number || field.type.is_set) continue;
      const std::string word = view::spoken(field.name);
      lines_.push_back(describe::strong(word) + ": what a beam carries. Lay one on a piece to remember it.");
      for (std::int64_t value = std::max<std::int64_t>(1, field.type.lo); value <= std::min(field.type.hi, kMostValues);
           ++value)
        add(value, word, 6);
    }
    for (const rules::Variable& variable : game_.program().rules.variables) {
      const bool is_of_players = variable.index && variable.index->base == rules::Base::player;
      if (variable.label_of_one.empty() || (variable.index && !is_of_players)) continue;
      const std::string word = view::spoken(variable.name);
      bool begins = false;
      for (const std::string& player : is_of_players ? game_.players() : std::vector<std::string>{""}) {
        const auto begun = number_of(variable.name + (is_of_players ? "[" + player + "]" : ""), start_);
        const std::int64_t number = std::clamp<std::int64_t>(begun.value_or(0), 0, kMostValues);
        const std::string& owner = is_of_players ? player : word;
        begins = begins || number > 0;
        if (number > 0) add(1, owner, number);
        for (const auto& [value, count] : {std::pair(1, 9), {5, 3}, {10, 3}})
          if (number == 0 && value <= variable.type.hi) add(value, owner, count);
      }
      lines_.push_back(describe::strong(word) + (begins ? ": begin with these" : ": begin with none") +
                       ", and keep beside the board what you have.");
    }
  }

  /// The cards of bags; and for each player one card of each hidden value.
  void add_cards() {
    std::vector<Chip> cards;
    const Result<Position> full = game_.start({.wait_at_draws = true});  // before anything is drawn from a bag
    const rules::Rules& rules = game_.program().rules;
    for (const rules::Variable& variable : rules.variables) {
      if (!variable.is_bag && !variable.seen_by) continue;
      const rules::Type& type = variable.is_bag ? *variable.index : variable.type;
      std::vector<std::pair<std::string, std::string>> values;  // printed forms, and the script's names
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
          const auto left = full ? number_of(variable.name + "[" + name + "]", *full) : std::nullopt;
          count = left.value_or(0);
          is_known = is_known && left && count <= kMostValues;
        }
        cards.insert(cards.end(), static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, kMostValues)),
                     {middled(value, kCard.x * 0.8, 22), middled(view::spoken(variable.name), kCard.x * 0.8, 5)});
      }
      if (!is_known) kit_.notes.push_back("not all cards of " + view::spoken(variable.name) + " are printed");
    }
    add_chips(kit_, {"cards", ""}, cards, box(kCard), options_);
  }

  void add_arrows() {
    if (!game_.has_beams() && !game_.shows_followed_beams()) return;
    Ink arrow;
    arrow.line({0, side_ * 0.36}, {0, -side_ * 0.1}, side_ * 0.1);
    arrow.put("<path d=\"M-1 0L1 0L0 -1.6z\"/>", {0, -side_ * 0.1}, side_ * 0.2);
    small_.insert(small_.end(), 12, {arrow.str(), ""});
    lines_.push_back(describe::strong("arrows") + ": lay them along a beam to remember its way.");
  }

  void add_strips() {
    const Point strip = {view::length(board_.outline[1] - board_.outline[0]) * scale_, 3};
    std::string how = " Lay " + std::to_string(strips_) + " on sides of cells";
    for (const view::Ground& look : bare_.legend)
      if (look.of_edges && view::places_of(look, bare_).empty()) how += ": " + look.name;
    add_chips(kit_, {"strips", how + "."}, {static_cast<std::size_t>(strips_), {"", "", "#bbbbbb"}}, box(strip),
              options_);
  }

  const Game& game_;
  const Position& start_;
  const Options& options_;
  const double scale_;  // millimetres for a unit of a picture
  int strips_ = 0;
  const view::Scene bare_;
  view::Picture board_;
  std::vector<std::string> of_sorts_;  // notes
  const std::vector<Sort> sorts_;
  const describe::Sheet sheet_;
  double counter_ = 0, side_ = 0;  // from side to side of a counter, and of a small one
  std::vector<Chip> small_;
  std::vector<std::string> lines_;  // what these are for
  std::vector<Point> outline_;      // of a counter
  Kit kit_;
};

}  // namespace

Result<Kit> kit_of(const Game& game, const Options& options) {
  const Result<Position> start = game.start();
  if (!start) return start.errors();
  return Maker(game, *start, options).make();
}

}  // namespace glint::print
