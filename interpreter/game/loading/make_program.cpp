#include "interpreter/game/loading/make_program.hpp"

#include <utility>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/build/board/seating.hpp"
#include "interpreter/game/loading/drawn_setup.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/machine/tabulate.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

namespace {

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

/// Builds the same game with other options; it keeps its hash and its warnings.
Result<Game> rebuilt(const Program& before, const BuildOptions& options) {
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
  BuildOptions plain;
  plain.options = options.options;
  plain.limits = options.limits;
  Built blank = tabulated(drawn, sources, id, plain);
  if (!blank.program) return blank;
  if (auto problem = draw(drawn.setup.body, *blank.program)) return {nullptr, {std::move(*problem)}};
  return tabulated(drawn, std::move(sources), std::move(id), options);
}

Result<Game> built_without(const Game& game, Lowerings without) {
  BuildOptions options;
  options.options = game.program().options;
  options.limits = game.program().limits;
  options.without = without;
  return rebuilt(game.program(), options);
}

Result<Game> built_for_coverage(const Game& game) {
  BuildOptions options;
  options.options = game.program().options;
  options.limits = game.program().limits;
  options.without = Lowerings::all();
  options.covers = true;
  return rebuilt(game.program(), options);
}

Result<Game> built_with(const Game& game, const Settings& settings) {
  const rules::Rules& rules = game.program().rules;
  BuildOptions options;
  options.options = game.program().options;
  options.limits = game.program().limits;
  for (const auto& [name, text] : settings)
    for (std::size_t i = 0; i < rules.options.size(); ++i)
      if (rules.options[i].name == name)
        if (const auto value = option_value(rules, rules.options[i], text)) options.options[i] = *value;
  return rebuilt(game.program(), options);
}

}  // namespace glint
