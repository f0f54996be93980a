
#include <algorithm>

#include "interpreter/game/loading/access.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"

namespace glint {

std::vector<Error> wrong_at_start(const Game& game, const std::string& file) {
  std::vector<Error> wrong = misdrawn_boards(game);
  const auto add = [&](const auto& result) {
    if (!result) wrong.insert(wrong.end(), result.errors().begin(), result.errors().end());
  };
  const Result<Position> start = game.start();
  add(start);
  if (!start) return wrong;
  if (start->over()) {
    Error warning;
    warning.is_warning = true;
    warning.file = file;
    warning.message = "the game is over before the first move: " + start->outcome_text();
    warning.help = "`glint show` draws the final position";
    wrong.push_back(std::move(warning));
    return wrong;
  }
  const auto moves = start->count_moves();
  add(moves);
  if (!moves) return wrong;
  // The parts that pictures leave out because a `show` fails.
  add(start->beams());
  add(start->followed_beams());
  add(start->grounds());
  add(start->notes());
  return wrong;
}

std::vector<OptionTrial> option_trials(const Game& game, const Settings& given) {
  constexpr std::size_t kMostNames = 8;
  constexpr std::int64_t kLargest = 100;  // a larger board could take long
  std::vector<OptionTrial> trials;
  const std::vector<rules::Option>& options = game.program().rules.options;
  for (std::size_t number = 0; number < options.size(); ++number) {
    const rules::Option& option = options[number];
    const bool is_given = std::any_of(given.begin(), given.end(),
                                      [&](const auto& setting) { return setting.first == option.name; });
    if (is_given || option.values.empty()) continue;
    const bool is_number = option.type.base == rules::Base::number;
    const auto [least, most] = std::minmax_element(option.values.begin(), option.values.end());
    for (const std::int64_t value : option.values) {
      if (value == option.initial || value > kLargest) continue;
      if (value != *least && value != *most && (is_number || option.values.size() > kMostNames)) continue;
      trials.push_back({number, value});
    }
  }
  return trials;
}

std::vector<Error> wrong_with(const Game& game, const OptionTrial& trial) {
  const Program& program = game.program();
  const rules::Option& option = program.rules.options[trial.option];
  BuildOptions with{.options = program.options, .limits = program.limits};
  with.options[trial.option] = trial.value;
  const Built built = make_program(program.written_rules(), program.sources, program.id, with);
  if (built.program) return {};
  if (const auto error = stopped(program)) return {*error};
  const std::string note =
      "this happens with `--set " + option.name + "=" + print_value(program.rules, option.type, trial.value) + "`";
  std::vector<Error> wrong;
  for (lang::Diagnostic diagnostic : built.diagnostics) {
    add_changes(*program.sources, diagnostic);
    Error error = to_error(*program.sources, diagnostic);
    error.help += (error.help.empty() ? "" : "; ") + note;
    if (!error.rendered.empty()) error.rendered += "   = help: " + note + "\n";
    wrong.push_back(std::move(error));
  }
  return wrong;
}

}  // namespace glint
