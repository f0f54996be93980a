#include "interpreter/game/loading/make_program.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/build/board/layout.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/machine/machine.hpp"
#include "interpreter/machine/tabulate.hpp"
#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"

namespace glint {

namespace {

using rules::Base;
using rules::Expr;
using rules::Op;
using rules::Stmt;
using rules::StmtKind;
using rules::Type;

// The pieces that each `map` of a setup puts, as statements. The pieces depend on the looks and on the board, so they
// are known when the game is built without them.

Expr expression(Op op, Type type, lang::Span span) {
  Expr made;
  made.op = op;
  made.type = type;
  made.span = span;
  return made;
}

class SetupDrawer {
 public:
  explicit SetupDrawer(const Program& blank)
      : blank_(blank), machine_(blank), reader_(machine_), constants_(blank.rules, blank.options) {}

  std::optional<lang::Diagnostic> fill(rules::Block& block) {
    for (Stmt& stmt : block) {
      if (stmt.kind == StmtKind::map) {
        if (auto problem = put_what_is_drawn(stmt)) return problem;
        continue;
      }
      std::optional<std::int64_t> holds;
      if (stmt.kind == StmtKind::if_) holds = constants_.try_value(stmt.exprs[0]);
      if (!holds || *holds != 0)
        if (auto problem = fill(stmt.body)) return problem;
      if (!holds || *holds == 0)
        if (auto problem = fill(stmt.other)) return problem;
    }
    return std::nullopt;
  }

 private:
  std::optional<lang::Diagnostic> put_what_is_drawn(Stmt& map) {
    const std::vector<DrawnRow> rows = rows_of(map.texts[0]);
    for (const DrawnRow& row : rows)
      if (is_setting(row.text))
        return misdrawn(blank_, map, {row.line, "the `map` of a setup has only the board: write statements for the rest"});
    std::vector<std::vector<int>> columns;
    if (const auto problem = reader_.read(rows, 1, columns)) return misdrawn(blank_, map, *problem);
    map.body.clear();
    for (std::size_t level = 0; level < static_cast<std::size_t>(blank_.layout.stack); ++level) {
      std::map<int, Expr> cells_of;  // by key
      for (std::size_t cell = 0; cell < columns.size(); ++cell) {
        if (columns[cell].size() <= level) continue;
        Type type{Base::cell};
        type.is_set = true;
        Expr& cells = cells_of.try_emplace(columns[cell][level], expression(Op::set, type, map.span)).first->second;
        cells.kids.push_back(element({Base::cell}, static_cast<std::int64_t>(cell), map.span));
      }
      for (auto& [key, cells] : cells_of) map.body.push_back(put(blank_.key(key), std::move(cells), map.span));
    }
    return std::nullopt;
  }

  Stmt put(const Key& key, Expr cells, lang::Span span) {
    const rules::Kind& kind = blank_.rules.kinds[static_cast<std::size_t>(key.kind)];
    Stmt put;
    put.kind = StmtKind::put;
    put.span = span;
    put.ref = key.kind;
    put.exprs.push_back(std::move(cells));
    if (kind.owned && !kind.owner_from) put.exprs.push_back(element({Base::player}, key.owner, span));
    for (std::size_t i = 0; i < kind.fields.size(); ++i)
      put.inits.push_back(value(blank_.rules.fields[static_cast<std::size_t>(kind.fields[i])].type, key.values[i], span));
    return put;
  }

  /// A field's value as an expression. The value of a field that is a set is stored as its bits.
  Expr value(Type type, std::int64_t number, lang::Span span) {
    if (!type.is_set) return element(type, number, span);
    Expr set = expression(Op::set, type, span);
    type.is_set = false;
    for (std::int64_t bit = 0; bit < kMostInSetField; ++bit)
      if (number >> bit & 1) set.kids.push_back(element(type, bit, span));
    return set;
  }
  Expr element(const Type& type, std::int64_t number, lang::Span span) {
    if (type.base == Base::edge) {
      const auto& edge = blank_.geometry.edges[static_cast<std::size_t>(number)];
      Expr made = expression(Op::edges, type, span);
      made.kids = {element({Base::cell}, edge.cell, span), element({Base::direction}, edge.way, span)};
      return made;
    }
    Expr made = expression(type.base == Base::cell ? Op::label : Op::constant, type, span);
    made.number = number;
    if (type.base == Base::cell) made.text = blank_.geometry.label_of(static_cast<int>(number));
    if (type.base == Base::number) made.type.lo = made.type.hi = number;
    return made;
  }

  const Program& blank_;
  Machine machine_;
  BoardReader reader_;
  Constants constants_;
};

/// True if a block has a `map`.
bool draws(const rules::Block& setup) {
  bool found = false;
  rules::for_each_stmt(setup, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::map; });
  return found;
}

/// The block without the pieces of its maps.
rules::Block undrawn(rules::Block setup) {
  for (Stmt& stmt : setup) {
    stmt.body = stmt.kind == StmtKind::map ? rules::Block{} : undrawn(std::move(stmt.body));
    stmt.other = undrawn(std::move(stmt.other));
  }
  return setup;
}

/// Fills the body of each `map` of `setup` with the `put` statements for its pieces, from the bottom of each cell to the
/// top. `blank` is the same game built with `undrawn` setups. Branches that its options rule out stay as they are.
/// Returns the error in a drawing (G0701), if any; the setup must then not be used.
std::optional<lang::Diagnostic> draw(rules::Block& setup, const Program& blank) {
  try {
    return SetupDrawer(blank).fill(setup);
  } catch (BuildFailure& failure) {
    return std::move(failure.diagnostic);
  }
}

Built tabulated(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                const BuildOptions& options) {
  Built built = build(rules, std::move(sources), std::move(id), options);
  if (!built.program) return built;
  if (options.limits.stop) built.program->work.begin(built.program->code.instructions.size());
  if (const auto failure = tabulate(*built.program)) {
    built.diagnostics.push_back(diagnostic_of(*failure));
    built.program.reset();
  }
  return built;
}

/// The game of those who play with these options.
Built seated(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
             const BuildOptions& options) {
  rules::Rules present = rules;
  std::vector<std::int64_t> values = options.options;
  for (std::size_t i = values.size(); i < rules.options.size(); ++i) values.push_back(rules.options[i].initial);
  try {
    seat(present, values);
  } catch (BuildFailure& failure) {
    return {nullptr, {std::move(failure.diagnostic)}};
  }
  Built built = make_program(present, std::move(sources), std::move(id), options);
  if (built.program) built.program->all_players = std::make_shared<const rules::Rules>(rules);
  return built;
}

/// Builds the same game in another way; it keeps its limits, its hash and its warnings.
Result<Game> rebuilt(const Program& before, BuildOptions options) {
  options.limits = before.limits;
  const Built built = make_program(before.written_rules(), before.sources, before.id, options);
  if (!built.program) return to_error(*before.sources, built.diagnostics.front());
  built.program->rules_hash = before.rules_hash;
  built.program->warnings = before.warnings;
  built.program->script = before.script;
  return Game(built.program);
}

}  // namespace

Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options) {
  if (rules::has_absent_players(rules)) return seated(rules, std::move(sources), std::move(id), options);
  if (!draws(rules.setup.body)) return tabulated(rules, std::move(sources), std::move(id), options);
  rules::Rules drawn = rules;
  drawn.setup.body = undrawn(std::move(drawn.setup.body));
  Built blank = tabulated(drawn, sources, id, {.options = options.options, .limits = options.limits});
  if (!blank.program) return blank;
  if (auto problem = draw(drawn.setup.body, *blank.program)) return {nullptr, {std::move(*problem)}};
  return tabulated(drawn, std::move(sources), std::move(id), options);
}

Result<Game> built_without(const Game& game, Lowerings without) {
  return rebuilt(game.program(), {.options = game.program().options, .without = without});
}

Result<Game> built_for_coverage(const Game& game) {
  return rebuilt(game.program(), {.options = game.program().options, .without = Lowerings::all(), .covers = true});
}

Result<Game> built_with(const Game& game, const Settings& settings) {
  const rules::Rules& rules = game.program().rules;
  BuildOptions options{.options = game.program().options};
  for (const auto& [name, text] : settings)
    for (std::size_t i = 0; i < rules.options.size(); ++i)
      if (rules.options[i].name == name)
        if (const auto value = option_value(rules, rules.options[i], text)) options.options[i] = *value;
  return rebuilt(game.program(), options);
}

}  // namespace glint
