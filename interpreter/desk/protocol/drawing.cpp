// The requests for drawing on the board and for changing parts of a script by hand: the syntax tree, the available
// pieces, and edits that are tried before they are made. README.md lists their fields. Places are counted in UTF-16
// units from the beginning of the text, and an edit is [BEGIN, END, TEXT].
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/describe/describe.hpp"
#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/lab/json/diff_json.hpp"
#include "interpreter/players/exact/exact_values.hpp"
#include "interpreter/program/program.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;
using Pieces = std::vector<std::vector<std::string>>;  // by cell, as `put` would write them, bottom to top

constexpr std::size_t kMostDrawnPieces = 150;       // of more pieces, one of each kind and owner has a picture
constexpr std::size_t kMostEdits = 100;             // texts
constexpr std::uint64_t kMostOfPuzzle = 5'000'000;  // positions of a puzzle

using Units = std::vector<std::uint32_t>;  // by byte

Units units_of(const std::string& text) {
  Units units{0};
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units.push_back(units.back() + ((byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1));
  }
  return units;
}

/// Lists the nodes below a node, each as {"node", "at", "name"?, "parts"}.
class SyntaxWriter {
 public:
  explicit SyntaxWriter(const Units& units) : units_(units) {}
  Json all = Json::array();

  void operator()(const tree::Expr& expr) {
    constexpr const char* kNames[] = {"number", "name",  "member",  "index", "call",  "negate",        "not",
                                      "binary", "range", "if",      "set",   "list",  "comprehension", "fold",
                                      "the",    "of",    "stacked", "can",   "drawn", "label"};
    const bool is_binary = expr.kind == tree::ExprKind::binary;
    add(is_binary ? text_of(expr.op) : kNames[static_cast<std::size_t>(expr.kind)], expr, expr.name.text);
  }
  void operator()(const tree::Stmt& stmt) {
    Json& made = add(text_of(stmt.kind), stmt, stmt.name.text);
    for (const tree::Arg& arg : stmt.args)
      made["args"].push_back({arg.name ? arg.name->text : "", at(arg.value.front().span)});
    for (const tree::Text& text : stmt.texts) made["texts"].push_back(at(text.span));
  }
  void operator()(const tree::Decl& decl) {
    Json& made = add(text_of(decl.kind), decl, decl.name.text);
    made["change"] = static_cast<int>(decl.change);
    if (const tree::Text* text = text_of(decl)) made["title"] = at(text->span);
    for (const tree::FieldDecl& field : fields_of(decl)) {
      made["fields"].push_back({{"name", field.name.text}, {"type", at(field.type.front().span)}});
      if (!field.initial.empty()) made["fields"].back()["first"] = at(field.initial.front().span);
    }
    const auto* board = decl.get_if<tree::BoardDecl>();
    if (board && !board->cells.empty() && board->cells.front().drawing)
      made["drawing"] = at(board->cells.front().drawing->span);
    const auto* piece = decl.get_if<tree::PieceDecl>();
    if (piece && piece->comes) made["comes"] = at(piece->comes->span);
    if (piece && piece->look) made["look"] = at(piece->look->span);
  }
  void operator()(const tree::Case& one) { add("case", one); }
  void operator()(const tree::Outcome& outcome) { add(text_of(outcome.way), outcome, outcome.optic.text); }
  void operator()(const tree::TypeExpr& type) { add("type", type); }
  void operator()(const tree::Text& text) { add("text", text); }
  void operator()(const tree::Result& result) { add(text_of(result.kind), result); }

 private:
  Json& add(const char* what, const auto& node, const std::string& name = {}) {
    SyntaxWriter below(units_);
    each_part(node, below);
    Json made = {{"node", what}, {"at", at(node.span)}};
    if (!name.empty()) made["name"] = name;
    if (!below.all.empty()) made["parts"] = std::move(below.all);
    return all.emplace_back(std::move(made));
  }

  Json at(const lang::Span& span) const { return {units_.at(span.begin), units_.at(span.end)}; }

  const Units& units_;
};

/// The declarations of the document, as far as they can be read.
Json syntax(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Desk::Analysis* known = in.desk().analysis(name);
  if (!known) return nullptr;
  const Units units = units_of(known->sources->file(0).text);
  SyntaxWriter writer(units);
  for (const tree::Decl& decl : known->file(0).decls) writer(decl);
  return {{"version", in.version_of(name)}, {"declarations", std::move(writer.all)}};
}

Pieces pieces_at(const Position& position) {
  const Game game = position.game();
  const Program& program = game.program();
  Pieces all(static_cast<std::size_t>(program.geometry.cells));
  for (std::size_t cell = 0; cell < all.size(); ++cell)
    for (int level = 0; level < program.layout.stack; ++level)
      if (const int key = program.key_in(position.state().data(), static_cast<int>(cell), level))
        all[cell].push_back(written_piece(program, key));
  return all;
}

/// The pieces that can be put on the board, and those on it.
Json palette(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const Program& program = game.program();
    const int viewer = viewer_of(params, position);
    const std::vector<std::string> drawn_as = key_texts(program);
    Json pieces = Json::array(), cells = Json::array();
    std::set<int> drawn;  // kinds and owners that have a picture
    for (int key = 1; key < static_cast<int>(drawn_as.size()); ++key) {
      if (!program.is_possible(program.key(key))) continue;
      pieces.push_back({{"put", written_piece(program, key)}, {"drawn", drawn_as[static_cast<std::size_t>(key)]}});
      if (drawn.insert(program.key(key).piece_set).second || drawn_as.size() <= kMostDrawnPieces)
        pieces.back()["picture"] = describe::picture_of_piece(position, key, viewer);
    }
    const Pieces stacks = pieces_at(position);
    for (std::size_t cell = 0; cell < stacks.size(); ++cell) {
      const CellInfo& info = game.cells()[cell];
      cells.push_back({{"cell", info.label}, {"written", written_cell(game, info)}, {"pieces", stacks[cell]}});
      cells.back().update({{"x", info.x}, {"y", info.y}});
    }
    at.json.update({{"stack", program.layout.stack}, {"pieces", std::move(pieces)}, {"cells", std::move(cells)}});
  });
}

/// The first of some edits after which nothing new is wrong and, if wanted, one cell has other pieces at the start
/// while all others stay.
Json try_edits(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  Desk::Analysis* const before = in.desk().analysis(name);
  if (!before) return nullptr;
  const auto start = [&](Desk::Analysis& of) {
    const Result<Game> game = of.game(settings_of(params, "options"));
    return game ? game->start({.seed = params.value("seed", std::uint64_t{1})}) : Result<Position>(game.errors());
  };
  Pieces wanted;
  if (params.contains("cell")) {
    const Result<Position> position = start(*before);
    if (!position)
      return {{"version", in.version_of(name)}, {"taken", nullptr}, {"errors", in.errors(position.errors(), name)}};
    const auto cell = position->game().find_cell(params["cell"].get<std::string>());
    if (!cell) throw Refused{kInvalidParams, "there is no such cell at the start"};
    wanted = pieces_at(*position);
    wanted[static_cast<std::size_t>(*cell)] = field_of(params, "pieces").get<std::vector<std::string>>();
  }
  const std::string& text = before->sources->file(0).text;
  const Units units = units_of(text);
  const auto byte = [&](std::uint32_t unit) {
    return static_cast<std::uint32_t>(std::upper_bound(units.begin(), units.end(), unit) - units.begin() - 1);
  };
  const bool is_laid_out = lang::format(*before->sources, 0).text == text;
  const Json& candidates = field_of(params, "edits");
  std::vector<Error> forbids;  // why play cannot begin so
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostEdits); ++i) {
    std::vector<Edit> edits;
    for (const Json& edit : candidates[i]) {
      const bool has_places = edit.at(0).is_number_unsigned() && edit.at(1).is_number_unsigned();
      const Range at{name, has_places ? byte(edit.at(0)) : 1, has_places ? byte(edit.at(1)) : 0};
      if (at.begin > at.end) throw Refused{kInvalidParams, "an edit is [BEGIN, END, TEXT], with BEGIN not after END"};
      const auto overlaps = [&](const Edit& one) { return one.at.begin < at.end && at.begin < one.at.end; };
      if (std::any_of(edits.begin(), edits.end(), overlaps)) throw Refused{kInvalidParams, "edits of a list overlap"};
      edits.push_back({at, edit.at(2)});
    }
    Desk::Analysis after = in.desk().edited(*before, edits);
    if (after.error_count() > before->error_count()) continue;
    if (!wanted.empty()) {
      const Result<Position> position = start(after);
      if (!position) forbids = position.errors();
      if (!position || pieces_at(*position) != wanted) continue;
    }
    Json json = {{"version", in.version_of(name)}, {"taken", i}};
    // A text in the usual layout stays so.
    const std::string now = lang::format(*after.sources, 0).text;
    if (is_laid_out && now != after.sources->file(0).text) json["text"] = now;
    return json;
  }
  return {{"version", in.version_of(name)}, {"taken", nullptr}, {"errors", in.errors(forbids, name)}};
}

/// The solutions of a puzzle: their number, and the shortest. Or the exact value of a game.
Json solve(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game&) {
    if (params.value("value", false)) {
      std::optional<Error> error = ExactValues::refusal(position, "`value`");
      if (error) return void(at.json["errors"] = in.errors({*error}, at.name));
      ExactValues values(position, {.limit = kMostOfPuzzle});
      error = values.run();
      const Result<PerfectPlay> play = error ? Result<PerfectPlay>(*error) : perfect_play(values, position);
      if (!play) return void(at.json["errors"] = in.errors(play.errors(), at.name));
      at.json.update(json_of(*play));
      return at.json.update({{"depth", values.depth()}, {"positions", values.positions()}});
    }
    const Result<Solved> solved = glint::solve(position, {.limit = kMostOfPuzzle, .max_returned = 1});
    if (!solved) return void(at.json["errors"] = in.errors(solved.errors(), at.name));
    at.json.update({{"count", solved->count}, {"complete", solved->complete}, {"positions", solved->positions}});
    if (!solved->solutions.empty()) at.json["moves"] = solved->solutions.front().moves;
  });
}

constexpr Request kDrawingRequests[] = {
    {"glint/syntax", syntax}, {"glint/palette", palette}, {"glint/try", try_edits}, {"glint/solve", solve}};

}  // namespace

std::span<const Request> drawing_requests() { return kDrawingRequests; }

}  // namespace glint::desk
