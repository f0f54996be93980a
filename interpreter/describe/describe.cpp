#include "interpreter/describe/describe.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/parse/parse.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/tree.hpp"

namespace glint::describe {
namespace {

using lang::counted;
using tree::DeclKind;
using view::list_words;
using view::spoken;

/// Larger boards are not drawn.
constexpr std::size_t kMostDrawn = 700;

class Describer {
 public:
  Describer(const Game& game, const Game* base, const Pictures& pictures)
      : game_(game), program_(game.program()), rules_(program_.rules), base_(base), pictures_(pictures), start_(game.start()) {
    if (start_) samples_ = samples_of(*start_);
    place_ = word_for_places();
  }

  Sheet describe() {
    sheet_.title = game_.title();
    sheet_.doc = read_comment(game_.doc()).lines;
    if (base_) add_differences();
    add_set_up();
    add_pieces();
    add_beams();
    std::vector<Entry> play;
    add_words(play, DeclKind::play);
    add_section("play", "How the game goes", std::move(play));
    add_moves();
    add_end();
    add_options();
    add_script();
    return std::move(sheet_);
  }

 private:
  /// The author's word for a cell: the one that occurs most often in the comments for players.
  std::string word_for_places() const {
    std::map<std::string, int> counts;
    for (const DeclKind kind : {DeclKind::board, DeclKind::setup, DeclKind::piece, DeclKind::beam, DeclKind::move})
      for (const tree::Decl* decl : decls_of(kind))
        for (const std::string_view word : lang::split(decl->doc, " "))
          for (const std::string name : {"cell", "square", "space"})
            counts[name] += word.starts_with(name) && word.size() <= name.size() + 2;
    std::string most = "cell";
    for (const auto& [name, times] : counts)
      if (times > counts[most]) most = name;
    return most;
  }

  void add_section(const std::string& id, const std::string& heading, std::vector<Entry> entries) {
    if (!entries.empty()) sheet_.sections.push_back({id, heading, std::move(entries)});
  }

  /// The declarations of a kind, in the order of the script.
  std::vector<const tree::Decl*> decls_of(DeclKind kind) const {
    std::vector<const tree::Decl*> found;
    if (program_.script)
      for (const tree::Decl& decl : program_.script->decls)
        if (decl.kind == kind) found.push_back(&decl);
    return found;
  }

  /// A declaration in the script's own lines, with the additions of variants. `with_comment`: with its doc comment.
  static std::string quoted(const lang::Sources& sources, const tree::Decl& decl, bool with_comment) {
    std::string text;
    if (with_comment && !decl.doc.empty())
      for (const std::string_view line : lang::split(decl.doc, "\n")) text += "/// " + std::string(line) + "\n";
    text += sources.text(decl.span);
    for (const lang::Span& extension : decl.extensions) text += "\n" + std::string(sources.text(extension));
    return text + "\n";
  }

  /// An entry with the comment of a declaration or, without a comment, with its lines.
  Entry told(const tree::Decl& decl, const std::string& id, const std::string& name = "") {
    Comment comment = read_comment(decl.doc);
    Entry entry{.id = id, .name = spoken(name), .doc = std::move(comment.lines), .drawing = std::move(comment.drawing)};
    // A drawing that is a board of this game is drawn with its light, and smaller.
    if (!entry.drawing.empty() && pictures_.svg && game_.cells().size() <= kMostDrawn)
      if (const Result<Position> example = game_.read(entry.drawing))
        entry.board = view::diagram(view::scene_of(*example, -1, {.light = true}), 0.7, true);
    if (!decl.doc.empty()) return entry;
    entry.script = quoted(*program_.sources, decl, false);
    quoted_.insert(&decl);
    return entry;
  }

  /// `all`: also those declarations that have no comment.
  void add_words(std::vector<Entry>& entries, DeclKind kind, bool all = true) {
    for (const tree::Decl* decl : decls_of(kind))
      if (all || !decl->doc.empty()) entries.push_back(told(*decl, lang::words_of(kind)));
  }

  static std::string value_of(const Program& program, std::size_t option) {
    return print_value(program.rules, program.rules.options[option].type, program.options[option]);
  }

  void add_differences() {
    const Program& base = base_->program();
    Entry entry{.id = "differences"};
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const rules::Option& option = rules_.options[i];
      for (std::size_t old = 0; old < base.rules.options.size(); ++old) {
        if (base.rules.options[old].name != option.name || value_of(base, old) == value_of(program_, i)) continue;
        entry.lines.push_back("The option " + strong(spoken(option.name)) +
                              (option.text.empty() ? "" : " (" + option.text + ")") + " is " +
                              code(value_of(program_, i)) + " instead of " + code(value_of(base, old)) + ".");
      }
    }
    const std::size_t cells = game_.cells().size(), before = base_->cells().size();
    if (cells != before)
      entry.lines.push_back("The board has " + counted(cells, place_) + " instead of " + std::to_string(before) + ".");
    entry.lines.push_back("The rules below are those of " + base_->title() +
                          "; where they differ from what stands here, this holds.");
    // The game of a variant has no sign of removed parts, so these are read from the variant's own text.
    const lang::Sources& sources = *program_.sources;
    for (const tree::Decl& decl : lang::parse(sources, program_.script->file).file.decls)
      if (decl.kind != DeclKind::test && decl.kind != DeclKind::variant && decl.change != tree::Change::set)
        entry.script += (entry.script.empty() ? "" : "\n") + quoted(sources, decl, true);
    Entry original{.id = "base", .name = base_->title(), .doc = read_comment(base_->doc()).lines};
    add_section("differences", "What is different from " + base_->title(), {std::move(entry), std::move(original)});
  }

  void add_set_up() {
    std::vector<Entry> entries;
    Entry entry{.id = "start"};
    const std::vector<std::string> names = game_.players();
    const std::string team = game_.is_team() ? ", who are one team: " : ": ";
    std::string players = counted(names.size(), "player") + team + list_words(names);
    if (names.size() > 1 && start_ && start_->to_move() >= 0 && start_->draws().empty() &&
        !PositionView(*start_).machine().node().together)
      players += ". " + capital(names[static_cast<std::size_t>(start_->to_move())]) + " moves first";
    entry.lines.push_back(capital(players) + ".");
    for (const rules::Player& player : program_.written_rules().players)
      if (player.when)
        entry.lines.push_back(capital(player.name) + " plays if " +
                              code(std::string(program_.sources->text(player.when->span))) + ".");
    const std::vector<CellInfo>& cells = game_.cells();
    std::string board = counted(cells.size(), place_);
    if (uses_beams() || writes_directions())
      board += "; directions, clockwise: " +
               lang::joined(game_.directions(), ", ", [](const DirectionInfo& way) { return code(way.name); }) +
               "; a turn from one to the next is a notch";
    entry.lines.push_back(board + ".");
    const auto own = std::find_if(cells.begin(), cells.end(), [](const CellInfo& cell) { return cell.player >= 0; });
    if (own != cells.end())
      entry.lines.push_back("In a move of " + game_.players()[static_cast<std::size_t>(own->player)] + ", " +
                            code(own->own_label) + " means " + own->label + ": all players write their own cells so.");
    if (rules_.board.stacks > 1)
      entry.lines.push_back("A stack has " + counted(rules_.board.stacks, "piece") + " at most.");
    if (!rules_.board.wraps.empty()) entry.lines.push_back("A step off the board comes in again on the other side.");
    if (start_) add_start(entry);
    for (const DeclKind kind : {DeclKind::players, DeclKind::board, DeclKind::use_board, DeclKind::setup})
      add_words(entries, kind, false);
    entries.push_back(std::move(entry));
    add_section("board", "Set-up", std::move(entries));
  }

  /// The board before the first move, and the meaning of its marks.
  void add_start(Entry& entry) {
    view::Scene scene = view::scene_of(*start_, kNobody);
    // A beam that the rules follow belongs to a move, and there was none yet.
    std::erase_if(scene.beams, [](const Beam& beam) { return !beam.name.empty() || beam.entry_way >= 0; });
    for (const view::Ground& zone : scene.legend)
      if (!zone.name.empty())
        entry.lines.push_back(
            capital(zone.name) + ": " + places(zone, scene) +
            (zone.sign.empty() || !pictures_.characters ? "." : ", in text " + code(zone.sign) + "."));
    if (game_.cells().size() > kMostDrawn) return;
    const auto drawn = [](const view::Scene& each) { return view::picture(each, {.utf8 = true}); };
    for (std::uint64_t seed = 2; !start_->draws().empty() && seed < 6; ++seed)
      if (const auto other = game_.start({.seed = seed});
          other && drawn(view::scene_of(*other, kNobody)) != drawn(view::scene_of(*start_, kNobody))) {
        entry.lines.push_back("Chance has a part in this board; the picture is an example.");
        break;
      }
    if (pictures_.characters) entry.drawing = drawn(scene);
    if (pictures_.svg) entry.board = view::diagram(scene, 1, true);
  }

  std::string places(const view::Ground& zone, const view::Scene& scene) const {
    constexpr std::size_t kMostNamed = 12;
    const std::vector<std::string> names = view::places_of(zone, scene);
    if (zone.of_lines || zone.of_edges)
      return zone.of_lines ? "thin lines" : zone.texture > 0 && pictures_.on_paper ? "thick broken lines" : "thick lines";
    return names.size() > kMostNamed ? counted(names.size(), "marked " + place_) : list_words(names);
  }

  void add_pieces() {
    std::vector<Entry> entries;
    const std::vector<const tree::Decl*> decls = decls_of(DeclKind::piece);
    for (std::size_t kind = 0; kind < rules_.kinds.size(); ++kind) {
      const std::string& name = rules_.kinds[kind].name;
      const std::string& label = rules_.kinds[kind].label.empty() ? name : rules_.kinds[kind].label;
      Entry entry{.id = "piece " + name, .name = spoken(label)};
      for (const tree::Decl* decl : decls)
        if (decl->name.text == name && !decl->doc.empty()) entry = told(*decl, entry.id, label);
      if (start_) {
        const Drawings drawings(*start_, samples_, pictures_);
        entry.looks = drawings.looks(kind);
        entry.optics = drawings.optics(kind, entry.optics_head);
      }
      entries.push_back(std::move(entry));
    }
    add_section("pieces", "The pieces", std::move(entries));
  }

  bool writes_directions() const {
    return std::any_of(rules_.moves.begin(), rules_.moves.end(), [](const rules::Move& move) {
      const auto& parts = move.notation.parts;
      return std::any_of(parts.begin(), parts.end(), [](const rules::TextPart& part) {
        return part.hole && part.hole->type.base == rules::Base::direction;
      });
    });
  }

  /// True if anything sends out beams, or the rules follow some.
  bool uses_beams() const {
    bool uses = std::any_of(rules_.kinds.begin(), rules_.kinds.end(), [](const rules::Kind& kind) { return kind.emits; });
    rules::for_each_play_expr(rules_, [&](const rules::Expr& whole) {
      rules::walk(whole, [&](const rules::Expr& expr) { uses = uses || expr.op == rules::Op::trace_from; });
    });
    return uses;
  }

  void add_beams() {
    if (!uses_beams()) return;
    std::vector<Entry> entries;
    for (const DeclKind kind : {DeclKind::beam, DeclKind::enters, DeclKind::crosses}) add_words(entries, kind, false);
    entries.push_back({.id = "beams",
                       .lines = {"A beam runs straight on until something acts on it, or until it leaves the board. "
                                 "One that goes round ends where it would leave a " +
                                 place_ + " again in the same direction" +
                                 std::string(rules_.beams.fields.empty() ? "." : " and with the same light.")}});
    add_section("beams", "Beams", std::move(entries));
  }

  void add_moves() {
    std::vector<Entry> entries;
    for (const tree::Decl* decl : decls_of(DeclKind::move)) {
      Entry entry = told(*decl, "move " + decl->name.text, decl->name.text);
      const auto move = std::find_if(rules_.moves.begin(), rules_.moves.end(),
                                     [&](const rules::Move& each) { return each.name == decl->name.text; });
      if (move == rules_.moves.end()) continue;
      const std::string written = notation(*move);
      entry.note = "written " + written;
      // A comment that draws a board has an example for it.
      if (const auto sample = samples_.moves.find(move->name); entry.drawing.empty() && sample != samples_.moves.end()) {
        const MoveParts& example = sample->second;
        if (unmarked(written) != example.text) entry.note += ", for example " + code(example.text);
        std::vector<std::string> picks;
        for (const MoveParts::Pick& each : example.picks) picks.push_back(pick(each.name) + " is " + code(each.value));
        if (picks.size() > 1) entry.note += ", where " + list_words(picks);
      }
      entries.push_back(std::move(entry));
    }
    add_section("moves", "Moves", std::move(entries));
  }

  /// The notation of a move, its picks by name.
  std::string notation(const rules::Move& move) const {
    std::string words;
    for (const rules::TextPart& part : move.notation.parts) {
      const std::string_view word = lang::trimmed(part.literal, " ");
      const bool is_word = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalpha(c); });
      const std::size_t at = is_word ? part.literal.find(word) : 0;
      words += is_word ? part.literal.substr(0, at) + strong(word) + part.literal.substr(at + word.size()) : part.literal;
      if (part.hole) words += pick(program_.sources->text(part.hole->span));
      const bool is_last = &part == &move.notation.parts.back() || !(&part)[1].repeated;
      if (part.repeated && is_last) words += " ...";
    }
    return words;
  }

  /// True if scores ever decide a game.
  bool ends_by_score() const {
    const auto is_score = [](const std::optional<rules::Result>& result) {
      return result && result->kind == lang::ResultKind::score;
    };
    bool ends = rules_.judging.clock && is_score(rules_.judging.clock->out);
    for (const rules::EndRule& rule : rules_.judging.ends) ends = ends || is_score(rule.result);
    const auto look = [&](const rules::Block& block) {
      rules::for_each_stmt(block, [&](const rules::Stmt& stmt) { ends = ends || is_score(stmt.result); });
    };
    look(rules_.play.body);
    for (const rules::Move& move : rules_.moves) look(move.body);
    for (const rules::Effect& effect : rules_.effects) look(effect.body);
    return ends;
  }

  void add_end() {
    std::vector<Entry> entries;
    add_words(entries, DeclKind::end);
    add_words(entries, DeclKind::score, ends_by_score());
    add_words(entries, DeclKind::clock, false);
    if (const std::optional<Game::ClockInfo> clock = game_.clock()) {
      const auto minutes = [](std::int64_t seconds) {
        return std::to_string(seconds / 60) + (seconds % 60 < 10 ? ":0" : ":") + std::to_string(seconds % 60);
      };
      std::vector<std::string> times;
      if (clock->turn) times.push_back(minutes(*clock->turn) + " for a turn");
      if (clock->reserve) times.push_back(minutes(*clock->reserve) + " in reserve");
      if (clock->whole_game) times.push_back(minutes(*clock->whole_game) + " for the whole game");
      std::map<std::int64_t, std::vector<std::string>> adding;  // moves, by what they add
      for (const auto& [move, seconds] : clock->adds) adding[seconds].push_back(pick(spoken(move)));
      for (const auto& [seconds, moves] : adding)
        times.push_back(minutes(seconds) + " more with " + list_words(moves, "or"));
      entries.push_back({.id = "clock", .lines = {"Time between people, in minutes: " + list_words(times) + "."}});
    }
    add_section("end", "The end", std::move(entries));
  }

  void add_options() {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const rules::Option& option = rules_.options[i];
      Entry entry{.id = "option " + option.name, .name = spoken(option.name), .doc = read_comment(option.doc).lines};
      entry.note = code(option_domain(rules_, option)) + ", here " + code(value_of(program_, i));
      if (!option.text.empty()) entry.doc.insert(entry.doc.begin(), {sentence(capital(option.text))});
      entries.push_back(std::move(entry));
    }
    add_section("options", "Options", std::move(entries));
  }

  /// The rules in the script's own lines, except those shown above.
  void add_script() {
    if (!program_.script) return;
    using enum tree::DeclKind;
    // Declarations whose comments stand above.
    const std::set<DeclKind> told = {board, use_board, setup, piece, beam, enters, crosses, play, move, end, score, clock};
    // Declarations that are no rules, and options, which have a section.
    const std::set<DeclKind> other = {game, variant, use, players, test, option, show, ground, heuristic, show_beams, invariant, show_edges};
    Entry entry{.id = "script"};
    for (const tree::Decl& decl : program_.script->decls)
      if (!other.contains(decl.kind) && !quoted_.contains(&decl))
        entry.script += (entry.script.empty() ? "" : "\n") + quoted(*program_.sources, decl, !told.contains(decl.kind));
    if (!entry.script.empty()) add_section("script", "The script's own lines", {std::move(entry)});
  }

  const Game& game_;
  const Program& program_;
  const rules::Rules& rules_;
  const Game* base_;
  const Pictures pictures_;
  const Result<Position> start_;
  Samples samples_;
  std::string place_;  // see word_for_places
  Sheet sheet_;
  std::set<const tree::Decl*> quoted_;  // declarations that are shown as lines instead of words
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
    Result<Game> base = Game::from_text(sources.file(file).text, sources.file(file).name, {}, loader, game.program().limits);
    if (base) return std::move(*base);
  }
  return std::nullopt;
}

}  // namespace glint::describe
