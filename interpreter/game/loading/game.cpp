// Game: facts about it, and how its play begins. See load.cpp for how it is loaded.
#include <algorithm>

#include "interpreter/build/board/constants.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/access.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

const std::string& Game::title() const { return program_->rules.name; }
const std::string& Game::doc() const { return program_->rules.doc; }
const std::string& Game::id() const { return program_->id; }
const std::string& Game::variant_of() const { return program_->rules.variant_of; }
std::uint64_t Game::rules_hash() const { return program_->rules_hash; }
bool Game::is_team() const { return program_->rules.team; }
bool Game::shows_followed_beams() const { return !program_->entries.beams.empty(); }
bool Game::names_beams() const {
  const std::vector<rules::Show>& shows = program_->rules.pictures.shows;
  return std::any_of(shows.begin(), shows.end(), [](const rules::Show& show) { return show.beams && !show.is_default; });
}
bool Game::sees_beams(int player) const {
  const std::uint64_t seen_by = program_->rules.beams.seen_by;
  player = viewer_in(*program_, player);
  return player < 0 || (player < kNobody ? (seen_by >> player & 1) != 0 : seen_by == ~std::uint64_t{0});
}
bool Game::has_beams() const { return !program_->reactions.emitter_sets.empty(); }
std::vector<Error> Game::warnings() const { return program_->warnings; }
const std::vector<CellInfo>& Game::cells() const { return program_->geometry.info; }
const std::vector<DirectionInfo>& Game::directions() const { return program_->geometry.direction_info; }

std::vector<std::string> Game::players() const { return lang::names_of(program_->rules.players); }
std::vector<std::string> Game::beam_fields() const { return lang::names_of(program_->rules.beams.fields); }

std::vector<OptionInfo> Game::options() const {
  std::vector<OptionInfo> infos;
  for (std::size_t i = 0; i < program_->rules.options.size(); ++i) {
    const rules::Option& option = program_->rules.options[i];
    infos.push_back({option.name, option_domain(program_->rules, option),
                     print_value(program_->rules, option.type, option.initial), option.text, option.doc,
                     print_value(program_->rules, option.type, program_->options[i])});
  }
  return infos;
}

std::optional<int> Game::find_cell(std::string_view label) const {
  // "north B3" may be written as in a script, "north.B3".
  std::string name(label);
  for (const bool as_in_script : {false, true}) {
    const std::size_t dot = name.find('.');
    if (as_in_script && dot != std::string::npos) name[dot] = ' ';
    for (std::size_t c = 0; c < program_->geometry.info.size(); ++c)
      if (program_->geometry.info[c].label == name) return static_cast<int>(c);
  }
  return std::nullopt;
}

bool Game::has_secrets() const {
  return std::any_of(program_->layout.seen.begin(), program_->layout.seen.end(),
                     [](const auto& seen) { return !seen.empty(); });
}

std::optional<Game::ClockInfo> Game::clock() const {
  const auto& clock = program_->rules.judging.clock;
  if (!clock) return std::nullopt;
  Constants constants(program_->rules, program_->options);
  if (clock->when && !constants.try_value(*clock->when).value_or(0)) return std::nullopt;
  ClockInfo info{clock->turn, clock->reserve, clock->game, {}};
  for (const auto& add : clock->adds) info.adds.emplace_back(program_->rules.moves[add.first].name, add.second);
  return info;
}

Result<Position> Game::start(const StartOptions& options) const {
  return PositionAccess::start(*this, options, nullptr);
}

Result<Position> Game::read(std::string_view text, const StartOptions& options) const {
  StartOptions through = options;
  through.wait_at_draws = false;  // the position that is read begins after the draws of the start
  Result<Position> position = start(through);
  if (!position) return position;
  position->wait_at_draws(options.wait_at_draws);
  Machine& machine = PositionView(*position).machine();
  if (const std::optional<PositionProblem> problem = read_position(machine, text)) {
    // A choice of the text that was stopped looks like one that cannot be made.
    if (const auto error = stopped(*program_)) return *error;
    Error error = plain_error(lang::Code::G0701, problem->message);
    error.line = error.end_line = problem->line;
    error.rendered = "error[" + error.code + "]: line " + std::to_string(error.line) + ": " + error.message + "\n";
    return error;
  }
  // Invariants must also hold in a position that is read, because it may have more pieces than the game.
  machine.fuel().refill();
  if (program_->entries.invariants >= 0 && !machine.is_over() &&
      machine.run_aside(program_->entries.invariants) == Machine::Status::error) {
    Failure failure = machine.failure();
    if (failure.code == lang::Code::G0614) return to_error(*program_, failure);
    failure.code = lang::Code::G0701;
    failure.message = "this position is impossible: " + failure.message;
    return to_error(*program_, failure);
  }
  PositionAccess::keep(*position);
  PositionAccess::history(*position).clear();
  if (auto error = PositionAccess::settle(*position)) return *error;
  return position;
}

}  // namespace glint
