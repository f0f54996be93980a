// The requests for drawing on the board and for changing parts of a script by hand: the syntax tree, the pieces that there
// are, and edits that are tried before they are made. README.md lists their fields. Places are counted in UTF-16 units from
// the beginning of the text, and an edit is [BEGIN, END, TEXT].
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/describe/drawings.hpp"
#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/notation/as_written.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/program/program.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::desk {
namespace {

using Json = nlohmann::ordered_json;
using Pieces = std::vector<std::vector<std::string>>;  // by cell, as `put` would write them, bottom to top

constexpr std::size_t kMostDrawnPieces = 150;  // of more pieces, one of each kind and owner has a picture
constexpr std::size_t kMostEdits = 100;     // texts
constexpr std::uint64_t kMostOfPuzzle = 5'000'000;  // positions of a puzzle

/// Places of a text in UTF-16 units.
class Units {
 public:
  explicit Units(const std::string& text) {
    for (const char c : text) {
      of_.push_back(count_);
      const auto byte = static_cast<unsigned char>(c);
      count_ += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
    of_.push_back(count_);
  }
  Json at(const lang::Span& span) const { return {of_.at(span.begin), of_.at(span.end)}; }
  std::uint32_t byte(std::uint32_t unit) const {
    return static_cast<std::uint32_t>(std::lower_bound(of_.begin(), of_.end() - 1, unit) - of_.begin());
  }

 private:
  std::vector<std::uint32_t> of_;  // by byte
  std::uint32_t count_ = 0;
};

/// Lists the nodes below a node, each as {"node", "at", "name"?, "parts"}.
class SyntaxWriter {
 public:
  explicit SyntaxWriter(const Units& units) : units_(units) {}
  Json all = Json::array();

  void operator()(const tree::Expr& expr) {
    constexpr const char* kNames[] = {"number", "name", "member", "index", "call", "negate", "not", "binary",
                                      "range", "if", "set", "list", "comprehension", "fold", "the", "of",
                                      "stacked", "can", "drawn", "label"};
    const bool is_binary = expr.kind == tree::ExprKind::binary;
    add(is_binary ? text_of(expr.op) : kNames[static_cast<std::size_t>(expr.kind)], expr, expr.name.text);
  }
  void operator()(const tree::Stmt& stmt) {
    Json& made = add(text_of(stmt.kind), stmt, stmt.name.text);
    for (const tree::Arg& arg : stmt.args)
      made["args"].push_back({arg.name ? arg.name->text : "", units_.at(arg.value.front().span)});
    for (const tree::Text& text : stmt.texts) made["texts"].push_back(units_.at(text.span));
  }
  void operator()(const tree::Decl& decl) {
    Json& made = add(text_of(decl.kind), decl, decl.name.text);
    made["change"] = static_cast<int>(decl.change);
    if (const tree::Text* text = text_of(decl)) made["title"] = units_.at(text->span);
    for (const tree::FieldDecl& field : fields_of(decl)) {
      made["fields"].push_back({{"name", field.name.text}, {"type", units_.at(field.type.front().span)}});
      if (!field.initial.empty()) made["fields"].back()["first"] = units_.at(field.initial.front().span);
    }
    const auto* board = decl.get_if<tree::BoardDecl>();
    if (board && !board->cells.empty() && board->cells.front().drawing)
      made["drawing"] = units_.at(board->cells.front().drawing->span);
    const auto* piece = decl.get_if<tree::PieceDecl>();
    if (piece && piece->emits) made["emits"] = units_.at(piece->emits->span);
    if (piece && piece->comes) made["comes"] = units_.at(piece->comes->span);
    if (piece && piece->look) made["look"] = units_.at(piece->look->span);
    const auto* test = decl.get_if<tree::TestDecl>();
    for (const tree::Arg& arg : test ? test->settings : std::vector<tree::Arg>())
      made["args"].push_back({arg.name->text, units_.at(arg.value.front().span)});
  }
  void operator()(const tree::Case& one) { add("case", one); }
  void operator()(const tree::Outcome& outcome) { add(text_of(outcome.way), outcome, outcome.optic.text); }
  void operator()(const tree::TypeExpr& type) { add("type", type); }
  void operator()(const tree::Text& text) { add("text", text); }
  void operator()(const tree::Result& result) { add(text_of(result.kind), result); }

 private:
  template <class Node>
  Json& add(const char* what, const Node& node, const std::string& name = {}) {
    SyntaxWriter below(units_);
    each_part(node, below);
    Json made = {{"node", what}, {"at", units_.at(node.span)}};
    if (!name.empty()) made["name"] = name;
    if (!below.all.empty()) made["parts"] = std::move(below.all);
    return all.emplace_back(std::move(made));
  }

  const Units& units_;
};

/// The declarations of the document, as far as it can be read.
Json syntax(Documents& in, const Json& params) {
  const std::string name = in.name(params);
  const Desk::Analysis* known = in.desk().analysis(name);
  if (!known) return nullptr;
  const Units units(known->sources->file(0).text);
  SyntaxWriter writer(units);
  for (const tree::Decl& decl : known->file(0).decls) writer(decl);
  return {{"version", in.version_of(name)}, {"declarations", std::move(writer.all)}};
}

// ---- pieces

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

/// What can be put on the board, and what stands there.
Json palette(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const Program& program = game.program();
    const std::string wanted = params.value("kind", std::string());
    std::vector<int> keys;
    for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
      const Key& one = program.pieces.keys[key];
      if (program.is_possible(one) && (wanted.empty() || program.rules.kinds[static_cast<std::size_t>(one.kind)].name == wanted))
        keys.push_back(static_cast<int>(key));
    }
    Json pieces = Json::array(), cells = Json::array();
    const std::vector<std::string> drawn_as = key_texts(program);
    std::set<int> drawn;  // kinds and owners that have a picture
    for (const int key : keys) {
      pieces.push_back({{"put", written_piece(program, key)}, {"drawn", drawn_as[static_cast<std::size_t>(key)]}});
      if (drawn.insert(program.key(key).piece_set).second || keys.size() <= kMostDrawnPieces)
        pieces.back()["picture"] = describe::picture_of_piece(position, key);
    }
    const Pieces stacks = pieces_at(position);
    for (std::size_t cell = 0; cell < stacks.size(); ++cell) {
      const CellInfo& info = game.cells()[cell];
      cells.push_back({{"cell", info.label}, {"written", written_cell(game, info)}, {"x", info.x}, {"y", info.y}, {"pieces", stacks[cell]}});
    }
    at.json.update({{"stack", program.layout.stack}, {"pieces", std::move(pieces)}, {"cells", std::move(cells)}});
  });
}

// ---- edits that are tried

std::size_t errors_in(const Desk::Analysis& known) {
  return static_cast<std::size_t>(std::count_if(known.diagnostics.begin(), known.diagnostics.end(), [](const auto& each) {
    return each.severity == lang::Severity::error;
  }));
}

/// The first of some edits after which nothing new is wrong and, where that is asked for, one cell has other pieces at the
/// start, and the others have what they had.
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
    const auto cell = position ? position->game().find_cell(params["cell"].get<std::string>()) : std::nullopt;
    if (!cell) throw Refused{kInvalidParams, "there is no such cell at the start"};
    wanted = pieces_at(*position);
    wanted[static_cast<std::size_t>(*cell)] = params.at("pieces").get<std::vector<std::string>>();
  }
  const std::string& text = before->sources->file(0).text;
  const Units units(text);
  const bool is_laid_out = lang::format(*before->sources, 0).text == text;
  const Json& candidates = params.at("edits");
  std::vector<Error> forbids;  // why play cannot begin so
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostEdits); ++i) {
    std::vector<Edit> edits;
    for (const Json& edit : candidates[i])
      edits.push_back({{name, units.byte(edit.at(0)), units.byte(edit.at(1))}, edit.at(2)});
    Desk::Analysis after = in.desk().edited(*before, edits);
    if (errors_in(after) > errors_in(*before)) continue;
    if (!wanted.empty()) {
      const Result<Position> position = start(after);
      if (!position) forbids = position.errors();
      if (!position || pieces_at(*position) != wanted) continue;
    }
    Json json = {{"version", in.version_of(name)}, {"taken", i}};
    // What was laid out stays so.
    const std::string now = lang::format(*after.sources, 0).text;
    if (is_laid_out && now != after.sources->file(0).text) json["text"] = now;
    return json;
  }
  return {{"version", in.version_of(name)}, {"taken", nullptr}, {"errors", in.errors(forbids, name)}};
}

/// How a puzzle is solved, in how many ways, and the shortest.
Json solve(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game&) {
    SolveOptions options{.limit = std::min<std::uint64_t>(params.value("limit", kMostOfPuzzle), kMostOfPuzzle), .max_returned = 1};
    const Result<Solved> solved = glint::solve(position, options);
    if (!solved) {
      at.json["errors"] = in.errors(solved.errors(), at.name);
      return;
    }
    at.json.update({{"count", solved->count}, {"complete", solved->complete}, {"positions", solved->positions}});
    if (!solved->solutions.empty()) at.json["moves"] = solved->solutions.front().moves;
  });
}

constexpr Request kDrawingRequests[] = {
    {"glint/syntax", syntax}, {"glint/palette", palette}, {"glint/try", try_edits}, {"glint/solve", solve}};

}  // namespace

std::span<const Request> drawing_requests() { return kDrawingRequests; }

}  // namespace glint::desk
