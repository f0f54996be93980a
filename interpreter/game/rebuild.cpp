#include "interpreter/game/rebuild.hpp"

#include "interpreter/game/access.hpp"
#include "interpreter/game/make_program.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

Result<Game> rebuilt(const Game& game, const BuildOptions& options) {
  const Program& before = game.program();
  const Built built = make_program(before.rules, before.sources, before.id, options);
  if (!built.program) return to_error(*before.sources, built.diagnostics.front());
  const std::shared_ptr<Program>& program = built.program;
  program->rules_hash = before.rules_hash;
  program->warnings = before.warnings;
  program->script = before.script;
  return Game(program);
}

Result<Game> built_without(const Game& game, Lowerings without) {
  BuildOptions options;
  options.options = game.program().options;
  options.without = without;
  return rebuilt(game, options);
}

Result<Game> built_with(const Game& game, const Settings& settings) {
  const rules::Rules& rules = game.program().rules;
  BuildOptions options;
  options.options = game.program().options;
  for (const auto& [name, text] : settings)
    for (std::size_t i = 0; i < rules.options.size(); ++i)
      if (rules.options[i].name == name)
        if (const auto value = option_value(rules, rules.options[i], text)) options.options[i] = *value;
  return rebuilt(game, options);
}

}  // namespace glint
