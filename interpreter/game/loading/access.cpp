#include "interpreter/game/loading/access.hpp"

#include <algorithm>

#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

MoveParts::Pick pick_parts(const Program& program, const PickInfo& pick, std::string name, const std::vector<Word>& value,
                           int mover) {
  MoveParts::Pick parts{std::move(name), print_slots(program, pick.type, value.data(), mover), {}, {}};
  const auto add = [&](int number) {
    if (pick.type.base == rules::Base::cell) parts.cells.push_back(number);
    if (pick.type.base == rules::Base::edge && static_cast<std::size_t>(number) < program.geometry.edges.size())
      parts.edges.emplace_back(program.geometry.edges[static_cast<std::size_t>(number)].cell,
                               program.geometry.edges[static_cast<std::size_t>(number)].way);
  };
  if (!is_of_board(pick.type)) return parts;
  if (pick.type.is_set)
    for (const int element : each_bit(value.data(), program.set_words(pick.type))) add(element);
  else
    add(static_cast<int>(value[0]));
  return parts;
}

}  // namespace

Machine& PositionAccess::machine(const Position& position) {
  position.machine_->load(position.state_);
  // `seen` reads the past of this position in whatever code the machine runs about it.
  position.machine_->set_past(position.program_->uses_seen ? &position.history_ : nullptr);
  return *position.machine_;
}

void PositionAccess::keep(Position& position) {
  position.machine_->store(position.state_);
  position.knows_moves_ = false;
}

PositionChance PositionAccess::chance_of(const Position& position, std::uint64_t& random, std::vector<Word>* past) {
  return {*position.program_, position.fixed_draws_, position.first_draws_, position.wait_at_draws_, random, past};
}

void PositionAccess::guess(Position& position) {
  position.random_ = ~position.random_;
  position.fixed_draws_.clear();
}

/// Runs the position's machine. If that fails, or if the limit of memory is exceeded, removes the additions to the past
/// and the history.
std::optional<Error> PositionAccess::advance(Position& position, auto run) {
  Machine& machine = *position.machine_;
  const std::size_t history = position.history_.size(), past = position.past_.size();
  const std::uint64_t random = position.random_;
  PositionChance chance = chance_of(position, position.random_, &position.past_);
  machine.set_history(position.program_->uses_seen ? &position.history_ : nullptr);
  const Machine::Status status = run(machine, chance);
  machine.set_history(nullptr);
  const bool has_failed = status == Machine::Status::error || status == Machine::Status::failed;
  const auto failure = has_failed ? machine.failure() : too_long(*position.program_, position.past_, position.history_);
  if (!failure) {
    machine.store(position.state_);
    return std::nullopt;
  }
  position.history_.resize(history);
  position.past_.resize(past);
  position.random_ = random;
  machine.load(position.state_);
  machine.forget_all();
  return to_error(*position.program_, *failure);
}

Result<Position> PositionAccess::start(const Game& game, const StartOptions& options, Profile* profile) {
  const std::shared_ptr<const Program>& program = game.program_;
  const std::vector<std::string> names = lang::names_of(program->draws);
  for (const auto& [name, value] : options.draws) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return plain_error(lang::Code::G0608, "this game draws no `" + name + "`",
                       lang::did_you_mean(name, names, names.empty() ? "it draws nothing" : ""));
  }
  Position position;
  position.program_ = program;
  position.machine_ = std::make_shared<Machine>(*program);
  position.machine_->set_profile(profile);
  position.state_.assign(program->layout.size, 0);
  position.random_ = options.seed;
  position.fixed_draws_ = options.draws;
  position.first_draws_ = options.first_draws;
  position.wait_at_draws_ = options.wait_at_draws;
  position.knows_moves_ = game.has_secrets();
  if (auto error = advance(position, [](Machine& machine, Chance& chance) { return machine.begin(chance); })) {
    lang::Diagnostic wrong = diagnostic_of(position.machine_->failure());
    if (error->code != lang::code_name(wrong.code)) return *error;
    const std::size_t before = wrong.others.size();
    add_changes(*program->sources, wrong, true);
    return wrong.others.size() == before ? *error : to_error(*program->sources, wrong);
  }
  return position;
}

void PositionAccess::reopen(Position& position) {
  Word& node = position.state_[Layout::kNode];
  if (node >= position.program_->nodes.size()) return;  // over, or at a draw
  while (true) {
    if (!position.history_.empty()) position.history_.pop_back();
    const int before = position.program_->nodes[node].before;
    if (before < 0) return;
    node = static_cast<Word>(before);
  }
}

std::optional<Error> PositionAccess::settle(Position& position) {
  machine(position);
  return advance(position, [](Machine& machine, Chance& chance) { return machine.settle(chance); });
}

std::optional<Error> PositionAccess::apply(Position& position, int move, const std::vector<Choice>& choices) {
  machine(position);
  auto error = advance(position, [&](Machine& machine, Chance& chance) {
    const Machine::Status status = machine.apply(move, choices, true);
    const bool is_applied = status == Machine::Status::done || status == Machine::Status::over;
    if (is_applied && position.knows_moves_) {
      std::vector<Word>& past = position.past_;
      past.push_back(kPastMove + static_cast<Word>(move));
      past.push_back(0);
      const std::size_t words = past.size();
      for (const std::vector<Word>& pick : picked(machine, move)) past.insert(past.end(), pick.begin(), pick.end());
      past[words - 1] = past.size() - words;
    }
    return status == Machine::Status::done ? machine.resume(chance) : status;
  });
  if (!error) position.last_move_ = move;
  return error;
}

std::optional<Error> PositionAccess::draw(Position& position, std::optional<std::uint64_t> number,
                                          std::string_view text) {
  machine(position);
  const PositionChance::Chosen chosen{number, text};
  return advance(position, [&](Machine& machine, PositionChance& chance) {
    if (number || !text.empty()) chance.choose(chosen);
    return machine.resume(chance);
  });
}

const std::vector<std::uint64_t>& PositionView::history() const { return PositionAccess::history(position_); }
const std::vector<Word>& PositionView::past() const { return PositionAccess::past(position_); }
const std::vector<Word>* PositionView::line() const {
  return PositionAccess::knows_moves(position_) ? &PositionAccess::past(position_) : nullptr;
}
std::uint64_t PositionView::random() const { return PositionAccess::random(position_); }
bool PositionView::has_fixed_draws() const { return PositionAccess::has_fixed_draws(position_); }
Machine& PositionView::machine() const { return PositionAccess::machine(position_); }
PositionChance PositionView::chance_of(std::uint64_t& random, std::vector<Word>* past) const {
  return PositionAccess::chance_of(position_, random, past);
}

Position PositionView::at(const std::vector<Word>& state, const std::vector<std::uint64_t>& history) const {
  Position position = position_;
  PositionAccess::state(position) = state;
  PositionAccess::history(position) = history;
  return position;
}

Position PositionView::guessing() const {
  Position position = position_;
  PositionAccess::guess(position);
  return position;
}

Result<Position> start_recorded(const Game& game, const StartOptions& options, Profile* profile) {
  return PositionAccess::start(game, options, profile);
}

Result<std::uint64_t> list_moves(Machine& machine) {
  const std::int64_t count = machine.list();
  if (count == 0) machine.fail_without_moves();
  if (count <= 0) return to_error(machine.program(), machine.failure());
  return static_cast<std::uint64_t>(count);
}

Result<std::vector<std::string>> PositionView::moves(const std::vector<std::uint64_t>& numbers) const {
  if (const Result<std::uint64_t> count = position_.count_moves(); !count) return count.errors();
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  try {
    const Machine::OneGame game(position_.machine());
    for (const std::uint64_t k : numbers) {
      texts.push_back(listed_text(position_.machine(), position_.state(), k));
      if (game.is_out_of_fuel()) return to_error(position_.machine().program(), position_.machine().failure());
    }
  } catch (const lang::Stopped&) {
    return stopped_error(position_.game().program());
  }
  return texts;
}

Result<std::vector<MoveParts>> PositionView::parts(std::uint64_t first, std::uint64_t most) const {
  const Result<std::uint64_t> count = position_.count_moves();
  if (!count) return count.errors();
  const Program& program = position_.machine().program();
  std::vector<MoveParts> all;
  try {
    const Machine::OneGame game(position_.machine());
    for (std::uint64_t k = first; k < *count && k - first < most; ++k) {
      const ListedRun run = listed_run(position_.machine(), position_.state(), k);
      if (game.is_out_of_fuel()) return to_error(program, position_.machine().failure());
      const rules::Move& move = program.rules.moves[static_cast<std::size_t>(run.move)];
      MoveParts parts{run.text, move.name, {}};
      const std::vector<PickInfo>& picks = program.moves[static_cast<std::size_t>(run.move)].picks;
      for (const std::size_t i : made_picks(program, run.move, run.picks))
        parts.picks.push_back(pick_parts(program, picks[i], move.frame.locals[static_cast<std::size_t>(picks[i].local)].name,
                                         run.picks[i], position_.to_move()));
      all.push_back(std::move(parts));
    }
  } catch (const lang::Stopped&) {
    return stopped_error(program);
  }
  return all;
}

Result<std::vector<std::string>> PositionView::examples() const {
  const std::vector<std::string> notations = position_.notations();
  std::vector<std::string> texts(notations.size());
  if (notations.empty()) return texts;
  if (const Result<std::uint64_t> count = position_.count_moves(); !count) return count.errors();
  Machine& machine = position_.machine();
  std::vector<std::uint64_t> runs(machine.program().rules.moves.size());
  machine.last_listed().count_by_move(runs);
  std::uint64_t first = 0;  // number of its first run; runs are listed in the order of the choice
  const std::vector<int> choices = machine.node().moves;
  for (const int move : choices) {
    const auto at =
        std::find(notations.begin(), notations.end(), notation_of(machine.program(), move)) - notations.begin();
    std::string& text = texts[static_cast<std::size_t>(at)];
    const std::uint64_t listed = runs[static_cast<std::size_t>(move)];
    if (text.empty() && listed > 0) {
      auto one = moves({first});
      if (!one) return one.errors();
      text = std::move(one->front());
    }
    first += listed;
  }
  return texts;
}

Result<std::uint64_t> Lister::list(const Position& position) {
  if (position.over()) return std::uint64_t{0};
  if (auto error = chance_first(position)) return *error;
  machine_.load(position.state());
  machine_.set_past(machine_.program().uses_seen ? &PositionAccess::history(position) : nullptr);
  return list_moves(machine_);
}

std::optional<Error> Lister::play(std::uint64_t i, Position& position) {
  const int move = machine_.listed_choices(i, choices_);
  return PositionAccess::apply(position, move, choices_);
}

std::optional<Error> Lister::play_alone(std::uint64_t i, Position& position) {
  Machine& machine = PositionAccess::machine(position);
  const Machine::Status status = machine.apply_alone(machine_, i);
  PositionAccess::keep(position);
  if (status == Machine::Status::error) return to_error(machine.program(), machine.failure());
  return std::nullopt;
}

}  // namespace glint
