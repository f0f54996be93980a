#include "interpreter/game/make_program.hpp"

#include <utility>

#include "interpreter/game/errors.hpp"
#include "interpreter/machine/tabulate.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

Built make_program(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
                   const BuildOptions& options) {
  Built built = build(rules, std::move(sources), std::move(id), options);
  if (!built.program) return built;
  if (const auto failure = tabulate(*built.program)) {
    built.diagnostics.push_back(diagnostic_of(*failure));
    built.program.reset();
  }
  return built;
}

namespace {

/// Builds the same game with other options; it keeps its hash and its warnings.
Result<Game> rebuilt(const Program& before, const BuildOptions& options) {
  const Built built = make_program(before.rules, before.sources, before.id, options);
  if (!built.program) return to_error(*before.sources, built.diagnostics.front());
  built.program->rules_hash = before.rules_hash;
  built.program->warnings = before.warnings;
  built.program->script = before.script;
  return Game(built.program);
}

}  // namespace

std::string Game::plan() const {
  const rules::Rules& rules = program_->rules;
  std::vector<PlannedList> plans;
  BuildOptions options;
  options.options = program_->options;
  options.plans = &plans;
  build(rules, program_->sources, program_->id, options);
  std::string text;
  for (const PlannedList& one : plans) {
    text += "move " + rules.moves[one.move].name;
    if (one.player >= 0) text += ", for " + rules.players[one.player].name;
    text += "\n" + one.text;
  }
  return text;
}

Result<Game> built_without(const Game& game, Lowerings without) {
  BuildOptions options;
  options.options = game.program().options;
  options.without = without;
  return rebuilt(game.program(), options);
}

Result<Game> built_with(const Game& game, const Settings& settings) {
  const rules::Rules& rules = game.program().rules;
  BuildOptions options;
  options.options = game.program().options;
  for (const auto& [name, text] : settings)
    for (std::size_t i = 0; i < rules.options.size(); ++i)
      if (rules.options[i].name == name)
        if (const auto value = option_value(rules, rules.options[i], text)) options.options[i] = *value;
  return rebuilt(game.program(), options);
}

}  // namespace glint
