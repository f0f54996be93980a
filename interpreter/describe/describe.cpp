#include "interpreter/describe/describe.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "interpreter/describe/drawings.hpp"
#include "interpreter/describe/parts.hpp"
#include "interpreter/describe/samples.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/print.hpp"
#include "interpreter/program/values.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {
namespace {

/// Larger boards are not drawn.
constexpr std::size_t kMostDrawn = 700;
/// A start with more lines is not compared with that of the base game.
constexpr std::size_t kMostListed = 16;

std::string spelled(std::size_t number) {
  static const char* const kWords[] = {"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"};
  return number < std::size(kWords) ? kWords[number] : std::to_string(number);
}

class Describer {
 public:
  Describer(const Game& game, const Game* base, const Pictures& pictures)
      : game_(game), program_(game.program()), rules_(program_.rules), base_(base), pictures_(pictures) {}

  Sheet describe() {
    sheet_.title = game_.title();
    sheet_.doc = doc_of(game_.doc()).paragraphs;
    RuleParts parts = rule_parts(program_, program_.options);
    Result<Position> start = game_.start();
    if (start) samples_ = samples_of(*start);
    const std::vector<Entry> rules = all_entries(parts);
    add_differences(rules);
    add_players(start);
    add_board(start);
    for (std::size_t i = 0; i < parts.pieces.size(); ++i) add_looks(parts.pieces[i], i);
    if (start) add_pictures(*start, parts);
    add_section("pieces", "Pieces", std::move(parts.pieces));
    add_section("beams", "Beams", std::move(parts.beams));
    add_section("play", "How the game goes", std::move(parts.course));
    add_examples(parts.moves);
    add_section("moves", "Moves", std::move(parts.moves));
    add_section("end", "The end", std::move(parts.ends));
    add_section("state", "What is kept during the game", std::move(parts.state));
    for (Entry& one : parts.terms) add_cells(one, start);
    add_section("terms", "Words of these rules", std::move(parts.terms));
    add_options(rules);
    for (const Section& section : sheet_.sections)
      for (const Entry& entry : section.entries)
        if (!entry.name.empty()) sheet_.terms.push_back(entry.name);
    return std::move(sheet_);
  }

 private:
  void add_section(const std::string& id, const std::string& heading, std::vector<Entry> entries) {
    if (!entries.empty()) sheet_.sections.push_back({id, heading, std::move(entries)});
  }

  void add_differences(const std::vector<Entry>& rules) {
    if (!base_) return;
    const Program& base = base_->program();
    Entry entry;
    entry.id = "differences";
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const rules::Option& option = rules_.options[i];
      const auto old = std::find_if(base.rules.options.begin(), base.rules.options.end(),
                                    [&](const rules::Option& each) { return each.name == option.name; });
      if (old == base.rules.options.end()) continue;
      const std::string now = value_of(rules_, option, program_.options[i]);
      const std::string then =
          value_of(base.rules, *old, base.options[static_cast<std::size_t>(old - base.rules.options.begin())]);
      if (now != then)
        add(entry, 0,
            "the option " + strong(option.name) + (option.text.empty() ? "" : " (" + option.text + ")") + " is " +
                code(now) + " instead of " + code(then));
    }
    if (game_.cells().size() != base_->cells().size())
      add(entry, 0,
          "the board has " + std::to_string(game_.cells().size()) + " cells instead of " +
              std::to_string(base_->cells().size()));
    Entry now = set_up(game_), then = set_up(*base_);
    if (now.lines != then.lines && now.lines.size() <= kMostListed)
      for (const Line& line : changes({std::move(then)}, {std::move(now)})) entry.lines.push_back(line);
    for (Line& line : changes(all_entries(rule_parts(base, base.options)), rules))
      entry.lines.push_back(std::move(line));
    if (entry.lines.empty()) add(entry, 0, "nothing that rule sheets describe");
    Entry original;
    original.id = "base";
    original.name = base_->title();
    original.doc = doc_of(base_->doc()).paragraphs;
    add_section("differences", "What is different from " + base_->title(), {std::move(entry), std::move(original)});
  }

  static std::string value_of(const rules::Rules& rules, const rules::Option& option, std::int64_t value) {
    return print_value(rules, option.type, value);
  }

  void add_players(const Result<Position>& start) {
    const std::vector<std::string> names = game_.players();
    Entry entry;
    entry.id = "players";
    if (names.size() == 1)
      add(entry, 0, "one player, " + names[0]);
    else if (game_.is_team())
      add(entry, 0, spelled(names.size()) + " players, who are one team: " + listed(names));
    else
      add(entry, 0, spelled(names.size()) + " players: " + listed(names));
    for (const rules::Player& player : program_.written_rules().players)
      if (player.when)
        add(entry, 1, player.name + " plays if " + code(std::string(program_.sources->text(player.when->span))));
    if (names.size() > 1 && start && start->to_move() >= 0) {
      const std::string& first = names[static_cast<std::size_t>(start->to_move())];
      const bool is_together = PositionView(*start).machine().node().together;
      if (start->draws().empty() && !is_together) add(entry, 0, first + " moves first");
    }
    add_section("players", "Players", {std::move(entry)});
  }

  void add_board(const Result<Position>& start) {
    Entry entry;
    entry.id = "board";
    add(entry, 0, number_of(static_cast<std::int64_t>(game_.cells().size()), "cell"));
    std::vector<std::string> directions;
    for (const DirectionInfo& direction : game_.directions()) directions.push_back(direction.name);
    if (!directions.empty())
      add(entry, 0, "directions, clockwise: " + listed(directions) + "; a turn from one to the next is a notch");
    const std::vector<CellInfo>& cells = game_.cells();
    if (uses_coordinates() && cells.size() > 1) {
      const auto at = [](const CellInfo& cell) {
        return "x is " + std::to_string(cell.x) + " and y is " + std::to_string(cell.y) + " on " + cell.label;
      };
      add(entry, 0, "a cell's x and y say where it lies: " + at(cells.front()) + ", " + at(cells.back()));
    }
    const auto own = std::find_if(cells.begin(), cells.end(), [](const CellInfo& cell) { return cell.player >= 0; });
    if (own != cells.end())
      add(entry, 0,
          "players have names of their own for some cells: " + own->label + " is written " + code(own->own_label) +
              " in a move of " + game_.players()[static_cast<std::size_t>(own->player)]);
    if (rules_.board.stacks > 1)
      add(entry, 0,
          "pieces can be stacked, up to " + std::to_string(rules_.board.stacks) +
              " on a cell; only the top one of a stack counts as standing there");
    if (!rules_.board.wraps.empty()) add(entry, 0, "a step off the board comes in again on the other side");
    if (start) {
      const view::Scene scene = view::scene_of(*start, kNobody);
      add_zones(entry, scene);
      add_pieces(entry, scene, !start->draws().empty());
      if (pictures_.characters && game_.cells().size() <= kMostDrawn) {
        view::TerminalStyle style;
        style.utf8 = true;
        entry.drawing = view::picture(scene, style);
      }
      if (pictures_.svg && game_.cells().size() <= kMostDrawn) entry.board = view::diagram(scene, 1, true);
    }
    add_section("board", "The board", {std::move(entry)});
  }

  /// What pictures mark: cells and sides with a name.
  static void add_zones(Entry& entry, const view::Scene& scene) {
    constexpr std::size_t kMostNamed = 16;
    for (const view::Ground& zone : scene.legend) {
      if (zone.name.empty()) continue;
      const std::vector<std::string> places = view::places_of(zone, scene);
      const auto count = static_cast<std::int64_t>(places.size());
      add(entry, 0,
          zone.name + ", drawn as " + (zone.sign.empty() ? "thick lines" : code(zone.sign)) + ": " +
              (places.size() <= kMostNamed ? listed(places) : number_of(count, zone.of_edges ? "side" : "cell")));
    }
  }

  /// Whether definitions ask for the x or y of a cell.
  bool uses_coordinates() const {
    bool uses = false;
    for (const rules::Let& let : rules_.lets)
      rules::walk(let.body, [&](const rules::Expr& expr) {
        uses = uses || expr.op == rules::Op::x_of || expr.op == rules::Op::y_of;
      });
    return uses;
  }

  /// What stands on the board at the start, by itself.
  static Entry set_up(const Game& game) {
    Entry entry;
    entry.id = "the start";
    if (const Result<Position> start = game.start())
      add_pieces(entry, view::scene_of(*start, kNobody), !start->draws().empty());
    return entry;
  }

  /// What stands where at the start.
  static void add_pieces(Entry& entry, const view::Scene& scene, bool by_chance) {
    constexpr std::size_t kMostNamed = 16;
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // what stands there, and where
    std::unordered_map<std::string, std::size_t> group_of;                 // by what stands there
    for (std::size_t cell = 0; cell < scene.pieces.size(); ++cell) {
      if (scene.pieces[cell].empty()) continue;
      std::vector<std::string> pieces;
      for (const PieceInfo& piece : scene.pieces[cell]) pieces.push_back(view::describe(piece, scene));
      const std::string words = pieces.size() == 1 ? pieces[0] : "from bottom to top " + listed(pieces);
      const auto [group, is_new] = group_of.emplace(words, groups.size());
      if (is_new) groups.push_back({words, {}});
      groups[group->second].second.push_back(scene.cells[cell].label);
    }
    if (groups.empty()) return add(entry, 0, "it is empty at the start");
    add(entry, 0, by_chance ? "at the start, for example (chance decides):" : "at the start:");
    for (const auto& [words, cells] : groups) {
      const bool many = cells.size() > kMostNamed;
      entry.lines.push_back(
          {1, sentence("On " + (many ? std::to_string(cells.size()) + " cells" : listed(cells)) + ": " + words)});
    }
  }

  /// How the pieces of a kind look.
  void add_looks(Entry& entry, std::size_t kind) {
    constexpr std::size_t kMost = 6;
    if (kind >= samples_.keys.size()) return;
    std::vector<std::string> looks;
    for (const int key : samples_.keys[kind]) {
      const std::string& glyph = program_.pieces.keys[static_cast<std::size_t>(key)].glyph;
      if (std::find(looks.begin(), looks.end(), code(glyph)) == looks.end()) looks.push_back(code(glyph));
    }
    const bool more = looks.size() > kMost;
    if (more) looks.resize(kMost);
    if (!looks.empty()) entry.note = "drawn as " + (more ? lang::joined(looks) + " ..." : listed(looks, "or"));
  }

  /// The cells of a set that never changes, if they are few.
  void add_cells(Entry& entry, const Result<Position>& start) {
    constexpr std::size_t kFew = 24;
    for (std::size_t i = 0; i < rules_.lets.size(); ++i) {
      const rules::Let& let = rules_.lets[i];
      const Kept& kept = program_.kept.lets[i];
      if (entry.id != "let " + let.name || !let.type.is_set || let.type.base != rules::Base::cell ||
          let.form != rules::LetForm::plain || !kept.is_constant)
        continue;
      std::vector<int> numbers;
      for (const int cell : each_bit(program_.code.initial_frame.data() + kept.slot, program_.words()))
        numbers.push_back(cell);
      if (start && !numbers.empty()) entry.board = Drawings(*start, samples_, pictures_.svg).map(numbers);
      const std::string cells = print_slots(program_, let.type, program_.code.initial_frame.data() + kept.slot);
      const std::size_t count = cells.empty() || cells == "none" ? 0 : lang::split(cells, " ").size();
      if (count > 0 && count <= kFew) add(entry, 0, (count == 1 ? "that is " : "these are ") + cells);
    }
  }

  void add_pictures(const Position& start, RuleParts& parts) const {
    const Drawings drawings(start, samples_, pictures_.svg);
    for (std::size_t kind = 0; kind < parts.pieces.size(); ++kind) {
      Entry& entry = parts.pieces[kind];
      entry.looks = drawings.looks(kind);
      entry.optics = drawings.optics(kind, entry.optics_head);
    }
  }

  void add_examples(std::vector<Entry>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto example = samples_.moves.find(rules_.moves[i].name);
      if (example != samples_.moves.end() && unmarked(moves[i].note) != "written " + example->second)
        moves[i].note += ", for example " + code(example->second);
    }
  }

  void add_options(const std::vector<Entry>& rules) {
    constexpr std::size_t kMostValues = 5, kMostOptions = 24;  // whose other values are told
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const rules::Option& option = rules_.options[i];
      Entry entry;
      entry.id = "option " + option.name;
      entry.name = spoken(option.name);
      entry.doc = doc_of(option.doc).paragraphs;
      const std::int64_t now = program_.options[i];
      entry.note = code(option_domain(rules_, option)) + ", here " + code(value_of(rules_, option, now));
      if (!option.text.empty()) add(entry, 0, option.text);
      const bool is_named =
          i < kMostOptions && option.type.base != rules::Base::number && option.values.size() <= kMostValues;
      for (const std::int64_t value : option.values) {
        if (!is_named || value == now) continue;
        std::vector<std::int64_t> options = program_.options;
        options[i] = value;
        const std::vector<Line> changed = changes(rules, all_entries(rule_parts(program_, options)));
        if (changed.empty()) continue;
        add(entry, 0, "with " + code(value_of(rules_, option, value)) + ":");
        for (const Line& line : changed) entry.lines.push_back({line.depth + 1, line.text});
      }
      entries.push_back(std::move(entry));
    }
    add_section("options", "Options", std::move(entries));
  }

  const Game& game_;
  const Program& program_;
  const rules::Rules& rules_;
  const Game* base_;
  Pictures pictures_;
  Samples samples_;
  Sheet sheet_;
};

}  // namespace

Sheet describe(const Game& game, const Game* base, const Pictures& pictures) {
  return Describer(game, base, pictures).describe();
}

std::optional<Game> base_of(const Game& game, lang::Loader* loader) {
  if (game.variant_of().empty()) return std::nullopt;
  const lang::Sources& sources = *game.program().sources;
  const auto id_of = [](std::string_view name) {
    name.remove_prefix(name.find_last_of('/') + 1);
    return name.substr(0, name.rfind(".glint"));
  };
  for (std::uint32_t file = 1; file < sources.size(); ++file) {
    if (id_of(sources.file(file).name) != game.variant_of()) continue;
    Result<Game> base =
        Game::from_text(sources.file(file).text, sources.file(file).name, {}, loader, game.program().limits);
    if (base) return std::move(*base);
  }
  return std::nullopt;
}

}  // namespace glint::describe
